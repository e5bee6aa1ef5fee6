"""Jump keys: letters over everything on a table that a cursor can go to; typing them goes there."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from textual.app import ComposeResult
from textual.events import Click, Key, Resize
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from caravan_tui.widgets.board import Place
from caravan_tui.widgets.commands import Command, bindings, keyed
from caravan_tui.words import _

COMMANDS = (Command("jump.close", "escape", "close", "Close", "Close the letters; nothing moves."),)


def labels(count: int) -> list[str]:
    """So many different labels of one letter each, or of two where there are more than 26.

    Raises ValueError for more than 676.
    """
    letters = ascii_lowercase
    if count <= len(letters):
        return list(letters[:count])
    if count > len(letters) ** 2:
        raise ValueError(f"{count} places, and no more than {len(letters) ** 2} labels")
    return [one + two for one in letters for two in letters][:count]


class JumpScreen(ModalScreen[int | None]):
    """Labels over the table; gives the number of the place whose label was typed, or None."""

    BINDINGS = bindings(COMMANDS)

    DEFAULT_CSS = """
    JumpScreen { background: transparent; }
    JumpScreen > .label { position: absolute; width: auto; height: 1;
        background: $accent; color: $background; text-style: bold; }
    JumpScreen > #how { dock: bottom; height: 1; padding: 0 1; background: $panel; }
    """

    def __init__(self, places: Sequence[Place]) -> None:
        super().__init__()
        self._ju_places = places
        self._ju_labels = labels(len(places))
        self._ju_typed = ""
        self._ju_size: Size | None = None

    def compose(self) -> ComposeResult:
        """A label a place."""
        for place, label in zip(self._ju_places, self._ju_labels, strict=True):
            shown = Static(label, classes="label", markup=False)
            shown.styles.offset = (place.x, place.y)
            yield shown
        how = _("Type the letters of a place to go there; Esc closes")
        yield Static(keyed(self, how), id="how", markup=False)

    def on_key(self, event: Key) -> None:
        """A letter of a label; one that leads nowhere rings and is left out."""
        if event.key == "escape":
            return
        event.stop()
        if event.key == "backspace":
            self._ju_typed = ""
        else:
            typed = self._ju_typed + event.key.lower()
            if typed in self._ju_labels:
                self.dismiss(self._ju_labels.index(typed))
                return
            if any(label.startswith(typed) for label in self._ju_labels):
                self._ju_typed = typed
            else:
                self.app.bell()
        for shown, label in zip(self.query(".label"), self._ju_labels, strict=True):
            shown.display = label.startswith(self._ju_typed)

    def on_click(self, event: Click) -> None:
        """The mouse needs no letters."""
        event.stop()
        self.dismiss(None)

    def on_resize(self, event: Resize) -> None:
        """The table moves away from below the labels."""
        if self._ju_size is not None and event.size != self._ju_size:
            self.dismiss(None)
        self._ju_size = event.size

    def action_close(self) -> None:
        """Close without a choice."""
        self.dismiss(None)
