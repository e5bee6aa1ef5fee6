"""A saved match as bytes: header, record and cached state, each with its own digest.

`docs/save-format.md` describes every field. The record alone is the match; header and state can
be made from it again, so damage to them costs nothing but time. Nothing in a file is executed, and
reading takes time and memory bounded by `LARGEST`.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

import msgpack
from attrs import define, evolve, field, frozen

from caravan_tui.bus import strict
from caravan_tui.engine import Match, Record
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from caravan_tui.words import _
from saves import migrations
from saves.errors import DamagedError, NewerError, UnplayableError
from saves.header import Header, Meta, clean_title, from_plain, header_of, to_plain

MAGIC: Final = "caravan_tui match"
FORMAT: Final = migrations.NEWEST
"""Version of the snapshot; see `migrations`."""

LARGEST: Final = 16 << 20
"""Bytes of a file; larger ones are refused unread."""
LARGEST_HEADER: Final = 16 << 10
HEAD_BYTES: Final = LARGEST_HEADER + 128
"""What `read_header` needs of a file, in bytes."""

_DIGEST = 16


@define
class Snapshot:
    """A file that has been read: a match to be restored."""

    record: Record
    meta: Meta
    schema: int | None = None
    """Of the cached state; None: there is none that can be trusted."""
    state: Any = None
    notes: list[str] = field(factory=list)
    """What was repaired on the way, a line each."""


# Writing


def pack(match: Match, meta: Meta, now: int | None = None) -> bytes:
    """The match as the bytes of a file. Takes all it needs of the match at once."""
    record = msgpack.packb(match.record.to_plain())
    state = msgpack.packb(
        {"schema": match.game.spec.schema, "state": match.game.encode(match.state)}
    )
    header = msgpack.packb(to_plain(header_of(match, meta, now)))
    return assemble(FORMAT, header, record, state)


def assemble(version: int, header: bytes, record: bytes, state: bytes | None) -> bytes:
    """The parts of a file, each with its digest; that of the state binds it to the record."""
    packer = msgpack.Packer()
    items = (
        MAGIC,
        version,
        header,
        _digest(header),
        record,
        _digest(record),
        state,
        None if state is None else _digest(record, state),
    )
    parts = [packer.pack_array_header(len(items)), *map(packer.pack, items)]
    return b"".join(parts)


def retitled(data: bytes, title: str) -> bytes:
    """The same file with another title. Raises what `read` raises."""
    parts = _parts(data)
    header = _header(parts)
    if header is None:
        raise DamagedError(_("Its header is damaged."))
    plain = to_plain(evolve(header, meta=evolve(header.meta, title=clean_title(title))))
    return assemble(parts.version, msgpack.packb(plain), parts.need_record(), parts.state)


# Reading


@frozen
class _Parts:
    """The sections of a file whose digests fit; None for one that is not whole."""

    version: int
    header: bytes | None
    record: bytes | None
    state: bytes | None

    def need_record(self) -> bytes:
        if self.record is None:
            raise DamagedError(_("It is cut off or altered."))
        return self.record


def _digest(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=_DIGEST)
    for part in parts:
        digest.update(part)
    return digest.digest()


def _parts(data: bytes) -> _Parts:
    """Take a file, or its beginning, apart. Raises DamagedError or NewerError."""
    if len(data) > LARGEST:
        raise DamagedError(_("It is larger than any saved match."))
    items = _items(data)
    if items[:1] != [MAGIC]:
        raise DamagedError(_("It is not a saved match."))
    version = items[1] if len(items) > 1 else None
    if type(version) is not int or version < 1:
        raise DamagedError(_("It is cut off or altered."))
    sections = [item if isinstance(item, bytes) else None for item in items[2:]]
    sections += [None] * (6 - len(sections))
    header, header_digest, record, record_digest, state, state_digest = sections
    if header is not None and _digest(header) != header_digest:
        header = None
    if version > FORMAT:
        return _Parts(version, header, None, None)
    if record is not None and _digest(record) != record_digest:
        record = None
    if state is not None and (record is None or _digest(record, state) != state_digest):
        state = None
    return _Parts(version, header, record, state)


def _items(data: bytes) -> list[Any]:
    """The items of the outer list as far as they are whole; none of them a container."""
    unpacker = msgpack.Unpacker(
        raw=False,
        max_buffer_size=LARGEST,
        max_str_len=64,
        max_bin_len=LARGEST,
        max_array_len=8,
        max_map_len=0,
        max_ext_len=0,
    )
    items: list[Any] = []
    try:
        unpacker.feed(data)
        if unpacker.read_array_header() != 8:
            return items
        for _place in range(8):
            item = unpacker.unpack()
            if not isinstance(item, str | int | bytes | None):
                return items
            items.append(item)
    except (ValueError, TypeError, msgpack.UnpackException):
        pass
    return items


def read_header(data: bytes) -> tuple[Header | None, int]:
    """What a list shows, and the version of the file, from its first `HEAD_BYTES` bytes.

    The header is None if it is damaged, or of a newer version that we cannot read. Raises
    DamagedError if this is no saved match at all.
    """
    parts = _parts(data)
    return _header(parts), parts.version


def _header(parts: _Parts) -> Header | None:
    if parts.header is None or len(parts.header) > LARGEST_HEADER:
        return None
    try:
        plain = strict.unpack(parts.header, LARGEST_HEADER, 4)
        return from_plain(migrations.header(plain, parts.version))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def read(data: bytes) -> Snapshot:
    """The match in a file.

    Raises DamagedError if it holds no match, NewerError if a newer program wrote it. Damage to
    the header or the cached state is repaired and told in `Snapshot.notes`.
    """
    parts = _parts(data)
    if parts.version > FORMAT:
        raise NewerError(
            _("A newer version of the program wrote it (format {format}).").format(
                format=parts.version
            )
        )
    packed = parts.need_record()
    notes = []
    header = _header(parts)
    if header is None:
        notes.append(_("Its header was damaged and is made anew; its title is lost."))
    try:
        plain: dict[str, Any] = {"record": strict.unpack(packed, LARGEST), "state": None}
        if parts.state is not None:
            plain["state"] = strict.unpack(parts.state, LARGEST)
        plain = migrations.body(plain, parts.version)
        record = Record.from_plain(plain["record"])
    except ValueError as error:
        raise DamagedError(_("Its record is not right: {why}.").format(why=error)) from None
    except (TypeError, KeyError, AttributeError):
        raise DamagedError(_("It is cut off or altered.")) from None
    snapshot = Snapshot(record, Meta() if header is None else header.meta, notes=notes)
    cached = plain["state"]
    if type(cached) is dict and type(cached.get("schema")) is int:
        snapshot.schema, snapshot.state = cached["schema"], cached.get("state")
    elif parts.state is None:
        notes.append(_("Its cached position was damaged; the match was played again from its log."))
    return snapshot


def restore(snapshot: Snapshot, trusted: bool = True) -> Match:
    """The match of a snapshot, from its cached state, or by playing its log again.

    With `trusted` false (a file from elsewhere) the log is always played, so every action in it
    has been checked. Raises UnplayableError.
    """
    record = snapshot.record
    try:
        game = registry.get(record.game)
    except ValueError as error:
        raise UnplayableError(str(error)) from None
    cached = trusted and snapshot.schema is not None
    if cached and snapshot.schema == game.spec.schema:
        match = _from_state(snapshot, game)
        if match is not None:
            return match
    log = list(record.log)
    try:
        return Match.from_record(record)
    except Exception as error:  # the rules meet data that nobody checked
        record.log = log
        match = _from_state(snapshot, game) if cached else None
        if match is not None:
            return match  # older rules: played on from here, not taken back
        known = isinstance(error, ValueError)  # else it has no words for people
        why = str(error) if known else _("the rules cannot make sense of it")
        raise UnplayableError(_("It cannot be played: {why}.").format(why=why)) from None


def _from_state(snapshot: Snapshot, game: Game) -> Match | None:
    """The match from its cached state, None if the game does not take it."""
    try:
        schema = snapshot.schema or 0
        state = game.decode(snapshot.state, schema)
        same = msgpack.packb(game.encode(state)) == msgpack.packb(snapshot.state)
        if schema == game.spec.schema and not same:
            return None
        match = Match.from_record(snapshot.record, state)
        if not match.over:
            match.legal(match.to_act)
        match.view(None)
        return match
    except Exception:  # whatever a game does with data of another schema
        return None
