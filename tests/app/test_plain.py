"""Black and white, ASCII: every table draws, and what differs there differs without colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan_tui.games import registry
from caravan_tui.preview import preview_app, random_match
from caravan_tui.screens.table import TableScreen
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS, SEATS
from tests.app.app_help import until


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")


def drawn(screen: TableScreen) -> str:
    """All characters on the screen, a line a row."""
    strips = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@pytest.mark.parametrize("game", registry.ids())
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_table_without_colour_names_every_seat_beside_its_own_mark(
    game: str, glyphs: str, size: tuple[int, int]
) -> None:
    seats = registry.spec(game).max_seats
    match = random_match(game, seats, 5, 30, level="greedy" if game == "sahara" else "")
    app = preview_app(match, 0, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.position)
        await pilot.pause(0.1)
        text = drawn(app.screen)
        marks = SEAT_LETTERS if glyphs == "ascii" else SEAT_GLYPHS
        if glyphs == "ascii":
            board = "\n".join(text.splitlines()[1:-3])
            odd = {letter for letter in board if ord(letter) > 127}
            assert not odd, f"not ASCII: {odd}"
        for seat, name in enumerate(match.names):
            assert any(name[:8] in line and marks[seat] in line for line in text.splitlines()), (
                f"{name} without {marks[seat]}"
            )


def test_no_two_seats_share_a_mark() -> None:
    assert len(set(SEAT_GLYPHS)) == len(set(SEAT_LETTERS)) == SEATS
