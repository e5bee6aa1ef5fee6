"""The user's own themes: TOML files in the folder `themes` of the settings, one a theme.

A file `dusk.toml` makes the theme `dusk`. Every key may be left out:

    like = "desert-night"       # where the colours come from that are not given here
    dark = true                 # whether the ground is dark; it is when `like` is
    background = "#101018"      # and primary, secondary, accent, foreground, surface, panel,
    primary = "#e0a458"         # success, warning, error
    seat-1 = "#f0703c"          # to seat-6: the colours of seats and suits
    good-1 = "#e0645c"          # to good-8: the colours of goods

Colours are `#rrggbb`. A file that is wrong anywhere is not used at all, and one line says why.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from attrs import field, frozen

from caravan_tui import folders
from caravan_tui.words import _

LARGEST = 1 << 16
"""Bytes; a larger file is refused unread."""

MOST = 100
"""Files that are read; more are left out with a notice."""

GROUNDS = (
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel",
    "success", "warning", "error",
)  # fmt: skip
"""The colours of a theme."""

PIECES = (*(f"seat-{n}" for n in range(1, 7)), *(f"good-{n}" for n in range(1, 9)))
"""The colours of what is on the tables."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class ThemeError(ValueError):
    """A theme file cannot be used; the text is one line that names it."""


@frozen
class ThemeFile:
    """A theme as its file has it."""

    path: Path
    colours: dict[str, str] = field(factory=dict)
    """Some of GROUNDS and PIECES, as `#rrggbb`."""
    like: str = ""
    """The theme that the other colours come from; empty: the app's usual one of its ground."""
    dark: bool | None = None

    @property
    def name(self) -> str:
        """What the setting `theme` calls it."""
        return self.path.stem


def folder() -> Path:
    """Where the theme files are (it may not exist)."""
    return folders.config() / "themes"


def refusal(path: Path, reason: str) -> ThemeError:
    """Why a theme file cannot be used, as one line that names it."""
    return ThemeError(_("{file}: {reason}. This theme is left out.").format(
        file=path, reason=" ".join(reason.split())
    ))  # fmt: skip


def load() -> tuple[list[ThemeFile], list[str]]:
    """The theme files that are well formed, by name, and a line for each that is not."""
    try:
        paths = sorted(folder().glob("*.toml"))
    except OSError as error:
        return [], [_("{file}: {reason}").format(file=folder(), reason=error.strerror)]
    found, notices = list[ThemeFile](), list[str]()
    for path in paths[:MOST]:
        try:
            found.append(_read(path))
        except ThemeError as error:
            notices.append(str(error))
    if len(paths) > MOST:
        notices.append(
            _("{file}: only the first {count} themes are read.").format(file=folder(), count=MOST)
        )
    return found, notices


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
        raise refusal(path, error.strerror or _("cannot be read")) from None
    if not _NAME.fullmatch(path.stem):
        raise refusal(path, _("the name of the file must be small letters, digits, - and _"))
    like, dark = values.pop("like", ""), values.pop("dark", None)
    if not isinstance(like, str):
        raise refusal(path, _("like is the name of a theme in quotes"))
    if dark is not None and not isinstance(dark, bool):
        raise refusal(path, _("dark is true or false"))
    return ThemeFile(path, {key: _colour(path, key, values[key]) for key in values}, like, dark)


def _colour(path: Path, key: str, value: Any) -> str:
    if key not in GROUNDS and key not in PIECES:
        raise refusal(path, _("nothing in a theme is called '{name}'").format(name=key))
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise refusal(
            path, _("{name}: '{value}' is no colour; write it as \"#rrggbb\"").format(
                name=key, value=value
            )
        )  # fmt: skip
    return value.lower()
