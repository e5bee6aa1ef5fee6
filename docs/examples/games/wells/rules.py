"""The rules of The Wells: one `State`, its actions and its chance."""

from __future__ import annotations

from random import Random

from caravan_tui.games.contract import CHANCE, OVER, Event, State

# --8<-- [start:actions]
LARGEST = 20
"""The skins are 1 to LARGEST, one of each. A hand is a bit mask: bit n is skin n."""

LAY, WELL, DEAL = 0, 100, 200
"""Actions: LAY + skin, WELL + its water (chance), DEAL + skin to the seat whose turn it is."""

DEALING, FINDING, LAYING, DONE = range(4)
# --8<-- [end:actions]


# --8<-- [start:state]
class Wells(State):
    """The whole game in play."""

    __slots__ = ("hands", "laid", "past", "phase", "points", "round", "size", "turn", "well")

    def __init__(self, seats: int, size: int) -> None:
        self.size = size
        self.phase = DEALING
        self.turn = 0
        self.round = 0
        self.well = 0
        """Water of the well of this round."""
        self.past = 0
        """Skins of the rounds before, as a mask."""
        self.hands = [0] * seats
        self.laid = [0] * seats
        """The skin of each seat in this round; 0: none yet."""
        self.points = [0] * seats

    # --8<-- [end:state]

    # --8<-- [start:legal]
    def to_act(self) -> int:
        if self.phase == DONE:
            return OVER
        return self.turn if self.phase == LAYING else CHANCE

    def legal(self) -> list[int]:
        if self.phase == LAYING:
            return [LAY + skin for skin in skins(self.hands[self.turn])]
        if self.phase == FINDING:
            return [WELL + water for water in range(1, 7)]
        if self.phase == DEALING:
            dealt = 0
            for hand in self.hands:
                dealt |= hand
            return [DEAL + skin for skin in range(1, LARGEST + 1) if not dealt >> skin & 1]
        return []

    # --8<-- [end:legal]

    # --8<-- [start:apply]
    def apply(self, action: int, events: list[Event] | None = None) -> None:
        if action >= DEAL:
            self._deal(action - DEAL, events)
        elif action >= WELL:
            self.well = action - WELL
            self.round += 1
            self.phase = LAYING
            if events is not None:
                events.append(("well", self.well))
        else:
            self._lay(action - LAY, events)

    def _deal(self, skin: int, events: list[Event] | None) -> None:
        seat = self.turn
        self.hands[seat] |= 1 << skin
        if events is not None:
            events.append(("deal", seat, skin))
        self.turn = (seat + 1) % len(self.hands)
        if self.turn == 0 and self.hands[0].bit_count() == self.size:
            self.phase = FINDING

    def _lay(self, skin: int, events: list[Event] | None) -> None:
        seat = self.turn
        self.hands[seat] ^= 1 << skin
        self.laid[seat] = skin
        if events is not None:
            events.append(("lay", seat, skin))
        if 0 in self.laid:
            self.turn = (seat + 1) % len(self.hands)
            return
        winner = self.laid.index(max(self.laid))
        self.points[winner] += self.well
        if events is not None:
            events.append(("win", winner, self.well))
        for one in self.laid:
            self.past |= 1 << one
        self.laid = [0] * len(self.laid)
        self.turn = winner
        self.well = 0
        self.phase = FINDING if any(self.hands) else DONE

    # --8<-- [end:apply]

    # --8<-- [start:rest]
    def draw(self, rng: Random) -> int:
        outcomes = self.legal()
        return outcomes[int(rng.random() * len(outcomes))]

    def observed(self, action: int, seat: int) -> int:
        hidden = self.phase == DEALING and self.turn != seat
        return DEAL if hidden else action

    def clone(self) -> Wells:
        twin = Wells.__new__(Wells)
        twin.size = self.size
        twin.phase = self.phase
        twin.turn = self.turn
        twin.round = self.round
        twin.well = self.well
        twin.past = self.past
        twin.hands = self.hands[:]
        twin.laid = self.laid[:]
        twin.points = self.points[:]
        return twin

    def scores(self) -> tuple[float, ...]:
        return tuple(float(points) for points in self.points)

    def outcome(self) -> tuple[int, ...]:
        return tuple(1 + sum(other > mine for other in self.points) for mine in self.points)

    # --8<-- [end:rest]


def skins(mask: int) -> list[int]:
    """The skins of a mask, small ones first."""
    return [skin for skin in range(1, LARGEST + 1) if mask >> skin & 1]
