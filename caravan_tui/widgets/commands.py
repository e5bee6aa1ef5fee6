"""One definition of each command feeds keys, footer, palette, help page and man page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from attrs import frozen
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.events import Key
from textual.keys import Keys, _character_to_key, _get_unicode_name_from_key, format_key
from textual.screen import Screen

from caravan_tui.words import _, _p


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


def key_names(keys: str) -> str:
    """`left,h` as a person writes it: `← h`."""
    names = {
        "question_mark": "?", "colon": ":", "semicolon": ";", "slash": "/", "comma": ",",
        "full_stop": ".", "plus": "+", "minus": "-", "tab": "Tab", "shift+tab": "Shift+Tab",
        "escape": _p("key", "Esc"), "enter": _p("key", "Enter"), "space": _p("key", "Space"),
        "backspace": _p("key", "Backspace"), "pageup": _p("key", "PgUp"),
        "pagedown": _p("key", "PgDn"), "home": _p("key", "Home"), "end": _p("key", "End"),
        "up": "↑", "down": "↓", "left": "←", "right": "→",
    }  # fmt: skip
    return " ".join(names.get(key) or key_sign(key) for key in map(str.strip, keys.split(",")))


def key_sign(key: str) -> str:
    """A key's sign or name: `f1` is F1, `ctrl+q` Ctrl+Q."""
    sign = format_key(key)
    if len(sign) > 1 and sign.replace("+", "").isalnum():
        return "+".join(part.capitalize() for part in sign.split("+"))
    return sign


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
    if not key or not HELD.issuperset(one.lower() for one in held):
        return None
    if len(key) == 1:
        key = _character_to_key(key.lower() if held else key)
    else:
        key = OTHER_NAMES.get(key.lower(), key.lower())
        if key not in NAMED:
            try:
                unicodedata.lookup(_get_unicode_name_from_key(key))
            except KeyError:
                return None
    return "+".join([*(one.lower() for one in held), key])


def keymap(changed: Mapping[str, str]) -> dict[str, str]:
    """The keys of the settings as Textual wants them; what is no key is left out, and a command
    without any keeps its own."""
    found = {
        name: ",".join(filter(None, map(key_of, keys.split(",")))) for name, keys in changed.items()
    }
    return {name: keys for name, keys in found.items() if keys}


def why_nothing(screen: Screen[object], event: Key) -> str:
    """What to say of a key that no command of a screen has; empty if one has it.

    For the screen's `on_key`, where a key arrives that no widget took.
    """
    if event.key in screen.active_bindings:
        return ""
    printed = event.is_printable and event.character and not event.character.isspace()
    name = event.character if printed else key_names(event.key)
    words = keyed(screen, _("{key} does nothing here; F2 shows every key."))
    return Keyed(words.format(key=name))


# texts that name keys


class Keyed(str):
    """Words in which every key has its name of now; `keyed` leaves them as they are."""

    __slots__ = ()


def names_now(commands: Iterable[Command], changed: Mapping[str, str]) -> dict[str, str]:
    """The names of keys as texts write them, with those that have taken their place; `changed`:
    see `keymap`. Of two commands with one key the first counts."""
    found: dict[str, str] = {}
    for command in commands:
        own = command.keys.split(",")
        now = changed.get(command.id, command.keys).split(",")
        for key in own:
            if not key.isdigit():  # a number in a text is mostly no key
                found.setdefault(key_names(key), key_names(key if key in now else now[0]))
    return {name: now for name, now in found.items() if name != now}


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A text that names keys, with others in their place: `u brings it back`, `go on (Enter)`.

    A name is a word of its own: `s` in `10 s` and the article `a` are none.
    """
    if not names:
        return text
    forms = []
    for name in sorted(names, key=len, reverse=True):
        sign = re.escape(name)
        if not name[-1].isalnum():
            forms.append(rf"(?<![^ (]){sign}(?= \S|\))")
        elif name in WORDS:
            forms.append(rf"(?<=[Pp]ress ){sign}(?!\w)|(?<=\bsur ){sign}(?!\w)")
            forms.append(rf"(?<![\w'’.-]){sign}(?=:|\u00a0:| accept| send| envoy)")
        else:
            forms.append(rf"(?<![\w'’./{{-])(?<!\d ){sign}(?![\w'’}}-])")
    return re.sub("|".join(forms), lambda found: names[found[0]], text)


WORDS = frozenset("ay")
"""Keys that are words in a language of the catalogue."""


def keyed(screen: Screen[Any], text: str) -> str:
    """A text that is shown on a screen: where it names a key that the user has changed, with the
    key of now."""
    settings = getattr(screen.app, "settings", None)
    if settings is None or not settings.keys or isinstance(text, Keyed):
        return text
    places: list[DOMNode] = [screen]
    with suppress(NoMatches):  # a table without its board yet, or no longer
        places += filter(None, [getattr(screen, "board", None)])
    commands: list[Command] = []
    for place in places:
        for kind in type(place).__mro__:
            commands += useful(place, vars(kind).get("COMMANDS", ()))
    return Keyed(with_names(text, names_now(commands, keymap(settings.keys))))
