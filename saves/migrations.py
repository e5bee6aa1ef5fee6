"""Older files made new: one step for each version of the snapshot, applied in a row.

A step takes the plain data of its version and gives that of the next. To change the format: raise
`NEWEST`, add the steps here, add a file written by the version before to `tests/saves/data`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Step = Callable[[dict[str, Any]], dict[str, Any]]

NEWEST: Final = 1
"""The version that this program writes."""

HEADERS: dict[int, Step] = {}
"""By version: a header of it, made one of the next."""

BODIES: dict[int, Step] = {}
"""By version: `{"record": ..., "state": ...}` of it, made one of the next."""


def header(plain: Any, version: int) -> dict[str, Any]:
    """A header of this version as one of the newest. A newer one stays as it is."""
    return _through(HEADERS, plain, version)


def body(plain: Any, version: int) -> dict[str, Any]:
    """Record and cached state of this version as those of the newest."""
    return _through(BODIES, plain, version)


def _through(steps: dict[int, Step], plain: Any, version: int) -> dict[str, Any]:
    if type(plain) is not dict:
        raise TypeError("not a map")
    data: dict[str, Any] = plain
    for number in range(version, NEWEST):
        step = steps.get(number)
        if step is not None:
            data = step(data)
    return data
