"""Files of matches with something wrong in them: every kind of damage, from a number."""

from __future__ import annotations

import struct
from copy import deepcopy
from random import Random
from typing import Any

import msgpack

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from saves import format
from saves.header import Meta

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


NAME = "f" * 32
"""The id of every match here, so that one file name fits all."""

GAMES = [
    ("sahara", 12), ("dice_village", 25), ("decktet", 9_999), ("caravanserai", 40),
    ("ahldarahd", 120),
]  # fmt: skip
"""What is spoiled: games, and how many actions of each are played at most."""


def bases() -> list[bytes]:
    files = []
    for game, actions in GAMES:
        others = max(1, registry.spec(game).min_seats - 1)
        seats = [Seat("person", "Ada"), *[Seat("porter", f"P{number}") for number in range(others)]]
        match = Match.new(game, {}, seats, 5)
        match.record.id = NAME
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


WAYS = 14
"""How many ways of spoiling `spoil` knows."""


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
    if how == 10:
        other = PARTS[rng.randrange(len(PARTS))]
        return "body of another game", format.assemble(1, header, other.record or b"", state)
    if how == 11:
        record_plain = msgpack.unpackb(record)
        record_plain["rules"] += rng.choice((-1, 1, 5))
        return "state bent, of other rules", format.assemble(
            1, header, msgpack.packb(record_plain), bent(state or b"", rng)
        )
    if how == 12:
        record_plain = msgpack.unpackb(record)
        record_plain["log"] += record_plain["log"] * rng.randrange(1, 500_000 // len(BASES[base]))
        return "log without end", format.assemble(1, header, msgpack.packb(record_plain), state)
    items = [format.MAGIC, 1, header, b"", record, b"", state, b""]
    items[rng.randrange(8)] = strange
    return "strange item", msgpack.packb(items[: rng.choice((8, 8, 3))])
