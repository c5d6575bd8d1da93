"""What is wrong with a command is said in one sentence on standard error, with exit code 2."""

from pathlib import Path

import pytest

from .program import invoke

RANDOM = ("random",) * 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("match", "random", "random", "random", "artcle"), "unknown strategy 'artcle'; did you mean 'article'?"),
        (("match", "random", "random", "random", "xyzzy"), "unknown strategy 'xyzzy'; there is article, "),
        (("match", *RANDOM[1:]), "4 strategies are needed, one a seat, not 3"),
        (("match", *RANDOM, "random"), "4 strategies are needed, one a seat, not 5"),
        (("match",), "Missing argument"),
        (("match", *RANDOM, "--deals", 0), "--deals 0: at least one must be played"),
        (("match", *RANDOM, "--deals", -5), "--deals -5: at least one must be played"),
        (("match", *RANDOM, "--deals", "many"), "--deals"),
        (("match", *RANDOM, "--rules", "bycicle"), "unknown preset 'bycicle'; did you mean 'bicycle'?"),
        (("match", *RANDOM, "--seatings", "some"), "--seatings"),
        (("match", *RANDOM, "--seed", 2**64), "does not fit into 64 bits"),
        (("match", *RANDOM, "--seed", "x"), "--seed"),
        (("match", *RANDOM, "--jobs", 0), "0 jobs cannot play; ask for at least one"),
        (("match", *RANDOM, "--jobs", -1), "-1 jobs cannot play; ask for at least one"),
        (("match", *RANDOM, "--backend", "fibres"), "--backend"),
        (("match", *RANDOM, "--jsn"), "--jsn"),
        (("article", "--deals", 0), "0 deals cannot be played; ask for at least one"),
        (("article", "--deals", -1), "-1 deals cannot be played; ask for at least one"),
        (("article", "--jobs", 0), "0 jobs cannot play"),
        (("replay", "random", "random"), "4 strategies are needed"),
        (("replay", *RANDOM, "--board", -1), "--board"),
        (("replay", *RANDOM, "--seating", 1), "there is no seating 1"),
        (("replay", "/no/such/run"), "/no/such/run is no run folder"),
        (("run", "/no/such/file.yaml"), "cannot read /no/such/file.yaml: No such file or directory"),
        (("strategies", "show", "artcle"), "unknown strategy 'artcle'; did you mean 'article'?"),
        (("strategies", "shw"), "Did you mean 'show'?"),
        (("rules", "show", "artcle"), "unknown preset 'artcle'; did you mean 'article'?"),
        (("rules", "diff", "article"), "Missing argument"),
        (("rules", "dif", "article", "bicycle"), "Did you mean 'diff'?"),
        (("match", *RANDOM, "--games", "many"), "--games"),
        (("match", *RANDOM, "--on-illegal", "forgive"), "--on-illegal"),
        (("replay", *RANDOM, "--deal", -1), "--deal"),
        (("replay", *RANDOM, "--on-illegal", "forgive"), "--on-illegal"),
        (("mtch", *RANDOM), "Did you mean 'match', 'watch'?"),
    ],
)
def test_usage_error(arguments: tuple[object, ...], sentence: str) -> None:
    """A wrong name, number or option is a usage error that says what would be right; nothing is on standard output."""
    said = invoke(*arguments)
    assert said.code == 2
    assert said.out == ""
    assert sentence in said.words
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("monte-carlo:wrlds=3", "unknown parameter of monte-carlo 'wrlds'; did you mean 'worlds'?"),
        ("monte-carlo:worlds=", "'worlds=' in 'monte-carlo:worlds=' is no parameter: write name=value"),
        ("monte-carlo:worlds", "write name"),
        ("monte-carlo:worlds=many", "parameter worlds: int = 50 cannot be 'many'"),
        ("article:depth=3", "unknown parameter of article 'depth'"),
    ],
)
def test_bad_parameters(spec: str, sentence: str) -> None:
    """An unknown, missing or badly typed parameter is a usage error, never a silent default (catanatron#386)."""
    said = invoke("match", spec, *RANDOM[1:], "--deals", 4)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.words


def test_errors_before_the_start_leave_no_folder(tmp_path: Path) -> None:
    """A usage error writes nothing."""
    out = tmp_path / "run"
    assert invoke("match", "random", "random", "random", "artcle", "--out", out).code == 2
    assert invoke("match", *RANDOM, "--out", out, "--deals", 0).code == 2
    assert invoke("match", *RANDOM, "--out", out, "--jobs", 0).code == 2
    assert not out.exists()
