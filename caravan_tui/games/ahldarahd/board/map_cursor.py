"""The map that is shown, and the route under the cursor on it."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import map_of, place, route_of
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import NO_PLACE, first_beside, places
from caravan_tui.games.ahldarahd.render.chart import chart_of, nearest
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.widgets.board import Scene

LEAST_CHART = 30, 13
"""Columns and rows of a map on which the arrows find their way at least, also where it is drawn
smaller."""

MAP_PHASES = ("free", "building", "falling")
"""Phases in which the arrows move on the map."""


def moves_on_map(scene: Scene[AhldarahdView]) -> bool:
    """Whether the arrows move on the map, and not through the list."""
    return scene.view["phase"] in MAP_PHASES or not scene.my_turn


class MapCursor:
    """Where the cursor is, and where the arrows lead it; knows no screen."""

    def __init__(self) -> None:
        self.map_index = -1
        """The map with the cursor, -1 before the first position."""
        self.route = -1
        """The route under the cursor, -1 for none."""
        self._building_turn: tuple[int, int, int] | None = None
        """The round and seats of the last building that began."""

    @property
    def place(self) -> int:
        """The place of the route under the cursor."""
        return place(self.map_index, self.route) if self.route >= 0 else NO_PLACE

    def go_to(self, code: int) -> None:
        """Go to the route at a place."""
        self.map_index, self.route = map_of(code), route_of(code)

    def turn_to(self, map_index: int) -> None:
        """Show a map; on another one than before without a route under the cursor."""
        if map_index != self.map_index:
            self.map_index, self.route = map_index, -1

    def begin_building(self, scene: Scene[AhldarahdView]) -> bool:
        """When your building begins, show your own map, or the first on which you may build, with
        the cursor on a route that you can have; whether it begins."""
        view = scene.view
        if view["phase"] != "building" or not scene.my_turn or scene.seat is None:
            return False
        turn = (view["round"], view["active"], scene.seat)
        if turn == self._building_turn:
            return False  # it goes on after a trade
        self._building_turn = turn
        open_places = places(scene.legal, view)
        usable = {map_of(code) for code in open_places}
        self.turn_to(scene.seat if scene.seat in usable or not usable else min(usable))
        if self.place not in open_places:
            self.route = first_beside(view, self.map_index, open_places)
        return True

    def go_to_open_map(self, scene: Scene[AhldarahdView]) -> None:
        """Show a map where a route can fall or be laid; these are on certain maps only."""
        open_places = places(scene.legal, scene.view)
        if not open_places or scene.view["phase"] == "building":
            return
        if self.map_index not in {map_of(code) for code in open_places}:
            self.map_index = map_of(min(open_places))
        if self.place not in open_places:
            self.route = first_beside(scene.view, self.map_index, open_places)

    def route_beside(self, view: AhldarahdView, area: Area, dx: int, dy: int) -> int:
        """The nearest route in a direction on a map that is drawn in an area, -1 if there is
        none."""
        width, height = LEAST_CHART
        chart = chart_of(
            from_plain(view["custom"]), max(width, area.width), max(height, area.height)
        )
        return 0 if self.route < 0 else nearest(chart, self.route, dx, dy)

    def next_open_place(self, scene: Scene[AhldarahdView]) -> int:
        """The next place where something can be done, on this map and then the others; NO_PLACE if
        there is none."""
        open_places = sorted(places(scene.legal, scene.view))
        before = place(self.map_index, max(0, self.route))
        later = (code for code in open_places if code > before)
        return next(later, open_places[0] if open_places else NO_PLACE)

    def is_on_laid_route(self, scene: Scene[AhldarahdView]) -> bool:
        """Whether the player who builds has the route under the cursor, while others can be
        had."""
        view = scene.view
        if not scene.my_turn or scene.seat is None or self.route < 0:
            return False
        is_own = bool(view["routes"][self.map_index][scene.seat] >> self.route & 1)
        return view["phase"] == "building" and is_own and bool(places(scene.legal, view))
