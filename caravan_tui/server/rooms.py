"""The rooms of the lobby: who sits in which match, stored apart from the matches themselves."""

from __future__ import annotations

import json
import logging
import secrets
import time
from pathlib import Path

import msgspec
from attrs import asdict, define, field

from caravan_tui import files
from caravan_tui.engine.record import new_id
from caravan_tui.engine.rng import secret_seed
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue

log = logging.getLogger(__name__)

OPEN = "open"
"""The kind of a seat that waits for a person."""
WAIT = "wait"
"""The match waits for a person who has left."""

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SHORT_CODE, PRIVATE_CODE = 4, 6
"""Letters of the code of a match that everybody sees, and of one that only its code opens."""
_FORMAT = 1


@define
class Room:
    """One match between people: who sits where, and its settings. The fields are those of its
    file."""

    match: str
    code: str
    game: str
    options: dict[str, OptionValue]
    kinds: list[str]
    """For each seat `person`, `open`, or a level."""
    names: list[str]
    seats: list[str]
    """The account in each seat; empty for a computer player or an open seat."""
    owner: str
    seed: int
    absent: str = WAIT
    grace: int = 120
    clock: int = 0
    private: bool = False
    started: bool = False
    over: bool = False
    seen: dict[str, int] = field(factory=dict)
    """By account: the number of actions when it left the table."""
    touched: float = field(factory=lambda: time.time())
    """When something last happened, in seconds since 1970."""
    waited: float = 0.0
    """Seconds that servers have run since somebody last took a seat, while others are open."""
    gave_up: list[str] = field(factory=list)
    """Accounts that have left a seat of the running match for good."""
    came: list[str] = field(factory=list)
    """Accounts that have been at the table."""
    invited: list[str] = field(factory=list)
    """By seat the account that alone may take it; without any, everybody may take an open seat."""
    rematch: str = ""
    """The match that follows this one between the same people."""
    tournament: str = ""
    """The id of the tournament that it belongs to."""
    event: str = ""
    """The name of the tournament."""
    round: int = 0
    deadline: float = 0.0
    """When computer players finish it, in seconds since 1970; 0: never."""
    days: int = 0
    """Days for a move; 0: no match by correspondence."""
    due: float = 0.0
    """When the seat to act has used them up, in seconds since 1970; 0: no deadline."""
    reminded: float = 0.0
    """The deadline of which its player was reminded, as `due`; 0: of none."""
    turn_seat: int = -1
    turn_ply: int = -1
    """The seat whose deadline that is, and the ply at which its turn began."""
    past_turns: list[tuple[int, int, float]] = field(factory=list)
    """The turns before, the newest last: seat, ply at which it began, and when its days are used
    up. One that is taken back goes on with its own days."""
    away: list[int] = field(factory=list)
    """Seats that have a stand-in until their players come: they let the days for a move pass."""
    watch_key: str = ""
    """A hash of the secret link to its watch page; empty: there is none."""
    daily: str = ""
    """The day, as `2026-03-01`, of which it is one account's daily match."""

    def check(self) -> None:
        """Raise ValueError for what no single field shows: a game or seats that do not fit."""
        registry.spec(self.game)
        if not len(self.kinds) == len(self.names) == len(self.seats):
            raise ValueError("kinds, names and seats differ in length")

    @property
    def waits(self) -> bool:
        """Whether the match goes on without a stand-in for a player who leaves the table."""
        return self.absent == WAIT or self.days > 0

    def seats_of(self, account: str) -> list[int]:
        """The seats of an account."""
        return [number for number, other in enumerate(self.seats) if other == account]

    def accounts(self) -> set[str]:
        """The accounts that have seats here."""
        return {account for account in self.seats if account}

    @property
    def has_rematch(self) -> bool:
        """Whether its people may meet again: not where the server has dealt, in a tournament or on
        a day, nor where an account had several seats."""
        has_one_each = all(len(self.seats_of(account)) == 1 for account in self.accounts())
        return has_one_each and not (self.tournament or self.daily)

    def first_open(self) -> int | None:
        """The first seat that waits for a person, if there is one."""
        return self.kinds.index(OPEN) if OPEN in self.kinds else None

    def again(self, account: str, code: str) -> Room:
        """The room in which its people meet again, if one of them, with this account, asks for
        that: the next player has the first seat, and each other person is to come to their own."""
        order = [*range(1, len(self.seats)), 0]
        kinds = [
            OPEN if self.seats[seat] not in ("", account) else self.kinds[seat] for seat in order
        ]
        places = list(zip(order, kinds, strict=True))
        return Room(
            match=new_id(),
            code=code,
            game=self.game,
            options=dict(self.options),
            kinds=kinds,
            names=["" if kind == OPEN else self.names[seat] for seat, kind in places],
            seats=["" if kind == OPEN else self.seats[seat] for seat, kind in places],
            owner=account,
            seed=secret_seed(),
            absent=self.absent,
            grace=self.grace,
            clock=self.clock,
            days=self.days,
            private=self.private,
            started=OPEN not in kinds,
            invited=[self.seats[seat] for seat in order],
        )


class Rooms:
    """All rooms. Where they are stored is the matter of the classes below it."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}

    def all(self) -> list[Room]:
        """Every room, the oldest first."""
        return list(self._rooms.values())

    def served(self) -> list[Room]:
        """The rooms that this host serves."""
        return self.all()

    @property
    def is_complete(self) -> bool:
        """Whether no room is missing because what was stored of it could not be read."""
        return True

    def get(self, match: str) -> Room | None:
        """The room of a match."""
        return self._rooms.get(match)

    def find(self, text: str) -> Room | None:
        """The room with this id or code."""
        code = "".join(text.split()).upper()
        return self._rooms.get(text) or next(
            (room for room in self._rooms.values() if room.code == code), None
        )

    def new_code(self, private: bool) -> str:
        """Letters that no other room uses; more than can be guessed for a private one."""
        length = PRIVATE_CODE if private else SHORT_CODE
        used = {room.code for room in self._rooms.values()}
        while True:
            code = "".join(secrets.choice(_LETTERS) for _i in range(length))
            if code not in used:
                return code

    async def add(self, room: Room) -> None:
        """Add a room. Raises OSError if it cannot be stored; then it is not added."""
        raise NotImplementedError

    async def write(self, room: Room) -> None:
        """Store a change of a room that must not be lost. Raises OSError."""
        raise NotImplementedError

    def save(self, *rooms: Room) -> None:
        """Store changes of rooms soon; log a failure, so that play goes on."""
        raise NotImplementedError

    async def remove(self, match: str) -> bool:
        """Remove a room, if it exists. Returns whether it is gone from what is stored, too."""
        raise NotImplementedError


class RoomFile(Rooms):
    """The rooms of one server, in one file that is written whole after every change."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._load()

    def _load(self) -> None:
        try:
            plain = json.loads(self._path.read_text("utf-8"))
            if plain["format"] != _FORMAT:
                raise ValueError(f"format {plain['format']}")
            entries = list(plain["rooms"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            aside = self._aside()
            log.error("%s cannot be read (%s); it is moved to %s", self._path, error, aside)
            self._path.rename(aside)
            return
        damage = ""
        for entry in entries:
            try:
                room = msgspec.convert(entry, Room)
                room.check()
            except ValueError as error:
                damage = str(error)
            else:
                self._rooms[room.match] = room
        if damage:
            aside = self._aside()
            log.error(
                "%s has rooms that cannot be read (%s); the whole file is kept as %s",
                self._path, damage, aside,
            )  # fmt: skip
            try:  # it keeps the matches of those rooms from being put away
                files.write(aside, self._path.read_bytes())
            except OSError as problem:
                log.error("%s is not written: %s", aside, problem)

    def _aside(self) -> Path:
        return self._path.with_suffix(f".damaged-{int(time.time())}")

    @property
    def is_complete(self) -> bool:
        """Whether no damaged file of rooms was moved aside, which may be the only one to list some
        matches."""
        return not any(self._path.parent.glob(f"{self._path.stem}.damaged-*"))

    async def add(self, room: Room) -> None:
        self._rooms[room.match] = room
        try:
            self._write()
        except OSError:
            del self._rooms[room.match]
            raise

    async def write(self, room: Room) -> None:
        self._write()

    def save(self, *rooms: Room) -> None:
        self._try_write()

    async def remove(self, match: str) -> bool:
        return self._rooms.pop(match, None) is None or self._try_write()

    def _try_write(self) -> bool:
        try:
            self._write()
        except OSError as error:
            log.error("%s is not saved: %s", self._path, error)
            return False
        return True

    def _write(self) -> None:
        plain = {"format": _FORMAT, "rooms": [asdict(room) for room in self._rooms.values()]}
        files.write(self._path, json.dumps(plain, indent=1).encode())
