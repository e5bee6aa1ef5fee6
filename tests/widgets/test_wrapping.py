"""Texts in lines, however little room there is."""

from __future__ import annotations

from caravan_tui.widgets.wrapping import (
    without_common_beginning,
    without_common_end,
    wrap_text,
)


def test_a_text_is_wrapped_behind_its_indent_and_without_any_room_too() -> None:
    assert wrap_text("one two", 5, "  ") == ["  one", "  two"]
    assert wrap_text("ab", -3) == ["a", "b"]
    assert wrap_text("", 9) == []


def test_of_turns_that_begin_alike_whole_steps_are_left_out_and_never_a_part_of_one() -> None:
    turns = ["sells salt for 1, buys gems", "sells salt for 1, passes"]
    assert without_common_beginning(turns) == ["… buys gems", "… passes"]
    turns = [f"heads east twice, puts a red good (middle, {place})" for place in ("south", "north")]
    assert without_common_beginning(turns) == [
        "… puts a red good (middle, south)", "… puts a red good (middle, north)",
    ]  # fmt: skip
    for texts in (["passes", "passes"], ["sells salt for 1", "sells salt for 2"], ["", ""]):
        assert without_common_beginning(texts) == texts


def test_of_turns_that_end_alike_whole_steps_are_left_out_and_no_comma_stays() -> None:
    ends = "gold, ends the building"
    assert without_common_end([f"buys salt for 7 {ends}", f"buys gems for 8 {ends}"]) == [
        "buys salt for 7 gold", "buys gems for 8 gold",
    ]  # fmt: skip
    moves = ["camel to a1 for 1 action", "camel to b2 for 1 action"]
    assert without_common_end(moves) == ["camel to a1", "camel to b2"]
