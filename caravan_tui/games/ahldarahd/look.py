"""What the drawing of the table depends on beside the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field
from rich.style import Style

from caravan_tui.games.ahldarahd.choices import Entry
from caravan_tui.games.ahldarahd.rows import Line


@define
class Look:
    """Everything beside the view that the drawing depends on."""

    names: Sequence[str]
    styles: dict[str, Style]
    """base, dim, bold, good, bad, accent, cursor, seat-0 to seat-5."""
    marks: str
    ascii: bool = False
    a_map: int = 0
    """The map that is shown large."""
    route: int = -1
    """The route under the cursor, -1 none."""
    open_places: set[int] = field(factory=set)
    """Routes that something can be done with."""
    entries: Sequence[Entry] = field(factory=list)
    labels: Sequence[str] = field(factory=list)
    lines: Sequence[Line] = field(factory=list)
    """The rows of the list where some of them hold no entry; empty: a row an entry."""
    first: int = -1
    """The row from which on the list is shown; -1: where the chosen entry is."""
    chosen: int = 0
    details: int = 0
    """Instead of the seats what the signs mean, and known cards and what is gone: 1, and 2 where
    those take two pages."""
    pointed: int = -1
    """A route on a map that a hint points at."""
    bids: dict[int, int] = field(factory=dict)
    """What each seat has bid last in this auction, as far as it was seen."""
    window: bool = True
    """Whether a trade has its window."""
    fresh: frozenset[int] = frozenset()
    """Routes that something has just happened to, while that is shown."""
    keyed: Callable[[str], str] = str
    """Words that name a key, with the key of now."""
    keys: bool = True
    """Whether keys reach the table: in a replay they are the screen's."""
