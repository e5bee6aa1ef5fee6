"""The commands `games` and `trace`: the games, and matches without a screen."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

import click

from caravan_tui.cli.params import GAME, OPTIONS, SEED, GameCommand
from caravan_tui.engine.trace import Chooser
from caravan_tui.engine.trace import trace as trace_rows
from caravan_tui.games import registry
from caravan_tui.games.contract import Game, Option, OptionValue, Spec, View
from caravan_tui.i18n import _

_PORTER_ITERATIONS: Final = 4
"""Search iterations for each move of `trace --play porter`, so that a match takes seconds."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(as_json: bool) -> None:
    """List the games and their options."""
    specs = [registry.spec(name) for name in registry.ids()]
    if as_json:
        click.echo(json.dumps([_spec_facts(spec) for spec in specs], indent=2))
        return
    for spec in specs:
        head = _("{id}: {title} by {designer}") if spec.designer else _("{id}: {title}")
        name = registry.name_to_type(spec.id)
        _print_wrapped(head.format(id=name, title=_(spec.title), designer=spec.designer))
        _print_wrapped(
            _("  {span} seats, about {minutes} minutes. {summary}").format(
                span=_range(spec.min_seats, spec.max_seats),
                minutes=spec.minutes,
                summary=_(spec.summary),
            )
        )
        for option in spec.options:
            _print_wrapped(
                _("  --option {name}=...  {title}: {allowed} (default {default})").format(
                    name=option.name,
                    title=_(option.title),
                    allowed=option.allowed(),
                    default=_default_text(option),
                )
            )


def _print_wrapped(line: str) -> None:
    """Print an indented line; on a terminal so that no word breaks at its edge. A program that
    reads the list gets a line as a line."""
    if sys.stdout.isatty():
        indent = line[: len(line) - len(line.lstrip())]
        line = click.wrap_text(
            line.strip(),
            shutil.get_terminal_size().columns,
            initial_indent=indent,
            subsequent_indent=indent + "    ",
        )
    click.echo(line)


@click.command(cls=GameCommand)
@click.argument("game", type=GAME)
@click.option(
    "--seats", type=int, help="Number of seats. Default: the fewest that the game allows."
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed for chance and moves.")
@OPTIONS
@click.option(
    "--play",
    type=click.Choice(["random", "mixed", "porter"]),
    default="random",
    show_default=True,
    help="Play random moves, moves of the level Porter, or half of each.",
)
def trace(game: str, seats: int | None, seed: int, options: dict[str, str], play: str) -> None:
    """Play one match of GAME and print JSON lines: the match, every ply with its legal moves, and
    the result."""
    played = registry.get(game)
    count = played.spec.min_seats if seats is None else seats
    choose = None if play == "random" else _porter()
    for row in trace_rows(played, options, count, seed, choose, 0.5 if play == "mixed" else 1.0):
        sys.stdout.write(json.dumps(row) + "\n")


def _porter() -> Chooser:
    """Make a function that chooses moves as the first level does, with few iterations."""
    from ai.own_turn import OwnTurn
    from ai.search import choose  # slow to import, and most traces are random

    turn, mover = OwnTurn(), -1

    def decide(game: Game[Any], view: View, seat: int, seed: int) -> int:
        nonlocal mover
        if seat != mover:
            turn.end()
            mover = seat
        return choose(game, view, "porter", seed, iterations=_PORTER_ITERATIONS, turn=turn).action

    return decide


def _spec_facts(spec: Spec) -> dict[str, Any]:
    return {
        "id": spec.id,
        "title": spec.title,
        "designer": spec.designer,
        "summary": spec.summary,
        "seats": [spec.min_seats, spec.max_seats],
        "rules": spec.rules_version,
        "minutes": spec.minutes,
        "weight": spec.weight,
        "options": [_option_facts(option) for option in spec.options],
    }


def _option_facts(option: Option) -> dict[str, Any]:
    facts: dict[str, Any] = {"name": option.name, "title": option.title, "help": option.help}
    default = option.default
    facts["kind"] = option.kind
    facts["default"] = (
        {str(count): value for count, value in default.items()}
        if isinstance(default, Mapping)
        else default
    )
    if option.kind == "choice":
        facts["choices"] = list(option.choices)
    elif option.kind == "number":
        facts["low"], facts["high"] = option.low, option.high
    if option.seats:
        facts["seats"] = list(option.seats)
    return facts


def _default_text(option: Option) -> str:
    """The default of an option; `5 with 2 seats, 6 with 3-4 seats` where it depends on them."""
    default = option.default
    if not isinstance(default, Mapping):
        return _value_text(default)
    alike = [(value, list(counts)) for value, counts in groupby(default, key=default.__getitem__)]
    return ", ".join(
        _("{value} with {span} seats").format(
            value=_value_text(value), span=_range(counts[0], counts[-1])
        )
        for value, counts in alike
    )


def _value_text(value: OptionValue) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"
