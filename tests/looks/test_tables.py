"""The table of each game: four sizes, a light theme, fewer colours and none, ASCII."""

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


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("game", registry.ids())
def test_a_table_in_four_sizes(game: str, size: tuple[int, int], snap_compare: Any) -> None:
    app = preview_app(match_of(game))
    assert snap_compare(app, terminal_size=size, run_before=has_table)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("game", registry.ids())
def test_a_table_on_a_light_ground(
    game: str, size: tuple[int, int], snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_THEME", "desert-day")
    app = preview_app(match_of(game))
    assert snap_compare(app, terminal_size=size, run_before=has_table)


@pytest.mark.parametrize("colours", [256, 16])
@pytest.mark.parametrize("game", registry.ids())
def test_a_table_in_fewer_colours(
    game: str, colours: int, snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "")
    monkeypatch.setenv("TERM", f"xterm-{colours}color")
    app = preview_app(match_of(game))
    assert app.depth is {256: Depth.MANY, 16: Depth.FEW}[colours]
    assert snap_compare(app, run_before=has_table)


@pytest.mark.parametrize("game", registry.ids())
def test_a_table_without_colour(
    game: str, snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(preview_app(match_of(game)), run_before=has_table)


@pytest.mark.parametrize("game", registry.ids())
def test_a_table_in_ascii(game: str, snap_compare: Any) -> None:
    app = preview_app(match_of(game), glyphs="ascii")
    assert snap_compare(app, run_before=has_table)


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
