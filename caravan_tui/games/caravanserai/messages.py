"""The words below the board and on the result screen, from views."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.pieces import COLOUR_LETTERS, DIRECTIONS, PLAIN, board_for
from caravan_tui.games.caravanserai.state import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.i18n import _

PLACEMENT_HEADING = "A turn: placement"
"""The heading in RULES.md."""


def prompt(view: CaravanseraiView) -> str:
    """What the acting seat is asked."""
    phase, placement = view["phase"], view["placement"]
    if phase == "start":
        return _("Place your first camel on a caravanserai of an outer tile.")
    if phase == "put":
        return _("Put a good from the market on a free caravanserai ({count} left).").format(
            count=placement["puts"]
        )
    if phase == "take":
        return _("Choose who gives you a {colour} good.").format(
            colour=text.colour_word(placement["wanted"])
        )
    if phase == "piece":
        return _("Lay a block, or end with a camel.")
    if placement["left"]:
        return _("Choose a direction for the rest of the block ({count} left).").format(
            count=placement["left"]
        )
    if placement["laid"]:
        return _("Choose a direction from the caravanserai.")
    return _("Choose a direction for your caravan, or a cell to end on.")


def rule(view: CaravanseraiView) -> str:
    """The ruling or heading in RULES.md for this moment."""
    phase = view["phase"]
    if phase == "direction":
        return "K-17" if view["placement"]["laid"] else PLACEMENT_HEADING
    rules = {
        "start": "Set-up",
        "piece": PLACEMENT_HEADING,
        "put": "A turn: count and tail",
        "take": "K-18",
    }
    return rules.get(phase, "End")


# The list of choices


def step_label(action: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """A step as a line of the list."""
    if action < act.BLOCK:
        return f"{DIRECTIONS[action]:<2} {text.direction_word(action)}"
    if action < act.LYING:
        colour = text.colour_word(act.block_colour(action))
        return f"{act.block_size(action)} {colour}"
    if action == act.LYING:
        return _("lying camel")
    if action == act.CAMEL:
        return _("camel")
    if action < act.PUT:
        return _("from {name}").format(name=names[action - act.TAKE])
    cell = action % 256
    return f"{text.colour_word(view['cells'][cell])} {board_for(view['seats']).names[cell]}"


def placement_label(steps: Sequence[int]) -> str:
    """A whole placement in a few characters: `E 1w 2b NE C`."""
    parts = []
    for step in steps:
        if step < act.BLOCK:
            parts.append(DIRECTIONS[step])
        elif step < act.LYING:
            parts.append(f"{act.block_size(step)}{COLOUR_LETTERS[act.block_colour(step)]}")
        else:
            parts.append("L" if step == act.LYING else "C")
    return " ".join(parts)


# Cells


def describe_cell(cell: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """What is on a cell."""
    name = board_for(view["seats"]).names[cell]
    colour = view["cells"][cell]
    if colour == PLAIN:
        ground = _("desert")
    elif cell in view["goods"]:
        ground = _("{colour} caravanserai with a good").format(colour=text.colour_word(colour))
    else:
        ground = _("{colour} caravanserai").format(colour=text.colour_word(colour))
    for seat, pieces in enumerate(view["caravans"]):
        for place, piece in enumerate(pieces, 1):
            if piece >> 3 == cell:
                words = _("{cell}: {piece} of {name}, {place} of {length} from the tail · {ground}")
                return words.format(
                    cell=name,
                    name=names[seat],
                    piece=_piece_word(piece & 7, place == len(pieces)),
                    place=place,
                    length=len(pieces),
                    ground=ground,
                )
    return _("{cell}: {ground}").format(cell=name, ground=ground)


def refusal(cell: int, view: CaravanseraiView, names: Sequence[str]) -> str:
    """Why a cell cannot be chosen now."""
    if view["phase"] == "start":
        return _("Choose a free caravanserai of an outer tile.")
    if view["phase"] == "put":
        return _("Choose a free caravanserai whose colour the market has.")
    return describe_cell(cell, view, names)


def _piece_word(kind: int, is_newest: bool) -> str:
    """What a piece is; the newest camel is the head."""
    if kind == LYING_DOWN:
        return _("lying camel")
    if kind == STANDING:
        return _("head camel") if is_newest else _("camel")
    return _("{colour} good").format(colour=text.colour_word(kind))


# The result


def result_table(view: CaravanseraiView, names: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Column titles and rows for the result screen: length, reserve and rank; alone the title."""
    titles = [_("Player"), _("Length"), _("Camels left"), _("Goods left"), _("Rank")]
    rows = [
        [
            names[seat],
            str(view["scores"][seat]),
            str(view["camels"][seat]),
            str(sum(view["stock"][seat])),
            str(view["ranks"][seat]),
        ]
        for seat in sorted(range(view["seats"]), key=lambda seat: view["ranks"][seat])
    ]
    if view["seats"] == 1:
        titles[-1] = _("Title")
        rows[0][-1] = text.level(view["scores"][0]) or _("none")
    return titles, rows
