"""Search by sampling: the card after which things go best, on average."""

from typing import Annotated

import numpy as np
from pydantic import Field

from hearts_bench import Strategy, StrategyRef, View, leaf, register
from hearts_bench._call import call_strategy
from hearts_bench.cards import count, highest, lowest
from hearts_bench.engine import CHOOSE_MOON, PARAMETERS, PLAY, advance
from hearts_bench.rng import draw
from hearts_bench.table import new_tables, play_card
from hearts_bench.view import copy_view, new_views
from hearts_bench.worlds import payoff, prepare_worlds, sample_world, seed_streams, table_for_view


@leaf
def best_card(cards: int, values: np.ndarray) -> int:
    """Return the card of a set with the highest value; of equals the lowest."""
    best = lowest(cards)
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if values[card] > values[best]:
            best = card
    return best


@register("monte-carlo", compiled=True)
class MonteCarlo(Strategy):
    """Tries every legal card in sampled worlds, plays each deal out, and keeps the card with the best mean payoff.

    Perfect-information Monte Carlo, as Ginsberg used it for bridge (GIB, 2001): the hidden cards are dealt anew
    `worlds` times in agreement with shown voids, hand sizes and the cards it passed itself; from there the strategy
    `playout` plays all four seats. It passes as `playout` does. The same worlds serve all cards, so that luck cancels.
    """

    worlds: Annotated[int, Field(ge=1)] = 50
    playout: StrategyRef = StrategyRef("article")

    def choose_pass(self, view: View) -> int:
        """Pass what the playout strategy would pass."""
        return call_strategy(self.playout.choose_pass, self.playout.parameters, view)

    def play(self, view: View) -> int:
        """Return the card with the highest mean payoff over the sampled worlds; of equals the lowest."""
        if count(view.legal) == 1:
            return lowest(view.legal)
        entries = np.zeros((1, 5), np.int64)
        entries[0, PLAY] = self.playout.play
        entries[0, PARAMETERS] = self.playout.parameters
        entries[0, CHOOSE_MOON] = self.playout.choose_moon
        tables, views = new_tables(2), new_views(2)
        world, public, trial, seen = tables[0], views[0], tables[1], views[1]
        hidden = prepare_worlds(view)
        values = np.zeros(highest(view.legal) + 1, np.float64)
        copy_view(views, 0, view)
        table_for_view(world, view)
        for index in range(self.worlds):
            stream = draw(view.stream, index)
            sample_world(view, stream, world, hidden)
            seed_streams(world, view, stream, self.playout.name)
            rest = view.legal
            while rest != 0:
                card = lowest(rest)
                rest &= rest - 1
                tables[1] = world
                views[1] = public
                play_card(trial, seen, card)
                advance(trial, seen, entries)
                values[card] += payoff(trial, seen, view.seat)
        return best_card(view.legal, values)
