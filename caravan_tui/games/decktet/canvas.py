"""A grid of characters to draw on, with targets for the mouse; knows no game."""

from __future__ import annotations

from itertools import groupby

from rich.segment import Segment
from rich.style import Style

Target = tuple[str, int]
"""What lies under the mouse: `card` and its number, `do` and the place of a button."""


class Canvas:
    """A grid of characters with their styles, and the targets that lie on it."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self._chars = [[" "] * width for _row in range(height)]
        self._styles = [[style] * width for _row in range(height)]
        self.targets: list[tuple[int, int, int, int, Target]] = []

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write a text, cut at the edges; the column after it."""
        if 0 <= y < self.height:
            chars, styles = self._chars[y], self._styles[y]
            for at, char in enumerate(text, x):
                if 0 <= at < self.width:
                    chars[at] = char
                    styles[at] = style
        return x + len(text)

    def target(self, x: int, y: int, width: int, height: int, target: Target) -> None:
        """What a click here means; later ones lie above earlier ones."""
        self.targets.append((x, y, width, height, target))

    def under(self, x: int, y: int) -> Target | None:
        """What lies here."""
        for left, top, width, height, target in reversed(self.targets):
            if left <= x < left + width and top <= y < top + height:
                return target
        return None

    def segments(self, y: int) -> list[Segment]:
        """A line, as runs of one style."""
        pairs = zip(self._styles[y], self._chars[y], strict=True)
        return [
            Segment("".join(char for _style, char in run), style)
            for style, run in groupby(pairs, key=lambda pair: pair[0])
        ]
