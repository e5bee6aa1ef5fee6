"""Advice in Caravanserai: hints, why a move is worse, and the list of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import evolve, frozen

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, DIRECTIONS, PLAIN, board_for
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.rules.outcomes import (
    Preview,
    growth_words,
    position_after,
    preview,
)
from caravan_tui.games.caravanserai.rules.placements import (
    PLACING,
    Placement,
    longest_placements,
    most_growth,
)
from caravan_tui.games.caravanserai.rules.rounds import begin_turn
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of
from caravan_tui.games.caravanserai.view import view as view_of
from caravan_tui.games.contract import (
    LineOfPlay,
    ListedMove,
    TriedMove,
    TurnAdvice,
    seat_of,
)
from caravan_tui.i18n import _, _n, capital

OPEN_LAND = 5
"""Free cells around a head that count as open land in a hint."""

LONG_BLOCK = 3
"""Goods of a colour that make a long block."""

MOST_ALIKE = 4
"""Rows of whole placements in the list of moves that begin with the same step."""

MOST_COMPARED = 8
"""Placements that lay the same, of which the one that brings most is listed."""

ROW_WIDTH = 59
"""Columns of a row of the list of moves, in the narrowest window that it may have."""

MOST_FORESEEN = 1500
"""Steps that are tried for a look at the turn after a hint."""

MOST_MERITS = 2
"""What a hint says at most of what speaks for a turn that is not the longest."""

NEAR, FAR = 4, 4
"""Steps within which a cell is near, and from which it is far."""


# The list of choices


def step_label(action: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """A step as a line of the list."""
    if action < act.BLOCK:
        return f"{DIRECTIONS[action]:<2} {text.direction_word(action)}"
    if action < act.LYING:
        return text.block_words(act.block_colour(action), act.block_size(action))
    if action == act.LYING:
        return _("lying camel")
    if action == act.CAMEL:
        return _("camel")
    if action < act.PUT:
        return _("from {name}").format(name=names[action - act.TAKE])
    return site_label(action % 256, view)


def site_label(cell: int, view: CaravanseraiView, is_short: bool = False) -> str:
    """A caravanserai to choose: its colour, and how far it is from the head of the caravan, or,
    before there is one, its part of the board. Which one it is, its key on the board shows.

    `is_short`: only whether it is near, or its colour alone.
    """
    colour = text.colour_word(view["cells"][cell])
    steps = steps_from_head(cell, view)
    if not is_short:
        return _("{colour}, {region}").format(colour=colour, region=site_place(cell, view))
    if steps is None:
        return colour
    words = _("{colour}, near") if steps <= NEAR else _("{colour}, far")
    return words.format(colour=colour)


def site_place(cell: int, view: CaravanseraiView) -> str:
    """How far a caravanserai is from the head of the caravan, or, before there is one, its part
    of the board."""
    steps = steps_from_head(cell, view)
    if steps is None:
        return text.region_word(cell, board_for(view["seats"]))
    return _n("{count} cell away", "{count} cells away", steps).format(count=steps)


def site_words(cell: int, view: CaravanseraiView) -> str:
    """A caravanserai where no board shows which one it is: by its colour, its part of the board and
    how far it is from the head of the caravan, if there is one."""
    colour, region = text.colour_word(view["cells"][cell]), text.site_region(cell, view)
    place = _("{colour}, {region}").format(colour=colour, region=region)
    if steps_from_head(cell, view) is None:
        return place
    return _("{place}, {away}").format(place=place, away=site_place(cell, view))


def steps_from_head(cell: int, view: CaravanseraiView) -> int | None:
    """Cells between a cell and the head of the caravan whose turn it is; None before there is
    one."""
    pieces = view["caravans"][view["turn"]]
    return board_for(view["seats"]).distance[cell][pieces[-1] >> 3] if pieces else None


def sites_near(cell: int, view: CaravanseraiView) -> tuple[int, int]:
    """How many other caravanserais are near a cell, and on how many of them a good lies."""
    steps_to = board_for(view["seats"]).distance[cell]
    near = [
        site
        for site, colour in enumerate(view["cells"])
        if colour != PLAIN and 0 < steps_to[site] <= NEAR
    ]
    return len(near), sum(site in view["goods"] for site in near)


def surroundings(cell: int, view: CaravanseraiView) -> str:
    """What a first camel finds near: `near: 7 caravanserais, 2 goods`."""
    sites, goods = sites_near(cell, view)
    words = _n("near: {count} caravanserai", "near: {count} caravanserais", sites)
    near = words.format(count=sites)
    if not goods:
        return near
    return f"{near}, " + _n("{count} good", "{count} goods", goods).format(count=goods)


def placement_label(steps: Sequence[int], is_short: bool = False) -> str:
    """What a placement lays before its last camel: `1 white, 2 black`; `is_short`: `1w 2b`."""
    pieces = [step for step in steps if step >= act.BLOCK and step != act.CAMEL]
    if not pieces:
        return _("only a camel")
    if is_short:
        return " ".join(
            "L"
            if step == act.LYING
            else f"{act.block_size(step)}{COLOUR_LETTERS[act.block_colour(step)]}"
            for step in pieces
        )
    return ", ".join(map(_piece_words, pieces))


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
            placement = _placement_words(steps, is_short=True)
            deeds.append(_("heads {placement}").format(placement=placement))
        elif first < act.CAMEL and len(steps) > 1:
            placement = _placement_words(steps, is_short=True)
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
        _placement_instruction(steps, view)
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


def _placement_instruction(steps: Sequence[int], view: CaravanseraiView) -> str:
    """A placement as an instruction: `Lay 2 black east; 3 white north-west; a camel west.`"""
    legs = _legs(steps)
    parts = []
    for number, (ways, pieces) in enumerate(legs):
        if not number and not ways and not view["placement"]["left"]:
            ways = [view["placement"]["way"]]
        laid = [piece for piece in pieces if piece != act.CAMEL]
        words = ", ".join(map(_piece_words, laid)) or _("the rest of the block")
        if pieces == [act.CAMEL]:
            words = placement_label(steps) if len(legs) == 1 else _("a camel")
        way = _(", then ").join(map(text.direction_word, ways))
        parts.append(_("{pieces} {way}").format(pieces=words, way=way) if way else words)
    return _("Lay {goods}.").format(goods="; ".join(parts))


def _piece_words(action: int) -> str:
    """What a step lays, in a few words."""
    if action == act.CAMEL:
        return _("camel")
    if action == act.LYING:
        return _("lying camel")
    return _("{count} {colour}").format(
        count=act.block_size(action),
        colour=text.colour_word(act.block_colour(action), act.block_size(action)),
    )


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
    words = _(
        "In the end the caravan is {length} long ({longer}): "
        "{laid} laid, {back} back from the tail."
    )
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
    won = [text.colour_word(colour) for colour in dict.fromkeys(outcome.won)]
    if won:
        reasons.append(_("The camel wins a good: {colour}.").format(colour=", ".join(won)))
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
        merits = _merits(after, other, seat, names)[:MOST_MERITS]
        if not merits:
            words = _("Another turn would bring {growth} now; this one is worth more later on.")
            return words.format(growth=growth)
        words = _("Another turn would bring {growth} now; this one {merits}.")
        return words.format(growth=growth, merits=_(" and ").join(merits))
    return ""


def _merits(
    after: CaravanseraiState, other: CaravanseraiState, seat: int, names: Sequence[str]
) -> list[str]:
    """What a position after a placement has for a seat that another one has not, the weightiest
    first, in words that go on from *this one*."""
    merits: list[tuple[int, str]] = []
    next_turn = [_growth_in_next_turn(state, seat) for state in (after, other)]
    if next_turn[0] > next_turn[1]:
        words = _("leaves up to {growth} for the next turn, not {other}")
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


def explain_loss(played: TriedMove, preferred: TriedMove, names: Sequence[str]) -> str:
    """What a turn or a step gives away beside a better one: length, goods, camels, room."""
    view: CaravanseraiView = played.before
    seat, after, better = view["to_act"], played.after, preferred.after
    if view["phase"] == "start":
        starts = (sites_near(tried.action - act.START, view) for tried in (played, preferred))
        return _fewer_near(*starts)
    if view["phase"] == "put":
        return _put_near(played.action, preferred.action, view, seat, names)
    shorter = len(better["caravans"][seat]) - len(after["caravans"][seat])
    if shorter > 0:
        return _("leaves the caravan {count} shorter than it could be").format(count=shorter)
    fewer = sum(better["stock"][seat]) - sum(after["stock"][seat])
    camels = better["camels"][seat] - after["camels"][seat]
    free, free_better = (text.free_cells_beside_head(each, seat) for each in (after, better))
    if free_better and not free:
        words = _n(
            "leaves the head shut in, where {count} free cell is possible",
            "leaves the head shut in, where {count} free cells are possible",
            free_better,
        )
        return words.format(count=free_better)
    if free <= text.FEW_CELLS < free_better:
        words = _n(
            "leaves the head only {count} free cell, not {better}",
            "leaves the head only {count} free cells, not {better}",
            free,
        )
        return words.format(count=free, better=free_better)
    if camels > 0:
        words = _n(
            "leaves {count} camel fewer to end later turns with",
            "leaves {count} camels fewer to end later turns with",
            camels,
        )
        return words.format(count=camels)
    if fewer > 0:
        words = _n(
            "leaves {count} good fewer to lay in later turns",
            "leaves {count} goods fewer to lay in later turns",
            fewer,
        )
        return words.format(count=fewer)
    if free < free_better:
        words = _("leaves the head {count} free cells, not {better}")
        return words.format(count=free, better=free_better)
    lost = [
        text.colour_word(colour)
        for colour, (count, most) in enumerate(
            zip(after["stock"][seat], better["stock"][seat], strict=True)
        )
        if count < LONG_BLOCK <= most
    ]
    if lost:
        words = _("leaves too few goods for a block of three or more: {colours}")
        return words.format(colours=", ".join(lost))
    heads = [each["caravans"][seat][-1] >> 3 for each in (after, better)]
    near = _fewer_near(sites_near(heads[0], after), sites_near(heads[1], better))
    return near or _fewer_of_colour(after["stock"][seat], better["stock"][seat])


def _fewer_of_colour(stock: Sequence[int], stock_better: Sequence[int]) -> str:
    """The colour of which most goods are missing for long blocks."""
    missing = [most - count for count, most in zip(stock, stock_better, strict=True)]
    colour = max(range(len(missing)), key=lambda colour: missing[colour])
    if missing[colour] <= 0:
        return ""
    words = _("leaves fewer {colour} goods in reserve: {count}, not {better}")
    return words.format(
        colour=text.colour_word(colour, 2), count=stock[colour], better=stock_better[colour]
    )


def explain_line(played: LineOfPlay, preferred: LineOfPlay, names: Sequence[str]) -> Sequence[str]:
    """What a line comes to: what is taken away, what its turns leave, how long the caravans get."""
    seat, turns = seat_of(played.after), played.turns_beside(preferred)
    taken = [_taken_from(line, seat, len(turns)) for line in (played, preferred)]
    if taken[0] and not taken[1]:
        other, colour = taken[0][0]
        words = _("lets {name} take a {colour} good from you")
        return [words.format(name=names[other], colour=text.colour_word(colour))]
    for _actor, after, better in turns:
        worse = TriedMove(played.first_turn, after)
        if words := explain_loss(worse, TriedMove(preferred.first_turn, better), names):
            return [words, *_shorter_words(after, better, seat)]
    for _actor, after, better in turns:
        mine, others = after["scores"][seat], range(len(names))
        if shorter := _shorter_words(after, better, seat):
            return shorter
        longer = {other: after["scores"][other] - better["scores"][other] for other in others}
        rival = max((other for other in others if other != seat), key=longer.__getitem__)
        if mine == better["scores"][seat] and longer[rival] > 0:
            words = _("lets the caravan of {name} get {count} longer")
            return [words.format(name=names[rival], count=round(longer[rival]))]
    return _missed_block(played, preferred) if turns else []


def _shorter_words(after: CaravanseraiView, better: CaravanseraiView, seat: int) -> list[str]:
    """By how much a caravan is shorter than another line leaves it, if it is."""
    count = len(better["caravans"][seat]) - len(after["caravans"][seat])
    return [_("leaves your caravan {count} shorter").format(count=count)] if count > 0 else []


def _missed_block(played: LineOfPlay, preferred: LineOfPlay) -> list[str]:
    """The largest block with which the first placement of a better line can go on at its end."""
    ends = [
        [view for _action, view in line.first_turn if view["phase"] == "piece"][-1:]
        for line in (played, preferred)
    ]
    if not all(ends):
        return []
    mine, better = (
        [step for step in state_of(view).legal() if act.BLOCK <= step < act.LYING]
        for (view,) in ends
    )
    block = max(set(better) - set(mine), key=act.block_size, default=None)
    if block is None:
        return []
    goods = text.goods_words(act.block_colour(block), act.block_size(block))
    return [_("can't go on with a block of {goods}").format(goods=goods)]


def _taken_from(line: LineOfPlay, seat: int, turns: int) -> list[tuple[int, int]]:
    """Who takes a good from a seat in the first turns of a line, each with its colour."""
    taken, had, last = [], 0, -1
    for actor, action, view in line.steps:
        had, last = had + (actor != last), actor
        if had <= turns and view["phase"] == "take" and action == act.TAKE + seat:
            taken.append((actor, view["placement"]["wanted"]))
    return taken


def explain_step(step: int, preferred: int, view: CaravanseraiView) -> str:
    """How much longer the caravan can become after a step of a placement than after another."""
    growth = most_growth(view)
    most, better = growth.get(step, -1), growth.get(preferred, -1)
    if most < 0 or most >= better:
        return ""
    if most == 0:
        return _("can't make the caravan longer")
    words = _n(
        "makes the caravan at most {count} piece longer, not {better}",
        "makes the caravan at most {count} pieces longer, not {better}",
        most,
    )
    return words.format(count=most, better=better)


def _fewer_near(near: tuple[int, int], near_better: tuple[int, int]) -> str:
    """What a head has near it less than a better one. Each: caravanserais, and those with goods."""
    (sites, goods), (sites_better, goods_better) = near, near_better
    if sites < sites_better:
        words = _("ends with fewer caravanserais within {steps} steps: {count}, not {better}")
        return words.format(count=sites, steps=NEAR, better=sites_better)
    if goods < goods_better:
        words = _("ends with fewer goods within {steps} steps: {count}, not {better}")
        return words.format(count=goods, steps=NEAR, better=goods_better)
    return ""


def _put_near(
    action: int, better: int, view: CaravanseraiView, seat: int, names: Sequence[str]
) -> str:
    """Whose head a good from the market is nearer to than it must be."""
    heads = {other: pieces[-1] >> 3 for other, pieces in enumerate(view["caravans"]) if pieces}
    steps, steps_better = (
        {other: board_for(view["seats"]).distance[cell - act.PUT][head]
         for other, head in heads.items()}
        for cell in (action, better)
    )  # fmt: skip
    if steps_better[seat] < steps[seat]:
        words = _("puts the good {count} steps from the head, not {better}")
        return words.format(count=steps[seat], better=steps_better[seat])
    rivals = [other for other in heads if other != seat and steps[other] < steps_better[other]]
    nearest = min(rivals, key=lambda other: steps[other], default=seat)
    if nearest == seat or steps[nearest] > NEAR:
        return ""
    words = _n(
        "puts the good {count} step from {name}'s head",
        "puts the good {count} steps from {name}'s head",
        steps[nearest],
    )
    return words.format(count=steps[nearest], name=names[nearest])


def list_moves(
    legal: Sequence[int], view: CaravanseraiView, names: Sequence[str]
) -> Sequence[ListedMove]:
    """Whole placements first, then the single steps below the headings of what they lay, each with
    what the caravan would gain if a camel came next. In each group what gains most comes first;
    what gains as much stays direction by direction, few pieces before many; caravanserais are
    listed by colour."""
    is_at_site = view["phase"] in ("start", "put")
    rows = _whole_placements(view) if view["to_act"] == view["seat"] else []
    for action in _most_growth_first(legal, view):
        words, group = capital(text.describe(action, view, names)), ""
        colour = None
        if act.BLOCK <= action < act.LYING:
            colour, size = act.block_colour(action), act.block_size(action)
            words, group = capital(text.block_words(colour, size)), _("Only a block")
        elif action in (act.LYING, act.CAMEL):
            words, group = capital(step_label(action, view, names)), _("Only a camel")
        elif action < act.BLOCK:
            words, group = capital(text.direction_word(action)), _("Only a direction")
        elif is_at_site and (cell := act.cell_of(action)) is not None:
            words, group = capital(site_words(cell, view)), _("Choose a caravanserai")
            colour = view["cells"][cell]
        chip = None if colour is None else (COLOUR_LETTERS[colour], f"block-{colour + 1}")
        rows.append(ListedMove([action], words, _gain([action], view), group, chip))
    if is_at_site:
        cells = view["cells"]
        rows.sort(key=lambda row: cells[row.actions[0] % 256])
    return rows


@frozen
class _Placement:
    """A whole placement of the list."""

    steps: Sequence[int]
    words: str
    outcome: Preview
    from_board: int
    """Its goods that lie on caravanserais on the way."""
    steps_to_good: int
    """From where its last camel stands to the nearest good on the board."""

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """What it brings, the most first: pieces by which the caravan gets longer, goods that are
        won, goods from the board, a good near its head."""
        outcome = self.outcome
        return -outcome.growth, -len(outcome.won), -self.from_board, self.steps_to_good


def _whole_placements(view: CaravanseraiView) -> list[ListedMove]:
    """The placements from here to their last camel, a few for each first step, ordered by what they
    bring, by direction, by how many pieces they lay, and by these. Those that lay the same before
    their last camel are one row; of those that lay the same everywhere, the one that brings
    most."""
    placements: dict[str, dict[str, _Placement]] = {}
    """By what is laid before the last camel, then by all of it."""
    after_step: Counter[int] = Counter()
    compared: Counter[str] = Counter()
    for steps, steps_to_good in _most_promising_first(view):
        words = capital(_placement_words(steps))
        laid = _words_before_camel(steps, view)
        is_full = after_step[steps[0]] == MOST_ALIKE and laid not in placements
        if len(steps) == 1 or compared[words] == MOST_COMPARED or is_full:
            continue
        outcome = preview(view, steps)
        assert outcome is not None, "its steps are legal"
        compared[words] += 1
        after_step[steps[0]] += laid not in placements
        endings = placements.setdefault(laid, {})
        missing = sum(_missing_goods(steps, view).values())
        placement = _Placement(steps, words, outcome, missing, steps_to_good)
        if words not in endings or placement.worth < endings[words].worth:
            endings[words] = placement
    rows = [
        sorted(endings.values(), key=lambda each: (each.worth, _order_of_placement(each.steps)))
        for endings in placements.values()
    ]
    rows.sort(key=lambda row: (row[0].worth, _order_of_placement(row[0].steps)))
    return [_placement_row(row, view) for row in rows]


def _most_promising_first(view: CaravanseraiView) -> list[tuple[list[int], int]]:
    """The placements from here, each with the steps from its head to the nearest good: the longest
    caravan first, then the nearest good, then the fewest steps. Of those that bring the same,
    such as all of a first round, those that lead somewhere are listed."""
    steps_to = board_for(view["seats"]).distance
    placements = [
        (placement, min((steps_to[placement.head][good] for good in view["goods"]), default=0))
        for placement in longest_placements(view)
    ]

    def promise(entry: tuple[Placement, int]) -> tuple[int, int, int]:
        placement, steps_to_good = entry
        return -placement.growth, steps_to_good, len(placement.steps)

    placements.sort(key=promise)
    return [(placement.steps, steps_to_good) for placement, steps_to_good in placements]


def _placement_row(endings: Sequence[_Placement], view: CaravanseraiView) -> ListedMove:
    """A row for placements that differ in their last camel, if at all: the best of them."""
    group = _("The whole turn: how much longer your caravan gets")
    if view["placement"]["laid"]:
        group = _("The rest of the turn: how much longer your caravan gets")
    moves = [_one_line(each.steps, each.words, view, group) for each in endings]
    if len(moves) == 1:
        return moves[0]
    best, count = endings[0], len(moves)
    way = _n("{laid}; then the camel, {count} way", "{laid}; then the camel, {count} ways", count)
    ways = _n(", {count} way", ", {count} ways", count)
    if len({_gain(each.steps, view) for each in endings}) > 1:
        way, ways = _("{laid}; then the camel, best of {count} ways"), _(", best of {count} ways")
    words = way.format(laid=_words_before_camel(best.steps, view), count=count)
    row = _one_line(best.steps, words, view, group, ways.format(count=count))
    return evolve(
        row, endings=[evolve(move, group=_("Where the last camel goes")) for move in moves]
    )


def _one_line(
    steps: Sequence[int], words: str, view: CaravanseraiView, group: str, ways: str = ""
) -> ListedMove:
    """A placement as a row of one line: as it will lie, each block on its colour, and camels on
    that of the seat, in words if there is room for them beside what it brings, else with letters
    for its ways, and then for its goods. What has no room at the right stands after its words.
    `ways`: of a row for several placements, how many there are."""
    seat = view["turn"]
    in_words, short_ways, short = (
        _drawn_placement(steps, seat, are_ways_short, are_goods_short, ways)
        for are_ways_short, are_goods_short in ((False, False), (True, False), (True, True))
    )
    from_board, gains = _from_board(steps, view), _gains(steps, view)
    everything, brought, growth = [*from_board, *gains], gains, gains[-1:]
    for pieces, parts in (
        (in_words, everything),
        (short_ways, everything),
        (short_ways, brought),
        (short, everything),
        (short, brought),
        (short, growth),
    ):
        aside = " · ".join(parts)
        if sum(len(text_) for text_, _colour in pieces) + 2 + len(aside) <= ROW_WIDTH:
            break
    left_out = [part for part in everything if part not in parts]
    return ListedMove(steps, " · ".join([words, *left_out]), aside, group, pieces=pieces)


def _words_before_camel(steps: Sequence[int], view: CaravanseraiView) -> str:
    """What a placement lays before the camel that ends it, in the words of the list. Of one that
    first goes on with a block that lies already in part, all: its way there may bend."""
    if view["placement"]["left"]:
        return capital(_placement_words(steps))
    legs = [(ways, [piece for piece in pieces if piece != act.CAMEL])
            for ways, pieces in _legs(steps)]  # fmt: skip
    if not legs[-1][1]:
        legs.pop()
    return capital(_words_of_legs(legs)) if legs else _("Only a camel")


def _drawn_placement(
    steps: Sequence[int], seat: int, are_ways_short: bool, are_goods_short: bool, ways: str
) -> list[tuple[str, str]]:
    """A placement as texts on colours; `ways` as of `_one_line`."""
    pieces: list[tuple[str, str]] = []
    legs = _legs(steps)
    if ways:
        last_ways, last = legs.pop()
        if last == [act.CAMEL]:
            last_ways = []  # its way is one of several
        laid = [step for step in last if step != act.CAMEL or not are_goods_short]
        if laid or not legs:  # else the camel goes without saying
            legs.append((last_ways, laid or last))
    for directions, laid in legs:
        if pieces:
            pieces.append((" " if are_ways_short else "; ", ""))
        if directions and are_ways_short:
            pieces.append(("-".join(DIRECTIONS[way] for way in directions) + " ", ""))
        elif directions:
            pieces.append((_on_way(directions, "", is_short=False), ""))
        for number, step in enumerate(laid):
            if number:
                pieces.append((" " if are_ways_short else ", ", ""))
            words, colour = _piece_words(step), f"seat-{seat + 1}"
            if act.BLOCK <= step < act.LYING:
                colour = f"block-{act.block_colour(step) + 1}"
                words = placement_label([step], is_short=True) if are_goods_short else words
            elif step == act.LYING and are_goods_short:
                words = _("lying")
            pieces.append((words, colour))
    if ways:
        pieces.append((ways, ""))
    return pieces


def _most_growth_first(legal: Sequence[int], view: CaravanseraiView) -> Sequence[int]:
    """Steps of a placement: blocks by how much longer the caravan would be with a camel after them,
    then all others."""
    if view["phase"] not in PLACING:
        return legal

    def growth(step: int) -> int:
        outcome = preview(view, [step]) if act.BLOCK <= step < act.LYING else None
        return outcome.growth if outcome else 0

    blocks = [step for step in legal if act.BLOCK <= step < act.LYING]
    others = [step for step in legal if step not in blocks]
    return [*sorted(blocks, key=growth, reverse=True), *others]


def _order_of_placement(steps: Sequence[int]) -> tuple[int, int, list[tuple[int, int]]]:
    """Where a placement stands among others: by its direction, its length, and its pieces."""
    pieces = [step for step in steps if step >= act.BLOCK]
    blocks = [
        (act.block_size(piece), act.block_colour(piece)) if piece < act.LYING else (0, piece)
        for piece in pieces
    ]
    return steps[0] if steps[0] < act.BLOCK else -1, len(pieces), blocks


def _placement_words(steps: Sequence[int], is_short: bool = False) -> str:
    """A placement in the words of the list of moves and of hints: `east: 1 white; west: 2 black`,
    and `east, then west: 3 red` of a block that bends. The camel that ends it goes without saying,
    but in a direction of its own. `is_short`: with directions in notation."""
    legs = _legs(steps)
    if len(legs) == 1 and not any(step != act.CAMEL for step in legs[0][1]):
        return _on_way(legs[0][0], placement_label(steps), is_short)
    return _words_of_legs(legs, is_short)


def _words_of_legs(legs: Sequence[tuple[list[int], list[int]]], is_short: bool = False) -> str:
    """The parts of a placement in words, see there."""
    parts = []
    for ways, pieces in legs:
        laid = [piece for piece in pieces if piece != act.CAMEL]
        # A way with nothing after it is that of a block of which a part lies already.
        words = ", ".join(map(_piece_words, laid or pieces)) or _("the rest of the block")
        parts.append(_on_way(ways, words, is_short))
    return "; ".join(parts)


def _on_way(ways: Sequence[int], words: str, is_short: bool) -> str:
    """What is laid, behind its directions if there are any."""
    if not ways:
        return words
    way = _(", then ").join(map(text.direction_word, ways))
    if is_short:
        way = "-".join(DIRECTIONS[each] for each in ways)
    return _("{way}: {pieces}").format(way=way, pieces=words)


def _legs(steps: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """A placement in parts: the directions of each, more than one where a block bends, and what is
    laid in them."""
    legs: list[tuple[list[int], list[int]]] = []
    for step in steps:
        if step >= act.BLOCK:
            legs = legs or [([], [])]
            legs[-1][1].append(step)
        elif not legs or [step] != legs[-1][0][-1:]:
            legs.append(([step], []))
    for number in range(len(legs) - 1, 0, -1):
        if not legs[number][1]:  # a block bends where another one has not begun
            legs[number - 1][0].extend(legs.pop(number)[0])
    return legs


def _gain(steps: Sequence[int], view: CaravanseraiView) -> str:
    """What a piece or a whole placement takes from the board and brings, such as
    `wins red · +2`, or what a first camel finds near; empty for all other steps."""
    if view["phase"] == "start":
        return surroundings(steps[0] - act.START, view)
    gains = _gains(steps, view)
    return " · ".join([*_from_board(steps, view), *gains]) if gains else ""


def _gains(steps: Sequence[int], view: CaravanseraiView) -> list[str]:
    """What a piece or a whole placement brings, how much longer the caravan gets last; nothing for
    all other steps."""
    if view["phase"] not in PLACING or steps[-1] < act.BLOCK:
        return []
    outcome = preview(view, steps)
    if outcome is None:
        return []
    gains = [_("wins {colour}").format(colour=text.colour_word(colour))
             for colour in dict.fromkeys(outcome.won)]  # fmt: skip
    if outcome.is_complete and not gains and not _missing_goods(steps, view):
        gains = _near_good(outcome.laid[-1] >> 3, view)
    return [*gains, growth_words(outcome)]


def _near_good(head: int, view: CaravanseraiView) -> list[str]:
    """How far the nearest good on the board is from a cell, `2 from a red good`; nothing where no
    good is left."""
    steps_to = board_for(view["seats"]).distance[head]
    if not view["goods"]:
        return []
    good = min(view["goods"], key=lambda cell: steps_to[cell])
    words = _("{count} from a {colour} good")
    return [words.format(count=steps_to[good], colour=text.colour_word(view["cells"][good]))]


def _from_board(steps: Sequence[int], view: CaravanseraiView) -> list[str]:
    """The goods of blocks that the seat does not have in its reserve: they lie on caravanserais
    on the way. A camel that is laid down may win some, so nothing is said of what follows it."""
    goods = ", ".join(
        _("{count} {colour}").format(count=count, colour=text.colour_word(colour, count))
        for colour, count in _missing_goods(steps, view).items()
    )
    return [_("{goods} from the board").format(goods=goods)] if goods else []


def _missing_goods(steps: Sequence[int], view: CaravanseraiView) -> Counter[int]:
    """By colour the goods of blocks that the seat does not have in its reserve, up to a camel that
    is laid down."""
    missing: Counter[int] = Counter()
    for step in steps:
        if step == act.LYING:
            break
        if act.BLOCK <= step < act.LYING:
            missing[act.block_colour(step)] += act.block_size(step)
    missing.subtract(dict(enumerate(view["stock"][view["turn"]])))
    return +missing
