"""Sampled worlds agree with everything that the seat has seen, and each of them comes equally often."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import pytest
from numba import types
from reference import ReferenceDeal
from scipy import stats

from hearts_bench import Rules, registry
from hearts_bench._jit import INTERPRETED, entry
from hearts_bench.cards import FULL_DECK, Card, card_set, cards_in, text
from hearts_bench.engine import TABLES, VIEWS, advance
from hearts_bench.presets import PRESETS, changed_rules
from hearts_bench.rng import decision_stream
from hearts_bench.table import SCORED, new_tables
from hearts_bench.view import new_views
from hearts_bench.worlds import (
    number_of_worlds,
    prepare_worlds,
    sample_world,
    seed_streams,
    table_for_view,
)

from .positions import Position, Records, as_list, deck_of, random_deal, random_position

# A p-value this small would be odd; streams are fixed, so the test does not flicker.
ODD = 1e-4
# A world: what lies at every seat, nothing for the seat that samples, and last the kitty; in order.
World: TypeAlias = tuple[tuple[str, ...], ...]


def slow(*names: str) -> list[Any]:
    """Return parameters whose tests are slow ones."""
    return [pytest.param(name, marks=pytest.mark.slow) for name in names]


@entry(types.void(VIEWS, types.int64, TABLES))
def sample_worlds(views: Any, stream: int, tables: Any) -> None:
    """Sample a world on every table."""
    worlds = prepare_worlds(views[0])
    for at in range(len(tables)):
        sample_world(views[0], decision_stream(stream, at), tables[at], worlds)


@entry(types.float64(VIEWS))
def count_worlds(views: Any) -> float:
    """Return how many worlds agree with a view."""
    return number_of_worlds(prepare_worlds(views[0]))


@entry(types.int64(VIEWS))
def count_rows(views: Any) -> int:
    """Return how many rows the table of worlds has; from the fifth on they are counted in another way."""
    rows: int = prepare_worlds(views[0]).plans[0].rows
    return rows


def worlds_of(position: Position, number: int, stream: int) -> list[World]:
    """Return sampled worlds."""
    tables = new_tables(number)
    sample_worlds(position.views, stream, tables)
    return worlds_on(position, tables)


def worlds_on(position: Position, tables: Records) -> list[World]:
    """Return the worlds on some tables."""
    seats = [seat for seat in range(position.rules.players) if seat != position.seat]
    worlds = []
    for table in tables:
        world: list[tuple[str, ...]] = [()] * position.rules.players
        for seat in seats:
            world[seat] = texts(as_list(table["hands"][seat], table["hands_twice"][seat]))
        worlds.append((*world, texts(as_list(table["kitty"], table["kitty_twice"]))))
    return worlds


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return cards as texts, in order."""
    return tuple(sorted(map(text, cards)))


def unseen_cards(position: Position) -> list[str]:
    """Return the cards that the seat to act has not seen: in the other hands or, if it has not taken it, the kitty."""
    field = position.field
    unseen = deck_of(position.rules)
    known = as_list(field("seen"), field("seen_twice")) + as_list(field("hand"), field("hand_twice"))
    if field("kitty_taker") == position.seat:
        known += position.kitty
    for card in known:
        unseen.remove(card)
    return list(texts(unseen))


def check_world(position: Position, world: World) -> None:
    """Compare a world with what the seat to act knows."""
    me, players, field = position.seat, position.rules.players, position.field
    *hands, kitty = world
    if field("kitty_taker") == me:
        assert kitty == texts(position.kitty)
        assert sorted(itertools.chain(*hands)) == unseen_cards(position)
    else:
        assert len(kitty) == position.rules.kitty_size
        assert sorted(itertools.chain(*world)) == unseen_cards(position)
    for seat in range(players):
        assert len(hands[seat]) == (0 if seat == me else len(position.held(seat)))
    if position.pass_offset:
        holder = (me + position.pass_offset) % players
        assert set(texts(cards_in(field("passed") & ~field("played")[holder]))) <= set(hands[holder])
    assert could_be_played(position, world)


def could_be_played(position: Position, world: World) -> bool:
    """Tell whether every card so far would have been legal, and every seat's turn have come, with a world's hands."""
    me, players = position.seat, position.rules.players
    hands = [list(world[seat]) for seat in range(players)]
    hands[me] = list(texts(position.held(me)))
    for seat in range(players):
        hands[seat] += texts(position.pair("played", seat))
    deal = ReferenceDeal(position.rules, hands, 0, kitty=world[-1], dealer=position.field("dealer"))
    for card in position.field("plays")[: position.field("cards_played")]:
        if text(card) not in deal.legal():
            return False
        deal.play(text(card))
    return deal.to_act == me


KITTY = tuple(changed_rules(f"hearts-{players}", (("kitty_to", "first_trick"),)) for players in (3, 5, 6, 7))
WORLDS: dict[str, Rules] = {
    **{name: preset.rules for name, preset in PRESETS.items()},
    **{f"kitty of {rules.kitty_size}": rules for rules in KITTY},
    "hearts-3 without 2C": changed_rules("hearts-3", (("removed_cards", "[]"),)),
    **{f"cancellation {each}": changed_rules("cancellation", (("players", str(each)),)) for each in (6, 7, 10, 11)},
    "cancellation, kitty aside": changed_rules("cancellation", (("players", "7"), ("kitty_to", "nobody"))),
}


def check_worlds(name: str, positions: int, seed: int) -> None:
    """Check worlds at random positions of deals under some rules."""
    chance = random.Random(seed)
    for number in range(positions):
        position = random_position(WORLDS[name], chance, in_play=True)
        for world in worlds_of(position, 4, number):
            check_world(position, world)


@pytest.mark.parametrize("name", WORLDS)
def test_worlds_agree_with_the_view(name: str) -> None:
    """Worlds share out exactly the unseen cards, by sizes, with shown voids, passed cards and a kitty respected."""
    check_worlds(name, 15, seed=1)


def test_twin_of_a_passed_card_may_move() -> None:
    """With two decks the other copy of a passed card may lie anywhere, and moves over where room is wanted.

    One position of these needs it: all that its void seats may still hold are twins.
    """
    check_worlds("cancellation 6", 60, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_worlds_agree_with_the_view_at_length(name: str) -> None:
    """The same at 200 positions for each set of rules."""
    check_worlds(name, 200, seed=2)


@entry(types.void(VIEWS, VIEWS, types.int64[:, ::1], types.int64, TABLES))
def play_worlds(views: Any, ends: Any, entries: Any, stream: int, tables: Any) -> None:
    """Sample a world on every table, and play it to its end."""
    worlds = prepare_worlds(views[0])
    for at in range(len(tables)):
        ends[at] = views[0]
        own = decision_stream(stream, at)
        table_for_view(tables[at], ends[at])
        sample_world(ends[at], own, tables[at], worlds)
        seed_streams(tables[at], ends[at], own, 0)
        advance(tables[at], ends[at], entries)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", WORLDS)
def test_worlds_are_played_out(name: str) -> None:
    """Sampled worlds play to the end like real deals: all points in play are taken, those of a kitty included."""
    chance = random.Random(name)
    entries = np.array([registry.make("random").entry.item()], np.int64)
    rules = WORLDS[name]
    values = rules.row["values"][0]
    for number in range(15):
        position = random_position(rules, chance, in_play=True)
        tables, ends = new_tables(8), new_views(8)
        play_worlds(position.views, ends, entries, number, tables)
        for table, end in zip(tables, ends, strict=True):
            aside = as_list(table["kitty"], table["kitty_twice"]) if end["kitty_taker"] < 0 else []
            in_play = sum(int(values[card]) for card in deck_of(rules)) - sum(int(values[card]) for card in aside)
            assert table["phase"] == SCORED
            assert end["points"][: rules.players].sum() == in_play
            assert (end["points"][: rules.players] >= position.views["points"][0, : rules.players] + rules.bonus).all()


def possible_worlds(position: Position) -> dict[World, int]:
    """List all worlds that agree with the view, with in how many ways copies of two decks make each of them."""
    me, players = position.seat, position.rules.players
    room = [0 if seat == me else len(position.held(seat)) for seat in range(players)]
    is_known = position.field("kitty_taker") == me
    room.append(0 if is_known else position.rules.kitty_size)
    unseen = unseen_cards(position)
    known: tuple[str, ...] = texts(position.kitty) if is_known else ()
    found: set[World] = set()
    places: list[int] = []

    def place_next() -> None:
        if len(places) == len(unseen):
            dealt = tuple(tuple(c for c, at in zip(unseen, places, strict=True) if at == p) for p in range(players + 1))
            found.add((*dealt[:-1], known or dealt[-1]))
            return
        for place in range(players + 1):
            if places.count(place) < room[place]:
                places.append(place)
                place_next()
                places.pop()

    place_next()
    return {world: ways_to_make(position, world) for world in found if is_possible(position, world)}


def is_possible(position: Position, world: World) -> bool:
    """Tell whether a world agrees with the view."""
    try:
        check_world(position, world)
    except AssertionError:
        return False
    return True


def ways_to_make(position: Position, world: World) -> int:
    """Return in how many ways two copies can be put where a world has them: in two if they lie at different places.

    A copy that is known to lie with who was passed it is no free copy any more.
    """
    me, players = position.seat, position.rules.players
    free = [list(cards) for cards in world]
    if position.field("kitty_taker") == me:
        free[-1] = []
    if position.pass_offset:
        holder = (me + position.pass_offset) % players
        for card in texts(cards_in(position.field("passed") & ~position.field("played")[holder])):
            free[holder].remove(card)
    copies = Counter(itertools.chain(*free))
    return 2 ** sum(number == 2 and max(cards.count(card) for cards in free) == 1 for card, number in copies.items())


def endgames(rules: Rules, number: int, unseen: int, seed: int) -> list[Position]:
    """Return late positions with that many unseen cards or fewer, and at least one."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        position = random_position(rules, chance, in_play=True)
        if 0 < len(unseen_cards(position)) <= unseen:
            found.append(position)
    return found


def check_evenness(position: Position, stream: int, least: float) -> int:
    """Compare the number of worlds, and how often each comes, with a list of all; return how many there are."""
    possible = possible_worlds(position)
    total = sum(possible.values())
    assert count_worlds(position.views) == pytest.approx(total, rel=1e-12)
    draws = 25 * total
    sampled = Counter(worlds_of(position, draws, stream))
    assert set(sampled) == set(possible)
    if len(possible) > 1:
        worlds = sorted(possible)
        expected = [draws * possible[world] / total for world in worlds]
        assert stats.chisquare([sampled[world] for world in worlds], expected).pvalue > least
    return len(possible)


# How many cards may be unseen, so that all worlds can be listed.
FEW = {3: 8, 4: 8, 5: 7, 6: 6, 7: 6, 8: 6, 10: 6, 11: 6}


QUICK = {"article", "hearts-3", "kitty of 3", "cancellation 6", "omnibus"}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in WORLDS]
)
def test_every_possible_world_comes_equally_often(name: str) -> None:
    """In endgames exactly the worlds that agree with the view are sampled, each as often as the others."""
    rules = WORLDS[name]
    number, unseen = (2, 4) if INTERPRETED else (8, max(FEW[rules.players], rules.kitty_size + 2))
    positions = endgames(rules, number, unseen, seed=1)
    sizes = [check_evenness(position, at, ODD / number) for at, position in enumerate(positions)]
    assert INTERPRETED or max(sizes) > 1  # so few positions may all have a single world


def all_but(cards: str) -> tuple[str, ...]:
    """Return what to remove so that only these cards are left."""
    return texts(cards_in(FULL_DECK & ~card_set(cards)))


# Decks so small that all worlds can be listed: two cards for each of four seats, three for each of three, and a kitty.
TINY = {
    "four seats": Rules(players=4, pass_count=1, removed_cards=all_but("2C 3D 4D 5S QS 2H 3H 4H")),
    "three seats": Rules(players=3, pass_count=1, removed_cards=all_but("2C 9C 3D 4D 5S QS 2H 3H 4H")),
    "three seats and a kitty": Rules(
        players=3, pass_count=1, removed_cards=all_but("2C 9C 3D 4D 5S 6S QS 2H 3H 4H"), kitty_to="first_trick"
    ),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("pass_offset", [0, 1, 2])
def test_worlds_of_whole_deals_are_even(name: str, pass_offset: int) -> None:
    """The same at the first lead, when no void has shown, passed cards staying where they went."""
    rules, chance = TINY[name], random.Random(name)
    hands, kitty = random_deal(rules, chance)
    position = Position(rules, list(hands), pass_offset, kitty=kitty)
    while position.is_passing:
        position.go_on(chance)
    assert check_evenness(position, 1, ODD) >= 10


def test_worlds_are_reproducible() -> None:
    """The same stream gives the same worlds, another one others."""
    position = Position(Rules(), [0x1FFF << 13 * suit for suit in range(4)], 1)
    for suit in range(4):
        position.answer(0b111 << 13 * suit)
    assert worlds_of(position, 20, 1) == worlds_of(position, 20, 1)
    assert worlds_of(position, 20, 1) != worlds_of(position, 20, 2)


def may_lie(position: Position, card: str, place: int) -> bool:
    """Tell whether a seat could have played as it did with one more card in hand; the kitty may hold any card."""
    players = position.rules.players
    hands = [list(texts(position.pair("played", seat))) for seat in range(players)]
    if place == players:
        return True
    hands[place].append(card)
    deal = ReferenceDeal(position.rules, hands, 0, dealer=position.field("dealer"))
    for each in position.field("plays")[: position.field("cards_played")]:
        if text(each) not in deal.legal():
            return False
        deal.play(text(each))
    return True


def exact_shares(position: Position) -> tuple[int, dict[tuple[str, int], float]]:
    """Count all worlds with whole numbers, card by card; return how many there are, and how many have a card where.

    For one deck, without passed cards. `ways[rooms]` is in how many ways the cards so far can have filled the places.
    """
    players, unseen = position.rules.players, unseen_cards(position)
    room = [0 if seat == position.seat else len(position.held(seat)) for seat in range(players)]
    room.append(0 if position.field("kitty_taker") == position.seat else position.rules.kitty_size)
    allowed = [[place for place in range(players + 1) if room[place] and may_lie(position, c, place)] for c in unseen]

    def add(ways: dict[tuple[int, ...], int], places: list[int]) -> dict[tuple[int, ...], int]:
        after: dict[tuple[int, ...], int] = Counter()
        for rooms, number in ways.items():
            for place in places:
                if rooms[place]:
                    after[(*rooms[:place], rooms[place] - 1, *rooms[place + 1 :])] += number
        return after

    forward = [{tuple(room): 1}]
    for places in allowed:
        forward.append(add(forward[-1], places))
    total = forward[-1][(0,) * (players + 1)]
    shares: dict[tuple[str, int], float] = {}
    for at, card in list(enumerate(unseen))[:: max(1, len(unseen) // 5)]:  # five of the cards are enough
        for place in allowed[at]:
            ways = add(forward[at], [place])
            for places in allowed[at + 1 :]:
                ways = add(ways, places)
            shares[card, place] = ways.get((0,) * (players + 1), 0) / total
    return total, shares


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", ["article", "kitty of 1", *slow("bicycle", "black-maria", "hearts-3", "hearts-5", "tag")]
)
def test_counts_are_exact(name: str) -> None:
    """Large positions with voids have as many worlds as counting with whole numbers says, and cards lie as often where.

    The frequencies of five cards at every place are those of 4000 worlds, within five standard errors.
    """
    chance, done = random.Random(name), 0
    while done < 6:
        position = random_position(WORLDS[name], chance, in_play=True)
        if position.pass_offset or not any(position.field("voids")) or len(unseen_cards(position)) < 10:
            continue
        check_counts(position, done)
        done += 1


def check_counts(position: Position, stream: int) -> None:
    """Compare the number of worlds, and how often cards lie where in 4000 of them, with what whole numbers say."""
    total, shares = exact_shares(position)
    assert count_worlds(position.views) == pytest.approx(total, rel=1e-12)
    draws = 4000
    worlds = worlds_of(position, draws, stream)
    sampled = Counter((card, place) for world in worlds for place, cards in enumerate(world) for card in cards)
    for key, share in shares.items():
        error = (share * (1 - share) / draws) ** 0.5
        assert abs(sampled[key] / draws - share) <= 5 * error + 1e-9, key


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("players", [5, 6])
def test_counts_are_exact_in_large_tables(players: int) -> None:
    """The same where penalty cards of all suits, played to the first trick, make more than four kinds of cards."""
    points = {rank + suit: 1 for suit in "CDS" for rank in "6789TJQKA" if rank + suit != "QS"}
    rules = Rules(players=players, extra_penalties=points, kitty_to="first_trick")
    chance, done = random.Random(players), 0
    while done < 3:
        position = random_position(rules, chance, in_play=True)
        if position.pass_offset or len(unseen_cards(position)) > 16 or count_rows(position.views) <= 4:
            continue
        check_counts(position, done)
        done += 1


def test_a_heart_led_unbroken_shows_nothing_but_hearts() -> None:
    """Who leads a heart before hearts are broken has no other card; so the other suits lie elsewhere."""
    rules = Rules(removed_cards=all_but("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H"), pass_count=1)
    position = Position(rules, [card_set(hand) for hand in ("2C 3D 4D", "3C 2D 5D", "5C 2H 3H", "4C 4H 5H")], 0)
    position.play("2C 3C 5C 4C 2H")
    assert {world[2] for world in worlds_of(position, 50, 1)} == {("3H",)}
    assert count_worlds(position.views) == pytest.approx(6)


def test_the_kitty_has_the_clubs_below_the_lead() -> None:
    """Who must lead the lowest club dealt, and leads the four, tells that two and three were left over."""
    deck = all_but("2C 3C 4C 5C 6C 2D 3D 4D 2S 3S 4H")
    rules = Rules(players=3, pass_count=1, removed_cards=deck, kitty_to="first_heart")
    position = Position(rules, ["4C 2D 2S", "5C 3D 3S", "6C 4D 4H"], 0, kitty="2C 3C")
    position.play("4C")
    assert {world[-1] for world in worlds_of(position, 50, 1)} == {("2C", "3C")}


@pytest.mark.compiled
def test_compiled_or_not_the_worlds_are_the_same() -> None:
    """The plain functions draw the same worlds as the compiled ones."""
    chance = random.Random(3)
    for name in ("article", "kitty of 3", "cancellation"):
        position = random_position(WORLDS[name], chance, in_play=True)
        view, tables = position.views[0], new_tables(3)
        worlds = prepare_worlds(view)
        for at in range(len(tables)):
            sample_world(view, decision_stream(5, at), tables[at], worlds)
        assert worlds_on(position, tables) == worlds_of(position, 3, 5)
