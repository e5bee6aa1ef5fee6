"""The boards, the tiles and the set-up of Caravanserai."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from caravan_tui import paths
from caravan_tui.games.caravanserai import custom as custom_tiles
from caravan_tui.games.caravanserai import pieces
from caravan_tui.games.caravanserai.pieces import PLAIN, board_for
from caravan_tui.games.caravanserai.state import FIRST, GOODS, OUT_TILE
from caravan_tui.games.contract import CHANCE
from caravan_tui.games.custom_data import CustomDataError, Source
from tests.caravanserai.desert import GAME, moves, play, set_up


@pytest.mark.parametrize(
    ("seats", "core", "intermediate", "outer"),
    [(1, 1, 6, 12), (2, 1, 6, 12), (3, 2, 8, 14), (4, 3, 9, 15), (5, 4, 10, 16), (6, 4, 10, 16)],
)
def test_boards_have_the_tiles_of_the_rulebook(
    seats: int, core: int, intermediate: int, outer: int
) -> None:
    board = board_for(seats)
    assert Counter(board.ring) == {0: core, 1: intermediate, 2: outer}
    assert board.tiles == sorted(board.tiles)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_tiles_fit_without_gap_or_overlap(seats: int) -> None:
    board = board_for(seats)
    assert len(board.index) == board.cells == 7 * len(board.tiles)
    inside = sum(1 for neighbour in board.neighbours if neighbour == board.cells)
    # A centre has all its neighbours, and every neighbour has its neighbour back.
    for cell in range(0, board.cells, 7):
        assert board.cells not in board.neighbours[6 * cell : 6 * cell + 6]
    for cell in range(board.cells):
        for way in range(6):
            other = board.neighbours[6 * cell + way]
            if other != board.cells:
                assert board.neighbours[6 * other + (way + 3) % 6] == cell
                assert board.distance[cell][other] == 1
    assert 0 < inside < board.cells


def test_directions_are_those_of_the_notation() -> None:
    board = board_for(2)
    middle = board.cell_of("0,0")
    around = board.neighbours[6 * middle : 6 * middle + 6]
    assert [board.names[cell] for cell in around] == ["1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]
    assert pieces.DIRECTIONS == ("E", "NE", "NW", "W", "SW", "SE")


def test_built_in_tiles_are_as_the_rules_say() -> None:
    tiles = custom_tiles.built_in()
    for index, (first, colour, second, other) in enumerate(tiles):
        category, i = divmod(index, 5)
        assert (colour, other) == (i, (i + category % 3) % 5)
        assert (first, second) == ((1, 4) if category < 3 else (0, 1))
    for category in range(6):
        part = tiles[5 * category : 5 * category + 5]
        assert Counter(c for tile in part for c in (tile[1], tile[3])) == dict.fromkeys(range(5), 2)


def test_a_turn_moves_rim_cells_and_leaves_the_centre() -> None:
    assert pieces.turned((1, 0, 4, 2), 4) == (5, 0, 2, 2)
    assert pieces.turned((0, 3, 1, 1), 5) == (0, 3, 6, 1)


GOOD_FILE = "\n".join(
    ["[tiles]", *(f'{name} = ["centre red", "5 white"]' for name in pieces.TILE_NAMES)]
)


def test_custom_tiles_are_read() -> None:
    assert set(custom_tiles.read(Source(GOOD_FILE))) == {(0, 3, 6, 0)}


@pytest.mark.parametrize(
    ("wrong", "line", "reason"),
    [
        (GOOD_FILE.replace('B2 = ["centre red"', 'B2 = ["centre green"'), 9, "green"),
        (GOOD_FILE.replace('B2 = ["centre red"', 'B2 = ["6 red"'), 9, "6"),
        (GOOD_FILE.replace('C0 = ["centre red"', 'C0 = ["5 red"'), 12, "same place"),
        (GOOD_FILE.replace('C0 = ["centre red", "5 white"]', "C0 = 3"), 12, "two caravanserai"),
        (GOOD_FILE.replace("D1 =", "G1 ="), 18, "G1"),
        (GOOD_FILE.replace('D1 = ["centre red", "5 white"]', ""), 1, "D1 is missing"),
        (GOOD_FILE + "\n[more]\n", 32, "more"),
        ("tiles = 3", None, "no table"),
        (GOOD_FILE.replace("F4 =", "F4"), 31, "TOML"),
        (GOOD_FILE.replace('"centre red"', "7", 1), 2, "A0"),
    ],
)
def test_bad_tiles_are_refused_with_line_and_reason(
    wrong: str, line: int | None, reason: str
) -> None:
    with pytest.raises(CustomDataError) as caught:
        custom_tiles.read(Source(wrong))
    assert caught.value.line == line
    assert reason in caught.value.reason


def test_the_users_tiles_are_in_force_and_a_bad_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "config", lambda: tmp_path)
    assert GAME.custom_data() is None
    assert GAME.custom_notices() == []
    folder = tmp_path / "caravanserai"
    folder.mkdir()
    (folder / "tiles.toml").write_text(GOOD_FILE, "utf-8")
    custom = GAME.custom_data()
    state = GAME.setup({"expert": False}, 2, custom)
    rng = Random(1)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    assert {state.colours[7 * place] for place in range(19)} == {3}
    assert GAME.view(state, 0)["custom"] == custom
    again = GAME.decode(GAME.encode(state), GAME.spec.schema)
    assert again.colours == state.colours
    (folder / "tiles.toml").write_text("[tiles]\nA0 = 3", "utf-8")
    assert GAME.custom_data() is None
    assert "line 2" in GAME.custom_notices()[0]


@pytest.mark.parametrize("custom", [[[0, 0, 1, 1]], 3, [["x"] * 4] * 30, [[0, 9, 1, 1]] * 30])
def test_wrong_custom_data_of_a_record_is_refused(custom: Any) -> None:
    with pytest.raises(ValueError, match="tiles"):
        GAME.setup({"expert": False}, 2, custom)


@pytest.mark.parametrize(
    ("seats", "wanted"), [(1, 19), (2, 19), (3, 24), (4, 27), (5, 30), (6, 30)]
)
def test_tiles_left_out(seats: int, wanted: int) -> None:
    for seed in range(8):
        rng = Random(seed)
        state = GAME.setup({"expert": False}, seats)
        row = []
        while state.to_act() == CHANCE and state.phase <= OUT_TILE:
            move = state.draw(rng)
            assert move in state.legal()
            row.append(GAME.notation(move, GAME.view(state, None)))
            state.apply(move)
        names = [word.split()[1] for word in row]
        assert [len(name) for name in names] == {
            1: [1, 1, 2],
            2: [1, 1, 2],
            3: [1, 2],
            4: [2, 2, 2],
        }.get(seats, [])
        if seats == 4:
            assert len({name[0] for name in names}) == 1
        assert len(set(names)) == len(names)
        assert 30 - state.out.bit_count() == wanted
        while state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        laid = [tile >> 3 for tile in state.ground]
        assert len(set(laid)) == wanted
        assert not any(pieces.TILE_NAMES[tile] in names for tile in laid)
        assert not any(pieces.TILE_NAMES[tile][0] in names for tile in laid)


def test_the_lines_of_a_set_up_come_in_their_order() -> None:
    rng = Random(5)
    state = GAME.setup({"expert": True}, 1)
    kinds = []
    while state.to_act() == CHANCE:
        move = state.draw(rng)
        kinds.append(GAME.notation(move, GAME.view(state, None)).split()[0])
        state.apply(move)
    assert kinds == ["out"] * 3 + ["tile"] * 19 + ["good"] * 6 + ["start"]


def test_a_tile_line_names_place_tile_and_turn() -> None:
    state = GAME.setup({"expert": False}, 6)
    legal = moves(state)
    assert legal[:2] == ["tile -2,0 A0 0", "tile -2,0 A0 1"]
    assert len(legal) == len(set(legal)) == 180
    play(state, "tile -2,0 B3 4")
    # B3 is red at rim 0 and yellow at rim 3; turned by four they are at rim 4 and rim 1.
    assert state.colours[5] == 3
    assert state.colours[2] == 4
    assert Counter(state.colours[:7])[PLAIN] == 5
    assert all("B3" not in line for line in moves(state))


def test_stocked_goods_come_out_of_the_market_and_one_outcome_is_a_line_too() -> None:
    state = set_up(6, seed=3)
    assert sum(state.market) == 30 - 10
    assert sum(state.goods) == 10
    for cell in range(state.board.cells):
        if state.goods[cell]:
            assert state.colours[cell] != PLAIN
            assert state.board.ring[cell // 7] == pieces.INTERMEDIATE
    alone = GAME.setup({"expert": False}, 1)
    rng = Random(0)
    while alone.phase != FIRST:
        alone.apply(alone.draw(rng))
    assert moves(alone) == ["start 0"]


def test_k16_a_tile_whose_colours_the_market_lacks_gets_no_good() -> None:
    state = GAME.setup({"expert": False}, 6, [[0, 3, 1, 3]] * 30)
    rng = Random(0)
    goods = 0
    while state.to_act() == CHANCE:
        goods += state.phase == GOODS
        state.apply(state.draw(rng))
    assert goods == 6
    assert state.market == [6, 6, 6, 0, 6]
    # The set-up takes nothing from opponents (K-18).
    play(state, moves(state)[0])
    assert state.stock == [3] * 30


def test_k16_stocked_cells_are_drawn_only_where_the_market_has_the_colour() -> None:
    state = GAME.setup({"expert": False}, 6)
    rng = Random(2)
    while state.phase != GOODS:
        state.apply(state.draw(rng))
    first, second = [cell for cell in state.sites if cell // 7 == state.board.intermediate[0]]
    both = {state.colours[first], state.colours[second]}
    assert len(state.legal()) == 2
    state.market[state.colours[first]] = 0
    assert len(state.legal()) == (1 if len(both) == 2 else 0)


def test_the_first_camels_stand_on_free_caravanserais_of_outer_tiles() -> None:
    state = set_up(4, seed=7)
    first = state.first
    assert state.camels == [8] * 4
    assert state.stock == [3] * 20
    legal = moves(state)
    assert all(line.startswith("camel ") for line in legal)
    assert len(legal) == 2 * 15
    market = list(state.market)
    cell = state.board.cell_of(legal[0].split()[1])
    play(state, legal[0])
    colour = state.colours[cell]
    assert state.camels[first] == 7
    assert state.stock[5 * first + colour] == 4
    assert state.market[colour] == market[colour] - 1
    assert state.to_act() == (first + 1) % 4
    assert legal[0] not in moves(state)
    assert len(moves(state)) == 29


def test_expert_has_seven_goods_of_each_colour() -> None:
    assert sum(set_up(2, expert=True).market) == 35 - 6
    assert sum(set_up(2).market) == 30 - 6
