"""One definition of each command feeds keys, footer, palette, help page and man page."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Key
from textual.keys import format_key
from textual.screen import Screen

from caravan_tui.words import _


@frozen
class Command:
    """Something a user can do. Titles are English source texts, translated when shown."""

    id: str
    """`place.name`; what a key change in the settings names."""
    keys: str
    """Textual key names with commas between: `left,h`."""
    action: str
    """The Textual action: `undo`, `move(-1,0)`."""
    title: str
    """One or two words for the footer."""
    help: str = ""
    """A sentence for the help page; empty: the title is enough."""
    footer: bool = False
    """In the footer at 80 columns, where there is room for about eight."""
    glyph: str | None = None
    """What the footer shows as key, if not the first key's name."""
    priority: bool = False

    def binding(self) -> Binding:
        """The Textual binding of this command."""
        return Binding(
            self.keys,
            self.action,
            self.title,
            show=self.footer,
            key_display=self.glyph,
            id=self.id,
            tooltip=self.help or None,
            priority=self.priority,
        )


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """What a screen or widget gives as its BINDINGS."""
    return [command.binding() for command in commands]


CURSOR = frozenset({"up", "down", "left", "right", "home", "end", "j", "k"})
"""Keys of commands that only lead somewhere; a palette has no use for them."""


def useful(place: DOMNode, commands: Iterable[Command], pointing: bool = True) -> list[Command]:
    """Those of a place's commands that do something there now; `pointing`: also those that only
    move a cursor."""
    return [
        command
        for command in commands
        if place.check_action(command.action.split("(")[0], ())
        and (pointing or command.keys.split(",")[0] not in CURSOR)
    ]


def why_nothing(screen: Screen[object], event: Key) -> str:
    """What to say of a key that no command of a screen has; empty if one has it.

    For the screen's `on_key`, where a key arrives that no widget took.
    """
    if event.key in screen.active_bindings:
        return ""
    name = event.character if event.is_printable and event.character else format_key(event.key)
    return _("{key} does nothing here; F2 shows every key.").format(key=name)
