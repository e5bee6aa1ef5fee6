"""Turns and rounds: whose turn comes next, who is skipped, and when the match ends.

Numbers in brackets are those of RULES.md.
"""

from __future__ import annotations

from caravan_tui.games.caravanserai.deal import Deal
from caravan_tui.games.caravanserai.position import DONE, LAST_ROUND, WAY
from caravan_tui.games.contract import Event


class Rounds(Deal):
    """A position, its set-up and the passing of turns."""

    __slots__ = ()

    def end_turn(self, events: list[Event] | None) -> None:
        """The placement is done; alone the match ends at once when the market is empty (K-9)."""
        if self.seats == 1 and self.end_round:
            self._finish("market", events)
            return
        if self._pass_on(events):
            self.begin_turn(events)

    def _pass_on(self, events: list[Event] | None) -> bool:
        """The turn goes to the next seat; False if the match ends with the round (K-9, K-12)."""
        self.seat = (self.seat + 1) % self.seats
        if self.seat != self.first:
            return True
        if self.round == self.end_round:
            self._finish("market", events)
            return False
        if self.round == LAST_ROUND:
            self._finish("limit", events)
            return False
        self.begin_round(events)
        return True

    def begin_round(self, events: list[Event] | None) -> None:
        """Another round, the last one if the market was emptied before it (K-9)."""
        self.round += 1
        if events is not None:
            events.append(("round", self.round, int(self.round == self.end_round)))

    def begin_turn(self, events: list[Event] | None) -> None:
        """The turn of the next seat that can place; others are skipped (K-6)."""
        while not self.can_place(self.seat):
            self.skips += 1
            if events is not None:
                reason = "blocked" if self.camels[self.seat] else "no camel"
                events.append(("skip", self.seat, reason, int(self.seat in self.never())))
            if self.skips == self.seats:
                self._finish("stuck", events)
                return
            if not self._pass_on(events):
                return
        self.skips = 0
        self.phase = WAY
        self.head = self.caravans[self.seat][-1] >> 3
        self.laid = self.count = self.size = self.left = self.lying = 0
        self.colour = self.touched = self.way = 0
        self.last = -1

    def _finish(self, why: str, events: list[Event] | None) -> None:
        self.phase = DONE
        self.why = why
        if events is not None:
            lengths = [len(pieces) for pieces in self.caravans]
            events.append(("over", why, lengths, list(self.outcome()), self.round))
