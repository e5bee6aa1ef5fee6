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
from typing import Any, TypeVar

T = TypeVar("T")

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "caravan_tui"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"
_asked: ContextVar[gettext.NullTranslations | None] = ContextVar("asked", default=None)
"""The catalogue of whom a server answers just now, where that is not its own."""
_phrases = False


def languages() -> tuple[str, ...]:
    """The languages that there are, by their letters; English first."""
    found = LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    return ("en", *sorted(file.parents[1].name for file in found))


def spoken(environment: Mapping[str, str] | None = None) -> str:
    """The letters of the environment's language: LC_ALL, else LC_MESSAGES, else LANG."""
    given = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = given.get(name)
        if value:
            letters = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return letters if letters in languages() else "en"
    return "en"


def choose(wanted: str) -> str:
    """Speak the language of the setting from now on, that of the environment for `auto`; which."""
    language = wanted if wanted in languages() else spoken()
    use(language)
    return language


def language() -> str:
    """The letters of the language that is spoken now."""
    return _language


def use(language: str | None) -> None:
    """Speak this language from now on, English where it has no word; None is English."""
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
def speaking(language: str) -> Iterator[None]:
    """Speak this language within the block, and in what is started in it; empty: as usual."""
    before = _asked.set(_read(language) if language else None)
    try:
        yield
    finally:
        _asked.reset(before)


def keep_phrases(wanted: bool) -> None:
    """From now on texts are `Phrase`s, or no longer: for a process that tells others what they
    read, in languages of their own."""
    global _phrases
    _phrases = wanted


class Phrase(str):
    """A text that knows what it is made of, so that it can be said in another language later.

    It is a plain text in every other way. What it loses when it is cut or put together with
    others is only this; `joined` puts phrases together without that loss.
    """

    _made: tuple[str, str, int, str, dict[str, Any] | None]

    def __new__(
        cls,
        text: str,
        many: str = "",
        count: int = 0,
        context: str = "",
        values: dict[str, Any] | None = None,
    ) -> Phrase:
        """`text` as in the catalogue, `many` and `count` for a plural, `values` as for format."""
        made = text, many, count, context, values
        phrase = super().__new__(cls, _say(_now(), *made))
        phrase._made = made
        return phrase

    def __str__(self) -> Phrase:
        return self  # an exception's text stays what it is

    def format(self, *_places: Any, **values: Any) -> Phrase:
        """The phrase with these values in their places, by name."""
        text, many, count, context, _values = self._made
        return Phrase(text, many, count, context, values)

    def into(self, language: str) -> str:
        """The text in a language."""
        return _say(_read(language), *self._made)

    def to_plain(self) -> list[Any]:
        """Plain data for a file, see `from_plain`."""
        *made, values = self._made
        plain = values and {
            name: value.to_plain() if isinstance(value, Phrase) else value
            for name, value in values.items()
        }
        return [*made, plain]

    @classmethod
    def from_plain(cls, plain: list[Any]) -> Phrase:
        """The phrase back. Raises TypeError or ValueError."""
        text, many, count, context, values = plain
        kept = values and {
            name: cls.from_plain(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return cls(text, many, count, context, kept)


def _say(
    catalogue: gettext.NullTranslations,
    text: str,
    many: str,
    count: int,
    context: str,
    values: dict[str, Any] | None,
) -> str:
    if many:
        said = catalogue.ngettext(text, many, count)
    elif context:
        said = catalogue.pgettext(context, text)
    else:
        said = catalogue.gettext(text)
    if values is None:
        return said
    told = {
        name: _say(catalogue, *value._made) if isinstance(value, Phrase) else value
        for name, value in values.items()
    }
    return said.format(**told)


def said_to(text: Any, language: str) -> Any:
    """A text in the reader's language as far as it is a phrase; a list of texts one by one."""
    if isinstance(text, Phrase):
        return text.into(language)
    if isinstance(text, list):
        return [said_to(one, language) for one in text]
    return text


def joined(between: str, texts: list[str]) -> str:
    """Texts one after the other."""
    if not any(isinstance(text, Phrase) for text in texts):
        return between.join(texts)
    places = {f"text{number}": text for number, text in enumerate(texts)}
    return Phrase(between.join(f"{{{place}}}" for place in places), values=places)


# What the code says


def _(text: str) -> str:
    """The text in the user's language."""
    if _phrases and text:
        return Phrase(text)
    return _now().gettext(text) if text else ""


def _p(context: str, text: str) -> str:
    """The text where its meaning hangs on a context: `_p("key", "Home")`, `_p("map", "Blue")`."""
    if _phrases:
        return Phrase(text, context=context)
    return _now().pgettext(context, text)


def later(texts: T) -> T:
    """The text or texts as they are: the catalogue is to have them, `_` says them when shown."""
    return texts


def _n(one: str, many: str, count: int) -> str:
    """The text for this count, to be formatted by the caller."""
    if _phrases:
        return Phrase(one, many, count)
    return _now().ngettext(one, many, count)
