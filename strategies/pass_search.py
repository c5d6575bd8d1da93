"""Passing by search: which passes are worth it, and which of them is best over whole deals."""

from typing import Any

import numpy as np

from hearts_bench import View, routine
from hearts_bench._call import call_strategy
from hearts_bench.cards import CardSet, count, highest, lowest, only
from hearts_bench.engine import advance
from hearts_bench.rng import draw
from hearts_bench.table import PASSING, new_tables, pass_cards, show
from hearts_bench.view import copy_view, new_views, unseen
from hearts_bench.worlds import prepare_worlds, sample_world, seed_streams, table_for_view
from hearts_bench_strategies.arms import MOST_ARMS, NOTES, fill_options
from hearts_bench_strategies.search import fill_entries, keep_better_half, rounds_of_halving, worth
from hearts_bench_strategies.shooting import likely_losers, moon_is_possible, most_beaten
from hearts_bench_strategies.tactics import danger

_MOST_DANGEROUS, _MOST_LOSING = 7, 5  # cards that passes are made of: 35 sets of three, and ten
_FEW_LOSERS = 4


@routine
def list_passes(view: View, moon_arms: bool, passes: Any, shoots: Any) -> int:
    """Add passes to the one that stands in `passes` already, mark those that shall lead to a moon, and return how many.

    Every choice from the most dangerous cards; every choice from the worst losers of a moon, and where few losers are
    left after it, the same with a moon in mind.
    """
    arms = add_choices(view, dangerous(view), 0, passes, shoots, 1)
    if not moon_arms or not moon_is_possible(view):
        return arms
    arms = add_choices(view, losing(view), 0, passes, shoots, arms)
    for arm in range(arms):
        if (
            arms < MOST_ARMS
            and count(likely_losers(view.hand & ~passes[arm], unseen(view), view.players)) <= _FEW_LOSERS
        ):
            passes[arms] = passes[arm]
            shoots[arms] = 1
            arms += 1
    return arms


@routine
def add_choices(view: View, cards: CardSet, shoot: int, passes: Any, shoots: Any, arms: int) -> int:
    """Add every choice of as many of the cards as are passed that is not there yet; return how many there are."""
    size = count(cards)
    for choice in range(1 << size):
        if count(choice) != view.pass_count or arms == MOST_ARMS:
            continue
        chosen, rest = 0, cards
        for at in range(size):
            chosen |= only(lowest(rest)) if (choice >> at) & 1 != 0 else 0
            rest &= rest - 1
        is_new = True
        for arm in range(arms):
            is_new = is_new and passes[arm] != chosen
        if is_new:
            passes[arms] = chosen
            shoots[arms] = shoot
            arms += 1
    return arms


@routine
def dangerous(view: View) -> CardSet:
    """Return the cards that one would most like to be rid of, some more than are passed."""
    chosen = 0
    for _ in range(min(count(view.hand), view.pass_count + _MOST_DANGEROUS - 3)):
        worst, most, rest = 0, -2, view.hand & ~chosen
        while rest != 0:
            card = highest(rest)
            rest &= ~only(card)
            if danger(view, card) > most:
                worst, most = card, danger(view, card)
        chosen |= only(worst)
    return chosen


@routine
def losing(view: View) -> CardSet:
    """Return the cards that most unseen cards beat, some more than are passed."""
    chosen = 0
    for _ in range(min(count(view.hand), view.pass_count + _MOST_LOSING - 3)):
        chosen |= only(most_beaten(view.hand & ~chosen, unseen(view)))
    return chosen


@routine
def search_passes(self: Any, view: View, passes: Any, shoots: Any, results: Any) -> Any:
    """Play whole deals out after each pass, in sampled worlds in which the others pass as the playout strategy does.

    Fills in the passes, the playout strategy's first; which shall lead to a moon; and a row of NOTES for each. Returns
    their numbers, best first.
    """
    passes[0] = call_strategy(self.playout.choose_pass, self.playout.parameters, view)
    order = np.arange(list_passes(view, self.moon_arms, passes, shoots))
    entries = np.zeros((2, 5), np.int64)
    fill_entries(entries, self.playout, self.shooter)
    tables, views = new_tables(2), new_views(2)
    world, trial, public, seen = tables[0], tables[1], views[0], views[1]
    worlds = prepare_worlds(view)
    copy_view(views, 0, view)
    table_for_view(world, view)
    world.phase = PASSING
    arms, sums = len(order), results[:, 1]
    rounds, left, drawn = rounds_of_halving(arms), arms, 0
    for _ in range(rounds):
        for _ in range(max(1, self.worlds * arms // (rounds * left))):
            stream = draw(view.stream, drawn)
            drawn += 1
            sample_world(view, stream, world, worlds)
            seed_streams(world, view, stream, self.playout.name)
            for seat in range(view.players):
                if seat != view.seat:
                    world.to_act = seat
                    show(world, public)
                    world.passed[seat] = call_strategy(self.playout.choose_pass, self.playout.parameters, public)
            for at in range(left):
                arm = order[at]
                tables[1] = world
                views[1] = public
                trial.passed[view.seat] = passes[arm]
                trial.strategies[view.seat] = shoots[arm]
                trial.to_act = view.players - 1
                pass_cards(trial, seen, trial.passed[view.players - 1])
                advance(trial, seen, entries)
                results[arm, 0] += 1
                results[arm, 1] += worth(trial, view, view.seat, self.win)
                results[arm, 2] += trial.scores[view.seat]
                results[arm, 3] += 1 if trial.moon_seat == view.seat else 0
        left = keep_better_half(order, sums, left)
    return order


@routine
def find_pass(self: Any, view: View) -> CardSet:
    """Return the pass that is best over whole deals, for a searching strategy with the parameters of `monte-carlo`."""
    if not self.pass_search:
        return call_strategy(self.playout.choose_pass, self.playout.parameters, view)
    passes, shoots = np.zeros(MOST_ARMS, np.int64), np.zeros(MOST_ARMS, np.int64)
    results = np.zeros((MOST_ARMS, NOTES), np.float64)
    return passes[search_passes(self, view, passes, shoots, results)[0]]


@routine
def explain_pass(self: Any, view: View, options: Any) -> int:
    """Fill in the passes that `find_pass` tries, what it returns first; none where it passes as `playout` does."""
    if not self.pass_search:
        return 0
    passes, shoots = np.zeros(MOST_ARMS, np.int64), np.zeros(MOST_ARMS, np.int64)
    results = np.zeros((MOST_ARMS, NOTES), np.float64)
    order = search_passes(self, view, passes, shoots, results)
    return fill_options(options, order, passes, shoots, results)
