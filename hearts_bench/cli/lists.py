"""The commands that look things up: strategies and rules."""

from typing import Annotated, Any

import typer

from hearts_bench.cli.common import Json, Rule, answers_errors, print_columns, print_json
from hearts_bench.errors import StrategyError

strategies_app = typer.Typer(help="See which strategies there are, and how they play.", invoke_without_command=True)
rules_app = typer.Typer(help="See which rules there are, and how they differ.", invoke_without_command=True)


@strategies_app.callback()
@answers_errors
def strategies(context: typer.Context) -> None:
    """See which strategies there are, and how they play."""
    if context.invoked_subcommand is None:
        list_strategies()


@strategies_app.command("list")
@answers_errors
def list_strategies(json_: Json = False) -> None:
    """List the installed strategies.

    Example: `hearts-bench strategies list`
    """
    from hearts_bench.registry import make, names

    entrants = []
    for name in names():
        try:
            entrants.append(make(name))
        except StrategyError as error:  # somebody's broken package must not hide all others
            typer.echo(f"Left out: {error}", err=True)
    if json_:
        print_json(
            [
                {
                    "name": entrant.name,
                    "kind": entrant.kind,
                    "summary": entrant.about.summary,
                    "parameters": list(entrant.about.parameters),
                }
                for entrant in entrants
            ]
        )
        return
    rows = [(each.name, each.kind, ", ".join(each.about.parameters), each.about.summary) for each in entrants]
    print_columns(("strategy", "kind", "parameters", "how it plays"), rows)


@strategies_app.command("show")
@answers_errors
def show_strategy(spec: Annotated[str, typer.Argument(help="A name, or a class in a file or module.")]) -> None:
    """Show how a strategy plays, its parameters and its source.

    Example: `hearts-bench strategies show article`
    """
    from hearts_bench.registry import make

    entrant = make(spec)
    about = entrant.about
    parameters = [f"  {parameter}" for parameter in about.parameters] or ["  none"]
    lines = [
        f"{entrant.name} ({entrant.kind})",
        "",
        about.description,
        "",
        "Parameters:",
        *parameters,
        "",
        f"Source: {about.file}",
        "",
        about.source,
    ]
    typer.echo("\n".join(lines))


@rules_app.callback()
@answers_errors
def rules_(context: typer.Context) -> None:
    """See which rules there are, and how they differ."""
    if context.invoked_subcommand is None:
        list_rules()


@rules_app.command("list")
@answers_errors
def list_rules(json_: Json = False) -> None:
    """List the presets.

    Example: `hearts-bench rules list`
    """
    from hearts_bench.presets import PRESETS

    if json_:
        print_json([{"name": each.name, "source": each.source} for each in PRESETS.values()])
    else:
        print_columns(("preset", "source"), [(each.name, each.source) for each in PRESETS.values()])


@rules_app.command("show")
@answers_errors
def show_rules(
    preset: Annotated[str, typer.Argument(help="A preset's name.", metavar="PRESET")],
    rule: Rule = None,
    json_: Json = False,
) -> None:
    """Show the options of a preset, its source, and how it differs from the article's rules.

    Example: `hearts-bench rules show bicycle`
    """
    from hearts_bench import presets
    from hearts_bench.config import read_rules
    from hearts_bench.rules import Rules

    name, changes = read_rules(preset, rule or [])
    rules, source = presets.changed_rules(name, changes), presets.preset(name).source
    options, different = rules.options(), presets.differences(rules, Rules())
    if json_:
        differing = {option: {"here": here, "article": there} for option, (here, there) in different.items()}
        title = presets.rules_name(name, changes)
        print_json({"name": title, "source": source, "options": options, "differences": differing})
        return
    typer.echo(f"{presets.rules_name(name, changes)}: {source}\n")
    described = Rules.model_fields
    rows = [(option, _value(value), described[option].description or "") for option, value in options.items()]
    print_columns(("option", "value", "meaning"), rows)
    typer.echo("")
    if not different:
        typer.echo("These are the article's rules." if preset == "article" else "No option differs from article.")
    for option, (here, there) in different.items():
        typer.echo(f"Differs from article: {option} is {_value(here)}, there {_value(there)}.")


@rules_app.command("diff")
@answers_errors
def diff_rules(
    one: Annotated[str, typer.Argument(help="A preset, or a YAML file of rules.", metavar="A")],
    other: Annotated[str, typer.Argument(help="Another.", metavar="B")],
    json_: Json = False,
) -> None:
    """Show the options in which two sets of rules differ.

    Example: `hearts-bench rules diff article bicycle`
    """
    from hearts_bench.config import read_rules
    from hearts_bench.presets import changed_rules, differences

    different = differences(changed_rules(*read_rules(one, [])), changed_rules(*read_rules(other, [])))
    if json_:
        print_json({option: {one: here, other: there} for option, (here, there) in different.items()})
    elif not different:
        typer.echo(f"{one} and {other} do not differ.")
    else:
        rows = [(option, _value(here), _value(there)) for option, (here, there) in different.items()]
        print_columns(("option", one, other), rows)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        value = [f"{name} {points}" for name, points in value.items()]
    return (", ".join(map(str, value)) or "none") if isinstance(value, list | tuple) else str(value)
