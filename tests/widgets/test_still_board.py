"""Boards as small pictures: no word of theirs is cut where there is little room."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import Container

from caravan_tui.games import registry
from caravan_tui.screens.home.cutout import sample_match
from caravan_tui.themes.builtin import THEMES
from caravan_tui.widgets.board import Board, Scene
from caravan_tui.widgets.still_board import StillBoard
from tests.support.screen_text import widget_lines
from tests.support.until import until

ROOM = (40, 14)
"""What the list of problems has beside it at 80 × 24."""


class PictureApp(App[None]):
    """A picture of a board, and nothing else."""

    ascii = False
    animated = False
    CSS = "Container { width: 100%; height: 100%; }"

    def on_mount(self) -> None:
        """Show the colours of the boards."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def compose(self) -> ComposeResult:
        """The picture in its room."""
        with Container():
            yield StillBoard()


def sample_scene(game: str) -> Scene[Any]:
    """A position in a match that nobody plays."""
    match = sample_match(game)
    return Scene(
        game=match.game, view=match.view(0), legal=[], interrupts=[], seat=0, names=match.names,
        kinds=[seat.kind for seat in match.record.seats], ascii=False, animate=False,
        over=match.over,
    )  # fmt: skip


@pytest.mark.parametrize("game", registry.ids())
async def test_a_small_picture_of_a_board_cuts_no_word(game: str) -> None:
    app = PictureApp()
    async with app.run_test(size=ROOM) as pilot:
        picture = app.query_one(StillBoard)
        board = picture.show_scene(registry.board(game), sample_scene(game))
        await until(lambda: board.scene is not None and board.size.width, pilot)
        await pilot.pause()
        left, rows = -board.styles.offset.x.value, -board.styles.offset.y.value
        seen = picture.content_region
        assert seen.width >= 30, "a picture is no strip"
        assert seen.height >= 9
        drawn = next(widget for widget in (board, *board.query(Board)) if widget.size.width)
        for row in widget_lines(drawn)[int(rows) : int(rows) + seen.height]:
            for edge in (int(left), int(left) + seen.width):
                cut = row[max(0, edge - 1) : edge + 1]
                assert len(cut) < 2 or not cut.isalpha(), row[max(0, edge - 12) : edge + 12]


@pytest.mark.parametrize(("size", "has_signs"), [(ROOM, False), ((90, 24), True)])
async def test_only_a_whole_picture_of_the_hexagons_explains_signs_in_its_corners(
    size: tuple[int, int], has_signs: bool
) -> None:
    """Of a part the edge would leave `laid` of `to be laid`."""
    app = PictureApp()
    async with app.run_test(size=size) as pilot:
        picture = app.query_one(StillBoard)
        kind = registry.board("caravanserai")
        board = picture.show_scene(kind, sample_scene("caravanserai"))
        await until(lambda: board.scene is not None and board.size.width, pilot)
        await until(lambda: any(row.strip() for row in widget_lines(board)), pilot)
        assert any("to be laid" in row for row in widget_lines(board)) is has_signs
