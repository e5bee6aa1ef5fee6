"""What the drawing of the table depends on in addition to the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from caravan_tui.games.ahldarahd.moves import Entry, OfferRow
from caravan_tui.games.contract import KeyName


@define
class Look:
    names: Sequence[str]
    """Of the seats."""
    marks: str
    """The mark of each seat, one character each."""
    faces: Sequence[str] = ()
    """The sprite of the character in each seat; empty: of no seat."""
    ascii: bool = False
    has_rail: bool = False
    """The seats are shown beside the board."""
    is_narrow: bool = False
    """The seats stand in a narrow column, with their points, gold and cards in words."""
    has_small_maps: bool = True
    """There are small maps, as not all are drawn large."""
    has_chips: bool = False
    """Their cities are chips with letters."""
    has_tile_table: bool = False
    """They are rows of a table, with a column for each city."""
    map_index: int = 0
    """The map with the cursor, which is drawn large where there is no room for all."""
    route: int = -1
    """The route under the cursor, -1 for none."""
    open_places: set[int] = field(factory=set)
    """Places of routes that something can be done with."""
    card_places: frozenset[int] = frozenset()
    """Those of them that can be had for a card of the viewer."""
    entries: Sequence[Entry] = field(factory=list)
    """The choices, and the text of each."""
    labels: Sequence[str] = field(factory=list)
    on_cards: Sequence[int] = ()
    """The choices that are cards on the table, from left to right: the list leaves them out."""
    offer: Sequence[OfferRow] = field(factory=list)
    """What the offer that the viewer writes may name; empty: it writes none."""
    marked: int = 0
    """The marked entry, -1 for none."""
    amount: int = -1
    """The gold that is set in the marked entry, -1 if it has none to set."""
    page: int = 0
    """What is drawn beside the maps: 0 the seats; 1 the legend, with the known cards if both fit; 2
    the known cards if they do not."""
    hinted: int = -1
    """The place of a route that a hint points at, -1 for none."""
    pointed: int = -1
    """The place of the route under the pointer, -1 for none."""
    lesson_places: frozenset[int] = frozenset()
    """The places of routes that a tutorial speaks of."""
    bids: Mapping[int, int] = field(factory=dict)
    """The last bid of each seat in this auction, as far as it is known."""
    has_trade_window: bool = False
    """Whether a trade may have its window over the map, where there is no room beside it."""
    changed: frozenset[int] = frozenset()
    """Places of routes that have changed since the viewer's last move."""
    growing: frozenset[int] = frozenset()
    """Those of them that are being laid in an animation."""
    growth: float = 1.0
    """How much of a growing route is drawn."""
    glow: float = 0.0
    """How much brighter the seat whose turn begins is."""
    key: KeyName | None = None
    """The key of a command; None where keys do not reach the table, as in a replay."""
