"""`Entrant`, the one face that every kind of strategy has once its parameters have values: what sits at a table.

`LocalEntrant` is the entrant that plays in this process; `isolated` has the other kind.
"""

import inspect
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.core.errors import NumbaError

from hearts_bench._call import interpreted_address
from hearts_bench._jit import INTERPRETED, address_of, function_of, source_digest
from hearts_bench.cards import Card, CardSet, card_set
from hearts_bench.engine import AUTOMATIC
from hearts_bench.errors import CardError, StrategyError
from hearts_bench.messages import unknown_name
from hearts_bench.rng import name_digest
from hearts_bench.strategy import (
    ENTRY,
    KINDS,
    METHODS,
    MOST_OPTIONS,
    OPTION,
    OPTIONAL_METHODS,
    Answer,
    Strategy,
    StrategyRef,
    parameters_of,
    spec_name,
)
from hearts_bench.view import VIEW, VIEW_RECORD, View, ViewRow, Views


@dataclass(frozen=True)
class Option:
    """What a strategy considered doing, and what it expects of it, in points per deal, over its playouts.

    `answer` is a card when playing, a card set when passing. `moon` is True where it is meant as the beginning of a
    moon; `moons` is the share of playouts with one.
    """

    answer: Card | CardSet
    moon: bool
    playouts: int
    payoff: float
    points: float
    moons: float


@dataclass(frozen=True)
class About:
    """What people are told of a strategy: its documentation, parameters with defaults, source file and source."""

    description: str
    parameters: tuple[str, ...]
    file: str
    source: str

    @property
    def summary(self) -> str:
        """The first paragraph of the description, on one line."""
        return self.description.split("\n\n")[0].replace("\n", " ")


class Entrant(Protocol):
    """A strategy with values for its parameters: what sits at a table, wherever its code runs."""

    @property
    def spec(self) -> str:
        """The text that makes it again in any process."""

    @property
    def name(self) -> str:
        """What its random draws go by: the registered name or, for a class from a file, the class name."""

    @property
    def kind(self) -> str:
        """How it runs: "compiled" or "python"."""

    @property
    def is_asked_outside(self) -> bool:
        """Whether `advance` must stop for its decisions."""

    @property
    def entry(self) -> Any:
        """What the engine knows of it, a record of dtype ENTRY; StrategyError if a method cannot be compiled."""

    @property
    def outside_entry(self) -> Any:
        """An entry with which the engine stops at each of its decisions."""

    @property
    def about(self) -> About:
        """What people are told of it."""

    @property
    def source_digest(self) -> str:
        """A digest of its source and of all that it imports and that is not installed."""

    @property
    def commit(self) -> str | None:
        """The commit that its code is from, if its spec names one."""


@dataclass(frozen=True)
class LocalEntrant:
    """An entrant whose class lives in this process. Strategies that parameters name are local entrants, too."""

    spec: str
    name: str
    cls: type[Strategy]
    parameters: dict[str, Any]
    commit: ClassVar[None] = None

    @property
    def kind(self) -> str:
        """How it runs: "compiled" or "python"."""
        return "compiled" if self.cls.compiled else "python"

    @property
    def about(self) -> About:
        """What people are told of the strategy."""
        return About(
            inspect.getdoc(self.cls) or "No description.",
            tuple(str(parameter) for parameter in parameters_of(self.cls).values()),
            inspect.getfile(self.cls),
            inspect.getsource(self.cls).rstrip(),
        )

    @property
    def source_digest(self) -> str:
        """A digest of the class's file and of all that it imports and that is not installed."""
        return source_digest(inspect.getfile(self.cls))

    @property
    def is_asked_outside(self) -> bool:
        """Whether `advance` must stop for this strategy's decisions."""
        return not self.cls.compiled or INTERPRETED

    def instance(self) -> Strategy:
        """Return a fresh Python object that plays this strategy."""
        strategy = self.cls()
        for name, value in self.parameters.items():
            setattr(strategy, name, value.interpreted_entry if isinstance(value, LocalEntrant) else value)
        return strategy

    @property
    def methods(self) -> tuple[str, ...]:
        """The names of the methods that its class defines."""
        chooses = self.cls.choose_moon is not Strategy.choose_moon
        return (*METHODS, *OPTIONAL_METHODS) if chooses else METHODS

    @property
    def explains(self) -> bool:
        """Whether the strategy can say what it considers."""
        return self.cls.explain is not Strategy.explain

    def explain(self, view: ViewRow) -> list[Option]:
        """Return what the strategy considers in a position, what it would do first; `view` is a record of dtype VIEW.

        Of a pass it may have nothing to say.

        Raises:
            StrategyError: it cannot say, or its method cannot be compiled.

        """
        if not self.explains:
            msg = f"strategy {self.spec} cannot say what it considers: it has no method explain(self, view, options)"
            raise StrategyError(msg)
        options = np.zeros(MOST_OPTIONS, OPTION).view(np.recarray)
        if self.is_asked_outside:
            views = np.zeros(1, VIEW)
            views[0] = view
            filled = self.instance().explain(view if self.cls.compiled else View(Views(views), 0), options)
        else:
            filled = self._compiled_explain(self._record.view(np.recarray)[0], view, options)
        found = [Option(answer, bool(moon), *rest) for answer, moon, *rest in options[:filled].tolist()]
        return found[:1] + sorted(found[1:], key=lambda option: (-option.playouts, -option.payoff))

    @cached_property
    def _compiled_explain(self) -> Callable[..., int]:
        options = types.Array(numba.from_dtype(OPTION), 1, "C")
        signature = types.int64(numba.from_dtype(self._record.dtype), VIEW_RECORD, options)
        try:
            return function_of(self.cls.explain, signature)
        except NumbaError as error:
            msg = f"explain of {self.spec} cannot be compiled:\n{error}"
            raise StrategyError(msg) from error

    @cached_property
    def entry(self) -> Any:
        """The addresses of the strategy's methods and parameters for the engine: a record of dtype ENTRY.

        Raises:
            StrategyError: a method cannot be compiled.

        """
        if INTERPRETED:
            return self.interpreted_entry
        entry = _new_entry(self.name)
        for name in self.methods:
            entry[name] = self._compiled_methods[name].address
        entry["parameters"] = self._record.ctypes.data
        return entry

    @cached_property
    def interpreted_entry(self) -> Any:
        """What stands for the strategy's methods and parameters where the engine itself runs as plain Python."""
        entry = _new_entry(self.name)
        for name in self.methods:
            entry[name] = interpreted_address(getattr(self.cls, name))
        entry["parameters"] = interpreted_address(self.instance())
        return entry

    @property
    def outside_entry(self) -> Any:
        """An entry with which the engine stops at each decision of the strategy."""
        return asked_entry(self.name, self.methods)

    @cached_property
    def _record(self) -> npt.NDArray[np.void]:
        fields = [(name, KINDS[parameter.type]) for name, parameter in parameters_of(self.cls).items()]
        record = np.zeros(1, np.dtype(fields or [("none", "i8")], align=True))
        for name, value in self.parameters.items():
            record[name] = value.entry if isinstance(value, LocalEntrant) else value
        return record

    @cached_property
    def _compiled_methods(self) -> dict[str, Any]:
        signature = types.int64(numba.from_dtype(self._record.dtype), VIEW_RECORD)
        try:
            return {name: address_of(getattr(self.cls, name), signature) for name in self.methods}
        except NumbaError as error:
            msg = (
                f"{self.spec} cannot be compiled. Register it without compiled=True to run it as Python, or mend:\n"
                f"{error}"
            )
            raise StrategyError(msg) from error


def _new_entry(name: str) -> Any:
    entry = np.zeros(1, ENTRY).view(np.recarray)[0]
    entry["name"] = name_digest(name)
    entry["choose_moon"] = AUTOMATIC
    return entry


def asked_entry(name: str, methods: Sequence[str]) -> Any:
    """Return an entry with which the engine stops at each decision of a strategy with these methods."""
    entry = _new_entry(name)
    entry["choose_moon"] = 0 if "choose_moon" in methods else AUTOMATIC
    return entry


def entries_of(entrants: Sequence[Entrant], *, outside: bool = False) -> npt.NDArray[np.int64]:
    """Return the engine's `entries`, a row for each entrant; with `outside`, such that it asks all of them outside."""
    rows = [each.outside_entry if outside or each.is_asked_outside else each.entry for each in entrants]
    return np.array([list(row) for row in rows], np.int64)


def entrant_from(
    cls: type[Strategy], spec: str, values: dict[str, str], make: Callable[[str], LocalEntrant]
) -> LocalEntrant:
    """Return the entrant for a strategy class and the texts of parameter values (others have their defaults).

    `make` turns the spec of a referenced strategy into an entrant.

    Raises:
        StrategyError: a parameter is unknown or has a wrong value, or a referenced strategy is not compiled.

    """
    known = parameters_of(cls)
    for name in values:
        if name not in known:
            listed = "; ".join(str(parameter) for parameter in known.values()) or "none"
            msg = f"{unknown_name(f'parameter of {spec_name(cls)}', name, known)} (parameters: {listed})"
            raise StrategyError(msg)
    chosen = {}
    for name, parameter in known.items():
        value = values.get(name, parameter.default)
        value = parameter.parse(value) if isinstance(value, str) else value
        if parameter.type is StrategyRef:
            value = make(value.spec)
            if not value.cls.compiled:
                msg = f"parameter {name!r} of {spec_name(cls)} needs a compiled strategy, and {value.spec} is Python"
                raise StrategyError(msg)
        chosen[name] = value
    return LocalEntrant(spec, spec_name(cls), cls, chosen)


def passed_set(answer: Answer) -> CardSet:
    """Return the card set that a Python strategy's `choose_pass` answered with.

    Raises:
        CardError: a card is given twice, or something is no card.

    """
    if isinstance(answer, int | np.integer):
        return int(answer)
    try:
        return card_set([operator.index(card) for card in answer])
    except TypeError as error:
        msg = f"{answer!r} is neither a card set nor a list of cards"
        raise CardError(msg) from error
