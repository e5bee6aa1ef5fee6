"""What the search knows of The Wells."""

from __future__ import annotations

from random import Random

from caravan_tui.games.evaluator import Evaluator, expected_utilities
from caravan_tui.games.kit.bitsets import members
from caravan_tui.games.wells.rules import LAY, WellsState
from caravan_tui.games.wells.state import SKINS


class WellsEvaluator(Evaluator[WellsState]):
    WEIGHTS = {"skins": 0.8, "spread": 4.0}
    STYLES = {"thrifty": {"skins": 2.5}}
    MARGIN_SCALE = 6.0
    ROLLOUT_DEPTH = 4
    FEATURES = ("water", "skins", "best", "laid")

    def evaluate(self, state: WellsState) -> list[float]:
        """Water so far, and what the skins in hand may still win."""
        worth = self.weights["skins"]
        points = [
            state.points[seat] + worth * sum((skin / SKINS[-1]) ** 2 for skin in members(hand))
            for seat, hand in enumerate(state.hands)
        ]
        return expected_utilities(points, self.weights["spread"], self.MARGIN_SCALE)

    def features(self, state: WellsState, seat: int) -> list[float]:
        """What a correction may look at, about -1 to 1 each."""
        hand = members(state.hands[seat])
        return [
            state.points[seat] / 10,
            len(hand) / len(SKINS),
            max(hand, default=0) / SKINS[-1],
            state.laid[seat] / SKINS[-1],
        ]

    def play(self, state: WellsState, rng: Random) -> int:
        """Take the well with the smallest skin that does it, else give the smallest."""
        hand = members(state.hands[state.turn])
        enough = [skin for skin in hand if skin > max(state.laid)]
        return LAY + (enough or hand)[0]


EVALUATOR = WellsEvaluator()
