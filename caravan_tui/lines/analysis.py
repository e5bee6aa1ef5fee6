"""The analysis of a match in line mode: a search of its decisions, and lists of what it says."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

from ai.analysis import Analysis, Swing, analyse
from ai.grades import Verdict
from caravan_tui.bus.wording import word
from caravan_tui.engine import Refusal
from caravan_tui.engine.playback import Playback, copy_of, open_views
from caravan_tui.games.kit.sentences import ended, sentence
from caravan_tui.hosts.base import Host
from caravan_tui.i18n import _, _n
from caravan_tui.lines import commands
from caravan_tui.lines.commands import LineCommand
from caravan_tui.lines.console import Console
from caravan_tui.lines.room import confirms
from caravan_tui.presentation.analyses import (
    CACHE,
    STOPPED,
    begun_analysis,
    cache_key,
    known_analysis,
    progress_words,
    recall,
)
from caravan_tui.presentation.decisions import (
    Kind,
    LuckSwing,
    Mark,
    Row,
    decisions,
    doubt_words,
    luck_swings,
    may_cost,
    step_after,
    turning_points,
)
from caravan_tui.presentation.eyes import people
from caravan_tui.presentation.match_players import players_of, summary
from caravan_tui.presentation.moment import (
    heading,
    lines_of_swing,
    move_words,
    why_swung,
)
from caravan_tui.presentation.own_problems import keep_mistakes
from caravan_tui.presentation.quality import Quality, error_words, qualities
from saves.errors import SaveError

MOST_SAID = 15
"""Rows of a list that are said at once."""
PROGRESS_SECONDS = 10.0
"""Between two lines about how far a search is."""
LONG_TEXT = 10_000
"""Room for a summary: lines are as long as they are."""


class AnalysisDesk:
    """The commands that search a match and say what came of it."""

    def __init__(self, host: Host, console: Console, playback: Playback) -> None:
        self.host = host
        self.console = console
        self.playback = playback
        self.match = playback.match
        own = people(playback)
        self.allowed = [seat for seat in open_views(self.match, own) if seat is not None]
        """Whose decisions may be analysed."""
        self.own_seat = own[0] if len(own) == 1 and own[0] in self.allowed else None
        self.stop = LineCommand("stop", "stop the search, and keep what there is", self._cancel)
        self.search: asyncio.Task[None] | None = None
        self.commands = [
            LineCommand("analysis", "search every decision of yours, then say how you played",
                    self.analyse),
            LineCommand("mistakes", "the costliest moves, from a number on", self.say_mistakes,
                    "[number]"),
            LineCommand("turning points", "where the chances to win changed, from a number on",
                    self.say_turns, "[number]"),
            LineCommand("decisions", "every decision in its order, from a number on",
                    self.say_decisions, "[number]"),
            LineCommand("luck", "what chance gave and took, from a number on", self.say_luck,
                    "[number]"),
        ]  # fmt: skip

    @property
    def key(self) -> str:
        """What the analysis is kept under."""
        return cache_key(self.match, self.own_seat)

    # The search

    async def analyse(self, _words: str) -> None:
        """Search every decision that may be analysed, unless that is done; say how it went."""
        if not self.allowed:
            text = _("Several people play here. You can analyse the match once it is over.")
            self.console.say(text)
            return
        if self.key not in CACHE:
            await recall(self.host, self.match)
        if self.key not in CACHE and await self._may_search():
            await self._run_search()
        self._say_summary(known_analysis(self.key))

    async def _may_search(self) -> bool:
        """Whether to search: a match in progress is marked as assisted, after a question."""
        if self.playback.over or self.match.record.assisted:
            return True
        words = _("This match is still in progress. Like a hint, this marks the match as assisted.")
        if not await confirms(self.console, words):
            return False
        refusal = await self.host.assist(self.match.record.id)
        self.console.say(refusal)
        self.match.record.assisted = not refusal
        return not refusal

    async def _run_search(self) -> None:
        self.console.say(
            _("Searching every decision, knowing only what its player could know."),
            _("Type stop to stop and keep what there is.") if self.console.is_interactive else "",
        )
        self.search = asyncio.create_task(self._search(), name="analysis")
        try:
            await self._wait(self.search)
        finally:
            self.search.cancel()
            await asyncio.wait([self.search])
            self.search = None

    async def _wait(self, search: asyncio.Task[None]) -> None:
        """Wait for the end of a search. Who types may stop it; lines of a script wait for it."""
        end = asyncio.create_task(self.console.stopped.wait())
        try:
            while not search.done() and not end.done():
                if not self.console.is_interactive:
                    await asyncio.wait({search, end}, return_when=asyncio.FIRST_COMPLETED)
                    return
                line = asyncio.create_task(self.console.wait())
                await asyncio.wait({search, end, line}, return_when=asyncio.FIRST_COMPLETED)
                if not line.done():
                    line.cancel()
                    continue
                if not line.result() or commands.read(self.console.head or "", [self.stop]):
                    if self.console.head is not None:
                        self.console.pop()
                    return
                self.console.pop()
                self.console.say(_("Still searching. Type stop to stop."))
        finally:
            end.cancel()

    async def _cancel(self, _words: str) -> None:
        if self.search is not None:
            self.search.cancel()

    async def _search(self) -> None:
        key, match = self.key, self.match
        analysis = begun_analysis(match, self.own_seat)
        began = said = monotonic()
        known = analysis.share

        def report(done: int, total: int) -> None:
            nonlocal said
            now = monotonic()
            if now - said >= PROGRESS_SECONDS:
                self.console.say(
                    ended(progress_words(done, total, now - began, analysis.share, known))
                )
                said = now

        seats = None if self.playback.over else self.allowed
        try:
            await analyse(copy_of(match).record, self.host.search, self.own_seat, seats=seats,
                          progress=report, into=analysis)  # fmt: skip
            CACHE[key] = analysis
            STOPPED.pop(key, None)
            if match.over:
                await self.host.keep_analysis(analysis, match, self.own_seat)
                if self.own_seat is not None:
                    self.console.say(keep_mistakes(match, analysis, self.own_seat))
        except Refusal as refusal:
            self.console.say(word(refusal.sentence))
        except (TimeoutError, ValueError, SaveError) as error:
            self.console.say(str(error) or _("The search isn't responding. Try again."))
        finally:
            if key not in CACHE and analysis.done:
                STOPPED[key] = analysis

    # What it says

    def _say_summary(self, analysis: Analysis) -> None:
        if not analysis.points:
            if self.key in CACHE:
                self.console.say(_("No decision in this match had a choice."))
            return
        names = self.match.names
        if self.key not in CACHE:
            text = _("Stopped after {done} of {total} decisions. Type analysis to go on.")
            self.console.say(text.format(done=analysis.done, total=analysis.total))
        lines = [self._quality_line(row) for row in qualities(analysis, self.own_seat)]
        players = players_of(analysis, self.match)
        lines.append(summary(players, names, LONG_TEXT))
        lines += [
            player.chance_sum.words(names[player.seat], player.seat == self.own_seat)
            for player in players
            if player.chance_sum
        ]
        lines.append(_("Type mistakes, turning points, decisions or luck for lists."))
        self.console.say(*lines)

    def _quality_line(self, row: Quality) -> str:
        best = row.best
        text = _("{name}: {count}, {best}, {errors}.")
        return text.format(
            name=self.match.names[row.seat],
            count=_n("{count} move", "{count} moves", row.count).format(count=row.count),
            best=_n("{count} was the best", "{count} were the best", best).format(count=best),
            errors=error_words([row]),
        )

    async def say_mistakes(self, words: str) -> None:
        """Say the costliest moves."""
        doubt = doubt_words(known_analysis(self.key), self.own_seat)
        nothing = doubt or _("No errors: every move was close to the best one.")
        self._say_list("worst", words, nothing)

    async def say_turns(self, words: str) -> None:
        """Say the turning points."""
        self._say_list("turns", words, _("The chances to win never changed much at once."))

    async def say_decisions(self, words: str) -> None:
        """Say every decision in its order."""
        self._say_list("order", words, _("No decision in this match had a choice."))

    async def say_luck(self, words: str) -> None:
        """Say what chance gave and took."""
        self._say_list("luck", words, _("Chance gave and took nothing much."))

    def _say_list(self, kind: Kind, words: str, none: str) -> None:
        analysis = known_analysis(self.key)
        if not analysis.points:
            self.console.say(_("Not analysed yet. Type analysis to start."))
            return
        rows = self._rows(analysis, kind)
        first = commands.number(words, 1) or 1
        for number, subject in list(enumerate(rows, 1))[first - 1 : first - 1 + MOST_SAID]:
            self.console.say(f"{number}. {self._row_words(subject)}")
        more = len(rows) - (first - 1 + MOST_SAID)
        if not rows:
            self.console.say(none)
        elif first > len(rows):
            text = _("Type a number from 1 to {most}.")
            self.console.say(text.format(most=len(rows)))
        elif more > 0:
            text = _n(
                "{count} more, from number {next} on.",
                "{count} more, from number {next} on.",
                more,
            )
            self.console.say(text.format(count=more, next=first + MOST_SAID))

    def _rows(self, analysis: Analysis, kind: Kind) -> Sequence[Swing | Verdict]:
        if kind == "turns":
            return turning_points(analysis, self.own_seat, self.playback)
        if kind == "luck":
            return luck_swings(analysis, self.own_seat)
        return decisions(analysis, kind, self.own_seat)

    def _row_words(self, subject: Swing | Verdict) -> str:
        """A row in sentences: when, what it meant, what was played, what was better and why."""
        playback = self.playback
        if isinstance(subject, Swing):
            step = step_after(playback, subject)
            what = [
                sentence(text) for text in lines_of_swing(playback, subject, step, subject.seat)
            ]
            if not isinstance(subject, LuckSwing):
                what.append(why_swung(playback, known_analysis(self.key), subject, step))
        else:
            step = playback.after_ply(subject.ply)
            played, better = move_words(playback, subject)
            name = playback.match.names[subject.seat]
            what = [ended(_("{name} played: {move}").format(name=name, move=played))]
            if may_cost(subject):
                what.append(ended(_("Perhaps better: {move}").format(move=better)))
            elif subject.played != subject.preferred:
                text = _("Better: {move}") if subject.is_error else _("As good: {move}")
                what.append(ended(text.format(move=better)))
            if subject.reason:
                what.append(ended(_("Why: {reason}").format(reason=subject.reason)))
        row = Row(step, subject, Mark(step, subject.seat, "", "gain"))
        return " ".join(filter(None, [heading(playback, row, self.own_seat), *what]))
