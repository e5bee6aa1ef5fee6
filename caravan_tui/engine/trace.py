"""One match from start to end, told ply by ply in notation: for checks, bug reports and exports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from caravan_tui.engine import rng
from caravan_tui.games.contract import CHANCE, OVER, Game, OptionValue, State, View

Row = dict[str, Any]
"""A line of a trace, ready for JSON."""

Chooser = Callable[[Game[Any], View, int, int], int]
"""Picks a move: the game, the view of the seat to act, the seat, a seed for this decision."""

_INTERRUPT = 1 / 12
"""How often an offered interrupt is taken."""


def trace(
    game: Game[Any],
    given: Mapping[str, str | OptionValue],
    seats: int,
    seed: int,
    choose: Chooser | None = None,
    share: float = 1.0,
) -> Iterator[Row]:
    """Play a match and give its header, one row a ply and its result.

    Moves are random, from a generator apart from that of chance; with `choose` it decides that
    share of them. Raises OptionError at once for options or seats that the game does not know.
    """
    options = game.spec.resolve(given, seats)
    return _rows(game, options, seats, seed, choose, share)


def _rows(
    game: Game[Any],
    options: dict[str, OptionValue],
    seats: int,
    seed: int,
    choose: Chooser | None,
    share: float,
) -> Iterator[Row]:
    yield {
        "game": game.spec.id,
        "rules": game.spec.rules_version,
        "seats": seats,
        "options": options,
    }
    state = game.setup(options, seats)
    play = rng.stream(seed, "play")
    ply = 0
    while (actor := state.to_act()) != OVER:
        row: Row = {"ply": ply, "actor": "chance" if actor == CHANCE else actor}
        if actor == CHANCE:
            action = state.draw(rng.chance(seed, ply))
            row["move"] = game.notation(action, game.view(state, None))
        else:
            view = game.view(state, actor)
            legal = state.legal()
            names = {action: game.notation(action, view) for action in legal}
            row["legal"] = [names[action] for action in legal]
            others = _interrupts(game, state)
            if others:
                row["interrupts"] = {
                    str(seat): list(offered.values()) for seat, offered in others.items()
                }
            if others and play.random() < _INTERRUPT:
                offered = others[play.choice(list(others))]
                action = play.choice(list(offered))
                row["move"] = offered[action]
            else:
                if choose is not None and play.random() < share:
                    action = choose(game, view, actor, play.getrandbits(32))
                else:
                    action = play.choice(legal)
                row["move"] = names[action]
        yield row
        state.apply(action)
        ply += 1
    scores = [int(score) if score == int(score) else score for score in state.scores()]
    yield {"scores": scores, "ranks": list(state.outcome())}


def _interrupts(game: Game[Any], state: State) -> dict[int, dict[int, str]]:
    """What each seat may do out of turn, with its notation; seats without anything are left out."""
    offered: dict[int, dict[int, str]] = {}
    for seat, actions in state.interrupts().items():
        if actions:
            view = game.view(state, seat)
            offered[seat] = {action: game.notation(action, view) for action in actions}
    return offered
