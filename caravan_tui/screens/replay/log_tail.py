"""The log of a replay, up to the step that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import Static


class LogTail(Static):
    """The newest lines of the log that fit, with those of the last step in bold."""

    DEFAULT_CSS = """
    LogTail { background: $surface; padding: 0 1; height: 1fr; width: 1fr; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._steps: Sequence[Sequence[str]] = ()

    def show(self, steps: Sequence[Sequence[str]]) -> None:
        """Show the lines of these steps, the newest step last."""
        self._steps = steps
        self._draw()

    def on_resize(self) -> None:
        """Fill the room there is now."""
        self._draw()

    def _draw(self) -> None:
        height, width = self.content_size.height, self.content_size.width
        if not height or not width:
            return
        parts: list[Text] = []
        used = 0
        for number in range(len(self._steps) - 1, -1, -1):
            style = "bold" if number == len(self._steps) - 1 else ""
            for line in reversed(self._steps[number]):
                part = Text(line, style)
                used += len(part.wrap(self.app.console, width))
                if used > height:
                    break
                parts.append(part)
            if used >= height:
                break
        text = Text()
        for part in reversed(parts):
            text.append(part)
            text.append("\n")
        self.update(text)
