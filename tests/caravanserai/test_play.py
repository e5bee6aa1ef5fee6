"""Random play of Caravanserai: what is conserved, what is refused, what is narrated."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import STANDING, START
from caravan_tui.games.contract import CHANCE, OVER
from tests.caravanserai.desert import GAME, RED, desert, play, set_up

KINDS = [(seats, expert) for seats in range(1, 7) for expert in (False, True)]


def start(seats: int, expert: bool) -> CaravanseraiState:
    state: CaravanseraiState = GAME.setup({"expert": expert}, seats)
    return state


def step(state: CaravanseraiState, rng: Random) -> int:
    return state.draw(rng) if state.to_act() == CHANCE else rng.choice(state.legal())


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_goods_and_camels_are_conserved_and_cells_hold_one_piece(seats: int, expert: bool) -> None:
    for seed in range(3):
        rng = Random(seed)
        state = start(seats, expert)
        each = (7 if expert else 6) + 3 * seats
        while state.to_act() != OVER:
            state.apply(step(state, rng))
            owner = {}
            goods = list(state.market)
            for cell in range(state.board.cells):
                if state.goods[cell]:
                    goods[state.colours[cell]] += 1
                    assert not state.occupied[cell]
            for seat, pieces in enumerate(state.caravans):
                camels = state.camels[seat]
                for piece in pieces:
                    assert piece >> 3 not in owner
                    owner[piece >> 3] = seat + 1
                    if piece & 7 < STANDING:
                        goods[piece & 7] += 1
                    else:
                        camels += 1
                assert camels == 8
                for colour in range(5):
                    goods[colour] += state.stock[5 * seat + colour]
                for piece, other in itertools.pairwise(pieces):
                    assert state.board.distance[piece >> 3][other >> 3] == 1
            assert goods == [each] * 5
            assert min(state.market) >= 0
            assert min(state.stock) >= 0
            assert all(
                state.occupied[cell] == owner.get(cell, 0) for cell in range(state.board.cells)
            )
        assert state.why in ("market", "stuck", "limit")
        assert sorted(state.outcome()) == list(range(1, seats + 1))
        assert state.round <= 50
        assert state.legal() == []


def started() -> CaravanseraiState:
    """Two seats, the first of which has just chosen a direction."""
    state = set_up(2)
    while state.phase == START:
        state.apply(state.legal()[0])
    state.apply(state.legal()[0])
    return state


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": 9}, "seats"),
        ({"market": [1, 2]}, "market"),
        ({"market": [1, 2, 3, 4, -1]}, "market"),
        ({"custom": 7}, "tiles"),
        ({"why": "bored"}, "why"),
        ({"ground": [6] * 19}, "turns"),
        ({"ground": []}, "phase"),
        ({"caravans": [[5], [5]]}, "two pieces"),
        ({"caravans": [[7], [13]]}, "kind"),
        ({"caravans": [[8 * 200], [5]]}, "no cell 200"),
        ({"caravans": [[], []]}, "without a caravan"),
        ({"goods": [1] * 134}, "free caravanserai"),
        ({"seat": 3}, "no such seat"),
        ({"head": 0}, "head of the caravan"),
        ({"laid": 5}, "more pieces"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(
    changes: dict[str, Any], reason: str
) -> None:
    data = {**GAME.encode(started()), **changes}
    with pytest.raises(ValueError, match=reason):
        GAME.decode(data, GAME.spec.schema)


def test_a_piece_in_the_chosen_direction_is_refused() -> None:
    state = started()
    ahead = state.board.neighbours[6 * state.head + state.way]
    data = GAME.encode(state)
    data["caravans"][1 - state.seat].insert(0, 8 * ahead + RED)
    data["goods"][ahead] = 0
    with pytest.raises(ValueError, match="way"):
        GAME.decode(data, GAME.spec.schema)


def test_the_table_of_actions_has_no_overlap() -> None:
    seen = {*range(6), act.LYING, act.CAMEL}
    ranges = [
        [act.block(colour, size) for colour in range(5) for size in range(1, 32)],
        [act.TAKE + seat for seat in range(6)],
        [act.PUT + cell for cell in range(210)],
        [act.START + cell for cell in range(210)],
        [act.OUT_CATEGORY + category for category in range(6)],
        [act.OUT_TILE + tile for tile in range(30)],
        [act.FIRST + seat for seat in range(6)],
        [act.GOOD + cell for cell in range(210)],
        [act.lay_tile(p, t, k) for p in range(30) for t in range(30) for k in range(6)],
    ]
    for part in ranges:
        assert not seen & set(part)
        seen |= set(part)
    assert (act.block(3, 2), act.lay_tile(1, 2, 3)) == (162, 8467)
    assert act.laid_tile(act.lay_tile(29, 28, 5)) == (29, 28, 5)
    assert act.block_colour(act.block(4, 7)) == 4
    assert act.block_size(act.block(4, 7)) == 7


@pytest.mark.parametrize(
    ("length", "title"),
    [
        (24, None),
        (25, "Camel driver"),
        (29, "Camel driver"),
        (30, "Great camel driver"),
        (35, "Xiansheng"),
        (40, "Tribal chief"),
        (45, "Chief of the five tribes"),
        (60, "Chief of the five tribes"),
    ],
)
def test_k11_solo_levels(length: int, title: str) -> None:
    assert text.level(length) == title


def test_the_last_round_is_announced_when_it_is_triggered() -> None:
    state = desert(["0,0", "5,0"], sites={"1,0": RED})
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "camel")
    lines = [GAME.narrate(event, ["Ann", "Bo"], 0) for event in events]
    assert "Ann empties the market: one more round follows, round 2" in lines
    assert GAME.view(state, 0)["end_round"] == 2
