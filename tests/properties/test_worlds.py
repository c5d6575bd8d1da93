"""Sampled worlds agree with everything that the seat has seen, and every possible world comes up."""

import itertools
import random
from collections import Counter
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest
from numba import types
from scipy import stats

from hearts_bench import Rules
from hearts_bench._jit import entry
from hearts_bench.cards import FULL_DECK, card_set, cards_in, text
from hearts_bench.rng import decision_stream
from hearts_bench.rules import MAX_SEATS
from hearts_bench.view import VIEW
from hearts_bench.worlds import sample_world

from .positions import Position, random_hands, random_position

Worlds = npt.NDArray[np.int64]
# A p-value this small would be odd; streams are fixed, so the test does not flicker.
ODD = 1e-4


@entry(types.void(types.Array(numba.from_dtype(VIEW), 1, "C"), types.int64, types.int64[:, ::1]))
def sample_worlds(views: Any, stream: int, worlds: Any) -> None:
    """Sample a world into every row of `worlds`."""
    room = np.zeros(MAX_SEATS, np.int64)
    for at in range(len(worlds)):
        sample_world(views[0], decision_stream(stream, at), worlds[at], room)


def worlds_of(position: Position, number: int, stream: int) -> list[list[set[str]]]:
    """Return sampled worlds: for every seat its cards as texts, none for the seat that samples."""
    worlds = np.zeros((number, MAX_SEATS), np.int64)
    sample_worlds(position.views, stream, worlds)
    players = position.rules.players
    worlds[:, position.seat] = 0
    return [[{text(card) for card in cards_in(int(hand))} for hand in world[:players]] for world in worlds]


def texts(cards: int) -> set[str]:
    """Return a card set as a set of texts."""
    return {text(card) for card in cards_in(cards)}


def check_world(position: Position, world: list[set[str]]) -> None:
    """Compare a world with what the seat to act knows."""
    me, players = position.seat, position.rules.players
    others = [seat for seat in range(players) if seat != me]
    unseen = texts(position.rules.deck) - texts(position.field("seen")) - texts(position.field("hand"))
    assert sorted(itertools.chain(*world)) == sorted(unseen)
    for seat in others:
        assert len(world[seat]) == position.hands[seat].bit_count()
        void = {suit for at, suit in enumerate("CDSH") if position.field("voids")[seat] >> at & 1}
        assert not {card for card in world[seat] if card[1] in void}
    if position.pass_offset:
        pinned = texts(position.field("passed")) - texts(position.field("seen"))
        assert pinned <= world[(me + position.pass_offset) % players]


@pytest.mark.parametrize("players", range(3, 8))
def test_worlds_agree_with_the_view(players: int) -> None:
    """Worlds share out exactly the unseen cards, by hand sizes, with shown voids and passed cards respected."""
    chance = random.Random(players)
    for number in range(150):
        position = random_position(Rules(players=players), chance, in_play=True)
        for world in worlds_of(position, 4, number):
            check_world(position, world)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 8))
def test_worlds_agree_with_the_view_at_length(players: int) -> None:
    """The same at 3,000 positions for each number of players."""
    chance = random.Random(100 + players)
    for number in range(3000):
        position = random_position(Rules(players=players), chance, in_play=True)
        for world in worlds_of(position, 3, number):
            check_world(position, world)


def possible_worlds(position: Position) -> set[tuple[frozenset[str], ...]]:
    """Enumerate all worlds that agree with the view, by trying every seat for every unseen card."""
    me, players = position.seat, position.rules.players
    others = [seat for seat in range(players) if seat != me]
    unseen = sorted(texts(position.rules.deck) - texts(position.field("seen")) - texts(position.field("hand")))
    found = set()
    for seats in itertools.product(others, repeat=len(unseen)):
        world = [
            {card for card, holder in zip(unseen, seats, strict=True) if holder == seat} for seat in range(players)
        ]
        try:
            check_world(position, world)
        except AssertionError:
            continue
        found.add(tuple(frozenset(hand) for hand in world))
    return found


def endgames(number: int, unseen: int, seed: int) -> list[Position]:
    """Return late positions with that many unseen cards or fewer, and at least one."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        position = random_position(Rules(), chance, in_play=True)
        hidden = sum(hand.bit_count() for seat, hand in enumerate(position.hands) if seat != position.seat)
        if 0 < hidden <= unseen:
            found.append(position)
    return found


def test_every_possible_world_comes_up() -> None:
    """In endgames every world that agrees with the view is sampled, and no other."""
    for number, position in enumerate(endgames(25, 6, seed=1)):
        possible = possible_worlds(position)
        sampled = Counter(tuple(map(frozenset, world)) for world in worlds_of(position, 40 * len(possible), number))
        assert set(sampled) == possible


# Decks so small that all worlds can be listed: two cards for each of four seats, three for each of three.
TINY = {
    "four seats": Rules(
        players=4, pass_count=1, removed_cards=tuple(texts(FULL_DECK & ~card_set("2C 3D 4D 5S QS 2H 3H 4H")))
    ),
    "three seats": Rules(
        players=3, pass_count=1, removed_cards=tuple(texts(FULL_DECK & ~card_set("2C 9C 3D 4D 5S QS 2H 3H 4H")))
    ),
}


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("pass_offset", [0, 1, 2])
def test_worlds_without_voids_are_even(name: str, pass_offset: int) -> None:
    """Where no void has shown, all worlds come about equally often, passed cards staying where they went."""
    rules, chance = TINY[name], random.Random(name)
    position = Position(rules, random_hands(rules, chance), pass_offset)
    while position.is_passing:
        position.go_on(chance)
    possible = possible_worlds(position)
    sampled = Counter(tuple(map(frozenset, world)) for world in worlds_of(position, 60 * len(possible), stream=1))
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
