"""Whether a line can still be finished (K-3): exact searches over bent lines of free cells.

A line is laid cell by cell in a straight line and may bend on caravanserai cells only. While the
functions here search, they mark the cells of the line in `occupied`; it is unchanged when they
return.
"""

from __future__ import annotations

from typing import Final

from caravan_tui.games.caravanserai.pieces import PLAIN, Board

MARK: Final = 255


def has_room(
    board: Board, colours: bytes, occupied: bytearray, cell: int, way: int, need: int
) -> bool:
    """Whether a line of `need` free cells leads on from a cell in a direction."""
    stretch = []
    bends = False
    for near in board.rays[6 * cell + way]:
        if occupied[near]:
            break
        need -= 1
        if not need:
            return True
        stretch.append(near)
        if colours[near] != PLAIN:
            bends = True
    if not bends:
        return False
    need += len(stretch)
    is_possible = False
    neighbours = board.neighbours
    laid = 0
    for near in stretch:
        occupied[near] = MARK
        laid += 1
        if colours[near] != PLAIN:
            for turn in range(6):
                if (
                    turn != way
                    and not occupied[neighbours[6 * near + turn]]
                    and has_room(board, colours, occupied, near, turn, need - laid)
                ):
                    is_possible = True
                    break
            if is_possible:
                break
    for near in stretch[:laid]:
        occupied[near] = 0
    return is_possible


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
    in_reach = 0
    for good in matching:
        if away[good] <= left and not occupied[good]:
            in_reach += 1
    if own + in_reach < left:
        return False
    neighbours = board.neighbours
    laid = []
    is_possible = False
    for near in board.rays[6 * cell + way]:
        if occupied[near]:
            break
        if near not in matching:
            own -= 1
            if own < 0:
                break
        left -= 1
        occupied[near] = MARK
        laid.append(near)
        if colours[near] != PLAIN:
            if left:
                for turn in range(6):
                    if (
                        turn != way
                        and not occupied[neighbours[6 * near + turn]]
                        and fits(board, colours, occupied, matching, near, turn, left, own)
                    ):
                        is_possible = True
                        break
            else:
                is_possible = board.has_free_neighbour(occupied, near)
            if is_possible:
                break
        if not left:
            is_possible = is_possible or not occupied[neighbours[6 * near + way]]
            break
    for near in laid:
        occupied[near] = 0
    return is_possible
