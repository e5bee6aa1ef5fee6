"""The environment of a session's process, built from nothing."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from pathlib import Path

import caravan_tui
from caravan_tui.server.client import Client

SOCKET, TOKEN, ACCOUNT = "CARAVAN_TUI_SOCKET", "CARAVAN_TUI_TOKEN", "CARAVAN_TUI_ACCOUNT"
"""How a session finds the bus, what lets it in there, and whose session it is."""

KEY_BAR = "CARAVAN_TUI_KEY_BAR"
"""Set where the terminal has a bar of keys; see `key_bar`."""

REPAINT_SIGNAL = signal.SIGURG
"""Has a session paint everything anew, for another terminal of the same kind. A process that is not
ready for it ignores it, and paints everything anyway."""

IN_LINES = "CARAVAN_TUI_IN_LINES"
"""Set where a session is to play in lines: `typed` at a terminal, or `piped` without one."""

_LOCALE = re.compile(r"[A-Za-z]{1,3}([_-][A-Za-z]{2,4})?([.@][A-Za-z0-9@._-]{1,20})?")


def client_environment(term: str, sent: Mapping[str, str]) -> dict[str, str]:
    """The only variables that a session takes over from its client, each checked."""
    accepted = {"TERM": term}
    for name in ("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"):
        if _LOCALE.fullmatch(sent.get(name, "")):
            accepted[name] = sent[name]
    if not any(name in accepted for name in ("LANG", "LC_ALL", "LC_CTYPE")):
        accepted["LANG"] = "en_GB.UTF-8"
    if sent.get("COLORTERM") in ("truecolor", "24bit"):
        accepted["COLORTERM"] = sent["COLORTERM"]
    if sent.get("NO_COLOR"):
        accepted["NO_COLOR"] = "1"
    return accepted


WATCH = "CARAVAN_TUI_WATCH"
"""Set where a process is to draw a match for a watch page: the JSON of `WatchedMatch`."""


def server_environment(client: Client, home: Path, socket: Path) -> dict[str, str]:
    """The variables that a session gets from the server: the account's folder, whose name is a
    hash, and the way to the bus."""
    return _own_environment(client.token, home, socket) | {ACCOUNT: client.account.id}


def watch_environment(watched: str, token: str, home: Path, socket: Path) -> dict[str, str]:
    """The same for a process that draws a match, given as JSON, and is nobody's."""
    return _own_environment(token, home, socket) | {WATCH: watched}


def _own_environment(token: str, home: Path, socket: Path) -> dict[str, str]:
    return {
        "HOME": str(home),
        "CARAVAN_TUI_HOME": str(home),
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(Path(caravan_tui.__file__).parent.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        SOCKET: str(socket),
        TOKEN: token,
    }
