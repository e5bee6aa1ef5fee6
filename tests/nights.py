"""Cases that `make test` looks at, and those that it leaves to `make fuzz`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest


def mostly_nightly(cases: Sequence[object], by_day: int = 1) -> list[object]:
    """The first cases as they are, the rest marked `nightly`: for tests that draw many screens."""
    night = [pytest.param(case, marks=pytest.mark.nightly) for case in cases[by_day:]]
    return [*cases[:by_day], *night]
