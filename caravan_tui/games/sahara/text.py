"""Actions and events in notation and in words."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Event, View
from caravan_tui.games.sahara.actions import (
    END,
    GOOD,
    LIFT,
    LIFT_SUPPLY,
    MOVE,
    PICK,
    SET,
    START,
    STEAL,
    unpack_good,
    unpack_move,
    unpack_steal,
)
from caravan_tui.games.sahara.desert import GOODS, NAMES, SUPPLY
from caravan_tui.words import _, _n, _p


def good_name(good: int) -> str:
    """What a good is called."""
    return (
        _("meat"),
        _("swords"),
        _("salt"),
        _("hides"),
        _("ivory"),
        _("cloth"),
        _("gems"),
        _("paper"),
    )[good]


def the_good(good: int) -> str:
    """A good in a sentence, for languages that give it an article there."""
    return (
        _p("in a sentence", "meat"),
        _p("in a sentence", "swords"),
        _p("in a sentence", "salt"),
        _p("in a sentence", "hides"),
        _p("in a sentence", "ivory"),
        _p("in a sentence", "cloth"),
        _p("in a sentence", "gems"),
        _p("in a sentence", "paper"),
    )[good]


def short_good(good: int, width: int) -> str:
    """What a good is called in so few cells: its name if it fits, else its short name."""
    name = good_name(good)
    if len(name) > width:
        name = (
            _p("short", "meat"),
            _p("short", "swords"),
            _p("short", "salt"),
            _p("short", "hides"),
            _p("short", "ivory"),
            _p("short", "cloth"),
            _p("short", "gems"),
            _p("short", "paper"),
        )[good]
    return name[:width]


def colour_name(seat: int) -> str:
    """The colour of a seat's camels."""
    return (_("Black"), _("Blue"), _("Green"), _("Yellow"))[seat]


def seat_name(seat: int, names: Sequence[str]) -> str:
    """A seat by its name, or by the colour of its camels where there are no names."""
    return names[seat] if seat < len(names) else colour_name(seat)


def notation(action: int) -> str:
    """The action as the rules page writes it."""
    if action >= MOVE:
        source, target, good, under = unpack_move(action)
        return f"move {GOODS[good]}{'*' * under} {NAMES[source]}>{NAMES[target]}"
    if action >= GOOD:
        space, good = unpack_good(action)
        return f"good {GOODS[good]} {NAMES[space]}"
    if action >= STEAL:
        space, victim, good = unpack_steal(action)
        return f"steal {GOODS[good]} {NAMES[space]} from {victim}"
    if action >= START:
        return f"start {action - START}"
    if action >= PICK:
        return f"pick {NAMES[action - PICK]}"
    if action >= SET:
        return f"set {NAMES[action - SET]}"
    if action == LIFT_SUPPLY:
        return "lift supply"
    if action >= LIFT:
        return f"lift {NAMES[action - LIFT]}"
    return "end"


def describe(action: int, view: View, names: Sequence[str] = ()) -> str:
    """The action in words, without its subject."""
    if action >= MOVE:
        return _describe_move(action, view)
    if action >= GOOD:
        space, good = unpack_good(action)
        return _("{space} gets {good} from the bag").format(good=the_good(good), space=NAMES[space])
    if action >= STEAL:
        space, victim, good = unpack_steal(action)
        return _("steals {good} on {space} from {colour}").format(
            good=the_good(good), space=NAMES[space], colour=seat_name(victim, names)
        )
    if action >= START:
        return _("{colour} starts").format(colour=seat_name(action - START, names))
    if action >= PICK:
        return _describe_pick(action - PICK, view)
    if action >= SET:
        return _describe_set(action - SET, view)
    if action == LIFT_SUPPLY:
        return _("takes a camel from the supply")
    if action >= LIFT:
        return _("lifts the empty camel from {space}").format(space=NAMES[action - LIFT])
    assert action == END
    left = view["left"]
    if not left:
        return _("ends the turn")
    return _n(
        "ends the turn with {left} action unused", "ends the turn with {left} actions unused", left
    ).format(left=left)


def _describe_move(action: int, view: View) -> str:
    source, target, good, _under = unpack_move(action)
    if view["board"]["cities"][good] == target:
        return _("delivers {good} from {source} to {city} on {target}").format(
            good=the_good(good),
            source=NAMES[source],
            city=view["board"]["names"][good],
            target=NAMES[target],
        )
    return _("moves {good} from {source} to {target}").format(
        good=the_good(good), source=NAMES[source], target=NAMES[target]
    )


def _describe_pick(space: int, view: View) -> str:
    slot = view["board"]["numbered"].index(space)
    good = the_good(view["loose"][slot])
    markers = view["demand"][slot]
    if not markers:
        return _("picks up {good} on {space}").format(good=good, space=NAMES[space])
    return _n(
        "picks up {good} and {markers} demand marker on {space}",
        "picks up {good} and {markers} demand markers on {space}",
        markers,
    ).format(good=good, markers=markers, space=NAMES[space])


def _describe_set(space: int, view: View) -> str:
    held = any(camel[0] == space for camels in view["camels"] for camel in camels)
    cost = 2 if held else 1
    return _n(
        "sets the camel on {space} for {cost} action",
        "sets the camel on {space} for {cost} actions",
        cost,
    ).format(space=NAMES[space], cost=cost)


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    """A line of the log, None for an event that is not worth one."""
    kind = event[0]
    if kind == "lift":
        if event[2] == SUPPLY:
            return _("{name} takes a camel from the supply").format(name=names[event[1]])
        return _("{name} lifts a camel from {space}").format(
            name=names[event[1]], space=NAMES[event[2]]
        )
    if kind == "set":
        return _n(
            "{name} sets the camel on {space} ({cost} action)",
            "{name} sets the camel on {space} ({cost} actions)",
            event[4],
        ).format(name=names[event[1]], space=NAMES[event[3]], cost=event[4])
    if kind == "pick":
        return _narrate_pick(event, names)
    if kind == "steal":
        return _("{name} steals {good} from {victim} on {space} and pays a theft marker").format(
            name=names[event[1]],
            good=the_good(event[4]),
            victim=names[event[2]],
            space=NAMES[event[3]],
        )
    if kind == "move":
        return _("{name} moves {good} from {source} to {target}").format(
            name=names[event[1]],
            good=the_good(event[2]),
            source=NAMES[event[3]],
            target=NAMES[event[4]],
        )
    if kind == "deliver":
        return _("{name} delivers {good} from {source} to {target}: {points} points").format(
            name=names[event[1]],
            good=the_good(event[2]),
            source=NAMES[event[3]],
            target=NAMES[event[4]],
            points=event[5],
        )
    if kind == "end":
        if not event[2]:
            return _("{name} ends the turn").format(name=names[event[1]])
        return _n(
            "{name} ends the turn, {left} action unused",
            "{name} ends the turn, {left} actions unused",
            event[2],
        ).format(name=names[event[1]], left=event[2])
    return _narrate_table(event, names)


def _narrate_pick(event: Event, names: Sequence[str]) -> str:
    _kind, seat, space, good, markers = event
    if not markers:
        return _("{name} picks up {good} on {space}").format(
            name=names[seat], good=the_good(good), space=NAMES[space]
        )
    return _n(
        "{name} picks up {good} on {space} with {markers} demand marker",
        "{name} picks up {good} on {space} with {markers} demand markers",
        markers,
    ).format(name=names[seat], good=the_good(good), space=NAMES[space], markers=markers)


def _narrate_table(event: Event, names: Sequence[str]) -> str | None:
    """What no seat did: draws, turns, the end."""
    kind = event[0]
    if kind == "start":
        return _("{name} starts").format(name=names[event[1]])
    if kind == "good":
        return _("{space} gets {good} from the bag").format(
            good=the_good(event[1]), space=NAMES[event[2]]
        )
    if kind == "refill":
        return _("Four goods are left: a demand marker is laid on {spaces}").format(
            spaces=", ".join(NAMES[space] for space in event[1])
        )
    if kind == "turn":
        return _n(
            "Turn {turn}: {name} has {actions} action",
            "Turn {turn}: {name} has {actions} actions",
            event[3],
        ).format(turn=event[2], name=names[event[1]], actions=event[3])
    if kind == "over":
        return {
            "delivery": _("The bag is empty and a good was delivered: the match is over"),
            "idle": _("Nobody used an action any more: the match is over"),
            "quiet": _("For ten turns each nothing was taken or delivered: the match is over"),
            "long": _("Turn 400 is over, and so is the match"),
        }[event[1]]
    return None
