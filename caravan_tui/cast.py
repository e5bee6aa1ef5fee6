"""A recording of a match: every position drawn once, as an asciicast (version 2).

`python -m caravan_tui.cast MATCH.caravan OUT.cast --eyes open` runs the replay without a terminal;
the app calls it as a process of its own. The file plays in asciinema and its web player.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from rich.color import ColorSystem
from rich.segment import Segment

from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback
from caravan_tui.screens.replay import OPEN, ReplayScreen
from caravan_tui.words import _

SIZE = (80, 24)

PAUSE = 0.9
"""Seconds that a position stands, at most."""

LEAST_PAUSE = 0.15

LENGTH = 300.0
"""Seconds that a recording should not be much longer than."""

ROUND_PAUSE = 1.8
"""Seconds that the first position of a round and the last one of the match stand."""


class CastHost:
    """What the app needs of a host; there are no tables here."""

    def use(self, settings: object) -> None:
        """No setting matters here."""

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self) -> None:
        """Nothing to stop."""

    def notices(self) -> list[str]:
        """Nothing is wrong."""
        return []


def cast_app(screen: ReplayScreen, theme: str, glyphs: str) -> CaravanApp:
    """An app that shows this replay and nothing else."""

    class Cast(CaravanApp):
        def go_home(self) -> None:
            self.push_screen(screen)

    app = Cast(CastHost, glyphs)
    app.settings.theme = theme or app.settings.theme
    app.settings.animations = "off"
    app.notices.clear()
    return app


def ansi(segments: Iterable[Segment]) -> str:
    """A line of the screen with its colours as a terminal takes them."""
    said = []
    for text, style, control in segments:
        if not control:
            plain = style is None or not text
            said.append(text if plain else _rendered(style, text))
    return "".join(said)


def _rendered(style: Any, text: str) -> str:
    rendered: str = style.render(text, color_system=ColorSystem.TRUECOLOR)
    return rendered


class Writer:
    """The events of a recording: only the lines that have changed are written."""

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
        self._shown: list[str] = []

    def draw(self, lines: list[str], pause: float) -> None:
        """Show these lines for so many seconds."""
        out = "\x1b[?25l\x1b[2J" if not self._shown else ""
        for row, line in enumerate(lines):
            if not self._shown or self._shown[row] != line:
                out += f"\x1b[{row + 1};1H\x1b[0m{line}"
        self.event(out)
        self._shown = lines
        self._now += pause

    def event(self, text: str) -> None:
        """Something is put out now."""
        self.lines.append(json.dumps([round(self._now, 3), "o", text], ensure_ascii=False))

    def text(self) -> str:
        """The whole file; it ends on the last position."""
        self.event("\x1b[0m\x1b[?25h")
        return "\n".join(self.lines) + "\n"


async def recording(
    match: Match,
    eyes: int | str | None,
    size: tuple[int, int] = SIZE,
    theme: str = "",
    glyphs: str = "unicode",
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """The asciicast of a match. Raises ValueError for eyes that may not look."""
    playback = Playback(match)
    people = [number for number, seat in enumerate(match.record.seats) if seat.is_person]
    screen = ReplayScreen(playback, people, at=0, bare=True)
    if eyes == OPEN and not match.game.spec.secrets:
        eyes = screen.eyes
    if eyes not in screen.eyes_allowed:
        raise ValueError(_("While a match runs only what you know yourself can be shown."))
    screen.eyes = eyes
    app = cast_app(screen, theme, glyphs)
    writer = Writer(*size, title=match.game.spec.title)
    pause = max(LEAST_PAUSE, min(PAUSE, LENGTH / (playback.last + 1)))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for number in range(playback.last + 1):
            screen.go(number)
            await pilot.pause()
            strips = screen._compositor.render_strips()
            steps = playback.steps
            new_round = number > 0 and steps[number].round != steps[number - 1].round
            slow = new_round or number in (0, playback.last)
            writer.draw([ansi(strip) for strip in strips], ROUND_PAUSE if slow else pause)
            if progress is not None:
                progress(number + 1, playback.last + 1)
    return writer.text()


def eyes_of(text: str) -> int | str | None:
    """`open`, `spectator` or the number of a seat, from 0."""
    if text in (OPEN, "spectator"):
        return OPEN if text == OPEN else None
    if not text.isdigit():
        raise click.UsageError(_("Eyes are open, spectator or the number of a seat."))
    return int(text)


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--eyes", default=OPEN, help="open, spectator or the number of a seat from 0.")
@click.option("--size", default="80x24", help="Columns x rows.")
@click.option("--theme", default="", help="The name of a theme.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII only.")
@click.option("--progress", "tell", is_flag=True, help="Print how far it is.")
def main(
    source: Path, target: Path, eyes: str, size: str, theme: str, ascii_only: bool, tell: bool
) -> None:
    """Record the match in SOURCE, a .caravan file, as an asciicast in TARGET."""
    from saves import files, format
    from saves.errors import SaveError

    def progress(done: int, total: int) -> None:
        if tell:
            print(done, total, flush=True)

    try:
        with files.telling(source):
            data = files.read(source, format.LARGEST + 1)
        match = format.restore(format.read(data))
        width, height = (int(part) for part in size.split("x"))
        glyphs = "ascii" if ascii_only else "unicode"
        chosen = eyes_of(eyes)
        text = asyncio.run(recording(match, chosen, (width, height), theme, glyphs, progress))
        with files.telling(target):
            files.write(target, text.encode())
    except (SaveError, ValueError) as error:
        print(str(error), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
