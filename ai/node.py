"""A node of the search tree and what is counted there.

The statistics of a node's moves lie in parallel lists in the node. Where the list of moves can
differ from one imagined world to the next, each move also counts how often it was available.
"""

from __future__ import annotations


class Node:
    """All positions that look alike to the observer at one decision of the seat `actor`."""

    __slots__ = (
        "actor",
        "available",
        "branched",
        "clear",
        "count",
        "fixed",
        "index",
        "kids",
        "moves",
        "priors",
        "total",
        "totals",
        "tried",
        "visits",
    )

    def __init__(self, actor: int, clear: bool, fixed: bool) -> None:
        self.actor = actor
        self.clear = clear
        """No child on the way here is shared by several outcomes of chance."""
        self.fixed = fixed
        """The list of moves is the same in every world."""
        self.count = 0
        self.total = 0.0
        """Sum of the actor's results."""
        self.tried = 0
        """In a fixed node: how many moves, from the first, have been visited."""
        self.moves: list[int] | None = None
        """None until the node is visited a second time; the lists below go by place in it."""
        self.visits = _NO_COUNTS
        self.totals = _NO_TOTALS
        self.available = _NO_COUNTS
        self.index: dict[int, int] | None = None
        """Place of a move, in a node that is not fixed."""
        self.priors: list[float] | None = None
        self.kids = _NO_KIDS
        self.branched: dict[int, int] | None = None
        """How many outcomes of chance have their own child, by move index."""

    def join(self, move: int, prior: float = 0.0) -> int:
        """Add a move to a node whose moves differ between worlds; its place."""
        assert self.moves is not None and self.index is not None
        place = len(self.moves)
        self.index[move] = place
        self.moves.append(move)
        self.visits.append(0)
        self.totals.append(0.0)
        self.available.append(0)
        if self.priors is not None:
            self.priors.append(prior)
        return place


# Most nodes are never given their moves: they share these, which nobody changes.
_NO_COUNTS: list[int] = []
_NO_TOTALS: list[float] = []
_NO_KIDS: dict[int, Node] = {}


def count_nodes(root: Node) -> int:
    """How many nodes lie below and at this one."""
    total = 0
    stack = [root]
    while stack:
        node = stack.pop()
        total += 1
        stack.extend(node.kids.values())
    return total
