"""What the app finds out about its terminal: characters, and whether it is a remote session."""

from __future__ import annotations

import io
import locale
import sys

import pytest

from caravan_tui.settings import Settings, read
from caravan_tui.terminal.capabilities import is_remote_session, poor_terminal


@pytest.mark.parametrize(
    ("environment", "poor"),
    [
        ({"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}, False),
        ({"TERM": "xterm", "LANG": "en_GB.ISO-8859-1"}, True),
        ({"TERM": "vt100", "LANG": "en_GB.UTF-8"}, True),
        ({"TERM": "xterm", "LC_ALL": "fr_FR.utf8", "LANG": "C"}, False),
    ],
)
def test_a_terminal_without_the_glyphs_is_recognized(
    environment: dict[str, str], poor: bool
) -> None:
    assert poor_terminal(environment) is poor


@pytest.mark.parametrize(
    "locale_variables", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LANG": "C"}, {}]
)
@pytest.mark.parametrize(("encoding", "poor"), [("utf-8", False), ("ascii", True)])
def test_in_the_c_locale_the_original_stream_decides(
    locale_variables: dict[str, str], encoding: str, poor: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Capture:
        """Like Textual's, which has no encoding."""

    monkeypatch.setattr(sys, "stdout", Capture())
    monkeypatch.setattr(sys, "__stdout__", io.TextIOWrapper(io.BytesIO(), encoding))
    assert poor_terminal({"TERM": "xterm", **locale_variables}) is poor


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_without_an_encoding_of_the_streams_the_locale_decides(
    stream: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stdout__", stream)
    monkeypatch.setattr(sys, "__stderr__", stream)
    monkeypatch.setattr(locale, "getpreferredencoding", lambda *_: "ANSI_X3.4-1968")
    assert poor_terminal({"TERM": "xterm", "LC_ALL": "C"}) is True


def test_animations_are_off_in_a_remote_session_unless_they_are_switched_on() -> None:
    assert is_remote_session({"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"})
    assert not is_remote_session({"TERM": "xterm"})
    assert Settings().animated(far=False) and not Settings().animated(far=True)
    assert Settings(animations="on").animated(far=True)
    assert not Settings(animations="off").animated(far=False)
    old, notices = read("animations = false\n")
    assert (old.animations, notices) == ("off", [])
