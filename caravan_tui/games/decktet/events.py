"""What happens in Caravan (Decktet), for the log and for animations. Sets of cards are masks."""

from __future__ import annotations

from caravan_tui.games import contract


class FirstLeader(contract.Event, frozen=True):
    """Chance chose who leads the first hand."""

    seat: int


class Dealt(contract.Event, frozen=True):
    seat: int
    card: int | None
    """None where the card is hidden."""


class MarketCard(contract.Event, frozen=True):
    """A card was turned up for the market."""

    card: int


class PutAside(contract.Event, frozen=True):
    """A card was turned up for the market, but its suit was there already."""

    card: int


class HandStarted(contract.Event, frozen=True):
    """All cards of a hand are dealt."""

    number: int
    leader: int
    market: tuple[int, ...]
    """Card numbers."""


class Played(contract.Event, frozen=True):
    seat: int
    play: int
    """The action."""
    left: int
    """Cards left in the seat's hand."""


class Passed(contract.Event, frozen=True):
    seat: int


class WentOut(contract.Event, frozen=True):
    """A seat emptied its hand. The other may answer once."""

    seat: int


class SeasonEnded(contract.Event, frozen=True):
    winner: int
    """The seat that collects the cards."""
    cards: int
    points: int
    by_bandit: bool
    """Whether the last play was a bandit, so that the other seat collects."""


class LeaderSkipped(contract.Event, frozen=True):
    """A seat should lead, but holds no number card."""

    seat: int


class NobodyLeads(contract.Event, frozen=True):
    """Neither seat holds a number card: the hand ends."""


class HandEnded(contract.Event, frozen=True):
    number: int
    out: int
    """The seat that went out, -1 nobody."""
    taken: tuple[int, int]
    left: tuple[int, int]
    """The cards left in each hand."""
    points: tuple[int, int]
    """What the hand brought to each seat."""
    totals: tuple[int, int]


EVENTS = (
    FirstLeader
    | Dealt
    | MarketCard
    | PutAside
    | HandStarted
    | Played
    | Passed
    | WentOut
    | SeasonEnded
    | LeaderSkipped
    | NobodyLeads
    | HandEnded
)
