"""What the home screen says of the road: where the caravan is, and what was earned."""

from __future__ import annotations

from attrs import frozen
from rich.text import Text

from caravan_tui.cast.characters import titled_name
from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.road.stations import JOURNEYS
from saves.road import MOST_STARS, Travel, load


@frozen
class RoadEntry:
    """The road in the list, on its card, and in the picture above."""

    badge: str
    text: Text
    pennant: str


def road_entry(name: str, ascii_only: bool) -> RoadEntry:
    """How far the user has come; `name`: the player's."""
    travel = load()
    return RoadEntry(road_badge(travel), road_text(travel, name, ascii_only), travel.pennant)


def road_badge(travel: Travel) -> str:
    """`4/13`: the station of the caravan; a word before the first journey and after the last."""
    place = travel.next_station
    if place is not None:
        return f"{travel.number(place.id)}/{len(travel.stations)}"
    return _("done") if travel.is_finished else _("new")


def road_text(travel: Travel, name: str, ascii_only: bool) -> Text:
    """Where the caravan is and who waits there; the player with the title, stars and pennant."""
    place, count = travel.next_station, len(travel.stations)
    text = Text()
    if place is not None:
        where = _("Station {number} of {count}: {name}").format(
            number=travel.number(place.id), count=count, name=_(place.title)
        )
        text.append(where, "bold")
        text.append("\n" + registry.short_name(place.game))
        if place.rivals:
            rivals = ", ".join(titled_name(level, rival) for rival, level in place.rivals)
            words = _(", problems of {names}") if place.problems else _(", against {names}")
            text.append(words.format(names=rivals))
        text.append("\n" + place.goal.words(place.game))
    elif travel.is_finished:
        text.append(_("The great wheel turns, and Tamrit has water."), "bold")
    else:
        text.append(_("Enter begins it: choose a short, medium or long journey."))
        return text
    star = "*" if ascii_only else "★"
    text.append(f"\n\n{star} {travel.stars}/{MOST_STARS * count}")
    if named := travel.named(name):
        text.append(f"\n{named}")
    if travel.pennant:
        text.append("\n" + _("Your first camel flies a {pennant}.").format(
            pennant=_(JOURNEYS[travel.pennant].pennant)
        ))  # fmt: skip
    return text
