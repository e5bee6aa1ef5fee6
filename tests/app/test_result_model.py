"""What the result of a match says and offers: its model, without a screen."""

from __future__ import annotations

import pytest

from caravan_tui.bus.messages import Position
from caravan_tui.presentation.aftermath import Aftermath
from caravan_tui.presentation.finished_match import FinishedMatch
from caravan_tui.presentation.milestone_words import MilestoneWords
from caravan_tui.presentation.result_answers import Answer, Answers
from caravan_tui.screens.table import answer_bar
from saves.road import Travel
from tests.support.matches import ended


@pytest.mark.parametrize(
    ("answers", "has_lost", "suggested"),
    [
        (Answers(), False, Answer.REMATCH),
        (Answers(), True, Answer.ANALYSIS),
        (Answers(can_rematch=False), False, Answer.ANALYSIS),
        (Answers(can_replay=False), True, Answer.REMATCH),
        (Answers(can_rematch=False, can_replay=False), True, None),
        (Answers(station="The Road 4"), False, Answer.HOME),
        (Answers(station="The Road 4"), True, Answer.REMATCH),
    ],
)
def test_what_comes_next_is_suggested_if_it_is_offered(
    answers: Answers, has_lost: bool, suggested: Answer | None
) -> None:
    assert answers.suggested(has_lost) is suggested
    assert suggested is None or suggested in answers.offered


@pytest.mark.parametrize("can_replay", [True, False])
@pytest.mark.parametrize("station", ["", "The Road 4"])
def test_enter_leads_to_an_answer_that_is_offered_and_begins_no_match(
    station: str, can_replay: bool
) -> None:
    answers = Answers(can_replay=can_replay, station=station)
    assert answers.first in answers.offered
    assert answers.first not in (Answer.REMATCH, Answer.SAME_DEAL)


def test_leaving_and_escape_say_where_they_lead() -> None:
    assert Answers().title(Answer.HOME) == "Home" and Answers().close_title == "Close"
    opened = Answers(leads_back=True, closes_to_table=False)
    assert opened.title(Answer.HOME) == opened.close_title == "Back"
    on_road = Answers(station="The Road 4")
    assert (on_road.title(Answer.HOME), on_road.title(Answer.REMATCH)) == ("The Road", "Try again")


def test_every_answer_has_a_command_that_gives_it() -> None:
    actions = {answer: command.action for answer, command in answer_bar.ANSWER_COMMANDS.items()}
    assert actions == {answer: f"answer('{answer}')" for answer in Answer}


@pytest.mark.parametrize(
    ("room", "line"),
    [
        (25, ["star", "two deeds: A, B"]),
        (24, ["star", "A +1", "rating"]),
        (23, ["star", "A +1"]),
        (13, ["star"]),
        (5, []),
    ],
)
def test_a_line_names_fewer_deeds_rather_than_to_leave_out_that_there_are_some(
    room: int, line: list[str]
) -> None:
    shortened = [["star", "two deeds: A, B", "rating"], ["star", "A +1", "rating"]]
    words = MilestoneWords(["star", "deed A", "deed B", "rating"], shortened, needed=2)
    assert list(words.that_fit(room)) == line


@pytest.mark.parametrize(("own_seats", "is_named"), [([0], True), ([0, 1], False), ([], False)])
def test_the_title_of_the_road_is_told_to_the_one_player_who_bears_it(
    own_seats: list[int], is_named: bool
) -> None:
    match = ended("sahara")
    ranks = list(match.ranks or ())
    position = Position("m", match.version, 0, match.view(0), [], ranks=ranks, over=True)
    travel = Travel(honours=("toll",), bears="toll")
    finished = FinishedMatch(position, match.names, own_seats, travel=travel)
    description = finished.description(Aftermath(daily="2026-03-01"))
    assert (f"{match.names[0]}, Toll-breaker" in description) == is_named
    assert "Daily desert of 2026-03-01" in description
