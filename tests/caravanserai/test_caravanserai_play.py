"""Random play of Caravanserai: what is conserved, what is known, what is written."""

from __future__ import annotations

import itertools
from random import Random

import msgpack
import pytest

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import position, text
from caravan_tui.games.caravanserai.game import GAME
from caravan_tui.games.caravanserai.position import STANDING
from caravan_tui.games.caravanserai.rules import CaravanState
from caravan_tui.games.contract import CHANCE, COMMON_KEYS, OVER
from tests.caravanserai.desert import RED, desert, play, set_up

KINDS = [(seats, expert) for seats in range(1, 7) for expert in (False, True)]


def start(seats: int, expert: bool) -> CaravanState:
    state = GAME.setup({"expert": expert}, seats)
    assert isinstance(state, CaravanState)
    return state


def step(state: CaravanState, rng: Random) -> int:
    return state.draw(rng) if state.to_act() == CHANCE else rng.choice(state.legal())


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_goods_and_camels_are_conserved_and_cells_hold_one_piece(seats, expert):
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
                for one, other in itertools.pairwise(pieces):
                    assert state.board.distance[one >> 3][other >> 3] == 1
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


@pytest.mark.parametrize(("seats", "expert"), KINDS)
def test_views_hide_nothing_and_states_survive_view_and_saving(seats, expert):
    rng = Random(seats)
    state = start(seats, expert)
    while state.to_act() != OVER:
        twins = [GAME.determinize(GAME.view(state, seat), rng) for seat in (0, seats - 1)]
        data = msgpack.unpackb(msgpack.packb(GAME.encode(state)))
        twins.append(GAME.decode(data, 1))
        twins.append(state.clone())
        action = step(state, rng)
        for seat in (None, 0):
            shown = msgpack.packb(GAME.view(state, seat))
            for twin in twins:
                assert msgpack.packb(GAME.view(twin, seat)) == shown
        assert set(COMMON_KEYS) <= set(GAME.view(state, 0))
        state.apply(action)
        for twin in twins:
            twin.apply(action)
            assert twin.to_act() == state.to_act()
            assert twin.legal() == state.legal()
            assert GAME.encode(twin) == GAME.encode(state)
    with pytest.raises(ValueError, match="schema"):
        GAME.decode(GAME.encode(state), 2)


@pytest.mark.parametrize(
    "broken",
    [
        None,
        {},
        {"seats": 9},
        {"goods": [900]},
        {"market": [1, 2]},
        {"market": [1, 2, 3, 4, -1]},
        {"phase": "nowhere"},
        {"caravans": [[0], [0]]},
        {"ground": [9999]},
        {"caravans": [[], []]},
        {"house": 7},
        {"placement": {}},
    ],
)
def test_broken_data_is_refused(broken):
    state = set_up(2)
    while state.phase == position.START:
        state.apply(state.legal()[0])
    data = broken if not broken else {**GAME.encode(state), **broken}
    with pytest.raises(ValueError, match=r"."):
        GAME.decode(data, 1)


def test_clones_do_not_share_what_changes():
    rng = Random(4)
    state = start(3, True)
    kept = []
    while state.to_act() != OVER:
        kept.append((state.clone(), msgpack.packb(GAME.encode(state))))
        state.apply(step(state, rng))
    for clone, data in kept:
        assert msgpack.packb(GAME.encode(clone)) == data


@pytest.mark.parametrize(("seats", "expert"), [(1, False), (3, True), (6, True)])
def test_moves_have_distinct_notation_and_words_and_events_are_told(seats, expert):
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"][:seats]
    rng = Random(8)
    state = start(seats, expert)
    while state.to_act() != OVER:
        view = GAME.view(state, 0)
        legal = state.legal()
        written = [GAME.notation(move, view) for move in legal]
        assert len(set(written)) == len(legal)
        assert len({GAME.describe(move, view) for move in legal}) == len(legal)
        actor = state.to_act()
        pick = rng.randrange(len(legal))
        assert GAME.parse("  " + written[pick].upper(), legal, view) == legal[pick]
        events: list[tuple[object, ...]] = []
        state.apply(legal[pick], events)
        told = [GAME.narrate(event, names, None) for event in events]
        assert events
        assert all(told) if actor != CHANCE else True
        assert GAME.view_event(events[0], 1) == events[0]
        assert msgpack.packb(events)


def test_the_table_of_actions_has_no_overlap():
    seen = {*range(6), act.LYING, act.CAMEL}
    ranges = [
        [act.block(colour, size) for colour in range(5) for size in range(1, 32)],
        [act.TAKE + seat for seat in range(6)],
        [act.PUT + cell for cell in range(210)],
        [act.START + cell for cell in range(210)],
        [act.OUT_CATEGORY + at for at in range(6)],
        [act.OUT_TILE + at for at in range(30)],
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
def test_k11_solo_levels(length, title):
    assert text.level(length) == title


def test_the_last_round_is_announced_when_it_is_triggered():
    state = desert(["0,0", "5,0"], sites={"1,0": RED})
    state.market = [0, 0, 0, 1, 0]
    events = play(state, "dir E", "camel")
    told = [GAME.narrate(event, ["Ann", "Bo"], 0) for event in events]
    assert any(line and "last good has left the market" in line for line in told)
    assert GAME.view(state, 0)["end_round"] == 2
