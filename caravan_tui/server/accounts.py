"""Accounts and invite codes. An account is known by its keys; there are no passwords.

A key is one of SSH, or the secret of a browser, as a hash. Each account has a folder whose name is
the key that it was created with, never anything that the client has chosen. Further keys are linked
to it by a code that works once.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import secrets
import time
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
from attrs import asdict, define, field, frozen

from caravan_tui import files
from caravan_tui.bus.wording import plain_text
from caravan_tui.engine import Sentence
from caravan_tui.i18n import later
from caravan_tui.server.config import Config
from caravan_tui.server.names import AccountNameError, check_name, closest

log = logging.getLogger(__name__)

_ID = re.compile(r"[0-9a-f]{32}")
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that are not mistaken for each other."""
INVITE_DAYS = 14.0
LINK_MINUTES = 10.0
MAX_KEYS = 20
"""Further keys of an account."""
MAX_PASSKEYS = 10
MAX_MESSAGES = 20
"""Lines that wait for an account that is away."""


Role = Literal["player", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)


@define
class Passkey:
    """What is kept of a passkey. The fields are those of the account's file."""

    id: str
    """The credential's, in base64url, as are the other bytes."""
    public_key: str
    """In COSE."""
    sign_count: int = 0
    """How often it has signed, as far as it tells."""


@define
class Account:
    """A player on this server. The fields are those of its file."""

    id: str
    """A hash of the key's fingerprint."""
    name: str
    role: Role = "player"
    banned: bool = False
    created: int = field(factory=lambda: int(time.time()))
    seen: int = field(factory=lambda: int(time.time()))
    """When its last session started or ended, in seconds since 1970."""
    mail: list[Any] = field(factory=list)
    """What happened while it was away: sentences as plain data."""
    language: str = ""
    """The code of the language that it used last."""
    table: str = ""
    """The match that it has open, or had when its connection broke or the server stopped."""
    keys: list[str] = field(factory=list)
    """Further keys that lead to it."""
    passkeys: list[Passkey] = field(factory=list)
    """Those with which a browser signs in."""
    retired: bool = False
    """Whether the key that it was created with leads to it no longer."""

    def is_opened_by(self, key: str) -> bool:
        """Whether this key leads to the account."""
        return key in self.keys or (key == self.id and not self.retired)


class LinkError(Exception):
    """A key cannot be linked; `text` says why, in English as in the catalogue."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class InviteError(Exception):
    """The invite code is unknown, expired or used."""


def account_id_of(fingerprint: str) -> str:
    """The key with this fingerprint, which is also the id of the account that it creates."""
    return sha256(b"caravan_tui account " + fingerprint.encode()).hexdigest()[:32]


def browser_key(secret: str) -> str:
    """The key of the browser that keeps this secret."""
    return sha256(b"caravan_tui browser " + secret.encode()).hexdigest()[:32]


class Accounts:
    """All accounts of a server, a file each, written only by the server's process."""

    def __init__(self, config: Config) -> None:
        self._folder = config.home / "accounts"
        self._invites = config.home / "invites"
        self._all: dict[str, Account] = {}
        self._linked: dict[str, str] = {}
        """By further key: the account that had it when it was read or changed last."""
        self._load()

    def _load(self) -> None:
        for path in sorted(self._folder.glob("*/account.json")):
            if not _ID.fullmatch(path.parent.name):
                continue
            try:
                account = msgspec.convert(json.loads(path.read_text("utf-8")), Account)
            except (OSError, ValueError, RecursionError) as error:  # not of its types, or no JSON
                log.warning("an account cannot be read: %s: %s", path, error)
                continue
            if account.id == path.parent.name:
                self._add(account)

    def _add(self, account: Account) -> None:
        """Know an account, and its keys as they are now."""
        self._all[account.id] = account
        for key in account.keys:
            self._linked[key] = account.id

    def folder(self, account_id: str) -> Path:
        """The folder of an account, for its settings and solo matches. Raises ValueError if this is
        not an account's id."""
        if not _ID.fullmatch(account_id):
            raise ValueError("not an account id")
        return self._folder / account_id

    def all(self) -> list[Account]:
        """Every account, by name."""
        return sorted(self._all.values(), key=lambda account: account.name.casefold())

    def get(self, account_id: str) -> Account | None:
        """The account with this id."""
        return self._all.get(account_id)

    def of_key(self, key: str) -> Account | None:
        """The account to which a key leads."""
        account = self._all.get(self._linked.get(key, key))
        return account if account is not None and account.is_opened_by(key) else None

    def find_by_name(self, name: str) -> Account | None:
        """The account with this name, or the one whose name is the most like it."""
        by_name = {account.name: account for account in self._all.values()}
        alike = closest(name, by_name)
        return None if alike is None else by_name[alike]

    def check_name_available(self, name: str) -> None:
        """Raise AccountNameError if a new account cannot have this name."""
        check_name(name)
        if self.find_by_name(name) is not None:
            raise AccountNameError(later("This name is already taken."))

    async def create(self, account_id: str, name: str, code: str | None = None) -> Account:
        """Create an account, and use up an invite code if one is given.

        Raises AccountNameError, InviteError, ValueError if the account exists, and OSError, after
        which the code is still valid.
        """
        self.check_name_available(name)
        if account_id in self._all:
            raise ValueError("the account exists")
        if code is not None and not await self.is_valid_invite(code):
            raise InviteError
        claimed = None if code is None else await self._claim(code)
        account = Account(account_id, name)
        try:
            self.folder(account_id).mkdir(mode=0o700, exist_ok=True)
            await self.save(account)
        except OSError:
            if claimed is not None:
                claimed.rename(_invite_path(self._invites, code or ""))
            raise
        if claimed is not None:
            claimed.unlink(missing_ok=True)
        self._add(account)
        return account

    async def save(self, account: Account) -> None:
        """Store an account. Raises OSError."""
        self._write(account)

    async def set_by_admin(self, account: Account) -> None:
        """Store what no session writes: what an administrator has set, and keys. Raises
        OSError."""
        await self.save(account)

    def _write(self, account: Account) -> None:
        data = json.dumps(asdict(account), indent=1).encode()
        files.write(self.folder(account.id) / "account.json", data)

    def leave_message(self, account_id: str, line: Sentence) -> None:
        """Leave a line for an account to read when it connects."""
        account = self._all.get(account_id)
        if account is not None:
            account.mail = [*account.mail, msgspec.to_builtins(line)][-MAX_MESSAGES:]
            self.try_save(account)

    async def take_messages(self, account: Account) -> list[Sentence]:
        """Remove and return the lines that were left for an account."""
        lines = [read_message(line) for line in account.mail]
        account.mail = []
        account.seen = int(time.time())
        self.try_save(account)
        return lines

    def try_save(self, account: Account) -> None:
        """Store an account soon; log a failure."""
        try:
            self._write(account)
        except OSError as error:
            log.warning("account %s is not saved: %s", account.name, error)

    # Keys

    async def create_link(self, account: Account) -> str:
        """A new code that links one further key to an account, within `LINK_MINUTES`. Raises
        OSError."""
        code, invite = new_invite(LINK_MINUTES / 1440, account.id)
        await self._store_invite(code, invite)
        return code

    async def link(self, code: str, key: str) -> Account:
        """Link a key, which has no account yet, to the account of this code, and use the code up.
        Raises InviteError if it is no code of an account, LinkError, and OSError."""
        invite = await self.invite(code)
        account = None if invite is None else self._all.get(invite.account)
        if account is None:
            raise InviteError
        if len(account.keys) >= MAX_KEYS:
            raise LinkError(later("This account has too many keys and browsers already."))
        if self.of_key(key) is not None:
            raise LinkError(later("You already have an account here."))
        await self._use(code)
        await self._set_keys(account, [*account.keys, key], account.retired)
        return account

    async def unlink(self, account: Account, key: str) -> None:
        """Have a key lead to this account no longer. Raises OSError."""
        keys = [other for other in account.keys if other != key]
        await self._set_keys(account, keys, account.retired or key == account.id)

    async def _set_keys(self, account: Account, keys: list[str], retired: bool) -> None:
        before = account.keys, account.retired
        account.keys, account.retired = keys, retired
        try:
            await self.set_by_admin(account)
        except OSError:
            account.keys, account.retired = before
            raise
        self._add(account)

    # Passkeys

    def of_passkey(self, credential: str) -> tuple[Account | None, Passkey | None]:
        """The account to which the passkey with this id leads, and the passkey."""
        for account in self._all.values():
            for passkey in account.passkeys:
                if passkey.id == credential:
                    return account, passkey
        return None, None

    async def add_passkey(self, account: Account, passkey: Passkey) -> None:
        """Have a passkey lead to an account. Raises LinkError and OSError."""
        if len(account.passkeys) >= MAX_PASSKEYS:
            raise LinkError(later("This account has too many passkeys already."))
        if self.of_passkey(passkey.id)[0] is not None:
            raise LinkError(later("This passkey is saved already."))
        await self._set_passkeys(account, [*account.passkeys, passkey])

    async def remove_passkeys(self, account: Account) -> None:
        """Have no passkey lead to an account. Raises OSError."""
        await self._set_passkeys(account, [])

    async def link_by_passkey(
        self, account: Account, passkey: Passkey, sign_count: int, key: str
    ) -> None:
        """Link a browser's key to the account whose passkey it has shown. Raises LinkError and
        OSError."""
        if len(account.keys) >= MAX_KEYS:
            raise LinkError(later("This account has too many keys and browsers already."))
        before, passkey.sign_count = passkey.sign_count, sign_count
        try:
            await self._set_keys(account, [*account.keys, key], account.retired)
        except OSError:
            passkey.sign_count = before
            raise

    async def _set_passkeys(self, account: Account, passkeys: list[Passkey]) -> None:
        before, account.passkeys = account.passkeys, passkeys
        try:
            await self.set_by_admin(account)
        except OSError:
            account.passkeys = before
            raise

    # Invite codes

    async def invite(self, code: str) -> Invite | None:
        """What this code is good for now; None if for nothing."""
        try:
            data = _invite_path(self._invites, code).read_bytes()
        except (OSError, ValueError):
            return None
        return read_invite(data)

    async def is_valid_invite(self, code: str) -> bool:
        """Whether an account can be created with this code now."""
        invite = await self.invite(code)
        return invite is not None and not invite.account

    async def _store_invite(self, code: str, invite: bytes) -> None:
        files.write(_invite_path(self._invites, code), invite)

    async def _use(self, code: str) -> None:
        """Use a code up. Raises InviteError."""
        (await self._claim(code)).unlink(missing_ok=True)

    async def _claim(self, code: str) -> Path:
        """Reserve an invite code, so that nobody else can use it. Returns its file, to be removed
        once it is used. Raises InviteError."""
        path = _invite_path(self._invites, code)
        claimed = path.with_name(f".{path.name}.used")
        if await self.invite(code) is None:
            raise InviteError
        try:
            path.rename(claimed)
        except OSError:
            raise InviteError from None
        return claimed


def read_message(plain: Any) -> Sentence:
    """A line of an account's mail. Older servers left texts, or a text with its values."""
    try:
        if isinstance(plain, list):
            text, values = str(plain[0]), plain[-1] or {}
            return plain_text(text.format(**values))
        if isinstance(plain, dict):
            return msgspec.convert(plain, Sentence)
    except (ValueError, LookupError, TypeError, AttributeError):
        return plain_text("")
    return plain_text(str(plain))


def invite_key(code: str) -> str:
    """Under which name an invite code is stored: a hash of it."""
    bare = "".join(char for char in code.upper() if char in _ALPHABET)
    return sha256(b"caravan_tui invite " + bare.encode()).hexdigest()[:32]


def _invite_path(folder: Path, code: str) -> Path:
    return folder / invite_key(code)


@frozen
class Invite:
    """What is stored of a code that works once. The fields are those of its file."""

    until: float
    """When it expires, in seconds since 1970."""
    account: str = ""
    """The account that it links a key to; empty: it creates one."""


def read_invite(data: bytes) -> Invite | None:
    """What was stored of a code; None if it has expired, or cannot be read."""
    try:
        invite = msgspec.json.decode(data, type=Invite)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return invite if invite.until > time.time() else None


def new_invite(days: float, account: str = "") -> tuple[str, bytes]:
    """A new code, and what is stored of it; see `Invite`."""
    code = "-".join("".join(secrets.choice(_ALPHABET) for _i in range(4)) for _j in range(3))
    invite = Invite(int(time.time() + days * 86_400), account)
    return code, json.dumps(asdict(invite)).encode()


def create_invite(config: Config, days: float = INVITE_DAYS) -> str:
    """A new code for one account; only its hash is stored. Raises OSError."""
    config.make_folders()
    code, facts = new_invite(days)
    folder = config.home / "invites"
    path = _invite_path(folder, code)
    files.write(path, facts)
    files.hand_over(path, config.home)
    for path in folder.iterdir():  # remove expired codes
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if float(json.loads(path.read_text("utf-8")).get("until", 0)) < time.time():
                path.unlink()
    return code
