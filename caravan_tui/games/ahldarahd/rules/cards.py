"""Cards: turned up from the deck, shown to everybody, played from a hand."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.state import AhldarahdPosition, top_colour


def turn_up(state: AhldarahdPosition, card: int) -> None:
    """Take the top card from the deck, for everybody to see."""
    state.seen[top_colour(state)] |= 1 << card
    state.deck -= 1


def show(state: AhldarahdPosition, seat: int, card: int) -> None:
    """Show everybody a card of this commodity, a known one if the seat has one (A-8)."""
    secret = state.start[seat] & ~state.shown[seat]
    if state.cards[seat * CITIES + card] == (secret >> card & 1):
        state.shown[seat] |= 1 << card


def give_up(state: AhldarahdPosition, seat: int, card: int) -> None:
    """Take a card from a hand, the known one of two equal ones first (A-8)."""
    show(state, seat, card)
    state.cards[seat * CITIES + card] -= 1


def play_card(state: AhldarahdPosition, seat: int, card: int) -> None:
    """Discard a card from a hand."""
    give_up(state, seat, card)
    state.discard[card] += 1
