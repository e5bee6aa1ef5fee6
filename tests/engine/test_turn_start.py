"""Where the turn of the seat to act began."""

from __future__ import annotations

import pytest

from caravan_tui.cli.preview import random_match
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE


@pytest.mark.parametrize("game", registry.ids())
def test_nobody_else_has_acted_since_a_turn_began(game: str) -> None:
    for plies in range(0, 40, 3):
        match = random_match(game, 2, 5, plies)
        began = match.turn_start()
        assert all(ply.actor in (match.to_act, CHANCE) for ply in match.plies(began))
        before = [ply.actor for ply in match.plies(0, began)]
        assert not before or before[-1] not in (match.to_act, CHANCE)


def test_a_turn_begins_once_however_many_actions_it_has() -> None:
    match = random_match("sahara", 2, 5, 0)
    seat, began = match.to_act, match.turn_start()
    assert began == 0
    while match.to_act == seat:
        assert match.turn_start() == began
        match.act(seat, match.legal(seat)[0])
    assert match.turn_start() == match.version


@pytest.mark.parametrize("game", registry.ids())
def test_the_last_turn_of_a_seat_is_all_that_it_did_before_others_came(game: str) -> None:
    for plies in range(0, 40, 3):
        match = random_match(game, 2, 5, plies)
        first, last = match.last_turn({1}, match.version)
        actors = [ply.actor for ply in match.plies()]
        if 1 not in actors:
            assert first == last
            continue
        assert set(actors[first:last]) <= {1, CHANCE} and 1 in actors[first:last]
        assert 1 not in actors[last:]
        assert actors[last : last + 1] in ([], [0])
        assert not first or actors[first - 1] == 0
