"""However it ends, the match is saved, and nobody reads a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from caravan_tui import paths
from saves.store import Store
from tests.lines.scripted import environment, program, run_script

PLAY = ("play", "dice", "--lines", "--seats", "me,herder", "--seed", "3")


@contextmanager
def at_the_table(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has asked for a move."""
    process = subprocess.Popen(
        program(*arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip
    try:
        read_until(process, b"Your turn.")
        yield process
    finally:
        process.kill()
        process.wait()


def read_until(process: subprocess.Popen[bytes], text: bytes) -> bytes:
    """What is written up to a line with this text."""
    assert process.stdout is not None
    output = b""
    for line in process.stdout:
        output += line
        if text in line:
            return output
    raise AssertionError(f"{text!r} does not come: {output!r}")


def saved_actions() -> int:
    """The actions of the only saved match, which nothing has locked."""
    (entry,) = Store().listing().entries
    match, _notes = Store().load(entry.id)
    return match.version


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_saves_the_match_and_ends_with_its_code(number: signal.Signals) -> None:
    with at_the_table(*PLAY) as process:
        assert process.stdin is not None
        process.stdin.write(b"1\n")
        process.stdin.flush()
        read_until(process, b".")
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 128 + number
        assert errors == b"" and b"is saved" in output
    assert saved_actions() > 0


def test_the_end_of_input_and_quit_save_the_match_and_exit_0() -> None:
    for script in ([], ["quit"], ["1", "quit"]):
        code, output, errors = run_script(script, *PLAY)
        assert (code, errors) == (0, "")
        assert "is saved. Resume it with: caravan-tui continue --lines" in output


def test_a_match_that_no_folder_takes_is_played_all_the_same_and_not_called_saved() -> None:
    Store().folder.parent.mkdir(parents=True)
    Store().folder.touch()  # a file in its place: what root cannot write either
    paths.logs().touch()
    code, output, errors = run_script(["1", "quit"], *PLAY)
    assert (code, errors) == (0, "")
    assert "Couldn't save this match" in output and "You can keep playing." in output
    assert output.rstrip().endswith("What is not saved is lost.")
    assert "is saved." not in output


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with at_the_table(*PLAY) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"board\n" * 50)
        process.stdin.flush()
        assert process.wait(timeout=60) == 0
        assert process.stderr is not None and process.stderr.read() == b""
    assert saved_actions() > 0


def test_what_is_no_command_gets_a_line_and_changes_nothing() -> None:
    rubbish = ["", "?", "\x1b[A\x1b[31m", "x" * 5000, "бешбармак", "0", "99999", "look"]
    rubbish += ["board 77", "rules 99", "rules 4.99", "why not", "moves zzz", "say", "undo"]
    rubbish += ["redo", "quti"]
    code, output, errors = run_script(rubbish, *PLAY)
    assert (code, errors) == (0, "")
    assert "\x1b" not in output and "Traceback" not in output
    assert "Did you mean quit?" in output and "There is no move 99999." in output


def test_a_saved_match_goes_on_by_its_number() -> None:
    run_script(["1", "quit"], *PLAY)
    code, output, _errors = run_script(["saves", "continue 1", "score", "home", "quit"], "--lines")
    assert code == 0
    assert "1. Dice Village, round 1, just now:" in output
    assert "The match goes on" in output or "Your turn." in output


def test_a_dumb_terminal_falls_into_lines_and_says_so() -> None:
    code, output, _errors = run_script(["quit"], "play", "cards", TERM="dumb")
    assert code == 0 and output.startswith("This terminal draws no screen")


def test_the_setting_chooses_lines_at_every_start() -> None:
    code, output, _errors = run_script(["settings interface lines", "quit"], "--lines")
    assert code == 0 and "interface: lines." in output
    code, output, _errors = run_script(["quit"], TERM="xterm")
    assert code == 0 and output.startswith("Home.")


def test_lines_speak_french() -> None:
    script = ["plateau", "main", "coups", "aide", "règles 2", "quitter"]
    code, output, errors = run_script(script, *PLAY, LANG="fr_FR.UTF-8", LC_ALL="fr_FR.UTF-8")
    assert (code, errors) == (0, "")
    assert "À vous." in output and "Your" not in output and "The " not in output
    assert os.linesep and "\x1b" not in output
