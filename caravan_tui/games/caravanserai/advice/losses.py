"""Why a turn or a step is worse than another one."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.advice.hints import LONG_BLOCK
from caravan_tui.games.caravanserai.advice.places import NEAR, sites_near
from caravan_tui.games.caravanserai.pieces import board_for
from caravan_tui.games.caravanserai.rules.placements import (
    most_growth,
)
from caravan_tui.games.caravanserai.view import CaravanseraiView, state_of
from caravan_tui.games.contract import (
    LineOfPlay,
    TriedMove,
    seat_of,
)
from caravan_tui.i18n import _, _n


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
