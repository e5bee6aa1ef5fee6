"""Lines break at blanks, except at those that must not break: French has one before `: ; ! ?`."""

from __future__ import annotations

import re
from contextlib import suppress

KEPT = "\xa0\u202f"
"""The blanks that keep a word and its sign on one line. For Rich they are blanks like others."""


def keep_together() -> None:
    """Have Rich, and Textual which wraps with it, break no line at such a blank.

    The pattern is Rich's own and not for others; with a Rich that has none, lines break as ever.
    """
    with suppress(ImportError):
        from rich import _wrap

        _wrap.re_word = re.compile(rf"[^\S{KEPT}]*[\S{KEPT}]+[^\S{KEPT}]*")
