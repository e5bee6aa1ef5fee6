"""The user's own themes: TOML files in the folder `themes` of the settings, one for each theme.

A file `dusk.toml` makes the theme `dusk`. Every key may be left out:

    like = "desert-night"       # the theme to take all other colours from
    dark = true                 # whether the ground is dark; default: as in `like`
    background = "#101018"      # and primary, secondary, accent, foreground, surface, panel,
    primary = "#e0a458"         # success, warning, error
    seat-1 = "#f0703c"          # to seat-6: the colours of seats and suits
    good-1 = "#e0645c"          # to good-8: the colours of goods

Colours are `#rrggbb`. A file with anything wrong in it is not used, and one line says why.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from caravan_tui import paths
from caravan_tui.i18n import _

LARGEST = 1 << 16
"""Bytes; a larger file is refused unread."""

MOST = 100
"""Files that are read; the rest is left out with a notice."""

GROUNDS = (
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel",
    "success", "warning", "error",
)  # fmt: skip
"""The colours of the app itself."""

PIECES = (*(f"seat-{n}" for n in range(1, 7)), *(f"good-{n}" for n in range(1, 9)))
"""The colours of pieces on the boards."""

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")

Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}\Z")]


class ThemeError(ValueError):
    """A theme file cannot be used; the text is one line that names it."""


class ThemeFile(Struct, frozen=True):
    """What a theme file says."""

    path: Path
    like: str = ""
    """The theme to take the other colours from; empty: the app's own, dark or light."""
    dark: bool | None = None
    """Whether the ground is dark; None: as in `like`."""
    colours: dict[str, str] = {}
    """Some of GROUNDS and PIECES, as `#rrggbb`."""

    @property
    def name(self) -> str:
        """The value of the setting `theme` that chooses this theme."""
        return self.path.stem


def folder() -> Path:
    """Where the theme files are (it may not exist)."""
    return paths.config() / "themes"


def refusal(path: Path, reason: str) -> ThemeError:
    """Return the error that a theme file cannot be used, in one line that names it."""
    return ThemeError(
        _("{file}: {reason}. This theme is left out.").format(
            file=path, reason=" ".join(reason.split())
        )
    )


def load() -> tuple[list[ThemeFile], list[str]]:
    """Read the theme files in order of their names, with a notice for each that is refused."""
    try:
        files = sorted(folder().glob("*.toml"))
    except OSError as error:
        return [], [_("{file}: {reason}").format(file=folder(), reason=error.strerror)]
    themes, notices = list[ThemeFile](), list[str]()
    for path in files[:MOST]:
        try:
            themes.append(_read(path))
        except ThemeError as error:
            notices.append(str(error))
    if len(files) > MOST:
        notices.append(
            _("{file}: only the first {count} themes are read.").format(file=folder(), count=MOST)
        )
    return themes, notices


def _read(path: Path) -> ThemeFile:
    try:
        if path.stat().st_size > LARGEST:
            raise refusal(path, _("larger than {count} bytes").format(count=LARGEST))
        values = tomllib.loads(path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise refusal(path, _("not UTF-8 text")) from None
    except tomllib.TOMLDecodeError as error:
        raise refusal(path, _("not TOML: {reason}").format(reason=error)) from None
    except OSError as error:
        raise refusal(path, error.strerror or _("can't be read")) from None
    if not NAME.fullmatch(path.stem):
        raise refusal(path, _("rename the file to lower-case letters, digits, - and _"))
    colours = {
        key: _colour(path, key, value)
        for key, value in values.items()
        if key not in ("like", "dark")
    }
    like = _convert(path, values.get("like", ""), str, _("like is the name of a theme in quotes"))
    dark = _convert(path, values.get("dark"), bool | None, _("dark is true or false"))
    return ThemeFile(path, like, dark, colours)


def _colour(path: Path, key: str, value: object) -> str:
    if key not in GROUNDS and key not in PIECES:
        raise refusal(path, _("themes have no key '{name}'").format(name=key))
    reason = _("{name}: '{value}' is not a colour; write it as \"#rrggbb\"")
    colour: str = _convert(path, value, Colour, reason.format(name=key, value=value))
    return colour.lower()


def _convert(path: Path, value: object, kind: Any, reason: str) -> Any:
    """Return a value if it has this type. Raises ThemeError with the reason if not."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise refusal(path, reason) from None
