"""The Wells in sentences, for line mode: from views, never from a state."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Region
from caravan_tui.games.kit.sentences import listed
from caravan_tui.games.wells.view import WellsView
from caravan_tui.i18n import _


def regions(view: WellsView, names: Sequence[str]) -> Sequence[Region]:
    well = _("No well has been found yet.")
    if view["well"]:
        well = _("Well {number} has water {water}.").format(
            number=view["round"], water=view["well"]
        )
    gone = listed(map(str, view["past"]), _("none"))
    table = [well, _("Skins laid so far: {skins}.").format(skins=gone)]
    parts = [Region("well", _("The well"), table)]
    for seat, name in enumerate(names):
        facts = [
            _("{name}: water {points:.0f}, skins in hand: {count}.").format(
                name=name, points=view["scores"][seat], count=view["sizes"][seat]
            )
        ]
        if skin := view["laid"][seat]:
            facts.append(_("At this well: {skin}.").format(skin=skin))
        if seat == view["seat"]:
            facts.append(_("Your skins: {skins}.").format(skins=listed(map(str, view["hand"]))))
        parts.append(Region(f"player {seat + 1}", name, facts, seat))
    return parts


def question(view: WellsView, legal: Sequence[int], names: Sequence[str]) -> str:
    return _("Lay a skin for the well with water {water}.").format(water=view["well"])
