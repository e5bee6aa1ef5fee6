"""Positions and apps of which the pictures are taken, the same on every machine."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from caravan_tui.app import CaravanApp
from caravan_tui.cli.preview import NAMES
from caravan_tui.engine import Match, Seat
from caravan_tui.engine.record import Record
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.table.screen import TableScreen
from tests.support.until import until

NOW = 1_800_000_000
"""The time in every picture: 15 January 2027, 8:00 UTC."""

RunBefore = Callable[[Pilot[Any]], Awaitable[None]]
"""What `snap_compare` runs before it takes the picture."""


@cache
def _matches() -> dict[str, Any]:
    text = Path(__file__).with_name("matches.json").read_text("utf-8")
    matches: dict[str, Any] = json.loads(text)
    return matches


def match_of(name: str) -> Match:
    """A match of `matches.json`: the position of a game, with seat 0 to act, or one that ended."""
    facts = _matches()[name]
    seats = [
        Seat("trader" if number else "person", NAMES[number]) for number in range(facts["seats"])
    ]
    spec = registry.spec(facts["game"])
    record = Record(
        facts["game"],
        spec.rules_version,
        spec.resolve({}, len(seats)),
        seats,
        facts["seed"],
        log=facts["log"],
        began=NOW - 1800,
        changed=NOW - 600,
        id=name,
    )
    return Match.from_record(record)


class QuietHost(LocalHost):
    """Saves matches, but starts no search processes."""

    async def start(self) -> None:
        """Start nothing."""


def whole_app(glyphs: str = "unicode") -> CaravanApp:
    """The app on its home screen."""
    return CaravanApp(QuietHost, glyphs)


async def has_host(pilot: Pilot[CaravanApp]) -> None:
    """Wait until the app has its host."""
    await until(pilot.app.host_ready.is_set, pilot)  # type: ignore[attr-defined]


async def has_table(pilot: Pilot[CaravanApp]) -> None:
    """Wait until the table shows its position, and the start is over."""
    app = pilot.app
    await until(lambda: isinstance(app.screen, TableScreen) and app.screen.position, pilot)
    await has_host(pilot)
    await pilot.pause()
