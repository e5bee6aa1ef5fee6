"""Texts below the board: the prompt, what is on a space, why something is no move, the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from caravan_tui.games.contract import (
    Help,
    KeyName,
    Moment,
)
from caravan_tui.games.kit.clicks import way_to_play
from caravan_tui.games.sahara.events import Delivered
from caravan_tui.games.sahara.moves import CAMEL, GOOD, PICK_UP, THEFT, Selectable, selectables
from caravan_tui.games.sahara.pieces import NAMES, SPACES, STEPS, SUPPLY
from caravan_tui.games.sahara.state import ACTIONS
from caravan_tui.games.sahara.text import good_name, the_good
from caravan_tui.games.sahara.view import SaharaView, chains
from caravan_tui.i18n import _, _n, capital
from caravan_tui.widgets.marks import seat_mark


def prompt(view: SaharaView, key: KeyName) -> str:
    """What the acting seat is asked to do."""
    if view["lifted"] >= 0:
        return _("Set the lifted camel on a marked space.")
    left, end = view["left"], key("sahara.end")
    if actions := _first_actions(view):
        if not view["camels"][view["to_act"]]:
            return f"{actions} {_('Set a camel.')}"
        return f"{actions} {_('Move a camel or a good. End: {end}.').format(end=end)}"
    if not view["supply"][view["to_act"]]:
        return _n(
            "{left} action left. Move a camel or a good, or press {end} or click End.",
            "{left} actions left. Move a camel or a good, or press {end} or click End.",
            left,
        ).format(left=left, end=end)
    if not view["camels"][view["to_act"]]:
        return _n(
            "{left} action left. Set your first camel.",
            "{left} actions left. Set your first camel.",
            left,
        ).format(left=left)
    return _n(
        "{left} action left. Move a camel or a good. New camel: {camel} or 2 clicks. End: {end}.",
        "{left} actions left. Move a camel or a good. New camel: {camel} or 2 clicks. End: {end}.",
        left,
    ).format(left=left, camel=key("sahara.camel"), end=end)


def _first_actions(view: SaharaView) -> str:
    """How many actions a turn has that begins before all have as many, and from when on they
    have; else empty. Shortly: what another player says has its room beside it."""
    turn = view["round"]
    if view["used"] or not 0 < turn < ACTIONS:
        return ""
    words = _n(
        "{count} action now, {all} from turn {all}.",
        "{count} actions now, {all} from turn {all}.",
        turn,
    )
    return words.format(count=turn, all=ACTIONS)


def delivery_result(view: SaharaView, events: Iterable[object], seat: int | None) -> str:
    """What the delivery just made by a seat has brought, empty if there was none."""
    for event in events:
        if isinstance(event, Delivered) and event.seat == seat:
            words = _("You deliver {good} to {city}: {points} points.")
            city = view["board"]["names"][event.good]
            return words.format(good=the_good(event.good), city=city, points=event.points)
    return ""


def confirm_unused(view: SaharaView, key: KeyName) -> str:
    """What may follow from a turn without an action (S-9), before the user confirms it."""
    if view["idle"] + 1 >= view["seats"]:
        text = _("Nobody used an action: the match ends. Press {key} or click End again.")
    else:
        text = _("No actions used: if all do so, the match ends. Press {key} or click End again.")
    return text.format(key=key("sahara.end"))


def confirm_undelivered(key: KeyName) -> str:
    """What ending the turn leaves undone, before the user confirms it."""
    text = _("You can still deliver a good. Press {key} or click End again to end your turn.")
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
    return " · ".join(space_parts(view, space, names))


def space_parts(view: SaharaView, space: int, names: Sequence[str]) -> list[str]:
    """The name of a space, then what is on it, one thing a part."""
    parts = [_("the supply") if space == SUPPLY else NAMES[space]]
    good = -1
    numbered, cities = view["board"]["numbered"], view["board"]["cities"]
    if space in numbered:
        slot = numbered.index(space)
        good = view["loose"][slot]
        if good >= 0:
            text = _("{good} for {city} ({space})")
            city, where = view["board"]["names"][good], NAMES[cities[good]]
            parts.append(text.format(good=good_name(good), city=city, space=where))
        markers = view["demand"][slot]
        if markers:
            words = _n("{markers} demand marker", "{markers} demand markers", markers)
            parts.append(words.format(markers=markers))
    elif space in cities:
        good = cities.index(space)
        city, points = view["board"]["names"][good], view["pays"][good]
        text = _("{city} pays {points} for {good}")
        parts.append(text.format(city=city, points=points, good=good_name(good)))
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
    if space in numbered:
        text = _("number {number}") if good >= 0 else _("nothing to pick up (number {number})")
        parts.append(text.format(number=numbered.index(space) + 1))
    return parts if len(parts) > 1 else [*parts, _("empty")]


def idle_words(key: KeyName) -> str:
    """That nothing can be done on a space, and the key to where something can."""
    return _("nothing to do here ({key}: next)").format(key=key("sahara.next"))


def selected_words(selected: Selectable, has_more: bool, key: KeyName, room: int) -> str:
    """What is selected and where it can go, shorter where a line has not so much room.
    `has_more`: something else is on its space."""
    label = selected.capital_label
    if selected.actions:
        values = {"label": label, "space": NAMES[selected.space], "key": key("sahara.take")}
        forms = [
            _("{label} on {space}: press {key} or click again").format(**values),
            _("{label} on {space}: {key}/click").format(**values),
            _("{label}: {key}/click").format(**values),
        ]
    elif set(selected.costs.values()) == {1, 2}:
        forms = [
            _("{label}: choose its space. 1 action, or 2 where a camel stands").format(label=label),
            _("{label}: choose its space, 1 or 2 actions").format(label=label),
        ]
    else:
        count = len(selected.targets)
        words = _n(
            "{label}: choose where it goes, {count} space",
            "{label}: choose where it goes, {count} spaces",
            count,
        )
        forms = [words.format(label=label, count=count)]
    more = [""]
    if has_more:
        other = key("sahara.other")
        more = [
            _(" · {key}/click: something else here").format(key=other),
            _(" · {key}: something else").format(key=other),
        ]
    if selected.actions and has_more:
        del more[0]  # the same click would do both
    lines = [words + rest for words in forms for rest in more]
    return next((line for line in lines if len(line) <= room), lines[-1])


def effect_words(
    selected: Selectable | None,
    by_space: Mapping[int, Sequence[Selectable]],
    space: int,
    key: KeyName,
) -> str:
    """What the key for choosing would do on a space, empty if nothing.

    It moves what is selected, or else selects something of the space.
    """
    take = _("{key}/click").format(key=key("sahara.take"))
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
        selectable = by_space[space][0]
        form = _("{key}: {label}") if selectable.actions else _("{key}: choose {label}")
        return form.format(key=take, label=selectable.label)
    cost = by_space[SUPPLY][0].costs.get(space, 0) if SUPPLY in by_space else 0
    if not cost:
        return ""
    return _n(
        "{key}: new camel here, {cost} action",
        "{key}: new camel here, {cost} actions",
        cost,
    ).format(key=way_to_play(key("sahara.take"), was_clicked=False), cost=cost)


def confirm_new_camel(space: int, cost: int, key: KeyName) -> str:
    """That a second click sets a camel from the supply on a space."""
    words = _n(
        "New camel on {space}, {cost} action: press {key} or click again",
        "New camel on {space}, {cost} actions: press {key} or click again",
        cost,
    )
    return words.format(space=NAMES[space], cost=cost, key=key("sahara.take"))


def why_not(selected: Selectable, space: int) -> str:
    """Why what is selected can't go to a space."""
    if selected.kind == CAMEL:
        if space == selected.space:
            return _("The camel is already there.")
        return _("Setting a camel on an occupied space costs 2 actions. You have 1 left.")
    return _("{good} can't go there: its chain has no empty camel there.").format(
        good=selected.capital_label
    )


def cleared_words(selected: Selectable) -> str:
    """That what was selected is no longer, and why it can't go where the player has clicked."""
    if selected.kind == CAMEL:
        return _("A camel there costs 2 actions, you have 1 left. Choice cleared.")
    return _("{good}: no empty camel of its chain there. Choice cleared.").format(
        good=selected.capital_label
    )


def why_camel_cannot(view: SaharaView, selected: Selectable, space: int, key: KeyName) -> str:
    """Why no camel of a space takes the selected good, which stays selected; empty if no camel
    stands there."""
    seat = view["to_act"]
    own = [good for place, good, _under in view["camels"][seat] if place == space]
    if not own and not any(place == space for herd in view["camels"] for place, *_load in herd):
        return ""
    is_linked = any({space, selected.space} <= set(chain) for chain in chains(view, seat))
    if selected.actions:
        if selected.kind != PICK_UP or not is_linked or -1 not in own:
            return chosen_words(selected, key)
        words = _("{label} first (click {source} again), then click {space}. {key} lets go.")
    elif not own:
        words = _("{label} can't go to {space}: no camel of yours. {key}/click again lets go.")
    elif -1 not in own:
        words = _("{label} can't go to {space}: your camel is laden. {key}/click again lets go.")
    else:
        words = _("{label} can't go to {space}: not in its chain. {key}/click again lets go.")
    return words.format(
        label=selected.capital_label,
        source=NAMES[selected.space],
        space=NAMES[space],
        key=key("sahara.drop"),
    )


def stuck_loads(view: SaharaView, space: int) -> list[int]:
    """The goods on the camels of the seat to act on a space if all of them are laden and their
    chain has no empty camel; else none."""
    seat = view["to_act"]
    own = [good for place, good, _under in view["camels"][seat] if place == space]
    linked = _chain_of(view, seat, space)
    is_stuck = all(good >= 0 for place, good, _under in view["camels"][seat] if place in linked)
    return own if is_stuck else []


def _chain_of(view: SaharaView, seat: int, space: int) -> list[int]:
    """The spaces of the chain of a seat on a space."""
    return next((chain for chain in chains(view, seat) if space in chain), [])


def why_load_stays(view: SaharaView, space: int, key: KeyName, room: int) -> str:
    """Why the goods on a space can't move, where an empty camel would help, and how one is set
    there all the same; shorter where a line has not so much room. Empty if they can, or if none of
    the seat to act is there."""
    loads = stuck_loads(view, space)
    if not loads:
        return ""
    goods, where = capital(", ".join(good_name(good) for good in loads)), NAMES[space]
    seat = view["to_act"]
    near = _spaces_beside(view, seat, space)
    has_empty = view["supply"][seat] > 0 or bool(empty_camels(view, seat))
    reasons = []
    for names in (near, near[:FEW_NEAR]) if has_empty and near else ():
        spaces = _either(names)
        reasons += [
            _("{goods} on {space}: no empty camel of its chain ({spaces} would do)").format(
                goods=goods, space=where, spaces=spaces
            ),
            _("{goods}: no empty camel of its chain ({spaces} would do)").format(
                goods=goods, spaces=spaces
            ),
        ]
    bare = _("{goods}: no empty camel of its chain").format(goods=goods)
    ways = []
    if view["supply"][seat] and view["set_costs"][space]:
        camel = key("sahara.camel")
        ways = [
            _(" · new camel here: {key}").format(key=camel),
            _(" · {key}: new camel").format(key=camel),
        ]
    lines = [reason + way for way in ways for reason in reasons] + reasons
    lines += [*(bare + way for way in ways), bare]
    return next((line for line in lines if len(line) <= room), lines[-1])


FEW_NEAR = 3
"""Spaces that are named as examples where more have no room."""


def _spaces_beside(view: SaharaView, seat: int, space: int) -> list[int]:
    """The spaces beside one, else beside its chain, on which a camel can be set and none of the
    seat stands: the cheapest first."""
    linked = _chain_of(view, seat, space)
    costs = view["set_costs"]
    for spaces in ([space], linked):
        beside = {
            near for near in range(SPACES) if any(STEPS[near][place] == 1 for place in spaces)
        }
        near = [place for place in beside if costs[place] and place not in linked]
        if near:
            return sorted(near, key=lambda place: (costs[place], place))
    return []


def _either(spaces: Sequence[int]) -> str:
    """Spaces of which any will do."""
    *first, last = [NAMES[space] for space in spaces]
    return _("{spaces} or {last}").format(spaces=", ".join(first), last=last) if first else last


def why_nothing_here(view: SaharaView, space: int, key: KeyName) -> str:
    """Why the seat to act has nothing to choose on a space, and what leads to one where it has."""
    own = [good for place, good, _under in view["camels"][view["to_act"]] if place == space]
    if not own:
        words = _("None of your camels is on {space}. {key} goes to where you can do something.")
    else:
        words = _("Your camel on {space} can't do anything now. {key} goes to where you can.")
    return words.format(space=NAMES[space], key=key("sahara.next"))


def chosen_words(selected: Selectable, key: KeyName) -> str:
    """What is chosen where another space was, of a pick-up or a theft, which have no target."""
    return _("{label} on {space}: choose {space} again to do it. {key} clears the choice.").format(
        label=selected.capital_label, space=NAMES[selected.space], key=key("sahara.drop")
    )


# Why a pick-up or a theft is not possible


def empty_camels(view: SaharaView, seat: int) -> list[int]:
    """The spaces of a seat's empty camels."""
    return [space for space, good, _under in view["camels"][seat] if good < 0]


def has_loose_good(view: SaharaView, space: int) -> bool:
    """Whether a good lies on a space that somebody may pick up."""
    numbered = view["board"]["numbered"]
    return space in numbered and view["loose"][numbered.index(space)] >= 0


def has_good_of_others(view: SaharaView, space: int) -> bool:
    """Whether a camel of another seat than the one to act carries a good on a space."""
    return any(
        place == space and good >= 0
        for owner, camels in enumerate(view["camels"])
        for place, good, _under in camels
        if owner != view["to_act"]
    )


def why_no_pick_up(view: SaharaView, space: int | None = None) -> str:
    """Why the seat to act can pick up nothing (S-3), on a space or anywhere."""
    seat = view["to_act"]
    empty = empty_camels(view, seat)
    if space is not None:
        if not has_loose_good(view, space):
            return _("There is no good to pick up here.")
        if space not in empty:
            return _("You need an empty camel of yours on this space.")
    if len(empty) + view["supply"][seat] < 2:
        return _("One of your camels must stay empty.")
    return _("Set one of your empty camels on the good first.")


def why_no_theft(view: SaharaView, space: int | None = None) -> str:
    """Why the seat to act can steal nothing, on a space or anywhere."""
    seat = view["to_act"]
    empty = empty_camels(view, seat)
    if not view["theft"][seat]:
        return _("You have no theft marker left.")
    if space is not None:
        goods = [
            (good, under)
            for owner, camels in enumerate(view["camels"])
            for place, good, under in camels
            if place == space and owner != seat and good >= 0
        ]
        if not goods:
            return _("There is nothing to steal here.")
        if all(under for _good, under in goods):
            return _("This good lies under its camel: it is safe from theft.")
        if space not in empty:
            return _("You need an empty camel of yours on this space.")
    if len(empty) + view["supply"][seat] < 2:
        return _("One of your camels must stay empty.")
    return _("Set one of your empty camels beside another player's good first.")


# Help


def help_now(moment: Moment) -> Help:
    """What the seat can do now, what it can't and why, and the signs of the desert."""
    view: SaharaView = moment.view
    signs = _signs(view, moment.ascii)
    if not moment.legal or view["to_act"] != view["seat"]:
        return Help(signs=signs)
    key = moment.key
    if view["lifted"] >= 0:
        words = _(
            "Set the lifted camel: go to a marked space with the arrows, then {take}; or click it."
        )
        back = _("Put it back with {undo}.")
        cannot = [_("Anything else: a lifted camel must be set first.")]
        if view["left"] < 2:
            cannot.append(_("Set it beside other camels: that costs 2 actions, you have 1."))
        can = [words.format(take=key("sahara.take")), back.format(undo=key("table.undo"))]
        return Help(can, cannot, signs)
    by_kind: dict[int, list[Selectable]] = {GOOD: [], PICK_UP: [], THEFT: [], CAMEL: []}
    for listed in selectables(view, moment.legal, moment.names).values():
        for selectable in listed:
            by_kind[selectable.kind].append(selectable)
    can, cannot = _goods_help(by_kind[GOOD], key)
    if by_kind[PICK_UP]:
        goods = _listed(NAMES[item.space] for item in by_kind[PICK_UP])
        text = _("Pick up a good ({spaces}): go there, press {pick} or click it twice.")
        can.append(text.format(spaces=goods, pick=key("sahara.pick")))
    else:
        cannot.append(_("Pick up: {reason}").format(reason=why_no_pick_up(view)))
    if by_kind[THEFT]:
        goods = _listed(NAMES[item.space] for item in by_kind[THEFT])
        text = _("Steal ({spaces}): go there, {steal} or two clicks. It costs a theft marker.")
        can.append(text.format(spaces=goods, steal=key("sahara.steal")))
    else:
        cannot.append(_("Steal: {reason}").format(reason=why_no_theft(view)))
    supply = [item for item in by_kind[CAMEL] if item.space == SUPPLY]
    if supply:
        text = _n(
            "Set a new camel: {camel}, then a space. {count} is in your supply.",
            "Set a new camel: {camel}, then a space. {count} are in your supply.",
            view["supply"][view["to_act"]],
        )
        count = view["supply"][view["to_act"]]
        can.append(text.format(camel=key("sahara.camel"), count=count))
    elif not view["supply"][view["to_act"]]:
        cannot.append(_("Set a new camel: your supply is empty."))
    if len(by_kind[CAMEL]) > len(supply):
        text = _("Move an empty camel: {take} or a click on it, then on its new space.")
        can.append(text.format(take=key("sahara.take")))
    can.append(_("End your turn with {end}.").format(end=key("sahara.end")))
    return Help(can, cannot, signs)


def _goods_help(goods: Sequence[Selectable], key: KeyName) -> tuple[list[str], list[str]]:
    """What can be done with goods on camels, and why no delivery is possible."""
    can: list[str] = []
    cannot: list[str] = []
    for good in goods:
        for points in good.points.values():
            text = _(
                "Deliver {good} for {points} points: {take} or a click "
                "on {space}, then on its city."
            )
            can.append(
                text.format(
                    good=good.label,
                    points=points,
                    take=key("sahara.take"),
                    space=NAMES[good.space],
                )
            )
    if not can:
        if goods:
            text = _("Deliver: no chain of your camels joins a good to an empty camel in its city.")
        else:
            text = _("Deliver or move a good: your camels carry nothing that can move.")
        cannot.append(text)
    if any(len(good.targets) > len(good.points) for good in goods):
        text = _(
            "Move a good along a chain: {take} or a click on it, then on an empty camel there."
        )
        can.append(text.format(take=key("sahara.take")))
    return can, cannot


def _listed(words: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(words))


def _signs(view: SaharaView, ascii_only: bool) -> list[tuple[str, str]]:
    """The signs of the desert."""
    seat = view["seat"] if view["seat"] is not None else max(0, view["to_act"])
    mark = seat_mark(seat, ascii_only)
    theft = _n("{count} theft", "{count} thefts", 1).format(count=1)
    city, chain = ("@", "==") if ascii_only else ("⌂", "══")
    return [
        (city, _("a city, the good it wants, and the points it pays for it")),
        ("1 - 8", _("a numbered space: goods from the bag are laid here")),
        ("+1", _("demand markers on a good: 1 point each for who picks it up")),
        (mark, _("your empty camel") if view["seat"] is not None else _("an empty camel")),
        (f"{mark}S", _("a camel with a good, here salt; a small letter is safe from theft")),
        (chain, _("a chain: goods ride along it for 1 action")),
        (". ." if ascii_only else "• •", _("prints: a camel left here since your last move")),
        ("1 2", _("while you set a camel: what the space costs")),
        (theft, _("beside a player, after camels to set: thefts that their markers still pay")),
    ]
