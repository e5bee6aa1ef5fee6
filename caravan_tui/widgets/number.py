"""A field for a number, with a sign to click for one less and one for one more."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.widgets import Input, Static


class Step(Static):
    """One of the two signs."""

    class Clicked(Message):
        """The number should change by `by`."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, by: int) -> None:
        super().__init__("[-]" if by < 0 else "[+]", markup=False)
        self.by = by

    def on_click(self, event: Click) -> None:
        """Ask for one step."""
        event.stop()
        self.post_message(self.Clicked(self.by))


class Number(Horizontal):
    """An Input, and [-] [+] beside it, so that a form can be filled in with the mouse alone.

    What is typed is checked by whoever reads the Input.
    """

    DEFAULT_CSS = """
    Number { width: 100%; height: 1;
        & > Input { width: 1fr; height: 1; border: none; }
        & > Step { width: 3; margin-left: 1; color: $text-muted; text-style: bold;
            &:hover { background: $primary 40%; color: $foreground; }
        }
    }
    """

    def __init__(self, value: object, input_id: str, low: int, high: int, step: int = 1) -> None:
        """`input_id`: the id of the Input; `low`, `high`: the bounds of the signs."""
        super().__init__()
        self.first_value = str(value)
        self.input_id = input_id
        self.low = low
        self.high = high
        self.step_size = step

    def compose(self) -> ComposeResult:
        """The field and its two signs."""
        yield Input(self.first_value, id=self.input_id, type="integer", compact=True)
        yield Step(-self.step_size)
        yield Step(self.step_size)

    @on(Step.Clicked)
    def _step_clicked(self, event: Step.Clicked) -> None:
        event.stop()
        self.step(event.by)

    def step(self, by: int) -> None:
        """Change the number within its bounds; where none was typed, to the lowest one."""
        field = self.query_one(Input)
        try:
            number = int(field.value) + by
        except ValueError:
            number = self.low
        field.value = str(min(self.high, max(self.low, number)))
