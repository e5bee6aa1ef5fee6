"""The legal actions grouped by the space where a player selects something, with its targets."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

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
from caravan_tui.games.sahara.pieces import SUPPLY, VALUES
from caravan_tui.games.sahara.text import good_name, seat_name, the_good
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.i18n import _, capital

GOOD, PICK_UP, THEFT, CAMEL = range(4)
"""Kinds of selectables: a good to move, a pick-up, a theft, a camel to set."""


@frozen
class Selectable:
    """A good or a camel that the seat to act can move, with its targets, or a pick-up or theft.

    A camel is set by two actions, the lift and the set, so its targets are those after the lift.
    """

    space: int
    """Where it is; SUPPLY for a camel from the supply."""
    kind: int
    good: int = -1
    under: int = 0
    """1 if the good lies under its camel."""
    victim: int = -1
    owner: str = ""
    """The name of the victim."""
    actions: tuple[int, ...] = ()
    """Of a pick-up or theft, which have no target."""
    targets: dict[int, tuple[int, ...]] = field(factory=dict)
    """By space where a good or camel can go: the actions that bring it there."""
    costs: dict[int, int] = field(factory=dict)
    """By target: the actions that it costs."""
    points: dict[int, int] = field(factory=dict)
    """By target that is a delivery: its points."""

    @property
    def label(self) -> str:
        """What it is or does, in words."""
        if self.kind == GOOD:
            if self.under:
                return _("protected {good}").format(good=good_name(self.good))
            return good_name(self.good)
        if self.kind == PICK_UP:
            return _("pick up {good}").format(good=the_good(self.good))
        if self.kind == THEFT:
            text = _("steal {good} from {name}")
            return text.format(good=the_good(self.good), name=self.owner)
        return _("a camel from the supply") if self.space == SUPPLY else _("the empty camel")

    @property
    def order(self) -> tuple[int, int]:
        """How likely it is to be what the user wants: less is likelier."""
        if self.kind == GOOD:
            return (0 if self.points else 3), -VALUES[self.good]
        return self.kind if self.kind != CAMEL else 4, 0

    @property
    def capital_label(self) -> str:
        """The label as the beginning of a sentence."""
        return capital(self.label)


def selectables(
    view: SaharaView, legal: Sequence[int], names: Sequence[str] = ()
) -> dict[int, list[Selectable]]:
    """What can be selected on each space, the likeliest first.

    The order is: a good that can be delivered, a pick-up, a theft, other goods, a camel.
    """
    by_space: dict[int, list[Selectable]] = {}
    goods: dict[tuple[int, int, int], Selectable] = {}
    for action in legal:
        if action >= MOVE:
            source, target, good, under = unpack_move(action)
            key = (source, good, under)
            if key not in goods:
                goods[key] = Selectable(source, GOOD, good, under)
                by_space.setdefault(source, []).append(goods[key])
            moved = goods[key]
            moved.targets[target] = (action,)
            moved.costs[target] = 1
            if view["board"]["cities"][good] == target:
                moved.points[target] = VALUES[good]
        elif action >= STEAL:
            space, victim, good = unpack_steal(action)
            owner = seat_name(victim, names)
            theft = Selectable(space, THEFT, good, victim=victim, owner=owner, actions=(action,))
            by_space.setdefault(space, []).append(theft)
        elif PICK <= action < START:
            space = action - PICK
            good = view["loose"][view["board"]["numbered"].index(space)]
            pick_up = Selectable(space, PICK_UP, good, actions=(action,))
            by_space.setdefault(space, []).append(pick_up)
        elif LIFT <= action <= LIFT_SUPPLY:
            space = action - LIFT
            by_space.setdefault(space, []).append(_camel(view, space, (action,)))
    for listed in by_space.values():
        listed.sort(key=lambda selectable: selectable.order)
    return by_space


def lifted_camel(view: SaharaView) -> Selectable:
    """The camel that has been lifted already."""
    return _camel(view, view["lifted"], ())


def _camel(view: SaharaView, source: int, before: tuple[int, ...]) -> Selectable:
    """A camel from `source`, with the actions before it is set."""
    costs = {space: cost for space, cost in enumerate(view["set_costs"]) if cost}
    costs.pop(source, None)
    targets = {space: (*before, SET + space) for space in costs}
    return Selectable(source, CAMEL, targets=targets, costs=costs)


def marks_of(action: int, ascii_only: bool) -> dict[int, str]:
    """The spaces of an action with a sign each: where something leaves and where it goes."""
    source_sign, target_sign = ("<", ">") if ascii_only else ("◄", "►")
    if action >= MOVE:
        source, target, _good, _under = unpack_move(action)
        return {source: source_sign, target: target_sign}
    if STEAL <= action < MOVE:
        return {unpack_steal(action)[0]: target_sign}
    if PICK <= action < START:
        return {action - PICK: target_sign}
    if SET <= action < PICK:
        return {action - SET: target_sign}
    if LIFT <= action < LIFT_SUPPLY:
        return {action - LIFT: source_sign}
    return {}


def marks_of_turn(turn: Sequence[int], ascii_only: bool) -> dict[int, str]:
    """The spaces of all actions of a turn with their signs, each after the number of its step if
    there are several: a camel is lifted and set in one. A space of more than two steps has the
    signs of the first two."""
    steps, step = [], 1
    for action in turn:
        steps.append(step)
        step += not LIFT <= action <= LIFT_SUPPLY
    has_order = len(set(steps)) > 1
    signs: dict[int, list[str]] = {}
    for action, step in zip(turn, steps, strict=True):
        for space, sign in marks_of(action, ascii_only).items():
            signs.setdefault(space, []).append(f"{step}{sign}" if has_order else sign)
    return {space: "".join(several[:2]) for space, several in signs.items()}


def target_signs(selected: Selectable, ascii_only: bool) -> dict[int, str]:
    """The targets of what is selected, with a sign each: the points, or the cost."""
    arrow = ">" if ascii_only else "►"
    signs = {}
    for space in selected.targets:
        if space in selected.points:
            signs[space] = f"{arrow}{selected.points[space]}"
        elif selected.kind == GOOD:
            signs[space] = arrow
        else:
            signs[space] = str(selected.costs[space])
    return signs
