"""The matches in which it is the user's turn: first in the lobby, at home and in line mode."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot
from textual.widgets import DataTable, OptionList

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import random_match
from caravan_tui.engine import Match
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.local import LocalHost
from caravan_tui.hosts.turns import in_order, room_turns, saved_turns
from caravan_tui.lines.home import Home
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.lobby.screen import LobbyScreen
from caravan_tui.widgets.chooser import Chooser
from saves.store import Store
from tests.app.test_lobby_screen import FakeLobby, lobby, lobby_of, row
from tests.lines.scripted import ScriptedConsole
from tests.support.screen_text import screen_text
from tests.support.until import until

MINE: dict[str, Any] = {"own_seats": [0], "to_act": 0}
ROWS = [
    row("OPEN", "sahara", ["Otto"], 1),
    row("RUNS", "decktet", ["Ann", "Bea"], own_seats=[0], to_act=1),
    row("SOON", "decktet", ["Ann", "Otto"], idle=10, **MINE),
    row("LATE", "decktet", ["Ann", "Zacharias"], idle=9_000, **MINE),
    row("DONE", "decktet", ["Ann", "Ida"], over=True, **MINE),
]


def saved(*matches: Match) -> None:
    store = Store()
    for match in matches:
        store.save_now(match)
    store.release_all()


def left_match(seed: int, *, is_own_turn: bool = True) -> Match:
    """A match of a person and a computer player that was left."""
    for plies in range(8, 60):
        match = random_match("decktet", 2, seed, plies)
        if not match.over and (match.to_act == 0) is is_own_turn:
            return match
    raise AssertionError


def test_own_turns_come_first_the_longest_waiting_one_before_the_others() -> None:
    codes = [entry.code for entry in in_order(ROWS)]
    assert codes == ["LATE", "SOON", "RUNS", "DONE", "OPEN"]
    turns = room_turns(in_order(ROWS))
    assert [turn.match for turn in turns] == ["mLATE", "mSOON"]
    assert [turn.players for turn in turns] == ["Zacharias", "Otto"]


def test_a_saved_match_is_listed_only_while_a_person_is_to_act() -> None:
    mine, theirs = left_match(1), left_match(2, is_own_turn=False)
    saved(mine, theirs)
    assert [turn.match for turn in saved_turns(Store().listing().entries)] == [mine.record.id]


async def test_the_lobby_lists_own_turns_first() -> None:
    async with lobby() as (pilot, screen):
        lobby_of(pilot).rows = list(ROWS)
        await lobby_of(pilot).refresh()
        await until(lambda: screen.query_one(DataTable).row_count == len(ROWS), pilot)
        assert [entry.code for entry in screen.match_list.rows][:2] == ["LATE", "SOON"]
        assert screen.match_list.selected is not None


class ServerHost(LocalHost):
    """A host with saved matches and a lobby."""

    def __init__(self) -> None:
        super().__init__()
        self.people = FakeLobby()
        self.people.rows = list(ROWS)
        self.joined: list[str] = []

        async def join(match: str) -> TableConnection | None:
            self.joined.append(match)
            return None

        self.people.join = join  # type: ignore[method-assign]

    @property
    def lobby(self) -> FakeLobby:
        return self.people


async def home_of(pilot: Pilot[Any]) -> HomeScreen:
    app = pilot.app
    assert isinstance(app, CaravanApp)
    await until(lambda: isinstance(app.screen, HomeScreen) and app.host_ready.is_set(), pilot)
    screen = app.screen
    assert isinstance(screen, HomeScreen)
    return screen


async def test_home_names_waiting_matches_once_keeps_its_lines_and_opens_one(
    no_workers: None,
) -> None:
    saved(left_match(1), left_match(3))
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        home = await home_of(pilot)
        await until(lambda: "2 unfinished" in screen_text(home), pilot)
        assert home.selected == "continue", "Enter continues as before"
        assert [entry and entry.place for entry in home.menu._listed].count(None) == 2, (
            "between parts"
        )
        assert "Quit" in screen_text(home), "all of it fits"
        await pilot.press("y")
        await until(lambda: isinstance(app.screen, Chooser), pilot)
        await pilot.press("down", "enter")
        await until(lambda: app.is_screen_open("table"), pilot)
        await app.host.stop()


async def test_home_lists_matches_with_other_people_first(no_workers: None) -> None:
    saved(left_match(1))
    host = ServerHost()
    app = CaravanApp(lambda: host)
    async with app.run_test(size=(80, 24)) as pilot:
        home = await home_of(pilot)
        await until(lambda: "Your turn (3)" in screen_text(home), pilot)
        await pilot.press("y")
        await until(lambda: isinstance(app.screen, Chooser), pilot)
        await until(lambda: app.screen.query_one(OptionList).option_count == 3, pilot)
        await until(lambda: "(LATE)  Zacharias" in screen_text(app.screen), pilot)
        await pilot.press("enter")
        await until(lambda: host.joined == ["mLATE"], pilot)
        assert not isinstance(app.screen, LobbyScreen)
        await app.host.stop()


async def test_line_mode_says_the_turns_and_sits_down() -> None:
    saved(left_match(1))
    host = ServerHost()
    console = ScriptedConsole(["turns", "turns 9", "turns 1", "quit"])
    await Home(host, console).run()
    assert "2 matches wait for your move. Type turns." in console.text
    assert "(LATE), with Zacharias, 2 h ago." in console.text
    assert "Type a number from 1 to 3." in console.text
    assert host.joined == ["mLATE"]
    await host.stop()


async def test_line_mode_says_that_nothing_waits() -> None:
    host = LocalHost()
    console = ScriptedConsole(["turns", "quit"])
    await Home(host, console).run()
    assert "No match waits for you." in console.text
    saved(left_match(1))
    console = ScriptedConsole(["turns", "quit"])
    await Home(host, console).run()
    assert "1. Caravan" in console.text
    await host.stop()
