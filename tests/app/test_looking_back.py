"""The daily desert, the analysis, and the ways to them from home, table and result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, DataTable, OptionList

from caravan_tui.cli.preview import PreviewHost
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.registry import game_name
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.local import LocalHost
from caravan_tui.presentation.daily import day_columns, last_days, month_strip, weekday
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.daily.card import DailyCard, all_matches, longest_row, records
from caravan_tui.screens.daily.screen import DailyScreen
from caravan_tui.screens.daily.week import WeekCaravan, streak_words, title_column
from caravan_tui.screens.game_pictures import Emblem
from caravan_tui.screens.home import recent
from caravan_tui.screens.home.cutout import BoardCutout
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.board import Board
from caravan_tui.widgets.drawing import letters
from caravan_tui.widgets.drawing.sand import DUSK, Panorama
from caravan_tui.widgets.question import Question
from saves import daily
from tests.support.known import known
from tests.support.matches import ended, keep_results, result, save
from tests.support.screen_app import ScreenApp, WidgetApp
from tests.support.screen_text import cells, screen_lines, screen_text, static_text
from tests.support.screens import app_of, screen_of, tables_of
from tests.support.until import until
from tests.support.views import as_view
from tests.support.whole_app import local_app, local_screen

pytestmark = pytest.mark.usefixtures("no_workers")

# The daily desert


async def test_the_daily_match_is_saved_as_such_and_gone_on_with() -> None:
    screen = DailyScreen()
    async with local_screen(screen) as pilot:
        app = pilot.app
        await until(lambda: screen.query(DataTable), pilot)
        table = screen.query_one(DataTable)
        await until(lambda: table.row_count == len(registry.ids()), pilot)
        assert all(row[1].endswith("not played yet") for row in cells(table))
        await until(lambda: "Enter starts your first try" in static_text(screen, "facts"))
        game = screen.game_id
        today = daily.match_of_day(game, daily.today())
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Question), pilot)
        for key in ("q", "escape"):
            await until(lambda: isinstance(app.focused, Button), pilot)
            await pilot.press(key)
            await until(lambda: app.screen is screen, pilot)
            assert not tables_of(app).ids(), "the question is closed, and nothing begins"
            await pilot.press("enter")
            await until(lambda: isinstance(app.screen, Question), pilot)
        assert "one try that counts" in screen_of(app, Question).text
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        await until(lambda: "daily" in screen_lines(app.screen)[0], pilot)
        match = tables_of(app).match(screen_of(app, TableScreen).connection.match)
        assert match.record.seed == today.seed and not match.record.assisted
        assert screen_of(app, TableScreen).connection.own_seats == [today.seat]
        assert app_of(app).host.store.meta(match.record.id).daily == today.key
        await tables_of(app).saved(match.record.id)
        screen_of(app, TableScreen).action_leave()
        await until(lambda: app.screen is screen, pilot)
        await until(lambda: cells(table)[0][1].endswith("in progress"), pilot)
        await until(lambda: "Enter resumes your try" in static_text(screen, "facts"), pilot)
        await until(
            lambda: "Continue" in {str(key.description) for key in screen.query(FooterKey)}, pilot
        )
        entries = app_of(app).host.store.listing().entries
        assert recent.badges(entries, [])["daily"] == "1 in progress"
        assert "…" in cells(table)[0][1], "the mark of today"
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        assert screen_of(app, TableScreen).connection.match == match.record.id


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_daily_list_and_its_card_cut_no_word(size: tuple[int, int]) -> None:
    screen = DailyScreen()
    async with local_screen(screen, size) as pilot:
        await until(lambda: screen.query(DataTable) and cells(screen.query_one(DataTable)), pilot)
        table = screen.query_one(DataTable)
        await until(lambda: "Enter starts your first try" in screen_text(screen), pilot)
        assert table.virtual_size.width <= table.size.width
        text = screen_text(screen)
        for words in (
            "Caravans of Ahldarahd · auctions",
            "not played yet",
            "○ not won",
            "learn the game first (10 min)",
            "You have not played this one yet.",
        ):
            assert words in text, words


async def test_a_large_terminal_has_a_sign_for_each_game_a_whole_board_and_what_to_do() -> None:
    screen = DailyScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        await until(lambda: screen.query(DataTable) and cells(screen.query_one(DataTable)), pilot)
        table = screen.query_one(DataTable)
        await until(lambda: screen.has_class("-signs") and cells(table)[0][0], pilot)
        rows = cells(table)
        assert len({row[0] for row in rows}) == len(registry.ids())
        assert all(row[1].splitlines()[1] == "not played yet" for row in rows)
        assert table.virtual_size.width <= table.size.width
        await until(lambda: "Enter starts your first try" in static_text(screen, "facts"))
        await until(lambda: any(board.display for board in screen.query(Board)), pilot)
        assert screen.query_one(BoardCutout).size.width == 80
        await pilot.resize_terminal(120, 36)
        await until(lambda: screen.query_one(Emblem).display, pilot)
        assert not screen.query_one("#board").display, "a part of a board would be cut off"


async def test_a_game_without_a_daily_match_has_the_best_score_of_the_others() -> None:
    keep_results(result(1, registry.ids()[0]))
    screen = DailyScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: "Best in other matches  11" in static_text(screen, "facts"), pilot)
        assert screen.query_one("#facts").region.bottom <= screen.query_one(DailyCard).region.bottom


async def test_the_first_try_counts_and_the_next_is_assisted() -> None:
    day = daily.today()
    game = registry.ids()[0]
    keep_results(
        result(1, game, daily=day.isoformat()),
        result(2, game, won=False, daily=day.isoformat(), assisted=True),
        result(3, game, won=False, daily=(day - timedelta(days=1)).isoformat()),
        result(4, registry.ids()[1], daily=(day - timedelta(days=2)).isoformat()),
    )
    screen = DailyScreen()
    async with local_screen(screen) as pilot:
        app = pilot.app
        await until(lambda: screen.query(DataTable), pilot)
        await until(lambda: "won, 11" in str(cells(screen.query_one(DataTable))), pilot)
        assert screen.query_one(WeekCaravan).words == "3 days in a row"
        await until(lambda: "Days in a row  2" in static_text(screen, "facts"), pilot)
        card = static_text(screen, "facts")
        assert "again: lost, 4 (assisted)" in card and "Days won       1 of 2" in card
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        assert tables_of(app).match(screen_of(app, TableScreen).connection.match).record.assisted


async def test_what_is_shared_of_a_day_tells_results_and_nothing_of_the_deal() -> None:
    day, (first, second, *_others) = daily.today(), registry.ids()
    keep_results(
        result(1, first, daily=day.isoformat()),
        result(2, first, won=False, daily=day.isoformat(), assisted=True),
        result(3, first, won=False, daily=(day - timedelta(days=1)).isoformat()),
        result(4, second, daily=(day - timedelta(days=2)).isoformat()),
    )
    screen = DailyScreen()
    async with local_screen(screen) as pilot:
        app = pilot.app
        await until(lambda: any(k.description == "Share" for k in screen.query(FooterKey)), pilot)
        await pilot.press("s")
        await until(lambda: isinstance(app.screen, Question), pilot)
        shared = [
            f"Daily desert, {day.isoformat()} (caravan_tui)",
            f"·····○● {game_name(first)}: won, 11 : 5",
        ]
        assert app.clipboard.splitlines() == shared
        assert all(line in screen_of(app, Question).text for line in shared)


async def test_before_any_result_of_the_day_there_is_nothing_to_share() -> None:
    screen = DailyScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.query(DataTable) and cells(screen.query_one(DataTable)), pilot)
        assert not any(key.description == "Share" for key in screen.query(FooterKey))
        notices: list[str] = []
        screen.explain = lambda message, **_more: notices.append(message)  # type: ignore[method-assign]
        await pilot.press("s")
        await until(lambda: notices, pilot)
        assert "Finish one of today's matches" in notices[0] and not pilot.app.clipboard


async def test_a_wide_week_says_what_each_mark_means_and_names_the_days_of_the_week() -> None:
    keep_results(result(1, daily=(daily.today() - timedelta(days=1)).isoformat()))
    screen = DailyScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        names = [weekday(daily.today() - timedelta(days=back)) for back in range(1, 7)]
        assert len(set(names)) == 6

        def is_week_named() -> bool:
            lines = screen_text(screen).splitlines()
            return any(all(f"{name} " in line for name in names) for line in lines)

        await until(is_week_named, pilot)
        assert "○ not won, · not played" in screen_text(screen)
    assert weekday(date(2026, 11, 23)) == "Mon"


def test_the_week_has_the_first_tries_of_each_day() -> None:
    today = date(2026, 11, 22)
    results = [
        result(1, daily="2026-11-22"),
        result(2, won=False, daily="2026-11-22", assisted=True),
        result(3, "decktet", won=False, daily="2026-11-22"),
        result(4, won=False, daily="2026-11-20"),
        result(5, daily="2026-11-01"),
    ]
    days = last_days(results, today)
    assert [day.day.day for day in days] == list(range(16, 23))
    outcomes = {day.day.day: sorted(day.outcomes) for day in days if day.outcomes}
    assert outcomes == {20: [False], 22: [False, True]}
    assert streak_words(0) == "Play one today" and streak_words(1) == "1 day in a row"


async def test_the_deal_of_the_day_is_not_seen_before_its_try_begins() -> None:
    screen = DailyScreen("decktet")
    async with local_screen(screen, size=(160, 50)) as pilot:
        await until(lambda: screen.query(BoardCutout), pilot)
        board = screen.query_one(BoardCutout)
        await until(lambda: board.query(Board) and board.query_one(Board).scene, pilot)
        assert static_text(screen, "caption").startswith("An example")
        hand = as_view(DecktetView, known(board.query_one(Board).scene).view)["hand"]
        today = daily.match_of_day("decktet", daily.today())
        match = Match.new("decktet", today.options, today.players("Ann"), today.seed)
        views = [as_view(DecktetView, match.view(seat)) for seat in (0, 1)]
        assert hand not in [view["hand"] for view in views]


async def test_home_leads_to_daily_and_statistics() -> None:
    async with local_app() as pilot:
        menu = pilot.app.screen.query_one("#menu", OptionList)
        await until(lambda: any(o.id == "daily" for o in menu.options), pilot)
        for place, kind in (("daily", DailyScreen), ("statistics", StatisticsScreen)):
            menu.highlighted = next(n for n, o in enumerate(menu.options) if o.id == place)
            await pilot.press("enter")
            await until(lambda kind=kind: isinstance(pilot.app.screen, kind), pilot)
            await pilot.press("escape")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("columns", [76, 116, 196])
def test_the_month_is_a_strip_that_ends_with_today(columns: int, ascii_only: bool) -> None:
    today = date(2026, 11, 22)
    results = [
        result(1, daily="2026-11-22"),
        result(2, won=False, daily="2026-11-21"),
        result(3, daily="2026-10-31"),
    ]
    won, played, out = ("W", "x", ".") if ascii_only else ("●", "○", "·")
    rows = month_strip(results, today, columns, ascii_only).plain.splitlines()
    assert max(map(len, rows)) <= columns
    mine = next(row for row in rows if row.startswith("Caravan · camels"))
    days = mine.removeprefix("Caravan · camels").replace(" ", "")
    assert days == out * 20 + played + won
    tenth = rows[0].rindex("10") + 1
    assert rows[0].rindex("20") + 1 - tenth == 10 * day_columns(columns)


def test_the_month_marks_a_match_of_today_that_is_in_progress() -> None:
    today = date(2026, 11, 22)
    strip = month_strip([], today, 116, ascii_only=False, begun=["dice_village"])
    rows = strip.plain.splitlines()
    begun = next(row for row in rows if row.startswith("Dice Village"))
    assert begun.split()[-1] == "…"
    assert sum("…" in row for row in rows) == 1


def test_the_month_marks_today_in_every_row_without_a_stripe() -> None:
    today = date(2026, 11, 22)
    strip = month_strip([result(2, daily="2026-11-21")], today, 116, ascii_only=True)
    assert not any("reverse" in str(span.style) for span in strip.spans)
    other = next(row for row in strip.plain.splitlines() if row.startswith("Dice Village"))
    assert other.removeprefix("Dice Village · dice").split() == ["."]


async def test_the_footer_of_the_day_names_replay_only_after_a_match() -> None:
    screen = DailyScreen()
    async with ScreenApp(screen, PreviewHost()).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.table.row_count, pilot)
        titles = {str(key.description) for key in screen.query(FooterKey)}
        assert "Play" in titles and "Replay" not in titles


@pytest.mark.parametrize("columns", [80, 100, 160])
async def test_the_title_of_the_day_stands_beside_the_moon(columns: int) -> None:
    week = WeekCaravan()
    async with WidgetApp(week).run_test(size=(columns, 24)) as pilot:
        await until(lambda: week._canvas, pilot)
        assert week._canvas is not None
        moon = Panorama(week._canvas, 0, 7, DUSK).clear_columns
        assert title_column(week._canvas, moon) + letters.width("Daily desert") < moon


def test_a_month_without_a_match_has_its_days_and_marks_today() -> None:
    today = date(2026, 11, 22)
    strip = month_strip([], today, 156, ascii_only=False)
    head, *games = strip.plain.splitlines()
    assert head.startswith("2026-11") and head.endswith("30")
    (stripe,) = [span for span in strip.spans if "reverse" in str(span.style)]
    assert head[stripe.start : stripe.end] == "22"
    assert [row.count("·") - ("Caravan ·" in row or " · " in row[:34]) for row in games] == [22] * 5


async def test_a_day_that_was_not_played_is_explained_in_a_small_terminal_too() -> None:
    screen = DailyScreen()
    async with local_screen(screen, (80, 24)) as pilot:
        await until(lambda: "● won, ○ not won, · not played" in screen_text(screen), pilot)


async def test_the_card_of_a_day_has_all_matches_of_the_game() -> None:
    screen = DailyScreen()
    async with local_screen(screen, (160, 50)) as pilot:
        await until(lambda: screen.table.row_count, pilot)
        assert not all_matches(screen.standing("sahara"))
        screen.results = [result(1), result(2, won=False)]
        screen.show_card()
        lines = all_matches(screen.standing(screen.results[0].game)).plain.splitlines()
        assert lines[1] == "All your matches in this game"
        assert lines[2].split() == ["Won", "1", "of", "2"]


async def test_the_best_of_other_matches_leaves_out_an_assisted_one() -> None:
    screen = DailyScreen()
    async with local_screen(screen) as pilot:
        await until(lambda: screen.table.row_count, pilot)
        screen.results = [result(1), result(5, assisted=True)]
        words = records(screen.standing("sahara"), names_best=True).plain
        assert "Best in other matches" in words and "11" in words and "15" not in words
        screen.results = screen.results[1:]
        assert "Best" not in records(screen.standing("sahara"), names_best=True).plain


def test_the_longest_streak_is_that_of_days_in_a_row() -> None:
    day = date(2026, 11, 1)
    days = [day + timedelta(days=number) for number in (0, 1, 2, 5, 6)]
    assert longest_row(days) == 3 and longest_row([]) == 0


# From the table and the result


@asynccontextmanager
async def table_of(match: Match) -> AsyncIterator[Pilot[Any]]:
    save(match)
    host = LocalHost()
    link = await host.open(match.record.id)
    async with local_screen(TableScreen(known(link)), host=host) as pilot:
        await until(lambda: isinstance(pilot.app.screen, TableScreen | ResultScreen), pilot)
        yield pilot


async def test_the_result_leads_to_replay_and_analysis_and_back_and_to_the_same_deal() -> None:
    match = ended("sahara")
    async with table_of(match) as pilot:
        app = pilot.app
        for answer, kind in (("replay", ReplayScreen), ("analysis", AnalysisScreen)):
            await until(lambda: isinstance(app.screen, ResultScreen), pilot)
            await until(lambda: screen_of(app, ResultScreen).takes_answers, pilot)
            app.screen.query_one(f"#answer-{answer}", Button).press()
            await until(lambda kind=kind: isinstance(app.screen, kind), pilot)
            await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: screen_of(app, ResultScreen).takes_answers, pilot)
        app.screen.query_one("#answer-again", Button).press()
        await until(
            lambda: (
                isinstance(app.screen, TableScreen)
                and app.screen.connection.match != match.record.id
            ),
            pilot,
        )
        new = tables_of(app).match(screen_of(app, TableScreen).connection.match)
        assert new.record.seed == match.record.seed
        assert new.record.assisted, "its deal is known"


async def test_a_result_that_comes_while_a_window_covers_the_table_follows_it() -> None:
    match = ended("sahara")
    save(match)
    host = LocalHost()
    table = TableScreen(known(await host.open(match.record.id)))
    async with local_screen(Screen(), host=host) as pilot:
        app = app_of(pilot.app)
        app.host_ready.clear()
        await app.push_screen(table)
        await until(lambda: table.position is not None, pilot)
        await app.push_screen(Question("Meanwhile", "A window.", [("ok", "Close")]))
        app.host_ready.set()
        await until(lambda: all(work.name != "_show_result" for work in table.workers), pilot)
        assert isinstance(app.screen, Question), "it waits"
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)


@pytest.mark.parametrize(("key", "kind"), [("v", ReplayScreen), ("a", AnalysisScreen)])
async def test_the_table_of_a_finished_match_leads_where_its_result_does(
    key: str, kind: type[Screen[Any]]
) -> None:
    async with table_of(ended("sahara")) as pilot:
        app = pilot.app
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: screen_of(app, ResultScreen).takes_answers, pilot)
        screen_of(app, ResultScreen).action_answer("look")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, kind), pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)


async def test_the_table_says_that_a_match_is_read_back_until_its_analysis_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_open = asyncio.Event()

    async def look(_screen: object, _match: str) -> None:
        await may_open.wait()

    monkeypatch.setattr("caravan_tui.screens.table.endings.look_into", look)
    async with table_of(ended("sahara")) as pilot:
        app = pilot.app
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: screen_of(app, ResultScreen).takes_answers, pilot)
        app.screen.query_one("#answer-analysis", Button).press()
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        words = "Reading the match back"
        await until(lambda: words in screen_text(app), pilot)
        may_open.set()
        await until(lambda: words not in screen_text(app), pilot)


async def test_play_again_has_a_new_deal_and_counts() -> None:
    match = ended("decktet")
    async with table_of(match) as pilot:
        app = pilot.app
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: screen_of(app, ResultScreen).takes_answers, pilot)
        app.screen.query_one("#answer-fresh", Button).press()
        await until(
            lambda: (
                isinstance(app.screen, TableScreen)
                and app.screen.connection.match != match.record.id
            ),
            pilot,
        )
        new = tables_of(app).match(screen_of(app, TableScreen).connection.match)
        assert new.record.seed != match.record.seed and not new.record.assisted
        assert new.record.seats == match.record.seats


async def test_a_running_match_is_restarted_after_a_question_and_stays_saved() -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bea")], 3)
    match.act(match.to_act, match.legal(match.to_act)[0])
    async with table_of(match) as pilot:
        app = pilot.app
        await until(lambda: screen_of(app, TableScreen).position is not None, pilot)
        await pilot.press("f9")
        await until(lambda: isinstance(app.screen, Question), pilot)
        await until(lambda: app.screen.query("#answer-yes"), pilot)
        app.screen.query_one("#answer-yes", Button).press()
        await until(
            lambda: (
                isinstance(app.screen, TableScreen)
                and app.screen.connection.match != match.record.id
            ),
            pilot,
        )
        new = tables_of(app).match(screen_of(app, TableScreen).connection.match)
        assert new.record.seed == match.record.seed and new.version < match.version
        await tables_of(app).saved(new.record.id)
        saved = [entry.id for entry in app_of(app).host.store.listing().entries]
        assert saved == [match.record.id], "the new one is saved from its first move on"


@pytest.mark.parametrize("makes", ["rematch", "restart"])
async def test_a_rematch_in_which_no_person_has_moved_leaves_nothing_behind(makes: str) -> None:
    before = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bea")], 3)
    save(before)
    host = LocalHost()

    async def follow() -> str:
        link = await host.open(before.record.id)
        assert link is not None
        following: TableConnection = await getattr(link, makes)()
        await host.tables.saved(following.match)
        return following.match

    def saved() -> set[str]:
        return {entry.id for entry in host.store.listing().entries}

    left = await follow()
    await host.leave(left)
    assert saved() == {before.record.id}

    played = await follow()
    match = host.tables.match(played)
    await host.tables.table(played, match.to_act).act(match.version, match.legal(match.to_act)[0])
    await host.stop()
    assert saved() == {before.record.id, played}


async def test_f7_looks_back_at_the_running_match_and_returns_to_it() -> None:
    match = Match.new("decktet", {}, [Seat("person", "Ann"), Seat("trader", "Bea")], 3)
    async with table_of(match) as pilot:
        table = screen_of(pilot.app, TableScreen)
        await until(lambda: table.position is not None, pilot)
        await pilot.press("f7")
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen), pilot)
        assert screen_of(pilot.app, ReplayScreen).eyes_allowed == [0, None]
        await pilot.press("q")
        assert pilot.app.screen is table
