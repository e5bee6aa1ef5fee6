"""The commands `saves` and `stats`."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from caravan_tui.cli import run
from saves.profile import Profile, result_of
from saves.store import Store
from tests.saves.saves_help import Play


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    return Store()


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(arguments) == code
    return capsys.readouterr().out


def test_list_and_show_tell_a_match_in_words_and_as_json(
    home: Store, played: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no saved matches" in output(capsys, "saves", "list")
    match = played("sahara", 8)
    home.save_now(match)
    home.rename(match.record.id, "Desert")
    (line,) = output(capsys, "saves", "list").splitlines()
    assert match.record.id[:8] in line
    assert "Ada" in line
    assert "Desert" in line
    data = json.loads(output(capsys, "saves", "list", "--json"))
    assert data["notices"] == []
    (facts,) = data["matches"]
    assert (facts["id"], facts["status"], facts["over"]) == (match.record.id, "ok", False)
    assert facts["locked"], "this process holds it"
    home.release_all()
    shown = json.loads(output(capsys, "saves", "show", match.record.id[:6], "--json", "--log"))
    assert not shown["locked"]
    assert shown["options"] == match.record.options
    assert shown["seed"] == 5
    assert len(shown["log"]) >= 8
    assert "Ada" in output(capsys, "saves", "show", match.record.id, "--log")


def test_a_damaged_file_is_told_on_stderr_and_the_list_goes_on(
    home: Store, played: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    home.save_now(played())
    (home.folder / "bad.caravan").write_bytes(b"rubbish")
    assert json.loads(output(capsys, "saves", "check", "--json", code=1))
    capsys.readouterr()
    assert run(["saves", "list"]) == 0
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert "bad.caravan" in captured.err
    assert "1 file read, 0 bad" in output(capsys, "saves", "check")


def test_export_import_delete_and_undelete(
    home: Store, played: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played()
    home.save_now(match)
    home.release_all()
    target = tmp_path / "out.caravan"
    output(capsys, "saves", "export", match.record.id[:8], str(target))
    assert target.exists()
    output(capsys, "saves", "export", match.record.id[:8], str(target), code=1)
    output(capsys, "saves", "delete", match.record.id[:8])
    assert home.listing().entries == []
    output(capsys, "saves", "delete", "--undo", match.record.id)
    assert len(home.listing().entries) == 1
    added = json.loads(output(capsys, "saves", "import", str(target), "--json"))
    assert len(added) == 1
    assert len(home.listing().entries) == 2
    bad = tmp_path / "bad.caravan"
    bad.write_bytes(b"x")
    output(capsys, "saves", "import", str(bad), str(tmp_path / "none"), str(target), code=1)
    assert len(home.listing().entries) == 3


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
def test_what_the_user_got_wrong_is_one_line_and_code_2(
    home: Store, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1


def test_a_match_that_is_being_played_is_not_deleted(
    home: Store, played: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played()
    home.save_now(match)
    assert run(["saves", "delete", match.record.id]) == 1
    assert "Another window" in capsys.readouterr().err
    assert len(home.listing().entries) == 1


def test_statistics_are_shown_and_exported(
    home: Store, played: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = Profile()
    for seed in range(3):
        match = played("sahara", 9_999, seed)
        profile.add(result_of(match))
    assert "sahara: 3 matches" in output(capsys, "stats", "show")
    data = json.loads(output(capsys, "stats", "show", "--json"))
    assert data["all"]["matches"] == 3
    assert len(json.loads(output(capsys, "stats", "export"))["results"]) == 3
    target = tmp_path / "results.csv"
    output(capsys, "stats", "export", str(target))
    assert len(list(csv.reader(io.StringIO(target.read_text("utf-8"))))) == 4


def test_neither_command_imports_textual_or_the_search(tmp_path: Path) -> None:
    code = (
        "import sys; from caravan_tui.cli import run\n"
        "run(['saves', 'list']); run(['stats', 'show', '--json'])\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('textual', 'ai')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env={"CARAVAN_TUI_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert not (tmp_path / "data").exists(), "looking makes no folders"
