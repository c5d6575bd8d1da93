"""The view holds nothing that its seat has not seen: re-deal the unseen cards, and it stays the same to the byte."""

import random

import pytest

from hearts_bench import Rules
from hearts_bench.cards import cards_in
from hearts_bench.view import FIELDS, View, Views

from .positions import Position, random_hands, random_position


def redeal(position: Position, chance: random.Random) -> list[int]:
    """Return hands after the pass in which the other seats have swapped unseen cards as far as the viewer can tell.

    Nobody is given a suit that it has shown to be void in, and the cards that the viewer passed stay where they are.
    """
    me, players = position.seat, position.rules.players
    hands = position.hands
    pinned = position.field("passed")
    voids = position.field("voids")
    others = [seat for seat in range(players) if seat != me]
    for _ in range(300):
        one, other = chance.sample(others, 2)
        mine, theirs = hands[one] & ~pinned, hands[other] & ~pinned
        if mine and theirs:
            card, back = chance.choice(cards_in(mine)), chance.choice(cards_in(theirs))
            if not (voids[other] >> card // 13 & 1 or voids[one] >> back // 13 & 1):
                hands[one] ^= 1 << card | 1 << back
                hands[other] ^= 1 << card | 1 << back
    played = position.field("played")
    return [hands[seat] | played[seat] for seat in range(players)]


def before_the_pass(position: Position, after: list[int], chance: random.Random) -> tuple[list[int], list[int]]:
    """Return dealt hands and passes that lead to the hands after the pass; the viewer's own two passes are kept."""
    me, players, offset = position.seat, position.rules.players, position.pass_offset
    passes = []
    for giver in range(players):
        drawn = chance.sample(cards_in(after[(giver + offset) % players]), position.rules.pass_count)
        passes.append(sum(1 << card for card in drawn))
    passes[me], passes[(me - offset) % players] = position.field("passed"), position.field("received")
    dealt = [after[seat] & ~passes[(seat - offset) % players] | passes[seat] for seat in range(players)]
    return dealt, passes


def same_history_other_hands(position: Position, chance: random.Random) -> Position | None:
    """Return another deal of which the seat to act has seen the same, or None if a play would have been illegal."""
    after = redeal(position, chance)
    dealt, passes = before_the_pass(position, after, chance) if position.pass_offset else (after, [])
    plays = position.answers[len(passes) :]
    other = Position(position.rules, dealt, position.pass_offset)
    return other if all(other.answer(answer) for answer in [*passes, *plays]) else None


@pytest.mark.parametrize("players", range(3, 8))
def test_view_does_not_depend_on_unseen_cards(players: int) -> None:
    """Two deals that differ only in what a seat has not seen give it views that are equal byte by byte."""
    chance = random.Random(players)
    compared = 0
    for _ in range(150):
        rules = Rules(players=players, queen_breaks_hearts=chance.random() < 0.5, first_trick_points="allow")
        position = random_position(rules, chance, in_play=True)
        other = same_history_other_hands(position, chance)
        if other is None or other.hands == position.hands:
            continue
        compared += 1
        assert other.seat == position.seat
        assert other.views.tobytes() == position.views.tobytes()
    assert compared > 75


@pytest.mark.parametrize("players", range(3, 8))
def test_view_of_the_pass_shows_the_own_hand_only(players: int) -> None:
    """Who passes sees the same whatever the others were dealt or have put aside."""
    chance = random.Random(players)
    rules = Rules(players=players)
    for _ in range(50):
        seat, offset = chance.randrange(players), chance.randrange(1, players)
        hands = random_hands(rules, chance)
        others = random_hands(rules, chance)
        others = _with_hand(others, seat, hands[seat])
        views = []
        for each in (hands, others):
            position = Position(rules, each, offset)
            for _ in range(seat):
                position.go_on(chance)
            assert position.seat == seat
            views.append(position.views.tobytes())
        assert views[0] == views[1]


def _with_hand(hands: list[int], seat: int, hand: int) -> list[int]:
    """Return a deal in which a seat holds `hand`; the others share out the rest."""
    rest = [card for each in hands for card in cards_in(each) if not hand >> card & 1]
    size = hand.bit_count()
    shares = [sum(1 << card for card in rest[at : at + size]) for at in range(0, len(rest), size)]
    return [*shares[:seat], hand, *shares[seat:]]


@pytest.mark.parametrize("players", range(3, 8))
def test_view_does_not_depend_on_earlier_deals(players: int) -> None:
    """A record that served for another deal before shows the same as a fresh one: results cannot depend on chunks."""
    chance = random.Random(players)
    rules = Rules(players=players)
    for _ in range(30):
        used = random_position(Rules(players=players), chance)
        hands, offset = random_hands(rules, chance), chance.randrange(players)
        fresh = Position(rules, hands, offset)
        again = Position(rules, hands, offset, (used.tables, used.views))
        for _ in range(chance.randrange(fresh.decisions)):
            state = chance.getstate()
            fresh.go_on(chance)
            chance.setstate(state)
            again.go_on(chance)
        differing = [name for name in FIELDS if fresh.views[name].tobytes() != again.views[name].tobytes()]
        assert differing == []


def test_python_view_is_read_only() -> None:
    """A Python strategy's view is a copy whose fields cannot be set, and whose lists lead nowhere."""
    position = random_position(Rules(), random.Random(1), in_play=True)
    before = position.views.tobytes()
    view = View(Views(position.views), 0)
    for name in FIELDS:
        with pytest.raises(AttributeError):
            setattr(view, name, 0)
    with pytest.raises(AttributeError, match="no field 'hands'"):
        _ = view.hands
    view.plays.clear()
    view.points.reverse()
    assert position.views.tobytes() == before
