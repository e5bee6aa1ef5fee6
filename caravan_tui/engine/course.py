"""The course of a match: what every seat had after each turn, read from its record alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from attrs import frozen

from caravan_tui.engine.match import Match
from caravan_tui.games.contract import State


@frozen
class Moment:
    """What every seat had after a turn."""

    round: int
    """The round of the turn, as in the view: hand, turn or round."""
    seat: int
    """Whose turn it was; -1 before the first."""
    scores: tuple[float, ...]


@frozen
class Gain:
    """What a seat gained in a turn, its own or another's, or had more than another."""

    seat: int
    points: float
    round: int


@frozen
class Course:
    """All moments of a match, the first before any turn."""

    moments: Sequence[Moment]
    rounds: int = 0
    """Rounds that were begun: in the last one nobody may have had a turn."""

    @property
    def last_round(self) -> int:
        """The number of the last round."""
        return max(self.moments[-1].round, self.rounds)

    @property
    def changes(self) -> int:
        """How often the scores have changed from one turn to the next."""
        scores = [moment.scores for moment in self.moments]
        return sum(before != after for before, after in itertools.pairwise(scores))

    def leader(self, number: int) -> int:
        """The seat that was alone ahead after a turn, -1 if none was."""
        scores = self.moments[number].scores
        best = max(scores)
        return scores.index(best) if scores.count(best) == 1 else -1

    @property
    def leaders(self) -> list[int]:
        """The seats that were alone ahead, one after the other without repeats."""
        known: list[int] = []
        for number in range(len(self.moments)):
            leader = self.leader(number)
            if leader >= 0 and known[-1:] != [leader]:
                known.append(leader)
        return known

    def ahead_since(self, seat: int) -> Moment | None:
        """The turn from whose end on a seat was alone ahead until the match was over; None if it
        was not at the end."""
        since = None
        for number in range(len(self.moments) - 1, -1, -1):
            if self.leader(number) != seat:
                break
            since = self.moments[number]
        return since

    def led_most_before(self, seat: int) -> bool:
        """Whether the lead that a seat kept came in the second half, and it was alone ahead most
        of the time before."""
        turns = len(self.moments) - 1
        while turns and self.leader(turns) == seat:
            turns -= 1
        ahead = sum(self.leader(number) == seat for number in range(1, turns + 1))
        return 2 * turns >= len(self.moments) - 1 and 2 * ahead > turns

    def led_before(self, seat: int) -> bool:
        """Whether a seat that is alone ahead at the end was so earlier, too, and lost its lead."""
        numbers = range(len(self.moments) - 1, -1, -1)
        leads = [leader == seat for leader in map(self.leader, numbers)]
        return False in leads and True in leads[leads.index(False) :]

    def led_a_round_before(self, seat: int) -> bool:
        """Whether a seat that was ahead earlier, too, was so at the end of a round. One that is
        ahead only until the others have had their turns has no lead that could be won back."""
        numbers = range(len(self.moments))
        held = list(itertools.takewhile(lambda n: self.leader(n) == seat, reversed(numbers)))
        earlier = numbers[: len(numbers) - len(held)]
        return any(
            self.leader(number) == seat
            and self.moments[number].round < self.moments[number + 1].round
            for number in earlier
        )

    def was_overtaken(self, seat: int) -> bool:
        """Whether another seat was alone ahead between the lead that a seat has kept and its lead
        before that; else it was only caught."""
        leaders = map(self.leader, range(len(self.moments) - 1, -1, -1))
        before = itertools.dropwhile(lambda leader: leader == seat, leaders)
        between = itertools.takewhile(lambda leader: leader != seat, before)
        return any(leader >= 0 for leader in between)

    def biggest_gains(self) -> list[Gain]:
        """The most that a seat gained in a turn, its first one, of each seat that gained as much;
        empty if nobody gained."""
        best: dict[int, Gain] = {}
        most = 0.0
        for before, after in itertools.pairwise(self.moments):
            for seat, score in enumerate(after.scores):
                points = score - before.scores[seat]
                if points > most:
                    most, best = points, {}
                if points == most > 0:
                    best.setdefault(seat, Gain(seat, points, after.round))
        return [best[seat] for seat in sorted(best)]

    def biggest_lead(self, seat: int) -> Gain | None:
        """The most by which a seat was ahead of all others; None if it never was."""
        best: Gain | None = None
        for moment in self.moments:
            others = [score for rival, score in enumerate(moment.scores) if rival != seat]
            ahead = moment.scores[seat] - max(others, default=0)
            if ahead > (best.points if best else 0):
                best = Gain(seat, ahead, moment.round)
        return best

    def furthest_behind(self, seat: int) -> Gain | None:
        """The most by which another seat, that of the answer, was ahead of this one; None if none
        ever was."""
        worst: Gain | None = None
        for moment in self.moments:
            for rival, score in enumerate(moment.scores):
                ahead = score - moment.scores[seat]
                if ahead > (worst.points if worst else 0):
                    worst = Gain(rival, ahead, moment.round)
        return worst


def course_of(match: Match, has_running: bool = False) -> Course:
    """The course of a match so far. Replays its log once. `has_running`: with what every seat would
    get for what it held, beyond its score."""
    moments: list[Moment] = []
    seat, number = -1, 0

    def note(state: State) -> None:
        scores = state.scores()
        if has_running and (running := match.game.running(match.game.view(state, None))):
            scores = tuple(score + held for score, held in zip(scores, running, strict=True))
        moments.append(Moment(number, seat, tuple(map(float, scores))))

    for ply in match.plies():
        if ply.awaited < 0:
            continue
        current = int(match.game.view(ply.before, None)["round"])
        if ply.awaited != seat or current != number:
            note(ply.before)
            seat, number = ply.awaited, current
    note(match.state)
    return Course(moments, int(match.view(None)["round"]))
