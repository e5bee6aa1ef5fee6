"""Knowledge of the toy `bids` that breaks when the state says so."""

import os
import time
from random import Random

from ai.knowledge.base import Knowledge
from caravan_tui.games.contract import State


class BidsMind(Knowledge):
    MARGIN = 5.0
    STYLES = {"keen": {}}

    def play(self, state: State, rng: Random) -> int:
        fault = state.fault  # type: ignore[attr-defined]
        if fault == "crash":
            os._exit(3)
        if fault == "hang":
            time.sleep(600)
        if fault == "raise":
            raise RuntimeError("a fault of the toy")
        if fault == "slow":
            time.sleep(0.002)
        return super().play(state, rng)


KNOWLEDGE = BidsMind()
