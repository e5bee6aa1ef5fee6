"""The rules in play. Numbers in brackets are those of RULES.md."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from caravan_tui.games.contract import CHANCE, OVER, Event, State
from caravan_tui.games.decktet.actions import (
    BANDIT,
    CARDS,
    DEAL,
    DEAL_KIND,
    KIND_SHIFT,
    LEADS,
    LEADS_KIND,
    MARKET,
    MARKET_KIND,
    PASS,
    PASS_KIND,
    beating,
    caravans_of,
)
from caravan_tui.games.decktet.cards import ALL, NUMBERS, WILDS, worth

LEADER_STEP, WILDS_STEP, MARKET_STEP, REPLACE_STEP, NUMBERS_STEP, PLAY_STEP = 0, 1, 9, 11, 12, 34
"""`Caravan.step` where: the leader is drawn; the first of eight Aces and Crowns is dealt; the
market is turned up; its second card is replaced; the first of 22 number cards is dealt; the seats
play."""

WILDS_EACH, NUMBERS_EACH = 4, 11
GOING_OUT = 5
"""Points for emptying one's hand, before those for the opponent's cards (9)."""

Result = tuple[int, tuple[int, ...], int, int, tuple[int, int], tuple[int, int], tuple[int, int]]
"""A finished hand: who led it, the market's card numbers, the card turned up and put aside (a
number, -1 none), who went out (-1 nobody), the cards collected, the cards left in hand (both as
masks, by seat), the points that the hand brought."""


class Caravan(State):
    """A match of Caravan. Sets of cards are masks, see `cards.py`; actions `actions.py`."""

    OPEN_MOVES: ClassVar[bool] = True

    __slots__ = (
        "bases",
        "dealt",
        "hand_number",
        "hands",
        "hands_to_play",
        "leader",
        "market",
        "opener",
        "out",
        "plays",
        "pool",
        "results",
        "step",
        "taken",
        "totals",
        "turn",
        "turned",
    )

    hands_to_play: int
    hand_number: int
    """From 1."""
    step: int
    turn: int
    """The actor: a seat, CHANCE or OVER."""
    pool: int
    """Cards not dealt in this hand; from the deal's end on: those set aside."""
    hands: list[int]
    dealt: tuple[int, int]
    """The hands as dealt; so what a seat has played is `dealt & ~hands`."""
    market: tuple[int, ...]
    """Card numbers, two when complete."""
    turned: int
    """The card that was turned up second and put aside for its suit, -1 none (1)."""
    opener: int
    """Who leads the first season of this hand, -1 not known yet (D-6)."""
    leader: int
    """Who led this season."""
    plays: tuple[int, ...]
    """The plays of this season; seats alternate from the leader."""
    out: int
    """The seat that has emptied its hand while the other may still answer, -1 nobody (9)."""
    taken: list[int]
    """The cards collected in this hand."""
    totals: tuple[int, int]
    """Points of the finished hands (D-10)."""
    results: tuple[Result, ...]
    bases: list[list[int] | None]
    """By seat: caravans of a set of cards that holds the hand, to be filtered; None: to be made.
    Never changed in place, so clones share them."""

    def begin(self, hands_to_play: int) -> None:
        """Set up the first hand."""
        self.hands_to_play = hands_to_play
        self.hand_number = 1
        self.opener = -1
        self.totals = (0, 0)
        self.results = ()
        self._clear_table()
        self.step = LEADER_STEP

    def _clear_table(self) -> None:
        self.step = WILDS_STEP
        self.turn = CHANCE
        self.pool = ALL
        self.hands = [0, 0]
        self.dealt = (0, 0)
        self.market = ()
        self.turned = -1
        self.leader = self.opener
        self.plays = ()
        self.out = -1
        self.taken = [0, 0]
        self.bases = [None, None]

    def clone(self) -> Caravan:
        new = Caravan()
        new.hands_to_play = self.hands_to_play
        new.hand_number = self.hand_number
        new.step = self.step
        new.turn = self.turn
        new.pool = self.pool
        new.hands = self.hands[:]
        new.dealt = self.dealt
        new.market = self.market
        new.turned = self.turned
        new.opener = self.opener
        new.leader = self.leader
        new.plays = self.plays
        new.out = self.out
        new.taken = self.taken[:]
        new.totals = self.totals
        new.results = self.results
        new.bases = self.bases[:]
        return new

    def to_act(self) -> int:
        return self.turn

    def legal(self) -> list[int]:
        seat = self.turn
        if seat < 0:
            return self._outcomes() if seat == CHANCE else []
        hand = self.hands[seat]
        plays = self.plays
        if not plays:
            return self.table(seat)[:]
        base = self.bases[seat]
        if base is None:
            base = self.table(seat)
        found = beating(plays[-1], hand, base)
        found.append(PASS)
        return found

    def table(self, seat: int) -> list[int]:
        """All caravans of the seat's hand, sorted. Shared: do not change the list."""
        exact = caravans_of(self.hands[seat], self.bases[seat])
        self.bases[seat] = exact
        return exact

    def _outcomes(self) -> list[int]:
        step = self.step
        if step == LEADER_STEP:
            return [LEADS, LEADS | 1]
        if step < NUMBERS_STEP:
            cards = self.pool & WILDS
            base = MARKET if step >= MARKET_STEP else DEAL
            if WILDS_STEP + WILDS_EACH <= step < MARKET_STEP:
                base += 1 << KIND_SHIFT
        else:
            cards = self.pool & NUMBERS
            base = DEAL
            if step >= NUMBERS_STEP + NUMBERS_EACH:
                base += 1 << KIND_SHIFT
        found = []
        while cards:
            card = cards & -cards
            cards ^= card
            found.append(base | card)
        return found

    def draw(self, rng: Random) -> int:
        outcomes = self._outcomes()
        return outcomes[int(rng.random() * len(outcomes))]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        kind = action >> KIND_SHIFT
        if kind <= BANDIT:
            seat = self.turn
            hand = self.hands[seat] ^ action & CARDS
            self.hands[seat] = hand
            self.plays += (action,)
            if events is not None:
                events.append(("play", seat, action, hand.bit_count()))
            if self.out >= 0:
                # The one answer to going out (9). The seat's own last card brings nothing (D-5).
                self._end_season(events)
            elif hand:
                self.turn = 1 - seat
            else:
                self.out = seat
                self.turn = 1 - seat
                if events is not None:
                    events.append(("out", seat))
        elif kind == PASS_KIND:
            if events is not None:
                events.append(("pass", self.turn))
            self._end_season(events)
        else:
            self._chance(kind, action, events)

    def _end_season(self, events: list[Event] | None) -> None:
        plays = self.plays
        last_seat = self.leader if len(plays) & 1 else 1 - self.leader
        by_bandit = plays[-1] >> KIND_SHIFT == BANDIT
        winner = 1 - last_seat if by_bandit else last_seat
        cards = 0
        for play in plays:
            cards |= play
        cards &= CARDS
        self.taken[winner] |= cards
        self.plays = ()
        if events is not None:
            points = worth(cards, self._market_mask())
            events.append(("season", winner, cards, points, by_bandit))
        if self.out >= 0:
            self._end_hand(events)
            return
        if self.hands[last_seat] & NUMBERS:
            self.leader = self.turn = last_seat
        elif self.hands[1 - last_seat] & NUMBERS:  # D-3
            self.leader = self.turn = 1 - last_seat
            if events is not None:
                events.append(("cannot_lead", last_seat))
        else:
            if events is not None:
                events.append(("nobody_leads",))
            self._end_hand(events)

    def _market_mask(self) -> int:
        mask = 0
        for card in self.market:
            mask |= 1 << card
        return mask

    def _end_hand(self, events: list[Event] | None) -> None:
        market = self._market_mask()
        points = [worth(self.taken[0], market), worth(self.taken[1], market)]
        out = self.out
        if out >= 0:
            points[out] += GOING_OUT + self.hands[1 - out].bit_count()
        taken = (self.taken[0], self.taken[1])
        left = (self.hands[0], self.hands[1])
        gained = (points[0], points[1])
        result = (self.opener, self.market, self.turned, out, taken, left, gained)
        self.results += (result,)
        self.totals = (self.totals[0] + points[0], self.totals[1] + points[1])
        if events is not None:
            events.append(("hand_over", self.hand_number, out, taken, left, gained, self.totals))
        if self.totals[0] != self.totals[1]:  # D-6
            self.opener = 0 if self.totals[0] < self.totals[1] else 1
        else:
            self.opener = 1 - self.opener
        self._clear_table()
        if self.hand_number < self.hands_to_play:
            self.hand_number += 1
        else:
            self.turn = OVER

    def _chance(self, kind: int, action: int, events: list[Event] | None) -> None:
        if kind == LEADS_KIND:
            self.opener = self.leader = action & CARDS
            self.step = WILDS_STEP
            if events is not None:
                events.append(("leads", self.opener))
            return
        bit = action & CARDS
        card = bit.bit_length() - 1
        self.pool ^= bit
        if kind == MARKET_KIND:
            self._turn_up(card, events)
        else:
            seat = kind - DEAL_KIND
            self.hands[seat] |= bit
            self.step += 1
            if events is not None:
                events.append(("deal", seat, card))
        if self.step == PLAY_STEP:
            self.dealt = (self.hands[0], self.hands[1])
            self.turn = self.opener
            if events is not None:
                events.append(("hand", self.hand_number, self.opener, self.market))

    def _turn_up(self, card: int, events: list[Event] | None) -> None:
        market = self.market
        if market and (market[0] - card) % 6 == 0:  # one suit: put aside and replaced (1, D-7)
            self.turned = card
            self.step = REPLACE_STEP
            if events is not None:
                events.append(("aside", card))
            return
        self.market = (*market, card)
        self.step = NUMBERS_STEP if market else self.step + 1
        if events is not None:
            events.append(("market", card))

    def observed(self, action: int, seat: int) -> int:
        kind = action >> KIND_SHIFT
        if DEAL_KIND <= kind < MARKET_KIND and kind - DEAL_KIND != seat:
            return kind << KIND_SHIFT
        return action

    def scores(self) -> tuple[float, ...]:
        return self.totals

    def outcome(self) -> tuple[int, ...]:
        first, second = self.totals
        if first == second:
            return (1, 1)
        return (1, 2) if first > second else (2, 1)

    def set_aside(self) -> int:
        """The cards in neither hand nor the market, by now: what was never dealt (D-8)."""
        aside = self.pool
        return aside | 1 << self.turned if self.turned >= 0 else aside

    def last_seat(self) -> int:
        """Who made the last play of this season, -1 before the first."""
        if not self.plays:
            return -1
        return self.leader if len(self.plays) & 1 else 1 - self.leader


def new(hands_to_play: int) -> Caravan:
    """The first position of a match of so many hands."""
    state = Caravan()
    state.begin(hands_to_play)
    return state


def played_by(state: Caravan, seat: int) -> int:
    """The cards that a seat has played in this hand, as a mask."""
    return state.dealt[seat] & ~state.hands[seat]
