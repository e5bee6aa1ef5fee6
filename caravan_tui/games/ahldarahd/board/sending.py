"""The way of an offer into the match, step by step, and back out of it."""

from __future__ import annotations

from collections.abc import Callable

from caravan_tui.games.ahldarahd.moves import Draft
from caravan_tui.games.ahldarahd.text import offers
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.widgets.board import Scene


class OfferSteps:
    """Plays what an offer names when it is sent, and undoes it when it is withdrawn: a step for
    each position that comes, until all is done."""

    def __init__(
        self, choose: Callable[[int], None], undo: Callable[[], None], say: Callable[[str], None]
    ) -> None:
        """`choose`: plays an action; `undo`: takes the last one back; `say`: writes a line."""
        self._choose, self._undo, self._say = choose, undo, say
        self._stepped_in: Scene[AhldarahdView] | None = None
        """The position in which the last step of an offer was played."""
        self._withdrawn_in: Scene[AhldarahdView] | None = None
        """The position in which an offer, or the last line of it, was taken back."""

    def send(self, draft: Draft, scene: Scene[AhldarahdView]) -> None:
        """Play the lines of the offer in the order of the rules, and send it."""
        self._say("")
        self._stepped_in = self._withdrawn_in = None
        draft.send()
        self.go_on_sending(draft, scene)

    def go_on_sending(self, draft: Draft, scene: Scene[AhldarahdView]) -> None:
        """Play the next step of an offer that is being sent."""
        if not draft.is_sending or scene is self._stepped_in:
            return
        self._stepped_in = scene
        step = draft.next_step()
        if step is not None:
            self._choose(step)
        else:
            self._undo()

    def take_back(self, scene: Scene[AhldarahdView]) -> None:
        """Undo the newest line of an offer, or its beginning; `go_on_taking_back` does the rest."""
        self._withdrawn_in = scene
        self._undo()

    def go_on_taking_back(self, scene: Scene[AhldarahdView]) -> None:
        """Take back what the match still has of an offer that is being withdrawn; say so when it
        has nothing of it any more."""
        before = self._withdrawn_in
        if before is None or scene.seat != before.seat:
            return
        trade, trade_before = scene.view["trade"], before.view["trade"]
        if trade is None or (scene.my_turn and scene.view["phase"] == "answering"):
            self._withdrawn_in = None
            self._say(offers.withdrawn_words(is_counter=trade is not None))
        elif trade_before and len(trade["lines"] or ()) < len(trade_before["lines"] or ()):
            self.take_back(scene)
