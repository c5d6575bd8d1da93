"""The charts of a report."""

from collections.abc import Sequence

from hearts_bench.behaviour import Behaviour
from hearts_bench.findings import Findings
from hearts_bench.report.chart import Chart
from hearts_bench.report.charts_claim import claim_charts
from hearts_bench.report.charts_points import points_charts
from hearts_bench.report.charts_strength import strength_charts
from hearts_bench.report.charts_tables import table_charts


def charts(findings: Findings, behaviours: Sequence[Behaviour] = ()) -> list[Chart]:
    """Return the charts that fit a run, in the order of a report."""
    if not findings.matches:
        return []
    claimed = claim_charts(findings.claim) if findings.claim else []
    return [
        *claimed,
        *strength_charts(findings),
        *points_charts(findings, behaviours),
        *table_charts(findings),
    ]
