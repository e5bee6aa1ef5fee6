"""The user's last matches are analysed one after the other, because they asked for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

from textual import getters, work
from textual.message import Message
from textual.widgets import Static

from ai.analysis import analyse
from caravan_tui.bus.messages import SearchProgress, SearchRequest, SearchResult
from caravan_tui.bus.wording import word
from caravan_tui.engine import Match, Refusal
from caravan_tui.games.registry import short_name
from caravan_tui.i18n import _
from caravan_tui.presentation.analyses import (
    CACHE,
    STOPPED,
    begun_analysis,
    cache_key,
    progress_words,
    recall,
)
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.closing import is_open
from caravan_tui.widgets.commands import key_name
from saves.errors import SaveError
from saves.profile import Result

BATCH = 5
"""Matches that are analysed when the user asks once."""

SHARED_PACE = 0.4
"""Seconds from one search to the next on a server: it lets a session search three times a second,
and others play there."""


class ReviewRun(Static):
    """A line that says how far it is; nothing while there is nothing to do. It ends with the
    screen, and each match that is done is kept."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    ReviewRun { height: 1; padding: 0 1; background: $panel; display: none;
        text-wrap: nowrap; text-overflow: ellipsis;
        &.-shown { display: block; } }
    """

    class Reviewed(Message):
        """Another match has been analysed, or nothing is left to do."""

        def __init__(self, done: int, is_last: bool) -> None:
            super().__init__()
            self.done = done
            self.is_last = is_last
            """Whether the run has ended."""

    def __init__(self) -> None:
        super().__init__(id="run", markup=False)
        self.is_active_run = False
        """Whether matches are being analysed."""

    def start(self, results: Sequence[Result]) -> None:
        """Analyse the first of these matches that are still saved, as many as a batch has."""
        self.is_active_run = True
        self.add_class("-shown")
        self.update(_("Looking for saved matches"))
        self._run(list(results))

    def stop(self) -> None:
        """End the search. The match that is being analysed is not kept."""
        self.workers.cancel_group(self, "review")
        self.end()

    def end(self) -> None:
        """Take the line away."""
        self.is_active_run = False
        self.remove_class("-shown")

    def on_unmount(self) -> None:
        """Ask for nothing more."""
        self.is_active_run = False

    @work(exclusive=True, group="review")
    async def _run(self, results: list[Result]) -> None:
        done = 0
        try:
            for result in results:
                match = await self.app.host.saved_match(result.match)
                if match is None or result.me is None or not match.over:
                    continue
                number = min(BATCH, len(results))
                await self._review(match, result.me, done + 1, number)
                done += 1
                self.post_message(self.Reviewed(done, False))
                if done == BATCH:
                    break
        except Refusal as refusal:
            self.notify(word(refusal.sentence), severity="warning")
        except (TimeoutError, ValueError, SaveError) as error:
            reason = str(error) or _("The search isn't responding. Try again.")
            self.notify(reason, severity="warning")
        if is_open(self.screen):
            self.end()
            self.post_message(self.Reviewed(done, True))

    async def _review(self, match: Match, seat: int, number: int, count: int) -> None:
        """Analyse a match, and keep what that says; from where that was stopped, if it was."""
        began = monotonic()
        key = cache_key(match, seat)
        await recall(self.app.host, match)
        if key in CACHE:
            await self.app.host.keep_analysis(CACHE[key], match, seat)
            return
        analysis = begun_analysis(match, seat)
        known = analysis.share
        stop = key_name(self, "statistics.review")

        def report(done: int, total: int) -> None:
            words = _("{game} ({number} of {count}): {progress}. {stop} stops.").format(
                game=short_name(match.record.game),
                number=number,
                count=count,
                progress=progress_words(done, total, monotonic() - began, analysis.share, known),
                stop=stop,
            )
            self.update(words)

        async def search(
            request: SearchRequest, progress: Callable[[SearchProgress], None] | None = None
        ) -> SearchResult:
            asked = monotonic()
            answer = await self.app.host.search(request)
            if self.app.is_remote:
                await asyncio.sleep(SHARED_PACE - (monotonic() - asked))
            return answer

        try:
            await analyse(match.record, search, seat, progress=report, into=analysis)
            CACHE[key] = analysis
            STOPPED.pop(key, None)
        finally:
            if key not in CACHE and analysis.done:
                STOPPED[key] = analysis
        await self.app.host.keep_analysis(analysis, match, seat)
