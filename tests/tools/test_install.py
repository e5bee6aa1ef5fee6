"""What an installation says while it runs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tools.install import PIP, count, follow, main

LOCK = "attrs==25.1 \\\n    --hash=sha256:1\nrich==14.0 \\\n    --hash=sha256:2\n"
SAID = [
    "Requirement already satisfied: attrs==25.1 in /somewhere\n",
    "Collecting rich==14.0\n",
    "  Downloading rich-14.0-py3-none-any.whl (240 kB)\n",
    "Installing collected packages: rich\n",
    "Successfully installed rich-14.0\n",
]


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_each_package_and_a_log_only_the_stages() -> None:
    screen, log = Screen(), io.StringIO()
    assert follow(SAID, count(LOCK), screen) == SAID
    assert "fetching 2 of 2: rich" in screen.getvalue()
    assert "unpacking 1" in screen.getvalue()
    follow(SAID, count(LOCK), log)
    assert log.getvalue() == "  unpacking 1 of 2\n"


def test_nothing_is_installed_without_a_hash() -> None:
    assert {"--require-hashes", "--no-deps"} <= set(PIP)


def test_files_of_a_folder_count_too() -> None:
    screen = Screen()
    follow(["Processing /folder/rich-14.0-py3-none-any.whl (from -r lock)\n"], 2, screen)
    assert "fetching 1 of 2: rich" in screen.getvalue()


def test_what_is_there_already_says_nothing() -> None:
    screen = Screen()
    follow(SAID[:1], 1, screen)
    assert screen.getvalue() == ""


def test_a_missing_lock_and_no_lock_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.lock"
    assert main([str(missing)]) == 2 and main([]) == 2
    assert capsys.readouterr().err == (
        f"{missing}: No such file or directory\nusage: python -m tools.install LOCK\n"
    )
