"""The position: who has what, the villages, and the step that runs. The moves are in `rules`.

Villages are numbered `owner * 3 + nth`; sides of merchants `merchant * 2 + LEFT or RIGHT`; dice and
actions are packed by `actions.py`. Rule numbers: RULES.md.
"""

from __future__ import annotations

from typing import Self

from caravan_tui.games.contract import CHANCE, OVER, State

from .cards import VILLAGES, Cards

FIRST_DICE = 4
FIRST_FAVOURS = 2

# What the actor is asked, in `State.phase`.
STARTING, FILLING, ROLLING, SELLING, ADDING, DRAWING, PLACING, REROLLING, SPENDING, ENDED = range(
    10
)


class Position(State):
    """All of a match. Lists are by seat, or by village where their name begins with `v_`."""

    __slots__ = (
        "added",
        "cards",
        "coins",
        "deck",
        "dice",
        "favours",
        "filling_for",
        "free",
        "hand",
        "hidden",
        "laid",
        "phase",
        "rewards",
        "rolling",
        "round",
        "row",
        "seats",
        "start",
        "turn",
        "v_coins",
        "v_favours",
        "v_left",
        "v_need",
        "v_right",
        "v_sold",
        "v_stalls",
        "v_visit",
        "village",
    )

    def begin(self, cards: Cards, seats: int) -> None:
        """Set up the first position."""
        self.cards = cards
        self.seats = seats
        self.phase = STARTING
        self.start = -1
        self.turn = 0
        """How many seats are through with the step that runs; the next is `start + turn`."""
        self.round = 0
        self.filling_for = ROLLING
        """The phase that follows when the row is full."""
        self.row: list[int] = []
        """Merchants for sale, the one that lies longest first."""
        self.deck = cards.every
        """The draw pile as a bit mask: it has no order before a card is drawn."""
        self.village = -1
        """The own village to which dice were brought, -1 if none waits for `sell`."""
        self.added: tuple[int, ...] = ()
        """Sides added in the sale that runs, in order."""
        self.rewards: tuple[int, ...] = ()
        """Free rewards that are still to be paid, in order (V-4)."""
        self.rolling = 0
        """Dice to be rolled again."""
        self.dice = [FIRST_DICE] * seats
        self.free = [0] * seats
        """Unplaced dice."""
        self.coins = [0] * seats
        self.favours = [FIRST_FAVOURS] * seats
        self.hand = [0] * seats
        self.hidden = [0] * seats
        """Merchants of the hand that came from the draw pile: the others do not know them (V-7)."""
        self.laid = [VILLAGES] * seats
        """Cards on the table."""
        self.v_need = cards.village_need * seats
        self.v_stalls = [2] * (VILLAGES * seats)
        self.v_coins = cards.village_owner * seats
        """What the owner earns at each sale, in coins and (`v_favours`) in favours."""
        self.v_favours = [0] * (VILLAGES * seats)
        self.v_visit = cards.village_visitor * seats
        """What a visitor earns at each sale, in coins."""
        self.v_left: list[tuple[int, ...]] = [()] * (VILLAGES * seats)
        """Sides tucked at the left, from the village outward."""
        self.v_right: list[tuple[int, ...]] = [()] * (VILLAGES * seats)
        self.v_sold = [0] * (VILLAGES * seats)
        """0 for an open village, else 1 + the seat whose dice lie on it."""

    def clone(self) -> Self:
        """An independent copy; the cards, which never change, are shared."""
        new = type(self)()
        new.cards = self.cards
        new.seats = self.seats
        new.phase = self.phase
        new.start = self.start
        new.turn = self.turn
        new.round = self.round
        new.filling_for = self.filling_for
        new.row = self.row[:]
        new.deck = self.deck
        new.village = self.village
        new.added = self.added
        new.rewards = self.rewards
        new.rolling = self.rolling
        new.dice = self.dice[:]
        new.free = self.free[:]
        new.coins = self.coins[:]
        new.favours = self.favours[:]
        new.hand = self.hand[:]
        new.hidden = self.hidden[:]
        new.laid = self.laid[:]
        new.v_need = self.v_need[:]
        new.v_stalls = self.v_stalls[:]
        new.v_coins = self.v_coins[:]
        new.v_favours = self.v_favours[:]
        new.v_visit = self.v_visit[:]
        new.v_left = self.v_left[:]
        new.v_right = self.v_right[:]
        new.v_sold = self.v_sold[:]
        return new

    def active(self) -> int:
        """The seat whose step it is, also while its dice or its merchant are drawn."""
        return (self.start + self.turn) % self.seats

    def to_act(self) -> int:
        phase = self.phase
        if phase in (SELLING, ADDING, SPENDING, PLACING):
            return (self.start + self.turn) % self.seats
        return OVER if phase == ENDED else CHANCE
