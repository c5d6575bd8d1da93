"""What strategies considered, decision by decision: their own decisions, or those of all seats as a judge sees them.

A strategy is asked with the random stream that it has, or would have, at that seat of that board. So what it says of
its own decision is what it thought when it played.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hearts_bench.cards import DECK_SIZE, Card, CardSet, above, below, card_set, cards_in, count, has, suit_of
from hearts_bench.entrant import LocalEntrant, Option
from hearts_bench.errors import HeartsBenchError, StrategyError, StrategyFault
from hearts_bench.origins import is_isolated
from hearts_bench.played import Deal, deal_out
from hearts_bench.registry import make_local, names
from hearts_bench.rng import decision_stream, name_digest, strategy_stream
from hearts_bench.view import ViewRow, unseen


@dataclass(frozen=True)
class Decision:
    """What was passed or played where there was a choice, and what a strategy thinks of it.

    `trick` counts from 1; it is 0 for a pass. `answer` is what was done, as an option has it: a card when playing, a
    card set when passing. The strategy would do `options[0]`. `considered` is the option that stands for what was done
    (of cards that are worth the same a strategy may list one only); None if there is none.
    """

    trick: int
    seat: int
    strategy: str
    answer: Card | CardSet
    considered: Option | None
    options: tuple[Option, ...]

    @property
    def is_pass(self) -> bool:
        """Whether cards were passed, not one played."""
        return self.trick == 0

    @property
    def cards(self) -> list[Card]:
        """What was passed or played."""
        return self.cards_of(self.answer)

    def cards_of(self, answer: Card | CardSet) -> list[Card]:
        """Return the cards that an answer to this decision stands for."""
        return cards_in(answer) if self.is_pass else [answer]

    @property
    def best(self) -> Option:
        """What the strategy would do."""
        return self.options[0]

    @property
    def cost(self) -> float:
        """How much less it is worth than what the strategy would do: payoff, in points per deal."""
        if self.considered is None or self.considered.answer == self.best.answer:
            return 0.0
        return max(0.0, self.best.payoff - self.considered.payoff)


def explain(deal: Deal, judge: str | None = None) -> list[Decision]:
    """Return what was considered at each pass and play of a deal that was a choice, in order; passes by seat.

    A judge is asked about the decisions of all seats; without one, each strategy about its own, if it can say.

    Raises:
        StrategyError: nobody can say; the message names those that can.
        StrategyFault: a strategy raises when it is asked, or answers with what cannot be.
        CardError: the hands are not a deal of the rules.
        IllegalPlayError: a card passed or played is not legal.

    """
    asked = _asked(deal, judge)
    table, decisions = deal_out(deal), []
    for trick, answer in _answers(deal):
        view = table.view.record()
        entrant = asked.get(int(view.seat))
        if entrant is not None and count(int(view.legal)) > _wanted(view):
            stream = strategy_stream(deal.key, int(view.seat), name_digest(entrant.name))
            view.stream = decision_stream(stream, trick)
            decisions.append(_decision(trick, view, entrant, answer))
        if table.is_passing:
            table.pass_cards(cards_in(answer))
        else:
            table.play(answer)
    return [each for each in decisions if each is not None]


def _answers(deal: Deal) -> Iterator[tuple[int, Card | CardSet]]:
    """Yield what was done in a deal, with the number of the trick: the card sets passed, with 0, and each card."""
    for cards in deal.passes:
        yield 0, card_set(cards)
    for at, card in enumerate(deal.plays):
        yield at // deal.rules.players + 1, card


def _wanted(view: ViewRow) -> int:
    """Return how many cards the seat to act passes or plays."""
    return int(view.pass_count) if view.leader < 0 else 1


def explainers() -> list[str]:
    """Return the names of the installed strategies that can say what they consider."""
    return [name for name in names() if _that_explains(name) is not None]


def costliest(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that cost something, dearest first."""
    return sorted((each for each in decisions if each.cost > 0), key=lambda each: -each.cost)


def _asked(deal: Deal, judge: str | None) -> dict[int, LocalEntrant]:
    """Return whom to ask, by seat."""
    seats = range(deal.rules.players)
    specs = dict(zip(seats, deal.strategies, strict=False)) if judge is None else dict.fromkeys(seats, judge)
    if judge is not None and not is_isolated(judge):
        make_local(judge)  # says what is wrong with it
    asked = {seat: entrant for seat, spec in specs.items() if (entrant := _that_explains(spec)) is not None}
    if not asked:
        listed = ", ".join(dict.fromkeys(each for each in specs.values() if each)) or "those who played"
        who = f"none of {listed} can" if judge is None else f"{judge} cannot"
        why = "it has no method explain"
        if any(is_isolated(each) for each in specs.values()):
            why = "it is in a process of its own" if judge else f"{why}, or is in a process of its own"
        msg = f"{who} say what it considers ({why}); {' and '.join(explainers())} can"
        raise StrategyError(msg)
    return asked


def _that_explains(spec: str) -> LocalEntrant | None:
    """Return the strategy of a spec if it can say what it considers, None if it cannot, or if it is none."""
    try:
        entrant = make_local(spec)
    except StrategyError:
        return None
    return entrant if entrant.explains else None


def _decision(trick: int, view: ViewRow, entrant: LocalEntrant, answer: Card | CardSet) -> Decision | None:
    """Return what a strategy thinks of an answer; None if it has nothing to say of a pass."""
    where = f"strategy {entrant.spec} (seat {int(view.seat)}, {f'trick {trick}' if trick else 'passing'})"
    try:
        options = tuple(entrant.explain(view))
    except HeartsBenchError:
        raise
    except Exception as error:
        msg = f"{where} raised {type(error).__name__} when it was to say what it considers: {error}"
        raise StrategyFault(msg) from error
    for each in options:
        if not _is_legal(view, each.answer) or not math.isfinite(each.payoff + each.points + each.moons):
            allowed = "a legal card" if trick else f"a set of {_wanted(view)} cards of its hand"
            msg = f"{where} says that it considers {each}: the answer must be {allowed}, and the numbers finite"
            raise StrategyFault(msg)
    if not options and trick:
        msg = f"{where} says nothing of its choice among several cards"
        raise StrategyFault(msg)
    same = [each for each in options if each.answer == answer] or [
        each for each in options if trick and _is_like(view, each.answer, answer)
    ]
    considered = max(same, key=lambda each: each.payoff, default=None)
    return Decision(trick, int(view.seat), entrant.spec, answer, considered, options) if options else None


def _is_legal(view: ViewRow, answer: Card | CardSet) -> bool:
    """Tell whether the seat to act may pass or play that."""
    legal = int(view.legal)
    if view.leader < 0:
        return answer & ~legal == 0 and count(answer) == _wanted(view)
    return 0 <= answer < DECK_SIZE and has(legal, answer)


def _is_like(view: ViewRow, card: Card, other: Card) -> bool:
    """Tell whether two cards of the seat to act do the same: equal in points, and nobody else's card between them."""
    low, high = sorted((card, other))
    foreign = int(unseen(view)) | int(view.trick_cards)
    return (
        view.rules.decks == 1
        and suit_of(low) == suit_of(high)
        and bool(view.rules["values"][low] == view.rules["values"][high])
        and above(below(foreign, high), low) == 0
    )
