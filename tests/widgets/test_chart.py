"""Charts: the numbers of their axes."""

from __future__ import annotations

import pytest

from caravan_tui.widgets.chart import ticks


@pytest.mark.parametrize(
    ("last", "step"), [(0, 1), (1, 1), (8, 1), (9, 2), (15, 2), (19, 5), (58, 10), (153, 20)]
)
def test_the_numbers_of_an_axis_are_round(last: int, step: int) -> None:
    assert ticks(last) == list(range(0, last + 1, step))
