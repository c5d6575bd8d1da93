"""The strength gate: does a change make a strategy worse? A duel with the old one, or with what it did on record.

A gate gives a verdict of its own to what must not look like weakness: a strategy that broke the rules or raised, and a
measurement that does not come out again.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from hearts_bench.baseline import Baseline, check_fits, compare_alone, load, reference_match, replay_some
from hearts_bench.chunk import Chunk, Sum, play_chunk
from hearts_bench.config import Config, chosen_rules
from hearts_bench.duel import Duel, Outcome, Question, duel_match
from hearts_bench.entrant import Entrant, LocalEntrant
from hearts_bench.errors import ConfigError, MismatchError, StrategyFault
from hearts_bench.match import Match
from hearts_bench.messages import unknown_name
from hearts_bench.registry import make_from
from hearts_bench.runner import prepare
from hearts_bench.stats.sequential import LOOK

# The worst comes last.
GateVerdict: TypeAlias = Literal["pass", "inconclusive", "fail", "fault", "mismatch"]

# Plays a match and shows every chunk, in board order, to a function that tells whether it is enough.
PlayMatch: TypeAlias = Callable[[Match, Callable[[Chunk], bool]], object]

MAX_BOARDS = 20_000


@dataclass(frozen=True)
class Gate:
    """What a configuration file has tested: the match, the question, and the baseline if there is one.

    `alpha` is what all gates of the command share; the question has this gate's part. `max_fault_rate` is how many
    illegal cards per deal either strategy may play.
    """

    name: str
    question: Question
    alpha: float
    match: Match
    max_fault_rate: float = 0.0
    baseline: Baseline | None = None
    baseline_file: Path | None = None

    @property
    def roles(self) -> tuple[str, str]:
        """What the two strategies of the match are to the gate."""
        return ("new", "reference" if self.baseline else "old")


@dataclass(frozen=True)
class GateResult:
    """What a gate found. `outcome` is there if boards were judged, `message` if something went wrong.

    `broke` says whose fault it is: "new", "old" or "reference"; None if nobody knows, or nobody broke. `gate` is None
    if the baseline could not be used.
    """

    name: str
    verdict: GateVerdict
    seconds: float = 0.0
    gate: Gate | None = None
    outcome: Outcome | None = None
    message: str = ""
    broke: str | None = None


def worst(results: Sequence[GateResult]) -> GateVerdict:
    """Return the worst verdict of some gates."""
    order = get_args(GateVerdict)
    return max((result.verdict for result in results), key=order.index)


def open_gate(name: str, config: Config, gates: int, draw_seed: Callable[[], int]) -> Gate | GateResult:
    """Return the gate that a configuration describes, or a result at once if its baseline cannot be used.

    Args:
        name: what the gate is called, such as the name of its file.
        config: the configuration.
        gates: how many gates share alpha.
        draw_seed: returns a seed, if the configuration has none.

    Raises:
        ConfigError: the configuration describes no gate, or asks what no boards can answer.
        StrategyError: a strategy cannot be made or compiled.

    """
    try:
        return _open(name, config, gates, draw_seed)
    except ConfigError as error:
        msg = f"{name}: {error}"
        raise ConfigError(msg) from error


def _open(name: str, config: Config, gates: int, draw_seed: Callable[[], int]) -> Gate | GateResult:
    if config.gate is None:
        msg = "there is no section gate, such as 'gate: {expect: no-worse, detect: 0.1}'"
        raise ConfigError(msg)
    asked = config.gate
    question = Question(asked.expect, asked.detect, asked.alpha / gates, asked.beta)
    labels, specs = _strategies(config)
    preset, changes = chosen_rules(config.rules)
    options: dict[str, Any] = {"preset": preset, "changes": changes, "on_illegal": config.faults.policy}
    baseline = None
    if asked.baseline is None:
        boards = MAX_BOARDS if asked.max_boards is None else asked.max_boards
        seed = draw_seed() if config.seed is None else config.seed
        match = duel_match(specs[0], specs[1], boards, seed, question, labels=labels, **options)
        if _is_same(*match.entrants):
            msg = f"{' and '.join(labels)} are the same strategy, {match.line_up[0]}, under two names"
            raise ConfigError(msg)
    else:
        try:
            baseline = load(asked.baseline)
            match = baseline.match(specs[0], labels=(labels[0], baseline.reference.strategy), **options)
            check_fits(baseline, asked.baseline, match)
        except MismatchError as error:
            return GateResult(name, "mismatch", message=str(error))
        _check_boards(config.seed, asked.max_boards, baseline)
        match = replace(match, boards=asked.max_boards or baseline.boards)
    Duel(match, question)  # refuses a difference that rules leave no room for
    prepare(match, None)  # what cannot be compiled must show before any other gate is played
    return Gate(name, question, asked.alpha, match, config.faults.max_fault_rate, baseline, asked.baseline)


def _strategies(config: Config) -> tuple[tuple[str, ...], list[str]]:
    """Return labels and specs of the new and, without a baseline, the old strategy."""
    tournament = config.tournament
    labels = tuple(tournament.strategies or config.strategies)
    wanted = 1 if config.gate and config.gate.baseline else 2
    if tournament.type != "duel" or len(labels) != wanted:
        form = "[new], as the old one is in the baseline" if wanted == 1 else "[new, old]"
        msg = f"a gate needs 'tournament: {{type: duel, strategies: ...}}' with {form}"
        raise ConfigError(msg)
    for label in labels:
        if label not in config.strategies:
            raise ConfigError(unknown_name("strategy label", label, config.strategies))
    chosen = [config.strategies[label] for label in labels]
    return labels, [make_from(each.use, each.args).spec for each in chosen]


def _is_same(new: Entrant, old: Entrant) -> bool:
    """Tell whether two specs stand for one strategy: the same class with the same values of its parameters."""
    if isinstance(new, LocalEntrant) and isinstance(old, LocalEntrant):
        return new.cls is old.cls and new.parameters == old.parameters
    return new.spec == old.spec


def _check_boards(seed: int | None, boards: int | None, baseline: Baseline) -> None:
    if seed not in {None, baseline.seed}:
        msg = f"the boards of the baseline have the seed {baseline.seed}; leave seed {seed} out"
        raise ConfigError(msg)
    if boards is not None and boards > baseline.boards:
        msg = f"gate.max_boards is {boards}, but the baseline has {baseline.boards} boards"
        raise ConfigError(msg)
    if boards is not None and boards < LOOK:
        msg = f"gate.max_boards is {boards}, but a gate looks at its evidence every {LOOK} boards"
        raise ConfigError(msg)


def play_gate(gate: Gate, play: PlayMatch) -> GateResult:
    """Play a gate's match until its question is answered, and return what came of it; `play` plays a match."""
    start = time.perf_counter()
    watch = _Watch(gate)
    try:
        if gate.baseline is not None:
            _replay(gate.baseline)
        play(gate.match, watch.is_enough)
    except MismatchError as error:
        return GateResult(gate.name, "mismatch", time.perf_counter() - start, gate, message=str(error))
    except StrategyFault as fault:
        broke = None if fault.position is None else gate.roles[fault.position]
        return GateResult(gate.name, "fault", time.perf_counter() - start, gate, message=str(fault), broke=broke)
    seconds = time.perf_counter() - start
    outcome = watch.duel.outcome()
    for role, label, count in zip(gate.roles, gate.match.labels, watch.revokes.tolist(), strict=True):
        if count > gate.max_fault_rate * outcome.deals:
            rate = f"{count / outcome.deals:.3g} a deal; faults.max_fault_rate allows {gate.max_fault_rate:g}"
            message = f"strategy {label} played {count:,} illegal cards in {outcome.deals:,} deals, {rate}"
            return GateResult(gate.name, "fault", seconds, gate, outcome, message, role)
    return GateResult(gate.name, outcome.verdict, seconds, gate, outcome)


def _replay(baseline: Baseline) -> None:
    try:
        replay_some(baseline, reference_match(baseline))
    except StrategyFault as fault:
        fault.position = 1  # whichever seat it was: the reference sits in all of them
        raise


class _Watch:
    """Shows a gate's boards to its duel, counts illegal cards, and compares the reference with the baseline's.

    Boards behind the end of the test count in nothing, so that workers and chunks decide nothing.
    """

    def __init__(self, gate: Gate) -> None:
        self._match, self._baseline = gate.match, gate.baseline
        self.duel = Duel(gate.match, gate.question, gate.baseline.recorded if gate.baseline else None)
        self.revokes = np.zeros(2, np.int64)

    def is_enough(self, chunk: Chunk) -> bool:
        """Take the next boards, and tell whether the question is answered."""
        before = self.duel.boards
        enough = self.duel.is_enough(chunk)
        boards = self.duel.boards - before
        if self._baseline is not None:
            compare_alone(self._baseline, chunk.first, chunk.scores[:boards, self._match.rules.players])
        if boards < chunk.boards and self._match.on_illegal == "revoke":
            chunk = play_chunk(self._match, chunk.first, boards)  # a chunk does not tell on which board they were
        self.revokes += chunk.tally[:, Sum.REVOKES]
        return enough
