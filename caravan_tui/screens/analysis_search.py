"""The search behind the analysis screen: begin, stop, progress, its price while a match runs."""

from __future__ import annotations

import asyncio
from time import monotonic

from textual import work
from textual.widgets import ProgressBar, Static

from ai.analysis import Analysis, analyse
from caravan_tui.bus.messages import SEARCH, Found, Helped, Refused, Search, table_topic
from caravan_tui.engine.playback import copy_of
from caravan_tui.words import _

KEPT = 8
"""Analyses that are kept."""

PATIENCE = 12.0
"""Seconds beyond its own time after which a search counts as lost."""

REDRAW = 1.0
"""Seconds between two pictures of an analysis that runs."""

KEPT_ONES: dict[str, Analysis] = {}
"""By match, version and seat."""


class AnalysisSearch:
    """Mixed into the analysis screen."""

    def begin(self) -> None:
        """Search every decision, from the first on."""
        self.found = Analysis()
        self._an_run += 1
        self._an_running = True
        self.query_one(ProgressBar).update(total=None, progress=0)
        self.query_one("#words", Static).update(_("Searching"))
        self.query_one("#running").add_class("-shown")
        self.carry_out(self._an_run)

    @work(exclusive=True, group="analysis")
    async def carry_out(self, run: int) -> None:
        """Search, showing what is found as it comes."""
        key, drawn = self.key, monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal drawn
            if run != self._an_run:
                return
            self.query_one(ProgressBar).update(total=total, progress=done)
            words = _("{done} of {total} decisions").format(done=done, total=total)
            self.query_one("#words", Static).update(words)
            if monotonic() - drawn >= REDRAW or done == total:
                self.show()
                drawn = monotonic()

        async def ask(search: Search) -> Found:
            found = await self.ask(search)
            if run != self._an_run:  # a cancel that meets an answer on its way is lost
                raise asyncio.CancelledError
            return found

        found, seats = self.found, None if self.playback.over else self.allowed
        try:
            record = copy_of(self.match).record
            await analyse(record, ask, self.seat, seats=seats, progress=progress, into=found)
            KEPT_ONES[key] = found
            while len(KEPT_ONES) > KEPT:
                del KEPT_ONES[next(iter(KEPT_ONES))]
        except (TimeoutError, ValueError) as error:
            reason = str(error) or _("The search did not answer; try again.")
            self.notify(reason, severity="warning")
        except asyncio.CancelledError:
            pass
        if run == self._an_run:
            self._an_running = False
            self.query_one("#running").remove_class("-shown")
            self.show()

    @work(exclusive=True, group="assisted")
    async def begin_while_it_runs(self) -> None:
        """An analysis of a match that is not over helps as a hint does: it costs the same mark."""
        from caravan_tui.widgets.dialog import Question

        if not self.match.record.assisted:
            answer = await self.app.push_screen_wait(
                Question(
                    _("Analyse a match that runs?"),
                    _("It helps as a hint does: the match counts as assisted from then on."),
                    [("yes", _("Analyse")), ("no", _("Not yet"))],
                )
            )
            if answer != "yes" or not self.is_attached:
                return
            reason = await self.mark_assisted()
            if reason:
                self.notify(reason, severity="warning")
                return
            self.match.record.assisted = True
        if self.is_attached and not self._an_running:
            self.begin()
            self.show()

    async def mark_assisted(self) -> str:
        """Have the match counted as assisted where it is held; why not, if that cannot be."""
        from caravan_tui.screens.table import TableScreen

        name = self.match.record.id
        for screen in self.app.screen_stack:
            if isinstance(screen, TableScreen) and screen.link.match == name and screen.link.mine:
                helped = Helped(name, screen.link.mine[0])
                answer = await screen.link.bus.request(table_topic(name), helped, PATIENCE)
                return answer.reason if isinstance(answer, Refused) else ""
        return await self.app.host.assist(name)

    async def ask(self, search: Search) -> Found:
        """One search on the bus. Raises ValueError or TimeoutError."""
        answer = await self.app.host.bus.request(SEARCH, search, search.seconds + PATIENCE)
        if isinstance(answer, Refused):
            raise ValueError(answer.reason)
        if not isinstance(answer, Found):
            raise TimeoutError
        return answer

    def stop(self) -> None:
        """End the search that runs."""
        self._an_run += 1
        self._an_running = False
        self.workers.cancel_group(self, "analysis")
        self.query_one("#running").remove_class("-shown")
