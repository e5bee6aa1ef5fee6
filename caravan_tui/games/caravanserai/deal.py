"""The set-up: which tiles are left out, how they lie, what is stocked, and who begins (K-16)."""

from __future__ import annotations

from random import Random

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.position import (
    FIRST,
    GOODS,
    OUT_CATEGORIES,
    OUT_CATEGORY,
    OUT_TILE,
    OUT_TILES,
    START,
    TILES,
    Position,
)
from caravan_tui.games.caravanserai.tiles import A_CATEGORY, PLAIN, turned
from caravan_tui.games.contract import Event


class Deal(Position):
    """A position and the chance before its first turn."""

    __slots__ = ()

    def outcomes(self) -> list[int]:
        """What chance may bring, ascending; empty when the match is over."""
        phase = self.phase
        if phase == OUT_CATEGORY:
            full = (1 << A_CATEGORY) - 1
            return [
                act.OUT_CATEGORY + at for at in range(6) if not self.out & full << at * A_CATEGORY
            ]
        if phase == OUT_TILE:
            return [act.OUT_TILE + tile for tile in self._tiles_to_leave_out()]
        if phase == TILES:
            return [
                act.lay_tile(self.step, tile, turn)
                for tile in range(30)
                if not self.out >> tile & 1
                for turn in range(6)
            ]
        if phase == GOODS:
            return [act.GOOD + cell for cell in self._stockable(self.step)]
        if phase == FIRST:
            return [act.FIRST + seat for seat in range(self.seats)]
        return []

    def _tiles_to_leave_out(self) -> list[int]:
        free = [tile for tile in range(30) if not self.out >> tile & 1]
        if self.seats == 4 and self.step:
            category = (self.out.bit_length() - 1) // A_CATEGORY
            free = [tile for tile in free if tile // A_CATEGORY == category]
        return free

    def _stockable(self, step: int) -> list[int]:
        """The caravanserai cells of an intermediate tile whose colour the market still has."""
        start = 7 * self.board.intermediate[step]
        return [
            cell
            for cell in range(start, start + 7)
            if self.colours[cell] != PLAIN and self.market[self.colours[cell]]
        ]

    def draw(self, rng: Random) -> int:
        """One outcome of the set-up; all are equally likely."""
        moves = self.outcomes()
        return moves[rng.randrange(len(moves))]

    def befall(self, action: int, events: list[Event] | None) -> None:
        """Carry out an outcome."""
        phase = self.phase
        self.step += 1
        if phase == OUT_CATEGORY:
            category = action - act.OUT_CATEGORY
            self.out |= ((1 << A_CATEGORY) - 1) << category * A_CATEGORY
            if events is not None:
                events.append(("out category", category))
            if self.step == OUT_CATEGORIES[self.seats]:
                self.phase, self.step = OUT_TILE, 0
        elif phase == OUT_TILE:
            self.out |= 1 << action - act.OUT_TILE
            if events is not None:
                events.append(("out tile", action - act.OUT_TILE))
            if self.step == OUT_TILES[self.seats]:
                self.phase, self.step = TILES, 0
        elif phase == TILES:
            place, tile, turn = act.laid_tile(action)
            self.lay_tile(place, tile, turn)
            if events is not None:
                u, v = self.board.tiles[place]
                events.append(("tile", u, v, tile, turn))
            if self.step == len(self.board.tiles):
                self.find_sites()
                self.phase = GOODS
                self._next_stocked(0)
        elif phase == GOODS:
            cell = action - act.GOOD
            self.goods[cell] = 1
            self.market[self.colours[cell]] -= 1
            if events is not None:
                events.append(("stock", self.board.names[cell], self.colours[cell]))
            self._next_stocked(self.step)
        else:
            self.first = self.seat = action - act.FIRST
            self.phase, self.step = START, 0
            if events is not None:
                events.append(("first", self.first))

    def lay_tile(self, place: int, tile: int, turn: int) -> None:
        """Put a tile on the next place of the board, turned by so many sixths."""
        self.out |= 1 << tile
        self.ground.append(8 * tile + turn)
        colours = bytearray(self.colours)
        first, colour, second, other = turned(self.tiles[tile], turn)
        colours[7 * place + first] = colour
        colours[7 * place + second] = other
        self.colours = bytes(colours)

    def find_sites(self) -> None:
        """List the caravanserai cells of the tiles that lie."""
        colours = self.colours
        self.sites = tuple([at for at in range(self.board.cells) if colours[at] != PLAIN])

    def _next_stocked(self, step: int) -> None:
        """On to the next intermediate tile that can get a good, or to the first seat."""
        while step < len(self.board.intermediate) and not self._stockable(step):
            step += 1
        self.step = step
        if step == len(self.board.intermediate):
            self.phase = FIRST
