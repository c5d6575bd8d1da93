"""The class that authors derive strategies from, its parameters, and what is checked of it.

A strategy is an ordinary class with typed parameters and two methods. Registered with `compiled=True` its methods are
compiled exactly as they stand: `self` becomes a record of the parameters and `view` the record of what the seat knows.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, get_type_hints

import numpy as np
from pydantic import TypeAdapter, ValidationError

from hearts_bench.errors import StrategyError
from hearts_bench.rules import MOON_AUTO
from hearts_bench.view import ViewRow

Answer: TypeAlias = Any

# One strategy as compiled code calls it; the fields stand in the order of a row of `entries` in table.py.
ENTRY = np.dtype([("play", "i8"), ("choose_pass", "i8"), ("parameters", "i8"), ("name", "i8"), ("choose_moon", "i8")])


# One thing that a strategy considers doing, as `explain` fills it in.
OPTION = np.dtype(
    [
        ("answer", "i8"),  # a card when playing, a card set when passing
        ("moon", "i8"),  # 1: as the beginning of a moon
        ("playouts", "i8"),  # what follows are means over so many
        ("payoff", "f8"),
        ("points", "f8"),  # its own score
        ("moons", "f8"),  # the share of deals in which it shoots the moon
    ],
    align=True,
)
MOST_OPTIONS = 64


class StrategyRef:
    """A parameter that names another strategy, such as the one that plays a search's playouts.

    Inside the strategy it is a record of dtype ENTRY, whose addresses can be given to the engine.
    """

    play: int
    choose_pass: int
    parameters: int
    name: int
    choose_moon: int

    def __init__(self, spec: str) -> None:
        self.spec = spec

    def __str__(self) -> str:
        return self.spec


class Strategy:
    """What decides for a seat: which cards to pass and which card to play.

    Parameters are annotated class attributes with defaults, of type int, float, bool, str (not compiled) or
    StrategyRef. A strategy is a function of its view and of the view's random stream. A Python strategy is made anew
    for every seat of every deal, so nothing carries over.
    """

    registered_name: ClassVar[str] = ""
    compiled: ClassVar[bool] = False

    def choose_pass(self, view: ViewRow) -> Answer:
        """Return `view.pass_count` cards of `view.hand`: a card set or, not compiled, any iterable of cards."""
        raise NotImplementedError

    def play(self, view: ViewRow) -> Answer:
        """Return one card of `view.legal`."""
        raise NotImplementedError

    def choose_moon(self, view: ViewRow) -> Answer:  # noqa: ARG002 - for those who care to override it
        """Return what your moon does where the rules let you choose: MOON_ADD, MOON_SUBTRACT or MOON_AUTO of `rules`.

        Who does not choose gets MOON_AUTO: add, unless that would end the game with somebody else in front.
        """
        return MOON_AUTO

    def explain(self, view: ViewRow, options: Any) -> int:
        """Fill in what `play` considers or, while `view.leader` is -1, `choose_pass`, and return how many options.

        For those that can say: `options` has room for MOST_OPTIONS elements of dtype OPTION, and what it would do comes
        first. Who has nothing to say of a pass returns 0.
        """
        raise NotImplementedError


KINDS: dict[type, Any] = {int: "i8", float: "f8", bool: "?", StrategyRef: ENTRY}
METHODS = ("play", "choose_pass")
OPTIONAL_METHODS = ("choose_moon",)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a strategy: its name, type, annotation (the type with its range) and default."""

    name: str
    type: type
    annotation: Any
    default: Any

    def __str__(self) -> str:
        kind = "strategy" if self.type is StrategyRef else self.type.__name__
        return f"{self.name}: {kind} = {self.default}"

    def parse(self, text: str) -> Any:
        """Return the value that a text stands for.

        Raises:
            StrategyError: the text is no such value, or out of the range that the annotation allows.

        """
        if self.type is StrategyRef:
            return StrategyRef(text)
        try:
            return TypeAdapter(self.annotation).validate_strings(text)
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            msg = f"parameter {self} cannot be {text!r}: {reason[0].lower()}{reason[1:]}"
            raise StrategyError(msg) from None


def parameters_of(cls: type[Strategy]) -> dict[str, Parameter]:
    """Return the parameters of a strategy class, by name.

    Raises:
        StrategyError: one has no default or a type that parameters cannot have.

    """
    found = {}
    annotations = get_type_hints(cls, include_extras=True)
    for name, kind in get_type_hints(cls).items():
        if name.startswith("_") or name in get_type_hints(Strategy):
            continue
        allowed = (*KINDS, *(() if cls.compiled else (str,)))
        if kind not in allowed or not hasattr(cls, name):
            names = ", ".join(each.__name__ for each in allowed)
            msg = f"parameter {name!r} of {cls.__name__} needs a default and one of the types {names}"
            raise StrategyError(msg)
        found[name] = Parameter(name, kind, annotations[name], getattr(cls, name))
    return found


def check_class(cls: type, where: str) -> None:
    """Make sure that a class can play.

    Raises:
        StrategyError: it is no Strategy, or lacks a method, or one has a wrong signature; the message says what to do.

    """
    if not (isinstance(cls, type) and issubclass(cls, Strategy)):
        msg = f"{where} is not a strategy: derive it from hearts_bench.Strategy"
        raise StrategyError(msg)
    for method in (*METHODS, *OPTIONAL_METHODS):
        function = getattr(cls, method)
        if function is getattr(Strategy, method):
            if method in OPTIONAL_METHODS:
                continue
            msg = f"{where} lacks the method {method}(self, view)"
            raise StrategyError(msg)
        if len(inspect.signature(function).parameters) != 2:  # noqa: PLR2004 - self and view
            msg = f"{where} has {method}{inspect.signature(function)}; it must be {method}(self, view)"
            raise StrategyError(msg)
        if cls.compiled:
            _check_compilable(function, where)
    parameters_of(cls)


def _check_compilable(method: Callable[..., Any], where: str) -> None:
    """Refuse to compile a method that prints, or that changes its parameters, which all deals share, or its view."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    names = set(inspect.signature(method).parameters)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            msg = f"{where} prints in {method.__name__}; only strategies that are not compiled may print"
            raise StrategyError(msg)
        if not (isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del)):
            continue
        root: ast.AST = node
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if isinstance(root, ast.Name) and root.id in names:
            msg = f"{where} changes {ast.unparse(node)!r} in {method.__name__}; copy it into a variable of its own"
            raise StrategyError(msg)


def spec_name(cls: type[Strategy]) -> str:
    """Return the name a strategy class goes by: the registered one or, for a class from a file, the class name."""
    return cls.registered_name or cls.__name__
