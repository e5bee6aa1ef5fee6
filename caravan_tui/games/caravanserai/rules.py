"""The rules in play: board, caravans, reserves, market, and the placement that is under way.

Numbers in brackets are those of RULES.md. A piece of a caravan is one int, `8 * cell + kind`; the
kind is the colour of a good (0 to 4), `STANDING` or `LYING_DOWN` for a camel.
"""

from __future__ import annotations

from random import Random

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import lines
from caravan_tui.games.caravanserai.geometry import OUTER, Board, board_for
from caravan_tui.games.caravanserai.tiles import A_CATEGORY, PLAIN, Tile, turned
from caravan_tui.games.contract import CHANCE, OVER, Event, State

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


class CaravanState(State):
    """A position of Caravanserai."""

    __slots__ = (*SHARED, *COPIED)

    def __init__(
        self, seats: int, expert: bool, tiles: tuple[Tile, ...], house: list[list[int]] | None
    ) -> None:
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

    def clone(self) -> CaravanState:
        """An independent copy; what never changes is shared."""
        new = CaravanState.__new__(CaravanState)
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

    # What is legal.

    def legal(self) -> list[int]:
        """All moves of the actor, ascending. A step that cannot be finished is not among them."""
        phase = self.phase
        if phase == CHOICE:
            return self._choices()
        if phase == WAY:
            return self._ways()
        if phase == PUT:
            return [act.PUT + cell for cell in self.free_sites()]
        if phase == TAKE:
            return [act.TAKE + seat for seat in self._givers(self.wanted)]
        if phase == START:
            return self._starts()
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

    def _starts(self) -> list[int]:
        occupied, ring = self.occupied, self.board.ring
        return [
            act.START + cell
            for cell in self.sites
            if ring[cell // 7] == OUTER and not occupied[cell]
        ]

    def _ways(self) -> list[int]:
        board, occupied = self.board, self.occupied
        head, left = self.head, self.left
        around = board.neighbours[6 * head : 6 * head + 6]
        if not left:
            return [way for way in range(6) if not occupied[around[way]]]
        own = self.stock[5 * self.seat + self.colour]
        matching = self._matching(self.colour) if own < left else []
        return [
            way
            for way in range(6)
            if not occupied[around[way]]
            and lines.fits(board, self.colours, occupied, matching, head, way, left, own)
        ]

    def _matching(self, colour: int) -> list[int]:
        """Cells with a board good of a colour."""
        found = []
        goods, colours = self.goods, self.colours
        at = goods.find(1)
        while at >= 0:
            if colours[at] == colour:
                found.append(at)
            at = goods.find(1, at + 1)
        return found

    def _choices(self) -> list[int]:
        board, colours, occupied = self.board, self.colours, self.occupied
        head, way, last = self.head, self.way, self.last
        moves: list[int] = []
        base = 5 * self.seat
        low = self.size + 1
        high = 2 if low == 1 and not self.expert else low
        room = [-1, -1, -1]
        for colour in range(5):
            if colour == last:
                continue
            own = self.stock[base + colour]
            matching: list[int] | None = None
            for size in range(low, high + 1):
                if own >= size:
                    known = room[size - low]
                    if known < 0:
                        known = int(lines.has_room(board, colours, occupied, head, way, size + 1))
                        room[size - low] = known
                    if not known:
                        break
                else:
                    if matching is None:
                        matching = self._matching(colour)
                    if not matching or not lines.fits(
                        board, colours, occupied, matching, head, way, size, own
                    ):
                        continue
                moves.append(act.BLOCK + 32 * colour + size)
        if (
            self.expert
            and not self.lying
            and self.camels[self.seat] > 1
            and lines.has_neighbour(board, occupied, board.neighbours[6 * head + way])
        ):
            moves.append(act.LYING)
        moves.append(act.CAMEL)
        return moves

    def free_sites(self) -> list[int]:
        """The cells where a good of the market may be put: caravanserai, empty (K-8)."""
        colours, occupied, goods, market = self.colours, self.occupied, self.goods, self.market
        return [
            cell
            for cell in self.sites
            if not occupied[cell] and not goods[cell] and market[colours[cell]]
        ]

    def _givers(self, colour: int) -> list[int]:
        return [
            seat
            for seat in range(self.seats)
            if seat != self.seat and self.stock[5 * seat + colour]
        ]

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

    # Chance.

    def draw(self, rng: Random) -> int:
        """One outcome of the set-up; all are equally likely."""
        moves = self.legal()
        return moves[rng.randrange(len(moves))]

    def _apply_chance(self, action: int, events: list[Event] | None) -> None:
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

    # A seat's moves.

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        """Play a move of the actor in place."""
        phase = self.phase
        if phase == CHOICE:
            if action == act.CAMEL:
                self._end_with_camel(events)
            elif action == act.LYING:
                self._lay_camel_down(events)
            else:
                self.colour = (action - act.BLOCK) >> 5
                self.left = self.size = (action - act.BLOCK) & 31
                self.touched = 0
                self._lay_goods(events)
        elif phase == WAY:
            self.way = action
            if events is not None:
                events.append(("way", self.seat, action))
            if self.left:
                self._lay_goods(events)
            else:
                self.phase = CHOICE
        elif phase == PUT:
            self._put(action - act.PUT, events)
        elif phase == TAKE:
            self._take(action - act.TAKE, events)
        elif phase == START:
            self._start(action - act.START, events)
        else:
            self._apply_chance(action, events)

    def _start(self, cell: int, events: list[Event] | None) -> None:
        seat = self.seat
        self.caravans[seat].append(8 * cell + STANDING)
        self.occupied[cell] = seat + 1
        self.camels[seat] -= 1
        self.clock += 1
        self.latest[seat] = self.clock
        colour = self.colours[cell]
        got = self.market[colour] > 0
        if events is not None:
            events.append(("start", seat, self.board.names[cell], colour, got))
        if got:
            self._leave_market(colour, events)
            self.stock[5 * seat + colour] += 1
        self.step += 1
        self.seat = (seat + 1) % self.seats
        if self.step == self.seats:
            self.step = 0
            self._begin_round(events)
            self._begin_turn(events)

    def _leave_market(self, colour: int, events: list[Event] | None) -> None:
        """A good leaves the market; the last one of all starts the end (K-9)."""
        self.market[colour] -= 1
        if not self.end_round and not any(self.market):
            self.end_round = self.round + (self.seats > 1)
            if events is not None:
                events.append(("market empty", self.seat, self.end_round, self.seats))

    def _lay(self, cell: int, kind: int) -> None:
        self.occupied[cell] = self.seat + 1
        self.caravans[self.seat].append(8 * cell + kind)
        self.head = cell
        self.laid += 1

    def _lay_goods(self, events: list[Event] | None) -> None:
        """Lay goods until the block is complete or one lies on a caravanserai cell."""
        colour, colours, goods = self.colour, self.colours, self.goods
        own = 5 * self.seat + colour
        cells: list[int] = []
        used = 0
        back = -1
        self.phase = CHOICE
        while self.left:
            cell = self.board.neighbours[6 * self.head + self.way]
            self._lay(cell, colour)
            cells.append(cell)
            self.left -= 1
            site = colours[cell]
            if site == colour and goods[cell]:
                goods[cell] = 0
                used = 1
            else:
                self.stock[own] -= 1
            if site != PLAIN:
                self.touched |= 1 if site == colour else 2
                if goods[cell]:
                    goods[cell] = 0
                    self.market[site] += 1
                    back = site
                self.phase = WAY
                break
        if events is not None:
            names = [self.board.names[cell] for cell in cells]
            events.append(("goods", self.seat, colour, self.size, self.left, names, used, back))
        if not self.left:
            self.last = colour
            if self.touched != 1:
                self.count += self.size
            elif events is not None:
                events.append(("left out", self.seat, colour, self.size))

    def _lay_camel_down(self, events: list[Event] | None) -> None:
        cell = self.board.neighbours[6 * self.head + self.way]
        self._lay(cell, LYING_DOWN)
        self.camels[self.seat] -= 1
        self.count += 1
        self.size += 1
        self.last = -1
        self.lying = 1
        if events is not None:
            events.append(("lying", self.seat, self.board.names[cell]))
        if self._win(cell, events):
            self.phase = WAY

    def _end_with_camel(self, events: list[Event] | None) -> None:
        cell = self.board.neighbours[6 * self.head + self.way]
        self._lay(cell, STANDING)
        self.camels[self.seat] -= 1
        self.count += 1
        self.lying |= 2
        if events is not None:
            events.append(("camel", self.seat, self.board.names[cell]))
        if self._win(cell, events):
            self._tail(events)

    def _win(self, cell: int, events: list[Event] | None) -> bool:
        """Goods for a camel on a cell; False if a seat must be chosen to take one from."""
        colour = self.colours[cell]
        if colour == PLAIN:
            return True
        seat = self.seat
        board_good = self.goods[cell]
        if board_good:
            self.goods[cell] = 0
            self.stock[5 * seat + colour] += 1
        if self.market[colour]:
            self.stock[5 * seat + colour] += 1
            if events is not None:
                events.append(("win", seat, colour, -1, board_good))
            self._leave_market(colour, events)
            return True
        givers = self._givers(colour)
        if len(givers) > 1:
            self.phase = TAKE
            self.wanted = colour
            if events is not None and board_good:
                events.append(("win", seat, colour, -2, board_good))
            return False
        if events is not None:
            giver = givers[0] if givers else -2
            events.append(("win", seat, colour, giver, board_good))
        if givers:
            self.stock[5 * givers[0] + colour] -= 1
            self.stock[5 * seat + colour] += 1
        return True

    def _take(self, giver: int, events: list[Event] | None) -> None:
        colour = self.wanted
        self.wanted = 0
        self.stock[5 * giver + colour] -= 1
        self.stock[5 * self.seat + colour] += 1
        if events is not None:
            events.append(("win", self.seat, colour, giver, 0))
        if self.lying & 2:
            self._tail(events)
        else:
            self.phase = WAY

    def _tail(self, events: list[Event] | None) -> None:
        """Take the counted pieces back from the tail, then put goods for the camels among them."""
        seat = self.seat
        pieces = self.caravans[seat]
        base = 5 * seat
        camels = 0
        back = pieces[: self.count]
        del pieces[: self.count]
        for piece in back:
            self.occupied[piece >> 3] = 0
            kind = piece & 7
            if kind < STANDING:
                self.stock[base + kind] += 1
            else:
                camels += 1
        self.camels[seat] += camels
        self.clock += 1
        self.latest[seat] = self.clock
        if events is not None:
            names = [self.board.names[piece >> 3] for piece in back]
            events.append(("tail", seat, self.laid, self.count, camels, names, len(pieces)))
        self.puts = camels if self.seats > 1 else 2 * camels
        self._next_put(events)

    def _next_put(self, events: list[Event] | None) -> None:
        if self.puts:
            if self.free_sites():
                self.phase = PUT
                return
            if events is not None:
                events.append(("no put", self.seat, self.puts))
            self.puts = 0
        self._end_turn(events)

    def _put(self, cell: int, events: list[Event] | None) -> None:
        self.goods[cell] = 1
        self.puts -= 1
        colour = self.colours[cell]
        if events is not None:
            events.append(("put", self.seat, colour, self.board.names[cell]))
        self._leave_market(colour, events)
        self._next_put(events)

    # Turns and rounds.

    def _end_turn(self, events: list[Event] | None) -> None:
        if self.seats == 1 and self.end_round:
            self._finish("market", events)
            return
        if self._pass_on(events):
            self._begin_turn(events)

    def _pass_on(self, events: list[Event] | None) -> bool:
        """The turn goes to the next seat; False if the match ends with the round."""
        self.seat = (self.seat + 1) % self.seats
        if self.seat != self.first:
            return True
        if self.round == self.end_round:
            self._finish("market", events)
            return False
        if self.round == LAST_ROUND:
            self._finish("limit", events)
            return False
        self._begin_round(events)
        return True

    def _begin_round(self, events: list[Event] | None) -> None:
        self.round += 1
        if events is not None:
            events.append(("round", self.round, int(self.round == self.end_round)))

    def _begin_turn(self, events: list[Event] | None) -> None:
        """The turn of the next seat that can place; others are skipped (K-6)."""
        while not self.can_place(self.seat):
            self.skips += 1
            if events is not None:
                reason = "blocked" if self.camels[self.seat] else "no camel"
                events.append(("skip", self.seat, reason, int(self.seat in self.never())))
            if self.skips == self.seats:
                self._finish("stuck", events)
                return
            if not self._pass_on(events):
                return
        self.skips = 0
        self.phase = WAY
        self.head = self.caravans[self.seat][-1] >> 3
        self.laid = self.count = self.size = self.left = self.lying = 0
        self.colour = self.touched = self.way = 0
        self.last = -1

    def _finish(self, why: str, events: list[Event] | None) -> None:
        self.phase = DONE
        self.why = why
        if events is not None:
            lengths = [len(pieces) for pieces in self.caravans]
            events.append(("over", why, lengths, list(self.outcome()), self.round))

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
