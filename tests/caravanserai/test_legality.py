"""K-3: the legal steps are exactly those from which a brute-force search finishes a placement."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.games.caravanserai import pieces
from caravan_tui.games.caravanserai.pieces import PLAIN
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import CHOICE, WAY
from caravan_tui.games.contract import CHANCE, OVER
from tests.caravanserai.desert import GAME, desert, set_colours


class Line:
    """A placement by the letter of the rules page, with sets and coordinates only."""

    def __init__(self, state: CaravanseraiState) -> None:
        board = state.board
        seat = state.seat
        self.cells = set(board.index)
        self.expert = state.expert
        self.taken = {
            (board.q[p >> 3], board.r[p >> 3]) for pieces in state.caravans for p in pieces
        }
        self.site = {
            (board.q[c], board.r[c]): state.colours[c]
            for c in range(board.cells)
            if state.colours[c] != PLAIN
        }
        self.goods = {(board.q[c], board.r[c]) for c in range(board.cells) if state.goods[c]}
        self.stock = state.stock[5 * seat : 5 * seat + 5]
        self.camels = state.camels[seat]
        self.head = (board.q[state.head], board.r[state.head])
        self.way = pieces.STEPS[state.way]
        self.lying = bool(state.lying)
        self.size, self.last = state.size, state.last
        self.colour, self.left = state.colour, state.left

    def free(self, cell: tuple[int, int]) -> bool:
        return cell in self.cells and cell not in self.taken

    def around(self) -> list[tuple[int, int]]:
        return [step for step in pieces.STEPS if self.free(plus(self.head, step))]

    def can_end(self) -> bool:
        """Whether the block under way can be laid to its end and a camel after it."""
        if self.left == 0:
            ways = self.around() if self.head in self.site else [self.way]
            return self.camels > 0 and any(self.free(plus(self.head, step)) for step in ways)
        cell = plus(self.head, self.way)
        if not self.free(cell):
            return False
        matched = cell in self.goods and self.site[cell] == self.colour
        if not matched and not self.stock[self.colour]:
            return False
        kept = self.head, self.way
        self.stock[self.colour] -= not matched
        self.taken.add(cell)
        self.head = cell
        self.left -= 1
        possible = False
        for step in pieces.STEPS if cell in self.site else (self.way,):
            self.way = step
            if self.can_end():
                possible = True
                break
        self.left += 1
        self.head, self.way = kept
        self.taken.remove(cell)
        self.stock[self.colour] += not matched
        return possible

    def ways(self) -> list[str]:
        moves = []
        for name, step in zip(pieces.DIRECTIONS, pieces.STEPS, strict=True):
            self.way = step
            if self.free(plus(self.head, step)) and (self.left == 0 or self.can_end()):
                moves.append(f"dir {name}")
        return moves

    def choices(self) -> list[str]:
        moves = []
        sizes = [self.size + 1] if self.size or self.expert else [1, 2]
        for colour, word in enumerate(("white", "black", "purple", "red", "yellow")):
            for size in sizes:
                self.colour, self.left = colour, size
                if colour != self.last and self.can_end():
                    moves.append(f"block {word} {size}")
        self.left = 0
        cell = plus(self.head, self.way)
        if self.expert and not self.lying and self.camels >= 2:
            self.taken.add(cell)
            self.head = cell
            if self.around():
                moves.append("lying")
        return [*moves, "camel"]


def plus(cell: tuple[int, int], step: tuple[int, int]) -> tuple[int, int]:
    return cell[0] + step[0], cell[1] + step[1]


def check(state: CaravanseraiState) -> None:
    view = GAME.view(state, None)
    listed = [GAME.notation(move, view) for move in state.legal()]
    if state.phase == WAY:
        assert listed == Line(state).ways()
    elif state.phase == CHOICE:
        assert listed == Line(state).choices()


def prefer_long(state: CaravanseraiState, rng: Random) -> int:
    """Mostly the longest block that there is: so placements get long and boards full."""
    legal = state.legal()
    if state.phase == CHOICE and len(legal) > 1 and rng.random() < 0.85:
        return rng.choice(legal[:-1])
    return rng.choice(legal)


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 4, 6])
def test_k3_steps_are_those_that_a_brute_force_search_can_finish(seats: int, expert: bool) -> None:
    for seed in range(4):
        rng = Random(seed)
        state = GAME.setup({"expert": expert}, seats)
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
                continue
            before = bytes(state.occupied)
            check(state)
            assert bytes(state.occupied) == before
            state.apply(prefer_long(state, rng))


def test_k3_holds_on_crowded_boards_with_uneven_reserves() -> None:
    """Positions that play hardly reaches: many obstacles, goods and long blocks under way."""
    rng = Random(20)
    for _ in range(250):
        state = desert(["0,0", "6,-4"], expert=rng.random() < 0.5)
        board = state.board
        cells = [cell for cell in range(board.cells) if not state.occupied[cell]]
        rng.shuffle(cells)
        colours = bytearray(state.colours)
        for cell in cells[:45]:
            colours[cell] = rng.randrange(5)
            state.goods[cell] = rng.random() < 0.5
        set_colours(state, bytes(colours))
        for cell in cells[45 : 45 + rng.randrange(10, 60)]:
            state.occupied[cell] = 2
            state.caravans[1].append(8 * cell)
        state.stock = [rng.randrange(5) for _ in range(10)]
        state.camels = [rng.randrange(1, 4), 1]
        if not state.can_place(0):
            continue
        check(state)
        for way in state.legal():
            ahead = state.clone()
            ahead.apply(way)
            ahead.size = rng.randrange(5)
            ahead.last = rng.randrange(5) if ahead.size else -1
            check(ahead)
            for move in ahead.legal():
                further = ahead.clone()
                further.apply(move)
                if further.seat == 0:
                    check(further)


def test_every_step_of_a_placement_leads_to_its_last_camel() -> None:
    for seed in range(12):
        rng = Random(seed)
        state = GAME.setup({"expert": seed % 2 == 1}, 1 + seed % 6)
        while state.to_act() != OVER:
            moves = state.legal()
            assert moves == sorted(set(moves))
            assert moves
            state.apply(rng.choice(moves) if state.to_act() != CHANCE else state.draw(rng))
