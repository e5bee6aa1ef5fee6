"""Two matches that one seat cannot tell apart: what happened, and what might have happened instead.

Both are played together, action by action. Where something happens that the seat does not see,
something else happens in the twin: another card is dealt face down, another one is played hidden.
Everything else is the same, so a byte that the seat or a spectator gets in one match and not in the
other tells what is hidden. The twin has another seed, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from attrs import define, field

from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Event, Game, OptionValue, State
from tests.kit.lines import INTERRUPT, digest, pack

BOUND = 12_000
"""Actions within which a match ends."""

TRIES = 12
"""How often another twin is looked for that might have led to the same."""

DIFFERENCES = 3
"""Hidden outcomes that are changed in a twin by will; others follow from them."""


PLANS, ENOUGH = 12, 20
"""Plans that are tried, and positions with another truth that are enough in one."""


@define
class Stretch:
    """A part of a match that has a twin."""

    first: int
    """The first action that may differ."""
    log: list[int]
    """The actions of the twin; before `first` they are those of the match."""
    differing: int = 0
    """Positions in which the hidden truth differs."""

    @property
    def last(self) -> int:
        """The number of actions up to which the two look alike."""
        return len(self.log)

    def end(self, actors: list[int]) -> int:
        """The last position before that in which a seat decides: chance plays on by itself."""
        if self.last == len(actors):
            return self.last
        return max((ply for ply in range(self.last + 1) if actors[ply] != CHANCE), default=0)


@define
class Plan:
    """A match to be played, and its twins for one seat and the spectators."""

    game: Game[Any]
    seats: int
    options: dict[str, OptionValue]
    seed: int
    seat: int
    log: list[int] = field(factory=list)
    actors: list[int] = field(factory=list)
    stretches: list[Stretch] = field(factory=list)

    @property
    def best(self) -> Stretch | None:
        """The stretch with the most positions whose truth differs; where none does, the longest."""
        return max(self.stretches, key=lambda part: (part.differing, part.last), default=None)


@define
class _Twin:
    state: State
    stretch: Stretch
    left: int
    """Differences that are still to be made."""


def plan(
    game: Game[Any],
    seats: int,
    options: dict[str, OptionValue],
    seed: int,
    seat: int,
    longest: int = BOUND,
) -> Plan:
    """Play a match by chance of this seed and moves at random, and find its twins for a seat.

    Where a move of another seat is possible in both, such a one is chosen. `longest`: the actions
    after which it is broken off.
    """
    made = Plan(game, seats, game.spec.resolve(options, seats), seed, seat)
    state = game.setup(made.options, seats)
    moves = rng.stream(seed, "hidden")
    twin: _Twin | None = None
    positions: list[State] = []
    while state.to_act() == CHANCE or (state.to_act() != OVER and len(made.log) < longest):
        ply = len(made.log)
        if twin is None:
            stretch = Stretch(ply, list(made.log))
            twin = _Twin(state.clone(), stretch, 1 + moves.randrange(DIFFERENCES))
            made.stretches.append(stretch)
        actor, offered = state.to_act(), state.interrupts()
        if actor == CHANCE:
            action = state.draw(rng.chance(seed, ply))
        elif offered and moves.random() < INTERRUPT:
            actor = moves.choice(sorted(offered))
            action = moves.choice(list(offered[actor]))
        else:
            action = _move(made, state, twin.state, actor, moves)
        positions.append(state)
        made.log.append(action)
        made.actors.append(actor)
        state = _after(state, action)
        if not _follow(game, twin, positions[-1], actor, action, state, seat, moves):
            twin = _another(made, twin.stretch, positions, state, moves)
    made.stretches = [part for part in made.stretches if part.last > part.first]
    assert len(made.log) < BOUND, "the match does not end"
    return made


def plan_with_secrets(
    game: Game[Any],
    seats: int,
    options: dict[str, OptionValue],
    seed: int,
    seat: int,
    longest: int = BOUND,
) -> Plan:
    """The first of some plans in which much of what a seat does not see differs, else the one in
    which most does; their seeds follow from `seed`. Where nothing is hidden one will do."""
    plans: list[Plan] = []
    for number in range(PLANS if game.spec.secrets else 1):
        wide = rng.stream(seed, "secret", number).getrandbits(62) | 1 << 62
        plans.append(plan(game, seats, options, wide, seat, longest))
        if plans[-1].best is not None and plans[-1].best.differing >= ENOUGH:
            return plans[-1]
    return max(plans, key=lambda made: made.best.differing if made.best else -1)


def _move(made: Plan, state: State, twin: State, actor: int, moves: Random) -> int:
    """A move of a seat: sensible half the time, as at random some things hardly ever happen; one
    that leads to something hidden; for another seat such a one that the twin knows too."""
    legal, seat = state.legal(), made.seat
    if len(legal) == 1:
        return legal[0]
    both = legal
    if actor != seat:
        tokens = {twin.observed(action, seat) for action in twin.legal()}
        both = [action for action in legal if state.observed(action, seat) in tokens] or legal
    chance = moves.random()
    if chance < 0.5:
        action = registry.evaluator(made.game.spec.id).play(state, moves)
        if action in both:
            return int(action)
    elif chance < 0.75 and made.game.spec.secrets:
        for action in moves.sample(both, min(len(both), 6)):
            after = _after(state, action)
            if after.to_act() == CHANCE:
                events = _events(after, after.legal()[0])
                if _seen(made.game, events, seat) != events:
                    return action
    return moves.choice(both)


def _another(
    made: Plan, old: Stretch, positions: list[State], state: State, moves: Random
) -> _Twin | None:
    """A twin that differs since the same action, or a later one, and has not been found out."""
    if old.last - old.first > 60 or old.last == old.first:
        return None  # long enough, or nothing to choose
    for _try in range(TRIES):
        stretch = Stretch(old.first, made.log[: old.first])
        twin = _Twin(positions[old.first].clone(), stretch, 1 + moves.randrange(DIFFERENCES))
        for ply in range(old.first, len(made.log)):
            after = positions[ply + 1] if ply + 1 < len(positions) else state
            if not _follow(
                made.game, twin, positions[ply], made.actors[ply], made.log[ply], after,
                made.seat, moves,
            ):  # fmt: skip
                break
        else:
            made.stretches[-1] = stretch
            return twin
    return None


def _follow(
    game: Game[Any],
    twin: _Twin,
    before: State,
    actor: int,
    action: int,
    after: State,
    seat: int,
    moves: Random,
) -> bool:
    """Have something happen in the twin that looks to the seat and to spectators like the action.
    Returns whether anything does."""
    events = _events(before, action)
    seen = [_seen(game, events, viewer) for viewer in (seat, None)]
    views = [pack(game.view(after, viewer)) for viewer in (seat, None)]
    for other in _candidates(game, twin, before, actor, action, events, seat, moves):
        there = _after(twin.state, other)
        events_there = _events(twin.state, other)
        # Either is enough: what only one of the two gives away is a leak, which shall be found.
        if [pack(game.view(there, viewer)) for viewer in (seat, None)] != views and [
            _seen(game, events_there, viewer) for viewer in (seat, None)
        ] != seen:
            continue
        if there.to_act() != after.to_act():
            continue
        if other != action:
            twin.left -= 1
        twin.state = there
        twin.stretch.log.append(other)
        if digest(game, there) != digest(game, after):
            twin.stretch.differing += 1
        else:
            twin.left = max(1, twin.left)  # the next hidden thing is to differ again
        return True
    return False


def _candidates(
    game: Game[Any],
    twin: _Twin,
    before: State,
    actor: int,
    action: int,
    events: list[Event],
    seat: int,
    moves: Random,
) -> Iterator[int]:
    """What may stand for an action in the twin, in the order in which it is tried."""
    if twin.state.to_act() != before.to_act():
        return
    is_due = before.to_act() == actor
    legal = twin.state.legal() if is_due else list(twin.state.interrupts().get(actor, ()))
    if actor == seat:
        others = []
    elif actor == CHANCE:
        is_hidden = _seen(game, events, seat) != events
        others = [other for other in legal if other != action] if is_hidden else []
    else:
        token = before.observed(action, seat)
        others = [
            other
            for other in legal
            if other != action and twin.state.observed(other, seat) == token
        ]
    moves.shuffle(others)
    wants_other = twin.left > 0 and moves.random() < 0.7
    if wants_other:
        yield from others[:8]
    if action in legal:
        yield action
    if not wants_other:
        yield from others[:8]


def _seen(game: Game[Any], events: list[Event], viewer: int | None) -> list[Event]:
    projected = [game.view_event(event, viewer) for event in events]
    return [event for event in projected if event is not None]


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply(action)
    return after


def _events(state: State, action: int) -> list[Event]:
    events: list[Event] = []
    state.clone().apply(action, events)
    return events
