"""Search by sampling: the card, or the cards to pass, after which things go best on average."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from hearts_bench import Strategy, StrategyRef, View, register, routine
from hearts_bench.cards import DECK_SIZE, count, lowest
from hearts_bench.engine import advance
from hearts_bench.rng import draw
from hearts_bench.rules import MAX_SEATS
from hearts_bench.solver import solve_table
from hearts_bench.table import new_tables, play_card
from hearts_bench.view import copy_view, new_views
from hearts_bench.worlds import prepare_worlds, seed_streams, table_for_view
from hearts_bench_strategies.arms import MOST_ARMS, NOTES, fill_options
from hearts_bench_strategies.inference import LIKELIHOODS, draw_types, draw_world, is_doubtful, remember_plays
from hearts_bench_strategies.pass_search import explain_pass, find_pass
from hearts_bench_strategies.search import (
    BYSTANDER,
    PLAYOUT,
    STRANGER,
    distinct,
    fill_entries,
    fill_entry,
    keep_better_half,
    let_shoot,
    rounds_of_halving,
    threatens_moon,
    worth,
)
from hearts_bench_strategies.shooting import moon_is_possible

_LAST_TRICKS, _LAST_CARDS = 4, 18  # a world with no more cards is solved in a fifth of a millisecond


@routine
def list_plays(view: View, moon_arms: bool, cards: Any, shoots: Any) -> int:
    """Fill in the arms: the card of each, and whether it is followed by going for all the points; return how many."""
    arms = 0
    for shoot in range(2 if moon_arms and moon_is_possible(view) else 1):
        rest = distinct(view, view.legal)
        while rest != 0:
            cards[arms] = lowest(rest)
            shoots[arms] = shoot
            rest &= rest - 1
            arms += 1
    return arms


@routine
def search_plays(self: Any, view: View, order: Any, cards: Any, shoots: Any, results: Any) -> None:
    """Try the arms in sampled worlds, the worse half less often, and sort their numbers in `order`, best first.

    `results` gets a row of NOTES for each.
    """
    entries = np.zeros((4, 5), np.int64)
    fill_entries(entries, self.playout, self.shooter)
    fill_entry(entries[STRANGER], self.stranger)
    fill_entry(entries[BYSTANDER], self.bystander)
    usual = BYSTANDER if threatens_moon(view) else PLAYOUT
    tables, views = new_tables(3), new_views(2)
    world, trial, kept = tables[0], tables[1], tables[2]
    public, seen = views[0], views[1]
    worlds, logs = prepare_worlds(view), np.zeros((*LIKELIHOODS, MAX_SEATS), np.float64)
    scores = np.zeros((DECK_SIZE, MAX_SEATS), np.int64)
    copy_view(views, 0, view)
    past = remember_plays(view, self, kept)
    table_for_view(world, view)
    arms, sums = len(order), results[:, 1]
    rounds, left, drawn = rounds_of_halving(arms), arms, 0
    for _ in range(rounds):
        for _ in range(max(1, self.worlds * arms // (rounds * left))):
            draw_world(view, self, drawn, worlds, world, kept, past, logs)
            seed_streams(world, view, draw(view.stream, drawn), self.playout.name)
            draw_types(view, self, drawn, world, logs, usual, STRANGER)
            let_shoot(view, self, drawn, world)
            is_solved = is_doubtful(self, drawn) and is_endgame(view)
            if is_solved:
                solve_table(world, public, scores)
            drawn += 1
            for at in range(left):
                arm = order[at]
                tables[1] = world
                if is_solved:
                    set_scores(trial, view, scores[cards[arm]])
                    results[arm, 4] += 1
                else:
                    views[1] = public
                    trial.strategies[view.seat] = shoots[arm]
                    play_card(trial, seen, cards[arm])
                    advance(trial, seen, entries)
                    results[arm, 3] += 1 if trial.moon_seat == view.seat else 0
                results[arm, 0] += 1
                results[arm, 1] += worth(trial, view, view.seat, self.win)
                results[arm, 2] += trial.scores[view.seat]
        left = keep_better_half(order, sums, left)


@routine
def is_endgame(view: View) -> bool:
    """Tell whether so few cards are left that a world is soon solved."""
    return view.rules.decks == 1 and count(view.hand) <= _LAST_TRICKS and view.players * count(view.hand) <= _LAST_CARDS


@routine
def set_scores(table: Any, view: View, scores: Any) -> None:
    """Let a deal have ended with such scores."""
    for seat in range(view.players):
        table.scores[seat] = scores[seat]


@register("monte-carlo", compiled=True)
class MonteCarlo(Strategy):
    """Tries every distinct card in sampled worlds, plays each deal out, and keeps the card with the best mean payoff.

    Perfect-information Monte Carlo, as Ginsberg used it for bridge (GIB, 2001): the hidden cards are dealt anew, in
    agreement with all that is known and, by `inference`, the rather the better they explain how the others have played;
    from there the strategy `playout` plays all seats. By its plays another seat may be a stranger, which one in 1 /
    `strangers` is at first: then its plays tell nothing, and `stranger` plays it. While another seat alone has points,
    `bystander` plays for the others, who do not stop its moon: nobody is counted on to do that; and in every
    `threat`-th world that seat goes for it. Every `doubt`-th world is drawn without such beliefs and, in the last four
    tricks, solved for best play by everybody.

    With `moon_arms` each card is also tried as the beginning of a moon, played by `shooter`. The budget is `worlds` for
    every card, shared out by sequential halving: half as many cards, twice as many worlds. With `pass_search` it passes
    by the same search, with whole deals, and otherwise as `playout` does. Where a deal may end a game, winning it
    counts `win` points.
    """

    worlds: Annotated[int, Field(ge=1)] = 50
    playout: StrategyRef = StrategyRef("opportunist")
    shooter: StrategyRef = StrategyRef("hearts_bench_strategies.shooter:Shooter")
    moon_arms: bool = True
    pass_search: bool = True
    inference: Annotated[float, Field(ge=0)] = 3.0
    stranger: StrategyRef = StrategyRef("random")
    strangers: Annotated[float, Field(ge=0, lt=1)] = 0.1
    bystander: StrategyRef = StrategyRef("opportunist:alarm=26")
    threat: Annotated[int, Field(ge=0)] = 2
    doubt: Annotated[int, Field(ge=0)] = 3
    win: float = 50.0

    def choose_pass(self, view: View) -> int:
        """Return the pass with the highest mean payoff over whole deals."""
        return find_pass(self, view)

    def play(self, view: View) -> int:
        """Return the card with the highest mean payoff over the sampled worlds; of equals the lowest."""
        cards, shoots = np.zeros(MOST_ARMS, np.int64), np.zeros(MOST_ARMS, np.int64)
        arms = list_plays(view, self.moon_arms, cards, shoots)
        if arms == 1 or count(view.legal) == 1:
            return cards[0]
        results = np.zeros((MOST_ARMS, NOTES), np.float64)
        order = np.arange(arms)
        search_plays(self, view, order, cards, shoots, results)
        return cards[order[0]]

    def explain(self, view: View, options: Any) -> int:
        """Fill in every card or pass that it tries: how many playouts it got, and what they were worth."""
        if view.leader < 0:
            return explain_pass(self, view, options)
        cards, shoots = np.zeros(MOST_ARMS, np.int64), np.zeros(MOST_ARMS, np.int64)
        results = np.zeros((MOST_ARMS, NOTES), np.float64)
        order = np.arange(list_plays(view, self.moon_arms, cards, shoots))
        if count(view.legal) > 1:
            search_plays(self, view, order, cards, shoots, results)
        return fill_options(options, order, cards, shoots, results)
