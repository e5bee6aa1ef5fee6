"""Has a match saved while it is played, and its result kept when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from caravan_tui.bus import wording
from caravan_tui.engine import Match, Refusal, Sentence

log = logging.getLogger(__name__)

SAVE_PATIENCE = 1.0
"""Seconds that an act waits for the save of the one before, so that a kill costs one action at
most. A disk that is slower than this does not hold up play."""

RETRY_SECONDS = 10.0
"""Time after which a save that failed is tried again, also without a new action."""

Hook = Callable[[Match], Awaitable[None]]


class Saver:
    """One save at a time, always of the newest position; whatever goes wrong, play goes on."""

    def __init__(
        self,
        match: Match,
        save: Hook | None,
        keep_result: Hook | None,
        finished: Hook | None,
        changed: Callable[[], None],
        retry_seconds: float | None = None,
    ) -> None:
        """`save`, `keep_result` and `finished` are those of `TableHost`; `changed` is called when
        `problem` has become another one; `retry_seconds`: after which a save that has failed is
        tried again, `RETRY_SECONDS` if it is None."""
        self._match = match
        self._save = save
        self._keep_result = keep_result
        self._finished = finished
        self._changed = changed
        self._retry_seconds = RETRY_SECONDS if retry_seconds is None else retry_seconds
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._closing = False
        self._unsaved = False
        self._saved = asyncio.Event()
        self._is_result_kept = match.over
        self._is_end_announced = match.over
        self.problem: Sentence | None = None
        """Why the match as it is now is not on the disk; None if it is, or if nothing has failed
        yet."""

    def mark(self) -> None:
        """The match has changed: have it saved, if it is not being saved already."""
        self._unsaved = True
        self._saved.clear()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._save_until_done())

    async def caught_up(self, patience: float) -> None:
        """Wait until the last change is saved, for at most `patience` seconds. Of several who wait
        for one save the first makes the next change, and the others wait for that one, too."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while self._task is not None and not self._task.done() and loop.time() < end:
            await asyncio.wait({self._task}, timeout=end - loop.time())

    async def saved(self, patience: float) -> bool:
        """Wait until the match is saved as it is now, for at most `patience` seconds; a save that
        fails is tried again meanwhile. Returns whether it is."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not self._saved.is_set():
                    await self._saved.wait()
        return self._saved.is_set()

    async def settled(self) -> None:
        """Wait until the match is saved as it is now, or the save has failed."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Wait for the last save; one that has failed is tried once more."""
        self._closing = True
        if self.problem:
            self.mark()
        await self.settled()

    async def _save_until_done(self) -> None:
        while self._unsaved:
            self._unsaved = False
            # The result first: a kill between the two then costs the last action, which can be
            # played again, and not the result, which nobody would miss in time.
            result_problem = await self._write_result()
            self._set_problem(await self._write_match() or result_problem)
            if self._unsaved or self.problem:
                continue  # the end may not be on the disk: after a kill it would be another one
            self._saved.set()
            if self._match.over and not self._is_end_announced:
                self._is_end_announced = await self._announce_end()
        is_end_due = self._saved.is_set() and self._match.over and not self._is_end_announced
        if (self.problem or is_end_due) and not self._closing:
            loop = asyncio.get_running_loop()
            self._retry = loop.call_later(self._retry_seconds, self.mark)

    async def _write_match(self) -> Sentence | None:
        """Save the match; what went wrong, if anything."""
        if self._save is None:
            return None
        try:
            await self._save(self._match)
        except Exception as error:  # whatever it is, play goes on
            self._log("match %s is not saved", error)
            return Sentence("save_failed", {"reason": _reason(error)})
        return None

    async def _write_result(self) -> Sentence | None:
        """Keep the result of a match that has ended, once; what went wrong, if anything."""
        if self._keep_result is None or self._is_result_kept or not self._match.over:
            return None
        try:
            await self._keep_result(self._match)
        except Exception as error:
            self._log("the result of %s is not kept", error)
            return Sentence("result_not_kept", {"reason": _reason(error)})
        self._is_result_kept = True
        return None

    async def _announce_end(self) -> bool:
        """Whether it is done; where something could not be written it is to be tried again."""
        if self._finished is None:
            return True
        try:
            await self._finished(self._match)
        except OSError as error:
            log.warning("the end of %s is not announced yet: %s", self._match.record.id, error)
            return False
        except Exception:  # the match is over, and saved as far as it can be
            log.exception("the end of %s is not announced", self._match.record.id)
        return True

    def _set_problem(self, problem: Sentence | None) -> None:
        if problem != self.problem:
            self.problem = problem
            self._changed()

    def _log(self, text: str, error: Exception) -> None:
        """A line in the log when saving begins to fail; the tries after that add none."""
        if not self.problem:
            log.warning(text, self._match.record.id, exc_info=error)


def _reason(error: Exception) -> Sentence:
    """Why a hook failed. An exception of Python's own that is no OSError is a fault in the program:
    its text is for the log."""
    if isinstance(error, Refusal):
        return error.sentence
    if isinstance(error, OSError):
        return wording.of_os_error(error)
    if type(error).__module__ == "builtins" or not str(error):
        return Sentence("failed")
    return wording.plain_text(str(error))
