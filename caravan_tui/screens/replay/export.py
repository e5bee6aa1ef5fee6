"""What the replay exports: text, a picture, a recording, a page for a browser."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path

from attrs import field, frozen

from caravan_tui.engine.playback import Playback
from caravan_tui.engine.transcript import Comments, transcript
from caravan_tui.i18n import _
from caravan_tui.screens.file_dialogs import ask_path, save_text
from caravan_tui.screens.progress_dialog import Progress, ProgressDialog
from caravan_tui.screens.replay.playback_screen import PlaybackScreen
from caravan_tui.widgets.question import Question
from saves import format as saved
from saves.errors import SaveError
from saves.header import Meta

SUFFIXES = {"text": ".txt", "picture": ".svg", "recording": ".cast", "page": ".html"}
"""By kind of export. Of the last two every position is drawn, which takes a while."""
MAKERS = {"recording": "asciicast", "page": "html_replay"}
"""The modules of `caravan_tui.cli` that do so."""


class _ExportQuestion(Question):
    """The kinds of export, in a row."""

    DEFAULT_CSS = "_ExportQuestion > #window { width: 76; }"


@frozen
class Export:
    """Exports what a screen shows of a match. Only from a worker."""

    screen: PlaybackScreen
    eyes: int | str | None
    """Whose view is exported: a seat, None for a spectator, or `open`."""
    step: int
    comments: Comments = field(factory=dict)
    """What an analysis says."""

    @property
    def playback(self) -> Playback:
        """The match."""
        return self.screen.playback

    async def ask(self) -> None:
        """Ask what to export and where to, and do so."""
        kind = await self.screen.app.push_screen_wait(
            _ExportQuestion(
                _("Export"),
                _(
                    "Save the match as text, this position as a picture (SVG), or the match as a "
                    "recording (asciicast v2) or as a page for any browser (HTML)."
                ),
                [
                    ("text", _("Text")),
                    ("picture", _("Picture")),
                    ("recording", _("Recording")),
                    ("page", _("Web page")),
                    ("no", _("Cancel")),
                ],
            )
        )
        if kind not in SUFFIXES:
            return
        path = await ask_path(self.screen, self.file_name(kind), SUFFIXES[kind])
        if path is None:
            return
        try:
            is_saved = await self.save(kind, path)
        except (OSError, ValueError, SaveError) as error:
            self.screen.explain(str(error), severity="error")
            return
        if is_saved:
            self.screen.notify(_("Saved to {path}.").format(path=path))
        else:
            self.screen.notify(_("Export stopped."))

    async def save(self, kind: str, path: Path) -> bool:
        """Save one kind of export; False if the user has stopped it.

        Raises OSError, ValueError or SaveError.
        """
        if kind == "text":
            save_text(path, self.text())
        elif kind == "picture":
            save_text(path, await self.picture())
        else:
            result = await self.screen.app.push_screen_wait(
                ProgressDialog(
                    _("Recording") if kind == "recording" else _("Web page"),
                    _("Rendering every position. This may take a minute."),
                    lambda progress: self.render(kind, path, progress),
                )
            )
            if isinstance(result, Exception):
                raise result
            return result is not None
        return True

    def file_name(self, kind: str) -> str:
        """A name with the game, the match and, for a picture, the position."""
        record = self.playback.match.record
        name = f"{record.game}-{record.id[:6]}"
        if kind == "picture":
            name += f"-{self.step}"
        return name + SUFFIXES[kind]

    def text(self) -> str:
        """The match in words, as far as these eyes may know it."""
        return transcript(self.playback, self.eyes, self.comments)

    async def picture(self) -> str:
        """The screen as SVG, once it has been drawn without the window that covered it."""
        screen = self.screen
        screen.app.clear_notifications()
        done = asyncio.Event()
        screen.call_after_refresh(done.set)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await done.wait()
        return screen.app.export_screenshot(title=self.playback.game.spec.title)

    async def render(self, kind: str, path: Path, progress: Progress) -> Path:
        """Draw every position in a process of its own, so that this one stays responsive.

        Raises OSError or ValueError.
        """
        match, app = self.playback.match, self.screen.app
        with tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder:
            source = Path(folder) / f"{match.record.id}.caravan"
            source.write_bytes(saved.pack(match, Meta()))
            eyes = "spectator" if self.eyes is None else str(self.eyes)
            command = [
                sys.executable, "-m", f"caravan_tui.cli.{MAKERS[kind]}", str(source), str(path),
                "--eyes", eyes, "--theme", app.theme, "--progress",
            ]  # fmt: skip
            if app.ascii and kind == "recording":
                command.append("--ascii")
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            try:
                assert process.stdout is not None and process.stderr is not None
                errors = asyncio.ensure_future(process.stderr.read())
                async for line in process.stdout:
                    done, _separator, total = line.decode().partition(" ")
                    if total.strip().isdigit():
                        progress(int(done), int(total))
                messages = (await errors).decode(errors="replace").strip().splitlines()
                if await process.wait():
                    raise ValueError(messages[-1] if messages else _("The export failed."))
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        return path
