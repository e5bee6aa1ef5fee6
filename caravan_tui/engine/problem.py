"""Problems: positions with one best move, to be found by a person.

Each game ships some as `problems.jsonl` in its folder, a problem a line, the easiest first. They
are made by `python -m ai.problems`. A line that cannot be read loses only itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from caravan_tui.engine.match import Match
from caravan_tui.engine.record import Record, Seat
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.contract import State

log = logging.getLogger(__name__)

LEVELS: Final = ("porter", "trader", "merchant", "master", "legend")
"""How hard a problem can be: the weakest computer player that finds the move."""

DAY_STEP: Final = 61
"""Problems from one day's to the next: a prime, so that the days go through all of a game's."""

_Share = Annotated[float, Meta(ge=0.0, le=1.0)]
_Actions = list[Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)]]


class Problem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a match, the best move in it, and how sure that is."""

    game: str
    rules: int
    """Rules version of the game when it was made."""
    seats: Annotated[int, Meta(ge=1, le=64)]
    options: dict[str, bool | int | str]
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
    log: _Actions
    """What was played before, as in a match's record."""
    answer: int
    """The best move, or the first action of it."""
    tempting: int
    """The move that looks best at first, or that was played."""
    chance: _Share
    """Expected result after the answer."""
    gap: _Share
    """By how much less the best of all other moves expects."""
    error: _Share
    """The standard error of the gap."""
    tempting_loss: _Share
    """By how much less the tempting move expects."""
    iterations: Annotated[int, Meta(ge=0)]
    """Of each of the searches that measured these."""
    level: str
    """The weakest computer player that finds it, of `LEVELS`."""
    kind: str
    """The name of the event that the answer begins with; see `Game.theme_of`."""
    best_line: _Actions = []
    """What may follow, the answer first, with the outcomes of chance."""
    tempting_line: _Actions = []
    custom: Any = None
    """The user's own boards, tiles or cards, in a problem from a match with them."""

    @property
    def key(self) -> str:
        """A name that no other problem of the game has."""
        return f"{self.seed}-{len(self.log)}"

    @property
    def difficulty(self) -> int:
        """1 for the easiest, to 5."""
        return LEVELS.index(self.level) + 1 if self.level in LEVELS else len(LEVELS)

    def position(self, players: Sequence[Seat], line: Sequence[int] = ()) -> Match:
        """The match in which it came up, so far, or on through a line of play.

        Raises ValueError if it cannot be replayed by today's rules.
        """
        return Match.from_record(
            Record(
                game=self.game,
                rules=self.rules,
                options=dict(self.options),
                seats=list(players),
                seed=self.seed,
                custom=self.custom,
                log=[*self.log, *line],
                assisted=True,
            )
        )


def nobody(seats: int) -> list[Seat]:
    """Players without names, to look at a position with."""
    return [Seat() for _seat in range(seats)]


def kind_of(state: State, move: int) -> str:
    """The name of the event that a move begins with."""
    events: list[Any] = []
    after = state.clone()
    after.apply(move, events)
    return type(events[0]).__name__ if events else ""


def comes_to_the_same(problem: Problem) -> bool:
    """Whether both lines come to one position before another seat or chance decides, as the same
    steps in another order do: then neither move is better, whatever searches say."""
    best, tempting = (
        set(_reached(problem, line)) for line in (problem.best_line, problem.tempting_line)
    )
    return bool(best & tempting)


def _reached(problem: Problem, line: Sequence[int]) -> Iterator[bytes]:
    """The positions to which a line comes in the turn with which it begins, encoded."""
    match, first = problem.position(nobody(problem.seats), line), len(problem.log)
    seat = problem.position(nobody(problem.seats)).to_act
    for played in match.plies(first):
        if played.ply > first:
            yield msgspec.msgpack.encode(match.game.encode(played.before))
        if played.actor != seat:
            return
    yield msgspec.msgpack.encode(match.game.encode(match.state))


def read(lines: Iterable[str | bytes]) -> list[Problem]:
    """The problems in these lines; one that is damaged loses only itself."""
    problems = []
    for number, line in enumerate(lines, 1):
        try:
            problems.append(msgspec.json.decode(line, type=Problem))
        except ValueError as error:
            log.warning("problems, line %d: %s", number, error)
    return problems


@cache
def shipped(game_id: str) -> tuple[Problem, ...]:
    """The problems of a game, the easiest first; none that older rules made."""
    rules = registry.spec(game_id).rules_version
    return tuple(
        problem
        for problem in read(registry.problems(game_id).splitlines())
        if problem.rules == rules and problem.game == game_id
    )


def games() -> list[str]:
    """The ids of the games that ship problems."""
    return [game_id for game_id in registry.ids() if registry.problems_file(game_id).is_file()]


def from_day(game_id: str, day: date) -> list[Problem]:
    """The problem of a day of a game, then those of the other games; none if the game has none."""
    all_ids = registry.ids()
    first = all_ids.index(game_id)
    problems = [of_day(name, day) for name in (*all_ids[first:], *all_ids[:first])]
    return [each for each in problems if each is not None] if problems[0] is not None else []


def of_day(game_id: str, day: date) -> Problem | None:
    """The problem of a day, the same for everybody; None of a game without any."""
    problems = shipped(game_id)
    return problems[day.toordinal() * DAY_STEP % len(problems)] if problems else None
