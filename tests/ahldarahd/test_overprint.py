"""No text of the table is written over another one, whatever the position and the cursor are."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from caravan_tui.games.ahldarahd.actions import place
from caravan_tui.games.ahldarahd.moves import Selection, card_places, places
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.wares import entries_on_cards
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.marks import SEAT_GLYPHS
from tests.ahldarahd.drawing import NAMES, drawn, plan_of
from tests.ahldarahd.positions import GAME, ROUTE, dealt, play
from tests.support.played import played

Board = tuple[tuple[int, int], bool]
"""Columns and rows of a board, and whether the seats are beside it."""

TUTORIAL: Board = ((126, 44), True)
"""The board of a tutorial at 160 × 50."""

BOARDS: tuple[Board, ...] = (((80, 20), False), TUTORIAL, ((166, 54), True))


def choices(
    table: AhldarahdState, seat: int, board: Board, map_index: int, route: int
) -> dict[str, Any]:
    """What the board of a seat shows with the cursor on a route."""
    (size, has_rail), names = board, NAMES[: table.seats]
    view, legal = GAME.view(table, seat), table.legal() if seat == table.to_act() else []
    trade = view["trade"]
    selection = Selection()
    selection.reset(0, (trade["lines"] if trade else None) or ())
    code = place(map_index, route) if route >= 0 else -1
    selection.update(legal, table.interrupts().get(seat, []), view, code, names)
    if route >= 0 and selection.first_of("way") is None:
        selection.marked = len(selection.entries) - 1
    shown: dict[str, Any] = {
        "map_index": map_index, "route": route, "entries": selection.entries,
        "labels": selection.labels(view, names), "offer": selection.offer_rows(view),
        "open_places": places(legal, view), "card_places": card_places(legal),
        "marked": selection.marked, "amount": selection.gold,
    }  # fmt: skip
    if plan_of(table, size, has_rail).has_cards:
        pens = Pens(palette({}, True), Depth.TRUE, False)
        look = Look(names=names, marks=SEAT_GLYPHS, has_rail=has_rail, **shown)
        shown["on_cards"] = entries_on_cards(pens, view, look, size[0])
    return shown


def overprints(
    monkeypatch: pytest.MonkeyPatch,
    table: AhldarahdState,
    seat: int,
    board: Board,
    map_index: int,
    route: int,
) -> list[str]:
    """The texts below the maps that are written over others."""
    size, has_rail = board
    top = plan_of(table, size, has_rail).cards_y
    found: list[str] = []
    put = Canvas.put

    def watched(canvas: Canvas, x: int, y: int, text: str, *inks: Any, **more: Any) -> int:
        columns = (column for column, char in enumerate(text, x) if char != " ")
        if y >= top and any(canvas.has_text(column, y) for column in columns):
            found.append(f"{x},{y} {text}")
        return put(canvas, x, y, text, *inks, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Canvas, "put", watched)
        shown = choices(table, seat, board, map_index, route)
        drawn(table, size, seat, has_rail=has_rail, **shown)
    return found


def test_the_nearest_cities_are_not_written_over_what_wins_those_of_a_laid_route(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = dealt(2)
    play(table, "free gems-ivory")
    assert not overprints(monkeypatch, table, 0, TUTORIAL, 0, ROUTE["gems-ivory"])


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 5])
def test_no_text_is_written_over_another_one_wherever_the_cursor_is(
    monkeypatch: pytest.MonkeyPatch, board: Board, seats: int
) -> None:
    for plies in (0, 1, 2 * seats - 1, 2 * seats, 30, 60, 120):
        table = played("ahldarahd", seats, 3, plies, "greedy").state
        assert isinstance(table, AhldarahdState)
        if table.to_act() < 0:
            continue
        has_begun = plies >= 2 * seats
        routes = range(-1, len(ROUTE), 4 if has_begun else 1)
        for seat, (number, route) in product((0, 1), enumerate(routes)):
            map_index = number % table.maps if has_begun else seat
            found = overprints(monkeypatch, table, seat, board, map_index, route)
            assert not found, (plies, seat, map_index, route, found)
