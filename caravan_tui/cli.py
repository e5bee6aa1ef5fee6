"""The command line. Without a command the app starts; no command imports Textual.

A command lives where its work is done and is imported when it is called: a line in `commands`
says where.
"""

from __future__ import annotations

import gettext
import inspect
import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from caravan_tui import __version__, settings, words
from caravan_tui.arguments import OPTIONS, SEED
from caravan_tui.words import _

if TYPE_CHECKING:
    from caravan_tui.engine.trace import Chooser
    from caravan_tui.games.contract import Game, Option, Spec, View

PROGRAM = "caravan-tui"

_PORTER_ITERATIONS = 4
"""What a move of `trace --play porter` may cost."""


def commands() -> dict[str, tuple[str, str]]:
    """Every command: where it is (`module:attribute`) and what it does."""
    return {
        "games": ("caravan_tui.cli:games", _("List the games and their options.")),
        "trace": ("caravan_tui.cli:trace", _("Play one match and print every move as JSON.")),
        "saves": ("saves.cli:saves", _("List, show, move and check saved matches.")),
        "stats": ("saves.cli:stats", _("Results and statistics of finished matches.")),
        "config": ("caravan_tui.desk:config", _("Where the settings are, and what they are.")),
        "doctor": ("caravan_tui.desk:doctor", _("Look at terminal, folders and workers.")),
        "completion": ("caravan_tui.desk:completion", _("Print a completion script for a shell.")),
        "man": ("caravan_tui.desk:man", _("Print the manual page.")),
        "serve": ("caravan_tui.ssh.cli:serve", _("Serve the games over SSH.")),
        "invite": ("caravan_tui.ssh.cli:invite", _("Make codes that let newcomers in.")),
        "admin": ("caravan_tui.ssh.cli:admin", _("Look after a server that runs.")),
        "arena": ("ai.arena_cli:arena", _("Let computer seats play each other and compare them.")),
    }


def translate(command: click.Command) -> None:
    """Say a command's help in the user's language; what is said already stays as it is."""
    if command.help:
        command.help = _(inspect.cleandoc(command.help))
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            option.help = _(inspect.cleandoc(option.help))
    for child in getattr(command, "commands", {}).values():
        translate(child)


class _Lazy(click.Group):
    """A group that knows its commands by name and imports only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        where = commands().get(cmd_name)
        if where is None:
            return None
        module, attribute = where[0].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        translate(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in commands():
            ctx.fail(
                _("there is no command '{name}'; the commands: {all}").format(
                    name=args[0], all=", ".join(commands())
                )
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader of our output that has gone is no fault of anybody."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
            return code
        except BrokenPipeError:
            _drop_output()
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, about) for name, (_where, about) in commands().items()])


@click.group(cls=_Lazy, invoke_without_command=True)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@click.pass_context
def group(ctx: click.Context, plain: bool) -> int | None:
    """Five caravan games for the terminal. Without a command the app starts."""
    if ctx.invoked_subcommand is not None:
        if plain:
            ctx.fail(_("--ascii is for the app; '{name}' draws nothing").format(
                name=ctx.invoked_subcommand
            ))  # fmt: skip
        return None
    from caravan_tui.app import run

    return int(run("ascii" if plain else None))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
def games(as_json: bool) -> None:
    """List the games and their options."""
    from caravan_tui.games import registry

    specs = [registry.spec(name) for name in registry.ids()]
    if as_json:
        click.echo(json.dumps([_facts(spec) for spec in specs], indent=2))
        return
    for spec in specs:
        span = _span(spec.min_seats, spec.max_seats)
        head = _("{id}: {title} by {designer}") if spec.designer else _("{id}: {title}")
        click.echo(head.format(id=spec.id, title=_(spec.title), designer=spec.designer))
        click.echo(
            _("  {span} seats, about {minutes} minutes. {summary}").format(
                span=span, minutes=spec.minutes, summary=_(spec.summary)
            )
        )
        for option in spec.options:
            click.echo(
                _("  --option {name}=...  {title}: {allowed} (default {default})").format(
                    name=option.name,
                    title=_(option.title),
                    allowed=option.allowed(),
                    default=_default(option),
                )
            )


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many play; the fewest if not given.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Fixes chance and moves.")
@OPTIONS
@click.option(
    "--play",
    type=click.Choice(["random", "mixed", "porter"]),
    default="random",
    show_default=True,
    help="Random moves, those of the first level, or either with equal chance.",
)
def trace(game: str, seats: int | None, seed: int, options: dict[str, str], play: str) -> None:
    """Play one match of GAME and print a JSON object a line: what is played, every ply with the
    legal moves, and the result."""
    from caravan_tui.engine.trace import trace as rows
    from caravan_tui.games import registry

    chosen = registry.get(game)
    count = chosen.spec.min_seats if seats is None else seats
    choose = None if play == "random" else _porter()
    for row in rows(chosen, options, count, seed, choose, 0.5 if play == "mixed" else 1.0):
        sys.stdout.write(json.dumps(row) + "\n")


def _porter() -> Chooser:
    """The first level with a budget so small that a whole match takes seconds."""
    from ai.search import choose

    def decide(game: Game, view: View, seat: int, seed: int) -> int:
        return choose(game, view, "porter", seed, iterations=_PORTER_ITERATIONS).action

    return decide


def _facts(spec: Spec) -> dict[str, Any]:
    return {
        "id": spec.id,
        "title": spec.title,
        "designer": spec.designer,
        "summary": spec.summary,
        "seats": [spec.min_seats, spec.max_seats],
        "rules": spec.rules_version,
        "minutes": spec.minutes,
        "weight": spec.weight,
        "options": [_option(option) for option in spec.options],
    }


def _option(option: Option) -> dict[str, Any]:
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


def _default(option: Option) -> str:
    default = option.default
    if isinstance(default, Mapping):
        return ", ".join(f"{count}: {_word(value)}" for count, value in default.items())
    return _word(default)


def _word(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    What the user got wrong is one line on stderr and code 2; what the machine refuses (a full
    disk, a port in use) one line and code 1.
    """
    if sys.stdout is None:  # closed by the caller
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    _speak()
    try:
        code = group.main(args=arguments, prog_name=PROGRAM, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        return _refuse(error.format_message())
    except click.Abort:
        return 130
    except OSError as error:
        _drop_output()
        return _refuse(str(error.strerror or error), 1)
    except ValueError as error:
        from caravan_tui.games.contract import OptionError
        from caravan_tui.games.registry import UnknownGameError

        if not isinstance(error, OptionError | UnknownGameError):
            raise
        return _refuse(str(error))
    return code if isinstance(code, int) else 0


def _speak() -> None:
    """Speak the user's language, and let the reader of command lines do so: it looks its texts up
    where the environment says."""
    language = words.choose(settings.load()[0].language)
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(words.DOMAIN, str(words.LOCALE))
    gettext.textdomain(words.DOMAIN)
    translate(group)


def _refuse(reason: str, code: int = 2) -> int:
    click.echo(f"{PROGRAM}: {' '.join(reason.split())}", err=True)
    return code


def _drop_output() -> None:
    """Output can no longer be written: let nothing complain about it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
