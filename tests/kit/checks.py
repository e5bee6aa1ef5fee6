"""What every game must keep, as functions that raise AssertionError.

Each takes a case (game, seats, options), a seed and an effort: 1 looks at some positions of a
match, 10 at ten times as many. `CHECKS` has them all by name; `broken.BROKEN` has the games that
each of them catches.
"""

from __future__ import annotations

from collections.abc import Collection
from traceback import format_exc

from tests.kit import (
    check_contract,
    check_data,
    check_deeds,
    check_play,
    check_scoring,
    check_speech,
    check_views,
    check_words,
)
from tests.kit.checking import CHECKS
from tests.kit.lines import Case

__all__ = [
    "CHECKS",
    "check_contract",
    "check_data",
    "check_deeds",
    "check_play",
    "check_scoring",
    "check_speech",
    "check_views",
    "check_words",
    "failures",
]


def failures(case: Case, seed: int, effort: int, leave_out: Collection[str] = ()) -> list[str]:
    """Run every check on a case: what failed, a line each that begins with the check's name."""
    messages = []
    for name, check in CHECKS.items():
        if name not in leave_out:
            try:
                check(case, seed, effort)
            except Exception as error:
                messages.append(
                    f"{name}: {error}"
                    if isinstance(error, AssertionError)
                    else f"{name}: {error!r}\n{format_exc()}"
                )
    return messages
