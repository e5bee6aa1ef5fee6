"""What has truly happened in every match, kept apart from the product, to compare it with.

Each change of a match is noted as a moment: the log after it, and the position that a replay of
that log gives here. What the product publishes, saves, loads and answers is held against these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgpack
from attrs import define, field

from caravan_tui.bus import wire
from caravan_tui.bus.hosted_match import HostedMatch
from caravan_tui.bus.messages import Position
from caravan_tui.engine import Match
from caravan_tui.games.contract import CHANCE


class ViolationError(Exception):
    """Something that must never be. `rule` names the invariant, the text says what happened."""

    seen: list[ViolationError] = []
    """All since the world began: whoever catches one does not hide it."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        ViolationError.seen.append(self)


def report(rule: str, text: str) -> None:
    """Note that something is as it must never be, and go on: more may come to light."""
    ViolationError(rule, text)


@define(eq=False)
class Moment:
    """A match after one change."""

    how: str
    """`opened`, `act`, `undo` or `redo`."""
    log: tuple[int, ...]
    state: Any
    events: list[Any]
    """What happened since the moment before; nothing after an undo or an opening."""
    time: float = 0.0
    """When, by the world's clock."""
    undone: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """What was taken back and can be played again, the newest last: by whom, and the log then."""
    views: dict[int | None, bytes] = field(factory=dict)
    trail: list[Any] | None = None


def packed(value: Any) -> bytes:
    """Any message, view or event as the bytes that it is on the wire."""
    data: bytes = msgpack.packb(value, default=wire.to_plain)
    return data


class MatchHistory:
    """All moments of one match."""

    def __init__(self, match: Match) -> None:
        self.id = match.record.id
        self.match = match
        """The object that is played now."""
        self.game = match.game
        self.seats = len(match.record.seats)
        self.moments: list[Moment] = []
        self.saved = -1
        """The moment that the last save which succeeded has kept."""
        self.played: Counter[tuple[int, int, int]] = Counter()
        """By seat, version and action: how often it was played."""
        self.acknowledged: Counter[tuple[int, int, int]] = Counter()
        self.agreements: set[int] = set()
        """Seats that have agreed to an undo since the last change."""
        self._options = dict(match.record.options)
        self._custom = match.record.custom

    @property
    def last(self) -> Moment:
        """The newest moment."""
        return self.moments[-1]

    def replay(self, log: Sequence[int], events: list[Any] | None = None) -> Any:
        """The position after a log. Raises ViolationError if it is not legal."""
        state = self.game.setup(self._options, self.seats, self._custom)
        for ply, action in enumerate(log):
            if state.to_act() != CHANCE and action not in state.legal():
                interrupts = [move for moves in state.interrupts().values() for move in moves]
                if action not in interrupts:
                    raise ViolationError("replay", f"{self.id[:6]}: action {action} at {ply}")
            state.apply(action, events)
        return state

    def add(
        self, how: str, log: tuple[int, ...], time: float = 0.0, seat: int | None = None
    ) -> Moment:
        """Note a change, by a seat: the log is `log` now."""
        events: list[Any] = []
        before = self.moments[-1] if self.moments else None
        if before is not None and how != "opened" and log[: len(before.log)] == before.log:
            state = before.state.clone()
            for action in log[len(before.log) :]:
                state.apply(action, events)
        else:
            state = self.replay(log)
        undone = self._undone_after(how, log, seat)
        moment = Moment(how, log, state, events, time, undone)
        self.moments.append(moment)
        self.agreements.clear()
        return moment

    def _undone_after(
        self, how: str, log: tuple[int, ...], seat: int | None
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """What can be played again after a change. Raises ViolationError if what was played again
        is not what this seat took back last."""
        if how == "undo" and seat is not None:
            return (*self.last.undone, (seat, self.last.log))
        if how != "redo":
            return ()
        if not self.last.undone or self.last.undone[-1] != (seat, log):
            raise ViolationError("redo", f"{self.id[:6]}: seat {seat} did not take that back last")
        return self.last.undone[:-1]

    def view(self, moment: Moment, seat: int | None) -> bytes:
        """What a seat may know at a moment, by the rules."""
        if seat not in moment.views:
            moment.views[seat] = packed(self.game.view(moment.state, seat))
        return moment.views[seat]

    def projected(self, events: Sequence[Any], seat: int | None) -> list[bytes]:
        """Events as a seat may see them."""
        seen = [self.game.view_event(event, seat) for event in events]
        return [packed(event) for event in seen if event is not None]

    def trail(self, moment: Moment, seat: int | None) -> list[bytes]:
        """All that has happened up to a moment, as a seat may see it."""
        if moment.trail is None:
            moment.trail = []
            self.replay(moment.log, moment.trail)
        return self.projected(moment.trail, seat)


@define(eq=False)
class Ear:
    """One subscription to the positions of a match, or the answers to one who asks for them."""

    who: str
    match: str
    seat: int | None
    places: list[int] = field(factory=list)
    """The moments at which it may be by what it has heard: positions may be alike. None: it has
    heard nothing."""


def can_redo(moment: Moment, seat: int | None) -> bool:
    """Whether a seat can play again what was taken back last."""
    return bool(moment.undone) and moment.undone[-1][0] == seat


def misses_something(history: MatchHistory, places: Sequence[int], arrived: float) -> bool:
    """Whether who may be at these moments should have heard more: what was sent before `arrived`
    is there, and what came later may still be on its way."""
    due = max((n for n, moment in enumerate(history.moments) if moment.time <= arrived), default=0)
    logs = [history.moments[place].log for place in places if place < due]
    return len(logs) == len(places) and history.moments[due].log not in logs


class History:
    """All matches of a world."""

    def __init__(self, clock: Callable[[], float] = float) -> None:
        """`clock()`: the time in the world; without one it stands still."""
        self.matches: dict[str, MatchHistory] = {}
        self._clock = clock

    def of(self, match: Match) -> MatchHistory | None:
        """The history of a match that is played, None for a copy."""
        history = self.matches.get(match.record.id)
        return history if history is not None and history.match is match else None

    # What the product does

    def on_open(self, hosted: HostedMatch) -> None:
        """A match is opened: for the first time, or from the disk."""
        match = hosted.match
        log = tuple(match.record.log)
        history = self.matches.get(match.record.id)
        if history is None:
            history = self.matches[match.record.id] = MatchHistory(match)
            history.add("opened", log, self._clock())
            return
        newest = len(history.moments) - 1
        place = next((n for n in range(newest, -1, -1) if history.moments[n].log == log), None)
        if place is None:
            raise ViolationError("replay", f"{history.id[:6]} was opened with a log it never had")
        if place < history.saved:
            raise ViolationError(
                "durability",
                f"{history.id[:6]}: saved at moment {history.saved}, opened at {place} of {newest}",
            )
        history.match = match
        history.add("opened", log, self._clock())
        history.saved = newest + 1

    def on_change(self, match: Match, how: str, seat: int, before: int) -> None:
        """A seat has acted, or has taken back or played again what it took back."""
        history = self.of(match)
        if history is None:
            return
        log = tuple(match.record.log)
        old = history.last
        if how == "act":
            if log[:before] != old.log or len(log) <= before:
                raise ViolationError(
                    "replay", f"{history.id[:6]}: the log is not the one before, longer"
                )
            history.played[seat, before, log[before]] += 1
            state = old.state
            legal = state.legal() if state.to_act() == seat else []
            if log[before] not in legal and log[before] not in state.interrupts().get(seat, ()):
                raise ViolationError(
                    "legal", f"{history.id[:6]}: seat {seat} may not play {log[before]}"
                )
        moment = history.add(how, log, self._clock(), seat)
        if packed(history.game.encode(moment.state)) != packed(history.game.encode(match.state)):
            raise ViolationError(
                "replay", f"{history.id[:6]}: the log does not lead to the position"
            )

    def on_saved(self, match: Match, moment: int) -> None:
        """A save has succeeded that was begun at this moment."""
        history = self.of(match)
        if history is not None:
            history.saved = max(history.saved, moment)

    # What people are told

    def on_done(self, match: str, seat: int, version: int, action: int) -> None:
        """An act was answered with Done."""
        history = self.matches[match]
        key = seat, version, action
        history.acknowledged[key] += 1
        if history.acknowledged[key] > history.played[key]:
            raise ViolationError(
                "twice",
                f"{match[:6]}: seat {seat}, action {action} at {version} was acknowledged "
                f"{history.acknowledged[key]} times and played {history.played[key]} times",
            )

    def on_position(self, ear: Ear, position: Position) -> None:
        """Somebody got a position: it must be the projection of one moment, not an older one than
        before, with just the events since then."""
        history = self.matches.get(position.match)
        if history is None or (position.match, position.seat) != (ear.match, ear.seat):
            raise ViolationError(
                "address", f"{ear.who} got seat {position.seat} of {position.match[:6]}"
            )
        view = packed(position.view)
        first = ear.places[0] if ear.places else 0
        alike = [
            place
            for place, moment in enumerate(history.moments)
            if len(moment.log) == position.version and history.view(moment, ear.seat) == view
        ]
        fitting = [place for place in alike if place >= first]
        if not fitting:
            what = "an older position than before" if alike else "no position of the match"
            raise ViolationError(
                "projection", f"{ear.who}, seat {ear.seat} of {ear.match[:6]}: {what}"
            )
        events = [packed(event) for event in position.events]
        places = [
            place
            for place in fitting
            if self._are_events_right(history, ear, place, position, events)
        ]
        if not places:
            raise ViolationError(
                "events",
                f"{ear.who}, seat {ear.seat} of {ear.match[:6]} at version {position.version}: "
                f"{len(events)} events are not those since moments {ear.places}",
            )
        self._check_choices(ear, position, history.moments[places[0]])
        ear.places = [n for n in places if can_redo(history.moments[n], ear.seat) == position.redo]
        if not ear.places:
            raise ViolationError(
                "redo", f"{ear.who}: whether seat {ear.seat} can play again is not so"
            )

    def _are_events_right(
        self, history: MatchHistory, ear: Ear, place: int, position: Position, events: list[bytes]
    ) -> bool:
        moment = history.moments[place]
        if position.history:
            return events == history.trail(moment, ear.seat)
        if not ear.places:
            if not events:
                return True
            trail = history.trail(moment, ear.seat)
            return trail[len(trail) - len(events) :] == events
        for before in ear.places:
            since = history.moments[before + 1 : place + 1]
            if before > place or any(moment.how == "undo" for moment in since):
                continue
            happened = [e for moment in since for e in history.projected(moment.events, ear.seat)]
            if events == happened:
                return True
        return False

    def _check_choices(self, ear: Ear, position: Position, moment: Moment) -> None:
        """What one may do is what the rules say, and only for who sits there."""
        state = moment.state
        legal = state.legal() if ear.seat is not None and state.to_act() == ear.seat else []
        interrupts = [] if ear.seat is None else list(state.interrupts().get(ear.seat, ()))
        if position.paused:
            legal = interrupts = []
        if (list(position.legal), list(position.interrupts)) != (list(legal), list(interrupts)):
            raise ViolationError("projection", f"{ear.who}: what seat {ear.seat} may do is not so")
