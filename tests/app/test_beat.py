"""The beat after a move: what the others do is shown one after the other, and any key goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static
from textual.widgets._toast import Toast

from caravan_tui.bus.hosted_match import Services
from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.messages import Position
from caravan_tui.bus.table import TableHost
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.sahara import events as sahara
from caravan_tui.hosts.connection import TableConnection
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.keys import KeysScreen
from caravan_tui.screens.table.beat import Beats, Hold, hold_of
from caravan_tui.screens.table.count import CountDialog
from caravan_tui.screens.table.endings import Endings
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.settings import PACES, Pace
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.question import TextQuestion
from tests.support.screen_text import screen_text
from tests.support.until import until
from tests.support.whole_app import ScreensApp

USUAL = PACES["usual"]
NAMES = ["Ann", "Bo", "Cy"]


class Held:
    """Stands in for the timers of `Beats`: they go off when the test says so."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        """For how long things were held."""
        self.callback: Callable[[], None] | None = None

    def start(self, seconds: float, callback: Callable[[], None]) -> Held:
        self.waits.append(seconds)
        self.callback = callback
        return self

    def stop(self) -> None:
        self.callback = None

    def end(self) -> None:
        """Let what is held have been held for long enough."""
        callback, self.callback = self.callback, None
        assert callback is not None
        callback()

    def end_all(self) -> None:
        while self.callback is not None:
            self.end()


def position(number: int) -> Position:
    return Position("m", number, 0, {"to_act": 1}, [])  # type: ignore[typeddict-item]


class Display(Held):
    """Beats whose positions are all held in one way, and what of them was shown."""

    def __init__(self, hold: Hold = Hold.MOVE) -> None:
        super().__init__()
        self.versions: list[int] = []
        self.hold = hold
        self.beats = Beats(self.take, self.start, lambda: None)

    def take(self, item: Any) -> Hold:
        self.versions.append(item.version)
        return self.hold

    def put(self, *numbers: int, pace: Pace | None = USUAL) -> None:
        for number in numbers:
            self.beats.put(position(number), pace)


def test_moves_are_shown_one_after_the_other_and_none_waits_for_nothing() -> None:
    display = Display()
    display.put(1, 2, 3)
    assert display.versions == [1] and display.beats.is_behind
    display.end()
    assert display.versions == [1, 2]
    display.end()
    assert display.versions == [1, 2, 3] and not display.beats.is_behind
    display.end()
    assert display.callback is None, "no timer when nothing waits"


def test_a_key_shows_the_newest_position_and_what_follows_the_last_one() -> None:
    display, ended = Display(), []
    display.put(1, 2, 3)
    display.beats.then(lambda: ended.append(True))
    assert display.beats.hurry()
    assert display.versions == [1, 2, 3] and ended and display.callback is None
    assert not display.beats.hurry(), "nothing waits any more"


def test_an_interruption_comes_after_its_move_and_before_the_next_one() -> None:
    display, counted = Display(), []
    display.put(1)
    display.beats.interrupt(lambda: counted.append(display.versions[-1]))
    display.put(2, 3)
    assert not counted, "the move is held first"
    display.end()
    assert counted == [1] and display.versions == [1] and display.callback is None
    display.put(4, pace=None)  # the table is covered by what has interrupted it
    display.beats.hurry()
    assert display.versions == [1]
    display.beats.resume()
    display.end_all()
    assert display.versions == [1, 2, 3, 4]


def test_a_key_goes_on_to_an_interruption_and_no_further() -> None:
    display, counted = Display(), []
    display.put(1, 2)
    display.beats.interrupt(lambda: counted.append(True))
    assert display.beats.hurry() and counted and display.versions == [1]
    display.beats.resume()
    display.end_all()
    assert display.versions == [1, 2]


def test_nothing_is_held_without_a_pace() -> None:
    display = Display()
    display.put(1, 2)
    display.put(3, pace=None)
    assert display.versions == [1, 2, 3] and display.callback is None


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
@pytest.mark.parametrize("is_queued", [True, False], ids=["at once", "one by one"])
def test_however_many_moves_a_round_has_it_takes_no_longer_than_its_pace(
    pace: Pace, is_queued: bool
) -> None:
    display = Display()
    for number in range(40):
        display.put(number, pace=pace)
        if not is_queued:
            display.end_all()
    display.end_all()
    assert display.versions == [*range(40)]
    assert sum(display.waits) < pace.longest + 40 * 0.06
    assert is_queued or display.waits[0] == pace.move
    display.beats.begin_round()
    display.put(40, pace=pace)
    assert display.waits[-1] == pace.move, "the next round begins at full length"


def test_the_end_of_a_hand_is_held_for_longer_and_never_cut_to_nothing() -> None:
    display = Display(Hold.END)
    for number in range(20):
        display.put(number)
        display.end_all()
    assert display.waits[0] == USUAL.end > USUAL.move
    assert min(display.waits) >= USUAL.end / 2


def test_what_is_held_for_how_long() -> None:
    game = registry.get("sahara")

    def held(actor: int, next_actor: int, *events: Any, is_own: bool = False, **more: Any) -> Hold:
        before = replace(position(3), view={"to_act": actor})
        after = replace(position(4), view={"to_act": next_actor}, events=list(events), **more)
        return hold_of(game, before, after, NAMES, [0], is_own)

    picked = sahara.PickedUp(1, 3, 2, 0)
    assert held(1, 2, picked) is Hold.MOVE
    assert held(1, 1, picked) is Hold.STEP, "the turn goes on"
    assert held(1, 1, picked, sahara.Refilled([0])) is Hold.MOVE, "there is much to be seen"
    assert held(0, 0, picked, sahara.Refilled([0]), is_own=True) is Hold.NONE
    assert held(1, 1, sahara.CamelLifted(1, 3)) is Hold.NONE, "nothing to be seen yet"
    assert held(0, 1, picked, is_own=True) is Hold.STEP, "before the answer"
    assert held(0, 0, picked, is_own=True) is Hold.NONE
    assert held(1, -2, picked, over=True) is Hold.END
    assert held(1, 2, picked, history=True) is Hold.NONE, "an undo or a match that was loaded"
    assert held(1, 2) is Hold.NONE, "nothing has happened"


# On the table screen


class PacedApp(ScreensApp):
    """Holds moves as the real app does."""

    @property
    def pace(self) -> Pace | None:
        return USUAL


class HeldTable(TableScreen):
    """A table screen whose holds end when the test says so."""

    def __init__(self, connection: TableConnection, held: Held) -> None:
        self.held = held
        super().__init__(connection)

    def start_hold(self, seconds: float, callback: Callable[[], None]) -> Any:
        return self.held.start(seconds, callback)


class Table:
    """A table at which the test plays the other seats, and ends what is held."""

    def __init__(self, game: str, kinds: tuple[str, ...]) -> None:
        seats = [Seat(kind, name) for kind, name in zip(kinds, NAMES, strict=False)]
        self.match = Match.new(game, {}, seats, 3)
        self.bus = LocalBus()
        self.tables = TableHost(self.bus, Services())
        self.tables.open(self.match)
        self.held = Held()
        own = [number for number, kind in enumerate(kinds) if kind == "person"]
        self.connection = TableConnection(
            self.bus,
            lambda seat: self.tables.table(self.match.record.id, seat),
            self.match.record.id,
            game,
            self.match.names,
            kinds,
            own,
        )
        self.screen = HeldTable(self.connection, self.held)

    async def play(self, action: int | None = None) -> None:
        """Play for the seat to act, whoever it is."""
        legal = self.match.legal(self.match.to_act)
        handle = self.tables.table(self.match.record.id, self.match.to_act)
        await handle.act(self.match.version, legal[0] if action is None else action)

    async def play_others(self) -> int:
        """Play the other seats until it is seat 0's decision; how many decisions that took."""
        count, chance = 0, Random(1)
        while self.match.to_act != 0 and not self.match.over:
            await self.play(chance.choice(self.match.legal(self.match.to_act)))
            count += 1
        return count

    @property
    def newest(self) -> int:
        """The version of the newest position that has arrived."""
        waiting = self.screen.beats.newest_waiting
        return waiting.version if waiting else self.version

    @property
    def news(self) -> str:
        return str(self.screen.query_one("#feedback", Static).content)

    @property
    def asked(self) -> str:
        return str(self.screen.query_one("#asked", Static).content)

    @property
    def version(self) -> int:
        """Of the position that is shown."""
        return self.screen.position.version if self.screen.position else -1


@asynccontextmanager
async def paced(
    game: str = "decktet",
    kinds: tuple[str, ...] = ("person", "trader"),
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[Table, Pilot[Any]]]:
    table = Table(game, kinds)
    app = PacedApp(table.screen, LocalHost())
    async with app.run_test(size=size) as pilot:
        await until(lambda: table.version >= 0, pilot)
        yield table, pilot


async def until_behind(table: Table, pilot: Pilot[Any]) -> None:
    """Play in such a way that the table has newer positions than it shows, at seat 0's turn."""
    await table.play_others()
    await until(lambda: table.version == table.match.version, pilot)
    while not table.screen.beats.is_behind:
        table.held.end_all()
        await table.play(table.match.legal(0)[0])
        await table.play_others()
        await until(lambda: table.newest == table.match.version, pilot)


async def test_moves_of_others_wait_for_each_other_and_are_told_in_a_line() -> None:
    async with paced("sahara", ("person", "trader", "trader")) as (table, pilot):
        await until_behind(table, pilot)
        seen, asked = [], []
        while table.held.callback is not None:
            seen.append(table.news)
            asked.append(table.asked)
            table.held.end()
        assert table.version == table.match.version
        assert any("Bo" in text for text in seen) and any("Cy" in text for text in seen)
        moved = [
            (asks.split()[1], news)
            for asks, news in zip(asked, seen, strict=True)
            if "has moved" in asks
        ]
        assert moved and all(name in news for name, news in moved), "it names whose move is seen"
        assert any("any key or a click: faster" in text for text in asked)
        assert "action" in table.asked, "now it is asked what to do"


async def test_a_click_on_the_line_that_offers_it_shows_the_newest_position() -> None:
    async with paced() as (table, pilot):
        await until_behind(table, pilot)
        version = table.match.version
        await pilot.click("#asked")
        assert table.version == version == table.match.version, "nothing was played"


async def test_the_first_key_only_shows_the_newest_position_and_the_next_one_acts() -> None:
    async with paced() as (table, pilot):
        await until_behind(table, pilot)
        version = table.match.version
        await pilot.press("p")
        assert table.version == version == table.match.version, "nothing was passed"
        await pilot.press("p")
        await until(lambda: table.match.version > version or "!" in table.news, pilot)


async def test_keys_of_the_table_and_of_the_cursor_work_at_once() -> None:
    async with paced("sahara", ("person", "trader", "trader")) as (table, pilot):
        await until_behind(table, pilot)
        cursor = table.screen.board.cursor  # type: ignore[attr-defined]
        await pilot.press("left")
        assert table.version == table.match.version
        assert table.screen.board.cursor == cursor - 1  # type: ignore[attr-defined]
        await until_behind(table, pilot)
        await pilot.press("f2")
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        assert table.version == table.match.version


@pytest.mark.parametrize("game", ["sahara", "dice_village", "caravanserai", "decktet"])
async def test_keys_that_select_or_show_something_work_at_once(game: str) -> None:
    async with paced(game) as (table, pilot):
        await until_behind(table, pilot)
        version, legend = table.match.version, "v" if game == "decktet" else "i"
        await pilot.press(legend)
        assert table.version == version and table.screen.board.shows_legend
        await pilot.press(legend)
        await until_behind(table, pilot)
        version = table.match.version
        await pilot.press("tab")
        assert table.version == version == table.match.version, "nothing was played"


@pytest.mark.parametrize(("key", "window"), [("m", Chooser), ("colon", TextQuestion)])
async def test_a_key_for_the_own_move_waits_for_it_while_a_move_is_held(
    key: str, window: type[Screen[Any]]
) -> None:
    async with paced("sahara", ("person", "trader", "trader")) as (table, pilot):
        await until_behind(table, pilot)
        table.held.end_all()
        while table.match.to_act == 0:
            await table.play(table.match.legal(0)[0])
        while table.match.to_act == 1:
            await table.play()
        await until(lambda: table.newest == table.match.version, pilot)
        await pilot.press(key)
        assert "as soon as it is your move" in table.asked
        await table.play_others()
        await until(lambda: table.newest == table.match.version, pilot)
        table.held.end_all()
        await until(lambda: isinstance(pilot.app.screen, window), pilot)


async def test_the_next_key_drops_one_that_waits_for_the_own_move() -> None:
    async with paced("sahara", ("person", "trader", "trader")) as (table, pilot):
        await until_behind(table, pilot)
        table.held.end_all()
        while table.match.to_act == 0:
            await table.play(table.match.legal(0)[0])
        await until(lambda: table.newest == table.match.version, pilot)
        await pilot.press("m")
        assert table.screen.postponed is not None
        await pilot.press("left")
        assert table.screen.postponed is None and "as soon as" not in table.asked


async def test_a_hasty_move_of_a_computer_player_stands_in_the_log_and_covers_nothing() -> None:
    async with paced("sahara", ("person", "trader", "trader"), (120, 36)) as (table, pilot):
        await until_behind(table, pilot)
        table.held.end_all()
        while table.match.to_act == 0:
            await table.play(table.match.legal(0)[0])
        table.tables.table(table.match.record.id, 1).note("quick_move", name="Bo")
        await table.play()
        await until(lambda: table.newest == table.match.version, pilot)
        table.held.end_all()
        hasty = "Bo moved at once, as the machine is busy. The move may be weak."
        lines = table.screen.log_lines[0]
        await until(lambda: hasty in [line.words for line in lines], pilot)
        assert "no time to think" not in table.news, "it is no part of the turn that is asked for"
        assert not pilot.app.screen.query(Toast), "it covers no board"


async def test_a_click_on_an_old_position_only_shows_the_newest_one() -> None:
    async with paced("sahara", ("person", "trader", "trader")) as (table, pilot):
        await until_behind(table, pilot)
        await pilot.click(table.screen.board, offset=(2, 2))
        await until(lambda: table.version == table.match.version, pilot)
        assert table.screen.board.choice.selected is None  # type: ignore[attr-defined]


async def test_nothing_waits_behind_a_window_after_an_undo_or_while_a_clock_runs() -> None:
    async with paced("sahara", ("person", "trader", "trader")) as (table, pilot):
        await until_behind(table, pilot)
        await table.tables.table(table.match.record.id, 0).undo()
        await until(lambda: table.version == table.match.version, pilot)
        assert not table.screen.beats.is_behind

        await until_behind(table, pilot)
        await pilot.press("f2")
        await until(lambda: isinstance(pilot.app.screen, KeysScreen), pilot)
        await table.play()
        await table.play_others()
        await until(lambda: table.version == table.match.version, pilot)
        await pilot.press("escape")
        await until(lambda: pilot.app.screen is table.screen, pilot)

        table.screen.receive(Clock(table.match.record.id, 0, 60.0))
        await table.play()
        await table.play_others()
        await until(lambda: table.version == table.match.version, pilot)
        assert not table.screen.beats.is_behind, "the clock would run meanwhile"


async def test_the_result_waits_until_the_last_move_was_seen() -> None:
    async with paced("dice_village") as (table, pilot):
        chance = Random(2)
        while not table.match.over:
            await table.play(chance.choice(table.match.legal(table.match.to_act)))
        await until(lambda: table.newest == table.match.version, pilot)
        while not table.screen.is_over:
            table.held.end()
        await until(lambda: table.screen.beats.is_behind, pilot)
        assert pilot.app.screen is table.screen and table.held.waits[-1] >= USUAL.end / 2
        table.held.end()
        await until(lambda: isinstance(pilot.app.screen, ResultScreen), pilot)


async def test_of_rounds_that_end_behind_a_count_only_the_last_one_comes_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PacedApp, "shows_counts", True)
    counted = []
    interrupt = Endings._interrupt

    def interrupted(endings: Endings, then_result: bool) -> None:
        counted.append(table.screen.position.view["round"] if table.screen.position else 0)
        interrupt(endings, then_result)

    monkeypatch.setattr(Endings, "_interrupt", interrupted)
    async with paced("dice_village") as (table, pilot):
        app, chance = pilot.app, Random(2)
        while not counted:
            await table.play(chance.choice(table.match.legal(table.match.to_act)))
            await until(lambda: table.newest == table.match.version, pilot)
            table.held.end_all()
            await pilot.pause()
        await until(lambda: isinstance(app.screen, CountDialog), pilot)
        while not table.match.over:
            await table.play(chance.choice(table.match.legal(table.match.to_act)))
        await until(lambda: table.newest == table.match.version, pilot)
        last_round = table.match.view(None)["round"]
        assert last_round > counted[0] + 2
        while not isinstance(app.screen, ResultScreen):
            if isinstance(app.screen, CountDialog) and app.screen.takes_keys:
                await pilot.press("x")
            table.held.end_all()
            await pilot.pause()
        assert counted == [counted[0], last_round]


async def test_a_gain_stands_beside_the_points_of_its_seat_until_the_next_move() -> None:
    async with paced("sahara", ("person", "trader"), (120, 36)) as (table, pilot):
        screen = table.screen
        assert screen.position is not None
        delivered = [sahara.Delivered(1, 2, 3, 4, 6)]
        screen.take(replace(screen.position, events=delivered, history=False))
        cards = screen.body.seat_rail.cards
        await until(
            lambda: [card.delta for card in screen.body.seat_rail.cards] == ["", "+6"], pilot
        )
        assert len(cards) == 2
        assert screen.scene(screen.position).gains == {1: "+6"}
        screen.take(replace(screen.position, version=screen.position.version + 1, events=[]))
        await until(lambda: not any(card.delta for card in screen.body.seat_rail.cards), pilot)


async def test_the_end_is_announced_above_the_board_and_told_once() -> None:
    async with paced("sahara", ("person", "trader")) as (table, pilot):
        screen = table.screen
        assert screen.position is not None
        view: Any = {**screen.position.view, "bag": [0] * 8}
        moved = [sahara.Moved(1, 2, 3, 4)]
        screen.take(replace(screen.position, view=view, events=moved, history=False))
        await until(lambda: "last delivery" in screen_text(screen), pilot)
        assert "The bag is empty: the next delivery, by anybody, ends the match." in table.news
        screen.take(replace(screen.position, events=moved))
        assert "The bag is empty" not in table.news
        await pilot.resize_terminal(160, 40)
        await until(lambda: "by anybody, ends the match." in screen_text(screen), pilot)
