"""Write a replay of a saved match as one page for a browser. Loads Textual.

`python -m caravan_tui.cli.html_replay MATCH.caravan OUT.html --eyes open` is what the app calls, in
a process of its own.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
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
from saves import errors, format
from saves.errors import SaveError
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
    length = Playback(match).last + 1
    with click.progressbar(
        length=length, label=_("Rendering every position"), file=sys.stderr
    ) as bar:
        viewer = eyes_of(eyes) if eyes else usual_eyes(match)
        try:
            text = asyncio.run(replay_page(match, viewer, lambda _done, _total: bar.update(1)))
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


async def replay_page(
    match: Match,
    eyes: int | str | None,
    progress: Callable[[int, int], None] | None = None,
    theme_name: str = "",
) -> str:
    """A match as a page; for `eyes` and `progress` see `recording`. `theme_name`: empty for that of
    the settings. Raises ValueError."""
    wanted = theme_name or settings.load()[0].theme
    theme = next((theme for theme in THEMES if theme.name == wanted), THEMES[0])
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")  # as a browser has
    set_colours("truecolor")
    frames, total = [], Playback(match).last + 1
    async for frame in frames_of(match, eyes, SIZE, theme.name):
        frames.append(frame)
        if progress is not None:
            progress(len(frames), total)
    title = f"{match.game.spec.title}: {', '.join(match.names)}"
    words = {
        "previous": _("Previous position"),
        "play": _("Play or stop"),
        "space": _p("key", "space"),
        "next": _("Next position"),
        "position": _("Position"),
    }
    return page(frames, title, (str(theme.foreground), str(theme.background)), language(), words)


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--eyes", default=OPEN, help="Whose view: open, spectator or a seat from 0.")
@click.option("--theme", default="", help="Name of a theme.")
@click.option("--progress", "with_progress", is_flag=True, help="Print the progress.")
def main(source: Path, target: Path, eyes: str, theme: str, with_progress: bool) -> None:
    """Write the match in SOURCE, a .caravan file, as a page to TARGET."""

    def show(done: int, total: int) -> None:
        if with_progress:
            print(done, total, flush=True)

    try:
        with errors.save_errors(source):
            data = files.read(source, format.LARGEST + 1)
        match = format.restore(format.read(data))
        text = asyncio.run(replay_page(match, eyes_of(eyes), show, theme))
        with errors.save_errors(target):
            files.write(target, text.encode())
    except (SaveError, ValueError) as error:
        print(str(error), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
