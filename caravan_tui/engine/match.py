"""A match in play: the only holder of a full state.

Whoever plays or watches gets what `view`, `legal`, `interrupts` and `events_for` give for a seat.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from caravan_tui.engine import rng
from caravan_tui.engine.record import Record, Result, Seat
from caravan_tui.engine.reveals import reveals_hidden
from caravan_tui.engine.sentence import Refusal, Sentence
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Event, Game, OptionValue, State, View
from caravan_tui.i18n import _

_STRIDE = 32
"""Actions between two positions that are kept, so that going back replays few."""


class IllegalAction(Refusal):
    """The action cannot be played now."""


class UndoRefused(Refusal):
    """There is nothing to undo or redo."""


@frozen
class Ply:
    """One action of a log, with the position before it."""

    ply: int
    actor: int
    """The seat that acted, or CHANCE."""
    action: int
    before: State
    events: list[Event]
    """All that happened, not projected."""

    @property
    def awaited(self) -> int:
        """Whose decision it was: for an interrupt another seat than the actor."""
        return self.before.to_act()


@frozen
class _Undone:
    """What an undo has cut off the log."""

    seat: int
    actions: list[int]


class Match:
    """A match: checks actions, plays chance, keeps the log, takes back.

    States inside are never changed once they are in place: every action is played on a copy, so
    an action that fails leaves the match as it was.
    """

    def __init__(self, record: Record, game: Game[Any], state: State) -> None:
        """Use `new` or `from_record`."""
        self.record = record
        self.game = game
        self.opening: list[Event] = []
        """What chance did before the first decision, not projected."""
        self._state = state
        self._actors: list[int] | None = []
        self._checkpoints: dict[int, State] = {0: state}
        self._floor = 0
        """No position before this number of actions can be rebuilt."""
        self._undone: list[_Undone] = []

    @classmethod
    def new(
        cls,
        game_id: str,
        options: Mapping[str, str | OptionValue],
        seats: Sequence[Seat],
        seed: int,
        custom: Any | None = None,
    ) -> Match:
        """A new match, with its set-up already played by chance.

        `custom` is what `Game.custom_data` gave. Raises UnknownGameError, or OptionError for an
        option, a value or a number of seats that the game does not know.
        """
        game = registry.get(game_id)
        values = game.spec.resolve(options, len(seats))
        record = Record(
            game=game_id,
            rules=game.spec.rules_version,
            options=values,
            seats=list(seats),
            seed=seed,
            custom=custom,
        )
        match = cls(record, game, game.setup(values, len(seats), custom))
        match._play_chance(match.opening)
        return match

    @classmethod
    def from_record(cls, record: Record, state: State | None = None) -> Match:
        """The match of a record, which it takes over.

        A state that is given (a cached one, checked by the caller) is believed; else the log is
        replayed. Raises ValueError with one line for the user if game or options are not known,
        or custom data or log are not right.
        """
        game = registry.get(record.game)
        record.options = game.spec.resolve(record.options, len(record.seats))
        try:
            first = game.setup(record.options, len(record.seats), record.custom)
        except Exception as error:  # custom data that nobody checked
            if record.custom is None:
                raise
            raise ValueError(_("its boards, tiles or cards are not valid")) from error
        match = cls(record, game, first)
        if state is None:
            log, record.log = record.log, []
            try:
                match._replay(log)
            except IllegalAction:
                raise ValueError(
                    _(
                        "its log can't be replayed at action {number} (rules {old}, now {new})"
                    ).format(number=len(record.log), old=record.rules, new=game.spec.rules_version)
                ) from None
        else:
            match._state = state
            match._actors = None
        match._play_chance(match.opening if not record.log else [])
        return match

    def restarted(self) -> Match:
        """A new match with the same seats, options and seed, from its start."""
        record = self.record
        return Match.new(record.game, record.options, record.seats, record.seed, record.custom)

    # State

    @property
    def state(self) -> State:
        """The position, to look at and to clone; never change it, never hand it out."""
        return self._state

    @property
    def version(self) -> int:
        """The number of actions in the log."""
        return len(self.record.log)

    @property
    def to_act(self) -> int:
        """The seat whose decision it is, or OVER."""
        return self._state.to_act()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._state.to_act() == OVER

    @property
    def is_begun(self) -> bool:
        """Whether a person has moved, or anybody in a match without people. Also where that is not
        known: of a match that was loaded and not played since."""
        if self._actors is None or self._floor:
            return True
        seats = self.record.seats
        people = {number for number, seat in enumerate(seats) if seat.is_person}
        return any(actor >= 0 and (not people or actor in people) for actor in self._actors)

    @property
    def scores(self) -> tuple[float, ...]:
        """The standing, at the end the result."""
        return self._state.scores()

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """The rank of each seat, 1 is best; None while the match runs."""
        return self._state.outcome() if self.over else None

    @property
    def names(self) -> list[str]:
        """The names of the seats, for `Game.narrate`."""
        return [seat.name for seat in self.record.seats]

    def name_of(self, seat: int) -> str | Sentence:
        """The name of a seat, or a sentence with its number if it has none."""
        names = self.names
        name = names[seat] if 0 <= seat < len(names) else ""
        return name or Sentence("seat", {"number": seat + 1})

    def view(self, seat: int | None) -> View:
        """What a seat, or with None a spectator, may know."""
        view: View = self.game.view(self._state, seat)
        return view

    def legal(self, seat: int | None) -> list[int]:
        """The legal actions if it is this seat's decision, else none."""
        return self._state.legal() if seat is not None and seat == self.to_act else []

    def interrupts(self, seat: int | None) -> list[int]:
        """What this seat may do now although the decision is another's."""
        return [] if seat is None else list(self._state.interrupts().get(seat, ()))

    def events_for(self, events: Sequence[Event], seat: int | None) -> list[Event]:
        """These events as a seat, or with None a spectator, may see them."""
        project = self.game.view_event
        seen = [project(event, seat) for event in events]
        return [event for event in seen if event is not None]

    # Playing

    def act(self, seat: int, action: int) -> list[Event]:
        """Play an action of a seat, then all chance that is due.

        Returns what happened, not projected. Raises IllegalAction and changes nothing if the
        seat may not do this now.
        """
        self._check(seat, action)
        self._load_actors()
        events: list[Event] = []
        self._apply(action, seat, events)
        self._undone.clear()
        self._play_chance(events)
        self._stamp_changed()
        return events

    def reseat(self, seat: int, player: Seat) -> None:
        """Somebody else takes a seat: a computer for a person who left, or the other way round."""
        self.record.seats[seat] = player
        self._stamp_changed()

    def _check(self, seat: int, action: int) -> None:
        awaited = self.to_act
        if awaited == OVER:
            raise IllegalAction("match_over")
        if not 0 <= seat < len(self.record.seats):
            raise IllegalAction("no_such_seat", seat=seat)
        if seat == awaited and action in self._state.legal():
            return
        if action in self._state.interrupts().get(seat, ()):
            return
        if seat != awaited:
            raise IllegalAction("not_your_decision", name=self.name_of(awaited))
        raise IllegalAction("not_allowed_now")

    def _apply(self, action: int, actor: int, events: list[Event] | None) -> None:
        after = self._state.clone()
        after.apply(action, events)
        self._state = after
        log = self.record.log
        log.append(action)
        if self._actors is not None:
            self._actors.append(actor)
        if len(log) % _STRIDE == 0:
            self._checkpoints[len(log)] = after

    def _play_chance(self, events: list[Event]) -> None:
        """Play all chance that is due, and note the result if the match is over then."""
        while self._state.to_act() == CHANCE:
            action = self._state.draw(rng.chance(self.record.seed, self.version))
            self._apply(action, CHANCE, events)
        if self.over and self.record.result is None:
            self.record.result = Result(self._state.scores(), self._state.outcome())

    def _stamp_changed(self) -> None:
        self.record.changed = max(self.record.changed, int(time.time()))

    # Going through the log

    def _replay(self, actions: Sequence[int], events: list[Event] | None = None) -> None:
        """Append logged actions. Raises IllegalAction at the first that is not legal."""
        for action in actions:
            self._apply(action, actor_of(self._state, action), events)

    def _load_actors(self) -> list[int]:
        """Who played each action. After a load from a cached state the log is gone through once;
        if it does not lead to that state (older rules), nothing before it can be taken back."""
        if self._actors is not None:
            return self._actors
        record, loaded = self.record, self._state
        log, record.log = record.log, []
        self._actors = []
        self._state = self._checkpoints[0]
        try:
            self._replay(log)
            leads_there = self.game.encode(self._state) == self.game.encode(loaded)
        except IllegalAction:
            leads_there = False
        record.log = log
        self._state = loaded
        if not leads_there:
            self._actors = [CHANCE] * len(log)
            self._floor = len(log)
            self._checkpoints = {len(log): loaded}
        return self._actors

    def position_at(self, ply: int) -> State:
        """A copy of the position after the first `ply` actions of the log.

        Raises ValueError if there are fewer, or if the log is older than the rules.
        """
        self._load_actors()
        if not self._floor <= ply <= self.version:
            raise ValueError(f"the match has no position {ply}")
        if ply == self.version:
            return self._state.clone()
        first = max(earlier for earlier in self._checkpoints if earlier <= ply)
        state = self._checkpoints[first].clone()
        for action in self.record.log[first:ply]:
            state.apply(action)
        return state

    def plies(self, first: int = 0, last: int | None = None) -> Iterator[Ply]:
        """The log from `first` up to and without `last`, action by action, with what happened."""
        actors = self._load_actors()
        first = max(first, self._floor)
        log = list(self.record.log[first:last])
        state = self.position_at(first)
        for ply, action in enumerate(log, first):
            before = state.clone()
            events: list[Event] = []
            state.apply(action, events)
            yield Ply(ply, actors[ply], action, before, events)

    def turn_start(self) -> int:
        """The ply at which the turn of the seat to act began: nobody else has acted since."""
        actors, ply = self._load_actors(), self.version
        while ply > self._floor and actors[ply - 1] in (self.to_act, CHANCE):
            ply -= 1
        return ply

    def last_turn(self, seats: Collection[int], before: int) -> tuple[int, int]:
        """The last turn that one of these seats had before a ply, with the chance that came after
        it: its first ply and the one behind it. Twice the same where there was none."""
        actors, last = self._load_actors(), before
        while last > self._floor and actors[last - 1] not in seats:
            last -= 1
        first, seat = last, actors[last - 1] if last > self._floor else CHANCE
        while first > self._floor and actors[first - 1] in (seat, CHANCE):
            first -= 1
        while last < before and first < last and actors[last] == CHANCE:
            last += 1
        return first, last

    # Taking back

    def why_no_undo(self, seat: int) -> Sentence | None:
        """Why this seat may not undo its last decision; None if it may."""
        return self._undo_to(seat)[1]

    def undo_assists(self, seat: int) -> bool:
        """Whether this seat may undo, and that would take back moves of other seats too: it knows
        how they answered, so the match is then marked assisted."""
        keep, why = self._undo_to(seat)
        return why is None and self._has_answers(seat, keep)

    def _has_answers(self, seat: int, first: int) -> bool:
        """Whether another seat has played any action from number `first` on."""
        return any(actor >= 0 and actor != seat for actor in self._load_actors()[first:])

    def _undo_to(self, seat: int) -> tuple[int, Sentence | None]:
        """The number of actions that stay, and why none can be undone (else None)."""
        if self.over:
            return 0, Sentence("match_over")
        actors = self._load_actors()
        reveals = False
        for ply in range(self.version - 1, self._floor - 1, -1):
            if actors[ply] == seat:
                if reveals:
                    return 0, Sentence("undo_past_chance")
                return ply, None
            reveals = reveals or actors[ply] == CHANCE
        if self._floor:
            return 0, Sentence("undo_past_old_rules")
        return 0, Sentence("nothing_to_undo")

    def undo(self, seat: int) -> None:
        """Take back this seat's last decision and all that followed it.

        Raises UndoRefused for the reason that `why_no_undo` gives. If another seat had answered,
        the match is marked assisted.
        """
        keep, why = self._undo_to(seat)
        if why is not None:
            raise UndoRefused(why.code, **why.values)
        actors, log = self._load_actors(), self.record.log
        state = self.position_at(keep)
        if self._has_answers(seat, keep):
            self.record.assisted = True
        self._undone.append(_Undone(seat, log[keep:]))
        del log[keep:], actors[keep:]
        self._checkpoints = {
            ply: checkpoint for ply, checkpoint in self._checkpoints.items() if ply <= keep
        }
        self._state = state
        self._stamp_changed()

    def can_redo(self, seat: int) -> bool:
        """Whether this seat has taken something back and nothing was played since."""
        return bool(self._undone) and self._undone[-1].seat == seat

    def redo(self, seat: int) -> list[Event]:
        """Play again what this seat took back last, the same chance outcomes included.

        Returns what happened, not projected. Raises UndoRefused if there is nothing.
        """
        if not self.can_redo(seat):
            raise UndoRefused("nothing_to_redo")
        events: list[Event] = []
        self._replay(self._undone.pop().actions, events)
        self._play_chance(events)
        self._stamp_changed()
        return events

    def undo_reveals(self, seat: int) -> bool:
        """Whether an undo of this seat would leave somebody knowing what was hidden before.

        True also if nothing can be taken back. The same for every position that looks alike to
        spectators.
        """
        keep, why = self._undo_to(seat)
        if why is not None:
            return True
        seats = len(self.record.seats)
        return any(
            reveals_hidden(self.game, ply.before, ply.actor, ply.action, seats)
            for ply in self.plies(keep)
        )


def actor_of(state: State, action: int) -> int:
    """The seat that may play this action now, or CHANCE. Raises IllegalAction if nobody may."""
    actor = state.to_act()
    if actor != OVER and action in state.legal():
        return actor
    for seat, actions in state.interrupts().items():
        if action in actions:
            return seat
    raise IllegalAction("not_allowed_now")
