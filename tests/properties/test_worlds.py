"""Sampled worlds agree with everything that the seat has seen, and every possible world comes up."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import pytest
from numba import types
from scipy import stats

from hearts_bench import Rules, registry
from hearts_bench._jit import entry
from hearts_bench.cards import FULL_DECK, Card, card_set, cards_in, text
from hearts_bench.engine import TABLES, VIEWS, advance
from hearts_bench.presets import PRESETS, changed_rules
from hearts_bench.rng import decision_stream
from hearts_bench.table import SCORED, new_tables
from hearts_bench.view import new_views
from hearts_bench.worlds import prepare_worlds, sample_world, seed_streams, table_for_view

from .positions import Position, as_list, deck_of, random_deal, random_position

# A p-value this small would be odd; streams are fixed, so the test does not flicker.
ODD = 1e-4
# A world: what lies at every seat, nothing for the seat that samples, and last the kitty; in order.
World: TypeAlias = tuple[tuple[str, ...], ...]


@entry(types.void(VIEWS, types.int64, TABLES))
def sample_worlds(views: Any, stream: int, tables: Any) -> None:
    """Sample a world on every table."""
    worlds = prepare_worlds(views[0])
    for at in range(len(tables)):
        sample_world(views[0], decision_stream(stream, at), tables[at], worlds)


def worlds_of(position: Position, number: int, stream: int) -> list[World]:
    """Return sampled worlds."""
    tables = new_tables(number)
    sample_worlds(position.views, stream, tables)
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
        void = {suit for at, suit in enumerate("CDSH") if field("voids")[seat] >> at & 1}
        assert not {card for card in hands[seat] if card[1] in void}
    if position.pass_offset:
        holder = (me + position.pass_offset) % players
        assert set(texts(cards_in(field("passed") & ~field("played")[holder]))) <= set(hands[holder])


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
    check_worlds(name, 40, seed=1)


def test_twin_of_a_passed_card_may_move() -> None:
    """With two decks the other copy of a passed card may lie anywhere, and moves over where room is wanted.

    One position of these needs it: all that its void seats may still hold are twins.
    """
    check_worlds("cancellation 6", 60, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_worlds_agree_with_the_view_at_length(name: str) -> None:
    """The same at 400 positions for each set of rules."""
    check_worlds(name, 400, seed=2)


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


def possible_worlds(position: Position) -> set[World]:
    """Enumerate all worlds that agree with the view, by trying every place for every unseen card."""
    me, players = position.seat, position.rules.players
    places = [seat for seat in range(players) if seat != me]
    known_kitty = position.field("kitty_taker") == me
    if position.rules.kitty_size and not known_kitty:
        places.append(players)
    unseen = unseen_cards(position)
    found = set()
    for at in itertools.product(places, repeat=len(unseen)):
        world = tuple(
            tuple(card for card, place in zip(unseen, at, strict=True) if place == each) for each in range(players + 1)
        )
        if known_kitty:
            world = (*world[:-1], texts(position.kitty))
        try:
            check_world(position, world)
        except AssertionError:
            continue
        found.add(world)
    return found


def endgames(rules: Rules, number: int, unseen: int, seed: int) -> list[Position]:
    """Return late positions with that many unseen cards or fewer, and at least one."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        position = random_position(rules, chance, in_play=True)
        if 0 < len(unseen_cards(position)) <= unseen:
            found.append(position)
    return found


@pytest.mark.parametrize(("name", "unseen"), [("article", 6), ("kitty of 1", 6), ("cancellation 6", 4)])
def test_every_possible_world_comes_up(name: str, unseen: int) -> None:
    """In endgames every world that agrees with the view is sampled, and no other."""
    for number, position in enumerate(endgames(WORLDS[name], 8, unseen, seed=1)):
        possible = possible_worlds(position)
        sampled = Counter(worlds_of(position, 40 * len(possible), number))
        assert set(sampled) == possible


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


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("pass_offset", [0, 1, 2])
def test_worlds_without_voids_are_even(name: str, pass_offset: int) -> None:
    """Where no void has shown, all worlds come about equally often, passed cards staying where they went."""
    rules, chance = TINY[name], random.Random(name)
    hands, kitty = random_deal(rules, chance)
    position = Position(rules, list(hands), pass_offset, kitty=kitty)
    while position.is_passing:
        position.go_on(chance)
    possible = possible_worlds(position)
    sampled = Counter(worlds_of(position, 60 * len(possible), stream=1))
    assert set(sampled) == possible
    assert len(possible) >= 10
    assert stats.chisquare(list(sampled.values())).pvalue > ODD


def test_worlds_are_reproducible() -> None:
    """The same stream gives the same worlds, another one others."""
    position = Position(Rules(), [0x1FFF << 13 * suit for suit in range(4)], 1)
    for suit in range(4):
        position.answer(0b111 << 13 * suit)
    assert worlds_of(position, 20, 1) == worlds_of(position, 20, 1)
    assert worlds_of(position, 20, 1) != worlds_of(position, 20, 2)
