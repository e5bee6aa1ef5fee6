"""Whether an action gave something hidden away: then an undo of it is no undo for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caravan_tui.engine import rng
from caravan_tui.games.contract import Game, State

if TYPE_CHECKING:
    from caravan_tui.engine.match import Ply

_WORLDS = 6
"""Imagined worlds that an action is held against, for each seat that saw it."""


def gave_away(game: Game, seats: int, seed: int, ply: Ply) -> bool:
    """Whether any other seat knows more after this action than its view told it before.

    The action is held against worlds imagined from the view that each other seat had: if it could
    not have been played there, or would have looked otherwise, it gave something away. `seed` is
    that of the match, so the same question has the same answer.
    """
    after = ply.before.clone()
    after.apply(ply.action)
    for seat in range(seats):
        if seat == ply.actor:
            continue
        seen = game.view(ply.before, seat)
        shows = game.view(after, seat)
        token = ply.before.observed(ply.action, seat)
        for number in range(_WORLDS):
            world = game.determinize(seen, rng.stream(seed, "undo", number))
            action = _alike(world, ply.actor, token, seat)
            if action is None:
                return True
            world.apply(action)
            if game.view(world, seat) != shows:
                return True
    return False


def _alike(world: State, actor: int, token: int, seat: int) -> int | None:
    """An action of the actor in this world that looks to `seat` as the token says."""
    choices = world.legal() if world.to_act() == actor else world.interrupts().get(actor, [])
    return next((action for action in choices if world.observed(action, seat) == token), None)
