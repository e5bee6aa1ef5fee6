"""Positions for the tests of Dice Village, played by notation."""

from __future__ import annotations

from caravan_tui.games import registry
from caravan_tui.games.contract import Event
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.games.dice_village.state import SELLING

GAME = registry.get("dice_village")
CARDS = from_plain(None)


def merchant(name: str) -> int:
    return CARDS.names.index(name)


def notes(state: DiceVillageState) -> list[str]:
    view = GAME.view(state, None)
    return [GAME.notation(action, view) for action in state.legal()]


def play(state: DiceVillageState, *moves: str) -> list[Event]:
    """Play by notation; each move must be legal."""
    events: list[Event] = []
    for move in moves:
        legal = state.legal()
        written = notes(state)
        assert move in written, f"{move} not in {written}"
        state.apply(legal[written.index(move)], events)
    return events


def selling(seats: int = 2, start: int = 0, **rolls: str) -> DiceVillageState:
    """A match in the first Sell step; `a`, `b`, `c`, `d` are the rolls of seats 0 to 3."""
    state: DiceVillageState = GAME.setup({}, seats)
    play(state, f"start {start}")
    play(state, *[f"row {name}" for name in ("m31", "m42", "m53", "m64", "m62")[: seats + 1]])
    for turn in range(seats):
        seat = (start + turn) % seats
        state.dice[seat] = len(rolls.get("abcd"[seat], "1111"))
        play(state, f"roll {seat} {rolls.get('abcd'[seat], '1111')}")
    assert state.phase == SELLING
    return state


def give(state: DiceVillageState, seat: int, *names: str, secret: bool = False) -> None:
    for name in names:
        bit = 1 << merchant(name)
        assert state.deck & bit
        state.deck &= ~bit
        state.hand[seat] |= bit
        if secret:
            state.hidden[seat] |= bit


def tuck(state: DiceVillageState, village: int, *sides: tuple[str, int]) -> None:
    """Merchants on the table, as if laid in an earlier round."""
    for name, which in sides:
        give(state, village // 3, name)
        state.add_stall(village // 3, village, merchant(name) * 2 + which)
