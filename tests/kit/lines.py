"""Played matches for the kit: which ones, played how, and which positions of them to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

import msgpack
from attrs import define, frozen

from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Event, Game, Option, OptionValue, State
from caravan_tui.games.evaluator import Evaluator

BOUND = 12_000
"""Plies within which every match must end, however it is played."""

Policy = Callable[[Any, Random], int]

INTERRUPT = 0.1
"""How often an offered interrupt is taken."""


@frozen
class Case:
    """A way to set a game up."""

    game: Game[Any]
    seats: int
    options: tuple[tuple[str, OptionValue], ...]

    @property
    def name(self) -> str:
        """Short, for the name of a test: seats, and the options that are not the default."""
        defaults = self.game.spec.resolve({}, self.seats)
        chosen = [f"{key}={value}" for key, value in self.options if defaults[key] != value]
        return "-".join([self.game.spec.id, str(self.seats), *chosen])


def _values(option: Option, seats: int) -> list[OptionValue]:
    """What to try of an option: all of a flag or a choice; default and bounds of a number."""
    default = option.default_for(seats)
    if option.seats and seats not in option.seats:
        return [default]
    if option.kind == "flag":
        return [default, not default]
    if option.kind == "choice":
        return [default, *(choice for choice in option.choices if choice != default)]
    return list(dict.fromkeys([default, option.low, option.high]))


def cases(game: Game[Any]) -> list[Case]:
    """All seat counts with the defaults, then more until every two values have met (pairwise)."""
    spec = game.spec
    everything = [row for rows in _rows(game) for row in rows]
    open_pairs = {pair for row in everything for pair in _pairs(row)}
    chosen = [
        {"": seats, **spec.resolve({}, seats)}
        for seats in range(spec.min_seats, spec.max_seats + 1)
    ]
    for row in chosen:
        open_pairs -= _pairs(row)
    while open_pairs:
        best = max(everything, key=lambda row: len(_pairs(row) & open_pairs))
        open_pairs -= _pairs(best)
        chosen.append(best)
    return [_case(game, row) for row in chosen]


def few_cases(game: Game[Any]) -> list[Case]:
    """One case for each seat count, and together every value of every option at least once."""
    chosen: list[dict[str, OptionValue]] = []
    tried: set[tuple[str, str]] = set()

    def untried(row: dict[str, OptionValue]) -> int:
        return len({(key, repr(value)) for key, value in row.items()} - tried)

    rows_by_seats = _rows(game)
    everything = [row for rows in rows_by_seats for row in rows]
    for rows in rows_by_seats:
        chosen.append(max(rows, key=untried))
        tried |= {(key, repr(value)) for key, value in chosen[-1].items()}
    while any(map(untried, everything)):
        chosen.append(max(everything, key=untried))
        tried |= {(key, repr(value)) for key, value in chosen[-1].items()}
    return [_case(game, row) for row in chosen]


def _rows(game: Game[Any]) -> list[list[dict[str, OptionValue]]]:
    """By seat count: all options with each other; the seats are under the empty key."""
    spec = game.spec
    rows_by_seats = []
    for seats in range(spec.min_seats, spec.max_seats + 1):
        rows: list[dict[str, OptionValue]] = [{"": seats}]
        for option in spec.options:
            rows = [{**row, option.name: v} for row in rows for v in _values(option, seats)]
        rows_by_seats.append(rows)
    return rows_by_seats


def _case(game: Game[Any], row: Mapping[str, OptionValue]) -> Case:
    return Case(game, int(row[""]), tuple((key, value) for key, value in row.items() if key))


def _pairs(row: Mapping[str, OptionValue]) -> set[Any]:
    return set(combinations([(key, repr(value)) for key, value in row.items()], 2))


@define
class Line:
    """One played match: every position before its ply, and the last one."""

    case: Case
    seed: int
    states: list[State]
    actions: list[int]
    actors: list[int]
    """Who played each action; for an interrupt not the seat whose decision it was."""
    events: list[list[Event]]
    """What each action wrote, not projected."""

    @property
    def game(self) -> Game[Any]:
        return self.case.game

    @property
    def everybody(self) -> list[int | None]:
        """All seats, and the spectator."""
        return [*range(self.case.seats), None]

    def sample(self, most: int, last: bool = False) -> list[int]:
        """Plies spread over the match, in order; among them some at which an interrupt is offered
        and some right after something hidden happened. With `last` also the end."""
        count = len(self.actions)
        picked = {0, count - 1} if count else set()
        chance = Random(self.seed)
        step = max(1.0, count / most)
        picked |= {min(count - 1, int((place + chance.random()) * step)) for place in range(most)}
        special = [ply for ply in range(count) if self.states[ply].interrupts()]
        special += [ply + 1 for ply in self.hidden() if ply + 1 < count]
        picked |= set(chance.sample(special, min(len(special), 1 + most // 4)))
        plies = sorted(ply for ply in picked if 0 <= ply < count)
        return [*plies, count] if last else plies

    def hidden(self, seat: int | str | None = "anybody") -> list[int]:
        """Plies of which somebody, or this seat, does not see all events as they are."""
        who = self.everybody if seat == "anybody" else [seat]
        show = self.game.view_event
        return [
            ply
            for ply, events in enumerate(self.events)
            if any(show(event, viewer) != event for event in events for viewer in who)  # type: ignore[arg-type]
        ]


def step(
    state: State, play: Random, ply: int, seed: int, policy: Policy | None = None
) -> tuple[int, int]:
    """The next actor and action of a match that is played at random, by a policy half the time."""
    actor = state.to_act()
    legal = state.legal()
    assert legal, f"no legal action at ply {ply}"
    if actor == CHANCE:
        action = state.draw(rng.chance(seed, ply))
        assert action in legal, f"chance drew {action} at ply {ply}, which legal() does not list"
        return actor, action
    offered = state.interrupts()
    if offered and play.random() < INTERRUPT:
        actor = play.choice(sorted(offered))
        return actor, play.choice(list(offered[actor]))
    if policy is not None and play.random() < 0.5:
        action = policy(state, play)
        assert action in legal, f"the rollout policy plays {action} at ply {ply}: not legal"
        return actor, action
    return actor, play.choice(legal)


@lru_cache(maxsize=12)
def play(case: Case, seed: int, guided: bool = False, bound: int = BOUND) -> Line:
    """Play a match to its end: at random, or `guided` by the knowledge's rollouts half the time.

    Fails if it does not end within the bound.
    """
    game = case.game
    policy = _policy(game) if guided else None
    state = game.setup(dict(case.options), case.seats)
    moves = rng.stream(seed, "kit")
    line = Line(case, seed, [state.clone()], [], [], [])
    while state.to_act() != OVER:
        ply = len(line.actions)
        assert ply < bound, f"the match has not ended after {bound} plies"
        actor, action = step(state, moves, ply, seed, policy)
        events: list[Event] = []
        try:
            state.apply(action, events)
        except Exception as error:
            raise AssertionError(f"ply {ply}: action {action} raised {error!r}") from error
        line.actions.append(action)
        line.actors.append(actor)
        line.events.append(events)
        line.states.append(state.clone())
    return line


@lru_cache(maxsize=12)
def rich(case: Case, seed: int) -> Line:
    """Of a few matches, random and guided ones, that in which most kinds of things happen."""
    lines = [play(case, seed + number, guided) for number in range(2) for guided in (False, True)]
    return max(lines, key=_richness)


def _richness(line: Line) -> tuple[int, int]:
    kinds = {
        type(event) if isinstance(event, Event) else event[0]
        for events in line.events
        for event in events
    }
    return len(kinds), min(len(line.actions), 800)


def _policy(game: Game[Any]) -> Policy:
    """How the rollouts of the game's evaluator play; a toy has none of its own."""
    known = game.spec.id in registry.ids()
    evaluator: Evaluator[Any] = registry.evaluator(game.spec.id) if known else Evaluator()
    return evaluator.play


def digest(game: Game[Any], state: State) -> bytes:
    """A position as bytes: equal for equal positions."""
    packed: bytes = msgpack.packb(game.encode(state))
    return packed


def pack(view: Any) -> bytes:
    """Plain data as bytes."""
    packed: bytes = msgpack.packb(view)
    return packed


def seen(game: Game[Any], state: State, seat: int | None) -> Any:
    """A view as it arrives: through msgpack."""
    return msgpack.unpackb(msgpack.packb(game.view(state, seat)))


def choices(state: State) -> Iterator[tuple[int, int]]:
    """Everything that can be played now: actor and action, interrupts included."""
    actor = state.to_act()
    for action in state.legal():
        yield actor, action
    for seat, actions in state.interrupts().items():
        for action in actions:
            yield seat, action
