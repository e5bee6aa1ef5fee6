"""Views, imagined positions, saves and custom cards of Dice Village."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import pytest

from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.custom_data import CustomDataError, Source
from caravan_tui.games.dice_village.custom import FILE, from_plain, read
from caravan_tui.games.dice_village.rules import DiceVillageState
from tests.dice_village.village_help import GAME

TEXT = Path(__file__).parents[2] / "caravan_tui" / "games" / "dice_village" / FILE


def states(seats: int, seed: int, custom: object = None) -> list[DiceVillageState]:
    rng = Random(seed)
    state = GAME.setup({}, seats, custom)
    seen = [state.clone()]
    while (actor := state.to_act()) != OVER:
        legal = state.legal()
        action = state.draw(rng) if actor == CHANCE else legal[int(rng.random() * len(legal))]
        state.apply(action)
        seen.append(state.clone())
    return seen


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


def test_a_snapshot_whose_merchants_do_not_add_up_is_refused() -> None:
    state = states(2, 5)[20]
    data = GAME.encode(state)
    schema = GAME.spec.schema
    assert GAME.encode(GAME.decode(data, schema)) == data
    for broken in (
        {"deck": data["deck"] | 1 << data["row"][0]},
        {"deck": data["deck"] & data["deck"] - 1},
        {"row": [data["row"][0]] * 2 + data["row"][2:]},
        {"hidden": [data["deck"] & -data["deck"], 0]},
        {"left_sides": [[1], *data["left_sides"][1:]]},
        {"sold_by": [3] * 6},
        {"rolling": 0 if data["rolling"] else 1},
        {"free": [0x1000007, 0]},
        {"start": -1},
    ):
        with pytest.raises(ValueError):
            GAME.decode({**data, **broken}, schema)


def test_built_in_cards_are_sound() -> None:
    plain = read(Source(TEXT.read_text()))
    assert len(plain["merchants"]) == 30
    assert {(row[0], row[4]) for row in plain["merchants"]} == {
        (a, b) for a in range(1, 7) for b in range(1, 7) if a != b
    }
    assert not from_plain(None).is_custom


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
    with pytest.raises(CustomDataError) as caught:
        read(Source(text))
    assert reason in caught.value.reason
    assert caught.value.line is not None
    near = text.split("\n")[caught.value.line - 1]
    assert line_with in near


def test_v20_own_cards_replace_the_built_in_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    assert GAME.custom_data() is None and GAME.custom_notices() == []
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
    custom = GAME.custom_data()
    assert custom is not None and GAME.custom_notices() == []
    cards = from_plain(custom)
    assert cards.is_custom and cards.village_coins == [3, 3, 3]
    assert "m16b" in cards.names
    for state in states(2, 4, custom)[::5]:
        view = GAME.view(state, 0)
        assert view["custom"] == custom
        imagined = GAME.determinize(msgpack.unpackb(msgpack.packb(view)), Random(1))
        assert GAME.view(imagined, 0) == view
        assert GAME.decode(GAME.encode(state), GAME.spec.schema).cards is state.cards
    file.write_text(text.replace("owner = 3", "owner = -3"))
    assert GAME.custom_data() is None
    assert "line 12" in GAME.custom_notices()[0]


def test_setup_refuses_cards_that_are_none() -> None:
    wrong: tuple[Any, ...] = (
        {}, {"villages": [], "merchants": []}, [1], {"villages": 3, "merchants": 4},
    )  # fmt: skip
    for custom in wrong:
        with pytest.raises(ValueError):
            GAME.setup({}, 2, custom)
