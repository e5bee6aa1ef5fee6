"""What is told of a station of the Road: its story, and what a try has brought."""

from __future__ import annotations

from caravan_tui.i18n import _, _n
from caravan_tui.road.stations import EPILOGUE, JOURNEYS, STATIONS, Station
from saves.road import MOST_STARS, PATIENCE, Travel


def heading(travel: Travel, station: Station) -> str:
    """`4. The toll of Silvio`."""
    return f"{travel.number(station.id)}. {_(station.title)}"


def story_parts(travel: Travel, station: Station) -> list[tuple[str, str]]:
    """The paragraphs of a station's story, as far as it has been lived, each with its style."""
    if not is_known(travel, station):
        words = _("Nobody knows yet what waits there. The road goes on, one well at a time.")
        return [(words, "not bold dim")]
    visit, parts = travel.visit(station.id), [(_(station.story), "not bold")]
    if visit.is_passed:
        parts.append((_(station.won), "not bold italic"))
    elif visit.is_bypassed:
        parts.append((_("You went round this one."), "not bold italic"))
    elif visit.losses:
        parts.append((_(station.lost), "not bold italic"))
    if travel.is_finished and station is travel.stations[-1]:
        parts.append((_(EPILOGUE), "not bold italic"))
    return parts


def outcome_lines(before: Travel, after: Travel, station: Station) -> list[str]:
    """What the last try at a station has brought since then: its story, titles, a pennant, and
    what would have earned another star."""
    attempt = after.visit(station.id).tries[-1]
    is_won = attempt.stars > 0
    lines = [_(station.won if is_won else station.lost)]
    for name in after.honours:
        if name in before.honours:
            continue
        if name in STATIONS:
            text = _("You may call yourself {title} now.")
            lines.append(text.format(title=_(STATIONS[name].honour)))
        elif name in JOURNEYS:
            lines.append(_(EPILOGUE))
            text = _("From now on a {pennant} flies from your first camel.")
            lines.append(text.format(pennant=_(JOURNEYS[name].pennant)))
    if attempt.stars == 1 and after.visit(station.id).stars < MOST_STARS:
        goal = station.bonus.words(station.game)
        lines.append(_("For another star: {goal}").format(goal=goal))
    return [line for line in lines if line]


def is_known(travel: Travel, station: Station) -> bool:
    """Whether the player has come as far as a station."""
    return travel.visit(station.id).is_behind or travel.next_station is station


def losses_left(travel: Travel, station: Station) -> str:
    """How many losses open a way round a station; empty where that does not matter."""
    visit = travel.visit(station.id)
    if not visit.losses or visit.is_behind or travel.can_bypass(station.id):
        return ""
    left = PATIENCE - visit.losses
    text = _n(
        "After {count} more loss you can bypass this station.",
        "After {count} more losses you can bypass this station.",
        left,
    )
    return text.format(count=left)
