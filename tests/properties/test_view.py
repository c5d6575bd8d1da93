"""The view holds nothing that its seat has not seen: re-deal the unseen cards, and it stays the same to the byte."""

import random

import pytest

from hearts_bench import Rules
from hearts_bench.cards import Card, cards_in
from hearts_bench.view import FIELDS, View, Views

from .positions import Game, Position, as_list, deck_of, random_deal, random_position, share_out

# One deck, with cards left out, set aside or taken by somebody; two decks, likewise.
DEALT: dict[str, Rules] = {
    **{f"{players} players": Rules(players=players) for players in range(3, 8)},
    **{f"{players} players, kitty aside": Rules(players=players, removed_cards=()) for players in (3, 6)},
    **{f"{players} players, kitty": Rules(players=players, kitty_to="first_trick") for players in (3, 5, 7)},
    **{f"{players} players, two decks": Rules(players=players, decks=2, kitty_to="first_heart") for players in (6, 9)},
}


def redeal(position: Position, chance: random.Random) -> list[list[Card]]:
    """Return hands after the pass, and the kitty, in which unseen cards are swapped as far as the viewer can tell.

    Nobody is given a suit that it has shown to be void in, and the cards that the viewer passed stay where they are.
    """
    me, players = position.seat, position.rules.players
    places = [position.held(seat) for seat in range(players)] + [position.kitty]
    movable = [list(cards) for cards in places]
    if position.pass_offset:
        for card in cards_in(
            position.field("passed") & ~position.field("played")[(me + position.pass_offset) % players]
        ):
            movable[(me + position.pass_offset) % players].remove(card)
    voids = [*position.field("voids")[:players], 0]
    others = [place for place in range(players + 1) if place != me]
    if position.field("kitty_taker") == me:
        others.remove(players)
    for _ in range(300):
        one, other = chance.sample(others, 2)
        if movable[one] and movable[other]:
            card, back = chance.choice(movable[one]), chance.choice(movable[other])
            if not (voids[other] >> card // 13 & 1 or voids[one] >> back // 13 & 1):
                for cards in (places, movable):
                    _swap(cards[one], card, back)
                    _swap(cards[other], back, card)
    return [places[seat] + position.pair("played", seat) for seat in range(players)] + [places[players]]


def _swap(cards: list[Card], old: Card, new: Card) -> None:
    cards.remove(old)
    cards.append(new)


def before_the_pass(
    position: Position, after: list[list[Card]], chance: random.Random
) -> tuple[list[list[Card]], list[int]]:
    """Return dealt hands and passes that lead to the hands after the pass; the viewer's own two passes are kept."""
    me, players, offset = position.seat, position.rules.players, position.pass_offset
    passes = []
    for giver in range(players):
        drawn = chance.sample(sorted(set(after[(giver + offset) % players])), position.rules.pass_count)
        passes.append(sum(1 << card for card in drawn))
    passes[me], passes[(me - offset) % players] = position.field("passed"), position.field("received")
    dealt = [list(hand) for hand in after]
    for giver, cards in enumerate(passes):
        for card in cards_in(cards):
            dealt[(giver + offset) % players].remove(card)
            dealt[giver].append(card)
    return dealt, passes


def same_history_other_hands(position: Position, chance: random.Random) -> Position | None:
    """Return another deal of which the seat to act has seen the same, or None if a play would have been illegal."""
    *after, kitty = redeal(position, chance)
    dealt, passes = before_the_pass(position, after, chance) if position.pass_offset else (after, [])
    plays = position.answers[len(passes) :]
    other = Position(
        position.rules,
        dealt,
        position.pass_offset,
        kitty=kitty,
        dealer=position.field("dealer"),
        totals=position.field("totals")[: position.rules.players],
    )
    return other if all(other.answer(answer) for answer in [*passes, *plays]) else None


@pytest.mark.parametrize("name", DEALT)
def test_view_does_not_depend_on_unseen_cards(name: str) -> None:
    """Two deals that differ only in what a seat has not seen, the kitty included, give it views equal byte by byte."""
    chance = random.Random(name)
    compared = kitties = 0
    for _ in range(100):
        changed = DEALT[name].model_dump(exclude_unset=True) | {"queen_breaks_hearts": chance.random() < 0.5}
        rules = Rules(**changed, first_trick_points="allow", opening_lead="left_of_dealer")
        position = random_position(rules, chance, in_play=True)
        other = same_history_other_hands(position, chance)
        if other is None or [other.held(seat) for seat in range(rules.players)] == [
            position.held(seat) for seat in range(rules.players)
        ]:
            continue
        compared += 1
        kitties += other.kitty != position.kitty
        assert other.seat == position.seat
        assert other.views.tobytes() == position.views.tobytes()
    assert compared > 40
    assert (kitties > 0) == (DEALT[name].kitty_size > 0)


@pytest.mark.parametrize("name", DEALT)
def test_view_of_the_pass_shows_the_own_hand_only(name: str) -> None:
    """Who passes sees the same whatever the others were dealt or have put aside."""
    chance = random.Random(name)
    rules = DEALT[name]
    for _ in range(30):
        seat, offset = chance.randrange(rules.players), chance.randrange(1, rules.players)
        hands, kitty = random_deal(rules, chance)
        views = []
        for each, left in ((hands, kitty), _with_hand(rules, seat, hands[seat], chance)):
            position = Position(rules, list(each), offset, kitty=left)
            for _ in range(seat):
                position.go_on(chance)
            assert position.seat == seat
            views.append(position.views.tobytes())
        assert views[0] == views[1]


def _with_hand(rules: Rules, seat: int, hand: list[Card], chance: random.Random) -> tuple[list[list[Card]], list[Card]]:
    """Return a deal in which a seat holds `hand`; the others, and the kitty, share out the rest."""
    rest = deck_of(rules)
    for card in hand:
        rest.remove(card)
    chance.shuffle(rest)
    size = rules.hand_size
    rest[seat * size : seat * size] = hand
    return share_out(rules, rest)


@pytest.mark.parametrize("name", DEALT)
def test_view_does_not_depend_on_earlier_deals(name: str) -> None:
    """A record that served for another deal before shows the same as a fresh one: results cannot depend on chunks."""
    chance = random.Random(name)
    rules = DEALT[name]
    for _ in range(20):
        used = random_position(rules, chance)
        (hands, kitty), offset = random_deal(rules, chance), chance.randrange(rules.players)
        fresh = Position(rules, list(hands), offset, kitty=kitty)
        again = Position(rules, list(hands), offset, (used.tables, used.views), kitty=kitty)
        for _ in range(chance.randrange(fresh.decisions)):
            state = chance.getstate()
            fresh.go_on(chance)
            chance.setstate(state)
            again.go_on(chance)
        differing = [name for name in FIELDS if fresh.views[name].tobytes() != again.views[name].tobytes()]
        assert differing == []


@pytest.mark.parametrize("name", ["4 players", "3 players, kitty", "6 players, two decks"])
def test_view_in_a_game_does_not_depend_on_earlier_cards(name: str) -> None:
    """In a later deal of a game a seat sees of the earlier ones nothing but the totals."""
    chance = random.Random(name)
    rules = DEALT[name]
    for board in range(4):
        game = Game(rules, board)
        for _ in range(chance.randrange(2 * game.decisions)):
            if not game.is_over:
                game.go_on(chance)
        if game.is_over:
            continue
        hands = [as_list(game.hidden("dealt")[seat], game.hidden("dealt_twice")[seat]) for seat in range(rules.players)]
        alone = Position(
            rules,
            list(hands),
            game.pass_offset,
            kitty=game.kitty,
            dealer=game.field("dealer"),
            totals=game.field("totals")[: rules.players],
        )
        for answer in game.answers:
            assert alone.answer(answer)
        alone.views["deal_number"] = game.views["deal_number"]
        alone.views["stream"] = game.views["stream"]
        assert [each for each in FIELDS if alone.views[each].tobytes() != game.views[each].tobytes()] == []


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


def test_a_view_gives_a_record_to_play_on_from() -> None:
    """With its fields as attributes, as compiled strategies have them, and changing it changes no table."""
    position = random_position(DEALT["4 players"], random.Random(5))
    view = View(Views(position.views), 0)
    record = view.record()
    assert (record.hand, record.seat, record.rules.players) == (view.hand, view.seat, 4)
    record.hand = 0
    assert view.hand != 0
