"""Who played well and who was lucky: the words, the table, the list, the exported text."""

from __future__ import annotations

import pytest
from attrs import evolve

from ai.analysis import Analysis, Point
from ai.grades import Grade, Verdict
from ai.luck import Luck, LuckTotal
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.transcript import OPEN, Comment, transcript
from caravan_tui.games.contract import OVER
from caravan_tui.presentation.analyses import CACHE
from caravan_tui.presentation.decisions import deciding, luck_swings, weight
from caravan_tui.presentation.match_players import (
    ChanceSum,
    Player,
    loss_words,
    players_of,
    summary,
)
from caravan_tui.presentation.quality import Quality, error_words
from caravan_tui.screens.analysis.notes import export_comments
from caravan_tui.screens.analysis.player_table import PlayerTable
from caravan_tui.screens.analysis.quality import part_widths
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.analysis.why_empty import EmptyList
from tests.support.matches import ended
from tests.support.screen_text import screen_text, widget_lines
from tests.support.until import until
from tests.support.whole_app import local_screen

NAMES = ["Ann", "Bo"]


def player(seat: int, loss: float, luck: float | None, result: float | None) -> Player:
    known = None if luck is None else LuckTotal(luck, 0.01)
    return Player(seat, Grade(20, loss), [], Quality(seat, 20, 0), 0, known, result)


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
    assert first.quality == Quality(
        0, best=3, close=0, inaccuracies=1, mistakes=1, blunders=1, finds=1
    )
    assert first.cost == 29
    assert first.grade == Grade(6, pytest.approx(0.29))  # type: ignore[arg-type]
    assert first.luck is not None and first.luck.value == pytest.approx(-0.18)
    assert first.without_luck == pytest.approx(0.58)
    assert second.grade is None, "nothing of it was judged"
    assert [part.decisions for part in first.phases] == [6, 0, 0], "a deal is no part of it"


def test_luck_is_listed_by_size_for_one_seat_or_for_whoever_had_most() -> None:
    analysis = some_analysis([], 50)
    assert [turn.change for turn in luck_swings(analysis, 0)] == [-0.2, 0.02]
    assert [turn.seat for turn in luck_swings(analysis, None)] == [0, 0]


def test_what_decided_a_match_is_listed_by_weight_whether_skill_or_luck() -> None:
    analysis = some_analysis([5, 6, 7, 8, 9, 10], 50)
    rows = deciding(analysis, 0)
    assert [weight(row) for row in rows] == [-0.2, -0.2, -0.06, -0.03, 0.02]
    assert sum(isinstance(row, Verdict) for row in rows) == 3
    assert deciding(analysis, 1) == luck_swings(analysis, 1)


def test_a_short_match_says_what_its_errors_cost() -> None:
    few = some_analysis([33, 34, 35, 36], 40)
    few.verdicts = few.verdicts[2:4]
    (ann, bo) = players_of(few, ended("decktet"))
    assert ann.grade is not None and ann.is_rough
    few.lucks.clear()
    ann, bo = players_of(few, ended("decktet"))
    assert summary([ann, bo], NAMES, 80) == (
        "Ann made 1 mistake, 1 inaccuracy, which cost 9% together."
    )
    few.verdicts = few.verdicts[:1]
    ann, bo = players_of(few, ended("decktet"))
    assert summary([ann, bo], NAMES, 80) == "Ann made 1 inaccuracy, which cost 3%."
    few.verdicts = [verdict(33, 0.046)]
    ann, bo = players_of(few, ended("decktet"))
    assert summary([ann, bo], NAMES, 80) == ("Ann made 1 inaccuracy, which cost 4%."), (
        "as the list says"
    )
    few.verdicts = [verdict(33, 0.0)]
    ann, bo = players_of(few, ended("decktet"))
    assert summary([ann, bo], NAMES, 80) == "Ann made no error in 1 move."


def test_errors_luck_and_the_rest_add_up_to_what_became_of_a_chance_to_win() -> None:
    match = ended("decktet")
    assert match.ranks is not None
    own = [ply.ply for ply in match.plies() if ply.actor == 0]
    analysis = some_analysis(own, match.version)
    analysis.lucks[:] = [
        Luck(0, [0.08, -0.08], [0.01, 0.01]),
        Luck(own[2] - 1, [-0.2, 0.2], [0.02, 0.02]),
    ]
    analysis.points.insert(0, Point(own[0], 0, [0.6, 0.4]))
    first, second = players_of(analysis, match)
    known = first.chance_sum
    assert known is not None and second.chance_sum is None, "the other's errors are not known"
    assert known.start == 52, "the deal is luck that comes after it"
    assert (known.errors, known.luck) == (-29, -12)
    assert known.end == 100 * (match.ranks[0] == 1)
    assert known.start + known.errors + known.luck + known.rest == known.end
    assert known.words("Ann").endswith(f"errors -29%, luck -12%, the rest {known.rest:+}%.")


@pytest.mark.parametrize("luck_of_other", [0.0, 0.11])
def test_a_list_without_errors_and_luck_says_what_else_changed_the_chance(
    luck_of_other: float,
) -> None:
    lost = ChanceSum(start=50, errors=0, luck=0, end=0)
    players = [
        evolve(player(0, 0.0, 0.0, 0.2), chance_sum=lost),
        player(1, 0.0, luck_of_other, 0.8),
    ]
    judged = Analysis(points=[Point(9, OVER, [0.2, 0.8])])
    empty = EmptyList(
        judged, "luck", 0, is_finished=True, is_over=True, allowed=2, seats=2, start="a",
        players=players, names=NAMES,
    )  # fmt: skip
    says_nothing_mattered = "chance made no difference" in empty.why()
    assert says_nothing_mattered is not bool(luck_of_other)
    assert "from 50% to 0%: errors 0%, luck 0%, the rest -50%." in empty.why()
    assert f"{NAMES[0]}'s chance to win" in empty.why()
    own = evolve(empty, own_seat=0)
    assert "Your chance to win went from 50%" in own.why() and NAMES[0] not in own.why()
    assert f"{NAMES[0]}'s chance to win" in evolve(empty, own_seat=1).why()


def test_errors_are_counted_by_their_marks_wherever_they_are_counted() -> None:
    assert error_words([Quality(0, 3, 2)]) == "no errors"
    row = Quality(0, 3, 2, inaccuracies=2, mistakes=3, blunders=1)
    assert error_words([row]) == "1 blunder, 3 mistakes, 2 inaccuracies"
    assert error_words([row, row]) == "2 blunders, 6 mistakes, 4 inaccuracies"


@pytest.mark.parametrize(
    ("numbers", "width", "widths"),
    [
        ([31, 32, 2, 2], 20, [8, 8, 2, 2]),
        ([1, 1], 10, [5, 5]),
        ([120, 1], 12, [10, 2]),
        ([9, 1, 1, 1], 4, [1, 1, 1, 1]),
        ([], 10, []),
    ],
)
def test_every_part_of_a_bar_can_be_read_and_they_fill_it(
    numbers: list[int], width: int, widths: list[int]
) -> None:
    assert part_widths(numbers, width) == widths


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50)])
async def test_the_fourth_list_is_of_skill_and_luck(
    no_workers: None, size: tuple[int, int]
) -> None:
    match = ended("decktet")
    own = [ply.ply for ply in match.plies() if ply.actor == 0]
    screen = AnalysisScreen(Playback(match), [0])
    CACHE[screen.key] = screen.analysis = some_analysis(own, match.version)
    async with local_screen(screen, size) as pilot:
        await pilot.press("4")
        await until(lambda: screen.table.row_count == 5, pilot)
        table = screen.query_one(PlayerTable)
        await until(lambda: "Grade" in "\n".join(widget_lines(table)), pilot)
        drawn = "\n".join(widget_lines(table))
        assert "inaccuracy" in drawn and "each saw it." in " ".join(drawn.split())
        row = next(line for line in widget_lines(table) if "Ann" in line)
        assert row.split(" -18%")[0].split()[-5:] == ["1", "2", "1", "1", "1"]
        other = next(line for line in widget_lines(table) if "Trader 1" in line)
        assert "p: judge these moves, too" in other and "–" not in other
        signs = [str(cells[2]) for cells in map(screen.table.get_row_at, range(5))]
        assert signs == ["-20%", "-20% ??", "-6% ?", "-3% ?!", "+2%"], "as on page 1"
        assert "bad luck, which costs you 20%." in screen_text(screen)
        assert "Better or worse than usual" in screen_text(screen)
        await pilot.press("down")
        await until(lambda: "a blunder" in screen_text(screen), pilot)
        await pilot.press("1")
        await until(lambda: screen.curves.display and not table.display, pilot)


def test_an_exported_text_has_the_comments_that_its_reader_may_see() -> None:
    match = ended("decktet")
    playback = Playback(match)
    ply = next(ply for ply in match.plies() if ply.actor == 0)
    comments = {ply.ply: [Comment("?? a blunder. Better: passes.", ply.actor)]}
    assert "       (?? a blunder. Better: passes.)\n" in transcript(playback, 0, comments)
    assert "blunder" in transcript(playback, OPEN, comments)
    assert "blunder" not in transcript(playback, 1, comments)


def test_the_comments_of_an_analysis_name_marks_and_what_was_better() -> None:
    match = ended("decktet")
    own = [ply.ply for ply in match.plies() if ply.actor == 0]
    comments = export_comments(Playback(match), some_analysis(own, match.version), 0)
    (find,) = comments[own[0]]
    assert find == Comment("!! a brilliant find: the obvious move would have been a mistake.", 0)
    assert own[1] not in comments, "a best move says nothing"
    (blunder,) = comments[own[4]]
    assert blunder.words == "?? a blunder, chance to win 30% instead of 50%. Better: plays that."


def test_a_player_who_gave_nothing_away_has_no_minus_before_it() -> None:
    assert loss_words(player(0, 0.001, None, None)) == "nothing lost"
    assert loss_words(player(0, 0.3, None, None)) == "perhaps 1.5% lost a move"


def test_a_loss_a_move_is_of_the_moves_that_are_counted_and_not_of_their_decisions() -> None:
    row = Player(0, Grade(67, 0.15), [], Quality(0, 10, 2, mistakes=2), 15, None, None)
    assert loss_words(row) == "1.1% lost a move"


def test_a_third_of_a_match_has_a_grade_from_five_decisions_on() -> None:
    for decisions, has_phases in ((4, False), (5, True)):
        parts = [Grade(9, 0.0), Grade(decisions, 0.1), Grade(9, 0.0)]
        row = Player(0, Grade(20, 0.1), parts, Quality(0, 20, 0), 0, None, None)
        assert row.has_phases is has_phases
