"""Texts below the board: the prompt, what is on a space, why something is no move, the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from caravan_tui.games.sahara.moves import CAMEL, GOOD, PICK_UP, THEFT, Selectable
from caravan_tui.games.sahara.pieces import NAMES, SUPPLY
from caravan_tui.games.sahara.text import good_name
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.i18n import _, _n

KeyName = Callable[[str], str]
"""The key of a command, by its id, as the user reads it."""


def prompt(view: SaharaView, key: KeyName) -> str:
    """What the acting seat is asked to do."""
    if view["lifted"] >= 0:
        return _("Set the lifted camel on a highlighted space.")
    left, end = view["left"], key("sahara.end")
    if not view["supply"][view["to_act"]]:
        return _n(
            "{left} action left. Move a camel or a good, or press {end} to end your turn.",
            "{left} actions left. Move a camel or a good, or press {end} to end your turn.",
            left,
        ).format(left=left, end=end)
    return _n(
        "{left} action left. Move a camel or a good. New camel: {camel}. End turn: {end}.",
        "{left} actions left. Move a camel or a good. New camel: {camel}. End turn: {end}.",
        left,
    ).format(left=left, camel=key("sahara.camel"), end=end)


def confirm_unused(view: SaharaView, key: KeyName) -> str:
    """What may follow from a turn without an action (S-9), before the user confirms it."""
    if view["idle"] + 1 >= view["seats"]:
        text = _("Nobody used an action: this ends the match (S-9). Press {key} to confirm.")
    else:
        text = _("No actions used: if all seats do this, the match ends. Press {key} again.")
    return text.format(key=key("sahara.end"))


def rule(selected: Selectable | None, is_over: bool) -> str:
    """The ruling or heading of RULES.md that fits the moment."""
    if is_over:
        return "End and score"
    if selected is None:
        return "A turn"
    return {GOOD: "S-1", PICK_UP: "S-3", THEFT: "Stealing", CAMEL: "S-2"}[selected.kind]


def space_words(view: SaharaView, space: int, names: Sequence[str]) -> str:
    """What is on a space, in words."""
    parts = [_("the supply") if space == SUPPLY else NAMES[space]]
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
        goods = [(good, under) for place, good, under in camels if place == space]
        if not goods:
            continue
        loads = [
            (_("protected {good}") if under else "{good}").format(good=good_name(good))
            for good, under in goods
            if good >= 0
        ]
        empty = len(goods) - len(loads)
        if empty:
            loads.append(
                _n("{count} empty camel", "{count} empty camels", empty).format(count=empty)
            )
        parts.append(_("{name}: {loads}").format(name=names[seat], loads=", ".join(loads)))
    return " · ".join(parts)


def selected_words(selected: Selectable, has_more: bool, key: KeyName) -> str:
    """What is selected and where it can go. `has_more`: something else is on its space."""
    label = selected.capital_label
    if selected.actions:
        words = _("{label} on {space}: press {key} or click again").format(
            label=label, space=NAMES[selected.space], key=key("sahara.take")
        )
    else:
        count = len(selected.targets)
        words = _n(
            "{label}: choose where it goes, {count} space",
            "{label}: choose where it goes, {count} spaces",
            count,
        ).format(label=label, count=count)
    if has_more:
        words += _(" · {key}: something else here").format(key=key("sahara.other"))
    return words


def effect_words(
    selected: Selectable | None,
    by_space: Mapping[int, Sequence[Selectable]],
    space: int,
    key: KeyName,
) -> str:
    """What the key for choosing would do on a space, empty if nothing.

    It moves what is selected, or else selects something of the space.
    """
    take = key("sahara.take")
    if selected is not None:
        if space not in selected.targets:
            return ""
        if space in selected.points:
            return _("{key}: deliver {good} for {points} points").format(
                key=take, good=selected.label, points=selected.points[space]
            )
        if selected.kind == CAMEL:
            cost = selected.costs[space]
            return _n(
                "{key}: set the camel for {cost} action",
                "{key}: set the camel for {cost} actions",
                cost,
            ).format(key=take, cost=cost)
        return _("{key}: move {good} here").format(key=take, good=selected.label)
    if by_space.get(space):
        return _("{key}: {label}").format(key=take, label=by_space[space][0].label)
    cost = by_space[SUPPLY][0].costs.get(space, 0) if SUPPLY in by_space else 0
    if not cost:
        return ""
    return _n(
        "{key}: set a camel from the supply for {cost} action",
        "{key}: set a camel from the supply for {cost} actions",
        cost,
    ).format(key=take, cost=cost)


def why_not(selected: Selectable, space: int) -> str:
    """Why what is selected can't go to a space."""
    if selected.kind == CAMEL:
        if space == selected.space:
            return _("The camel is already there (S-2).")
        return _("Setting a camel on an occupied space costs 2 actions. You have 1 left.")
    if selected.kind == GOOD:
        return _("{good} can't go there: its chain has no empty camel there (S-1).").format(
            good=selected.capital_label
        )
    return _("Choose {space} again to confirm.").format(space=NAMES[selected.space])
