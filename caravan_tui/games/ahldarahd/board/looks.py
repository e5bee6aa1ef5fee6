"""What the drawing of the table depends on, gathered from the parts of the board."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from caravan_tui.games.ahldarahd.board.map_cursor import MapCursor
from caravan_tui.games.ahldarahd.board.memory import Memory
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import Selection, card_places, places
from caravan_tui.games.ahldarahd.render.layout import Layout
from caravan_tui.games.ahldarahd.render.lit import lit_places
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.small import draws_chips
from caravan_tui.games.ahldarahd.render.wares import entries_on_cards
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import KeyName
from caravan_tui.widgets.board import Scene
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.marks import SEATS, seat_mark

GROWTH_FRAMES = 6
"""Frames in which a route is laid."""


class TableLooks:
    """Knows what is marked, where the cursor is, and what has changed; the rest is asked for."""

    def __init__(self, selection: Selection, cursor: MapCursor, memory: Memory) -> None:
        self._selection, self._cursor, self._memory = selection, cursor, memory

    def look(
        self,
        scene: Scene[AhldarahdView],
        plan: Layout,
        pens: Pens,
        *,
        page: int,
        hinted: int,
        pointed: int,
        lit: Sequence[str],
        has_trade_window: bool,
        has_rail: bool,
        frame: int,
        glow: float,
        key: KeyName | None,
    ) -> Look:
        """`page`: of legend and known cards; `hinted`: the place of a route that a hint points at;
        `pointed`: the same of the pointer; `lit`: what a lesson speaks of; `frame`: the frames of
        an animation to come; `glow`: of the seat whose turn begins."""
        selection, memory = self._selection, self._memory
        look = Look(
            names=scene.names,
            marks="".join(seat_mark(seat, scene.ascii) for seat in range(SEATS)),
            faces=scene.faces,
            ascii=scene.ascii,
            has_rail=has_rail,
            is_narrow=plan.is_narrow,
            has_small_maps=plan.maps < plan.map_count,
            has_chips=draws_chips(pens, plan, from_plain(scene.view["custom"])),
            has_tile_table=plan.has_tile_table,
            map_index=self._cursor.map_index,
            route=self._cursor.route,
            open_places=places(scene.legal, scene.view),
            card_places=card_places(scene.legal),
            entries=selection.entries,
            labels=selection.labels(scene.view, scene.names),
            offer=selection.offer_rows(scene.view),
            marked=selection.marked,
            page=page,
            hinted=hinted,
            pointed=pointed,
            lesson_places=_lesson_places(scene, lit),
            bids=memory.bids,
            has_trade_window=has_trade_window,
            amount=selection.gold,
            changed=memory.changed,
            growing=memory.growing if frame else frozenset(),
            growth=1 - frame / (GROWTH_FRAMES + 1),
            glow=glow,
            key=key,
        )
        if not plan.has_cards or (page and not plan.has_info_beside):
            return look
        return evolve(look, on_cards=entries_on_cards(pens, scene.view, look, plan.width))


def _lesson_places(scene: Scene[AhldarahdView], lit: Sequence[str]) -> frozenset[int]:
    """The places of routes that a lesson speaks of."""
    named = [lit_places(scene.view, scene.seat or 0, name)[1] for name in lit]
    return frozenset(code for targets in named for kind, code in targets if kind == "route")
