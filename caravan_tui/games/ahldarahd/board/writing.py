"""The offer that the player writes: its gold, its things, and how it is sent or withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from caravan_tui.games.ahldarahd.actions import WITHDRAW
from caravan_tui.games.ahldarahd.board.pending import Costly
from caravan_tui.games.ahldarahd.board.sending import OfferSteps
from caravan_tui.games.ahldarahd.moves import Entry, Selection, Target
from caravan_tui.games.ahldarahd.text import offers
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import KeyName
from caravan_tui.games.kit.confirmation import Confirmation
from caravan_tui.widgets.board import Scene


class Say(Protocol):
    """Writes a line below the board."""

    def __call__(self, text: str, is_error: bool = False) -> None: ...


def is_writing(scene: Scene[AhldarahdView]) -> bool:
    """Whether the player writes an offer."""
    return scene.my_turn and scene.view["phase"] == "writing"


class OfferWriting:
    """Changes the offer in the selection, and sends or withdraws it; knows no screen."""

    def __init__(
        self,
        selection: Selection,
        confirmation: Confirmation[Costly],
        steps: OfferSteps,
        say: Say,
        show: Callable[[], None],
        key: KeyName,
    ) -> None:
        """`say`: writes a line; `show`: shows what the offer names now; `key`: names a key."""
        self._selection = selection
        self._confirmation = confirmation
        self._steps = steps
        self._say, self._show, self._key = say, show, key

    # What it names

    def toggle(self, scene: Scene[AhldarahdView], entry: Entry) -> None:
        """Add a thing to the offer, or take it out again."""
        if self._selection.toggle(entry, scene.view):
            self._tell(scene)
        else:
            lines = self._selection.draft.lines
            text = offers.why_not_line(scene.view, entry.group, scene.names, lines)
            self._say(text, is_error=True)

    def change_gold(self, scene: Scene[AhldarahdView], entry: Entry, by: int) -> None:
        """Raise or lower the gold of a side of the offer."""
        if text := self._selection.change_gold(entry, by, scene.view):
            self._say(text, is_error=True)
        else:
            self._tell(scene)

    def take_back(self, scene: Scene[AhldarahdView]) -> bool:
        """Take back the last change; whether there was one."""
        selection = self._selection
        if not selection.offer_rows(scene.view) or not selection.draft.take_back():
            return False
        self._tell(scene)
        return True

    def _tell(self, scene: Scene[AhldarahdView]) -> None:
        """Show and say what the offer names now."""
        self._confirmation.forget(Costly.BARE_OFFER)
        self._show()
        self._say(offers.offer_words(scene.view, self._selection.draft.lines))

    def mark_beside(self, targets: Sequence[Target], by: int) -> bool:
        """Mark the thing beside the marked one on the screen; whether there is any."""
        places = {
            number: (x, y)
            for x, y, _width, _height, (kind, number) in targets
            if kind == "entry" and self._selection.is_thing(number)
        }
        x, y = places.get(self._selection.marked, (0, 0))
        beside = [number for number, (column, _row) in places.items() if (column - x) * by > 0]
        if beside:
            self._selection.marked = min(
                beside, key=lambda n: (abs(places[n][1] - y), abs(places[n][0] - x))
            )
        return bool(beside)

    # Its way into the match, and out of it

    def send(self, scene: Scene[AhldarahdView]) -> None:
        """Send it; if it gives nothing, say so first."""
        draft = self._selection.draft
        if draft.is_bare and not self._confirmation.is_given_for(Costly.BARE_OFFER):
            self._say(offers.bare_words(self._key), is_error=True)
        else:
            self._steps.send(draft, scene)

    def may_withdraw(self, scene: Scene[AhldarahdView]) -> bool:
        """Whether it may be withdrawn now; what that costs is said first."""
        if scene.can_undo or self._confirmation.is_given_for(Costly.LATE_WITHDRAWAL):
            return True
        self._say(offers.costly_withdrawal(self._key), is_error=True)
        return False

    def undo(self, scene: Scene[AhldarahdView]) -> None:
        """Withdraw it so that it does not count."""
        self._steps.take_back(scene)

    def undo_for(self, scene: Scene[AhldarahdView], action: int) -> int:
        """Undo an offer that a hint withdraws, as by the key: then it does not count. The steps
        that this takes; 0: the hint does something else, or nothing can be undone."""
        trade = scene.view["trade"]
        if action != WITHDRAW or trade is None or not scene.can_undo:
            return 0
        if trade["offer"]:
            return 0  # a counter-offer does not count: its withdrawal costs nothing
        self._steps.take_back(scene)
        return len(trade["lines"] or ()) + 1

    def go_on_sending(self, scene: Scene[AhldarahdView]) -> None:
        """Play the next step of an offer that is being sent."""
        self._steps.go_on_sending(self._selection.draft, scene)

    def go_on_taking_back(self, scene: Scene[AhldarahdView]) -> None:
        """Undo the next step of an offer that is being withdrawn."""
        self._steps.go_on_taking_back(scene)
