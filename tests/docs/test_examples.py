"""The code that the documentation shows is a whole game, a mind and a seat that work."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from ai import levels
from ai.arena.contest import Contest, Player, run
from ai.bot import ComputerSeat
from ai.pool import Pool
from ai.search import choose
from caravan_tui.app import CaravanApp
from caravan_tui.bus.local import LocalBus
from caravan_tui.bus.table import TableHost
from caravan_tui.cli.preview import PreviewHost, random_match
from caravan_tui.engine import Match, Seat, tutorial
from caravan_tui.games import registry
from caravan_tui.screens.table.tutorial import TutorialScreen, key_commands
from caravan_tui.widgets.commands import keys_by_name
from tests.kit.checks import CHECKS
from tests.kit.lines import cases, play, rich
from tests.support.screen_app import BoardApp, ScreenApp
from tests.support.screen_text import static_text, widget_lines
from tests.support.until import until

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
HASH_SEEDS = "order_is_the_same_under_another_hash_seed"


@pytest.fixture(autouse=True)
def _fresh() -> Any:
    yield
    play.cache_clear()
    rich.cache_clear()


@pytest.mark.parametrize("name", [name for name in CHECKS if name != HASH_SEEDS])
def test_the_example_game_passes_every_check_of_the_kit(name: str, wells: str) -> None:
    for case in cases(registry.get("wells")):
        CHECKS[name](case, 11, 1)


def test_the_example_game_is_the_same_under_another_hash_seed(wells: str) -> None:
    program = (
        "import wells_on; from random import Random; from tests.kit.fingerprint import fingerprint;"
        "from tests.kit.lines import cases; from caravan_tui.games import registry;"
        "print([fingerprint(case, 3, 60) for case in cases(registry.get('wells'))])"
    )
    marks = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": f"{EXAMPLES}{os.pathsep}{ROOT}",
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(marks) == 1 and "after" in marks.pop()


def test_the_example_game_says_what_it_is(wells: str) -> None:
    assert "wells" in registry.ids()
    spec = registry.spec("wells")
    assert spec == registry.get("wells").spec and spec.id == "wells"
    assert registry.rules("wells").startswith("# The Wells") and len(registry.rules("wells")) > 1000
    picture = registry.picture("wells").splitlines()
    assert picture and len(picture) <= 7 and max(map(len, picture)) <= 44


def test_the_example_rules_are_what_its_page_says(wells: str) -> None:
    """W-1 to W-4, by a match played by hand."""
    state = registry.get("wells").setup({"skins": 2}, 2)
    for skin in (3, 8, 12, 5):  # seat 0: 3 and 12, seat 1: 8 and 5
        state.apply(200 + skin)
    assert state.to_act() == -1 and state.legal() == [101, 102, 103, 104, 105, 106]  # W-1
    state.apply(104)
    assert state.to_act() == 0 and state.legal() == [3, 12]  # W-2: seat 0 leads
    state.apply(3)
    state.apply(8)
    assert state.scores() == (0.0, 4.0)  # W-3
    state.apply(106)
    assert state.to_act() == 1  # W-2: who took the last well leads
    state.apply(5)
    state.apply(12)
    assert state.to_act() == -2
    assert state.scores() == (6.0, 4.0) and state.outcome() == (1, 2)  # W-4


def test_the_example_tutorial_plays_to_its_end(wells: str) -> None:
    script = tutorial.load("wells")
    assert script is not None
    tutorial.rehearse(script)
    script.check_keys(keys_by_name(key_commands("wells")))
    assert {"play"} == {key for text in script.texts() for key in tutorial.key_fields(text)}


async def test_a_copy_of_the_example_that_kept_its_id_is_told(
    games_from: Callable[[Path], None], tmp_path: Path
) -> None:
    shutil.copytree(EXAMPLES / "games" / "wells", tmp_path / "springs")
    games_from(tmp_path)
    with pytest.raises(registry.UnknownGameError, match=r"springs/spec\.py: the id is 'wells'"):
        registry.ids()
    app = CaravanApp(PreviewHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.return_code is not None, pilot)
    assert app.return_code == 2


@pytest.mark.parametrize(
    ("source", "reason"),
    [("SPEC = Spec(\n", "never closed"), ("import no_such", "no_such"), ("", "SPEC")],
)
def test_facts_of_a_game_that_cannot_be_loaded_are_told_in_one_line(
    games_from: Callable[[Path], None], tmp_path: Path, source: str, reason: str
) -> None:
    folder = tmp_path / f"broken_{len(source)}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "spec.py").write_text(source)
    games_from(tmp_path)
    with pytest.raises(registry.UnknownGameError, match=rf"spec\.py can't be loaded: .*{reason}"):
        registry.ids()


@pytest.mark.nightly
def test_nothing_in_the_folder_of_the_kit_fails_with_the_example_beside_our_games() -> None:
    options = ["-q", "-m", "not nightly", "-k", "wells", "tests/kit"]
    code = f"import wells_on, pytest; raise SystemExit(pytest.main({options}))"
    env = {**os.environ, "PYTHONPATH": str(EXAMPLES)}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-2000:]


async def test_the_example_tutorial_is_played_on_the_screen_and_its_last_move_is_seen(
    wells: str,
) -> None:
    screen = TutorialScreen("wells", "Ada")
    app = ScreenApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: screen.position is not None and screen.board.has_focus, pilot)
        await pilot.press("enter")
        await until(lambda: screen.tutorial.asked, pilot)
        await pilot.press("enter")
        await until(lambda: screen.tutorial.finished, pilot)
        await until(lambda: "to end the tutorial" in static_text(screen, "instruction"), pilot)
        assert app.screen is screen
        await pilot.press("enter")
        await until(lambda: app.screen is not screen, pilot)


def test_the_example_mind_beats_random_play_and_has_a_style(wells: str) -> None:
    contest = Contest("wells", (Player("greedy"), Player("random")), 60, 1).check()
    wins = [0, 0]
    for match in run(contest):
        for player, rank in zip(match.order, match.ranks, strict=True):
            wins[player] += rank == 1
    assert wins[0] > wins[1]
    thrifty = registry.evaluator("wells", "thrifty")
    assert thrifty.weights["skins"] > registry.evaluator("wells").weights["skins"]
    game = registry.get("wells")
    view = random_match("wells", 2, 1, 0).view(0)
    result = choose(game, view, "trader", 1)
    assert game.notation(result.action, view).startswith("lay ")


def test_the_levels_play_the_example_in_worker_processes(wells: str) -> None:
    async def scene() -> Match:
        pool = Pool(1, preload=[wells])
        host = TableHost(LocalBus())
        match = Match.new("wells", {}, [Seat("porter", "A"), Seat("merchant", "B")], 5)
        host.open(match)
        seats = [
            ComputerSeat(
                host.table(match.record.id, number), pool.search, "wells", level, seed=number
            )
            for number, level in enumerate((levels.PORTER.name, levels.MERCHANT.name))
        ]
        await asyncio.wait_for(asyncio.gather(*(seat.run() for seat in seats)), 30)
        await pool.close()
        return match

    assert asyncio.run(scene()).over


def test_the_example_seat_plays_a_match_of_any_game_on_the_bus(wells: str) -> None:
    spec = spec_from_file_location("docs_bot", EXAMPLES / "bot.py")
    assert spec is not None and spec.loader is not None
    bot = module_from_spec(spec)
    spec.loader.exec_module(bot)

    for game, seats in (("wells", 4), ("decktet", 2), ("dice_village", 2)):
        match = asyncio.run(asyncio.wait_for(bot.play(game, seats), 60))
        assert match.over and not match.record.assisted


async def test_the_example_board_is_played_with_keys_and_mouse(wells: str) -> None:
    match = random_match("wells", 2, 3, 0)
    view: Any = match.view(0)
    hand = view["hand"]
    app = BoardApp("wells")
    async with app.run_test(size=(80, 20)) as pilot:
        app.show(match, 0)
        await pilot.pause()
        assert any("Water of this well" in line for line in widget_lines(app.board))
        assert widget_lines(app.board)[6].strip() == "  ".join(f"[{skin:>2}]" for skin in hand)
        await pilot.press("right")
        assert app.status[-1] == (f"lays the skin {hand[1]}", False)
        await pilot.press("left", "left", "enter")
        assert app.actions == [hand[3]]
        for _click in range(2):  # the first click selects, the second plays
            await pilot.click(app.board, offset=(2 + 6 * 2 + 1, 6))
        assert app.actions == [hand[3], hand[2]]


async def test_the_example_board_says_why_it_plays_nothing(wells: str) -> None:
    match = random_match("wells", 2, 3, 0)
    app = BoardApp("wells")
    async with app.run_test(size=(80, 20)) as pilot:
        app.show(match, 1)
        await pilot.press("enter")
        assert app.status[-1][1] and "not your" in app.status[-1][0]
        app.show(match, 0, legal=match.legal(0)[1:])
        await pilot.press("enter")
        assert app.status[-1] == ("This is not a legal move now.", True)
        app.show(match, None)
        await pilot.press("right", "enter")
        assert not app.actions and app.status[-1][0] == "This is not a legal move now."


async def test_jump_keys_and_previews_move_the_cursor_of_the_example_board(wells: str) -> None:
    match = random_match("wells", 2, 3, 0)
    app = BoardApp("wells")
    async with app.run_test(size=(80, 20)) as pilot:
        app.show(match, 0)
        await pilot.pause()
        board: Any = app.board  # the example's own class is known only while it is installed
        targets = board.jump_targets()
        assert [(target.x, target.y) for target in targets] == [(2 + 6 * n, 6) for n in range(4)]
        targets[3].go()
        assert board.selected == match.legal(0)[3]
        board.preview(match.legal(0)[1])
        assert board.selected == match.legal(0)[1]
        board.preview(None)
        assert board.selected == match.legal(0)[1]


def test_the_example_game_takes_about_380_lines() -> None:
    files = (EXAMPLES / "games" / "wells").glob("*.py")
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 385
