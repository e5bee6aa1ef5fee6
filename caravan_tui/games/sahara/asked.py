"""What is asked, what lies where and why something is no move: the words of the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caravan_tui.games.contract import View
from caravan_tui.games.sahara.desert import NAMES, SUPPLY
from caravan_tui.games.sahara.plans import CAMEL, GOOD, PICK_UP, THEFT, Thing
from caravan_tui.games.sahara.text import good_name
from caravan_tui.words import _, _n


def prompt(view: View) -> str:
    """What the acting seat is asked."""
    if view["lifted"] >= 0:
        return _("Set the lifted camel on a space that is lit")
    left = view["left"]
    if not view["supply"][view["to_act"]]:
        return _n(
            "{left} action left: choose a camel or a good to move, e to end",
            "{left} actions left: choose a camel or a good to move, e to end",
            left,
        ).format(left=left)
    return _n(
        "{left} action left: choose a camel or a good, c for a new camel, e to end",
        "{left} actions left: choose a camel or a good, c for a new camel, e to end",
        left,
    ).format(left=left)


def unused(view: View) -> str:
    """What may come of a turn without an action (S-9), for who is about to end one."""
    if view["idle"] + 1 >= view["seats"]:
        return _("No seat uses an action any more: this ends the match (S-9). e again: do it")
    return _("No action used: if every seat does so, the match ends. e again: end turn")


def rule(held: Thing | None, over: bool) -> str:
    """Where the rules tell about this moment."""
    if over:
        return "End and score"
    if held is None:
        return "A turn"
    return {GOOD: "S-1", PICK_UP: "S-3", THEFT: "Stealing", CAMEL: "S-2"}[held.kind]


def space_words(view: View, space: int, names: Sequence[str]) -> str:
    """What is on a space, in words."""
    parts = []
    numbered, cities = view["board"]["numbered"], view["board"]["cities"]
    if space in numbered:
        slot = numbered.index(space)
        good = view["loose"][slot]
        lying = good_name(good) if good >= 0 else _("nothing")
        parts.append(_("number {number}: {good}").format(number=slot + 1, good=lying))
        markers = view["demand"][slot]
        if markers:
            words = _n("{markers} demand marker", "{markers} demand markers", markers)
            parts.append(words.format(markers=markers))
    elif space in cities:
        good = cities.index(space)
        parts.append(
            _("{city} wants {good}").format(city=view["board"]["names"][good], good=good_name(good))
        )
    for seat, camels in enumerate(view["camels"]):
        here = [(good, under) for at, good, under in camels if at == space]
        if not here:
            continue
        loads = [
            (_("protected {good}") if under else "{good}").format(good=good_name(good))
            for good, under in here
            if good >= 0
        ]
        empty = len(here) - len(loads)
        if empty:
            loads.append(
                _n("{count} empty camel", "{count} empty camels", empty).format(count=empty)
            )
        parts.append(_("{name}: {loads}").format(name=names[seat], loads=", ".join(loads)))
    where = _("the supply") if space == SUPPLY else NAMES[space]
    return " · ".join([where, *parts])


def held_words(held: Thing, more: bool) -> str:
    """What is held and where it can go; `more`: there is something else on its space."""
    label = held.label[:1].upper() + held.label[1:]
    tail = _(" · Space: something else here") if more else ""
    if held.actions:
        words = _("{label} on {space} · Enter or click does it").format(
            label=label, space=NAMES[held.space]
        )
    else:
        count = len(held.targets)
        words = _n(
            "{label}: choose where to, {count} space",
            "{label}: choose where to, {count} spaces",
            count,
        ).format(label=label, count=count)
    return words + tail


def does_words(held: Thing | None, things: Mapping[int, Sequence[Thing]], space: int) -> str:
    """What Enter would do on a space, empty if nothing: with what is held, or by taking one of the
    `things` of each space."""
    if held is not None:
        if space not in held.targets:
            return ""
        if space in held.points:
            return _("Enter delivers {good}: {points} points").format(
                good=held.label, points=held.points[space]
            )
        if held.kind == CAMEL:
            cost = held.costs[space]
            return _n(
                "Enter sets the camel: {cost} action", "Enter sets the camel: {cost} actions", cost
            ).format(cost=cost)
        return _("Enter moves {good} here").format(good=held.label)
    if things.get(space):
        return _("Enter: {label}").format(label=things[space][0].label)
    cost = things[SUPPLY][0].costs.get(space, 0) if SUPPLY in things else 0
    if not cost:
        return ""
    return _n(
        "Enter sets a camel from the supply: {cost} action",
        "Enter sets a camel from the supply: {cost} actions",
        cost,
    ).format(cost=cost)


def why_not(held: Thing, space: int) -> str:
    """Why what is held cannot go to a space."""
    if held.kind == CAMEL:
        if space == held.space:
            return _("The camel stands there already (S-2).")
        return _("Setting a camel where others stand costs 2 actions, and 1 is left.")
    if held.kind == GOOD:
        return _("{good} cannot go there: no empty camel of its chain (S-1).").format(
            good=held.label[:1].upper() + held.label[1:]
        )
    return _("Choose {space} again to do it.").format(space=NAMES[held.space])
