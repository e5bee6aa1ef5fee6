"""The position: board, caravans, reserves, market, and the placement that is under way.

Numbers in brackets are those of RULES.md. A piece of a caravan is one int, `8 * cell + kind`; the
kind is the colour of a good (0 to 4), `STANDING` or `LYING_DOWN` for a camel.
"""

from __future__ import annotations

from typing import Self

from caravan_tui.games.caravanserai import lines
from caravan_tui.games.caravanserai.geometry import Board, board_for
from caravan_tui.games.caravanserai.tiles import PLAIN, Tile
from caravan_tui.games.contract import CHANCE, OVER, State

STANDING, LYING_DOWN = 5, 6
CAMELS, OWN_GOODS = 8, 3
LAST_ROUND = 50
OFF = 254
"""What `occupied` has for the cell off the board; a seat's piece there is seat + 1."""

# What is due next.
OUT_CATEGORY, OUT_TILE, TILES, GOODS, FIRST, START, WAY, CHOICE, TAKE, PUT, DONE = range(11)
PHASES = (
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

OUT_CATEGORIES = (0, 2, 2, 1, 0, 0, 0)
OUT_TILES = (0, 1, 1, 1, 3, 0, 0)
"""Categories and single tiles left out, by seats."""

SHARED = (
    *("seats", "expert", "house", "tiles", "board", "colours", "sites"),
    *("phase", "step", "out", "first", "seat", "round", "end_round", "clock", "skips", "why"),
    *("head", "way", "laid", "count", "size", "last", "colour", "left", "touched"),
    *("lying", "wanted", "puts"),
)
COPIED = ("ground", "goods", "occupied", "caravans", "camels", "stock", "market", "latest")


class Position(State):
    """What stands where, and what can be told of it; the moves are in `rules`."""

    __slots__ = (*SHARED, *COPIED)

    def begin(
        self, seats: int, expert: bool, tiles: tuple[Tile, ...], house: list[list[int]] | None
    ) -> None:
        """Set up the first position."""
        board = board_for(seats)
        self.seats = seats
        self.expert = expert
        self.tiles = tiles
        self.house = house
        self.board: Board = board
        self.colours = bytes([PLAIN]) * (board.cells + 1)
        """Colour of the caravanserai on each cell, or PLAIN."""
        self.sites: tuple[int, ...] = ()
        """The caravanserai cells, once all tiles lie."""
        self.phase = OUT_CATEGORY if OUT_CATEGORIES[seats] else OUT_TILE
        if not OUT_TILES[seats]:
            self.phase = TILES
        self.step = 0
        """How much of the phase of the set-up is done."""
        self.out = 0
        """Tiles that are not in the box any more: left out or laid, a bit each."""
        self.first = 0
        self.seat = 0
        self.round = 0
        self.end_round = 0
        """The last round, once the market was empty (K-9); 0 before."""
        self.clock = 0
        self.skips = 0
        self.why = ""
        """Why the match is over: `market`, `stuck` (K-6) or `limit` (K-12)."""
        # The placement under way.
        self.head = 0
        self.way = 0
        self.laid = 0
        self.count = 0
        self.size = 0
        """Size that the next block follows: of the block or lying camel before, 0 at first."""
        self.last = -1
        """Colour of the block just before the next one, -1 if none stands there."""
        self.colour = 0
        self.left = 0
        """Goods of the block under way that are still to be laid."""
        self.touched = 0
        """Caravanserai cells under that block: bit 0 of its colour, bit 1 of another."""
        self.lying = 0
        """Bit 0: a camel lies in this placement; bit 1: its last camel stands."""
        self.wanted = 0
        """Colour of the good to take from an opponent."""
        self.puts = 0
        self.ground: list[int] = []
        """Laid tiles, 8 * tile + turn, in the order of the board's places."""
        self.goods = bytearray(board.cells + 1)
        self.occupied = bytearray(board.cells + 1)
        self.occupied[board.cells] = OFF
        self.caravans: list[list[int]] = [[] for _ in range(seats)]
        self.camels = [CAMELS] * seats
        self.stock = [OWN_GOODS] * (5 * seats)
        """Goods in reserve, `stock[5 * seat + colour]`."""
        self.market = [7 if expert else 6] * 5
        self.latest = [0] * seats
        """When each seat placed last, by `clock`."""

    def clone(self) -> Self:
        """An independent copy; what never changes is shared."""
        new = self.__class__()
        new.seats = self.seats
        new.expert = self.expert
        new.tiles = self.tiles
        new.house = self.house
        new.board = self.board
        new.colours = self.colours
        new.sites = self.sites
        new.phase = self.phase
        new.step = self.step
        new.out = self.out
        new.first = self.first
        new.seat = self.seat
        new.round = self.round
        new.end_round = self.end_round
        new.clock = self.clock
        new.skips = self.skips
        new.why = self.why
        new.head = self.head
        new.way = self.way
        new.laid = self.laid
        new.count = self.count
        new.size = self.size
        new.last = self.last
        new.colour = self.colour
        new.left = self.left
        new.touched = self.touched
        new.lying = self.lying
        new.wanted = self.wanted
        new.puts = self.puts
        new.ground = self.ground if self.phase > TILES else self.ground[:]
        new.goods = self.goods[:]
        new.occupied = self.occupied[:]
        new.caravans = [pieces[:] for pieces in self.caravans]
        new.camels = self.camels[:]
        new.stock = self.stock[:]
        new.market = self.market[:]
        new.latest = self.latest[:]
        return new

    def to_act(self) -> int:
        """The seat that is to decide, CHANCE during the set-up, or OVER."""
        phase = self.phase
        if phase == DONE:
            return OVER
        return self.seat if phase >= START else CHANCE

    def can_place(self, seat: int) -> bool:
        """Whether a seat has a camel to lay and its head a free neighbour (K-6)."""
        if not self.camels[seat]:
            return False
        return lines.has_neighbour(self.board, self.occupied, self.caravans[seat][-1] >> 3)

    def never(self) -> list[int]:
        """Seats that can never place again, whatever the others do (K-6).

        A seat without a camel in reserve is one, and so are seats whose heads are shut in by the
        edge, by themselves and by each other alone.
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
                at = 6 * (self.caravans[seat][-1] >> 3)
                walls = {occupied[cell] for cell in neighbours[at : at + 6]}
                if any(wall != OFF and wall - 1 not in shut for wall in walls):
                    shut.remove(seat)
                    changed = True
                    break
        return shut

    # Results.

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
