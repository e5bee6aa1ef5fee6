"""How long boards take to be drawn: the whole board, and what a move changes."""

from __future__ import annotations

import asyncio
import os
from random import Random
from statistics import median
from time import process_time
from typing import Any

from attrs import evolve

from bench.timing import calibration
from caravan_tui.cli.preview import preview_app, random_match
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.screens.table.screen import TableScreen
from caravan_tui.widgets.drawn_board import DrawnBoard

SIZE = (120, 36)

PLIES = 40
"""Decisions before the measured ones."""

MOVES = 12
"""Decisions measured in each match."""


def measure(game: str, rounds: int) -> dict[str, tuple[float, float]]:
    """For `repaint` and `move`: milliseconds of processor time, and how many steps of the
    calibration loop (in thousands) take as long; medians.

    A repaint draws pieces and rows of the whole board on its cached ground. A move shows the next
    position and draws the rows that changed.
    """
    os.environ["COLORTERM"] = "truecolor"
    repaints: list[float] = []
    moves: list[float] = []
    loops: list[float] = []
    for number in range(rounds):
        loops.append(calibration())
        match = random_match(game, max(registry.spec(game).min_seats, 2), number + 1, PLIES)
        whole, changes = asyncio.run(_drawing(match, Random(number)))
        repaints += whole
        moves += changes
    loop = median(loops)
    return {
        name: (median(times), median(times) * 1000 / loop)
        for name, times in (("repaint", repaints), ("move", moves))
    }


async def _drawing(match: Match, rng: Random) -> tuple[list[float], list[float]]:
    """Milliseconds of repaints and of moves of a match at a table."""
    app = preview_app(match)
    app.settings.animations = "off"
    repaints: list[float] = []
    moves: list[float] = []
    async with app.run_test(size=SIZE) as pilot:
        async with asyncio.timeout(60):
            while not (isinstance(app.screen, TableScreen) and app.screen.board.scene):
                await pilot.pause()
        board = app.screen.board
        assert isinstance(board, DrawnBoard)
        seat = board.scene.seat if board.scene else None
        for _move in range(MOVES):
            if match.over:
                break
            repaints.append(_milliseconds(board, None))
            events = match.act(match.to_act, rng.choice(match.legal(match.to_act)))
            assert board.scene is not None
            scene = evolve(
                board.scene,
                view=match.view(seat),
                legal=match.legal(seat),
                interrupts=match.interrupts(seat),
                events=match.events_for(events, seat),
                past=[],
                over=match.over,
            )
            moves.append(_milliseconds(board, scene))
            await pilot.pause()
    return repaints, moves


def _milliseconds(board: DrawnBoard[Any], scene: Any) -> float:
    """Processor time to draw a scene, or what there is anew."""
    began = process_time()
    if scene is None:
        board.draw_anew()
    else:
        board.show(scene)
    for y in range(board.size.height):
        board.render_line(y)
    return (process_time() - began) * 1000
