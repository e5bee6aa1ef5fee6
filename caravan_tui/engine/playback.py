"""Looking back at a match: every position at which a seat decided, and who may see what."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence

from attrs import evolve, frozen

from caravan_tui.engine import rng
from caravan_tui.engine.match import Match, Ply
from caravan_tui.engine.record import Record, Seat, new_id
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER, Event, State, View
from caravan_tui.i18n import _


@frozen
class Step:
    """A position at which a seat decides; the last one is the end or the present."""

    ply: int
    """Actions before it, those of chance included."""
    actor: int
    """The seat that decides, or OVER."""
    round: int
    """As in the view: hand, turn or round."""
    plies: tuple[Ply, ...]
    """What was played since the step before."""
    opens: bool
    """A seat's turn begins here: another seat decides than before, or a new round has come."""


class Playback:
    """The steps of a match. Reads the log once; then every step is there at no cost.

    The match must not be played on meanwhile: look back at a copy (`copy_of`).
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self.steps: list[Step] = []
        self._states: list[State] = []
        since: list[Ply] = []
        for ply in match.plies():
            if ply.awaited >= 0:
                self._add(ply.before, ply.ply, since)
                since = []
            since.append(ply)
        self._add(match.state, match.version, since)
        self._plies = [step.ply for step in self.steps]

    def _add(self, state: State, ply: int, since: list[Ply]) -> None:
        actor = state.to_act()
        number = int(self.game.view(state, None)["round"])
        before = self.steps[-1] if self.steps else None
        opens = before is None or before.actor != actor or before.round != number
        self.steps.append(Step(ply, actor, number, tuple(since), opens))
        self._states.append(state)

    @property
    def last(self) -> int:
        """The number of the last step; the first is 0."""
        return len(self.steps) - 1

    @property
    def over(self) -> bool:
        """Whether the last step is the end of the match."""
        return self.steps[-1].actor == OVER

    def state(self, number: int) -> State:
        """The position of a step, to look at; never change it."""
        return self._states[number]

    def view(self, number: int, seat: int | None) -> View:
        """What a seat, or with None a spectator, knew at a step."""
        view: View = self.game.view(self._states[number], seat)
        return view

    def events(self, number: int, seat: int | None) -> list[Event]:
        """What happened since the step before, as a seat saw it."""
        return self._events_of(self.steps[number].plies, seat)

    def past(self, number: int, seat: int | None) -> list[Event]:
        """All that happened up to a step, as a seat saw it."""
        return [event for step in range(number + 1) for event in self.events(step, seat)]

    def turn_events(self, number: int, seat: int | None) -> list[Event]:
        """What the last seat to move had done in its turn by a step, as a seat saw it."""
        opening = max(0, number - 1)
        while opening and not self.steps[opening].opens:
            opening -= 1
        played = range(opening + 1, number + 1)
        return [event for step in played for event in self.events(step, seat)]

    def lines(self, number: int, seat: int | None) -> list[str]:
        """What happened since the step before, in words."""
        return self._narrate(self.events(number, seat), seat)

    def chance_lines(self, number: int, seat: int | None) -> list[str]:
        """What chance alone did since the step before, in words; the round where that says
        nothing to a seat, such as of cards that are dealt."""
        step = self.steps[number]
        events = self._events_of([ply for ply in step.plies if ply.actor < 0], seat)
        lines = self._narrate(events, seat)
        return lines or [registry.round_text(self.game.spec.id, step.round)]

    def decided_lines(self, number: int, seat: int | None) -> list[str]:
        """What seats have done since the step before, in words: without what chance did then, and
        without what goes without saying, such as whose turn begins, if there is more."""
        plies = [ply for ply in self.steps[number].plies if ply.actor >= 0]
        events = self._events_of(plies, seat)
        names = self.match.names
        noteworthy = [
            event for event in events if self.game.shorten(event, names, seat) is not None
        ]
        return self._narrate(noteworthy or events, seat)

    def _events_of(self, plies: Sequence[Ply], seat: int | None) -> list[Event]:
        """What happened by these actions, as a seat saw it."""
        return [event for ply in plies for event in self.match.events_for(ply.events, seat)]

    def _narrate(self, events: Sequence[Event], seat: int | None) -> list[str]:
        """These events in words, without those that have none."""
        names = self.match.names
        texts = [self.game.narrate(event, names, seat) for event in events]
        return [text for text in texts if text]

    # Going through

    def at_ply(self, ply: int) -> int:
        """The step in which this action was decided, or that follows it if chance played it."""
        return min(max(0, bisect_right(self._plies, ply) - 1), self.last)

    def after_ply(self, ply: int) -> int:
        """The step that shows what this action has done."""
        return min(self.at_ply(ply) + 1, self.last)

    def turn(self, number: int, forward: bool) -> int:
        """The next step at which a turn begins, or the one before; the ends if there is none."""
        if forward:
            later = (step for step in range(number + 1, self.last + 1) if self.steps[step].opens)
            return next(later, self.last)
        return next((step for step in range(number - 1, -1, -1) if self.steps[step].opens), 0)

    def round(self, number: int, forward: bool) -> int:
        """The first step of the next round; backward of this one, or else of the one before."""
        rounds = [step.round for step in self.steps]
        if forward:
            later = (
                index for index in range(number, self.last + 1) if rounds[index] != rounds[number]
            )
            return next(later, self.last)
        wanted = rounds[max(0, number - 1)]
        while number > 0 and rounds[number - 1] == wanted:
            number -= 1
        return number

    # Notation

    def notation(self, ply: Ply, seat: int | None) -> str | None:
        """An action as the rules page writes it; None if this seat could not tell what it was."""
        if ply.actor != seat and not self.is_known(ply, seat):
            return None
        view = self.game.view(ply.before, ply.actor if ply.actor >= 0 else seat)
        return self.game.notation(ply.action, view)

    def is_known(self, ply: Ply, seat: int | None) -> bool:
        """Whether a seat could tell which action was played; a spectator if every seat could."""
        seats = range(len(self.match.record.seats)) if seat is None else (seat,)
        return all(ply.before.observed(ply.action, each) == ply.action for each in seats)


def in_one_text(lines: Sequence[str]) -> str:
    """Lines of the log as one text; games end theirs with a full stop or not."""
    text = ""
    for line in lines:
        if text:
            text += " " if text[-1] in ".!?:" else ". "
        text += line
    return text


def copy_of(match: Match) -> Match:
    """A match to look back at while the one that is given is played on."""
    record = match.record
    copied = evolve(
        record,
        log=list(record.log),
        options=dict(record.options),
        seats=list(record.seats),
    )
    return Match.from_record(copied, match.state.clone())


def open_views(match: Match, own_seats: Sequence[int]) -> list[int | None]:
    """Whose views people in `own_seats` may look back with; None is a spectator's.

    Everybody's once the match is over, or where seats hide nothing. While it runs one's own, or a
    spectator's alone if several share the screen: a view of one would show the other's secrets.
    """
    seats: list[int | None] = list(range(len(match.record.seats)))
    if match.over or not match.game.spec.secrets:
        return [*seats, None]
    return [own_seats[0], None] if len(own_seats) == 1 else [None]


def branch(match: Match, ply: int, seats: Sequence[Seat] | None = None) -> Match:
    """A new match that goes on from this number of actions, with other chance to come.

    Its player knows what came after in the match it leaves, so it counts as assisted. Raises
    ValueError, one line for the user, if there is nothing to play on from.
    """
    record = match.record
    if match.position_at(ply).to_act() == OVER:
        raise ValueError(_("The match is over at this point. Go back a step to play from there."))
    now = int(time.time())
    try:
        return Match.from_record(
            Record(
                game=record.game,
                rules=match.game.spec.rules_version,
                options=dict(record.options),
                seats=list(record.seats if seats is None else seats),
                seed=rng.fresh_seed(),
                custom=record.custom,
                log=list(record.log[:ply]),
                assisted=True,
                began=now,
                changed=now,
                id=new_id(),
            )
        )
    except ValueError:
        raise ValueError(
            _("This match uses older rules, so you can't branch off from it.")
        ) from None
