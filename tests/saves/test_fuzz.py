"""Whatever a file contains, it is a match or an error of one line, in little time and memory."""

from __future__ import annotations

import os
import struct
import time
import tracemalloc
from copy import deepcopy
from random import Random
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from caravan_tui.bus import wire
from caravan_tui.engine import Match, Seat
from saves import format
from saves.errors import SaveError
from saves.header import Meta
from saves.store import Store

Spoiled = tuple[str, bytes]
"""How a file was spoiled, and its bytes."""

STRANGE: list[Any] = [
    None,
    True,
    0,
    -1,
    2**63,
    -(2**63),
    1.5,
    float("nan"),
    "",
    "x" * 300,
    "../../etc/passwd",
    b"",
    b"\x80\x04.",
    [],
    {},
    [[[[1]]]],
    {"a": {"b": []}},
    ["person", "x", None],
    list(range(300)),
]


def bases() -> list[bytes]:
    files = []
    for game, actions in (("sahara", 12), ("dice_village", 25), ("decktet", 9_999)):
        match = Match.new(game, {}, [Seat("person", "Ada"), Seat("porter", "P")], 5)
        rng = Random(1)
        for _ in range(actions):
            if match.over or match.version > 300:
                break
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        files.append(format.pack(match, Meta("A title", 12, "2026-03-01", None), 1_000))
    return files


BASES = bases()
PARTS = [format.split(base) for base in BASES]


def places(value: Any, pairs: list[tuple[Any, Any]] | None = None) -> list[tuple[Any, Any]]:
    """All containers in plain data, each with one of its keys."""
    pairs = [] if pairs is None else pairs
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            pairs.append((value, key))
            places(inner, pairs)
    return pairs


def bent(packed: bytes, rng: Random) -> bytes:
    """Packed plain data with some values replaced, removed or added."""
    value = msgpack.unpackb(packed)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        all_places = places(value)
        if not all_places:
            break
        container, key = rng.choice(all_places)
        how = rng.randrange(4)
        if how == 0 and isinstance(container, dict):
            del container[key]
        elif how == 1 and isinstance(container, dict):
            container["more"] = deepcopy(rng.choice(STRANGE))
        elif how == 2 and isinstance(container, list):
            container.insert(key, deepcopy(rng.choice(STRANGE)))
        else:
            container[key] = deepcopy(rng.choice(STRANGE))
    data: bytes = msgpack.packb(value)
    return data


def spoil(base: int, how: int, seed: int) -> Spoiled:
    """Make a file with something wrong in it."""
    rng = Random(seed)
    data, parts = bytearray(BASES[base]), PARTS[base]
    header, record, state = parts.header or b"", parts.record or b"", parts.state
    if how == 0:
        return "cut off", bytes(data[: rng.randrange(len(data))])
    if how == 1:
        for _ in range(rng.choice((1, 1, 2, 50))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        return "flipped", bytes(data)
    if how == 2:
        offset, length = rng.randrange(len(data)), rng.randrange(1, 60)
        data[offset : offset + rng.choice((0, length))] = rng.randbytes(length)
        return "spliced", bytes(data)
    if how == 3:
        return "not msgpack", rng.randbytes(rng.randrange(400))
    if how == 4:
        depth = rng.choice((70, 1_000, 100_000))
        deep = rng.choice((b"\x91", b"\x81\xa1a")) * depth + b"\x01"
        where = rng.randrange(4)
        if where == 0:
            return "over-deep", deep
        sections = [header, record, state]
        sections[where - 1] = deep
        return "over-deep inside", format.assemble(1, *sections)  # type: ignore[arg-type]
    if how == 5:
        size = rng.choice((2**16 - 1, 2**31, 2**32 - 1))
        claim = rng.choice((b"\xdd", b"\xdf", b"\xc6", b"\xdb")) + struct.pack(">I", size)
        offset = rng.randrange(len(data))
        if rng.random() < 0.5:
            return "claims much", bytes(data[:offset]) + claim * rng.choice((1, 500)) + bytes(
                data[offset:]
            )
        return "claims much inside", format.assemble(1, header, claim * 2_000, state)
    if how == 6:
        return "header bent", format.assemble(1, bent(header, rng), record, state)
    if how == 7:
        return "record bent", format.assemble(1, header, bent(record, rng), state)
    if how == 8:
        return "state bent", format.assemble(1, header, record, bent(state or b"", rng))
    strange: Any = rng.choice([*STRANGE, msgpack.ExtType(1, b"x"), msgpack.Timestamp(5)])
    if how == 9:
        version = rng.choice((0, -1, 2, 2**63, 1))
        return "strange version", format.assemble(version, header, msgpack.packb(strange), state)
    items = [format.MAGIC, 1, header, b"", record, b"", state, b""]
    items[rng.randrange(8)] = strange
    return "strange item", msgpack.packb(items[: rng.choice((8, 8, 3))])


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


cases = given(st.integers(0, len(BASES) - 1), st.integers(0, 10), st.integers(0, 2**32))


@pytest.mark.no_cover  # `test_the_fuzz_does_reach_every_end` has the same lines
@cases
@settings(
    max_examples=200,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_a_spoiled_file_is_a_match_or_a_line_that_says_why_not(
    base: int, how: int, seed: int
) -> None:
    judge(spoil(base, how, seed))


@pytest.mark.nightly
@cases
@settings(
    max_examples=25_000, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_tens_of_thousands_of_spoiled_files(base: int, how: int, seed: int) -> None:
    judge(spoil(base, how, seed))


def test_the_fuzz_does_reach_every_end() -> None:
    ends: dict[str, set[str]] = {}
    for how in range(11):
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
@pytest.mark.parametrize("how", range(11))
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
