"""What a typed line means as a move: a number of the list, notation, or words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from caravan_tui.games.contract import Game, ListedMove, each_ending
from caravan_tui.games.kit.sentences import ended
from caravan_tui.i18n import _, _n

MOST_LISTED = 24
"""Moves that are said at once."""

_BETWEEN = re.compile(r"[\s>\-:.,+;]+")
"""What may stand between the parts of a notation."""


def loosely(text: str) -> str:
    """A notation without the signs between its parts, so that `move salt d2 e4` is as good as
    `move salt d2>e4`."""
    return " ".join(_BETWEEN.split(text.strip().lower()))


@frozen
class Moves:
    """What a seat may play in a position, as it is listed and numbered."""

    game: Game[Any]
    view: Any
    legal: Sequence[int]
    names: Sequence[str]
    rows: Sequence[ListedMove]

    @classmethod
    def of(cls, game: Game[Any], view: Any, legal: Sequence[int], names: Sequence[str]) -> Moves:
        """The moves of a position; `legal`: those out of turn included."""
        rows = each_ending(game.moves_for(legal, view, names)) if legal else []
        return cls(game, view, legal, names, rows)

    def numbered(self, number: int) -> ListedMove | None:
        """The move with this number of the list, from 1."""
        return self.rows[number - 1] if 1 <= number <= len(self.rows) else None

    def noted(self, entry: str) -> int | None:
        """The action that a notation means."""
        action = self.game.parse(entry, self.legal, self.view)
        if action is not None:
            return action
        wanted = loosely(entry)
        same = [
            action
            for action in self.legal
            if loosely(self.game.notation(action, self.view)) == wanted
        ]
        return same[0] if len(same) == 1 and wanted else None

    def matching(self, words: str) -> list[int]:
        """The numbers of the moves in which every one of these words begins a word."""
        typed = words.lower().split()
        return [
            number
            for number, row in enumerate(self.rows, 1)
            if typed and all(self._has(row, word) for word in typed)
        ]

    def _has(self, row: ListedMove, word: str) -> bool:
        text = f"{row.group} {row.words} {row.all_asides} {row.cost[0]}".lower()
        return any(part.startswith(word) for part in re.split(r"[^\w+\-]+", text))

    def line(self, number: int, with_group: bool = True) -> str:
        """A move of the list, with its number and what may be typed in its place."""
        row = self.rows[number - 1]
        words = row.words.rstrip(".")
        if with_group and row.group:
            words = f"{row.group}: {words}"
        if aside := " · ".join(filter(None, (row.all_asides, row.cost[0]))):
            words = f"{words}, {aside}"
        if len(row.actions) == 1:
            note = self.game.notation(row.actions[0], self.view)
            if note.lower() in words.lower():
                return f"{number}. {ended(words)}"
            words = _("{move}; or type {notation}").format(move=words, notation=note)
        return f"{number}. {ended(words)}"

    def lines(self, numbers: Sequence[int]) -> list[str]:
        """Some of the moves below the headings of their groups; how many more there are."""
        lines, group = list[str](), ""
        for number in numbers[:MOST_LISTED]:
            row = self.rows[number - 1]
            if row.group and row.group != group:
                lines.append(f"{row.group.rstrip(':')}:")
            group = row.group
            lines.append(self.line(number, with_group=False))
        more = len(numbers) - MOST_LISTED
        if more > 0:
            text = _n(
                "{count} more. Type moves from {next}, or moves and a word, such as moves {word}.",
                "{count} more. Type moves from {next}, or moves and a word, such as moves {word}.",
                more,
            )
            following = numbers[MOST_LISTED]
            row = self.rows[following - 1]
            word = re.split(r"[\s:,]", row.group or row.words)[-1 if row.group else 0].lower()
            lines.append(text.format(count=more, next=following, word=word))
        return lines
