"""What a screen shows has its place at every size, also after the terminal has changed it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual.widgets import Button, DataTable

from ai.analysis import Analysis, Point
from caravan_tui import i18n as words
from caravan_tui.app import CaravanApp
from caravan_tui.bus.messages import Position
from caravan_tui.cli.preview import PreviewHost, preview_app, random_match
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.games.ahldarahd import messages
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.decktet.render.cards import SUIT_GLYPHS
from caravan_tui.presentation.finished_match import FinishedMatch, OwnTable
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.home.cutout import BoardCutout
from caravan_tui.screens.home.screen import COMMANDS as HOME
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.saved.board_picture import BoardPicture
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table.cover import Cover
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.themes.builtin import HIGH_CONTRAST
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.log import Line, MatchLog
from caravan_tui.widgets.marks import SEAT_GLYPHS
from saves.store import Store
from tests.app.looking_back_help import home, keep, result
from tests.app.vision import contrast
from tests.support.known import known
from tests.support.screen_app import BoardApp, ScreenApp, WidgetApp
from tests.support.screen_text import screen_lines, screen_text
from tests.support.screens import app_of
from tests.support.until import until
from tests.support.views import as_view

LEVELS = "Porter, Trader, Merchant, Caravan master"


def app() -> CaravanApp:
    return CaravanApp(PreviewHost, "unicode")


async def test_statistics_have_all_columns_and_names_after_the_terminal_has_shrunk(
    no_workers: None,
) -> None:
    keep(result(1), result(2, kinds=("person", "master", "merchant", "person", "porter", "trader")))
    async with home((140, 45)) as pilot:
        screen = StatisticsScreen()
        pilot.app.push_screen(screen)
        await until(lambda: screen.is_attached and screen.results, pilot)
        await pilot.press("0")
        await pilot.resize_terminal(80, 24)
        table = screen.query_one("#counts", DataTable)
        await until(lambda: table.virtual_size.width <= 80, pilot)
        text = screen_text(screen)
        for title in ("Matches", "Won", "Rank", "Best", "Worst", "Mean", "Streak", "Time"):
            assert title in text
        for name in ("Caravan master", "Merchant", "people", "Porter", "Trader"):
            assert name in text


def log_lines(log: MatchLog) -> list[str]:
    """The lines of the log as they are wrapped."""
    return [row.strip() for row in log.rows()]


async def test_the_log_is_wrapped_again_at_another_width() -> None:
    sentence = "Ann carries salt from the well in the north to the market in the south, and rests"
    log = MatchLog()
    async with WidgetApp(log).run_test(size=(60, 10)) as pilot:
        log.show([Line(None, "", (sentence,))])
        await until(lambda: len(log_lines(log)) == 2, pilot)
        assert max(map(len, log_lines(log))) > 40
        await pilot.resize_terminal(40, 10)
        await until(lambda: len(log_lines(log)) == 3, pilot)
        assert max(map(len, log_lines(log))) <= log.scrollable_content_region.width
        assert " ".join(log_lines(log)) == sentence


async def test_lines_that_come_while_the_log_is_hidden_are_not_wrapped_narrowly() -> None:
    lines = [Line(None, "", (f"Salt goes from a{number} to b{number}",)) for number in (1, 2)]
    log = MatchLog()
    log.display = False
    async with WidgetApp(log).run_test(size=(80, 24)) as pilot:
        for number in (0, 1, 2):
            log.display = not log.display
            await pilot.pause()
            log.show(lines[:number])
            await pilot.pause()
        assert log.display
        await until(lambda: log_lines(log) == [line.words for line in lines], pilot)


async def test_the_keys_need_no_scroll_bar_where_there_is_room() -> None:
    screen = KeysScreen([("Home", HOME), ("More", HOME)], {})
    async with ScreenApp(screen).run_test(size=(140, 45)) as pilot:
        await until(lambda: "A click on a board" in screen_text(screen), pilot)
        assert not screen.query_one("#window").show_vertical_scrollbar
        assert " more" not in str(screen.query_one("#window").border_subtitle)


async def test_the_keys_say_whether_there_are_more_above_or_below_those_that_are_seen() -> None:
    screen = KeysScreen([("Home", HOME), ("More", HOME)], {})
    async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
        frame = screen.query_one("#window")
        await until(lambda: frame.border_subtitle == "▼ more · Esc closes", pilot)
        await pilot.press("down")
        await until(lambda: frame.border_subtitle == "▲▼ more · Esc closes", pilot)
        await pilot.press("end")
        await until(lambda: frame.border_subtitle == "▲ more · Esc closes", pilot)
        await until(lambda: "A click on a board" in screen_text(screen), pilot)


def ended(language: str, names: Sequence[str], scores: Sequence[float]) -> ResultScreen:
    """The result of Ahldarahd at its full table, the widest there is."""
    words.choose(language)
    match = Match.new("ahldarahd", {}, [Seat("person", name) for name in names], 3)
    view = as_view(AhldarahdView, match.view(0))
    view["scores"] = list(scores)
    ranks = [1 + sum(other > own for other in scores) for own in scores]
    ranks[1] += 1  # a tie-break put the first seat before the second
    position = Position("m", 0, 1, view, [], ranks=ranks, over=True)
    own_table = OwnTable(*known(messages.result(view, names)))
    return ResultScreen(FinishedMatch(position, names, [0], own_table=own_table))


async def test_a_result_names_five_seats_with_marks_and_ties_and_has_whole_buttons() -> None:
    names = ("Ann", "Caravan master", "Merchant", "Porter", "Bea")
    async with app().run_test(size=(80, 24)) as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        for language in ("en", "fr"):
            screen = ended(language, names, (9, 9, 4, 3, 2))
            await pilot.app.push_screen(screen)
            tie = words._("Equal scores: the tie-break of the rules decides the ranks.")
            await until(lambda tie=tie: tie in screen_text(pilot.app), pilot)
            await until(lambda screen=screen: "Caravan master" in screen_text(screen), pilot)
            text = screen_text(screen)
            assert "…" not in text
            for mark, name in zip(SEAT_GLYPHS, names, strict=False):
                assert text.count(f"{mark} {name}") == 1, name
            assert screen.query_one("#answers").region.bottom <= 24
            room = screen.query_one("#window").content_region
            buttons = list(screen.query(Button))
            assert len(buttons) == 6
            for button in buttons:
                assert room.contains_region(button.region), str(button.label)
                assert button.size.width >= len(str(button.label)) + 2
            pilot.app.pop_screen()


async def test_a_large_terminal_has_room_for_titles_and_boards_of_saved_matches(
    no_workers: None,
) -> None:
    store = Store()
    store.save_now(random_match("ahldarahd", 2, 3, 6))
    store.release_all()
    async with home() as pilot:
        await until(lambda: "to move" in screen_text(pilot.app), pilot)
        assert not pilot.app.screen.query(BoardCutout), "a board that would be cut is left out"
        await pilot.resize_terminal(200, 60)
        await until(lambda: pilot.app.screen.query(BoardCutout), pilot)
        await until(lambda: pilot.app.screen.query_one(BoardCutout).region.width > 100, pilot)
        screen = SavedScreen()
        await pilot.app.push_screen(screen)
        await until(lambda: screen.query_one(DataTable).row_count, pilot)
        await until(lambda: "Caravans of Ahldarahd" in screen_lines(screen)[2], pilot)
        await until(lambda: screen.query_one(BoardPicture).region.width > 100, pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: not screen.query_one(BoardPicture).region.width, pilot)
        await until(lambda: "Caravans of Ahldarahd" in screen_text(screen), pilot)


async def test_what_the_curve_means_and_each_of_six_players_are_named_in_full() -> None:
    match = random_match("caravanserai", 6, 4, 20)
    for seat, name in enumerate(match.names):
        screen = AnalysisScreen(Playback(copy_of(match)), [seat])
        screen.analysis = Analysis([Point(4, 0, [1 / 6] * 6), Point(9, 1, [1 / 6] * 6)])
        async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
            await until(lambda screen=screen: "Chance to win" in screen_text(screen), pilot)
            assert name in screen_text(screen)


async def test_a_match_that_is_over_offers_no_move_no_hint_and_no_undo() -> None:
    matches = (random_match("decktet", 2, seed, 900) for seed in range(1, 9))
    app = preview_app(next(match for match in matches if match.over), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(
            lambda: isinstance(app.screen, ResultScreen) and app.screen.takes_answers, pilot
        )
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, TableScreen), pilot)

        def footer() -> str:
            return screen_lines(app)[app.screen.query_one(Footer).region.y]

        await until(lambda: "Leave" in footer(), pilot)
        assert not any(word in footer() for word in ("Moves", "Hint", "Undo"))
        text = screen_text(app)
        assert "[ Play ]" not in text and "0 cards" not in text
        assert "not turned up yet" not in text and text.count("-1") + text.count("+1") >= 2


async def test_a_large_table_of_decktet_says_what_the_signs_on_the_cards_mean() -> None:
    match = random_match("decktet", 2, 3, 30, level="greedy")
    board = BoardApp("decktet")
    async with board.run_test(size=(140, 48)) as pilot:
        for language in ("en", "fr"):
            words.choose(language)
            board.show(match, max(0, match.to_act))
            await pilot.pause()
            column = " ".join(" ".join(line.split()) for line in screen_lines(board))
            for text in ("market pays, costs 1", "A C  any rank: C=4 is a 4"):
                assert " ".join(words._(text).split()) in column
            for suit, mark in zip("MSWLYK", SUIT_GLYPHS, strict=True):
                assert f"{mark}{suit} " in column


async def test_the_cover_between_two_people_names_the_seat_by_its_mark() -> None:
    screen = Cover("Bea", 1)
    async with ScreenApp(screen).run_test(size=(80, 24)) as pilot:
        await until(lambda: f"{SEAT_GLYPHS[1]} Bea" in screen_text(screen), pilot)


@pytest.mark.parametrize(("text", "least"), [("soft", 9), ("faint", 6), ("text-muted", 9)])
def test_lesser_texts_are_bright_in_high_contrast(text: str, least: float) -> None:
    for ground in (HIGH_CONTRAST.background, HIGH_CONTRAST.surface):
        assert contrast(HIGH_CONTRAST.variables[text], str(ground)) > least


def test_frames_are_seen_in_high_contrast() -> None:
    assert contrast(str(HIGH_CONTRAST.panel), str(HIGH_CONTRAST.background)) > 1.7
