"""What a run showed: every number that its tables and charts need, whether it is finished or still being played."""

from hearts_bench.findings.gather import findings_of, question_of
from hearts_bench.findings.model import (
    ClaimFindings,
    Distribution,
    Evidence,
    Findings,
    Grid,
    Line,
    MatchFindings,
    Origin,
    OriginKind,
    Running,
    StrategyFindings,
)

__all__ = [
    "ClaimFindings",
    "Distribution",
    "Evidence",
    "Findings",
    "Grid",
    "Line",
    "MatchFindings",
    "Origin",
    "OriginKind",
    "Running",
    "StrategyFindings",
    "findings_of",
    "question_of",
]
