"""The commands that lead to a place in the app."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from io import StringIO
from typing import Any

import click
import pytest
from msgspec.structs import replace
from rich.console import Console

from caravan_tui import app as app_module
from caravan_tui.app import CaravanApp
from caravan_tui.cast.characters import Temper, characters_of
from caravan_tui.cli.pages import WIDEST, page_of
from caravan_tui.cli.play import rules
from caravan_tui.cli.preview import PreviewHost
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.record import distinct_names
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.base import BaseApp
from caravan_tui.screens.daily.screen import DailyScreen
from caravan_tui.screens.doorstep import Doorstep
from caravan_tui.screens.home.screen import HomeScreen
from caravan_tui.screens.lessons import LessonChooser
from caravan_tui.screens.problems.problem import ProblemScreen
from caravan_tui.screens.problems.screen import ProblemsScreen
from caravan_tui.screens.road.screen import RoadScreen
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.screens.table.tutorial import TutorialScreen
from caravan_tui.widgets.chooser import Chooser
from caravan_tui.widgets.question import Question
from saves import daily, tutorial_progress
from saves.store import Store
from saves.tutorial_progress import Progress
from tests.support import command_line
from tests.support.problems import few_problems
from tests.support.screen_text import screen_text
from tests.support.until import until

Begin = Callable[[BaseApp], Awaitable[None]]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What the commands have the app begin with, in place of an app."""
    calls: list[Any] = []

    def run(glyphs: str | None = None, begin: Begin | None = None) -> int:
        calls.append((glyphs, begin))
        return 0

    monkeypatch.setattr(app_module, "run", run)
    yield calls


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["play"], "GAME"),
        (["play", "chess"], "no game 'chess'"),
        (["play", "sahara", "--seats", "me"], "Caravan · camels is for 2 to 4"),
        (["play", "sahara", "--seats", "me,king"], "choose from: me, herder, porter, drover"),
        (["play", "sahara", "--seats", "me,trader:quick"], "'quick' is not a style"),
        (["play", "decktet", "--option", "hands=99"], "Choose 1 to 9"),
        (["play", "decktet", "--seed", "x"], "'x' is not a seed"),
        (["continue"], "no unfinished match to continue"),
        (["continue", "abc"], "no saved match 'abc'"),
        (["play", "decktet", "--seats", "me,trader,trader"], "is for 2 players; --seats has 3"),
        (["daily", "chess"], "no game 'chess'"),
        (["learn", "chess"], "no game 'chess'"),
        (["rules", "chess"], "no game 'chess'"),
    ],
)
def test_a_mistake_is_one_line_before_the_app_starts(
    arguments: list[str], reason: str, begun: list[Any]
) -> None:
    result = command_line.caravan_tui(*arguments)
    assert result.exit_code == 2
    assert reason in result.stderr and result.stderr.count("\n") == 1
    assert not begun


@pytest.mark.parametrize("arguments", [("-h",), ("help",), ("help", "play"), ("play", "-h")])
def test_help_can_be_asked_for_in_every_usual_way(arguments: tuple[str, ...]) -> None:
    result = command_line.caravan_tui(*arguments)
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: caravan-tui")


def test_a_pipe_gets_the_rules_in_markdown() -> None:
    result = command_line.caravan_tui("rules", "sahara")
    assert result.stdout == registry.rules("sahara") + "\n"


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_terminal_gets_the_rules_wrapped_with_drawn_tables(columns: int) -> None:
    console = Console(file=StringIO(), width=columns, no_color=True)
    lines = page_of(registry.rules("sahara"), console).splitlines()
    assert max(map(len, lines)) <= min(columns, WIDEST)
    page = "\n".join(lines)
    assert "## " not in page and "|---" not in page and "**" not in page
    assert "────" in page, "the head of a table"
    assert "Numbered spaces 1 to 8" in " ".join(page.split())


@pytest.mark.parametrize("command", ["rules", "play", "trace"])
def test_without_a_game_a_command_names_all_games(command: str) -> None:
    result = command_line.caravan_tui(command)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    for game_id in registry.ids():
        assert f"{registry.spec(game_id).kind} ({game_id})" in result.stderr


@pytest.mark.parametrize("command", ["learn", "rules", "play", "daily", "problems", "trace"])
def test_the_help_of_a_command_for_a_game_lists_the_games(command: str) -> None:
    lines = command_line.caravan_tui(command, "-h").stdout.splitlines()
    listed = [line.split() for line in lines[lines.index("Games:") + 1 :]]
    kinds = [registry.spec(game_id).kind for game_id in registry.ids()]
    assert [words[0] for words in listed] == kinds


def test_the_pager_says_how_to_leave_it(monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.delenv("LESS", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(click, "echo_via_pager", paged.append)
    assert rules.callback is not None
    rules.callback("decktet")
    assert len(paged) == 1 and "q close" in os.environ["LESS"]


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_game_can_be_called_by_its_kind_or_its_id(game_id: str) -> None:
    for name in (registry.spec(game_id).kind, game_id, game_id.upper()):
        assert command_line.caravan_tui("rules", name).stdout == registry.rules(game_id) + "\n"


def test_a_kind_that_two_games_share_is_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = replace(registry.spec("sahara"), kind="cards")
    usual = registry.spec
    monkeypatch.setattr(registry, "spec", lambda name: twin if name == "sahara" else usual(name))
    with pytest.raises(registry.UnknownGameError, match=r"cards \(sahara\)"):
        registry.id_of("cards")
    assert registry.id_of("sahara") == "sahara"


async def opened(begin: Begin, screen: type[Any]) -> Any:
    """The screen that an app shows after it has begun with this."""
    app = CaravanApp(PreviewHost, begin=begin)
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, screen), pilot)
        return app.screen


async def test_play_opens_a_table_with_these_players(begun: list[Any]) -> None:
    command_line.caravan_tui("play", "sahara", "--seats", "Me, trader:thief,trader", "--ascii")
    glyphs, begin = begun[0]
    table = await opened(begin, TableScreen)
    assert glyphs == "ascii"
    assert table.connection.game == "sahara"
    assert list(table.connection.kinds) == ["person", "trader", "trader"]
    assert table.connection.names[0] == "Ann"
    cast = characters_of(table.connection.kinds, table.connection.names)
    assert cast[1].temper is Temper.SLY, "the style that was asked for"
    assert "trader" in cast[2].levels


async def test_while_a_table_is_being_opened_keys_do_not_reach_home(begun: list[Any]) -> None:
    command_line.caravan_tui("play", "sahara")
    is_ready = asyncio.Event()

    async def begin(app: BaseApp) -> None:
        await is_ready.wait()
        await begun[0][1](app)

    app = CaravanApp(PreviewHost, begin=begin)
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, Doorstep), pilot)
        await pilot.press("s", "enter")
        assert isinstance(app.screen, Doorstep) and "Opening" in screen_text(app)
        is_ready.set()
        await until(lambda: isinstance(app.screen, TableScreen), pilot)
        doorstep = app.screen_stack[-2]
        assert isinstance(doorstep, Doorstep)
        await until(lambda: doorstep.has_opened, pilot)
        await app.pop_screen()
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)


async def test_what_cannot_be_opened_leaves_home(begun: list[Any]) -> None:
    async def begin(app: BaseApp) -> None:
        app.notify("It is gone.")

    app = CaravanApp(PreviewHost, begin=begin)
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)


async def test_daily_begins_at_the_row_of_the_game(begun: list[Any]) -> None:
    command_line.caravan_tui("daily", "caravanserai")
    app = CaravanApp(PreviewHost, begin=begun[0][1])
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, DailyScreen), pilot)
        screen = app.screen
        assert isinstance(screen, DailyScreen)
        await until(lambda: screen.game_id == "caravanserai", pilot)


async def test_problems_begin_on_the_page_of_the_game(begun: list[Any]) -> None:
    command_line.caravan_tui("problems", "dice")
    with few_problems():
        screen = await opened(begun[0][1], ProblemsScreen)
    assert screen.game == "dice_village"


async def test_the_problem_of_the_day_is_opened_at_once(begun: list[Any]) -> None:
    command_line.caravan_tui("problems", "dice", "--day")
    with few_problems():
        screen = await opened(begun[0][1], ProblemScreen)
    assert screen.exercise.day == daily.today() and screen.problem.game == "dice_village"


async def test_learn_opens_the_tutorial(begun: list[Any]) -> None:
    command_line.caravan_tui("learn", "decktet")
    tutorial = await opened(begun[0][1], TutorialScreen)
    assert tutorial.game.spec.id == "decktet"


async def test_who_leaves_a_tutorial_that_the_shell_began_is_back_in_the_shell(
    begun: list[Any],
) -> None:
    command_line.caravan_tui("learn", "decktet")
    app = CaravanApp(PreviewHost, begin=begun[0][1])
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, TutorialScreen), pilot)
        screen = app.screen
        assert isinstance(screen, TutorialScreen)
        await until(lambda: screen.is_current and screen.shown_step, pilot)
        await pilot.press("q")
        await until(lambda: app.parting_words)
    assert app.parting_words == "Go on learning Caravan · cards with: caravan-tui learn cards"


async def test_the_end_of_a_tutorial_that_the_shell_began_offers_a_match_or_the_shell(
    begun: list[Any],
) -> None:
    command_line.caravan_tui("learn", "decktet")
    app = CaravanApp(PreviewHost, begin=begun[0][1])
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, TutorialScreen), pilot)
        screen = app.screen
        assert isinstance(screen, TutorialScreen)
        await until(lambda: screen.shown_step, pilot)
        screen.dismiss(True)
        await until(lambda: isinstance(app.screen, Question), pilot)
        await until(lambda: "Back to the shell" in screen_text(app), pilot)
        await pilot.press("escape")
        await until(lambda: app.parting_words)
    assert app.parting_words == "Play Caravan · cards with: caravan-tui play cards"


async def test_learn_without_a_game_lists_all_from_the_easiest_one_that_was_not_finished(
    begun: list[Any],
) -> None:
    easiest, second, *_others = registry.by_ease()
    assert tutorial_progress.game_to_learn() == easiest
    tutorial_progress.save(easiest, Progress(4, 4, done=True))
    command_line.caravan_tui("learn")
    app = CaravanApp(PreviewHost, begin=begun[0][1])
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, Chooser), pilot)
        chooser = app.screen
        assert isinstance(chooser, LessonChooser)
        await until(lambda: chooser.games[0] == second and chooser.option_list.highlighted, pilot)
        assert len(chooser.choices) == len(registry.ids()) and chooser.games[-1] == easiest
        await until(lambda: "Still to learn" in screen_text(app), pilot)
        assert "Learnt" in screen_text(app)
        assert chooser.choices[-1].aside == "easy · 20 min a match"
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, TutorialScreen), pilot)
        assert isinstance(app.screen, TutorialScreen) and app.screen.game.spec.id == second


async def test_who_closes_the_list_of_games_to_learn_is_at_home(begun: list[Any]) -> None:
    command_line.caravan_tui("learn")
    app = CaravanApp(PreviewHost, begin=begun[0][1])
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, Chooser), pilot)
        await until(lambda: app.focused, pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, HomeScreen), pilot)


async def test_continue_finds_the_last_match_or_one_by_its_first_characters(
    begun: list[Any],
) -> None:
    store = Store()
    match = Match.new("decktet", {}, [Seat("person", "Ann"), Seat("trader", "Bo")], 3)
    await store.save(match)
    store.release_all()
    assert command_line.caravan_tui("continue").exit_code == 0
    assert command_line.caravan_tui("continue", match.record.id[:4]).exit_code == 0
    assert len(begun) == 2


def test_names_that_are_alike_get_numbers() -> None:
    assert distinct_names(["Ann", "Ann", "Ann 2", "Ann"]) == ["Ann", "Ann 2", "Ann 2 2", "Ann 3"]


async def test_on_leaving_a_match_the_shell_says_how_to_resume_it(
    begun: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: LocalHost) -> None:
        """Start no workers."""

    monkeypatch.setattr(LocalHost, "start", start)
    command_line.caravan_tui("play", "decktet", "--seats", "me,me")
    app = CaravanApp(LocalHost, begin=begun[0][1])
    async with app.run_test() as pilot:
        await until(lambda: app.is_match_open, pilot)
        await pilot.press("ctrl+q")
    assert app.parting_words.startswith("Caravan · cards is saved.")
    assert app.parting_words.endswith("caravan-tui continue")


async def test_leaving_home_says_how_to_resume_what_is_not_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def start(self: LocalHost) -> None:
        """Start no workers."""

    monkeypatch.setattr(LocalHost, "start", start)
    store = Store()
    store.save_now(Match.new("decktet", {}, [Seat("person", "Ann"), Seat("trader", "Bo")], 3))
    store.release_all()
    app = CaravanApp(LocalHost)
    async with app.run_test() as pilot:
        await until(app.host_ready.is_set, pilot)
        await pilot.press("ctrl+q")
    assert app.parting_words.startswith("Caravan · cards is saved.")


async def test_leaving_home_without_a_match_says_how_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def start(self: LocalHost) -> None:
        """Start no workers."""

    monkeypatch.setattr(LocalHost, "start", start)
    app = CaravanApp(LocalHost)
    async with app.run_test() as pilot:
        await until(app.host_ready.is_set, pilot)
        await pilot.press("ctrl+q")
    assert app.parting_words == "Safe travels! Play again with: caravan-tui"


async def test_leaving_where_nothing_is_kept_says_nothing() -> None:
    app = CaravanApp(PreviewHost)
    async with app.run_test() as pilot:
        await until(app.host_ready.is_set, pilot)
        await pilot.press("ctrl+q")
    assert app.parting_words == ""


async def test_road_opens_the_map(begun: list[Any]) -> None:
    command_line.caravan_tui("road")
    app = CaravanApp(PreviewHost, begin=begun[0][1])
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, RoadScreen), pilot)
