"""Which door a command opens: the app on a screen, or lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from caravan_tui import settings
from caravan_tui.i18n import _
from caravan_tui.terminal.capabilities import is_plain

if TYPE_CHECKING:
    from caravan_tui.lines.door import Opening  # with the hosts, which `--help` does without

LINES = click.option(
    "--lines", "in_lines", is_flag=True,
    help="Play in lines of text: for screen readers, plain terminals and scripts.",
)  # fmt: skip
"""`--lines`; the command receives a flag `in_lines`."""


def wants_lines(is_asked: bool) -> tuple[bool, str]:
    """Whether to play in lines, as the option, the setting and the terminal say; and the reason,
    as a line for the user, where nobody has asked for it."""
    chosen = settings.load()[0].interface
    if is_asked or chosen == "lines":
        return True, ""
    if chosen == "auto" and is_plain():
        return True, _("This terminal draws no screen (TERM=dumb), so the game speaks in lines.")
    return False, ""


def play_in_lines(begin: Opening | None = None, reason: str = "") -> int:
    """Play in lines at this terminal; the exit code."""
    from caravan_tui.hosts.local import LocalHost  # saves and search, not for `--help`
    from caravan_tui.lines.door import run

    return run(LocalHost, begin, reason)
