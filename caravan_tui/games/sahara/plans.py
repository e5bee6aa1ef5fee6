"""What can be done with what: the legal actions sorted by the space where a hand would reach.

A *thing* is a good or a camel that can be taken somewhere, or a pick-up or a theft. A camel is set
by two actions, the lift and the set, so its targets are what would be legal after the lift.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from caravan_tui.games.contract import View
from caravan_tui.games.sahara.actions import (
    LIFT,
    LIFT_SUPPLY,
    MOVE,
    PICK,
    SET,
    START,
    STEAL,
    unpack_move,
    unpack_steal,
)
from caravan_tui.games.sahara.desert import SUPPLY, VALUES
from caravan_tui.games.sahara.text import good_name, seat_name, the_good
from caravan_tui.games.sahara.view import state_of
from caravan_tui.words import _

GOOD, PICK_UP, THEFT, CAMEL = range(4)
"""Kinds of things."""


@frozen
class Thing:
    """Something on a space (49: in the supply) that the seat to act can take in hand."""

    space: int
    kind: int
    good: int = -1
    under: int = 0
    victim: int = -1
    owner: str = ""
    """What to call the victim."""
    actions: tuple[int, ...] = ()
    """A pick-up or theft: what to do. Nothing has to be pointed at."""
    targets: dict[int, tuple[int, ...]] = field(factory=dict)
    """Where a good or camel can go, and the actions that bring it there."""
    costs: dict[int, int] = field(factory=dict)
    """Actions that each target costs."""
    points: dict[int, int] = field(factory=dict)
    """Points of the targets that deliver."""

    @property
    def label(self) -> str:
        """What it is, in words."""
        if self.kind == GOOD:
            if self.under:
                return _("protected {good}").format(good=good_name(self.good))
            return good_name(self.good)
        if self.kind == PICK_UP:
            return _("picking up {good}").format(good=the_good(self.good))
        if self.kind == THEFT:
            return _("stealing {good} from {colour}").format(
                good=the_good(self.good), colour=self.owner
            )
        return _("a camel from the supply") if self.space == SUPPLY else _("the empty camel")


def things(view: View, legal: Sequence[int], names: Sequence[str] = ()) -> dict[int, list[Thing]]:
    """The things of each space, the likeliest first: a delivery, a pick-up, a theft, other goods,
    a camel."""
    found: dict[int, list[Thing]] = {}
    goods: dict[tuple[int, int, int], Thing] = {}
    for action in legal:
        if action >= MOVE:
            source, target, good, under = unpack_move(action)
            key = (source, good, under)
            if key not in goods:
                goods[key] = Thing(source, GOOD, good, under)
                found.setdefault(source, []).append(goods[key])
            thing = goods[key]
            thing.targets[target] = (action,)
            thing.costs[target] = 1
            if view["board"]["cities"][good] == target:
                thing.points[target] = VALUES[good]
        elif action >= STEAL:
            space, victim, good = unpack_steal(action)
            owner = seat_name(victim, names)
            thing = Thing(space, THEFT, good, victim=victim, owner=owner, actions=(action,))
            found.setdefault(space, []).append(thing)
        elif PICK <= action < START:
            space = action - PICK
            good = view["loose"][view["board"]["numbered"].index(space)]
            found.setdefault(space, []).append(Thing(space, PICK_UP, good, actions=(action,)))
        elif LIFT <= action <= LIFT_SUPPLY:
            space = action - LIFT
            costs = set_costs(view, action)
            thing = Thing(
                space,
                CAMEL,
                targets={target: (action, SET + target) for target in costs},
                costs=costs,
            )
            found.setdefault(space, []).append(thing)
    for listed in found.values():
        listed.sort(key=_order)
    return found


def _order(thing: Thing) -> tuple[int, int]:
    if thing.kind == GOOD:
        return (0 if thing.points else 3), -VALUES[thing.good]
    return thing.kind if thing.kind != CAMEL else 4, 0


def set_costs(view: View, lift: int | None = None) -> dict[int, int]:
    """What it costs to set the lifted camel, or the one that `lift` would lift, on each space
    where it may go."""
    state = state_of(view)
    if lift is not None:
        state.apply(lift)
    return {action - SET: state.cost(action - SET) for action in state.legal()}


def points_at(action: int, ascii_only: bool) -> dict[int, str]:
    """The spaces of an action, with a sign each: where something leaves and where it comes."""
    here, there = ("<", ">") if ascii_only else ("◄", "►")
    if action >= MOVE:
        source, target, _good, _under = unpack_move(action)
        return {source: here, target: there}
    if STEAL <= action < MOVE:
        return {unpack_steal(action)[0]: there}
    if PICK <= action < START:
        return {action - PICK: there}
    if SET <= action < PICK:
        return {action - SET: there}
    if LIFT <= action < LIFT_SUPPLY:
        return {action - LIFT: here}
    return {}


def signs(held: Thing, ascii_only: bool) -> dict[int, str]:
    """The targets of a thing, with what stands on each: the points, or what it costs."""
    arrow = ">" if ascii_only else "►"
    found = {}
    for space in held.targets:
        if space in held.points:
            found[space] = f"{arrow}{held.points[space]}"
        elif held.kind == GOOD:
            found[space] = arrow
        elif held.costs[space] == 1:
            found[space] = "." if ascii_only else "·"
        else:
            found[space] = str(held.costs[space])
    return found
