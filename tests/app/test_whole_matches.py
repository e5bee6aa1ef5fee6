"""Each game is played to its result by keys alone and by mouse alone, in the whole app."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.screens.table.result import ResultScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.terminal.compat import FooterKey
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.drawn_board import DrawnBoard
from saves.store import Store
from tests.app.fast_keys import lasting_app
from tests.nights import mostly_nightly
from tests.support.until import until

pytestmark = pytest.mark.usefixtures("no_workers")

SHORT: dict[str, dict[str, Any]] = {"decktet": {"hands": 1}}
"""Options that make a match short."""

MOST_INPUTS = 6000
"""Keys or clicks after which a match is taken for stuck."""


async def save_match(game: str) -> None:
    """Save a new match of a person against a computer player: `c` at home continues it."""
    count = max(2, registry.spec(game).min_seats)
    seats = [Seat("person", "Ann"), *(Seat("greedy", f"Bo {n}") for n in range(1, count))]
    store = Store()
    await store.save(Match.new(game, SHORT.get(game, {}), seats, 3))
    store.release_all()


def commands_of(screen: TableScreen) -> list[Command]:
    """The commands of the board."""
    return [
        command for kind in type(screen.board).__mro__ for command in vars(kind).get("COMMANDS", ())
    ]


def named_keys(screen: TableScreen) -> list[str]:
    """The keys of the board that it names itself, as on buttons, or leaves to the footer."""
    return [command.keys.split(",")[0] for command in commands_of(screen) if command.footer]


def board_keys(screen: TableScreen) -> list[FooterKey]:
    """The keys of the footer that are the board's own."""
    actions = {command.action for command in commands_of(screen)}
    return [key for key in screen.query(FooterKey) if key.action in actions]


def click_places(screen: Screen[Any]) -> list[tuple[int, int]]:
    """Where a person would click: what the board has drawn to be clicked, and keys of the footer.
    In a window: its buttons, or beside it."""
    if isinstance(screen, TableScreen):
        assert isinstance(screen.board, DrawnBoard)
        canvas = screen.board.current_canvas()
        left, top, width, height = screen.board.content_region
        places = [
            (left + x + wide // 2, top + y)
            for x, y, wide, _high, _target in (canvas.targets if canvas else ())
            if 0 <= x + wide // 2 < width and 0 <= y < height
        ]
        keys = [middle(key) for key in board_keys(screen)]
        return places + keys * (1 + len(places) // 12)
    return [middle(button) for button in screen.query(Button)] or [(0, 0)]


def middle(widget: Widget) -> tuple[int, int]:
    """The cell in the middle of a widget."""
    left, top, width, height = widget.region
    return left + width // 2, top + height // 2


async def click_by_chance(pilot: Pilot[Any], rng: Random) -> None:
    """Click one of the places where something can be done."""
    await pilot.click(offset=rng.choice(click_places(pilot.app.screen)))


async def press_by_chance(pilot: Pilot[Any], rng: Random) -> None:
    """Press one of the keys of the board, or one that moves its cursor or chooses."""
    screen = pilot.app.screen
    keys = ["enter", "enter", "escape"]
    if isinstance(screen, TableScreen):
        keys = ["enter", "enter", "space", "tab", "left", "right", "up", "down"]
        keys += named_keys(screen)
    await pilot.press(rng.choice(keys))


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("size", mostly_nightly([(80, 24), (160, 50)]))
@pytest.mark.parametrize("inputs", mostly_nightly([press_by_chance, click_by_chance]))
@pytest.mark.parametrize("game", mostly_nightly(registry.ids()))
async def test_a_match_is_played_to_its_result(
    game: str,
    inputs: Callable[[Pilot[Any], Random], Awaitable[None]],
    size: tuple[int, int],
) -> None:
    rng = Random(1)
    await save_match(game)
    async with lasting_app(size) as pilot:
        await pilot.press("c")
        await until(lambda: isinstance(pilot.app.screen, TableScreen), pilot)
        for _ in range(MOST_INPUTS):
            if isinstance(pilot.app.screen, ResultScreen):
                break
            await inputs(pilot, rng)
        assert isinstance(pilot.app.screen, ResultScreen), pilot.app.screen
