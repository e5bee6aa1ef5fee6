"""The user's finished matches: one line for each, written when the match ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from caravan_tui import paths
from caravan_tui.engine import Match, Ply
from caravan_tui.engine.deeds import earned
from caravan_tui.games.spec import OptionValue
from saves.header import Meta
from saves.lines import LineFile


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended for the user who played it. The fields are those of a line of the file."""

    match: str
    game: str
    kinds: tuple[str, ...]
    """Who sat in each seat: `person`, or the name of a level."""
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
    """Seconds of play, without long pauses."""
    actions: int = 0
    rounds: int = 0
    assisted: bool = False
    daily: str | None = None
    """The day, as `2026-03-01`, if the match was that day's daily desert."""
    options: dict[str, OptionValue] = {}
    records: dict[str, float] = msgspec.field(default_factory=dict, name="feats")
    """The user's best value in this match for each record of the game, by the record's name."""
    deeds: tuple[str, ...] = ()
    """The ids of the deeds that the user did in this match, whether for the first time or not."""

    def __post_init__(self) -> None:
        """Check what no single field can. Raises ValueError."""
        if not len(self.kinds) == len(self.names) == len(self.scores) == len(self.ranks):
            raise ValueError("kinds, names, scores and ranks differ in length")
        if self.me is not None and not 0 <= self.me < len(self.kinds):
            raise ValueError("me is not a seat")

    @property
    def seats(self) -> int:
        """Number of seats."""
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
        """Whether the user came first, alone or tied, against at least one other seat."""
        return self.seats > 1 and self.rank == 1

    @property
    def is_shared(self) -> bool:
        """Whether somebody else came first, too."""
        return self.won and self.ranks.count(1) > 1

    @property
    def against(self) -> str:
        """The kinds of the other seats without repeats: `master`, or `porter, trader`."""
        others = {kind for seat, kind in enumerate(self.kinds) if seat != self.me}
        return ", ".join(sorted(others))


def result_of(match: Match, meta: Meta | None = None, seat: int | None = None) -> Result:
    """Build the result of a match that is over.

    `seat` is the user's; by default that of the only person, or None if there are several.
    Raises ValueError if the match is not over.
    """
    meta = meta or Meta()
    record, ranks = match.record, match.ranks
    if ranks is None:
        raise ValueError(f"match {record.id} has not ended")
    people = [number for number, player in enumerate(record.seats) if player.is_person]
    if seat is None and len(people) == 1:
        seat = people[0]
    plies = [] if seat is None else list(match.plies())
    return Result(
        match=record.id,
        game=record.game,
        kinds=tuple(player.kind for player in record.seats),
        names=tuple(player.name for player in record.seats),
        scores=tuple(float(score) for score in match.scores),
        ranks=tuple(int(rank) for rank in ranks),
        me=seat,
        began=record.began,
        ended=record.changed or int(time.time()),
        played=meta.played,
        actions=match.version,
        rounds=int(match.view(None)["round"]),
        assisted=record.assisted,
        daily=meta.daily,
        options=dict(record.options),
        records={} if seat is None else _records(match, seat, plies),
        deeds=() if seat is None else earned(match, seat, plies),
    )


def _records(match: Match, seat: int, plies: Iterable[Ply]) -> dict[str, float]:
    """The best value of a seat for each record that the game names."""
    best: dict[str, float] = {}
    for ply in plies:
        for event in ply.events:
            for holder, name, value in match.game.records(event):
                if holder == seat and value > best.get(name, float("-inf")):
                    best[name] = float(value)
    return best


class Profile:
    """The results of one user, in one file."""

    def __init__(self, home: Path | None = None) -> None:
        """`home`: the folder of the file; by default the user's data folder."""
        folder = paths.data() if home is None else home
        self._lines = LineFile(folder / "results.jsonl", Result)

    @property
    def path(self) -> Path:
        """Path of the file."""
        return self._lines.path

    @property
    def damaged(self) -> int:
        """Number of lines that the last call of `results` skipped."""
        return self._lines.damaged

    def results(self) -> list[Result]:
        """Read all results, the oldest first. Of several for one match and seat the first counts.

        Raises SaveError if there is a file but it cannot be read.
        """
        results: dict[tuple[str, int | None], Result] = {}
        for result in self._lines.read():
            results.setdefault((result.match, result.me), result)
        return sorted(results.values(), key=lambda result: result.ended)

    def has(self, match_id: str, seat: int | None) -> bool:
        """Whether there is a result of this match for this seat. Raises SaveError."""
        return any(result.match == match_id and result.me == seat for result in self.results())

    def add(self, result: Result) -> None:
        """Append a result and sync the file. Raises SaveError."""
        self._lines.add(result)

    async def add_match(
        self, match: Match, meta: Meta | None = None, seat: int | None = None
    ) -> None:
        """Add the result of a match that is over, from a thread. Raises SaveError."""
        result = result_of(match, meta, seat)
        await asyncio.to_thread(self.add, result)
