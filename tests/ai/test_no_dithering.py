"""No level takes back a step of its own turn, or plays what another move always beats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ai import levels
from ai.fallback import quick_move
from ai.own_turn import OwnTurn
from ai.search import choose
from ai.views import pack
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, State
from caravan_tui.games.kit.fields import encode
from caravan_tui.games.sahara import actions as sahara
from tests.nights import mostly_nightly

CLOCKS = {"sahara": {"left", "used", "lifted"}, "dice_village": {"favours"}}
"""Fields of a position that a step only uses up: without them, a turn that comes back to a position
has done something for nothing."""

DECISIONS = 90
"""Of a match that are looked at."""

TRIES = 24
"""The most iterations: a search that sees less errs more."""


def looks(game: str, state: State) -> str:
    """A position without what a step uses up."""
    plain = encode(state)
    kept = {name: value for name, value in plain.items() if name not in CLOCKS.get(game, ())}
    return repr((kept, getattr(state, "lifted", -1) >= 0))


def is_delivery(state: Any, action: int) -> bool:
    if action < sahara.MOVE:
        return False
    _source, target, good, _under = sahara.unpack_move(action)
    return bool(state.desert.city[good] == target)


def count_follies(game: str, level: str, seats: int, seed: int) -> tuple[int, int, int]:
    """Decisions of a match at a level, steps that were taken back, and turns that were ended
    although a good could be delivered."""
    rules = registry.get(game)
    state: Any = rules.setup(rules.spec.resolve({}, seats), seats)
    chance, thinking = Random(seed), Random(seed + 1)
    turn, mover, before = OwnTurn(), -1, set[str]()
    decisions = undone = dominated = 0
    budget = min(TRIES, levels.get(level).suited(registry.evaluator(game)).iterations)
    while (actor := state.to_act()) != OVER and decisions < DECISIONS:
        if actor == CHANCE:
            state.apply(state.draw(chance))
            before.clear()  # something has come to light
            continue
        if actor != mover:
            turn.end()
            before.clear()
            mover = actor
        before.add(looks(game, state))
        view = pack(rules.view(state, actor))
        move = choose(rules, view, level, thinking.getrandbits(32), budget, turn=turn).action
        if game == "sahara" and move == sahara.END and any(state.bag):
            dominated += any(is_delivery(state, action) for action in state.legal())
        state.apply(move)
        decisions += 1
        undone += state.to_act() == actor and looks(game, state) in before
    return decisions, undone, dominated


@pytest.mark.parametrize("seed", mostly_nightly(range(1, 9)))
@pytest.mark.parametrize("level", [level.name for level in levels.LADDER])
@pytest.mark.parametrize("game", registry.ids())
def test_no_level_takes_a_step_back_or_passes_a_delivery_by(
    game: str, level: str, seed: int
) -> None:
    spec = registry.spec(game)
    seats = max(2, spec.min_seats) if seed % 2 else spec.max_seats
    decisions, undone, dominated = count_follies(game, level, seats, seed)
    assert decisions and (undone, dominated) == (0, 0)


def test_a_move_without_a_search_takes_nothing_back_either() -> None:
    rules = registry.get("sahara")
    state: Any = rules.setup(rules.spec.resolve({}, 2), 2)
    chance = Random(3)
    while state.to_act() == CHANCE:
        state.apply(state.draw(chance))
    state.left, steps = 4, [sahara.LIFT_SUPPLY, sahara.SET + 24]
    for step in steps:
        state.apply(step)
    view = pack(rules.view(state, state.to_act()))
    for seed in range(5):
        ask = SearchRequest("sahara", view, state.to_act(), "master", seed, steps=steps)
        assert quick_move(ask, Random(seed)) != sahara.LIFT + 24
