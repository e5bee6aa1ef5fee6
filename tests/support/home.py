"""A home folder for every test, so that none reads or writes the files of the user, and no settings
nor terminal from the environment of the user."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from caravan_tui.paths import HOME_VARIABLE

_numbers = itertools.count(1)

TERMINAL = ("COLORTERM", "COLUMNS", "LINES", "NO_COLOR", "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY")
"""Variables that say what a terminal shows, how large it is and whether it is far away."""

for _name in list(os.environ):  # the user's own settings
    if _name.startswith("CARAVAN_TUI_") or _name in TERMINAL:
        del os.environ[_name]


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in CARAVAN_TUI_HOME: new for each test, and not created.

    A fixture of a wider scope, such as a server for a whole module, may set the variable; its
    folder is kept then.
    """
    if HOME_VARIABLE in os.environ:
        return Path(os.environ[HOME_VARIABLE])
    folder = tmp_path_factory.getbasetemp() / f"home-{next(_numbers)}"
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    return folder
