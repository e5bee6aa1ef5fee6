"""Tasks spread over processes or dask: the same results, and one line where it cannot be."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

import pytest

from ai import spread as spreading
from ai.spread import SpreadError, spread

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is an extra")


def test_every_task_has_its_result_wherever_it_runs() -> None:
    assert list(spread(abs, [-3, 1, -2])) == [3, 1, 2]
    assert sorted(spread(abs, range(-9, 0), jobs=2)) == list(range(1, 10))


def test_a_process_that_dies_is_told_in_one_line() -> None:
    with pytest.raises(SpreadError, match="ended unexpectedly") as caught:
        list(spread(os._exit, [3], jobs=2))
    assert "\n" not in str(caught.value)


def test_without_dask_a_scheduler_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SpreadError, match="needs dask"):
        list(spread(abs, [1], scheduler="127.0.0.1:1"))


@needs_dask
def test_a_scheduler_that_does_not_answer_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spreading, "DASK_SECONDS", 1)
    with pytest.raises(SpreadError, match="no dask scheduler answers") as caught:
        list(spread(abs, [1], scheduler="127.0.0.1:1"))
    assert "\n" not in str(caught.value)
