"""Actions and events in notation and in words."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import EndNotice, Event, TurnSum
from caravan_tui.games.sahara import events
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
from caravan_tui.games.sahara.pieces import GOODS, NAMES, SUPPLY
from caravan_tui.games.sahara.state import LAST_TURN, QUIET_TURNS
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.i18n import _, _n, _p, later


def good_name(good: int) -> str:
    """The translated name of a good."""
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
    """A good within a sentence, for languages that need an article there."""
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
    """A good in at most `width` columns: its name if that fits, else its short name."""
    name = good_name(good)
    if len(name) > width:
        name = (
            _p("short", "meat"),
            _p("short", "sword"),
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
    """The name of a seat, or the colour of its camels where there are no names."""
    return names[seat] if seat < len(names) else colour_name(seat)


THEMES = {
    "CamelLifted": later("Empty camel"),
    "CamelSet": later("Setting a camel"),
    "PickedUp": later("Picking up"),
    "Moved": later("Moving goods"),
    "Stolen": later("Theft"),
    "Delivered": later("Delivery"),
    "TurnEnded": later("Ending the turn"),
}
"""What problems are about, by the event that their answer begins with."""


def notation_of(action: int) -> str:
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


def notation(action: int, view: SaharaView) -> str:
    return notation_of(action)


def commits(action: int, view: SaharaView) -> bool:
    """Whether an action is not the lift of a camel, which has still to be set."""
    return not LIFT <= action <= LIFT_SUPPLY


def abstains(action: int, view: SaharaView) -> bool:
    """Whether an action is the end of a turn."""
    return action == END


def describe(action: int, view: SaharaView, names: Sequence[str] = ()) -> str:
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
        return _("moves a camel from {space}").format(space=NAMES[action - LIFT])
    assert action == END
    left = view["left"]
    if not left:
        return _("ends the turn")
    return _n(
        "ends the turn with {left} action unused", "ends the turn with {left} actions unused", left
    ).format(left=left)


def kind_of_move(action: int, view: SaharaView) -> str:
    """What sort of decision an action is; a lift and a set are one."""
    if action >= MOVE:
        _source, target, good, _under = unpack_move(action)
        is_delivery = view["board"]["cities"][good] == target
        return later("delivering") if is_delivery else later("moving goods")
    if action >= STEAL:
        return later("stealing")
    if action >= PICK:
        return later("picking up")
    return later("placing camels") if action else later("ending the turn")


def opening(turn: Sequence[tuple[int, SaharaView]]) -> str:
    """Where the first camel stands."""
    spaces = [NAMES[action - SET] for action, _view in turn if SET <= action < PICK]
    return _("first camel on {space}").format(space=spaces[0]) if spaces else _("no camel")


def _describe_move(action: int, view: SaharaView) -> str:
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


def _describe_pick(space: int, view: SaharaView) -> str:
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


def _describe_set(space: int, view: SaharaView) -> str:
    cost = view["set_costs"][space]
    return _n(
        "sets the camel on {space} for {cost} action",
        "sets the camel on {space} for {cost} actions",
        cost,
    ).format(space=NAMES[space], cost=cost)


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.CamelLifted(player, source) if source == SUPPLY:
            return _("{name} takes a camel from the supply").format(name=names[player])
        case events.CamelLifted(player, source):
            text = _("{name} lifts a camel from {space}")
            return text.format(name=names[player], space=NAMES[source])
        case events.CamelSet(player, _source, space, cost):
            text = _n(
                "{name} sets the camel on {space} ({cost} action)",
                "{name} sets the camel on {space} ({cost} actions)",
                cost,
            )
            return text.format(name=names[player], space=NAMES[space], cost=cost)
        case events.PickedUp(player, space, good, 0):
            text = _("{name} picks up {good} on {space}")
            return text.format(name=names[player], good=the_good(good), space=NAMES[space])
        case events.PickedUp(player, space, good, markers):
            text = _n(
                "{name} picks up {good} on {space} with {markers} demand marker",
                "{name} picks up {good} on {space} with {markers} demand markers",
                markers,
            )
            name, place = names[player], NAMES[space]
            return text.format(name=name, good=the_good(good), space=place, markers=markers)
        case events.Stolen(player, victim, space, good):
            text = _("{name} steals {good} from {victim} on {space} and pays a theft marker")
            return text.format(
                name=names[player], good=the_good(good), victim=names[victim], space=NAMES[space]
            )
        case events.Moved(player, good, source, target):
            return _("{name} moves {good} from {source} to {target}").format(
                name=names[player],
                good=the_good(good),
                source=NAMES[source],
                target=NAMES[target],
            )
        case events.Delivered(player, good, source, target, points):
            return _("{name} delivers {good} from {source} to {target}: {points} points").format(
                name=names[player],
                good=the_good(good),
                source=NAMES[source],
                target=NAMES[target],
                points=points,
            )
        case events.TurnEnded(player, 0):
            return _("{name} ends the turn").format(name=names[player])
        case events.TurnEnded(player, left):
            text = _n(
                "{name} ends the turn, {left} action unused",
                "{name} ends the turn, {left} actions unused",
                left,
            )
            return text.format(name=names[player], left=left)
    return _narrate_table(event, names)


def _narrate_table(event: Event, names: Sequence[str]) -> str | None:
    """A line for what no seat did: draws, turns, the end."""
    match event:
        case events.StarterDrawn(player):
            return _("{name} starts").format(name=names[player])
        case events.GoodDrawn(good, space):
            text = _("{space} gets {good} from the bag")
            return text.format(good=the_good(good), space=NAMES[space])
        case events.Refilled(spaces):
            text = _("New goods from the bag, demand +1 on {spaces}")
            return text.format(spaces=", ".join(NAMES[space] for space in spaces))
        case events.TurnStarted(player, turn, actions):
            text = _n(
                "Turn {turn}: {name} has {actions} action",
                "Turn {turn}: {name} has {actions} actions",
                actions,
            )
            return text.format(turn=turn, name=names[player], actions=actions)
        case events.MatchEnded(reason):
            return _end_words(reason)
    return None


def _end_words(reason: events.EndReason) -> str:
    """Why the match is over, as a line of the log."""
    match reason:
        case "delivery":
            return _("A good was delivered with the bag empty: the match is over")
        case "idle":
            return _("No player used an action: the match is over")
        case "quiet":
            return _("Nothing was taken or delivered for ten turns each: the match is over")
        case "long":
            return _("The match is over after 400 turns")


def shorten(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.CamelLifted() | events.TurnStarted() | events.TurnEnded(left=0):
            return None
        case events.CamelSet(_, source, space):
            return shorten_set(source, space)
        case events.PickedUp(_, space, good):
            return _("takes {good} on {space}").format(good=the_good(good), space=NAMES[space])
        case events.Stolen(_, victim, space, good):
            text = _("steals {good} on {space} from {victim}")
            place = NAMES[space]
            return text.format(good=the_good(good), space=place, victim=names[victim])
        case events.Moved(_, good, source, target):
            text = _("moves {good} {source}→{target}")
            return text.format(good=the_good(good), source=NAMES[source], target=NAMES[target])
        case events.Delivered(_, good, source, target):
            text = _("delivers {good} {source}→{target}")
            return text.format(good=the_good(good), source=NAMES[source], target=NAMES[target])
        case events.TurnEnded(left=left):
            return _n("{left} action unused", "{left} actions unused", left).format(left=left)
        case events.StarterDrawn():
            return _("starts")
        case events.GoodDrawn(good, space):
            return _("goods: {good} to {space}").format(good=the_good(good), space=NAMES[space])
    return narrate(event, names, seat)


def shorten_set(source: int, space: int) -> str:
    """A camel that is set, in a few words: where it comes from and goes to."""
    if source == SUPPLY:
        return _("sets a camel on {space}").format(space=NAMES[space])
    text = _("moves a camel {source}→{space}")
    return text.format(source=NAMES[source], space=NAMES[space])


STEPS = events.CamelSet | events.PickedUp | events.Stolen | events.Moved | events.Delivered
"""What a seat does in its turn."""


def sum_up(events_: Sequence[Event], seat: int | None, is_short: bool) -> list[TurnSum]:
    """The seat's own turn, if it won something, and those of the others since: what they won, then
    what they moved."""
    turns: list[tuple[int, list[Event]]] = []
    has_ended = False
    for event in events_:
        if isinstance(event, events.TurnStarted):
            turns.append((event.seat, []))
        elif not turns and isinstance(event, STEPS):
            turns.append((event.seat, [event]))  # of a turn that was loaded after it began
        elif turns and getattr(event, "seat", None) == (actor := turns[-1][0]):
            if actor == seat:
                turns = turns[-1:]
            turns[-1][1].append(event)
        elif (
            turns and turns[-1][0] == seat and isinstance(event, events.Refilled | events.GoodDrawn)
        ):
            turns[-1][1].append(event)
        has_ended = isinstance(event, events.MatchEnded)
    sums = []
    for mover, steps in turns if has_ended else turns[:-1]:
        if mover != seat and steps:
            sums.append(_sum_of(steps, mover, is_short))
        elif not has_ended and (words := _own_words(steps, is_short)):
            sums.append(TurnSum(mover, words, _points_of(steps)))
    return sums


def _sum_of(steps: Sequence[Event], seat: int, is_short: bool) -> TurnSum:
    """What a turn came to, the weightiest first: deliveries, thefts, pick-ups; then goods and
    camels that were moved, each by its whole way. Shortly: these only if there is nothing else."""
    words: list[str] = []
    for kind, form in (
        (events.Delivered, _("delivers {goods}")),
        (events.Stolen, _("steals {goods}")),
        (events.PickedUp, _("takes {goods}")),
    ):
        goods = [_good_words(step, is_short) for step in steps if isinstance(step, kind)]
        if goods:
            words.append(form.format(goods=", ".join(goods)))
    moved = _moved_words(steps)
    left_out = moved if words else moved[1:]
    if is_short and left_out:
        words = [f"{', '.join(words or moved[:1])} …"]
    else:
        words += moved
    # Camels may have come back to where they were.
    return TurnSum(seat, ", ".join(words) or _("changes nothing"), _points_of(steps))


def _points_of(steps: Sequence[Event]) -> str:
    """The points of a turn; empty for none."""
    points = sum(int(gain) for step in steps for _seat, gain in gains(step))
    return f"+{points}" if points else ""


def _own_words(steps: Sequence[Event], is_short: bool) -> str:
    """What a turn has won, to who has won it, and what that has brought to the board; empty if
    nothing was won. Shortly: without the board."""
    words: list[str] = []
    for kind, first, further in (
        (events.Delivered, _("You delivered {goods}"), ""),
        (events.Stolen, _("You stole {goods}"), _("stole {goods}")),
        (events.PickedUp, _("You took {goods}"), _("took {goods}")),
    ):
        goods = [the_good(step.good) for step in steps if isinstance(step, kind)]
        if goods:
            words.append((further if words else first).format(goods=", ".join(goods)))
    if not words:
        return ""
    drawn = [
        f"{NAMES[step.space]} {good_name(step.good)}"
        for step in steps
        if isinstance(step, events.GoodDrawn)
    ]
    raised = [
        NAMES[space] for step in steps if isinstance(step, events.Refilled) for space in step.spaces
    ]
    if is_short and drawn:
        return f"{', '.join(words)} …"
    if drawn:
        words.append(_("new goods: {goods}").format(goods=", ".join(drawn)))
    if raised:
        words.append(_("demand +1 on {spaces}").format(spaces=", ".join(raised)))
    return ", ".join(words)


def _good_words(event: events.Delivered | events.Stolen | events.PickedUp, is_short: bool) -> str:
    """The good of a delivery, a theft or a pick-up, and where it was."""
    good = the_good(event.good)
    if is_short:
        return good
    if isinstance(event, events.Delivered):
        return f"{good} {NAMES[event.source]}→{NAMES[event.target]}"
    return _("{good} on {space}").format(good=good, space=NAMES[event.space])


def _moved_words(steps: Sequence[Event]) -> list[str]:
    """The ways of the goods and of the camels that were moved, and the actions left unused: a way
    that goes on from where another one ended is one with it."""
    goods: list[tuple[int, int, int]] = []
    camels: list[tuple[int, int]] = []
    words = []
    for step in steps:
        match step:
            case events.Moved(_, good, source, target):
                if goods and (goods[-1][0], goods[-1][2]) == (good, source):
                    source = goods.pop()[1]
                goods.append((good, source, target))
            case events.CamelSet(_, source, space):
                if camels and camels[-1][1] == source:
                    source = camels.pop()[0]
                camels.append((source, space))
            case events.TurnEnded(left=left) if left:
                words.append(shorten(step, (), None) or "")
    ways = [
        _("on {space}").format(space=NAMES[space])
        if source == SUPPLY
        else f"{NAMES[source]}→{NAMES[space]}"
        for source, space in camels
        if source != space
    ]
    if ways:
        words.insert(0, _("camel {ways}").format(ways=", ".join(ways)))
    moves = [f"{good_name(good)} {NAMES[source]}→{NAMES[target]}" for good, source, target in goods]
    return [*moves, *words]


def gains(event: Event) -> list[tuple[int, str]]:
    """The points of a delivery, and of demand markers."""
    match event:
        case events.Delivered(seat, points=points):
            return [(seat, f"+{points}")]
        case events.PickedUp(seat, markers=markers) if markers:
            return [(seat, f"+{markers}")]
    return []


def closes(event: Event) -> bool:
    return isinstance(event, events.MatchEnded)


def stands_out(event: Event) -> bool:
    """New goods from the bag, and more demand for those that were left."""
    return isinstance(event, events.Refilled)


FEW_GOODS = 4
"""Goods in the bag from which on the end is announced: the next refill may empty it."""

LAST_TURNS = 10
"""Turns for which it is announced that one of the limits (S-9) is near."""


def near_end(view: SaharaView, names: Sequence[str]) -> EndNotice | None:
    """The bag is empty or nearly so, or one of the limits is near (S-9)."""
    left, seats = sum(view["bag"]), view["seats"]
    quiet = QUIET_TURNS * seats - view["quiet"]
    if view["idle"] + 1 >= seats and not view["used"]:
        name = names[view["actor"]]
        words = _("The match ends if {name} uses no action either.").format(name=name)
        label = _n("{count} turn unused", "{count} turns unused", view["idle"])
        return EndNotice(label.format(count=view["idle"]), words)
    if not left:
        words = _("The bag is empty: the next delivery, by anybody, ends the match.")
        return EndNotice(_("last delivery"), words)
    if quiet <= LAST_TURNS:
        words = _n(
            "The match ends unless a good is taken or delivered within {count} turn.",
            "The match ends unless a good is taken or delivered within {count} turns.",
            quiet,
        )
        label = _n("ends in {count} turn", "ends in {count} turns", quiet)
        return EndNotice(label.format(count=quiet), words.format(count=quiet))
    if view["round"] > LAST_TURN - LAST_TURNS:
        words = _("Turn {turn} is the last.").format(turn=LAST_TURN)
        return EndNotice(_("last turns"), words)
    if left <= FEW_GOODS:
        words = _n(
            "The bag has {count} good left. Once it is empty, a delivery ends the match.",
            "The bag has {count} goods left. Once it is empty, a delivery ends the match.",
            left,
        )
        label = _n("{count} good left", "{count} goods left", left)
        return EndNotice(label.format(count=left), words.format(count=left))
    return None


def records(event: Event) -> list[tuple[int, str, float]]:
    """The points of a delivery."""
    if isinstance(event, events.Delivered):
        return [(event.seat, later("dearest delivery"), event.points)]
    return []


def losses(event: Event) -> list[tuple[int, int]]:
    """A good that is stolen."""
    return [(event.seat, event.victim)] if isinstance(event, events.Stolen) else []
