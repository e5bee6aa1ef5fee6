"""A window over a screen while something takes its time: how far it is, and a way to stop it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, ProgressBar, Static

from caravan_tui.widgets.dialog import Dialog
from caravan_tui.words import _
from saves.errors import SaveError

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""


class Working(Dialog):
    """Runs a job and gives what it gives; None if it was stopped. An OSError, ValueError or
    SaveError of the job is given as it is."""

    DEFAULT_CSS = """
    Working > #window { width: 60; padding: 1 2; }
    Working ProgressBar { width: 100%; margin-top: 1; }
    Working Bar { width: 1fr; }
    Working #answers { height: 1; width: 100%; align-horizontal: center; margin-top: 1; }
    """

    def __init__(self, title: str, text: str, job: Callable[[Progress], Awaitable[Any]]) -> None:
        super().__init__()
        self._wk_title, self._wk_text, self._wk_job = title, text, job

    def compose(self) -> ComposeResult:
        """What is done, how far it is, stop."""
        with Vertical(id="window") as window:
            window.border_title = self._wk_title
            yield Static(self._wk_text, markup=False)
            yield ProgressBar(show_eta=False)
            with Horizontal(id="answers"):
                yield Button(_("Stop"), id="stop", compact=True)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#stop").focus()
        self.carry_out()

    @work(exclusive=True, group="job")
    async def carry_out(self) -> None:
        """The job, then the window goes."""

        def progress(done: int, total: int) -> None:
            self.query_one(ProgressBar).update(total=total, progress=done)

        try:
            answer = await self._wk_job(progress)
        except asyncio.CancelledError:
            raise
        except (OSError, ValueError, SaveError) as error:
            answer = error
        self.dismiss(answer)

    @on(Button.Pressed)
    def _stopped(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_close()

    def action_close(self) -> None:
        """Stop the job."""
        self.workers.cancel_group(self, "job")
        self.dismiss(None)
