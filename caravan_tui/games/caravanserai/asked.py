"""What is asked, and what lies where: the short words of the screen, from a view."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.faces import LETTERS
from caravan_tui.games.caravanserai.geometry import DIRECTIONS, board_for
from caravan_tui.games.caravanserai.position import LYING_DOWN, STANDING
from caravan_tui.games.caravanserai.tiles import PLAIN
from caravan_tui.games.contract import View
from caravan_tui.words import _


def label(action: int, view: View, names: Sequence[str]) -> str:
    """A step as a line of the list."""
    if action < act.BLOCK:
        return f"{DIRECTIONS[action]:<2} {text.way_word(action)}"
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


def short(steps: Sequence[int]) -> str:
    """A whole placement in a few signs: `E 1w 2b NE C`."""
    row = []
    for step in steps:
        if step < act.BLOCK:
            row.append(DIRECTIONS[step])
        elif step < act.LYING:
            row.append(f"{act.block_size(step)}{LETTERS[act.block_colour(step)]}")
        else:
            row.append("L" if step == act.LYING else "C")
    return " ".join(row)


def cell_words(cell: int, view: View, names: Sequence[str]) -> str:
    """What lies on a cell."""
    name = board_for(view["seats"]).names[cell]
    colour = view["cells"][cell]
    if colour == PLAIN:
        ground = _("desert")
    elif cell in view["goods"]:
        ground = _("{colour} caravanserai with a good").format(colour=text.colour_word(colour))
    else:
        ground = _("{colour} caravanserai").format(colour=text.colour_word(colour))
    for seat, pieces in enumerate(view["caravans"]):
        for at, piece in enumerate(pieces, 1):
            if piece >> 3 == cell:
                words = _("{cell}: {what} of {name}, {at} of {length} from the tail · {ground}")
                return words.format(
                    cell=name,
                    name=names[seat],
                    what=_piece_words(piece & 7, at == len(pieces)),
                    at=at,
                    length=len(pieces),
                    ground=ground,
                )
    return _("{cell}: {ground}").format(cell=name, ground=ground)


def why_not(cell: int, view: View, names: Sequence[str]) -> str:
    """Why a cell cannot be chosen now."""
    if view["phase"] == "start":
        return _("A caravan starts on a free caravanserai of an outer tile.")
    if view["phase"] == "put":
        return _("A good is put on a free caravanserai whose colour the market has.")
    return cell_words(cell, view, names)


def prompt(view: View) -> str:
    """What the acting seat is asked."""
    phase, place = view["phase"], view["placement"]
    if phase == "start":
        return _("Put your first camel on a caravanserai of an outer tile")
    if phase == "put":
        return _("Put a good from the market on a free caravanserai ({count} to put)").format(
            count=place["puts"]
        )
    if phase == "take":
        return _("From whom do you take a {colour} good?").format(
            colour=text.colour_word(place["wanted"])
        )
    if phase == "piece":
        return _("Lay a block, or end with a camel")
    if place["left"]:
        return _("The block goes on: {count} more. Choose a direction").format(count=place["left"])
    if place["laid"]:
        return _("Choose a direction from the caravanserai")
    return _("Choose a direction for your caravan, or a cell to end on")


PLACEMENT = "A turn: placement"
"""The heading in RULES.md."""


def rule(view: View) -> str:
    """Where the rules tell about this moment."""
    phase = view["phase"]
    if phase == "direction":
        return "K-17" if view["placement"]["laid"] else PLACEMENT
    places = {"start": "Set-up", "put": "A turn: count and tail", "take": "K-18"}
    return {**places, "piece": PLACEMENT}.get(phase, "End")


def _piece_words(kind: int, newest: bool) -> str:
    """What a piece is; the newest camel is the head."""
    if kind == LYING_DOWN:
        return _("lying camel")
    if kind == STANDING:
        return _("head camel") if newest else _("camel")
    return _("{colour} good").format(colour=text.colour_word(kind))
