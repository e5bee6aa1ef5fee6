"""What a placement would do: previews for the screen, worked out from a view alone.

Nothing is hidden in this game, so a view gives back the whole position; what is legal and what
happens comes from the rules themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import view as views
from caravan_tui.games.caravanserai.position import CHOICE, STANDING, WAY
from caravan_tui.games.caravanserai.rules import CaravanState
from caravan_tui.games.caravanserai.tiles import PLAIN
from caravan_tui.games.contract import View

STEPS_TRIED = 6000
"""Steps after which the list of placements is cut off, short placements first."""

Moment = tuple[int, int, int, int, int, int]
"""Where a placement stands: clock, pieces laid, head, way, goods left to lay, pieces counted."""


@frozen
class Outline:
    """A placement as far as it is chosen, as if the last camel came next."""

    laid: list[int]
    """Pieces of this turn, `8 * cell + kind`, the last camel only if it is chosen."""
    left_out: list[int]
    """Cells of the blocks that do not count."""
    count: int
    """Pieces that count, with the last camel and all of an unfinished block."""
    back: list[int]
    """Cells of the pieces that come back from the tail."""
    camels_back: int
    length: int
    """The caravan's length after the tail step."""
    won: list[int]
    """Colours of the goods that the last step wins."""
    done: bool
    """The last camel is chosen."""


def after(view: View, steps: Sequence[int]) -> CaravanState | None:
    """The position after some steps; None if one of them is not legal."""
    state = views.from_view(view)
    for step in steps:
        if step not in state.legal():
            return None
        state.apply(step)
    return state


def moment_of(view: View) -> Moment:
    """Where a placement stands."""
    place = view["placement"]
    laid, head, way = place["laid"], place["head"], place["way"]
    return view["clock"], laid, head, way, place["left"], place["count"]


def foreseen(view: View, steps: Sequence[int]) -> list[tuple[Moment, int]]:
    """The steps after the first, each with where the placement stands before it."""
    found: list[tuple[Moment, int]] = []
    for at in range(1, len(steps)):
        state = after(view, steps[:at])
        if state is None:
            break
        moment = (state.clock, state.laid, state.head, state.way, state.left, state.count)
        found.append((moment, steps[at]))
    return found


def outline(view: View, steps: Sequence[int]) -> Outline | None:
    """What the placement under way comes to after some more steps; None if they are not legal.

    The last step may be the last camel. It is not carried out: what follows from it is told.
    """
    done = bool(steps) and steps[-1] == act.CAMEL
    state = after(view, steps[:-1] if done else steps)
    if state is None or state.phase not in (WAY, CHOICE) or (done and state.phase != CHOICE):
        return None
    seat = state.seat
    pieces = list(state.caravans[seat])
    won: list[int] = []
    if done:
        cell = state.board.neighbours[6 * state.head + state.way]
        pieces.append(8 * cell + STANDING)
        won = wins(state, cell)
    elif steps and steps[-1] == act.LYING:
        before = view["stock"][seat]
        now = state.stock[5 * seat : 5 * seat + 5]
        won = [c for c in range(5) for _ in range(now[c] - before[c])]
    old = len(pieces) - state.laid - done
    left_out, kept = _left_out(state, pieces[old:])
    total = len(pieces) + (0 if done else 1 + state.left)
    count = total - old - kept
    back = pieces[:count]
    return Outline(
        laid=pieces[old:],
        left_out=left_out,
        count=count,
        back=[piece >> 3 for piece in back],
        camels_back=sum(1 for piece in back if piece & 7 >= STANDING),
        length=total - count,
        won=won,
        done=done,
    )


def wins(state: CaravanState, cell: int) -> list[int]:
    """The colours of the goods that a camel would win on a cell, one for each good."""
    colour = state.colours[cell]
    if colour == PLAIN:
        return []
    mine = state.stock[5 * state.seat + colour]
    others = sum(state.stock[colour::5]) > mine
    return [colour] * (state.goods[cell] + bool(state.market[colour] or others))


def _left_out(state: CaravanState, laid: list[int]) -> tuple[list[int], int]:
    """Cells of the blocks that are left out of the count, and how many goods these blocks have.

    Two blocks side by side differ in colour, so a row of goods of one colour is a block.
    """
    cells: list[int] = []
    goods = 0
    start = 0
    while start < len(laid):
        kind = laid[start] & 7
        end = start + 1
        if kind < STANDING:
            while end < len(laid) and laid[end] & 7 == kind:
                end += 1
            block = [piece >> 3 for piece in laid[start:end]]
            sites = {state.colours[cell] for cell in block} - {PLAIN}
            if sites == {kind}:
                cells += block
                goods += len(block) + (state.left if end == len(laid) else 0)
        start = end
    return cells, goods


def covered(view: View, step: int) -> set[int]:
    """The cells that pieces could take by a step: a block on any way that finishes it, a direction
    with any block after it, a camel."""
    state = after(view, [step])
    if state is None or state.phase not in (WAY, CHOICE):
        return set()
    found: set[int] = set()
    before = views.from_view(view)
    if before.phase == WAY and not before.left:
        ahead = state.board.neighbours[6 * state.head + state.way]
        found.add(ahead)
        for block in state.legal():
            if block < act.LYING:
                further = state.clone()
                further.apply(block)
                _cover(further, state.laid, found)
        return found
    _cover(state, before.laid, found)
    return found


def _cover(state: CaravanState, laid: int, found: set[int]) -> None:
    """Add the cells of all ways to finish the block that is under way."""
    pieces = state.caravans[state.seat]
    found.update(piece >> 3 for piece in pieces[len(pieces) - state.laid + laid :])
    if state.phase == WAY and state.left:
        for way in state.legal():
            further = state.clone()
            further.apply(way)
            _cover(further, laid, found)


def placements(view: View, cell: int, tried: int = STEPS_TRIED) -> tuple[list[list[int]], bool]:
    """The placements that put their last camel on a cell, as steps from here, and whether all were
    found within so many steps tried. Longest caravan first, then the shortest row of steps."""
    start = views.from_view(view)
    if start.phase not in (WAY, CHOICE):
        return [], True
    found: list[tuple[int, int, list[int]]] = []
    queue: deque[tuple[CaravanState, list[int]]] = deque([(start, [])])
    seat, neighbours = start.seat, start.board.neighbours
    while queue and tried > 0:
        state, steps = queue.popleft()
        for step in state.legal():
            tried -= 1
            if step == act.CAMEL:
                if neighbours[6 * state.head + state.way] == cell:
                    grown = len(state.caravans[seat]) - state.count
                    found.append((-grown, len(steps), [*steps, step]))
                continue
            further = state.clone()
            further.apply(step)
            if further.phase in (WAY, CHOICE) and not further.occupied[cell]:
                queue.append((further, [*steps, step]))
    found.sort(key=lambda item: item[:2])
    return [steps for _, _, steps in found], not queue
