"""Without colours: what a colour has said is still seen."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from caravan_tui.app import CaravanApp
from caravan_tui.hosts.local import LocalHost
from caravan_tui.screens.base import BaseScreen
from caravan_tui.terminal.no_colour import DARK, LIGHT, NoColour, without_colours
from caravan_tui.widgets.question import Question
from tests.support.until import until


@pytest.mark.parametrize(
    ("style", "ground", "is_reverse", "is_dim"),
    [
        ("#ece3d0 on #14161f", DARK, False, False),
        ("#6d6a76 on #14161f", DARK, False, True),
        ("#14161f on #f4c95d", DARK, True, False),
        ("reverse #ece3d0 on #14161f", DARK, True, False),
        ("#2b2115 on #f6ecd6", LIGHT, False, False),
        ("#f6ecd6 on #b3261e", LIGHT, True, False),
        ("bold", DARK, False, False),
    ],
)
def test_fields_are_reverse_and_faint_texts_dim(
    style: str, ground: float, is_reverse: bool, is_dim: bool
) -> None:
    plain = without_colours(Style.parse(style), ground)
    for colour in (plain.color, plain.bgcolor):
        assert colour is not None and colour.is_default
    assert (bool(plain.reverse), bool(plain.dim)) == (is_reverse, is_dim)
    assert bool(plain.bold) is ("bold" in style)


@pytest.mark.parametrize("reverse", ["", "reverse "])
def test_an_edge_of_the_colour_of_its_ground_stays_unseen(reverse: str) -> None:
    without = NoColour(lambda: True)
    ground = Color.parse("#14161f")
    unseen = Segment("▊", Style.parse(f"{reverse}#14161f on #1c1f2b"))
    seen = Segment("▊", Style.parse(f"{reverse}#e0a458 on #14161f"))
    blank, edge = without.apply([unseen, seen], ground)
    assert blank.text == " " and blank.style and not blank.style.reverse
    assert edge.text == "▊"


async def test_the_answer_with_the_focus_is_seen_and_no_colour_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = CaravanApp(LocalHost)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.host_ready.is_set(), pilot)
        assert isinstance(app.screen, BaseScreen)
        app.push_screen(Question("Delete?", "It is gone.", [("yes", "Delete"), ("no", "Keep")]))

        def fields() -> set[str]:
            cells = [part for strip in app.screen._compositor.render_strips() for part in strip]
            colours = {(part.style.color, part.style.bgcolor) for part in cells if part.style}
            assert all(not each or each.is_default for pair in colours for each in pair)
            return {part.text.strip() for part in cells if part.style and part.style.reverse}

        await until(lambda: {"Delete", "Keep"} & fields() == {"Delete"}, pilot)
        await pilot.press("right")
        await until(lambda: {"Delete", "Keep"} & fields() == {"Keep"}, pilot)
        await app.host.stop()
