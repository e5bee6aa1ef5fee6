"""What a user has played: one line for each finished match, written when it ends.

The file is only ever appended to. Each line carries a checksum, so one that a power cut has torn
costs itself and no other.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import time
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from attrs import asdict, field, frozen

from caravan_tui import folders
from caravan_tui.engine import Match
from saves import files
from saves.header import Meta

VERSION: Final = 1
LONGEST_LINE: Final = 1 << 16
"""Bytes; a longer line is not ours."""
LARGEST: Final = 64 << 20
"""Bytes of the file that are read: some hundred thousand matches."""


@frozen
class Result:
    """How a match ended, from the side of the user who played it."""

    match: str
    game: str
    kinds: tuple[str, ...]
    """Who sat in each seat: `person` or the name of a level."""
    names: tuple[str, ...]
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    """1 is best."""
    me: int | None
    """The user's seat; None if several people shared the screen, or nobody played."""
    began: int
    """Times are seconds since 1970, UTC."""
    ended: int
    played: int = 0
    """Seconds of play, pauses left out."""
    actions: int = 0
    rounds: int = 0
    assisted: bool = False
    daily: str | None = None
    """The day, as 2026-03-01, if it was that day's daily desert."""
    options: dict[str, Any] = field(factory=dict)
    feats: dict[str, float] = field(factory=dict)
    """The user's best of each kind in this match."""

    @property
    def seats(self) -> int:
        """How many played."""
        return len(self.kinds)

    @property
    def rank(self) -> int | None:
        """The user's rank."""
        return None if self.me is None else self.ranks[self.me]

    @property
    def score(self) -> float | None:
        """The user's score."""
        return None if self.me is None else self.scores[self.me]

    @property
    def won(self) -> bool:
        """Whether the user was first, alone or with others, against at least one other seat."""
        return self.seats > 1 and self.rank == 1

    @property
    def against(self) -> str:
        """The kinds of the other seats, each once: `master`, or `porter, trader`."""
        return ", ".join(sorted({k for seat, k in enumerate(self.kinds) if seat != self.me}))


def result_of(match: Match, meta: Meta | None = None, seat: int | None = None) -> Result:
    """The result of a match that has ended; `seat` is the user's, by default the only person's.

    Raises ValueError if the match still runs.
    """
    meta = meta or Meta()
    record, ranks = match.record, match.ranks
    if ranks is None:
        raise ValueError(f"match {record.id} has not ended")
    people = [number for number, who in enumerate(record.seats) if who.is_person]
    me = seat if seat is not None else people[0] if len(people) == 1 else None
    return Result(
        match=record.id,
        game=record.game,
        kinds=tuple(who.kind for who in record.seats),
        names=tuple(who.name for who in record.seats),
        scores=tuple(float(score) for score in match.scores),
        ranks=tuple(int(rank) for rank in ranks),
        me=me,
        began=record.began,
        ended=record.changed or int(time.time()),
        played=meta.played,
        actions=match.version,
        rounds=int(match.view(None)["round"]),
        assisted=record.assisted,
        daily=meta.daily,
        options=dict(record.options),
        feats={} if me is None else _feats(match, me),
    )


def _feats(match: Match, seat: int) -> dict[str, float]:
    best: dict[str, float] = {}
    for ply in match.plies():
        for event in ply.events:
            for who, name, value in match.game.feats(event):
                if who == seat and value > best.get(name, float("-inf")):
                    best[name] = float(value)
    return best


class Profile:
    """The results of one user, in one file."""

    def __init__(self, home: Path | None = None) -> None:
        """`home`: the folder of the file; the user's data folder if not given."""
        self.path = (folders.data() if home is None else home) / "results.jsonl"
        self.damaged = 0
        """Lines that could not be read the last time."""

    def results(self) -> list[Result]:
        """All results, the oldest first; of several for one match and seat the first.

        Lines that are torn or not ours are left out and counted in `damaged`. Raises SaveError if
        there is a file but it cannot be read.
        """
        with files.telling(self.path):
            data = files.read(self.path, LARGEST) if self.path.exists() else b""
        found: dict[tuple[str, int | None], Result] = {}
        self.damaged = 0
        for line in data.split(b"\n"):
            if line:
                result = _from_line(line)
                if result is None:
                    self.damaged += 1
                else:
                    found.setdefault((result.match, result.me), result)
        return sorted(found.values(), key=lambda result: result.ended)

    def add(self, result: Result) -> None:
        """Append a result and wait for the disk. Raises SaveError."""
        line = _to_line(result)
        with files.telling(self.path):
            files.make_folder(self.path.parent)
            is_new = not self.path.exists()
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                size = os.fstat(handle).st_size
                if size and os.pread(handle, 1, size - 1) != b"\n":
                    line = b"\n" + line  # what stands there was torn: it stays one bad line
                _write_all(handle, line)
                os.fsync(handle)
            finally:
                os.close(handle)
            if is_new:
                files.sync_folder(self.path.parent)

    async def keep(self, match: Match, meta: Meta | None = None, seat: int | None = None) -> None:
        """Add the result of a match that has ended, the disk waited for in a thread. For
        `TableHost`. Raises SaveError."""
        result = result_of(match, meta, seat)
        await asyncio.to_thread(self.add, result)


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _sum(plain: dict[str, Any]) -> str:
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=6).hexdigest()


def to_plain(result: Result) -> dict[str, Any]:
    """The result as plain data for JSON."""
    plain = asdict(result, recurse=False)
    for name in ("kinds", "names", "scores", "ranks"):
        plain[name] = list(plain[name])
    return plain


def _to_line(result: Result) -> bytes:
    plain = {"v": VERSION, **to_plain(result)}
    plain["sum"] = _sum(plain)
    return json.dumps(plain, separators=(",", ":")).encode() + b"\n"


def _from_line(line: bytes) -> Result | None:
    """The result on a line, None if it is torn, altered or of a newer version."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        plain = json.loads(line)
        if plain.pop("sum") != _sum(plain) or plain.pop("v") != VERSION:
            return None
        for name in ("kinds", "names", "scores", "ranks"):
            plain[name] = tuple(plain[name])
        result = Result(**plain)
        if not len(result.kinds) == len(result.names) == len(result.scores) == len(result.ranks):
            return None
        if result.me is not None and not 0 <= result.me < result.seats:
            return None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return result
