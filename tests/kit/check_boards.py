"""Checks of a game's board that need no screen."""

from __future__ import annotations

import re

from textual.widget import Widget

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
