"""Deals as text, in the manner of bridge's PBN: tags, then the tricks. The format is described in docs/deals.md.

What is read is checked card by card, and played by its rules; errors name the line and what was expected there.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn, cast, get_args

from hearts_bench.cards import RANKS, SUITS, Card, card, text
from hearts_bench.errors import CardError, DealFileError, IllegalPlayError, RulesError
from hearts_bench.manual import ManualTable
from hearts_bench.played import Deal, Hand, MoonChoice, lay_out, outcome
from hearts_bench.presets import changed_rules
from hearts_bench.rules import Rules
from hearts_bench.tags import SEATS_OF_FOUR, SUIT_ORDER, Row, Tag, numbers_text, read_sections, seat_letter, seat_tag

_OPTIONS = re.compile(r",\s*(?=[a-z_]+\s*=)")


@dataclass(frozen=True)
class FiledDeal:
    """A deal as a file has it: from which line on, and the scores that the file gives it."""

    deal: Deal
    line: int
    scores: tuple[int, ...] | None

    @property
    def disagreement(self) -> str | None:
        """What is to be said if the play, scored by its rules, does not give the scores of the file."""
        found = outcome(self.deal).scores
        if self.scores is None or self.scores == found:
            return None
        worth = "is not over" if found is None else f"gives {numbers_text(found)}"
        said = f"board {self.deal.board}: the file says {numbers_text(self.scores)}"
        return f"{said}, but the play {worth} by the rules {self.deal.rules_name}"


def load_deals(path: Path) -> list[FiledDeal]:
    """Return the deals of a file.

    Raises:
        DealFileError: it cannot be read, has no deal, or something in it is wrong; the message names the line.

    """
    try:
        content = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        msg = f"cannot read {path}: {error.strerror}"
        raise DealFileError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"{path} is no text in UTF-8: {error.reason} at byte {error.start}"
        raise DealFileError(msg) from error
    return read_deals(content, str(path))


def read_deals(content: str, where: str) -> list[FiledDeal]:
    """Return the deals of a text; `where` names it in errors.

    Raises:
        DealFileError: there is no deal, or something is wrong; the message names the line and what was expected.

    """
    sections = read_sections(content, where)
    if not sections:
        msg = f'{where} has no deal; a deal has at least the tag [Deal "..."]'
        raise DealFileError(msg)
    return [_Reader(tags, where, number).read() for number, tags in enumerate(sections, 1)]


class _Reader:
    """Makes a deal of the tags of one section; `place` is its number in the file."""

    def __init__(self, tags: dict[str, Tag], where: str, place: int) -> None:
        self._tags = tags
        self._where = where
        self._place = place
        self._first_line = min(tag.line for tag in tags.values())
        self._rules = Rules()

    def _fail(self, line: int, what: str) -> NoReturn:
        msg = f"{self._where}, line {line}: {what}"
        raise DealFileError(msg) from None

    def read(self) -> FiledDeal:
        """Return the deal."""
        preset, changes = self._chosen_rules()
        self._refuse_rows()
        pass_offset = self._pass_offset()
        dealt = self._dealt()
        number, totals = self._game()
        deal = Deal(
            dealt=dealt,
            preset=preset,
            changes=changes,
            event=self._tags["Event"].value if "Event" in self._tags else "",
            board=self._number("Board", self._place),
            seed=self._number("Seed", 0) if "Seed" in self._tags else None,
            number=number,
            totals=totals,
            strategies=self._strategies(),
            dealer=self._dealer(),
            pass_offset=pass_offset,
            passed=self._passed(pass_offset, dealt),
            revoker=self._seat("Revoke") if "Revoke" in self._tags else None,
        )
        deal = self._with_play(deal)
        scores = tuple(self._numbers("Score")) if "Score" in self._tags else None
        return FiledDeal(deal, self._first_line, scores)

    def _chosen_rules(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        tag = self._tags.get("Rules")
        if tag is None:
            return "article", ()
        preset, *options = _OPTIONS.split(tag.value)
        pairs = [option.partition("=") for option in options]
        changes = tuple((name.strip(), value.strip()) for name, _, value in pairs)
        try:
            self._rules = changed_rules(preset.strip(), changes)
        except RulesError as error:
            self._fail(tag.line, str(error))
        return preset.strip(), changes

    def _refuse_rows(self) -> None:
        for tag in self._tags.values():
            if tag.rows and tag.name != "Play":
                self._fail(tag.rows[0].line, f"expected a tag; only [Play] has rows, and this one follows [{tag.name}]")

    def _number(self, name: str, default: int) -> int:
        tag = self._tags.get(name)
        if tag is None:
            return default
        limit = 1 << 63
        if not re.fullmatch(r"-?\d{1,19}", tag.value) or not -limit <= int(tag.value) < limit:
            self._fail(tag.line, f"{name} {tag.value!r} is no number")
        if name != "Seed" and int(tag.value) < 0:
            self._fail(tag.line, f"{name} {tag.value} cannot be negative")
        return int(tag.value)

    def _numbers(self, name: str) -> list[int]:
        """Return a number for every seat, from South or seat 0 on."""
        tag, players = self._tags[name], self._rules.players
        words = tag.value.split()
        if len(words) != players or not all(re.fullmatch(r"-?\d{1,9}", word) for word in words):
            self._fail(tag.line, f"{name} {tag.value!r}: expected {players} numbers, from {self._seat_name(0)} on")
        return [int(word) for word in words]

    def _game(self) -> tuple[int | None, tuple[int, ...]]:
        if not {"DealNumber", "Totals"} & set(self._tags):
            return None, ()
        totals = self._numbers("Totals") if "Totals" in self._tags else [0] * self._rules.players
        return self._number("DealNumber", 0), tuple(totals)

    def _seat_name(self, seat: int) -> str:
        return SEATS_OF_FOUR[seat] if self._rules.players == len(SEATS_OF_FOUR) else f"seat {seat}"

    def _letters(self) -> list[str]:
        return [seat_letter(seat, self._rules.players) for seat in range(self._rules.players)]

    def _seat(self, name: str) -> int:
        tag = self._tags[name]
        return self._seat_of(tag.value, tag)

    def _seat_of(self, letter: str, tag: Tag) -> int:
        if letter not in self._letters():
            self._fail(tag.line, f"{tag.name}: {letter!r} is no seat; expected {', '.join(self._letters())}")
        return self._letters().index(letter)

    def _strategies(self) -> tuple[str, ...]:
        players = self._rules.players
        wanted = [seat_tag(seat, players) for seat in range(players)]
        for name, tag in self._tags.items():
            if (name in SEATS_OF_FOUR or name.startswith("Seat")) and name not in wanted:
                self._fail(tag.line, f"{name} is no seat of these rules; expected {', '.join(wanted)}")
        return tuple(self._tags[name].value if name in self._tags else "" for name in wanted)

    def _dealer(self) -> int:
        if "Dealer" in self._tags:
            return self._seat("Dealer")
        if self._rules.opening_lead == "left_of_dealer":
            self._fail(self._first_line, "expected the tag Dealer, left of whom the first trick is led in these rules")
        return self._number("Board", self._place) % self._rules.players

    def _pass_offset(self) -> int:
        tag = self._tags.get("Pass")
        if tag is None:
            return 0
        offsets = {self._rules.direction(offset): offset for offset in range(self._rules.players)}
        if tag.value not in offsets:
            self._fail(tag.line, f"Pass {tag.value!r}: expected {', '.join(offsets)}")
        return offsets[tag.value]

    def _suits(self) -> str:
        tag = self._tags.get("Suits")
        if tag is None:
            return SUIT_ORDER
        if sorted(tag.value) != sorted(SUITS):
            self._fail(tag.line, f"Suits {tag.value!r}: expected the letters {SUIT_ORDER} in the order of the hands")
        return tag.value

    def _hands(self, name: str) -> list[list[Card]]:
        """Return the cards that a tag has for every seat, by seat."""
        tag, players = self._tags[name], self._rules.players
        letter, colon, rest = tag.value.partition(":")
        if not colon:
            self._fail(
                tag.line, f"{name}: expected a seat and a colon in front of the hands, such as {self._letters()[0]}:"
            )
        first, hands = self._seat_of(letter.strip(), tag), rest.split()
        if len(hands) != players:
            self._fail(
                tag.line, f"{name}: expected {players} hands, from {self._seat_name(first)} on, not {len(hands)}"
            )
        return [self._hand(hands[(seat - first) % players], tag, self._seat_name(seat)) for seat in range(players)]

    def _hand(self, word: str, tag: Tag, whose: str) -> list[Card]:
        suits, parts = self._suits(), word.split(".")
        if len(parts) != len(SUITS):
            self._fail(
                tag.line, f"{tag.name}, {whose}: expected the suits {', '.join(suits)} with dots between, not {word}"
            )
        cards = []
        for suit, ranks in zip(suits, parts, strict=True):
            for rank in ranks.replace("10", "T"):
                if rank not in RANKS:
                    self._fail(tag.line, f"{tag.name}, {whose}: {rank!r} is no rank; expected some of {RANKS[::-1]}")
                cards.append(card(rank + suit))
        return sorted(cards)

    def _dealt(self) -> tuple[Hand, ...]:
        """Return the hands, which with the kitty make up the deck."""
        if "Deal" not in self._tags:
            self._fail(self._first_line, "expected the tag Deal, with the hands of this deal")
        tag, rules = self._tags["Deal"], self._rules
        hands = self._hands("Deal")
        for seat, hand in enumerate(hands):
            if len(hand) != rules.hand_size:
                whose, size = self._seat_name(seat), rules.hand_size
                self._fail(tag.line, f"Deal, {whose}: expected {size} cards, not {len(hand)}")
        places = [(self._seat_name(seat), hand, tag) for seat, hand in enumerate(hands)]
        if "Kitty" in self._tags:
            kitty = self._tags["Kitty"]
            places.append(("the kitty", self._hand(kitty.value, kitty, "the kitty"), kitty))
        self._check_copies(places)
        dealt = tuple(tuple(hand) for hand in hands)
        if "Kitty" in self._tags and len(places[-1][1]) != rules.kitty_size:
            self._fail(places[-1][2].line, f"Kitty: expected {rules.kitty_size} cards, not {len(places[-1][1])}")
        return dealt

    def _check_copies(self, places: list[tuple[str, list[Card], Tag]]) -> None:
        """Make sure that every card is in the deck, and not there too often."""
        holders: dict[Card, list[str]] = {}
        for whose, cards, tag in places:
            for each in cards:
                held = holders.setdefault(each, [])
                held.append(whose)
                if not self._rules.deck >> each & 1:
                    self._fail(tag.line, f"{tag.name}, {whose}: {text(each)} is not in play in these rules")
                if len(held) > self._rules.decks:
                    packs = "one pack" if self._rules.decks == 1 else "two packs"
                    self._fail(tag.line, f"{tag.name}: {text(each)} is there too often for {packs}: {', '.join(held)}")

    def _passed(self, pass_offset: int, dealt: tuple[Hand, ...]) -> tuple[Hand, ...]:
        nothing: tuple[Hand, ...] = ((),) * self._rules.players
        tag = self._tags.get("Passed")
        if tag is None:
            if pass_offset and "Play" in self._tags:
                self._fail(self._tags["Play"].line, "expected the tag Passed before a play: these rules pass cards")
            return nothing
        if not pass_offset:
            self._fail(tag.line, 'Passed: expected the tag Pass with a direction as well, such as [Pass "left"]')
        hands = self._hands("Passed")
        for seat, cards in enumerate(hands):
            whose, wanted = self._seat_name(seat), self._rules.pass_count
            if len(set(cards)) != wanted or len(cards) != wanted:
                self._fail(tag.line, f"Passed, {whose}: expected {wanted} different cards, not {len(cards)}")
            for each in cards:
                if each not in dealt[seat]:
                    self._fail(tag.line, f"Passed, {whose}: {text(each)} was not dealt to {whose}")
        return tuple(tuple(cards) for cards in hands)

    def _with_play(self, deal: Deal) -> Deal:
        """Return the deal with the cards that were played, and what a shooter chose."""
        tag, moon = self._tags.get("Play"), self._tags.get("Moon")
        table, plays = lay_out(deal), []
        if tag is not None:
            first = self._seat_of(tag.value, tag)
            if table.to_act != first:
                leads = self._seat_name(table.to_act or 0)
                self._fail(tag.line, f"Play {tag.value!r}: expected {leads}, who leads to the first trick")
            for number, row in enumerate(tag.rows, 1):
                plays += self._trick(table, row, number, first, is_last=number == len(tag.rows))
        if table.is_choosing == (moon is None):
            line = moon.line if moon else self._first_line
            shot = self._seat_name(table.to_act or 0)
            self._fail(line, "Moon: nobody has one to choose for" if moon else f"expected the tag Moon: {shot} shot it")
        if moon is not None and moon.value not in get_args(MoonChoice):
            self._fail(moon.line, f"Moon {moon.value!r}: expected {' or '.join(get_args(MoonChoice))}")
        return replace(deal, plays=tuple(plays), moon=cast("MoonChoice", moon.value) if moon else None)

    def _trick(self, table: ManualTable, row: Row, number: int, first: int, *, is_last: bool) -> list[Card]:
        """Play the cards of a row, which stand in columns of seats from `first` on, and return them in play order."""
        players, played = self._rules.players, []
        if table.is_over or table.is_choosing:
            self._fail(row.line, f"expected no more tricks than {self._rules.hand_size}")
        if len(row.words) != players:
            self._fail(row.line, f"trick {number}: expected {players} cards, not {len(row.words)}")
        leader = table.to_act or 0
        words = [row.words[(leader + turn - first) % players] for turn in range(players)]
        size = words.index("-") if "-" in words else players
        if size == 0 or (size < players and not (is_last and set(words[size:]) == {"-"})):
            whose = self._seat_name((leader + size) % players)
            self._fail(row.line, f"trick {number}: expected a card of {whose}, whose turn it is")
        for turn, word in enumerate(words[:size]):
            seat, legal = (leader + turn) % players, table.legal
            whose = self._seat_name(seat)
            each = self._card(word, row.line, f"trick {number}, {whose}")
            holds = text(each) in table.hands[seat].split()
            try:
                table.play(each)
            except IllegalPlayError:
                what = f"{whose} {'cannot play' if holds else 'does not hold'} {text(each)}"
                self._fail(row.line, f"trick {number}: {what}; expected one of {legal}")
            played.append(each)
        return played

    def _card(self, word: str, line: int, where: str) -> Card:
        turned = word[1:] + word[:1] if word[:1] in SUITS else word  # PBN writes SQ
        try:
            return card(turned)
        except CardError:
            self._fail(line, f"{where}: {word!r} is no card; expected a rank and a suit, such as QS")
