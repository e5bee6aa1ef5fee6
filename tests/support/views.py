"""Views of which a test needs only a few parts, or none."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from caravan_tui.games.contract import View

V = TypeVar("V", bound=View)
"""The class of a game's views."""


def view_of(**parts: Any) -> View:
    """A view that has these parts alone, whether or not a real one must have more."""
    return cast(View, parts)


def as_view(kind: type[V], view: View) -> V:
    """A view as the class of its game's views, whose name a match does not know."""
    return cast(V, view)
