"""Plays some runs and makes the gallery of charts out of them: docs/gallery.md and the pictures in docs/gallery/.

    scripts/run python scripts/gallery.py

All pictures come from real runs, by the commands beside them, with fixed seeds: played again they are the same, but for
times.
"""

import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hearts_bench.records import RunFolder
from hearts_bench.report.assembly import charts_of, read_run
from hearts_bench.report.chart import Chart, save

REPOSITORY = Path(__file__).resolve().parents[1]
PAGE = REPOSITORY / "docs" / "gallery.md"
PICTURES = REPOSITORY / "docs" / "gallery"


RUNS = {
    "article": "hearts-bench article --out results/article",
    "round-robin": "hearts-bench run configs/round-robin.yaml",
    "gauntlet": "hearts-bench run configs/gauntlet.yaml",
    "duel": "hearts-bench duel herzen article --detect 0.25 --seed 4 --out results/duel",
    "games": "hearts-bench run configs/games.yaml",
    "omnibus": "hearts-bench match moon-shooting article herzen duck-low --rules omnibus --deals 20000 --seed 5 "
    "--out results/omnibus",
}


@dataclass(frozen=True)
class Answer:
    """A chart of a run, and the question that it answers."""

    question: str
    run: str
    chart: str


ANSWERS = (
    Answer("Does the article's claim hold?", "article", "article"),
    Answer("How soon does one see that?", "article", "claim"),
    Answer("Who is the strongest?", "round-robin", "leaderboard"),
    Answer("Who gains how much on whom?", "round-robin", "pairs"),
    Answer("Whom does a challenger beat?", "gauntlet", "leaderboard"),
    Answer("Have enough deals been played?", "round-robin", "running"),
    Answer("When is a sequential test sure?", "duel", "evidence"),
    Answer("How often does somebody take how many points?", "round-robin", "distribution"),
    Answer("How high are totals at the end of a game?", "games", "distribution"),
    Answer("Which cards do the points come from?", "round-robin", "origins"),
    Answer("And where a jack of diamonds takes ten off?", "omnibus", "origins"),
    Answer("When in a deal are points taken?", "round-robin", "tricks"),
    Answer("How do strategies play?", "round-robin", "behaviour"),
    Answer("What is it worth to pass cards, and to whom?", "round-robin", "passes"),
    Answer("Is one seat better than another?", "round-robin", "seats"),
    Answer("Does it matter who sits on the left?", "round-robin", "neighbours"),
    Answer("How long do strategies think?", "games", "time"),
)
INTRODUCTION = """\
# Gallery

The charts of `hearts-bench report`, each with the question that it answers, what is to be seen, and the run that it
shows. `scripts/run python scripts/gallery.py` plays these runs and draws these pictures; [reports.md](reports.md) tells
what else a report holds. Colours are those of Okabe and Ito, which colour-blind readers can tell apart; lines also
differ in dashes and markers.
"""


def main() -> None:
    """Play the runs, draw the pictures, and write the page."""
    with tempfile.TemporaryDirectory() as folder:
        charts = {name: play(name, command, Path(folder)) for name, command in RUNS.items()}
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    sections = [section(answer, charts[answer.run][answer.chart]) for answer in ANSWERS]
    PAGE.write_text("\n".join([INTRODUCTION, *sections]), encoding="utf-8")
    print(f"{PAGE.relative_to(REPOSITORY)} and {len(sections)} pictures")


def play(name: str, command: str, folder: Path) -> dict[str, Chart]:
    """Play a run with its command, and return its charts by name."""
    print(command, file=sys.stderr)
    (folder / "results").mkdir(exist_ok=True)
    if not (folder / "configs").exists():
        (folder / "configs").symlink_to(REPOSITORY / "configs")
    words = [sys.executable, "-m", "hearts_bench", *shlex.split(command)[1:], "--quiet"]
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands
    return {chart.name: chart for chart in charts_of(read_run(RunFolder.open(folder / "results" / name)))}


def section(answer: Answer, chart: Chart) -> str:
    """Draw a chart, and return the part of the page that shows it."""
    file = PICTURES / f"{answer.run}-{answer.chart}.svg"
    save(chart, file)
    return f"""\
## {answer.question}

![{escaped(chart.alt)}](gallery/{file.name})

```
{RUNS[answer.run]}
hearts-bench report results/{answer.run}
```
"""


def escaped(text: str) -> str:
    """Return a text that may stand in the brackets of a picture in Markdown."""
    return text.replace("[", "\\[").replace("]", "\\]")


if __name__ == "__main__":
    main()
