"""Views, imagined states and plain data of Caravan (Decktet)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from caravan_tui.games.contract import CHANCE
from caravan_tui.games.decktet.events import Dealt
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.games.kit.bitsets import members
from tests.decktet.decktet_help import GAME, cards, match_of, play, position


def test_the_hidden_cards_are_imagined_evenly() -> None:
    """Twelve cards can be the one of the other hand or aside: each is held equally often."""
    state = position("2MK AM", "9LK 8YK AK", market="CS CW")
    view, rng = GAME.view(state, 0), Random(4)
    counts: Counter[int] = Counter()
    rounds = 4000
    for _ in range(rounds):
        imagined = GAME.determinize(view, rng)
        assert isinstance(imagined, DecktetState)
        counts.update(members(imagined.hands[1]))
    numbers = [counts[card] for card in range(24) if card != 0]
    wilds = [counts[card] for card in range(24, 36) if counts[card]]
    assert len(wilds) == 9
    for tallies, expected in [(numbers, rounds * 2 / 23), (wilds, rounds / 9)]:
        assert sum((n - expected) ** 2 / expected for n in tallies) < 2.2 * len(tallies)


def test_a_card_that_was_played_or_put_aside_is_never_imagined_in_a_hand() -> None:
    state = position("2MK 9LK AM", "3MW 9MS CY", market="AS CW")
    state.turned = members(cards("AW"))[0]
    state.pool &= ~cards("AW")
    play(state, "2MK", "3MW", "pass")
    view, rng = GAME.view(state, 0), Random(2)
    for _ in range(300):
        imagined = GAME.determinize(view, rng)
        assert isinstance(imagined, DecktetState)
        assert not imagined.hands[1] & cards("2MK 3MW 9LK AM AS CW AW")


def test_a_view_does_not_change_with_what_is_hidden() -> None:
    rng = Random(8)
    state = match_of(1)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    other = state.clone()
    swapped = members(state.hands[1])[0], members(state.set_aside())[0]
    other.hands = (other.hands[0], other.hands[1] ^ (1 << swapped[0]) ^ (1 << swapped[1]))
    other.dealt = other.hands
    other.pool ^= (1 << swapped[0]) | (1 << swapped[1])
    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.view(other, None) == GAME.view(state, None)
    assert GAME.view(other, 1) != GAME.view(state, 1)


def test_a_dealt_card_is_seen_by_its_seat_alone() -> None:
    event = Dealt(1, 5)
    assert GAME.view_event(event, 1) == event
    assert GAME.view_event(event, 0) == Dealt(1, None)
    assert GAME.view_event(event, None) == Dealt(1, None)
    state = match_of(1)
    state.apply(state.legal()[0])
    ace, crown = state.legal()[0], state.legal()[-1]
    assert state.observed(ace, 0) != state.observed(crown, 0)
    assert state.observed(ace, 1) == state.observed(crown, 1)


@pytest.fixture
def encoded() -> dict[str, Any]:
    """A position early in the first of two hands, as plain data."""
    rng, state = Random(3), match_of(2)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    for _ in range(5):
        state.apply(state.legal()[0])
    return GAME.encode(state)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hands_to_play", 0), ("hands_to_play", "5"), ("hands_to_play", 10), ("hand_number", 3),
        ("hand_number", 2), ("step", 99), ("step", 33), ("turn", 5), ("turn", -1),
        ("hands", [1, 1]), ("hands", [1]), ("dealt", [0, 0]), ("dealt", [1 << 36, 0]),
        ("market", [24]), ("market", [3, 24]), ("market", [24, 25, 26]), ("turned", 36),
        ("opener", 4), ("opener", -1), ("leader", -1), ("plays", [12345]), ("plays", [10 << 40]),
        ("plays", [1 << 40 | 3 << 36 | 1]), ("out", 2), ("taken", [1, 1]), ("totals", [True, 0]),
        ("totals", [1000, 0]), ("results", [[]]), ("results", [[0, [], -1, 0, [0, 0], [0, 0], 0]]),
    ],
)  # fmt: skip
def test_a_damaged_field_is_refused(encoded: dict[str, Any], field: str, value: Any) -> None:
    GAME.decode(encoded, GAME.spec.schema)
    with pytest.raises(ValueError, match=rf"^{field}: |the cards do not add up"):
        GAME.decode({**encoded, field: value}, GAME.spec.schema)


def test_a_missing_or_unknown_field_is_refused(encoded: dict[str, Any]) -> None:
    for data in (None, 7, [], list(encoded.values()), {**encoded, "pool": 0}):
        with pytest.raises(ValueError, match="not a position"):
            GAME.decode(data, GAME.spec.schema)
    del encoded["taken"]
    with pytest.raises(ValueError, match="not a position"):
        GAME.decode(encoded, GAME.spec.schema)
