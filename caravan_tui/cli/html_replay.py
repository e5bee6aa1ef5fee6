"""Write a replay of a saved match as one page for a browser. Loads Textual."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import click

from caravan_tui import files, settings
from caravan_tui.cli.asciicast import eyes_of, frames_of
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback
from caravan_tui.i18n import _, _p, language
from caravan_tui.screens.replay.screen import OPEN
from caravan_tui.terminal.capabilities import set_colours
from caravan_tui.terminal.html import page
from caravan_tui.themes.builtin import THEMES
from saves import errors
from saves.store import Store

SIZE = (100, 30)
"""Columns and rows of the screen that is shown."""
SUFFIX = ".html"


def write_page(store: Store, match_id: str, target: Path, eyes: str = "") -> Path:
    """Write a match as a page to a file or into a folder; the path. `eyes`: `open`, `spectator` or
    a seat; empty: everything if the match is over, else what its player knows. Raises SaveError,
    and UsageError if these eyes would see what the player may not know."""
    match, _repairs = store.load(match_id, watch=True)
    path = target / f"{match.record.game}-{match_id[:6]}{SUFFIX}" if target.is_dir() else target
    try:
        text = asyncio.run(replay_page(match, eyes_of(eyes) if eyes else usual_eyes(match)))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with errors.save_errors(path):
        files.write(path, text.encode())
    return path


def usual_eyes(match: Match) -> int | str | None:
    """Everything if the match is over, else what the only person in it knows, or a spectator."""
    if match.over:
        return OPEN
    people = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
    return people[0] if len(people) == 1 else None


async def replay_page(match: Match, eyes: int | str | None) -> str:
    """A match as a page; see `frames_of`. Raises ValueError."""
    wanted = settings.load()[0].theme
    theme = next((theme for theme in THEMES if theme.name == wanted), THEMES[0])
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")  # as a browser has
    set_colours("truecolor")
    frames = []
    with click.progressbar(
        length=Playback(match).last + 1, label=_("Rendering every position"), file=sys.stderr
    ) as progress:
        async for frame in frames_of(match, eyes, SIZE, theme.name):
            frames.append(frame)
            progress.update(1)
    title = f"{match.game.spec.title}: {', '.join(match.names)}"
    words = {
        "previous": _("Previous position"),
        "play": _("Play or stop"),
        "space": _p("key", "space"),
        "next": _("Next position"),
        "position": _("Position"),
    }
    return page(frames, title, (str(theme.foreground), str(theme.background)), language(), words)
