"""Keys as key repeat gives them: many in one write, none of them waiting for the one before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any
from unicodedata import lookup

from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen

from ai.search import choose
from caravan_tui.app import CaravanApp
from caravan_tui.bus.messages import SearchRequest, SearchResult
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.palette import Palette
from caravan_tui.widgets.app_commands import APP
from caravan_tui.widgets.commands import Command
from saves.store import Store
from tests.app.looking_back_help import ended
from tests.support.until import until

EVERYWHERE = ("enter", "escape", "space", "tab", "shift+tab", "up", "down", "left", "right",
              "home", "end", "pageup", "pagedown", "backspace", "delete", "ctrl+p", "1", "2",
              "a", "x")  # fmt: skip
"""Keys of Textual's own widgets and of the app, and some that mostly do nothing."""


class LastingApp(CaravanApp):
    """An app that no key ends, with a search that answers at once."""

    quits = 0

    async def action_quit(self) -> None:
        """Count, and go on."""
        self.quits += 1

    async def start_host(self) -> None:
        """Start without workers (see `no_workers`)."""
        await super().start_host()

        async def answer(request: SearchRequest, progress: object = None) -> SearchResult:
            return choose(request.game, request.view, "greedy", request.seed, 1)

        self.host.search = answer  # type: ignore[method-assign]

    @property
    def has_crashed(self) -> bool:
        """Whether an error has ended it."""
        return bool(self.return_code)


@asynccontextmanager
async def lasting_app(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    """A local app at its home screen. The error that ended it is raised at the end."""
    app = LastingApp(LocalHost)
    async with app.run_test(size=size) as pilot:
        await until(lambda: app.host_ready.is_set() and isinstance(app.screen, HomeScreen), pilot)
        app.host.settings.animations = "off"
        app.host.settings.pace = "none"
        yield pilot
        await app.host.stop()


async def save_matches(games: Iterable[str]) -> None:
    """Save a match that has ended of the first game, and one that goes on of each."""
    store = Store()
    games = list(games)
    await store.save(ended(games[0]))
    for game in reversed(games):
        count = max(2, registry.spec(game).min_seats)
        seats = [Seat("person", "Ann"), *(Seat("greedy", f"Bo {n}") for n in range(1, count))]
        await store.save(Match.new(game, {}, seats, 3))
    store.release_all()


def press_at_once(pilot: Pilot[Any], *keys: str) -> None:
    """Send keys to the app before it can act on the first of them."""
    for key in keys:
        character = key if len(key) == 1 else None
        with suppress(KeyError):
            character = character or lookup(key.replace("_", " "))
        pilot.app.post_message(Key(key, character))


async def settle(pilot: Pilot[Any]) -> None:
    """Let the app act on what was sent: a key goes from the app to a widget, comes back, and may
    open or close a screen.

    A pilot's own pause waits half a minute for widgets that go meanwhile.
    """
    app = pilot.app
    assert isinstance(app, LastingApp)
    before: list[Screen[Any]] = []
    while not app.has_crashed and (before != app.screen_stack or is_searching(app)):
        before = list(app.screen_stack)
        for _ in range(12):
            for pump in (app, app.screen, app.focused or app.screen):
                acted = asyncio.Event()
                pump.call_later(acted.set)
                while not acted.is_set() and pump.is_running and not app.has_crashed:
                    await asyncio.sleep(0)


async def come_home(pilot: Pilot[Any]) -> HomeScreen:
    """Go home, also from what a key that was pressed before opens only now."""
    app = pilot.app
    assert isinstance(app, LastingApp)
    while not isinstance(app.screen, HomeScreen) or works_elsewhere(app):
        app.go_home()
        await until(lambda: not works_elsewhere(app) or len(app.screen_stack) > 2, pilot)
    await until(lambda: app.screen.is_mounted, pilot)
    assert isinstance(app.screen, HomeScreen)
    return app.screen


def works_elsewhere(app: CaravanApp) -> bool:
    """Whether a screen other than the home screen still works, perhaps on opening another one."""
    return any(
        isinstance(worker.node, Screen)
        and not isinstance(worker.node, HomeScreen)
        and not worker.is_finished
        for worker in app.workers
    )


def is_searching(app: CaravanApp) -> bool:
    """Whether a palette looks for commands."""
    return any(isinstance(worker.node, Palette) for worker in app.workers)


def keys_here(pilot: Pilot[Any]) -> list[str]:
    """Every key of the commands of the screen and its board, and those that work everywhere."""
    screen = pilot.app.screen
    commands: list[Command] = []
    for place in (screen, getattr(screen, "board", None)):
        for kind in type(place).__mro__:
            commands += vars(kind).get("COMMANDS", ())
    commands += APP
    keys = {key for command in commands for key in command.keys.split(",")}
    return sorted(keys) + [key for key in EVERYWHERE if key not in keys]


async def press_by_chance(pilot: Pilot[Any], rng: Random, bursts: int) -> list[list[str]]:
    """Bursts of keys by chance until one ends the app; the bursts that were sent."""
    app = pilot.app
    assert isinstance(app, LastingApp)
    sent: list[list[str]] = []
    while len(sent) < bursts and not app.has_crashed:
        keys = keys_here(pilot)
        if rng.random() < 0.5:
            keys = [key for key in keys if key in EVERYWHERE] + ["enter"] * 6
        burst = [
            key for _ in range(rng.randint(1, 4)) for key in [rng.choice(keys)] * rng.randint(1, 3)
        ]
        sent.append([type(app.screen).__name__, *burst])
        press_at_once(pilot, *burst)
        if rng.random() < 0.8:
            await settle(pilot)
        if len(app.screen_stack) > 7:
            app.go_home()
            await settle(pilot)
    return sent
