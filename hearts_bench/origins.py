"""Where the code of an isolated strategy is: a git revision, a wheel or a folder, each made into a folder.

Such a spec is `git:REVISION:SPEC`, `wheel:FILE.whl:SPEC` or `dir:FOLDER:SPEC`. Revisions and wheels are unpacked into
the cache folder, keyed by commit and by content, whole or not at all.
"""

import difflib
import hashlib
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from hearts_bench._jit import cache_root, forget_unused
from hearts_bench.errors import StrategyError

_FORMS = {"git": "git:REVISION:SPEC", "wheel": "wheel:FILE.whl:SPEC", "dir": "dir:FOLDER:SPEC"}
# A revision may hold colons in braces, as in HEAD^{/fix: this}.
_GIT_SPEC = re.compile(r"git:(?P<source>(?:\{[^}]*\}|[^:{])+):(?P<spec>.+)")
_PATH_SPEC = re.compile(r"(?:wheel|dir):(?P<source>[^:]+):(?P<spec>.+)")
_PINNED = re.compile(r"[0-9a-f]{12,40}")
_NEAR = 3


@dataclass(frozen=True)
class Origin:
    """Where code is from: what the spec says, the folder to import from, and the commit if it is from git."""

    text: str
    root: Path
    commit: str | None = None


def is_isolated(spec: str) -> bool:
    """Tell whether a spec has its code loaded in a process of its own.

    >>> is_isolated("git:v1.4:mine.py:Mine"), is_isolated("mine.py:Mine")
    (True, False)
    """
    return spec.partition(":")[0] in _FORMS and ":" in spec


def split(spec: str) -> tuple[str, str, str]:
    """Return kind, source and inner spec of an isolated strategy's spec.

    >>> split("git:HEAD~3:strategies/mine.py:Mine:depth=3")
    ('git', 'HEAD~3', 'strategies/mine.py:Mine:depth=3')

    Raises:
        StrategyError: something is missing.

    """
    kind = spec.partition(":")[0]
    match = (_GIT_SPEC if kind == "git" else _PATH_SPEC).fullmatch(spec)
    if match is None:
        msg = f"{spec!r} is no strategy spec: write {_FORMS[kind]}, such as {kind}:{_example(kind)}:mine.py:Mine"
        raise StrategyError(msg)
    return kind, match["source"], match["spec"]


def _example(kind: str) -> str:
    return {"git": "v1.4", "wheel": "dist/mine-1.4-py3-none-any.whl", "dir": "../old"}[kind]


def pinned(spec: str) -> str:
    """Return a spec in which a git revision is a commit; other specs are returned as they are.

    Raises:
        StrategyError: there is no such revision, or no repository.

    """
    spec = spec.strip()
    if not is_isolated(spec):
        return spec
    kind, source, inner = split(spec)
    if kind != "git" or _PINNED.fullmatch(source):
        return spec
    return f"git:{_git('rev-parse', '--short=12', _commit(source))}:{inner}"


def origin_of(spec: str) -> Origin:
    """Return where the code of an isolated strategy is, after unpacking it if need be.

    Raises:
        StrategyError: it cannot be found or unpacked.

    """
    kind, source, _inner = split(spec)
    text = f"{kind}:{source}"
    if kind == "git":
        commit = _commit(source)
        return Origin(text, _kept(f"git-{commit}", text, lambda folder: _export(commit, folder)), commit)
    path = Path(source).expanduser()
    if kind == "wheel":
        return Origin(text, _unpacked_wheel(path, text))
    if not path.is_dir():
        msg = f"folder {path} of {text} does not exist{_near(path.name, _names(path.parent, Path.is_dir))}"
        raise StrategyError(msg)
    return Origin(text, path.resolve())


def check_file(origin: Origin, file: str) -> None:
    """Make sure that an origin has a file.

    Raises:
        StrategyError: it has not; the message has the near names.

    """
    path = origin.root / file
    if Path(file).is_absolute() or not path.resolve().is_relative_to(origin.root.resolve()):
        msg = f"{file} is not inside {origin.text}; write its path from there"
        raise StrategyError(msg)
    if not path.is_file():
        known = (str(each.relative_to(origin.root)) for each in origin.root.rglob("*.py"))
        msg = f"{origin.text} has no file {file}{_near(file, known)}"
        raise StrategyError(msg)


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=_NEAR, cutoff=0.6)
    return f"; did you mean {' or '.join(repr(each) for each in near)}?" if near else ""


def _names(folder: Path, wanted: Callable[[Path], bool]) -> list[str]:
    return [each.name for each in folder.iterdir() if wanted(each)] if folder.is_dir() else []


def _commit(revision: str) -> str:
    """Return the commit that a revision of the current folder's repository names."""
    try:
        return _git("rev-parse", "--verify", "--end-of-options", revision + "^{commit}")
    except subprocess.CalledProcessError:
        try:
            _git("rev-parse", "--git-dir")
        except subprocess.CalledProcessError as error:
            msg = f"git:{revision} names a revision of the current folder's git repository, but {_said(error)}"
            raise StrategyError(msg) from error
        refs = _git("for-each-ref", "--format=%(refname:short)").splitlines()
        msg = f"the git repository has no revision {revision!r}{_near(revision, refs)}"
        raise StrategyError(msg) from None


def _git(*arguments: str) -> str:
    """Run git in the current folder and return what it prints."""
    with tempfile.TemporaryFile() as output:
        _run_git(arguments, output)
        output.seek(0)
        return output.read().decode(errors="replace").strip()


def _run_git(arguments: Sequence[str], output: IO[bytes], folder: str | None = None) -> None:
    program = shutil.which("git")
    if program is None:
        msg = "git is not installed, or not on the PATH: strategies from git:REVISION need it"
        raise StrategyError(msg)
    command = [program, *arguments]  # no shell: whatever a spec says is one argument
    subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE)  # noqa: S603


def _said(error: "subprocess.CalledProcessError") -> str:
    lines = error.stderr.decode(errors="replace").strip().splitlines() or [f"git ended with status {error.returncode}"]
    return f"git says: {lines[0]}"


def _export(commit: str, folder: Path) -> None:
    with tempfile.TemporaryFile() as archive:
        try:
            # In its own folder git exports the whole tree, wherever in the repository we are.
            _run_git(["archive", "--format=tar", commit], archive, _git("rev-parse", "--absolute-git-dir"))
        except subprocess.CalledProcessError as error:
            msg = f"commit {commit} cannot be exported: {_said(error)}"
            raise StrategyError(msg) from error
        archive.seek(0)
        with tarfile.open(fileobj=archive) as tar:
            # The first versions of Python 3.11 have no filters.
            tar.extraction_filter = getattr(tarfile, "tar_filter", lambda member, _path: member)
            tar.extractall(folder)  # noqa: S202 - the code in there is to be run


def _unpacked_wheel(path: Path, text: str) -> Path:
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:20]
    except OSError as error:
        near = _near(path.name, _names(path.parent, lambda each: each.suffix == ".whl"))
        msg = f"wheel {path} cannot be read: {error.strerror}{near}"
        raise StrategyError(msg) from error
    return _kept(f"wheel-{digest}", text, lambda folder: _unpack(path, folder))


def _unpack(wheel: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)  # noqa: S202 - the code in there is to be run
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        msg = f"{wheel} is no wheel, or damaged: {error}"
        raise StrategyError(msg) from error
    if not list(folder.glob("*.dist-info/METADATA")):
        msg = f"{wheel} is no wheel: it has no metadata"
        raise StrategyError(msg)


def _kept(name: str, text: str, fill: Callable[[Path], None]) -> Path:
    """Return the folder of this name in the cache, after filling it if it is not there yet.

    Folders that nobody used for a month are removed, as compiled code is.
    """
    root = cache_root()
    if root is None:
        msg = f"there is no folder to unpack {text} to; name one in the environment variable HEARTS_BENCH_CACHE"
        raise StrategyError(msg)
    folder = root.resolve() / name
    try:
        if folder.is_dir():
            os.utime(folder)
            return folder
        forget_unused(root)
        temporary = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=folder.parent))
        try:
            fill(temporary)
            _rename(temporary, folder)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except (OSError, tarfile.TarError) as error:
        msg = f"{text} cannot be unpacked to {folder}: {error}"
        raise StrategyError(msg) from error
    return folder


def _rename(temporary: Path, folder: Path) -> None:
    try:
        temporary.rename(folder)
    except OSError:
        if not folder.is_dir():  # else another process was faster
            raise
