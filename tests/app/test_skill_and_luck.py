"""Who played well and who was lucky: the words, the table, the list, the exported text."""

from __future__ import annotations

import pytest

from ai.analysis import Analysis, Point
from ai.grades import Grade, MoveMark, Verdict
from ai.luck import Luck, Sum
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.transcript import OPEN, transcript
from caravan_tui.games.contract import OVER
from caravan_tui.screens.analysis.decisions import lucky_turns
from caravan_tui.screens.analysis.players import (
    Player,
    PlayerTable,
    loss_text,
    players_of,
    summary,
)
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.analysis.search import CACHE
from tests.support.matches import ended
from tests.support.screen_text import screen_text, widget_lines
from tests.support.until import until
from tests.support.whole_app import local_screen

NAMES = ["Ann", "Bo"]


def player(seat: int, loss: float, luck: float | None, result: float | None) -> Player:
    known = None if luck is None else Sum(luck, 0.01)
    return Player(seat, Grade(20, loss), [], dict.fromkeys(MoveMark, 0), known, result)


@pytest.mark.parametrize(
    ("losses", "lucks", "words"),
    [
        (
            (0.1, 0.4),
            (-0.3, 0.3),
            "Ann played best. Bo had the most luck. Without luck Ann would have been ahead.",
        ),
        ((0.4, 0.1), (-0.05, 0.05), "Bo played best. Bo had the most luck."),
        ((0.2, 0.21), (-0.01, -0.2), "Both played about as well. Bo had bad luck."),
        ((0.2, 0.21), (0.01, -0.01), "Both played about as well. Nobody had much luck."),
        ((0.1, 0.4), (None, None), "Ann played best."),
    ],
)
def test_the_summary_says_who_played_best_and_who_was_lucky(
    losses: tuple[float, float], lucks: tuple[float | None, float | None], words: str
) -> None:
    results = (0.3, 0.7)
    players = [player(seat, losses[seat], lucks[seat], results[seat]) for seat in range(2)]
    assert summary(players, NAMES, 100) == words


def test_a_match_in_progress_has_no_result_to_correct() -> None:
    players = [player(0, 0.1, -0.5, None), player(1, 0.4, 0.5, None)]
    assert summary(players, NAMES, 100) == "Ann played best. Bo had the most luck."


def test_the_summary_has_as_many_sentences_as_fit() -> None:
    players = [player(0, 0.1, -0.3, 0.3), player(1, 0.4, 0.3, 0.7)]
    assert summary(players, NAMES, 78) == (
        "Ann played best. Bo had the most luck. Without luck Ann would have been ahead."
    )
    assert summary(players, NAMES, 77) == "Ann played best. Bo had the most luck."
    names = ["Zacharias-Maximi", "Caravan master 2"]
    assert summary(players, names, 60) == "Without luck Zacharias-Maximi would have been ahead."
    assert summary(players, names, 10) == ""


def verdict(ply: int, loss: float, is_find: bool = False) -> Verdict:
    return Verdict(ply, 0, 1, 2 if loss else 1, "plays this", "plays that", loss, gap=loss,
                   is_find=is_find)  # fmt: skip


def some_analysis(match_plies: list[int], version: int) -> Analysis:
    losses = [0.0, 0.0, 0.03, 0.06, 0.2, 0.0]
    verdicts = [
        verdict(ply, loss, is_find=not place)
        for place, (ply, loss) in enumerate(zip(match_plies, losses, strict=False))
    ]
    lucks = [Luck(0, [0.02, -0.02], [0.01, 0.01]), Luck(30, [-0.2, 0.2], [0.02, 0.02])]
    points = [Point(version, OVER, [0.4, 0.6])]
    return Analysis(points=points, verdicts=verdicts, lucks=lucks)


def test_each_players_marks_grade_and_luck_are_counted() -> None:
    match = ended("decktet")
    own = [ply.ply for ply in match.plies() if ply.actor == 0]
    first, second = players_of(some_analysis(own, match.version), match)
    assert first.marks == {
        MoveMark.BRILLIANT: 1,
        MoveMark.INACCURACY: 1,
        MoveMark.MISTAKE: 1,
        MoveMark.BLUNDER: 1,
    }
    assert first.grade == Grade(6, pytest.approx(0.29))
    assert first.luck is not None and first.luck.value == pytest.approx(-0.18)
    assert first.without_luck == pytest.approx(0.58)
    assert second.grade is None, "nothing of it was judged"


def test_luck_is_listed_by_size_for_one_seat_or_for_whoever_had_most() -> None:
    analysis = some_analysis([], 50)
    assert [turn.change for turn in lucky_turns(analysis, 0)] == [-0.2, 0.02]
    assert [turn.seat for turn in lucky_turns(analysis, None)] == [0, 0]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_fourth_list_is_of_skill_and_luck(
    no_workers: None, size: tuple[int, int]
) -> None:
    match = ended("decktet")
    own = [ply.ply for ply in match.plies() if ply.actor == 0]
    screen = AnalysisScreen(Playback(match), [0])
    CACHE[screen.key] = screen.analysis = some_analysis(own, match.version)
    async with local_screen(screen, size) as pilot:
        await pilot.press("4")
        await until(lambda: screen.table.row_count == 2, pilot)
        table = screen.query_one(PlayerTable)
        await until(lambda: "Grade" in "\n".join(widget_lines(table)), pilot)
        drawn = "\n".join(widget_lines(table))
        assert "inaccuracy 2%" in drawn and "as each saw it" in drawn
        row = next(line for line in widget_lines(table) if "Ann" in line)
        assert row.split()[-5:] == ["1", "1", "-4.8%", "-18%", "±4"]
        assert "bad luck, which costs you 20%." in screen_text(screen)
        assert "Bo" not in screen_text(screen) or not screen.curves.display
        await pilot.press("1")
        await until(lambda: screen.curves.display and not table.display, pilot)


def test_an_exported_text_has_the_comments_that_its_reader_may_see() -> None:
    match = ended("decktet")
    playback = Playback(match)
    ply = next(ply for ply in match.plies() if ply.actor == 0)
    comments = {ply.ply: "?? a blunder. Better: passes."}
    assert "       (?? a blunder. Better: passes.)\n" in transcript(playback, 0, comments)
    assert "blunder" in transcript(playback, OPEN, comments)
    assert "blunder" not in transcript(playback, 1, comments)


def test_the_comments_of_an_analysis_name_marks_and_what_was_better(no_workers: None) -> None:
    match = ended("decktet")
    own = [ply.ply for ply in match.plies() if ply.actor == 0]
    screen = AnalysisScreen(Playback(match), [0])
    screen.analysis = some_analysis(own, match.version)
    comments = screen.comments()
    assert comments[own[0]] == "!! a brilliant find, the best move and not the obvious one."
    assert own[1] not in comments, "a best move says nothing"
    assert comments[own[4]] == (
        "?? a blunder, chance to win 30% instead of 50%. Better: plays that."
    )


def test_a_player_who_gave_nothing_away_has_no_minus_before_it() -> None:
    assert loss_text(Grade(20, 0.0)) == "0.0%"
    assert loss_text(Grade(20, 0.3)) == "-1.5%"
