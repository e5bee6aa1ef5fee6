"""What the replay writes to files: the text, a picture, a recording."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from caravan_tui.screens.working import Progress, Working
from caravan_tui.widgets.dialog import Question, Typed
from caravan_tui.words import _
from saves.errors import SaveError

if TYPE_CHECKING:
    from caravan_tui.screens.replay import ReplayScreen

ENDINGS = {"text": ".txt", "picture": ".svg", "recording": ".cast"}


async def export(screen: ReplayScreen) -> None:
    """Ask what to write and where, and write it."""
    app = screen.app
    what = await app.push_screen_wait(
        Question(
            _("Export"),
            _(
                "The whole match as a text in words and notation; this position as a picture "
                "(SVG); or the whole match as a recording (asciicast v2)."
            ),
            [
                ("text", _("Text")),
                ("picture", _("Picture")),
                ("recording", _("Recording")),
                ("no", _("Close")),
            ],
        )
    )
    if what not in ENDINGS:
        return
    target = await ask_for_file(screen, usual_name(screen, what), ENDINGS[what])
    if target is None:
        return
    error: Exception | None = None
    try:
        if what == "text":
            write(target, text_of(screen))
        elif what == "picture":
            write(target, await picture_of(screen))
        else:
            answer = await app.push_screen_wait(
                Working(
                    _("Recording"),
                    _("Every position is drawn once; this takes a while."),
                    lambda progress: record(screen, target, progress),
                )
            )
            if answer is None:
                screen.notify(_("The recording was stopped."))
                return
            error = answer if isinstance(answer, Exception) else None
    except (OSError, ValueError, SaveError) as found:
        error = found
    if error is not None:
        screen.notify(str(error), severity="error")
    else:
        screen.notify(_("Written to {path}.").format(path=target))


def usual_name(screen: ReplayScreen, what: str) -> str:
    """A name that tells the game, the match and the position."""
    record = screen.match.record
    name = f"{record.game}-{record.id[:6]}"
    if what == "picture":
        name += f"-{screen.at}"
    return name + ENDINGS[what]


async def ask_for_file(screen: object, name: str, ending: str) -> Path | None:
    """Where to write; asked again while the file is there or its folder is not."""

    def check(text: str) -> str | None:
        path = in_full(text, name, ending)
        if path.exists():
            return _("{path} is there already.").format(path=path)
        if not path.parent.is_dir():
            return _("There is no folder {path}.").format(path=path.parent)
        return None

    text = await screen.app.push_screen_wait(
        Typed(_("Export to"), _("File or folder:"), str(Path.home() / name), check)
    )
    return in_full(text, name, ending) if text else None


def in_full(text: str, name: str, ending: str) -> Path:
    """The file that a text means: in a folder under its usual name, with its ending."""
    path = Path(text.strip() or name).expanduser()
    if path.is_dir():
        path = path / name
    return path if path.suffix else path.with_suffix(ending)


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises SaveError."""
    from saves import files

    with files.telling(path):
        files.write(path, text.encode())


def text_of(screen: ReplayScreen) -> str:
    """The match in words, as far as the eyes that look may know it."""
    from caravan_tui.engine.transcript import transcript

    return transcript(screen.playback, screen.eyes)


async def picture_of(screen: ReplayScreen) -> str:
    """The screen as SVG, once no window stands over it."""
    for _attempt in range(50):
        if screen.app.screen is screen:
            break
        await asyncio.sleep(0.02)
    screen.app.clear_notifications()
    done = asyncio.Event()
    screen.call_after_refresh(done.set)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(done.wait(), 1.0)
    return screen.app.export_screenshot(title=screen.game.spec.title)


async def record(screen: ReplayScreen, target: Path, progress: Progress) -> Path:
    """Record the match in a process of its own, so that this screen stays quick."""
    from saves import format as saved
    from saves.header import Meta

    with tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder:
        source = Path(folder) / f"{screen.match.record.id}.caravan"
        source.write_bytes(saved.pack(screen.match, Meta()))
        eyes = "spectator" if screen.eyes is None else str(screen.eyes)
        command = [
            sys.executable, "-m", "caravan_tui.cast", str(source), str(target),
            "--eyes", eyes, "--theme", screen.app.theme, "--progress",
        ]  # fmt: skip
        if screen.app.ascii:
            command.append("--ascii")
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None and process.stderr is not None
            complaint = asyncio.ensure_future(process.stderr.read())
            async for line in process.stdout:
                done, _sep, total = line.decode().partition(" ")
                if total.strip().isdigit():
                    progress(int(done), int(total))
            said = (await complaint).decode(errors="replace").strip().splitlines()
            if await process.wait():
                raise ValueError(said[-1] if said else _("The recording failed."))
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    return target
