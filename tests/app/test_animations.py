"""Short animations: every game shows its moves for a moment, and none does when they are off."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from caravan_tui import settings
from caravan_tui.games import registry
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.table import TableScreen
from tests.app.app_help import until

LONGEST = 0.4
"""Seconds."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)


async def moments(game: str, far: bool, most: int) -> int:
    """How many of at most so many moves look different at once and when all is at rest; one is
    enough, and the rest is left out."""
    match = random_match(game, max(2, registry.spec(game).min_seats), 3, 0)
    app = preview_app(match, None)
    app.far = far
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        table = app.screen
        assert isinstance(table, TableScreen) and table.position is not None

        def drawn() -> list[object]:
            strips = table._compositor.render_strips()[1:-3]
            return [(segment.text, segment.style) for strip in strips for segment in strip]

        for number in range(most):
            legal = match.legal(match.to_act)
            happened = match.act(match.to_act, legal[(number * 7 + 1) % len(legal)])
            shown = table.shown_of(table.position)
            table.board.show(
                evolve(
                    shown,
                    view=match.view(None),
                    events=match.events_for(happened, None),
                    animate=app.animated,
                )
            )
            await pilot.pause()
            at_once = drawn()
            await pilot.pause(LONGEST)
            if drawn() != at_once:
                return 1
    return 0


@pytest.mark.parametrize("game", registry.ids())
async def test_a_move_is_shown_for_a_moment(game: str) -> None:
    assert await moments(game, far=False, most=16) == 1


@pytest.mark.parametrize("game", registry.ids())
async def test_nothing_moves_over_ssh_unless_it_is_wanted(game: str) -> None:
    assert await moments(game, far=True, most=3) == 0


async def test_a_setting_brings_animations_over_ssh_and_another_none_anywhere() -> None:
    settings.save(settings.Settings(animations="on"))
    assert await moments("dice_village", far=True, most=16) == 1
    settings.save(settings.Settings(animations="off"))
    assert await moments("dice_village", far=False, most=3) == 0
