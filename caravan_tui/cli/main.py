"""The command line. Without a command the app starts.

`commands` lists every command with the module that has it. A module is imported when its command
is called, so that no command loads more than it needs; only a few import Textual.
"""

from __future__ import annotations

import gettext
import inspect
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from caravan_tui import __version__, i18n, settings
from caravan_tui.cli.doors import LINES, play_in_lines, wants_lines
from caravan_tui.cli.params import nearest_name
from caravan_tui.i18n import _

PROGRAM: Final = "caravan-tui"

MEANT: Final = {"--players": "--seats", "--player": "--seats", "--level": "--seats"}
"""Options that other programs have, and what they are called here."""


def sections() -> dict[str, dict[str, tuple[str, str]]]:
    """Every command by the part of the help that lists it: where it is (`module:attribute`) and a
    line about it."""
    return {
        _("Play"): {
            "play": ("caravan_tui.cli.play:play", _("Begin a match.")),
            "continue": ("caravan_tui.cli.play:continue_", _("Continue a saved match.")),
            "road": ("caravan_tui.cli.play:road", _("Continue the journey along the Road.")),
            "daily": ("caravan_tui.cli.play:daily", _("Open the match of the day.")),
            "problems": ("caravan_tui.cli.play:problems", _("Find the best move.")),
            "learn": ("caravan_tui.cli.play:learn", _("Learn a game by playing.")),
            "rules": ("caravan_tui.cli.play:rules", _("Show the rules of a game.")),
            "games": ("caravan_tui.cli.games:games", _("List the games and their options.")),
        },
        _("Keep and study"): {
            "saves": (
                "caravan_tui.cli.saves:saves",
                _("List, show, copy and check saved matches."),
            ),
            "stats": ("caravan_tui.cli.saves:stats", _("Show and export your results.")),
            "arena": (
                "caravan_tui.cli.arena:arena",
                _("Let computer players play each other and compare them."),
            ),
            "engine": (
                "caravan_tui.cli.engine:engine",
                _("Play for another program, over lines of JSON."),
            ),
            "trace": (
                "caravan_tui.cli.games:trace",
                _("Play one match and print every move as JSON."),
            ),
        },
        _("Set up and serve"): {
            "config": ("caravan_tui.cli.config:config", _("Show and check the settings.")),
            "doctor": (
                "caravan_tui.cli.doctor:doctor",
                _("Check terminal, folders, settings and workers."),
            ),
            "completion": (
                "caravan_tui.cli.completion:completion",
                _("Print a completion script for a shell."),
            ),
            "man": ("caravan_tui.cli.man_page:man", _("Print the manual page.")),
            "serve": ("caravan_tui.cli.serve:serve", _("Serve the games over SSH.")),
            "think": ("caravan_tui.cli.serve:think", _("Search for a cluster of servers.")),
            "invite": ("caravan_tui.cli.serve:invite", _("Create invite codes for new players.")),
            "admin": ("caravan_tui.cli.serve:admin", _("Administer a running server.")),
        },
    }


def commands() -> dict[str, tuple[str, str]]:
    """Every command: where it is and a line about it."""
    return {name: entry for section in sections().values() for name, entry in section.items()}


def translate(command: click.Command) -> None:
    """Translate the help of a command, its options and subcommands into the user's language.

    What has been translated already is not in the catalogue, and stays.
    """
    if command.help:
        command.help = _(inspect.cleandoc(command.help))
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            option.help = _(inspect.cleandoc(option.help))
    for child in getattr(command, "commands", {}).values():
        translate(child)


class _LazyGroup(click.Group):
    """A group that imports only the command that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = commands().get(cmd_name)
        if entry is None:
            return None
        module, attribute = entry[0].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        translate(command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take `help` and `help COMMAND` for `--help` and `COMMAND --help`."""
        if args and args[0] == "help":
            args = [*args[1:2], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in commands():
            text = _("There is no command '{name}'. Commands: {all}")
            nearest = self._command_within(ctx, args[0]) or nearest_name(args[0], commands())
            if nearest:
                text = _("There is no command '{name}'. Did you mean '{nearest}'? Commands: {all}")
            ctx.fail(text.format(name=args[0], nearest=nearest, all=", ".join(commands())))
        return super().resolve_command(ctx, args)

    def _command_within(self, ctx: click.Context, name: str) -> str:
        """The command of that name below another one, such as `saves export`; '': there is none."""
        for outer in commands():
            command = self.get_command(ctx, outer)
            if isinstance(command, click.Group) and name in command.commands:
                return f"{outer} {name}"
        return ""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. A closed pipe, as in `caravan-tui trace ... | head`, is no error."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
            return code
        except BrokenPipeError:
            _discard_output()
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, commands()))  # the texts of all sections begin in one column
        for title, section in sections().items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(width), about) for name, (_place, about) in section.items()]
                )

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        examples = (
            f"{PROGRAM} play camels --seats me,trader,merchant",
            f"{PROGRAM} learn cards",
        )
        with formatter.section(_("Examples")):
            for example in examples:
                formatter.write_text(example)


def build_name() -> str:
    """How rules, evaluators and search of this installation run: `compiled` or `interpreted`."""
    from caravan_tui.games.state import IS_COMPILED

    return _("compiled") if IS_COMPILED else _("interpreted")


def _print_version(ctx: click.Context, _param: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        click.echo(f"{PROGRAM} {__version__} ({build_name()})")
        ctx.exit()


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@LINES
@click.pass_context
def group(ctx: click.Context, ascii_only: bool, in_lines: bool) -> int | None:
    """Five caravan games for the terminal. Without a command the app starts."""
    if ctx.invoked_subcommand is not None:
        if in_lines:
            ctx.fail(_("write --lines after '{name}'").format(name=ctx.invoked_subcommand))
        if ascii_only:
            ctx.fail(
                _("--ascii is for the app; '{name}' draws nothing").format(
                    name=ctx.invoked_subcommand
                )
            )
        return None
    is_spoken, reason = wants_lines(in_lines)
    if is_spoken:
        return play_in_lines(None, reason)
    from caravan_tui.app import run as run_app  # loads Textual

    return int(run_app("ascii" if ascii_only else None))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    A mistake of the user is one line on stderr and code 2; a failure of the machine (a full disk,
    a port in use) one line and code 1.
    """
    if sys.stdout is None:  # closed by the caller
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    _set_language()
    try:
        code = group.main(args=arguments, prog_name=PROGRAM, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        return _fail(_reason(error), 2)
    except click.Abort:
        return 130
    except OSError as error:
        _discard_output()
        return _fail(_failure(error), 1)
    except ValueError as error:
        # A command that raises one of these has loaded the games; the others need not.
        from caravan_tui.games.contract import OptionError
        from caravan_tui.games.registry import UnknownGameError

        if not isinstance(error, OptionError | UnknownGameError):
            raise
        return _fail(str(error), 2)
    return code if isinstance(code, int) else 0


def _set_language() -> None:
    """Use the user's language, also for the texts of click, which it looks up with `gettext`."""
    language = i18n.choose(settings.load()[0].language)
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(i18n.DOMAIN, str(i18n.LOCALE))
    gettext.textdomain(i18n.DOMAIN)
    translate(group)


def _reason(error: click.ClickException) -> str:
    """What is wrong, and what would be right: click says only the first of too many arguments and
    of options that it does not know, so the usage of the command follows."""
    if isinstance(error, click.NoSuchOption) and error.option_name in MEANT:
        params = error.ctx.command.params if error.ctx else []
        known = {name for param in params for name in param.opts}
        if (meant := MEANT[error.option_name]) in known:
            text = _("No such option '{name}'. Did you mean '{meant}'?")
            return text.format(name=error.option_name, meant=meant)
    words = error.format_message()
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return words
    is_unknown = isinstance(error, click.NoSuchOption) and not error.possibilities
    if is_unknown or any(words.startswith(form.partition("{")[0]) for form in _too_many_forms()):
        usage = " ".join(error.ctx.get_usage().split())
        return f"{words.rstrip('.')}. {usage}"
    return words


def _failure(error: OSError) -> str:
    """What failed, and with which file, where that is known."""
    reason = str(error.strerror or error) or _("no answer in time")
    return f"{error.filename}: {reason}" if isinstance(error.filename, str) else reason


def _too_many_forms() -> list[str]:
    """How click says that there are too many arguments."""
    return [
        gettext.ngettext(
            "Got unexpected extra argument ({args})",
            "Got unexpected extra arguments ({args})",
            count,
        )
        for count in (1, 2)
    ]


def _fail(reason: str, code: int) -> int:
    click.echo(f"{PROGRAM}: {' '.join(reason.split())}", err=True)
    return code


def _discard_output() -> None:
    """Send stdout, which cannot be written any more, to nowhere: Python flushes it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
