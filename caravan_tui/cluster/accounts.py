"""The accounts and invite codes of a cluster, in the broker."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from hashlib import sha256
from uuid import uuid4

import msgspec
from attrs import asdict

from caravan_tui.bus.background import BackgroundTasks
from caravan_tui.cluster.buckets import (
    Bucket,
    BucketError,
    Entry,
    Mirror,
    StaleError,
    until_answered,
)
from caravan_tui.cluster.options import ClusterError, ClusterOptions, connect
from caravan_tui.engine import Refusal, Sentence
from caravan_tui.i18n import later
from caravan_tui.server.accounts import (
    MAX_MESSAGES,
    Account,
    Accounts,
    Invite,
    InviteError,
    invite_key,
    new_invite,
    read_invite,
    read_message,
)
from caravan_tui.server.config import Config
from caravan_tui.server.names import AccountNameError, folded, skeleton

log = logging.getLogger(__name__)

INVITES = "caravan_invites"
"""The bucket of invite codes."""
OF_SESSION = ("seen", "language", "table")
"""What the host writes at which the account is; all else is an administrator's."""


class ClusterAccounts(Accounts):
    """Every account of the cluster, as it was stored last."""

    def __init__(
        self, config: Config, accounts: Bucket, names: Bucket, invites: Bucket, mail: Bucket
    ) -> None:
        """`names`: which account has what looks like a name."""
        super().__init__(config)
        self._all.clear()  # what lies in the folder is a copy
        self._mirror = Mirror(accounts, self._take)
        self._mail = Mirror(mail, lambda _entry: None)
        self._names, self._codes = names, invites
        self._revisions: dict[str, int] = {}
        self._tasks = BackgroundTasks()
        self.on_banned: Callable[[str], None] | None = None
        """Called with an account that was banned at another host."""

    async def start(self) -> None:
        """Learn which accounts there are. Raises BucketError."""
        await self._mirror.start()
        await self._mail.start()

    async def close(self) -> None:
        """Store what is being stored, and follow no longer."""
        await self._tasks.finish()
        await self._mirror.close()
        await self._mail.close()

    def copy_again(self) -> None:
        """The connection to the broker was lost and is back."""
        self._mirror.copy_again()
        self._mail.copy_again()

    async def create(self, account_id: str, name: str, code: str | None = None) -> Account:
        self.check_name_available(name)
        if account_id in self._all:
            raise ValueError("the account exists")
        if code is not None and not await self.is_valid_invite(code):
            raise InviteError
        claims = claims_of(name)
        claimed: list[str] = []
        try:
            for claim in claims:
                await _created(self._names, claim, account_id.encode())
                claimed.append(claim)
            account = Account(account_id, name)
            revision = await _created(self._mirror.bucket, account_id, _packed(account))
            if code is not None:
                await self._use_for(code, account)
        except (StaleError, InviteError, BucketError) as error:
            for claim in claimed:
                await self._names.delete(claim)
            if isinstance(error, StaleError) and len(claimed) < len(claims):
                raise AccountNameError(later("This name is already taken.")) from None
            raise
        self._revisions[account_id] = revision
        self._add(account)
        return account

    async def fetch(self, account_id: str) -> Account:
        """The account with this id, also if it was created a moment ago. Raises Refusal."""
        if account_id not in self._all:
            entry = await self._mirror.bucket.get(account_id)
            if entry is not None:
                self._take(entry)
        account = self._all.get(account_id)
        if account is None:
            raise Refusal("failed")
        return account

    async def save(self, account: Account) -> None:
        for _try in range(5):
            try:
                self._revisions[account.id] = await self._mirror.bucket.update(
                    account.id, _packed(account), self._revisions.get(account.id, 0)
                )
            except StaleError:  # an administrator elsewhere, or the host where the account was
                entry = await self._mirror.bucket.get(account.id)
                stored = None if entry is None else _read(entry)
                if entry is None or stored is None:
                    raise
                self._revisions[account.id] = entry.revision
                self._merge(account, stored)
            else:
                return
        raise BucketError("the account is written by others all the time")

    def _merge(self, account: Account, stored: Account) -> None:
        """Take over what an administrator has set elsewhere, and keys linked there."""
        account.name, account.role = stored.name, stored.role
        account.keys, account.retired = stored.keys, stored.retired
        account.passkeys = stored.passkeys
        self._add(account)
        was_banned, account.banned = account.banned, stored.banned
        if account.banned and not was_banned and self.on_banned is not None:
            self.on_banned(account.id)

    async def set_by_admin(self, account: Account) -> None:
        """Store what no session writes. Raises BucketError."""
        entry = await self._mirror.bucket.get(account.id)
        stored = None if entry is None else _read(entry)
        if entry is None or stored is None:
            raise BucketError("there is no such account")
        for name in OF_SESSION:
            setattr(account, name, getattr(stored, name))
        self._revisions[account.id] = await self._mirror.bucket.update(
            account.id, _packed(account), entry.revision
        )

    def try_save(self, account: Account) -> None:
        self._tasks.start(self._try_save(account))

    async def _try_save(self, account: Account) -> None:
        try:
            await self.save(account)
        except BucketError as error:
            log.warning("account %s is not saved: %s", account.name, error)

    def leave_message(self, account_id: str, line: Sentence) -> None:
        if account_id in self._all:
            self._tasks.start(self._leave(account_id, line))

    async def _leave(self, account_id: str, line: Sentence) -> None:
        key = f"{account_id}.{time.time_ns():020d}-{uuid4().hex[:8]}"
        try:
            await self._mail.bucket.put(key, json.dumps(msgspec.to_builtins(line)).encode())
        except BucketError as error:
            log.warning("a line for %s is lost: %s", account_id, error)

    async def take_messages(self, account: Account) -> list[Sentence]:
        keys = sorted(key for key in self._mail.entries if key.startswith(f"{account.id}."))
        lines = []
        for key in keys:
            value = self._mail.entries[key].value or b"null"
            if key in keys[-MAX_MESSAGES:]:
                lines.append(read_message(json.loads(value)))
            try:
                await self._mail.bucket.delete(key)
            except BucketError as error:
                log.warning("a line of %s will be shown again: %s", account.name, error)
        account.seen = int(time.time())
        self.try_save(account)
        return lines

    # Invite codes

    async def invite(self, code: str) -> Invite | None:
        try:
            entry = await self._codes.get(invite_key(code))
        except BucketError:
            return None
        return None if entry is None else read_invite(entry.value or b"")

    async def _store_invite(self, code: str, invite: bytes) -> None:
        await self._codes.put(invite_key(code), invite)

    async def _use_for(self, code: str, account: Account) -> None:
        """Use an invite code up, or remove the account that was stored for it: a code that is
        used up first is lost when the account can't be stored. Raises InviteError or BucketError.
        """
        try:
            await self._use(code)
        except (InviteError, BucketError):
            await self._mirror.bucket.delete(account.id)
            raise

    async def _use(self, code: str) -> None:
        """Use an invite code up. Raises InviteError or BucketError."""
        entry = await self._codes.get(invite_key(code))
        if entry is None or read_invite(entry.value or b"") is None:
            raise InviteError
        try:
            await self._codes.delete(entry.key, entry.revision)
        except StaleError:
            raise InviteError from None

    # The broker

    def _take(self, entry: Entry) -> None:
        account = _read(entry)
        if account is None:
            self._all.pop(entry.key, None)
            return
        known = self._all.get(account.id)
        if known is None:
            self._add(account)
        elif entry.revision > self._revisions.get(account.id, 0):
            self._merge(known, account)
            for name in OF_SESSION:
                setattr(known, name, getattr(account, name))
        self._revisions[account.id] = max(entry.revision, self._revisions.get(account.id, 0))


async def _created(bucket: Bucket, key: str, value: bytes) -> int:
    """Write a key that has no value, also while brokers choose a leader, and return the revision.
    What a broker has written without an answer is ours. Raises StaleError and BucketError."""

    async def create() -> int:
        try:
            return await bucket.create(key, value)
        except StaleError:
            entry = await bucket.get(key)
            if entry is None or entry.value != value:
                raise
            return entry.revision

    return await until_answered(create)


def claims_of(name: str) -> list[str]:
    """The keys that an account must have for itself, so that nobody is called alike."""
    likes = {"folded": folded(name), "skeleton": skeleton(name)}
    return [f"{kind}.{sha256(like.encode()).hexdigest()[:32]}" for kind, like in likes.items()]


def _packed(account: Account) -> bytes:
    return json.dumps({**asdict(account), "mail": []}).encode()


def _read(entry: Entry) -> Account | None:
    if entry.value is None:
        return None
    try:
        return msgspec.json.decode(entry.value, type=Account)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.warning("the account %s cannot be read: %s", entry.key, error)
        return None


async def create_invites(options: ClusterOptions, days: float, count: int) -> list[str]:
    """New codes for accounts of a cluster. Raises ClusterError."""
    client = await connect(options, "invite")
    try:
        bucket = await until_answered(lambda: Bucket.open(client, INVITES, options.replicas))
        codes = []
        for _i in range(count):
            code, facts = new_invite(days)
            await bucket.put(invite_key(code), facts)
            codes.append(code)
    except BucketError as error:
        raise ClusterError(error.strerror) from None
    finally:
        await client.close()
    return codes
