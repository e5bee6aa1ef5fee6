"""The coverage gate opens only for a report that shows enough of every room."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tools.coverage_gate import ROOMS, main, paths_of

TOTAL = 1_000


def report(change: Callable[[str, dict[str, Any]], None] = lambda path, file: None) -> Any:
    """A report in which every line and branch of every room was reached, but for a change."""
    files: dict[str, Any] = {}
    for patterns in ROOMS.values():
        for path in paths_of(patterns):
            summary = {
                "covered_lines": TOTAL,
                "num_statements": TOTAL,
                "covered_branches": TOTAL,
                "num_branches": TOTAL,
            }
            files[path] = {"summary": summary, "missing_lines": [], "missing_branches": []}
            change(path, files[path])
    return {"meta": {"branch_coverage": True}, "files": files}


@pytest.fixture
def check(tmp_path: Path) -> Callable[[Any], Result]:
    def run(data: Any) -> Result:
        file = tmp_path / "coverage.json"
        file.write_text(json.dumps(data), "utf-8")
        return CliRunner().invoke(main, [str(file)])

    return run


def test_full_coverage_passes_with_a_line_for_each_room(check: Callable[[Any], Result]) -> None:
    result = check(report())
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("part", ["covered_lines", "covered_branches"])
def test_a_room_below_the_limit_fails_and_names_what_is_missed(
    check: Callable[[Any], Result], room: str, part: str
) -> None:
    paths = paths_of(ROOMS[room])

    def miss(share: int) -> Callable[[str, dict[str, Any]], None]:
        def change(path: str, file: dict[str, Any]) -> None:
            if path in paths:
                file["summary"][part] = TOTAL * share // 1_000
                file["missing_lines"] = [7, 9]
                file["missing_branches"] = [[5, 7], [8, -3]]

        return change

    assert check(report(miss(950))).exit_code == 0
    result = check(report(miss(949)))
    assert result.exit_code == 1
    assert f"{paths[0]}: lines 7, 9; branches 5->7, 8->exit" in result.output
    failing = [line for line in result.output.splitlines() if line.endswith("below 95 %")]
    assert [line.split()[0] for line in failing] == [room]


@pytest.mark.parametrize("room", ROOMS)
def test_a_file_that_no_test_imports_fails(check: Callable[[Any], Result], room: str) -> None:
    data = report()
    path = paths_of(ROOMS[room])[-1]
    del data["files"][path]
    result = check(data)
    assert result.exit_code == 1
    assert f"{room}: no test imports {path}." in result.output


def test_a_room_without_files_fails(
    check: Callable[[Any], Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = report()
    monkeypatch.setitem(ROOMS, "attic", ("attic/*.py",))
    result = check(data)
    assert result.exit_code == 1
    assert "The room attic has no files." in result.output


def test_a_report_without_branches_fails(check: Callable[[Any], Result]) -> None:
    data = report()
    data["meta"]["branch_coverage"] = False
    result = check(data)
    assert result.exit_code == 1
    assert "no branches" in result.output
