"""The words of The Wells: from views and events, never from a state."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import EndNotice, Event
from caravan_tui.games.wells.events import Deal, Lay, Well, Win
from caravan_tui.games.wells.rules import DEAL, LAY, WELL
from caravan_tui.games.wells.view import WellsView
from caravan_tui.i18n import _


def notation(action: int, view: WellsView) -> str:
    if action >= DEAL:
        return f"deal {view['turn']} {action - DEAL}"
    return f"well {action - WELL}" if action >= WELL else f"lay {action - LAY}"


def describe(action: int, view: WellsView, names: Sequence[str] = ()) -> str:
    if action >= DEAL:
        return _("gets the skin {skin}").format(skin=action - DEAL)
    if action >= WELL:
        return _("a well with water {water}").format(water=action - WELL)
    return _("lays the skin {skin}").format(skin=action - LAY)


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case Well(water):
            return _("A well with water {water}.").format(water=water)
        case Lay(seat=player, skin=skin):
            return _("{name} lays {skin}.").format(name=names[player], skin=skin)
        case Win(seat=player, water=water):
            return _("{name} takes water {water}.").format(name=names[player], water=water)
        case Deal(seat=player, skin=int(skin)):
            return _("{name} gets the skin {skin}.").format(name=names[player], skin=skin)
    return None


def records(event: Event) -> list[tuple[int, str, float]]:
    return [(event.seat, "fullest well", event.water)] if isinstance(event, Win) else []


def near_end(view: WellsView, names: Sequence[str]) -> EndNotice | None:
    is_last = view["round"] == view["options"]["skins"]
    return EndNotice(_("last well"), _("This is the last well.")) if is_last else None
