"""What the caravans of Caravanserai consist of, what breaks ties, and why a match ended."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.caravanserai.events import MarketEmptied
from caravan_tui.games.caravanserai.pieces import COLOURS
from caravan_tui.games.caravanserai.state import STANDING
from caravan_tui.games.caravanserai.text import colour_word, level
from caravan_tui.games.caravanserai.view import CaravanseraiView
from caravan_tui.games.contract import Event
from caravan_tui.games.scoring import CountLine
from caravan_tui.i18n import _


def sources(view: CaravanseraiView) -> Sequence[CountLine]:
    kinds = [[piece & 7 for piece in pieces] for pieces in view["caravans"]]
    lines = [
        CountLine(
            colour_word(colour, 2),
            [pieces.count(colour) for pieces in kinds],
            colour=f"block-{colour + 1}",
        )
        for colour in range(len(COLOURS))
    ]
    camels = [sum(kind >= STANDING for kind in pieces) for pieces in kinds]
    return (*lines, CountLine(_("camels"), camels, colour="adobe-1"))


def tie_breaks(view: CaravanseraiView) -> Sequence[CountLine]:
    reserve = [
        camels + sum(stock) for camels, stock in zip(view["camels"], view["stock"], strict=True)
    ]
    return (
        CountLine(_("pieces in reserve"), reserve),
        CountLine(_("latest placement"), tuple(view["latest"]), [""] * view["seats"]),
    )


def ending(events: Sequence[Event], view: CaravanseraiView, names: Sequence[str]) -> str:
    words = _reason(events, view, names)
    title = level(view["scores"][0]) if view["seats"] == 1 else None
    if words and title:
        return _("{words} Your title: {title}.").format(words=words, title=title)
    return words


def _reason(events: Sequence[Event], view: CaravanseraiView, names: Sequence[str]) -> str:
    match view["why"]:
        case "stuck":
            return _("No caravan can go on: no camel in reserve, or no free cell beside the head.")
        case "limit":
            return _("The round limit is reached.")
        case "market":
            taker = next((event.seat for event in events if isinstance(event, MarketEmptied)), None)
            if taker is None:
                return _("The market is empty, which ends the match.")
            text = _(
                "{name} took the last good of the market, which triggered the end of the match."
            )
            return text.format(name=names[taker])
    return ""
