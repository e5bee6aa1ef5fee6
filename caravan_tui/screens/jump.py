"""Jump keys: letters over everything on a table that a cursor can go to; typing them goes there."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.events import Click, Key, Resize
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from caravan_tui.i18n import _
from caravan_tui.widgets.backdrop import Backdrop
from caravan_tui.widgets.board import JumpTarget
from caravan_tui.widgets.closing import close
from caravan_tui.widgets.commands import Command, bindings, key_name

COMMANDS = (Command("jump.close", "escape", "close", "Close", "Close the letters."),)


def labels(names: Sequence[str]) -> list[str]:
    """A label for each target: its name, or, where that is empty, a letter with which no name
    begins, or two letters if there are too few.

    Raises ValueError if two letters are too few as well.
    """
    letters = [letter for letter in ascii_lowercase if letter not in {name[:1] for name in names}]
    count = list(names).count("")
    if count > len(letters):
        letters = [first + second for first in letters for second in ascii_lowercase]
    if count > len(letters):
        raise ValueError(f"{count} labels, and no more than {len(letters)} are possible")
    unused = iter(letters)
    return [name or next(unused) for name in names]


class JumpScreen(ModalScreen[int | None]):
    """Labels over the table; returns the index of the target whose label was typed, or None."""

    COMMANDS: ClassVar[Any] = COMMANDS
    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    JumpScreen { background: transparent; }
    JumpScreen > .label { position: absolute; width: auto; height: 1;
        background: $accent; color: $background; text-style: bold; }
    JumpScreen > #how { dock: bottom; height: 1; padding: 0 1; background: $panel; }
    """

    def __init__(self, targets: Sequence[JumpTarget]) -> None:
        super().__init__()
        self.targets = targets
        self.labels = labels([target.name for target in targets])
        self.typed = ""
        """The first letter of a label of two."""
        self.first_size: Size | None = None

    def render(self) -> Backdrop:
        """The screen below."""
        return Backdrop(self)

    def compose(self) -> ComposeResult:
        """A label at each target."""
        for target, label in zip(self.targets, self.labels, strict=True):
            widget = Static(label, classes="label", markup=False)
            widget.styles.offset = (target.x, target.y)
            yield widget
        text = _("Type the letters of a place to go there. {close} closes.")
        yield Static(text.format(close=key_name(self, "jump.close")), id="how", markup=False)

    def on_key(self, event: Key) -> None:
        """Follow the letters of a label; ring the bell for one that leads nowhere."""
        if event.key in self.active_bindings:
            return
        event.stop()
        if event.key == "backspace":
            self.typed = ""
        else:
            typed = self.typed + event.key.lower()
            if typed in self.labels:
                close(self, self.labels.index(typed))
                return
            if any(label.startswith(typed) for label in self.labels):
                self.typed = typed
            else:
                self.app.bell()
        for widget, label in zip(self.query(".label"), self.labels, strict=True):
            widget.display = label.startswith(self.typed)

    def on_click(self, event: Click) -> None:
        """Close: the mouse needs no letters."""
        event.stop()
        close(self)

    def on_resize(self, event: Resize) -> None:
        """Close when the table moves away from below the labels."""
        if self.first_size is not None and event.size != self.first_size:
            close(self)
        self.first_size = event.size

    def action_close(self) -> None:
        """Close without a choice."""
        close(self)
