"""The legal plays grouped by their cards, and the cards that a player selects for one."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from caravan_tui.games.decktet.actions import CARDS, PASS
from caravan_tui.games.decktet.pieces import RANKS
from caravan_tui.games.kit.bitsets import members


def plays_of(mask: int, legal: Sequence[int]) -> list[int]:
    """The legal plays of exactly these cards, by rising rank."""
    return [action for action in legal if action < PASS and action & CARDS == mask]


def masks_with(mask: int, legal: Sequence[int]) -> list[int]:
    """The cards of each legal play that has all of these cards, without duplicates."""
    plays = (action & CARDS for action in legal if action < PASS)
    return list(dict.fromkeys(cards for cards in plays if cards & mask == mask))


@define
class Selection:
    """The cards of a hand, a cursor on one of them, and those selected."""

    hand: list[int] = field(factory=list)
    cursor: int = 0
    """The place of the cursor in the hand."""
    cards: int = 0
    """The selected cards."""
    pinned: int = 0
    """The cards selected by hand; `complete` keeps them."""
    reading: int = 0
    """How often another rank was asked for, where the cards can be read as several."""

    @property
    def card(self) -> int:
        """The card under the cursor, -1 none."""
        return self.hand[self.cursor] if 0 <= self.cursor < len(self.hand) else -1

    def update(self, hand: int) -> None:
        """Take over a new hand. The cursor stays on its card; cards that left are deselected."""
        card = self.card
        self.hand = members(hand)
        if card in self.hand:
            self.cursor = self.hand.index(card)
        else:
            self.cursor = max(0, min(self.cursor, len(self.hand) - 1))
        self.cards &= hand
        self.pinned &= hand

    def select(self, cards: int) -> None:
        """Select exactly these cards by hand."""
        self.cards = self.pinned = cards
        self.reading = 0

    def has(self, card: int) -> bool:
        """Whether a card is selected."""
        return bool(self.cards >> card & 1)

    def go_to(self, card: int) -> None:
        """Put the cursor on a card of the hand."""
        self.cursor = self.hand.index(card)

    def go_to_rank(self, rank: int) -> bool:
        """Put the cursor on the next card of a rank, 0 an Ace or a Crown. Whether there is one."""
        count = len(self.hand)
        for step in range(1, count + 1):
            place = (self.cursor + step) % count
            if RANKS[self.hand[place]] == rank:
                self.cursor = place
                return True
        return False

    def plays(self, legal: Sequence[int]) -> list[int]:
        """The legal plays of the selected cards, the one to be played first.

        That is the one of the highest rank, until another `reading` is asked for.
        """
        plays = plays_of(self.cards, legal)
        if len(plays) > 1:
            first = (len(plays) - 1 - self.reading) % len(plays)
            plays = plays[first:] + plays[:first]
        return plays

    def complete(self, by: int, legal: Sequence[int]) -> bool:
        """Select the next (1) or previous (-1) legal play that has all pinned cards.

        False if there is none.
        """
        masks = masks_with(self.pinned, legal)
        if not masks:
            return False
        if self.cards in masks:
            place = (masks.index(self.cards) + by) % len(masks)
        else:
            place = 0 if by > 0 else len(masks) - 1
        self.cards = masks[place]
        self.reading = 0
        return True
