"""The set-up: which tiles are left out, how they lie, what is stocked, and who begins (K-16)."""

from __future__ import annotations

from typing import Final

from caravan_tui.games.caravanserai import actions as act
from caravan_tui.games.caravanserai.events import (
    CategoryRemoved,
    FirstSeatDrawn,
    GoodStocked,
    TileLaid,
    TileRemoved,
)
from caravan_tui.games.caravanserai.pieces import CATEGORIES, CATEGORY_SIZE, PLAIN, TILE_NAMES
from caravan_tui.games.caravanserai.state import (
    FIRST,
    GOODS,
    OUT_CATEGORIES,
    OUT_CATEGORY,
    OUT_TILE,
    OUT_TILES,
    START,
    TILES,
    CaravanseraiPosition,
)
from caravan_tui.games.contract import Event

WHOLE_CATEGORY: Final = (1 << CATEGORY_SIZE) - 1


def first_phase(seats: int) -> int:
    """The phase that the set-up begins with."""
    if OUT_CATEGORIES[seats]:
        return OUT_CATEGORY
    return OUT_TILE if OUT_TILES[seats] else TILES


def outcomes(state: CaravanseraiPosition) -> list[int]:
    """The outcomes of the chance that is due, ascending and equally likely; none once the match
    is over."""
    phase = state.phase
    if phase == OUT_CATEGORY:
        return [
            act.OUT_CATEGORY + category
            for category in range(len(CATEGORIES))
            if not state.out & WHOLE_CATEGORY << category * CATEGORY_SIZE
        ]
    if phase == OUT_TILE:
        return [act.OUT_TILE + tile for tile in _removable_tiles(state)]
    if phase == TILES:
        return [
            act.lay_tile(state.step, tile, turn)
            for tile in range(len(TILE_NAMES))
            if not state.out >> tile & 1
            for turn in range(6)
        ]
    if phase == GOODS:
        return [act.GOOD + cell for cell in _stockable(state, state.step)]
    if phase == FIRST:
        return [act.FIRST + seat for seat in range(state.seats)]
    return []


def _removable_tiles(state: CaravanseraiPosition) -> list[int]:
    tiles = [tile for tile in range(len(TILE_NAMES)) if not state.out >> tile & 1]
    if state.seats == 4 and state.step:
        category = (state.out.bit_length() - 1) // CATEGORY_SIZE
        tiles = [tile for tile in tiles if tile // CATEGORY_SIZE == category]
    return tiles


def _stockable(state: CaravanseraiPosition, step: int) -> list[int]:
    """The caravanserai cells of an intermediate tile whose colour the market still has."""
    start = 7 * state.board.intermediate[step]
    return [
        cell
        for cell in range(start, start + 7)
        if state.colours[cell] != PLAIN and state.market[state.colours[cell]]
    ]


def apply_outcome(state: CaravanseraiPosition, action: int, events: list[Event] | None) -> None:
    """Play a chance action."""
    phase = state.phase
    state.step += 1
    if phase == OUT_CATEGORY:
        category = action - act.OUT_CATEGORY
        state.out |= WHOLE_CATEGORY << category * CATEGORY_SIZE
        if events is not None:
            events.append(CategoryRemoved(category))
        if state.step == OUT_CATEGORIES[state.seats]:
            state.phase, state.step = OUT_TILE, 0
    elif phase == OUT_TILE:
        state.out |= 1 << action - act.OUT_TILE
        if events is not None:
            events.append(TileRemoved(action - act.OUT_TILE))
        if state.step == OUT_TILES[state.seats]:
            state.phase, state.step = TILES, 0
    elif phase == TILES:
        _lay_tile(state, action, events)
    elif phase == GOODS:
        cell = action - act.GOOD
        colour = state.colours[cell]
        state.goods[cell] = 1
        state.market[colour] -= 1
        if events is not None:
            events.append(GoodStocked(state.board.names[cell], colour))
        _stock_next(state, state.step)
    else:
        state.first = state.seat = action - act.FIRST
        state.phase, state.step = START, 0
        if events is not None:
            events.append(FirstSeatDrawn(state.first))


def _lay_tile(state: CaravanseraiPosition, action: int, events: list[Event] | None) -> None:
    place, tile, turn = act.laid_tile(action)
    state.out |= 1 << tile
    state.ground = [*state.ground, 8 * tile + turn]
    state.add_tile_colours(place)
    if events is not None:
        u, v = state.board.tiles[place]
        events.append(TileLaid(u, v, tile, turn))
    if state.step == len(state.board.tiles):
        state.phase = GOODS
        _stock_next(state, 0)


def _stock_next(state: CaravanseraiPosition, step: int) -> None:
    """Continue with the next intermediate tile that can get a good, or with the first seat."""
    while step < len(state.board.intermediate) and not _stockable(state, step):
        step += 1
    state.step = step
    if step == len(state.board.intermediate):
        state.phase = FIRST
