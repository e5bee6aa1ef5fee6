"""The command `completion`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from caravan_tui.cli.completion import TARGETS
from tests.support.command_line import caravan_tui


@pytest.mark.parametrize("shell", TARGETS)
def test_a_script_names_the_program_and_where_to_install_it(shell: str) -> None:
    script = caravan_tui("completion", shell).stdout
    assert "_CARAVAN_TUI_COMPLETE" in script
    assert f"# {TARGETS[shell]}" in script.splitlines()[:2]
    assert script.startswith("#compdef caravan-tui") == (shell == "zsh")


@pytest.mark.parametrize(
    ("typed", "word", "completion"),
    [
        ("caravan-tui ", 1, "config"),
        ("caravan-tui con", 1, "config"),
        ("caravan-tui config ", 2, "check"),
        ("caravan-tui completion z", 2, "zsh"),
        ("caravan-tui trace sahara --see", 3, "--seed"),
        ("caravan-tui rules ca", 2, "cards"),
        ("caravan-tui rules sa", 2, "sahara"),
    ],
)
def test_the_program_tells_the_shell_what_can_follow(
    typed: str, word: int, completion: str
) -> None:
    result = caravan_tui(
        COMP_WORDS=typed, COMP_CWORD=str(word), _CARAVAN_TUI_COMPLETE="bash_complete"
    )
    assert result.exit_code == 0
    assert f"plain,{completion}" in result.stdout.splitlines()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_with_the_script(tmp_path: Path) -> None:
    program = tmp_path / "caravan-tui"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m caravan_tui "$@"\n')
    program.chmod(0o755)
    script = """
        source <(caravan-tui completion bash)
        COMP_WORDS=(caravan-tui con) COMP_CWORD=1
        _caravan_tui_completion caravan-tui con caravan-tui
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    process = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert process.stdout.split() == ["continue", "config"], process.stderr


@pytest.mark.parametrize("shell", list(TARGETS))
def test_a_script_is_installed_where_the_shell_looks_for_it(shell: str, tmp_path: Path) -> None:
    result = caravan_tui("completion", shell, "--install", HOME=str(tmp_path))
    target = tmp_path / TARGETS[shell].removeprefix("~/")
    assert target.read_text("utf-8") == caravan_tui("completion", shell).stdout
    assert str(target) in result.stdout


def test_a_script_that_cannot_be_installed_says_why(tmp_path: Path) -> None:
    (tmp_path / ".local").write_text("a file where a folder has to be")
    result = caravan_tui("completion", "bash", "--install", HOME=str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith("caravan-tui: Can't write ") and result.stderr.count("\n") == 1
