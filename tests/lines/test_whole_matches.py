"""Every game is played to its end from a script through a pipe."""

from __future__ import annotations

import pytest

from caravan_tui.lines.console import heard
from saves.store import Store
from tests.lines.scripted import run_script

SETUPS = {
    "cards": ("--seats", "me,me", "--option", "hands=1"),
    "camels": ("--seats", "me,me"),
    "dice": ("--seats", "me,me"),
    "hexagons": ("--seats", "me"),
    "auctions": ("--seats", "me,me"),
}


@pytest.mark.parametrize("game", SETUPS)
def test_a_game_is_played_to_its_end_from_a_script(game: str) -> None:
    asked = ["board", "hand", "players", "moves", "score", "what changed", "why not", "log", "help"]
    script = [*asked, *["1"] * 40, *asked, *["1"] * 2000, "log all"]
    code, output, errors = run_script(script, "play", game, "--lines", "--seed", "4", *SETUPS[game])
    assert code == 0 and not errors, errors
    assert "The match is over." in output and "Ranks: 1." in output
    for line in output.splitlines():
        assert heard(line) == line != "", f"{line!r} can't be heard"
    (entry,) = Store().listing().entries
    assert entry.header is not None and entry.header.over


def test_a_script_waits_for_the_computer_player_before_its_next_move() -> None:
    script = ["1", "what changed", "1", "quit"]
    code, output, _errors = run_script(
        script, "play", "cards", "--lines", "--seats", "me,herder", "--seed", "4"
    )
    assert code == 0 and "It is not your move" not in output
    assert output.count("Your turn.") >= 2


def test_the_end_of_input_comes_after_what_the_computer_player_answers() -> None:
    code, output, _errors = run_script(
        ["1"], "play", "cards", "--lines", "--seats", "me,herder", "--seed", "4"
    )
    assert code == 0
    assert output.count("Your turn.") == 2 and "is saved" in output


def test_computer_players_are_watched_to_the_end_without_any_input() -> None:
    code, output, _errors = run_script(
        [], "play", "cards", "--lines", "--seats", "herder,herder", "--option", "hands=1",
        CARAVAN_TUI_PACE="none",
    )  # fmt: skip
    assert code == 0 and "The match is over." in output
