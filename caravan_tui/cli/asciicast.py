"""Record a match as an asciicast (version 2) that shows every position once.

`python -m caravan_tui.cli.asciicast MATCH.caravan OUT.cast --eyes open` runs the replay without a
terminal; the app calls it in a process of its own. asciinema and its web player play the file.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path

import click
from rich.color import ColorSystem
from rich.segment import Segment

from caravan_tui import files
from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback
from caravan_tui.hosts.base import Host
from caravan_tui.i18n import _
from caravan_tui.screens.replay.screen import OPEN, ReplayScreen
from caravan_tui.terminal.compat import lines_of
from caravan_tui.terminal.svg import Frame
from saves import errors, format
from saves.errors import SaveError
from saves.store import Store

SIZE = (80, 24)

PAUSE = 0.9
"""Longest time of a position, in seconds."""

LEAST_PAUSE = 0.15
"""Shortest time of a position, in seconds."""

LENGTH = 300.0
"""Length in seconds to which long matches are sped up."""

ROUND_PAUSE = 1.8
"""Time of the first position of a round and of the last one of the match, in seconds."""


class CastHost(Host):
    """What the app needs of a host; there are no tables here."""

    saves_matches = False

    def __init__(self) -> None:
        super().__init__(Store())


def cast_app(screen: ReplayScreen, theme: str, glyphs: str) -> CaravanApp:
    """Make an app that shows only this replay."""

    class Cast(CaravanApp):
        def go_home(self) -> None:
            self.push_screen(screen)

    app = Cast(CastHost, glyphs)
    app.settings.theme = theme or app.settings.theme
    app.settings.animations = "off"
    app.notices.clear()
    return app


def ansi(segments: Iterable[Segment]) -> str:
    """Render a line of the screen with ANSI escape sequences."""
    return "".join(
        style.render(text, color_system=ColorSystem.TRUECOLOR) if style is not None else text
        for text, style, control in segments
        if not control
    )


class Writer:
    """Collects the events of a recording, which redraw only the lines that have changed."""

    def __init__(self, width: int, height: int, title: str) -> None:
        head = {
            "version": 2,
            "width": width,
            "height": height,
            "timestamp": int(time.time()),
            "title": title,
            "env": {"TERM": "xterm-256color"},
        }
        self.lines = [json.dumps(head)]
        self._now = 0.0
        self._lines_on_screen: list[str] = []

    def draw(self, lines: list[str], pause: float) -> None:
        """Show these lines for `pause` seconds."""
        out = "\x1b[?25l\x1b[2J" if not self._lines_on_screen else ""
        for row, line in enumerate(lines):
            if not self._lines_on_screen or self._lines_on_screen[row] != line:
                out += f"\x1b[{row + 1};1H\x1b[0m{line}"
        self.event(out)
        self._lines_on_screen = lines
        self._now += pause

    def event(self, text: str) -> None:
        """Add an output event at the current time."""
        self.lines.append(json.dumps([round(self._now, 3), "o", text], ensure_ascii=False))

    def text(self) -> str:
        """The complete file."""
        self.event("\x1b[0m\x1b[?25h")
        return "\n".join(self.lines) + "\n"


async def frames_of(
    match: Match,
    eyes: int | str | None,
    size: tuple[int, int] = SIZE,
    theme: str = "",
    glyphs: str = "unicode",
    steps: Sequence[int] | None = None,
) -> AsyncIterator[Frame]:
    """Every position of a match as the replay shows it.

    `eyes`: whose view is shown, a seat, None for a spectator or OPEN for everything. `size`:
    columns and rows. `steps`: the positions, all by default.
    Raises ValueError if the match is not over and `eyes` would reveal more than the user knows.
    """
    playback = Playback(match)
    people = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
    screen = ReplayScreen(playback, people, step=0, bare=True)
    if eyes == OPEN and not match.game.spec.secrets:
        eyes = screen.eyes
    if eyes not in screen.eyes_allowed:
        raise ValueError(
            _("This match is still in progress. You can only record what you can see yourself.")
        )
    screen.eyes = eyes
    app = cast_app(screen, theme, glyphs)
    pause = max(LEAST_PAUSE, min(PAUSE, LENGTH / (playback.last + 1)))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for number in range(playback.last + 1) if steps is None else steps:
            screen.go(number)
            await pilot.pause()
            history = playback.steps
            new_round = number > 0 and history[number].round != history[number - 1].round
            slow = new_round or number in (0, playback.last)
            yield Frame(lines_of(screen), ROUND_PAUSE if slow else pause)


async def recording(
    match: Match,
    eyes: int | str | None,
    size: tuple[int, int] = SIZE,
    theme: str = "",
    glyphs: str = "unicode",
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Record a match as an asciicast; for the arguments see `frames_of`.

    `progress` is called with the number of positions done and the total.
    """
    writer = Writer(*size, title=match.game.spec.title)
    done, total = 0, Playback(match).last + 1
    async for frame in frames_of(match, eyes, size, theme, glyphs):
        writer.draw([ansi(strip) for strip in frame.lines], frame.seconds)
        done += 1
        if progress is not None:
            progress(done, total)
    return writer.text()


def eyes_of(text: str) -> int | str | None:
    """Parse `open`, `spectator` or the number of a seat, from 0. Raises click.UsageError."""
    if text in (OPEN, "spectator"):
        return OPEN if text == OPEN else None
    if not text.isdigit():
        raise click.UsageError(_("--eyes takes open, spectator or the number of a seat."))
    return int(text)


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--eyes", default=OPEN, help="Whose view: open, spectator or a seat from 0.")
@click.option("--size", default="80x24", help="Columns x rows.")
@click.option("--theme", default="", help="Name of a theme.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@click.option("--progress", "with_progress", is_flag=True, help="Print the progress.")
def main(
    source: Path,
    target: Path,
    eyes: str,
    size: str,
    theme: str,
    ascii_only: bool,
    with_progress: bool,
) -> None:
    """Record the match in SOURCE, a .caravan file, as an asciicast in TARGET."""

    def progress(done: int, total: int) -> None:
        if with_progress:
            print(done, total, flush=True)

    try:
        with errors.save_errors(source):
            data = files.read(source, format.LARGEST + 1)
        match = format.restore(format.read(data))
        width, height = (int(part) for part in size.split("x"))
        glyphs = "ascii" if ascii_only else "unicode"
        view = eyes_of(eyes)
        text = asyncio.run(recording(match, view, (width, height), theme, glyphs, progress))
        with errors.save_errors(target):
            files.write(target, text.encode())
    except (SaveError, ValueError) as error:
        print(str(error), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
