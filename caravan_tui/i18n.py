"""The one catalogue of texts: every word that a user reads passes through here.

English is the source; the catalogues of other languages lie in ``locale`` as gettext files.
Texts are looked up when they are shown, never at import, so that the language can change while
the app runs. Values go in by name: ``_("{name} passes").format(name=name)``.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
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


@cache
def _read(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)


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
