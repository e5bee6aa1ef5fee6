"""The commands `saves` and `stats`."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import Result

from caravan_tui.cli.saves import _echo_table
from caravan_tui.engine import Match, Seat
from saves import format
from saves.profile import Profile, result_of
from saves.store import Store
from tests.saves.helpers import play
from tests.support.command_line import caravan_tui


def run(*arguments: str, code: int = 0) -> Result:
    """Run a command that ends with this exit code."""
    result = caravan_tui(*arguments)
    assert result.exit_code == code, result.output
    return result


def run_json(*arguments: str, code: int = 0) -> Any:
    """The JSON that a command prints."""
    return json.loads(run(*arguments, "--json", code=code).stdout)


def test_list_and_show_describe_a_match_in_words_and_as_json() -> None:
    store = Store()
    assert run("saves", "list").stdout == "There are no saved matches.\n"
    match = play("sahara", 8)
    store.save_now(match)
    store.rename(match.record.id, "Desert")
    titles, line = run("saves", "list").stdout.splitlines()
    assert titles.split() == ["Match", "Game", "Played", "State", "Players"]
    assert line.startswith(f"{match.record.id[:8]}  camels  ")
    assert line.index("Ada") == titles.index("Players")
    assert "Ada" in line and "“Desert”" in line
    data = run_json("saves", "list")
    assert data["notices"] == []
    (facts,) = data["matches"]
    assert (facts["id"], facts["status"], facts["over"]) == (match.record.id, "ok", False)
    assert facts["seats"] == [
        {"kind": "person", "name": "Ada", "style": None},
        {"kind": "porter", "name": "P1", "style": None},
    ]
    assert facts["locked"], "this process has it open"
    store.release_all()
    details = run_json("saves", "show", match.record.id[:6], "--log")
    assert not details["locked"]
    assert details["options"] == match.record.options
    assert details["seed"] == 5
    assert len(details["log"]) >= 8
    assert "Ada" in run("saves", "show", match.record.id, "--log").stdout


def test_no_row_of_the_list_breaks_at_the_edge_of_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store()
    names = ["Ada of the Dunes", "Merchant", "Trader", "Caravan master"]
    for game, count in (("sahara", 4), ("dice_village", 4), ("decktet", 2)):
        match = Match.new(game, {}, [Seat("person", name) for name in names[:count]], 3)
        match.record.assisted = True
        store.save_now(match)
        store.rename(match.record.id, "A title of several words")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    _echo_table(store.listing().entries)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80 and len(lines) > 4
    column = lines[0].index("Players")
    words = [word for line in lines[1:] for word in line[column:].split("  ")]
    assert words.count("assisted") == words.count("“A title of several words”") == 3
    assert all(line[column - 2 : column] == "  " for line in lines)


def test_a_file_of_a_stranger_writes_nothing_to_the_terminal() -> None:
    store = Store()
    match = play("sahara", 8)
    match.record.seats[0] = evolve(match.record.seats[0], name="A\x1b]0;title\x07d\x9b\u202ea\r\nX")
    store.save_now(match)
    store.release_all()
    for command in ("list", "show", "check", "list"):
        words = [match.record.id] if command == "show" else []
        output = run("saves", command, *words).output
        assert all(line.isprintable() for line in output.split("\n")), command
        path = store.folder / f"{match.record.id}.caravan"
        parts = format.split(path.read_bytes())
        path.write_bytes(format.assemble(parts.version, b"", parts.require_record(), parts.state))


def test_the_list_goes_on_after_a_damaged_file_and_names_it_on_stderr() -> None:
    store = Store()
    store.save_now(play())
    (store.folder / "bad.caravan").write_bytes(b"rubbish")
    assert "damaged" in {row["status"] for row in run_json("saves", "check", code=1)}
    result = run("saves", "list")
    assert len(result.stdout.splitlines()) == 2, "titles, and a match"
    assert "bad.caravan" in result.stderr
    assert "1 file read, 0 bad" in run("saves", "check").stdout


def test_export_import_delete_and_restore(tmp_path: Path) -> None:
    store = Store()
    match = play()
    store.save_now(match)
    store.release_all()
    match_id, target = match.record.id, tmp_path / "out.caravan"
    run("saves", "export", match_id[:8], str(target))
    assert target.exists()
    assert "already exists" in run("saves", "export", match_id[:8], str(target), code=1).stderr
    assert match_id in run("saves", "delete", match_id[:8]).stdout
    assert store.listing().entries == []
    run("saves", "delete", "--undo", match_id)
    assert len(store.listing().entries) == 1
    (added,) = run_json("saves", "import", str(target.with_suffix("")))
    assert added["id"] != match_id
    assert len(store.listing().entries) == 2
    bad = tmp_path / "bad.caravan"
    bad.write_bytes(b"x")
    result = run("saves", "import", str(bad), str(tmp_path / "none"), str(target), code=1)
    assert len(result.stderr.splitlines()) == 2
    assert len(store.listing().entries) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("saves", "show", "nothing"),
        ("saves", "delete", "../../etc"),
        ("saves", "export", "nothing", "x"),
        ("saves", "delete", "--undo", "nothing"),
        ("saves", "frobnicate"),
        ("saves", "list", "--frobnicate"),
        ("stats", "export", "--format", "xml"),
    ],
)
def test_a_mistake_is_one_line_and_code_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments, code=2)
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_the_start_of_an_id_must_be_unique() -> None:
    store = Store()
    for end in "ab":
        match = play()
        match.record.id = f"same{end}"
        store.save_now(match)
    assert "'same' matches several saved matches" in run("saves", "show", "same", code=2).stderr
    assert run_json("saves", "show", "sameb")["id"] == "sameb"


def test_an_open_match_is_not_deleted() -> None:
    store = Store()
    match = play()
    store.save_now(match)
    result = run("saves", "delete", match.record.id, code=1)
    assert "open in another window" in result.stderr
    assert len(store.listing().entries) == 1


def test_saves_and_stats_alone_say_what_there_is_and_what_comes_next() -> None:
    for command in ("saves", "stats"):
        words = run(command).stdout
        assert "yet" in words and words.endswith("Start one: caravan-tui play cards\n")
    match = play("sahara", 9_999)
    Store().save_now(match)
    for seed in range(11):
        Store().save_now(play("decktet", 2, seed))
    Profile().add(result_of(match))
    lines = run("saves").stdout.splitlines()
    assert len(lines) == 15 and lines[11] == "2 more: caravan-tui saves list"
    assert lines[13].startswith("Open one: caravan-tui continue ")
    assert "Caravan · camels: 1 match" in run("stats").stdout
    assert "stats export FILE" in run("stats").stdout


def test_assisted_matches_alone_do_not_read_as_no_match_at_all() -> None:
    match = play("sahara", 9_999, 1)
    match.record.assisted = True
    Profile().add(result_of(match))
    lines = run("stats", "show").stdout.splitlines()
    assert lines[0] == "No match counts yet."
    assert lines[1].startswith("assisted, not counted: 1 match, won ")
    assert not any("All games" in line for line in lines)


def test_statistics_are_shown_and_exported(tmp_path: Path) -> None:
    profile = Profile()
    for seed in range(3):
        profile.add(result_of(play("sahara", 9_999, seed)))
    assert "Caravan · camels: 3 matches" in run("stats", "show").stdout
    assert run_json("stats", "show")["all"]["matches"] == 3
    exported = json.loads(run("stats", "export").stdout)
    assert len(exported["results"]) == 3
    assert set(exported["results"][0]) >= {"me", "feats", "options", "scores"}
    target = tmp_path / "results.csv"
    run("stats", "export", str(target))
    assert len(list(csv.reader(io.StringIO(target.read_text("utf-8"))))) == 4


@pytest.mark.parametrize("command", [("saves", "list"), ("stats", "show"), ("saves", "check")])
def test_reading_makes_no_folders(command: tuple[str, str], home: Path) -> None:
    run(*command)
    assert not home.exists()


@pytest.mark.parametrize("command", [["list"], ["check"], ["check", "--json"], ["show", "abc"]])
def test_a_folder_that_cannot_be_read_is_an_error_and_not_empty(
    command: list[str], home: Path
) -> None:
    folder = home / "data" / "matches"
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where the folder should be")
    result = run("saves", *command, code=1)
    assert result.stdout == ""
    assert str(folder) in result.stderr and "Not a directory." in result.stderr
    assert str(folder) in run("saves", "list", "--json", code=1).stdout
