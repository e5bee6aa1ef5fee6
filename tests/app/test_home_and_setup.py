"""Home, set-up, the gate: by keyboard, by mouse, and with what a user gets wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select
from textual.widgets._select import SelectOverlay

from ai.levels import LADDER
from caravan_tui.app import CaravanApp
from caravan_tui.cast.characters import named
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.command_index import all_commands
from caravan_tui.engine.record import Seat
from caravan_tui.games import registry
from caravan_tui.games.registry import styles
from caravan_tui.hosts.base import UnfinishedMatch
from caravan_tui.screens import jump, rules, setup
from caravan_tui.screens import settings as settings_screen
from caravan_tui.screens.analysis import screen as analysis
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.daily import screen as daily
from caravan_tui.screens.daily.screen import DailyScreen
from caravan_tui.screens.home import screen as home
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.jump import JumpScreen
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.lobby import screen as lobby
from caravan_tui.screens.lobby.screen import LobbyScreen
from caravan_tui.screens.replay.commands import REPLAY
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.saved.commands import SAVED
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.statistics import screen as statistics
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table import tutorial
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.screens.too_small import Gate
from caravan_tui.settings import SETTINGS
from caravan_tui.widgets.app_commands import APP as CARAVAN
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.dialog import CLOSE, Dialog
from caravan_tui.widgets.number import Step
from caravan_tui.widgets.table_commands import TABLE
from tests.nights import mostly_nightly
from tests.support.screen_app import ScreenApp
from tests.support.screen_text import screen_lines, static_text
from tests.support.until import until


def app() -> CaravanApp:
    return CaravanApp(PreviewHost, "unicode")


@asynccontextmanager
async def setting_up(
    game: str, host: PreviewHost | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[int], SetupScreen]]:
    """The set-up of a game, without a home screen."""
    screen = SetupScreen(game)
    async with ScreenApp(screen, host or PreviewHost()).run_test(size=size) as pilot:
        await until(lambda: screen.query("#start") and screen.focused, pilot)
        yield pilot, screen


async def test_home_names_every_game_and_tells_about_the_one_under_the_cursor() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        home = pilot.app.screen
        await until(lambda: home.query("#menu") and pilot.app.host_ready.is_set(), pilot)
        titles = [str(option.prompt) for option in home.query_one("#menu", OptionList).options]
        for game_id in registry.ids():
            assert registry.spec(game_id).title in titles
        await pilot.press("down")
        summary = registry.spec(registry.ids()[1]).summary
        await until(lambda: summary in static_text(home, "facts"), pilot)

        await pilot.press("x")
        messages = [note.message for note in pilot.app._notifications]
        assert messages == ["x does nothing here. Press F2 to see all keys."]
        await pilot.press("f2")
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is home, pilot)


async def test_enter_or_a_click_sets_up_a_match_and_enter_starts_it() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        home = pilot.app.screen
        await until(lambda: pilot.app.host_ready.is_set() and home.query_one("#menu").region, pilot)
        await pilot.click("#menu", offset=(5, 1))
        await until(lambda: isinstance(pilot.app.screen, SetupScreen), pilot)
        assert pilot.app.screen.game_id == registry.ids()[1]
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is home, pilot)
        await pilot.press("enter")
        await until(
            lambda: isinstance(pilot.app.screen, SetupScreen) and pilot.app.screen.focused, pilot
        )
        assert pilot.app.screen.game_id == registry.ids()[1]
        await pilot.press("enter")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)


async def test_what_is_wrong_is_said_until_something_is_changed() -> None:
    async with setting_up("sahara") as (pilot, screen):

        async def refused(words: str) -> None:
            await pilot.press("f10")
            await until(lambda: words in static_text(screen, "error"), pilot)
            assert pilot.app.screen is screen

        screen.query_one("#kind-3", Select).value = "trader"
        await refused("from the top")
        screen.query_one("#kind-2", Select).value = "trader"
        await until(lambda: not static_text(screen, "error"), pilot)
        screen.query_one("#seed", Input).value = "9" * 40
        await refused("seed")


async def test_a_message_of_an_earlier_change_does_not_clear_the_refusal() -> None:
    async with setting_up("sahara") as (pilot, screen):
        field = screen.query_one("#seed", Input)
        field.value = "9" * 19
        await pilot.press("f10")
        await until(lambda: "seed" in static_text(screen, "error"), pilot)
        field.post_message(Input.Changed(field, field.value))
        await pilot.pause()
        assert "seed" in static_text(screen, "error")


class StyledHost(PreviewHost):
    """A host whose levels have styles, and that keeps what it is asked to begin."""

    asked: ClassVar[list[Seat]] = []

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        return [("Cautious", "cautious"), ("Builder", "builder")]

    async def create(self, game_id: str, options: Any, seats: list[Seat], *more: Any) -> Any:
        StyledHost.asked = seats
        return await super().create(game_id, options, seats, *more)


async def test_a_level_can_be_given_a_style_and_a_person_has_none() -> None:
    async with setting_up("caravanserai", StyledHost()) as (pilot, screen):
        shown = [screen.query_one(f"#style-{seat}").display for seat in range(3)]
        assert shown == [False, True, False]
        screen.query_one("#kind-2", Select).value = "trader"
        screen.query_one("#style-1", Select).value = "builder"
        await until(lambda: screen.query_one("#style-2").display, pilot)
        screen.query_one("#style-2", Select).value = "chance"
        opened: list[str] = []
        pilot.app.switch_to = lambda name, _link: opened.append(name)  # type: ignore[method-assign]
        await pilot.press("f10")
        await until(lambda: opened == ["table"], pilot)
        kinds = [seat.style for seat in StyledHost.asked]
        assert kinds[:2] == [None, "builder"] and kinds[2] in ("cautious", "builder")


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_style_has_a_title_of_its_own(game_id: str) -> None:
    titles = [title for title, _name in styles(game_id)]
    levels = {level.title for level in LADDER}
    assert len(set(titles)) == len(titles) >= 3 and not levels & set(titles)


def gate_text(pilot: Pilot[None]) -> str:
    """What covers the screen, empty if nothing does."""
    covers = [cover for cover in pilot.app.screen.query(Gate) if cover.display]
    return str(covers[0].content) if covers else ""


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


async def test_the_cursor_goes_to_continue_when_a_match_was_left_and_stays_on_its_words_else() -> (
    None
):
    async with app().run_test(size=(80, 24)) as pilot:
        await until(lambda: pilot.app.host_ready.is_set() and pilot.app.screen.focused, pilot)
        home, menu = pilot.app.screen, pilot.app.screen.query_one("#menu", OptionList)
        lasts: list[UnfinishedMatch | None] = [None]
        pilot.app.host.unfinished = lambda: lasts[0]
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
        field = screen.query_one("#option-hands", Input)
        less, more = screen.query(Step)
        start = int(field.value)
        await pilot.click(more)
        assert field.value == str(start + 1)
        field.value = "2"
        for _ in range(2):
            await pilot.click(less)
            assert field.value == "1"
        assert screen.options() == {"hands": "1"}
        field.value = ""
        await pilot.click(more)
        assert field.value == "1", "the least where nothing was typed"


@pytest.mark.parametrize("glyphs", mostly_nightly(["ascii", "unicode"]))
async def test_an_open_list_of_choices_is_seen_to_end_where_it_lies_over_words(glyphs: str) -> None:
    async with CaravanApp(PreviewHost, glyphs).run_test(size=(80, 24)) as pilot:
        await until(lambda: pilot.app.host_ready.is_set(), pilot)
        screen = SetupScreen("caravanserai")
        pilot.app.push_screen(screen)
        await until(lambda: screen.query("#kind-5") and screen.query_one("#kind-5").region, pilot)
        kind = screen.query_one("#kind-5", Select)
        await pilot.click(kind)
        await until(lambda: kind.expanded and kind.query_one(SelectOverlay).region, pilot)
        region = kind.query_one(SelectOverlay).region
        side = "|" if glyphs == "ascii" else "│"

        def has_sides() -> bool:
            lines = screen_lines(screen)[region.y + 1 : region.bottom - 1]
            return all(line[region.x] == line[region.right - 1] == side for line in lines)

        assert region.height > 3
        await until(has_sides, pilot)


async def test_the_arrows_go_from_field_to_field_and_through_an_open_list() -> None:
    async with setting_up("sahara") as (pilot, screen):
        screen.query_one("#kind-0").focus()
        fields = []
        for _ in range(5):
            await pilot.press("down")
            fields.append(screen.focused.id)
        assert fields == ["name-0", "kind-1", "name-1", "kind-2", "name-2"]
        await pilot.press("up")
        kind = screen.query_one("#kind-2", Select)
        assert screen.focused is kind and not kind.expanded
        before = kind.value
        await pilot.press("enter", "up", "enter")
        assert kind.value not in (before, Select.BLANK) and screen.focused is kind


async def test_the_arrows_go_from_setting_to_setting_in_a_list_that_scrolls() -> None:
    screen = SettingsScreen()
    async with ScreenApp(screen, PreviewHost()).run_test(size=(80, 24)) as pilot:
        names = [f"set-{name}" for name in SETTINGS if name != "keys"]
        await until(lambda: screen.focused and screen.focused.id == names[0], pilot)
        await pilot.press("down")
        assert screen.focused.id == names[1]
        screen.query_one(f"#{names[-4]}").focus()
        for name in names[-3:]:
            await pilot.press("down")
            assert screen.focused.id == name
            await until(lambda: 0 < screen.focused.region.bottom <= 24, pilot)
        await pilot.press("down", "up")
        assert screen.focused.id == names[-1]


PLACES: list[tuple[type, Sequence[Command]]] = [
    (CaravanApp, CARAVAN), (HomeScreen, home.COMMANDS), (SetupScreen, setup.COMMANDS),
    (TableScreen, TABLE), (JumpScreen, jump.COMMANDS), (LobbyScreen, lobby.COMMANDS),
    (SavedScreen, SAVED), (ReplayScreen, REPLAY), (StatisticsScreen, statistics.COMMANDS),
    (DailyScreen, daily.COMMANDS), (AnalysisScreen, analysis.COMMANDS),
    (RulesScreen, rules.COMMANDS), (TutorialScreen, tutorial.COMMANDS),
    (SettingsScreen, settings_screen.COMMANDS), (Dialog, (CLOSE,)),
    *((registry.board(game), registry.board(game).COMMANDS) for game in registry.ids()),
]  # fmt: skip


def test_every_key_of_every_place_has_something_that_it_does_there() -> None:
    found = {id(commands) for _place, commands in PLACES}
    listed = [commands for _title, commands in all_commands()][1:]
    assert found >= {id(commands) for commands in listed}, "a place is missing in this test"
    for place, commands in PLACES:
        for command in commands:
            action = command.action.split("(")[0]
            where = CaravanApp if action.startswith("app.") else place
            name = "action_" + action.removeprefix("app.")
            assert hasattr(where, name), f"{command.id}: {command.keys}"


def cast(seed: int, *kinds: str) -> list[str]:
    """The names of computer players of these levels in the seats after Ann's."""
    return [seat.name for seat in named([Seat(name="Ann"), *map(Seat, kinds)], seed)[1:]]


async def test_a_seat_shows_the_name_that_it_gets_and_the_options_what_is_usual() -> None:
    async with setting_up("sahara") as (pilot, screen):

        def shown() -> list[str]:
            fields = (screen.query_one(f"#name-{seat}", Input) for seat in range(4))
            return [field.value or field.placeholder for field in fields]

        def usual() -> str:
            return static_text(screen, "usual-goods")

        screen.query_one("#seed", Input).value = "7"
        await until(lambda: shown() == ["Ann", *cast(7, "trader"), "", ""], pilot)
        assert usual() == "Goods (default: short)"
        screen.query_one("#kind-2", Select).value = "trader"
        screen.query_one("#kind-3", Select).value = "person"
        await until(lambda: usual() == "Goods (default: full)", pilot)
        assert shown() == ["Ann", *cast(7, "trader", "trader"), "Player 4"]
        assert [seat.name for seat in screen.seats()] == shown()
        assert screen.query_one("#option-camels", Select).value == 5, "what it is, not `usual`"
        assert screen.spec.resolve(screen.options(), 4) == {"camels": 5, "goods": "full"}


@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (200, 60)]))
@pytest.mark.parametrize("game", mostly_nightly(sorted(registry.ids()), 2))
async def test_the_form_keeps_together_and_nothing_of_it_is_cut_off(
    game: str, size: tuple[int, int]
) -> None:
    async with setting_up(game, size=size) as (pilot, screen):
        await until(lambda: screen.query_one("#start").region, pilot)
        seats = screen.query_one("#seats")
        for part in (seats, screen.query_one("#options"), screen.query_one("#about")):
            assert part.max_scroll_y == 0, "all of it is seen"
        start = screen.query_one("#start").region
        assert start.right <= size[0] and start.y < size[1] - 1
        assert start.y - seats.region.bottom <= 2, "the buttons stand below the form"
        assert seats.region.y == 1 or size[1] >= 40
        assert screen.query_one("#title").region.y == 0
