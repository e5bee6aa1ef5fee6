"""The command `doctor`: check everything that the app needs."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from attrs import frozen
from rich.console import Console
from rich.text import Text

from ai.pool import Pool
from ai.search import choose
from caravan_tui import __version__, paths, settings
from caravan_tui.cli.config import settings_notices
from caravan_tui.cli.main import build_name
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.terminal.capabilities import colours as colour_variables
from caravan_tui.terminal.capabilities import no_terminal, poor_terminal
from caravan_tui.widgets import marks, palettes

SAMPLE: Final = "●■▲♦▼♣ ┌─┐│└┘ ═║ ░█ ►◄ ⌂"
"""Characters that the boards use."""

_WORKERS_TIMEOUT: Final = 10.0
"""Seconds that the worker processes may take to start."""


@frozen
class Finding:
    """One line of the report."""

    name: str
    is_ok: bool
    text: str


@click.command()
def doctor() -> None:
    """Check terminal, folders, settings and workers. Exit code 1 if something is wrong."""
    current = settings.load()[0]
    console = Console(
        highlight=False, soft_wrap=True, _environ=drawing_environment(current.colours)
    )
    has_failed = False
    for finding in findings(current):
        mark = _("ok") if finding.is_ok else _("WRONG")
        style = "green" if finding.is_ok else "bold red"
        has_failed = has_failed or not finding.is_ok
        words = _("{name}: {text}").format(name=finding.name, text=finding.text)
        line = Text.assemble((f"{mark:6}", style), f" {words}")
        if finding.name == _("colours"):
            line.append_text(Text.assemble("  ", *seat_marks(current)))
        console.print(line)
    if has_failed:
        raise click.exceptions.Exit(1)


def drawing_environment(colours: str) -> dict[str, str]:
    """The environment with which the app draws; `colours` is the setting."""
    environment = dict(os.environ)
    colorterm = environment.pop("COLORTERM", "")
    return environment | colour_variables(environment.get("TERM", ""), colorterm, colours)


def seat_marks(current: settings.Settings) -> list[tuple[str, str]]:
    """The mark of each seat and its style on a dark background."""
    variables = palettes.usual(dark=True) | palettes.colours(current.palette, dark=True)
    ascii_only = current.glyphs == "ascii" or (current.glyphs == "auto" and poor_terminal())
    return [
        (marks.seat_mark(seat, ascii_only), f"bold {variables[f'seat-{seat + 1}']}")
        for seat in range(marks.SEATS)
    ]


def findings(current: settings.Settings) -> Iterator[Finding]:
    """Check everything with these settings."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("caravan_tui", True, f"{__version__} ({build_name()}), Python {version}")
    yield from _terminal(current)
    yield from _folders()
    yield from _settings()
    yield from _custom_data()
    yield _workers()
    yield _search()


def _terminal(current: settings.Settings) -> Iterator[Finding]:
    reason = no_terminal()
    term = os.environ.get("TERM", "")
    yield Finding(_("terminal"), reason is None, reason or f"TERM={term}")
    columns, rows = shutil.get_terminal_size()
    is_large_enough = columns >= 80 and rows >= 24
    size = f"{columns} × {rows}"
    if not is_large_enough:
        size = _("{columns} × {rows}. Resize to at least 80 × 24.").format(
            columns=columns, rows=rows
        )
    yield Finding(_("size"), is_large_enough, size)
    yield Finding(_("colours"), True, _colour_depth(current.colours))
    if current.glyphs == "ascii":
        glyphs = _('ASCII (glyphs = "ascii" is set)')
    elif poor_terminal() and current.glyphs == "auto":
        glyphs = _("ASCII (this terminal may not support more)")
    else:
        glyphs = _('{sample}  (if you see boxes or ?, set glyphs = "ascii")').format(sample=SAMPLE)
    yield Finding(_("glyphs"), True, glyphs)


def _colour_depth(colours: str) -> str:
    """How many colours the app uses; `colours` is the setting."""
    environment = drawing_environment(colours)
    if "NO_COLOR" in os.environ:
        return _("none (NO_COLOR is set)")
    if "NO_COLOR" in environment:
        return _('none (colours = "none" is set)')
    if environment.get("COLORTERM") == "truecolor":
        return _("16 million")
    if "256" in environment.get("TERM", ""):
        return "256"
    return _("few (set COLORTERM=truecolor if your terminal supports more)")


def _folders() -> Iterator[Finding]:
    folders = (
        (_("matches"), paths.data()),
        (_("settings"), paths.config()),
        (_("logs"), paths.logs()),
    )
    for name, folder in folders:
        is_ok = _is_writable(folder)
        text = str(folder) if is_ok else _("{folder} is not writable").format(folder=folder)
        yield Finding(name, is_ok, text)


def _is_writable(folder: Path) -> bool:
    """Whether the folder, or the nearest one above it that exists, is writable."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)


def _settings() -> Iterator[Finding]:
    notices = settings_notices()
    yield Finding(_("settings file"), not notices, "; ".join(notices) or str(settings.path()))


def _custom_data() -> Iterator[Finding]:
    for game_id in registry.ids():
        for notice in registry.get(game_id).custom_notices():
            yield Finding(game_id, False, notice)


def _workers() -> Finding:
    """Start the worker processes and stop them."""

    async def start() -> int:
        pool = Pool()
        try:
            async with asyncio.timeout(_WORKERS_TIMEOUT):
                await pool.ready()
            return len(pool.pids)
        finally:
            await pool.close()

    try:
        count = asyncio.run(start())
    except TimeoutError:
        return Finding(_("workers"), False, _("not started in time"))
    except OSError as error:
        text = _("can't be started: {reason}").format(reason=error)
        return Finding(_("workers"), False, text)
    return Finding(_("workers"), True, _("{count} started").format(count=count))


def _search() -> Finding:
    """Search once for the first move of a match."""
    game_id = registry.ids()[0]
    match = Match.new(game_id, {}, [Seat("porter", "A"), Seat("porter", "B")], 1)
    decision = choose(game_id, match.view(match.to_act), "porter", 1)
    is_legal = decision.action in match.legal(match.to_act)
    return Finding(_("search"), is_legal, _("{n} iterations").format(n=decision.iterations))
