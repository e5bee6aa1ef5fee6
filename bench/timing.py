"""Rounds of interleaved measurements, medians, and the loop that times are held against."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from statistics import median
from time import perf_counter, process_time

ROUNDS = 7

LOOP = 20_000
"""Steps of the calibration loop."""


def calibration() -> float:
    """Microseconds of processor time for a thousand steps of a plain integer loop.

    Times divided by it carry over between machines of one kind and interpreter.
    """
    began = process_time()
    value = 1
    for step in range(LOOP):
        value = (value * 5 + step) & 0xFFFFFF
        if value & 1:
            value ^= step
    return (process_time() - began) * 1e9 / LOOP


@cache
def compiled_modules() -> dict[str, str]:
    """The environment of a program that is installed: its modules are compiled, also where Python
    is told to write no bytecode. Each is, from the first run on that needs it."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}


def interleaved(
    sides: dict[str, Callable[[], float]], rounds: int = ROUNDS
) -> dict[str, list[float]]:
    """Measure every side once a round, so that a change of the machine's mood hits all alike."""
    figures: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(rounds):
        order = list(sides) if number % 2 == 0 else list(reversed(sides))
        for name in order:
            figures[name].append(sides[name]())
    return figures


def ratio(upper: list[float], lower: list[float]) -> float:
    """The median over the rounds of one side divided by the other."""
    return median(above / below for above, below in zip(upper, lower, strict=True))


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much is done a second of processor time; `work` says how much each call did."""
    done = work()
    began = process_time()
    end = perf_counter() + seconds
    done = 0
    while perf_counter() < end:
        done += work()
    return done / max(1e-9, process_time() - began)
