"""Accounts and invite codes. An account is known by its key; there are no passwords.

Each account has a folder whose name is a hash of the key's fingerprint, never anything that the
client has chosen.
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
from attrs import asdict, define, field

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
MAX_MESSAGES = 20
"""Lines that wait for an account that is away."""


Role = Literal["player", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)


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


class InviteError(Exception):
    """The invite code is unknown, expired or used."""


def account_id_of(fingerprint: str) -> str:
    """The id of the account with this key fingerprint."""
    return sha256(b"caravan_tui account " + fingerprint.encode()).hexdigest()[:32]


class Accounts:
    """All accounts of a server, a file each, written only by the server's process."""

    def __init__(self, config: Config) -> None:
        self._folder = config.home / "accounts"
        self._invites = config.home / "invites"
        self._all: dict[str, Account] = {}
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
                self._all[account.id] = account

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
        self._all[account_id] = account
        return account

    async def save(self, account: Account) -> None:
        """Store an account. Raises OSError."""
        self._write(account)

    async def set_by_admin(self, account: Account) -> None:
        """Store what an administrator has set. Raises OSError."""
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

    # Invite codes

    async def is_valid_invite(self, code: str) -> bool:
        """Whether an account can be created with this code now."""
        try:
            facts = json.loads(_invite_path(self._invites, code).read_text("utf-8"))
            return float(facts.get("until", 0)) > time.time()
        except (OSError, ValueError, TypeError, AttributeError):
            return False

    async def _claim(self, code: str) -> Path:
        """Reserve an invite code, so that nobody else can use it. Returns its file, to be removed
        once it is used. Raises InviteError."""
        path = _invite_path(self._invites, code)
        claimed = path.with_name(f".{path.name}.used")
        if not await self.is_valid_invite(code):
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


def new_invite(days: float) -> tuple[str, bytes]:
    """A new code for one account, and what is stored with its key."""
    code = "-".join("".join(secrets.choice(_ALPHABET) for _i in range(4)) for _j in range(3))
    return code, json.dumps({"until": int(time.time() + days * 86_400)}).encode()


def create_invite(config: Config, days: float = INVITE_DAYS) -> str:
    """A new code for one account; only its hash is stored. Raises OSError."""
    config.make_folders()
    code, facts = new_invite(days)
    files.write(_invite_path(config.home / "invites", code), facts)
    folder = config.home / "invites"
    for path in folder.iterdir():  # remove expired codes
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if float(json.loads(path.read_text("utf-8")).get("until", 0)) < time.time():
                path.unlink()
    return code
