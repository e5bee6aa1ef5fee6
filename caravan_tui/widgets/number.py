"""A field for a number, with a sign to click for one less and one for one more."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.widgets import Input, Static


class Step(Static):
    """One of the two signs; a click puts the number into the field before it."""

    def __init__(self, by: int) -> None:
        super().__init__("[-]" if by < 0 else "[+]", markup=False)
        self.by = by

    def on_click(self, event: Click) -> None:
        """One step."""
        event.stop()
        parent = self.parent
        assert isinstance(parent, Number)
        parent.step(self.by)


class Number(Horizontal):
    """An Input of the given id, and [-] [+] beside it: all of a form can be filled in with the
    mouse alone. What is typed is checked by who reads the Input."""

    DEFAULT_CSS = """
    Number { width: 100%; height: 1;
        & > Input { width: 1fr; height: 1; border: none; }
        & > Step { width: 3; margin-left: 1; color: $text-muted; text-style: bold;
            &:hover { background: $primary 40%; color: $foreground; }
        }
    }
    """

    def __init__(self, value: object, key: str, low: int, high: int, step: int = 1) -> None:
        super().__init__()
        self._nb_value, self._nb_key = str(value), key
        self._nb_bounds, self._nb_step = (low, high), step

    def compose(self) -> ComposeResult:
        """The field and its two signs."""
        yield Input(self._nb_value, id=self._nb_key, type="integer", compact=True)
        yield Step(-self._nb_step)
        yield Step(self._nb_step)

    def step(self, by: int) -> None:
        """The next number in this direction that is allowed; the least where none was typed."""
        field = self.query_one(Input)
        low, high = self._nb_bounds
        try:
            number = int(field.value) + by
        except ValueError:
            number = low
        field.value = str(min(high, max(low, number)))
