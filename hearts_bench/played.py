"""One deal as facts: the hands, and the pass and the play as far as they are known; and what came of it.

Deals come from a match that is played again, or from a file. What a deal is worth is always found by playing it again.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hearts_bench.cards import SUIT_SIZE, Card, text
from hearts_bench.errors import IllegalPlayError, StrategyFault
from hearts_bench.manual import ManualTable, kitty_of
from hearts_bench.presets import changed_rules, rules_name
from hearts_bench.rng import absorb, board_key
from hearts_bench.rules import Rules

MoonChoice: TypeAlias = Literal["add", "subtract"]
Hand: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True)
class Trick:
    """A trick: the leader's seat, the cards in play order, and who won how many points.

    `winner` is None if the trick was cut short, or if all its cards cancelled each other.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int | None
    points: int


@dataclass(frozen=True)
class Deal:
    """A deal of some rules, by seat. `dealt` is before the pass; `plays` are in play order, possibly none.

    `event` is where it was played, in words. `strategies` are the names of who played, empty texts if nobody knows;
    `seed` is there if the board was dealt from one. `number` (counted from 0) and `totals` (before the deal) are there
    where the deal is part of a game. `moon` is what a shooter chose, where there was a choice. `fault` is there if a
    strategy misbehaved, which ended the deal; `revoker` if that cost it all the hearts instead.
    """

    dealt: tuple[Hand, ...]
    preset: str = "article"
    changes: tuple[tuple[str, str], ...] = ()
    event: str = ""
    board: int = 0
    seed: int | None = None
    number: int | None = None
    totals: tuple[int, ...] = ()
    strategies: tuple[str, ...] = ()
    dealer: int = 0
    pass_offset: int = 0
    passed: tuple[Hand, ...] = ()
    plays: tuple[Card, ...] = ()
    moon: MoonChoice | None = None
    revoker: int | None = None
    fault: StrategyFault | None = None

    @property
    def rules(self) -> Rules:
        """The rules that the preset and its changes stand for."""
        return changed_rules(self.preset, self.changes)

    @property
    def rules_name(self) -> str:
        """What the rules are called."""
        return rules_name(self.preset, self.changes)

    @property
    def kitty(self) -> list[Card]:
        """The cards that no hand was dealt, sorted."""
        return kitty_of(self.rules, self.dealt)

    @property
    def key(self) -> int:
        """What all random draws of the deal derive from; a deal that has no seed goes by seed 0."""
        key = board_key(self.seed or 0, self.board)
        return absorb(key, self.number) if self.number else key

    @property
    def has_passed(self) -> bool:
        """Whether everybody has passed cards, or nothing was to be passed."""
        return self.pass_offset == 0 or (bool(self.passed) and all(self.passed))

    @property
    def passes(self) -> tuple[Hand, ...]:
        """What each seat has passed; nothing while not everybody has, or if nothing was to be passed."""
        return self.passed if self.pass_offset != 0 and self.has_passed else ()


@dataclass(frozen=True)
class Outcome:
    """What came of a deal. `scores` is None, and what depends on it, while the deal is not over.

    `totals` are those after the deal, if it is part of a game.
    """

    tricks: tuple[Trick, ...]
    kitty_taker: int | None
    scores: tuple[int, ...] | None
    totals: tuple[int, ...] | None
    moon_seat: int | None


def deal_out(deal: Deal) -> ManualTable:
    """Return a table with the hands as they were dealt; nothing is passed yet.

    Raises:
        CardError: the hands are not a deal of the rules.

    """
    return ManualTable(
        deal.rules,
        [" ".join(map(text, hand)) for hand in deal.dealt],
        deal.pass_offset,
        dealer=deal.dealer,
        totals=deal.totals,
        deal_number=deal.number or 0,
        revoker=deal.revoker,
    )


def lay_out(deal: Deal) -> ManualTable:
    """Return a table with the deal laid out and the cards passed, if all of them are known; nothing is played yet.

    Raises:
        CardError: the hands are not a deal of the rules.
        IllegalPlayError: somebody cannot pass those cards.

    """
    table = deal_out(deal)
    for cards in deal.passes:
        table.pass_cards(cards)
    return table


def outcome(deal: Deal) -> Outcome:
    """Play a deal again and return what came of it.

    Raises:
        CardError: the hands are not a deal of the rules.
        IllegalPlayError: a card passed or played is not legal.

    """
    table = lay_out(deal)
    for number, each in enumerate(deal.plays):
        try:
            table.play(each)
        except IllegalPlayError as error:
            msg = f"trick {number // deal.rules.players + 1}: {error}"
            raise IllegalPlayError(msg) from error
    if table.is_choosing and deal.moon is not None:
        table.choose_moon(deal.moon)
    view, scores = table.view, table.scores
    totals = None
    if scores is not None and deal.number is not None:
        totals = tuple(before + score for before, score in zip(deal.totals, scores, strict=True))
    return Outcome(
        tricks=tricks_of(deal.rules, list(deal.plays), view.leaders),
        kitty_taker=view.kitty_taker if view.kitty_taker >= 0 else None,
        scores=None if scores is None else tuple(scores),
        totals=totals,
        moon_seat=table.moon_seat if scores is not None else None,
    )


def tricks_of(rules: Rules, plays: list[Card], leaders: list[int]) -> tuple[Trick, ...]:
    """Return the tricks that some plays make; `leaders` has the leader of each, and who would lead the next one."""
    players, values = rules.players, rules.row["values"][0]
    tricks = []
    for number, start in enumerate(range(0, len(plays), players)):
        cards = tuple(plays[start : start + players])
        winner = None
        if len(cards) == players:
            is_last = number + 1 == rules.hand_size
            if is_last or rules.decks == 1 or _has_winner(cards):
                winner = leaders[number + 1]
        tricks.append(Trick(leaders[number], cards, winner, int(sum(values[list(cards)]))))
    return tuple(tricks)


def _has_winner(cards: tuple[Card, ...]) -> bool:
    """Tell whether a card of the suit led is left when equal cards of a trick cancel each other."""
    suit = cards[0] // SUIT_SIZE
    return any(card // SUIT_SIZE == suit and cards.count(card) == 1 for card in cards)


def points_after(deal: Deal, tricks: tuple[Trick, ...]) -> list[list[int]]:
    """Return the card points that every seat has after each trick; cancelled tricks wait for the next winner."""
    points, carried, rows = [0] * deal.rules.players, 0, []
    for trick in tricks:
        carried += trick.points
        if trick.winner is not None:
            points[trick.winner] += carried
            carried = 0
        rows.append(list(points))
    return rows
