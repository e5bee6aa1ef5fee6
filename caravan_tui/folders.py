"""Where the app keeps what is the user's: settings, matches, logs."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "CARAVAN_TUI_HOME"
"""When set, everything lies below this folder, and nothing is written elsewhere."""


def _folder(kind: str, default: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser() / kind if home else Path(default)


def data() -> Path:
    """Saved matches, profile and statistics. Not created here."""
    return _folder("data", platformdirs.user_data_dir("caravan_tui", appauthor=False))


def config() -> Path:
    """Settings and the user's own boards, tiles and cards. Not created here."""
    return _folder("config", platformdirs.user_config_dir("caravan_tui", appauthor=False))


def logs() -> Path:
    """Log files. Not created here."""
    return _folder("log", platformdirs.user_log_dir("caravan_tui", appauthor=False))
