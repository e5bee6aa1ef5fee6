"""Draws the pictures of the manual: `python -m docs.shots [NAME ...]`, in docs/pictures.

The app itself draws them, in an empty folder of its own; `make pictures` runs it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

PICTURES = Path(__file__).parent / "pictures"
EXAMPLES = Path(__file__).parent / "examples"

SIZE = (80, 24)


def settle(folder: str) -> None:
    """Have the app find nothing of the user's, and speak English."""
    for name in list(os.environ):
        if name.startswith("CARAVAN_TUI_"):
            del os.environ[name]
    os.environ.update(
        CARAVAN_TUI_HOME=folder,
        CARAVAN_TUI_NAME="Ann",
        CARAVAN_TUI_LANGUAGE="en",
        CARAVAN_TUI_GLYPHS="unicode",
        CARAVAN_TUI_ANIMATIONS="false",
    )


async def home() -> None:
    """The home screen, with a game chosen."""
    await shoot("home", "down")


async def setup() -> None:
    """The set-up of a match."""
    await shoot("setup", "down down down enter")


async def hint() -> None:
    """A hint at a table. The workers think, so there are a few seconds to wait."""
    from caravan_tui.app import CaravanApp, local_host
    from caravan_tui.engine import Seat
    from caravan_tui.screens.table import TableScreen
    from caravan_tui.widgets.dialog import Question

    app = CaravanApp(local_host)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.5)
        seats = [Seat("person", "Ann"), Seat("trader", "Trader")]
        link = await app.host.create("dice_village", {}, seats, 11)
        app.push_screen(TableScreen(link))
        await pilot.pause(3.0)
        await pilot.press("question_mark")
        for _time in range(100):
            await pilot.pause(0.1)
            if isinstance(app.screen, Question):
                break
        assert isinstance(app.screen, Question), "no hint came"
        await pilot.pause(0.3)
        app.save_screenshot(str(PICTURES / "hint.svg"))
        await app.host.stop()


async def replay() -> None:
    """A match looked back at."""
    from ai.search import choose
    from caravan_tui.app import CaravanApp, local_host
    from caravan_tui.engine import Match, Seat
    from caravan_tui.engine.playback import Playback
    from caravan_tui.screens.replay import ReplayScreen

    seats = [Seat("person", "Ann"), Seat("trader", "Trader"), Seat("porter", "Porter")]
    match = Match.new("caravanserai", {}, seats, 12)
    chance = Random(1)
    while not match.over and match.version < 700:
        view = match.view(match.to_act)
        match.act(match.to_act, choose(match.game, view, "greedy", chance.randrange(9999)).action)
    app = CaravanApp(local_host)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.5)
        playback = Playback(match)
        app.push_screen(ReplayScreen(playback, [0], at=playback.last * 2 // 3))
        await pilot.pause(1.0)
        app.save_screenshot(str(PICTURES / "replay.svg"))
        await app.host.stop()


async def analysis() -> None:
    """The analysis of a match of every game: a person of middling skill against a Merchant."""
    from ai.search import choose
    from caravan_tui.app import CaravanApp, local_host
    from caravan_tui.engine import Match, Seat
    from caravan_tui.engine.playback import Playback
    from caravan_tui.games import registry
    from caravan_tui.screens.analysis import AnalysisScreen

    for game in registry.ids():
        levels = ["trader", "merchant", "trader"][: max(2, registry.spec(game).min_seats)]
        seats = [Seat("person", "Ann"), *(Seat(level, level.title()) for level in levels[1:])]
        match = Match.new(game, {"hands": 3} if game == "decktet" else {}, seats, 21)
        chance = Random(3)
        while not match.over:
            actor = match.to_act
            view = match.view(actor)
            found = choose(match.game, view, levels[actor], chance.randrange(9999), 60)
            match.act(actor, found.action)
        app = CaravanApp(local_host)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause(0.5)
            screen = AnalysisScreen(Playback(match), [0])
            app.push_screen(screen)
            await pilot.pause(1.0)
            for _time in range(1200):
                if not screen.running:
                    break
                await pilot.pause(0.5)
            assert not screen.running, f"{game}: the analysis did not end"
            await pilot.pause(0.5)
            app.save_screenshot(str(PICTURES / f"analysis-{game}.svg"))
            await app.host.stop()


async def ascii() -> None:
    """A table drawn with ASCII only."""
    await table("ascii", "sahara", 3, 4, 90, "greedy", ascii_only=True)


async def wells() -> None:
    """The example game of the page about new games."""
    sys.path.insert(0, str(EXAMPLES))
    import wells_on  # noqa: F401

    from caravan_tui.games import registry

    registry._folders.cache_clear()
    registry.ids.cache_clear()
    await table("wells", "wells", 3, 2, 2, "")


async def table(
    name: str, game: str, seats: int, seed: int, plies: int, level: str, ascii_only: bool = False
) -> None:
    """The table of a match after so many decisions."""
    from caravan_tui.preview import preview_app, random_match
    from caravan_tui.preview import shoot as press_and_shoot

    match = random_match(game, seats, seed, plies, None, level)
    app = preview_app(match, max(0, match.to_act), "ascii" if ascii_only else "unicode")
    await press_and_shoot(app, SIZE, PICTURES / f"{name}.svg", [])


async def shoot(name: str, keys: str) -> None:
    """The app after some keys."""
    from caravan_tui.app import CaravanApp, local_host

    app = CaravanApp(local_host)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.6)
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause(0.1)
        await pilot.pause(0.5)
        app.save_screenshot(str(PICTURES / f"{name}.svg"))
        await app.host.stop()


SHOTS: dict[str, Callable[[], Awaitable[None]]] = {
    one.__name__: one for one in (home, setup, hint, replay, analysis, ascii, wells)
}


def main() -> None:
    """Draw all pictures, or those that are named."""
    for name in sys.argv[1:] or SHOTS:
        with tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder:
            settle(folder)
            asyncio.run(SHOTS[name]())  # type: ignore[arg-type]
        print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()
