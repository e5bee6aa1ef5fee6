"""The clock of a turn, as the table shows it."""

from __future__ import annotations

import pytest
from attrs import evolve
from textual.widgets import Static

from caravan_tui.bus.lobby_messages import Clock
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.table import TableScreen
from tests.app.app_help import until


@pytest.mark.parametrize("mine", [True, False])
async def test_a_clock_that_ran_before_one_came_is_shown_and_warns_its_seat_once(
    mine: bool,
) -> None:
    match = random_match("decktet", 2, 1, 4)
    seat = match.to_act if mine else 1 - match.to_act
    async with preview_app(match, seat).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(pilot.app.screen_stack) > 1)
        first = pilot.app.screen_stack[1]
        assert isinstance(first, TableScreen)
        rung: list[str] = []
        pilot.app.call_attention = rung.append  # type: ignore[attr-defined]
        clock = Clock(match.record.id, match.to_act, 11.2)
        screen = TableScreen(evolve(first.link, clock=clock))
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.position is not None)
        head = screen.query_one("#head", Static)
        await until(pilot, lambda: "0:1" in str(head.content))
        rung.clear()
        await until(pilot, lambda: "0:09" in str(head.content))
        await until(pilot, lambda: "0:08" in str(head.content))
        told = [note.message for note in pilot.app._notifications]
        assert len(told) == (1 if mine else 0)
        assert bool(rung) == mine
        assert not mine or "10 s left" in told[0] or "9 s left" in told[0]
