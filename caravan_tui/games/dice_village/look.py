"""What the drawing of the table depends on beside the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field
from rich.style import Style

from caravan_tui.widgets.canvas import Canvas

Item = tuple[str, int]
"""What a cursor or a click is on: `village`, `die` (its place), `side`, `row` (a merchant), `do`
(the place of a button), `signs`."""


@define
class Look:
    """Everything beside the view that the drawing depends on."""

    names: Sequence[str]
    styles: dict[str, Style]
    """base, dim, bold, good, warn, accent, cursor, seat-0 to seat-3."""
    seat: int
    """Whose dice and hand are at the bottom."""
    cursor: Item | None = None
    chosen: Sequence[int] = ()
    """Places of the dice that are chosen for a reroll or a turn."""
    used: Sequence[int] = ()
    """Places of the dice that the move under the cursor would take."""
    picked: int = -1
    """The side that is about to be placed free."""
    live: frozenset[Item] = frozenset()
    """What can be chosen now."""
    buttons: Sequence[tuple[str, bool]] = field(factory=list)
    rolling: Sequence[int] | None = None
    """Faces to show instead of the dice, while they roll."""
    ascii: bool = False
    signs: bool = False
    """What the signs mean, in place of the villages where there is no room for both."""
    keyed: Callable[[str], str] = str
    """Words that name a key, with the key of now."""
    keys: bool = True
    """Whether keys reach the table: in a replay they are the screen's."""


def mark(canvas: Canvas, look: Look, item: Item, x: int, y: int, style: Style) -> Style:
    """The style of an item, and a sign in front of it: the cursor, or that it can be chosen."""
    if item == look.cursor:
        canvas.put(x, y, ">" if look.ascii else "►", look.styles["accent"])
        return look.styles["cursor"]
    if item in look.live:
        canvas.put(x, y, "+" if look.ascii else "•", look.styles["good"])
    return style
