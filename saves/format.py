"""A saved match as bytes: header, record and cached state, each with its own digest.

`docs/save-format.md` describes every field. The record alone is the match; header and state can
be rebuilt from it, so damage to them only costs time. Nothing in a file is executed, and time and
memory for reading are bounded by `LARGEST`.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

import msgpack
import msgspec
from attrs import define, field, frozen

from caravan_tui.bus import wire
from caravan_tui.engine import Match, Record
from caravan_tui.games import registry
from caravan_tui.games.contract import Game
from caravan_tui.i18n import _
from saves import migrations
from saves.errors import DamagedError, NewerError, UnplayableError
from saves.header import Header, Meta, clean_title, from_plain, header_of, to_plain

MAGIC: Final = "caravan_tui match"
FORMAT: Final = migrations.NEWEST
"""Version of the snapshot; see `migrations`."""

LARGEST: Final = 16 << 20
"""Bytes of a file; a larger one is refused unread."""
LARGEST_HEADER: Final = 16 << 10
HEAD_BYTES: Final = LARGEST_HEADER + 128
"""How many bytes of a file `read_header` needs."""

_DIGEST = 16


@define
class Snapshot:
    """The content of a file, from which `restore` makes a match."""

    record: Record
    meta: Meta
    schema: int | None = None
    """Version of the cached state; None if there is no intact one."""
    state: Any = None
    notes: list[str] = field(factory=list)
    """A line for each thing that was repaired."""


# Write


def pack(match: Match, meta: Meta, now: int | None = None) -> bytes:
    """Pack a match as the bytes of a file. `now`: seconds since 1970, UTC."""
    record = msgpack.packb(match.record.to_plain())
    state = msgpack.packb(
        {"schema": match.game.spec.schema, "state": match.game.encode(match.state)}
    )
    header = msgpack.packb(to_plain(header_of(match, meta, now)))
    return assemble(FORMAT, header, record, state)


def assemble(version: int, header: bytes, record: bytes, state: bytes | None) -> bytes:
    """Join the parts of a file, each with its digest; the state's also covers the record."""
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
    """Change the title in a file. Raises what `read` raises."""
    parts = split(data)
    header = _header(parts)
    if header is None:
        raise DamagedError(_("Its header is damaged."))
    plain = to_plain(msgspec.structs.replace(header, title=clean_title(title)))
    return assemble(parts.version, msgpack.packb(plain), parts.require_record(), parts.state)


# Read


@frozen
class Parts:
    """The sections of a file; None for one whose digest is wrong."""

    version: int
    header: bytes | None
    record: bytes | None
    state: bytes | None

    def require_record(self) -> bytes:
        if self.record is None:
            raise DamagedError(_("It is cut off or altered."))
        return self.record


def _digest(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=_DIGEST)
    for part in parts:
        digest.update(part)
    return digest.digest()


def split(data: bytes) -> Parts:
    """Split a file, or the start of one. Raises DamagedError."""
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
        return Parts(version, header, None, None)
    if record is not None and _digest(record) != record_digest:
        record = None
    if state is not None and (record is None or _digest(record, state) != state_digest):
        state = None
    return Parts(version, header, record, state)


def _items(data: bytes) -> list[Any]:
    """The items of the outer list, up to the first that is cut off or a container."""
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
    """Read header and format version from the first `HEAD_BYTES` bytes of a file.

    The header is None if it is damaged, or of a newer version that this one cannot read. Raises
    DamagedError if the file is not a saved match at all.
    """
    parts = split(data)
    return _header(parts), parts.version


def _header(parts: Parts) -> Header | None:
    if parts.header is None or len(parts.header) > LARGEST_HEADER:
        return None
    try:
        plain = wire.unpack(parts.header, LARGEST_HEADER, 4)
        return from_plain(migrations.header(plain, parts.version))
    except (ValueError, TypeError, KeyError, AttributeError):  # a migration may raise any of them
        return None


def read(data: bytes) -> Snapshot:
    """Read a file.

    Raises DamagedError if it has no intact record, NewerError if a newer version saved it. Damage
    to the header or the cached state is repaired and noted in `Snapshot.notes`.
    """
    parts = split(data)
    if parts.version > FORMAT:
        raise NewerError(
            _(
                "Saved by a newer version of caravan-tui (format {format}). Update to open it."
            ).format(format=parts.version)
        )
    packed = parts.require_record()
    notes = []
    header = _header(parts)
    if header is None:
        notes.append(_("Its header was damaged and has been rebuilt; its title is lost."))
    try:
        plain: dict[str, Any] = {"record": wire.unpack(packed, LARGEST), "state": None}
        if parts.state is not None:
            plain["state"] = wire.unpack(parts.state, LARGEST)
        plain = migrations.body(plain, parts.version)
        record = Record.from_plain(plain["record"])
    except ValueError as error:
        raise DamagedError(_("Its record is invalid: {why}.").format(why=error)) from None
    except (TypeError, KeyError, AttributeError):
        raise DamagedError(_("It is cut off or altered.")) from None
    snapshot = Snapshot(record, Meta() if header is None else header.meta, notes=notes)
    cached = plain["state"]
    if type(cached) is dict and type(cached.get("schema")) is int:
        snapshot.schema, snapshot.state = cached["schema"], cached.get("state")
    elif parts.state is None:
        notes.append(_("Its cached position was damaged; the match was replayed from its log."))
    return snapshot


def restore(snapshot: Snapshot, trusted: bool = True) -> Match:
    """Make the match of a snapshot: from its log, or from its cached state if the rules have
    changed since.

    While the rules are the same the log decides: a cached state that differs has been altered,
    which is noted in `Snapshot.notes`. With `trusted` false (a file from elsewhere) the cached
    state is ignored. Raises UnplayableError.
    """
    record = snapshot.record
    try:
        game = registry.get(record.game)
    except ValueError as error:
        raise UnplayableError(str(error)) from None
    cached = trusted and snapshot.schema is not None
    is_current = cached and snapshot.schema == game.spec.schema
    if is_current and record.rules != game.spec.rules_version:
        match = _from_state(snapshot, game)
        if match is not None:
            return match
    log = list(record.log)
    try:
        match = Match.from_record(record)
        if is_current and _is_altered(snapshot, match):
            snapshot.notes.append(
                _("Its cached position was damaged; the match was replayed from its log.")
            )
        return match
    except Exception as error:  # the rules get data that nothing has checked
        record.log = log
        match = _from_state(snapshot, game) if cached else None
        if match is not None:
            return match  # older rules: it goes on, without undo
        is_for_user = isinstance(error, ValueError)
        why = str(error) if is_for_user else _("its log breaks the rules")
        raise UnplayableError(_("It can't be played: {why}.").format(why=why)) from None


def _is_altered(snapshot: Snapshot, match: Match) -> bool:
    """Whether the cached state differs from that of the match. One that the game no longer
    decodes does not count: it was saved before the state had all of its fields."""
    try:
        state = match.game.decode(snapshot.state, match.game.spec.schema)
        is_complete = msgpack.packb(match.game.encode(state)) == msgpack.packb(snapshot.state)
    except Exception:  # a game may raise anything on bad data
        return False
    return is_complete and not is_state_of(match, snapshot.state)


def is_state_of(match: Match, cached: Any) -> bool:
    """Whether a cached state, as plain data, is the state of a match."""
    return bool(msgpack.packb(match.game.encode(match.state)) == msgpack.packb(cached))


def _from_state(snapshot: Snapshot, game: Game[Any]) -> Match | None:
    """Make the match from its cached state; None if the game does not accept it."""
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
    except Exception:  # a game may raise anything on data of another schema
        return None
