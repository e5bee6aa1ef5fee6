"""One match at a table host: what is done there, and what everybody at the table gets to know."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal

from attrs import define, frozen

from caravan_tui.bus.autosave import SAVE_PATIENCE, Hook, Saver
from caravan_tui.bus.base import Bus
from caravan_tui.bus.decisions import Decisions
from caravan_tui.bus.messages import (
    Advice,
    Notice,
    Position,
    SearchResult,
    UndoAsked,
    seat_topic,
    table_topic,
    watch_topic,
)
from caravan_tui.bus.undo import UNDO_SECONDS, Present, UndoRequests, people
from caravan_tui.engine import Match, Refusal, Seat, Sentence
from caravan_tui.games.contract import Event

Advise = Callable[[Match, int], Awaitable[SearchResult]]
"""`advise(match, seat)`: what a search makes of the seat's position. Raises Refusal or
TimeoutError if there is no answer: then nobody was helped."""

Severity = Literal["information", "warning", "error"]


@frozen
class Services:
    """What a table host is given to do its work with; every one may be left out.

    `save(match)` must take what it needs of the match before its first await. What it raises
    stands in every `Position` until it works again, and play goes on. `keep_result(match)` is
    awaited when a match has ended, before its last save, until it has worked once;
    `finished(match)` once after that save, and again while it raises OSError. `changed(match)` is
    called after every change. `advise` answers requests for hints. `hurry(match)` has the searches
    of a match end.
    `present`: an absent person is not asked about an undo; without it everybody is there.
    `may_change(match)`: whether the match may go on here, or another host may have it.
    """

    save: Hook | None = None
    keep_result: Hook | None = None
    finished: Hook | None = None
    changed: Callable[[Match], None] | None = None
    advise: Advise | None = None
    hurry: Callable[[str], None] | None = None
    present: Present | None = None
    may_change: Callable[[str], bool] | None = None
    undo_seconds: float = UNDO_SECONDS
    """Time that people have to agree to an undo."""
    limits_undo: bool = False
    """Whether a seat may not undo, or ask for it, again and again."""
    save_patience: float = SAVE_PATIENCE
    """Seconds that an act waits for the save of the one before."""
    retry_seconds: float | None = None
    """Time after which a save that has failed is tried again; None: the usual one."""
    confirms_saves: bool = False
    """Whether a seat is answered only once what it did is saved, and the match does not change
    while what was done before is not: what was answered survives a kill."""


@define
class _HintSearch:
    """The search for a hint, and how many wait for it."""

    task: asyncio.Future[SearchResult]
    waiting: int = 0


class HostedMatch:
    """A match that is played at a table host.

    What seats ask for is a method; it raises Refusal, with a sentence for the user, and then has
    changed nothing. After every change those who listen get a Position, with events projected
    before they are published, and the match is saved. An act returns without waiting for its own
    save; it waits for the one before. Whoever answers a seat waits for `confirmed`.
    """

    def __init__(self, match: Match, bus: Bus, services: Services, is_paused: bool) -> None:
        self.id = match.record.id
        self.match = match
        self.bus = bus
        self.is_paused = is_paused
        self.is_closing = False
        self.saver = Saver(
            match,
            services.save,
            services.keep_result,
            services.finished,
            lambda: self.publish([]),
            services.retry_seconds,
        )
        self.undo_requests = UndoRequests(
            self, services.undo_seconds, services.present, services.limits_undo
        )
        self._services = services
        self._decisions: list[Decisions] = []
        self._topics: dict[str, int | None] = {
            seat_topic(self.id, seat): seat for seat in range(len(match.record.seats))
        }
        """Where positions are published, with whose they are: a seat's, or the spectators'."""
        self._topics[watch_topic(self.id)] = None
        self._hints: dict[tuple[int, int], _HintSearch] = {}
        """The hints that are being searched, by seat and version."""
        self._hint_requests: dict[tuple[int, str], asyncio.Future[SearchResult]] = {}
        """Who waits for a hint, by seat and the id of the request."""
        self._advice: dict[int, tuple[int, SearchResult]] = {}
        """The last hint of each seat, and the version that it was for."""
        self._history: list[tuple[int, list[Event]]] = []
        """What happened with each action, as far as it was asked for: a long match is not replayed
        from its start for every undo."""

    # What seats ask for

    async def act(self, seat: int, version: int, action: int) -> int:
        """Play an action of a seat; the version after it. `version` is the one that the seat has
        seen. Raises Refusal."""
        await self._save_caught_up()
        if self.is_paused:
            raise Refusal("match_paused")
        if version != self.match.version:
            raise Refusal("position_changed")
        events = self.match.act(seat, action)
        self.undo_requests.overtake()
        self.publish(events)
        self.saver.mark()
        return self.match.version

    async def undo(self, seat: int, request_id: str) -> UndoAsked | None:
        """Undo the last decision of a seat; if others must agree first, what they are asked.
        Raises Refusal."""
        await self._save_caught_up()
        return self.undo_requests.undo(seat, request_id)

    async def redo(self, seat: int) -> int:
        """Play again what a seat has undone; the version after it. Raises Refusal."""
        await self._save_caught_up()
        self.undo_requests.redo(seat)
        return self.match.version

    async def _save_caught_up(self) -> None:
        self._check_may_change()
        if self._services.confirms_saves:
            await self.confirmed()
        else:
            await self.saver.caught_up(self._services.save_patience)
        self._check_may_change()

    def _check_may_change(self) -> None:
        if self.is_closing:
            raise Refusal("match_closing")
        if self._services.may_change is not None and not self._services.may_change(self.id):
            raise Refusal("match_moved")

    async def confirmed(self) -> None:
        """Wait until what a seat did is saved, if that is to be known before it is answered. Raises
        Refusal where it is not: it stands, but a kill would cost it."""
        if not self._services.confirms_saves:
            return
        if not await self.saver.saved(self._services.save_patience):
            problem = self.saver.problem or Sentence("not_saved_yet")
            raise Refusal(problem.code, **problem.values)

    def look(self, seat: int | None, history: bool = False) -> Position:
        """The position as a seat, or with None a spectator, sees it; `history`: with all events of
        the match so far. Raises Refusal."""
        if seat is not None and not 0 <= seat < len(self.match.record.seats):
            raise Refusal("no_such_seat", seat=seat)
        return self.position(seat, self.history() if history else [], history)

    def pause(self, seat: int | None, paused: bool) -> None:
        """Pause the match or go on: while it is paused nobody has a legal action. `seat`: whose
        person wants that. Raises Refusal."""
        if self.match.over:
            raise Refusal("match_over")
        if self.is_paused != paused:
            self.set_paused(paused)
            if len(people(self.match)) > 1 and seat is not None:
                code = "player_paused" if paused else "player_resumed"
                self.note(code, seat=seat, name=self.match.name_of(seat))

    async def hint(self, seat: int, request_id: str) -> Advice:
        """What a search makes of a seat's decision; the match then counts as assisted. Raises
        Refusal, and then it does not, nor if it is cancelled."""
        if self._services.advise is None:
            raise Refusal("no_hints")
        if self.match.to_act != seat:
            raise Refusal("hint_not_your_move")
        version = self.match.version
        key = seat, request_id
        waiting = asyncio.ensure_future(self._hint(self._services.advise, seat, version))
        self._hint_requests[key] = waiting
        try:
            result = await waiting
        except TimeoutError:
            raise Refusal("search_timed_out") from None
        except asyncio.CancelledError:
            if self._hint_requests.get(key) is waiting:  # whoever waits here is cancelled
                raise
            raise Refusal("hint_cancelled") from None
        finally:
            if self._hint_requests.get(key) is waiting:
                del self._hint_requests[key]
        if self.match.version != version:
            raise Refusal("position_changed")
        self.assist()
        return Advice(request_id, version, result)

    def cancel_hint(self, seat: int, request_id: str) -> None:
        """A seat waits no longer for the hint that it has asked for with this id. It may have come
        already."""
        waiting = self._hint_requests.pop((seat, request_id), None)
        if waiting is not None:
            waiting.cancel()

    async def _hint(self, advise: Advise, seat: int, version: int) -> SearchResult:
        """A seat has one search at a time, however often it asks; all requests for the same
        position get the same answer. It ends when nobody waits for it any more."""
        last = self._advice.get(seat)
        if last is not None and last[0] == version:
            return last[1]
        key = seat, version
        search = self._hints.get(key)
        if search is None:
            if any(other == seat for other, _version in self._hints):
                raise Refusal("hint_in_progress")
            search = _HintSearch(asyncio.ensure_future(advise(self.match, seat)))
            self._hints[key] = search
        search.waiting += 1
        try:
            result = await asyncio.shield(search.task)
        finally:
            search.waiting -= 1
            if not search.waiting:  # at once: the next request begins a search of its own
                search.task.cancel()
                del self._hints[key]
        if not result.fallback:
            self._advice[seat] = version, result
        return result

    def mark_assisted(self) -> None:
        """The screen of a seat shows what helps it: the match counts as assisted. Raises Refusal
        between people, where nobody marks the match of the others."""
        if self._services.advise is None:
            raise Refusal("no_hints")
        self.assist()

    def hurry(self) -> None:
        """Have computer seats that think here move with what they have."""
        if self._services.hurry is not None:
            self._services.hurry(self.id)

    # What the host does

    def set_paused(self, paused: bool) -> None:
        """Pause the match or go on, without a word."""
        if self.is_paused != paused:
            self.is_paused = paused
            self.publish([])

    def assist(self) -> None:
        """Somebody was helped: the match counts as assisted from now on."""
        if not self.match.record.assisted and not self.match.over:
            self.match.record.assisted = True
            self.publish([])
            self.saver.mark()

    def reseat(self, seat: int, player: Seat, note: Sentence | None = None) -> None:
        """Somebody else takes a seat; `note` is shown to everybody at the table."""
        self.match.reseat(seat, player)
        self.undo_requests.settle(granted=False)
        if note is not None:
            self.note(note.code, seat=seat, **note.values)
        self.publish([])
        self.saver.mark()

    # What those at the table get

    def position(
        self, seat: int | None, events: Sequence[Event], history: bool = False
    ) -> Position:
        """What a seat, or with None a spectator, sees now; `events` are not projected yet."""
        match = self.match
        ranks = match.ranks
        why_no_undo: Sentence | None = Sentence("spectator_cannot_undo")
        undo_assists = redo = False
        if seat is not None:
            why_no_undo, redo = match.why_no_undo(seat), match.can_redo(seat)
            undo_assists = match.undo_assists(seat)
        return Position(
            match=self.id,
            version=match.version,
            seat=seat,
            view=match.view(seat),
            legal=[] if self.is_paused else match.legal(seat),
            interrupts=[] if self.is_paused else match.interrupts(seat),
            events=match.events_for(events, seat),
            undo=why_no_undo,
            undo_assists=undo_assists,
            redo=redo,
            assisted=match.record.assisted,
            over=match.over,
            ranks=None if ranks is None else list(ranks),
            history=history,
            paused=self.is_paused,
            unsaved=self.saver.problem,
        )

    def publish(self, events: Sequence[Event], history: bool = False) -> None:
        """A Position for every seat that is listened to, and for spectators; what computer seats
        have to decide. `events` are not projected yet."""
        for topic in self.bus.subscribed(self._topics):
            self.bus.publish(topic, self.position(self._topics[topic], events, history))
        for decisions in self._decisions:
            self._put(decisions)
        if self._services.changed is not None:
            self._services.changed(self.match)

    def publish_history(self) -> None:
        """A Position with all that has happened: every log starts over."""
        self.publish(self.history(), history=True)

    def decisions(self, seat: int) -> Decisions:
        """What a computer seat has to decide, from now on."""
        decisions = Decisions(seat, self._decisions.remove)
        self._decisions.append(decisions)
        self._put(decisions)
        return decisions

    def _put(self, decisions: Decisions) -> None:
        match, seat = self.match, decisions.seat
        if match.over:
            decisions.end()
        elif self.is_paused or not (match.to_act == seat or match.interrupts(seat)):
            decisions.put(None)
        else:
            decisions.put(self.position(seat, []))

    def history(self) -> list[Event]:
        """All that has happened in the match, not projected."""
        known, version = self._history, self.match.version
        while known and known[-1][0] >= version:
            known.pop()
        first = known[-1][0] + 1 if known else 0
        known += [(ply.ply, ply.events) for ply in self.match.plies(first)]
        return [event for _ply, events in known for event in events]

    def note(
        self,
        code: str,
        /,
        *,
        seat: int | None = None,
        severity: Severity = "information",
        **values: Any,
    ) -> None:
        """A line for everybody at the table; `seat`: whom it is about."""
        notice = Notice(self.id, code, values, seat, severity)
        self.bus.publish(table_topic(self.id), notice)

    async def close(self) -> None:
        """Refuse further actions, and wait until the match is saved."""
        self.is_closing = True
        self.undo_requests.settle(granted=False)
        await self.saver.close()
        for decisions in list(self._decisions):
            decisions.end()
