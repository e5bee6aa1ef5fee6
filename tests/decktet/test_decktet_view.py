"""Views, imagined states and plain data of Caravan (Decktet)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgpack
import pytest

from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.cards import cards_of
from caravan_tui.games.decktet.game import GAME
from caravan_tui.games.decktet.rules import Caravan, new
from caravan_tui.games.decktet.text import narrate, notation, selection_words
from tests.decktet.decktet_help import cards, play, position


@pytest.mark.parametrize("seed", range(6))
def test_an_imagined_state_looks_the_same_at_every_ply(seed: int) -> None:
    rng, state = Random(seed), new(2)
    while True:
        for seat in (None, 0, 1):
            view = GAME.view(state, seat)
            imagined = GAME.determinize(view, rng)
            assert msgpack.packb(GAME.view(imagined, seat)) == msgpack.packb(view)
            if seat is not None and state.to_act() == seat:
                assert imagined.legal() == state.legal()
        plain = msgpack.unpackb(msgpack.packb(GAME.encode(state)), strict_map_key=False)
        again = GAME.decode(plain, 1)
        assert GAME.encode(again) == plain
        assert (again.to_act(), again.legal()) == (state.to_act(), state.legal())
        if state.to_act() == OVER:
            break
        action = state.draw(rng) if state.to_act() == CHANCE else rng.choice(state.legal())
        state.apply(action)


def test_the_hidden_cards_are_imagined_evenly() -> None:
    """Twelve cards can be the one of the other hand or aside: each is held equally often."""
    state = position("2MK AM", "9LK 8YK AK", market="CS CW")
    view, rng = GAME.view(state, 0), Random(4)
    counts: Counter[int] = Counter()
    rounds = 4000
    for _ in range(rounds):
        imagined = GAME.determinize(view, rng)
        assert isinstance(imagined, Caravan)
        counts.update(cards_of(imagined.hands[1]))
    numbers = [counts[card] for card in range(24) if card != 0]
    wilds = [counts[card] for card in range(24, 36) if counts[card]]
    assert len(wilds) == 9
    for found, expected in [(numbers, rounds * 2 / 23), (wilds, rounds / 9)]:
        assert sum((n - expected) ** 2 / expected for n in found) < 2.2 * len(found)


def test_a_card_that_was_played_or_put_aside_is_never_imagined_in_a_hand() -> None:
    state = position("2MK 9LK AM", "3MW 9MS CY", market="AS CW")
    state.turned = cards_of(cards("AW"))[0]
    state.pool &= ~cards("AW")
    play(state, "2MK", "3MW", "pass")
    view, rng = GAME.view(state, 0), Random(2)
    for _ in range(300):
        imagined = GAME.determinize(view, rng)
        assert isinstance(imagined, Caravan)
        assert not imagined.hands[1] & cards("2MK 3MW 9LK AM AS CW AW")


def test_a_view_does_not_change_with_what_is_hidden() -> None:
    rng = Random(8)
    state = new(1)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    other = state.clone()
    swapped = cards_of(state.hands[1])[0], cards_of(state.set_aside())[0]
    other.hands[1] ^= (1 << swapped[0]) | (1 << swapped[1])
    other.dealt = (other.hands[0], other.hands[1])
    other.pool ^= (1 << swapped[0]) | (1 << swapped[1])
    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.view(other, None) == GAME.view(state, None)
    assert GAME.view(other, 1) != GAME.view(state, 1)


def test_a_dealt_card_is_seen_by_its_seat_alone() -> None:
    event = ("deal", 1, 5)
    assert GAME.view_event(event, 1) == event
    assert GAME.view_event(event, 0) == ("deal", 1, -1)
    assert GAME.view_event(event, None) == ("deal", 1, -1)
    state = new(1)
    state.apply(state.legal()[0])
    ace, crown = state.legal()[0], state.legal()[-1]
    assert state.observed(ace, 0) != state.observed(crown, 0)
    assert state.observed(ace, 1) == state.observed(crown, 1)


def test_a_clone_is_independent() -> None:
    rng, state = Random(1), new(1)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    before = GAME.encode(state)
    twin = state.clone()
    while twin.to_act() != OVER:
        twin.apply(rng.choice(twin.legal()))
    assert GAME.encode(state) == before
    assert state.legal() == GAME.decode(before, 1).legal()


def damaged() -> list[Any]:
    rng, state = Random(3), new(2)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    for _ in range(5):
        state.apply(state.legal()[0])
    good = GAME.encode(state)
    found: list[Any] = [None, 7, [], good[:-1], [*good, 0]]
    for at, value in [(0, 0), (0, "5"), (1, 3), (2, 99), (3, 5), (4, [1, 1]), (5, [0, 0])]:
        bad = list(good)
        bad[at] = value
        found.append(bad)
    for at, value in [(6, [24]), (8, 4), (10, [12345]), (12, [1, 1]), (13, [True, 0]), (14, [[]])]:
        bad = list(good)
        bad[at] = value
        found.append(bad)
    return found


@pytest.mark.parametrize("data", damaged())
def test_damaged_data_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="Caravan"):
        GAME.decode(data, 1)


def test_an_unknown_schema_is_refused() -> None:
    with pytest.raises(ValueError, match="schema"):
        GAME.decode(GAME.encode(new(1)), 2)


# --- Words


def test_a_selection_says_what_it_is_or_why_it_is_no_play() -> None:
    state = position(
        "4YK AK 6LK 6MW 7ML AM AS CM CW 9MS 3SK 5ML", "5SW 9WY AY 2WL 2SY", market="AL CL"
    )

    def words(text: str) -> str:
        seen = GAME.view(state, state.to_act())
        return selection_words(cards(text), state.legal(), seen)[0]

    assert words("4YK AK 6LK") == "caravan of three, rank 6"
    assert words("5ML AM") == "caravan of two, rank 5 or 6"
    assert words("6LK 6MW") == "Two cards of rank 6 cannot stand in one caravan"
    assert words("3SK 4YK 5ML") == "4YK and 5ML share no suit"
    assert words("3SK 7ML") == "3 ranks are missing between 3 and 7"
    assert words("4YK AM 6LK") == "In no order does each card share a suit with the next"
    assert words("AM AS") == "A bandit is an Ace, a Crown, or one of each: these are too many"
    assert words("AM") == "A bandit may not open a season"
    assert words("") == ""
    play(state, "4YK", "5SW")
    assert words("3SK") == "Too low: rank 3, and it takes more than 5"
    assert words("6MW 7ML") == "It takes 1 card to beat it"
    assert words("AM") == "bandit: the Ace of Moons"
    assert words("AM CM") == "bandit: Ace and Crown of Moons"
    play(state, "6MW", "AY")
    assert words("9MS") == "Only a stronger bandit beats a bandit"
    assert words("AM") == "That bandit is too weak"
    assert words("AM CW") == "bandit: the Ace of Moons with the Crown of Waves"


def test_the_log_tells_a_match_in_words() -> None:
    names, rng, state = ("Ann", "Bo"), Random(11), new(2)
    lines = []
    while state.to_act() != OVER:
        chance = state.to_act() == CHANCE
        action = state.draw(rng) if chance else rng.choice(state.legal())
        assert notation(action)
        assert GAME.describe(action, {})
        events: list[Any] = []
        state.apply(action, events)
        told = [line for event in events if (line := narrate(event, names))]
        assert told or chance
        lines += told
    text = "\n".join(lines)
    assert "{" not in text
    assert "Hand 2 is over" in text
    assert any(line.startswith("Ann plays a caravan of") for line in lines)
    assert any(name in text for name in ("Bo goes out!", "Ann goes out!"))
