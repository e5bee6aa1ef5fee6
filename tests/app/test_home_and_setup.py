"""Home, set-up, the gate: by keyboard, by mouse, and with what a user gets wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from attrs import fields
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets._select import SelectOverlay

from ai.knowledge import styles
from ai.levels import LADDER
from caravan_tui.app import COMMANDS as CARAVAN
from caravan_tui.app import CaravanApp
from caravan_tui.engine.record import Seat
from caravan_tui.games import registry
from caravan_tui.help import all_commands
from caravan_tui.preview import PreviewHost
from caravan_tui.screens import (
    analysis,
    daily,
    home,
    jump,
    lobby,
    rules,
    setup,
    statistics,
    tutorial,
)
from caravan_tui.screens import settings as settings_screen
from caravan_tui.screens.analysis import AnalysisScreen
from caravan_tui.screens.daily import DailyScreen
from caravan_tui.screens.gate import GateScreen
from caravan_tui.screens.home import HomeScreen
from caravan_tui.screens.host import Last
from caravan_tui.screens.jump import JumpScreen
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.lobby import LobbyScreen
from caravan_tui.screens.replay import ReplayScreen
from caravan_tui.screens.replay_commands import REPLAY
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.saved import SavedScreen
from caravan_tui.screens.saved_card import SAVED
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.statistics import StatisticsScreen
from caravan_tui.screens.table import TableScreen
from caravan_tui.screens.table_commands import TABLE
from caravan_tui.screens.tutorial import TutorialScreen
from caravan_tui.settings import Settings
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.dialog import CLOSE, Dialog
from caravan_tui.widgets.number import Step
from tests.app.app_help import until
from tests.nights import mostly_by_night


def app() -> CaravanApp:
    return CaravanApp(PreviewHost, "unicode")


async def test_home_names_every_game_and_tells_about_the_one_under_the_cursor() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        menu = pilot.app.screen.query_one("#menu", OptionList)
        titles = [str(option.prompt) for option in menu.options]
        for game_id in registry.ids():
            assert registry.spec(game_id).title in titles
        await pilot.press("down")
        await pilot.pause()
        facts = str(pilot.app.screen.query_one("#facts", Static).content)
        assert registry.spec(registry.ids()[1]).summary in facts


async def test_enter_sets_up_a_match_and_enter_again_starts_it() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause(0.1)
        assert isinstance(pilot.app.screen, SetupScreen)
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_click_on_a_game_sets_it_up() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.click("#menu", offset=(5, 2))
        await pilot.pause(0.1)
        assert isinstance(pilot.app.screen, SetupScreen)


async def test_a_seat_left_open_in_between_is_refused_in_words() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SetupScreen("sahara"))
        await pilot.pause()
        pilot.app.screen.query_one("#kind-2", Select).value = "person"
        pilot.app.screen.query_one("#kind-1", Select).value = "trader"
        pilot.app.screen.query_one("#kind-3", Select).value = "trader"
        pilot.app.screen.query_one("#kind-2", Select).value = "closed"
        await pilot.pause()
        await pilot.press("f10")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SetupScreen)
        assert "from the top" in str(pilot.app.screen.query_one("#wrong", Static).content)


class StyledHost(PreviewHost):
    """A host whose levels have styles, and that keeps what it is asked to begin."""

    asked: ClassVar[list[Seat]] = []

    def styles(self, game_id: str) -> list[tuple[str, str]]:
        return [("Cautious", "cautious"), ("Builder", "builder")]

    async def create(self, game_id: str, options: Any, seats: list[Seat], *more: Any) -> Any:
        StyledHost.asked = seats
        return await super().create(game_id, options, seats, *more)


async def test_a_level_can_be_given_a_style_and_a_person_has_none() -> None:
    async with CaravanApp(StyledHost, "unicode").run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SetupScreen("caravanserai"))
        await pilot.pause()
        screen = pilot.app.screen
        assert [screen.query_one(f"#style-{seat}").display for seat in range(3)] == [
            False, True, False,
        ]  # fmt: skip
        screen.query_one("#kind-2", Select).value = "trader"
        screen.query_one("#style-1", Select).value = "builder"
        await pilot.pause()
        screen.query_one("#style-2", Select).value = "chance"
        await pilot.press("f10")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        kinds = [seat.style for seat in StyledHost.asked]
        assert kinds[:2] == [None, "builder"] and kinds[2] in ("cautious", "builder")


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_style_has_a_title_of_its_own(game_id: str) -> None:
    titles = [title for title, _name in styles(game_id)]
    levels = {level.title for level in LADDER}
    assert len(set(titles)) == len(titles) >= 3 and not levels & set(titles)


async def test_a_seed_out_of_bounds_is_refused_in_words() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SetupScreen("sahara"))
        await pilot.pause()
        pilot.app.screen.query_one("#seed", Input).value = "9" * 40
        await pilot.press("f10")
        wrong = pilot.app.screen.query_one("#wrong", Static)
        await until(pilot, lambda: "seed" in str(wrong.content))


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5)])
async def test_a_small_terminal_is_gated_and_opens_again_when_it_grows(
    size: tuple[int, int],
) -> None:
    async with app().run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, GateScreen)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert isinstance(pilot.app.screen, GateScreen)
        await pilot.press("q")
        await pilot.pause()
        assert not pilot.app.is_running or pilot.app._exit


@pytest.mark.parametrize("game_id", mostly_by_night(registry.ids()))
async def test_f1_shows_the_rules_and_a_search_finds_and_counts(game_id: str) -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        pilot.app.open_rules(game_id)
        await pilot.pause(0.2)
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("slash", *"zzzz", "enter")
        await pilot.pause()
        assert "not in these rules" in str(pilot.app.screen.query_one("#found", Static).content)
        await pilot.press("slash", *"e", "enter")
        await pilot.pause()
        assert "Place " in str(pilot.app.screen.query_one("#found", Static).content)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_f2_lists_the_keys_of_the_screen() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_a_key_without_a_use_says_so_at_home() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.press("x")
        await pilot.pause()
        said = [note.message for note in pilot.app._notifications]
        assert said == ["x does nothing here; F2 shows every key."]


async def test_commands_with_the_same_words_share_a_line_of_the_page_of_keys() -> None:
    commands = registry.board("dice_village").COMMANDS
    async with app().run_test(size=(80, 24)) as pilot:
        screen = KeysScreen([("Dice Village", commands)], {})
        rows = screen._ks_rows(commands)
        assert len({words for words, _keys in rows}) == len(rows)
        dice = [keys for words, keys in rows if "Mark this die" in words]
        assert dice == [["1", "2", "3", "4", "5", "6"]]
        await pilot.pause()


async def test_the_cursor_goes_to_continue_when_a_match_was_left_and_stays_on_its_words_else() -> (
    None
):
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.2)
        home, menu = pilot.app.screen, pilot.app.screen.query_one("#menu", OptionList)
        lasts: list[Last | None] = [None]
        pilot.app.host.unfinished = lambda: lasts[0]
        home.fill()
        menu.highlighted = menu.get_option_index("saved")
        lasts[0] = Last("m1", "A match", "in words")
        home.fill()
        assert menu.highlighted_option and menu.highlighted_option.id == "continue"
        menu.highlighted = menu.get_option_index("saved")
        home.fill()
        assert menu.highlighted_option and menu.highlighted_option.id == "saved"
        lasts[0] = None
        home.fill()
        assert menu.highlighted_option and menu.highlighted_option.id == "saved"


async def test_a_number_is_chosen_with_the_mouse_alone_and_stays_within_its_bounds() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SetupScreen("decktet"))
        await pilot.pause()
        field = pilot.app.screen.query_one("#option-hands", Input)
        less, more = pilot.app.screen.query(Step)
        start = int(field.value)
        await pilot.click(more)
        assert field.value == str(start + 1)
        for _ in range(12):
            await pilot.click(less)
        assert field.value == "1"
        assert pilot.app.screen.options() == {"hands": "1"}
        field.value = ""
        await pilot.click(more)
        assert field.value == "1", "the least where nothing was typed"


async def test_what_was_wrong_is_no_longer_said_once_something_is_changed() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SetupScreen("sahara"))
        await pilot.pause()
        pilot.app.screen.query_one("#kind-3", Select).value = "trader"
        await pilot.pause()
        await pilot.press("f10")
        await until(pilot, lambda: str(pilot.app.screen.query_one("#wrong", Static).content))
        pilot.app.screen.query_one("#kind-2", Select).value = "trader"
        await until(pilot, lambda: not str(pilot.app.screen.query_one("#wrong", Static).content))


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_an_open_list_of_choices_is_seen_to_end_where_it_lies_over_words(glyphs: str) -> None:
    async with CaravanApp(PreviewHost, glyphs).run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SetupScreen("caravanserai"))
        await pilot.pause()
        kind = pilot.app.screen.query_one("#kind-5", Select)
        await pilot.click(kind)
        await until(pilot, lambda: kind.expanded)
        await pilot.pause()
        region = kind.query_one(SelectOverlay).region
        lines = pilot.app.screen._compositor.render_strips()
        for line in range(region.y + 1, region.bottom - 1):
            text = "".join(segment.text for segment in lines[line])
            assert text[region.x] == text[region.right - 1] == ("|" if glyphs == "ascii" else "│")


async def test_the_arrows_go_from_field_to_field_and_through_an_open_list() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SetupScreen("sahara"))
        await pilot.pause()
        screen = pilot.app.screen
        screen.query_one("#kind-0").focus()
        seen = []
        for _ in range(5):
            await pilot.press("down")
            seen.append(screen.focused.id)
        assert seen == ["name-0", "kind-1", "name-1", "kind-2", "name-2"]
        await pilot.press("up")
        kind = screen.query_one("#kind-2", Select)
        assert screen.focused is kind and not kind.expanded
        before = kind.value
        await pilot.press("enter", "up", "enter")
        assert kind.value not in (before, Select.BLANK) and screen.focused is kind


async def test_the_arrows_go_from_setting_to_setting_in_a_list_that_scrolls() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        pilot.app.push_screen(SettingsScreen())
        await pilot.pause()
        screen = pilot.app.screen
        names = [one.name for one in fields(Settings) if one.name != "keys"]
        for name in names:
            assert screen.focused.id == f"set-{name}"
            await pilot.press("down")
            await pilot.pause(0.02)
        await pilot.press("up")
        assert screen.focused.id == f"set-{names[-1]}"


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


async def test_a_seat_shows_the_name_that_it_gets_and_the_options_what_is_usual() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.push_screen(SetupScreen("sahara"))
        await until(pilot, lambda: pilot.app.screen.query("#name-3"))
        await pilot.pause(0.1)
        screen = pilot.app.screen
        assert isinstance(screen, SetupScreen)

        def shown() -> list[str]:
            fields = (screen.query_one(f"#name-{seat}", Input) for seat in range(4))
            return [field.value or field.placeholder for field in fields]

        def usual() -> str:
            return str(screen.query_one("#usual-goods", Static).content)

        assert shown() == ["Ann", "Trader", "", ""]
        assert usual() == "Goods (usual: short)"
        screen.query_one("#kind-2", Select).value = "trader"
        screen.query_one("#kind-3", Select).value = "person"
        await until(pilot, lambda: usual() == "Goods (usual: full)")
        assert shown() == ["Ann", "Trader", "Trader 2", "Player 4"]
        assert [seat.name for seat in screen.seats()] == shown()
        assert screen.query_one("#option-camels", Select).value == 5, "what it is, not `usual`"
        assert screen.spec.resolve(screen.options(), 4) == {"camels": 5, "goods": "full"}


@pytest.mark.parametrize("size", mostly_by_night([(80, 24), (200, 60)]))
@pytest.mark.parametrize("game", registry.ids())
async def test_the_form_keeps_together_and_nothing_of_it_is_cut_off(
    game: str, size: tuple[int, int]
) -> None:
    async with app().run_test(size=size) as pilot:
        await until(pilot, lambda: pilot.app.host is not None)
        pilot.app.push_screen(SetupScreen(game))
        await until(pilot, lambda: pilot.app.screen.query("#start"))
        await pilot.pause(0.1)
        screen = pilot.app.screen
        seats = screen.query_one("#seats")
        for part in (seats, screen.query_one("#options"), screen.query_one("#about")):
            assert part.max_scroll_y == 0, "all of it is seen"
        start = screen.query_one("#start").region
        assert start.right <= size[0] and start.y < size[1] - 1
        assert start.y - seats.region.bottom <= 2, "the buttons stand below the form"
        assert seats.region.y == 1 or size[1] >= 40
        assert screen.query_one("#title").region.y == 0
