"""Where the points of Caravan (Joseph Huber) come from, and what breaks ties."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Event
from caravan_tui.games.sahara.events import Delivered, EndReason, MatchEnded
from caravan_tui.games.sahara.pieces import COMMON, VALUES
from caravan_tui.games.sahara.state import PENALTY
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.games.scoring import CountLine
from caravan_tui.i18n import _, _n


def sources(view: SaharaView) -> Sequence[CountLine]:
    rare = [sum(counts[COMMON:]) for counts in view["delivered"]]
    common = [sum(counts[:COMMON]) for counts in view["delivered"]]
    carried = [sum(1 for camel in camels if camel[1] >= 0) for camels in view["camels"]]
    return (
        _goods(_("rare goods"), rare, VALUES[COMMON]),
        _goods(_("common goods"), common, VALUES[0]),
        CountLine(_("demand markers"), tuple(view["markers"])),
        CountLine(
            _("still carried"),
            [PENALTY[count] for count in carried],
            [_goods_words(count) for count in carried],
        ),
    )


def _goods(title: str, counts: Sequence[int], value: int) -> CountLine:
    details = [f"{count} × {value}" if count else "" for count in counts]
    return CountLine(title, [count * value for count in counts], details)


def _goods_words(count: int) -> str:
    words = _n("{count} good", "{count} goods", count)
    return words.format(count=count) if count else ""


def tie_breaks(view: SaharaView) -> Sequence[CountLine]:
    return (CountLine(_("goods delivered"), [sum(counts) for counts in view["delivered"]]),)


def ending(events: Sequence[Event], view: SaharaView, names: Sequence[str]) -> str:
    ends = [event for event in events if isinstance(event, MatchEnded)]
    if not ends:
        return ""
    last = next((event for event in reversed(events) if isinstance(event, Delivered)), None)
    if ends[-1].reason == "delivery" and last is not None:
        text = _("{name} made a delivery with the bag empty, which ends the match.")
        return text.format(name=names[last.seat])
    return _reason(ends[-1].reason)


def _reason(reason: EndReason) -> str:
    match reason:
        case "delivery":
            return _("A delivery with the bag empty ends the match.")
        case "idle":
            return _("No player used an action, which ends the match.")
        case "quiet":
            return _("Nothing was taken or delivered for ten turns each, which ends the match.")
        case "long":
            return _("The match is over after 400 turns.")
