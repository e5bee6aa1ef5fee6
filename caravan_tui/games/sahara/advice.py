"""Advice in Caravan: hints, why a move is worse, and the list of moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile, takewhile

from attrs import evolve

from caravan_tui.games.contract import (
    LineOfPlay,
    ListedMove,
    TriedMove,
    TurnAdvice,
    less_points_words,
    points_words,
    seat_of,
)
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
from caravan_tui.games.sahara.messages import empty_camels, has_loose_good
from caravan_tui.games.sahara.moves import CAMEL, GOOD, PICK_UP, THEFT, Selectable, selectables
from caravan_tui.games.sahara.pieces import GOODS, NAMES, SIZE, STEPS, SUPPLY, VALUES
from caravan_tui.games.sahara.text import describe, good_name, seat_name, shorten_set, the_good
from caravan_tui.games.sahara.view import SaharaView, chains, path
from caravan_tui.i18n import _, _n, capital

NEAR = 3
"""Steps to a good up to which it is worth speaking of."""

NEXT_TURN = 0.75
"""What a point is worth that can be had in the next turn: others may come between."""

ON_A_CAMEL = 0.5
"""What a point of a good is worth that is carried, and has no way yet."""

BESIDE_A_CAMEL = 0.4
"""What a point of a good is worth that a camel stands with, ready to pick it up."""

MISSING_CAMEL = 0.25
"""What a point of a good that is carried loses with each camel that its way lacks, until it is
as good as not carried."""

MOST_UNFOLDED = 3
"""Spaces without anything for a camel that the list of moves names one by one, at most."""


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
            step = _step_words(action, view, source, names)
            cost = view["set_costs"][action - SET] if SET <= action < PICK else 1
            if cost > 1:  # else a turn seems to leave actions unused
                step = f"{step.removesuffix('.')} ({_cost_words(cost)})."
            steps.append(step)
    last = turn[-1][0]
    if last == LIFT_SUPPLY:
        steps.append(_("Take a camel from the supply."))
    elif LIFT <= last < LIFT_SUPPLY:
        steps.append(_("Lift the camel from {space}.").format(space=lifted))
    reasons, places = [], []
    gain = after["points"][seat] - first["points"][seat]
    if gain > 0:
        reasons.append(points_words(gain))
    delivered, chain = _delivered(turn, seat)
    for action, view in turn:
        if PICK <= action < START:
            picked = view["loose"][view["board"]["numbered"].index(action - PICK)]
            if picked in delivered:  # what it brings has been said
                continue
            text = _("{good}: worth {points} points in {city}.")
            name, city = capital(good_name(picked)), _city(view, picked)
            reasons.append(text.format(good=name, points=VALUES[picked], city=city))
        elif STEAL <= action < MOVE:
            _space, victim, good = unpack_steal(action)
            text = _("{name} loses {good}, worth {points} points.")
            name = seat_name(victim, names)
            reasons.append(text.format(name=name, good=good_name(good), points=VALUES[good]))
        elif SET <= action < PICK and not has_loose_good(view, action - SET):
            if action - SET in chain:  # why it stands there has been said
                continue
            own_spaces = {place for place, _good, _under in view["camels"][seat]}
            had = _had_by_camel(view, action - SET, own_spaces - {view["lifted"]})
            if had:
                places.append(f"{NAMES[action - SET]}: {', '.join(had)}.")
        elif action >= MOVE:
            reasons += _along(view, action, seat)
    reasons += _within_reach(first, after, seat)
    reasons += _on_the_way(first, after, seat)
    reasons += _ready(after, seat)
    reasons += places  # what a turn is worth is said before where its camels stand
    if last == END and (left := turn[-1][1]["left"]):
        text = _n(
            "The action left would bring nothing more.",
            "The {count} actions left would bring nothing more.",
            left,
        )
        reasons.append(text.format(count=left))
    return TurnAdvice(steps, list(dict.fromkeys(reasons)), _short_steps(turn, names))


def _delivered(turn: Sequence[tuple[int, SaharaView]], seat: int) -> tuple[set[int], set[int]]:
    """The goods that a turn delivers, and the spaces of the camels that carry them to their
    cities."""
    goods: set[int] = set()
    chain: set[int] = set()
    for action, view in turn:
        if action >= MOVE:
            start, target, good, _under = unpack_move(action)
            if view["board"]["cities"][good] == target:
                goods.add(good)
                chain.update(path(view, seat, start, target))
    return goods, chain


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
    for space in set(empty_camels(after, seat)) - set(empty_camels(before, seat)):
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
    text = _("The chain to {city}: {spaces}.")
    spaces = ", ".join(NAMES[space] for space in (start, *between, target))
    return [text.format(spaces=spaces, city=view["board"]["names"][good])]


def _on_the_way(before: SaharaView, after: SaharaView, seat: int) -> list[str]:
    """How many camels are missing to the cities of the goods that a turn has loaded or brought
    nearer to them; of a good that all empty camels of the seat cannot link with its city, by how
    much its way has become shorter."""
    had, ready = _ways(before, seat), _deliverable(after, seat)
    reasons = []
    for good, missing in _ways(after, seat).items():
        if good in ready or not missing or missing >= had.get(good, missing + 1):
            continue
        if _is_within_reach(after, seat, good):
            count = missing
            text = _n(
                "Then {count} more camel completes the chain for {good} to {city}.",
                "Then {count} more camels complete the chain for {good} to {city}.",
                count,
            )
        elif good in had:
            count = had[good] - missing
            text = _n(
                "The way of {good} to {city} becomes {count} space shorter.",
                "The way of {good} to {city} becomes {count} spaces shorter.",
                count,
            )
        else:  # it has been loaded, and what it is worth has been said
            continue
        reasons.append(text.format(count=count, city=_city(after, good), good=good_name(good)))
    return reasons


def _all_empty_camels(view: SaharaView, seat: int) -> int:
    """How many camels without a good a seat has, those of its supply with them."""
    return len(empty_camels(view, seat)) + view["supply"][seat]


def _is_within_reach(view: SaharaView, seat: int, good: int) -> bool:
    """Whether the empty camels of a seat, wherever they were set, could link a good that it
    carries with its city."""
    laden = [camel for camel in view["camels"][seat] if camel[1] >= 0]
    herds = [laden if owner == seat else herd for owner, herd in enumerate(view["camels"])]
    alone: SaharaView = {**view, "camels": herds}
    return _ways(alone, seat)[good] <= _all_empty_camels(view, seat)


def _ready(view: SaharaView, seat: int) -> list[str]:
    """The goods that the chains of a seat can deliver as they are."""
    text = _("One more action then brings {points} points: {good} to {city}.")
    return [
        text.format(good=good_name(good), city=_city(view, good), points=VALUES[good])
        for good in _deliverable(view, seat)
    ]


def explain_loss(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a turn or a move gives away beside a better one: the weightiest of points, a delivery of
    one's own or to another seat, goods on camels and ways to cities; else actions, or ways to goods
    and to cities that are far."""
    view: SaharaView = played.before
    seat, after, better = view["to_act"], played.after, preferred.after
    less = better["points"][seat] - after["points"][seat]
    differences = [
        (less, less_points_words(less)),
        *(_left_to(other, view, after, better, names)
          for other in range(view["seats"]) if other != seat),
        _left_without_way(view, after, better),
        _left_lying(view, after, better),
        _lighter(view, after, better),
        _passed_over(view, after, better),
        _longer_way(view, after, better),
    ]  # fmt: skip
    weight, words = max(differences, key=lambda difference: difference[0])
    if weight > 0:
        return words
    if played.action == END:
        text = _n("leaves {count} action unused", "leaves {count} actions unused", view["left"])
        return text.format(count=view["left"])
    if (after["actor"], better["actor"]) == (seat, seat) and after["left"] < better["left"]:
        text = _n("takes {count} action more", "takes {count} actions more",
                  better["left"] - after["left"])  # fmt: skip
        return text.format(count=better["left"] - after["left"])
    return _farther_from_goods(view, after, better) or _farther_from_city(view, after, better)


Difference = tuple[float, str]
"""What two moves differ in: how many points that comes to, roughly, and its words; 0 and '' where
they do not."""

NONE: Difference = (0.0, "")


def _left_to(
    other: int, view: SaharaView, after: SaharaView, better: SaharaView, names: Sequence[str]
) -> Difference:
    """The delivery that only one move leaves to another seat."""
    left = set(_deliverable(after, other)) - set(_deliverable(better, other))
    if not left:
        return NONE
    good = max(left, key=lambda good: VALUES[good])
    text = _("leaves {name} the delivery of {good} to {city}")
    name = seat_name(other, names)
    words = text.format(name=name, good=good_name(good), city=_city(view, good))
    return NEXT_TURN * VALUES[good], words


def _left_without_way(view: SaharaView, after: SaharaView, better: SaharaView) -> Difference:
    """A good on a camel that only the better move makes ready to be delivered."""
    seat = view["to_act"]
    missed = set(_deliverable(better, seat)) - set(_deliverable(after, seat))
    missed &= set(_carried(after, seat))  # not those that the played move has delivered
    if not missed:
        return NONE
    good = max(missed, key=lambda good: VALUES[good])
    text = _("leaves {good} without a way to {city}")
    words = text.format(good=good_name(good), city=_city(view, good))
    return NEXT_TURN * VALUES[good], words


def _left_lying(view: SaharaView, after: SaharaView, better: SaharaView) -> Difference:
    """A good that only the better move picks up."""
    seat = view["to_act"]
    loads, loads_better = _carried(after, seat), _carried(better, seat)
    if len(loads) >= len(loads_better):
        return NONE
    text = _("picks up no {good}, worth {points} points")
    good = max(loads_better, key=lambda good: VALUES[good])
    words = text.format(good=good_name(good), points=VALUES[good])
    return ON_A_CAMEL * VALUES[good], words


def _lighter(view: SaharaView, after: SaharaView, better: SaharaView) -> Difference:
    """Goods on camels that are worth less."""
    seat = view["to_act"]
    loads, loads_better = _carried(after, seat), _carried(better, seat)
    lighter = sum(VALUES[good] for good in loads_better) - sum(VALUES[good] for good in loads)
    if lighter <= 0 or len(loads) < len(loads_better):
        return NONE
    text = _n(
        "carries goods worth {count} point less", "carries goods worth {count} points less",
        lighter,
    )  # fmt: skip
    return ON_A_CAMEL * lighter, text.format(count=lighter)


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


def _longer_way(view: SaharaView, after: SaharaView, better: SaharaView) -> Difference:
    """A good on a camel that lacks more camels on its way to its city."""
    seat = view["to_act"]
    ways, ways_better = _ways(after, seat), _ways(better, seat)
    longer = {good: ways[good] - ways_better[good] for good in ways
              if good in ways_better and ways[good] > ways_better[good]}  # fmt: skip
    if not longer:
        return NONE
    good = max(longer, key=lambda good: longer[good] * VALUES[good])
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
    words = text.format(
        good=good_name(good), count=ways[good], city=_city(view, good), better=ways_better[good]
    )
    return min(ON_A_CAMEL, MISSING_CAMEL * longer[good]) * VALUES[good], words


def _farther_from_goods(view: SaharaView, after: SaharaView, better: SaharaView) -> str:
    """A good to be picked up that a move stays farther away from."""
    seat, numbered = view["to_act"], view["board"]["numbered"]
    farther = []
    for slot, space in enumerate(numbered):
        good = better["loose"][slot]
        if good < 0 or after["loose"][slot] != good:
            continue
        steps, steps_better = (
            min((STEPS[space][camel] for camel in empty_camels(each, seat)), default=SIZE)
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
    cities, linked, empty = view["board"]["cities"], chains(view, seat), empty_camels(view, seat)
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
    cities, empty = view["board"]["cities"], empty_camels(view, seat)
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


def _passed_over(view: SaharaView, after: SaharaView, better: SaharaView) -> Difference:
    """A good to be picked up where a camel is set by the better move only."""
    seat = view["to_act"]
    before, mine, best = (set(empty_camels(each, seat)) for each in (view, after, better))
    loose = {
        better["loose"][better["board"]["numbered"].index(space)]: space
        for space in best - before - mine
        if has_loose_good(better, space)
    }
    if not loose:
        return NONE
    good = max(loose, key=lambda good: VALUES[good])
    text = _("passes over {good} on {space}, worth {points} points")
    words = text.format(good=good_name(good), space=NAMES[loose[good]], points=VALUES[good])
    return BESIDE_A_CAMEL * VALUES[good], words


def list_moves(
    legal: Sequence[int], view: SaharaView, names: Sequence[str]
) -> Sequence[ListedMove]:
    """Everything that can be played, whole camel moves included, below what it is done with."""
    if view["lifted"] >= 0:
        return _lifted_camel_moves(legal, view, names)
    groups: dict[int, list[ListedMove]] = {}
    for listed in selectables(view, legal, names).values():
        for selectable in listed:
            groups.setdefault(selectable.kind, []).extend(_listed_moves(selectable, view, names))
    rows = [row for kind in (PICK_UP, THEFT, GOOD, CAMEL) for row in groups.get(kind, [])]
    rows.sort(key=lambda row: row.group != _("Deliver"))
    ends = [action for action in legal if action == END]
    return [
        *rows,
        *(_end_row(end, view, names) for end in ends),
    ]


def _lifted_camel_moves(
    legal: Sequence[int], view: SaharaView, names: Sequence[str]
) -> list[ListedMove]:
    """Where a lifted camel can be set, goods and cities first, and what else can be done."""
    own_spaces = {place for place, _good, _under in view["camels"][view["to_act"]]}
    spaces = [action - SET for action in legal if SET <= action < PICK]
    rows = [
        _camel_row([SET + space], view, own_spaces, view["set_costs"][space], "")
        for space in spaces
    ]
    rows = _by_find(rows, view, own_spaces, "")
    others = [action for action in legal if not SET <= action < PICK]
    return [
        *rows,
        *(_end_row(other, view, names) for other in others),
    ]


def _end_row(action: int, view: SaharaView, names: Sequence[str]) -> ListedMove:
    """The end of a turn, below all that can be done instead, or what else a lifted camel can do."""
    row = ListedMove([action], capital(describe(action, view, names)), group=_("Or"))
    if action != END or not view["left"]:
        return row
    return _in_short(row, _("Ends the turn, {count} unused").format(count=view["left"]))


def _camel_row(
    actions: Sequence[int], view: SaharaView, own_spaces: set[int], cost: int, group: str
) -> ListedMove:
    """A camel that is set on a space, with what is to be had there."""
    space = actions[-1] - SET
    words = " · ".join(_had_by_camel(view, space, own_spaces, is_short=True))
    row = ListedMove(
        list(actions), f"{NAMES[space]}   {words}".rstrip(), group=group, cost=_cost(cost)
    )
    return _in_short(row, f"{NAMES[space]}  {_found_in_short(view, space, own_spaces)}".rstrip())


def _found_in_short(view: SaharaView, space: int, own_spaces: set[int]) -> str:
    """What a camel finds on a space, where its heading says some of it: a good and where it is
    wanted, else the camels beside it and the good that its city wants."""
    board, beside = view["board"], _beside(space, own_spaces)
    if has_loose_good(view, space):
        slot = board["numbered"].index(space)
        good, markers = view["loose"][slot], view["demand"][slot]
        words = _("{good} {points} in {space}").format(
            good=good_name(good), points=VALUES[good], space=NAMES[board["cities"][good]]
        )
        return f"{words}, +{markers}" if markers else words
    parts = []
    if beside:
        parts.append(_("by {spaces}").format(spaces=", ".join(NAMES[place] for place in beside)))
    if space in board["cities"]:
        wanted = good_name(board["cities"].index(space))
        parts.append(_("wants {good}").format(good=wanted))
    return " · ".join(parts)


def _in_short(row: ListedMove, text: str) -> ListedMove:
    """A row in a few words, with the names of its goods on their colours, as on the board."""
    names = [good_name(good) for good in range(len(GOODS))]
    parts = re.split(rf"\b({'|'.join(map(re.escape, names))})\b", text)
    salt = good_name(GOODS.index("salt"))
    colours = {name: f"good-{good}" for good, name in enumerate(names, 1)}
    colours[salt] = "paper-1"  # as on the board, where it is never dark
    pieces = [(part, colours.get(part, "")) for part in parts]
    return evolve(row, pieces=[piece for piece in pieces if piece[0]])


def _by_find(
    rows: Sequence[ListedMove], view: SaharaView, own_spaces: set[int], group: str
) -> list[ListedMove]:
    """The moves of a camel, which are a group, if it has a name, below headings of what it finds
    where it is set: a good, a chain with camels of its seat, a city, or nothing."""
    cities = view["board"]["cities"]

    def find(row: ListedMove) -> int:
        space = row.actions[-1] - SET
        if has_loose_good(view, space):
            return 0
        return 1 if _beside(space, own_spaces) else 2 if space in cities else 3

    finds = _("to a good"), _("by your camels"), _("to a city"), _("elsewhere")
    headings = [
        _("{move}: {target}").format(move=group, target=words) if group else capital(words)
        for words in finds
    ]
    return [evolve(row, group=headings[find(row)]) for row in sorted(rows, key=find)]


def _beside(space: int, own_spaces: set[int]) -> list[int]:
    """The spaces of a seat's camels that are beside a space."""
    row, column = divmod(space, SIZE)
    return [
        place
        for place in sorted(own_spaces)
        if abs(place // SIZE - row) + abs(place % SIZE - column) == 1
    ]


def _had_by_camel(
    view: SaharaView, space: int, own_spaces: set[int], is_short: bool = False
) -> list[str]:
    """What a camel finds on a space: a good, its city, a chain."""
    board, parts = view["board"], []
    if has_loose_good(view, space):
        slot = board["numbered"].index(space)
        good, markers = view["loose"][slot], view["demand"][slot]
        words = _("{good}, {points} points in {city}")
        city = _city(view, good)  # a small board shows no names
        parts.append(words.format(good=good_name(good), points=VALUES[good], city=city))
        if markers:
            parts.append(_("+{points} demand").format(points=markers))
    elif space in board["cities"]:
        good = board["cities"].index(space)
        text = _("{city} wants {good}")
        parts.append(text.format(city=board["names"][good], good=good_name(good)))
    beside = [NAMES[place] for place in _beside(space, own_spaces)]
    if beside:
        chain = _("chain with {spaces}") if is_short else _("in a chain with {spaces}")
        parts.append(chain.format(spaces=", ".join(beside)))
    return parts


def _listed_moves(
    selectable: Selectable, view: SaharaView, names: Sequence[str]
) -> list[ListedMove]:
    """What can be done with something on a space."""
    source = NAMES[selectable.space] if selectable.space < SUPPLY else ""
    if not selectable.targets:
        group = _("Steal") if selectable.kind == THEFT else _("Pick up")
        steps = list(selectable.actions)
        aside = ""
        if selectable.kind == PICK_UP:
            markers = view["demand"][view["board"]["numbered"].index(selectable.space)]
            aside = f"+{markers}" if markers else ""
        words = _row_words(steps[0], view, "", names)
        row = ListedMove(steps, words, aside, group, cost=_cost(1))
        return [_in_short(row, _taken_in_short(steps[0], view, names))]
    if selectable.kind == GOOD:
        group = _("Move goods")
    elif source:
        group = _("Camel from {space}").format(space=source)
    else:
        group = _("New camel")
    own_spaces = {place for place, _good, _under in view["camels"][view["to_act"]]}
    rows = []
    cities = view["board"]["cities"]
    targets = sorted(
        selectable.targets,
        key=lambda space: (not has_loose_good(view, space), space not in cities),
    )
    if selectable.kind == GOOD:
        targets.sort(key=lambda space: _spaces_between(space, cities[selectable.good]))
    for target in targets:
        actions, cost = selectable.targets[target], selectable.costs[target]
        if selectable.kind == CAMEL:  # the heading says the rest
            own = own_spaces - {selectable.space}
            rows.append(_camel_row(actions, view, own, cost, group))
            continue
        words = _row_words(actions[-1], view, source, names)
        short = f"{good_name(selectable.good)}  {source}→{NAMES[target]}"
        heading, aside = _("Deliver"), f"+{selectable.points.get(target)}"
        if target not in selectable.points:
            heading, aside = group, ""
            text, city = _("{count} from {city}"), cities[selectable.good]
            distance = _spaces_between(target, city)
            words += " · " + text.format(count=distance, city=_city(view, selectable.good))
            short += " · " + text.format(count=distance, city=NAMES[city])
        row = ListedMove(list(actions), words, aside, heading, cost=_cost(cost))
        rows.append(_in_short(row, short))
    if selectable.kind == CAMEL:
        return _folded(rows, view, own_spaces - {selectable.space})
    return rows


def _spaces_between(space: int, other: int) -> int:
    """How many spaces a chain between two spaces goes on, at least."""
    return abs(space // SIZE - other // SIZE) + abs(space % SIZE - other % SIZE)


def _folded(rows: Sequence[ListedMove], view: SaharaView, own_spaces: set[int]) -> list[ListedMove]:
    """The moves of a camel: a row for each space where a good lies or is wanted that the seat
    carries, and one for all others, which are chosen from a list of their own."""
    cities = view["board"]["cities"]
    wanted = {cities[good] for good in _carried(view, view["to_act"])}
    worth_a_row: list[ListedMove] = []
    others: list[ListedMove] = []
    for row in rows:
        space = row.actions[-1] - SET
        is_wanted = space in wanted or has_loose_good(view, space)
        (worth_a_row if is_wanted else others).append(row)
    if len(others) <= MOST_UNFOLDED:
        return list(rows)
    costs = sorted({view["set_costs"][row.actions[-1] - SET] for row in others})
    either = _("1 or 2 actions"), _("for 1 or 2")
    words = _n("{count} other space", "{count} other spaces", len(others))
    endings = _by_find(others, view, own_spaces, others[0].group)
    fold = ListedMove(
        endings[0].actions,
        words.format(count=len(others)),
        group=others[0].group,
        pieces=[(_("{count} others").format(count=len(others)), "")],
        cost=_cost(costs[0]) if len(costs) == 1 else either,
        endings=endings,
        asks=_("Choose a space"),
    )
    return [*worth_a_row, fold]


def _row_words(action: int, view: SaharaView, source: str, names: Sequence[str]) -> str:
    """An action as a row of the list, which is no sentence."""
    return _step_words(action, view, source, names).removesuffix(".")


def _taken_in_short(action: int, view: SaharaView, names: Sequence[str]) -> str:
    """A good that is picked up or stolen, below a heading that says which of the two."""
    if action >= STEAL:
        space, victim, good = unpack_steal(action)
        return _("{good}  {space}, from {name}").format(
            good=good_name(good), space=NAMES[space], name=seat_name(victim, names)
        )
    good = view["loose"][view["board"]["numbered"].index(action - PICK)]
    return f"{good_name(good)}  {NAMES[action - PICK]}"


def _cost(cost: int) -> tuple[str, str]:
    """What a move costs, for the list of moves."""
    return _cost_words(cost), _("for {cost}").format(cost=cost)


def _cost_words(cost: int) -> str:
    """What a move costs."""
    return _n("{cost} action", "{cost} actions", cost).format(cost=cost)
