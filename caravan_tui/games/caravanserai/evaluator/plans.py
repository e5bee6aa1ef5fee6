"""Whole placements of Caravanserai, found by a beam search and evaluated without playing them.

A placement is many small decisions, so the search is guided by whole ones: `plans` lists the best
that a seat could make from its head, or from the middle of the placement in progress. Counts of
goods are packed into one int, five bits per colour; cells on the way are bits of another.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.pieces import PLAIN
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CHOICE, STANDING, TAKE, WAY

BIT: Final = [1 << bit for bit in range(256)]
ONE: Final = [1 << 5 * colour for colour in range(6)]
TAIL: Final = 30
"""Pieces of the tail that are taken into account."""
FIRST: Final = itemgetter(0)

Plan = tuple[float, tuple[int, ...]]
"""Worth, and the steps from here to the last camel."""

Partial = tuple[float, int, int, int, int, int, int, int, int, int, int, tuple[int, ...]]
"""An unfinished placement: order in the beam, cell, direction or -1 where it is to be chosen, size
of the previous block, its colour, stock, cells used, pieces laid, count, goods won from outside,
1 if it has a lying camel, steps so far."""

Ending = tuple[int, int, int, int, int, tuple[int, ...]]
"""A block laid: last cell, direction or -1, cells used, caravanserai colours under it (bits),
board goods under it (packed), directions chosen within it."""


def endings(
    neighbours: list[int],
    colours: bytes,
    occupied: bytearray,
    goods: bytearray,
    start: int,
    way: int,
    left: int,
    used: int,
) -> list[Ending]:
    """All ways to lay `left` goods from a cell in a direction with a free cell after them."""
    complete: list[Ending] = []
    stack: list[tuple[int, int, int, int, int, int, tuple[int, ...]]] = [
        (start, way, left, used, 0, 0, ())
    ]
    while stack:
        cell, direction, rest, taken, sites, stock, steps = stack.pop()
        while True:
            cell = neighbours[6 * cell + direction]
            if occupied[cell] or taken & BIT[cell]:
                break
            taken |= BIT[cell]
            rest -= 1
            colour = colours[cell]
            if colour != PLAIN:
                sites |= BIT[colour]
                if goods[cell]:
                    stock += ONE[colour]
                if not rest:
                    complete.append((cell, -1, taken, sites, stock, steps))
                    break
                base = 6 * cell
                for turn in range(6):
                    ahead = neighbours[base + turn]
                    if not occupied[ahead] and not taken & BIT[ahead]:
                        stack.append((cell, turn, rest, taken, sites, stock, (*steps, turn)))
                break
            if not rest:
                ahead = neighbours[6 * cell + direction]
                if not occupied[ahead] and not taken & BIT[ahead]:
                    complete.append((cell, direction, taken, sites, stock, steps))
                break
    return complete


class Outlook:
    """What a seat's placements are evaluated by: its tail, its reserve, the turns it has left."""

    __slots__ = (
        "camels",
        "camels_back",
        "count",
        "laid",
        "length",
        "lying",
        "seat",
        "state",
        "stock",
        "stock_back",
        "takes",
        "turns",
        "views",
        "weights",
    )

    def __init__(
        self, state: CaravanseraiState, seat: int, turns: float, weights: tuple[float, ...]
    ) -> None:
        self.state = state
        self.seat = seat
        self.turns = turns
        """Placements that the seat will still make, including the one in progress."""
        self.weights = weights
        """`camels`, `turn`, `two`, `three`, `four`, `view`, `good` of the evaluator."""
        is_placing = state.seat == seat and state.laid > 0 and state.phase in (WAY, CHOICE, TAKE)
        pieces = state.caravans[seat]
        self.laid = state.laid if is_placing else 0
        self.count = state.count if is_placing else 0
        self.lying = state.lying & 1 if is_placing else 0
        self.length = len(pieces) - self.laid
        self.camels = state.camels[seat]
        base = 5 * seat
        stock = state.stock
        self.stock = (
            stock[base]
            | stock[base + 1] << 5
            | stock[base + 2] << 10
            | stock[base + 3] << 15
            | stock[base + 4] << 20
        )
        goods = camels = 0
        self.stock_back = [0]
        """`stock_back[n]`: the goods among the first n pieces of the tail, packed."""
        self.camels_back = [0]
        """`camels_back[n]`: the camels among the first n pieces of the tail."""
        for piece in pieces[:TAIL]:
            if piece & 7 < STANDING:
                goods += ONE[piece & 7]
            else:
                camels += 1
            self.stock_back.append(goods)
            self.camels_back.append(camels)
        self.takes = [
            1 if state.market[colour] or self._opponents_have(colour) else 0 for colour in range(5)
        ]
        """By colour: goods that a camel on a caravanserai wins, beside the one on the board."""
        self.views: dict[int, float] = {}

    def _opponents_have(self, colour: int) -> bool:
        stock = self.state.stock
        return sum(stock[colour::5]) > stock[5 * self.seat + colour]

    def worth(self, head: int, gain: int, count: int, stock: int, camels: int) -> float:
        """The length at the end of the match that a seat may expect after such a placement."""
        back = count if count <= TAIL else TAIL
        if back >= len(self.stock_back):
            back = len(self.stock_back) - 1
        stock += self.stock_back[back]
        camels += self.camels_back[back]
        turns = self.turns - 1.0
        if turns <= 0.0:
            return self.length + gain + 0.01 * (camels + goods_in(stock))
        view = self.views.get(head)
        if view is None:
            view = self.views[head] = open_land(self.state, head)
        return self.length + gain + self.growth(turns, stock, camels, view)

    def standing(self, turns: float) -> float:
        """The length that the seat may expect as it is, with `turns` more placements."""
        state, seat = self.state, self.seat
        length = self.length + self.laid - self.count
        if turns <= 0.0:
            return length + 0.01 * (self.camels + goods_in(self.stock))
        head = state.caravans[seat][-1] >> 3
        return length + self.growth(turns, self.stock, self.camels, open_land(state, head))

    def growth(self, turns: float, stock: int, camels: int, view: float) -> float:
        """The pieces by which a caravan may still grow: more turns need more camels, longer blocks
        more goods of a colour."""
        if not camels:
            return 0.0
        spare, rate, two, three, four, land, good = self.weights
        for _ in range(5):
            goods = stock & 31
            rate += good * goods
            if goods > 1:
                rate += two
                if goods > 2:
                    rate += three
                    if goods > 3:
                        rate += four
            stock >>= 5
        left = camels + spare
        return turns * left / (turns + left) * rate + view * land


def goods_in(stock: int) -> int:
    """The number of goods in a packed stock."""
    return (
        (stock & 31) + (stock >> 5 & 31) + (stock >> 10 & 31) + (stock >> 15 & 31) + (stock >> 20)
    )


def open_land(state: CaravanseraiState, head: int) -> float:
    """How open the land around a head is: free cells and caravanserais straight ahead."""
    occupied, colours, goods = state.occupied, state.colours, state.goods
    neighbours = state.board.neighbours
    value = 0.0
    for way in range(6):
        cell = head
        for weight in (1.0, 0.7, 0.5):
            cell = neighbours[6 * cell + way]
            if occupied[cell]:
                break
            value += 0.3 * weight
            if colours[cell] != PLAIN:
                value += 1.5 * weight if goods[cell] else weight
    return value if value < 6.0 else 6.0


def plans(state: CaravanseraiState, outlook: Outlook, beam: int) -> list[Plan]:
    """The whole placements that a seat could finish from here, best first.

    From the middle of the placement if one is in progress, else from the head. `beam` unfinished
    placements are kept after each block. Empty only if the seat cannot place.
    """
    seat = outlook.seat
    layer: list[Partial]
    if state.seat == seat and state.phase in (WAY, CHOICE):
        layer = _unfinished(state, outlook)
    else:
        head = state.caravans[seat][-1] >> 3
        layer = [(0.0, head, -1, 0, -1, outlook.stock, 0, 0, 0, 0, 0, ())]
    complete: list[Plan] = []
    while layer:
        after: list[Partial] = []
        for partial in layer:
            _expand(state, outlook, partial, complete, after)
        if len(after) > beam:
            after.sort(key=FIRST, reverse=True)
            del after[beam:]
        layer = after
    complete.sort(key=FIRST, reverse=True)
    return complete


def _expand(
    state: CaravanseraiState,
    outlook: Outlook,
    partial: Partial,
    complete: list[Plan],
    after: list[Partial],
) -> None:
    """Add everything that can follow: a last camel completes a plan, a block or a lying camel
    continues it."""
    _, cell, way, size, _, stock, used, laid, count, won, lying, steps = partial
    neighbours, occupied = state.board.neighbours, state.occupied
    colours, goods = state.colours, state.goods
    expert = state.expert
    camels = outlook.camels - lying
    low = size + 1
    for direction in range(6) if way < 0 else (way,):
        ahead = neighbours[6 * cell + direction]
        if occupied[ahead] or used & BIT[ahead]:
            continue
        path = (*steps, direction) if way < 0 else steps
        colour = colours[ahead]
        purse, prize = stock, 0
        if colour != PLAIN:
            prize = goods[ahead] + outlook.takes[colour]
            purse += prize * ONE[colour]
        value = outlook.worth(ahead, laid - count, count + 1, purse, camels - 1)
        complete.append((value, (*path, act.CAMEL)))
        most = max(stock & 31, stock >> 5 & 31, stock >> 10 & 31, stock >> 15 & 31, stock >> 20)
        for length in (low,) if size or expert else (1, 2):
            if most + 2 < length:
                continue
            for end in endings(neighbours, colours, occupied, goods, cell, direction, length, used):
                _blocks(partial, end, length, path, after)
        if expert and camels > 1 and not lying and not outlook.lying:
            order = laid - count + 0.3 * low + 0.5 * (won + prize)
            after.append(
                (
                    *(order, ahead, -1, low, -1, purse, used | BIT[ahead], laid + 1, count + 1),
                    *(won + prize, 1, (*path, act.LYING)),
                )
            )


def _blocks(
    partial: Partial, end: Ending, length: int, path: tuple[int, ...], after: list[Partial]
) -> None:
    """Add a block of each promising colour: one that is left out of the count, and those of the
    other colours with the most goods."""
    _, _, _, _, last, stock, _, laid, count, won, lying, _ = partial
    cell, way, used, sites, extra, bends = end
    best = second = out = -1
    most = more = 0
    for colour in range(5):
        if colour == last:
            continue
        have = (stock >> 5 * colour & 31) + (extra >> 5 * colour & 31)
        if have < length:
            continue
        if sites == BIT[colour]:
            out = colour
        elif have > most:
            second, more = best, most
            best, most = colour, have
        elif have > more:
            second, more = colour, have
    for colour in (out, best, second if out < 0 else -1):
        if colour < 0:
            continue
        free = extra >> 5 * colour & 31
        gone = 0 if colour == out else length
        after.append(
            (
                laid + length - count - gone + 0.3 * length + 0.5 * (won + free),
                *(cell, way, length, colour, stock - (length - free) * ONE[colour], used),
                *(laid + length, count + gone, won + free, lying),
                (*path, act.BLOCK + 32 * colour + length, *bends),
            )
        )


def _unfinished(state: CaravanseraiState, outlook: Outlook) -> list[Partial]:
    """The placement in progress as the first layer of the beam."""
    laid, count, stock = state.laid, outlook.count, outlook.stock
    head, size, last = state.head, state.size, state.last
    if not state.left:
        way = state.way if state.phase == CHOICE else -1
        return [(0.0, head, way, size, last, stock, 0, laid, count, 0, 0, ())]
    board, colour, left = state.board, state.colour, state.left
    layer: list[Partial] = []
    for way in range(6):
        if state.occupied[board.neighbours[6 * head + way]]:
            continue
        for end, on, used, sites, extra, bends in endings(
            board.neighbours, state.colours, state.occupied, state.goods, head, way, left, 0
        ):
            free = extra >> 5 * colour & 31
            if (stock >> 5 * colour & 31) + free < left:
                continue
            stays = state.touched == 1 and not sites & ~BIT[colour]
            layer.append(
                (
                    *(0.0, end, on, size, colour, stock - (left - free) * ONE[colour], used),
                    *(laid + left, count if stays else count + size, free, 0),
                    (way, *bends),
                )
            )
    return layer
