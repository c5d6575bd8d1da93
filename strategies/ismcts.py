"""Tree search with hidden cards: one tree of public plays, searched in a new world at every step."""

from typing import Annotated, Any

import numpy as np
from numba.extending import overload
from pydantic import Field

from hearts_bench import Strategy, StrategyRef, View, register, routine
from hearts_bench.cards import Card, CardSet, count, lowest, nth, only
from hearts_bench.engine import advance
from hearts_bench.rng import draw, draw_below
from hearts_bench.table import PLAYING, new_tables, play_card, show
from hearts_bench.view import copy_view, new_views
from hearts_bench.worlds import payoff, prepare_worlds, sample_world, seed_streams, table_for_view
from hearts_bench_strategies.pass_search import explain_pass, find_pass
from hearts_bench_strategies.search import (
    BYSTANDER,
    PLAYOUT,
    distinct,
    fill_entries,
    fill_entry,
    let_shoot,
    threatens_moon,
)

ROOT, NOBODY = 0, -1

# A node of the tree: what followed after a card. Its rewards are those of the seat that played the card.
NODE = np.dtype(
    [
        ("card", "i8"),
        ("seat", "i8"),
        ("parent", "i8"),
        ("first_child", "i8"),
        ("next_sibling", "i8"),
        ("tried", "i8"),  # the card set of its children
        ("visits", "i8"),
        ("chances", "i8"),  # how often its card was legal when its parent was visited
        ("reward", "f8"),
        ("points", "f8"),
        ("moons", "f8"),
    ],
    align=True,
)


def new_nodes(count: int) -> Any:
    """Return so many empty nodes, whose fields are attributes."""
    return np.zeros(count, NODE).view(np.recarray)


@overload(new_nodes, strict=False)
def _compiled_new_nodes(count: Any) -> Any:  # noqa: ARG001
    return lambda count: np.zeros(count, NODE)


@routine
def add_node(nodes: Any, at: int, parent: int, card: Card, seat: int) -> None:
    """Put a node for a card at a place of the tree, as the first child of another."""
    node = nodes[at]
    node.card = card
    node.seat = seat
    node.parent = parent
    node.first_child = NOBODY
    node.tried = 0
    node.visits = 0
    node.chances = 1
    node.reward = 0.0
    node.points = 0.0
    node.moons = 0.0
    node.next_sibling = NOBODY
    if parent >= 0:
        node.next_sibling = nodes[parent].first_child
        nodes[parent].first_child = at
        nodes[parent].tried |= only(card)


@routine
def best_child(nodes: Any, parent: int, legal: CardSet, exploration: float) -> int:
    """Return the child with a legal card that has the highest upper confidence bound, and note that all had a chance.

    UCB1 with the number of chances in place of the parent's visits, since a card is not legal in every world.
    """
    best, most = NOBODY, 0.0
    child = nodes[parent].first_child
    while child >= 0:
        node = nodes[child]
        if (legal >> node.card) & 1 != 0:
            node.chances += 1
            bound = node.reward / node.visits + exploration * np.sqrt(np.log(node.chances) / node.visits)
            if best < 0 or bound > most:
                best, most = child, bound
        child = node.next_sibling
    return best


@routine
def descend(nodes: Any, size: int, table: Any, seen: Any, exploration: float, stream: int) -> int:
    """Play from the root down to the first card that was not tried yet, or to the end; return the last node.

    The new node, if there is one, is put at `size`.
    """
    at, depth = ROOT, 0
    while table.phase == PLAYING:
        show(table, seen)
        legal = distinct(seen, seen.legal)
        untried = legal & ~nodes[at].tried
        best = best_child(nodes, at, legal, exploration)
        if untried != 0:
            card = nth(untried, draw_below(stream, depth, count(untried)))
            add_node(nodes, size, at, card, table.to_act)
            play_card(table, seen, card)
            return size
        at = best
        play_card(table, seen, nodes[at].card)
        depth += 1
    return at


@routine
def most_visited(nodes: Any) -> Card:
    """Return the root's card that was visited most often; of equals the lowest."""
    child, card, most = nodes[ROOT].first_child, -1, -1
    while child >= 0:
        node = nodes[child]
        if node.visits > most or (node.visits == most and node.card < card):
            card, most = node.card, node.visits
        child = node.next_sibling
    return card


@routine
def search_tree(self: Any, view: View, steps: int, nodes: Any) -> Card:
    """Grow the tree by a node at every step, and return the card that the search came back to most often."""
    entries = np.zeros((4, 5), np.int64)
    fill_entries(entries, self.playout, self.shooter)
    fill_entry(entries[BYSTANDER], self.bystander)
    usual = BYSTANDER if threatens_moon(view) else PLAYOUT
    tables, views = new_tables(2), new_views(2)
    world, trial, seen = tables[0], tables[1], views[1]
    worlds = prepare_worlds(view)
    copy_view(views, 0, view)
    table_for_view(world, view)
    bound = 1.0
    add_node(nodes, ROOT, NOBODY, -1, NOBODY)
    for step in range(steps):
        stream = draw(view.stream, step)
        sample_world(view, stream, world, worlds)
        seed_streams(world, view, stream, self.playout.name)
        for seat in range(view.players):
            world.strategies[seat] = usual if seat != view.seat else PLAYOUT
        let_shoot(view, self, step, world)
        tables[1] = world
        views[1] = views[0]
        node = descend(nodes, step + 1, trial, seen, self.exploration * bound, stream)
        advance(trial, seen, entries)
        for seat in range(view.players):
            bound = max(bound, abs(payoff(trial, view, seat)))
        while node > ROOT:
            nodes[node].visits += 1
            nodes[node].reward += payoff(trial, view, nodes[node].seat)
            nodes[node].points += trial.scores[nodes[node].seat]
            nodes[node].moons += 1 if trial.moon_seat == nodes[node].seat else 0
            node = nodes[node].parent
    return most_visited(nodes)


@register("ismcts", compiled=True)
class Ismcts(Strategy):
    """Grows a tree of plays, in a newly sampled world at every step, and plays the card it came back to most often.

    Single-observer information set Monte Carlo tree search (Cowling, Powley, Whitehouse, IEEE TCIAIG 4, 2012): every
    seat chooses by upper confidence bounds on its own payoff, `exploration` times the largest payoff seen; from the
    first new card on, `playout` plays all seats; while another seat alone has points, `bystander` plays the others, who
    do not stop its moon, and in every `threat`-th world that seat goes for it. The budget is `worlds` for every card,
    as that of `monte-carlo`. It passes as `monte-carlo` does.
    """

    worlds: Annotated[int, Field(ge=1)] = 50
    playout: StrategyRef = StrategyRef("opportunist")
    shooter: StrategyRef = StrategyRef("hearts_bench_strategies.shooter:Shooter")
    bystander: StrategyRef = StrategyRef("opportunist:alarm=26")
    threat: Annotated[int, Field(ge=0)] = 2
    exploration: Annotated[float, Field(gt=0)] = 0.7
    moon_arms: bool = True
    pass_search: bool = True
    win: float = 50.0

    def choose_pass(self, view: View) -> int:
        """Return the pass with the highest mean payoff over whole deals."""
        return find_pass(self, view)

    def play(self, view: View) -> int:
        """Return the card that the search came back to most often."""
        cards = distinct(view, view.legal)
        if count(cards) == 1:
            return lowest(cards)
        steps = self.worlds * count(cards)
        return search_tree(self, view, steps, new_nodes(steps + 1))

    def explain(self, view: View, options: Any) -> int:
        """Fill in the root's cards, or the passes it tries: how often it came to each, and what that was worth."""
        if view.leader < 0:
            return explain_pass(self, view, options)
        steps = self.worlds * count(distinct(view, view.legal))
        nodes = new_nodes(steps + 1)
        best = search_tree(self, view, steps, nodes)
        child, found = nodes[ROOT].first_child, 0
        while child >= 0:
            node, option = nodes[child], options[found]
            if node.card == best:
                options[found] = options[0]
                option = options[0]
            option.answer = node.card
            option.moon = 0
            option.playouts = node.visits
            option.payoff = node.reward / node.visits
            option.points = node.points / node.visits
            option.moons = node.moons / node.visits
            child = node.next_sibling
            found += 1
        return found
