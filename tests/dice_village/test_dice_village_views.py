"""Views, imagined positions, saves and house cards of Dice Village."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgpack
import pytest

from caravan_tui.games.contract import CHANCE, COMMON_KEYS, OVER
from caravan_tui.games.dice_village.cards import FILE, built_in, cards_of, read
from caravan_tui.games.dice_village.game import GAME
from caravan_tui.games.dice_village.rules import Village
from caravan_tui.games.house import HouseError, Source

TEXT = Path(__file__).parents[2] / "caravan_tui" / "games" / "dice_village" / FILE


def states(seats: int, seed: int, house: object = None) -> list[Village]:
    rng = Random(seed)
    state = GAME.setup({}, seats, house)
    seen = [state.clone()]
    while (actor := state.to_act()) != OVER:
        legal = state.legal()
        action = state.draw(rng) if actor == CHANCE else legal[int(rng.random() * len(legal))]
        state.apply(action)
        seen.append(state.clone())
    return seen


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_view_of_an_imagined_position_is_the_view(seats: int) -> None:
    rng = Random(7)
    for state in states(seats, seats)[::3]:
        for seat in (*range(seats), None):
            view = GAME.view(state, seat)
            assert set(COMMON_KEYS) <= set(view)
            packed = msgpack.packb(view)
            imagined = GAME.determinize(msgpack.unpackb(packed), rng)
            assert msgpack.packb(GAME.view(imagined, seat)) == packed
            if state.to_act() == seat:
                assert imagined.legal() == state.legal()


@pytest.mark.parametrize("seats", [2, 4])
def test_encode_and_decode_at_every_position(seats: int) -> None:
    for state in states(seats, 9):
        again = GAME.decode(msgpack.unpackb(msgpack.packb(GAME.encode(state))), 1)
        for name in Village.__slots__:
            assert getattr(again, name) == getattr(state, name), name
        assert again.legal() == state.legal()


def test_v7_imagined_hands_are_even_over_all_unseen_merchants() -> None:
    state = states(2, 3)[12]
    bits = [m for m in range(30) if state.deck >> m & 1]
    for m in bits[:2]:
        state.deck &= ~(1 << m)
        state.hand[0] |= 1 << m
        state.hidden[0] |= 1 << m
    view = GAME.view(state, 1)
    rng = Random(11)
    unseen = [m for m in range(30) if (state.deck | state.hidden[0]) >> m & 1]
    seen: Counter[int] = Counter()
    for _ in range(3000):
        imagined = GAME.determinize(view, rng)
        assert imagined.hidden[0].bit_count() == 2
        seen.update(m for m in range(30) if imagined.hidden[0] >> m & 1)
    assert sorted(seen) == unseen
    wanted = 6000 / len(unseen)
    assert all(abs(times - wanted) < 6 * wanted**0.5 for times in seen.values())


def test_v7_what_is_hidden_changes_no_view() -> None:
    for state in states(3, 21)[::7]:
        if not state.hidden[0] or not state.deck:
            continue
        low = state.hidden[0] & -state.hidden[0]
        other = state.deck & -state.deck
        swapped = state.clone()
        swapped.hand[0] ^= low | other
        swapped.hidden[0] ^= low | other
        swapped.deck ^= low | other
        for seat in (1, 2, None):
            assert GAME.view(state, seat) == GAME.view(swapped, seat)


def test_bad_saves_are_refused() -> None:
    data = GAME.encode(states(2, 5)[20])
    for broken in (
        None,
        {},
        {**data, "deck": data["deck"] + data["open"]["row"]},
        {**data, "deck": data["deck"][1:]},
        {**data, "hand": [[], []], "hidden": [[0], []]},
    ):
        with pytest.raises(ValueError):
            GAME.decode(broken, 1)
    with pytest.raises(ValueError):
        GAME.decode(data, 2)


def test_notation_is_unique_and_parses_back_and_everything_is_told() -> None:
    rng = Random(2)
    state = GAME.setup({}, 3)
    names = ["Ann", "Bob", "Cy"]
    while (actor := state.to_act()) != OVER:
        legal = state.legal()
        view = GAME.view(state, actor if actor >= 0 else None)
        written = [GAME.notation(action, view) for action in legal]
        assert len(set(written)) == len(written)
        action = state.draw(rng) if actor == CHANCE else legal[int(rng.random() * len(legal))]
        assert GAME.parse(GAME.notation(action, view).upper(), legal, view) == action
        assert GAME.describe(action, view)
        events: list[tuple[object, ...]] = []
        state.apply(action, events)
        for seat in (0, None):
            seen = [GAME.view_event(event, seat) for event in events]
            assert any(event and GAME.narrate(event, names, seat) for event in seen)


def test_built_in_cards_are_sound() -> None:
    plain = built_in("dice_village", FILE, read)
    assert len(plain["merchants"]) == 30
    assert {(row[0], row[4]) for row in plain["merchants"]} == {
        (a, b) for a in range(1, 7) for b in range(1, 7) if a != b
    }
    assert not cards_of(None).own


@pytest.mark.parametrize(
    ("old", "new", "line_with", "reason"),
    [
        ("faces = [1, 6]", "faces = [1, 7]", "[[village]]", "a face must be"),
        ("faces = [2, 5]", "faces = [1, 6]", "[[village]]", "second village"),
        ('owner = "free merchant"', 'owner = "free camel"', "free camel", "owner must be"),
        ('owner = "5 favours"', 'owner = "50 favours"', "50 favours", "an amount must be"),
        ("left = { face = 1,", "left = { side = 1,", "side = 1", "has no 'side'"),
        ("visitor = 2", "guest = 2", "[[village]]", "has no 'guest'"),
        ("[[merchant]]", "[[camel]]", "[[camel]]", "unknown table"),
    ],
)
def test_v20_wrong_cards_are_refused_with_their_line(
    old: str, new: str, line_with: str, reason: str
) -> None:
    text = TEXT.read_text().replace(old, new, 1)
    with pytest.raises(HouseError) as caught:
        read(Source(text))
    assert reason in caught.value.reason
    assert caught.value.line is not None
    near = text.split("\n")[caught.value.line - 1]
    assert line_with in near


def test_v20_own_cards_replace_the_built_in_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    assert GAME.house_data() is None and GAME.house_notices() == []
    file = tmp_path / "config" / "dice_village" / FILE
    file.parent.mkdir(parents=True)
    text = TEXT.read_text().replace("owner = 1\n", "owner = 3\n")
    text = text.replace(
        '[[merchant]]\nleft = { face = 6, owner = "free placement" }',
        '[[merchant]]\nleft = { face = 1, owner = "4 coins", visitor = 0 }',
    )
    text = text.replace(
        'right = { face = 5, owner = "1 coin" }', 'right = { face = 6, owner = "1 coin" }'
    )
    file.write_text(text)
    house = GAME.house_data()
    assert house is not None and GAME.house_notices() == []
    cards = cards_of(house)
    assert cards.own and cards.village_owner == [3, 3, 3]
    assert "m16b" in cards.names
    for state in states(2, 4, house)[::5]:
        view = GAME.view(state, 0)
        assert view["house"] == house
        imagined = GAME.determinize(msgpack.unpackb(msgpack.packb(view)), Random(1))
        assert GAME.view(imagined, 0) == view
        assert GAME.decode(GAME.encode(state), 1).cards is state.cards
    file.write_text(text.replace("owner = 3", "owner = -3"))
    assert GAME.house_data() is None
    assert "line 12" in GAME.house_notices()[0]


def test_setup_refuses_cards_that_are_none() -> None:
    for house in ({}, {"villages": [], "merchants": []}, [1], {"villages": 3, "merchants": 4}):
        with pytest.raises(ValueError):
            GAME.setup({}, 2, house)
