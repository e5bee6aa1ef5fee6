"""A window over a screen while something takes its time: progress, and a way to stop it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, ProgressBar, Static

from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseDialog
from caravan_tui.widgets.commands import key_name
from saves.errors import SaveError

Progress = Callable[[int, int], None]
"""Called with how much is done, of how much."""


class ProgressDialog(BaseDialog[Any]):
    """Runs a job and returns its result; None if it was stopped. An OSError, ValueError or
    SaveError of the job is returned."""

    DEFAULT_CSS = """
    ProgressDialog > #window { width: 60; padding: 1 2; }
    ProgressDialog ProgressBar { width: 100%; margin-top: 1; }
    ProgressDialog Bar { width: 1fr; }
    ProgressDialog #answers { height: 1; width: 100%; align-horizontal: center; margin-top: 1; }
    """

    def __init__(self, heading: str, text: str, job: Callable[[Progress], Awaitable[Any]]) -> None:
        super().__init__()
        self.heading = heading
        self.text = text
        self.job = job

    def compose(self) -> ComposeResult:
        """What is done, how far it is, stop."""
        with Vertical(id="window") as window:
            window.border_title = self.heading
            yield Static(self.text, markup=False)
            yield ProgressBar(show_eta=False)
            with Horizontal(id="answers"):
                yield Button(_("Stop"), id="stop", compact=True)

    def key_bar(self) -> Sequence[tuple[str, str]]:
        """Keys and what they do, for the foot of the screen."""
        return [(key_name(self, "dialog.close"), _("Stop"))]

    def on_mount(self) -> None:
        """Start the job."""
        self.query_one("#stop").focus()
        self.run_job()

    @work(exclusive=True, group="job")
    async def run_job(self) -> None:
        """Run the job, then close."""

        def progress(done: int, total: int) -> None:
            self.query_one(ProgressBar).update(total=total, progress=done)

        result: Any
        try:
            result = await self.job(progress)
        except asyncio.CancelledError:
            raise
        except (OSError, ValueError, SaveError) as error:
            result = error
        self.dismiss(result)

    @on(Button.Pressed)
    def _stop(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_close()

    def action_close(self) -> None:
        """Stop the job."""
        self.workers.cancel_group(self, "job")
        self.dismiss(None)
