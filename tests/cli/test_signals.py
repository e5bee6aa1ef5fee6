"""Signals to the app in a real terminal: it leaves as it does after a key."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

import pytest

from caravan_tui.app import CaravanApp
from caravan_tui.engine import Match, Seat
from caravan_tui.hosts.local import LocalHost
from saves.store import Store
from tests.support.terminal import Terminal, running_app

RESTORED = (
    "\x1b[?1049l",  # the normal screen
    "\x1b[?25h",  # the cursor
    "\x1b[?1000l", "\x1b[?1003l", "\x1b[?1006l",  # no mouse
    "\x1b[?2004l", "\x1b[?1004l",  # no bracketed paste, no focus reports
)  # fmt: skip


@pytest.fixture
def saved_match() -> str:
    """The id of a match that the key c continues."""
    store = Store()
    match = Match.new("decktet", {}, [Seat("person", "Ann"), Seat("person", "Bea")], 3)
    store.save_now(match)
    store.release_all()
    return match.record.id


def assert_restored(text: str) -> None:
    """Assert that the app has left its terminal as it was."""
    for sequence in RESTORED:
        last = text.rindex(sequence)
        assert sequence[-1] == "h" or sequence[:-1] + "h" not in text[last:]
    assert "Traceback" not in text


def test_sigterm_at_a_table_restores_the_terminal_and_unlocks_the_match(saved_match: str) -> None:
    with running_app() as terminal:
        terminal.write("c")
        terminal.read_until("Undo")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        assert_restored(terminal.text)
        after = terminal.text[terminal.text.rindex("\x1b[?1049l") :]
        assert "is saved. Resume it with: caravan-tui continue" in after
    match, _notes = Store().load(saved_match)
    assert match.record.id == saved_match


def test_sigterm_in_a_tutorial_says_how_to_go_on_with_it() -> None:
    terminal = Terminal("learn", "cards")
    try:
        terminal.read_until("1/")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        after = terminal.text[terminal.text.rindex("\x1b[?1049l") :]
        assert "Go on learning" in after and "caravan-tui learn cards" in after
    finally:
        terminal.process.kill()
        terminal.process.wait()
        terminal.close()


def test_sighup_restores_the_terminal() -> None:
    with running_app() as terminal:
        terminal.process.send_signal(signal.SIGHUP)
        assert terminal.wait() == 128 + signal.SIGHUP
        assert_restored(terminal.text)


def test_the_app_ends_when_its_terminal_is_closed(saved_match: str) -> None:
    with running_app() as terminal:
        terminal.write("c")
        terminal.read_until("Undo")
        terminal.close()
        assert terminal.process.wait(60) == 128 + signal.SIGHUP, "left, and not killed by its alarm"
    Store().load(saved_match)


def test_the_app_ends_with_its_terminal_though_nobody_passes_the_signal_on(
    saved_match: str,
) -> None:
    """As in `xterm -e make play`: the signal is for make, which waits for the app."""
    wait = 'trap "" HUP; "$@"; exit $?'
    terminal = Terminal(program=("/bin/sh", "-c", wait, "sh", sys.executable, "-m", "caravan_tui"))
    try:
        terminal.read_until("Quit")
        terminal.write("c")
        terminal.read_until("Undo")
        terminal.close()
        assert terminal.process.wait(60) == 128 + signal.SIGHUP
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
        terminal.close()
    Store().load(saved_match)


async def test_ctrl_z_gives_the_terminal_back_to_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[CaravanApp] = []
    monkeypatch.setattr(CaravanApp, "action_suspend_process", lambda app: suspended.append(app))
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+z")
        assert not suspended, "a test has no shell"
        monkeypatch.setattr(CaravanApp, "is_headless", False)
        await pilot.press("ctrl+z")
        assert suspended == [app]
        monkeypatch.setattr(CaravanApp, "is_headless", True)
        await app.host.stop()
