"""What is to be done at a station, checked on every position of its match.

A goal reads what every view has: scores, round and ranks. So the table can say how it stands while
the match runs, and the road judges a match from its record alone, with the same answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from attrs import evolve, frozen

from caravan_tui.engine import Match
from caravan_tui.engine.deeds import earned
from caravan_tui.games import registry
from caravan_tui.games.deeds import GameDeed
from caravan_tui.i18n import _, _n


class State(Enum):
    """How a goal stands."""

    OPEN = "open"
    REACHED = "reached"
    MISSED = "missed"


@frozen
class Standing:
    """What a goal may know of a position: nothing that the player does not see."""

    seat: int
    """The player's."""
    scores: Sequence[float]
    round: int
    ranks: Sequence[int] | None = None
    """Only once the match is over."""
    running: Sequence[float] = ()
    """What each seat would get for what it holds now; empty: nothing."""
    deeds: Collection[str] | None = None
    """The ids of the deeds that the player has done, once the match is judged from its record."""

    @property
    def own(self) -> float:
        """The player's score."""
        return self.scores[self.seat]

    @property
    def best_rival(self) -> float:
        """The best score of the others; 0 for somebody who plays alone."""
        others = [score for seat, score in enumerate(self.scores) if seat != self.seat]
        return max(others, default=0)

    @property
    def lead(self) -> float:
        """How far the player is ahead of the best of the others; negative: behind."""
        return self.own - self.best_rival

    @property
    def lead_now(self) -> float:
        """The lead with what is not counted yet."""
        if not self.running:
            return self.lead
        totals = [sum(pair) for pair in zip(self.scores, self.running, strict=True)]
        return evolve(self, scores=totals, running=()).lead

    @property
    def place(self) -> int:
        """The player's rank, or what it would be by the scores now."""
        if self.ranks is not None:
            return self.ranks[self.seat]
        return 1 + sum(score > self.own for score in self.scores)


class Goal:
    """Something to be done in a match."""

    def words(self, game_id: str) -> str:
        """What is to be done, as a request."""
        raise NotImplementedError

    def short(self, game_id: str) -> str:
        """The same in two or three words."""
        return self.words(game_id)

    def progress(self, standing: Standing) -> str:
        """How far it is done, in a few characters."""
        return _signed(standing.lead)

    def state(self, standing: Standing) -> State:
        """Whether it is decided in a position."""
        raise NotImplementedError

    def outcome(self, state: State, standing: Standing) -> str:
        """How far it is done, or how it was decided."""
        return {
            State.OPEN: self.progress(standing),
            State.REACHED: _("reached"),
            State.MISSED: _("missed"),
        }[state]


@frozen
class Win(Goal):
    """Win the match, perhaps by so many points."""

    by: int = 0

    def words(self, game_id: str) -> str:
        """`Win by 5 or more`."""
        if not self.by:
            return _("Win the match")
        return _("Win by {points} or more").format(points=self.by)

    def short(self, game_id: str) -> str:
        """`win by 5`."""
        return _("win by {points}").format(points=self.by) if self.by else _("win")

    def progress(self, standing: Standing) -> str:
        """`3 ahead`: whether it would be a win now."""
        lead = standing.lead_now
        if not lead:
            return _("even")
        text = _("{points} ahead") if lead > 0 else _("{points} behind")
        return text.format(points=_number(abs(lead)))

    def state(self, standing: Standing) -> State:
        """Decided at the end."""
        if standing.ranks is None:
            return State.OPEN
        return _decided(standing.place == 1 and standing.lead >= self.by)


@frozen
class Race(Goal):
    """Have so many points before anybody else has."""

    score: int
    are_cards: bool = False
    """Whether the points are cards on the table."""

    def words(self, game_id: str) -> str:
        """`Be the first to 8 points`."""
        if self.are_cards:
            return _("Be the first with {points} cards").format(points=self.score)
        return _("Be the first to {points} points").format(points=self.score)

    def short(self, game_id: str) -> str:
        """`first to 8`."""
        return _("first to {points}").format(points=self.score)

    def progress(self, standing: Standing) -> str:
        """`you 5, rival 3`."""
        return _("you {own}, rival {rival}").format(
            own=_number(standing.own), rival=_number(standing.best_rival)
        )

    def state(self, standing: Standing) -> State:
        """Decided by the first who gets there."""
        if standing.own >= self.score:
            return State.REACHED
        if standing.best_rival >= self.score or standing.ranks is not None:
            return State.MISSED
        return State.OPEN


@frozen
class Reach(Goal):
    """Have so many points, perhaps by the end of a round."""

    score: int
    rounds: int = 0
    """0: by the end of the match."""
    are_cards: bool = False
    """Whether the points are cards on the table."""

    def words(self, game_id: str) -> str:
        """`Score 25 by round 8`."""
        if not self.rounds:
            return _("Score {points} points").format(points=self.score)
        text = _("{points} cards by {round}") if self.are_cards else _("Score {points} by {round}")
        round_ = registry.round_text(game_id, self.rounds)
        return text.format(points=self.score, round=round_)

    def short(self, game_id: str) -> str:
        """`25 points`."""
        return _("{points} points").format(points=self.score)

    def progress(self, standing: Standing) -> str:
        """`5 of 25`."""
        return _("{own} of {points}").format(own=_number(standing.own), points=self.score)

    def state(self, standing: Standing) -> State:
        """Reached at once, missed when the time is over."""
        if self.rounds and standing.round > self.rounds:
            return State.MISSED
        if standing.own >= self.score:
            return State.REACHED
        return State.OPEN if standing.ranks is None else State.MISSED


@frozen
class Place(Goal):
    """Finish at least so well."""

    rank: int

    def words(self, game_id: str) -> str:
        """`Finish second or better`."""
        if self.rank == 2:
            return _("Finish second or better")
        return _("Finish at rank {rank} or better").format(rank=self.rank)

    def short(self, game_id: str) -> str:
        """`second or better`."""
        if self.rank == 2:
            return _("second or better")
        return _("rank {rank} or better").format(rank=self.rank)

    def progress(self, standing: Standing) -> str:
        """`rank 2`."""
        return _("rank {rank}").format(rank=standing.place)

    def state(self, standing: Standing) -> State:
        """Decided at the end."""
        if standing.ranks is None:
            return State.OPEN
        return _decided(standing.place <= self.rank)


@frozen
class Lead(Goal):
    """Be ahead when a round ends, perhaps by so many points."""

    rounds: int
    by: int = 1

    def words(self, game_id: str) -> str:
        """`Be ahead after turn 6`."""
        round_ = registry.round_text(game_id, self.rounds)
        if self.by == 1:
            return _("Be ahead after {round}").format(round=round_)
        text = _n("Be {count} point ahead after {round}", "Be {count} points ahead after {round}",
                  self.by)  # fmt: skip
        return text.format(count=self.by, round=round_)

    def short(self, game_id: str) -> str:
        """`ahead after turn 6`."""
        round_ = registry.round_text(game_id, self.rounds)
        return _("ahead after {round}").format(round=round_)

    def state(self, standing: Standing) -> State:
        """Decided when the next round begins, or the match is over."""
        if standing.round <= self.rounds and standing.ranks is None:
            return State.OPEN
        return _decided(standing.lead >= self.by)


@frozen
class DoDeed(Goal):
    """Do one of the game's deeds. Only the record of a finished match tells."""

    deed: str

    def words(self, game_id: str) -> str:
        """The deed in a sentence that teaches it."""
        return _(self._of(game_id).text)

    def short(self, game_id: str) -> str:
        """Its name."""
        return _(self._of(game_id).name)

    def _of(self, game_id: str) -> GameDeed:
        return next(deed for deed in registry.get(game_id).deeds if deed.id == self.deed)

    def state(self, standing: Standing) -> State:
        """Decided at the end, by what the deeds of the match are."""
        if standing.deeds is None:
            return State.OPEN
        return _decided(self.deed in standing.deeds)


@frozen
class Solve(Goal):
    """Find so many of the moves that a station asks for. Its scores are the problems that were
    solved, its rounds those that were answered."""

    count: int
    total: int = 3

    def words(self, game_id: str) -> str:
        """`Solve 2 of 3 problems`."""
        if self.count == self.total:
            return _("Solve all {count} problems").format(count=self.count)
        return _("Solve {count} of {total} problems").format(count=self.count, total=self.total)

    def short(self, game_id: str) -> str:
        """`solve 2`."""
        return _("solve {count}").format(count=self.count)

    def progress(self, standing: Standing) -> str:
        """`1 of 2`."""
        return _("{own} of {points}").format(own=_number(standing.own), points=self.count)

    def state(self, standing: Standing) -> State:
        """Reached at once, missed when too few are left."""
        if standing.own >= self.count:
            return State.REACHED
        left = self.total - standing.round
        return State.OPEN if standing.own + left >= self.count else State.MISSED


@frozen
class Verdict:
    """What a match has brought at a station."""

    goal: State
    bonus: State


def _decided(is_reached: bool) -> State:
    return State.REACHED if is_reached else State.MISSED


def _number(value: float) -> str:
    return f"{value:g}"


def _signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def standing_in(view: Mapping[str, Any], ranks: Sequence[int] | None, seat: int) -> Standing:
    """What goals read from a view."""
    running = registry.get(view["game"]).running(view)
    return Standing(seat, tuple(view["scores"]), int(view["round"]), ranks, running=running)


def standings(match: Match, seat: int) -> Iterator[Standing]:
    """What goals read from every position of a match so far, in order."""
    plies = list(match.plies())
    for ply in plies:
        yield standing_in(match.game.view(ply.before, seat), None, seat)
    end = standing_in(match.view(seat), match.ranks, seat)
    yield evolve(end, deeds=earned(match, seat, plies)) if match.over else end


def settle(goal: Goal, course: Iterable[Standing]) -> State:
    """How a goal stands after these positions: the first that decides it counts."""
    for standing in course:
        state = goal.state(standing)
        if state is not State.OPEN:
            return state
    return State.OPEN


def judge(match: Match, seat: int, goal: Goal, bonus: Goal) -> Verdict:
    """How a goal and what earns another star stand in a match."""
    course = list(standings(match, seat))
    return Verdict(settle(goal, course), settle(bonus, course))
