"""Positions to test with, and moves by their notation."""

from __future__ import annotations

from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import state
from caravan_tui.games.ahldarahd.board.keys import COMMANDS
from caravan_tui.games.ahldarahd.custom import built_in
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from caravan_tui.games.ahldarahd.rules.routes import put_route
from caravan_tui.games.contract import CHANCE, OVER, Event
from caravan_tui.widgets.key_names import key_names

GAME = registry.get("ahldarahd")
CITY = {name: index for index, name in enumerate(built_in().names)}
ROUTE = {built_in().route_name(route): route for route in range(built_in().route_count)}
KEYS = {command.id: key_names(command.keys.split(",")[0]) for command in COMMANDS}
"""The key of each command, as the user reads it."""


def fresh(seats: int, neutral: bool = False, outsider: bool = False) -> AhldarahdState:
    """The table before the deal."""
    state: AhldarahdState = GAME.setup({"neutral": neutral, "outsider": outsider}, seats)
    return state


def dealt(
    seats: int, shah: int = 0, neutral: bool = False, outsider: bool = False
) -> AhldarahdState:
    """Past the deal: seat i holds pearls, dyes, spices; the free routes are next."""
    table = fresh(seats, neutral, outsider)
    for seat in range(seats):
        for card in ("pearls", "dyes", "spices"):
            play(table, f"deal {seat} {card}")
    play(table, f"shah {shah}")
    return table


def bidding(
    seats: int, shah: int = 0, neutral: bool = False, outsider: bool = False
) -> AhldarahdState:
    """The first bidding; every seat has Pearls-Dyes and Pearls-Salt on its own map."""
    table = dealt(seats, shah, neutral, outsider)
    for _seat in range(seats):
        play(table, "free pearls-dyes", "free pearls-salt")
    for card in ("textiles", "salt", "gems", "ivory", "incense")[:seats]:
        play(table, f"reveal {card}")
    return table


def building(
    seats: int, shah: int = 0, neutral: bool = False, outsider: bool = False
) -> AhldarahdState:
    """The first building phase: every seat has opened the Eyes, the Queen or a Right at 0."""
    table = bidding(seats, shah, neutral, outsider)
    for index in range(seats):
        play(table, f"open right.{('red', 'blue', 'green', 'purple', 'orange')[index]}", "bid 0")
        while table.phase == state.RAISING:
            play(table, "pass")
    table.rights = [(seat - 1) % seats for seat in range(seats)]
    assert table.phase == state.BUILDING
    return table


def names(table: AhldarahdState, actions: list[int] | None = None) -> list[str]:
    """The notations of the legal actions, or of these."""
    actor = table.to_act()
    view = GAME.view(table, actor if actor >= 0 else None)
    return [GAME.notation(action, view) for action in (actions or table.legal())]


def play(table: AhldarahdState, *moves: str) -> list[Event]:
    """Play moves by notation; each must be legal or an interrupt. Returns the events."""
    events: list[Event] = []
    for move in moves:
        assert table.to_act() != OVER, move
        actions = table.legal()
        if move.startswith("interrupt"):
            actions = [action for row in table.interrupts().values() for action in row]
        by_name = dict(zip(names(table, actions), actions, strict=True))
        assert move in by_name, f"{move}: {names(table)}"
        table.apply(by_name[move], events)
    return events


def route(table: AhldarahdState, a_map: int, name: str, seat: int) -> None:
    """A marker put down without payment, with all that follows."""
    put_route(table, a_map, ROUTE[name], seat, None)


def hold(table: AhldarahdState, seat: int, **cards: int) -> None:
    """The hand of a seat from now on, all of it known."""
    table.shown[seat] = table.start[seat]
    for card in range(10):
        table.cards[seat * 10 + card] = 0
    for name, count in cards.items():
        table.cards[seat * 10 + CITY[name]] = count


def controls(table: AhldarahdState, seat: int, a_map: int) -> set[str]:
    """The cities that a seat controls on a map."""
    mask = table.control[a_map * table.seats + seat]
    return {name for name, city in CITY.items() if mask >> city & 1}


def has(table: AhldarahdState, seat: int, a_map: int, name: str) -> bool:
    """Whether a seat has a route."""
    return bool(table.routes[a_map * table.seats + seat] >> ROUTE[name] & 1)


__all__ = [
    "CHANCE",
    "CITY",
    "GAME",
    "ROUTE",
    "bidding",
    "building",
    "controls",
    "dealt",
    "fresh",
    "has",
    "hold",
    "names",
    "play",
    "route",
]
