"""The one catalogue of texts: every word that a user reads passes through here.

English is the source; the catalogues of other languages lie in ``locale`` as gettext files.
Texts are looked up when they are shown, never at import, so that the language can change while
the app runs. Values go in by name: ``_("{name} passes").format(name=name)``.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TypeVar

T = TypeVar("T")

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "caravan_tui"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"
_asked: ContextVar[gettext.NullTranslations | None] = ContextVar("asked", default=None)
"""The catalogue of whom a server answers just now, where that is not its own."""


def languages() -> tuple[str, ...]:
    """The available languages by their letters, English first."""
    catalogues = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ("en", *sorted(file.parents[1].name for file in catalogues))


def system_language(environment: Mapping[str, str] | None = None) -> str:
    """The letters of the environment's language: LC_ALL, else LC_MESSAGES, else LANG."""
    given = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = given.get(name)
        if value:
            letters = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return letters if letters in languages() else "en"
    return "en"


def choose(wanted: str) -> str:
    """Use the language of the setting, that of the environment for `auto`. Returns its letters."""
    language = wanted if wanted in languages() else system_language()
    use(language)
    return language


def language() -> str:
    """The letters of the language in use."""
    return _language


def use(language: str | None) -> None:
    """Use this language, English where it lacks a text; None is English."""
    global _catalogue, _language
    _language = language or "en"
    _catalogue = _read(_language)


# French: a value decides how the word before it ends


_ELIDED = re.compile(r"(?:^|(?<=[\s(«—–’-]))(?:[dD]|[qQ]u|[jJ]usqu|[lL]orsqu|[pP]uisqu)e $")
"""The end of what stands before a value that may take its last vowel: *de Omar* is *d’Omar*."""

_VOWEL = re.compile(r"[aàâæeéèêëiîïoôœuùûü]|h[eéèêiîoôuûy]|y[^aeiouéè]", re.IGNORECASE)
"""How a value begins that takes it. An *h* before *a* is heard: *de Hassan*."""

_SHARE = re.compile(r"(?<=\d)%")


class _FrenchText(str):
    """A text whose values are put in as French has them: *de* and *que* are elided before a vowel,
    and a blank that does not break stands before a per cent sign."""

    __slots__ = ()

    def format(self, *args: object, **values: object) -> str:
        """As `str.format`."""
        said = ""
        for before, place, can_elide in _places(self):
            value = place.format(*args, **values)
            if "%" in value:
                value = _SHARE.sub("\N{NO-BREAK SPACE}%", value)
            is_elided = can_elide and _VOWEL.match(value)
            said += (before[:-2] + "’" if is_elided else before) + value
        return said


@cache
def _places(text: str) -> Sequence[tuple[str, str, bool]]:
    """What stands before each value of a text, the value's place in braces, empty after the last
    one, and whether a vowel there takes the one before it."""
    return [
        (
            before,
            "" if field is None
            else f"{{{field}{'!' + conversion if conversion else ''}:{spec}}}",
            field is not None and bool(_ELIDED.search(before)),
        )
        for before, field, spec, conversion in Formatter().parse(text)
    ]  # fmt: skip


class _FrenchCatalogue(gettext.GNUTranslations):
    """The French texts, those with values as `_FrenchText`."""

    def gettext(self, message: str) -> str:
        return _with_values(super().gettext(message))

    def pgettext(self, context: str, message: str) -> str:
        return _with_values(super().pgettext(context, message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _with_values(super().ngettext(msgid1, msgid2, n))


def _with_values(text: str) -> str:
    return _FrenchText(text) if "{" in text else text


_CATALOGUES = {"fr": _FrenchCatalogue}
"""Languages in which a value changes the words around it."""


@cache
def _read(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    kind = _CATALOGUES.get(language, gettext.GNUTranslations)
    return gettext.translation(DOMAIN, LOCALE, [language], kind, fallback=True)


def _now() -> gettext.NullTranslations:
    return _asked.get() or _catalogue


# Several languages in one process: a server speaks to each in their own.


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Use this language within the block and in tasks started in it; empty: the usual one."""
    before = _asked.set(_read(language) if language else None)
    try:
        yield
    finally:
        _asked.reset(before)


# What the code says


def _(text: str) -> str:
    """The text in the user's language."""
    return _now().gettext(text) if text else ""


def _p(context: str, text: str) -> str:
    """The text where its meaning depends on a context: `_p("key", "Home")`, `_p("map", "Blue")`."""
    return _now().pgettext(context, text)


def later(texts: T) -> T:
    """The text or texts as they are: the catalogue is to have them, `_` says them when shown."""
    return texts


def _n(singular: str, plural: str, count: int) -> str:
    """The text for this count, to be formatted by the caller."""
    return _now().ngettext(singular, plural, count)


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
