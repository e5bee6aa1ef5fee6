"""The clock of a turn, as the table shows it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from attrs import evolve
from textual.widgets import Static

from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.screens.table import headline
from caravan_tui.screens.table.screen import TableScreen
from tests.support.until import until


@pytest.mark.parametrize("mine", [True, False])
async def test_a_clock_that_ran_before_one_came_is_shown_and_warns_its_seat_once(
    mine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(headline, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(headline, "TICK_SECONDS", 0.05)
    match = random_match("decktet", 2, 1, 4)
    seat = match.to_act if mine else 1 - match.to_act
    async with preview_app(match, seat).run_test(size=(80, 24)) as pilot:
        await until(lambda: len(pilot.app.screen_stack) > 1, pilot)
        first = pilot.app.screen_stack[1]
        assert isinstance(first, TableScreen)
        rung: list[str] = []
        pilot.app.call_attention = rung.append  # type: ignore[attr-defined]
        clock = Clock(match.record.id, match.to_act, 11.2)
        screen = TableScreen(evolve(first.connection, clock=clock))
        pilot.app.push_screen(screen)
        await until(lambda: screen.position is not None, pilot)
        head = screen.query_one("#head", Static)
        await until(lambda: "0:11" in str(head.content), pilot)
        assert not pilot.app._notifications
        rung.clear()
        for seconds in (10, 9, 8):
            now = 111.2 - seconds
            await until(lambda seconds=seconds: f"0:{seconds:02}" in str(head.content), pilot)
        messages = [note.message for note in pilot.app._notifications]
        assert len(messages) == (1 if mine else 0)
        assert bool(rung) == mine
        assert not mine or "10 s left" in messages[0]
