"""What the drawing of the table depends on besides the view."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from caravan_tui.games.dice_village.moves import Item


@define
class Look:
    """Everything besides the view that the drawing depends on."""

    names: Sequence[str]
    seat: int
    """The seat whose dice and hand are at the bottom."""
    cursor: Item | None = None
    marked: Sequence[int] = ()
    """Places of the dice that are marked for a reroll or a turn."""
    used: Sequence[int] = ()
    """Places of the dice that the move under the cursor would take."""
    picked: int = -1
    """The side that is about to be placed for free, -1 none."""
    choosable: frozenset[Item] = frozenset()
    """What can be chosen now."""
    has_rail: bool = False
    """Dice and hands of the seats are shown beside the board."""
    changed: frozenset[int] = frozenset()
    """Villages where something has happened since the viewer's last move."""
    buttons: Sequence[tuple[str, str, bool]] = ()
    """The key and the label of each button, and whether it is enabled."""
    rolling: Sequence[int] | None = None
    """Faces to draw in place of the dice while they roll."""
    ascii: bool = False
    show_signs: bool = False
    """Draw the legend in place of the seats where there is no room for both."""
    signs_key: str = ""
    """The key of the legend as the user reads it; empty: the drawing names no keys."""
    is_still: bool = False
    """Whether it is a picture that takes no clicks."""

    @property
    def chooses_village(self) -> bool:
        """Whether there are villages that can be chosen now."""
        return any(kind == "village" for kind, _value in self.choosable)
