"""The problems of a station on the board: how the goal stands, and what keeps the answers."""

from __future__ import annotations

from caravan_tui.presentation.stars import star_sign
from caravan_tui.road.goals import State
from caravan_tui.road.stations import Station
from saves import road
from saves.road import Travel


class ProblemTask:
    """What the problems of a list are solved for: a try at a station."""

    def __init__(self, travel: Travel, station: Station) -> None:
        visit = travel.visit(station.id)
        self.station = station
        self.problems = station.problems_of_try(len(visit.tries))
        self.answers = list(visit.answers)
        """Which of them were solved so far."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked: all were answered, or the goal is out of reach."""
        state = self.station.goal.state(road.standing_of(self.answers))
        return state is State.MISSED or len(self.answers) == len(self.problems)

    def answer(self, is_solved: bool) -> None:
        """Keep the first answer to a problem at once. Raises SaveError."""
        self.answers.append(is_solved)
        road.save(road.load().answer(self.station, is_solved))

    def words(self, ascii_only: bool, is_narrow: bool) -> str:
        """The goal and how it stands, for the headline."""
        goal, standing = self.station.goal, road.standing_of(self.answers)
        how = goal.outcome(goal.state(standing), standing)
        text = how if is_narrow else f"{goal.words(self.station.game)}: {how}"
        return f"{star_sign(ascii_only)} {text}"
