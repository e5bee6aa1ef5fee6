"""The table of each game: three sizes, a light theme, no colour, ASCII."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui.cli.preview import preview_app
from caravan_tui.games import registry
from tests.looks.looks_help import has_table, match_of


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("game", registry.ids())
def test_a_table_in_three_sizes(game: str, size: tuple[int, int], snap_compare: Any) -> None:
    app = preview_app(match_of(game))
    assert snap_compare(app, terminal_size=size, run_before=has_table)


@pytest.mark.parametrize("game", registry.ids())
def test_a_table_on_a_light_ground(
    game: str, snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_THEME", "desert-day")
    assert snap_compare(preview_app(match_of(game)), run_before=has_table)


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
