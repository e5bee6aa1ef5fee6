"""What the keys do with the choices in the list: mark them, set their amounts, and play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from caravan_tui.games.ahldarahd import messages
from caravan_tui.games.ahldarahd.actions import SEND, WITHDRAW
from caravan_tui.games.ahldarahd.board import lines
from caravan_tui.games.ahldarahd.board.map_cursor import MapCursor
from caravan_tui.games.ahldarahd.board.partner import PartnerChoice
from caravan_tui.games.ahldarahd.board.pending import Costly
from caravan_tui.games.ahldarahd.board.writing import OfferWriting
from caravan_tui.games.ahldarahd.moves import Selection, Target, places
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import KeyName
from caravan_tui.games.kit.confirmation import Confirmation
from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene


class Table(Protocol):
    """What the list needs of the board."""

    def action_next_route(self) -> None: ...
    def choose(self, action: int) -> None: ...
    def click_targets(self) -> Sequence[Target]: ...
    def entries_on_cards(self) -> Sequence[int]: ...
    def explain_marked(self) -> None: ...
    def mark_moved(self) -> None: ...
    def redraw(self) -> None: ...
    def require_turn(self) -> Scene[AhldarahdView] | None: ...
    def select_route(self, map_index: int, route: int) -> None: ...
    def show_status(self, text: str, is_error: bool = False) -> None: ...
    def why_not_here(self, scene: Scene[AhldarahdView]) -> str: ...


class Listing:
    """Marks and plays the choices; what a choice costs is said before it is played."""

    def __init__(
        self,
        table: Table,
        selection: Selection,
        cursor: MapCursor,
        partner: PartnerChoice,
        writing: OfferWriting,
        confirmation: Confirmation[Costly],
        key: KeyName,
    ) -> None:
        self._table, self._selection, self._cursor = table, selection, cursor
        self._partner, self._writing, self._confirmation = partner, writing, confirmation
        self._key = key

    # Marking

    def mark(self, number: int) -> None:
        """Mark a choice, and say what it is good for."""
        self._selection.marked = number
        self.show_marked()

    def show_marked(self) -> None:
        """Show another marked choice, and say what it is good for."""
        self._table.explain_marked()
        self._table.mark_moved()

    def mark_clicked(self, scene: Scene[AhldarahdView], number: int) -> None:
        """Mark a choice that was clicked, and say what the second click will do."""
        self._confirmation.forget(Costly.UNSEEN_ROUTE)  # it is said now
        self.mark(number)
        line = lines.clicked_line(scene, self._selection, self._cursor, self._key)
        if line is not None:
            self._table.show_status(line)

    def turn(self, by: int) -> None:
        """Go through the list."""
        selection = self._selection
        if len(selection.entries) == 1 and not selection.marked:
            self._table.show_status(_("There is only one choice in the list."), is_error=True)
        elif selection.entries:
            self._confirmation.forget(Costly.UNSEEN_ROUTE)
            self._partner.leave()
            selection.turn(by, self._table.entries_on_cards())
            self.show_marked()
        else:
            self._table.show_status(_("There is nothing to choose now."), is_error=True)

    def jump(self, scene: Scene[AhldarahdView], group: str) -> None:
        """Mark the next entry of a group; for `offer` with one partner, begin the offer."""
        partners = [entry for entry in self._selection.entries if entry.group == "offer"]
        if group == "offer" and len(partners) == 1:
            self._table.choose(partners[0].actions[0])
        elif not self._partner.jump(group):
            self._refuse(scene, group)
        elif group in ("give", "want"):
            self.show_marked()
        else:
            self._table.show_status(lines.jump_line(group, self._key))
            self._table.mark_moved()

    def change_amount(self, scene: Scene[AhldarahdView], by: int) -> None:
        """Raise or lower the marked amount; without one, go to the other side of an offer, or
        through the list."""
        entry = self._selection.entry
        if entry is None:
            return
        if entry.is_gold_of_offer:
            self._writing.change_gold(scene, entry, by)
        elif entry.group in ("give", "want"):
            if self._writing.mark_beside(self._table.click_targets(), by):
                self.show_marked()
        elif len(entry.actions) < 2:
            self.turn(by)
        else:
            text = self._selection.change(entry, by)
            self._table.show_status(text, is_error=bool(text))
            self._table.redraw()

    # Playing

    def answer(self, scene: Scene[AhldarahdView], group: str) -> None:
        """Play the first entry of a group at once: accept, decline, pass, send and so on."""
        entry = self._selection.first_of(group)
        if entry is None:
            self._refuse(scene, group)
        elif entry.actions == [WITHDRAW] and scene.can_undo:
            self._writing.undo(scene)
        elif entry.actions == [SEND]:
            self._writing.send(scene)
        else:
            self._table.choose(entry.actions[0])

    def end_building(self, scene: Scene[AhldarahdView]) -> None:
        """End the building; warn first if nothing was built yet and something can be."""
        is_empty = scene.view["phase"] == "building" and not scene.view["built"]
        is_early = is_empty and bool(places(scene.legal, scene.view))
        if is_early and not self._confirmation.is_given_for(Costly.EMPTY_BUILDING):
            self._table.show_status(lines.unbuilt_line(self._key), is_error=True)
        else:
            self.answer(scene, "end")

    def pick(self, scene: Scene[AhldarahdView]) -> None:
        """Play the marked entry, or add it to the offer that is being written; a route that was
        not looked at is described first."""
        selection, cursor = self._selection, self._cursor
        entry = selection.entry
        if entry is None:
            self._pick_nothing(scene)
        elif entry.group == "way" and self._confirmation.pending is Costly.UNSEEN_ROUTE:
            self._table.select_route(cursor.map_index, cursor.route)
        elif selection.is_thing(selection.marked):
            self._writing.toggle(scene, entry)
        else:
            self._table.show_status("")
            self._table.choose(selection.action(entry))

    def _pick_nothing(self, scene: Scene[AhldarahdView]) -> None:
        """Say why nothing is chosen; from a route that was laid just now, lead on."""
        if self._cursor.is_on_laid_route(scene):
            self._table.action_next_route()
        elif reason := self._table.why_not_here(scene):
            self._table.show_status(reason, is_error=True)
        elif self._selection.entries or self._table.require_turn():
            text = lines.unmarked_line(scene, self._selection, self._key)
            self._table.show_status(text, is_error=True)

    def _refuse(self, scene: Scene[AhldarahdView], group: str) -> None:
        """Say why nothing of a group can be chosen now."""
        self._table.show_status(messages.why_not_group(group, scene.view), is_error=True)
