"""The search through a match for the analysis screen, with how far it has come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic

from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message
from textual.widgets import ProgressBar, Static

from ai.analysis import Analysis, analyse
from caravan_tui.bus.messages import SearchProgress, SearchRequest, SearchResult
from caravan_tui.bus.wording import word
from caravan_tui.engine import Match, Refusal
from caravan_tui.engine.playback import copy_of
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.analyses import (
    CACHE,
    STOPPED,
    begun_analysis,
    cache_key,
    progress_words,
)
from caravan_tui.presentation.decisions import Kind
from caravan_tui.presentation.quality import Quality, error_words
from caravan_tui.screens.base import BaseApp
from caravan_tui.widgets.commands import key_name
from caravan_tui.widgets.empty_page import ActionLink, EmptyPage
from saves.errors import SaveError

REDRAW = 1.0
"""Seconds between two pictures of a search in progress."""

TICK = 0.5
"""Seconds between two words on how far it is: a single decision can take several seconds."""


class AnalysisSearch(Container):
    """The progress of an analysis: a line above the list, the list's whole place while it is
    empty (`-alone`), nothing while none is in progress."""

    app = getters.app(BaseApp)

    DEFAULT_CSS = """
    AnalysisSearch { height: 1; padding: 0 1; display: none; layout: horizontal;
        &.-shown { display: block; }
        & > #words { width: auto; margin-right: 2; }
        & > EmptyPage { display: none; }
        & ProgressBar { width: 1fr; }
        & Bar { width: 1fr; }
        &.-alone { layout: vertical; height: 1fr; align: center middle; padding: 0;
            & > #words { width: 100%; max-width: 72; text-style: bold; margin: 0 4 1 4; }
            & > EmptyPage { display: block; max-width: 80; height: 8; }
            & ProgressBar { width: 100%; max-width: 72; margin: 0 4; } }
    }
    """

    class Progressed(Message):
        """There is more to show, or the search has ended."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._analysis: Analysis | None = None
        """The analysis that is being filled."""
        self._key = ""
        """What it is cached under."""
        self.wanted: int | None = None
        """Whose decisions are judged before those of the others; None: nobody's."""
        # Kept here, because a report may come when these have been removed but this has not.
        self.words = Static(id="words", markup=False)
        self.bar = ProgressBar(show_eta=False)

    @property
    def is_searching(self) -> bool:
        """Whether a search is in progress."""
        return self._analysis is not None

    def compose(self) -> ComposeResult:
        """How far, a bar, and what is being done."""
        yield self.words
        yield self.bar
        yield EmptyPage(id="aim")

    def on_mount(self) -> None:
        """Say what is being done, and what can be done meanwhile."""
        self.show_counts([])

    def show_counts(self, players: Sequence[Quality], kind: Kind = "worst") -> None:
        """Say what has been judged so far, of these players, and how to read it; on the page of
        turning points, when there will be some."""
        best = sum(player.best for player in players)
        count = sum(player.count for player in players)
        heading = _("Searching every decision, knowing only what its player could know.")
        words = _("The moves that look costliest come first.")
        if count:
            parts = (
                (_n("{count} move judged so far", "{count} moves judged so far", count), count),
                (_n("{count} was the best", "{count} were the best", best), best),
            )
            counts = [text.format(count=number) for text, number in parts]
            words = ", ".join([*counts, error_words(players)])
        if kind == "turns":
            words = _("Turning points are named once all moves around them are judged.")
        ways = [
            ActionLink(key_name(self, f"analysis.{name}"), text, f"screen.{action}")
            for name, text, action in (
                ("list3", _("read the moves judged so far"), "pick(2)"),
                ("stop", _("stop, and keep what there is"), "stop"),
                ("back", _("go back"), "back"),
            )
        ]
        self.query_one(EmptyPage).show(heading, words, ways)

    def on_unmount(self) -> None:
        """Keep what there is, and discard what still comes in."""
        self._keep()
        self._analysis = None

    def _keep(self) -> None:
        """Keep an analysis that has judged something, to go on from there."""
        if self._analysis is not None and self._analysis.done:
            STOPPED[self._key] = self._analysis

    def start(self, match: Match, seat: int | None, seats: list[int] | None) -> Analysis:
        """Search every decision, in place of what is being searched: from the first on, or from
        where an analysis was stopped.

        `seat`: whose decisions are judged, None for everyone's. `seats`: whose decisions may be
        searched, None for everyone's. Returns the analysis, which fills as the search goes on.
        """
        self._keep()
        self._key = cache_key(match, seat)
        # a copy: a search that was stopped may still have an answer on its way into the other
        analysis = self._analysis = begun_analysis(match, seat)
        self.bar.update(total=analysis.total or None, progress=analysis.done)
        self.words.update(_("Searching"))
        self.add_class("-shown")
        self._search(analysis, match, seat, seats)
        return analysis

    def stop(self) -> None:
        """Stop searching. What was found so far stays in the analysis, and is kept."""
        self._keep()
        self._analysis = None
        self.workers.cancel_group(self, "analysis")
        self.remove_class("-shown")

    @work(exclusive=True, group="analysis")
    async def _search(
        self, analysis: Analysis, match: Match, seat: int | None, seats: list[int] | None
    ) -> None:
        began = posted = monotonic()
        known, searches = analysis.share, 0

        def tell() -> None:
            if self._analysis is analysis and analysis.total:
                done, total = analysis.done, analysis.total
                self.bar.update(total=total, progress=done)
                seconds = monotonic() - began
                words = progress_words(done, total, seconds, analysis.share, known, searches)
                self.words.update(words)

        def report(done: int, total: int) -> None:
            nonlocal posted
            if self._analysis is not analysis:
                return
            tell()
            if monotonic() - posted >= REDRAW:
                self.post_message(self.Progressed())
                posted = monotonic()

        async def search(
            request: SearchRequest, progress: Callable[[SearchProgress], None] | None = None
        ) -> SearchResult:
            nonlocal known, searches
            if not searches:
                known = analysis.share
            answer = await self.app.host.search(request)
            searches += 1
            return answer

        ticking = self.set_interval(TICK, tell)
        try:
            record = copy_of(match).record
            await analyse(record, search, seat, seats=seats, progress=report, into=analysis,
                          wanted=lambda: self.wanted)  # fmt: skip
            CACHE[cache_key(match, seat)] = analysis
            STOPPED.pop(cache_key(match, seat), None)
            if match.over:
                await self.app.host.keep_analysis(analysis, match, seat)
        except Refusal as refusal:
            self.notify(word(refusal.sentence), severity="warning")
        except (TimeoutError, ValueError, SaveError) as error:
            reason = str(error) or _("The search isn't responding. Try again.")
            self.notify(reason, severity="warning")
        except asyncio.CancelledError:
            pass
        finally:
            ticking.stop()
        if self._analysis is analysis:
            self._analysis = None
            self.remove_class("-shown")
            self.post_message(self.Progressed())
