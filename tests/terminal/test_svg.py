"""Pictures of the screen: every character and block is where the terminal has it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from caravan_tui.terminal.svg import CELL_HEIGHT, CELL_WIDTH, Frame, animation, still

SVG = "{http://www.w3.org/2000/svg}"


def line(*parts: tuple[str, str]) -> Strip:
    return Strip([Segment(text, Style.parse(style)) for text, style in parts])


def test_texts_keep_their_columns_and_blocks_become_rectangles() -> None:
    strip = line(("ab ", "#ff0000 on #000010"), ("<é", "bold #00ff00 on #000010"), ("▀", "#0000ff"))
    root = ElementTree.fromstring(still([strip], "A & B", "#ffffff", "#000000"))
    texts = [
        (element.text, element.get("x"), element.get("textLength"), element.get("font-weight"))
        for element in root.iter(f"{SVG}text")
    ]
    assert texts == [("ab", "0", "20", None), ("<é", "30", "20", "bold")]
    half = [element for element in root.iter(f"{SVG}rect") if element.get("height") == "10"]
    assert [(element.get("x"), element.get("y")) for element in half] == [("50", "0")]
    assert root.findtext(f"{SVG}title") == "A & B"


def test_a_frame_has_only_what_changes_and_begins_after_the_frames_before() -> None:
    frames = [
        Frame([line(("one   two", "")), line(("the same", ""))], 1.5),
        Frame([line(("one   TWO", "")), line(("the same", ""))], 2.0),
    ]
    root = ElementTree.fromstring(animation(frames, "", "#ffffff", "#000000"))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("visibility") == "hidden"]
    assert [[text.text for text in group.iter(f"{SVG}text")] for group in groups] == [["TWO"]]
    change = groups[0].find(f"{SVG}set")
    assert change is not None
    assert (change.get("begin"), change.get("dur")) == ("t.begin+1.5s", "2s")
    ground = groups[0].find(f"{SVG}rect")
    assert ground is not None
    assert ground.get("x") == str(6 * CELL_WIDTH) and ground.get("height") == str(CELL_HEIGHT)


def test_an_animation_without_a_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="frame"):
        animation([], "", "#ffffff", "#000000")
