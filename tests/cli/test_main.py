"""The command line as a whole: help, mistakes, exit codes, closed pipes, quick starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

import caravan_tui
from caravan_tui.cli import main, params
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry, state
from tests.support import command_line


def test_the_version_is_that_of_the_package_and_tells_how_it_was_built() -> None:
    result = command_line.caravan_tui("--version")
    build = "compiled" if state.IS_COMPILED else "interpreted"
    wanted = f"caravan-tui {caravan_tui.__version__} ({build})\n"
    assert (result.exit_code, result.stdout) == (0, wanted)


def test_the_help_names_every_command() -> None:
    result = command_line.caravan_tui("--help")
    assert result.exit_code == 0
    for name, (_place, about) in main.commands().items():
        assert f"  {name} " in result.stdout
        assert about.split()[0] in result.stdout


def test_the_help_has_sections_and_examples_that_work() -> None:
    lines = command_line.caravan_tui("-h").stdout.splitlines()
    for title in main.sections():
        assert f"{title}:" in lines
    examples = [line.split()[1:] for line in lines if line.startswith("  caravan-tui ")]
    assert len(examples) >= 2
    for name, game, *_more in examples:
        assert name in main.commands()
        assert registry.id_of(game) in registry.ids()


@pytest.mark.parametrize("name", main.commands())
def test_every_command_can_be_imported_and_has_help(name: str) -> None:
    result = command_line.caravan_tui(name, "--help")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(f"Usage: caravan-tui {name}")


@pytest.mark.parametrize("group", ["config", "admin"])
def test_a_group_without_a_command_shows_its_help_line_by_line(group: str) -> None:
    result = command_line.caravan_tui(group)
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert lines[0].startswith(f"Usage: caravan-tui {group}")
    assert "Commands:" in lines


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], ["no command 'chess'", "games", "trace"]),
        (["plya"], ["Did you mean 'play'?"]),
        (["rules", "camles"], ["Did you mean 'camels'?"]),
        (["--fast"], ["--fast"]),
        (["trace"], ["GAME"]),
        (["trace", "chess"], ["no game 'chess'", *registry.ids()]),
        (["trace", "sahara", "extra"], ["extra"]),
        (["trace", "sahara", "--fast"], ["--fast"]),
        (["trace", "sahara", "--seats", "9"], ["2 to 4 players, not 9"]),
        (["trace", "sahara", "--seats", "two"], ["'two'"]),
        (["trace", "decktet", "--seats", "3"], ["2 players, not 3"]),
        (["trace", "sahara", "--seed", "-1"], ["-1"]),
        (["trace", "sahara", "--seed", "x"], ["'x'"]),
        (["trace", "sahara", "--seed", str(1 << 63)], [str((1 << 63) - 1)]),
        (["trace", "sahara", "--play", "best"], ["'best'", "random", "mixed", "porter"]),
        (["trace", "sahara", "--option", "camels"], ["NAME=VALUE"]),
        (["trace", "sahara", "--option", "=5"], ["NAME=VALUE"]),
        (["trace", "sahara", "--option", "camels=7"], ["'7'", "5, 6"]),
        (["trace", "sahara", "--option", "cows=7"], ["no option 'cows'", "camels", "goods"]),
        (["trace", "sahara", "--option", "camels=5", "--option", "camels=6"], ["camels", "twice"]),
        (["games", "--xml"], ["--xml", "Usage: caravan-tui games"]),
        (["rules", "cards", "more"], ["(more)", "Usage: caravan-tui rules [OPTIONS] GAME"]),
        (["road", "cards"], ["(cards)", "Usage: caravan-tui road [OPTIONS]"]),
        (["saves", "show", "4f", "5a", "6b"], ["(5a 6b)", "saves show [OPTIONS] MATCH"]),
        (["play", "cards", "--lns"], ["--lns"]),
        (["play", "cards", "--players", "me"], ["Did you mean '--seats'?"]),
        (["games", "--players", "me"], ["--players", "Usage: caravan-tui games"]),
    ],
)
def test_a_mistake_is_one_line_that_says_what_is_allowed(
    arguments: list[str], words: list[str]
) -> None:
    result = command_line.caravan_tui(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("caravan-tui: ")
    assert result.stderr.endswith("\n") and result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


def test_a_failure_of_the_machine_is_one_line_and_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(main, "_discard_output", lambda: None)
    monkeypatch.setattr(registry, "ids", fail)
    result = command_line.caravan_tui("games")
    assert (result.exit_code, result.stderr) == (1, "caravan-tui: No space left on device\n")


def test_ascii_is_for_the_app_and_not_for_a_command() -> None:
    result = command_line.caravan_tui("--ascii", "games")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--ascii is for the app; 'games' draws nothing" in result.stderr


def test_without_a_terminal_the_app_says_that_it_needs_one() -> None:
    assert "needs a terminal" in command_line.caravan_tui("--ascii").stderr


def test_without_a_command_the_app_runs_and_sets_the_exit_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "caravan_tui.app", SimpleNamespace(run=lambda _glyphs: 3))
    assert main.run([]) == 3


def test_the_largest_seed_is_that_of_the_engine() -> None:
    assert params.LARGEST_SEED == LARGEST_SEED


def test_no_command_loads_more_than_it_needs() -> None:
    """In one process, which loads more and more: no step may load what it does not need."""
    steps = [
        (["--help"], ["textual", "rich", "ai", "saves", "caravan_tui.games", "caravan_tui.engine"]),
        (["games", "--json"], ["textual", "rich", "ai", "saves"]),
        (["trace", "sahara"], ["textual", "rich", "ai", "saves"]),
        (["saves", "list"], ["textual", "rich", "ai"]),
        (["stats", "show", "--json"], ["textual", "rich", "ai"]),
        (["config", "show"], ["textual", "rich", "ai"]),
        (["trace", "decktet", "--play", "porter"], ["textual", "rich"]),
    ]
    code = (
        "import json, sys; from caravan_tui.cli.main import run\n"
        f"for arguments, unneeded in {steps!r}:\n"
        "    code = run(arguments)\n"
        "    loaded = [name for name in unneeded if name in sys.modules]\n"
        "    print(json.dumps([arguments, code, loaded]), file=sys.stderr)\n"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    reports = [json.loads(line) for line in process.stderr.splitlines()]
    assert reports == [[arguments, 0, []] for arguments, _unneeded in steps]


def test_a_reader_that_stops_reading_is_no_error() -> None:
    command = f"{sys.executable} -m caravan_tui trace decktet | head -n 1"
    process = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env={**os.environ, "LC_ALL": "C.UTF-8"},  # a locale that is not there makes bash warn
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert json.loads(process.stdout)["game"] == "decktet"


def test_a_closed_output_is_no_error_and_a_full_disk_is_one_line() -> None:
    program = f"{sys.executable} -m caravan_tui games"
    closed = subprocess.run(["sh", "-c", f"{program} >&-"], capture_output=True, text=True)
    assert (closed.returncode, closed.stderr) == (0, "")
    full = subprocess.run(["sh", "-c", f"{program} >/dev/full"], capture_output=True, text=True)
    assert full.returncode == 1
    assert full.stderr.count("\n") == 1 and "space" in full.stderr
