"""Parts of boards that are taken over from the drawing before."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.widgets.drawing.canvas import PARTS_KEPT, Canvas
from caravan_tui.widgets.drawing.colours import parse
from caravan_tui.widgets.drawing.depth import Depth, Pens
from caravan_tui.widgets.drawing.palette import palette
from caravan_tui.widgets.drawn_board import DrawnBoard
from tests.support.screen_app import BoardApp
from tests.support.until import until
from tests.support.views import as_view

RED = parse("#ff0000")


class Pieces:
    """Draws two words as parts, one of them within the other, and counts how often."""

    def __init__(self) -> None:
        self.ground = Canvas(12, 2, Pens(palette({}, True), Depth.TRUE, False))
        self.canvas = self.ground
        self.outer = self.inner = 0

    def draw(self, outer: str, inner: str) -> int:
        """Draw on the ground, with what was drawn before to take over; what the part returns."""
        before, self.canvas = self.canvas, self.ground.copy()
        self.canvas.recall(before)
        return self.canvas.part((0, 0, 12, 2), (outer, inner), lambda: self._outer(outer, inner))

    def _outer(self, outer: str, inner: str) -> int:
        self.outer += 1
        self.canvas.add_target(0, 0, len(outer), 1, outer)
        self.canvas.part((0, 1, 12, 1), inner, lambda: self._inner(inner))
        return self.canvas.put(0, 0, outer, RED)

    def _inner(self, inner: str) -> None:
        self.inner += 1
        self.canvas.put(0, 1, inner, RED)


def test_a_part_that_is_as_it_was_is_not_drawn_again() -> None:
    pieces = Pieces()
    for _time in range(3):
        assert pieces.draw("camel", "salt") == 5
        assert [pieces.canvas.line(y).rstrip() for y in (0, 1)] == ["camel", "salt"]
        assert pieces.canvas.targets == [(0, 0, 5, 1, "camel")]
    assert (pieces.outer, pieces.inner) == (1, 1)


def test_of_a_part_that_changed_the_parts_within_are_taken_over() -> None:
    pieces = Pieces()
    for outer in ("camel", "camel", "dune"):
        pieces.draw(outer, "salt")
    assert [pieces.canvas.line(y).rstrip() for y in (0, 1)] == ["dune", "salt"]
    assert (pieces.outer, pieces.inner) == (2, 1)


def test_a_part_that_comes_back_is_not_drawn_again() -> None:
    pieces = Pieces()
    for outer in ("camel", "dune", "camel", "dune"):
        pieces.draw(outer, "salt")
        assert pieces.canvas.line(0).rstrip() == outer
    assert (pieces.outer, pieces.inner) == (2, 1)


def test_of_a_region_only_the_last_parts_are_kept() -> None:
    pieces = Pieces()
    words = [f"dune {number}" for number in range(PARTS_KEPT + 1)]
    for outer in [*words, words[0]]:
        pieces.draw(outer, "salt")
    assert pieces.outer == len(words) + 1


def test_a_drawing_without_a_part_forgets_it() -> None:
    pieces = Pieces()
    pieces.draw("camel", "salt")
    before, pieces.canvas = pieces.canvas, pieces.ground.copy()
    pieces.canvas.recall(before)
    pieces.draw("camel", "salt")
    assert pieces.outer == 2


SIZES = [(80, 24), (120, 36), (160, 50)]
POSITIONS = 10


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", registry.ids())
async def test_a_board_with_parts_taken_over_is_the_board_drawn_anew(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    rng = Random(f"{game} {size}")
    spec = registry.spec(game)
    seats = [Seat("person", name) for name in ("Ann", "Bea", "Cid")[: max(2, spec.min_seats)]]
    app = BoardApp(game)
    board = app.board
    assert isinstance(board, DrawnBoard)
    keys = [key for command in board.COMMANDS for key in command.keys.split(",")]
    keys = [key for key in keys if key != "backspace"]  # which is for the table, to undo
    async with app.run_test(size=size) as pilot:
        match = Match.new(game, {}, seats, seed=3)
        for position in range(POSITIONS):
            events: list[Any] = []
            for _step in range(rng.randrange(1, 10)):
                if not match.over:
                    events += match.act(*rng.choice(actions_of(match)))
            board.has_rail = position * 2 >= POSITIONS
            viewer = rng.choice([0, None, max(0, match.to_act), max(0, match.to_act)])
            scene = app.show(match, viewer, events=match.events_for(events, viewer))
            await until(board.current_canvas, pilot)
            check(board)
            for action in rng.sample(scene.legal, min(3, len(scene.legal))):
                board.preview_turn([action])
                check(board)
                board.preview(None)
                check(board)
            for goal in board.jump_targets():
                if rng.random() < 0.05:
                    goal.go()
                    check(board)
            for key in ("i", *rng.choices(keys, k=3)):
                await pilot.press(key)
                check(board)


def actions_of(match: Match) -> list[tuple[int, int]]:
    """What each seat may do now, also out of turn: with that offers are written in some matches."""
    return [
        (seat, action)
        for seat in range(len(match.names))
        for action in (*match.legal(seat), *match.interrupts(seat))
    ]


def check(board: DrawnBoard[Any]) -> None:
    """Raise AssertionError if the board on the screen is not, after a redraw, what it is when
    drawn anew."""
    board.redraw()
    canvas, scene = board.current_canvas(), board.scene
    assert canvas is not None and scene is not None
    anew = Canvas(canvas.width, canvas.height, board.pens)
    board.draw_ground(anew, scene)
    board.draw(anew, scene)
    assert canvas.targets == anew.targets
    for y in range(canvas.height):
        assert canvas.row(y) == anew.row(y), y
        assert list(board.render_line(y)) == anew.segments(y), y


async def test_a_small_map_of_auctions_follows_phases_and_rights() -> None:
    app = BoardApp[DrawnBoard[Any]]("ahldarahd")
    match = Match.new("ahldarahd", {}, [Seat("person", name) for name in ("Ann", "Bo", "Cy")], 4)
    async with app.run_test(size=(80, 20)) as pilot:
        rng, board, phases = Random(2), app.board, set[str]()
        for _step in range(70):
            match.act(match.to_act, rng.choice(match.legal(match.to_act)))
            app.show(match, 0)
            await until(board.current_canvas, pilot)
            check(board)
            phases.add(as_view(AhldarahdView, match.view(0))["phase"])
        assert {"free", "first bid", "building"} <= phases, phases
