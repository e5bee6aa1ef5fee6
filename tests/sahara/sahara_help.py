"""Positions for the tests, written in words."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.sahara.custom import built_in
from caravan_tui.games.sahara.pieces import GOODS, SPACE_OF_NAME
from caravan_tui.games.sahara.rules import SaharaState, setup
from caravan_tui.games.sahara.state import PLAYING, SUPPLIED
from caravan_tui.games.sahara.text import notation_of


def position(
    camels: Sequence[str],
    loose: str = "",
    *,
    left: int = 4,
    turn: int = 9,
    each: int = 5,
    bag: Sequence[int] = (1, 1, 1, 1, 1, 1, 1, 1),
    actor: int = 0,
) -> SaharaState:
    """A decision of `actor`. Each seat's camels are words like `a1`, `c1=ivory`, `c1=ivory*`;
    `loose` has words like `a1=meat`, `a1=meat+2` with demand markers. The rest is in the supply."""
    state = setup({"camels": each, "goods": "full"}, len(camels))
    state.bag = list(bag)
    for slot in range(8):
        state.demand[slot] = 0
    for seat, words in enumerate(camels):
        own = []
        for word in words.split():
            space, _, load = word.partition("=")
            good = GOODS.index(load.rstrip("*")) + 1 if load else 0
            own.append(SPACE_OF_NAME[space] * 32 + good + 8 * load.endswith("*"))
        own += [SUPPLIED] * (each - len(own))
        state.camels[seat * each : seat * each + each] = sorted(own)
    for word in loose.split():
        space, _, rest = word.partition("=")
        name, _, markers = rest.partition("+")
        slot = built_in().slot[SPACE_OF_NAME[space]]
        state.loose[slot] = GOODS.index(name)
        state.demand[slot] = int(markers or 0)
    state.phase = PLAYING
    state.start = 0
    state.actor = actor
    state.turn = turn
    state.left = left
    return state


def moves(state: SaharaState) -> list[str]:
    """The legal moves in notation."""
    return [notation_of(action) for action in state.legal()]


def play(state: SaharaState, *texts: str) -> SaharaState:
    """Play these moves, each of which must be legal."""
    for text in texts:
        actions = [action for action in state.legal() if notation_of(action) == text]
        assert actions, f"'{text}' is not legal; legal: {moves(state)}"
        state.apply(actions[0])
    return state


def camels(state: SaharaState, seat: int) -> str:
    """The camels of a seat in words, those in the supply left out."""
    words = []
    for camel in state.camels[seat * state.camels_each : (seat + 1) * state.camels_each]:
        if camel != SUPPLIED:
            load = camel & 31
            word = next(name for name, space in SPACE_OF_NAME.items() if space == camel >> 5)
            if load:
                word += "=" + GOODS[(load - 1) % 8] + "*" * (load > 8)
            words.append(word)
    return " ".join(words)
