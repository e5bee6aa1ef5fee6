"""Texts below the board: the prompt, what is on a space, why something is no move, the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile, takewhile

from caravan_tui.games.contract import (
    Help,
    KeyName,
    LineOfPlay,
    ListedMove,
    Moment,
    TriedMove,
    TurnAdvice,
    less_points_words,
    points_words,
    seat_of,
)
from caravan_tui.games.kit.clicks import way_to_play
from caravan_tui.games.sahara.actions import (
    END,
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
from caravan_tui.games.sahara.events import Delivered
from caravan_tui.games.sahara.moves import CAMEL, GOOD, PICK_UP, THEFT, Selectable, selectables
from caravan_tui.games.sahara.pieces import NAMES, SIZE, STEPS, SUPPLY, VALUES
from caravan_tui.games.sahara.text import describe, good_name, seat_name, shorten_set, the_good
from caravan_tui.games.sahara.view import SaharaView, chains, path
from caravan_tui.i18n import _, _n, capital
from caravan_tui.widgets.marks import seat_mark

NEAR = 3
"""Steps to a good up to which it is worth speaking of."""


def prompt(view: SaharaView, key: KeyName) -> str:
    """What the acting seat is asked to do."""
    if view["lifted"] >= 0:
        return _("Set the lifted camel on a highlighted space.")
    left, end = view["left"], key("sahara.end")
    if not view["supply"][view["to_act"]]:
        return _n(
            "{left} action left. Move a camel or a good, or press {end} or click End.",
            "{left} actions left. Move a camel or a good, or press {end} or click End.",
            left,
        ).format(left=left, end=end)
    if not view["camels"][view["to_act"]]:
        return _n(
            "{left} action left. First camel: {camel} or 2 clicks. End: {end}.",
            "{left} actions left. First camel: {camel} or 2 clicks. End: {end}.",
            left,
        ).format(left=left, camel=key("sahara.camel"), end=end)
    return _n(
        "{left} action left. Move a camel or a good. New camel: {camel}, 2 clicks. End: {end}.",
        "{left} actions left. Move a camel or a good. New camel: {camel}, 2 clicks. End: {end}.",
        left,
    ).format(left=left, camel=key("sahara.camel"), end=end)


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
        text = _("Nobody used an action: the match ends (S-9). Press {key} or click End again.")
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
        text = _("number {number}") if good >= 0 else _("number {number}: {good}")
        parts.append(text.format(number=numbered.index(space) + 1, good=_("nothing")))
    return parts if len(parts) > 1 else [*parts, _("empty")]


def idle_words(key: KeyName) -> str:
    """That nothing can be done on a space, and the key to where something can."""
    return _("nothing to do here ({key}: next)").format(key=key("sahara.next"))


def selected_words(selected: Selectable, has_more: bool, key: KeyName) -> str:
    """What is selected and where it can go. `has_more`: something else is on its space."""
    label = selected.capital_label
    if selected.actions:
        words = _("{label} on {space}: press {key} or click again").format(
            label=label, space=NAMES[selected.space], key=key("sahara.take")
        )
    elif set(selected.costs.values()) == {1, 2}:
        words = _("{label}: choose its space. 1 action, or 2 where a camel stands")
        words = words.format(label=label)
    else:
        count = len(selected.targets)
        words = _n(
            "{label}: choose where it goes, {count} space",
            "{label}: choose where it goes, {count} spaces",
            count,
        ).format(label=label, count=count)
    if has_more:
        words += _(" · {key}/click: something else here").format(key=key("sahara.other"))
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
            return _("The camel is already there (S-2).")
        return _("Setting a camel on an occupied space costs 2 actions. You have 1 left.")
    return _("{good} can't go there: its chain has no empty camel there (S-1).").format(
        good=selected.capital_label
    )


def cleared_words(selected: Selectable) -> str:
    """That what was selected is no longer, and why it can't go where the player has clicked."""
    if selected.kind == CAMEL:
        return _("A camel there costs 2 actions, you have 1 left. Choice cleared.")
    return _("{good}: no empty camel of its chain there (S-1). Choice cleared.").format(
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


def why_nothing_here(view: SaharaView, space: int, key: KeyName) -> str:
    """Why the seat to act has nothing to choose on a space, and what leads to one where it has."""
    own = [good for place, good, _under in view["camels"][view["to_act"]] if place == space]
    if not own:
        words = _("None of your camels is on {space}. {key} goes to where you can do something.")
    elif all(good >= 0 for good in own):
        words = _(
            "Your camel on {space} is loaded, and its chain has no empty camel to take the good."
        )
    else:
        words = _("Your camel on {space} can't do anything now. {key} goes to where you can.")
    return words.format(space=NAMES[space], key=key("sahara.next"))


def chosen_words(selected: Selectable, key: KeyName) -> str:
    """What is chosen where another space was, of a pick-up or a theft, which have no target."""
    return _("{label} on {space}: choose {space} again to do it. {key} clears the choice.").format(
        label=selected.capital_label, space=NAMES[selected.space], key=key("sahara.drop")
    )


# Why a pick-up or a theft is not possible


def _empty_camels(view: SaharaView, seat: int) -> list[int]:
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
    empty = _empty_camels(view, seat)
    if space is not None:
        if not has_loose_good(view, space):
            return _("There is no good to pick up here.")
        if space not in empty:
            return _("You need an empty camel of yours on this space.")
    if len(empty) + view["supply"][seat] < 2:
        return _("One of your camels must stay empty (S-3).")
    return _("Set one of your empty camels on the good first.")


def why_no_theft(view: SaharaView, space: int | None = None) -> str:
    """Why the seat to act can steal nothing, on a space or anywhere."""
    seat = view["to_act"]
    empty = _empty_camels(view, seat)
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
        return _("One of your camels must stay empty (S-3).")
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
        words = _("Set the lifted camel: go to a lit space with the arrows, then {take}.")
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
        text = _("Move an empty camel: {take} on it, then on its new space.")
        can.append(text.format(take=key("sahara.take")))
    can.append(_("End your turn with {end}.").format(end=key("sahara.end")))
    return Help(can, cannot, signs)


def _goods_help(goods: Sequence[Selectable], key: KeyName) -> tuple[list[str], list[str]]:
    """What can be done with goods on camels, and why no delivery is possible."""
    can: list[str] = []
    cannot: list[str] = []
    for good in goods:
        for points in good.points.values():
            text = _("Deliver {good} for {points} points: {take} on {space}, then on its city.")
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
        text = _("Move a good along a chain: {take} on it, then on an empty camel of the chain.")
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


def explain_turn(
    turn: Sequence[tuple[int, SaharaView]], after: SaharaView, names: Sequence[str]
) -> TurnAdvice:
    """A turn in words, and what it brings."""
    first = turn[0][1]
    seat = first["to_act"]
    steps = []
    lifted = ""
    for action, view in turn:
        if LIFT <= action <= LIFT_SUPPLY:
            lifted = "" if action == LIFT_SUPPLY else NAMES[action - LIFT]
        else:
            source = NAMES[view["lifted"]] if 0 <= view["lifted"] < SUPPLY else lifted
            steps.append(_step_words(action, view, source, names))
    last = turn[-1][0]
    if last == LIFT_SUPPLY:
        steps.append(_("Take a camel from the supply."))
    elif LIFT <= last < LIFT_SUPPLY:
        steps.append(_("Lift the camel from {space}.").format(space=lifted))
    reasons = []
    gain = after["points"][seat] - first["points"][seat]
    if gain > 0:
        reasons.append(points_words(gain))
    for action, view in turn:
        if PICK <= action < START:
            picked = view["loose"][view["board"]["numbered"].index(action - PICK)]
            text = _("Worth {points} points in {city}: {good}.")
            city = _city(view, picked)
            reasons.append(text.format(good=good_name(picked), points=VALUES[picked], city=city))
        elif STEAL <= action < MOVE:
            _space, victim, good = unpack_steal(action)
            text = _("{name} loses {good}, worth {points} points.")
            name = seat_name(victim, names)
            reasons.append(text.format(name=name, good=good_name(good), points=VALUES[good]))
        elif SET <= action < PICK and not has_loose_good(view, action - SET):
            own_spaces = {place for place, _good, _under in view["camels"][seat]}
            had = _had_by_camel(view, action - SET, own_spaces - {view["lifted"]})
            if had:
                reasons.append(f"{NAMES[action - SET]}: {', '.join(had)}.")
        elif action >= MOVE:
            reasons += _along(view, action, seat)
    reasons += _within_reach(first, after, seat)
    reasons += _on_the_way(first, after, seat)
    reasons += _ready(after, seat)
    return TurnAdvice(steps, list(dict.fromkeys(reasons)), _short_steps(turn, names))


def _short_steps(turn: Sequence[tuple[int, SaharaView]], names: Sequence[str]) -> list[str]:
    """A turn as a report: a camel that is lifted and set is one step, its way, as in the log."""
    return [
        shorten_set(view["lifted"], action - SET)
        if SET <= action < PICK
        else describe(action, view, names)
        for number, (action, view) in enumerate(turn, 1)
        if not LIFT <= action <= LIFT_SUPPLY or number == len(turn)
    ]


def _step_words(action: int, view: SaharaView, source: str, names: Sequence[str]) -> str:
    """An action as an instruction; `source`: where a camel that is set came from, if not the
    supply."""
    if action == END:
        return _("End your turn.")
    if SET <= action < PICK:
        target_name = NAMES[action - SET]
        if source:
            text = _("Move your camel from {source} to {space}.")
        else:
            text = _("Set a camel from the supply on {space}.")
        return text.format(source=source, space=target_name)
    if PICK <= action < START:
        good = view["loose"][view["board"]["numbered"].index(action - PICK)]
        text = _("Pick up {good} on {space}.")
        return text.format(good=the_good(good), space=NAMES[action - PICK])
    if STEAL <= action < MOVE:
        space, victim, good = unpack_steal(action)
        return _("Steal {good} on {space} from {name}.").format(
            good=the_good(good), space=NAMES[space], name=seat_name(victim, names)
        )
    start, target, good, _under = unpack_move(action)
    if view["board"]["cities"][good] == target:
        return _("Deliver {good} from {source} to {city}.").format(
            good=the_good(good), source=NAMES[start], city=_city(view, good)
        )
    return _("Move {good} from {source} to {space}.").format(
        good=the_good(good), source=NAMES[start], space=NAMES[target]
    )


def _city(view: SaharaView, good: int) -> str:
    """The city that wants a good, with its space: `Timbuktu (c3)`."""
    board = view["board"]
    return f"{board['names'][good]} ({NAMES[board['cities'][good]]})"


def _within_reach(before: SaharaView, after: SaharaView, seat: int) -> list[str]:
    """The goods that a camel set in this turn can pick up next."""
    reasons = []
    for space in set(_empty_camels(after, seat)) - set(_empty_camels(before, seat)):
        if has_loose_good(after, space):
            good = after["loose"][after["board"]["numbered"].index(space)]
            text = _("{space} has {good}, worth {points} points in {city}.")
            reasons.append(
                text.format(
                    space=NAMES[space],
                    good=good_name(good),
                    points=VALUES[good],
                    city=_city(after, good),
                )
            )
    return reasons


def _along(view: SaharaView, move: int, seat: int) -> list[str]:
    """By which camels a good reaches its city, where it passes any between."""
    start, target, good, _under = unpack_move(move)
    between = path(view, seat, start, target)[1:-1]
    if view["board"]["cities"][good] != target or not between:
        return []
    text = _("It passes camels of its chain on {spaces}: {good}.")
    spaces = ", ".join(NAMES[space] for space in between)
    return [text.format(spaces=spaces, good=good_name(good))]


def _on_the_way(before: SaharaView, after: SaharaView, seat: int) -> list[str]:
    """How many camels are missing to the cities of the goods that a turn has loaded; of a good
    that all empty camels of the seat cannot link with its city, how far it has to go."""
    had, ready = _carried(before, seat), _deliverable(after, seat)
    empty = _all_empty_camels(after, seat)
    reasons = []
    for good, missing in _ways(after, seat).items():
        if good in had or good in ready or not missing:
            continue
        city = _city(after, good)
        if _is_within_reach(after, seat, good):
            text = _n(
                "Then {count} more camel makes the chain to {city}: {good}.",
                "Then {count} more camels make the chain to {city}: {good}.",
                missing,
            ).format(count=missing, city=city, good=good_name(good))
        else:
            text = _n(
                "Then {spaces} spaces to {city}, in stages with {count} empty camel: {good}.",
                "Then {spaces} spaces to {city}, in stages with {count} empty camels: {good}.",
                empty,
            ).format(good=good_name(good), spaces=_spaces_to_go(after, seat, good), city=city,
                     count=empty)  # fmt: skip
        reasons.append(text)
    return reasons


def _all_empty_camels(view: SaharaView, seat: int) -> int:
    """How many camels without a good a seat has, those of its supply with them."""
    return len(_empty_camels(view, seat)) + view["supply"][seat]


def _is_within_reach(view: SaharaView, seat: int, good: int) -> bool:
    """Whether the empty camels of a seat, wherever they were set, could link a good that it
    carries with its city."""
    laden = [camel for camel in view["camels"][seat] if camel[1] >= 0]
    herds = [laden if owner == seat else herd for owner, herd in enumerate(view["camels"])]
    alone: SaharaView = {**view, "camels": herds}
    return _ways(alone, seat)[good] <= _all_empty_camels(view, seat)


def _spaces_to_go(view: SaharaView, seat: int, good: int) -> int:
    """The steps from a good that a seat carries to its city; of two alike the shorter way."""
    city = view["board"]["cities"][good]
    return min(STEPS[space][city] for space, load, _under in view["camels"][seat] if load == good)


def _ready(view: SaharaView, seat: int) -> list[str]:
    """The goods that the chains of a seat can deliver as they are."""
    text = _("One more action then brings {points} points: {good} to {city}.")
    return [
        text.format(good=good_name(good), city=_city(view, good), points=VALUES[good])
        for good in _deliverable(view, seat)
    ]


def explain_loss(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a turn or a move gives away beside a better one: points, a delivery of one's own or to
    another seat, goods on camels, actions."""
    view: SaharaView = played.before
    seat, after, better = view["to_act"], played.after, preferred.after
    if less := less_points_words(better["points"][seat] - after["points"][seat]):
        return less
    for other in range(view["seats"]):
        if other == seat:
            continue
        left = set(_deliverable(after, other)) - set(_deliverable(better, other))
        if left:
            good = max(left, key=lambda good: VALUES[good])
            text = _("leaves {name} the delivery of {good} to {city}")
            name = seat_name(other, names)
            return text.format(name=name, good=good_name(good), city=_city(view, good))
    missed = set(_deliverable(better, seat)) - set(_deliverable(after, seat))
    missed &= set(_carried(after, seat))  # not those that the played move has delivered
    if missed:
        good = max(missed, key=lambda good: VALUES[good])
        text = _("leaves {good} without a way to {city}")
        return text.format(good=good_name(good), city=_city(view, good))
    loads, loads_better = _carried(after, seat), _carried(better, seat)
    if len(loads) < len(loads_better):
        text = _("picks up no {good}, worth {points} points")
        good = max(loads_better, key=lambda good: VALUES[good])
        return text.format(good=good_name(good), points=VALUES[good])
    lighter = sum(VALUES[good] for good in loads_better) - sum(VALUES[good] for good in loads)
    if lighter > 0:
        text = _n(
            "carries goods worth {count} point less", "carries goods worth {count} points less",
            lighter,
        )  # fmt: skip
        return text.format(count=lighter)
    if played.action == END:
        text = _n("leaves {count} action unused", "leaves {count} actions unused", view["left"])
        return text.format(count=view["left"])
    if (after["actor"], better["actor"]) == (seat, seat) and after["left"] < better["left"]:
        text = _n("takes {count} action more", "takes {count} actions more",
                  better["left"] - after["left"])  # fmt: skip
        return text.format(count=better["left"] - after["left"])
    return (
        _out_of_reach(view, after, better)
        or _farther(view, after, better)
        or _farther_from_city(view, after, better)
    )


def _farther_from_city(view: SaharaView, after: SaharaView, better: SaharaView) -> str:
    """A good that is carried, and has farther to go."""
    seat, cities = view["to_act"], view["board"]["cities"]
    away, away_better = (
        {good: STEPS[space][cities[good]] for space, good, _under in each["camels"][seat]
         if _carried(each, seat).count(good) == 1}
        for each in (after, better)
    )  # fmt: skip
    farther = [good for good in away if away_better.get(good, SIZE * SIZE) < away[good]]
    if not farther:
        return ""
    good = max(farther, key=lambda good: VALUES[good])
    text = _n(
        "leaves {good} {count} space from {city}, not {better}",
        "leaves {good} {count} spaces from {city}, not {better}",
        away[good],
    )
    return text.format(
        good=good_name(good), count=away[good], city=_city(view, good), better=away_better[good]
    )


def explain_line(played: LineOfPlay, preferred: LineOfPlay, names: Sequence[str]) -> Sequence[str]:
    """What another seat does next because of a move: it steals, delivers, picks up, or sets a camel
    on a space that the move has left."""
    seat = seat_of(played.after)
    rivals = [actor for actor, _after, _better in played.turns_beside(preferred)[1:]]
    wanted = [action for actor, action, _view in preferred.steps if actor == seat]
    for other in dict.fromkeys(rivals):
        if other == seat:
            break
        done, done_better = (_done_next(line, other) for line in (played, preferred))
        name = seat_name(other, names)
        for action, view in done.items():
            is_wanted = action in wanted or not PICK <= action < START
            words = _let_words(action, view, seat, name) if is_wanted else ""
            if words and action not in done_better:
                return [words]
        left = _spaces_left(played, seat) - _spaces_left(preferred, seat)
        for space in sorted(left):
            if SET + space in done and SET + space not in done_better:
                text = _("leaves {space}, where {name} sets a camel")
                return [text.format(space=NAMES[space], name=name)]
    return []


def _done_next(line: LineOfPlay, seat: int) -> dict[int, SaharaView]:
    """What a seat does in its first turn of a line, each with the view before it."""
    own = dropwhile(lambda step: step[0] != seat, line.steps)
    turn = takewhile(lambda step: step[0] == seat, own)
    return {action: view for _actor, action, view in turn}


def _let_words(action: int, view: SaharaView, seat: int, name: str) -> str:
    """What a move lets another seat do; empty of what does the seat no harm. `view`: before it."""
    if action >= MOVE:
        _source, target, good, _under = unpack_move(action)
        if target != view["board"]["cities"][good]:
            return ""
        text = _("lets {name} deliver {good} to {city}")
        return text.format(name=name, good=the_good(good), city=_city(view, good))
    if action >= STEAL:
        space, victim, good = unpack_steal(action)
        if victim != seat:
            return ""
        text = _("lets {name} steal {good} from you on {space}")
        return text.format(name=name, good=the_good(good), space=NAMES[space])
    if PICK <= action < START and has_loose_good(view, action - PICK):
        slot = view["board"]["numbered"].index(action - PICK)
        text, where = _("lets {name} pick up {good} on {space}"), NAMES[action - PICK]
        return text.format(name=name, good=the_good(view["loose"][slot]), space=where)
    return ""


def _spaces_left(line: LineOfPlay, seat: int) -> set[int]:
    """The spaces where a seat has camels before a line but none after its first turn."""
    before, after = line.steps[0][2], line.turns[0][1]
    had, has = ({camel[0] for camel in view["camels"][seat]} for view in (before, after))
    return had - has


def _farther(view: SaharaView, after: SaharaView, better: SaharaView) -> str:
    """What a move leaves farther away: a way to a city for a good that is carried, else a good to
    be picked up."""
    seat = view["to_act"]
    ways, ways_better = _ways(after, seat), _ways(better, seat)
    longer = [good for good in ways if good in ways_better and ways[good] > ways_better[good]]
    if longer:
        good = max(longer, key=lambda good: (ways[good] - ways_better[good]) * VALUES[good])
        text = _n(
            "leaves {good} {count} camel short of {city}, not {better}",
            "leaves {good} {count} camels short of {city}, not {better}",
            ways[good],
        )
        if not _is_within_reach(after, seat, good):  # the seat has not so many camels
            text = _n(
                "leaves {count} gap in the chain of {good} to {city}, not {better}",
                "leaves {count} gaps in the chain of {good} to {city}, not {better}",
                ways[good],
            )
        return text.format(
            good=good_name(good), count=ways[good], city=_city(view, good), better=ways_better[good]
        )
    numbered = view["board"]["numbered"]
    farther = []
    for slot, space in enumerate(numbered):
        good = better["loose"][slot]
        if good < 0 or after["loose"][slot] != good:
            continue
        steps, steps_better = (
            min((STEPS[space][camel] for camel in _empty_camels(each, seat)), default=SIZE)
            for each in (after, better)
        )
        if steps_better < steps and steps_better <= NEAR:
            farther.append((VALUES[good] + view["demand"][slot], steps, steps_better, space, good))
    if not farther:
        return ""
    _worth, steps, steps_better, space, good = max(farther)
    text = _n(
        "stays {count} space from {good} on {space}, not {better}",
        "stays {count} spaces from {good} on {space}, not {better}",
        steps,
    )
    return text.format(count=steps, good=good_name(good), space=NAMES[space], better=steps_better)


def _ways(view: SaharaView, seat: int) -> dict[int, int]:
    """How many more camels link each good that is carried with an empty camel in its city, by the
    good; of two alike the shorter way."""
    cities, linked, empty = view["board"]["cities"], chains(view, seat), _empty_camels(view, seat)
    ways: dict[int, int] = {}
    for space, good, _under in view["camels"][seat]:
        if good < 0:
            continue
        city = cities[good]
        starts = next(chain for chain in linked if space in chain)
        ends = next((chain for chain in linked if city in chain), [city])
        missing = max(0, min(STEPS[start][end] for start in starts for end in ends) - 1)
        missing += city not in empty
        ways[good] = min(missing, ways.get(good, missing))
    return ways


def _deliverable(view: SaharaView, seat: int) -> list[int]:
    """The goods that the chains of a seat can deliver as they are."""
    cities, empty = view["board"]["cities"], _empty_camels(view, seat)
    linked = chains(view, seat)
    return [
        good
        for space, good, _under in view["camels"][seat]
        if good >= 0
        and cities[good] in empty
        and any(space in chain and cities[good] in chain for chain in linked)
    ]


def _carried(view: SaharaView, seat: int) -> list[int]:
    """The goods on the camels of a seat."""
    return [good for _space, good, _under in view["camels"][seat] if good >= 0]


def _out_of_reach(view: SaharaView, after: SaharaView, better: SaharaView) -> str:
    """A good to be picked up where a camel is set by the better move only."""
    seat = view["to_act"]
    before, mine, best = (set(_empty_camels(each, seat)) for each in (view, after, better))
    loose = {
        better["loose"][better["board"]["numbered"].index(space)]: space
        for space in best - before - mine
        if has_loose_good(better, space)
    }
    if not loose:
        return ""
    good = max(loose, key=lambda good: VALUES[good])
    text = _("sets no camel on {space} with {good}, worth {points} points")
    return text.format(good=good_name(good), space=NAMES[loose[good]], points=VALUES[good])


def list_moves(
    legal: Sequence[int], view: SaharaView, names: Sequence[str]
) -> Sequence[ListedMove]:
    """Everything that can be played, whole camel moves included, below what it is done with."""
    if view["lifted"] >= 0:
        return [
            ListedMove(
                [action],
                capital(describe(action, view, names)),
                _cost_aside(view["set_costs"][action - SET]) if SET <= action < PICK else "",
            )
            for action in legal
        ]
    groups: dict[int, list[ListedMove]] = {}
    for listed in selectables(view, legal, names).values():
        for selectable in listed:
            groups.setdefault(selectable.kind, []).extend(_listed_moves(selectable, view, names))
    rows = [row for kind in (GOOD, PICK_UP, THEFT, CAMEL) for row in groups.get(kind, [])]
    rows.sort(key=lambda row: row.group != _("Deliver"))
    ends = [action for action in legal if action == END]
    return [
        *rows,
        *(ListedMove([end], capital(describe(end, view, names)), group=_("Or")) for end in ends),
    ]


def _camel_target_words(view: SaharaView, space: int, own_spaces: set[int]) -> str:
    """A space for a camel, with what is to be had there."""
    words = " · ".join(_had_by_camel(view, space, own_spaces))
    return f"{NAMES[space]}   {words}".rstrip()


def _had_by_camel(view: SaharaView, space: int, own_spaces: set[int]) -> list[str]:
    """What a camel finds on a space: a good, its city, a chain."""
    board, parts = view["board"], []
    if has_loose_good(view, space):
        slot = board["numbered"].index(space)
        good, markers = view["loose"][slot], view["demand"][slot]
        words = _("{good}, {points} points in {city}")
        city = board["names"][good]
        parts.append(words.format(good=good_name(good), points=VALUES[good], city=city))
        if markers:
            parts.append(_("+{points} demand").format(points=markers))
    elif space in board["cities"]:
        good = board["cities"].index(space)
        text = _("{city} wants {good}")
        parts.append(text.format(city=board["names"][good], good=good_name(good)))
    row, column = divmod(space, SIZE)
    beside = [
        NAMES[place]
        for place in sorted(own_spaces)
        if abs(place // SIZE - row) + abs(place % SIZE - column) <= 1
    ]
    if beside:
        parts.append(_("beside {spaces}").format(spaces=", ".join(beside)))
    return parts


def _listed_moves(
    selectable: Selectable, view: SaharaView, names: Sequence[str]
) -> list[ListedMove]:
    """What can be done with something on a space."""
    source = NAMES[selectable.space] if selectable.space < SUPPLY else ""
    if not selectable.targets:
        group = _("Steal") if selectable.kind == THEFT else _("Pick up")
        steps = list(selectable.actions)
        aside = _cost_aside(1)
        if selectable.kind == PICK_UP:
            markers = view["demand"][view["board"]["numbered"].index(selectable.space)]
            if markers:
                aside = f"+{markers} · {aside}"
        return [ListedMove(steps, _step_words(steps[0], view, "", names), aside, group)]
    if selectable.kind == GOOD:
        group = _("Move goods")
    elif source:
        group = _("Move the empty camel from {space}").format(space=source)
    else:
        group = _("New camel from the supply")
    own_spaces = {place for place, _good, _under in view["camels"][view["to_act"]]}
    rows = []
    cities = view["board"]["cities"]
    targets = sorted(
        selectable.targets,
        key=lambda space: (not has_loose_good(view, space), space not in cities),
    )
    for target in targets:
        actions, cost = selectable.targets[target], selectable.costs[target]
        aside = _cost_aside(cost)
        heading = group
        if target in selectable.points:
            heading, aside = _("Deliver"), f"+{selectable.points[target]} · {aside}"
        if selectable.kind == CAMEL:  # the heading says the rest
            words = _camel_target_words(view, target, own_spaces - {selectable.space})
        else:
            words = _step_words(actions[-1], view, source, names)
        rows.append(ListedMove(list(actions), words, aside, heading))
    return rows


def _cost_aside(cost: int) -> str:
    """What a move costs, for the right of its row."""
    return _n("{cost} action", "{cost} actions", cost).format(cost=cost)
