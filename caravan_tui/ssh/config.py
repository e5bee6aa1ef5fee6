"""What a server is told when it is started, and where its files lie."""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Literal

from attrs import define, field

from caravan_tui import folders

Policy = Literal["open", "invite", "keys"]

_LONGEST_SOCKET = 90
"""Characters that the path of a Unix socket may have on every system, with some room."""


def usual_home() -> Path:
    """The folder of a server that is not given one."""
    return folders.data() / "server"


@define
class Config:
    """Everything that can be set about a server. Times in seconds."""

    home: Path = field(factory=usual_home)
    host: str = ""
    """The address to listen on; empty: all."""
    port: int = 2222
    policy: Policy = "invite"
    """Who gets an account: everybody, who has a code, or whose key is in `keys_file`."""
    keys_file: Path | None = None
    """In the form of OpenSSH's authorized_keys."""
    spawner: Literal["fork", "process"] = "fork"
    workers: int = 0
    """Processes that search; 0: as the pool thinks fit."""
    sessions: int = 100
    sessions_an_address: int = 20
    connections_a_minute: int = 120
    connections_a_minute_an_address: int = 30
    idle: float = 3600.0
    """A session without a key for so long is ended."""
    idle_warning: float = 60.0
    """It is warned so long before."""
    login: float = 30.0
    """Time to prove a key; and for each question before the app begins, four times as long."""
    keepalive: float = 20.0
    """Every so often a client is asked whether it lives; three silences end it."""
    farewell: float = 5.0
    """Between the announcement that the server stops and its end."""
    matches_an_account: int = 30
    """Matches between people that run or wait."""
    health: float = 60.0
    """A line about the server's health is logged every so often."""

    @property
    def host_key(self) -> Path:
        """The server's private key."""
        return self.home / "host_key"

    @property
    def admin_token(self) -> Path:
        """What lets the keeper's commands in."""
        return self.home / "admin.token"

    @property
    def log_file(self) -> Path:
        """The server's log, a JSON object a line."""
        return self.home / "log" / "server.jsonl"

    @property
    def socket(self) -> Path:
        """Where the sessions find the bus."""
        path = self.home.absolute() / "bus" / "socket"
        if len(str(path)) <= _LONGEST_SOCKET:
            return path
        name = sha256(str(self.home.absolute()).encode()).hexdigest()[:16]
        folder = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
        return Path(folder) / f"caravan_tui-{os.getuid()}-{name}" / "socket"

    def make_folders(self) -> None:
        """The server's folders, for nobody else to look into. Raises OSError."""
        for folder in (self.home, self.home / "accounts", self.home / "invites", self.home / "log"):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            folder.chmod(0o700)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner may read (0600), whole or not at all. Raises OSError."""
    draft = path.with_name(f".{path.name}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
