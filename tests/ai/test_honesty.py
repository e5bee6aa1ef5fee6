"""No level knows more than its seat: each kind of hidden truth is changed, and the answer stays.

The truth is changed in the state itself, by hand, game by game, and not by `determinize`: so a view
that told what is hidden, and a world made from it, would be found out together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, TypeVar

import pytest

from ai import levels
from ai.search import choose
from ai.views import pack
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd.actions import CITIES
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.contract import CHANCE, OVER, Game, State
from caravan_tui.games.decktet.pieces import NUMBERS, WILDS
from caravan_tui.games.decktet.rules import DecktetState
from caravan_tui.games.dice_village.rules import DiceVillageState
from caravan_tui.games.kit.bitsets import members

Twin = Callable[[Any, int, Random], State | None]
"""The same position for this seat with another truth; None where there is nothing to change."""

HIDING = [game for game in registry.ids() if registry.spec(game).secrets]
OPEN = [game for game in registry.ids() if not registry.spec(game).secrets]

TRIES = 16
"""Iterations of a search here: the answer must be equal, not good."""


S = TypeVar("S", bound=State)


def again(game: str, state: S) -> S:
    """A copy without anything that was worked out before."""
    rules = registry.get(game)
    copy: S = rules.decode(rules.encode(state), rules.spec.schema)
    return copy


def cards_aside(state: DecktetState, me: int, rng: Random) -> State | None:
    """Decktet: cards of the other hand change places with cards that lie aside (D-8)."""
    twin = again("decktet", state)
    other, pool = 1 - me, twin.pool
    hands = list(twin.hands)
    changed = False
    for kind in (WILDS, NUMBERS):
        mine, lying = members(hands[other] & kind), members(pool & kind)
        for give, take in zip(
            rng.sample(mine, min(2, len(mine))), rng.sample(lying, min(2, len(lying))), strict=False
        ):
            both = (1 << give) | (1 << take)
            hands[other] ^= both
            pool ^= both
            changed = True
    twin.pool = pool
    twin.hands = (hands[0], hands[1])
    played = state.dealt[other] & ~state.hands[other]
    dealt = list(twin.dealt)
    dealt[other] = twin.hands[other] | played
    twin.dealt = (dealt[0], dealt[1])
    return again("decktet", twin) if changed else None


def merchants_in_the_pile(state: DiceVillageState, me: int, rng: Random) -> State | None:
    """Dice Village: hidden merchants of other hands change places with those of the pile (V-7)."""
    twin = again("dice_village", state)
    changed = False
    for seat in range(state.seats):
        if seat == me or not twin.hidden[seat] or not twin.deck:
            continue
        give = rng.choice([bit for bit in range(64) if twin.hidden[seat] >> bit & 1])
        take = rng.choice([bit for bit in range(64) if twin.deck >> bit & 1])
        both = (1 << give) | (1 << take)
        twin.hand[seat] ^= both
        twin.hidden[seat] ^= both
        twin.deck ^= both
        changed = True
    return twin if changed else None


def merchants_in_other_hands(state: DiceVillageState, me: int, rng: Random) -> State | None:
    """Dice Village: two other seats change a hidden merchant."""
    twin = again("dice_village", state)
    holding = [seat for seat in range(state.seats) if seat != me and twin.hidden[seat]]
    if len(holding) < 2:
        return None
    holder, other = holding[:2]
    first = twin.hidden[holder] & -twin.hidden[holder]
    second = twin.hidden[other] & -twin.hidden[other]
    for seat in (holder, other):
        twin.hand[seat] ^= first | second
        twin.hidden[seat] ^= first | second
    return twin


def cards_never_shown(state: AhldarahdState, me: int, rng: Random) -> State | None:
    """Ahldarahd: a first card that nobody has seen is another one of its colour (A-8)."""
    twin = again("ahldarahd", state)
    changed = False
    for seat in range(state.seats):
        hidden = twin.start[seat] & ~twin.shown[seat]
        free = [
            card
            for card in range(CITIES)
            if not (twin.start[seat] | twin.shown[seat] | twin.seen[seat]) >> card & 1
        ]
        if seat == me or not hidden or not free:
            continue
        give = rng.choice([card for card in range(CITIES) if hidden >> card & 1])
        take = rng.choice(free)
        twin.start[seat] ^= (1 << give) | (1 << take)
        twin.cards[seat * CITIES + give] -= 1
        twin.cards[seat * CITIES + take] += 1
        changed = True
    return again("ahldarahd", twin) if changed else None


TRUTHS: list[tuple[str, int, Twin]] = [
    ("decktet", 2, cards_aside),
    ("dice_village", 2, merchants_in_the_pile),
    ("dice_village", 4, merchants_in_the_pile),
    ("dice_village", 4, merchants_in_other_hands),
    ("ahldarahd", 2, cards_never_shown),
    ("ahldarahd", 5, cards_never_shown),
]
"""Game, seats, and how a truth is changed: every kind of thing that seats hide."""


def with_merchants(state: DiceVillageState) -> DiceVillageState:
    """Every seat has drawn a merchant that the others have not seen, as a reward lets it (V-7)."""
    drawn = again("dice_village", state)
    for seat in range(state.seats):
        card = drawn.deck & -drawn.deck
        drawn.deck ^= card
        drawn.hand[seat] |= card
        drawn.hidden[seat] |= card
    return again("dice_village", drawn)


@cache
def positions(game: str, seats: int) -> tuple[State, ...]:
    """Positions in which seats decide, from a match that half knows what it does."""
    rules, mind = registry.get(game), registry.evaluator(game)
    state = rules.setup(rules.spec.resolve({}, seats), seats)
    rng, states = Random(seats), []
    for turn in range(400):
        while state.to_act() == CHANCE:
            state.apply(state.draw(rng))
        if state.to_act() == OVER:
            break
        if len(state.legal()) > 1:
            states.append(with_merchants(state) if game == "dice_village" else state.clone())
        state.apply(mind.play(state, rng) if turn % 3 else rng.choice(state.legal()))
    return tuple(states)


def twins(game: str, seats: int, change: Twin, count: int) -> list[tuple[State, State, int]]:
    """Positions with a twin whose truth differs, and the seat that decides."""
    rng, pairs = Random(7), []
    places = list(positions(game, seats))
    rng.shuffle(places)
    for state in places:
        twin = change(state, state.to_act(), rng)
        if twin is not None:
            pairs.append((state, twin, state.to_act()))
        if len(pairs) == count:
            break
    assert len(pairs) == count, "too few positions hide anything"
    return pairs


def answer(game: Game[Any], state: State, seat: int, level: str, style: str | None) -> object:
    result = choose(game, pack(game.view(state, seat)), level, 5, TRIES, style)
    return result.action, result.candidates, result.line


def test_every_game_that_hides_something_has_its_truths_changed_here() -> None:
    assert {game for game, _seats, _change in TRUTHS} == set(HIDING)


@pytest.mark.parametrize(("game", "seats", "change"), TRUTHS)
def test_every_level_and_style_answers_alike_whatever_the_hidden_truth_is(
    game: str, seats: int, change: Twin
) -> None:
    rules = registry.get(game)
    kinds: list[tuple[str, str | None]] = [(level, None) for level in levels.ALL]
    kinds += [("merchant", style) for style in registry.evaluator(game).STYLES]
    for state, twin, seat in twins(game, seats, change, 3):
        assert rules.encode(state) != rules.encode(twin), "the truth has not changed"
        assert twin.legal() == state.legal()
        for level, style in kinds:
            expected = answer(rules, state, seat, level, style)
            assert answer(rules, twin, seat, level, style) == expected, (level, style)


@pytest.mark.parametrize(("game", "seats", "change"), TRUTHS)
def test_no_seat_that_waits_sees_or_answers_otherwise_either(
    game: str, seats: int, change: Twin
) -> None:
    """What a seat does out of turn, too, comes from its view."""
    rules, rng = registry.get(game), Random(3)
    checked = 0
    for state in positions(game, seats)[::9]:
        for seat in range(seats):
            twin = None if seat == state.to_act() else change(state, seat, rng)
            if twin is None:
                continue
            expected = answer(rules, state, seat, "master", None)
            assert answer(rules, twin, seat, "master", None) == expected
            assert pack(rules.view(state, seat)) == pack(rules.view(twin, seat))
            checked += 1
    assert checked >= 3


@pytest.mark.parametrize("game", OPEN)
def test_where_nothing_is_hidden_the_imagined_world_is_the_position(game: str) -> None:
    """So there is no truth to change, for any seat and any number of them."""
    rules = registry.get(game)
    for seats in {max(2, rules.spec.min_seats), rules.spec.max_seats}:
        for state in positions(game, seats)[::25]:
            for seat in range(seats):
                world = rules.determinize(rules.view(state, seat), Random(1))
                assert rules.encode(world) == rules.encode(state)


@pytest.mark.parametrize(("game", "seats", "change"), TRUTHS[:2] + TRUTHS[-1:])
def test_a_seat_that_looked_at_the_truth_would_be_caught(
    game: str, seats: int, change: Twin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same comparison, with searches that imagine no world but take the true one."""
    rules = registry.get(game)
    truth: list[State] = []
    monkeypatch.setattr(type(rules), "determinize", lambda self, view, rng: truth[0].clone())
    caught = 0
    for state, twin, seat in twins(game, seats, change, 8):
        answers = []
        for world in (state, twin):
            truth[:] = [world]
            answers.append(answer(rules, state, seat, "master", None))
        caught += answers[0] != answers[1]
    assert caught >= 2
