"""The command line: what it prints, what it refuses, and what it does not import."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

import caravan_tui
from caravan_tui import arguments, cli
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER

GAMES = registry.ids()


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """What a command prints, a JSON object a line."""
    assert cli.run(arguments) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line on stderr of a command that is refused."""
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith("\n") and captured.err.count("\n") == 1
    assert captured.err.startswith("caravan-tui: ")
    return captured.err


def process(*arguments: str, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "caravan_tui", *arguments]
    return subprocess.run(command, text=True, capture_output=True, timeout=60, **kwargs)


# games


def test_games_as_json_tells_all_that_a_program_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["games", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [game["id"] for game in facts] == list(GAMES)
    for game in facts:
        spec = registry.get(game["id"]).spec
        assert game["title"] == spec.title and game["rules"] == spec.rules_version
        assert game["seats"] == [spec.min_seats, spec.max_seats]
        assert [option["name"] for option in game["options"]] == [o.name for o in spec.options]
        for option in game["options"]:
            assert {"flag": set(), "choice": {"choices"}, "number": {"low", "high"}}[
                option["kind"]
            ] <= set(option)


def test_games_names_every_game_option_and_what_it_may_be(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["games"]) == 0
    text = capsys.readouterr().out
    for game_id in GAMES:
        spec = registry.get(game_id).spec
        assert spec.id in text and spec.title in text
        for option in spec.options:
            assert f"--option {option.name}=" in text and option.allowed() in text


# trace


@pytest.mark.parametrize("game_id", GAMES)
def test_a_trace_has_a_header_plies_and_a_result(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = registry.get(game_id).spec
    seats = spec.max_seats
    head, *plies, result = lines(capsys, "trace", game_id, "--seats", str(seats), "--seed", "3")
    assert head == {
        "game": game_id,
        "rules": spec.rules_version,
        "seats": seats,
        "options": spec.resolve({}, seats),
    }
    assert [ply["ply"] for ply in plies] == list(range(len(plies)))
    for ply in plies:
        if ply["actor"] == "chance":
            assert set(ply) == {"ply", "actor", "move"}
            continue
        assert ply["actor"] in range(seats)
        assert set(ply) - {"interrupts"} == {"ply", "actor", "legal", "move"}
        offered = [move for moves in ply.get("interrupts", {}).values() for move in moves]
        assert ply["move"] in ply["legal"] + offered
        assert len(set(ply["legal"])) == len(ply["legal"]) > 0
    assert set(result) == {"scores", "ranks"}
    assert len(result["scores"]) == len(result["ranks"]) == seats
    assert min(result["ranks"]) == 1
    assert all(isinstance(score, int) or score % 1 for score in result["scores"])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_trace_can_be_played_again_from_its_notation(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.get(game_id)
    head, *plies, result = lines(capsys, "trace", game_id, "--seed", "8")
    state = game.setup(head["options"], head["seats"])
    for ply in plies:
        actor = state.to_act()
        view = game.view(state, None if actor == CHANCE else actor)
        named = {game.notation(action, view): action for action in state.legal()}
        if actor == CHANCE:
            assert ply["actor"] == "chance"
        else:
            assert ply["actor"] == actor and ply["legal"] == list(named)
        for seat, actions in state.interrupts().items():
            own = game.view(state, seat)
            named.update({game.notation(action, own): action for action in actions})
        state.apply(named[ply["move"]])
    assert state.to_act() == OVER
    assert result == {"scores": list(state.scores()), "ranks": list(state.outcome())}


def test_a_trace_takes_an_interrupt_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    games_with_interrupts = 0
    for game_id in GAMES:
        seats = registry.get(game_id).spec.max_seats
        plies = lines(capsys, "trace", game_id, "--seats", str(seats), "--seed", "3")[1:-1]
        offered = [ply for ply in plies if "interrupts" in ply]
        if not offered:
            continue
        games_with_interrupts += 1
        taken = [ply for ply in offered if ply["move"] not in ply["legal"]]
        assert 0 < len(taken) < len(offered) / 4
        for ply in taken:
            assert str(ply["actor"]) not in ply["interrupts"]
    assert games_with_interrupts


def test_a_trace_depends_on_its_seed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    traces = [lines(capsys, "trace", GAMES[0], "--seed", seed) for seed in ("1", "1", "2")]
    assert traces[0] == traces[1] != traces[2]


def test_options_reach_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    for game_id in GAMES:
        for option in registry.get(game_id).spec.options:
            seats = option.seats[0] if option.seats else registry.get(game_id).spec.min_seats
            default = option.default_for(seats)
            value: Any = option.low
            if option.kind != "number":
                choices: Sequence[Any] = option.choices or (True, False)
                value = next(choice for choice in choices if choice != default)
            text = {True: "yes", False: "no"}[value] if option.kind == "flag" else str(value)
            arguments = ["trace", game_id, "--seats", str(seats)]
            head = lines(capsys, *arguments, "--option", f"{option.name}={text}")[0]
            assert head["options"][option.name] == value


@pytest.mark.parametrize("play", ["mixed", "porter"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_first_level_plays_traces(
    game_id: str, play: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--option", "hands=1"] if game_id == GAMES[0] else []
    plies = lines(capsys, "trace", game_id, "--play", play, *options)[1:-1]
    assert any(ply["actor"] != "chance" for ply in plies)


# What is refused


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], ["no command 'chess'", "games", "trace"]),
        (["--fast"], ["--fast"]),
        (["trace"], ["GAME"]),
        (["trace", "chess"], ["no game is called 'chess'", *GAMES]),
        (["trace", "sahara", "extra"], ["extra"]),
        (["trace", "sahara", "--fast"], ["--fast"]),
        (["trace", "sahara", "--seats", "9"], ["2 to 4 seats, not 9"]),
        (["trace", "sahara", "--seats", "two"], ["'two'"]),
        (["trace", "decktet", "--seats", "3"], ["2 seats, not 3"]),
        (["trace", "sahara", "--seed", "-1"], ["-1"]),
        (["trace", "sahara", "--seed", "x"], ["'x'"]),
        (["trace", "sahara", "--seed", str(1 << 63)], [str((1 << 63) - 1)]),
        (["trace", "sahara", "--play", "best"], ["'best'", "random", "mixed", "porter"]),
        (["trace", "sahara", "--option", "camels"], ["NAME=VALUE"]),
        (["trace", "sahara", "--option", "=5"], ["NAME=VALUE"]),
        (["trace", "sahara", "--option", "camels=7"], ["'7'", "5, 6"]),
        (["trace", "sahara", "--option", "cows=7"], ["no option 'cows'", "camels", "goods"]),
        (["trace", "sahara", "--option", "camels=5", "--option", "camels=6"], ["camels", "twice"]),
        (["games", "--xml"], ["--xml"]),
    ],
)
def test_bad_input_is_refused_with_one_line_that_says_what_is_allowed(
    arguments: list[str], says: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(capsys, *arguments)
    for word in says:
        assert word in line


# As a program


def test_the_version_and_the_help_need_no_more_than_a_moment() -> None:
    shown = process("--version")
    assert (shown.returncode, shown.stdout) == (0, f"caravan-tui {caravan_tui.__version__}\n")
    helped = process("--help")
    assert helped.returncode == 0
    for name in cli.commands():
        assert name in helped.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["games", "--json"],
        ["trace", "sahara"],
        ["trace", "decktet", "--play", "porter"],
    ],
)
def test_no_command_imports_textual(arguments: list[str]) -> None:
    code = (
        "import sys; from caravan_tui.cli import run; "
        f"code = run({arguments!r}); "
        "bad = sorted(name for name in sys.modules if name.split('.')[0] in ('textual', 'rich')); "
        "print(code, bad, file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert shown.stderr.splitlines()[-1] == "0 []"


def test_without_a_command_the_app_runs_and_gives_the_exit_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "caravan_tui.app", SimpleNamespace(run=lambda _glyphs: 3))
    assert cli.run([]) == 3


def test_what_the_machine_refuses_is_one_line_and_code_1(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cli, "_drop_output", lambda: None)
    monkeypatch.setattr(registry, "ids", full)
    assert cli.run(["games"]) == 1
    assert capfd.readouterr().err == "caravan-tui: No space left on device\n"


def test_the_help_imports_no_game_and_no_search() -> None:
    code = (
        "import sys; from caravan_tui.cli import run; run(['--help']); "
        "print(sorted(n for n in sys.modules if n.startswith(('ai', 'saves', 'caravan_tui.'))), "
        "file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert shown.stderr.strip() == str(
        [f"caravan_tui.{name}" for name in ("arguments", "cli", "folders", "settings", "words")]
    )


def test_the_largest_seed_is_that_of_the_engine() -> None:
    assert arguments.LARGEST_SEED == LARGEST_SEED


def test_every_command_of_the_table_is_there() -> None:
    for name in cli.commands():
        helped = process(name, "--help")
        assert helped.returncode == 0, helped.stderr
        assert helped.stdout.startswith(f"Usage: caravan-tui {name}")


def test_a_reader_that_stops_reading_is_no_error() -> None:
    command = f"{sys.executable} -m caravan_tui trace decktet | head -n 1"
    shown = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60
    )
    assert shown.returncode == 0
    assert shown.stderr == ""
    assert json.loads(shown.stdout)["game"] == "decktet"


def test_closed_and_full_outputs_are_taken_calmly() -> None:
    program = f"{sys.executable} -m caravan_tui games"
    closed = subprocess.run(["sh", "-c", f"{program} >&-"], capture_output=True, text=True)
    assert (closed.returncode, closed.stderr) == (0, "")
    full = subprocess.run(["sh", "-c", f"{program} >/dev/full"], capture_output=True, text=True)
    assert full.returncode == 1
    assert full.stderr.count("\n") == 1 and "space" in full.stderr
