"""A trace: one match from its options to its ranks, with every move in notation."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from caravan_tui.engine.trace import trace
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Game, OptionError, View

OPTIONS = {"ahldarahd": {"outsider": True, "neutral": True}, "caravanserai": {"expert": True}}


def rows_of(game_id: str, seed: int, seats: int = 2) -> list[dict[str, Any]]:
    return list(trace(registry.get(game_id), OPTIONS.get(game_id, {}), seats, seed))


@pytest.mark.parametrize("game_id", registry.ids())
def test_the_moves_of_a_trace_lead_to_its_result(game_id: str) -> None:
    header, *plies, result = rows_of(game_id, 11)
    game = registry.get(game_id)
    assert header["game"] == game_id and header["rules"] == game.spec.rules_version
    state = game.setup(header["options"], header["seats"])
    for number, row in enumerate(plies):
        actor = state.to_act()
        assert row["ply"] == number
        assert row["actor"] == ("chance" if actor == CHANCE else actor)
        moves = {actor: state.legal(), **state.interrupts()}
        offered = {str(seat): actions for seat, actions in state.interrupts().items()}
        assert list(row.get("interrupts", {})) == list(offered)
        if actor != CHANCE and number % 10 == 0:
            view = game.view(state, actor)
            assert row["legal"] == [game.notation(action, view) for action in state.legal()]
        for seat, actions in moves.items():
            view = game.view(state, None if seat == CHANCE else seat)
            action = next((a for a in actions if game.notation(a, view) == row["move"]), None)
            if action is not None:
                break
        assert action is not None, f"ply {number}: {row['move']} is nobody's move"
        state.apply(action)
    assert state.to_act() == OVER
    assert result["ranks"] == list(state.outcome())
    assert result["scores"] == list(state.scores())


def test_the_same_seed_traces_the_same_match_and_another_one_another() -> None:
    assert rows_of("decktet", 3) == rows_of("decktet", 3) != rows_of("decktet", 4)


def test_an_interrupt_is_taken_now_and_then() -> None:
    taken = [row for row in rows_of("ahldarahd", 11) if row.get("move") not in row.get("legal", ())]
    taken = [row for row in taken if "interrupts" in row]
    assert taken
    assert all(any(row["move"] in moves for moves in row["interrupts"].values()) for row in taken)


@pytest.mark.parametrize(("share", "low", "high"), [(1.0, 1.0, 1.0), (0.5, 0.3, 0.7)])
def test_a_chooser_decides_its_share_of_the_moves(share: float, low: float, high: float) -> None:
    asked: list[int] = []

    def last(game: Game[Any], view: View, seat: int, seed: int) -> int:
        assert view["to_act"] == view["seat"] == seat
        state = game.determinize(view, Random(seed))
        asked.append(seat)
        action: int = state.legal()[-1]
        return action

    rows = list(trace(registry.get("sahara"), {}, 2, 3, last, share))
    decided = [row for row in rows if row.get("actor") in (0, 1)]
    assert low <= len(asked) / len(decided) <= high
    assert sum(row["move"] == row["legal"][-1] for row in decided) >= len(asked)


def test_wrong_options_are_refused_before_the_first_row() -> None:
    with pytest.raises(OptionError, match="wheels"):
        trace(registry.get("sahara"), {"wheels": 4}, 2, 3)
