"""How tests of the computer players begin a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Begin = Callable[..., Any]
"""`begin(game, seats, seed, **options)` gives a state of a toy game where a seat decides."""
