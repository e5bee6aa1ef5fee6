"""What the panel below the map says of a station: its story, who waits there, what to do."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from caravan_tui.cast.characters import level_title
from caravan_tui.games import registry
from caravan_tui.i18n import _, _n
from caravan_tui.presentation.road import heading, is_known, losses_left, story_parts
from caravan_tui.presentation.stars import star_sign, stars_text
from caravan_tui.road.stations import Station
from saves.road import MOST_STARS, Errand, Travel


def story(travel: Travel, station: Station, ascii_only: bool, is_tall: bool = False) -> Text:
    """The station's piece of the story, as far as it has been lived."""
    gap = "\n\n" if is_tall else "\n"
    visit = travel.visit(station.id)
    text = Text(heading(travel, station), "bold")
    if visit.is_passed:
        text.append(f"  {stars_text(visit.stars, MOST_STARS, ascii_only)}")
    for words, style in story_parts(travel, station):
        text.append(gap + words, style)
    if between := names_between(travel, station):
        words = _("On the way there: {names}.").format(names=", ".join(between))
        text.append("\n\n" + words, "not bold dim")
    return text


def names_between(travel: Travel, station: Station) -> list[str]:
    """The names of the stations from that of the caravan to one that was not reached yet."""
    place = travel.next_station
    if place is None or is_known(travel, station):
        return []
    here, there = travel.number(place.id) - 1, travel.number(station.id) - 1
    return [_(other.title) for other in travel.stations[here:there]]


def facts(travel: Travel, station: Station, ascii_only: bool) -> Table:
    """The match of a station, a line each, with what each star is for."""
    visit, star = travel.visit(station.id), star_sign(ascii_only)
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    goal, bonus = station.goal.words(station.game), station.bonus.words(station.game)
    if is_known(travel, station):
        table.add_row(Text(star, "bold"), Text(goal, "bold"))
        table.add_row(Text(star), Text(bonus))
        table.add_row(Text(star), Text(_("At the first try, without help")))
    minutes = _("{minutes} min").format(minutes=station.minutes)
    parts = [registry.spec(station.game).short_title or registry.short_name(station.game), minutes]
    tries = len(visit.tries)
    if tries:
        parts.append(_n("{count} try", "{count} tries", tries).format(count=tries))
    table.add_row(Text(">" if ascii_only else "►", "dim"), Text(" · ".join(parts), "dim"))
    return table


def rivals(station: Station) -> Text:
    """Who sits at the table, beside the portrait of the first."""
    if not station.rivals:
        return Text.assemble((_("Nobody"), "bold"), "\n", (_("You play alone."), "dim"))
    names = ", ".join(name for name, _level in station.rivals)
    if station.problems:
        return Text.assemble((names, "bold"), "\n", (_("sets you problems"), "dim"))
    levels = list(dict.fromkeys(level_title(level) for _name, level in station.rivals))
    return Text.assemble((names, "bold"), "\n", (", ".join(levels), "dim"))


def what_to_do(
    travel: Travel, station: Station, errand: Errand | None, keys: tuple[str, str]
) -> Text:
    """What Enter does at a station; `keys`: of setting out, and of going round."""
    out, way_round = keys
    if errand is None:
        return Text(_("Not reached yet."), "dim")
    text = {
        Errand.CONTINUE: _("{key}: go on with your try"),
        Errand.IMPROVE: _("{key}: play again for more stars"),
        Errand.COME_BACK: _("{key}: try it after all"),
        Errand.TRY_AGAIN: _("{key}: try again"),
        Errand.SET_OUT: _("{key}: set out"),
    }[errand]
    words = Text(text.format(key=out), "bold")
    if travel.can_bypass(station.id):
        words.append("\n" + _("{key}: go round it").format(key=way_round))
    elif hint := losses_left(travel, station):
        words.append("\n" + hint, "not bold dim")
    return words
