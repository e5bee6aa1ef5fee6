"""The one catalogue of texts: every word that a user reads passes through here.

English is the source; the catalogues of other languages lie in ``locale`` as gettext files.
Texts are looked up when they are shown, never at import, so that the language can change while
the app runs. Values go in by name: ``_("{name} passes").format(name=name)``.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "caravan_tui"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


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
    languages = [language] if language else []
    _catalogue = gettext.translation(DOMAIN, LOCALE, languages=languages, fallback=True)


def _(text: str) -> str:
    """The text in the user's language."""
    return _catalogue.gettext(text) if text else ""


def _p(context: str, text: str) -> str:
    """The text where its meaning hangs on a context: `_p("key", "Home")`, `_p("map", "Blue")`."""
    return _catalogue.pgettext(context, text)


def later(texts: T) -> T:
    """The text or texts as they are: the catalogue is to have them, `_` says them when shown."""
    return texts


def _n(one: str, many: str, count: int) -> str:
    """The text for this count, to be formatted by the caller."""
    return _catalogue.ngettext(one, many, count)
