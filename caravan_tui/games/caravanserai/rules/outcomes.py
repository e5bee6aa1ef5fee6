"""What a placement comes to, worked out by the rules before it is played.

Nothing is hidden in this game, so a view gives back the whole position.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.pieces import PLAIN
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CHOICE, STANDING, WAY
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of


@frozen
class Preview:
    """A placement as far as it is chosen, as if the last camel came next."""

    laid: list[int]
    """Pieces of this turn, `8 * cell + kind`, the last camel only if it is chosen."""
    not_counted: list[int]
    """Cells of the blocks that do not count."""
    count: int
    """Pieces that count, with the last camel and all of an unfinished block."""
    returned: list[int]
    """Cells of the pieces that come back from the tail."""
    returned_camels: int
    length: int
    """The caravan's length after the tail step."""
    won: list[int]
    """Colours of the goods that the last step wins."""
    is_complete: bool
    """The last camel is chosen."""
    growth: int = 0
    """By how much the caravan would be longer than before the turn."""


def position_after(
    view: CaravanseraiView, steps: Sequence[int], start: CaravanseraiState | None = None
) -> CaravanseraiState | None:
    """The position after some steps; None if one of them is not legal. `start`: that of the view,
    if it is known; it stays as it is."""
    state = state_of(view) if start is None else start.clone()
    for step in steps:
        if step not in state.legal():
            return None
        state.apply(step)
    return state


def preview(
    view: CaravanseraiView, steps: Sequence[int], start: CaravanseraiState | None = None
) -> Preview | None:
    """What the placement in progress comes to after more steps; None if they are not legal.

    The last step may be the last camel. It is not played: its consequences are worked out.
    `start`: the position of the view, where it is known: it takes longer than the rest.
    """
    is_complete = bool(steps) and steps[-1] == act.CAMEL
    state = position_after(view, steps[:-1] if is_complete else steps, start)
    if state is None or state.phase not in (WAY, CHOICE):
        return None
    if is_complete and state.phase != CHOICE:
        return None
    seat = state.seat
    pieces = list(state.caravans[seat])
    won: list[int] = []
    if is_complete:
        cell = state.board.neighbours[6 * state.head + state.way]
        pieces.append(8 * cell + STANDING)
        won = goods_won(state, cell)
    elif steps and steps[-1] == act.LYING:
        before = view["stock"][seat]
        now = state.stock[5 * seat : 5 * seat + 5]
        won = [colour for colour in range(5) for _ in range(now[colour] - before[colour])]
    old = len(pieces) - state.laid - is_complete
    not_counted, goods = _not_counted(state, pieces[old:])
    total = len(pieces) + (0 if is_complete else 1 + state.left)
    count = total - old - goods
    returned = pieces[:count]
    return Preview(
        laid=pieces[old:],
        not_counted=not_counted,
        count=count,
        returned=[piece >> 3 for piece in returned],
        returned_camels=sum(1 for piece in returned if piece & 7 >= STANDING),
        length=total - count,
        won=won,
        is_complete=is_complete,
        growth=total - count - old,
    )


def growth_words(outcome: Preview) -> str:
    """The growth of a caravan with its sign: `+2`, `0`, `-1`."""
    return f"{outcome.growth:+d}" if outcome.growth else "0"


def goods_won(state: CaravanseraiState, cell: int) -> list[int]:
    """The colours of the goods that a camel would win on a cell, one for each good."""
    colour = state.colours[cell]
    if colour == PLAIN:
        return []
    own_goods = state.stock[5 * state.seat + colour]
    opponents_have = sum(state.stock[colour::5]) > own_goods
    return [colour] * (state.goods[cell] + bool(state.market[colour] or opponents_have))


def _not_counted(state: CaravanseraiState, laid: list[int]) -> tuple[list[int], int]:
    """Cells of the blocks that are left out of the count, and the number of goods in these blocks.

    Two neighbouring blocks differ in colour, so a row of goods of one colour is a block.
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
