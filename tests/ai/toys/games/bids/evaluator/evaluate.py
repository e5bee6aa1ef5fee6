"""Evaluator of the toy `bids`, which breaks when the state says so."""

import os
import time
from random import Random

from caravan_tui.games.bids.rules import BidsState
from caravan_tui.games.evaluator import Evaluator


class BidsEvaluator(Evaluator[BidsState]):
    MARGIN_SCALE = 5.0
    STYLES = {"keen": {}}
    FEATURES = ("points", "high", "cards")

    def features(self, state: BidsState, seat: int) -> list[float]:
        hand = state.hands[seat]
        return [state.points[seat] / 15, hand.bit_length() / 10, hand.bit_count() / 3]

    def play(self, state: BidsState, rng: Random) -> int:
        match state.fault:
            case "crash":
                os._exit(3)
            case "hang":
                time.sleep(600)
            case "raise":
                raise RuntimeError("a fault of the toy")
            case "slow":
                time.sleep(0.002)
        return super().play(state, rng)


EVALUATOR = BidsEvaluator()
