"""One deal as a page to step through in a browser: a single file that asks for nothing else."""

from typing import Any

from hearts_bench.played import Deal, outcome
from hearts_bench.report.explained import PASSES_SHOWN
from hearts_bench.report.names import seat_name
from hearts_bench.report.replay import replay_text


def replay_page(deal: Deal, document: dict[str, Any]) -> str:
    """Return the page; `document` is the deal's JSON document, explanation included if there is one."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - takes a while to import

    environment = Environment(
        loader=PackageLoader("hearts_bench.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    players = deal.rules.players
    heading, _, whole = replay_text(deal, outcome(deal)).partition("\n\n")
    return environment.get_template("replay.html").render(
        heading=heading,
        text=whole,
        data=document | {"names": [seat_name(seat, players) for seat in range(players)]},
        players=players,
        passes_shown=PASSES_SHOWN,
    )
