"""The analysis of a match: what it shows, stopping, coming back, its price while one plays."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from itertools import pairwise, takewhile
from typing import Any

import msgpack
import pytest
from attrs import evolve
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import DataTable, Static

from ai.analysis import Analysis, Point, Swing, analyse
from ai.grades import MoveMark, Verdict
from ai.luck import Luck
from ai.search import choose
from caravan_tui import i18n
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.engine import Match
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.engine.transcript import transcript
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER
from caravan_tui.games.decktet.actions import PASS
from caravan_tui.games.decktet.board import Board as DecktetBoard
from caravan_tui.games.sahara.actions import LIFT, LIFT_SUPPLY
from caravan_tui.hosts.local import LocalHost
from caravan_tui.i18n import capital
from caravan_tui.presentation import analyses
from caravan_tui.presentation.analyses import CACHE, cache_key, progress_words
from caravan_tui.presentation.decisions import (
    EndSwing,
    LuckSwing,
    Mark,
    cost_text,
    may_cost,
    shares,
    step_after,
    turn_of,
    turning_points,
)
from caravan_tui.presentation.moment import (
    MOST_OF_OPENING,
    lines_of_swing,
    verdict_of,
    verdict_words,
    why_swung,
)
from caravan_tui.presentation.problem_lines import loss_of
from caravan_tui.presentation.quality import Quality, error_words
from caravan_tui.presentation.result import Outcome
from caravan_tui.screens.analysis import search as analysis_search
from caravan_tui.screens.analysis.another_try import AnotherTry
from caravan_tui.screens.analysis.curves import LABEL
from caravan_tui.screens.analysis.decisions import MOST_NUMBERED, DecisionTable
from caravan_tui.screens.analysis.details import Details
from caravan_tui.screens.analysis.notes import export_comments, replay_notes
from caravan_tui.screens.analysis.quality import QualityBars
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.screen import ProblemsScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.empty_page import EmptyPage
from caravan_tui.widgets.title_bar import TitleBar
from saves.store import Store
from tests.nights import mostly_nightly
from tests.support.dialogs import answer
from tests.support.known import known
from tests.support.matches import ended, played, save
from tests.support.screen_text import cells, screen_lines, screen_text, static_text, widget_lines
from tests.support.screens import app_of, screen_of, tables_of
from tests.support.until import until
from tests.support.whole_app import local_app, local_screen


class Searches:
    """Answers searches here, with few iterations, for the workers that there are not."""

    def __init__(self) -> None:
        self.requests: list[SearchRequest] = []
        self.compared = 0
        """The searches of a move that is compared with another."""
        self.limit = 10_000
        """The searches that are answered at once; the others wait for `may_answer`."""
        self.may_answer = asyncio.Event()

    async def search(self, request: SearchRequest, progress: object = None) -> SearchResult:
        """The answer to a search."""
        self.requests.append(request)
        if len(self.requests) > self.limit:
            await self.may_answer.wait()
        await asyncio.sleep(0)
        if request.moves:  # the best move first, then the played one: a clear mistake
            (move,) = request.moves
            self.compared += 1
            mine = 0.7 if self.compared % 2 else 0.5
            values = [mine if seat == request.seat else 1 - mine for seat in range(2)]
            return SearchResult(request.id, move, 600, candidates=[Candidate(move, 600, values)])
        return choose(request.game, request.view, request.level, request.seed, 4, request.style)


@pytest.fixture
def searches(no_workers: None, monkeypatch: pytest.MonkeyPatch) -> Searches:
    searches = Searches()
    monkeypatch.setattr(
        LocalHost, "search", lambda _host, request, progress=None: searches.search(request)
    )
    return searches


_analyses: dict[int, Analysis] = {}


async def analysed(*seats: int) -> Playback:
    """A match that is over, the analyses of these seats' decisions in the screen's cache."""
    match = ended("decktet")
    for seat in seats:
        if seat not in _analyses:
            _analyses[seat] = Analysis()
            await analyse(match.record, Searches().search, seat, into=_analyses[seat])
        CACHE[cache_key(match, seat)] = deepcopy(_analyses[seat])
    return Playback(match)


async def until_shown(pilot: Pilot[Any], screen: AnalysisScreen) -> DataTable[Any]:
    """Wait until a finished analysis is there, and show its turning points; return their table."""
    await until(lambda: screen.key in CACHE and not screen.is_searching, pilot, 60.0)
    await pilot.press("2")
    table = screen.query_one(DataTable)
    await until(lambda: table.row_count == len(screen.swings()) > 0, pilot)
    return table


def nothing(screen: AnalysisScreen) -> str:
    """The words in place of the curves."""
    return screen.query_one("#nothing", EmptyPage).text


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45)]))
async def test_the_analysis_shows_curves_turning_points_and_what_was_better(
    size: tuple[int, int], searches: Searches
) -> None:
    back = Playback(ended("decktet"))
    screen = AnalysisScreen(back, [0])
    async with local_screen(screen, size) as pilot:
        table = await until_shown(pilot, screen)
        assert all(b"seed" not in request.view for request in searches.requests)
        region = screen.query_one("#curves").region
        drawn = "".join(screen_lines(pilot.app)[region.y : region.bottom])
        assert "50%" in drawn and "move" in drawn
        assert {mark.label for mark in screen.curves.marks} == {row[0] for row in cells(table)}, (
            "the signs of the list stand on the curve"
        )
        await pilot.press("1")
        worst = [decision.loss for decision in screen.decisions()]
        assert worst == sorted(worst, reverse=True)
        assert all(decision.seat == 0 for decision in screen.decisions())
        await pilot.press("tab", "tab")
        await until(lambda: table.row_count == len(screen.analysis.verdicts), pilot)
        await pilot.press("down", "down", "enter")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        assert screen_of(pilot.app, ReplayScreen).step == back.at_ply(
            screen.analysis.verdicts[2].ply
        )
        count = len(searches.requests)
        await pilot.press("a")
        await until(lambda: isinstance(pilot.app.screen, AnalysisScreen), pilot)
        await until(lambda: pilot.app.screen.query_one(DataTable).row_count, pilot)
        assert (
            len(searches.requests) == count
            and not screen_of(pilot.app, AnalysisScreen).is_searching
        ), "it is kept"


async def test_stopping_is_at_once_keeps_what_was_found_and_says_how_to_go_on(
    searches: Searches,
) -> None:
    searches.limit = 0
    screen = AnalysisScreen(Playback(ended("decktet")), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: searches.requests, pilot)
        assert screen.is_searching and screen.query_one("#running").has_class("-shown")
        await until(lambda: screen.search.has_class("-alone"), pilot)
        (task,) = [worker for worker in screen.workers if worker.group == "analysis"]
        screen.action_stop()
        assert not screen.is_searching and not screen.query_one("#running").has_class("-shown")
        await until(lambda: task.is_finished, pilot)  # though its search is never answered
        assert "x Analyse" in nothing(screen)

        searches.limit = 8
        await pilot.press("x")
        assert screen.is_searching, "a run that was stopped does not end the next one"
        await until(lambda: len(searches.requests) > searches.limit, pilot)
        count = len(screen.analysis.points)
        assert count > 0
        (task,) = [worker for worker in screen.workers if worker.group == "analysis"]
        await pilot.press("x")
        assert not screen.is_searching
        searches.may_answer.set()
        await until(lambda: task.is_finished, pilot)
        assert len(screen.analysis.points) == count
        await pilot.press("escape")
        assert pilot.app.screen is not screen


async def test_an_analysis_that_was_stopped_goes_on_from_there_when_it_is_opened_again(
    searches: Searches,
) -> None:
    back = Playback(ended("decktet"))
    screen = AnalysisScreen(back, [0])
    searches.limit = 40
    async with local_screen(screen) as pilot:
        await until(lambda: len(searches.requests) > searches.limit, pilot)
        await pilot.press("x")
        await until(lambda: not screen.is_searching, pilot)
        done, total = screen.analysis.done, screen.analysis.total
        points = [point.ply for point in screen.analysis.points]
        assert 0 < done < total
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is not screen, pilot)
        searches.limit = 10_000
        searches.may_answer.set()
        again = AnalysisScreen(back, [0])
        pilot.app.push_screen(again)
        await until(lambda: again.key in CACHE, pilot, 60.0)
        assert {point.ply for point in again.analysis.points} >= set(points)
        first_searches = [request.id for request in searches.requests if not request.moves]
        repeated = len(first_searches) - len(set(first_searches))
        assert repeated <= 1, "only the decision at which it was stopped is searched twice"


async def test_a_stopped_analysis_without_mistakes_says_how_far_it_came(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(Playback(ended("decktet")), [0])
    searches.limit = 0
    async with local_screen(screen) as pilot:
        await until(lambda: searches.requests, pilot)
        await pilot.press("x")
        screen.analysis = Analysis([Point(4, 0, [0.5, 0.5])], judged=set(range(12)), total=40)
        screen.show()
        words = static_text(screen, "details")
        assert words == "No errors in 12 of 40 decisions so far. Press x to go on."
        await pilot.press("3")
        words = static_text(screen, "details")
        assert words == "Stopped after 12 of 40 decisions. Press x to go on."
        await pilot.press("4")
        await until(
            lambda: "Skill and luck so far: 12 of 40 decisions judged" in screen_text(screen), pilot
        )


async def test_who_comes_back_from_the_replay_finds_list_row_and_seat_again(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0, 1), [0])
    async with local_screen(screen) as pilot:
        table = await until_shown(pilot, screen)
        await pilot.press("p", "3")
        await until(lambda: table.row_count == len(screen.analysis.verdicts), pilot)
        await pilot.press("down", "down", "enter")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        assert screen_of(pilot.app, ReplayScreen).eyes == 1, "as the player who decided saw it"
        await pilot.press("a")
        await until(lambda: isinstance(pilot.app.screen, AnalysisScreen), pilot)
        again = screen_of(pilot.app, AnalysisScreen)
        await until(lambda: again.query_one(DataTable).cursor_row == 2, pilot)
        assert (again.seat, again.kind) == (1, "order")
        assert again.analysis.verdicts and not again.is_searching
        assert not searches.requests


def running(game: str, people: int = 1) -> Match:
    """A match in the middle, saved."""
    return save(played(game, 14, seed=1, persons=people))


@pytest.mark.parametrize("game", ["decktet", "sahara"])
async def test_a_match_that_runs_is_analysed_at_the_price_of_a_hint(
    game: str, searches: Searches
) -> None:
    hides = game == "decktet"
    name = running(game).record.id
    saved = SavedScreen()
    async with local_screen(saved) as pilot:
        app = pilot.app
        await until(lambda: saved.entries, pilot)
        await pilot.press("a")
        await until(lambda: isinstance(app.screen, AnalysisScreen), pilot)
        screen = screen_of(app, AnalysisScreen)
        await until(lambda: "assisted" in nothing(screen), pilot)
        (start,) = screen.query_one("#nothing", EmptyPage).links
        assert start.action == "screen.start", "a click begins it, too"
        assert not searches.requests
        await pilot.press("x")
        await answer(pilot, "no")
        assert app.screen is screen and not screen.is_searching
        assert not searches.requests and not Store().load(name, True)[0].record.assisted
        await pilot.press("x")
        await answer(pilot, "yes")
        await until(lambda: screen.key in CACHE and not screen.is_searching, pilot, 60.0)
        assert Store().load(name, True)[0].record.assisted
        assert tables_of(app).ids() == [], "the table is put away again"
        seats = {msgpack.unpackb(request.view)["seat"] for request in searches.requests}
        assert seats == ({0} if hides else {0, 1})
        assert {verdict.seat for verdict in screen.analysis.verdicts} == {0}
        before = screen.seat
        await pilot.press("p")
        assert (screen.seat == before) is hides


async def test_several_people_at_one_screen_wait_for_the_end_where_something_is_hidden(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(Playback(running("decktet", people=2)), [0, 1])
    async with local_screen(screen) as pilot:
        await until(lambda: "Several people" in nothing(screen), pilot)
        await pilot.press("x", "p")
        assert pilot.app.screen is screen and "Several people" in nothing(screen)
        assert not searches.requests


async def test_a_match_that_another_window_plays_is_not_analysed(searches: Searches) -> None:
    match = running("sahara")
    other = Store()
    other.load(match.record.id)
    screen = AnalysisScreen(Playback(copy_of(match)), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: "assisted" in nothing(screen), pilot)
        await pilot.press("x")
        await answer(pilot, "yes")
        await until(lambda: list(pilot.app._notifications), pilot)  # why not
        assert not searches.requests and not screen.is_searching
        assert not other.load(match.record.id, True)[0].record.assisted
    other.release_all()


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (140, 45)]))
async def test_what_happened_is_whole_in_the_list_and_stands_below_in_full(
    size: tuple[int, int], searches: Searches
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen, size) as pilot:
        table = await until_shown(pilot, screen)
        await until(lambda: 0 < table.virtual_size.width <= table.size.width, pilot)
        texts = [" ".join(row[3].split()) for row in cells(table)]
        for row, text in enumerate(texts):
            table.move_cursor(row=row)
            start = text.removesuffix("…")
            await until(lambda start=start: start in static_text(screen, "details"), pilot)
        assert not screen.has_class("-empty") and screen.query_one("#curves").display


async def test_an_analysis_that_has_found_nothing_to_judge_says_so_and_not_that_x_begins(
    searches: Searches,
) -> None:
    match = played("sahara", 0, seed=3)
    match.record.assisted = True
    while match.to_act != 0:  # nobody has had more than one sensible move yet
        match.act(match.to_act, match.legal(match.to_act)[-1])
    match.act(0, match.legal(0)[0])
    screen = AnalysisScreen(Playback(match), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: "x Analyse" in nothing(screen), pilot)
        await pilot.press("x")
        await until(lambda: screen.key in CACHE and not screen.is_searching, pilot)
        assert not screen.analysis.points
        await until(lambda: "No decision in this match had a choice" in nothing(screen), pilot)


async def test_a_change_of_nothing_is_no_turning_point(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        table = await until_shown(pilot, screen)
        screen.seat = None
        screen.analysis.swings[:] = [Swing(4, 0, 0.13), Swing(5, 1, -0.004), Swing(6, 0, -0.02)]
        screen.show()
        assert [row[2].split()[-1] for row in cells(table)][:-1] == ["+13%", "-2%"]
        assert screen.table.rows_listed[-1].step == screen.playback.last, "the end is one"
        await pilot.press("down")
        step = screen.playback.at_ply(6) + 1
        await until(lambda: screen.step_under_cursor() == step, pilot)


async def test_turning_points_are_told_for_the_player_whose_list_it_is(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        table = await until_shown(pilot, screen)
        assert {turn.seat for turn in screen.swings()} == {0}
        assert all(row[2][0] in "+-" for row in cells(table)), "no other player's name"
        await until(lambda: "your chance to win" in static_text(screen, "details"), pilot)
        assert screen.match.names[0] in static_text(screen, "name")
        for mark, turn in zip(screen.curves.marks, screen.swings(), strict=True):
            assert mark.sense == ("gain" if turn.change > 0 else "loss")


async def test_a_search_without_a_row_yet_says_what_it_does_and_what_can_be_done(
    searches: Searches,
) -> None:
    searches.limit = 0
    screen = AnalysisScreen(Playback(ended("decktet")), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: searches.requests and screen.search.has_class("-alone"), pilot)
        page = screen.search.query_one(EmptyPage)
        assert "Searching every decision" in page.text
        assert "3 read the moves judged so far" in page.text and "x stop" in page.text
        assert not screen.query_one(Details).display, "an empty box says nothing"
        await until(lambda: "Stop" in screen_lines(pilot.app)[-1], pilot)
        assert "Replay" not in screen_lines(pilot.app)[-1], "there is no row to replay"
        screen.search.show_counts([Quality(0, best=3, close=1, inaccuracies=1)])
        assert "5 moves judged so far, 3 were the best, 1 inaccuracy" in page.text
        await pilot.press("2")
        await until(lambda: "once all moves around them are judged" in page.text, pilot)


async def test_the_cursor_stays_on_its_move_while_costlier_ones_are_found(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.table.row_count > 3, pilot)
        worst = list(screen.decisions())
        screen.analysis.verdicts.remove(worst[1])
        screen.show()
        await pilot.press("down", "down")
        await until(lambda: screen.table.cursor_row == 2, pilot)
        chosen = known(screen.table.selected).step
        screen.analysis.verdicts.append(evolve(worst[1], loss=0.9))
        screen.show()
        await until(lambda: screen.table.cursor_row == 3, pilot)
        assert known(screen.table.selected).step == chosen
        await pilot.press("up", "up", "up")
        await until(lambda: screen.table.cursor_row == 0, pilot)
        screen.analysis.verdicts.append(evolve(worst[-1], ply=worst[0].ply, loss=0.99))
        screen.analysis.verdicts.remove(worst[0])
        screen.show()
        assert screen.table.cursor_row == 0, "who is at the top stays there"


async def test_no_move_of_the_list_is_cut_at_80_columns(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        table = await until_shown(pilot, screen)
        await pilot.press("3")
        await until(lambda: any("\n" in row[-2] + row[-1] for row in cells(table)), pilot)
        for row in cells(table):
            assert "…" not in row[-2] + row[-1]
            assert all(line.strip() for text in row[-2:] for line in text.split("\n")), row
        columns = table.ordered_columns
        assert sum(column.get_render_width(table) for column in columns) <= 80


async def test_decisions_are_listed_in_words_which_begin_with_their_cards(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen, (160, 30)) as pilot:
        table = await until_shown(pilot, screen)
        await pilot.press("3")
        await until(lambda: table.row_count and len(cells(table)[0]) == 5, pilot)
        verdicts = {
            str(screen.playback.at_ply(verdict.ply) + 1): verdict for verdict in screen.decisions()
        }
        for _label, step, _cost, played, _preferred in cells(table):
            verdict = verdicts[step]
            view = screen.playback.view(screen.playback.at_ply(verdict.ply), 0)
            assert played == verdict.played_words
            if played != "passes":
                assert played.startswith(screen.playback.game.notation(verdict.played, view))


async def test_a_mistake_is_a_fall_of_the_curve_as_deep_as_the_list_says(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count, pilot)
        assert screen.decisions() and screen.curves.has_falls
        curve = dict(screen.curves.chances[0])
        for verdict in screen.decisions():
            assert verdict.loss == pytest.approx(0.2)
            assert curve[screen.playback.after_ply(verdict.ply)] == verdict.remaining
        words = static_text(screen, "details")
        assert "a blunder, chance to win 50% instead of 70%" in words
        assert "50%" in static_text(screen, "legend"), "the chance after the played move"
        assert "lost by an error" in static_text(screen, "legend")


async def test_the_chances_above_the_curve_are_those_at_the_cursor_and_end_with_the_result(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until_shown(pilot, screen)
        ranks = known(screen.match.ranks)
        ends = [curve[-1] for curve in screen.curves.chances]
        shares = [(rank == 1) / ranks.count(1) for rank in ranks]
        assert ends == [(screen.playback.last, share) for share in shares]
        for seat, share in enumerate(shares):
            heights = screen.curves.heights(seat)
            assert heights[max(heights)] == share, "the hill is seen to end with the result"

        for _row in range(2):
            step = known(screen.step_under_cursor())
            curve = dict(screen.curves.chances[0])
            before = max(place for place in curve if place <= step)
            chance = f"{curve[before]:.0%}"
            await until(lambda chance=chance: chance in static_text(screen, "legend"), pilot)
            await pilot.press("down")


async def test_where_seats_hide_something_a_curve_is_what_the_seat_expected_itself(
    searches: Searches,
) -> None:
    """Else it would fall before the turning point: another seat knows sooner."""
    assert registry.spec("decktet").secrets
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until_shown(pilot, screen)
        screen.analysis.verdicts.clear()  # each mistake would be a fall
        screen.show()
        points = screen.analysis.points
        for seat, curve in enumerate(screen.curves.chances):
            own = [point.values[seat] for point in points if point.actor in (seat, OVER)]
            assert [value for _step, value in curve[: len(own)]] == own
        assert screen.curves.marks
        for mark in screen.curves.marks:
            assert mark.step in dict(screen.curves.chances[mark.seat])


async def test_one_search_of_everyone_serves_the_list_of_every_other_seat(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until_shown(pilot, screen)
        await pilot.press("p")
        await until(lambda: screen.key in CACHE and not screen.is_searching, pilot, 60.0)
        assert (screen.seat, screen.judged) == (1, None)
        assert {verdict.seat for verdict in screen.decisions()} <= {1}
        asked = len(searches.requests)
        assert asked
        await pilot.press("p", "p", "p")
        await pilot.pause()
        assert len(searches.requests) == asked and not screen.is_searching


async def test_an_analysis_that_is_there_already_is_shown_in_its_full_width(
    searches: Searches,
) -> None:
    def list_lines(screen: AnalysisScreen) -> list[str]:
        """The list as it is drawn, from the line of its name to the words of the row below it."""
        return screen_lines(screen)[-12:-1]

    first = AnalysisScreen(Playback(ended("decktet")), [0])
    async with local_screen(first) as pilot:
        table = await until_shown(pilot, first)
        first.show()  # a list of half the match may have had as many rows
        texts = [cells(table)[0][3].split("\n")[0], static_text(first, "details")[:30]]
        await until(lambda: all(text in "".join(list_lines(first)) for text in texts), pilot)
        drawn = list_lines(first)
        await pilot.press("escape")
        second = AnalysisScreen(first.playback, [0])
        pilot.app.push_screen(second)
        await until(lambda: pilot.app.screen is second and list_lines(second) == drawn, pilot)
        assert not second.is_searching


async def test_the_analysis_opens_with_the_mistakes_of_its_user_and_what_was_better(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count, pilot)
        worst = screen.decisions()[0]
        assert worst.seat == 0
        await until(lambda: worst.played_words in static_text(screen, "details"), pilot)
        assert worst.preferred_words in static_text(screen, "details")
        assert f"instead of {worst.chance:.0%}" in static_text(screen, "details")
        assert screen.match.names[0] in static_text(screen, "name"), "whose list this is"


@pytest.mark.parametrize("size", mostly_nightly([(160, 50), (80, 24)]))
async def test_a_wide_terminal_has_the_board_of_the_selected_row_beside_the_list(
    size: tuple[int, int], searches: Searches
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen, size) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count, pilot)
        if size[0] < 100:
            assert not known(screen.board.parent).display
            return
        for key, words in (("down", "Before move"), ("2", "After move")):
            await pilot.press(key)
            row = screen.table.selected
            await until(
                lambda words=words, row=row: static_text(screen, "scene").startswith(
                    f"{words} {row.step}"
                ),
                pilot,
            )
            (board,) = screen.board.query(Board)
            view = screen.playback.view(known(row).replay_step, 0)
            await until(lambda board=board, view=view: board.scene.view == view, pilot)


async def test_a_tall_terminal_counts_best_close_and_bad_moves_of_the_listed_seat(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0, 1), [0])
    async with local_screen(screen, (160, 50)) as pilot:
        bars = screen.query_one(QualityBars)
        await until(lambda: bars.rows and bars.size.height, pilot)
        (row,) = bars.rows
        own = [verdict for verdict in screen.analysis.verdicts if verdict.seat == 0]
        assert (row.seat, row.count) == (0, len(own))
        assert row.errors == len([verdict for verdict in own if verdict.is_error])
        drawn = "\n".join(widget_lines(bars))
        assert f"{row.count} moves" in drawn and "about as good" in drawn
        # by the same names and signs as in the list
        assert row.blunders and "?? blunder" in drawn and "mistake" not in drawn
        free = [
            move
            for move in own
            if move.played != move.preferred and not move.is_error and not may_cost(move)
        ]
        assert screen.table.row_count == row.errors + row.close - len(free)
        await pilot.press("2")
        await until(lambda: not bars.size.height, pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.press("1")
        await until(lambda: screen.kind == "worst" and not bars.size.height, pilot)


def test_what_was_played_and_what_it_cost_add_up_to_the_best() -> None:
    verdict = Verdict(1, 0, 1, 2, "", "", loss=0.125, chance=0.465)
    assert verdict_words(verdict) == ("a blunder, chance to win 34% instead of 46%.")


async def test_another_try_and_the_analysis_tell_the_same_chances() -> None:
    verdict = Verdict(1, 0, 1, 2, "plays one", "plays two", loss=0.144, chance=0.645)
    retry = AnotherTry(await analysed(0), [verdict], 0, lambda: None)
    assert verdict_words(verdict) == "a blunder, chance to win 50% instead of 64%."
    assert retry.question().endswith("yours had 50% to win, the best one has 64%.")
    assert retry.worth_of_best() == "64% to win. In the match you had 50%."
    assert retry.criticism(None, 0.1).endswith("at best 64%.")


async def test_another_try_says_beforehand_that_nothing_better_is_to_be_found() -> None:
    verdict = Verdict(1, 0, 1, 2, "plays one", "plays two", loss=0.003, chance=0.53)
    retry = AnotherTry(await analysed(0), [verdict], 0, lambda: None)
    text = "You played: plays one. No other move was found to be better."
    assert retry.asked_below()[0] == text
    assert retry.asked_below()[1] == "You played: plays one. No better one was found."
    assert retry.asked_below()[-1] == "No better move than yours was found."
    assert retry.worth_of_best() == "53% to win, about as in the match."


async def test_another_try_tells_a_long_move_in_words_and_never_in_notation() -> None:
    """In notation of the dice a merchant that is bought is `buy m64`, which no reader has met."""
    match = played("dice_village", 60)
    playback, game = Playback(match), match.game
    ply = next(ply for ply in match.plies() if ply.actor >= 0 and ply.ply > 20)
    view = playback.view(playback.at_ply(ply.ply), ply.actor)
    verdict = Verdict(ply.ply, ply.actor, ply.action, -1, "plays " * 20, "", 0.3, 0.7)
    below = AnotherTry(playback, [verdict], 0, lambda: None).asked_below()
    words = game.describe(ply.action, view, match.names)
    assert below[-2:] == [f"You played: {words}.", f"{capital(words)}."]
    assert not any(game.notation(ply.action, view) in line for line in below)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_another_try_says_of_a_move_has_room_at_80_columns(language: str) -> None:
    room = 78
    playback = await analysed(0)
    i18n.use(language)
    try:
        for loss, tried in ((0.0, 0.1), (0.1, 0.05), (0.1, 0.2), (0.1, 0.1)):
            verdict = Verdict(1, 0, 1, 2, "plays one", "plays two", loss=loss, chance=0.64)
            retry = AnotherTry(playback, [verdict], 0, lambda: None)
            said = [retry.question(), retry.praise(""), retry.criticism(None, tried)]
            said += [retry.criticism(1, loss), retry.praise_of_another(1)]
            said.append(retry.praise_of_another(3))
            assert not [line for line in said if cell_len(line) > room]
    finally:
        i18n.use(None)


async def analysis_with_losses(*losses: float) -> AnalysisScreen:
    """The analysis of a match in which so many moves were worse than the best one."""
    screen = AnalysisScreen(await analysed(0), [0])
    analysis = CACHE[screen.key]
    costly = [verdict for verdict in analysis.verdicts if verdict.played != verdict.preferred]
    analysis.verdicts[:] = [
        evolve(verdict, loss=loss, gap=loss) for verdict, loss in zip(costly, losses, strict=False)
    ]
    screen.analysis = analysis
    return screen


async def test_a_match_without_errors_lists_what_cost_most_and_says_that_it_is_little(
    searches: Searches,
) -> None:
    screen = await analysis_with_losses(0.015, 0.001, 0.01)
    analysis = screen.analysis
    async with local_screen(screen) as pilot:
        await until(lambda: screen.table.row_count == 2, pilot)
        losses = [verdict.loss for verdict in screen.decisions()]
        assert losses == [0.015, 0.01], "beside what cost nothing no other move is called better"
        assert [row[2] for row in cells(screen.table)] == ["~1%", "~1%"]
        assert all(row[4].startswith("perhaps ") for row in cells(screen.table))
        await until(
            lambda: "No errors; ~ may have cost a little" in static_text(screen, "legend"), pilot
        )
        assert "No errors, only close choices." in static_text(screen, "in-short")
        assert "Worst" not in static_text(screen, "in-short"), "no error is called none"
        await pilot.press("3")
        await until(lambda: screen.kind == "order" and screen.table.row_count == 3, pilot)
        listed = [str(cell) for number in range(3) for cell in screen.table.get_row_at(number)]
        assert listed.count("~0%") == listed.count("nothing better") == 1
        await pilot.press("1")
        await until(lambda: screen.kind == "worst", pilot)
        analysis.verdicts[:] = [
            evolve(verdict, loss=0.001, gap=0.0) for verdict in analysis.verdicts
        ]
        screen.show()
        words = "No move cost anything worth naming. 2 shows the turning points."
        assert static_text(screen, "details") == words
        analysis.unanswered = {1: 0, 2: 0}
        screen.show()
        words = (
            "No better move was found. 2 moves could not be judged in time. "
            "2 shows the turning points."
        )
        assert static_text(screen, "details") == words
        analysis.verdicts.clear()
        screen.show()
        assert static_text(screen, "details") == "2 moves could not be judged in time."


async def test_an_analysis_begins_with_who_won_and_the_best_and_the_worst_turn(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: "Worst: move" in static_text(screen, "in-short"), pilot)
        headline, *_between, learnt = static_text(screen, "in-short").splitlines()
        outcome = Outcome(screen.match.names, screen.match.scores, screen.match.ranks or [], [0])
        assert headline.startswith(outcome.headline())
        worst = max(screen.decisions(), key=lambda verdict: verdict.loss)
        assert f"Worst: move {screen.playback.after_ply(worst.first_ply)}, " in learnt
        await pilot.press("4")
        await until(lambda: not screen.query_one("#in-short").region.height, pilot)


def test_a_turning_point_tells_the_whole_turn_of_who_moved() -> None:
    playback = Playback(ended("dice_village"))
    turns = [turn_of(playback, ply.ply) for step in playback.steps for ply in step.plies]
    turn = next(turn for turn in turns if len(turn) > 2 and turn[0].actor == 1)
    middle = turn[1].ply
    (words,) = lines_of_swing(playback, Swing(middle, 0, 0.1), playback.after_ply(middle), 0)
    assert words.startswith(playback.match.names[1]) and "…" not in words
    alone = playback.decided_lines(playback.after_ply(middle), 0)
    assert len(words) > len(" ".join(alone))


async def test_a_match_in_which_nothing_was_lost_opens_on_its_turning_points(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    analysis = CACHE[screen.key]
    analysis.verdicts[:] = [
        evolve(verdict, loss=0.0, played=verdict.preferred) for verdict in analysis.verdicts
    ]
    screen.analysis = analysis
    assert screen.swings()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.kind == "turns" and screen.table.row_count, pilot)


def test_luck_before_the_first_move_is_told_as_the_opening_deal() -> None:
    playback = Playback(ended("sahara"))
    assert len(playback.chance_lines(0, 0)) > MOST_OF_OPENING
    luck = LuckSwing(0, 0, -0.07)
    assert lines_of_swing(playback, luck, 0, 0) == ["The opening deal."]


async def test_a_turning_point_says_why_it_was_one_and_nothing_of_what_chance_did_then() -> None:
    playback = Playback(ended("dice_village"))
    step = next(
        number
        for number, step in enumerate(playback.steps)
        if {ply.actor < 0 for ply in step.plies} == {True, False} and step.plies[0].actor == 1
    )
    decided, chance = playback.steps[step].plies[0], playback.steps[step].plies[-1]
    turn = Swing(decided.ply, 0, 0.1)
    words = lines_of_swing(playback, turn, step, 0)
    assert words and not set(words) & set(playback.chance_lines(step, 0))
    name = playback.match.names[1]
    assert why_swung(playback, Analysis(), turn, step) == (
        f"A stronger move of {name} was expected."
    )
    lucky = Analysis(lucks=[Luck(chance.ply, [0.08, -0.08], [0.0, 0.0])])
    assert why_swung(playback, lucky, turn, step) == "That was mostly luck."
    error = Verdict(decided.ply, 1, 1, 2, "", "", loss=0.2, chance=0.7)
    assert why_swung(playback, Analysis(verdicts=[error]), turn, step) == (
        "The move cost its player 20% against the best one."
    )


def test_a_turning_point_says_why_the_costliest_moves_have_another_number_for_its_move() -> None:
    playback = Playback(ended("dice_village"))
    step = next(
        number
        for number, step in enumerate(playback.steps)
        if [ply.actor for ply in step.plies] == [0]
    )
    turn = Swing(playback.steps[step].plies[0].ply, 0, -0.16)
    good = Verdict(turn.ply, 0, 1, 1, "", "", loss=0.0, chance=0.7)
    known = Analysis(verdicts=[good])
    assert "only later searches saw the fall" in why_swung(playback, known, turn, step)
    rise = evolve(turn, change=0.16)
    assert not why_swung(playback, known, rise, step), "the heading says all that is known"
    for loss, said in ((0.28, "cost 28% against the best one; luck and replies"), (0.16, "")):
        error = Verdict(turn.ply, 0, 1, 2, "", "", loss=loss, chance=0.7)
        words = why_swung(playback, Analysis(verdicts=[error]), turn, step)
        assert said in words if said else not words


async def test_own_mistakes_are_named_in_the_title_and_lead_to_their_problems(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.mistakes is not None, pilot)
        counted = screen.mistakes
        assert counted is not None and counted.errors > 1 and not counted.inaccuracies
        screen.keep_mistakes()
        title = screen.query_one(TitleBar)
        await until(lambda: f"practise: {error_words([counted])}" in title.text, pilot)
        assert not list(pilot.app._notifications), "nothing lies over the curve"
        await pilot.press("m")
        await until(lambda: isinstance(pilot.app.screen, ProblemsScreen), pilot)
        problems = screen_of(pilot.app, ProblemsScreen)
        await until(lambda: len(problems.rows) == counted.errors, pilot)


async def test_an_error_is_explained_in_the_list_the_replay_and_the_exported_text(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until_shown(pilot, screen)
        await pilot.press("1")
        await until(lambda: screen.kind == "worst" and screen.decisions(), pilot)
        worst = screen.decisions()[0]
        verdicts = screen.analysis.verdicts
        verdicts[verdicts.index(worst)] = evolve(worst, reason="costs a card")
        screen.show()
        status = screen.query_one(Details)
        await until(lambda: "Why     It costs a card." in str(status.render()), pilot)
        step = screen.playback.at_ply(worst.ply)
        notes = replay_notes(screen, screen.playback, screen.analysis)
        assert any(": costs a card" in note.plain for note in notes[step])
        comments = export_comments(screen.playback, screen.analysis, 0)
        assert any("Costs a card. Better: " in each.words for each in comments[worst.ply])


async def test_a_turn_of_several_decisions_is_one_row_one_mark_and_one_note_of_the_replay(
    searches: Searches,
) -> None:
    match = played("caravanserai", 120)
    analysis = Analysis()
    await analyse(match.record, searches.search, 0, into=analysis)
    playback = Playback(match)
    turns = {verdict.first_ply for verdict in analysis.verdicts}
    assert len(turns) < len(analysis.verdicts) / 2
    rows = analysis.turn_verdicts
    assert [verdict.first_ply for verdict in rows] == sorted(turns)
    later = [verdict for verdict in rows if verdict.is_error and len(verdict.before) > 1]
    assert later, "the costliest step of a turn is often not its first one"
    for verdict in later:
        assert list(verdict.before) == match.record.log[verdict.first_ply : verdict.ply]
        assert verdict.played_words.startswith("heads ")
        assert verdict.preferred_words.startswith("heads "), "also the steps before it"
        assert "…" not in verdict.preferred_words
    CACHE[cache_key(match, 0)] = analysis
    screen = AnalysisScreen(playback, [0])
    async with local_screen(screen) as pilot:
        await pilot.press("3")
        await until(lambda: screen.table.row_count == len(rows), pilot)
        worst = max(later, key=lambda verdict: verdict.loss)
        screen.table.select(playback.after_ply(worst.first_ply))
        await until(lambda: worst.preferred_words in _flowing(screen), pilot)
        row = screen.table.selected
        assert row is not None and row.replay_step == playback.at_ply(worst.first_ply)
        notes = replay_notes(screen, playback, analysis)
        openings = [step for step in notes if playback.steps[step].opens]
        assert openings == list(notes), "what was better is said before a turn, not in it"


def _flowing(screen: AnalysisScreen) -> str:
    """What the details say, as one line."""
    return " ".join(static_text(screen, "details").split())


async def test_marks_of_moves_next_to_each_other_are_told_apart(searches: Searches) -> None:
    """Side by side they would read as one number."""
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until_shown(pilot, screen)
        last = screen.playback.last
        steps = (3, 4, 5, last - 1, last)
        marks = [Mark(step, 0, str(number), "loss") for number, step in enumerate(steps, 1)]
        screen.curves.show(screen.analysis, None, 0, marks)
        top = screen.curves.region.y
        await until(lambda: "1 2 3" in screen_lines(pilot.app)[top], pilot)
        assert "4 5" in screen_lines(pilot.app)[top]


async def test_a_click_on_a_mark_of_the_curve_selects_its_row(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until_shown(pilot, screen)
        mark = screen.curves.marks[-1]
        drawn = screen_lines(pilot.app)[screen.curves.region.y]
        await pilot.click(screen.curves, offset=(drawn.index(mark.label), 0))
        await until(lambda: screen.step_under_cursor() == mark.step, pilot)


async def test_of_two_seats_that_see_all_the_loss_of_one_is_the_gain_of_the_other(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(Playback(running("sahara")), [0])
    screen.analysis = Analysis([Point(4, 1, [0.5, 0.5]), Point(5, 0, [0.7, 0.3])])
    async with local_screen(screen) as pilot:
        await pilot.press("2")
        await until(lambda: screen.table.row_count, pilot)
        (row,) = cells(screen.table)
        assert row[2] == "+20%"
        assert "your chance to win rises by 20%" in static_text(screen, "details")


async def test_the_replay_says_what_was_better_than_the_move_that_follows(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count, pilot)
        verdict = screen.decisions()[0]
        view = screen.playback.view(screen.playback.at_ply(verdict.ply), 0)
        preferred = screen.playback.game.notation(verdict.preferred, view)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        replay = screen_of(pilot.app, ReplayScreen)
        await until(lambda: "Better" in static_text(replay, "played"), pilot)
        words = static_text(replay, "played")
        assert words.startswith("Played next") and "-20%" in words
        assert preferred in words
        assert all(notes[-1].plain.endswith(notes[2].plain.split("Better")[1].strip())
                   for notes in replay.notes.values()), "the better move alone, whole"  # fmt: skip
        await pilot.press("right")
        await until(lambda: "Played next" not in static_text(replay, "played"), pilot)


async def test_esc_leads_back_from_a_moment_to_the_analysis_and_to_the_replay_before_it(
    searches: Searches,
) -> None:
    back = await analysed(0)
    replay = ReplayScreen(back, [0], 3)
    async with local_screen(replay) as pilot:
        await pilot.press("a")
        await until(lambda: isinstance(pilot.app.screen, AnalysisScreen), pilot)
        screen = screen_of(pilot.app, AnalysisScreen)
        await until(lambda: screen.key in CACHE and screen.table.row_count, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        assert screen_of(pilot.app, ReplayScreen).step != 3
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is screen, pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is replay, pilot)
        assert replay.step == 3


@pytest.mark.parametrize("size", [(80, 24), (100, 36), (160, 50)])
async def test_the_labels_of_the_chance_to_win_are_evenly_apart(
    size: tuple[int, int], searches: Searches
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen, size) as pilot:
        await until_shown(pilot, screen)
        starts = [line[:8].strip() for line in widget_lines(screen.curves)]
        top, middle, foot = (starts.index(label) for label in ("100%", "50%", "0%"))
        assert middle - top == foot - middle > 0
        lines = [
            list(screen.curves.render_line(y).divide(range(LABEL, size[0]))) for y in range(foot)
        ]
        edges = [sum(one != other for one, other in pairwise(line)) for line in lines]
        assert edges.index(max(edges)) == middle, "the dots of 50 % are in the row of its label"


async def test_no_step_of_the_axis_stands_under_the_one_of_the_cursor(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count, pilot)
        curves = screen.curves
        axis = curves.region.bottom - 1
        for step in range(screen.playback.last):
            curves._cursor = step
            curves.redraw()
            await pilot.pause()
            words = screen_lines(pilot.app)[axis].split()
            assert f"▲{step}" in words, words


def test_the_time_left_is_named_once_enough_was_searched_to_know() -> None:
    assert progress_words(4, 100, 2.0, 0.04) == "4 of 100 decisions, estimating the time"
    assert progress_words(4, 100, 3.0, 0.04) == "4 of 100 decisions, about 80 s left"
    assert progress_words(0, 100, 3.0, 0.0) == "0 of 100 decisions, estimating the time"
    assert progress_words(0, 100, 3.0, 0.0, searches=2) == "0 of 100 decisions, about 4 min left"
    assert progress_words(16, 100, 1.5, 0.16) == "16 of 100 decisions, about 10 s left"
    assert progress_words(50, 100, 33.0, 0.5) == "50 of 100 decisions, about 40 s left"
    assert progress_words(8, 300, 9.0, 0.03).endswith("min left"), "a long match holds it not back"
    words = progress_words(50, 100, 33.0, 0.9)
    assert words.endswith("about 10 s left"), "what is left is done quickly"


async def test_the_time_left_is_named_while_a_decision_takes_long(
    searches: Searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "LEAST_SECONDS", 0.5)
    monkeypatch.setattr(analysis_search, "TICK", 0.05)
    searches.limit = 1
    screen = AnalysisScreen(Playback(ended("decktet")), [0])
    async with local_screen(screen) as pilot:
        words = screen.search.words
        await until(lambda: "of 136 decisions" in str(words.content), pilot)
        await until(lambda: " left" in str(words.content), pilot)
        assert len(searches.requests) == 2, "the second decision is still searched"


def test_a_loss_below_a_threshold_is_not_told_as_one_that_reaches_it() -> None:
    verdict = Verdict(1, 0, 1, 2, "", "", loss=0.046, chance=0.6)
    assert verdict.mark is MoveMark.INACCURACY and cost_text(verdict) == "-4%"
    assert shares(verdict.chance, verdict.loss) == ("55%", "59%")


def test_what_is_told_as_no_loss_in_a_number_is_told_as_none_in_words() -> None:
    verdict = Verdict(1, 0, 1, 2, "", "", loss=0.009, chance=0.6)
    assert cost_text(verdict) == "~0%"
    assert verdict_words(verdict) == "about as good as the best move."


async def test_a_mark_stands_behind_its_cost_also_in_rows_that_have_no_digit_left(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    analysis = CACHE[screen.key]
    analysis.verdicts[:] = [
        evolve(verdict, loss=0.03, played=verdict.preferred + 1)
        for verdict in analysis.verdicts[: MOST_NUMBERED + 2]
    ]
    screen.analysis = analysis
    async with local_screen(screen, (140, 45)) as pilot:
        await until(lambda: screen.table.row_count == MOST_NUMBERED + 2, pilot)
        rows = cells(screen.table)
        assert [row[0] for row in rows] == [*"123456789", "", ""]
        assert {row[2] for row in rows} == {"-3% ?!"}
        await pilot.press("3")
        await until(lambda: screen.kind == "order" and screen.table.row_count, pilot)
        assert {(row[0], row[2]) for row in cells(screen.table)} == {("?!", "-3%")}


async def test_every_page_of_the_analysis_tells_the_same_loss_of_a_move(
    searches: Searches,
) -> None:
    screen = await analysis_with_losses(0.128, 0.058, 0.037)
    async with local_screen(screen) as pilot:
        await until(lambda: screen.table.row_count == 3, pilot)
        told = {row[1]: row[2] for row in cells(screen.table)}
        assert list(told.values()) == ["-12% ??", "-5% ?", "-3% ?!"]
        await pilot.press("4")
        await until(lambda: screen.kind == "luck" and screen.table.row_count >= 3, pilot)
        decided = {row[1]: row[2] for row in cells(screen.table) if row[3] == "skill"}
        assert decided == told


async def test_moves_of_the_list_are_wrapped_and_not_cut() -> None:
    table = DecisionTable(await analysed(0))
    table.room = 60
    titles = ["", "Move", "Cost", "Played", "Better"]
    moves = "aa " * 12 + "z", "bb " * 12 + "y"
    rows: list[list[Any]] = [["", "1", "-2%", *moves]]
    table._shorten_moves(titles, rows, [moves])
    played, better = rows[0][-2:]
    assert played.count("\n") == better.count("\n") == 1
    assert played.endswith("z") and better.endswith("y"), "nothing is cut"


async def test_of_two_moves_without_room_in_one_line_is_told_where_they_part_in_two_at_most() -> (
    None
):
    table = DecisionTable(await analysed(0))
    table.room = 60
    titles = ["", "Move", "Cost", "Played", "Better"]
    alike = "heads east, " * 5
    rows: list[list[Any]] = [
        ["", "1", "-2%", alike + "puts salt", alike + "passes"],
        ["", "2", "-2%", "heads east, puts salt", "heads east, passes"],
    ]
    table._shorten_moves(titles, rows, [("… puts salt", "… passes")] * 2)
    assert rows[0][-2:] == ["… puts salt", "… passes"]
    assert rows[1][-2:] == ["heads east, puts salt", "heads east, passes"], "there is room"
    rows = [["", "3", "-2%", "long words " * 20, "passes"]]
    table._shorten_moves(titles, rows, [(rows[0][3], "passes")])
    assert rows[0][-2].count("\n") == 1 and rows[0][-2].endswith(("long …", "words …"))
    rows = [["", "3", "-2%", "long words " * 8, "passes"]]
    table._shorten_moves(titles, rows, [(rows[0][3], "passes")])
    assert rows[0][-2].split() == ["long", "words"] * 8, "a third line has its end"


async def test_a_single_long_better_move_does_not_cut_all_that_were_played() -> None:
    table = DecisionTable(await analysed(0))
    titles = ["", "Move", "Cost", "Played", "Better"]
    rows = [["", "1", "-2%", "p" * 34, "passes"] for _number in range(8)]
    rows.append(["", "1", "-2%", "p" * 34, "b" * 50])
    assert table._width_of_played(titles, rows, 70) == 34
    rows += [["", "1", "-2%", "p" * 34, "b" * 50]] * 12
    assert table._width_of_played(titles, rows, 70) == 34, "the list has the fewest rows"


async def test_the_chances_of_two_seats_that_see_all_add_up_also_after_a_mistake(
    searches: Searches,
) -> None:
    match = ended("sahara")
    playback = Playback(match)
    analysis = Analysis()
    await analyse(match.record, searches.search, 0, into=analysis)
    CACHE[cache_key(match, 0)] = analysis
    screen = AnalysisScreen(playback, [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.curves.has_falls, pilot)
        own, other = (dict(curve) for curve in screen.curves.chances)
        assert own.keys() == other.keys()
        assert all(own[step] + other[step] == pytest.approx(1) for step in own)


async def test_a_key_shows_the_whole_position_of_a_mistake_on_a_small_terminal(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count > 1, pilot)
        await pilot.press("space")
        await until(lambda: screen.board.size == (80, 20), pilot)
        rows = screen.table.row_count
        await until(lambda: f"1 of {rows}" in static_text(screen, "details"), pilot)
        assert all(
            word in static_text(screen, "details") for word in ("Played", "Better", "instead")
        )
        assert "marked on the board" in static_text(screen, "details")
        (board,) = screen.board.query(Board)
        better = screen.decisions()[0].preferred
        assert isinstance(board, DecktetBoard)
        await until(lambda: board.marked_action == better, pilot)
        await pilot.press("down")
        await until(lambda: f"2 of {rows}" in static_text(screen, "details"), pilot)
        await pilot.press("escape")
        await until(lambda: screen.table.has_focus and screen.curves.size.height, pilot)
        assert pilot.app.screen is screen and screen.table.cursor_row == 1


async def test_of_a_better_move_that_is_a_pass_nothing_is_said_to_be_marked(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count > 1, pilot)
        verdicts, mistake = screen.analysis.verdicts, screen.decisions()[0]
        verdicts[verdicts.index(mistake)] = evolve(mistake, preferred=PASS)
        screen.show()
        await pilot.press("space")
        await until(lambda: "Better" in static_text(screen, "details"), pilot)
        assert "marked on the board" not in static_text(screen, "details")


async def test_beside_the_board_there_is_no_key_for_it(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen, size=(160, 50)) as pilot:
        await until(lambda: screen.key in CACHE and screen.table.row_count, pilot)
        assert "space" not in screen.active_bindings
        await until(lambda: screen.board.size.height, pilot)


async def tried_again(pilot: Pilot[Any], screen: AnalysisScreen, row: int = 1) -> ProblemScreen:
    """Try the decision of a row of the list of every move again."""
    await until(lambda: screen.query(DataTable) and screen.table.row_count, pilot)
    await pilot.press("3", *["down"] * row)
    await until(lambda: screen.table.selected and screen.table.cursor_row == row, pilot)
    await pilot.press("t")
    await until(lambda: isinstance(pilot.app.screen, ProblemScreen), pilot)
    retry = pilot.app.screen
    assert isinstance(retry, ProblemScreen)
    await until(lambda: retry.is_mounted and retry.board.scene is not None, pilot)
    return retry


def said(screen: ProblemScreen, line: str = "asked") -> str:
    """A line below the board."""
    return str(screen.prompt.query_one(f"#{line}", Static).render())


async def test_another_try_asks_for_a_move_and_steps_through_what_follows_the_one_tried(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        retry = await tried_again(pilot, screen)
        verdict = screen.analysis.verdicts[1]
        assert [player.name for player in retry.exercise.players] == screen.match.names
        assert said(retry).startswith(("Find a better move", "Try another move"))
        assert said(retry, "feedback").startswith("You played")
        assert f"{verdict.chance:.0%} to win" in said(retry, "feedback") or verdict.loss
        retry.play(verdict.played)
        assert said(retry).startswith(("The same move as in the match", "The best move"))
        await until(lambda: retry.followup.playback.last > retry.followup.first + 1, pilot)
        await pilot.press("right")
        await until(lambda: retry.followup.step == retry.followup.first + 2, pilot)
        await pilot.press("r")
        assert retry.moment == "asking"
        await pilot.press("q")
        await until(lambda: pilot.app.screen is screen and screen.table.cursor_row == 1, pilot)
        assert not Store().listing().entries, "nothing is kept of what is only tried"


@pytest.mark.parametrize(
    ("loss", "words"),
    [
        (0.25, "Better than in the match: 45% to win instead of 40%, at best 70%."),
        (0.5, "Worse than in the match: 20% to win instead of 40%, at best 70%."),
        (0.3, "No better than in the match: 40% to win, at best 70%."),
        (0.0, "As good as the best move: 70% to win. In the match you had 40%."),
        (None, "This move could not be judged in time. r: try again."),
    ],
)
async def test_another_try_says_what_a_move_is_worth_beside_the_played_and_the_best_one(
    searches: Searches, monkeypatch: pytest.MonkeyPatch, loss: float | None, words: str
) -> None:
    async def found(*_: Any) -> float | None:
        return loss

    monkeypatch.setattr("caravan_tui.screens.problems.problem.loss_of", found)
    monkeypatch.setattr("caravan_tui.screens.problems.problem.REFUSAL_SECONDS", 3600.0)
    playback = await analysed(0)
    ply = next(p for p in playback.match.plies() if p.actor == 0 and len(p.before.legal()) > 3)
    best, third = [move for move in ply.before.legal() if move != ply.action][:2]
    verdict = Verdict(ply.ply, 0, ply.action, best, "passes", "plays", 0.3, 0.7)
    retry = ProblemScreen(AnotherTry(playback, [verdict], 0, lambda: None))
    async with local_screen(retry) as pilot:
        await until(lambda: retry.board.scene is not None, pilot)
        question = "Find a better move: yours had 40% to win, the best one has 70%."
        assert said(retry) == question
        assert said(retry, "feedback") == "You played: passes."
        await pilot.press("ctrl+y")
        await until(lambda: said(retry, "feedback").startswith("!"), pilot)
        assert said(retry) == question, "what is asked stays where a key does nothing"
        monkeypatch.setattr("caravan_tui.screens.problems.problem.REFUSAL_SECONDS", 0.01)
        await pilot.press("ctrl+y")
        await until(lambda: said(retry, "feedback") == "You played: passes.", pilot)
        retry.play(third)
        await until(lambda: said(retry).startswith(words), pilot)
        retry.action_again()
        retry.play(best)
        await until(lambda: said(retry).startswith("The best move that was found: 70%"), pilot)


async def test_another_try_with_the_move_of_a_match_that_cost_nothing_is_right(
    searches: Searches,
) -> None:
    playback = await analysed(0)
    ply = next(p for p in playback.match.plies() if p.actor == 0 and len(p.before.legal()) > 3)
    best = next(move for move in ply.before.legal() if move != ply.action)
    verdict = Verdict(ply.ply, 0, ply.action, best, "passes", "plays", 0.0, 0.8)
    retry = ProblemScreen(AnotherTry(playback, [verdict], 0, lambda: None))
    async with local_screen(retry) as pilot:
        await until(lambda: retry.board.scene is not None, pilot)
        retry.play(ply.action)
        words = "The move of the match, as good as the best one: 80% to win."
        await until(lambda: said(retry).startswith(words), pilot)
        assert retry.moment == "right"


async def test_another_try_in_mid_turn_says_what_was_done_in_it_before() -> None:
    match = played("caravanserai", 120)
    state, game = Playback(match), match.game
    step = next(
        step for step in range(state.last - 1, 0, -1)
        if not state.steps[step].opens and state.steps[step - 1].opens
        and len(state.steps[step].plies) == 1
    )  # fmt: skip
    ply, seat = state.steps[step].ply, state.steps[step].actor
    before = (match.record.log[ply - 1],)
    verdict = Verdict(ply, seat, match.record.log[ply], -1, "", "", 0.3, 0.7, before=before)
    retry = AnotherTry(state, [verdict], 0, lambda: None)
    done = game.describe(before[0], state.view(step - 1, seat), match.names)
    played_then = game.describe(verdict.played, state.view(step, seat), match.names)
    assert retry.asked_below() == [
        f"This turn so far: {done}. Then you played: {played_then}.",
        f"This turn so far: {done}.",
    ]
    opening = evolve(verdict, ply=ply - 1, played=before[0], played_words="all", before=())
    whole = AnotherTry(state, [opening], 0, lambda: None)
    assert whole.asked_below()[0] == "You played: all."
    assert whole.move == retry.move, "of a turn it is the number of its first move, as in the list"


def test_another_try_shows_the_turn_that_was_played_to_its_end_and_no_further() -> None:
    match = ended("sahara")
    plies = list(match.plies())
    lift = next(
        ply for ply in plies if LIFT <= ply.action <= LIFT_SUPPLY and len(ply.before.legal()) > 2
    )
    turn = list(takewhile(lambda ply: ply.actor == lift.actor, plies[plies.index(lift) :]))
    better, third = [move for move in lift.before.legal() if move != lift.action][:2]
    verdict = Verdict(lift.ply, lift.actor, lift.action, better, "", "", 0.3, 0.7, line=(better,))
    retry = AnotherTry(Playback(match), [verdict], 0, lambda: None)
    assert retry.known_line(lift.action) == [ply.action for ply in turn]
    assert len(turn) > 1 and plies[plies.index(turn[-1]) + 1].actor != lift.actor
    assert retry.known_line(better) == [better] and retry.known_line(third) == [third]


async def test_a_comparison_without_an_answer_judges_nothing() -> None:
    match = ended("decktet")
    earlier = Match.from_record(evolve(match.record, log=match.record.log[:20]))

    async def silent(_request: SearchRequest) -> SearchResult:
        raise TimeoutError

    legal = earlier.legal(earlier.to_act)
    assert await loss_of(silent, earlier, legal[0], legal[-1]) is None


async def test_playing_on_from_another_try_leads_back_to_analysis_and_result(
    searches: Searches,
) -> None:
    playback = await analysed(0)
    save(playback.match)
    screen = AnalysisScreen(playback, [0])
    async with local_app() as pilot:
        pilot.app.push_screen(screen)
        retry = await tried_again(pilot, screen)
        retry.play(screen.analysis.verdicts[1].played)
        version = retry.position.version
        await pilot.press("t")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await until(lambda: table.position is not None, pilot)
        assert table.connection.match != playback.match.record.id
        assert table.position is not None and table.position.version >= version
        await pilot.press("q")
        await until(lambda: isinstance(pilot.app.screen, AnalysisScreen), pilot)
        again = pilot.app.screen
        assert isinstance(again, AnalysisScreen)
        await until(lambda: again.query(DataTable) and again.table.cursor_row == 1, pilot)
        assert again.kind == "order" and not again.is_searching
        await pilot.press("escape")
        await until(lambda: isinstance(pilot.app.screen, ResultScreen), pilot)
        titles = [entry.header.meta.title for entry in Store().listing().entries if entry.header]
        assert any(title.startswith("Another try at move ") for title in titles)
        await app_of(pilot.app).host.stop()


async def test_a_move_of_another_player_cannot_be_tried_again(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0, 1), [0])
    async with local_screen(screen) as pilot:
        await until(lambda: screen.table.row_count, pilot)
        await pilot.press("p", "3")
        await until(lambda: screen.seat == 1 and screen.table.row_count, pilot)
        assert not screen.offers("retry")
        before = screen.details.outer_size
        await pilot.press("t")
        await until(lambda: "a move of yours" in static_text(screen, "details"), pilot)
        assert screen.is_current and not screen.has_explained, "no notice covers the title"
        assert screen.details.outer_size == before, "nothing moves"
        await pilot.press("down")
        await until(lambda: static_text(screen, "details").startswith("Move"), pilot)


async def test_below_the_list_two_turns_that_begin_alike_are_told_from_where_they_part(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen) as pilot:
        await until_shown(pilot, screen)
        await pilot.press("1")
        await until(lambda: screen.kind == "worst" and screen.decisions(), pilot)
        worst, start = screen.decisions()[0], "sells a Right of Passage, " * 8
        verdicts = screen.analysis.verdicts
        long = evolve(worst, played_words=start + "buys salt", preferred_words=start + "passes")
        verdicts[verdicts.index(worst)] = long
        screen.show()
        await until(lambda: "Better  … passes" in static_text(screen, "details"), pilot)
        assert static_text(screen, "details").count("Right of Passage") == 8, "played: whole"
        row = cells(screen.table)[0]
        assert (row[-2], row[-1]) == ("… buys salt", "… passes")
        await pilot.press("space")
        await until(lambda: "Played  … buys salt" in static_text(screen, "details"), pilot)


async def test_the_last_line_of_a_list_says_that_its_row_goes_on_below(searches: Searches) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    async with local_screen(screen, (80, 25)) as pilot:
        await until_shown(pilot, screen)
        verdicts = screen.analysis.verdicts
        verdicts[:] = [
            evolve(verdict, played_words="sells salt and then some " * 2) for verdict in verdicts
        ]
        await pilot.press("3")
        await until(lambda: screen.kind == "order" and screen.table.row_count > 3, pilot)
        table = screen.table
        height = table.ordered_rows[0].height
        await until(lambda: table.size.height > height + 1, pilot)
        rows = table.size.height - 1  # below the titles
        assert height > 1 and rows % height, "a row goes on below the list"
        for top in range(height):
            table.scroll_to(y=top, animate=False)
            await until(lambda top=top: table.scroll_offset.y == top, pilot)
            last = widget_lines(table)[-1].rstrip()
            assert ("…" in last) == bool((rows + top) % height), last


def test_the_end_is_a_turning_point_by_what_the_result_was_more_than_expected() -> None:
    playback = Playback(ended("decktet"))
    match = playback.match
    (winner,) = [seat for seat, rank in enumerate(match.ranks or []) if rank == 1]
    values = [0.17, 0.17]
    values[winner] = 0.83
    analysis = Analysis(points=[Point(match.version, OVER, values)])
    for seat, change in ((winner, 0.17), (1 - winner, -0.17)):
        (end,) = turning_points(analysis, seat, playback)
        assert isinstance(end, EndSwing) and end.change == pytest.approx(change)
        assert step_after(playback, end) == playback.last
        *_before, said = export_comments(playback, analysis, seat)[match.version - 1]
        rises = "rises" if change > 0 else "falls"
        assert said.seat == seat and said.words.startswith(
            f"The end: {match.names[seat]}'s chance to win {rises} by 17%. Until then"
        ), "an exported text tells it, too"
        assert said.words in transcript(playback, seat, {match.version - 1: [said]})
        assert said.words not in transcript(playback, 1 - seat, {match.version - 1: [said]})
    outcome = Outcome(match.names, match.scores, match.ranks or [], [])
    assert lines_of_swing(playback, end, playback.last, 0) == [outcome.headline()]
    assert why_swung(playback, analysis, end, playback.last).endswith("now only who has won.")
    analysis.points.clear()
    assert not turning_points(analysis, winner, playback), "before its end was searched"


def test_turning_points_of_one_turn_are_one() -> None:
    playback = Playback(ended("dice_village"))
    turn = next(
        turn
        for step in playback.steps
        for ply in step.plies
        if len(turn := turn_of(playback, ply.ply)) > 1 and ply.actor == 0
    )
    swings = [Swing(turn[0].ply, 0, 0.06), Swing(turn[-1].ply, 0, 0.02)]
    (whole,) = turning_points(Analysis(swings=swings), None, playback)
    assert (whole.ply, whole.seat) == (turn[0].ply, 0) and whole.change == pytest.approx(0.08)
    others = Swing(turn[-1].ply, 1, -0.2)
    (whole,) = turning_points(Analysis(swings=[*swings, others]), None, playback)
    assert whole == others, "of two seats whose chances one turn changed, the larger change"


def test_what_may_have_cost_little_is_told_as_a_loss_nowhere() -> None:
    verdict = Verdict(1, 0, 1, 2, "", "", loss=0.0, chance=0.6, gap=0.029)
    assert cost_text(verdict) == "~2%"
    assert verdict_words(verdict) == "close, perhaps 2% worse than the best move."


async def test_a_key_for_another_try_is_named_only_at_moves_of_the_user(
    searches: Searches,
) -> None:
    screen = AnalysisScreen(await analysed(0), [0])
    screen.kind = "turns"
    async with local_screen(screen) as pilot:
        await until(lambda: screen.table.row_count, pilot)
        for row in range(screen.table.row_count):
            screen.table.move_cursor(row=row)
            await until(lambda row=row: screen.table.cursor_row == row, pilot)
            verdict = verdict_of(screen.analysis, known(screen.table.selected))
            assert screen.offers("retry") == (verdict is not None and verdict.seat == 0)
