"""OpenSpiel's information set Monte Carlo tree search as a strategy, to be measured against; needs open_spiel."""

from functools import cache
from typing import Any

import pyspiel

from hearts_bench import Strategy, View
from hearts_bench.cards import cards_in, count, lowest
from hearts_bench.rng import draw
from hearts_bench.table import new_tables
from hearts_bench.worlds import prepare_worlds, sample_world, table_for_view
from hearts_bench_strategies.tactics import pass_dangerous

# OpenSpiel counts cards rank by rank, suits in the order clubs, diamonds, hearts, spades.
CARD = [13 * "CDSH".index("CDHS"[action % 4]) + action // 4 for action in range(52)]
ACTION = {card: action for action, card in enumerate(CARD)}
NO_PASS = 0  # as a chance action
EXPLORATION = 26.0  # payoffs reach 26


@cache
def game() -> Any:
    """Return OpenSpiel's game with the rules of the article."""
    return pyspiel.load_game("hearts", {"qs_breaks_hearts": False, "pass_cards": False})


def state_of(view: View) -> Any:
    """Return an OpenSpiel state with this history, in which the others hold what they may hold.

    The search deals the others' cards anew for each of its simulations, so it does not matter which ones they are.
    """
    table, record = new_tables(1)[0], view.record()
    table_for_view(table, record)
    sample_world(record, draw(view.stream, 1), table, prepare_worlds(record))
    hands = [int(table.hands[seat]) | view.played[seat] for seat in range(4)]
    state = game().new_initial_state()
    state.apply_action(NO_PASS)
    for cards in zip(*map(cards_in, hands), strict=True):
        for card in cards:
            state.apply_action(ACTION[card])
    for card in view.plays[: view.cards_played]:
        state.apply_action(ACTION[card])
    return state


class OpenSpielIsmcts(Strategy):
    """Plays OpenSpiel's ISMCTSBot; passes by the article's rule, since the bot cannot pass."""

    simulations: int = 1000

    def choose_pass(self, view: View) -> int:
        """Pass the most dangerous cards."""
        return pass_dangerous(view)

    def play(self, view: View) -> int:
        """Play what the bot plays."""
        if count(view.legal) == 1:
            return lowest(view.legal)
        seed = draw(view.stream, 0) & 0x7FFFFFFF
        bot = pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), EXPLORATION, self.simulations)
        return CARD[bot.step(state_of(view))]
