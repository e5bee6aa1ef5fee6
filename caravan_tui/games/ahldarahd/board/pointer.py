"""What clicks and the wheel do at the table."""

from __future__ import annotations

from typing import Any, Protocol

from caravan_tui.games.ahldarahd.board.map_cursor import MapCursor
from caravan_tui.games.ahldarahd.board.memory import Memory
from caravan_tui.games.ahldarahd.moves import Selection
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.click_pairs import ClickPairs


class Table(Protocol):
    """What the pointer does through keys as well, and what tells a second click from a first."""

    clicks: ClickPairs

    def action_answer(self, group: str) -> None: ...
    def action_info(self) -> None: ...
    def action_pick(self) -> None: ...
    def action_turn(self, by: int) -> None: ...
    def action_withdraw(self) -> None: ...
    def change_amount(self, by: int) -> None: ...
    def go_to(self, target: tuple[str, int]) -> None: ...
    def look_at_map(self) -> None: ...
    def look_at_offer(self) -> None: ...
    def mark_clicked(self, number: int) -> None: ...
    def redraw(self) -> None: ...
    def select_route(self, map_index: int, route: int) -> None: ...


class Pointer:
    """Knows what is marked and where the cursor is; the table does the rest."""

    def __init__(
        self, table: Table, selection: Selection, cursor: MapCursor, memory: Memory
    ) -> None:
        self._table, self._selection, self._cursor = table, selection, cursor
        self._memory = memory

    def click(self, target: Any, scene: Scene[AhldarahdView]) -> None:
        """Do what a target stands for."""
        table = self._table
        match target:
            case ("window", 1):
                table.look_at_offer()
            case ("window", _closed):
                table.look_at_map()
                table.redraw()
            case ("info", _page):
                table.action_info()
            case ("answer", group):
                table.action_answer(group)
            case ("withdraw", _button):
                table.action_withdraw()
            case ("turn", first):
                self._selection.marked = first
                table.redraw()
            case ("less" | "more" as kind, number):
                self._selection.marked = number
                table.change_amount(1 if kind == "more" else -1)
            case ("gold", amount):
                table.change_amount(amount - self._selection.gold)
            case ("route" | "line" | "near", code):
                self._click_route(scene, code)
            case ("entry" | "beside", number):
                self._click_entry(number)
            case ("group", number):
                self._click_row(number)
            case _:
                table.go_to(target)

    def scroll(self, by: int) -> None:
        """Go through the list and stop at its ends, so that a fast wheel does not go round."""
        if 0 <= self._selection.marked + by < len(self._selection.entries):
            self._table.action_turn(by)

    def _click_entry(self, number: int) -> None:
        """Mark a row of the list; a second click does what it says. Of a button the first one
        does."""
        entries = self._selection.entries
        if not 0 <= number < len(entries):
            return
        if entries[number].is_button:
            self._table.go_to(("entry", number))
            self._table.clicks.forget()
            self._table.action_pick()
        else:
            self._click_row(number)

    def _click_row(self, number: int) -> None:
        """Mark a row of the list, or of a group; a second click does what it says."""
        if self._is_second_click(number):
            self._table.clicks.forget()
            self._table.action_pick()
        else:
            self._table.mark_clicked(number)

    def _is_second_click(self, number: int) -> bool:
        """Whether the click before has marked a row, and it is marked still."""
        if number != self._selection.marked:
            self._table.clicks.forget()
        return self._table.clicks.is_second(("entry", number))

    def _click_route(self, scene: Scene[AhldarahdView], code: int) -> None:
        """Select a route; a second click does what the first one announced. One more on a route
        just laid leaves the cursor on the next one: it is the second of two clicks."""
        is_announced = self._selection.group == "way"
        if scene.my_turn and is_announced and code == self._cursor.place:
            self._table.action_pick()
        elif scene.my_turn and is_announced and code in self._memory.growing:
            self._table.select_route(self._cursor.map_index, self._cursor.route)
        else:
            self._table.go_to(("route", code))
