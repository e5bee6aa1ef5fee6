"""Why a move of a problem is the best one or not, in as many words as there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen
from rich.cells import cell_len


@frozen
class Reasons:
    """Sentences in the game's words, the most important first."""

    why: Sequence[str]
    """Why the move is worse than the best one, or the tempting move worse than it: a sentence and
    shorter ones that say the same."""
    gains: Sequence[str]
    """What the move brings, if it is the best one."""

    @property
    def sentences(self) -> list[str]:
        """All that there is to say."""
        return [*self.gains, *self.why[:1]]

    def within(self, room: int) -> str:
        """The sentences for which so many columns have room; empty where they have for none."""
        taken = ""
        for variants in (*([gain] for gain in self.gains), self.why):
            for sentence in variants:
                longer = f"{taken} {sentence}".strip()
                if cell_len(longer) <= room:
                    taken = longer
                    break
        return taken

    def behind(self, beginnings: Iterable[str], room: int) -> tuple[str, str]:
        """The reason behind the first of these beginnings that leaves room for its first sentence:
        what a good move brings comes before why another one is worse. Where none does, behind the
        first that leaves room for any; empty if there is no such one."""
        fitting = [
            (beginning, words)
            for beginning in beginnings
            if (words := self.within(room - cell_len(beginning)))
        ]
        first_sentences = tuple(self.gains[:1] or self.why) or ("",)
        complete = (each for each in fitting if each[1].startswith(first_sentences))
        return next(complete, fitting[0] if fitting else ("", ""))

    def are_told_by(self, text: str) -> bool:
        """Whether a text says all of it."""
        return all(gain in text for gain in self.gains) and any(
            sentence in text for sentence in self.why or [""]
        )
