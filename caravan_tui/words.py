"""The one catalogue of texts: every word that a user reads passes through here.

English is the source; the catalogues of other languages lie in ``locale`` as gettext files.
Texts are looked up when they are shown, never at import, so that the language can change while
the app runs. Values go in by name: ``_("{name} passes").format(name=name)``.
"""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "caravan_tui"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str | None) -> None:
    """Speak this language from now on, English where it has no word; None is English."""
    global _catalogue
    languages = [language] if language else []
    _catalogue = gettext.translation(DOMAIN, LOCALE, languages=languages, fallback=True)


def _(text: str) -> str:
    """The text in the user's language."""
    return _catalogue.gettext(text) if text else ""


def later(texts: T) -> T:
    """The text or texts as they are: the catalogue is to have them, `_` says them when shown."""
    return texts


def _n(one: str, many: str, count: int) -> str:
    """The text for this count, to be formatted by the caller."""
    return _catalogue.ngettext(one, many, count)
