"""What a screen shows has its place at every size, also after the terminal has changed it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual.screen import Screen
from textual.widgets import Button, DataTable, Input, Static

from caravan_tui import words
from caravan_tui.app import CaravanApp
from caravan_tui.bus.messages import Position
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.decktet.faces import SUIT_GLYPHS
from caravan_tui.preview import PreviewHost, preview_app, random_match
from caravan_tui.screens.analysis import AnalysisScreen
from caravan_tui.screens.board_picture import BoardPicture
from caravan_tui.screens.home import COMMANDS as HOME
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.result import ResultScreen
from caravan_tui.screens.saved import SavedScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.statistics import StatisticsScreen
from caravan_tui.screens.table import Cover, TableScreen
from caravan_tui.screens.themes import HIGH_CONTRAST, THEMES
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.log import Line, MatchLog
from caravan_tui.widgets.marks import SEAT_GLYPHS
from saves.store import Store
from tests.app.app_help import until
from tests.app.looking_back_help import home, keep, result
from tests.app.vision import contrast

LEVELS = "Porter, Trader, Merchant, Caravan master"


def drawn(screen: Screen[object]) -> str:
    """All characters on the screen, a line a row."""
    strips = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def app() -> CaravanApp:
    return CaravanApp(PreviewHost, "unicode")


async def test_statistics_have_all_columns_and_names_after_the_terminal_has_shrunk(
    no_workers: None,
) -> None:
    keep(result(1), result(2, kinds=("person", "master", "merchant", "person", "porter", "trader")))
    async with home((200, 60)) as pilot:
        screen = StatisticsScreen()
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.is_attached and screen.results)
        await pilot.resize_terminal(80, 24)
        table = screen.query_one("#matches", DataTable)
        await until(pilot, lambda: table.virtual_size.width <= 80)
        text = drawn(screen)
        for title in ("Played", "Won", "Rank", "Best", "Worst", "Mean", "Streak", "Time"):
            assert title in text
        for name in ("Caravan master", "Merchant", "people", "Porter", "Trader"):
            assert name in text


async def test_the_log_is_wrapped_anew_at_another_width() -> None:
    words = "Ann carries salt from the well in the north to the market in the south, and rests"
    match = random_match("sahara", 2, 3, 4)
    shown = preview_app(match, 0)
    async with shown.run_test(size=(200, 60)) as pilot:
        await until(pilot, lambda: isinstance(shown.screen, TableScreen) and shown.screen.position)
        log = shown.screen.query_one(MatchLog)
        await pilot.pause(0.1)
        log.tell([Line(1, words)])
        assert max(strip.cell_length for strip in log.lines) > 40
        await pilot.resize_terminal(140, 45)
        await until(pilot, lambda: log.scrollable_content_region.width < 40)
        await pilot.pause(0.1)
        assert max(strip.cell_length for strip in log.lines) <= log.scrollable_content_region.width
        assert " ".join(" ".join(strip.text for strip in log.lines).split()) == words


async def test_what_is_told_while_the_log_is_hidden_is_not_wrapped_narrowly() -> None:
    told = [Line(number, f"Ann carries salt from a{number} to b{number}") for number in (1, 2)]
    match = random_match("sahara", 2, 3, 4)
    shown = preview_app(match, 0)
    async with shown.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(shown.screen, TableScreen) and shown.screen.position)
        log = shown.screen.query_one(MatchLog)
        for number in (0, 1, 2):
            await pilot.press("o")
            await pilot.pause(0.1)
            log.tell(told[:number])
            await pilot.pause(0.1)
        assert [strip.text.strip() for strip in log.lines] == [line.text for line in told]


async def test_the_keys_need_no_scroll_bar_where_there_is_room() -> None:
    async with app().run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.push_screen(KeysScreen([("Home", HOME), ("More", HOME)], {}))
        await pilot.pause(0.2)
        assert "Ctrl+Q" in drawn(pilot.app.screen)
        assert not pilot.app.screen.query_one("#window").show_vertical_scrollbar


def ended(language: str, names: Sequence[str], scores: Sequence[float]) -> ResultScreen:
    """The result of Ahldarahd at its full table, the widest there is."""
    game = registry.get("ahldarahd")
    words.choose(language)
    match = Match.new("ahldarahd", {}, [Seat("person", name) for name in names], 3)
    view = match.view(0) | {"scores": list(scores)}
    shown = Shown(game=game, view=view, legal=[], interrupts=[], seat=0, names=names, over=True)
    ranks = [1 + sum(other > own for other in scores) for own in scores]
    ranks[1] += 1  # a tie-break put the first seat before the second
    position = Position("m", 0, 1, view, [], ranks=ranks, over=True)
    from caravan_tui.games.ahldarahd import asked

    return ResultScreen(shown, position, asked.result(view, names))


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_result_of_five_seats_is_told_in_full_with_marks_and_ties(language: str) -> None:
    names = ("Ann", "Caravan master", "Merchant", "Porter", "Bea")
    async with app().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.push_screen(ended(language, names, (9, 9, 4, 3, 2)))
        await pilot.pause(0.2)
        screen = pilot.app.screen
        tie = words._("Scores are equal: the rules say who is ahead then.")
        text = drawn(screen)
        assert "…" not in text and tie in text
        for mark, name in zip(SEAT_GLYPHS, names, strict=False):
            assert text.count(f"{mark} {name}") == 2, name
        assert screen.query_one("#answers").region.bottom <= 24
    words.choose("en")


async def test_the_set_up_tells_the_levels_apart_and_a_refusal_is_read_in_full() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.host.levels = lambda: [(one, one.lower()) for one in LEVELS.split(", ")]
        pilot.app.host.usual_level = lambda: "trader"
        screen = SetupScreen("caravanserai")
        await pilot.app.push_screen(screen)
        await pilot.pause(0.1)
        text = " ".join(drawn(screen).replace("│", " ").split())
        told = [line[:46] for line in drawn(screen).splitlines()]
        assert "the weakest first" in " ".join(" ".join(told).replace("│", " ").split())
        assert all(level in " ".join(told) for level in ("Porter", "Merchant", "master"))
        assert not screen.query_one("#seats").show_vertical_scrollbar, text
        screen.query_one("#seed", Input).value = "9" * 19
        await pilot.press("f10")
        await pilot.pause(0.1)
        wrong = screen.query_one("#wrong", Static)
        said = " ".join(
            line[: wrong.region.width].strip()
            for line in drawn(screen).splitlines()[wrong.region.y : wrong.region.bottom]
        )
        assert said.replace(" ", "") == str(wrong.content).replace(" ", "")
        await pilot.resize_terminal(140, 45)
        await pilot.pause(0.2)
        assert registry.picture("caravanserai").splitlines()[1].strip() in drawn(screen)


async def test_titles_of_saved_matches_and_the_board_have_the_room_of_a_large_terminal(
    no_workers: None,
) -> None:
    match = random_match("ahldarahd", 2, 3, 6)
    store = Store()
    store.save_now(match)
    store.release_all()
    async with home((200, 60)) as pilot:
        screen = SavedScreen()
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.query_one(DataTable).row_count)
        await pilot.pause(0.3)
        assert "Caravans of Ahldarahd" in drawn(screen).splitlines()[2]
        assert screen.query_one(BoardPicture).region.width > 100
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not screen.query_one(BoardPicture).display)
        assert "Caravans of Ahldarahd" in drawn(screen)


async def test_continue_shows_the_game_and_on_a_large_terminal_its_board(no_workers: None) -> None:
    store = Store()
    store.save_now(random_match("dice_village", 2, 3, 6))
    store.release_all()
    picture = max(registry.picture("dice_village").splitlines(), key=len).strip()
    async with home() as pilot:
        await until(pilot, lambda: picture in drawn(pilot.app.screen))
        await pilot.resize_terminal(200, 60)
        await until(pilot, lambda: pilot.app.screen.query(BoardPicture))
        await pilot.pause(0.3)
        assert picture not in drawn(pilot.app.screen)
        assert pilot.app.screen.query_one(BoardPicture).region.width > 100


async def test_six_curves_and_what_up_means_are_named_in_full(no_workers: None) -> None:
    from caravan_tui.engine.playback import Playback, copy_of

    match = random_match("caravanserai", 6, 4, 20)
    async with home() as pilot:
        await pilot.app.push_screen(AnalysisScreen(Playback(copy_of(match)), [0]))
        await pilot.pause(0.2)
        text = drawn(pilot.app.screen)
        assert "Up: the better expected result." in text
        assert all(name in text for name in match.names)


async def test_a_match_that_is_over_offers_no_move_and_no_hint() -> None:
    match = next(
        m for m in (random_match("decktet", 2, seed, 900) for seed in range(1, 9)) if m.over
    )
    shown = preview_app(match, 0)
    async with shown.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(shown.screen, ResultScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(shown.screen, TableScreen))
        await pilot.pause(0.2)
        footer = drawn(shown.screen).splitlines()[shown.screen.query_one(Footer).region.y]
        assert "Undo" in footer and "Leave" in footer
        assert "Moves" not in footer and "Hint" not in footer
        text = drawn(shown.screen)
        assert "[ Play ]" not in text and "0 cards" not in text
        assert "not turned up yet" not in text and text.count(" 1 ") >= 2, "the last hand's market"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_large_table_of_decktet_says_what_the_signs_on_the_cards_mean(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_LANGUAGE", language)
    match = random_match("decktet", 2, 3, 30, level="greedy")
    shown = preview_app(match, max(0, match.to_act))
    async with shown.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: isinstance(shown.screen, TableScreen) and shown.screen.position)
        await pilot.pause(0.2)
        said = " ".join(" ".join(line[72:106].split()) for line in drawn(shown.screen).splitlines())
        for text in ("Signs", "market pays, costs 1", "A C  Ace, Crown: any rank"):
            assert " ".join(words._(text).split()) in said
        for suit, mark in zip("MSWLYK", SUIT_GLYPHS, strict=True):
            assert f"{mark}{suit} " in said
    words.choose("en")


async def test_the_cover_between_two_people_names_the_seat_by_its_mark() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        await pilot.app.push_screen(Cover("Bea", 1))
        await pilot.pause(0.1)
        assert f"{SEAT_GLYPHS[1]} Bea" in drawn(pilot.app.screen)


async def test_where_other_keys_are_set_is_said_before_a_long_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", f"{tmp_path}/{'long/' * 30}")
    async with app().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        await pilot.app.push_screen(SettingsScreen())
        await pilot.pause(0.1)
        assert "Other keys are set below [keys]" in drawn(pilot.app.screen)


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
async def test_what_an_empty_field_wants_can_be_read_in_every_theme_of_ours(theme: str) -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.theme = theme
        await pilot.app.push_screen(SetupScreen("decktet"))
        await pilot.pause(0.2)
        field = pilot.app.screen.query_one("#seed", Input)
        line = pilot.app.screen._compositor.render_strips()[field.region.y]
        cells = [segment.style for segment in line for _character in segment.text]
        style = cells[field.region.x + 1]
        told = contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)
        assert told >= 4, told


def test_frames_are_seen_in_high_contrast() -> None:
    assert contrast(str(HIGH_CONTRAST.panel), str(HIGH_CONTRAST.background)) > 1.7


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_button_of_the_result_is_whole_at_80_columns(language: str) -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.push_screen(ended(language, ["Ann", "Bea"], [3, 1]))
        await pilot.pause(0.2)
        room = pilot.app.screen.query_one("#window").content_region
        buttons = list(pilot.app.screen.query(Button))
        assert len(buttons) == 6
        for button in buttons:
            assert room.contains_region(button.region), str(button.label)
            assert button.size.width >= len(str(button.label)) + 2
        words.choose("en")
