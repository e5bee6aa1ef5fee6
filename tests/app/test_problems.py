"""Problems on the screen: the list, one on its board, right and wrong answers, the day's."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from attrs import evolve
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from ai.analysis import Analysis
from ai.grades import Verdict
from ai.reasons import reason_of_loss
from ai.search import choose
from caravan_tui import i18n
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.problem import Problem, games, nobody, of_day, read
from caravan_tui.games import registry
from caravan_tui.games.sahara.pieces import SPACE_OF_NAME
from caravan_tui.hosts.local import LocalHost
from caravan_tui.hosts.match_text import origin_words
from caravan_tui.i18n import capital
from caravan_tui.presentation.analyses import CACHE
from caravan_tui.presentation.exercises import ListedProblem
from caravan_tui.presentation.own_problems import own_mistakes, problem_of
from caravan_tui.presentation.problem_lines import points_then, steps_in_words
from caravan_tui.presentation.problem_seats import seated
from caravan_tui.presentation.problems import (
    answer_moves,
    brings,
    hints,
    how_it_begins,
    naming_answer,
    reasons,
)
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.analysis.search import AnalysisSearch
from caravan_tui.screens.daily.screen import DailyScreen
from caravan_tui.screens.home import recent
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.problems import problem as problem_screen
from caravan_tui.screens.problems.account import Account
from caravan_tui.screens.problems.grid import MARGIN, CellRow, Group, Plaque, ProblemGrid
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.screen import DUE, OWN, ProblemsScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.side_window import SideWindow
from caravan_tui.terminal.compat import FooterKey, lines_of
from caravan_tui.widgets.empty_page import EmptyPage
from caravan_tui.widgets.marks import seat_mark
from saves import daily, problems
from saves.problems import Tried
from saves.store import Store
from tests.engine.test_playback import played
from tests.support.known import known
from tests.support.matches import ended
from tests.support.problems import everything_shipped, few_problems, known_problems
from tests.support.screen_text import screen_text, static_text
from tests.support.screens import app_of, screen_of, tables_of
from tests.support.until import until
from tests.support.whole_app import local_app, local_screen

GAME = "dice_village"
SIZES = ((80, 24), (120, 36), (160, 50))


@pytest.fixture(autouse=True)
def _few() -> Iterator[None]:
    with few_problems():
        yield


class ThinkingHost(LocalHost):
    """Searches in this process, a little."""

    async def search(self, request: SearchRequest, progress: Any = None) -> SearchResult:
        """What a short search finds."""
        return choose(
            request.game, request.view, request.level, request.seed, 20, moves=request.moves
        )


@asynccontextmanager
async def on_board(
    listed: Sequence[Problem], index: int = 0, day: date | None = None, **options: Any
) -> AsyncIterator[tuple[Pilot[Any], ProblemScreen]]:
    """One problem of a list."""
    screen = ProblemScreen(ListedProblem(listed, index, "Ada", day))
    async with local_screen(screen, host=ThinkingHost(), **options) as pilot:
        await until(lambda: screen.board.has_focus and screen.board.scene is not None, pilot)
        yield pilot, screen


def asked(screen: ProblemScreen) -> str:
    """The line below the board."""
    return static_text(screen, "asked")


def below(screen: ProblemScreen) -> str:
    """The line below that."""
    return static_text(screen, "feedback")


def account(screen: ProblemScreen) -> str:
    """The rows below those, of a tall terminal."""
    return static_text(screen, "account")


def tried(one: Problem) -> problems.Tried | None:
    """How it went, as it was kept."""
    return problems.load().of(one)


def reason_of(one: Problem, names: Sequence[str] = ()) -> str:
    """Why the tempting move is worse, in words."""
    match = one.position(nobody(one.seats))
    view = match.view(match.to_act)
    return reason_of_loss(match.game, view, one.tempting_line, one.best_line, names)


def another_move(screen: ProblemScreen) -> int:
    """A move that is neither the answer nor the tempting one."""
    known = (screen.problem.answer, screen.problem.tempting)
    return next(action for action in screen.position.legal if action not in known)


async def test_the_best_move_is_right_and_its_line_is_stepped_through() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        assert "Find" in asked(screen) and "★" in asked(screen)
        screen.board.choose(one.answer)
        await until(lambda: screen.moment == "right", pilot)
        assert asked(screen).startswith("Right answer")
        assert below(screen).startswith("Step 1 of ")
        await pilot.press("right")
        assert below(screen).startswith("Step 2 of ")
        await pilot.press("left", "left")
        assert below(screen).startswith("Step 0 of ")
        kept = tried(one)
        assert kept is not None and kept.was_solved and kept.solved == 1


async def test_the_tempting_move_is_refuted_by_its_stored_line() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        screen.play(one.tempting)
        assert screen.moment == "wrong" and "Not the best move" in asked(screen)
        assert f"{one.chance - one.tempting_loss:.0%}" in asked(screen)
        line = screen.followup.line
        assert line[: len(one.tempting_line)] == one.tempting_line
        kept = tried(one)
        assert kept is not None and not kept.was_solved
        assert asked(screen).endswith("S: solution   r: try again")
        await pilot.press("r")
        moments = [str(screen.moment)]
        assert moments == ["asking"] and screen.board.has_focus


async def test_after_a_wrong_move_a_click_on_the_line_shows_the_best_one() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        screen.play(one.tempting)
        await until(lambda: "S: solution" in screen_text(screen), pilot)
        lines = screen_text(screen).split("\n")
        y = next(y for y, line in enumerate(lines) if "S: solution" in line)
        await pilot.click(offset=(lines[y].index("S: solution") + 3, y))
        await until(lambda: screen.moment == "right", pilot)
        assert "S: solution" not in asked(screen)


async def test_any_other_wrong_move_is_compared_and_followed_up() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        screen.play(another_move(screen))
        assert screen.moment == "wrong"
        await until(lambda: "%" in asked(screen), pilot)
        await until(lambda: screen.followup.playback.last > screen.followup.first + 1, pilot)


async def test_what_was_looked_for_after_another_move_is_not_shown() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        screen.play(another_move(screen))
        await pilot.press("r")
        screen.play(one.tempting)
        await until(lambda: not pilot.app.workers, pilot)
        assert screen.followup.line[0] == one.tempting
        assert f"{one.chance - one.tempting_loss:.0%}" in asked(screen)


async def test_a_first_wrong_answer_counts_a_later_right_one_does_not() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        screen.play(one.tempting)
        await pilot.press("r")
        screen.play(one.answer)
        assert asked(screen).startswith("Right this time: ")
        assert asked(screen).endswith("You will see it again.")
        kept = tried(one)
        assert kept is not None and (kept.solved, kept.failed) == (0, 1)


async def test_a_hint_costs_the_first_try() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        await pilot.press("H")
        view = screen.followup.asked_view
        names = screen.followup.names
        stages = hints(one, view, one.best_line, names)
        assert "Tempting" in stages[0][0] and "A clue: " in stages[1][0]
        assert any(below(screen).startswith(f"? {hint}") for hint in stages[0])
        await pilot.press("H")
        assert any(below(screen).startswith(f"? {hint}") for hint in stages[1])
        await pilot.press("H")
        assert below(screen) == f"? {how_it_begins(one, view, names)}"
        screen.play(one.answer)
        kept = tried(one)
        assert kept is not None and not kept.was_solved


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_hint_and_the_verdict_after_it_say_that_the_problem_comes_again(
    language: str,
) -> None:
    i18n.use(language)
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        room = screen.prompt.content_size.width
        assert i18n._("With a hint it counts as missed.") not in asked(screen)
        await pilot.press("H")
        assert i18n._("With a hint it counts as missed.") in asked(screen)
        assert cell_len(asked(screen)) <= room
        screen.play(one.answer)
        assert asked(screen).startswith(i18n._("Right, with a hint"))
        assert asked(screen).endswith(i18n._("You will see it again."))
        assert cell_len(asked(screen)) <= room


async def test_a_hint_after_the_right_answer_costs_nothing() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        screen.play(one.answer)
        await pilot.press("r", "H")
        assert below(screen).startswith("? ") and "missed" not in asked(screen)
        screen.play(one.answer)
        assert asked(screen).startswith("Right answer: ")


async def test_the_solution_shows_the_move() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        await pilot.press("S")
        assert asked(screen).startswith("The best move")
        assert screen.followup.line[0] == one.answer
        kept = tried(one)
        assert kept is not None and not kept.was_solved


@pytest.mark.parametrize("size", SIZES)
async def test_the_solution_names_the_move_and_says_what_it_is_worth(size: tuple[int, int]) -> None:
    for game in registry.ids():
        one = everything_shipped(game)[0]
        async with on_board([one], size=size) as (pilot, screen):
            names = screen.followup.names
            view = screen.followup.asked_view
            moves = answer_moves(one, view, one.best_line, names)
            await pilot.press("S")
            await until(lambda last=moves[-1]: last in asked(screen), pilot)
            assert cell_len(asked(screen)) <= screen.prompt.content_size.width
            await pilot.press("right", "r", "S")
            assert moves[-1] in asked(screen), "at every step, and again"
            await pilot.press("r")
            screen.play(one.answer)
            assert asked(screen).startswith("Right this time: "), "its finder knows which it is"


def test_a_named_move_has_its_worth_where_there_is_room() -> None:
    moves, worth = ["Go east. Go west.", "Go east."], ["60% to win; your move: 40%.", "60%."]
    assert naming_answer("Best", moves, worth, "heads east") == [
        "Best: Go east. Go west. 60% to win; your move: 40%.",
        "Best: Go east. Go west. 60%.",
        "Best: Go east. 60% to win; your move: 40%.",
        "Best: Go east. 60%.",
        "Best: Go east. Go west.",
        "Best: Go east.",
        "Best: heads east. 60%.",
        "Best: heads east.",
        "Best: 60%.",
    ]


async def test_nothing_can_be_played_after_an_answer() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (_pilot, screen):
        screen.play(one.answer)
        screen.play(one.tempting)
        assert screen.moment == "right" and screen.board.scene is not None
        assert screen.board.scene.legal == []


async def test_a_step_that_the_log_leaves_out_says_who_made_it() -> None:
    lines = registry.problems_file("sahara").read_text("utf-8").splitlines()
    lifts = next(one for one in read(lines) if one.kind == "CamelLifted")
    async with on_board([lifts]) as (_pilot, screen):
        screen.play(lifts.answer)
        assert [item.seat for item in screen.followup.news()] == [screen.seat]


def camels() -> Problem:
    """A problem whose best move moves hides and two camels, and whose tempting one is a camel."""
    lines = registry.problems_file("sahara").read_text("utf-8").splitlines()
    return next(one for one in read(lines) if one.key == "262888670447-138")


async def test_a_camel_that_is_answered_with_is_shown_and_told_where_it_was_set() -> None:
    one = camels()
    lift, set_down = 1 + SPACE_OF_NAME["c3"], 51 + SPACE_OF_NAME["c5"]
    async with on_board([one]) as (pilot, screen):
        screen.board.plan_steps([lift, set_down])
        screen.board.choose(lift)
        await until(lambda: screen.moment == "wrong", pilot)
        view: Any = screen.position.view
        assert screen.followup.line[:2] == [lift, set_down] and view["lifted"] < 0
        assert "moves a camel c3→c5" in below(screen)
        told = steps_in_words(screen.followup.playback, screen.followup.first, screen.seat)[0]
        assert "lifts a camel from c3, sets the camel on c5" in told
        await pilot.press("left", "right")
        assert screen.followup.step == screen.followup.first + 2, "never with the camel in the air"


async def test_the_tempting_camel_set_elsewhere_is_not_shown_where_it_tempts_to() -> None:
    one = camels()
    lift, set_down = one.tempting, 51 + SPACE_OF_NAME["b4"]
    async with on_board([one]) as (pilot, screen):
        screen.board.plan_steps([lift, set_down])
        screen.board.choose(lift)
        await until(lambda: screen.moment == "wrong", pilot)
        assert one.tempting_line[1] != set_down and screen.followup.line[:2] == [lift, set_down]


@pytest.mark.parametrize(("loss", "moment"), [(0.0, "right"), (0.2, "wrong"), (None, "wrong")])
async def test_the_right_camel_set_elsewhere_is_right_only_if_that_is_as_good(
    loss: float | None, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = next(each for each in everything_shipped("sahara") if each.kind == "CamelLifted")
    compared: list[list[int]] = []

    async def loss_of_end(
        _search: object, _match: Match, best: Sequence[int], move: Sequence[int]
    ) -> float | None:
        compared.append([best[1], move[1]])
        return loss

    monkeypatch.setattr(problem_screen, "loss_of_end", loss_of_end)
    async with on_board([one]) as (pilot, screen):
        match = screen.exercise.position([one.answer])
        other = next(each for each in match.legal(match.to_act) if each != one.best_line[1])
        screen.board.plan_steps([one.answer, other])
        screen.board.choose(one.answer)
        await until(lambda: compared == [[one.best_line[1], other]], pilot)
        await until(lambda: screen.exercise.is_answered or loss is None, pilot)
        await until(lambda: screen.moment == moment, pilot)
        assert screen.exercise.is_missed == (loss == 0.2)
        assert screen.followup.line[:2] == [one.answer, other]
        if loss == 0.2:
            why, *shorter = screen.reasons().why
            assert why.startswith("It begins like the best move, but leaves ")
            assert shorter == ["It begins like the best move, but goes on worse."]


async def test_next_leads_on_and_the_last_one_back() -> None:
    listed = known_problems()[:2]
    async with on_board(listed) as (pilot, screen):
        screen.play(listed[0].answer)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not screen, pilot)
        second = pilot.app.screen
        assert isinstance(second, ProblemScreen) and second.problem == listed[1]
        await until(lambda: second.board.has_focus, pilot)
        await pilot.press("N")
        await until(lambda: pilot.app.screen is not second, pilot)


async def test_one_enter_more_than_the_board_takes_does_not_skip_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(problem_screen, "ANSWER_SECONDS", 1000.0)
    async with on_board(known_problems()[:2]) as (pilot, screen):
        monkeypatch.setattr(type(pilot.app), "animated", True)
        screen.play(screen.problem.tempting)
        await pilot.press("enter")
        await until(lambda: "This is the answer" in below(screen), pilot)
        assert pilot.app.screen is screen
        monkeypatch.setattr(problem_screen, "ANSWER_SECONDS", 0.0)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not screen, pilot)


async def test_keys_of_the_board_make_the_move_and_windows_list_it() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        await pilot.press("m")
        await until(lambda: pilot.app.screen is not screen, pilot)
        await pilot.press("enter")
        await until(lambda: screen.moment != "asking", pilot)


async def test_escape_takes_a_hint_away_then_an_answer_and_leaves_only_then() -> None:
    async with on_board(everything_shipped("decktet")) as (pilot, screen):
        await pilot.press("H")
        await until(lambda: screen.prompt.tells_hint, pilot)
        await pilot.press("escape")
        await until(lambda: not screen.prompt.tells_hint, pilot)
        screen.play(screen.problem.answer)
        await until(lambda: screen.moment == "right", pilot)
        await pilot.press("escape")
        await until(lambda: screen.moment == "asking", pilot)
        assert pilot.app.screen is screen
        await pilot.press("escape", "escape")
        await until(lambda: pilot.app.screen is not screen, pilot)


@pytest.mark.parametrize("game", registry.ids())
async def test_escape_leaves_a_problem_once_there_is_nothing_to_clear(game: str) -> None:
    async with on_board(everything_shipped(game)) as (pilot, screen):
        for _ in range(3):  # a selection, a cursor
            if pilot.app.screen is screen:
                await pilot.press("escape")
        await until(lambda: pilot.app.screen is not screen, pilot)


async def test_help_says_what_to_do() -> None:
    async with on_board(known_problems()) as (pilot, screen):
        await pilot.press("question_mark")
        await until(lambda: "Find the best move" in screen_text(pilot.app), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_no_line_is_cut(size: tuple[int, int], glyphs: str) -> None:
    for one in (*known_problems(), *known_problems("decktet")):
        async with on_board([one], size=size, glyphs=glyphs) as (pilot, screen):
            lines = [asked(screen)]
            screen.play(one.tempting)
            lines.append(asked(screen))
            await pilot.press("S")
            lines.append(asked(screen))
            assert all(cell_len(line) <= size[0] - 2 for line in lines)
            if glyphs == "ascii":
                assert all(line.isascii() for line in lines)


async def test_the_key_of_a_hint_says_what_the_first_one_costs() -> None:
    async with on_board(known_problems()[:1], size=(120, 30)) as (pilot, screen):

        def title() -> str:
            keys = [key for key in screen.query(FooterKey) if key.action == "hint"]
            return str(keys[0].description) if keys else ""

        await until(lambda: title() == "Hint (missed)", pilot)
        await pilot.press("H")
        await until(lambda: title() == "Hint", pilot)
    async with on_board(known_problems()[:1], size=(80, 24)) as (pilot, screen):
        await until(lambda: "H: a hint, but it then counts as missed" in below(screen), pilot)
        await pilot.press("H")
        await until(lambda: "With a hint it counts as missed" in asked(screen), pilot)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", registry.ids())
async def test_the_footer_of_a_problem_has_room_for_all_it_names_whole(
    game: str, language: str
) -> None:
    i18n.use(language)
    for one in everything_shipped(game)[::40]:
        async with on_board([one], size=(80, 24)) as (pilot, screen):
            await check_footer(pilot, screen, {"hint", "solution", "leave", "help"})
            await pilot.press("S")
            await until(lambda screen=screen: screen.moment == "right", pilot)
            await check_footer(pilot, screen, {"why", "next", "leave", "help"})
    one = everything_shipped(game)[0]
    async with on_board([one], size=(80, 24)) as (pilot, screen):
        screen.play(one.tempting)
        await until(lambda: screen.moment == "wrong" and not screen.board.has_focus, pilot)
        await check_footer(pilot, screen, {"solution", "again", "leave", "help"})


async def check_footer(pilot: Pilot[Any], screen: ProblemScreen, named: set[str]) -> None:
    """Raise AssertionError if the foot does not come to name these actions, or cuts a title or a
    key."""
    await until(lambda: named <= {key.action for key in screen.query(FooterKey)}, pilot)
    await until(lambda: all(key.region.width for key in screen.query(FooterKey)), pilot)
    for key in screen.query(FooterKey):
        assert key.region.right <= screen.app.size.width, (screen.problem.seed, key.action)
        assert not str(key.description).endswith("."), (screen.problem.seed, key.description)


@pytest.mark.parametrize("game", ["decktet", "dice_village"])
async def test_every_step_of_a_line_has_room(game: str) -> None:
    for one in (*known_problems(game), everything_shipped(game)[0]):
        async with on_board([one]) as (pilot, screen):
            screen.play(one.answer)
            for step in screen.followup.stops[1:]:
                await until(lambda step=step: screen.followup.step == step, pilot)
                assert cell_len(below(screen)) <= 78
                await pilot.press("right")


async def test_a_step_without_events_has_the_sign_of_its_seat() -> None:
    listed = [one for one in everything_shipped("dice_village") if one.kind == "GoodsBrought"]
    async with on_board(listed[:1]) as (pilot, screen):
        screen.play(listed[0].answer)
        await until(lambda: below(screen).startswith("Step 1 of "), pilot)
        mark = seat_mark(screen.seat, ascii_only=False)
        screen.prompt.show_news(screen.followup.news())
        assert below(screen).startswith(f"{mark} ")


async def test_a_wrong_move_is_told_why_it_is_worse() -> None:
    for game in registry.ids():
        one = next(one for one in everything_shipped(game) if reason_of(one))
        async with on_board([one], size=(120, 36)) as (pilot, screen):
            screen.play(one.tempting)
            await until(lambda: below(screen).startswith("Step 1 of "), pilot)
            assert capital(reason_of(one, screen.followup.names)) in below(screen)
            await pilot.press("right", "left", "left")
            assert below(screen).startswith("Step 0 of ")


@pytest.mark.parametrize(
    ("game", "key", "reason"),
    [
        (
            "decktet",
            "722437784946-151",
            "lets Leila beat 8MS with 9MS and go out: this hand counts -1 for you",
        ),
        ("sahara", "533094555658-61", "brings 2 points less"),
        ("dice_village", "312455887119-184", "brings 3 coins less"),
        ("caravanserai", "392354295606-88", "leaves the caravan 4 shorter than it could be"),
        ("caravanserai", "913892576519-112", "leaves the head shut in, where 3 free cells are"),
        ("caravanserai", "885122497453-85", "lets the caravan of Leila get 4 longer"),
        ("caravanserai", "455787872513-80", "can't go on with a block of 5 red goods"),
        ("sahara", "783648619578-57", "leaves d5, where Roxana sets a camel"),
        ("sahara", "677196013613-164", "lets Omar deliver salt to Timbuktu (c3)"),
        ("dice_village", "531898865316-323", "also rerolls gold, better kept"),
        ("decktet", "435090777010-240", "breaks up 5SW-6MW-7ML"),
    ],
)
async def test_a_move_that_brings_as_much_at_once_is_told_what_it_comes_to(
    game: str, key: str, reason: str
) -> None:
    one = next(one for one in everything_shipped(game) if one.key == key)
    assert not reason_of(one), "nothing tells the moves apart at once"
    async with on_board([one], size=(120, 36)) as (pilot, screen):
        screen.play(one.tempting)
        await until(lambda: f"it {reason}" in below(screen), pilot)
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        said = account(screen)
        said += " ".join(screen_text(pilot.app.screen).replace("│", " ").split())
        assert all(word in said for word in reason.split())


async def test_a_right_move_of_hexagons_says_why_the_tempting_one_is_worse_at_80_columns() -> None:
    one = everything_shipped("caravanserai")[2]
    async with on_board([one]) as (pilot, screen):
        screen.play(one.answer)
        reason = "In the end the tempting move leaves your caravan 2 shorter."
        await until(lambda: reason in below(screen), pilot)


async def test_a_failed_first_problem_of_cards_is_told_why_at_every_size() -> None:
    one = everything_shipped("decktet")[0]
    for size in SIZES:
        async with on_board([one], size=size) as (pilot, screen):
            screen.play(one.tempting)
            reason = "lets Leila beat 5YK with 9WY and go out"
            said = account if size[1] >= problem_screen.TALL else below
            await until(lambda said=said, reason=reason, screen=screen: reason in said(screen),
                        pilot)  # fmt: skip
            assert below(screen).startswith("Step 1 of 5")
            assert "Why" in said(screen)


async def test_a_tall_terminal_tells_the_move_why_and_the_ways_on_in_rows_of_their_own() -> None:
    one = everything_shipped("decktet")[0]
    async with on_board([one], size=(160, 50)) as (pilot, screen):
        rows = screen.query_one(Account)
        await until(lambda: "H gives a hint" in account(screen), pilot)
        screen.play(one.tempting)
        await until(lambda: "Why" in account(screen), pilot)
        yours, why = account(screen).split("\n")
        names = screen.followup.names
        view = screen.followup.asked_view
        assert yours.startswith("Yours") and screen.game.notation(one.tempting, view) in yours
        assert why.startswith("Why") and "lets Leila beat 5YK" in why
        assert rows.region.height == 2 and rows.region.bottom < screen.size.height
        await pilot.press("S")
        await until(lambda: account(screen).startswith("Best"), pilot)
        await pilot.resize_terminal(84, 50)
        await until(lambda: rows.content_size.width == 82, pilot)
        await until(lambda: all(cell_len(row) <= 82 for row in account(screen).splitlines()), pilot)
        assert answer_moves(one, view, one.best_line, names)[0] in account(screen)
        await pilot.resize_terminal(80, 24)
        await until(lambda: not rows.display, pilot)
        await until(lambda: "Why: " in below(screen), pilot)


async def test_the_right_move_is_told_what_it_brings_and_why_the_tempting_one_is_worse() -> None:
    one = next(one for one in everything_shipped("decktet") if reason_of(one))
    async with on_board([one], size=(160, 50)) as (pilot, screen):
        screen.play(one.answer)
        await until(lambda: below(screen).startswith("Step 1 of "), pilot)
        names = screen.followup.names
        view = screen.followup.asked_view
        gains = brings(one, view, one.best_line, names)
        await until(lambda: bool(gains) and gains[0] in account(screen), pilot)
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        said = below(screen)
        said += " ".join(screen_text(pilot.app.screen).replace("│", " ").split())
        for words in (*gains, f"{reason_of(one, names)}."):
            assert all(word in said for word in words.split()), words


async def test_after_a_wrong_move_the_window_of_why_keeps_the_answer_to_itself() -> None:
    one = next(one for one in everything_shipped("decktet") if reason_of(one))
    async with on_board([one], size=(160, 50)) as (pilot, screen):
        screen.play(one.tempting)
        await until(lambda: screen.moment == "wrong", pilot)
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        said = screen_text(pilot.app.screen)
        view = screen.followup.asked_view
        names = screen.followup.names
        assert said.count("Not the best move") == 1, "that stands below the board"
        assert "What may follow" in said
        assert registry.get("decktet").describe(one.answer, view, names) not in said


async def test_the_window_of_why_shows_the_whole_line_above_what_stands_below_the_board() -> None:
    one = everything_shipped("decktet")[0]
    async with on_board([one]) as (pilot, screen):
        screen.play(one.tempting)
        await until(lambda: below(screen).startswith("Step 1 of "), pilot)
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        window = screen_of(pilot.app, SideWindow)
        await until(lambda: window.query_one("#window").region.height > 8, pilot)
        assert not window.page.max_scroll_y
        assert window.query_one("#window").region.bottom <= screen.prompt.region.y
        said = screen_text(window)
        assert said.count("Not the best move") == 1 and "points" in said


async def test_signs_beside_the_board_keep_their_place_while_a_window_is_open() -> None:
    one = everything_shipped("caravanserai")[0]
    async with on_board([one]) as (pilot, screen):

        def rows_of_signs() -> list[int]:
            lines = screen_text(pilot.app.screen).splitlines()
            signs = ("⌂r caravanserai", "R• with a good", "«●C» head")
            return [next((y for y, line in enumerate(lines) if sign in line), -1) for sign in signs]

        rows = rows_of_signs()
        assert min(rows) >= 0
        screen.play(one.answer)
        await until(lambda: screen.moment == "right", pilot)
        await pilot.press("w")
        await until(lambda: "Why this move?" in screen_text(pilot.app.screen), pilot)
        # what the window lies over is left out whole
        await until(lambda: rows_of_signs()[2] == rows[2], pilot)
        assert all(row in (-1, before) for row, before in zip(rows_of_signs(), rows, strict=True))


async def test_the_window_of_why_tells_the_line_of_play_and_compares_it() -> None:
    one = next(one for one in everything_shipped("sahara") if len(one.tempting_line) > 3)
    async with on_board([one], size=(160, 50)) as (pilot, screen):
        screen.play(one.tempting)
        await until(lambda: screen.moment == "wrong", pilot)
        steps = steps_in_words(screen.followup.playback, screen.followup.first, screen.seat)
        assert len(steps) > 1
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        said = " ".join(screen_text(pilot.app.screen).replace("│", " ").split())
        assert "What may follow" in said and "Instead" not in said
        assert all(word in said for word in steps[-1].split())
        await pilot.press("escape", "r")
        screen.play(one.answer)
        await until(lambda: screen.moment == "right", pilot)
        await pilot.press("w")
        await until(lambda: isinstance(pilot.app.screen, SideWindow), pilot)
        said = " ".join(screen_text(pilot.app.screen).replace("│", " ").split())
        assert "What may follow" in said and "Instead:" in said
        tempting = Playback(screen.exercise.position(one.tempting_line))
        for playback in (screen.followup.playback, tempting):
            words = points_then(playback, screen.seat)
            assert all(word in said for word in words.split()), words


@pytest.mark.parametrize("game", registry.ids())
def test_every_tempting_move_is_told_why_it_is_worse(game: str) -> None:
    listed, untold = everything_shipped(game), []
    for index, one in enumerate(listed):
        exercise = ListedProblem(listed, index, "Ada")
        match = exercise.position()
        view = match.view(match.to_act)
        if not exercise.why(view, one.tempting_line, one.best_line, match.names):
            untold.append(one.key)
    assert not untold


@pytest.mark.parametrize("game", registry.ids())
def test_nearly_every_problem_says_why_its_answer_is_the_best(game: str) -> None:
    listed = everything_shipped(game)[::5]
    told = 0
    for one in listed:
        match = one.position(nobody(one.seats))
        view, names = match.view(match.to_act), match.names
        line = one.best_line or [one.answer]
        told += bool(brings(one, view, line, names) or reasons(one, view, line, line, names))
    assert told >= 0.7 * len(listed)


async def test_what_was_played_is_told_where_a_reason_has_no_room_or_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = known_problems()[0]
    for words in ("", "is worse " * 20):
        monkeypatch.setattr(
            "caravan_tui.presentation.problems.reason_of_loss", lambda *_, words=words: words
        )
        monkeypatch.setattr("caravan_tui.presentation.exercises.later_reason", lambda *_: [])
        async with on_board([one]) as (pilot, screen):
            screen.play(one.tempting)
            await until(lambda: below(screen).startswith("Step 1 of "), pilot)
            assert screen.followup.news()[0].text in below(screen)


async def test_an_answer_is_played_on_from_against_masters() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (pilot, screen):
        assert screen.check_action("retry", ()) is False
        screen.play(one.tempting)
        await pilot.press("t")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        match = screen_of(pilot.app, TableScreen).connection.match
        record = tables_of(pilot.app).match(match).record
        assert record.log[: len(one.log) + 1] == [*one.log, one.tempting]
        kinds = [player.kind for player in record.seats]
        assert kinds.count("person") == 1 and set(kinds) == {"person", "master"}
        assert record.assisted
        await until(lambda: screen_of(pilot.app, TableScreen).position is not None, pilot)
        await pilot.press("q")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert screen.moment == "wrong", "as it was left"


async def test_a_problem_that_is_played_on_from_takes_the_place_of_no_match() -> None:
    own = Match.new("sahara", {}, [Seat("person", "Ada"), Seat("porter", "Omar")], 3)
    while own.to_act != 0 or not own.is_begun:
        own.act(own.to_act, own.legal(own.to_act)[0])
    own.record.changed -= 600
    store = Store()
    store.save_now(own)
    async with on_board(known_problems()[:1]) as (pilot, screen):
        screen.action_solution()
        await pilot.press("t")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        table = screen_of(pilot.app, TableScreen)
        await until(lambda: table.position is not None and table.position.legal, pilot)
        seat, position = screen.seat, table.position
        await table.connection.table(seat).act(known(position).version, known(position).legal[0])
        host = app_of(pilot.app).host
        unfinished = host.unfinished()
        assert unfinished is not None and unfinished.id == own.record.id
        entries = {entry.id: entry.header for entry in host.store.listing().entries}
        header = entries[table.connection.match]
        assert header is not None and origin_words(header) == "from a problem"


def bold_gains(screen: Screen[Any]) -> list[str]:
    """The gains beside choices that are in bold."""
    return [
        segment.text.strip()
        for strip in lines_of(screen)
        for segment in strip
        if re.search(r"(^|\s)\+\d+\s*$", segment.text) and segment.style and segment.style.bold
    ]


async def test_the_board_of_a_problem_marks_no_move_as_the_best() -> None:
    listed = [one for one in everything_shipped("caravanserai") if one.kind == "GoodsLaid"]
    async with on_board(listed[:1]) as (pilot, screen):
        assert screen.board.current_action is None
        assert not bold_gains(screen)
        await pilot.press("enter")
        assert screen.moment == "asking" and below(screen).startswith("!")
        await pilot.press("tab")
        assert screen.board.current_action in screen.position.legal


async def test_at_a_table_the_longest_choice_has_its_gain_in_bold() -> None:
    listed = [one for one in everything_shipped("caravanserai") if one.kind == "GoodsLaid"]
    async with on_board(listed[:1]) as (pilot, screen):
        screen.board.show(evolve(known(screen.board.scene), is_question=False))
        await until(lambda: bold_gains(screen), pilot)


async def test_a_problem_of_the_day_is_kept_as_such() -> None:
    today = daily.today()
    one = of_day(GAME, today)
    assert one is not None
    async with on_board([one], day=today) as (_pilot, screen):
        assert "problem of the day" in screen.headline.note
        screen.play(one.answer)
    kept = problems.load().on_day(GAME, today)
    assert kept is not None and kept.is_solved


# Own mistakes


def own_problem() -> Problem:
    """A mistake of somebody's own."""
    one = known_problems()[0]
    players = ListedProblem([one], 0, "Ada").players
    match = one.position(players, one.tempting_line)
    seat = one.position(players).to_act
    return problem_of(
        match, Verdict(len(one.log), seat, one.tempting, one.answer, "", "", 0.1, 0.6)
    )


def test_clear_mistakes_of_ones_own_become_problems() -> None:
    match = ended("decktet")
    ply = next(ply for ply in match.plies() if ply.actor == 0 and len(ply.before.legal()) > 2)
    other = next(action for action in ply.before.legal() if action != ply.action)
    big = Verdict(ply.ply, 0, ply.action, other, "", "", 0.1, 0.6)
    found = Analysis(verdicts=[big, evolve(big, loss=0.01), evolve(big, seat=1)])
    (own,) = own_mistakes(match, found, 0)
    assert (own.log, own.answer, own.tempting) == (match.record.log[: ply.ply], other, ply.action)
    assert own.gap == 0.1 and own.kind and not own.level


async def test_a_move_as_good_as_the_best_one_solves_an_own_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def equal(*_: Any) -> float:
        return 0.0

    monkeypatch.setattr("caravan_tui.screens.problems.problem.loss_of", equal)
    async with on_board([own_problem()]) as (pilot, screen):
        screen.play(another_move(screen))
        await until(lambda: screen.moment == "right", pilot)
        assert asked(screen).startswith("Just as good")


async def test_the_same_mistake_again_is_wrong() -> None:
    own = own_problem()
    async with on_board([own]) as (pilot, screen):
        screen.play(own.tempting)
        await until(lambda: "50%" in asked(screen), pilot)
        kept = tried(own)
        assert kept is not None and not kept.was_solved


async def test_an_analysis_of_a_finished_match_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("decktet", 40)
    while not match.over:
        match.act(match.to_act, match.legal(match.to_act)[0])
    ply = next(ply for ply in match.plies() if ply.actor == 0 and len(ply.before.legal()) > 2)
    other = next(action for action in ply.before.legal() if action != ply.action)
    analysis = Analysis(verdicts=[Verdict(ply.ply, 0, ply.action, other, "", "", 0.2, 0.7)])
    screen = AnalysisScreen(Playback(match), [0])
    monkeypatch.setattr(AnalysisSearch, "start", lambda *_: analysis)
    async with local_screen(screen) as pilot:
        CACHE[screen.key] = analysis
        screen.post_message(AnalysisSearch.Progressed())
        await until(problems.own, pilot)
        assert [one.answer for one in problems.own()] == [other]


# The list


@asynccontextmanager
async def the_list(game: str = GAME, **options: Any) -> AsyncIterator[tuple[Pilot[Any], Any]]:
    """The list of problems of a game."""
    screen = ProblemsScreen(game)
    async with local_screen(screen, **options) as pilot:
        await until(lambda: screen.rows or screen.has_class("-empty"), pilot)
        yield pilot, screen


def of_older_rules() -> Problem:
    """A problem whose moves today's rules don't have."""
    return msgspec.structs.replace(known_problems()[0], log=[10**6])


async def test_a_problem_of_older_rules_is_left_out_by_next_and_told_where_it_is_opened() -> None:
    first, third = known_problems()[:2]
    listed = [first, of_older_rules(), third]
    async with on_board(listed) as (pilot, screen):
        screen.play(first.answer)
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is not screen, pilot)
        assert screen_of(pilot.app, ProblemScreen).problem is third
    async with the_list() as (pilot, problems_screen):
        notices: list[str] = []
        problems_screen.notify = lambda text, **_how: notices.append(text)
        problems_screen.open_problem([of_older_rules()], 0)
        assert notices and pilot.app.screen is problems_screen


async def test_the_list_begins_with_the_first_one_that_is_new() -> None:
    listed = known_problems()
    problems.add_try(listed[0], True, daily.today())
    async with the_list() as (pilot, screen):
        assert screen.rows == listed
        assert screen.grid.cursor == 1
        await until(lambda: " ✓" in screen_text(screen) and "New" in screen_text(screen), pilot)
        await until(lambda: "✓ solved" in screen_text(screen), pilot)


async def test_home_and_end_go_to_the_first_problem_and_the_last() -> None:
    async with the_list() as (pilot, screen):
        await pilot.press("end")
        assert screen.grid.cursor == len(screen.rows) - 1
        await pilot.press("home")
        assert screen.grid.cursor == 0


async def test_enter_opens_a_problem_and_its_end_leads_back() -> None:
    async with the_list() as (pilot, screen):
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
        problem = screen_of(pilot.app, ProblemScreen)
        await until(lambda: problem.query("#board") and problem.board.has_focus, pilot)
        problem.play(problem.problem.answer)
        await pilot.press("q")
        await until(lambda: pilot.app.screen is screen, pilot)
        await until(lambda: screen.tries.of(screen.rows[0]) is not None, pilot)


async def test_the_list_has_its_cursor_on_the_problem_just_left() -> None:
    async with the_list() as (pilot, screen):
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
        first = screen_of(pilot.app, ProblemScreen)
        await pilot.press("S", "enter")
        await until(lambda: pilot.app.screen not in (first, screen), pilot)
        second = screen_of(pilot.app, ProblemScreen).problem
        await pilot.press("q")
        await until(lambda: pilot.app.screen is screen, pilot)
        await until(lambda: screen.selected == second, pilot)
        await until(lambda: screen.tries.of(screen.rows[0]) is not None, pilot)
        screen.grid.go_to(0)
        await until(lambda: "Your tries: solved 0, missed 1" in screen_text(screen), pilot)


async def test_what_is_due_has_a_page_of_its_own() -> None:
    one = known_problems()[0]
    problems.add_try(one, False, daily.today() - timedelta(days=3))
    async with the_list() as (pilot, screen):
        await pilot.press(str(screen.pages.index(DUE) + 1))
        await until(lambda: screen.rows == [one], pilot)
        await until(lambda: "try again" in screen_text(screen), pilot)


async def test_empty_pages_say_what_fills_them() -> None:
    async with the_list() as (pilot, screen):
        for page, words in ((DUE, "Nothing to try again"), (OWN, "No mistakes yet")):
            await pilot.press(str(screen.pages.index(page) + 1))
            await until(lambda: screen.has_class("-empty"), pilot)
            assert words in screen.query_one(EmptyPage).text
        await pilot.press("tab")
        await until(lambda: not screen.has_class("-empty"), pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_the_list_and_the_card_beside_it_fit(size: tuple[int, int]) -> None:
    for number, one in enumerate(known_problems()):
        problems.add_try(one, False, daily.today() - timedelta(days=number))
    async with the_list(size=size) as (_pilot, screen):
        card = screen.query_one("#card")
        facts = screen.query_one("#facts", Static)
        assert all(cell_len(word) <= card.content_size.width for word in str(facts.content).split())
        assert facts.region.bottom <= card.region.bottom


async def test_the_theme_comes_once_a_problem_was_tried_as_it_gives_much_away() -> None:
    tried, new = known_problems()[:2]
    problems.add_try(tried, False, daily.today())
    words = registry.get(GAME).theme_of(tried.kind)
    async with the_list() as (_pilot, screen):
        assert words in screen.facts(tried).plain
        assert registry.get(GAME).theme_of(new.kind) not in screen.facts(new).plain
        close = msgspec.structs.replace(new, chance=0.6, gap=0.127)
        assert "The best move: 59% to win; any other move at most 47%." in (
            screen.facts(close).plain
        ), "as its answer"


async def test_arrow_keys_lead_from_level_to_level_and_a_click_opens() -> None:
    async with the_list() as (pilot, screen):
        grid = screen.grid
        levels = [len(group.plaques) for group in grid.groups]
        assert len(levels) > 1 and sum(levels) == len(screen.rows)
        await pilot.press("home", "pagedown")
        assert grid.cursor == levels[0]
        await pilot.press("up")
        assert grid.cursor < levels[0]
        await pilot.press("end", "right", "down")
        assert grid.cursor == len(screen.rows) - 1
        await pilot.press("home", "right")
        assert grid.cursor == 1
        await until(lambda: "Problem 2" in screen_text(screen), pilot)
        await pilot.click(grid, offset=(MARGIN + 1, 1))
        assert grid.cursor == 0
        await pilot.click(grid, offset=(MARGIN + 1, 1))
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
        assert screen_of(pilot.app, ProblemScreen).problem == screen.rows[0]


async def test_the_picture_in_the_list_seats_the_players_of_the_board() -> None:
    one = known_problems()[0]
    async with on_board([one]) as (_pilot, screen):
        seats = screen.exercise.players
    async with the_list(size=(160, 50)) as (pilot, screen):
        await pilot.press("home")
        name = next(seat.name for seat in seats if not seat.is_person)
        await until(lambda: name in screen_text(screen), pilot)
        assert seated(one, "Ada") == seats


@pytest.mark.parametrize("game", registry.ids())
async def test_a_level_with_more_problems_than_rows_scrolls_with_the_cursor(game: str) -> None:
    listed = everything_shipped(game)
    grid = ProblemGrid()
    plaques = [Plaque(number, "", "") for number in range(1, len(listed) + 1)]
    groups = [Group("first", "", plaques[:150]), Group("second", "", plaques[150:])]
    async with local_screen(Holder(grid), size=(36, 12)) as pilot:
        grid.show([group for group in groups if group.plaques], 0)
        for index in (0, 60, len(plaques) - 1, 149 if len(plaques) > 149 else 7):
            grid.go_to(index)
            await until(lambda number=index + 1: f"{number} " in screen_text(pilot.app), pilot)


async def test_every_level_keeps_its_heading_where_their_problems_scroll() -> None:
    grid = ProblemGrid()
    plaques = [Plaque(number, "", "") for number in range(1, 201)]
    parts = {"easy": plaques[:93], "medium": plaques[93:175], "hard": plaques[175:]}
    groups = [Group(name, "", part) for name, part in parts.items()]
    async with local_screen(Holder(grid), size=(36, 19)) as pilot:
        grid.show(groups, 0)
        await until(lambda: "easy" in screen_text(pilot.app), pilot)
        assert len(grid.picture_rows()) == 19, "no row is left blank while some have no room"
        for way, name in ((1, "medium"), (1, "hard"), (-1, "medium"), (-1, "easy")):
            grid.move_group(way)
            text = screen_text(pilot.app)
            assert all(heading in text for heading in parts)
            cells = [row for row in grid.picture_rows() if isinstance(row, CellRow)]
            shown = [plaque for row in cells for plaque in plaques[row.first :][: row.count]]
            assert plaques[grid.cursor] in shown
            assert plaques[grid.cursor] is parts[name][0]


async def test_the_list_says_so_where_a_board_is_shown_in_part() -> None:
    async with the_list() as (pilot, screen):
        await until(lambda: static_text(screen, "part"), pilot)
        await pilot.resize_terminal(160, 50)
        await until(lambda: not static_text(screen, "part"), pilot)


async def test_solved_problems_light_up_in_the_colour_of_their_level() -> None:
    listed = known_problems()
    problems.add_try(listed[0], True, daily.today())
    problems.add_try(listed[1], False, daily.today())
    async with the_list() as (_pilot, screen):
        plaques = [plaque for group in screen.grid.groups for plaque in group.plaques]
        assert [plaque.number for plaque in plaques if plaque.is_solved] == [1]
        assert plaques[1].sign and screen.grid.groups[0].solved > 0
        assert len({group.colour for group in screen.grid.groups}) == len(screen.grid.groups)


async def test_a_row_is_numbered_at_its_edge_and_its_squares_show_what_was_done() -> None:
    grid = ProblemGrid()
    plaques = [Plaque(number, "✓" if number == 12 else "", "") for number in range(1, 120)]
    async with local_screen(Holder(grid), size=(36, 16)) as pilot:
        grid.show([Group("first", "", plaques)], 14)
        await until(lambda: "first" in screen_text(pilot.app), pilot)
        rows = [line.split() for line in screen_text(pilot.app).splitlines()]
        assert ["11", "✓", "15"] in rows, "the selected one has its number"
        assert ["101"] in rows


@pytest.mark.parametrize(("size", "is_high"), [((36, 12), False), ((66, 60), True)])
async def test_plaques_are_two_rows_high_where_there_is_room(
    size: tuple[int, int], is_high: bool
) -> None:
    grid = ProblemGrid()
    groups = [Group("first", "", [Plaque(number, "", "") for number in range(1, 60)])]
    async with local_screen(Holder(grid), size=size) as pilot:
        grid.show(groups, 46)
        await until(lambda: "first" in screen_text(pilot.app), pilot)
        assert " 47 " in screen_text(pilot.app)
        cells = [row for row in grid.picture_rows() if isinstance(row, CellRow)]
        assert any(row.is_foot for row in cells) == is_high


async def test_the_card_of_a_problem_names_what_enter_does_and_a_click_does_it() -> None:
    async with the_list() as (pilot, screen):
        facts = screen.query_one("#facts", Static)
        await until(lambda: "Enter: try it" in static_text(screen, "facts"), pilot)
        await pilot.click(facts, offset=(3, 1))
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)


class Holder(Screen[None]):
    """A screen with nothing but a grid."""

    def __init__(self, grid: ProblemGrid) -> None:
        super().__init__()
        self.grid = grid

    def compose(self) -> ComposeResult:
        """The grid."""
        yield self.grid


def test_problems_are_new_at_home_only_until_one_was_tried() -> None:
    assert recent.problems_badge(problems.load(), 0) == "new"
    problems.add_try(known_problems()[0], True, daily.today())
    assert recent.problems_badge(problems.load(), 0).startswith("of the day: 0/")


async def test_home_and_the_list_count_the_same_problems_in_the_same_words() -> None:
    today = daily.today()
    problems.add_try(known(of_day(GAME, today)), True, today, is_of_day=True)
    missed = known_problems()[1]
    problems.add_try(missed, False, today - timedelta(days=2))
    gone = Tried(GAME, "of older rules", failed=1, due=today)
    tries = problems.load()
    tries.tried[GAME, gone.key] = gone
    due = recent.problems_due(tries)
    assert recent.problems_badge(tries, due) == "1 to try again"
    words = str(recent.problems_text(tries, due)).splitlines()
    assert words[0] == f"Of the day: 1 of {len(games())} tried"
    assert words[-1] == "1 problem to try again"
    async with the_list() as (_pilot, screen):
        await until(lambda: words[0] in static_text(screen, "words"))
        assert len(screen.listed(DUE)) == due


async def test_d_opens_the_problem_of_the_day() -> None:
    async with the_list() as (pilot, _screen):
        await pilot.press("d")
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
        assert screen_of(pilot.app, ProblemScreen).problem == of_day(GAME, daily.today())


async def test_the_daily_screen_has_the_problem_of_the_day() -> None:
    screen = DailyScreen(GAME)
    async with local_screen(screen) as pilot:
        facts = screen.query_one("#facts", Static)
        await until(lambda: "problem of the day: new" in str(facts.content), pilot)
        assert "t: learn the game first" in str(facts.content), "a game that is new to the player"
        await pilot.press("o")
        await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
        assert screen_of(pilot.app, ProblemScreen).exercise.day == daily.today()


async def test_home_tells_of_the_problem_of_the_day_and_what_is_due() -> None:
    one = known_problems()[0]
    problems.add_try(one, False, daily.today() - timedelta(days=3))
    async with local_app() as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        await until(lambda: home.overview.badges.get("problems") == "1 to try again", pilot)
        assert "1 problem to try again" in home.overview.lists["problems"].plain
