"""Configuration files: YAML, validated; unknown keys are refused with the near name."""

import itertools
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from hearts_bench.errors import ConfigError
from hearts_bench.match import Match, OnIllegal
from hearts_bench.messages import describe_validation, unknown_name
from hearts_bench.presets import changed_rules
from hearts_bench.registry import make_from
from hearts_bench.tournament import duel, gauntlet, round_robin, schedule


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class StrategyConfig(_Section):
    """How to make one strategy: a spec, and parameter values to go with it."""

    use: str = Field(description="A strategy spec, such as monte-carlo or path/to/file.py:Class.")
    args: dict[str, Any] = Field(default_factory=dict, description="Parameter values.")


class TournamentConfig(_Section):
    """Which strategies meet."""

    type: Literal["line-ups", "round-robin", "gauntlet", "duel"] = Field(
        description="Listed line-ups; every set of strategies once; the first strategy against each other one, in "
        "every seat against copies of it; or only against the second."
    )
    line_ups: list[list[str]] | None = Field(
        None, alias="line-ups", min_length=1, description="For line-ups: labels, seat by seat."
    )
    strategies: list[str] | None = Field(None, description="For all other types: labels; by default all.")
    deals: int | None = Field(None, ge=1, description="Deals per match, rounded up to whole boards.")
    games: int | None = Field(None, ge=1, description="Games per match instead, rounded up to whole boards.")
    seatings: Literal["fixed", "rotate", "balanced", "all"] = Field(
        "balanced", description="For line-ups and round-robin, who sits where: fixed, rotate, balanced or all."
    )

    @model_validator(mode="after")
    def _fits_type(self) -> Self:
        if (self.type == "line-ups") != (self.line_ups is not None):
            msg = "line-ups belongs to tournaments of type line-ups, and is needed there"
            raise ConfigError(msg)
        if (self.deals is None) == (self.games is None) and (self.type, self.deals) != ("duel", None):
            msg = "tournament needs either deals or games"
            raise ConfigError(msg)
        if self.type == "line-ups" and self.strategies is not None:
            msg = "strategies belongs to tournaments of type round-robin, gauntlet and duel"
            raise ConfigError(msg)
        if self.type in {"gauntlet", "duel"} and "seatings" in self.model_fields_set:
            msg = f"a {self.type} has seatings of its own, each strategy in every seat; leave tournament.seatings out"
            raise ConfigError(msg)
        for label, times in Counter(self.strategies or ()).items():
            if times > 1:
                msg = f"tournament.strategies has {label} {times} times; each strategy takes part once"
                raise ConfigError(msg)
        return self


class FaultsConfig(_Section):
    """What happens when a strategy plays an illegal card."""

    policy: OnIllegal = Field("fail", description="End the run, or go on with the revoke penalty.")
    max_fault_rate: float = Field(
        0, ge=0, allow_inf_nan=False, description="For a gate that goes on: how many a strategy may play per deal."
    )


class GateConfig(_Section):
    """What a strength gate tests, and how sure it has to be."""

    expect: Literal["no-worse", "better"] = Field("no-worse", description="What the new strategy must be to pass.")
    detect: float = Field(
        gt=0, allow_inf_nan=False, description="The loss, or the gain, in points per deal that shall be found."
    )
    alpha: float = Field(0.05, gt=0, lt=0.5, description="How often, at most, a loss of that size passes.")
    beta: float = Field(0.01, gt=0, lt=0.5, description="How often, at most, an equal strategy fails.")
    max_boards: int | None = Field(
        None, ge=1, description="Without an answer, stop after so many boards: 20000, or all of the baseline."
    )
    baseline: Path | None = Field(None, description="What the old strategy did, if it is not there to play.")


class Config(_Section):
    """A whole tournament."""

    version: Literal[1]
    seed: int | None = Field(None, description="If absent, one is drawn, printed and recorded.")
    rules: str | dict[str, Any] = Field(
        "article", description="A preset, or a mapping of preset and the options that differ."
    )
    strategies: dict[str, StrategyConfig] = Field(min_length=1, description="Label: how to make the strategy.")
    tournament: TournamentConfig
    faults: FaultsConfig = Field(default_factory=lambda: FaultsConfig(policy="fail", max_fault_rate=0))
    gate: GateConfig | None = Field(None, description="For `hearts-bench gate`, with a tournament of type duel.")

    def matches(self, seed: int) -> list[Match]:
        """Return the matches to play.

        Raises:
            ConfigError: a label is unknown, two are the same strategy, or a line-up does not fit the rules.
            StrategyError: a strategy cannot be made.

        """
        preset, changes = chosen_rules(self.rules)
        tournament = self.tournament
        deals = tournament.deals or tournament.games
        if deals is None:
            msg = "tournament has neither deals nor games, so only `hearts-bench gate` can play it"
            raise ConfigError(msg)
        line_ups = self._line_ups(changed_rules(preset, changes).players)
        return schedule(
            line_ups,
            self._specs(line_ups),
            deals=deals,
            whole_games=tournament.games is not None,
            seed=seed,
            preset=preset,
            changes=changes,
            seatings="duel" if tournament.type in {"gauntlet", "duel"} else tournament.seatings,
            on_illegal=self.faults.policy,
        )

    def _line_ups(self, players: int) -> Sequence[Sequence[str]]:
        tournament = self.tournament
        labels = list(self.strategies) if tournament.strategies is None else tournament.strategies
        for label in itertools.chain(labels, *(tournament.line_ups or ())):
            if label not in self.strategies:
                raise ConfigError(unknown_name("strategy label", label, self.strategies))
        if tournament.type == "round-robin":
            return round_robin(labels, players)
        if tournament.type == "gauntlet":
            return gauntlet(labels)
        return duel(labels) if tournament.type == "duel" else tournament.line_ups or ()

    def _specs(self, line_ups: Sequence[Sequence[str]]) -> dict[str, str]:
        """Return the spec of each label; those that play must be different strategies, or results would mix."""
        specs = {label: make_from(each.use, each.args).spec for label, each in self.strategies.items()}
        label_of: dict[str, str] = {}
        for label in itertools.chain(*line_ups):
            first = label_of.setdefault(specs[label], label)
            if first != label:
                msg = f"labels {first} and {label} are the same strategy, {specs[label]}; take one of them out"
                raise ConfigError(msg)
        return specs


def chosen_rules(rules: str | dict[str, Any]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return preset and changes for the rules of a configuration: a name, or a mapping with changed options."""
    if isinstance(rules, str):
        return rules, ()
    changes = {str(name): value for name, value in rules.items() if name != "preset"}
    return str(rules.get("preset", "article")), tuple((name, _text(value)) for name, value in changes.items())


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)


def read_rules(name: str, changes: list[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return preset and changes for what a command line says: a preset or a YAML file, and texts "option=value".

    Raises:
        ConfigError: a change is no "option=value", or the file cannot be read.
        RulesError: preset, option or value is wrong.

    """
    chosen: str | dict[str, Any] = _read_yaml(Path(name)) if name.endswith((".yaml", ".yml")) else name
    preset, from_file = chosen_rules(chosen)
    pairs = [change.partition("=") for change in changes]
    for option, equals, _ in pairs:
        if not equals or not option:
            msg = f"--rule {option!r} is no change of rules: write option=value"
            raise ConfigError(msg)
    all_changes = (*from_file, *((option, value) for option, _, value in pairs))
    changed_rules(preset, all_changes)
    return preset, all_changes


def load(path: Path) -> Config:
    """Read a configuration file.

    Raises:
        ConfigError: the file is missing, is no YAML, or says something impossible; the message names place and remedy.

    """
    content = _read_yaml(path)
    try:
        return Config.model_validate(content)
    except ValidationError as error:
        msg = f"{path}: {describe_validation(error, Config)}"
        raise ConfigError(msg) from None
    except ConfigError as error:
        msg = f"{path}: {error}"
        raise ConfigError(msg) from None


def _read_yaml(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"cannot read {path}: {error.strerror}"
        raise ConfigError(msg) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        msg = f"{path} is no YAML: {error}"
        raise ConfigError(msg) from error
    if not isinstance(content, dict):
        msg = f"{path} holds no configuration: it must be a mapping, such as one that starts with 'version: 1'"
        raise ConfigError(msg)
    return content
