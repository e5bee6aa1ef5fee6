"""The matches between people, as the lobby keeps them beside the matches themselves."""

from __future__ import annotations

import json
import logging
import secrets
import time
from pathlib import Path

from attrs import asdict, define, field

from caravan_tui.games.contract import OptionValue
from caravan_tui.ssh.config import write_private

log = logging.getLogger(__name__)

OPEN = "open"
"""The kind of a seat that waits for a person."""
PERSON = "person"
WAIT = "wait"
"""The match waits for a person who has gone."""

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_FORMAT = 1


@define
class Room:
    """One match between people: who sits where, and what its owner chose."""

    match: str
    code: str
    game: str
    options: dict[str, OptionValue]
    kinds: list[str]
    """A seat each: `person`, `open`, or a level."""
    names: list[str]
    seats: list[str]
    """The account in each seat; empty for a level or an open one."""
    owner: str
    seed: int
    absent: str = WAIT
    grace: int = 120
    clock: int = 0
    private: bool = False
    started: bool = False
    over: bool = False
    seen: dict[str, int] = field(factory=dict)
    """By account: how many actions there were when it left the table."""
    touched: float = field(factory=time.time)
    """When anything happened, in seconds since 1970."""

    def seats_of(self, account: str) -> list[int]:
        """The seats of an account."""
        return [number for number, who in enumerate(self.seats) if who == account]

    def people(self) -> set[str]:
        """The accounts that sit here."""
        return {who for who in self.seats if who}

    def first_open(self) -> int | None:
        """The first seat that waits for somebody."""
        return self.kinds.index(OPEN) if OPEN in self.kinds else None


class Rooms:
    """All rooms, in one file that is written at every change that must not be lost."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rooms: dict[str, Room] = {}
        self._load()

    def _load(self) -> None:
        try:
            plain = json.loads(self._path.read_text("utf-8"))
            if plain["format"] != _FORMAT:
                raise ValueError(f"format {plain['format']}")
            self._rooms = {one["match"]: Room(**one) for one in plain["rooms"]}
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError) as error:
            aside = self._path.with_suffix(f".damaged-{int(time.time())}")
            log.error("%s cannot be read (%s); it is kept as %s", self._path, error, aside)
            self._path.rename(aside)

    def keep(self) -> None:
        """Write the file; a disk that refuses is logged, and play goes on."""
        plain = {"format": _FORMAT, "rooms": [asdict(room) for room in self._rooms.values()]}
        try:
            write_private(self._path, json.dumps(plain, indent=1).encode())
        except OSError as error:
            log.error("%s is not saved: %s", self._path, error)

    def all(self) -> list[Room]:
        """Every room, the oldest first."""
        return list(self._rooms.values())

    def get(self, match: str) -> Room | None:
        """The room of a match."""
        return self._rooms.get(match)

    def find(self, text: str) -> Room | None:
        """The room with this id or code."""
        code = "".join(text.split()).upper()
        return self._rooms.get(text) or next(
            (room for room in self._rooms.values() if room.code == code), None
        )

    def add(self, room: Room) -> None:
        """One more room."""
        self._rooms[room.match] = room
        self.keep()

    def drop(self, match: str) -> None:
        """A room less."""
        if self._rooms.pop(match, None) is not None:
            self.keep()

    def new_code(self) -> str:
        """Four letters that no other room has."""
        used = {room.code for room in self._rooms.values()}
        while True:
            code = "".join(secrets.choice(_LETTERS) for _i in range(4))
            if code not in used:
                return code
