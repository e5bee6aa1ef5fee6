"""The position of a match of Caravan (Decktet): fields, bounds and small queries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, NamedTuple, Self

from caravan_tui.games.decktet.actions import (
    CARDS,
    KIND_SHIFT,
    PASS,
    bandit,
    caravan,
    kind_of,
    rank_of,
)
from caravan_tui.games.decktet.pieces import ALL, COUNT, NUMBER_COUNT, NUMBERS, WILDS
from caravan_tui.games.kit.bitsets import mask_of
from caravan_tui.games.kit.fields import Mask, Plain, Range, Record, Row
from caravan_tui.games.state import CHANCE, OVER, State

LEADER_STEP: Final = 0
WILDS_STEP: Final = 1
MARKET_STEP: Final = 9
REPLACE_STEP: Final = 11
NUMBERS_STEP: Final = 12
PLAY_STEP: Final = 34
"""`DecktetPosition.step` where: the first leader is drawn; the first of eight Aces and Crowns is
dealt; the market is turned up; its second card is replaced; the first of 22 number cards is dealt;
the seats play."""

WILDS_EACH: Final = 4
NUMBERS_EACH: Final = 11


class Result(NamedTuple):
    """A finished hand."""

    opener: int
    """The seat that led it."""
    market: tuple[int, ...]
    """Card numbers."""
    turned: int
    """The card that was turned up and put aside, -1 none."""
    out: int
    """The seat that went out, -1 nobody."""
    taken: tuple[int, int]
    """The cards that each seat collected, as masks."""
    left: tuple[int, int]
    """The cards left in each hand, as masks."""
    points: tuple[int, int]
    """What the hand brought to each seat."""


def _read_play(data: Any) -> int:
    if type(data) is not int or not 1 << KIND_SHIFT <= data < PASS:
        raise ValueError("not a play")
    cards = data & CARDS
    if data not in (bandit(cards), caravan(cards, rank_of(data))) or not kind_of(data):
        raise ValueError(f"{data} is not a play")
    return data


def _make_result(
    opener: int,
    market: list[int],
    turned: int,
    out: int,
    taken: list[int],
    left: list[int],
    points: list[int],
) -> Result:
    return Result(
        opener,
        tuple(market),
        turned,
        out,
        (taken[0], taken[1]),
        (left[0], left[1]),
        (points[0], points[1]),
    )


HAND: Final = Mask(COUNT)
SEAT: Final = Range(0, 1)
SEAT_OR_NONE: Final = Range(-1, 1)
MARKET_CARDS: Final = Row(Range(NUMBER_COUNT, COUNT - 1), 0, 2)
TURNED: Final = Range(-1, COUNT - 1)
PLAYS: Final = Row(Plain(int, _read_play), 0, 2 * (WILDS_EACH + NUMBERS_EACH))
RESULT: Final = Record(
    (
        SEAT,
        MARKET_CARDS,
        TURNED,
        SEAT_OR_NONE,
        Row(HAND, 2),
        Row(HAND, 2),
        Row(Range(-99, 99), 2),
    ),
    _make_result,
)


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class DecktetPosition(State):
    """A position. Sets of cards are masks (`pieces.py`), plays are actions (`actions.py`)."""

    hands_to_play: Annotated[int, Range(1, 9)]
    hand_number: Annotated[int, Range(1, 9)] = 1
    """From 1."""
    step: Annotated[int, Range(LEADER_STEP, PLAY_STEP)] = LEADER_STEP
    turn: Annotated[int, Range(OVER, 1)] = CHANCE
    """The actor: a seat, CHANCE or OVER."""
    pool: int = ALL
    """Cards not dealt in this hand; those set aside once the deal is complete. Derived."""
    hands: Annotated[tuple[int, int], Row(HAND, 2)] = (0, 0)
    dealt: Annotated[tuple[int, int], Row(HAND, 2)] = (0, 0)
    """The hands as dealt, so that what a seat has played is `dealt & ~hands`."""
    market: Annotated[tuple[int, ...], MARKET_CARDS] = ()
    """Card numbers, two when complete."""
    turned: Annotated[int, TURNED] = -1
    """The card that was turned up second and put aside for its suit, -1 none (1)."""
    opener: Annotated[int, SEAT_OR_NONE] = -1
    """Who leads the first season of this hand, -1 not known yet (D-6)."""
    leader: Annotated[int, SEAT_OR_NONE] = -1
    """Who led this season."""
    plays: Annotated[list[int], PLAYS] = field(default_factory=list)
    """The plays of this season. Seats alternate, the leader first."""
    out: Annotated[int, SEAT_OR_NONE] = -1
    """The seat that has emptied its hand while the other may still answer, -1 nobody (9)."""
    taken: Annotated[tuple[int, int], Row(HAND, 2)] = (0, 0)
    """The cards collected in this hand."""
    totals: Annotated[tuple[int, int], Row(Range(-999, 999), 2)] = (0, 0)
    """Points of the finished hands (D-10)."""
    results: Annotated[tuple[Result, ...], Row(RESULT, 0, 9)] = ()
    bases: tuple[list[int] | None, list[int] | None] = (None, None)
    """By seat: the caravans of a superset of the hand, to be filtered, or None. Never changed in
    place, so clones share them. Derived."""

    # Made by `python -m tools.copying`.
    def become(self, other: Self) -> None:
        self.hands_to_play = other.hands_to_play
        self.hand_number = other.hand_number
        self.step = other.step
        self.turn = other.turn
        self.pool = other.pool
        self.hands = other.hands
        self.dealt = other.dealt
        self.market = other.market
        self.turned = other.turned
        self.opener = other.opener
        self.leader = other.leader
        self.plays = other.plays[:]
        self.out = other.out
        self.taken = other.taken
        self.totals = other.totals
        self.results = other.results
        self.bases = other.bases

    def to_act(self) -> int:
        return self.turn

    def scores(self) -> tuple[float, ...]:
        return self.totals

    def outcome(self) -> tuple[int, ...]:
        first, second = self.totals
        if first == second:
            return (1, 1)
        return (1, 2) if first > second else (2, 1)

    def set_aside(self) -> int:
        """The cards in neither hand nor the market so far: those never dealt (D-8)."""
        aside = self.pool
        return aside | 1 << self.turned if self.turned >= 0 else aside

    def played_by(self, seat: int) -> int:
        """The cards that a seat has played in this hand."""
        return self.dealt[seat] & ~self.hands[seat]

    def restored(self) -> None:
        """Count the cards, so that damaged data is refused before it is played on."""
        market = mask_of(self.market)
        if self.turned >= 0:
            market |= 1 << self.turned
        first, second = self.dealt if self.step == PLAY_STEP else self.hands
        wilds = ((first & WILDS).bit_count(), (second & WILDS).bit_count())
        numbers = ((first & NUMBERS).bit_count(), (second & NUMBERS).bit_count())
        dealt = min(max(self.step - WILDS_STEP, 0), 2 * WILDS_EACH)
        dealt_numbers = max(self.step - NUMBERS_STEP, 0)
        turned_up = len(self.market) + (self.turned >= 0)
        steps = {MARKET_STEP + 1: (1,), REPLACE_STEP: (2,)}
        expected = steps.get(self.step, (2, 3) if self.step >= NUMBERS_STEP else (0,))
        is_sound = (
            not (first & second or (first | second) & market)
            and wilds == (min(dealt, WILDS_EACH), max(dealt - WILDS_EACH, 0))
            and numbers == (min(dealt_numbers, NUMBERS_EACH), max(dealt_numbers - NUMBERS_EACH, 0))
            and turned_up in expected
            and self.hand_number <= self.hands_to_play
            and (self.turn == CHANCE) == (self.step < PLAY_STEP and self.turn != OVER)
            and (self.turn < 0 or self.leader >= 0)
            and (self.step == LEADER_STEP or self.opener >= 0)
            and len(self.results) == self.hand_number - (self.turn != OVER)
        )
        if not is_sound or (self.step == PLAY_STEP and not self._played_adds_up()):
            raise ValueError("the cards do not add up")
        self.pool = ALL & ~(first | second | market)
        self.bases = (None, None)

    def _played_adds_up(self) -> bool:
        """Whether the cards played are those collected and on the table."""
        table = 0
        for play in self.plays:
            table |= play & CARDS
        played = self.played_by(0) | self.played_by(1)
        first, second = self.taken
        is_held = not any(self.hands[seat] & ~self.dealt[seat] for seat in range(2))
        is_apart = not (first & second or (first | second) & table)
        return is_held and is_apart and first | second | table == played
