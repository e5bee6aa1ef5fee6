"""What the steps of a turn were good for: camels that were set and have served nothing."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.sahara.actions import (
    GOOD,
    LIFT,
    LIFT_SUPPLY,
    MOVE,
    PICK,
    SET,
    STEAL,
    unpack_move,
    unpack_steal,
)
from caravan_tui.games.sahara.pieces import SPACES, chain
from caravan_tui.games.sahara.rules import SaharaState


def unused_steps(state: SaharaState, steps: Sequence[int]) -> tuple[int, int]:
    """Two masks of spaces: those where the seat to act has set a camel in this turn that has served
    nothing since, and those that it could have left as they were.

    A camel has served if a good went to it, from it or over it. To lift a camel of the first mask
    again, or to fill a space of the second, comes to what fewer steps would have come to.

    Args:
        steps: the actions of the seat since its turn began.
    """
    seat, each = state.actor, state.camels_each
    standing = [0] * (SPACES + 1)
    for camel in state.camels[seat * each : seat * each + each]:
        standing[camel >> 5] += 1
    if state.lifted >= 0:  # in `camels` it is in the supply
        standing[SPACES] -= 1
    unused, left = 0, 0
    served = 0
    resumed = 0
    """Spaces that were set or left again later in the turn: their newest step counts."""
    has_carried = False
    for step in reversed(steps):
        if step >= MOVE:
            has_carried = True
            source, target, _good, _under = unpack_move(step)
            served |= 1 << source | 1 << target
            mask = 0
            for space in range(SPACES):
                if standing[space]:
                    mask |= 1 << space
            for space in range(SPACES):
                bit = 1 << space
                if mask & bit and not chain(source, mask & ~bit | 1 << source) >> target & 1:
                    served |= bit
        elif step >= GOOD:
            continue
        elif step >= STEAL:
            has_carried = True
            served |= 1 << unpack_steal(step)[0]
        elif step >= PICK:
            has_carried = True
            served |= 1 << (step - PICK)
        elif step >= SET:
            bit = 1 << (step - SET)
            if not (served | resumed) & bit:
                unused |= bit
            resumed |= bit
            standing[step - SET] -= 1
        elif step >= LIFT:
            if step != LIFT_SUPPLY:
                bit = 1 << (step - LIFT)
                if not has_carried and not resumed & bit:
                    left |= bit
                resumed |= bit
            standing[step - LIFT] += 1
    return unused, left


def is_moved_again(steps: Sequence[int], move: int) -> bool:
    """Whether a good goes back to where it was in this turn, or on from where the step before has
    brought it: it could have stayed, or have gone there at once."""
    source, target, good, _under = unpack_move(move)
    for number, step in enumerate(reversed(steps)):
        if step >= MOVE:
            before, reached, moved, _covered = unpack_move(step)
            if moved == good and reached == source and (before == target or not number):
                return True
    return False
