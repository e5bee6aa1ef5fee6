"""The previews of a placement agree with what the rules then do."""

from __future__ import annotations

from random import Random

import pytest

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import outline, position
from caravan_tui.games.caravanserai import view as views
from caravan_tui.games.caravanserai.game import GAME
from caravan_tui.games.contract import CHANCE, OVER
from tests.caravanserai.desert import PURPLE, RED, WHITE, desert, moves, play


@pytest.mark.parametrize(("seats", "expert"), [(1, True), (2, False), (4, True)])
def test_the_preview_of_the_last_camel_is_what_happens(seats, expert):
    checked = 0
    for seed in range(6):
        rng = Random(seed)
        state = GAME.setup({"expert": expert}, seats)
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.apply(state.draw(rng))
                continue
            legal = state.legal()
            move = rng.choice(legal[:-1] if len(legal) > 1 and rng.random() < 0.7 else legal)
            view = GAME.view(state, state.seat)
            told = outline.outline(view, [move])
            events: list[tuple[object, ...]] = []
            state.apply(move, events)
            tails = [event for event in events if event[0] == "tail"]
            if move == act.CAMEL:
                assert told is not None
                assert told.done
                if tails:
                    _, _, laid, count, camels, back, length = tails[0]
                    assert (len(told.laid), told.count, told.length) == (laid, count, length)
                    assert [state.board.names[cell] for cell in told.back] == back
                    assert told.camels_back == camels
                    checked += 1
            elif state.phase == position.CHOICE and told is not None:
                assert told.count == state.count + 1
    assert checked > 20


@pytest.fixture
def by_hand(monkeypatch):
    """Lets a hand-made desert, which no tiles could give, be what its view gives back."""
    return lambda state: monkeypatch.setattr(views, "from_view", lambda _view: state.clone())


def test_what_is_left_out_is_told_while_a_block_is_under_way(by_hand):
    state = desert(["-3,0", "5,0"], sites={"1,0": PURPLE}, stock=4)
    play(state, "dir E", "block purple 1", "block yellow 2", "block purple 3")
    by_hand(state)
    told = outline.outline(views.view(state, 0), [])
    assert told is not None
    assert [state.board.names[cell] for cell in told.left_out] == ["1,0"]
    assert told.count == 4
    assert told.length == 4


def test_covered_cells_follow_every_way_that_finishes_the_block(by_hand):
    state = desert(["0,0", "5,0"], sites={"1,0": WHITE})
    play(state, "dir E")
    by_hand(state)
    view = views.view(state, 0)
    block = act.block(RED, 2)
    names = {state.board.names[cell] for cell in outline.covered(view, block)}
    assert names == {"1,0", "2,0", "2,-1", "1,-1", "0,1", "1,1"}


def test_placements_to_a_cell_are_legal_and_end_there(by_hand):
    state = desert(["0,0", "5,0"], sites={"2,0": RED})
    by_hand(state)
    view = views.view(state, 0)
    cell = state.board.cell_of("3,0")
    found, whole = outline.placements(view, cell)
    assert found
    assert whole
    for steps in found[:40]:
        ahead = views.from_view(view)
        for step in steps:
            assert step in ahead.legal()
            ahead.apply(step)
        assert ahead.caravans[0][-1] >> 3 == cell
    # The red block on the red caravanserai is left out, so it comes first.
    assert outline.outline(view, found[0]).length == 3
    assert moves(state)[0] == "dir E"
