"""What is highlighted on the hexagons."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field


@define
class Highlights:
    """What is highlighted, by cell."""

    numbers: Mapping[int, str] = field(factory=dict)
    """Keys to press, on the cells that they lead to."""
    targets: frozenset[int] = frozenset()
    """Caravanserais to choose from."""
    reachable: frozenset[int] = frozenset()
    """Cells that the selected step could cover; of a direction, on which a placement can end."""
    possible: frozenset[int] = frozenset()
    """Cells that the other steps could cover."""
    ends: frozenset[int] = frozenset()
    """Cells on which a placement can end, before a direction is chosen."""
    chosen: frozenset[int] = frozenset()
    """Where the selected direction leads: all of its hexagon is lit, of other ones the number."""
    planned: Mapping[int, int] = field(factory=dict)
    """The kinds of the pieces that the selected step would lay."""
    end: int | None = None
    """Where the last camel of a whole placement would stand: the head then."""
    returned: frozenset[int] = frozenset()
    """Pieces that would come back from the tail."""
    not_counted: frozenset[int] = frozenset()
    """Pieces of this turn that do not count."""
    changed: frozenset[int] = frozenset()
    """Pieces that the others have laid since the viewer's last move."""
    left: Mapping[int, int] = field(factory=dict)
    """Cells from which pieces have come back since then, with the seat that they belong to."""
    put: Mapping[int, int] = field(factory=dict)
    """Caravanserais on which the others have put goods since then, with the seat that did."""
    fresh: frozenset[int] = frozenset()
    """Pieces of the newest step, while it is being shown."""
