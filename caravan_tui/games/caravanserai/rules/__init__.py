"""The rules: what a seat may do, and what comes of it.

Numbers in brackets are those of RULES.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.events import (
    FROM_MARKET,
    FROM_NOBODY,
    BlockNotCounted,
    CamelLaidDown,
    CamelPlaced,
    CaravanStarted,
    DirectionChosen,
    GoodPlaced,
    GoodsLaid,
    GoodsWon,
    MarketEmptied,
    NoFreeSite,
    TailReturned,
)
from caravan_tui.games.caravanserai.pieces import OUTER, PLAIN, board_for
from caravan_tui.games.caravanserai.rules import lines, rounds, setting_up
from caravan_tui.games.caravanserai.spec import SPEC
from caravan_tui.games.caravanserai.state import (
    CAMELS,
    CHOICE,
    LYING_DOWN,
    OWN_GOODS,
    PUT,
    STANDING,
    START,
    TAKE,
    WAY,
    CaravanseraiPosition,
)
from caravan_tui.games.contract import Event, OptionValue


@final
class CaravanseraiState(CaravanseraiPosition):
    """A position with its moves."""

    __slots__ = ()

    # Legal moves

    def legal(self) -> list[int]:
        """All moves of the actor, ascending. A step that cannot be finished is not among them."""
        phase = self.phase
        if phase == CHOICE:
            return self._pieces()
        if phase == WAY:
            return self._directions()
        if phase == PUT:
            return [act.PUT + cell for cell in self.free_sites()]
        if phase == TAKE:
            return [act.TAKE + seat for seat in self._givers(self.wanted)]
        if phase == START:
            return self._starts()
        return setting_up.outcomes(self)

    def _starts(self) -> list[int]:
        occupied, ring = self.occupied, self.board.ring
        return [
            act.START + cell
            for cell in self.sites
            if ring[cell // 7] == OUTER and not occupied[cell]
        ]

    def _directions(self) -> list[int]:
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
        cells = []
        goods, colours = self.goods, self.colours
        cell = goods.find(1)
        while cell >= 0:
            if colours[cell] == colour:
                cells.append(cell)
            cell = goods.find(1, cell + 1)
        return cells

    def _pieces(self) -> list[int]:
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
            and board.has_free_neighbour(occupied, board.neighbours[6 * head + way])
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

    # Playing a move

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        """Play an action in place."""
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
                events.append(DirectionChosen(self.seat, action))
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
            setting_up.apply_outcome(self, action, events)

    def _start(self, cell: int, events: list[Event] | None) -> None:
        seat = self.seat
        self.caravans[seat].append(8 * cell + STANDING)
        self.occupied[cell] = seat + 1
        self.camels[seat] -= 1
        self.clock += 1
        self.latest[seat] = self.clock
        colour = self.colours[cell]
        has_good = self.market[colour] > 0
        if events is not None:
            events.append(CaravanStarted(seat, self.board.names[cell], colour, has_good))
        if has_good:
            self._leave_market(colour, events)
            self.stock[5 * seat + colour] += 1
        self.step += 1
        self.seat = (seat + 1) % self.seats
        if self.step == self.seats:
            self.step = 0
            rounds.begin_round(self, events)
            rounds.begin_turn(self, events)

    def _leave_market(self, colour: int, events: list[Event] | None) -> None:
        """Take a good out of the market; the very last one starts the end (K-9)."""
        self.market[colour] -= 1
        if not self.end_round and not any(self.market):
            self.end_round = self.round + (self.seats > 1)
            if events is not None:
                events.append(MarketEmptied(self.seat, self.end_round, self.seats))

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
        from_board = False
        to_market: int | None = None
        self.phase = CHOICE
        while self.left:
            cell = self.board.neighbours[6 * self.head + self.way]
            self._lay(cell, colour)
            cells.append(cell)
            self.left -= 1
            site = colours[cell]
            if site == colour and goods[cell]:
                goods[cell] = 0
                from_board = True
            else:
                self.stock[own] -= 1
            if site != PLAIN:
                self.touched |= 1 if site == colour else 2
                if goods[cell]:
                    goods[cell] = 0
                    self.market[site] += 1
                    to_market = site
                self.phase = WAY
                break
        if events is not None:
            names = [self.board.names[cell] for cell in cells]
            events.append(
                GoodsLaid(self.seat, colour, self.size, self.left, names, from_board, to_market)
            )
        if not self.left:
            self.last = colour
            if self.touched != 1:
                self.count += self.size
            elif events is not None:
                events.append(BlockNotCounted(self.seat, colour, self.size))

    def _lay_camel_down(self, events: list[Event] | None) -> None:
        cell = self.board.neighbours[6 * self.head + self.way]
        self._lay(cell, LYING_DOWN)
        self.camels[self.seat] -= 1
        self.count += 1
        self.size += 1
        self.last = -1
        self.lying = 1
        if events is not None:
            events.append(CamelLaidDown(self.seat, self.board.names[cell]))
        if self._win(cell, events):
            self.phase = WAY

    def _end_with_camel(self, events: list[Event] | None) -> None:
        cell = self.board.neighbours[6 * self.head + self.way]
        self._lay(cell, STANDING)
        self.camels[self.seat] -= 1
        self.count += 1
        self.lying |= 2
        if events is not None:
            events.append(CamelPlaced(self.seat, self.board.names[cell]))
        if self._win(cell, events):
            self._tail(events)

    def _win(self, cell: int, events: list[Event] | None) -> bool:
        """Take the goods that a camel on a cell wins; False if a giver must be chosen first."""
        colour = self.colours[cell]
        if colour == PLAIN:
            return True
        seat = self.seat
        board_good = bool(self.goods[cell])
        if board_good:
            self.goods[cell] = 0
            self.stock[5 * seat + colour] += 1
        if self.market[colour]:
            self.stock[5 * seat + colour] += 1
            if events is not None:
                events.append(GoodsWon(seat, colour, FROM_MARKET, board_good))
            self._leave_market(colour, events)
            return True
        givers = self._givers(colour)
        if len(givers) > 1:
            self.phase = TAKE
            self.wanted = colour
            if events is not None and board_good:
                events.append(GoodsWon(seat, colour, FROM_NOBODY, board_good))
            return False
        if events is not None:
            source = givers[0] if givers else FROM_NOBODY
            events.append(GoodsWon(seat, colour, source, board_good))
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
            events.append(GoodsWon(self.seat, colour, giver, False))
        if self.lying & 2:
            self._tail(events)
        else:
            self.phase = WAY

    def _tail(self, events: list[Event] | None) -> None:
        """Return the counted pieces from the tail, then put goods for the camels among them."""
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
            events.append(TailReturned(seat, self.laid, self.count, camels, names, len(pieces)))
        self.puts = camels if self.seats > 1 else 2 * camels
        self._next_put(events)

    def _next_put(self, events: list[Event] | None) -> None:
        if self.puts:
            if self.free_sites():
                self.phase = PUT
                return
            if events is not None:
                events.append(NoFreeSite(self.seat, self.puts))
            self.puts = 0
        rounds.end_turn(self, events)

    def _put(self, cell: int, events: list[Event] | None) -> None:
        self.goods[cell] = 1
        self.puts -= 1
        colour = self.colours[cell]
        if events is not None:
            events.append(GoodPlaced(self.seat, colour, self.board.names[cell]))
        self._leave_market(colour, events)
        self._next_put(events)


STATE = CaravanseraiState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> CaravanseraiState:
    SPEC.check_seats(seats)
    expert = bool(options["expert"])
    state = CaravanseraiState(
        seats=seats,
        expert=expert,
        custom=custom,
        phase=setting_up.first_phase(seats),
        goods=bytearray(board_for(seats).cells + 1),
        caravans=[[] for _ in range(seats)],
        camels=[CAMELS] * seats,
        stock=[OWN_GOODS] * (5 * seats),
        market=[7 if expert else 6] * 5,
        latest=[0] * seats,
    )
    state.restored()
    return state
