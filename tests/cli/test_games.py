"""The commands `games` and `trace`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from tests.support.command_line import caravan_tui

GAMES = registry.ids()


@cache
def largest_trace(game_id: str) -> list[dict[str, Any]]:
    """The rows of a match with all seats, which several tests read."""
    return trace(game_id, "--seats", str(registry.get(game_id).spec.max_seats), "--seed", "3")


def trace(*arguments: str) -> list[dict[str, Any]]:
    """The rows that `trace` prints."""
    result = caravan_tui("trace", *arguments)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_games_as_json_has_all_that_a_program_needs() -> None:
    facts = json.loads(caravan_tui("games", "--json").stdout)
    assert [game["id"] for game in facts] == list(GAMES)
    for game in facts:
        spec = registry.get(game["id"]).spec
        assert game["title"] == spec.title and game["rules"] == spec.rules_version
        assert game["seats"] == [spec.min_seats, spec.max_seats]
        assert [option["name"] for option in game["options"]] == [o.name for o in spec.options]
        for option in game["options"]:
            assert {"flag": set(), "choice": {"choices"}, "number": {"low", "high"}}[
                option["kind"]
            ] <= set(option)


def test_games_names_every_game_and_option_with_its_values() -> None:
    text = caravan_tui("games").stdout
    for game_id in GAMES:
        spec = registry.get(game_id).spec
        assert spec.id in text and spec.title in text
        for option in spec.options:
            assert f"--option {option.name}=" in text and option.allowed() in text
    assert "(default short with 2-3 seats, full with 4 seats)" in text


@pytest.mark.parametrize("game_id", GAMES)
def test_a_trace_has_a_header_plies_and_a_result(game_id: str) -> None:
    spec = registry.get(game_id).spec
    seats = spec.max_seats
    head, *plies, result = largest_trace(game_id)
    assert head == {
        "game": game_id,
        "rules": spec.rules_version,
        "seats": seats,
        "options": spec.resolve({}, seats),
    }
    assert [ply["ply"] for ply in plies] == list(range(len(plies)))
    for ply in plies:
        if ply["actor"] == "chance":
            assert set(ply) == {"ply", "actor", "move"}
            continue
        assert ply["actor"] in range(seats)
        assert set(ply) - {"interrupts"} == {"ply", "actor", "legal", "move"}
        offered = [move for moves in ply.get("interrupts", {}).values() for move in moves]
        assert ply["move"] in ply["legal"] + offered
        assert len(set(ply["legal"])) == len(ply["legal"]) > 0
    assert set(result) == {"scores", "ranks"}
    assert len(result["scores"]) == len(result["ranks"]) == seats
    assert min(result["ranks"]) == 1
    assert all(isinstance(score, int) or score % 1 for score in result["scores"])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_trace_can_be_replayed_from_its_notation(game_id: str) -> None:
    game = registry.get(game_id)
    head, *plies, result = largest_trace(game_id)
    state = game.setup(head["options"], head["seats"])
    for ply in plies:
        actor = state.to_act()
        view = game.view(state, None if actor == CHANCE else actor)
        named = {game.notation(action, view): action for action in state.legal()}
        if actor == CHANCE:
            assert ply["actor"] == "chance"
        else:
            assert ply["actor"] == actor and ply["legal"] == list(named)
        for seat, actions in state.interrupts().items():
            own = game.view(state, seat)
            named.update({game.notation(action, own): action for action in actions})
        state.apply(named[ply["move"]])
    assert state.to_act() == OVER
    assert result == {"scores": list(state.scores()), "ranks": list(state.outcome())}


def test_a_trace_sometimes_takes_an_interrupt() -> None:
    games_with_interrupts = 0
    for game_id in GAMES:
        plies = largest_trace(game_id)[1:-1]
        offered = [ply for ply in plies if "interrupts" in ply]
        if not offered:
            continue
        games_with_interrupts += 1
        taken = [ply for ply in offered if ply["move"] not in ply["legal"]]
        assert 0 < len(taken) < len(offered) / 4
        for ply in taken:
            assert str(ply["actor"]) not in ply["interrupts"]
    assert games_with_interrupts


def test_a_trace_depends_on_its_seed_alone() -> None:
    traces = [trace(GAMES[0], "--seed", seed) for seed in ("1", "1", "2")]
    assert traces[0] == traces[1] != traces[2]


def test_options_reach_the_match() -> None:
    for game_id in GAMES:
        for option in registry.get(game_id).spec.options:
            seats = option.seats[0] if option.seats else registry.get(game_id).spec.min_seats
            default = option.default_for(seats)
            value: Any = option.low
            if option.kind != "number":
                choices: Sequence[Any] = option.choices or (True, False)
                value = next(choice for choice in choices if choice != default)
            text = {True: "yes", False: "no"}[value] if option.kind == "flag" else str(value)
            head = trace(game_id, "--seats", str(seats), "--option", f"{option.name}={text}")[0]
            assert head["options"][option.name] == value


def test_the_first_level_plays_half_of_a_mixed_trace_or_all_of_one() -> None:
    hands = ("--option", "hands=1")
    random, mixed, porter = (
        trace("decktet", "--play", play, *hands) for play in ("random", "mixed", "porter")
    )
    assert random[0] == mixed[0] == porter[0]
    assert random[1:] != mixed[1:] != porter[1:] != random[1:]
    assert porter == trace("decktet", "--play", "porter", *hands)
