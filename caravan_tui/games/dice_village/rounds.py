"""The course of a round: the row is filled, dice roll, who sells and who buys next, the end.

Rule numbers: RULES.md.
"""

from __future__ import annotations

from caravan_tui.games.contract import Event

from .position import ENDED, FILLING, REROLLING, ROLLING, SELLING, SPENDING, Position

PRICE = 5
"""Coins for any merchant of the row."""
ENOUGH = 9
"""Cards on the table that make a round the last."""
LAST_ROUND = 60
"""The last round if no seat has laid enough before it (V-8)."""


class Rounds(Position):
    """A position that goes on by itself from step to step, from seat to seat."""

    __slots__ = ()

    def _fill(self, events: list[Event] | None) -> None:
        """Ask for the row's next card, or go on if it is full or the pile is empty (V-6)."""
        if self.deck and len(self.row) <= self.seats:
            self.phase = FILLING
        elif self.filling_for == SPENDING:
            self._spend(events)
        else:
            self.round += 1
            self.phase = ROLLING
            if events is not None:
                events.append(("round", self.round, self.start))

    def _roll(self, seat: int, dice: int, events: list[Event] | None) -> None:
        """Dice come to a seat; it sells with them once all have rolled, at once after a reroll."""
        self.free[seat] += dice
        if events is not None:
            events.append(("roll", seat, dice, self.free[seat], self.phase == REROLLING))
        if self.phase == REROLLING:
            self.rolling = 0
            self.phase = SELLING
            return
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0
            self.phase = SELLING

    def _end_selling(self, seat: int, events: list[Event] | None) -> None:
        """A seat is through; after the last one the match ends or the spending begins."""
        self.free[seat] = 0
        self.turn += 1
        self.phase = SELLING
        if self.turn < self.seats:
            return
        self.turn = 0
        if max(self.laid) >= ENOUGH or self.round >= LAST_ROUND:
            self.phase = ENDED
            if events is not None:
                events.append(("over", self.round, list(self.laid)))
            return
        self._spend(events)

    def _spend(self, events: list[Event] | None) -> None:
        """Ask the next seat that can buy, or end the round."""
        if self.row:
            while self.turn < self.seats:
                if self.coins[(self.start + self.turn) % self.seats] >= PRICE:
                    self.phase = SPENDING
                    return
                self.turn += 1
        self.turn = 0
        self.start = (self.start + 1) % self.seats
        self.v_sold = [0] * len(self.v_sold)
        self.filling_for = ROLLING
        self._fill(events)
