"""Random matches: conservation, views, imagined worlds, saves, words; and the user's map."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgpack
import pytest

from caravan_tui.games import house
from caravan_tui.games.ahldarahd import map as maps
from caravan_tui.games.ahldarahd.actions import FREE
from caravan_tui.games.ahldarahd.rules import State
from caravan_tui.games.ahldarahd.state import BUILDING, DRAWING, FALLING, OPENING
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.house import HouseError, Source
from tests.ahldarahd.ahldarahd_help import GAME, building, fresh

TABLES = [
    (2, False, False),
    (2, True, True),
    (3, False, True),
    (4, True, False),
    (5, False, True),
]


def _step(table: State, rng: Random) -> int:
    """A random move; trades are begun less often than at random, and out of turn as well."""
    actor = table.to_act()
    if actor == CHANCE:
        return table.draw(rng)
    waiting = table.interrupts()
    if waiting and rng.random() < 0.08:
        seat = rng.choice(sorted(waiting))
        return rng.choice(waiting[seat])
    return rng.choice(table.legal())


def _conserved(table: State) -> None:
    seats = table.seats
    dealt = sum(mask.bit_count() for mask in table.start)
    cards = sum(table.cards) + len(table.row) + table.deck + sum(table.discard)
    assert cards == 7 * seats + dealt
    for seat in range(seats):
        placed = sum(table.routes[m * seats + seat].bit_count() for m in range(table.maps))
        assert table.markers[seat] + placed == 21
        hidden = table.start[seat] & ~table.shown[seat]
        assert not table.shown[seat] & ~table.start[seat]
        for card in range(10):
            assert table.cards[seat * 10 + card] >= hidden >> card & 1
    assert min(table.gold) >= 0
    assert min(table.cards) >= 0
    assert all(-1 <= holder < seats for holder in [*table.rights, table.eyes, table.queen])
    assert table.turn == 0 or 0 <= table.shah < seats
    here = table.board
    for a_map in range(table.maps):
        taken = 0
        for seat in range(seats):
            mine = table.routes[a_map * seats + seat]
            assert not taken & mine
            taken |= mine
            for city in range(10):
                most = (mine & here.city[city]).bit_count() * 2 > here.number[city]
                assert most == bool(table.control[a_map * seats + seat] >> city & 1)


@pytest.mark.parametrize(("seats", "neutral", "outsider"), TABLES)
def test_gold_cards_markers_and_items_are_conserved_at_every_state(
    seats: int, neutral: bool, outsider: bool
) -> None:
    """Gold changes only between seats, or with the bank by what the events say."""
    for seed in range(4):
        rng = Random(seed * 10 + seats)
        table = fresh(seats, neutral, outsider)
        while table.to_act() != OVER:
            events: list[tuple[object, ...]] = []
            before = sum(table.gold)
            table.apply(_step(table, rng), events)
            _conserved(table)
            bank = 0
            for event in events:
                if event[0] == "city":
                    bank += event[4]
                elif event[0] == "sell":
                    bank += event[3]
                elif event[0] == "claim":
                    bank -= event[4]
                elif event[0] in ("buy", "pay", "win"):
                    bank -= event[3]
                elif event[0] == "ransom":
                    bank -= 10
            assert sum(table.gold) == before + bank


@pytest.mark.parametrize(("seats", "neutral", "outsider"), TABLES)
def test_views_worlds_and_saves_hold_at_every_state(
    seats: int, neutral: bool, outsider: bool
) -> None:
    rng = Random(seats)
    table = fresh(seats, neutral, outsider)
    ply = 0
    while table.to_act() != OVER:
        actor, legal = table.to_act(), table.legal()
        assert legal == sorted(set(legal))
        if ply % 5 == 0 or table.phase in (DRAWING, FALLING):
            data = msgpack.packb(GAME.encode(table))
            again = GAME.decode(msgpack.unpackb(data), 1)
            assert msgpack.packb(GAME.encode(again)) == data
            assert again.legal() == legal
            for seat in [None, *range(seats)]:
                packed = msgpack.packb(GAME.view(table, seat))
                world = GAME.determinize(msgpack.unpackb(packed), rng)
                assert msgpack.packb(GAME.view(world, seat)) == packed
                if seat == actor:
                    assert world.legal() == legal
                    assert world.interrupts() == table.interrupts()
            view = GAME.view(table, actor if actor >= 0 else None)
            said = [GAME.notation(action, view) for action in legal]
            assert len(set(said)) == len(said)
            assert all(GAME.describe(action, view) for action in legal)
            assert [GAME.parse(text, legal, view) for text in said] == legal
        events: list[tuple[object, ...]] = []
        table.apply(_step(table, rng), events)
        for seat in (None, 0, actor):
            lines = [
                GAME.narrate(seen, list("ABCDE"), seat)
                for event in events
                if (seen := GAME.view_event(event, seat)) is not None
            ]
            if actor >= 0 and seat == actor:
                assert any(lines)
        ply += 1


def test_a_clone_is_independent() -> None:
    rng = Random(9)
    table = fresh(3, True, True)
    while table.to_act() != OVER:
        copy = table.clone()
        before = GAME.encode(copy)
        table.apply(_step(table, rng))
        assert GAME.encode(copy) == before


def test_decode_refuses_what_is_no_position() -> None:
    data = GAME.encode(building(2))
    with pytest.raises(ValueError, match="schema"):
        GAME.decode(data, 2)
    for broken in (None, {}, {**data, "gold": [1]}, {**data, "seats": 9}, {**data, "phase": 99}):
        with pytest.raises(ValueError, match="ahldarahd"):
            GAME.decode(broken, 1)


def test_random_matches_have_trade_moments_in_both_phases() -> None:
    table = building(2)
    assert table.phase == BUILDING
    assert table.interrupts()
    while table.phase != OPENING:
        table.apply(table.draw(Random(1)) if table.to_act() == CHANCE else table.legal()[-1])
    assert table.interrupts()


MAP = Path(maps.__file__).with_name("map.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('sea = ["pearls", "spices", "salt"]', 'sea = ["pearls", "spices"]', "pearls|salt"),
        ('land = ["gems", "horses"]', 'land = ["gems", "horses", "salt"]', "ivory has a route"),
        ('name = "dyes"', 'name = "gold"', "taken"),
        ('name = "dyes"', 'name = "Dyes"', "no name"),
        ('sea = ["pearls"]', 'sea = ["perls"]', "no city is called"),
        ('land = ["textiles", "salt", "metals", "horses"]', "land = 3", "list"),
        ("x = 4\ny = 0", "x = 1\ny = 0", "lies on"),
        ("x = 4\ny = 0", "x = 14\ny = 0", "0 to 9"),
        ('side = "north"', 'side = "up"', "side"),
        ('route = "pearls-spices"', 'route = "spices-pearls"', "earlier city"),
        ("[[bend]]", "[[bent]]", "not known"),
        ("x = 4\ny = 0", "x = 4\ny = 0\nz = 1", "not known"),
        ("x = 4\ny = 0", "x = ", "TOML"),
    ],
)
def test_a_bad_map_is_refused_with_its_line_and_reason(old: str, new: str, reason: str) -> None:
    assert old in MAP
    with pytest.raises(HouseError, match=reason) as caught:
        maps.read(Source(MAP.replace(old, new, 1)))
    assert caught.value.line


def test_a_map_in_two_pieces_is_refused() -> None:
    text = ""
    for name, x, others in [("a", 0, "b"), ("b", 1, "a")]:
        text += f'[[city]]\nname = "{name * 2}"\nx = {x}\ny = 0\nsea = ["{others * 2}"]\n'
    for index in range(8):
        name, other = chr(99 + index) * 2, chr(99 + (index ^ 1)) * 2
        text += f'[[city]]\nname = "{name}"\nx = {index}\ny = 2\nland = ["{other}"]\n'
    with pytest.raises(HouseError, match="no way from"):
        maps.read(Source(text))


def test_a_users_map_is_played_seen_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    assert GAME.house_data() is None
    where = tmp_path / "config" / "ahldarahd"
    where.mkdir(parents=True)
    own = MAP.replace('"salt"', '"silk"').replace("-salt", "-silk")
    (where / "map.toml").write_text(own, "utf-8")
    plain = GAME.house_data()
    assert GAME.house_notices() == []
    table = GAME.setup({"neutral": False, "outsider": False}, 2, plain)
    rng = Random(4)
    for _ply in range(30):
        table.apply(_step(table, rng))
    view = GAME.view(table, 0)
    assert view["house"] == plain
    assert GAME.notation(FREE | 3, view) == "free pearls-silk"
    assert GAME.describe(FREE | 3, view) == "lays a free route Pearls-Silk"
    world = GAME.determinize(msgpack.unpackb(msgpack.packb(view)), rng)
    assert world.board.names[4] == "silk"
    assert GAME.decode(GAME.encode(table), 1).board is table.board
    (where / "map.toml").write_text("[[city]]\n", "utf-8")
    assert GAME.house_data() is None
    assert "line 1" in GAME.house_notices()[0]


def test_the_built_in_map_is_read_once() -> None:
    assert maps.board(None) is maps.built_in()
    assert house.built_in("ahldarahd", "map.toml", maps.read)["cities"][4] == "salt"
