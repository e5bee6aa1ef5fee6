"""The table of each game in four sizes: by night, by day, with fewer colours and none, in ASCII."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from caravan_tui.bus.messages import Candidate, MoveReport, SearchResult
from caravan_tui.cli.preview import preview_app
from caravan_tui.games import registry
from caravan_tui.screens.table.headline import WIDE
from caravan_tui.widgets.drawing.depth import Depth
from tests.looks.looks_help import has_table, match_of
from tests.support.screen_text import screen_lines
from tests.support.until import until

SIZES = [(80, 24), (120, 36), (160, 50), (200, 60)]


MODES: dict[str, tuple[dict[str, str], Depth]] = {
    "night": ({}, Depth.TRUE),
    "day": ({"CARAVAN_TUI_THEME": "desert-day"}, Depth.TRUE),
    "256": ({"COLORTERM": "", "TERM": "xterm-256color"}, Depth.MANY),
    "16": ({"COLORTERM": "", "TERM": "xterm-16color"}, Depth.FEW),
    "none": ({"NO_COLOR": "1"}, Depth.NONE),
    "ascii": ({}, Depth.TRUE),
}
"""By mode: what the environment says, and the depth that follows from it."""


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", registry.ids())
def test_a_table(
    game: str, mode: str, size: tuple[int, int], snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment, depth = MODES[mode]
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    app = preview_app(match_of(game), glyphs="ascii" if mode == "ascii" else "unicode")
    assert app.depth is depth
    assert snap_compare(app, terminal_size=size, run_before=has_table)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("game", ["sahara", "caravanserai"])
def test_what_a_computer_player_considered(
    game: str, size: tuple[int, int], snap_compare: Any
) -> None:
    match = match_of(game)
    legal = match.legal(match.to_act)
    tries = [300, 80, 20, *(max(1, 10 - rank) for rank in range(len(legal) - 3))]
    result = SearchResult("1", legal[0], 400, 0.4, [
        Candidate(act, count, [0.62 - rank / 50] * len(match.names))
        for rank, (act, count) in enumerate(zip(legal, tries, strict=False))
    ])  # fmt: skip
    report = MoveReport(match.record.id, 1, match.version, result, match.view(match.to_act))

    async def has_panel(pilot: Pilot[Any]) -> None:
        await has_table(pilot)
        pilot.app.screen.receive(report)  # type: ignore[attr-defined]
        await pilot.press("w")
        shown = "#thought" if size[0] >= WIDE else "#window"
        await until(
            lambda: any(part.region.height for part in pilot.app.screen.query(shown)), pilot
        )
        if size[0] >= WIDE:
            await until(lambda: "w Why" in screen_lines(pilot.app)[-1], pilot)

    assert snap_compare(preview_app(match), terminal_size=size, run_before=has_panel)
