"""Has a match saved while it is played, and its result kept once it has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

from caravan_tui.engine import Match
from caravan_tui.words import _

log = logging.getLogger(__name__)

SAVE_PATIENCE = 1.0
"""Seconds that an act waits for the save of the one before, so that a kill costs one action at
most. A disk that is slower than this does not hold up play."""

Hook = Callable[[Match], Awaitable[None]]
Severity = Literal["information", "warning", "error"]


class Saver:
    """One save at a time, always of the newest position; whatever goes wrong, play goes on."""

    def __init__(
        self,
        match: Match,
        save: Hook | None,
        finished: Hook | None,
        note: Callable[[str, Severity], None],
    ) -> None:
        """`save` and `finished` are those of `TableHost`; `note` tells the table."""
        self._match = match
        self._save = save
        self._finished = finished
        self._note = note
        self._task: asyncio.Task[None] | None = None
        self._unsaved = False
        self._failed = False
        self._told_over = match.over

    def mark(self) -> None:
        """The match has changed: have it saved, if it is not being saved already."""
        self._unsaved = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._save_until_done())

    async def caught_up(self, patience: float) -> None:
        """Wait until the last change is saved, but not for more than so many seconds."""
        if self._task is not None and not self._task.done():
            await asyncio.wait({self._task}, timeout=patience)

    async def settled(self) -> None:
        """Wait until the match is saved as it is now, or the save has failed."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def _save_until_done(self) -> None:
        while self._unsaved:
            self._unsaved = False
            if self._save is not None:
                try:
                    await self._save(self._match)
                except Exception as error:  # whatever it is, play goes on
                    self._went_wrong(error)
                else:
                    if self._failed:
                        self._failed = False
                        self._note(_("The match is saved again."), "information")
            if self._match.over and not self._told_over:
                self._told_over = True
                await self._keep_result()

    def _went_wrong(self, error: Exception) -> None:
        if self._failed:
            return  # told already
        self._failed = True
        log.warning("match %s is not saved", self._match.record.id, exc_info=error)
        text = _("The match could not be saved: {reason} Play goes on.")
        self._note(text.format(reason=_reason(error)), "error")

    async def _keep_result(self) -> None:
        if self._finished is None:
            return
        try:
            await self._finished(self._match)
        except Exception as error:  # the match is over and saved; only the statistics miss it
            log.warning("the result of %s is not kept", self._match.record.id, exc_info=error)
            text = _("The result could not be kept: {reason}")
            self._note(text.format(reason=_reason(error)), "error")


def _reason(error: Exception) -> str:
    """Why a hook failed, for people. An exception of Python's own that is no OSError is a fault in
    the program: its text is for the log."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).rstrip(".") + "."
    if type(error).__module__ == "builtins" or not str(error):
        return _("Something went wrong; the log tells what.")
    return str(error)
