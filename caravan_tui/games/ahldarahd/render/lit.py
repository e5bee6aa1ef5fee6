"""What a tutorial may speak of on the table, by its name."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.actions import place
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import item_name
from caravan_tui.games.ahldarahd.render.foot import first_row
from caravan_tui.games.ahldarahd.render.layout import Area, Layout
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.wares import item_entries
from caravan_tui.games.ahldarahd.view import AhldarahdView, map_names


def lit_area(plan: Layout, view: AhldarahdView, name: str) -> Area | None:
    """A part of the table: `map`, `seats`, `cards` or `list`; None for any other name."""
    top = first_row(plan, view)
    return {
        "map": plan.map_area(0),
        "seats": plan.seats,
        "cards": Area(0, plan.cards_y, plan.width, plan.moment_y - plan.cards_y),
        "list": Area(0, top, plan.width, plan.height - top),
    }.get(name)


def lit_item(look: Look, view: AhldarahdView, name: str) -> Sequence[tuple[str, int]]:
    """The target of what can be put up for auction now, as `eyes` or `card.salt`."""
    city_map = from_plain(view["custom"])
    entries = item_entries(look).items()
    return [("entry", entry) for item, entry in entries if item_name(city_map, item) == name][:1]


def lit_places(
    view: AhldarahdView, own_map: int, name: str
) -> tuple[int, Sequence[tuple[str, int]]]:
    """A map, and the targets on it of a city, or of a route as `gems-ivory` with its two cities;
    on the own map, or as `blue:gems-ivory` on the Blue one."""
    map_name, _colon, name = name.rpartition(":")
    map_index = map_names(view).index(map_name) if map_name else own_map
    city_map = from_plain(view["custom"])
    if name in city_map.names:
        return map_index, [("city", city_map.names.index(name))]
    targets = []
    for route, ends in enumerate(city_map.ends):
        if city_map.route_name(route) == name:
            targets += [(kind, place(map_index, route)) for kind in ("route", "line")]
            targets += [("city", city) for city in ends]
    return map_index, targets
