"""Draw the pictures of the manual into docs/pictures: `python -m tools.screenshots [NAME ...]`.

The app itself draws them, with an empty home folder. `make pictures` runs this.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from textual.pilot import Pilot

from ai.search import choose
from caravan_tui.app import CaravanApp, local_host
from caravan_tui.cli.asciicast import frames_of
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.cli.preview import shoot as press_and_save
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback
from caravan_tui.engine.problem import shipped
from caravan_tui.games import registry
from caravan_tui.road.stations import JOURNEYS
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.screen import ProblemsScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.road.screen import RoadScreen
from caravan_tui.screens.statistics.screen import StatisticsScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutoring import TutorLine
from caravan_tui.terminal.svg import Frame, animation
from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets.question import Question
from saves.road import Travel, Try, Visit
from saves.road import save as save_travel

DOCS: Final = Path(__file__).parents[1] / "docs"
PICTURES: Final = DOCS / "pictures"
EXAMPLES: Final = DOCS / "examples"

SIZE: Final = (80, 24)
LARGE: Final = (120, 36)
TURN_SECONDS: Final = 1.4
END_SECONDS: Final = 4.0
"""Times of the frames of the moving picture."""

TIMEOUT: Final = 600.0
"""Seconds to wait for a hint or an analysis."""


def set_environment(home: str) -> None:
    """Use an empty home folder, English and the default settings."""
    for name in list(os.environ):
        if name.startswith("CARAVAN_TUI_"):
            del os.environ[name]
    os.environ.update(
        CARAVAN_TUI_HOME=home,
        CARAVAN_TUI_NAME="Ann",
        CARAVAN_TUI_LANGUAGE="en",
        CARAVAN_TUI_GLYPHS="unicode",
        CARAVAN_TUI_ANIMATIONS="false",
        CARAVAN_TUI_PACE="none",
    )


@asynccontextmanager
async def running_app(size: tuple[int, int] = SIZE) -> AsyncIterator[Pilot[Any]]:
    """The app with its workers, on the home screen."""

    app = CaravanApp(local_host)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.host_ready.is_set())
        yield pilot
        await app.host.stop()


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Wait until `condition()` is true and everything is drawn. Raises TimeoutError."""
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await pilot.pause(0.02)
    await pilot.wait_for_scheduled_animations()
    await pilot.pause()


def save(pilot: Pilot[Any], name: str) -> None:
    """Save the screen as a picture of the manual."""
    pilot.app.save_screenshot(str(PICTURES / f"{name}.svg"))


async def home() -> None:
    """The home screen with the second game selected."""
    await shoot("home", ["down"])


async def setup() -> None:
    """The set-up of a match."""
    await shoot("setup", ["down", "down", "down", "enter"])


async def shoot(name: str, keys: Sequence[str]) -> None:
    """The app after some keys."""
    async with running_app() as pilot:
        await pilot.press(*keys)
        await until(pilot, lambda: pilot.app.screen.focused is not None)
        save(pilot, name)


async def hint() -> None:
    """A hint at a table."""
    async with running_app() as pilot:
        app = pilot.app
        assert isinstance(app, CaravanApp)
        seats = [Seat("person", "Ann"), Seat("trader", "Omar")]
        link = await app.host.create("dice_village", {}, seats, 11)
        assert link is not None
        screen = TableScreen(link)
        await app.push_screen(screen)
        await until(pilot, lambda: screen.position is not None and screen.position.legal)
        await pilot.press("H")
        await until(pilot, lambda: isinstance(app.screen, Question))
        confirmation = app.screen  # a hint marks the match as assisted
        await pilot.press("enter")
        await until(pilot, lambda: app.screen not in (screen, confirmation))
        save(pilot, "hint")


async def replay() -> None:
    """A replay."""
    seats = [Seat("person", "Ann"), Seat("trader", "Omar"), Seat("porter", "Musa")]
    match = Match.new("caravanserai", {}, seats, 12)
    rng = Random(1)
    while not match.over and match.version < 700:
        view = match.view(match.to_act)
        match.act(match.to_act, choose(match.game, view, "greedy", rng.randrange(9999)).action)
    playback = Playback(match)
    screen = ReplayScreen(playback, [0], step=playback.last * 2 // 3)
    async with running_app() as pilot:
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.is_current)
        save(pilot, "replay")


async def road() -> None:
    """The map of the Road in the middle of a journey."""
    passed = JOURNEYS["middle"].stations[:6]
    visits = {name: Visit((Try(name, 1 + number % 3),)) for number, name in enumerate(passed)}
    save_travel(Travel("middle", 1, visits, ("salt-pans", "toll"), "toll"))
    async with running_app(LARGE) as pilot:
        app = pilot.app
        assert isinstance(app, CaravanApp)
        app.open("road")
        await until(pilot, lambda: isinstance(app.screen, RoadScreen) and app.screen.is_loaded)
        save(pilot, "road")


async def problems() -> None:
    """The list of the problems of a game."""
    async with running_app(LARGE) as pilot:
        app = pilot.app
        assert isinstance(app, CaravanApp)
        app.open("problems", "sahara")
        await until(pilot, lambda: isinstance(app.screen, ProblemsScreen) and app.screen.focused)
        save(pilot, "problems")


async def problem() -> None:
    """A problem, after the move that tempts."""
    async with running_app() as pilot:
        app = pilot.app
        assert isinstance(app, CaravanApp)
        app.open("problems", "decktet")
        await until(pilot, lambda: isinstance(app.screen, ProblemsScreen) and app.screen.focused)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ProblemScreen))
        screen = app.screen
        assert isinstance(screen, ProblemScreen)
        screen.board.choose(screen.problem.tempting)
        await until(pilot, lambda: screen.moment == "wrong")
        save(pilot, "problem")


async def tutor() -> None:
    """The tutor's doubt about the tempting move of a problem."""
    os.environ["CARAVAN_TUI_TUTOR"] = "mistakes"
    asked = shipped("decktet")[0]
    seats = [Seat("merchant", "Leila") for _seat in range(asked.seats)]
    position = asked.position(seats)
    seats[position.to_act] = Seat("person", "Ann")
    patient = patch.multiple("ai.tutor", AHEAD=TIMEOUT, PATIENCE=TIMEOUT)
    async with running_app() as pilot:
        app = pilot.app
        assert isinstance(app, CaravanApp)
        screen = TableScreen(await app.host.branch(position, position.version, seats))
        with patient:  # it would keep silent where other work makes it late
            await app.push_screen(screen)
            await until(pilot, lambda: screen.position is not None and screen.position.legal)
            screen.board.choose(asked.tempting)
            await until(pilot, lambda: isinstance(app.screen, TutorLine))
            save(pilot, "tutor")


async def statistics() -> None:
    """A page of the statistics, filled with the example."""
    async with running_app(LARGE) as pilot:
        app = pilot.app
        assert isinstance(app, CaravanApp)
        app.open("statistics")
        await until(pilot, lambda: isinstance(app.screen, StatisticsScreen))
        screen = app.screen
        assert isinstance(screen, StatisticsScreen)
        await until(pilot, lambda: screen.has_example)
        await pilot.press("x", "3")
        await until(pilot, lambda: screen.page == 2)
        save(pilot, "statistics")


async def analysis(*games: str) -> None:
    """The analysis of a match of these games, or of every one: a person of medium strength against
    Merchants."""
    for game in games or registry.ids():
        levels = ["trader", "merchant", "trader"][: max(2, registry.spec(game).min_seats)]
        seats = [Seat("person", "Ann"), *(Seat(level, level.title()) for level in levels[1:])]
        match = Match.new(game, {"hands": 3} if game == "decktet" else {}, seats, 21)
        rng = Random(3)
        while not match.over:
            seat = match.to_act
            decision = choose(match.game, match.view(seat), levels[seat], rng.randrange(9999), 60)
            match.act(seat, decision.action)
        screen = AnalysisScreen(Playback(match), [0])
        async with running_app((100, 30)) as pilot:
            await pilot.app.push_screen(screen)
            await until(pilot, lambda screen=screen: screen.is_searching)  # type: ignore[misc]  # a default argument has no declared type
            await until(pilot, lambda screen=screen: not screen.is_searching)  # type: ignore[misc]  # as above
            save(pilot, f"analysis-{game}")


async def match() -> None:
    """A whole short match, as a moving picture."""
    played = random_match("sahara", 2, 8, 400, {"goods": "short"}, "greedy")
    steps = Playback(played).steps
    turn_ends = [n for n in range(len(steps) - 1) if steps[n].actor != steps[n + 1].actor]
    chosen = [*turn_ends, len(steps) - 1]
    pictures = [frame.lines async for frame in frames_of(played, 0, LARGE, steps=chosen)]
    frames = [Frame(lines, TURN_SECONDS) for lines in pictures[:-1]]
    frames.append(Frame(pictures[-1], END_SECONDS))
    theme = THEMES[0]
    text = animation(frames, played.game.spec.title, str(theme.foreground), str(theme.background))
    (PICTURES / "match.svg").write_text(text, "utf-8")


async def ascii() -> None:
    """A table in ASCII."""
    await table("ascii", "sahara", 3, 4, 90, "greedy", ascii_only=True)


async def wells() -> None:
    """The example game of the page about new games."""
    sys.path.insert(0, str(EXAMPLES))
    import wells_on  # type: ignore[import-not-found]  # noqa: F401  # in docs/examples

    registry._folders.cache_clear()
    registry.ids.cache_clear()
    await table("wells", "wells", 3, 2, 2, "")


async def table(
    name: str, game: str, seats: int, seed: int, plies: int, level: str, ascii_only: bool = False
) -> None:
    """The table of a match after `plies` decisions of `level`, or random ones."""
    match = random_match(game, seats, seed, plies, None, level)
    app = preview_app(match, max(0, match.to_act), "ascii" if ascii_only else "unicode")
    await press_and_save(app, SIZE, PICTURES / f"{name}.svg", [])


SHOTS: Final[dict[str, Callable[[], Coroutine[Any, Any, None]]]] = {
    function.__name__: function
    for function in (
        home,
        setup,
        hint,
        tutor,
        replay,
        road,
        problems,
        problem,
        statistics,
        match,
        analysis,
        ascii,
        wells,
    )
}


def main() -> None:
    """Draw all pictures, or those that are named; `analysis-sahara`: that of one game."""
    for name in sys.argv[1:] or SHOTS:
        shot, _dash, game = name.partition("-")
        with tempfile.TemporaryDirectory(prefix="caravan-tui-") as folder:
            set_environment(folder)
            asyncio.run(analysis(game) if shot == "analysis" and game else SHOTS[name]())
        print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()
