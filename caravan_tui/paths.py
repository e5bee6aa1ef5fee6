"""The folders of the user's files: settings, matches, logs. None is created here."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "CARAVAN_TUI_HOME"
"""If set, all files are below this folder, and none is written elsewhere."""


def _folder(kind: str, default: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser() / kind if home else Path(default)


def data() -> Path:
    """The folder of saved matches and results."""
    return _folder("data", platformdirs.user_data_dir("caravan_tui", appauthor=False))


def pictures() -> Path:
    """The folder of pictures of the screen."""
    return data() / "pictures"


def cache() -> Path:
    """The folder of what can be made again."""
    return _folder("cache", platformdirs.user_cache_dir("caravan_tui", appauthor=False))


def config() -> Path:
    """The folder of settings, themes and custom data."""
    return _folder("config", platformdirs.user_config_dir("caravan_tui", appauthor=False))


def logs() -> Path:
    """The folder of log files."""
    return _folder("log", platformdirs.user_log_dir("caravan_tui", appauthor=False))
