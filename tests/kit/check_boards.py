"""Checks of a game's board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from textual.widget import Widget

from caravan_tui.widgets.drawn_board import DrawnBoard

BARE_BOARD = re.compile(r"(?<![\w#.-])Board(?![\w-])")


def check_board(board: type[Widget]) -> None:
    """Raise AssertionError if a board's style sheet selects every game's board, or if a private
    name of its own hides one of Textual's.

    All boards are called `Board`, and Textual selects by the name of the class.
    """
    css = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", vars(board).get("DEFAULT_CSS", ""))
    assert not BARE_BOARD.search(css), "DEFAULT_CSS selects the boards of all games"
    for kind in board.__mro__:
        if kind.__module__.startswith("textual") or not issubclass(kind, Widget):
            continue
        theirs = {
            name
            for base in kind.__mro__
            if base.__module__.startswith("textual")
            for name in vars(base)
        }
        hidden = {
            name
            for name in vars(kind).keys() & theirs
            if name.startswith("_") and not name.startswith("__") and name not in GENERATED
        }
        assert not hidden, f"{kind.__name__} hides {', '.join(sorted(hidden))} of Textual"


def check_cursor(board: DrawnBoard[Any], lit: Sequence[str]) -> None:
    """Raise AssertionError if a board lights something for a tutorial, and its cursor is on
    something else. A lit button has a key of its own."""
    canvas, scene = board.current_canvas(), board.scene
    assert canvas is not None and scene is not None
    regions = [region for name in lit for region in board.lit_regions(canvas, scene, name)]
    under_cursor = board.cursor_targets()
    places = [(x, y) for x, y, *_size, target in canvas.targets if target in under_cursor]
    is_lit = any(
        x <= column < x + width and y <= row < y + height
        for column, row in places
        for x, y, width, height in regions
    )
    is_free = not regions or not places or "buttons" in lit
    assert is_lit or is_free, f"the cursor is not on {', '.join(lit)}"


def check_light(board: DrawnBoard[Any], lit: Sequence[str]) -> None:
    """Raise AssertionError if what a board lights for a tutorial ends within a target, such as a
    card or a name. Single cells are those of lines, which may go on below a name; the last column
    of a target may be the gap beside it."""
    canvas, scene = board.current_canvas(), board.scene
    assert canvas is not None and scene is not None
    cells = {
        (column, row)
        for name in lit
        for x, y, width, height in board.lit_regions(canvas, scene, name)
        for column in range(x, x + width)
        for row in range(y, y + height)
    }
    for x, y, width, height, target in canvas.targets:
        visible = {
            (column, row)
            for column in range(max(0, x), min(x + max(1, width - 1), canvas.width))
            for row in range(max(0, y), min(y + height, canvas.height))
            if width * height > 1 and canvas.target_at(column, row) == target
        }
        is_whole = not visible & cells or visible <= cells
        assert is_whole, f"{', '.join(lit)} lights a part of {target}"


GENERATED = frozenset(
    {
        "_abc_impl",
        "_component_classes",
        "_computes",
        "_css_type_name",
        "_css_type_names",
        "_decorated_handlers",
        "_default_css",
        "_inherit_bindings",
        "_inherit_component_classes",
        "_inherit_css",
        "_is_protocol",
        "_merged_bindings",
        "_reactives",
    }
)
"""Names that Python and Textual themselves put into every class of widgets."""
