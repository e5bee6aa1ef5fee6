"""The settings of a server, and where its files are."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Literal

from attrs import define, field

from caravan_tui import files, paths
from caravan_tui.notices.channels import Channels
from caravan_tui.server.origins import Origin

Policy = Literal["open", "invite", "keys"]

_LONGEST_SOCKET = 90
"""Characters that the path of a Unix socket may have on every system, with some room."""


def default_home() -> Path:
    """The folder of a server that is not given one."""
    return paths.data() / "server"


@define
class Config:
    """Everything that can be set. Times in seconds."""

    home: Path = field(factory=default_home)
    host: str = ""
    """The address to listen on; empty: all."""
    port: int = 2222
    policy: Policy = "invite"
    """Who gets an account: everybody, those with an invite code, or the keys in `keys_file`."""
    keys_file: Path | None = None
    """In the format of OpenSSH's authorized_keys."""
    spawner: Literal["fork", "process"] = "fork"
    workers: int = 0
    """Search processes; 0: as many as the pool chooses."""
    programs: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """The programs that players may seat, by name: the words of their commands."""
    max_programs: int = 4
    """Processes of theirs at the same time."""
    think_ahead: bool = False
    """Whether strong computer players search on the time of people, too."""
    max_sessions: int = 100
    max_sessions_per_address: int = 20
    connections_per_minute: int = 120
    connections_per_minute_per_address: int = 30
    idle_timeout: float = 3600.0
    """A session without input for this time is ended."""
    idle_warning: float = 60.0
    """How long before that the player is warned."""
    login_timeout: float = 30.0
    """Time to prove a key."""
    session_request_timeout: float = 60.0
    """Time between the proof of a key and the request for a session."""
    sign_in_timeout: float = 180.0
    """Time for all questions before the app starts."""
    keepalive_interval: float = 20.0
    """Between two keepalive requests to a client; after three without an answer it is dropped."""
    shutdown_notice: float = 5.0
    """Between the notice that the server stops and its end."""
    max_matches_per_account: int = 30
    """Matches with other people, running or waiting."""
    max_waiting_per_account: int = 5
    """Matches that an account has made and that wait for players."""
    waiting_days: float = 7.0
    """Days after which a match that waits for players is removed; only those count in which the
    server runs."""
    max_saved_matches: int = 500
    """Saved matches of an account. It can make no more until it deletes some; 0: any number."""
    max_account_mib: int = 64
    """Size of an account's folder in MiB, with the same consequence; 0: any size."""
    health_interval: float = 60.0
    """Between two lines in the log about the server's health."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """The TCP balancers in front of the server, whose PROXY header is believed."""
    web: tuple[str, int] | None = None
    """The host and port of the page for browsers; None: not served."""
    web_origins: tuple[Origin, ...] = ()
    """The addresses under which browsers know the page; empty: that of `web`."""
    web_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """The HTTP proxies in front of the page, whose X-Forwarded-For is believed."""
    notices: Channels = field(factory=Channels)
    """Where notices for players who are away may go; nowhere, unless it is set."""
    metrics: tuple[str, int] | None = None
    """The host and port of `/livez`, `/readyz` and `/metrics`; None: not served."""

    @property
    def host_key(self) -> Path:
        """The server's private key."""
        return self.home / "host_key"

    @property
    def web_key(self) -> Path:
        """What signs the cookies of browsers."""
        return self.home / "web_key"

    @property
    def admin_token(self) -> Path:
        """The token of `caravan-tui admin`."""
        return self.home / "admin.token"

    @property
    def log_file(self) -> Path:
        """The server's log, a JSON object a line."""
        return self.home / "log" / "server.jsonl"

    @property
    def socket(self) -> Path:
        """The bus's Unix socket."""
        path = self.home.absolute() / "bus" / "socket"
        if len(str(path)) <= _LONGEST_SOCKET:
            return path
        name = sha256(str(self.home.absolute()).encode()).hexdigest()[:16]
        folder = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
        return Path(folder) / f"caravan_tui-{os.getuid()}-{name}" / "socket"

    def make_folders(self) -> None:
        """Create the server's folders, private to its user, and sweep what killed processes left in
        them. Raises OSError."""
        # A home that exists may be anybody's folder, named by mistake: its rights stay.
        is_new = not self.home.exists()
        files.make_folder(self.home)
        if is_new:
            files.hand_over(self.home, self.home.parent)
        for folder in (self.home / "accounts", self.home / "invites", self.home / "log"):
            is_new = not folder.exists()
            files.make_folder(folder)
            folder.chmod(0o700)
            if is_new:
                files.hand_over(folder, self.home)
        for folder in (self.home, self.home / "invites", *(self.home / "accounts").iterdir()):
            if folder.is_dir():
                files.sweep(folder)
