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
        self.moves: list[int] | None = None
        """None until the node is visited a second time, as most never are; all that is set in
        `expand` is there from then on, and its lists go by place in this one."""
        self.kids = _NO_KIDS

    def expand(self, moves: list[int], priors: list[float] | None) -> None:
        """Give the node its moves, in this order."""
        self.moves = moves
        self.priors: list[float] | None = priors
        self.visits = [0] * len(moves)
        self.totals = [0.0] * len(moves)
        self.tried = 0
        """In a fixed node: how many moves, from the first, have been visited."""
        self.index: dict[int, int] | None = None
        """Place of a move, in a node that is not fixed."""
        self.available: list[int] = []
        if not self.fixed:
            self.index = {move: place for place, move in enumerate(moves)}
            self.available = [0] * len(moves)
        self.kids = {}
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


_NO_KIDS: dict[int, Node] = {}
"""What nodes without moves share; nobody changes it."""


def count_nodes(root: Node) -> int:
    """How many nodes lie below and at this one."""
    total = 0
    stack = [root]
    while stack:
        node = stack.pop()
        total += 1
        stack.extend(node.kids.values())
    return total
