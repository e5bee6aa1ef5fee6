"""What every game must keep, as functions that raise AssertionError.

Each takes a case (game, seats, options), a seed and an effort: 1 looks at some positions of a
match, 10 at ten times as many. `CHECKS` has them all by name; `broken.BROKEN` has the games that
each of them catches.
"""

from __future__ import annotations

from tests.kit import check_data, check_play, check_views, check_words
from tests.kit.checking import CHECKS

__all__ = ["CHECKS", "check_data", "check_play", "check_views", "check_words"]
