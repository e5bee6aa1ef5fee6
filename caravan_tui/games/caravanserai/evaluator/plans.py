"""Whole placements of Caravanserai, found by a beam search and evaluated without playing them.

A placement is many small decisions, so the search is guided by whole ones: `plans` lists the best
that a seat could make from its head, or from the middle of the placement in progress. Counts of
goods are packed into one int, five bits per colour.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final, final

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

Cells = tuple[int, ...]

Partial = tuple[float, int, int, int, int, int, Cells, int, int, int, int, tuple[int, ...]]
"""An unfinished placement: order in the beam, cell, direction or -1 where it is to be chosen, size
of the previous block, its colour, stock, cells used, pieces laid, count, goods won from outside,
1 if it has a lying camel, steps so far."""


class Endings:
    """All ways to lay some goods from a cell in a direction with a free cell after them; what is
    made of one is up to `end`."""

    __slots__ = ("colours", "goods", "neighbours", "occupied")

    def __init__(self, state: CaravanseraiState, occupied: bytes, goods: bytes) -> None:
        self.neighbours = state.board.neighbours
        self.colours = state.colours
        self.occupied = occupied
        self.goods = goods

    def lay(
        self, cell: int, way: int, left: int, taken: int, sites: int, stock: int, bends: Cells
    ) -> None:
        """Lay `left` goods from a cell on. The others say what has been laid: its cells (packed),
        caravanserai colours under it (bits), board goods under it (packed), directions chosen."""
        neighbours, colours, occupied = self.neighbours, self.colours, self.occupied
        while True:
            cell = neighbours[6 * cell + way]
            # Only a block that has turned can meet itself.
            if occupied[cell] or (bends and _holds(taken, cell)):
                return
            taken = taken << CELL_BITS | cell + 1
            left -= 1
            colour = colours[cell]
            if colour != PLAIN:
                sites |= BIT[colour]
                if self.goods[cell]:
                    stock += ONE[colour]
                if not left:
                    self.end(cell, -1, taken, sites, stock, bends)
                    return
                base = 6 * cell
                # A straight block is met again only by going back.
                back = (way + 3) % 6 if taken >> CELL_BITS and not bends else -1
                for turn in range(5, -1, -1):
                    ahead = neighbours[base + turn]
                    if (
                        not occupied[ahead]
                        and turn != back
                        and not (bends and _holds(taken, ahead))
                    ):
                        self.lay(cell, turn, left, taken, sites, stock, (*bends, turn))
                return
            if not left:
                ahead = neighbours[6 * cell + way]
                if not occupied[ahead] and not (bends and _holds(taken, ahead)):
                    self.end(cell, way, taken, sites, stock, bends)
                return

    def end(self, cell: int, way: int, taken: int, sites: int, stock: int, bends: Cells) -> None:
        """Make something of a block laid; `way` is -1 where it is to be chosen."""
        raise NotImplementedError


CELL_BITS: Final = 9


def _holds(taken: int, cell: int) -> bool:
    """Whether a cell is among packed ones."""
    cell += 1
    while taken:
        if taken & 511 == cell:
            return True
        taken >>= CELL_BITS
    return False


def _unpacked(taken: int) -> Cells:
    """Packed cells, the last one first."""
    cells = []
    while taken:
        cells.append((taken & 511) - 1)
        taken >>= CELL_BITS
    return tuple(cells)


class Outlook:
    """What a seat's placements are evaluated by: its tail, its reserve, the turns it has left."""

    __slots__ = (
        "camels",
        "camels_back",
        "colours",
        "count",
        "goods",
        "laid",
        "length",
        "lying",
        "neighbours",
        "occupied",
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
        self.neighbours, self.colours = state.board.neighbours, state.colours
        self.occupied = bytes(state.occupied)
        self.goods = bytes(state.goods)
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
            view = self.views[head] = open_land(
                self.neighbours, self.colours, self.occupied, self.goods, head
            )
        return self.length + gain + self.growth(turns, stock, camels, view)

    def standing(self, turns: float) -> float:
        """The length that the seat may expect as it is, with `turns` more placements."""
        state, seat = self.state, self.seat
        length = self.length + self.laid - self.count
        if turns <= 0.0:
            return length + 0.01 * (self.camels + goods_in(self.stock))
        head = state.caravans[seat][-1] >> 3
        land = open_land(self.neighbours, self.colours, self.occupied, self.goods, head)
        return length + self.growth(turns, self.stock, self.camels, land)

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


def open_land(
    neighbours: list[int], colours: bytes, occupied: bytes, goods: bytes, head: int
) -> float:
    """How open the land around a head is: free cells and caravanserais straight ahead."""
    value = 0.0
    for way in range(6):
        cell = head
        for step in range(3):
            cell = neighbours[6 * cell + way]
            if occupied[cell]:
                break
            weight = _NEARNESS[step]
            value += 0.3 * weight
            if colours[cell] != PLAIN:
                value += 1.5 * weight if goods[cell] else weight
    return value if value < 6.0 else 6.0


_NEARNESS: Final[list[float]] = [1.0, 0.7, 0.5]


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
        layer = [(0.0, head, -1, 0, -1, outlook.stock, (), 0, 0, 0, 0, ())]
    complete: list[Plan] = []
    blocks = _Blocks(state, outlook.occupied, outlook.goods, beam)
    while layer:
        after: list[Partial] = []
        blocks.after = after
        for partial in layer:
            _expand(state, outlook, partial, complete, blocks)
        layer = after
    complete.sort(key=FIRST, reverse=True)
    return complete


def _expand(
    state: CaravanseraiState,
    outlook: Outlook,
    partial: Partial,
    complete: list[Plan],
    blocks: _Blocks,
) -> None:
    """Add everything that can follow: a last camel completes a plan, a block or a lying camel
    continues it, if it is among the best so far."""
    _, cell, way, size, last, stock, used, laid, count, won, lying, steps = partial
    neighbours, colours = state.board.neighbours, state.colours
    occupied, goods = outlook.occupied, outlook.goods
    if used:
        marked = bytearray(occupied)
        for taken in used:
            marked[taken] = 1
        occupied = bytes(marked)
    expert = state.expert
    camels = outlook.camels - lying
    low = size + 1
    most = most_of_a_colour(stock)
    after, beam = blocks.after, blocks.beam
    blocks.occupied = occupied
    blocks.last = last
    blocks.purse = stock
    blocks.laid = laid
    blocks.count = count
    blocks.won = won
    blocks.used = used
    blocks.lying = lying
    for direction in range(6) if way < 0 else range(way, way + 1):
        ahead = neighbours[6 * cell + direction]
        if occupied[ahead]:
            continue
        path = (*steps, direction) if way < 0 else steps
        colour = colours[ahead]
        purse, prize = stock, 0
        if colour != PLAIN:
            prize = goods[ahead] + outlook.takes[colour]
            purse += prize * ONE[colour]
        value = outlook.worth(ahead, laid - count, count + 1, purse, camels - 1)
        complete.append((value, (*path, act.CAMEL)))
        blocks.path = path
        if size or expert:
            if most + 2 >= low:
                blocks.length = low
                blocks.lay(cell, direction, low, 0, 0, 0, ())
        else:
            for length in range(1, 3):
                if most + 2 >= length:
                    blocks.length = length
                    blocks.lay(cell, direction, length, 0, 0, 0, ())
        if expert and camels > 1 and not lying and not outlook.lying:
            order = laid - count + 0.3 * low + 0.5 * (won + prize)
            if len(after) < beam or order > after[-1][0]:
                camel: Partial = (
                    *(order, ahead, -1, low, -1, purse, (*used, ahead), laid + 1, count + 1),
                    *(won + prize, 1, (*path, act.LYING)),
                )
                _keep(after, camel, beam)


def most_of_a_colour(stock: int) -> int:
    """The most goods of one colour in a packed stock."""
    most = 0
    while stock:
        if stock & 31 > most:
            most = stock & 31
        stock >>= 5
    return most


def _keep(after: list[Partial], partial: Partial, beam: int) -> None:
    """Put a partial placement in its place among the best, which are sorted: of equal ones the
    first comes first."""
    order = partial[0]
    place = len(after)
    while place and after[place - 1][0] < order:
        place -= 1
    after.insert(place, partial)
    if len(after) > beam:
        after.pop()


@final
class _Blocks(Endings):
    """Continues a partial placement by a block of each promising colour: one that is left out of
    the count, and those of the other colours with the most goods."""

    __slots__ = (
        "after",
        "beam",
        "count",
        "laid",
        "last",
        "length",
        "lying",
        "path",
        "purse",
        "used",
        "won",
    )

    def __init__(self, state: CaravanseraiState, occupied: bytes, goods: bytes, beam: int) -> None:
        """`_expand` says which placement is continued."""
        super().__init__(state, occupied, goods)
        self.last = -1
        """The colour of the block before."""
        self.purse = 0
        """The goods of the seat, packed."""
        self.laid = self.count = self.won = self.lying = self.length = 0
        self.used: Cells = ()
        self.path: tuple[int, ...] = ()
        self.after: list[Partial] = []
        """The best `beam` so far, sorted."""
        self.beam = beam

    def end(self, cell: int, way: int, taken: int, sites: int, stock: int, bends: Cells) -> None:
        purse, last, length = self.purse, self.last, self.length
        best = second = out = -1
        most = more = 0
        for colour in range(5):
            if colour == last:
                continue
            shift = 5 * colour
            have = (purse >> shift & 31) + (stock >> shift & 31)
            if have < length:
                continue
            if sites == BIT[colour]:
                out = colour
            elif have > most:
                second, more = best, most
                best, most = colour, have
            elif have > more:
                second, more = colour, have
        if out >= 0:
            self._add(out, 0, cell, way, taken, stock, bends)
            second = -1
        if best >= 0:
            self._add(best, length, cell, way, taken, stock, bends)
        if second >= 0:
            self._add(second, length, cell, way, taken, stock, bends)

    def _add(
        self, colour: int, gone: int, cell: int, way: int, taken: int, stock: int, bends: Cells
    ) -> None:
        """Add a block of a colour; `gone`: the pieces that leave the tail for it."""
        after, beam, length = self.after, self.beam, self.length
        free = stock >> 5 * colour & 31
        laid, count, won = self.laid + length, self.count + gone, self.won + free
        order = laid - count + 0.3 * length + 0.5 * won
        if len(after) < beam or order > after[-1][0]:
            purse = self.purse - (length - free) * ONE[colour]
            block: Partial = (
                *(order, cell, way, length, colour, purse, (*self.used, *_unpacked(taken)), laid),
                *(count, won, self.lying),
                (*self.path, act.BLOCK + 32 * colour + length, *bends),
            )
            _keep(after, block, beam)


@final
class _Rests(Endings):
    """Gathers the ways to lay the rest of a block that has been begun."""

    __slots__ = ("colour", "count", "first", "laid", "layer", "left", "size", "stock", "touched")

    def __init__(self, state: CaravanseraiState, outlook: Outlook) -> None:
        super().__init__(state, outlook.occupied, outlook.goods)
        self.colour, self.left, self.size = state.colour, state.left, state.size
        self.touched, self.laid = state.touched, state.laid
        self.count, self.stock = outlook.count, outlook.stock
        self.first = 0
        """The direction that it goes on in."""
        self.layer: list[Partial] = []

    def end(self, cell: int, way: int, taken: int, sites: int, stock: int, bends: Cells) -> None:
        colour, left = self.colour, self.left
        free = stock >> 5 * colour & 31
        if (self.stock >> 5 * colour & 31) + free < left:
            return
        stays = self.touched == 1 and not sites & ~BIT[colour]
        purse = self.stock - (left - free) * ONE[colour]
        rest: Partial = (
            *(0.0, cell, way, self.size, colour, purse, _unpacked(taken), self.laid + left),
            *(self.count if stays else self.count + self.size, free, 0, (self.first, *bends)),
        )
        self.layer.append(rest)


def _unfinished(state: CaravanseraiState, outlook: Outlook) -> list[Partial]:
    """The placement in progress as the first layer of the beam."""
    head = state.head
    if not state.left:
        way = state.way if state.phase == CHOICE else -1
        start: Partial = (
            *(0.0, head, way, state.size, state.last, outlook.stock, (), state.laid),
            *(outlook.count, 0, 0, ()),
        )
        return [start]
    rests = _Rests(state, outlook)
    for way in range(6):
        if not outlook.occupied[state.board.neighbours[6 * head + way]]:
            rests.first = way
            rests.lay(head, way, state.left, 0, 0, 0, ())
    return rests.layer
