"""Moves what a server holds from its folder into a cluster, and back."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import msgspec
from attrs import asdict, define
from nats.aio.client import Client

from caravan_tui import files
from caravan_tui.cluster.accounts import claims_of
from caravan_tui.cluster.buckets import Bucket, StaleError, until_answered
from caravan_tui.cluster.documents import DAMAGED
from caravan_tui.cluster.homes import ClusterHomes
from caravan_tui.cluster.members import ENTRY_SECONDS
from caravan_tui.cluster.options import ClusterError, ClusterOptions, connect
from caravan_tui.cluster.rooms import code_key
from caravan_tui.competition.played import Played
from caravan_tui.i18n import _
from caravan_tui.server.accounts import Account, Accounts
from caravan_tui.server.backend import DOCUMENTS, LEDGER
from caravan_tui.server.config import Config
from caravan_tui.server.documents import FolderDocuments
from caravan_tui.server.ledger import LedgerFile
from caravan_tui.server.rooms import Room, RoomFile
from saves.listing import SUFFIX

log = logging.getLogger(__name__)


@define
class Moved:
    """How much was moved."""

    accounts: int = 0
    invites: int = 0
    matches: int = 0


class Mover:
    """Copies between the folder of a server that does not run and a cluster without hosts."""

    def __init__(self, config: Config, options: ClusterOptions) -> None:
        self._config, self._options = config, options
        self.moved = Moved()

    async def run(self, back: bool) -> Moved:
        """Copy into the cluster, or with `back` into the folder; what is there already stays as it
        is, so that a second run does no harm. Raises ClusterError and OSError."""
        client = await connect(self._options, "move")
        try:
            if await (await self._bucket(client, "hosts", ENTRY_SECONDS)).entries():
                raise ClusterError(_("the cluster has hosts that serve; stop them first"))
            self._homes = ClusterHomes(
                await self._bucket(client, "homes"),
                await self._bucket(client, "files"),
                self._config.home / "accounts",
                lambda _account: None,
            )
            await (self._move_back(client) if back else self._move_in(client))
        finally:
            await client.close()
        return self.moved

    async def _bucket(self, client: Client, name: str, ttl: float | None = None) -> Bucket:
        replicas = self._options.replicas
        return await until_answered(lambda: Bucket.open(client, f"caravan_{name}", replicas, ttl))

    # Into the cluster

    async def _move_in(self, client: Client) -> None:
        accounts = await self._bucket(client, "accounts")
        names = await self._bucket(client, "names")
        for account in Accounts(self._config).all():
            plain = json.dumps(asdict(account)).encode()
            if not await _created(accounts, account.id, plain):
                continue
            for claim in claims_of(account.name):
                await _created(names, claim, account.id.encode())
            await self._homes.open(account.id, is_here=True)
            await self._homes.close(account.id)
            self.moved.accounts += 1
        invites = await self._bucket(client, "invites")
        for path in (self._config.home / "invites").glob("[0-9a-f]*"):
            self.moved.invites += await _created(invites, path.name, path.read_bytes())
        rooms, leases = await self._bucket(client, "rooms"), await self._bucket(client, "leases")
        matches = await self._bucket(client, "matches")
        for room in RoomFile(self._config.home / "rooms.json").all():
            path = self._shared / f"{room.match}{SUFFIX}"
            if path.exists():
                await _created(matches, room.match, path.read_bytes())
            if await _created(rooms, room.match, json.dumps(asdict(room)).encode()):
                await _created(rooms, code_key(room.code), room.match.encode())
                await _created(leases, room.match, b"")
                self.moved.matches += 1
        played = await self._bucket(client, "played")
        for match in LedgerFile(self._ledger).all():
            await _created(played, match.match, msgspec.json.encode(match))
        competition = await self._bucket(client, "competition")
        documents = FolderDocuments(self._documents)
        for key in documents.keys(""):
            await _created(competition, key, documents.get(key) or b"")

    # Back

    async def _move_back(self, client: Client) -> None:
        folder = self._config.home / "accounts"
        for entry in await (await self._bucket(client, "accounts")).entries():
            account = msgspec.json.decode(entry.value or b"", type=Account)
            path = folder / account.id / "account.json"
            if path.exists():
                continue
            await self._homes.open(account.id)
            await self._homes.close(account.id)
            files.write(path, json.dumps(asdict(account), indent=1).encode())
            self.moved.accounts += 1
        for entry in await (await self._bucket(client, "invites")).entries():
            path = self._config.home / "invites" / entry.key
            if not path.exists():
                files.write(path, entry.value or b"")
                self.moved.invites += 1
        matches = await self._bucket(client, "matches")
        stored = {entry.key: entry for entry in await matches.entries()}
        rooms = RoomFile(self._config.home / "rooms.json")
        for entry in await (await self._bucket(client, "rooms")).entries():
            if entry.key.startswith(code_key("")) or rooms.get(entry.key) is not None:
                continue
            room = msgspec.json.decode(entry.value or b"", type=Room)
            match = stored.get(room.match)
            if match is not None:
                await asyncio.to_thread(files.make_folder, self._shared)
                files.write(self._shared / f"{room.match}{SUFFIX}", match.value or b"")
            await rooms.add(room)
            self.moved.matches += 1
        ledger = LedgerFile(self._ledger)
        for entry in await (await self._bucket(client, "played")).entries():
            await ledger.add(msgspec.json.decode(entry.value or b"", type=Played))
        documents = FolderDocuments(self._documents)
        for entry in await (await self._bucket(client, "competition")).entries():
            if documents.get(entry.key) is None and not entry.key.startswith(DAMAGED):
                await documents.add(entry.key, entry.value or b"")

    @property
    def _shared(self) -> Path:
        return self._config.home / "shared" / "matches"

    @property
    def _ledger(self) -> Path:
        return self._config.home / LEDGER

    @property
    def _documents(self) -> Path:
        return self._config.home / DOCUMENTS


async def _created(bucket: Bucket, key: str, value: bytes) -> bool:
    """Write what is not there yet. Returns whether it was written."""
    try:
        await bucket.create(key, value)
    except StaleError:
        return False
    return True
