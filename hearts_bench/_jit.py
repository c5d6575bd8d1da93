"""The one place that knows how functions are compiled, and where the results are kept.

`leaf` marks small functions that compiled code calls; they are compiled into their callers and never cached alone.
`routine` marks longer ones, or such as are called once a deal, which are called as they stand.
`entry` marks the few functions that Python calls; they have an explicit signature, release the GIL and live in a disk
cache. `address_of` compiles a strategy's method and returns its address, `function_of` one that Python calls.

With NUMBA_DISABLE_JIT=1 everything runs as plain Python: `INTERPRETED` tells.
"""

import ast
import contextlib
import functools
import hashlib
import importlib.util
import inspect
import logging
import os
import shutil
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from numba.extending import register_jitable

_F = TypeVar("_F", bound=Callable[..., Any])

INTERPRETED = bool(numba.config.DISABLE_JIT)
# The numpy error model leaves out the checks for division by zero: our divisors are player counts and constants.
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
# Nobody calls these from outside.
_ROUTINE_FLAGS = _FLAGS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# Inlined always, which makes random play 7 to 10 % faster and article 30 %.
_LEAF_FLAGS = _ROUTINE_FLAGS | {"forceinline": True}
_UNUSED_CACHE_LIFETIME = 30 * 24 * 3600.0
_PACKAGE = Path(__file__).parent.resolve()
_OURS = ("hearts_bench", "hearts_bench_strategies")

_log = logging.getLogger("hearts_bench")
_compile_lock = threading.RLock()


def leaf(function: _F) -> _F:
    """Mark a small function that compiled code can call; it stays the plain function for everybody else."""
    marked: _F = register_jitable(**_LEAF_FLAGS)(function)
    return marked


def routine(function: _F) -> _F:
    """Mark a longer function that compiled code calls, or one that is called once a deal or a search.

    Where everything is inlined, code grows until it no longer fits the processor's cache: with these as leaves, random
    play is 10 % slower, a search takes 1.7 times as long, and compiling it 1.5 times.
    """
    marked: _F = register_jitable(**_ROUTINE_FLAGS)(function)
    return marked


def entry(signature: Any) -> Callable[[_F], _F]:
    """Mark a function that Python calls; it is compiled, or loaded from the cache, at its first call."""

    def mark(function: _F) -> _F:
        kernel: Any = None

        @functools.wraps(function)
        def call(*arguments: Any) -> Any:
            nonlocal kernel
            if INTERPRETED:
                return function(*map(_with_attributes, arguments))
            if kernel is None:
                with _compile_lock:  # several workers may come here at the same time
                    kernel = kernel or _compile_entry(function, signature)
            return kernel(*arguments)

        return call  # type: ignore[return-value]

    return mark


def _compile_entry(function: Callable[..., Any], signature: Any) -> Any:
    with _caching(source_digest(inspect.getfile(function))):
        return _retrying(lambda cached: numba.njit(signature, cache=cached, **_FLAGS)(function))


def _with_attributes(argument: Any) -> Any:
    """Return an array of records such that their fields are attributes, as they are for compiled code."""
    return argument.view(np.recarray) if isinstance(argument, np.ndarray) and argument.dtype.names else argument


def address_of(method: Callable[..., Any], signature: Any) -> Any:
    """Compile a strategy's method as it stands and return numba's C callback; the caller keeps it alive.

    The cache folder is keyed by the sources of the engine and of the method's own module with all it imports, so that
    an edit of any is noticed. The method must not be wrapped: numba's cache would never be hit.
    """
    with _caching(source_digest(inspect.getfile(method))):
        return _retrying(lambda cached: numba.cfunc(signature, cache=cached, **_FLAGS)(method))


def function_of(method: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """Compile a strategy's method as it stands, for Python to call; kept as those of `address_of` are."""
    with _caching(source_digest(inspect.getfile(method))):
        compiled: Callable[..., Any] = _retrying(lambda cached: numba.njit(signature, cache=cached, **_FLAGS)(method))
    return compiled


@functools.cache
def _engine_sources() -> tuple[Path, ...]:
    return tuple(_imported_sources(_PACKAGE / "engine.py", _PACKAGE.name, set()))


def source_digest(path: str | Path) -> str:
    """Return a digest of the engine, the source file at `path`, and the modules that it imports.

    Of installed packages only those count that are ours or that the file belongs to.
    """
    package = next((each["__package__"] for each in _module_variables() if each.get("__file__") == str(path)), None)
    own = _imported_sources(Path(path), package, set(_engine_sources()))
    return _digest((*_engine_sources(), *own))


def _module_variables() -> list[dict[str, Any]]:
    return [getattr(module, "__dict__", {}) for module in list(sys.modules.values())]


def _digest(files: tuple[Path, ...]) -> str:
    compiler = f"numba {numba.__version__} python {sys.version_info[:2]} bounds checks {numba.config.BOUNDSCHECK}"
    digest = hashlib.sha256(compiler.encode())
    # Not in the order of their paths: that depends on where the package, the cache and the file happen to be.
    for name, source in sorted((file.name, file.read_bytes()) for file in files):
        digest.update(name.encode() + b"\0" + source)
    return digest.hexdigest()[:20]


def _imported_sources(path: Path, package: str | None, seen: set[Path]) -> list[Path]:
    """Return the file and, recursively, the files that it imports and that may change, but for those `seen`.

    `package` is the one that the file belongs to.
    """
    path = path.resolve()
    if path in seen:
        return []
    seen.add(path)
    sources = [path]
    for name in _imported_names(path, package):
        file, parent = _source_of(name)
        if file.suffix == ".py" and (_root(name) in (*_OURS, _root(package or "")) or not _is_installed(file)):
            sources += _imported_sources(file, parent, seen)
    return sources


def _root(module: str) -> str:
    return module.partition(".")[0]


def _source_of(name: str) -> tuple[Path, str | None]:
    """Return the file of a module, no Python file if it has none, and its package."""
    parent, _, module = name.rpartition(".")
    file = _PACKAGE / f"{module}.py"
    if parent == _PACKAGE.name and file.is_file():
        return file, parent  # loaded or not: a digest must not depend on what else this process does
    loaded = sys.modules.get(name) if name != _PACKAGE.name else None  # the package itself only hands out names
    return Path(getattr(loaded, "__file__", None) or "/").resolve(), getattr(loaded, "__package__", None)


def _imported_names(path: Path, package: str | None) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.level == 0 or package):
            module = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            names += [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return sorted(set(names))


_INSTALLED = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")]


def _is_installed(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in _INSTALLED)


@functools.cache
def cache_root() -> Path | None:
    """Return a folder that can be written, or None where compiled code cannot be kept."""
    wanted = os.environ.get("HEARTS_BENCH_CACHE")
    candidates = [Path(wanted).absolute()] if wanted else [Path(platformdirs.user_cache_dir("hearts_bench"))]
    candidates.append(Path(tempfile.gettempdir()) / f"hearts_bench-{getattr(os, 'getuid', lambda: 0)()}")
    for candidate in candidates:
        try:
            candidate.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=candidate):
                return candidate
        except OSError as error:
            _log.debug("no compiled code is kept in %s: %s", candidate, error)
    return None


@contextlib.contextmanager
def _caching(digest: str) -> Iterator[None]:
    """Point numba's cache at the folder of this digest while something is compiled or loaded."""
    root = cache_root()
    with _compile_lock:
        before = numba.config.CACHE_DIR
        folder = root / digest if root else None
        if folder is not None and not folder.exists():
            forget_unused(folder.parent)
        numba.config.CACHE_DIR = str(folder) if folder else ""
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


def _retrying(compile_with: Callable[..., Any]) -> Any:
    """Compile through the cache; if that fails for whatever reason, once more without it, and let errors through.

    A truncated cache file makes numba raise anything from EOFError to UnpicklingError. The damaged folder is removed,
    so that the next start writes a sound one.
    """
    folder = str(numba.config.CACHE_DIR)
    if not folder:
        return compile_with(cached=False)
    try:
        _announce(Path(folder))
        return compile_with(cached=True)
    except Exception as error:  # noqa: BLE001 - real compile errors come back from the second try
        _log.debug("compiling without the cache in %s after %r", folder, error)
        compiled = compile_with(cached=False)
        shutil.rmtree(folder, ignore_errors=True)
        return compiled


_announced: list[Path] = []


def _announce(folder: Path) -> None:
    """Say, once, that compiling takes a while; touch a folder that is in use."""
    if any(folder.glob("*/*.nbi")):
        os.utime(folder)
    elif not _announced:
        _log.info("Compiling for this machine; this takes some seconds, once.")
        _announced.append(folder)


def forget_unused(root: Path) -> None:
    """Remove the compiled code of sources, and other folders of the cache, that nobody has used for a month."""
    now = time.time()
    for folder in root.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another process may be tidying up, too
            if folder.is_dir() and now - folder.stat().st_mtime > _UNUSED_CACHE_LIFETIME:
                shutil.rmtree(folder, ignore_errors=True)
