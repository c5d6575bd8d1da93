"""Finds strategies: installed ones by their entry points, others by file or module, and makes entrants from specs.

A spec is `name`, `path/to/file.py:Class` or `package.module:Class`, each with optional parameters as in
`monte-carlo:worlds=20,playout=duck-low`. The built-in strategies are found like anybody else's, by entry points of the
group `hearts_bench.strategies`. Behind `git:REVISION:`, `wheel:FILE.whl:` or `dir:FOLDER:`, a spec means code from
there, which is loaded in a process of its own.
"""

import hashlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from hearts_bench.entrant import Entrant, LocalEntrant, entrant_from
from hearts_bench.errors import HeartsBenchError, StrategyError, UnknownStrategyError
from hearts_bench.isolated import IsolatedEntrant
from hearts_bench.messages import unknown_name
from hearts_bench.origins import check_file, is_isolated, origin_of, pinned, split
from hearts_bench.strategy import Strategy, check_class

GROUP = "hearts_bench.strategies"

_S = TypeVar("_S", bound=type[Strategy])
_FILE_SPEC = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[A-Za-z_]\w*))?(?::(?P<parameters>[^:=]+=.*))?")
_MODULE_SPEC = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)(?::(?P<parameters>[^:=]+=.*))?")
_NAME_SPEC = re.compile(r"(?P<name>[\w.-]+)(?::(?P<parameters>[^:=]+=.*))?")


def register(name: str, *, compiled: bool = False) -> Callable[[_S], _S]:
    """Give a strategy class its name; with `compiled=True` its methods are compiled as they stand.

    Raises:
        StrategyError: the class cannot play, or the name has other characters than letters, digits and hyphens.

    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        msg = f"{name!r} cannot be a strategy's name: use lower-case letters, digits and hyphens"
        raise StrategyError(msg)

    def mark(cls: _S) -> _S:
        cls.registered_name = name
        cls.compiled = compiled
        check_class(cls, f"{cls.__name__} ({name})")
        return cls

    return mark


def names() -> list[str]:
    """Return the names of all installed strategies, sorted."""
    return sorted(_installed())


def make(spec: str) -> Entrant:
    """Return the entrant that a spec describes; nothing is compiled yet. In its own spec, a git revision is a commit.

    Raises:
        UnknownStrategyError: no strategy goes by that name.
        StrategyError: the file, module, class or parameters are wrong, or a revision, wheel or folder is; the message
            says how.

    """
    spec = pinned(spec)
    return _make_isolated(spec) if is_isolated(spec) else make_local(spec)


@cache
def make_local(spec: str) -> LocalEntrant:
    """Return the entrant for a spec whose code is loaded in this process.

    Raises:
        StrategyError: as for `make`, or the spec is one of an isolated strategy.

    """
    if is_isolated(spec.strip()):
        msg = (
            f"{spec} has a process of its own, and cannot be a part of another strategy or spec; put both there, as in "
            "git:REVISION:monte-carlo:playout=duck-low"
        )
        raise StrategyError(msg)
    cls, parameters = _find(spec.strip())
    return entrant_from(cls, spec.strip(), _split(parameters, spec), make_local)


@cache
def _make_isolated(spec: str) -> IsolatedEntrant:
    inner = split(spec)[2]
    origin = origin_of(spec)
    file = file_of(inner)
    if file is not None:
        check_file(origin, file)
    return IsolatedEntrant(spec, origin, inner)


def file_of(spec: str) -> str | None:
    """Return the file that a spec names, None if it names none."""
    match = _FILE_SPEC.fullmatch(spec)
    return match["file"] if match else None


def name_of(spec: str) -> str | None:
    """Return the name of the installed strategy that a spec names, None if it names none."""
    match = _NAME_SPEC.fullmatch(spec)
    return match["name"] if match and file_of(spec) is None else None


def make_from(use: str, arguments: dict[str, Any]) -> Entrant:
    """Return the entrant for a spec and parameter values from a configuration file."""
    if not arguments:
        return make(use)
    values = ",".join(f"{name}={value}" for name, value in arguments.items())
    inner = split(use)[2] if is_isolated(use) else use
    return make(f"{use}{',' if '=' in inner else ':'}{values}")


def _split(parameters: str | None, spec: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for part in (parameters or "").split(",") if parameters else []:
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            msg = f"{part!r} in {spec!r} is no parameter: write name=value"
            raise StrategyError(msg)
        if name in values:
            msg = f"parameter {name!r} is given twice in {spec!r}"
            raise StrategyError(msg)
        values[name] = value
    return values


def _find(spec: str) -> tuple[type[Strategy], str | None]:
    """Return the class that a spec names, and the text of its parameters."""
    for pattern, load in ((_FILE_SPEC, _from_file), (_NAME_SPEC, _from_entry_point), (_MODULE_SPEC, _from_module)):
        match = pattern.fullmatch(spec)
        if match:
            return load(match), match["parameters"]
    msg = f"{spec!r} is no strategy spec: write name, name:key=value, path/to/file.py:Class or package.module:Class"
    raise StrategyError(msg)


def _from_entry_point(match: re.Match[str]) -> type[Strategy]:
    name = match["name"]
    if name not in _installed():
        raise UnknownStrategyError(unknown_name("strategy", name, _installed()))
    point = _installed()[name]
    where = f"strategy {name} ({point.value})"
    cls: type[Strategy] = _guarded(point.load, where)
    check_class(cls, where)
    if cls.registered_name != name:
        msg = f"{where} is registered as {cls.registered_name!r}; entry point and @register must agree"
        raise StrategyError(msg)
    return cls


def _from_file(match: re.Match[str]) -> type[Strategy]:
    path = Path(match["file"])
    if not path.is_file():
        msg = f"strategy file {path} does not exist"
        raise StrategyError(msg)
    return _class_in(_guarded(lambda: _load_file(path.resolve()), f"strategy file {path}"), match["name"], str(path))


def _from_module(match: re.Match[str]) -> type[Strategy]:
    module = match["module"]
    return _class_in(_guarded(lambda: importlib.import_module(module), f"module {module}"), match["name"], module)


def _class_in(module: ModuleType, name: str | None, where: str) -> type[Strategy]:
    own = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Strategy) and value.__module__ == module.__name__
    }
    if name is None:
        if len(own) != 1:
            msg = f"{where} has {len(own)} strategy classes; write {where}:Class ({', '.join(own) or 'there is none'})"
            raise StrategyError(msg)
        name = next(iter(own))
    if not hasattr(module, name):
        raise StrategyError(unknown_name(f"class in {where}", name, own))
    cls: type[Strategy] = getattr(module, name)
    check_class(cls, f"{name} in {where}")
    return cls


def _guarded(load: Callable[[], Any], where: str) -> Any:
    """Load somebody's code and turn whatever goes wrong into a sentence that names the place."""
    try:
        return load()
    except HeartsBenchError:
        raise
    except Exception as error:
        at = _last_line(error)
        msg = f"{where} cannot be loaded: {type(error).__name__}: {error}{at}"
        raise StrategyError(msg) from error


def _last_line(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return ""  # its text names file and line already
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace else ""


def _load_file(path: Path) -> ModuleType:
    """Import a file, which may import its neighbours, under a name of its own: files of the same name must not meet."""
    name = f"hearts_bench_file_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        msg = f"{path} is no Python file"
        raise StrategyError(msg)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


_preferred: dict[str, EntryPoint] = {}


def prefer(points: Iterable[EntryPoint]) -> None:
    """Look strategies up by these entry points first: those of the project whose process this is."""
    _preferred.update({point.name: point for point in points})
    _installed.cache_clear()


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)} | _preferred
