"""Pictures that are the same on every machine: terminal, time and settings are fixed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from tests.looks.looks_help import NOW


@pytest.fixture(autouse=True)
def _fixed_surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in list(os.environ):
        if name.startswith(("CARAVAN_TUI_", "SSH_")) and name != "CARAVAN_TUI_HOME":
            monkeypatch.delenv(name)
    for name in ("NO_COLOR", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "CARAVAN_TUI_NAME": "Ann",
        "CARAVAN_TUI_ANIMATIONS": "off",
        "CARAVAN_TUI_PACE": "none",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(time, "time", lambda: float(NOW))
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
