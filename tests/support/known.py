"""What may be missing elsewhere, and must be there in a test."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def known(value: T | None) -> T:
    """The value. Raises AssertionError if there is none."""
    assert value is not None
    return value
