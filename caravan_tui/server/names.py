"""Names that players are known by: what they may contain, and which of them look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any

from ai import levels
from caravan_tui.i18n import _, in_language, languages, later

LONGEST_NAME = 16
SHORTEST_NAME = 2
_SIGNS = " -_.'"
_DIGITS = "0123456789"

_LATIN = frozenset((*range(0x41, 0x7B), *range(0xC0, 0x250), *range(0x1E00, 0x1F00))) - frozenset(
    range(0x1C0, 0x1C4)
)
"""Without the letters of clicks, which look like signs."""
_GREEK = frozenset((*range(0x370, 0x400), *range(0x1F00, 0x2000)))
_CYRILLIC = frozenset(range(0x400, 0x530))
ALPHABETS = (_LATIN, _GREEK, _CYRILLIC)
"""Those of which a name may have letters: of one only, and from left to right. Every other one has
letters that look like these, or that a terminal shows in none or two columns."""

_PAIRS = (
    "0o 1l ıi İi "
    "Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx αa γy ηn ιi κk νv οo ρp τt υu χx ωw "
    "Аa Вb Еe Ѕs Іi Јj Кk Мm Нh Оo Рp Сc Тt Уy Үy Хx аa еe ѕs іi јj кk мm нh оo рp сc тt уy үy "
    "хx гr пn вb ԁd ԛq ԝw һh ьb ӏl Ӏl ѐè Ѐè ёë Ёë їï Їï"
)
_LOOK_ALIKES = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}
"""Digits and letters that are taken for a Latin letter. Greek and Cyrillic ones differ by case."""

_RESERVED = (
    "admin", "administrator", "root", "server", "system", "operator", "moderator", "host", "owner",
    "caravan", "everybody", "everyone", "nobody", "you",
)  # fmt: skip


class AccountNameError(ValueError):
    """A name cannot be taken. `text`, in English as in the catalogue, says why, with `values` for
    its fields."""

    def __init__(self, text: str, **values: Any) -> None:
        super().__init__(text, values)
        self.text, self.values = text, values


def check_name(name: str) -> None:
    """Raise AccountNameError if this cannot be a player's name."""
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        text = later("A name must have {least} to {most} characters.")
        raise AccountNameError(text, least=SHORTEST_NAME, most=LONGEST_NAME)
    letters = [char for char in name if char not in _SIGNS and char not in _DIGITS]
    if not all(unicodedata.category(char)[0] == "L" for char in letters):
        raise AccountNameError(later("A name can contain letters, digits, spaces and - _ . '"))
    if not any({ord(char) for char in letters} <= alphabet for alphabet in ALPHABETS):
        raise AccountNameError(later("Use letters of one alphabet: Latin, Greek or Cyrillic."))
    if name != " ".join(name.split()) or not any(char.isalpha() for char in letters):
        raise AccountNameError(
            later("A name needs a letter, and no leading, trailing or double spaces.")
        )
    if any(are_alike(name, word) for word in reserved_words()):
        raise AccountNameError(later("This name is reserved."))


def folded(name: str) -> str:
    """What two names have in common that differ only in case, form of accents or signs."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in plain if char.isalnum())


def skeleton(name: str) -> str:
    """What two names have in common whose letters look alike."""
    return folded(unicodedata.normalize("NFKC", name).translate(_LOOK_ALIKES))


def are_alike(name: str, other: str) -> bool:
    """Whether one name may be taken for the other."""
    return folded(name) == folded(other) or skeleton(name) == skeleton(other)


def closest(name: str, names: Iterable[str]) -> str | None:
    """The one of these names that is meant by `name`; None if none is like it."""
    candidates = [other for other in names if are_alike(name, other)]
    return min(
        candidates,
        key=lambda other: (other != name, folded(other) != folded(name)),
        default=None,
    )


@cache
def reserved_words() -> frozenset[str]:
    """What the server and the seats of a table are called, in every language."""
    words = set(_RESERVED)
    for language in languages():
        with in_language(language):
            words |= {_("Guest"), _("Spectator"), _("Computer"), _("You"), _("Player")}
            words |= {level.title for level in levels.ALL.values()}
    return frozenset(words)
