"""The words beside the desert name what they count, and every sign differs by its characters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.style import Style

from caravan_tui import words
from caravan_tui.games.sahara import panel, plans
from caravan_tui.games.sahara.desert import SPACES
from caravan_tui.games.sahara.faces import LETTERS, Look, Marks, camel_sign, faces
from caravan_tui.preview import random_match
from caravan_tui.widgets.marks import SEAT_GLYPHS, SEAT_LETTERS

NO_STYLE = Style()


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    yield
    words.use(None)


def look(ascii_only: bool) -> Look:
    return Look(
        ascii=ascii_only,
        marks=SEAT_LETTERS if ascii_only else SEAT_GLYPHS,
        seats=[NO_STYLE] * 4,
        goods=[NO_STYLE] * len(LETTERS),
        ground=NO_STYLE,
        market=NO_STYLE,
        city=NO_STYLE,
        lit=[NO_STYLE] * 3,
        held=NO_STYLE,
        fresh=NO_STYLE,
        dim=NO_STYLE,
    )


@pytest.mark.parametrize("ascii_only", [False, True])
def test_camels_of_all_seats_empty_laden_and_safe_differ_without_colour(ascii_only: bool) -> None:
    signs = {
        "".join(text for text, _style in camel_sign(seat, good, under, look(ascii_only)))
        for seat in range(4)
        for good in range(-1, len(LETTERS))
        for under in (0, 1)
    }
    # An empty camel is the same whatever lies under it: nothing does.
    assert len(signs) == 4 * (1 + 2 * len(LETTERS))
    assert not ascii_only or all(sign.isascii() for sign in signs)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", [(6, 2), (9, 4), (14, 7)])
def test_spaces_that_can_be_chosen_say_so_without_colour(
    ascii_only: bool, size: tuple[int, int]
) -> None:
    match = random_match("sahara", 2, 3, 14, level="greedy")
    view = match.view(match.to_act)
    thing = next(
        thing
        for things in plans.things(view, match.legal(match.to_act)).values()
        for thing in things
        if thing.costs and 0 <= thing.space < SPACES
    )
    plain = faces(view, look(ascii_only), Marks({}), size)
    lit = faces(view, look(ascii_only), Marks(plans.signs(thing, ascii_only), thing.space), size)
    drawn = [
        ["".join(text for text, _style in line) for line in face]
        for face in (plain[space] for space in range(SPACES))
    ]
    marked = [
        ["".join(text for text, _style in line) for line in face]
        for face in (lit[space] for space in range(SPACES))
    ]
    for space in range(SPACES):
        chosen = space in thing.targets or space == thing.space
        assert (drawn[space] != marked[space]) == chosen, space


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize(("seats", "height"), [(2, 20), (2, 41), (3, 26), (4, 26), (4, 56)])
def test_no_line_of_the_words_is_too_long(
    language: str, ascii_only: bool, seats: int, height: int
) -> None:
    words.use(language)
    for plies in (0, 60, 130):
        match = random_match("sahara", seats, 3, plies, level="greedy")
        text = panel.panel(match.view(0), match.names, look(ascii_only), height).plain
        lines = text.splitlines()
        assert len(lines) <= height
        assert max(len(line) for line in lines) <= panel.WIDTH, text
        assert not ascii_only or language == "fr" or text.isascii()
        if height > 40:
            for sign in ("@" if ascii_only else "⌂", "+1", SEAT_LETTERS[0] if ascii_only else "●"):
                assert any(line.startswith(sign) for line in lines), sign


def test_demand_markers_are_named_beside_a_seat() -> None:
    match = random_match("sahara", 2, 3, 14, level="greedy")
    view = match.view(0)
    view["markers"] = [1, 3]
    view["delivered"] = [[0] * 8, [1] * 8]
    text = panel.panel(view, match.names, look(True), 20).plain
    assert "+1 demand marker\n" in text
    assert "P1 +3\n" in text
