"""The position: board, caravans, reserves, market, and the placement in progress.

Numbers in brackets are those of RULES.md. A piece of a caravan is one int, `8 * cell + kind`; the
kind is the colour of a good (0 to 4), `STANDING` or `LYING_DOWN` for a camel.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Self

from caravan_tui.games.caravanserai.custom import from_plain
from caravan_tui.games.caravanserai.pieces import PLAIN, TILE_NAMES, Board, Tile, board_for, turned
from caravan_tui.games.kit.fields import Flag, Mask, PerSeat, Plain, Range, Row, Shared
from caravan_tui.games.state import CHANCE, OVER, State

STANDING: Final = 5
LYING_DOWN: Final = 6
CAMELS: Final = 8
OWN_GOODS: Final = 3
LAST_ROUND: Final = 50
OFF: Final = 254
"""What `occupied` has for the cell off the board; a seat's piece there is seat + 1."""

# What is due next.
OUT_CATEGORY: Final = 0
OUT_TILE: Final = 1
TILES: Final = 2
GOODS: Final = 3
FIRST: Final = 4
START: Final = 5
WAY: Final = 6
CHOICE: Final = 7
TAKE: Final = 8
PUT: Final = 9
DONE: Final = 10
PHASES: Final = (
    "out category",
    "out tile",
    "tiles",
    "goods",
    "first",
    "start",
    "direction",
    "piece",
    "take",
    "put",
    "over",
)
"""The names of the phases in views."""

OUT_CATEGORIES: Final = (0, 2, 2, 1, 0, 0, 0)
OUT_TILES: Final = (0, 1, 1, 1, 3, 0, 0)
"""Categories and single tiles left out, by number of seats."""

END_REASONS: Final = ("", "market", "stuck", "limit")
"""Why a match is over: the market is empty (K-9), nobody can place (K-6), or the last round of all
has been played (K-12). Empty while it runs."""

MOST_SEATS: Final = 6
MOST_CELLS: Final = 210
MOST_GOODS: Final = 25
"""Goods of a colour in a match, at most."""
MOST_SIZE: Final = 31
MOST_PLACEMENTS: Final = MOST_SEATS * (LAST_ROUND + 1)

SEAT: Final = Range(0, MOST_SEATS - 1)
COLOUR: Final = Range(0, PLAIN - 1)
PIECE: Final = Range(0, 8 * MOST_CELLS - 1)
PIECES: Final = Range(0, MOST_CELLS)
GOODS_OF_A_COLOUR: Final = Range(0, MOST_GOODS)


def _per_stock(state: CaravanseraiPosition) -> int:
    return 5 * state.seats


def _per_tile(state: CaravanseraiPosition) -> int:
    return len(board_for(state.seats).tiles)


def _per_cell(state: CaravanseraiPosition) -> int:
    return board_for(state.seats).cells + 1


def _read_custom(data: Any) -> Any:
    from_plain(data)
    return data


def _read_reason(data: Any) -> str:
    if data not in END_REASONS:
        raise ValueError("not a reason for the end of a match")
    return str(data)


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class CaravanseraiPosition(State):
    """Where everything is. Setting up and placing pieces is in `rules`."""

    seats: Annotated[int, Range(1, MOST_SEATS)]
    expert: Annotated[bool, Flag()]
    custom: Annotated[Any, Plain(lambda custom: custom, _read_custom)]
    """The user's own tiles as plain data, None for the built-in ones."""
    tiles: tuple[Tile, ...] = field(init=False)
    board: Board = field(init=False)
    colours: bytes = field(init=False)
    """Colour of the caravanserai on each cell, or PLAIN."""
    sites: tuple[int, ...] = field(init=False)
    """The cells with a caravanserai."""

    phase: Annotated[int, Range(OUT_CATEGORY, DONE)]
    step: Annotated[int, Range(0, len(TILE_NAMES))] = 0
    """How much of the phase of the set-up is done."""
    out: Annotated[int, Mask(len(TILE_NAMES))] = 0
    """Tiles that are no longer in the box: removed or laid."""
    first: Annotated[int, SEAT] = 0
    seat: Annotated[int, SEAT] = 0
    round: Annotated[int, Range(0, LAST_ROUND)] = 0
    end_round: Annotated[int, Range(0, LAST_ROUND + 1)] = 0
    """The last round, once the market has been empty (K-9); 0 before."""
    clock: Annotated[int, Range(0, MOST_PLACEMENTS)] = 0
    """Placements so far."""
    skips: Annotated[int, Range(0, MOST_SEATS)] = 0
    """Turns skipped in a row."""
    why: Annotated[str, Plain(str, _read_reason)] = ""
    """Why the match is over: one of END_REASONS."""

    # The placement in progress
    head: Annotated[int, Range(0, MOST_CELLS - 1)] = 0
    way: Annotated[int, Range(0, 5)] = 0
    """The direction in which the next piece is laid."""
    laid: Annotated[int, PIECES] = 0
    """Pieces laid in this turn."""
    count: Annotated[int, PIECES] = 0
    """Those of them that count."""
    size: Annotated[int, Range(0, MOST_SIZE + 1)] = 0
    """Size that the next block follows: of the previous block or lying camel, 0 at first."""
    last: Annotated[int, Range(-1, PLAIN - 1)] = -1
    """Colour of the block directly before the next one, -1 if there is none."""
    colour: Annotated[int, COLOUR] = 0
    """Colour of the block in progress."""
    left: Annotated[int, Range(0, MOST_SIZE)] = 0
    """Goods of that block that are still to be laid."""
    touched: Annotated[int, Range(0, 3)] = 0
    """Caravanserais under that block: bit 0 for its colour, bit 1 for any other."""
    lying: Annotated[int, Range(0, 3)] = 0
    """Bit 0: this placement has a lying camel; bit 1: its last camel has been placed."""
    wanted: Annotated[int, COLOUR] = 0
    """Colour of the good to take from an opponent."""
    puts: Annotated[int, Range(0, 2 * CAMELS)] = 0
    """Goods that are still to be put on the board."""

    ground: Annotated[
        list[int], Row(Range(0, 8 * len(TILE_NAMES) - 1), 0, _per_tile), Shared
    ] = field(default_factory=list)  # fmt: skip
    """Laid tiles, 8 * tile + turn, in the order of the board's places."""
    goods: Annotated[bytearray, Row(Range(0, 1), _per_cell, make=bytearray)]
    """1 for each cell with a good on it."""
    caravans: Annotated[list[list[int]], PerSeat(Row(PIECE, 0, MOST_CELLS))]
    """The pieces of each seat, tail first."""
    occupied: bytearray = field(init=False)
    """By cell: the seat whose piece is there + 1, else 0."""
    camels: Annotated[list[int], PerSeat(Range(0, CAMELS))]
    """Camels in reserve."""
    stock: Annotated[list[int], Row(GOODS_OF_A_COLOUR, _per_stock)]
    """Goods in reserve, `stock[5 * seat + colour]`."""
    market: Annotated[list[int], Row(GOODS_OF_A_COLOUR, PLAIN)]
    latest: Annotated[list[int], PerSeat(Range(0, MOST_PLACEMENTS))]
    """When each seat last placed, by `clock`."""

    # Made by `python -m tools.copying`.
    def become(self, other: Self) -> None:
        self.seats = other.seats
        self.expert = other.expert
        self.custom = other.custom
        self.tiles = other.tiles
        self.board = other.board
        self.colours = other.colours
        self.sites = other.sites
        self.phase = other.phase
        self.step = other.step
        self.out = other.out
        self.first = other.first
        self.seat = other.seat
        self.round = other.round
        self.end_round = other.end_round
        self.clock = other.clock
        self.skips = other.skips
        self.why = other.why
        self.head = other.head
        self.way = other.way
        self.laid = other.laid
        self.count = other.count
        self.size = other.size
        self.last = other.last
        self.colour = other.colour
        self.left = other.left
        self.touched = other.touched
        self.lying = other.lying
        self.wanted = other.wanted
        self.puts = other.puts
        self.ground = other.ground
        self.goods = other.goods[:]
        self.caravans = [item[:] for item in other.caravans]
        self.occupied = other.occupied[:]
        self.camels = other.camels[:]
        self.stock = other.stock[:]
        self.market = other.market[:]
        self.latest = other.latest[:]

    def to_act(self) -> int:
        """The seat to decide, CHANCE during the set-up, or OVER."""
        phase = self.phase
        if phase == DONE:
            return OVER
        return self.seat if phase >= START else CHANCE

    def can_place(self, seat: int) -> bool:
        """Whether a seat has a camel to lay and its head a free neighbour (K-6)."""
        if not self.camels[seat]:
            return False
        return self.board.has_free_neighbour(self.occupied, self.caravans[seat][-1] >> 3)

    def eliminated(self) -> list[int]:
        """Seats that can never place again, whatever the others do (K-6).

        Those without a camel in reserve, and those whose heads are shut in by the edge, by
        themselves and by each other alone.
        """
        shut = [seat for seat in range(self.seats) if self.caravans[seat]]
        shut = [seat for seat in shut if not self.can_place(seat)]
        occupied, neighbours = self.occupied, self.board.neighbours
        changed = True
        while changed:
            changed = False
            for seat in shut:
                if not self.camels[seat]:
                    continue
                start = 6 * (self.caravans[seat][-1] >> 3)
                walls = {occupied[cell] for cell in neighbours[start : start + 6]}
                if any(wall != OFF and wall - 1 not in shut for wall in walls):
                    shut.remove(seat)
                    changed = True
                    break
        return shut

    # Results

    def scores(self) -> tuple[float, ...]:
        """The length of each caravan, in pieces."""
        return tuple([len(pieces) for pieces in self.caravans])

    def reserve(self, seat: int) -> int:
        """Pieces in reserve: camels and goods."""
        return self.camels[seat] + sum(self.stock[5 * seat : 5 * seat + 5])

    def outcome(self) -> tuple[int, ...]:
        """Ranks by length, then pieces in reserve, then the latest placement; never shared."""
        keys = [
            (len(self.caravans[seat]), self.reserve(seat), self.latest[seat], -seat)
            for seat in range(self.seats)
        ]
        best = sorted(keys, reverse=True)
        return tuple([best.index(key) + 1 for key in keys])

    # Derived fields

    def add_tile_colours(self, place: int) -> None:
        """Add the tile at a place to `colours` and `sites`, after those of all places before."""
        tile = self.ground[place]
        first, colour, second, other = turned(self.tiles[tile >> 3], tile & 7)
        first += 7 * place
        second += 7 * place
        colours = bytearray(self.colours)
        colours[first] = colour
        colours[second] = other
        self.colours = bytes(colours)
        self.sites += (first, second) if first < second else (second, first)

    def restored(self) -> None:
        """Set the derived fields; raise ValueError if the others contradict each other."""
        board = self.board = board_for(self.seats)
        self.tiles = from_plain(self.custom)
        if any(tile & 7 > 5 for tile in self.ground):
            raise ValueError("a tile has six turns")
        self.colours = bytes([PLAIN]) * (board.cells + 1)
        self.sites = ()
        for place in range(len(self.ground)):
            self.add_tile_colours(place)
        occupied = self.occupied = bytearray(board.cells + 1)
        occupied[board.cells] = OFF
        for seat, pieces in enumerate(self.caravans):
            for piece in pieces:
                cell = piece >> 3
                if cell >= board.cells:
                    raise ValueError(f"no cell {cell} on the board")
                if piece & 7 > LYING_DOWN:
                    raise ValueError("an unknown kind of piece")
                if occupied[cell]:
                    raise ValueError("two pieces on a cell")
                occupied[cell] = seat + 1
        self._check()

    def _check(self) -> None:
        board, phase, seat = self.board, self.phase, self.seat
        if self.first >= self.seats or seat >= self.seats:
            raise ValueError("no such seat")
        if (phase > TILES) != (len(self.ground) == len(board.tiles)):
            raise ValueError("the tiles laid do not fit the phase")
        cell = self.goods.find(1)
        while cell >= 0:
            if self.colours[cell] == PLAIN or self.occupied[cell]:
                raise ValueError("a good that is not on a free caravanserai")
            cell = self.goods.find(1, cell + 1)
        if phase == TILES and self.step != len(self.ground):
            raise ValueError("the number of tiles laid is not that of the steps done")
        steps = {GOODS: len(board.intermediate), START: self.seats}
        if self.step >= steps.get(phase, self.step + 1):
            raise ValueError("the set-up is further than its phase")
        if phase < WAY:
            return
        if not all(self.caravans):
            raise ValueError("a seat without a caravan")
        if phase == DONE:
            return
        pieces = self.caravans[seat]
        if self.head != pieces[-1] >> 3:
            raise ValueError("the placement is not at the head of the caravan")
        if phase != PUT and self.laid >= len(pieces):
            raise ValueError("more pieces laid than the caravan has")
        if phase == CHOICE and self.occupied[board.neighbours[6 * self.head + self.way]]:
            raise ValueError("the way is not free")
