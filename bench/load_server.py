"""What the load test measures with: a server in a process of its own, and clients.

python -m bench.load_server HOME PORT WEB      # the server's process
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import asyncssh

from caravan_tui import serving
from caravan_tui.bus.lobby_messages import ADMIN, AdminReply, AdminRequest
from caravan_tui.bus.socket import SocketBus
from caravan_tui.notices.channels import Channels
from caravan_tui.server.accounts import Accounts, account_id_of
from caravan_tui.server.config import Config
from tests.support.ports import free_port

HOME_TEXT = b"Ahldarahd"
"""Stands in the first frame."""
MOST_SESSIONS, MOST_RUDE = 100, 2_000
GREEDY_TOKENS = "greedy.tokens"
NO_CHANNELS = Channels()
UP, DOWN, RIGHT, LEFT, TAB, ENTER = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\t", b"\r"
AT_HOME = (DOWN, UP)
AT_TABLE = (*(RIGHT, LEFT) * 12, TAB, ENTER)
"""Keys of one who walks over the cards, and then plays the next play that there is."""
LINE = 20_000
"""Bytes a second of the slow line."""


class Server:
    """A server in a process of its own, and the keys of players that it knows."""

    def __init__(self, home: Path, players: int, greedy: int = 0, has_web: bool = False) -> None:
        """`greedy`: the tokens of so many of the last players are written to `GREEDY_TOKENS`;
        `has_web`: the server has the door for browsers, too."""
        self.config = Config(
            home=home, host="127.0.0.1", port=free_port(), policy="open", shutdown_notice=0.0,
            max_sessions=MOST_SESSIONS, max_sessions_per_address=MOST_SESSIONS,
            keepalive_interval=2.0, login_timeout=3.0,
            connections_per_minute=100_000, connections_per_minute_per_address=100_000, workers=1,
        )  # fmt: skip
        self.config.make_folders()
        self._accounts = Accounts(self.config)
        self.keys = [asyncssh.generate_private_key("ssh-ed25519") for _i in range(players)]
        self._ids = [account_id_of(key.get_fingerprint()) for key in self.keys]
        self.homes = [self._accounts.folder(account) for account in self._ids]
        self.process: Any = None
        self._web_port = free_port() if has_web else 0
        self._greedy = [folder.name for folder in self.homes[players - greedy :]]

    async def __aenter__(self) -> Server:
        for number, account in enumerate(self._ids):
            await self._accounts.create(account, f"Player {number}")
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.load_server", str(self.config.home),
            str(self.config.port), str(self._web_port), *self._greedy,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        await asyncio.wait_for(self.process.stdout.readline(), 30.0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.process.wait(), 20.0)
        except TimeoutError:
            self.process.kill()
            print("!! the server did not stop by itself")

    @property
    def web_address(self) -> str:
        """Where browsers find the page."""
        return f"http://127.0.0.1:{self._web_port}"

    async def ask(self, command: Any) -> list[list[str]]:
        """Rows that an administrator gets."""
        token = self.config.admin_token.read_text()
        bus = await SocketBus.connect(self.config.socket, token)
        try:
            answer = await bus.request(ADMIN, AdminRequest(command))
        finally:
            await bus.close()
        assert isinstance(answer, AdminReply), answer
        return answer.rows

    async def pids(self) -> list[int]:
        """The processes of the sessions; one that has none yet says 0, which `kill` would take for
        all of us."""
        rows = (await self.ask("sessions"))[1:]
        return [int(row[-1]) for row in rows if int(row[-1]) > 1]

    def family(self) -> list[int]:
        """The server's process and all below it."""
        pids, front = [self.process.pid], [self.process.pid]
        while front:
            pid = front.pop()
            children = Path(f"/proc/{pid}/task/{pid}/children")
            with contextlib.suppress(OSError):
                for child in map(int, children.read_text().split()):
                    pids.append(child)
                    front.append(child)
        return pids


async def typing(clients: list[Client], seconds: float = 6.0) -> list[float]:
    """Keys in all of these terminals, about four a second each."""
    times: list[float] = []

    async def type_keys(client: Client) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            took = await client.press(next(client.keys))
            if took is not None:
                times.append(took)
            await asyncio.sleep(0.2 + 0.1 * random.random())

    await asyncio.gather(*(type_keys(client) for client in clients))
    return times


class Client:
    """One terminal."""

    def __init__(self, port: int, key: Any) -> None:
        self.port, self.key = port, key
        self.bytes = 0
        self.last = 0.0
        self.came = asyncio.Event()
        self.seen = bytearray()
        self.keys = itertools.cycle(AT_HOME)
        """What its player types."""
        self._reading: asyncio.Task[None] | None = None
        self.connection: Any = None
        self.process: Any = None

    async def open(self, wanted: bytes = HOME_TEXT) -> float:
        """Connect, and wait for the first frame; seconds from the terminal's opening to it."""
        self.connection = await asyncssh.connect(
            "127.0.0.1", self.port, username="x", client_keys=[self.key], known_hosts=None,
            agent_path=None, config=None, compression_algs=["zlib@openssh.com"],
        )  # fmt: skip
        began = time.perf_counter()
        self.process = await self.connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        self._reading = asyncio.create_task(self._read())
        await self.wait_for(wanted, 20.0)
        return time.perf_counter() - began

    async def sit_down(self) -> None:
        """Go from home to a table with a computer player, by the door of who has never played."""
        for key, wanted in (
            (UP, b"Press Enter to play"),
            (ENTER, b"Enter starts"),
            (ENTER, b"Leave"),
        ):
            self.seen.clear()
            await self.press(key)
            await self.wait_for(wanted, 20.0)
        self.keys = itertools.cycle(AT_TABLE)

    async def wait_for(self, wanted: bytes, seconds: float = 3.0) -> None:
        """Wait until this text was sent. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while wanted not in self.seen:
                self.came.clear()
                await self.came.wait()

    async def _read(self) -> None:
        with contextlib.suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(1 << 16):
                self.bytes += len(data)
                self.seen += data if len(self.seen) < 100_000 else b""
                self.last = time.perf_counter()
                self.came.set()

    async def press(self, keys: bytes, patience: float = 2.0) -> float | None:
        """Seconds from a key to the first paint after it."""
        self.came.clear()
        began = time.perf_counter()
        self.process.stdin.write(keys)
        try:
            async with asyncio.timeout(patience):
                await self.came.wait()
        except TimeoutError:
            return None
        return time.perf_counter() - began

    def close(self) -> None:
        """Hang up."""
        if self._reading is not None:
            self._reading.cancel()
        if self.connection is not None:
            self.connection.abort()


def share(times: list[float], part: float = 0.95) -> float:
    """The value that this part of them does not exceed, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def print_figure(what: str, value: float, unit: str, aim: float) -> bool:
    """Print a figure beside its aim; whether it is reached."""
    good = value <= aim
    print(f"  {what:<52} {value:9.1f} {unit:<5} aim {aim:g} {'ok' if good else '!!'}", flush=True)
    return good


def cpu(pids: list[int]) -> float:
    """Seconds of processor time that these processes have used."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += (int(fields[11]) + int(fields[12])) / ticks
    return total


def memory(pid: int) -> float:
    """The proportional share of memory of a process, in MiB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def serve(
    home: str, port: str, *greedy: str, web_port: int = 0, notices: Channels = NO_CHANNELS
) -> None:
    """The server's process: as `caravan-tui serve`, without limits on connections. `greedy`:
    accounts that are admitted without a session; `web_port`: of the door for browsers, 0 for none.
    """
    config = Config(
        home=Path(home), host="127.0.0.1", port=int(port), policy="open", shutdown_notice=0.0,
        max_sessions=MOST_SESSIONS, max_sessions_per_address=MOST_SESSIONS,
        keepalive_interval=2.0, login_timeout=3.0,
        connections_per_minute=100_000, connections_per_minute_per_address=100_000, workers=1,
        notices=notices,
        web=("127.0.0.1", web_port) if web_port else None,
    )  # fmt: skip
    server = serving.Server(config)
    await server.start()
    accounts = [server.accounts.get(name) for name in greedy]
    sessions = [await server.lobby.admit(account, "127.0.0.1") for account in accounts if account]
    tokens = [client.token for client in sessions if client is not None]
    (config.home / GREEDY_TOKENS).write_text("\n".join(tokens))
    await server.serve(lambda: print("ready", flush=True))  # signals stop it in order by then


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:3], *sys.argv[4:], web_port=int(sys.argv[3])))
