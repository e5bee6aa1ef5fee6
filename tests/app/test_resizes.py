"""The terminal changes its size at random, on every screen with every screen beneath it: the app
goes on, comes to rest and draws at the last size. `make test` makes a few changes on some stacks,
`make fuzz` 500 on each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import random_match
from caravan_tui.engine.playback import Playback, copy_of
from caravan_tui.games import registry
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.table.cover import Cover
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.screens.too_small import is_too_small
from caravan_tui.widgets.question import Question
from saves.store import Store
from tests.app.looking_back_help import ended, home, keep, result
from tests.app.resizing import is_covered, until_at_rest
from tests.support.known import known
from tests.support.screens import app_of
from tests.support.until import until

Opener = Callable[[CaravanApp, str], Awaitable[object]]

SPECIAL = [(79, 24), (80, 23), (80, 24), (81, 25), (3, 2), (1, 1), (140, 36), (150, 40), (200, 60)]
"""Sizes at which something changes on a screen."""

PATIENCE = 60.0
"""Seconds after which an app that has not come to rest is taken to hang."""


async def _table(app: CaravanApp, game: str) -> None:
    link = await app.host.open(match_of(app, game, over=False))
    screen = TableScreen(known(link))
    await app.push_screen(screen)
    # Moves can be listed and typed in one's own turn only, which may come after another seat's.
    await wait_until(lambda: screen.position is not None and screen.position.legal)


async def _ended_table(app: CaravanApp, game: str) -> None:
    """The table of a match that is over shows its result by itself."""
    link = await app.host.open(match_of(app, game, over=True))
    screen = TableScreen(known(link))
    await app.push_screen(screen)
    await wait_until(lambda: app.screen is not screen)


async def _looking_back(
    app: CaravanApp, game: str, kind: Callable[[Playback, list[int]], Screen[Any]]
) -> None:
    match = await app.host.look_back(match_of(app, game, over=True))
    await app.push_screen(kind(Playback(copy_of(known(match))), [0]))


async def _press(app: CaravanApp, action: str) -> None:
    """An action of the screen that is on top, which opens another."""
    before = app.screen
    await app.run_action(action, before)
    await wait_until(lambda: app.screen is not before)


OPENERS: dict[str, Opener] = {
    "saved": lambda app, game: app.push_screen(SavedScreen()),
    "set-up": lambda app, game: app.push_screen(SetupScreen(game)),
    "table": _table,
    "ended": _ended_table,
    "replay": lambda app, game: _looking_back(app, game, ReplayScreen),
    "analysis": lambda app, game: _looking_back(app, game, AnalysisScreen),
    "tutorial": lambda app, game: app.push_screen(TutorialScreen(game, "Ann")),
    "statistics": lambda app, game: place(app, "statistics"),
    "settings": lambda app, game: place(app, "settings"),
    "daily": lambda app, game: place(app, "daily"),
    "rules": lambda app, game: open_rules(app, game),
    "palette": lambda app, game: _press(app, "app.command_palette"),
    "keys": lambda app, game: _press(app, "screen.keys"),
    "moves": lambda app, game: _press(app, "screen.moves"),
    "type": lambda app, game: _press(app, "screen.type"),
    "jump": lambda app, game: _press(app, "screen.jump"),
    "question": lambda app, game: app.push_screen(Question("Leave", "Really?", [("y", "Yes")])),
    "cover": lambda app, game: app.push_screen(Cover("Bea", 1)),
}

STACKS = {
    "home": ["", "keys", "rules", "palette", "question"],
    "places": ["statistics", "settings", "daily", "statistics question", "settings rules"],
    "set-up": ["set-up", "set-up rules", "set-up palette"],
    "saved": ["saved", "saved keys", "saved question", "saved palette"],
    "table": [
        "table", "saved table", "saved table rules", "saved table keys", "table moves",
        "table type", "table question", "saved table cover", "table palette",
    ],
    "end": ["ended", "saved ended", "ended replay", "ended analysis"],
    "looking back": [
        "replay", "saved replay", "saved replay keys", "analysis", "saved analysis",
        "saved analysis rules",
    ],
    "tutorial": ["tutorial", "tutorial rules", "tutorial keys", "tutorial question"],
}  # fmt: skip
"""What lies on the home screen, from below."""


async def wait_until(is_so: Callable[..., object]) -> None:
    """Wait without a pilot, whose pauses take half a minute while widgets are removed."""
    await until(is_so, seconds=PATIENCE)


async def place(app: CaravanApp, name: str) -> None:
    app.open(name)


async def open_rules(app: CaravanApp, game: str) -> None:
    app.open_rules(game)


def save_matches(game: str) -> None:
    store = Store()
    store.save_now(ended(game))
    store.save_now(random_match(game, 2, 3, 6))
    store.release_all()
    keep(result(1), result(2, kinds=("person", "master", "trader")))


def match_of(app: CaravanApp, game: str, over: bool) -> str:
    """The id of the saved match of a game that has ended, or has not."""
    for entry in app.host.store.listing().entries:
        if entry.header and entry.header.game == game and entry.header.over is over:
            return str(entry.id)
    raise AssertionError("no such match")


def random_size(rng: Random) -> Size:
    if rng.random() < 0.3:
        return Size(*rng.choice(SPECIAL))
    return Size(rng.randint(3, 200), rng.randint(2, 60))


async def storm(pilot: Pilot[Any], rng: Random, count: int) -> None:
    """Change the size as a driver does; sometimes faster than the app follows."""
    app = pilot.app
    screens = list(app.screen_stack)
    for _change in range(count):
        size = random_size(rng)
        app.post_message(Resize(size, size))
        for _step in range(rng.choice((0, 0, 0, 1, 3, 10))):
            await asyncio.sleep(0)
        if rng.random() < 0.1:
            await wait_until(lambda size=size: app.size == size and not app.message_queue_size)
        assert app.is_running and not app._exit and app._exception is None
    assert [screen for screen in screens if screen not in app.screen_stack] in ([], screens[-1:])


async def come_to_rest(pilot: Pilot[Any], size: Size) -> None:
    """A last size: the screen on top has it, is covered or not, and is laid out no more."""
    app = pilot.app
    app.post_message(Resize(size, size))
    await wait_until(lambda: app.screen.size == size == app.size)
    await wait_until(lambda: is_covered(pilot) is is_too_small(size))
    await until_at_rest(pilot, PATIENCE)


async def storms_over(game: str, stacks: list[str], seed: int, count: int) -> None:
    """Storms on several stacks of screens of one app."""
    save_matches(game)
    rng = Random(seed)
    async with home((150, 40)) as pilot:
        app = pilot.app
        assert isinstance(app, CaravanApp)
        for stack in stacks:
            for name in stack.split():
                async with asyncio.timeout(PATIENCE):
                    await OPENERS[name](app, game)
                await until(lambda: app.screen.is_mounted, pilot)
            async with asyncio.timeout(PATIENCE * (1 + count // 50)):
                await storm(pilot, rng, count)
            for size in (Size(40, 10), Size(80, 24)):
                await come_to_rest(pilot, size)
            app_of(app).go_home()
            await until(lambda: len(app.screen_stack) == 2 and app.screen.is_current, pilot)
        assert app.is_running and app._exception is None


async def test_the_app_outlives_random_sizes_on_some_stacks_of_screens(no_workers: None) -> None:
    await storms_over("decktet", ["saved table moves", "set-up palette"], 5, 8)


NIGHT = [(game, stack) for game in registry.ids() for part in STACKS.values() for stack in part]


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "stack"), NIGHT, ids=[" ".join(case) for case in NIGHT])
async def test_the_app_outlives_500_random_sizes_on_every_screen(
    game: str, stack: str, no_workers: None
) -> None:
    await storms_over(game, [stack], 7, 500)
