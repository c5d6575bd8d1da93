"""Finding a strategy from its spec, and what is said when there is none."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
from cli.program import invoke, python

from hearts_bench.errors import StrategyError, UnknownStrategyError
from hearts_bench.registry import make, make_from, make_local, names, register
from hearts_bench.strategy import Strategy

REPOSITORY = Path(__file__).parents[2]
HEAD = "from hearts_bench import Strategy, StrategyRef, register\nfrom hearts_bench.cards import cards_in\n"
METHODS = """
    def choose_pass(self, view):
        return cards_in(view.hand)[: view.pass_count]

    def play(self, view):
        return cards_in(view.legal)[0]
"""
ONE = f"class One(Strategy):\n{METHODS}"
TWO = f"{ONE}\nclass Two(One):\n    depth: int = 3\n"


def write(folder: Path, source: str, name: str = "mine.py") -> Path:
    """Write a file with strategies."""
    path = folder / name
    path.write_text(HEAD + source, encoding="utf-8")
    return path


def test_every_entry_point_is_listed() -> None:
    """The names of pyproject.toml are those that the registry knows, and every one can be made."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    points = project["entry-points"]["hearts_bench.strategies"]
    assert set(points) <= set(names())
    for name in points:
        entrant = make_local(name)
        assert (entrant.spec, entrant.name, entrant.cls.registered_name) == (name, name, name)
    assert names() == sorted(names())


@pytest.mark.parametrize(
    ("spec", "name", "parameters"),
    [
        ("article", "article", {}),
        (" article ", "article", {}),
        ("monte-carlo", "monte-carlo", {"worlds": 50}),
        ("monte-carlo:worlds=7", "monte-carlo", {"worlds": 7}),
        ("monte-carlo:worlds=7,playout=duck-low", "monte-carlo", {"worlds": 7}),
        ("monte-carlo:playout=duck-low,worlds=7", "monte-carlo", {"worlds": 7}),
        ("patient:hates=KS", "patient", {"hates": "KS"}),
        ("hearts_bench_strategies.article:Article", "article", {}),
        ("hearts_bench_strategies.patient:Patient:hates=KS", "patient", {"hates": "KS"}),
    ],
)
def test_specs(spec: str, name: str, parameters: dict[str, object]) -> None:
    """A name, a name with parameters, and a class in a module all make an entrant."""
    entrant = make_local(spec)
    assert (entrant.name, entrant.spec) == (name, spec.strip())
    assert {key: entrant.parameters[key] for key in parameters} == parameters


def test_files(tmp_path: Path) -> None:
    """A class in a file is found by its name, or without it if it is the only one; unregistered, it keeps its name."""
    single, double = write(tmp_path, ONE, "single.py"), write(tmp_path, TWO, "double.py")
    assert make(f"{single}").name == make(f"{single}:One").name == "One"
    assert make_local(f"{double}:Two:depth=5").parameters == {"depth": 5}
    assert make_local(f"{double}:Two").parameters == {"depth": 3}
    assert make(f"{single}").kind == "python"


def test_a_file_may_import_its_neighbours(tmp_path: Path) -> None:
    """Modules beside the file can be imported, and strategies imported from elsewhere do not count as the file's."""
    (tmp_path / "neighbour_of_mine.py").write_text("CHOICE = 0\n", encoding="utf-8")
    path = write(
        tmp_path, f"from neighbour_of_mine import CHOICE\nfrom hearts_bench_strategies.article import Article\n{ONE}"
    )
    assert make(str(path)).name == "One"


def test_files_of_the_same_name_do_not_meet(tmp_path: Path) -> None:
    """Two files with the same name in different folders are two strategies."""
    specs = []
    for folder, depth in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        specs.append(str(write(tmp_path / folder, f"class One(Strategy):\n    depth: int = {depth}\n{METHODS}")))
    assert [make_local(spec).parameters["depth"] for spec in specs] == [1, 2]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("class One(Strategy:\n", r"mine\.py cannot be loaded: SyntaxError: .*line 3"),
        ("import no_such_module\n", r"mine\.py cannot be loaded: ModuleNotFoundError: .*no_such_module.*line 3"),
        ("1 / 0\n", r"mine\.py cannot be loaded: ZeroDivisionError: .*line 3"),
        ("x = 1\n", r"mine\.py has 0 strategy classes; write .*mine\.py:Class \(there is none\)"),
        (TWO, r"mine\.py has 2 strategy classes; write .*mine\.py:Class \(One, Two\)"),
        (
            "class One(Strategy):\n    def play(self, view): return 0\n",
            r"One in .* lacks the method choose_pass\(self, view\)",
        ),
        (
            "class One(Strategy):\n    def choose_pass(self, view): return 0\n",
            r"One in .* lacks the method play\(self, view\)",
        ),
        (
            ONE.replace("def play(self, view)", "def play(self)"),
            r"One in .* has play\(self\); it must be play\(self, view\)",
        ),
        (
            ONE.replace("def play(self, view)", "def play(self, view, extra)"),
            r"has play\(self, view, extra\); it must be play\(self, view\)",
        ),
        (ONE.replace("(Strategy):\n", "(Strategy):\n    depth: int\n"), r"parameter 'depth' of One needs a default"),
        (
            ONE.replace("(Strategy):\n", "(Strategy):\n    depth: list = []\n"),
            r"'depth' of One needs .* one of the types int",
        ),
        (
            f"@register('No Name')\n{ONE}",
            r"'No Name' cannot be a strategy's name: use lower-case letters, digits and hyphens",
        ),
        (f"@register('-x')\n{ONE}", r"'-x' cannot be a strategy's name"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, source: str, sentence: str) -> None:
    """A file that does not work is refused when it is loaded, with the remedy (robert-swanson/hearts-engine#112)."""
    path = write(tmp_path, source)
    with pytest.raises(StrategyError, match=sentence):
        make(str(path))
    said = invoke("match", path, "random", "random", "random", "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert "Traceback" not in said.err


def test_other_classes(tmp_path: Path) -> None:
    """A class that is no strategy, or not there, is refused."""
    path = write(tmp_path, f"class Other:\n    pass\n{ONE}")
    with pytest.raises(StrategyError, match=r"Other in .* is not a strategy: derive it from hearts_bench\.Strategy"):
        make(f"{path}:Other")
    with pytest.raises(StrategyError, match=r"unknown class in .* 'Onne'; did you mean 'One'\?"):
        make(f"{path}:Onne")


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("no/such/file.py", "strategy file no/such/file.py does not exist"),
        ("no/such/file.py:Class", "strategy file no/such/file.py does not exist"),
        ("no_such_module:Class", "module no_such_module cannot be loaded: ModuleNotFoundError"),
        ("hearts_bench_strategies.article:Artcle", "unknown class in .* 'Artcle'; did you mean 'Article'"),
        ("hearts_bench_strategies.article:View", "is not a strategy: derive it from"),
        ("", "'' is no strategy spec: write name, name:key=value"),
        ("two words", "'two words' is no strategy spec"),
        ("article:", "'article:' is no strategy spec"),
        ("monte-carlo:wrlds=3", "unknown parameter of monte-carlo 'wrlds'; did you mean 'worlds'"),
        ("monte-carlo:wrlds=3", r"\(parameters: worlds: int = 50; playout: strategy = opportunist; "),
        ("random:depth=3", r"unknown parameter of random 'depth'.*\(parameters: none\)"),
        ("monte-carlo:worlds=", "'worlds=' in 'monte-carlo:worlds=' is no parameter: write name=value"),
        ("monte-carlo:worlds=3,playout", "'playout' in .* is no parameter: write name=value"),
        ("monte-carlo:worlds=3,", "'' in .* is no parameter: write name=value"),
        ("monte-carlo:worlds=3.5", "parameter worlds: int = 50 cannot be '3.5'"),
        ("monte-carlo:worlds=x", "parameter worlds: int = 50 cannot be 'x'"),
        ("monte-carlo:worlds=3,worlds=4", "parameter 'worlds' is given twice"),
        ("monte-carlo:playout=artcle", "unknown strategy 'artcle'; did you mean 'article'"),
        (
            "monte-carlo:playout=patient",
            "parameter 'playout' of monte-carlo needs a compiled strategy, and patient is Python",
        ),
    ],
)
def test_wrong_specs(spec: str, sentence: str) -> None:
    """What cannot be made says which part is wrong and what would be right."""
    with pytest.raises(StrategyError, match=sentence):
        make(spec)


def test_unknown_names() -> None:
    """An unknown name has an exception of its own, which suggests the near names."""
    with pytest.raises(UnknownStrategyError, match=r"unknown strategy 'duck-lwo'; did you mean 'duck-low'\?"):
        make("duck-lwo")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("depth=5", 5),
        ("depth=-5", -5),
        ("weight=0.5", 0.5),
        ("weight=2", 2.0),
        ("bold=yes", True),
        ("bold=0", False),
        ("label=x", "x"),
    ],
)
def test_values(tmp_path: Path, text: str, value: object) -> None:
    """A parameter's text is read as the type that the class declares."""
    body = "    depth: int = 1\n    weight: float = 1.0\n    bold: bool = False\n    label: str = 'a'\n"
    path = write(tmp_path, ONE.replace("(Strategy):\n", f"(Strategy):\n{body}"))
    found = make_local(f"{path}:One:{text}").parameters[text.partition("=")[0]]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ["bold=maybe", "depth=1.5", "weight=heavy"])
def test_values_of_the_wrong_type(tmp_path: Path, text: str) -> None:
    """A text that is no value of the type is refused."""
    body = "    depth: int = 1\n    weight: float = 1.0\n    bold: bool = False\n"
    path = write(tmp_path, ONE.replace("(Strategy):\n", f"(Strategy):\n{body}"))
    name, _, value = text.partition("=")
    with pytest.raises(StrategyError, match=f"parameter {name}: .* cannot be '{value}'"):
        make(f"{path}:One:{text}")


@pytest.mark.parametrize("value", ["3", 3.5, True, None, [3]])
def test_values_from_a_configuration(value: object) -> None:
    """Values from YAML become the parameter's type, or are refused."""
    if value == "3":
        assert make_local(make_from("monte-carlo", {"worlds": value}).spec).parameters["worlds"] == 3
    else:
        with pytest.raises(StrategyError, match="worlds"):
            make_from("monte-carlo", {"worlds": value})


def test_arguments_join_parameters() -> None:
    """Parameters in the spec and arguments beside it are put together; the same one twice is refused."""
    assert make_from("monte-carlo:worlds=3", {"playout": "duck-low"}).spec == "monte-carlo:worlds=3,playout=duck-low"
    with pytest.raises(StrategyError, match="given twice"):
        make_from("monte-carlo:worlds=3", {"worlds": 4})


def test_registering_what_is_no_strategy() -> None:
    """`register` refuses at once what could not play."""
    with pytest.raises(StrategyError, match=r"lacks the method play\(self, view\)"):
        register("nothing")(type("Nothing", (Strategy,), {}))
    with pytest.raises(StrategyError, match=re.escape("derive it from hearts_bench.Strategy")):
        register("nothing")(type("Nothing", (), {}))


@pytest.fixture
def plug_in(tmp_path: Path) -> Path:
    """A folder on the path with an installed package that brings three strategies, one of them broken."""
    info = tmp_path / "their_strategies-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-strategies\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[hearts_bench.strategies]\ntheirs = their_strategies:One\nmisnamed = their_strategies:One\n"
    )
    write(tmp_path, f"@register('theirs')\n{ONE}", "their_strategies.py")
    return tmp_path


def test_installed_packages_bring_strategies(plug_in: Path) -> None:
    """A package with an entry point is found by name, as the built-in strategies are."""
    code = """
from hearts_bench.registry import make, names
from hearts_bench.match import Match
from hearts_bench.runner import play
print("theirs" in names(), make("theirs").kind, play(Match(("theirs",) * 4, 3, 1), jobs=1).boards)
"""
    assert python(code, PYTHONPATH=str(plug_in)) == "True python 3\n"


def test_a_misnamed_entry_point(plug_in: Path) -> None:
    """An entry point with another name than the class is registered by is refused."""
    code = """
from hearts_bench.registry import make
from hearts_bench.errors import StrategyError
try:
    make("misnamed")
except StrategyError as error:
    print(error)
"""
    said = python(code, PYTHONPATH=str(plug_in))
    assert "is registered as 'theirs'; entry point and @register must agree" in said


def test_a_broken_package_does_not_spoil_the_list(plug_in: Path) -> None:
    """One installed strategy that cannot be loaded does not hide the others from `strategies list`."""
    code = "import sys; sys.argv = ['hearts-bench', 'strategies', 'list']; from hearts_bench.cli import main; main()"
    said = python(code, PYTHONPATH=str(plug_in))
    assert "article" in said
    assert "theirs" in said


def test_loading_a_file_leaves_no_trace(tmp_path: Path) -> None:
    """A file that failed to load is read again at the next try."""
    path = write(tmp_path, "1 / 0\n")
    with pytest.raises(StrategyError, match="ZeroDivisionError"):
        make(str(path))
    write(tmp_path, ONE)
    assert make(str(path)).name == "One"
    assert not [name for name in sys.modules if name == "mine"]
