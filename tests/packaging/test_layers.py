"""The modules of hearts_bench stand in layers: each imports only from those above it, in the order below."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import hearts_bench

PACKAGE = Path(hearts_bench.__file__).parent

# From the ground up. A folder is one layer: its modules may import each other, but not in a circle.
LAYERS = (
    "errors",
    "_jit",
    "_call",
    "messages",
    "watch",
    "cards",
    "rng",
    "rules",
    "presets",
    "legal",
    "deal",
    "view",
    "cancelling",
    "scoring",
    "table",
    "engine",
    "possible",
    "layout",
    "counting",
    "worlds",
    "solver",
    "decisions",
    "manual",
    "played",
    "tags",
    "deal_file",
    "deal_writer",
    "strategy",
    "entrant",
    "asking",
    "origins",
    "isolated",
    "registry",
    "isolated_host",
    "explaining",
    "seatings",
    "match",
    "block",
    "replaying",
    "measures",
    "chunk",
    "tournament",
    "config",
    "runner",
    "shards",
    "records",
    "reading",
    "stats",
    "summaries",
    "leaderboard",
    "behaviour",
    "duel",
    "difference",
    "run_difference",
    "selfcheck",
    "baseline",
    "gate",
    "claim",
    "findings",
    "following",
    "report",
    "progress",
    "session",
    "cli",
    "__main__",
)
FILES = {
    ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted(PACKAGE.rglob("*.py"))
    if file != PACKAGE / "__init__.py"  # it hands out the public names, and imports them when they are used
}


def imports_of(module: str, source: str) -> Iterator[tuple[str, int]]:
    """Yield the modules of the package that a module imports anywhere, functions included, with the line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"hearts_bench/{module}, line {node.lineno}: write the whole name of the module"
            wanted = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in wanted:
            target = module_of(name)
            if target:
                yield target, node.lineno


def module_of(name: str) -> str | None:
    """Return the module of the package in which a dotted name lives, without the package's own name."""
    package, _, rest = name.partition(".")
    if package != "hearts_bench" or not rest:
        return None
    rest = hearts_bench._HOMES.get(rest, rest)
    while rest and rest not in FILES:
        rest = rest.rpartition(".")[0]
    return rest or None


def layer_of(module: str) -> int:
    """Return the place of a module's layer in LAYERS."""
    layer = module.partition(".")[0]
    assert layer in LAYERS, f"hearts_bench/{layer} has no place in LAYERS of {Path(__file__).name}: give it one"
    return LAYERS.index(layer)


def offences(module: str, source: str) -> list[str]:
    """Return a sentence for every import of a module from its own layer or from one below it."""
    return [
        f"hearts_bench.{module} (line {line}) imports hearts_bench.{target}, which stands below it"
        for target, line in imports_of(module, source)
        if layer_of(target) > layer_of(module)
        or (layer_of(target) == layer_of(module) and "." not in module and "." not in target)
    ]


@pytest.mark.parametrize("module", sorted(FILES))
def test_module_imports_only_from_those_above_it(module: str) -> None:
    found = offences(module, FILES[module].read_text())
    assert not found, "; ".join(found)


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {module: {target for target, _ in imports_of(module, file.read_text())} for module, file in FILES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"these modules import each other in a circle: {' <- '.join(error.args[1])}")


def test_an_import_from_below_is_named() -> None:
    assert offences("cards", "def f():\n    from hearts_bench import Strategy\n") == [
        "hearts_bench.cards (line 2) imports hearts_bench.strategy, which stands below it"
    ]
    assert offences("cards", "import hearts_bench.table") == [
        "hearts_bench.cards (line 1) imports hearts_bench.table, which stands below it"
    ]
    assert not offences("table", "from hearts_bench.cards import card\nfrom hearts_bench import leaf, __version__\n")
