"""Positions for the tests of Caravan, written in the notation of cards."""

from __future__ import annotations

from caravan_tui.games import registry
from caravan_tui.games.contract import Event
from caravan_tui.games.decktet.pieces import ALL, CARD_OF_CODE
from caravan_tui.games.decktet.rules import DecktetState, setup
from caravan_tui.games.decktet.state import PLAY_STEP
from caravan_tui.games.decktet.text import notation_of

GAME = registry.get("decktet")


def match_of(hands: int) -> DecktetState:
    """The first position of a match."""
    return setup({"hands": hands}, 2)


def cards(text: str) -> int:
    """A set of cards from their codes."""
    mask = 0
    for code in text.split():
        mask |= 1 << CARD_OF_CODE[code]
    return mask


def position(
    first: str,
    second: str,
    *,
    market: str = "AM CS",
    leader: int = 0,
    hands: int = 1,
    number: int = 1,
    totals: tuple[int, int] = (0, 0),
    taken: tuple[str, str] = ("", ""),
) -> DecktetState:
    """A hand in play with these cards in the hands."""
    state = match_of(hands)
    state.hand_number = number
    state.step = PLAY_STEP
    state.turn = state.leader = state.opener = leader
    state.hands = (cards(first), cards(second))
    state.taken = (cards(taken[0]), cards(taken[1]))
    state.dealt = (state.hands[0] | state.taken[0], state.hands[1] | state.taken[1])
    state.market = tuple(CARD_OF_CODE[code] for code in market.split())
    state.totals = totals
    used = state.dealt[0] | state.dealt[1] | cards(market)
    state.pool = ALL & ~used
    return state


def legal(state: DecktetState) -> list[str]:
    """The legal moves in notation."""
    return [notation_of(action) for action in state.legal()]


def play(state: DecktetState, *moves: str) -> list[Event]:
    """Play moves given in notation, each of which must be legal; the events."""
    events: list[Event] = []
    for move in moves:
        action = GAME.parse(move, state.legal(), GAME.view(state, state.to_act()))
        assert action is not None, f"{move} is not legal: {legal(state)}"
        state.apply(action, events)
    return events
