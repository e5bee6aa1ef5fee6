"""Home, set-up, the gate: by keyboard, by mouse, and with what a user gets wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from attrs import evolve
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from ai.levels import LADDER
from caravan_tui import i18n, paths
from caravan_tui.app import CaravanApp
from caravan_tui.cast.characters import characters_of, named
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.command_index import all_commands
from caravan_tui.engine.record import Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionError
from caravan_tui.games.registry import styles
from caravan_tui.hosts.base import UnfinishedMatch
from caravan_tui.screens import jump, rules, setup
from caravan_tui.screens import settings as settings_screen
from caravan_tui.screens.analysis import commands as analysis
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.daily import screen as daily
from caravan_tui.screens.daily.screen import DailyScreen
from caravan_tui.screens.game_pictures import SIGN_ROWS, GameSign
from caravan_tui.screens.home import screen as home
from caravan_tui.screens.home import second_press
from caravan_tui.screens.home.menu import HomeMenu
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.jump import JumpScreen
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.lobby import leaderboard, new_tournament, notices, tournament, tournaments
from caravan_tui.screens.lobby import screen as lobby
from caravan_tui.screens.lobby.leaderboard import LeaderboardScreen
from caravan_tui.screens.lobby.new_tournament import NewTournamentScreen
from caravan_tui.screens.lobby.notices import NoticesScreen
from caravan_tui.screens.lobby.screen import LobbyScreen
from caravan_tui.screens.lobby.tournament import TournamentScreen
from caravan_tui.screens.lobby.tournaments import TournamentsScreen
from caravan_tui.screens.problems import problem
from caravan_tui.screens.problems import screen as problems
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.screen import ProblemsScreen
from caravan_tui.screens.replay.commands import REPLAY
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.road import screen as road
from caravan_tui.screens.road.screen import RoadScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.saved.commands import SAVED
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.seat_cards import places
from caravan_tui.screens.seat_words import kind_line
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import COMMANDS as SETUP_COMMANDS
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.statistics import screen as statistics
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table import chat, result, tutorial
from caravan_tui.screens.table.chat import ChatDialog
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.screens.too_small import Gate
from caravan_tui.settings import SETTINGS
from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.app_commands import APP as CARAVAN
from caravan_tui.widgets.chooser import LIST, Chooser
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.dialog import CLOSE, Dialog
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.seats import PORTRAIT_WIDTH
from caravan_tui.widgets.drawn import pens_of
from caravan_tui.widgets.fields import COMMANDS as FIELDS
from caravan_tui.widgets.fields import FieldList
from caravan_tui.widgets.footer import Footer
from caravan_tui.widgets.question import Question, TextQuestion
from caravan_tui.widgets.table_commands import TABLE
from caravan_tui.widgets.title_bar import TitleBar
from tests.app.fast_keys import press_at_once
from tests.nights import mostly_nightly
from tests.support.known import known
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines, screen_text, static_text
from tests.support.screens import app_of, screen_of
from tests.support.until import until


def app() -> CaravanApp:
    return CaravanApp(PreviewHost, "unicode")


@asynccontextmanager
async def setting_up(
    game: str, host: PreviewHost | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[Any], SetupScreen]]:
    """The set-up of a game, without a home screen."""
    screen = SetupScreen(game)
    async with ScreenApp(screen, host or PreviewHost()).run_test(size=size) as pilot:
        await until(lambda: screen.query("#start") and screen.focused, pilot)
        yield pilot, screen


async def test_the_first_layout_of_a_set_up_is_its_last_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = []
    monkeypatch.setattr(setup.Actions, "on_resize", lambda start: places.append(start.region))
    async with setting_up("sahara", size=(160, 50)) as (pilot, screen):
        await until(lambda: places and screen.query_one(Footer).query(FooterKey), pilot)
        await pilot.pause()
        assert set(places) == {screen.query_one(setup.Actions).region}, "Start moves nowhere"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_small_set_up_says_what_the_level_of_its_computer_players_is(
    language: str,
) -> None:
    with i18n.in_language(language):
        async with setting_up("sahara", FullHost()) as (pilot, screen):
            for level in ("herder", "porter", "guide", "legend"):
                screen.plan.set_levels(level)
                screen.show_all()
                first, second = str(screen.query_one("#words", Static).content).split("\n")
                line = kind_line(level)
                words = f"{line[:1].lower()}{line[1:]}".split(". ")[0].split(",")[0]
                assert words.rstrip(".") in second and second.endswith("."), level
                assert len(first) <= 76 and len(second) <= 76, level
                await pilot.pause()


async def test_what_a_level_is_like_stands_once_on_a_set_up_whose_cards_have_room_for_it() -> None:
    async with setting_up("decktet", FullHost()) as (pilot, screen):
        screen.plan.set_levels("porter")
        screen.show_all()
        words = "lays what looks good"
        await until(lambda: screen_text(screen).count(words) == 1, pilot)
        await until(lambda: words not in static_text(screen, "words"), pilot)
        await pilot.press("down", "down")
        await until(lambda: screen.cards.cursor == 1, pilot)
        assert screen_text(screen).count(words) == 1


async def test_home_names_every_game_and_tells_about_the_one_under_the_cursor() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        home = pilot.app.screen
        await until(lambda: home.query("#menu") and app_of(pilot.app).host_ready.is_set(), pilot)
        titles = [str(option.prompt) for option in home.query_one("#menu", OptionList).options]
        assert titles[2:4] == ["Caravan · cards", "Caravan · camels"], "two games of one name"
        assert len(set(titles)) == len(titles)
        await pilot.press("down", "down", "down")
        summary = registry.spec(registry.ids()[1]).summary
        await until(lambda: summary in static_text(home, "facts"), pilot)

        await pilot.press("x")
        messages = [note.message for note in pilot.app._notifications]
        assert messages == ["x does nothing here. Press F2 to see all keys."]
        await pilot.press("f2")
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is home, pilot)


async def test_of_keys_typed_in_one_go_only_the_last_is_answered() -> None:
    async with setting_up("sahara") as (pilot, _screen):
        for key in ("x", "y", "left_square_bracket", "z"):
            pilot.app.post_message(events.Key(key, None))
        words = "z does nothing here. Press F2 to see all keys."
        await until(lambda: words in [note.message for note in pilot.app._notifications], pilot)
        assert len(pilot.app._notifications) == 1


async def test_keys_typed_in_one_go_change_the_seats_they_were_meant_for() -> None:
    async with setting_up("sahara") as (pilot, screen):
        first, second = (seat.kind for seat in screen.plan.seats)
        press_at_once(pilot, "down", "right", "down", "right")
        await until(lambda: screen.plan.seats[1].kind != second, pilot)
        assert screen.plan.seats[0].kind != first


@pytest.mark.parametrize("place", ["daily", "saved", "statistics"])
async def test_a_click_on_a_list_of_matches_opens_the_place_that_it_tells_of(place: str) -> None:
    async with app().run_test(size=(160, 50)) as pilot:
        home = pilot.app.screen
        await until(
            lambda: app_of(pilot.app).host_ready.is_set() and home.query_one("#menu").region, pilot
        )
        opened: list[str] = []
        app_of(pilot.app).open = lambda name, *_rest: opened.append(name)  # type: ignore[method-assign]
        await until(lambda: home.query_one(f"#recent-{place}").region.height, pilot)
        await pilot.click(f"#recent-{place}", offset=(1, 0))
        await until(lambda: opened == [place], pilot)


async def test_home_quits_at_the_second_press_and_never_by_a_key_that_was_pressed_once_too_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(second_press, "monotonic", lambda: now)
    shown = app()
    async with shown.run_test() as pilot:
        await until(shown.host_ready.is_set, pilot)

        async def press_at(seconds: float, key: str = "q") -> None:
            nonlocal now
            now = seconds
            await pilot.press(key)

        await press_at(10.0, "s")
        await until(lambda: isinstance(shown.screen, SavedScreen), pilot)
        await press_at(11.0)  # leads home
        await until(lambda: isinstance(shown.screen, HomeScreen), pilot)
        await press_at(11.2)
        words = "Press q again to quit. Everything is saved."
        await until(lambda: [n.message for n in shown._notifications] == [words], pilot)
        for repeated in (11.23, 11.26, 11.29):  # the key is held down
            await press_at(repeated)
        await press_at(60.0)
        assert not shown._exit, "that was long ago"
        await press_at(61.0)
        await until(lambda: shown._exit, pilot)


async def test_q_closes_the_window_of_keys_and_leaves_its_screen() -> None:
    shown = app()
    async with shown.run_test() as pilot:
        await until(shown.host_ready.is_set, pilot)
        await pilot.press("f2")
        await until(lambda: isinstance(shown.screen, KeysScreen), pilot)
        await pilot.press("q")
        await until(lambda: isinstance(shown.screen, HomeScreen), pilot)
        assert not list(shown._notifications), "nothing was asked at home"


async def test_enter_or_a_click_sets_up_a_match_and_enter_starts_it() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        home = pilot.app.screen
        await until(
            lambda: app_of(pilot.app).host_ready.is_set() and home.query_one("#menu").region, pilot
        )
        await pilot.click("#menu", offset=(5, 4))  # two rows and a line above the games
        await until(lambda: isinstance(pilot.app.screen, SetupScreen), pilot)
        assert screen_of(pilot.app, SetupScreen).game_id == registry.ids()[1]
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is home, pilot)
        await pilot.press("enter")
        await until(
            lambda: isinstance(pilot.app.screen, SetupScreen) and pilot.app.screen.focused, pilot
        )
        assert screen_of(pilot.app, SetupScreen).game_id == registry.ids()[1]
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


class FullHost(PreviewHost):
    """A host with all levels and two styles, that keeps what it is asked to begin."""

    saves_matches = True

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Seat] = []
        self.refusal = ""

    def levels(self) -> list[tuple[str, str]]:
        return [(level.title, level.name) for level in LADDER]

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        return [("Cautious", "cautious"), ("Builder", "builder")]

    async def create(self, game_id: str, options: Any, seats: Sequence[Seat], *more: Any) -> Any:
        if self.refusal:
            raise OptionError(self.refusal)
        self.asked = list(seats)
        return await super().create(game_id, options, seats, *more)


async def started(pilot: Pilot[Any], *keys: str) -> list[Seat]:
    """Press keys; the seats of the match that they start."""
    opened: list[str] = []
    app_of(pilot.app).switch_to = lambda name, _link: opened.append(name)  # type: ignore[method-assign, misc]
    await pilot.press(*keys)
    await until(lambda: opened == ["table"], pilot)
    host = app_of(pilot.app).host
    assert isinstance(host, FullHost)
    return host.asked


async def test_a_refusal_stays_until_something_is_changed() -> None:
    host = FullHost()
    async with setting_up("sahara", host) as (pilot, screen):
        host.refusal = "This table is full."
        await pilot.press("f10")
        await until(lambda: "! This table is full." in static_text(screen, "error"), pilot)
        await pilot.press("up", "down")
        assert "full" in static_text(screen, "error")
        await pilot.press("plus")
        await until(lambda: not static_text(screen, "error"), pilot)


async def test_a_player_too_many_is_refused_below_the_options_and_covers_none() -> None:
    async with setting_up("sahara") as (pilot, screen):
        await pilot.press(*["plus"] * 4)
        await until(lambda: "for 2 to 4 players" in static_text(screen, "error"), pilot)
        assert not list(pilot.app._notifications)
        await pilot.press("minus")
        await until(lambda: not static_text(screen, "error"), pilot)


async def test_a_seed_out_of_bounds_is_refused_where_it_is_typed() -> None:
    async with setting_up("sahara") as (pilot, screen):
        await pilot.press("up")
        assert screen.focused is screen.fields and known(screen.fields.current).name == "seed"
        await pilot.press("enter", *"9" * 20, "enter")
        await until(lambda: "seed" in static_text(pilot.app.screen, "error"), pilot)
        pilot.app.screen.query_one(Input).value = "17"
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen and screen.options.seed() == 17, pilot)


async def test_arrows_change_the_seed_as_any_other_row_and_enter_types_it() -> None:
    async with setting_up("sahara") as (pilot, screen):
        await pilot.press("up")
        assert known(screen.fields.current).name == "seed" and screen.options.seed() is None
        assert "same deal" in static_text(screen, "words")
        await until(lambda: "Type it" in screen_lines(pilot.app)[-1], pilot)
        await pilot.press("left")
        assert pilot.app.screen is screen, "no window opens"
        assert any("Random is the first" in each.message for each in pilot.app._notifications)
        await pilot.press("right", "right")
        assert screen.options.seed() == 1
        await pilot.press("left", "left")
        assert screen.options.seed() is None, "and leads back to a random one"
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TextQuestion), pilot)
        assert pilot.app.screen.query_one(Input).value == ""


async def test_four_porters_take_six_keys_at_most_and_the_next_set_up_begins_with_them() -> None:
    async with setting_up("caravanserai", FullHost()) as (pilot, _screen):
        seats = await started(pilot, "plus", "plus", "plus", "2", "enter")
        assert [seat.kind for seat in seats] == ["person", *["porter"] * 4]
    async with setting_up("caravanserai", FullHost()) as (pilot, _screen):
        again = await started(pilot, "enter")
        assert [seat.kind for seat in again] == [seat.kind for seat in seats]
    async with setting_up("caravanserai", FullHost()) as (pilot, _screen):
        assert len(await started(pilot, "u", "enter")) == 2
    async with setting_up("sahara", FullHost()) as (pilot, _screen):
        seats = await started(pilot, "plus", "plus", "w", "8", "enter")
        assert [seat.kind for seat in seats] == ["master"] * 4


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@pytest.mark.parametrize("game", registry.ids())
async def test_the_sign_of_its_game_stands_beside_the_options(
    game: str, size: tuple[int, int]
) -> None:
    async with setting_up(game, size=size) as (pilot, screen):
        sign = screen.query_one(GameSign)
        await until(lambda: sign.region.height == SIGN_ROWS, pilot)
        canvas = Canvas(*sign.size, pens_of(pilot.app, False))
        sign.draw(canvas)
        assert len({colour for y in range(SIGN_ROWS) for colour in canvas.row(y)[0]}) > 1
        fields = screen.query_one("#options").region
        covered = screen_lines(screen)[sign.region.y : sign.region.bottom]
        under = [line[fields.x : sign.region.x] for line in covered]
        assert all(words[-1:] in ("", " ") for words in under), "no word runs under it"


async def test_a_table_without_a_person_says_that_you_watch() -> None:
    async with setting_up("sahara", FullHost()) as (pilot, screen):
        assert "new match" in screen_lines(screen)[0]
        await pilot.press("w")
        words = "computers only: you watch · w: play"
        await until(lambda: words in screen_lines(screen)[0], pilot)
        assert screen.query_one(TitleBar).is_warning
        assert "w: sit down again" in "\n".join(screen_lines(screen))
        await pilot.press("w")
        await until(lambda: not screen.query_one(TitleBar).is_warning, pilot)


async def test_after_watching_and_esc_the_next_set_up_has_the_user_at_the_table() -> None:
    async with setting_up("sahara") as (pilot, screen):
        before = [seat.kind for seat in screen.plan.seats]
        await pilot.press("w")
        await until(lambda: screen.plan.has_only_computers, pilot)
        await pilot.press("w")
        assert [seat.kind for seat in screen.plan.seats] == before
        await pilot.press("w", "escape")
        await until(lambda: screen not in pilot.app.screen_stack, pilot)
        again = SetupScreen("sahara")
        await pilot.app.push_screen(again)
        await until(lambda: again.focused, pilot)
        assert [seat.kind for seat in again.plan.seats] == before


async def test_after_a_match_that_was_watched_the_next_set_up_has_the_user_at_the_table() -> None:
    async with setting_up("sahara", FullHost()) as (pilot, screen):
        before = [seat.kind for seat in screen.plan.seats]
        assert "person" not in {seat.kind for seat in await started(pilot, "w", "enter")}
        again = SetupScreen("sahara")
        await pilot.app.push_screen(again)
        await until(lambda: again.focused, pilot)
        assert [seat.kind for seat in again.plan.seats] == before


@pytest.mark.parametrize("how", ["removed", "replaced"])
async def test_who_leaves_a_set_up_without_a_seat_for_themselves_has_one_the_next_time(
    how: str,
) -> None:
    async with setting_up("sahara") as (pilot, screen):
        await pilot.press("plus")
        await until(lambda: len(screen.plan) == 3, pilot)
        if how == "removed":
            await click_on(pilot, " × ")
        else:
            await pilot.press("down", "right")
        await until(lambda: screen.plan.has_only_computers, pilot)
        await pilot.press("escape")
        await until(lambda: screen not in pilot.app.screen_stack, pilot)
        again = SetupScreen("sahara")
        await pilot.app.push_screen(again)
        await until(lambda: again.focused, pilot)
        assert [seat.kind == "person" for seat in again.plan.seats] == [True, False, False]


async def test_a_player_who_was_removed_comes_back_by_a_click_on_plus() -> None:
    async with setting_up("sahara") as (pilot, screen):
        await pilot.press("plus")
        await until(lambda: len(screen.plan) == 3, pilot)
        names = screen.plan.names()
        await click_on(pilot, " × ")
        await until(lambda: screen.plan.names() == names[1:], pilot)
        await click_on(pilot, " + ")
        await until(lambda: screen.plan.names() == names, pilot)
        await click_on(pilot, " + ")
        await until(lambda: len(screen.plan) == 4 and screen.plan.is_computer(3), pilot)


async def test_where_nobody_may_watch_computers_alone_it_is_not_offered_and_w_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PreviewHost, "can_watch_computers", lambda _host: False)
    async with setting_up("sahara") as (pilot, screen):
        await until(lambda: "u: usual table" in "\n".join(screen_lines(screen)), pilot)
        assert "watch computers only" not in "\n".join(screen_lines(screen))
        await pilot.press("w")
        words = "On a server you take a seat; watch others in the lobby."
        await until(lambda: [note.message for note in pilot.app._notifications] == [words], pilot)
        assert not screen.plan.has_only_computers


async def test_words_about_the_whole_table_are_clicked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with setting_up("sahara") as (pilot, screen):
        usual = [seat.kind for seat in screen.plan.seats]
        await click_on(pilot, " + ")
        await until(lambda: len(screen.plan) == 3, pilot)
        await click_on(pilot, "w: watch computers only")
        await until(lambda: screen.plan.has_only_computers, pilot)
        await click_on(pilot, "w: sit down again")
        await until(lambda: not screen.plan.has_only_computers, pilot)
        await click_on(pilot, "u: usual table")
        await until(lambda: [seat.kind for seat in screen.plan.seats] == usual, pilot)
        learnt: list[str] = []
        monkeypatch.setattr(pilot.app, "start_tutorial", learnt.append)
        await click_on(pilot, "t: tutorial")
        await until(lambda: learnt == ["sahara"], pilot)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_can_be_done_with_the_table_stays_in_sight_on_a_seat_and_an_option(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_LANGUAGE", language)
    async with setting_up("ahldarahd") as (pilot, screen):
        for widget in (screen.query_one("#start"), screen.cards, screen.fields):
            widget.focus()
            await until(lambda widget=widget: screen.focused is widget, pilot)
            links = screen.query_one("#links", Static)
            whole = str(links.content)
            await until(lambda whole=whole: whole in screen_text(screen), pilot)
            assert all(f"{key}" in whole for key in ("t", "w", "u"))


async def test_a_seat_that_cannot_be_emptied_says_why_when_that_is_clicked() -> None:
    async with setting_up("ahldarahd") as (pilot, screen):
        while len(screen.plan) > 2:
            await click_on(pilot, " × ")
            await pilot.pause()
        await click_on(pilot, " × ")
        await until(
            lambda: any("at least 2" in note.message for note in pilot.app._notifications), pilot
        )
        assert len(screen.plan) == 2


async def test_the_question_for_a_name_has_the_present_one_which_stays_the_usual_one() -> None:
    async with setting_up("sahara") as (pilot, screen):
        await pilot.press("down", "n")
        await until(lambda: pilot.app.screen.query(Input), pilot)
        assert pilot.app.screen.query_one(Input).value == screen.plan.names()[0]
        await pilot.press("enter")
        await until(lambda: pilot.app.screen is screen, pilot)
        assert screen.plan.seats[0].name == ""


async def test_between_the_faces_of_a_full_table_is_a_row() -> None:
    async with setting_up("caravanserai", FullHost()) as (pilot, screen):
        await pilot.press(*["plus"] * 4)
        await until(lambda: len(screen.plan) == 6 and screen.cards._canvas, pilot)
        canvas = screen.cards._canvas
        assert canvas is not None
        spots = places(canvas.width, canvas.height, 6)
        assert all(spot.is_packed for spot in spots)
        for spot in spots:
            left = spot.x + 2
            top, *_rest = canvas.row(spot.y)
            assert len(set(top[left : left + PORTRAIT_WIDTH])) == 1
            mouth, low, *_texts = canvas.row(spot.y + spot.rows - 1)
            assert len(set(low[left : left + PORTRAIT_WIDTH])) == 1
            assert len(set(mouth[left : left + PORTRAIT_WIDTH])) > 1, "the face is whole"


async def test_a_first_match_is_offered_against_the_weakest_level() -> None:
    async with setting_up("decktet", FullHost()) as (pilot, _screen):
        assert [seat.kind for seat in await started(pilot, "enter")] == ["person", "porter"]


async def test_seats_are_changed_by_keys_alone() -> None:
    async with setting_up("caravanserai", FullHost()) as (pilot, screen):
        await pilot.press("down", "down", "right")
        assert screen.plan.seats[1].kind == "drover"
        await pilot.press("s")
        assert screen.plan.seats[1].style == "cautious"
        await pilot.press("down", "enter", "left", "left", "left")
        assert screen.plan.seats[2].kind == "person"
        await pilot.press("n", *"you", "enter")
        assert pilot.app.screen is not screen, "“You” would be confusing in the log"
        await pilot.press("backspace", "backspace", "backspace", *"Zoé", "enter")
        await until(lambda: pilot.app.screen is screen and screen.plan.names()[2] == "Zoé", pilot)
        await pilot.press("up", "delete")
        assert screen.plan.names() == ["Ann", "Zoé"]
        seats = await started(pilot, "f10")
        assert [seat.kind for seat in seats] == ["person", "person"]


async def test_a_large_set_up_says_what_each_level_is_like_and_gives_it_by_a_click() -> None:
    host = FullHost()
    async with setting_up("sahara", host) as (pilot, screen):
        await pilot.resize_terminal(160, 50)
        await until(lambda: "Levels: press a digit, or click" in screen_text(screen), pilot)
        text = screen_text(screen)
        for _title, kind in host.levels():
            assert kind_line(kind) in text
        await click_on(pilot, "Plans ahead")
        await until(lambda: screen.plan.seats[1].kind == "merchant", pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: "Levels: press a digit" not in screen_text(screen), pilot)


async def test_a_level_goes_to_the_selected_opponent_and_a_style_to_the_same_character() -> None:
    async with setting_up("caravanserai", FullHost()) as (pilot, screen):
        await pilot.press("plus", "plus", "2", "down", "down", "6")
        kinds = [seat.kind for seat in screen.plan.seats]
        assert kinds == ["person", "merchant", "porter", "porter"]
        names = screen.plan.names()
        await pilot.press("s")
        assert screen.plan.seats[1].style and screen.plan.names() == names


class CompanyHost(FullHost):
    """Has the level that adapts to its player, too."""

    def levels(self) -> list[tuple[str, str]]:
        """The nine levels and the tenth."""
        return [*super().levels(), ("Companion", "adaptive")]


async def test_the_tenth_level_has_the_digit_nought() -> None:
    async with setting_up("caravanserai", CompanyHost()) as (pilot, screen):
        await pilot.press("plus", "0")
        assert [seat.kind for seat in screen.plan.seats[1:]] == ["adaptive", "adaptive"]


async def click_on(pilot: Pilot[Any], words: str) -> None:
    """Click on words of the screen."""

    def place() -> tuple[int, int] | None:
        for y, line in enumerate(screen_lines(pilot.app)):
            if words in line:
                return line.index(words) + len(words) // 2, y
        return None

    await until(place, pilot)
    await pilot.click(offset=known(place()))


async def test_seats_options_and_start_are_changed_by_mouse_alone() -> None:
    host = FullHost()
    async with setting_up("caravanserai", host) as (pilot, screen):
        await click_on(pilot, "empty seat")
        assert len(screen.plan) == 3
        await click_on(pilot, " - ")
        assert len(screen.plan) == 2
        await click_on(pilot, "Porter ►")
        await until(lambda: screen.plan.seats[1].kind == "porter", pilot)
        lines = screen_lines(screen)
        y = next(y for y, line in enumerate(lines) if "◄ Porter ►" in line)
        await pilot.click(offset=(lines[y].index("◄ Porter ►") + 9, y))
        await until(lambda: screen.plan.seats[1].kind == "drover", pilot)
        await click_on(pilot, "Default style ►")
        await until(lambda: screen.plan.seats[1].style == "cautious", pilot)
        await click_on(pilot, " Yes ")
        await until(lambda: screen.options.applying(len(screen.plan)) == {"expert": True}, pilot)
        opened: list[str] = []
        app_of(pilot.app).switch_to = lambda name, _link: opened.append(name)  # type: ignore[method-assign, misc]
        await click_on(pilot, " Start ")
        await until(lambda: opened == ["table"], pilot)
        assert [seat.style for seat in host.asked] == [None, "cautious"]


async def test_a_computer_player_does_not_keep_the_name_of_the_person_before() -> None:
    async with setting_up("sahara", FullHost()) as (pilot, screen):
        await pilot.press("down", "n", *"Zoé", "enter")
        await until(lambda: screen.plan.names()[0] == "Zoé", pilot)
        await pilot.press("right")
        kinds = [seat.kind for seat in screen.plan.seats]
        assert len(characters_of(kinds, screen.plan.names())) == 2


@pytest.mark.parametrize("name", ["decktet", "ahldarahd"])
async def test_a_board_of_the_users_own_is_named_in_full(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with setting_up(name) as (_pilot, screen):
        assert "own board" not in screen_text(screen)
    game = registry.get(name)
    monkeypatch.setattr(registry, "get", lambda _game: evolve(game, custom_data=lambda: {"a": 1}))
    async with setting_up(name) as (pilot, screen):
        await until(lambda: "with your own board" in screen_text(screen), pilot)


async def test_a_board_of_the_users_own_that_cannot_be_used_says_why() -> None:
    folder = paths.config() / "sahara"
    folder.mkdir(parents=True)
    folder.joinpath("board.toml").write_text("size = 8\n")
    async with setting_up("sahara") as (pilot, screen):
        await until(lambda: "board.toml, line 1" in " ".join(screen_lines(screen)), pilot)
        await until(lambda: "► Start" in screen_text(screen), pilot)
        assert "with your own board" not in screen_text(screen)
    folder.joinpath("board.toml").unlink()
    async with setting_up("sahara") as (pilot, screen):
        await until(lambda: "Enter starts" in screen_text(screen), pilot)
        assert "board.toml" not in screen_text(screen)


async def test_an_option_that_does_not_apply_says_why_and_stops_nothing() -> None:
    async with setting_up("ahldarahd", FullHost()) as (pilot, screen):
        screen.take_value("neutral", True)
        await pilot.press("plus", "plus", "plus")
        field = screen.fields.field("neutral")
        assert field.obstacle == "Only with 2 to 4 players."
        await until(lambda: field.obstacle in screen_text(screen), pilot)
        canvas = Canvas(*screen.fields.size, pens_of(pilot.app, False))
        screen.fields.draw(canvas)
        row = next(y for y in range(canvas.height) if field.obstacle in canvas.line(y))
        inks = {glyph[1] for glyph in canvas.row(row)[2] if glyph and glyph[0].isalpha()}
        assert inks == {canvas.pens.palette.soft}, "nothing is wrong, so it is not red"
        assert len(await started(pilot, "f10")) == 5


async def test_a_table_that_was_left_is_there_again_until_its_match_begins() -> None:
    async with setting_up("sahara", FullHost()) as (pilot, screen):
        app = pilot.app
        await pilot.press("plus", "6")
        screen.take_value("seed", "4711")
        screen.take_value("camels", 6)
        await pilot.press("escape")
        await until(lambda: app.screen is not screen, pilot)
        again = SetupScreen("sahara")
        await app.push_screen(again)
        await until(lambda: again.is_mounted and again.focused, pilot)
        assert [seat.kind for seat in again.plan.seats] == ["person", "merchant", "merchant"]
        assert again.options.seed_text == "4711" and again.options.chosen["camels"] == 6
        other = SetupScreen("sahara", seed=5)
        await app.push_screen(other)
        await until(lambda: other.is_mounted and other.focused, pilot)
        assert other.options.seed_text == "5" and len(other.plan) == 2, (
            "asked for by name: a new table"
        )


async def test_the_footer_names_only_keys_that_do_something() -> None:
    async with setting_up("decktet", FullHost()) as (pilot, screen):

        def footer() -> str:
            return " ".join(str(key.description) for key in screen.query(FooterKey))

        await until(lambda: "Select" in footer() and "Players" not in footer(), pilot)
        assert "Style" not in footer() and "Name" not in footer()
        await pilot.press("down")
        await until(lambda: "Name" in footer() and "Style" not in footer(), pilot)
        await pilot.press("down")
        await until(lambda: "Style" in footer() and "Select" not in footer(), pilot)


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_what_has_the_focus_is_seen_without_colours(ascii_only: bool) -> None:
    screen = SetupScreen("sahara")
    app = ScreenApp(screen, FullHost(), ascii_only=ascii_only)
    app.no_color = True
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.focused, pilot)

        def marked() -> list[str]:
            return [line for line in screen_lines(screen) if line.lstrip().startswith("►")]

        assert "► Start" in screen_text(screen)
        await pilot.press("down")
        await until(lambda: any("Ann" in line for line in marked()), pilot)
        await pilot.press("down")
        await until(lambda: any("Porter" in line for line in marked()), pilot)
        await pilot.press("down", "down")
        await until(lambda: "►" in screen_text(screen) and screen.focused is screen.fields, pilot)
        assert any("►" in line and "Camels" in line for line in screen_lines(screen))


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_style_has_a_title_of_its_own(game_id: str) -> None:
    titles = [title for title, _name in styles(game_id)]
    levels = {level.title for level in LADDER}
    assert len(set(titles)) == len(titles) >= 3 and not levels & set(titles)


def gate_text(pilot: Pilot[Any]) -> str:
    """What covers the screen, empty if nothing does."""
    covers = [cover for cover in pilot.app.screen.query(Gate) if cover.display]
    return str(covers[0].content) if covers else ""


async def test_the_words_about_a_key_stay_with_their_screen() -> None:
    async with setting_up("sahara", FullHost()) as (pilot, _screen):
        await pilot.press("x")
        await until(lambda: list(pilot.app._notifications), pilot)
        await pilot.app.push_screen(Question("Next", "Another screen", [("ok", "Close")]))
        await until(lambda: not list(pilot.app._notifications), pilot)


async def test_a_small_terminal_is_gated_and_opens_again_when_it_grows() -> None:
    async with app().run_test(size=(79, 24)) as pilot:
        for width, height in ((79, 24), (80, 23), (20, 5)):
            await pilot.resize_terminal(width, height)
            await until(lambda: "Terminal too small" in gate_text(pilot), pilot)
            await pilot.resize_terminal(80, 24)
            await until(lambda: not gate_text(pilot), pilot)
            assert isinstance(pilot.app.screen, HomeScreen) and pilot.app.screen.focused
        await pilot.resize_terminal(60, 20)
        await until(lambda: "Terminal too small: 60 × 20." in gate_text(pilot), pilot)
        await pilot.press("q")
        await until(lambda: not pilot.app.is_running or pilot.app._exit, pilot)


def test_commands_with_the_same_words_share_a_line_of_the_page_of_keys() -> None:
    commands = registry.board("dice_village").COMMANDS
    rows = KeysScreen([("Dice Village", commands)], {}).rows(commands)
    assert len({words for words, _keys in rows}) == len(rows)
    dice = [keys for words, keys in rows if "Mark or unmark this die" in words]
    assert dice == [["1", "2", "3", "4", "5", "6"]]


async def test_continue_is_not_named_before_there_is_a_match_though_its_key_waits_for_one() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        shown = app_of(pilot.app)
        await until(lambda: shown.host_ready.is_set() and shown.screen.query("#menu"), pilot)
        home = screen_of(shown, HomeScreen)
        shown.host_ready.clear()  # as in the first moment, when saved matches are still unread
        assert home.check_action("continue", ()) and not home.offers("continue")


async def test_why_a_field_has_no_other_value_does_not_follow_to_the_next_screen() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        screen = SetupScreen("decktet")
        await pilot.app.push_screen(screen)
        await until(lambda: screen.query(FieldList), pilot)
        fields = screen.query(FieldList).first()
        number = next(field for field in fields.fields if not field.choices and field.high)
        fields.values[number.name] = number.low
        fields.change(number, -1)
        pilot.app.notify("Saved.")
        await until(lambda: len(pilot.app._notifications) == 2, pilot)
        pilot.app.push_screen(RulesScreen("decktet"))
        await until(lambda: pilot.app.screen is not screen, pilot)
        await until(lambda: len(pilot.app._notifications) == 1, pilot)
        assert [notice.message for notice in pilot.app._notifications] == ["Saved."]


async def test_each_empty_seat_says_how_to_fill_it_with_the_key_that_does_so_now() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        screen = SetupScreen("sahara")
        await pilot.app.push_screen(screen)
        await until(lambda: "+: add a player" in screen_text(screen), pilot)
        assert screen_text(screen).count("add a player") == 1
        assert screen_text(screen).count("then +: 4 players") == 1, "after the one before it"
        await pilot.press("down", "down", "down")
        await until(lambda: screen.cards.has_focus and screen.cards.cursor == 2, pilot)
        await pilot.press("delete")
        await until(lambda: screen.has_explained, pilot)
        await until(lambda: "Enter: add a player" in screen_text(screen), pilot)
        assert "then +: 4 players" in screen_text(screen), "Enter stays on who has sat down"
        await pilot.press("enter")
        await until(lambda: len(screen.plan) == 3, pilot)
        assert not screen.has_explained, "that nobody sits there is true no more"
        await until(lambda: "+: add a player" in screen_text(screen), pilot)
        await pilot.press("plus")
        await until(lambda: len(screen.plan) == 4, pilot)
        assert "empty seat" not in screen_text(screen)


async def test_coming_up_from_start_the_cursor_is_on_the_empty_seat_that_enter_fills() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        screen = SetupScreen("ahldarahd")
        await pilot.app.push_screen(screen)
        await until(lambda: "+: add a player" in screen_text(screen), pilot)
        first_empty = len(screen.plan)
        assert first_empty < screen.plan.spec.max_seats - 1, "several seats are empty"
        assert "Add a player" not in screen_lines(screen)[-1], "Enter starts the match here"
        while not screen.cards.has_focus:
            before = screen.focused, screen.fields.current
            await pilot.press("up")
            await until(lambda seen=before: (screen.focused, screen.fields.current) != seen, pilot)
        assert screen.cards.cursor == first_empty
        await until(lambda: "Enter: add a player" in screen_text(screen), pilot)
        await until(lambda: "Add a player" in screen_lines(screen)[-1], pilot)
        await pilot.press("enter")
        await until(lambda: len(screen.plan) == first_empty + 1, pilot)
        assert screen.cards.cursor == first_empty, "on the player who has sat down"
        await until(lambda: "Add a player" not in screen_lines(screen)[-1], pilot)


async def test_a_long_group_of_keys_goes_on_in_a_second_column_where_there_is_room() -> None:
    async with app().run_test(size=(160, 50)) as pilot:
        await until(lambda: app_of(pilot.app).host_ready.is_set(), pilot)
        app_of(pilot.app).open_keys([("New match", SETUP_COMMANDS)])
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        keys = screen_of(pilot.app, KeysScreen)
        first, second = keys.columns()
        assert len(first) == 1 and len(second) == 2, "the rest of the group, and Everywhere"
        columns = list(keys.query(".column"))
        await until(lambda: all(column.size.height for column in columns), pilot)
        heights = [column.size.height for column in columns]
        assert abs(heights[0] - heights[1]) <= 5


async def test_the_cursor_goes_to_continue_when_a_match_was_left_and_stays_on_its_words_else() -> (
    None
):
    async with app().run_test(size=(80, 24)) as pilot:
        await until(
            lambda: app_of(pilot.app).host_ready.is_set() and pilot.app.screen.focused, pilot
        )
        home = screen_of(pilot.app, HomeScreen)
        menu = home.query_one("#menu", OptionList)
        lasts: list[UnfinishedMatch | None] = [None]
        app_of(pilot.app).host.unfinished = lambda: lasts[0]  # type: ignore[method-assign]
        home.fill()
        menu.highlighted = menu.get_option_index("saved")
        lasts[0] = UnfinishedMatch("m1", "A match", "in words")
        home.fill()
        assert menu.highlighted_option and menu.highlighted_option.id == "continue"
        menu.highlighted = menu.get_option_index("saved")
        home.fill()
        assert menu.highlighted_option and menu.highlighted_option.id == "saved"
        lasts[0] = None
        home.fill()
        assert menu.highlighted_option and menu.highlighted_option.id == "saved"


async def test_a_number_is_chosen_with_the_mouse_alone_and_stays_within_its_bounds() -> None:
    async with setting_up("decktet") as (pilot, screen):
        assert "◄  5  ►" in screen_text(screen)
        lines = screen_lines(screen)
        y = next(y for y, line in enumerate(lines) if "◄  5  ►" in line)
        x = lines[y].index("◄  5  ►")
        await pilot.click(offset=(x + 6, y))
        await until(lambda: screen.options.applying(len(screen.plan)) == {"hands": 6}, pilot)
        for _ in range(7):
            await pilot.click(offset=(x, y))
        await until(lambda: screen.options.applying(len(screen.plan)) == {"hands": 1}, pilot)


async def test_the_arrows_go_from_setting_to_setting_in_a_list_that_scrolls() -> None:
    screen = SettingsScreen()
    async with ScreenApp(screen, PreviewHost()).run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.focused and screen.fields.current, pilot)
        names = [field.name for field in screen.fields.fields]
        assert sorted(names) == sorted(set(SETTINGS) - {"keys"})
        await pilot.press("down")
        assert known(screen.fields.current).name == names[1]
        await pilot.press("up", "up")
        assert known(screen.fields.current).name == names[-1], "after the last comes the first"
        title = known(screen.fields.current).title
        await until(lambda: any(line.startswith(f"► {title}") for line in screen_lines(screen)))


PLACES: list[tuple[type, Sequence[Command]]] = [
    (CaravanApp, CARAVAN), (HomeScreen, home.COMMANDS), (SetupScreen, setup.COMMANDS),
    (TableScreen, TABLE), (ChatDialog, chat.COMMANDS), (JumpScreen, jump.COMMANDS),
    (LobbyScreen, lobby.COMMANDS), (LeaderboardScreen, leaderboard.COMMANDS),
    (NoticesScreen, notices.COMMANDS),
    (TournamentsScreen, tournaments.COMMANDS), (TournamentScreen, tournament.COMMANDS),
    (NewTournamentScreen, new_tournament.COMMANDS),
    (SavedScreen, SAVED), (ReplayScreen, REPLAY), (StatisticsScreen, statistics.COMMANDS),
    (RoadScreen, road.COMMANDS),
    (DailyScreen, daily.COMMANDS), (AnalysisScreen, analysis.COMMANDS),
    (ProblemsScreen, problems.COMMANDS), (ProblemScreen, problem.COMMANDS),
    (RulesScreen, rules.COMMANDS), (TutorialScreen, tutorial.COMMANDS),
    (ResultScreen, result.COMMANDS),
    (SettingsScreen, settings_screen.COMMANDS), (Dialog, (CLOSE,)), (FieldList, FIELDS),
    (Chooser, LIST),
    *((registry.board(game), registry.board(game).COMMANDS) for game in registry.ids()),
]  # fmt: skip


def test_every_key_of_every_place_has_something_that_it_does_there() -> None:
    ids = {id(commands) for _place, commands in PLACES}
    listed = [commands for _title, commands in all_commands()][1:]
    assert ids >= {id(commands) for commands in listed}, "a place is missing in this test"
    for place, commands in PLACES:
        for command in commands:
            action = command.action.split("(")[0]
            where = CaravanApp if action.startswith("app.") else place
            name = "action_" + action.removeprefix("app.")
            assert hasattr(where, name), f"{command.id}: {command.keys}"


def cast(seed: int, *kinds: str) -> list[str]:
    """The names of computer players of these levels in the seats after Ann's."""
    return [seat.name for seat in named([Seat(name="Ann"), *map(Seat, kinds)], seed)[1:]]


async def test_opponents_keep_their_names_while_levels_change() -> None:
    async with setting_up("caravanserai", FullHost()) as (pilot, screen):
        screen.take_value("seed", "7")
        await pilot.press("plus", "plus", "plus", "plus")
        names = screen.plan.names()
        assert len(set(names)) == 6
        for level in ("merchant", "master", "trader"):
            screen.plan.set_kind(1, level)
            assert screen.plan.names() == names
        screen.plan.set_levels("master")
        assert screen.plan.names() == names
        screen.plan.seats[3].name = names[1]
        assert len(set(screen.plan.names())) == 6, "a typed name takes that of a character"
        screen.plan.seats[3].name = ""
        screen.plan.change_style(4, 1)
        assert [screen.plan.names()[seat] for seat in (0, 2, 5)] == [names[0], names[2], names[5]]
        screen.plan.remove(2)
        assert screen.plan.names()[2:] == [*screen.plan.names()[2:4], names[5]]
        screen.take_value("seed", "8")
        assert screen.plan.names()[1:] != names[1:], "another seed brings others"


async def test_the_cursor_covers_nothing_of_a_packed_card() -> None:
    async with setting_up("caravanserai", FullHost()) as (pilot, screen):
        await pilot.press("plus", "plus", "plus", "plus", "down")
        await until(lambda: screen.cards.has_focus and len(screen.plan) == 6, pilot)
        await until(lambda: screen_text(screen).count("×") == 6, pilot)


async def test_a_seat_shows_the_name_that_it_gets_and_the_options_what_is_usual() -> None:
    async with setting_up("sahara", FullHost()) as (pilot, screen):
        screen.take_value("seed", "7")
        assert screen.plan.names() == ["Ann", *cast(7, "porter")]
        assert "Usual with 2 players: short." in screen.fields.field("goods").help
        await pilot.press("plus", "plus")
        screen.plan.set_kind(3, "person")
        screen.show_all()
        assert screen.fields.values["goods"] == "full"
        names = ["Ann", *cast(7, "porter", "porter"), "Player 4"]
        assert [seat.name for seat in screen.seats()] == names
        await until(lambda: all(name in screen_text(screen) for name in names), pilot)
        assert screen.spec.resolve(screen.options.applying(4), 4) == {"camels": 5, "goods": "full"}


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (120, 36), (200, 60)]))
@pytest.mark.parametrize("game", mostly_nightly(sorted(registry.ids()), 2))
async def test_every_seat_and_option_of_the_set_up_is_in_view(
    game: str, size: tuple[int, int]
) -> None:
    async with setting_up(game, FullHost(), size) as (pilot, screen):
        for _ in range(4):
            await pilot.press("plus")
        await until(lambda: screen.query_one("#start").region, pilot)
        text = screen_text(screen)
        for name in screen.plan.names():
            assert name in text
        for field in screen.all_fields():
            assert field.title in text
        assert not screen.query_one("#side").show_vertical_scrollbar


@pytest.mark.parametrize("rows", [24, 30, 32, 36, 38, 40, 46, 50])
async def test_the_list_of_home_never_scrolls(rows: int) -> None:
    async with app().run_test(size=(120, rows)) as pilot:
        await until(lambda: isinstance(pilot.app.screen, HomeScreen), pilot)
        menu = pilot.app.screen.query_one(HomeMenu)
        await until(lambda: menu.option_count > 0 and menu.size.height > 0, pilot)
        await until(lambda: not menu.max_scroll_y, pilot)
        names = [menu.get_option_at_index(number).id for number in range(menu.option_count)]
        assert names[-1] == "quit"
