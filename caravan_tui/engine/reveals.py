"""Whether an action reveals something hidden: then an undo of it is no undo for the others."""

from __future__ import annotations

from typing import Any

from caravan_tui.engine import rng
from caravan_tui.games.contract import Game, State

_WORLDS = 6
"""Imagined worlds that an action is tried in, for each seat that saw it."""


def reveals_hidden(
    game: Game[Any], before: State, actor: int, action: int, seats: int, seed: int
) -> bool:
    """Whether any other of the seats knows more after this action than its view showed before.

    The action is tried in worlds imagined from the view that each other seat had: if it could not
    have been played there, or would have looked otherwise, it reveals something. `seed` is that of
    the match, so the same question has the same answer.
    """
    after = before.clone()
    after.apply(action)
    for seat in range(seats):
        if seat == actor:
            continue
        view_before = game.view(before, seat)
        view_after = game.view(after, seat)
        token = before.observed(action, seat)
        for number in range(_WORLDS):
            world = game.determinize(view_before, rng.stream(seed, "undo", number))
            same_action = _same_action(world, actor, token, seat)
            if same_action is None:
                return True
            world.apply(same_action)
            if game.view(world, seat) != view_after:
                return True
    return False


def _same_action(world: State, actor: int, token: int, seat: int) -> int | None:
    """An action of the actor in this world that looks to `seat` as the token says."""
    choices = world.legal() if world.to_act() == actor else world.interrupts().get(actor, [])
    return next((action for action in choices if world.observed(action, seat) == token), None)
