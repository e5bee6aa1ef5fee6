"""What can be known of the terminal before anything is drawn."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping

from caravan_tui.i18n import _


def poor_terminal(environment: Mapping[str, str] | None = None) -> bool:
    """Whether this terminal is known to lack line drawing or UTF-8."""
    given = os.environ if environment is None else environment
    if given.get("TERM", "") in ("vt100", "vt220", "ansi"):
        return True
    spoken = given.get("LC_ALL") or given.get("LC_CTYPE") or given.get("LANG") or ""
    if not spoken or spoken in ("C", "POSIX"):
        return "utf" not in output_encoding().lower()
    return "utf" not in spoken.lower()


def output_encoding() -> str:
    """The encoding of what this process writes.

    Textual puts a stream without an encoding in the place of `sys.stdout` while it runs; a process
    without a terminal may have no stream at all.
    """
    for stream in (sys.__stdout__, sys.__stderr__):
        encoding = getattr(stream, "encoding", None)
        if encoding:
            return str(encoding)
    return locale.getpreferredencoding(False)


ASK_BLOCK_WIDTH = "\x1b7\x1b[H▀\x1b[6n\x1b8"
"""Draws a half block in the top left corner and asks the terminal where its cursor is then."""


def is_block_wide(column: int) -> bool:
    """Whether half blocks take two columns, by the column of the answer, from 0.

    The width of `▀` is ambiguous (Unicode Standard Annex 11): some terminals set for East Asian
    languages draw it as wide as two letters, and then no picture would fit.
    """
    return column > 1


def is_remote_session(environment: Mapping[str, str] | None = None) -> bool:
    """Whether this terminal is at the other end of an SSH connection."""
    given = os.environ if environment is None else environment
    return any(given.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"))


TRUE_COLOUR = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "direct", "iterm")
"""Terminals that are known by name to show 24-bit colours; OpenSSH sends no COLORTERM."""


def colours(term: str, colorterm: str, wanted: str) -> dict[str, str]:
    """What the environment says of colours: by the setting, else by what the terminal said
    (COLORTERM), else by its name."""
    if wanted == "none":
        return {"NO_COLOR": "1"}
    if wanted == "256":
        known = "256color" in term or "kitty" in term
        return {} if known else {"TERM": f"{term}-256color"}
    if wanted == "16":
        return {"TERM": "xterm-16color"}
    known = colorterm in ("truecolor", "24bit") or any(name in term for name in TRUE_COLOUR)
    return {"COLORTERM": "truecolor"} if known or wanted == "truecolor" else {}


def set_colours(wanted: str) -> None:
    """Have this process draw with the colours of the setting; before the app is made."""
    term, colorterm = os.environ.get("TERM", ""), os.environ.pop("COLORTERM", "")
    os.environ.update(colours(term, colorterm, wanted))


DEPTHS: dict[str, dict[str, str]] = {
    "256": {"TERM": "xterm-256color"},
    "truecolor": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
}
"""How many colours most terminals have, and the variables of such a terminal."""


PLAIN_TERMS = ("dumb", "unknown", "")
"""Values of TERM of terminals that draw nothing."""


def depth_of(environment: Mapping[str, str], wanted: str = "auto") -> str:
    """Which of `DEPTHS` a terminal has, with the setting `wanted`; empty: another one."""
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term in PLAIN_TERMS:
        return ""
    variables = {"TERM": term} | colours(term, environment.get("COLORTERM", ""), wanted)
    if "NO_COLOR" in variables:
        return ""
    if "COLORTERM" in variables:
        return "truecolor"
    return "256" if variables["TERM"].endswith("-256color") else ""


def is_plain(environment: Mapping[str, str] | None = None) -> bool:
    """Whether the terminal says that it draws nothing, so that only lines can be written."""
    given = os.environ if environment is None else environment
    return given.get("TERM", "") in PLAIN_TERMS and os.name == "posix"


def no_terminal() -> str | None:
    """Why no app can be shown here, as a line for the user; None if it can."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # Textual draws on stderr
        return _("caravan-tui needs a terminal, not a pipe or file. Try: caravan-tui --lines")
    if is_plain():
        term = os.environ.get("TERM", "")
        return _("TERM='{term}' is not supported. Try TERM=xterm-256color.").format(term=term)
    return None
