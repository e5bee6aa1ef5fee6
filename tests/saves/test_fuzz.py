"""Whatever a file contains, it is a match or an error of one line, in little time and memory."""

from __future__ import annotations

import os
import time
import tracemalloc
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caravan_tui.bus import wire
from saves import format
from saves.errors import SaveError
from saves.store import Store
from tests.saves.spoiled import BASES, WAYS, Spoiled, spoil


def judge(spoiled: Spoiled) -> str:
    """Read a file in every way that the program does; returns the name of the error, or `read`."""
    what, data = spoiled
    began = time.process_time()
    try:
        header, _version = format.read_header(data[: format.HEAD_BYTES])
        if header is not None:
            assert header.meta.title.isprintable()
            assert len(header.scores) == len(header.seats)
    except SaveError as error:
        assert "\n" not in str(error)
    end = "read"
    for trusted in (True, False):
        try:
            match = format.restore(format.read(data), trusted)
        except SaveError as error:
            assert "\n" not in str(error), what
            end = type(error).__name__
        else:
            assert match.over or match.legal(match.to_act)
            for seat in (*range(len(match.record.seats)), None):
                wire.scan(msgpack.packb(match.view(seat)))
    assert time.process_time() - began < 5, "CPU time is bounded, whatever the machine's load"
    return end


cases = given(st.integers(0, len(BASES) - 1), st.integers(0, WAYS - 1), st.integers(0, 2**32))


@pytest.mark.no_cover  # `test_the_fuzz_does_reach_every_end` has the same lines
@cases
@settings(
    max_examples=200,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_a_spoiled_file_is_a_match_or_a_line_that_says_why_not(
    base: int, how: int, seed: int
) -> None:
    judge(spoil(base, how, seed))


@pytest.mark.nightly
@cases
@settings(max_examples=25_000, database=None, suppress_health_check=list(HealthCheck))
def test_tens_of_thousands_of_spoiled_files(base: int, how: int, seed: int) -> None:
    judge(spoil(base, how, seed))


def test_the_fuzz_does_reach_every_end() -> None:
    ends: dict[str, set[str]] = {}
    for how in range(WAYS):
        for seed in range(25):
            spoiled = spoil(seed % len(BASES), how, seed)
            ends.setdefault(spoiled[0], set()).add(judge(spoiled))
    assert ends["state bent"] == {"read"}, "the log tells the match as well"
    assert ends["header bent"] == {"read"}
    assert "DamagedError" in ends["cut off"]
    assert "read" in ends["cut off"], "cut off behind the record"
    assert ends["over-deep"] == {"DamagedError"}
    assert {"DamagedError", "UnplayableError"} <= ends["record bent"]
    assert "NewerError" in ends["strange version"]


@pytest.mark.no_cover
@pytest.mark.parametrize("how", range(WAYS))
def test_memory_stays_small_whatever_is_claimed(how: int) -> None:
    spoiled = [spoil(seed % len(BASES), how, seed) for seed in range(12)]
    judge(spoiled[0])
    tracemalloc.start()
    try:
        for file in spoiled:
            judge(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 24 << 20


def test_a_file_larger_than_any_match_is_refused_unread(tmp_path: Any) -> None:
    store = Store(tmp_path)
    store.folder.mkdir()
    path = store.folder / "big.caravan"
    with path.open("wb") as stream:
        stream.write(BASES[0][:200])
        stream.truncate(1 << 34)  # sparse: sixteen gigabytes that are not there
    assert len(store.listing().notices) == 1
    assert not path.exists()


def test_a_pipe_or_folder_under_the_name_of_a_match_does_not_hang_the_list(tmp_path: Any) -> None:
    store = Store(tmp_path)
    store.folder.mkdir()
    os.mkfifo(store.folder / "pipe.caravan")
    (store.folder / "folder.caravan").mkdir()
    (store.folder / "loop.caravan").symlink_to("loop.caravan")
    listing = store.listing()
    assert listing.entries == []
    assert len(listing.notices) == 3
    assert [finding.status != "ok" for finding in store.check()] == [True] * len(store.check())
