"""The rules: moves, chance and their consequences. Numbers in brackets are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, final

from caravan_tui.games.contract import Event, OptionValue
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
from caravan_tui.games.decktet.events import (
    Dealt,
    FirstLeader,
    HandEnded,
    HandStarted,
    LeaderSkipped,
    MarketCard,
    NobodyLeads,
    Passed,
    Played,
    PutAside,
    SeasonEnded,
    WentOut,
)
from caravan_tui.games.decktet.pieces import ALL, NUMBERS, WILDS, worth_under
from caravan_tui.games.decktet.spec import SPEC
from caravan_tui.games.decktet.state import (
    LEADER_STEP,
    MARKET_STEP,
    NUMBERS_EACH,
    NUMBERS_STEP,
    PLAY_STEP,
    REPLACE_STEP,
    WILDS_EACH,
    WILDS_STEP,
    DecktetPosition,
    Result,
)
from caravan_tui.games.kit.bitsets import members
from caravan_tui.games.kit.native import size
from caravan_tui.games.state import CHANCE, OVER

GOING_OUT: Final = 5
"""Points for emptying the hand, without those for the opponent's cards (9)."""


@final
class DecktetState(DecktetPosition):
    __slots__ = ()

    OPEN_MOVES = True

    def legal(self) -> list[int]:
        seat = self.turn
        if seat < 0:
            return self._outcomes() if seat == CHANCE else []
        plays = self.plays
        if not plays:
            return self.table(seat)[:]
        hands, bases = self.hands, self.bases
        base = bases[1] if seat else bases[0]
        if base is None:
            base = self.table(seat)
        moves = beating(plays[-1], hands[1] if seat else hands[0], base)
        moves.append(PASS)
        return moves

    def table(self, seat: int) -> list[int]:
        """All caravans of the seat's hand, sorted. The list is shared: do not change it."""
        first, second = self.bases
        if seat:
            second = caravans_of(self.hands[1], second)
            self.bases = (first, second)
            return second
        first = caravans_of(self.hands[0], first)
        self.bases = (first, second)
        return first

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
        outcomes = []
        while cards:
            card = cards & -cards
            cards ^= card
            outcomes.append(base | card)
        return outcomes

    def draw(self, rng: Random) -> int:
        outcomes = self._outcomes()
        return outcomes[int(rng.random() * len(outcomes))]

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        kind = action >> KIND_SHIFT
        if kind <= BANDIT:
            seat = self.turn
            first, second = self.hands
            if seat:
                hand = second ^ action & CARDS
                self.hands = (first, hand)
            else:
                hand = first ^ action & CARDS
                self.hands = (hand, second)
            self.plays.append(action)
            if events is not None:
                events.append(Played(seat, action, size(hand)))
            if self.out >= 0:
                # The only answer to going out (9). Emptying this hand too brings nothing (D-5).
                self._end_season(events)
            elif hand:
                self.turn = 1 - seat
            else:
                self.out = seat
                self.turn = 1 - seat
                if events is not None:
                    events.append(WentOut(seat))
        elif kind == PASS_KIND:
            if events is not None:
                events.append(Passed(self.turn))
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
        first, second = self.taken
        self.taken = (first, second | cards) if winner else (first | cards, second)
        self.plays = []
        if events is not None:
            events.append(SeasonEnded(winner, cards, worth_under(cards, self.market), by_bandit))
        if self.out >= 0:
            self._end_hand(events)
            return
        first, second = self.hands
        if (second if last_seat else first) & NUMBERS:
            self.leader = self.turn = last_seat
        elif (first if last_seat else second) & NUMBERS:  # D-3
            self.leader = self.turn = 1 - last_seat
            if events is not None:
                events.append(LeaderSkipped(last_seat))
        else:
            if events is not None:
                events.append(NobodyLeads())
            self._end_hand(events)

    def _clear_table(self) -> None:
        """Prepare the deal of the next hand."""
        self.step = WILDS_STEP
        self.turn = CHANCE
        self.pool = ALL
        self.hands = (0, 0)
        self.dealt = (0, 0)
        self.market = ()
        self.turned = -1
        self.leader = self.opener
        self.plays = []
        self.out = -1
        self.taken = (0, 0)
        self.bases = (None, None)

    def _end_hand(self, events: list[Event] | None) -> None:
        market, taken, left, out = self.market, self.taken, self.hands, self.out
        first, second = worth_under(taken[0], market), worth_under(taken[1], market)
        if out == 0:
            first += GOING_OUT + size(left[1])
        elif out == 1:
            second += GOING_OUT + size(left[0])
        gained = (first, second)
        fields = (self.opener, market, self.turned, out, taken, left, gained)
        self.results = (*self.results, tuple.__new__(Result, fields))
        self.totals = (self.totals[0] + first, self.totals[1] + second)
        if events is not None:
            events.append(HandEnded(self.hand_number, out, taken, left, gained, self.totals))
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
                events.append(FirstLeader(self.opener))
            return
        bit = action & CARDS
        card = bit.bit_length() - 1
        self.pool ^= bit
        if kind == MARKET_KIND:
            self._turn_up(card, events)
        else:
            seat = kind - DEAL_KIND
            first, second = self.hands
            self.hands = (first, second | bit) if seat else (first | bit, second)
            self.step += 1
            if events is not None:
                events.append(Dealt(seat, card))
        if self.step == PLAY_STEP:
            self.dealt = self.hands
            self.turn = self.opener
            if events is not None:
                events.append(HandStarted(self.hand_number, self.opener, self.market))

    def _turn_up(self, card: int, events: list[Event] | None) -> None:
        market = self.market
        if market and (market[0] - card) % 6 == 0:  # one suit twice: replaced (1, D-7)
            self.turned = card
            self.step = REPLACE_STEP
            if events is not None:
                events.append(PutAside(card))
            return
        self.market = (*market, card)
        self.step = NUMBERS_STEP if market else self.step + 1
        if events is not None:
            events.append(MarketCard(card))

    def imagine(self, seat: int, rng: Random) -> bool:
        if self.step != PLAY_STEP or not 0 <= seat <= 1:
            return False
        held = self.hands[1 - seat]
        hidden = held | self.pool
        hand = sample(hidden & WILDS, size(held & WILDS), rng)
        hand |= sample(hidden & NUMBERS, size(held & NUMBERS), rng)
        self.suppose(seat, hand)
        return True

    def suppose(self, seat: int, hand: int) -> None:
        """Give the seat opposite `seat` another hand, of cards that `seat` does not see.

        Args:
            hand: as many cards of each kind as it has.
        """
        first, second = self.hands
        first_dealt, second_dealt = self.dealt
        own_table, other_table = self.bases
        if seat:
            first, second = second, first
            first_dealt, second_dealt = second_dealt, first_dealt
            own_table, other_table = other_table, own_table
        hidden = second | self.pool
        dealt = second_dealt ^ second | hand
        # Listed once for all worlds of a search, then filtered for each.
        table = caravans_of(hidden)
        self.pool = hidden ^ hand
        self.hands = (hand, first) if seat else (first, hand)
        self.dealt = (dealt, first_dealt) if seat else (first_dealt, dealt)
        self.bases = (table, own_table) if seat else (own_table, table)

    def observed(self, action: int, seat: int) -> int:
        kind = action >> KIND_SHIFT
        if DEAL_KIND <= kind < MARKET_KIND and kind - DEAL_KIND != seat:
            return kind << KIND_SHIFT
        return action


def sample(mask: int, count: int, rng: Random) -> int:
    """Choose `count` cards of a mask uniformly at random."""
    if not count:
        return 0
    cards = members(mask)
    left = len(cards)
    chosen = 0
    random = rng.random
    for _ in range(count):
        place = int(random() * left)
        left -= 1
        chosen |= 1 << cards[place]
        cards[place] = cards[left]
    return chosen


STATE = DecktetState


def setup(options: Mapping[str, OptionValue], seats: int, custom: Any = None) -> DecktetState:
    SPEC.check_seats(seats)
    return DecktetState(hands_to_play=int(options["hands"]))
