"""What a keeper of a server types, and reads when it was wrong."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from caravan_tui.cli import main, serve
from caravan_tui.cli.listings import for_programs
from tests.support import command_line


def test_codes_for_a_folder_without_a_server_come_with_a_word_about_it(tmp_path: Path) -> None:
    home = tmp_path / "typo"
    result = command_line.caravan_tui("invite", "--home", str(home), "--count", "2")
    assert (result.exit_code, len(result.stdout.split())) == (0, 2)
    assert result.stderr.startswith("No server has run in ") and f"--home {home}" in result.stderr
    (home / "host_key").touch()
    assert "No server" not in command_line.caravan_tui("invite", "--home", str(home)).stderr


def test_codes_alone_are_printed_and_beside_them_how_long_they_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "time", SimpleNamespace(
        time=lambda: 0.0, localtime=time.gmtime, strftime=time.strftime
    ))  # fmt: skip
    (tmp_path / "host_key").touch()
    arguments = ("invite", "--home", str(tmp_path), "--days", "1.5")
    one, two = (command_line.caravan_tui(*arguments, "--count", str(n)) for n in (1, 2))
    assert [len(result.stdout.splitlines()) for result in (one, two)] == [1, 2]
    assert one.stderr == "For one new player, until 1970-01-02 12:00.\n"
    assert two.stderr == "For one new player each, until 1970-01-02 12:00.\n"


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "_discard_output", lambda: None)
    (tmp_path / "file").touch()
    home = tmp_path / "file" / "server"
    result = command_line.caravan_tui("invite", "--home", str(home))
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == f"caravan-tui: {home}: Not a directory"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["serve", "--web-proxy", "10.0.0.1"], "--web-proxy needs --web PORT"),
        (["serve", "--web-origin", "https://a.org"], "--web-origin needs --web PORT"),
        (["serve", "--host-name", "north"], "--host-name needs --cluster URL"),
        (["admin", "sesions"], "There is no command 'sesions'. Did you mean 'sessions'?"),
        (["export"], "There is no command 'export'. Did you mean 'saves export'?"),
        (["kick"], "There is no command 'kick'. Did you mean 'admin kick'?"),
        (["admin", "xyzzy"], "There is no command 'xyzzy'. Commands: ban, broadcast, close"),
        (["admin", "tournament", "new", "Cup", "--game", "chess"], "cards"),
    ],
)
def test_a_mistake_is_named(arguments: list[str], text: str, tmp_path: Path) -> None:
    if arguments[0] == "serve":
        arguments = [*arguments, "--home", str(tmp_path)]
    result = command_line.caravan_tui(*arguments)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert text in result.stderr


def test_a_tournament_is_of_a_game_as_it_is_called_on_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[list[str]] = []

    async def ask(_config: Any, _command: str, words: list[str], _spoken: str = "") -> list[Any]:
        asked.append(words)
        return []

    monkeypatch.setattr(serve, "_ask", ask)
    result = command_line.caravan_tui("admin", "tournament", "new", "Cup", "--game", "cards")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "game=decktet" in asked[0]


def test_listings_for_programs_have_an_object_a_row_and_numbers_are_numbers() -> None:
    titles = ["code", "game", "seats", "state", "moves", "watchers", "turn", "left"]
    rows = [
        titles,
        ["WSFQ", "Dice", "Anna, -", "waiting", "0", "2", "-", "-"],
        ["alone", "", "3", "", "", "", "", ""],
    ]
    assert for_programs("matches", rows) == [
        {"code": "WSFQ", "game": "Dice", "seats": "Anna, -", "state": "waiting", "moves": 0,
         "watchers": 2, "turn": None, "left": None}
    ]  # fmt: skip
    people = [["name", "idle", "process"], ["alone", "19 s", "7"]]
    assert for_programs("sessions", people) == [{"name": "alone", "idle": 19, "process": 7}]
    assert for_programs("health", [["uptime", "5 s"]]) == {"uptime": 5}


def test_listings_of_a_cluster_have_each_host_also_one_that_does_not_answer() -> None:
    rows = [["north", "uptime", "5 s"], ["north", "cpu", "1 s"], ["south", "no answer"]]
    assert for_programs("health", rows) == {
        "north": {"uptime": 5, "cpu": 1}, "south": {"problem": "no answer"}
    }  # fmt: skip
    people = [["host", "name", "idle"], ["north", "Anna", "0 s"], ["south", "no answer"]]
    assert for_programs("sessions", people) == [
        {"host": "north", "name": "Anna", "idle": 0},
        {"host": "south", "problem": "no answer"},
    ]
