"""Whether a line can still be finished (K-3): exact searches over bent lines of free cells.

A line is laid cell by cell in a straight line and may bend on caravanserai cells only. The
functions here mark the cells of the line that they try in `occupied` and take the marks back, so
the buffer is as before when they return.
"""

from __future__ import annotations

from caravan_tui.games.caravanserai.geometry import Board
from caravan_tui.games.caravanserai.tiles import PLAIN

MARK = 255


def has_room(
    board: Board, colours: bytes, occupied: bytearray, cell: int, way: int, need: int
) -> bool:
    """Whether a line of `need` free cells leads on from a cell in a direction."""
    stretch = []
    bends = False
    for at in board.rays[6 * cell + way]:
        if occupied[at]:
            break
        need -= 1
        if not need:
            return True
        stretch.append(at)
        if colours[at] != PLAIN:
            bends = True
    if not bends:
        return False
    need += len(stretch)
    found = False
    neighbours = board.neighbours
    laid = 0
    for at in stretch:
        occupied[at] = MARK
        laid += 1
        if colours[at] != PLAIN:
            for turn in range(6):
                if (
                    turn != way
                    and not occupied[neighbours[6 * at + turn]]
                    and has_room(board, colours, occupied, at, turn, need - laid)
                ):
                    found = True
                    break
            if found:
                break
    for at in stretch[:laid]:
        occupied[at] = 0
    return found


def fits(
    board: Board,
    colours: bytes,
    occupied: bytearray,
    matching: list[int],
    cell: int,
    way: int,
    left: int,
    own: int,
) -> bool:
    """Whether `left` goods can be laid from a cell in a direction, and one more piece after them.

    `own` goods are in reserve; each of the cells `matching` gives one more when the line meets it.
    """
    if own >= left:
        return has_room(board, colours, occupied, cell, way, left + 1)
    away = board.distance[cell]
    near = 0
    for at in matching:
        if away[at] <= left and not occupied[at]:
            near += 1
    if own + near < left:
        return False
    neighbours = board.neighbours
    laid = []
    found = False
    for at in board.rays[6 * cell + way]:
        if occupied[at]:
            break
        if at not in matching:
            own -= 1
            if own < 0:
                break
        left -= 1
        occupied[at] = MARK
        laid.append(at)
        if colours[at] != PLAIN:
            if left:
                for turn in range(6):
                    if (
                        turn != way
                        and not occupied[neighbours[6 * at + turn]]
                        and fits(board, colours, occupied, matching, at, turn, left, own)
                    ):
                        found = True
                        break
            else:
                found = has_neighbour(board, occupied, at)
            if found:
                break
        if not left:
            found = found or not occupied[neighbours[6 * at + way]]
            break
    for at in laid:
        occupied[at] = 0
    return found


def has_neighbour(board: Board, occupied: bytearray, cell: int) -> bool:
    """Whether a cell has a free neighbour."""
    return any(not occupied[at] for at in board.neighbours[6 * cell : 6 * cell + 6])
