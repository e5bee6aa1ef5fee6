"""The app in a real terminal: what it asks of it, and what it draws with."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest


def first_frame(home: Path, *words: str, **more: str) -> str:
    """What the app writes to a terminal of 80 × 24 until the home screen is there."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("SSH_")},
        "CARAVAN_TUI_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8", **more,
    }  # fmt: skip
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "caravan_tui", *words],
        env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    seen, end = b"", time.monotonic() + 40
    try:
        while b"Quit" not in seen and time.monotonic() < end:
            if select.select([master], [], [], 0.2)[0]:
                seen += os.read(master, 65536)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(master)
    text = seen.decode("utf-8", "replace")
    assert "Quit" in text, text[-800:]
    return text


MOVEMENTS, BUTTONS, MOUSE = "\x1b[?1003h", "\x1b[?1002h", "\x1b[?1000h"


def test_the_mouse_is_asked_for_with_its_movements_and_the_boxes_are_drawn(
    tmp_path: Path,
) -> None:
    text = first_frame(tmp_path)
    assert MOUSE in text and MOVEMENTS in text and BUTTONS not in text
    assert "╭" in text


def test_without_hover_only_buttons_are_asked_for_and_ascii_draws_no_boxes(
    tmp_path: Path,
) -> None:
    text = first_frame(tmp_path, "--ascii", CARAVAN_TUI_HOVER="off")
    assert text.rindex("\x1b[?1003l") > text.rindex(MOVEMENTS)
    assert text.rindex(BUTTONS) > text.rindex("\x1b[?1003l")
    drawn = text[text.index("\x1b[?1049h") :]
    assert {letter for letter in drawn if ord(letter) > 127} == set()


@pytest.mark.parametrize(("colours", "sign"), [("256", "38;5;"), ("truecolor", "38;2;")])
def test_the_mouse_can_be_off_and_colours_are_those_that_are_set(
    tmp_path: Path, colours: str, sign: str
) -> None:
    text = first_frame(tmp_path, CARAVAN_TUI_MOUSE="off", CARAVAN_TUI_COLOURS=colours)
    assert MOUSE not in text and MOVEMENTS not in text
    signs = ("38;5;", "38;2;")
    assert [one for one in signs if one in text] == [sign]
