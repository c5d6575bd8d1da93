"""Deals written as text, in the format that `deal_file` reads."""

from collections.abc import Iterable, Sequence

from hearts_bench.cards import Card, text
from hearts_bench.played import Deal, Hand, Trick, outcome
from hearts_bench.tags import SUIT_ORDER, numbers_text, seat_letter, seat_tag, tag_text


def deal_text(deal: Deal) -> str:
    """Return a deal in our format, with an empty line at its end; `read_deals` makes the same deal of it."""
    found, letters = outcome(deal), _letters(deal)
    lines = [tag_text(*tag) for tag in _tags_before_play(deal, letters)]
    if deal.plays:
        lines.append(tag_text("Play", letters[found.tricks[0].leader]))
        lines += _play_rows(found.tricks, deal.rules.players)
    after: list[tuple[str, object]] = [("Revoke", letters[deal.revoker])] if deal.revoker is not None else []
    after += [("Moon", deal.moon)] if deal.moon is not None else []
    after += [("Score", numbers_text(found.scores))] if found.scores is not None else []
    return "\n".join([*lines, *(tag_text(*tag) for tag in after), "", ""])


def _letters(deal: Deal) -> list[str]:
    return [seat_letter(seat, deal.rules.players) for seat in range(deal.rules.players)]


def _tags_before_play(deal: Deal, letters: list[str]) -> list[tuple[str, object]]:
    rules, players = deal.rules, deal.rules.players
    tags: list[tuple[str, object]] = [("Event", deal.event)] if deal.event else []
    tags += [("Board", deal.board)]
    tags += [("Seed", deal.seed)] if deal.seed is not None else []
    if deal.number is not None:
        tags += [("DealNumber", deal.number), ("Totals", numbers_text(deal.totals))]
    tags += [("Rules", deal.rules_name)]
    tags += [(seat_tag(seat, players), name) for seat, name in enumerate(deal.strategies) if name]
    tags += [
        ("Dealer", letters[deal.dealer]),
        ("Pass", rules.direction(deal.pass_offset)),
        ("Suits", SUIT_ORDER),
        ("Deal", _hands_text(deal.dealt, letters)),
    ]
    tags += [("Kitty", _hand_text(deal.kitty))] if deal.kitty else []
    tags += [("Passed", _hands_text(deal.passed, letters))] if deal.pass_offset and deal.has_passed else []
    return tags


def _hands_text(hands: Sequence[Hand], letters: list[str]) -> str:
    return f"{letters[0]}:{' '.join(map(_hand_text, hands))}"


def _hand_text(cards: Iterable[Card]) -> str:
    """Return cards suit by suit, with a dot between two suits, high to low."""
    names = [text(each) for each in sorted(cards, reverse=True)]
    return ".".join("".join(name[0] for name in names if name[1] == suit) for suit in SUIT_ORDER)


def _play_rows(tricks: Sequence[Trick], players: int) -> list[str]:
    """Return a line for each trick, the cards in columns of seats, beginning with the opening leader's."""
    rows, first = [], tricks[0].leader
    for trick in tricks:
        words = ["-"] * players
        for turn, each in enumerate(trick.cards):
            words[(trick.leader + turn - first) % players] = text(each)
        rows.append(" ".join(f"{word:<2}" for word in words).rstrip())
    return rows
