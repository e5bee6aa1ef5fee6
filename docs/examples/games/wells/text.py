"""The words of The Wells: from views and events, never from a state."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Event, View
from caravan_tui.games.wells.rules import DEAL, LAY, WELL
from caravan_tui.words import _


# --8<-- [start:text]
def notation(action: int, view: View) -> str:
    if action >= DEAL:
        return f"deal {view['turn']} {action - DEAL}"
    return f"well {action - WELL}" if action >= WELL else f"lay {action - LAY}"


def describe(action: int, view: View) -> str:
    if action >= DEAL:
        return _("gets the skin {skin}").format(skin=action - DEAL)
    if action >= WELL:
        return _("a well with water {water}").format(water=action - WELL)
    return _("lays the skin {skin}").format(skin=action - LAY)


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    kind, *facts = event
    if kind == "well":
        return _("A well with water {water}.").format(water=facts[0])
    name = names[facts[0]]
    if kind == "lay":
        return _("{name} lays {skin}.").format(name=name, skin=facts[1])
    if kind == "win":
        return _("{name} takes water {water}.").format(name=name, water=facts[1])
    if facts[1] is None:
        return None
    return _("{name} gets the skin {skin}.").format(name=name, skin=facts[1])


# --8<-- [end:text]
