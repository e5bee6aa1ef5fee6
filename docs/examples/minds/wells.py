"""What the search knows of The Wells."""

from __future__ import annotations

from random import Random

from ai.knowledge.base import Knowledge, expected_utilities
from caravan_tui.games.contract import State
from caravan_tui.games.wells.rules import LARGEST, LAY, Wells


# --8<-- [start:mind]
class WellsMind(Knowledge):
    WEIGHTS = {"skins": 0.8, "spread": 4.0}
    STYLES = {"thrifty": {"skins": 2.5}}
    MARGIN = 6.0
    ROLLOUT = 4

    def evaluate(self, state: State) -> list[float]:
        """Water so far, and what the skins in hand may still win."""
        assert isinstance(state, Wells)
        worth = self.weights["skins"]
        points = [
            state.points[seat] + worth * sum(_strength(skin) for skin in _of(hand))
            for seat, hand in enumerate(state.hands)
        ]
        return expected_utilities(points, self.weights["spread"], self.MARGIN)

    def play(self, state: State, rng: Random) -> int:
        """Take the well with the smallest skin that does it, else give the smallest."""
        assert isinstance(state, Wells)
        hand = _of(state.hands[state.turn])
        enough = [skin for skin in hand if skin > max(state.laid)]
        return LAY + (enough or hand)[0]


KNOWLEDGE = WellsMind()
# --8<-- [end:mind]


def _of(mask: int) -> list[int]:
    return [skin for skin in range(1, LARGEST + 1) if mask >> skin & 1]


def _strength(skin: int) -> float:
    return (skin / LARGEST) ** 2
