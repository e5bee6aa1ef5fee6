"""The commands that lead to a place in the app, `play`, `continue`, `daily`, `problems` and
`learn`; and `rules`, which shows the rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ai import levels
from ai.programs.process import PREFIX
from caravan_tui.cli.doors import LINES, play_in_lines, wants_lines
from caravan_tui.cli.params import GAME, OPTIONS, SEED, GameCommand
from caravan_tui.cli.programs import command_words, named_program
from caravan_tui.engine import Seat
from caravan_tui.engine.record import distinct_names
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError, OptionValue, Spec
from caravan_tui.hosts.players import player_words, read_player, with_name
from caravan_tui.i18n import _
from saves.errors import SaveError
from saves.store import Store

if TYPE_CHECKING:
    from caravan_tui.lines.door import Opening
    from caravan_tui.lines.home import Home
    from caravan_tui.screens.base import BaseApp  # with Textual, which `rules` does without

LONGEST_PROGRAM_NAME = 14
"""Characters of the name of a program's seat; a number may follow."""

ASCII = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")


class PlayCommand(GameCommand):
    """`play`: its help lists levels and games."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the levels that can be typed for PLAYERS, and the games."""
        with formatter.section(_("Levels, the weakest first")):
            formatter.write_text(", ".join(level.name for level in levels.LADDER))
            formatter.write_text(_("{name}: as strong as you").format(name=levels.ADAPTIVE.name))
        super().format_epilog(ctx, formatter)


@click.command(cls=PlayCommand)
@click.argument("game", type=GAME)
@click.option(
    "--seats",
    metavar="PLAYERS",
    help="Who plays, in turn order and separated by commas: me, or a level such as merchant, with "
    "a style after a colon if you like, or a program of yours, cmd:./mine. By default you and as "
    "few Traders as possible.",
)
@click.option("--seed", type=SEED, help="Decides chance. Random by default.")
@OPTIONS
@ASCII
@LINES
def play(
    game: str,
    seats: str | None,
    seed: int | None,
    options: dict[str, str],
    ascii_only: bool,
    in_lines: bool,
) -> int:
    """Begin a match of GAME."""
    spec = registry.get(game).spec
    players, programs = _players(spec, seats)
    values = spec.resolve(options, len(players))
    is_spoken, reason = wants_lines(in_lines)
    if is_spoken:

        async def sit_down(home: Home) -> None:
            home.host.programs.update(programs)
            named = with_name(players, home.host.player_name())
            await home.attempt(lambda: home.host.create(game, values, named, seed))

        return play_in_lines(sit_down, reason)

    async def begin(app: BaseApp) -> None:
        app.host.programs.update(programs)
        await _create(app, game, values, players, seed)

    return _start(begin, ascii_only)


@click.command("continue")
@click.argument("match", required=False)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=COMMAND",
    help="The program that plays the seat of this name, as cmd: did when the match began.",
)
@ASCII
@LINES
def continue_(
    match: str | None, programs: tuple[str, ...], ascii_only: bool, in_lines: bool
) -> int:
    """Continue MATCH, an id or its first characters; by default the match that was played last."""
    commands = dict(map(named_program, programs))
    store = Store()
    try:
        entry = store.listing().latest() if match is None else store.find(match)
    except SaveError as error:
        raise click.UsageError(str(error)) from error
    if entry is None:
        raise click.UsageError(
            _("no unfinished match to continue. Start one: caravan-tui play cards")
        )
    match_id = entry.id
    is_spoken, reason = wants_lines(in_lines)
    if is_spoken:

        async def sit_down(home: Home) -> None:
            home.host.programs.update(commands)
            await home.attempt(lambda: home.host.open(match_id))

        return play_in_lines(sit_down, reason)

    async def begin(app: BaseApp) -> None:
        app.host.programs.update(commands)
        try:
            connection = await app.host.open(match_id)
        except SaveError as error:
            app.notify(str(error), severity="warning", timeout=10)
            return
        app.show_notices()
        if connection is not None:
            app.open("table", connection)

    return _start(begin, ascii_only)


@click.command()
@ASCII
@LINES
def road(ascii_only: bool, in_lines: bool) -> int:
    """Open the map of the Road, where the journey for one goes on."""
    is_spoken, reason = wants_lines(in_lines)
    if is_spoken:
        return play_in_lines(_command("road", ""), reason)

    async def begin(app: BaseApp) -> None:
        app.open("road")

    return _start(begin, ascii_only)


@click.command(cls=GameCommand)
@click.argument("game", type=GAME, required=False)
@ASCII
@LINES
def daily(game: str | None, ascii_only: bool, in_lines: bool) -> int:
    """Open the match of the day, of GAME or to choose one."""
    is_spoken, reason = wants_lines(in_lines)
    if is_spoken:
        return play_in_lines(_command("daily", game), reason)

    async def begin(app: BaseApp) -> None:
        app.open("daily", game or "")

    return _start(begin, ascii_only)


@click.command(cls=GameCommand)
@click.argument("game", type=GAME, required=False)
@click.option("--day", is_flag=True, help="Open the problem of the day at once.")
@ASCII
@LINES
def problems(game: str | None, day: bool, ascii_only: bool, in_lines: bool) -> int:
    """Open the problems, of GAME or to choose one."""
    is_spoken, reason = wants_lines(in_lines)
    if is_spoken:
        words = f"day {game or ''}".strip() if day else game
        return play_in_lines(_command("problems", words), reason)

    async def begin(app: BaseApp) -> None:
        app.open("problems", game or "", opens_day=day)

    return _start(begin, ascii_only)


@click.command(cls=GameCommand)
@click.argument("game", type=GAME, required=False)
@ASCII
@LINES
def learn(game: str | None, ascii_only: bool, in_lines: bool) -> int:
    """Learn GAME by playing, in ten minutes; without GAME, choose from a list."""
    is_spoken, reason = wants_lines(in_lines)
    if is_spoken:
        return play_in_lines(_command("learn", game), reason)

    async def begin(app: BaseApp) -> None:
        chosen = game or await _choose_lesson(app)
        if chosen:  # else home, over which the list lay
            app.start_tutorial(chosen, leads_to_shell=True)

    return _start(begin, ascii_only)


def _command(name: str, words: str | None) -> Opening:
    """What gives home a command."""

    async def give(home: Home) -> None:
        await home.handle(f"{name} {words or ''}".strip())

    return give


@click.command(cls=GameCommand)
@click.argument("game", type=GAME)
def rules(game: str) -> None:
    """Show the rules of GAME. Into a file or a pipe, print them in Markdown."""
    text = registry.rules(game)
    if sys.stdout.isatty():
        from caravan_tui.cli.pages import page_of  # loads Rich, which a pipe does without

        # `less` alone says neither how to go on nor how to leave; `:` and `.` are its own signs
        os.environ.setdefault("LESS", f"-R -Ps{_('Space next page   / search   q close')}$")
        click.echo_via_pager(page_of(text))
    else:
        click.echo(text)


def _start(begin: Callable[[BaseApp], Awaitable[None]], ascii_only: bool) -> int:
    """Start the app, and do this as soon as it has a host. Returns the exit code."""
    from caravan_tui.app import run  # imports Textual

    return run("ascii" if ascii_only else None, begin)


async def _choose_lesson(app: BaseApp) -> str:
    """Ask which game to learn, with the easiest one still to be learnt under the cursor; empty:
    none. Only from a worker."""
    from caravan_tui.screens.lessons import LessonChooser  # imports Textual

    window = LessonChooser()
    index = await app.push_screen_wait(window)
    return "" if index is None else window.games[index]


async def _create(
    app: BaseApp,
    game: str,
    options: Mapping[str, OptionValue],
    players: list[Seat],
    seed: int | None,
) -> None:
    """Begin a match, and open its table."""
    seats = with_name(players, app.host.player_name())
    try:
        connection = await app.host.create(game, options, seats, seed)
    except (OptionError, SaveError) as error:
        app.notify(str(error), severity="error", timeout=10)
        return
    if connection is not None:
        app.open("table", connection)


def _players(spec: Spec, text: str | None) -> tuple[list[Seat], dict[str, tuple[str, ...]]]:
    """The players of `--seats`, only programs with names yet, and the command of each program by
    the name of its seat. Raises click.UsageError and OptionError."""
    words = player_words(spec, text)
    typed = [word.removeprefix(PREFIX) for word in words if word.startswith(PREFIX)]
    commands = list(map(command_words, typed))
    names = distinct_names(Path(command[0]).stem[:LONGEST_PROGRAM_NAME] for command in commands)
    programs = dict(zip(names, commands, strict=True))
    waiting = iter(names)
    seats = [
        Seat(levels.PROGRAM.name, next(waiting))
        if word.startswith(PREFIX)
        else read_player(spec, word, f"{PREFIX}COMMAND")
        for word in words
    ]
    return seats, programs
