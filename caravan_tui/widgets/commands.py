"""One definition of each command feeds keys, footer, palette, help page and man page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Key
from textual.keys import Keys
from textual.screen import Screen

from caravan_tui.i18n import _
from caravan_tui.terminal.compat import is_character_name, key_of_character
from caravan_tui.widgets.key_names import key_names, key_of_name

_COMMANDS: dict[str, Command] = {}
"""Every command by its id."""


class Command(Struct, frozen=True):
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
    in_palette: bool = True
    """Whether the palette lists it: not what acts on the entry under the cursor of a list."""
    palette_title: str = ""
    """What the palette calls it; empty: as the footer does, which has less room."""
    page: int | None = None
    """Which page of its screen it opens, from 0."""

    def __post_init__(self) -> None:
        _COMMANDS[self.id] = self

    def binding(self) -> Binding:
        """The Textual binding of this command."""
        return Binding(
            self.keys,
            self.action,
            self.title,
            show=self.footer,
            key_display=self.glyph,
            id=self.id,
            tooltip=self.help,
            priority=self.priority,
        )


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """What a screen or widget gives as its BINDINGS."""
    return [command.binding() for command in commands]


CURSOR = frozenset({"up", "down", "left", "right", "home", "end", "j", "k"})
"""Keys of commands that only lead somewhere; a palette has no use for them."""


def useful(place: DOMNode, commands: Iterable[Command], pointing: bool = True) -> list[Command]:
    """Those of a place's commands that do something there now; `pointing`: also those that only
    move a cursor, or act on what is under it."""
    return [
        command
        for command in commands
        if place.check_action(command.action.split("(")[0], ())
        and (pointing or (command.in_palette and command.keys.split(",")[0] not in CURSOR))
    ]


HELD = frozenset({"ctrl", "shift", "alt", "meta", "super", "hyper"})

OTHER_NAMES = {
    "esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "del": "delete",
    "ins": "insert",
}  # fmt: skip

NAMED = frozenset(str(key.value) for key in Keys)


def key_of(word: str) -> str | None:
    """Textual's name of a key as a user writes it: `?`, `ctrl+z`, `F5`, `Space`; None if there is
    no such key."""
    word = word.strip()
    *held, key = word.split("+") if len(word) > 1 else [word]
    if not key or not HELD.issuperset(modifier.lower() for modifier in held):
        return None
    if len(key) == 1:
        key = key_of_character(key.lower() if held else key)
    else:
        key = OTHER_NAMES.get(key.lower(), key.lower())
        if key not in NAMED and not is_character_name(key):
            return None
    return "+".join([*(modifier.lower() for modifier in held), key])


def keys_of_name(name: str) -> list[tuple[str, str]]:
    """The keys that a window names at its foot, each as it is written and by Textual's name: `←→`
    are two, `Enter` is one. Empty if there is no such key."""
    signs = [name] if key_of_name(name) else list(name)
    if name and all(map(key_of_name, signs)):
        return [(sign, key_of_name(sign)) for sign in signs]
    key = key_of(name) if name else None
    return [(name, key)] if key else []


def keymap(changed: Mapping[str, str]) -> dict[str, str]:
    """The keys of the settings as Textual wants them; what is no key is left out, and a command
    without any keeps its own."""
    keys_of_id = {
        name: ",".join(filter(None, map(key_of, keys.split(",")))) for name, keys in changed.items()
    }
    return {name: keys for name, keys in keys_of_id.items() if keys}


def explain_key(screen: Screen[Any], event: Key) -> str:
    """What to say of a key that no command of a screen has; empty if one has it.

    For the screen's `on_key`, where a key arrives that no widget took.
    """
    if event.key in screen.active_bindings:
        return ""
    name = pressed_key(event)
    commands: Iterable[Command] = getattr(screen, "COMMANDS", ())
    keys = next((command.id for command in commands if command.action == "keys"), "")
    if not keys:
        return _("{key} does nothing here.").format(key=name)
    text = _("{key} does nothing here. Press {keys} to see all keys.")
    return text.format(key=name, keys=key_name(screen, keys))


def pressed_key(event: Key) -> str:
    """A key as the user reads it."""
    is_sign = (
        "alt+" not in event.key
        and event.is_printable
        and event.character
        and not event.character.isspace()
    )
    return str(event.character) if is_sign else key_names(event.key)


# texts that name keys


def key_name(node: DOMNode, command_id: str) -> str:
    """The first key of a command as the user reads it, with the key of the settings if changed.

    For sentences: `_("Press {undo} to put it back").format(undo=key_name(self, "table.undo"))`.
    """
    return _first_key(_COMMANDS[command_id], keymap(changed_keys(node)))


def is_key_of(node: DOMNode, command: Command, key: str) -> bool:
    """Whether a key is one of a command's, with the keys of the settings."""
    return key in keymap(changed_keys(node)).get(command.id, command.keys).split(",")


def changed_keys(node: DOMNode) -> Mapping[str, str]:
    """The keys of the settings, by the id of the command."""
    return getattr(getattr(node.app, "settings", None), "keys", None) or {}


def keys_by_name(
    commands: Iterable[Command], changed: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The key of each command as the user reads it, by the command's name: `undo` for `table.undo`.

    These fill the named fields of a text: `text.format_map(keys_by_name(commands))`. Of two
    commands with the same name the first counts. `changed`: the keys of the settings.
    """
    now = keymap(changed or {})
    keys: dict[str, str] = {}
    for command in commands:
        keys.setdefault(command.id.rpartition(".")[2], _first_key(command, now))
    return keys


def _first_key(command: Command, now: Mapping[str, str]) -> str:
    names = [key_names(key) for key in now.get(command.id, command.keys).split(",")]
    return command.glyph if command.glyph in names else names[0]
