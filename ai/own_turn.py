"""What a seat remembers of its own turn, from decision to decision."""

from __future__ import annotations

from zlib import crc32

from attrs import Factory, define

from caravan_tui.games.contract import View

LONGEST = 64
"""Steps that are remembered: more than any turn has that is not one long sequence of chance."""


@define
class OwnTurn:
    """What a seat has done since its turn began, and how it took the position then.

    Whoever asks for the moves of a seat keeps one for it: a search knows a view and nothing else.
    """

    steps: list[int] = Factory(list)
    """Its actions, oldest first."""
    judgement: int = 0
    """Seeds what it misjudges, all the turn long: from who it is and the position."""
    round: int = 0

    def resume(self, view: View, packed: bytes, character: str) -> None:
        """Be asked for a move; where nothing was done yet, or a round has ended, a turn begins."""
        if not self.steps or view["round"] != self.round:
            self.steps.clear()
            self.round = view["round"]
            self.judgement = judgement_of(packed, character)

    def add(self, action: int) -> None:
        """Remember a step."""
        self.steps.append(action)
        del self.steps[:-LONGEST]

    def end(self) -> None:
        """Another seat has moved."""
        self.steps.clear()


def judgement_of(view: bytes, character: str) -> int:
    """How a character takes a position: the same each time, another one otherwise."""
    return crc32(view, crc32(character.encode()))
