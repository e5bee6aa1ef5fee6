"""Upgrade older files: one step from each version of the snapshot to the next.

A step takes the plain data of its version and returns that of the next. To change the format: raise
`NEWEST`, add the steps here, and add files of the version before to `tests/saves/data`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Step = Callable[[dict[str, Any]], dict[str, Any]]

NEWEST: Final = 1
"""The version that is written."""

HEADERS: dict[int, Step] = {}
"""By version: the step for its header."""

BODIES: dict[int, Step] = {}
"""By version: the step for its `{"record": ..., "state": ...}`."""


def header(plain: Any, version: int) -> dict[str, Any]:
    """Upgrade a header of this version; a newer one is returned unchanged. Raises TypeError."""
    return _upgrade(HEADERS, plain, version)


def body(plain: Any, version: int) -> dict[str, Any]:
    """Upgrade record and cached state of this version. Raises TypeError."""
    return _upgrade(BODIES, plain, version)


def _upgrade(steps: dict[int, Step], plain: Any, version: int) -> dict[str, Any]:
    if type(plain) is not dict:
        raise TypeError("not a map")
    data: dict[str, Any] = plain
    for number in range(version, NEWEST):
        step = steps.get(number)
        if step is not None:
            data = step(data)
    return data
