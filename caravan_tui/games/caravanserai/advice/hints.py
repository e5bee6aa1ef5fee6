"""What a hint says of a turn: its steps, what it brings, and what it keeps for later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import evolve

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.advice.placements import placement_instruction, placement_words
from caravan_tui.games.caravanserai.advice.places import FAR, NEAR, sites_near
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.rules.outcomes import (
    growth_words,
    position_after,
    preview,
)
from caravan_tui.games.caravanserai.rules.placements import (
    longest_placements,
)
from caravan_tui.games.caravanserai.rules.rounds import begin_turn
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.caravanserai.view import view as view_of
from caravan_tui.games.contract import (
    TurnAdvice,
)
from caravan_tui.i18n import _, _n, capital

OPEN_LAND = 5
"""Free cells around a head that count as open land in a hint."""

LONG_BLOCK = 3
"""Goods of a colour that make a long block."""

MOST_FORESEEN = 1500
"""Steps that are tried for a look at the turn after a hint."""

MOST_MERITS = 2
"""What a hint says at most of what speaks for a turn that is not the longest."""


def explain_turn(
    turn: Sequence[tuple[int, CaravanseraiView]], after: CaravanseraiView, names: Sequence[str]
) -> TurnAdvice:
    """A turn in words, and what it brings."""
    first = turn[0][1]
    seat = first["to_act"]
    steps = _steps_in_words(turn, names)
    reasons = []
    for action, view in turn:
        if action == act.CAMEL:
            reasons += _why_placement(view)
        elif act.PUT <= action < act.START:
            reasons += _why_put(action - act.PUT, view, seat)
        elif act.START <= action < act.OUT_CATEGORY:
            reasons += _why_start(action - act.START, view)
    if any(action == act.CAMEL for action, _view in turn):
        reasons += _prospects(after, seat)
    return TurnAdvice(steps, reasons, _short_steps(turn, names))


def _short_steps(turn: Sequence[tuple[int, CaravanseraiView]], names: Sequence[str]) -> list[str]:
    """A turn as a report, a placement in one: a step each would be too long beside the board."""
    deeds: list[str] = []
    for steps, view in _placements_and_others(turn):
        first = steps[0]
        if first < act.BLOCK and len(steps) > 1:
            placement = placement_words(steps, is_short=True)
            deeds.append(_("heads {placement}").format(placement=placement))
        elif first < act.CAMEL and len(steps) > 1:
            placement = placement_words(steps, is_short=True)
            deeds.append(_("lays {placement}").format(placement=placement))
        elif act.PUT <= first < act.START:
            cell = first - act.PUT
            line = _("puts a {colour} good ({region})")
            colour = text.colour_word(view["cells"][cell])
            deeds.append(line.format(colour=colour, region=text.site_region(cell, view)))
        else:
            deeds.append(text.describe(first, view, names))
    return deeds


def _steps_in_words(
    turn: Sequence[tuple[int, CaravanseraiView]], names: Sequence[str]
) -> list[str]:
    """The steps as instructions; a placement is one."""
    return [
        placement_instruction(steps, view)
        if steps[0] < act.CAMEL and len(steps) > 1
        else capital(_step_words(steps[0], view, names))
        for steps, view in _placements_and_others(turn)
    ]


def _placements_and_others(
    turn: Sequence[tuple[int, CaravanseraiView]],
) -> Iterator[tuple[list[int], CaravanseraiView]]:
    """The steps of a turn, those of a placement in one, with the view before the first."""
    for is_placement, group in groupby(turn, lambda step: step[0] <= act.CAMEL):
        steps = list(group)
        if is_placement:
            yield [action for action, _view in steps], steps[0][1]
        else:
            yield from (([action], view) for action, view in steps)


def _step_words(action: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """A step as an instruction."""
    board = board_for(view["seats"])
    if action < act.BLOCK:
        return _("Go {way}.").format(way=text.direction_word(action))
    if action < act.LYING:
        goods = text.goods_words(act.block_colour(action), act.block_size(action))
        return _("Lay {goods}.").format(goods=goods)
    if action == act.LYING:
        return _("Lay a camel down.")
    if action == act.CAMEL:
        return _("End with a camel.")
    if action < act.PUT:
        return _("Take the good from {name}.").format(name=names[action - act.TAKE])
    cell = action % 256
    colour, region = text.colour_word(view["cells"][cell]), text.site_region(cell, view)
    if action >= act.START:
        words = _("Start on the {colour} caravanserai ({region}).")
        return words.format(colour=colour, region=region)
    pieces = view["caravans"][view["to_act"]]
    steps = board.distance[cell][pieces[-1] >> 3]
    words = _n(
        "Put a {colour} good {count} cell from your head ({region}).",
        "Put a {colour} good {count} cells from your head ({region}).",
        steps,
    )
    return words.format(colour=colour, count=steps, region=region)


def _why_placement(view: CaravanseraiView) -> list[str]:
    """What a placement brings; `view`: before its last camel. Worked out by the rules, as the tail
    comes back only once the camel's good is taken."""
    outcome = preview(view, [act.CAMEL])
    if outcome is None:
        return []
    reasons = []
    laid, back = len(outcome.laid), outcome.count
    # Beside a board that shows the first of several steps it has to say of when it speaks.
    words = _("The caravan ends {length} long ({longer}): {laid} laid, {back} back.")
    longer = text.longer_words(outcome.growth)
    reasons.append(words.format(longer=longer, laid=laid, back=back, length=outcome.length))
    free = laid - back
    if free > 0:
        words = _n(
            "{count} of them is free: it lies on a caravanserai of its own colour.",
            "{count} of them are free: they lie on caravanserais of their own colour.",
            free,
        )
        reasons.append(words.format(count=free))
    if outcome.won:
        goods = text.won_words(outcome.won)
        words = _n(
            "The camel wins a good: {goods}.",
            "The camel wins {count} goods: {goods}.",
            len(outcome.won),
        )
        reasons.append(words.format(count=len(outcome.won), goods=goods))
    if view["camels"][view["turn"]] - 1 + outcome.returned_camels == 0:
        reasons.append(_("But it uses the last camel."))
    return reasons


def _prospects(after: CaravanseraiView, seat: int) -> list[str]:
    """What a turn leaves for the next one: room around the head, and goods for long blocks."""
    reasons = []
    free = text.free_cells_beside_head(after, seat)
    if free <= text.FEW_CELLS:
        words = _n(
            "But the head then has only {count} free cell beside it.",
            "But the head then has only {count} free cells beside it.",
            free,
        )
        reasons.append(words.format(count=free))
    elif free >= OPEN_LAND:
        reasons.append(_("The head then stands in open land: it can go on in many ways."))
    colours = [
        text.colour_word(colour)
        for colour, count in enumerate(after["stock"][seat])
        if count >= LONG_BLOCK
    ]
    if colours:
        words = _("It keeps enough for blocks of three or more: {colours}.")
        reasons.append(words.format(colours=", ".join(colours)))
    return reasons


def _why_put(cell: int, view: CaravanseraiView, seat: int) -> list[str]:
    """Whether a good from the market lies nearer to the own head than to the others'."""
    steps_to = board_for(view["seats"]).distance[cell]
    steps = [steps_to[pieces[-1] >> 3] if pieces else 0 for pieces in view["caravans"]]
    others = [far for other, far in enumerate(steps) if other != seat and view["caravans"][other]]
    own = steps[seat]
    if others and own < min(others):
        words = _n(
            "The good put there lies {steps} step from the head, nearer than to any other.",
            "The good put there lies {steps} steps from the head, nearer than to any other.",
            own,
        )
        return [words.format(steps=own)]
    if others and min(others) >= FAR:
        words = _("The good put there lies {steps} steps or more from the others.")
        return [words.format(steps=min(others))]
    return []


def _why_start(cell: int, view: CaravanseraiView) -> list[str]:
    """What a first camel finds near: caravanserais and goods on them."""
    sites, goods = sites_near(cell, view)
    words = _n(
        "{count} caravanserai is within {steps} steps.",
        "{count} caravanserais are within {steps} steps.",
        sites,
    )
    reasons = [words.format(count=sites, steps=NEAR)]
    if goods:
        words = _n(
            "{count} of them has a good on it.", "{count} of them have goods on them.", goods
        )
        reasons.append(words.format(count=goods))
    return reasons


def explain_forgone(turn: Sequence[tuple[int, CaravanseraiView]], names: Sequence[str]) -> str:
    """By how much another placement would make the caravan longer at once, and what this one keeps,
    prepares or denies for that."""
    for steps, view in _placements_and_others(turn):
        if steps[-1] != act.CAMEL:
            continue
        seat, outcome = view["turn"], preview(view, steps)
        longest = longest_placements(view)[0]
        if outcome is None or longest.growth <= outcome.growth:
            return ""
        after, other = position_after(view, steps), position_after(view, longest.steps)
        assert after is not None and other is not None, "their steps are legal"
        growth = growth_words(evolve(outcome, growth=longest.growth))
        merits = merits_of(after, other, seat, names)[:MOST_MERITS]
        if not merits:
            words = _("A longer line would bring {growth} now. This one is worth more later on.")
            return words.format(growth=growth)
        words = _("A longer line would bring {growth} now. This one {merits}.")
        return words.format(growth=growth, merits=_(" and ").join(merits))
    return ""


def merits_of(
    after: CaravanseraiState, other: CaravanseraiState, seat: int, names: Sequence[str]
) -> list[str]:
    """What a position after a placement has for a seat that another one has not, the weightiest
    first, in words that go on from *this one*."""
    merits: list[tuple[int, str]] = []
    next_turn = [_growth_in_next_turn(state, seat) for state in (after, other)]
    if next_turn[0] > next_turn[1]:
        words = _("leaves up to {growth} for the next turn (the other: {other})")
        merits.append((next_turn[0] - next_turn[1], _of_growths(words, next_turn)))
    rival = (seat + 1) % after.seats
    if rival != seat:
        denied = [_growth_in_next_turn(state, rival) for state in (after, other)]
        if denied[0] < denied[1]:
            words = _("leaves {name} at most {growth}, not {other}")
            merits.append((denied[1] - denied[0], _of_growths(words, denied, names[rival])))
    if (camels := after.camels[seat] - other.camels[seat]) > 0:
        words = _n("keeps {count} more camel", "keeps {count} more camels", camels)
        merits.append((2 * camels, words.format(count=camels)))
    goods = [sum(state.stock[5 * seat : 5 * seat + 5]) for state in (after, other)]
    if (more := goods[0] - goods[1]) > 0:
        words = _n("keeps {count} more good to lay", "keeps {count} more goods to lay", more)
        merits.append((more, words.format(count=more)))
    views = [view_of(state, seat) for state in (after, other)]
    near = [sites_near(each["caravans"][seat][-1] >> 3, each)[1] for each in views]
    if near[0] > near[1]:
        words = _n(
            "ends with {count} good near the head, not {other}",
            "ends with {count} goods near the head, not {other}",
            near[0],
        )
        merits.append((near[0] - near[1], words.format(count=near[0], other=near[1])))
    free = [text.free_cells_beside_head(each, seat) for each in views]
    if free[1] <= text.FEW_CELLS < free[0]:
        words = _("leaves {count} free cells beside the head, not {other}")
        merits.append((2 * (free[0] - free[1]), words.format(count=free[0], other=free[1])))
    return [words for _weight, words in sorted(merits, key=lambda merit: -merit[0])]


def _of_growths(words: str, growths: Sequence[int], name: str = "") -> str:
    """Words with two growths, each with its sign, and a name."""
    growth, other = growths
    return words.format(growth=f"{growth:+d}", other=f"{other:+d}", name=name)


def _growth_in_next_turn(position: CaravanseraiState, seat: int) -> int:
    """By how much a seat could make its caravan longer if its turn came next; 0 if it can place
    nothing."""
    if not position.can_place(seat):
        return 0
    state = position.clone()
    state.seat = seat
    begin_turn(state, None)
    placements = longest_placements(view_of(state, seat), MOST_FORESEEN)
    return max(0, placements[0].growth) if placements else 0
