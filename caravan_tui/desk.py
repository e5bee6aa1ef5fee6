"""Commands around the app itself: its settings, its terminal, completion, the manual page."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from caravan_tui import __version__, folders, settings
from caravan_tui.words import _

SHELLS = ("bash", "zsh", "fish")

SAMPLE = "●■▲♦▼♣ ┌─┐│└┘ ═║ ░█ ►◄ ⌂"
"""Characters that the boards draw with."""


@click.group()
def config() -> None:
    """The settings: where they are, what they are, what is wrong with them."""


@config.command()
def path() -> None:
    """Print where the settings file is."""
    click.echo(settings.path())


@config.command()
def show() -> None:
    """Print every setting as it is in force, the environment included."""
    found, notices = settings.load()
    click.echo(settings.write(found), nl=False)
    for notice in notices:
        click.echo(notice, err=True)


@config.command()
def check() -> None:
    """Say what is wrong with the settings; exit code 1 if something is."""
    notices = settings_notices()
    for notice in notices:
        click.echo(notice)
    if notices:
        raise click.exceptions.Exit(1)
    click.echo(_("{file}: nothing is wrong.").format(file=settings.path()))


def settings_notices() -> list[str]:
    """What is wrong with the settings, with themes and with keys."""
    found, notices = settings.load()
    notices += theme_notices(found.theme)
    if found.keys:
        from caravan_tui.help import key_notices  # imports Textual

        notices += key_notices(found.keys)
    return notices


def theme_notices(wanted: str) -> list[str]:
    """What is wrong with the user's theme files, and with the theme wanted. Imports Textual."""
    from textual.theme import BUILTIN_THEMES

    from caravan_tui.screens.themes import THEMES, theme_of
    from caravan_tui.theme_files import ThemeError, load

    known = BUILTIN_THEMES | {theme.name: theme for theme in THEMES}
    files, notices = load()
    for file in files:
        try:
            known[file.name] = theme_of(file, known)
        except ThemeError as error:
            notices.append(str(error))
    if wanted not in known:
        notices.append(_("theme: there is no theme '{name}'").format(name=wanted))
    return notices


def known_commands() -> dict[str, tuple[str, str]]:
    """Every command of every screen by its id: keys and what it does. Imports Textual."""
    from caravan_tui.help import all_commands

    return {
        command.id: (command.keys, command.help or command.title)
        for _title, commands in all_commands()
        for command in commands
    }


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a completion script for a shell; its first line says where it goes."""
    from click.shell_completion import get_completion_class

    from caravan_tui.cli import PROGRAM, group

    where = {
        "bash": "~/.local/share/bash-completion/completions/caravan-tui",
        "zsh": "~/.zfunc/_caravan-tui",
        "fish": "~/.config/fish/completions/caravan-tui.fish",
    }
    kind = get_completion_class(shell)
    assert kind is not None
    variable = "_" + PROGRAM.replace("-", "_").upper() + "_COMPLETE"
    script = kind(group, {}, PROGRAM, variable).source()
    first, rest = ("", script)
    if shell == "zsh":
        first, _newline, rest = script.partition("\n")  # `#compdef` must stay first
        first += "\n"
    click.echo(f"{first}# {where[shell]}\n{rest}")


@click.command()
def man() -> None:
    """Print the manual page: caravan-tui man | man -l -"""
    from caravan_tui.manual import manual

    click.echo(manual(settings.load()[0].keys))


@click.command()
def doctor() -> None:
    """Look at terminal, folders and workers; exit code 1 if something is in the way."""
    from rich.console import Console
    from rich.text import Text

    found = settings.load()[0]
    console = Console(highlight=False, soft_wrap=True, _environ=drawn_in(found.colours))
    wrong = 0
    for name, good, told in findings(found):
        mark = _("ok") if good else _("WRONG")
        wrong += not good
        line = Text.assemble((f"{mark:6}", "green" if good else "bold red"), f" {name}: {told}")
        if name == _("colours"):
            line.append_text(Text.assemble("  ", *seat_colours(found)))
        console.print(line)
    if wrong:
        raise click.exceptions.Exit(1)


def drawn_in(wanted: str) -> dict[str, str]:
    """The environment in which the app draws, by the setting of colours."""
    from caravan_tui.terminal import colours

    environment = dict(os.environ)
    said = environment.pop("COLORTERM", "")
    return environment | colours(environment.get("TERM", ""), said, wanted)


def seat_colours(found: settings.Settings) -> list[tuple[str, str]]:
    """The marks of the seats, each with its colour on a dark ground."""
    from caravan_tui.terminal import poor_terminal
    from caravan_tui.widgets import marks, palettes

    shown = palettes.usual(dark=True) | palettes.colours(found.palette, dark=True)
    poor = found.glyphs == "ascii" or (found.glyphs == "auto" and poor_terminal())
    return [
        (marks.seat_mark(seat, poor), f"bold {shown[f'seat-{seat + 1}']}")
        for seat in range(marks.SEATS)
    ]


def findings(found: settings.Settings) -> Iterator[tuple[str, bool, str]]:
    """What the doctor looks at, with these settings: a name, whether it is well, what was found."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield "caravan_tui", True, f"{__version__}, Python {version}"
    yield from _terminal(found)
    yield from _files()
    yield from _workers()


def _terminal(found: settings.Settings) -> Iterator[tuple[str, bool, str]]:
    from caravan_tui.terminal import no_terminal, poor_terminal

    reason = no_terminal()
    term = os.environ.get("TERM", "")
    yield _("terminal"), reason is None, reason or f"TERM={term}"
    columns, rows = shutil.get_terminal_size()
    yield (
        _("size"),
        columns >= 80 and rows >= 24,
        _("{columns} × {rows}; at least 80 × 24 is needed").format(columns=columns, rows=rows),
    )
    yield _("colours"), True, _depth(found.colours)
    if found.glyphs == "ascii":
        yield _("glyphs"), True, _('ASCII (glyphs = "ascii" is set)')
    elif poor_terminal() and found.glyphs == "auto":
        yield _("glyphs"), True, _("ASCII (this terminal is not known to show more)")
    else:
        yield (
            _("glyphs"),
            True,
            _('{sample}  (boxes or ?: set glyphs = "ascii")').format(sample=SAMPLE),
        )


def _depth(wanted: str) -> str:
    """How many colours the app draws with."""
    environment = drawn_in(wanted)
    if "NO_COLOR" in os.environ:
        return _("none (NO_COLOR is set)")
    if "NO_COLOR" in environment:
        return _('none (colours = "none" is set)')
    if environment.get("COLORTERM") == "truecolor":
        return _("16 million")
    if "256" in environment.get("TERM", ""):
        return "256"
    return _("few; COLORTERM=truecolor if it can do more")


def _files() -> Iterator[tuple[str, bool, str]]:
    places = (
        (_("matches"), folders.data()),
        (_("settings"), folders.config()),
        (_("logs"), folders.logs()),
    )
    for name, folder in places:
        good = _writable(folder)
        text = str(folder) if good else _("{folder} cannot be written").format(folder=folder)
        yield name, good, text
    notices = settings_notices()
    yield _("settings file"), not notices, "; ".join(notices) or str(settings.path())
    from caravan_tui.games import registry

    for game_id in registry.ids():
        for notice in registry.get(game_id).house_notices():
            yield game_id, False, notice


def _writable(folder: Path) -> bool:
    """Whether the folder, or the nearest one above it that exists, can be written."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)


def _workers() -> Iterator[tuple[str, bool, str]]:
    import asyncio

    from ai.pool import Pool
    from ai.search import choose
    from caravan_tui.engine import Match, Seat
    from caravan_tui.games import registry

    async def start() -> int:
        pool = Pool()
        try:
            await asyncio.wait_for(pool.ready(), 10.0)
            return len(pool.pids)
        finally:
            await pool.close()

    try:
        count = asyncio.run(start())
    except (TimeoutError, OSError) as error:
        yield _("workers"), False, _("do not start: {reason}").format(reason=error or "time")
    else:
        yield _("workers"), True, _("{count} started").format(count=count)
    game_id = registry.ids()[0]
    match = Match.new(game_id, {}, [Seat("porter", "A"), Seat("porter", "B")], 1)
    found = choose(game_id, match.view(match.to_act), "porter", 1)
    yield (
        _("search"),
        found.action in match.legal(match.to_act),
        _("{n} iterations").format(n=found.iterations),
    )
