"""Random matches: what is conserved; positions that are refused; custom maps."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import msgpack
import pytest

from caravan_tui.games import custom_data
from caravan_tui.games.ahldarahd import custom
from caravan_tui.games.ahldarahd.actions import FREE
from caravan_tui.games.ahldarahd.events import Buy, Claim, Pay, Ransom, Sell, TakeCity, Win
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.state import BUILDING, OPENING, PAYING
from caravan_tui.games.ahldarahd.view import (
    changed_routes,
    city_owner,
    last_bids,
    map_names,
    owners_of,
    right_price,
)
from caravan_tui.games.contract import CHANCE, OVER, Event
from caravan_tui.games.custom_data import CustomDataError, Source
from caravan_tui.games.kit.bitsets import mask_of
from tests.ahldarahd.positions import CITY, GAME, building, fresh, route
from tests.nights import mostly_nightly

TABLES = [
    (2, False, False),
    (2, True, True),
    (3, False, True),
    (4, True, False),
    (5, False, True),
]


def _step(table: AhldarahdState, rng: Random) -> int:
    """A random move; trades are begun less often than at random, and out of turn as well."""
    actor = table.to_act()
    if actor == CHANCE:
        return table.draw(rng)
    waiting = table.interrupts()
    if waiting and rng.random() < 0.08:
        seat = rng.choice(sorted(waiting))
        return rng.choice(waiting[seat])
    return rng.choice(table.legal())


def _conserved(table: AhldarahdState) -> None:
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
    city_map = table.city_map
    for a_map in range(table.maps):
        taken = 0
        for seat in range(seats):
            mine = table.routes[a_map * seats + seat]
            assert not taken & mine
            taken |= mine
            for city in range(10):
                most = (mine & city_map.routes_of[city]).bit_count() * 2 > city_map.number[city]
                assert most == bool(table.control[a_map * seats + seat] >> city & 1)


@pytest.mark.no_cover
@pytest.mark.parametrize("seeds", mostly_nightly([range(2), range(2, 6)]), ids=str)
@pytest.mark.parametrize(("seats", "neutral", "outsider"), TABLES)
def test_gold_cards_markers_and_items_are_conserved_at_every_state(
    seats: int, neutral: bool, outsider: bool, seeds: range
) -> None:
    """Gold changes only between seats, or with the bank by what the events say."""
    for seed in seeds:
        rng = Random(seed * 10 + seats)
        table = fresh(seats, neutral, outsider)
        while table.to_act() != OVER:
            events: list[Event] = []
            before = sum(table.gold)
            table.apply(_step(table, rng), events)
            _conserved(table)
            bank = 0
            for event in events:
                match event:
                    case TakeCity(gold=gold) | Sell(gold=gold):
                        bank += gold
                    case Claim(gold=gold) | Buy(gold=gold) | Pay(gold=gold) | Win(gold=gold):
                        bank -= gold
                    case Ransom():
                        bank -= 10
            assert sum(table.gold) == before + bank


@pytest.mark.parametrize(("seats", "neutral", "outsider"), TABLES)
def test_a_position_imagined_from_a_view_looks_the_same_to_its_seat(
    seats: int, neutral: bool, outsider: bool
) -> None:
    """In all phases of a match. An offer that another seat writes is imagined as not yet begun."""
    rng = Random(seats)
    table, phases = fresh(seats, neutral, outsider), set()
    for number in itertools.count():
        if table.to_act() == OVER:
            break
        view = GAME.view(table, number % seats)
        trade = view["trade"]
        if table.to_act() != CHANCE and (trade is None or trade["from"] == view["seat"]):
            phases.add(table.phase)
            assert GAME.view(GAME.determinize(view, rng), number % seats) == view
        table.apply(_step(table, rng))
    assert {BUILDING, OPENING} <= phases


def test_decode_refuses_what_is_no_position() -> None:
    schema = GAME.spec.schema
    data = GAME.encode(building(2))
    with pytest.raises(ValueError, match="schema"):
        GAME.decode(data, 1)
    for broken in (None, {}, {**data, "gold": [1]}, {**data, "seats": 9}, {**data, "phase": 99}):
        with pytest.raises(ValueError, match=r"position|gold|seats|phase"):
            GAME.decode(broken, schema)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"maps": 4, "routes": [0] * 8}, "maps"),
        ({"deck": 15}, "deck"),
        ({"eyes": 2}, "seat"),
        ({"seat": 2}, "seat"),
        ({"turned": 4}, "seat"),
        ({"actor": CHANCE}, "who acts"),
        ({"phase": PAYING}, "paying"),
        ({"target": 63}, "route"),
        ({"routes": [1, 1, 0, 0]}, "two owners"),
        ({"routes": [1 << 40, 0, 0, 0]}, "not exist"),
        ({"shown": [0b1000, 0]}, "not dealt"),
        ({"city_map": {"cities": []}}, "city_map"),
    ],
)
def test_decode_refuses_fields_that_contradict_each_other(
    wrong: dict[str, object], reason: str
) -> None:
    data = GAME.encode(building(2))
    assert GAME.decode(data, GAME.spec.schema)
    with pytest.raises(ValueError, match=reason):
        GAME.decode({**data, **wrong}, GAME.spec.schema)


def test_decode_derives_who_controls_a_city() -> None:
    table = building(2)
    for name in ("gems-ivory", "spices-ivory"):
        route(table, 0, name, 1)
    again = GAME.decode(GAME.encode(table), GAME.spec.schema)
    assert again.control == table.control == [0, 1 << CITY["ivory"], 0, 0]


def test_random_matches_have_trade_moments_in_both_phases() -> None:
    table = building(2)
    assert table.phase == BUILDING
    assert table.interrupts()
    while table.phase != OPENING:
        table.apply(table.draw(Random(1)) if table.to_act() == CHANCE else table.legal()[-1])
    assert table.interrupts()


MAP = Path(custom.__file__).with_name("map.toml").read_text("utf-8")


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
    with pytest.raises(CustomDataError, match=reason) as caught:
        custom.read(Source(MAP.replace(old, new, 1)))
    assert caught.value.line


def test_a_map_in_two_pieces_is_refused() -> None:
    text = ""
    for name, x, others in [("a", 0, "b"), ("b", 1, "a")]:
        text += f'[[city]]\nname = "{name * 2}"\nx = {x}\ny = 0\nsea = ["{others * 2}"]\n'
    for index in range(8):
        name, other = chr(99 + index) * 2, chr(99 + (index ^ 1)) * 2
        text += f'[[city]]\nname = "{name}"\nx = {index}\ny = 2\nland = ["{other}"]\n'
    with pytest.raises(CustomDataError, match="no way from"):
        custom.read(Source(text))


def test_a_users_map_is_played_seen_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TUI_HOME", str(tmp_path))
    assert GAME.custom_data() is None
    where = tmp_path / "config" / "ahldarahd"
    where.mkdir(parents=True)
    own = MAP.replace('"salt"', '"silk"').replace("-salt", "-silk")
    (where / "map.toml").write_text(own, "utf-8")
    plain = GAME.custom_data()
    assert GAME.custom_notices() == []
    table = GAME.setup({"neutral": False, "outsider": False}, 2, plain)
    rng = Random(4)
    for _ply in range(30):
        table.apply(_step(table, rng))
    view = GAME.view(table, 0)
    assert view["custom"] == plain
    assert GAME.notation(FREE | 3, view) == "free pearls-silk"
    assert GAME.describe(FREE | 3, view) == "lays a free route Pearls-Silk"
    world = GAME.determinize(msgpack.unpackb(msgpack.packb(view)), rng)
    assert world.city_map.names[4] == "silk"
    assert GAME.decode(GAME.encode(table), GAME.spec.schema).city_map is table.city_map
    (where / "map.toml").write_text("[[city]]\n", "utf-8")
    assert GAME.custom_data() is None
    assert "line 1" in GAME.custom_notices()[0]


def test_the_built_in_map_is_read_once() -> None:
    assert custom.from_plain(None) is custom.built_in()
    assert custom_data.built_in("ahldarahd", "map.toml", custom.read)["cities"][4] == "salt"


def test_what_boards_ask_of_a_view_agrees_with_the_state_that_it_shows() -> None:
    rng = Random(8)
    table = fresh(4)
    bids: dict[int, int] = {}
    has_changed = False
    while table.to_act() != OVER:
        events: list[Event] = []
        table.apply(_step(table, rng), events)
        bids = last_bids(events, bids)
        view = GAME.view(table, None)
        has_changed |= bool(changed_routes(view, events))
        if view["auction"] is not None and view["auction"]["high"] >= 0:
            assert bids[view["auction"]["high"]] == view["auction"]["bid"]
        for number in range(len(view["routes"])):
            owners = owners_of(view, number)
            routes = [
                mask_of(route for route, owner in enumerate(owners) if owner == seat)
                for seat in range(4)
            ]
            assert routes == table.routes[4 * number : 4 * number + 4]
            controlled = [city_owner(view, number, city) for city in range(len(CITY))]
            assert sum(owner >= 0 for owner in controlled) == right_price(view, number)
    assert has_changed and len(set(map_names(view))) == len(view["routes"])
