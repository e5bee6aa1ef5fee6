"""What the keys do on the maps: turn to another one, and go from route to route."""

from __future__ import annotations

from typing import Protocol

from caravan_tui.games.ahldarahd.actions import map_of, route_of
from caravan_tui.games.ahldarahd.board import lines
from caravan_tui.games.ahldarahd.board.map_cursor import MapCursor, moves_on_map
from caravan_tui.games.ahldarahd.board.partner import PartnerChoice
from caravan_tui.games.ahldarahd.board.pending import Costly
from caravan_tui.games.ahldarahd.moves import NO_PLACE, Selection
from caravan_tui.games.ahldarahd.render.layout import Area
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import KeyName
from caravan_tui.games.kit.confirmation import Confirmation
from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene


class Table(Protocol):
    """What the maps need of the board."""

    def look_at_map(self) -> None: ...
    def redraw(self) -> None: ...
    def show_status(self, text: str, is_error: bool = False) -> None: ...
    def update_list(self) -> None: ...


class Touring:
    """Moves the cursor, and says what can be done with the route under it."""

    def __init__(
        self,
        table: Table,
        selection: Selection,
        cursor: MapCursor,
        partner: PartnerChoice,
        confirmation: Confirmation[Costly],
        key: KeyName,
    ) -> None:
        self._table, self._selection, self._cursor = table, selection, cursor
        self._partner, self._confirmation, self._key = partner, confirmation, key

    def select_route(self, scene: Scene[AhldarahdView], map_index: int, route: int) -> None:
        """Put the cursor on a route; the ways to pay for it come first in the list."""
        selection = self._selection
        self._cursor.map_index, self._cursor.route = map_index, route
        self._confirmation.forget(Costly.UNSEEN_ROUTE)
        self._partner.leave()
        selection.marked = 0
        self._table.update_list()
        if scene.my_turn and moves_on_map(scene) and route >= 0:
            way = lines.way_line(scene, selection, self._cursor, self._key)
            if not way:
                # Nothing can be done with the route: mark the last entry, which ends.
                is_building = scene.view["phase"] == "building"
                selection.marked = -1 if is_building else max(0, len(selection.entries) - 1)
            self._table.show_status(way or lines.why_not(scene, self._cursor, self._key))
        self._table.redraw()

    def go(self, scene: Scene[AhldarahdView], area: Area, dx: int, dy: int) -> None:
        """Put the cursor on the nearest route in a direction, on a map that is drawn in an area."""
        route = self._cursor.route_beside(scene.view, area, dx, dy)
        if route >= 0:
            self.select_route(scene, self._cursor.map_index, route)
        else:
            text = _("There are no more routes in that direction.")
            self._table.show_status(text, is_error=True)

    def show_next_map(self, scene: Scene[AhldarahdView], by: int) -> None:
        """Show the next map, or with -1 the one before."""
        self.show_map(scene, (self._cursor.map_index + by) % len(scene.view["routes"]))

    def show_map(self, scene: Scene[AhldarahdView], number: int) -> None:
        """Show a map by its number, from 0."""
        if number < len(scene.view["routes"]):
            self._table.look_at_map()
            self.select_route(scene, number, self._cursor.route)
        else:
            text = _("There is no map {number}.")
            self._table.show_status(text.format(number=number + 1), is_error=True)

    def go_to_next_route(self, scene: Scene[AhldarahdView]) -> None:
        """Go to the next route that something can be done with, on this map and then the others."""
        code = self._cursor.next_open_place(scene)
        if code == NO_PLACE:
            self._table.show_status(_("There is no route to choose now."), is_error=True)
        else:
            self.select_route(scene, map_of(code), route_of(code))
