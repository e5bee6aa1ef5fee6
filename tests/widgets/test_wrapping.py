"""Texts in lines, however little room there is."""

from __future__ import annotations

from caravan_tui.widgets.wrapping import wrap_text


def test_a_text_is_wrapped_behind_its_indent_and_without_any_room_too() -> None:
    assert wrap_text("one two", 5, "  ") == ["  one", "  two"]
    assert wrap_text("ab", -3) == ["a", "b"]
    assert wrap_text("", 9) == []
