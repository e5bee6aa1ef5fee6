"""Each screen but the table once, at 80 × 24; the home screen in French too, the pages of the
statistics at 120 × 36 too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import DataTable, Input

from ai.analysis import Analysis, Point, Swing
from ai.grades import Verdict
from caravan_tui import settings
from caravan_tui.app import CaravanApp
from caravan_tui.bus.lobby_messages import Matches, MatchRow
from caravan_tui.bus.messages import Chat, Message
from caravan_tui.cli.preview import preview_app
from caravan_tui.engine.playback import Playback, Step
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.lobby import LobbyClient
from caravan_tui.hosts.reviewing import Beginning
from caravan_tui.presentation.exercises import ListedProblem
from caravan_tui.road.stations import JOURNEYS
from caravan_tui.screens.analysis.screen import AnalysisScreen
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.lobby.screen import LobbyScreen
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.screen import ProblemsScreen
from caravan_tui.screens.replay.screen import ReplayScreen
from caravan_tui.screens.road.screen import RoadScreen
from caravan_tui.screens.rules import RulesScreen
from caravan_tui.screens.saved.screen import SavedScreen
from caravan_tui.screens.settings import SettingsScreen
from caravan_tui.screens.setup import SetupScreen
from caravan_tui.screens.statistics import calendar
from caravan_tui.screens.statistics.screen import BEGINNINGS, StatisticsScreen
from caravan_tui.screens.table.result import ResultScreen
from saves import daily, problems, road
from saves.profile import Profile, Result
from saves.reviews import Errors, Part, Review, Reviews
from saves.road import Travel, Try, Visit
from saves.store import Store
from tests.looks.looks_help import NOW, QuietHost, RunBefore, has_host, match_of, whole_app
from tests.support.problems import few_problems, known_problems
from tests.support.screen_text import screen_text, static_text
from tests.support.until import until


def save(name: str, age: int, title: str = "") -> None:
    """Put a match on disk that was last played `age` seconds ago."""
    match, store = match_of(name), Store()
    match.record.changed = NOW - age
    if title:
        store.describe(match.record.id, title=title)
    store.save_now(match)
    store.release(match.record.id)


def keep_results() -> None:
    """Finish some matches, won and lost."""
    for number in range(12):
        has_won = number % 3 > 0
        when = NOW - 86_400 * (12 - number)
        Profile().add(
            Result(
                f"m{number}",
                ("sahara", "decktet")[number % 2],
                ("person", ("trader", "porter", "master")[number % 3]),
                ("Ann", "Bea"),
                (10.0 + number if has_won else 4.0, 5.0),
                (1, 2) if has_won else (2, 1),
                0,
                when,
                when + 900,
                660,
                80,
                9,
                deeds=("any.second_wind", "sahara.two_thefts") if number == 4 else (),
            )
        )


def opening(screen: Screen[Any], is_ready: Callable[[], object]) -> RunBefore:
    """Open a screen over the home screen and wait until `is_ready()`."""

    async def open_screen(pilot: Pilot[CaravanApp]) -> None:
        await has_host(pilot)
        await pilot.app.push_screen(screen)
        for field in screen.query(Input):
            field.cursor_blink = False
        await until(is_ready, pilot)

    return open_screen


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_home_screen(language: str, snap_compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVAN_TUI_LANGUAGE", language)
    save("caravanserai", age=7200)
    keep_results()
    app = whole_app()

    async def filled(pilot: Pilot[CaravanApp]) -> None:
        await has_host(pilot)
        home = app.screen
        assert isinstance(home, HomeScreen)
        await until(lambda: "Caravanserai" in screen_text(app) and home.overview.records, pilot)

    assert snap_compare(app, run_before=filled)


def test_the_screen_of_a_new_match(snap_compare: Any) -> None:
    screen = SetupScreen("ahldarahd", seed=7)
    assert snap_compare(whole_app(), run_before=opening(screen, lambda: screen.focused))


def test_the_result_of_a_match(snap_compare: Any) -> None:
    app = preview_app(match_of("ended"))

    async def ended(pilot: Pilot[CaravanApp]) -> None:
        await until(
            lambda: isinstance(app.screen, ResultScreen) and app.screen.takes_answers, pilot
        )

    assert snap_compare(app, run_before=ended)


def test_the_rules_of_a_game(snap_compare: Any) -> None:
    screen = RulesScreen("dice_village")
    ready = opening(screen, lambda: "Dice Village" in screen_text(screen))
    assert snap_compare(whole_app(), run_before=ready)


def test_the_settings(snap_compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path("/home/ann/.config/caravan_tui/settings.toml")  # its name is in the picture
    monkeypatch.setattr(settings, "path", lambda: file)
    screen = SettingsScreen()
    assert snap_compare(whole_app(), run_before=opening(screen, lambda: screen.focused))


def test_the_saved_matches(snap_compare: Any) -> None:
    save("sahara", age=600)
    save("ahldarahd", age=3 * 3600, title="With the Purple map")
    save("ended", age=4 * 86_400)
    screen = SavedScreen()
    ready = opening(screen, lambda: screen.playback and screen.query_one(DataTable).row_count == 3)
    assert snap_compare(whole_app(), run_before=ready)


def test_the_statistics(snap_compare: Any) -> None:
    keep_results()
    screen = StatisticsScreen()
    ready = opening(
        screen,
        lambda: (
            screen.results and not screen.is_reading and "not won" in static_text(screen, "caption")
        ),
    )
    assert snap_compare(whole_app(), run_before=ready)


def test_the_deeds(snap_compare: Any) -> None:
    keep_results()
    screen = StatisticsScreen()

    async def deeds(pilot: Pilot[CaravanApp]) -> None:
        await opening(screen, lambda: screen.results)(pilot)
        screen.action_pick([name for name, _title in screen.pages()].index("deeds"))
        await until(lambda: "deeds done" in static_text(screen, "caption"), pilot)

    assert snap_compare(whole_app(), run_before=deeds)


@pytest.mark.parametrize("journey", ["", "middle"])
def test_the_road(journey: str, snap_compare: Any) -> None:
    if journey:
        passed = JOURNEYS[journey].stations[:4]
        visits = {name: Visit((Try(name, 1 + n % 3),)) for n, name in enumerate(passed)}
        road.save(Travel(journey, NOW, visits, ("salt-pans", "toll"), "toll"))
    screen = RoadScreen()
    ready = opening(screen, lambda: screen.map.travel.stations)
    assert snap_compare(whole_app(), run_before=ready)


def keep_reviews() -> None:
    """Judge most of the matches of `keep_results`."""
    for number in (n for n in range(12) if n % 4):
        game, has_won = ("sahara", "decktet")[number % 2], number % 3 > 0
        luck = 0.1 if has_won else -0.15
        kinds = (("stealing", "delivering"), ("leading", "passing"))[number % 2]
        Reviews().add(
            Review(
                f"m{number}", game, 0,
                tuple(Part(9, 0.03 * (phase + 3 - number / 5)) for phase in range(3)),
                Errors(1, 3, number % 3, number % 2),
                {kind: Part(9, 0.1 * place) for place, kind in enumerate(kinds, 1)},
                (luck, -luck), (0.04, 0.04), (1.0, 0.0) if has_won else (0.0, 1.0),
            )
        )  # fmt: skip


STATISTICS = {
    "rating": ("2", "likely range"),
    "accuracy": ("3", "third"),
    "luck": ("4", "added up"),
    "opponents": ("5", "likely range"),
    "openings": ("6", "favourites"),
    "calendar": ("7", "in a row"),
    "numbers": ("0", "streak"),
}
"""By page: its key, and words of its caption."""


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])
@pytest.mark.parametrize(("key", "said"), STATISTICS.values(), ids=STATISTICS)
def test_a_page_of_the_statistics(
    key: str, said: str, size: tuple[int, int], snap_compare: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    keep_results()
    keep_reviews()
    monkeypatch.setattr(calendar, "today", lambda: date.fromtimestamp(NOW))

    async def beginning(_host: Host, result: Result) -> Beginning:
        words = "first camel on d3" if result.game == "sahara" else "leads: three in a row"
        return Beginning(words, ("", ""))

    monkeypatch.setattr(Host, "beginning", beginning)
    BEGINNINGS.clear()
    screen = StatisticsScreen()
    ready = opening(screen, lambda: screen.reviews and not screen.is_reading)

    async def turned(pilot: Pilot[CaravanApp]) -> None:
        await ready(pilot)
        await pilot.press(key)
        await until(lambda: said in static_text(screen, "caption"), pilot)

    assert snap_compare(whole_app(), run_before=turned, terminal_size=size)


def test_a_replay(snap_compare: Any) -> None:
    playback = Playback(match_of("ended"))
    screen = ReplayScreen(playback, [0], step=playback.last // 2)
    assert snap_compare(whole_app(), run_before=opening(screen, lambda: screen.board.scene))


def test_an_analysis(snap_compare: Any) -> None:
    playback = Playback(match_of("ended"))
    screen = AnalysisScreen(playback, [0])
    screen.analysis = made_up_analysis(playback)
    ready = opening(screen, lambda: screen.query_one(DataTable).row_count)
    assert snap_compare(whole_app(), run_before=ready)


def made_up_analysis(playback: Playback) -> Analysis:
    """Curves that cross, without a search."""
    analysis = Analysis()
    steps = [step for step in playback.steps if step.actor >= 0]
    for number, step in enumerate(steps):
        share = abs((number * 7) % 40 - 20) / 20
        analysis.points.append(Point(step.ply, step.actor, [share, 1 - share]))
        if step.actor == 0 and len(analysis.verdicts) < 12:
            analysis.verdicts.append(made_up_verdict(playback, step, 0.02 * (number % 5)))
    analysis.swings += [Swing(steps[n].ply, steps[n].actor, 0.1 * n - 0.5) for n in (2, 8, 14)]
    return analysis


def made_up_verdict(playback: Playback, step: Step, loss: float) -> Verdict:
    """A decision for which another legal move would have been better."""
    state = playback.state(playback.at_ply(step.ply))
    played, preferred = playback.match.record.log[step.ply], state.legal()[-1]
    view = playback.game.view(state, step.actor)
    move, better = (
        playback.game.describe(action, view, playback.match.names) for action in (played, preferred)
    )
    return Verdict(step.ply, step.actor, played, preferred, move, better, loss=loss)


class Lobby(LobbyClient):
    """A lobby without a server."""

    def __init__(self) -> None:
        super().__init__(self.request, lambda _message: None, lambda _answer: None)
        row = MatchRow(
            match="m1", code="K7QM", game="caravanserai", owner="Ann",
            names=["Ann", "Bea", "Otto"], kinds=["person"] * 3, present=[True, False, True],
            started=True, over=False, watchers=["Eve"], idle=70, own_seats=[0], to_act=0,
            private=False, absent="wait", grace=120, clock=90,
        )  # fmt: skip
        free = replace(
            row, match="m2", code="W9TT", game="ahldarahd", owner="Otto", names=["Otto", "", ""],
            kinds=["person", "open", "open"], present=[True] * 3, started=False, watchers=[],
            own_seats=[], to_act=-1, clock=0,
        )  # fmt: skip
        self.rows = [row, free]
        self.people = ["Ann", "Otto"]
        self.chat = [Chat("", None, "Otto", "Who plays?")]

    async def request(self, _message: Message) -> Message:
        """Answer with the same list again and again."""
        return Matches("", self.rows, self.people)


class Server(QuietHost):
    """A host with a lobby."""

    def __init__(self) -> None:
        super().__init__()
        self._lobby = Lobby()

    @property
    def lobby(self) -> Lobby:
        """The lobby without a server."""
        return self._lobby


def test_the_lobby(snap_compare: Any) -> None:
    screen = LobbyScreen()
    ready = opening(
        screen,
        lambda: screen.query_one(DataTable).row_count == 2 and "Who plays" in screen_text(screen),
    )
    assert snap_compare(CaravanApp(Server, "unicode"), run_before=ready)


def test_a_terminal_that_is_too_small(snap_compare: Any) -> None:
    app = preview_app(match_of("decktet"))

    async def covered(pilot: Pilot[CaravanApp]) -> None:
        await has_host(pilot)
        await until(lambda: "80" in screen_text(app), pilot)

    assert snap_compare(app, terminal_size=(70, 20), run_before=covered)


def test_the_problems(snap_compare: Any) -> None:
    screen = ProblemsScreen("dice_village")
    with few_problems():
        first, second = known_problems()[:2]
        problems.add_try(first, True, daily.today())
        problems.add_try(second, False, daily.today())
        ready = opening(screen, lambda: "solved" in screen_text(screen) and screen.focused)
        assert snap_compare(whole_app(), run_before=ready)


@pytest.mark.parametrize("moment", ["asked", "wrong", "right"])
def test_a_problem(moment: str, snap_compare: Any) -> None:
    with few_problems():
        screen = ProblemScreen(ListedProblem(known_problems(), 0, "Ann"))

        async def answered(pilot: Pilot[CaravanApp]) -> None:
            await opening(screen, lambda: screen.board.has_focus)(pilot)
            if moment != "asked":
                known = screen.problem
                screen.play(known.answer if moment == "right" else known.tempting)
                await until(lambda: screen.moment == moment, pilot)

        assert snap_compare(whole_app(), run_before=answered)
