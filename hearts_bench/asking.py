"""Asks strategies for what the engine stops at: their Python objects one by one, or compiled code for many views.

Used where boards are played, and in the processes of isolated strategies.
"""

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from hearts_bench._call import call_strategy, nanoseconds
from hearts_bench._jit import entry
from hearts_bench.cards import DECK_SIZE, FULL_DECK
from hearts_bench.engine import PARAMETERS, VIEWS
from hearts_bench.entrant import LocalEntrant, passed_set
from hearts_bench.errors import CardError
from hearts_bench.rules import MAX_SEATS, MOON_AUTO
from hearts_bench.table import PASSING, PLAYING
from hearts_bench.view import View, Views

if TYPE_CHECKING:
    from hearts_bench.strategy import Strategy

# What one table waits for: which table, which entrant (position in the line-up), the phase, whether to take the time;
# and what came of it.
ASKED = np.dtype([(name, "i8") for name in ("table", "position", "phase", "timed", "answer", "nanoseconds")])
_ASKED = types.Array(numba.from_dtype(ASKED), 1, "C")


class Failure(NamedTuple):
    """What a strategy did instead of answering; `is_answer` if it answered, but with something impossible."""

    words: str
    is_answer: bool


class Asker:
    """Asks the Python objects of entrants at some tables, from the first deal there to the last.

    Every table and seat has an object of its own, which lasts one deal. With `revokes`, numbers that are no cards are
    for the engine to punish.
    """

    def __init__(self, entrants: Sequence[LocalEntrant | None], tables: int, *, revokes: bool) -> None:
        self._entrants = entrants
        self._revokes = revokes
        self._objects: list[Strategy | None] = [None] * (tables * MAX_SEATS)
        self._deals = np.zeros(tables, np.int64)

    def ask(
        self, asked: npt.NDArray[np.void], rows: npt.NDArray[np.void], numbers: Iterable[int] | None = None
    ) -> dict[int, Failure]:
        """Put down the answers to some views, and return what failed, by number; this limits their speed.

        `rows` are the views, which must not change afterwards. `numbers` yields 0, 1, 2 and so on, each just before
        that view is shown.
        """
        self._renew(asked["table"], rows["deal_number"])
        objects, entrants = self._objects, self._entrants
        views = Views(rows)
        places = (asked["table"] * MAX_SEATS + rows["seat"]).tolist()
        positions, phases, timed = (asked[name].tolist() for name in ("position", "phase", "timed"))
        answers: list[int] = []
        failures: dict[int, Failure] = {}
        for at, place, position, phase, timed_now in zip(
            range(len(places)) if numbers is None else numbers, places, positions, phases, timed, strict=True
        ):
            start = time.perf_counter_ns() if timed_now else 0
            try:
                strategy = objects[place]
                if strategy is None:
                    strategy = objects[place] = _local(entrants[position]).instance()
                view = View(views, at)
                if phase == PLAYING:
                    answer = strategy.play(view)
                else:
                    answer = (
                        passed_set(strategy.choose_pass(view))
                        if phase == PASSING
                        else _moon(strategy.choose_moon(view))
                    )
                if answer.__class__ is not int or not 0 <= answer <= FULL_DECK:
                    answer = self._card(answer)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a strategy raises is its fault
                failures[at] = _failure(error)
                answer = -1
            if timed_now:
                asked["nanoseconds"][at] = time.perf_counter_ns() - start
            answers.append(answer)
        asked["answer"] = answers
        return failures

    def _renew(self, tables: npt.NDArray[np.int64], deals: npt.NDArray[np.int64]) -> None:
        """Drop the objects of tables where another deal of the game has begun."""
        changed = self._deals[tables] != deals
        if changed.any():
            for table in tables[changed].tolist():
                self._objects[table * MAX_SEATS : (table + 1) * MAX_SEATS] = [None] * MAX_SEATS
            self._deals[tables] = deals

    def _card(self, answer: Any) -> int:
        """Return the card that `play` answered with; what is no card is -1 if that is no fault."""
        if isinstance(answer, int | np.integer) and not isinstance(answer, bool | np.bool_):
            if 0 <= answer < DECK_SIZE:
                return int(answer)
            if self._revokes:
                return -1
        msg = f"{answer!r} is no card (a number from 0 to {DECK_SIZE - 1})"
        raise CardError(msg)


def _local(entrant: LocalEntrant | None) -> LocalEntrant:
    assert entrant is not None, "isolated strategies are asked in their own process"  # noqa: S101 - never sent here
    return entrant


def _moon(answer: Any) -> int:
    """Return the moon rule that a Python strategy chose."""
    if isinstance(answer, int | np.integer) and not isinstance(answer, bool | np.bool_) and 0 <= answer <= MOON_AUTO:
        return int(answer)
    msg = f"{answer!r} is no choice for a moon"
    raise CardError(msg)


def _failure(error: BaseException) -> Failure:
    if isinstance(error, CardError):
        return Failure(f"answered wrongly: {error}", is_answer=True)
    return Failure(f"raised {type(error).__name__}: {error}{_place(error)}", is_answer=False)


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace else ""


@entry(types.void(_ASKED, VIEWS, types.int64[::1], types.int64[::1]))
def ask_compiled(asked: Any, views: Any, addresses: Any, current: Any) -> None:
    """Put down a compiled strategy's answers to some views; `current` holds the number of the one being shown.

    `addresses` is the strategy's entry as a row of numbers.
    """
    for at in range(len(asked)):
        current[0] = at
        question = asked[at]
        start = nanoseconds() if question.timed != 0 else 0
        question.answer = call_strategy(addresses[question.phase], addresses[PARAMETERS], views[at])
        if question.timed != 0:
            question.nanoseconds = nanoseconds() - start
