"""Positions for tests: an empty desert with chosen caravanserais, caravans and reserves."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from caravan_tui.games import registry
from caravan_tui.games.caravanserai.pieces import COLOURS, PLAIN
from caravan_tui.games.caravanserai.rules import CaravanseraiState
from caravan_tui.games.caravanserai.state import STANDING, WAY
from caravan_tui.games.contract import CHANCE, OVER, Event

GAME = registry.get("caravanserai")

WHITE, BLACK, PURPLE, RED, YELLOW = range(5)

EventT = TypeVar("EventT", bound=Event)


def set_up(seats: int, expert: bool = False, seed: int = 0) -> CaravanseraiState:
    """The position when the first seat is to put its first camel."""
    rng = Random(seed)
    state = GAME.setup({"expert": expert}, seats)
    assert isinstance(state, CaravanseraiState)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    return state


def desert(
    heads: list[str],
    sites: dict[str, int] | None = None,
    goods: tuple[str, ...] = (),
    expert: bool = False,
    stock: int = 3,
    market: int = 4,
) -> CaravanseraiState:
    """Seat 0 is to place on a board with just these caravanserais and one camel a seat."""
    state = set_up(len(heads), expert)
    board = state.board
    set_colours(state, bytes([PLAIN]) * (board.cells + 1))
    state.goods = bytearray(board.cells + 1)
    for name, colour in (sites or {}).items():
        site(state, name, colour)
    for name in goods:
        state.goods[board.cell_of(name)] = 1
    for seat, name in enumerate(heads):
        piece(state, seat, name, STANDING)
    state.camels = [7] * len(heads)
    state.stock = [stock] * (5 * len(heads))
    state.market = [market] * 5
    state.first = state.seat = 0
    state.clock = len(heads)
    state.latest = list(range(1, len(heads) + 1))
    state.round = 1
    state.phase = WAY
    state.head = board.cell_of(heads[0])
    return state


def site(state: CaravanseraiState, name: str, colour: int) -> None:
    """One more caravanserai."""
    colours = bytearray(state.colours)
    colours[state.board.cell_of(name)] = colour
    set_colours(state, bytes(colours))


def set_colours(state: CaravanseraiState, colours: bytes) -> None:
    """Colour the cells of the board otherwise than its tiles do."""
    state.colours = colours
    state.sites = tuple(cell for cell, colour in enumerate(colours) if colour != PLAIN)


def piece(state: CaravanseraiState, seat: int, name: str, kind: int) -> None:
    """One more piece at the head of a caravan."""
    cell = state.board.cell_of(name)
    state.caravans[seat].append(8 * cell + kind)
    state.occupied[cell] = seat + 1


def wall(state: CaravanseraiState, seat: int, *names: str) -> None:
    """Goods of a seat at its tail, so that cells are occupied and its head stays."""
    for name in names:
        cell = state.board.cell_of(name)
        state.caravans[seat].insert(0, 8 * cell + RED)
        state.occupied[cell] = seat + 1


def moves(state: CaravanseraiState) -> list[str]:
    """The legal moves as notation."""
    view = GAME.view(state, None)
    return [GAME.notation(move, view) for move in state.legal()]


def play(state: CaravanseraiState, *notations: str) -> list[Event]:
    """Play moves by their notation, each of them legal; the events."""
    events: list[Event] = []
    for notation in notations:
        legal = state.legal()
        move = GAME.parse(notation, legal, GAME.view(state, None))
        assert move is not None, f"{notation} is not among {moves(state)}"
        state.apply(move, events)
    return events


def lays(state: CaravanseraiState, *pieces: str) -> list[str]:
    """The notations of pieces laid, with 'E' for a direction and '2 red' for a block."""
    row = []
    for word in pieces:
        parts = word.split()
        if len(parts) == 2:
            row.append(f"block {parts[1]} {parts[0]}")
        else:
            row.append(word if word in ("camel", "lying") else f"dir {word}")
    return row


def finish(state: CaravanseraiState, seed: int = 0) -> CaravanseraiState:
    """Play on at random to the end."""
    rng = Random(seed)
    while state.to_act() != OVER:
        state.apply(rng.choice(state.legal()))
    return state


def only(events: list[Event], kind: type[EventT]) -> EventT:
    """The one event of a kind."""
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


def kinds(state: CaravanseraiState, seat: int = 0) -> list[str]:
    """A caravan, tail first, in words."""
    words = (*COLOURS, "camel", "lying")
    return [words[piece & 7] for piece in state.caravans[seat]]
