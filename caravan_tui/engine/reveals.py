"""Whether an action reveals something hidden: then an undo of it is no undo for the others."""

from __future__ import annotations

from typing import Any

from caravan_tui.engine import rng
from caravan_tui.games.contract import Game, State

_WORLDS = 24
"""Imagined worlds that an action is tried in. One that the action contradicts is enough."""


def reveals_hidden(game: Game[Any], before: State, actor: int, action: int, seats: int) -> bool:
    """Whether the others know more after this action than everybody knew before it.

    The action is tried in worlds imagined from what a spectator saw: if it could not have been
    played there, or would have looked otherwise, it reveals something. The answer is told to the
    seats, so it must not depend on what any of them hides, nor on the seed: what each of them knows
    by itself is left out, and the worlds are the same in every match.
    """
    after = before.clone()
    after.apply(action)
    seen_before, seen_after = game.view(before, None), game.view(after, None)
    others = [seat for seat in range(seats) if seat != actor]
    tokens = {seat: before.observed(action, seat) for seat in others}
    for number in range(_WORLDS):
        world = game.determinize(seen_before, rng.stream(0, "undo", number))
        choices = world.legal() if world.to_act() == actor else world.interrupts().get(actor, [])
        looks_alike = [
            choice
            for choice in choices
            if all(world.observed(choice, seat) == tokens[seat] for seat in others)
        ]
        if not looks_alike:
            return True
        world.apply(looks_alike[0])
        if game.view(world, None) != seen_after:
            return True
    return False
