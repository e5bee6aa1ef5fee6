"""The process of a session holds what its player may know, and nothing else."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from caravan_tui.engine import Match
from saves.store import Store
from tests.crashes import processes
from tests.crashes.server import NAMES, Seaport
from tests.hidden.markers import LEAST, numbers
from tests.hidden.memory import found_in, in_memory, pieces, secrets_of, seed_forms
from tests.support.until import until

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/PID/mem"),
]

ROUNDS = 3


def saved(port: Seaport, match: str) -> Match:
    """A match between people as it is on the disk."""
    return Store(port.home / "shared").load(match, watch=True)[0]


def sessions(port: Seaport) -> dict[str, int]:
    """By name of the player: the process of the session. A forked one has its environment in its
    memory alone."""
    by_name: dict[str, int] = {}
    for pid in port.pids("session"):
        for name, account in zip(NAMES, port.ids, strict=True):
            environment = Path(f"/proc/{pid}/environ").read_bytes()
            folder = str(port.accounts.folder(account)).encode()
            if folder in environment or any(folder in data for data in pieces(pid)):
                by_name.setdefault(name, pid)
    return by_name


class _New(Random):
    """With it a match begins, and is not one that is nearly over."""

    def random(self) -> float:
        return 0.9


@pytest.mark.parametrize("game", ["decktet", "ahldarahd"])
async def test_no_session_holds_the_hand_of_another_nor_the_seed(game: str, tmp_path: Path) -> None:
    port = Seaport(tmp_path / "home", 5)
    await port.create_accounts()
    port.rng = _New(5)
    match = await port.shared_match(game)
    table = saved(port, match)
    for account, opened in zip(port.ids[:2], (match, match), strict=True):
        path = port.accounts.folder(account) / "account.json"
        path.write_text(path.read_text().replace('"table": ""', f'"table": "{opened}"'))
    await port.start()
    assert port.process is not None
    try:
        for number in range(2):
            await port.connect(number)
        await until(lambda: len(sessions(port)) == 2)
        pids = sessions(port)
        seed = seed_forms(table.record.seed)
        for _round in range(ROUNDS):
            await port.type(1.0)
            state = saved(port, match).state
            for seat, name in enumerate(NAMES[:2]):
                known = numbers_of(table, state, seat)
                hidden = secrets_of(table.game, state, seat)
                assert hidden or game != "decktet", "there is a hand to hide"
                assert not found_in(pids[name], {**seed, **hidden}), name
                assert found_in(pids[name], known) or game != "decktet", "it proves nothing"
        assert found_in(port.process.pid, seed), "else the search proves nothing"
    finally:
        for client in port.clients:
            if client is not None:
                client.close()
        with contextlib.suppress(ProcessLookupError):
            family = processes.descendants(port.process.pid)
            os.kill(port.process.pid, signal.SIGTERM)
            await port.process.wait()
        processes.wait_until_gone(family)


def numbers_of(table: Match, state: Any, seat: int) -> dict[str, bytes]:
    """Large numbers that a seat knows, as they are in memory."""
    view = table.game.view(state, seat)
    return {str(number): in_memory(number) for number in numbers(view) if number >= LEAST}


def test_an_integer_is_found_in_ones_own_memory() -> None:
    held = [Random(3).getrandbits(62) | 1 << 61]
    assert found_in(os.getpid(), {"it": in_memory(held[0])}) == {"it"}
