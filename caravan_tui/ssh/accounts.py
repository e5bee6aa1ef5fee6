"""Who may play here: an account is a key's fingerprint, a name and a role. There are no passwords.

Each account has a folder whose name is a hash of the fingerprint, never anything that the other
side has chosen.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import secrets
import time
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from attrs import asdict, define, field

from caravan_tui.ssh.config import Config, write_private
from caravan_tui.words import Phrase, _

log = logging.getLogger(__name__)

LONGEST_NAME = 16
SHORTEST_NAME = 2
_ID = re.compile(r"[0-9a-f]{32}")
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that nobody confuses."""
INVITE_DAYS = 14.0
MOST_MAIL = 20


@define
class Account:
    """One person, as far as the server knows it."""

    id: str
    """A hash of the key's fingerprint."""
    name: str
    role: Literal["player", "admin"] = "player"
    banned: bool = False
    created: int = field(factory=lambda: int(time.time()))
    seen: int = field(factory=lambda: int(time.time()))
    """When its last session ended or began, in seconds since 1970."""
    mail: list[Any] = field(factory=list)
    """Lines about what happened while it was away: texts, or phrases as plain data."""
    language: str = ""
    """The letters of the language in which it was spoken to last."""
    table: str = ""
    """The match at whose table it sits, or sat when its connection broke or the server ended."""


def id_of(fingerprint: str) -> str:
    """The name of the account with this key fingerprint."""
    return sha256(b"caravan_tui account " + fingerprint.encode()).hexdigest()[:32]


def why_no_name(name: str) -> str | None:
    """Why this is no name for a player; None if it is one."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        return _("A name has {least} to {most} characters.").format(
            least=SHORTEST_NAME, most=LONGEST_NAME
        )
    for char in name:
        kind = unicodedata.category(char)
        wide = unicodedata.east_asian_width(char) in "WF"
        if char not in " -_.'" and (kind[0] not in "LN" or wide):
            return _("A name is made of letters, digits, spaces and - _ . '")
    if name != " ".join(name.split()) or not any(char.isalpha() for char in name):
        return _("A name has a letter, and no spaces at its ends or in a row.")
    return None


def plain(name: str) -> str:
    """What of a name counts when two are compared: none may look like another."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in folded if char.isalnum())


class Accounts:
    """All accounts of a server, a file each. Only the server's process writes them."""

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
                account = Account(**json.loads(path.read_text("utf-8")))
            except (OSError, ValueError, TypeError) as error:
                log.warning("an account cannot be read: %s: %s", path, error)
                continue
            if account.id == path.parent.name:
                self._all[account.id] = account

    def folder(self, account_id: str) -> Path:
        """The folder of an account: its settings and its own matches. Raises ValueError."""
        if not _ID.fullmatch(account_id):
            raise ValueError("no account id")
        return self._folder / account_id

    def all(self) -> list[Account]:
        """Every account, by name."""
        return sorted(self._all.values(), key=lambda account: account.name.casefold())

    def get(self, account_id: str) -> Account | None:
        """The account with this id."""
        return self._all.get(account_id)

    def named(self, name: str) -> Account | None:
        """The account with this name, however it is written."""
        wanted = plain(name)
        return next((one for one in self._all.values() if plain(one.name) == wanted), None)

    def why_not_free(self, name: str) -> str | None:
        """Why a new account cannot have this name; None if it can."""
        why = why_no_name(name)
        if why is None and self.named(name) is not None:
            return _("Somebody here has this name already.")
        return why

    def create(self, account_id: str, name: str) -> Account:
        """A new account. Raises ValueError for a bad name, OSError."""
        why = self.why_not_free(name)
        if why is not None or account_id in self._all:
            raise ValueError(why or "the account exists")
        account = Account(account_id, name)
        self.folder(account_id).mkdir(mode=0o700, exist_ok=True)
        self.keep(account)
        self._all[account_id] = account
        return account

    def keep(self, account: Account) -> None:
        """Write an account's file. Raises OSError."""
        data = json.dumps(asdict(account), indent=1).encode()
        write_private(self.folder(account.id) / "account.json", data)

    def tell(self, account_id: str, line: str) -> None:
        """Leave a line for an account that is away."""
        account = self._all.get(account_id)
        if account is not None:
            kept = line.to_plain() if isinstance(line, Phrase) else line
            account.mail = [*account.mail, kept][-MOST_MAIL:]
            self.try_to_keep(account)

    def collect(self, account: Account) -> list[str]:
        """What was left for an account; gone afterwards."""
        lines = [
            Phrase.from_plain(line) if isinstance(line, list) else str(line)
            for line in account.mail
        ]
        account.mail = []
        account.seen = int(time.time())
        self.try_to_keep(account)
        return lines

    def try_to_keep(self, account: Account) -> None:
        """Write an account's file; a disk that refuses is logged."""
        try:
            self.keep(account)
        except OSError as error:
            log.warning("account %s is not saved: %s", account.name, error)

    # Invitations

    def use_invite(self, code: str) -> bool:
        """Whether this code lets somebody in; it does so once."""
        path = _invite_path(self._invites, code)
        draft = path.with_name(f".{path.name}.used")
        try:
            path.rename(draft)  # of two that use it at once, one wins
            facts: dict[str, Any] = json.loads(draft.read_text("utf-8"))
            draft.unlink()
        except (OSError, ValueError):
            return False
        return float(facts.get("until", 0)) > time.time()


def _invite_path(folder: Path, code: str) -> Path:
    bare = "".join(char for char in code.upper() if char in _ALPHABET)
    return folder / sha256(b"caravan_tui invite " + bare.encode()).hexdigest()[:32]


def invite(config: Config, days: float = INVITE_DAYS) -> str:
    """A new code that lets one person in; only a hash of it is kept. Raises OSError."""
    config.make_folders()
    code = "-".join("".join(secrets.choice(_ALPHABET) for _i in range(4)) for _j in range(3))
    facts = {"until": int(time.time() + days * 86_400)}
    write_private(_invite_path(config.home / "invites", code), json.dumps(facts).encode())
    folder = config.home / "invites"
    for path in folder.iterdir():  # what has run out goes
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if float(json.loads(path.read_text("utf-8")).get("until", 0)) < time.time():
                path.unlink()
    return code
