"""Custom data: the boards, tiles and cards that a rulebook shows only as a picture.

They lie as TOML beside the rules. A user who owns the real game puts a file of the same name into
`<config>/<game>/`; a bad one is refused with its line and reason, and the built-in one stays.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar

import msgspec

from caravan_tui import games, paths
from caravan_tui.i18n import _

T = TypeVar("T")

LARGEST = 1 << 20
"""Bytes; a larger file is refused unread."""


class CustomDataError(ValueError):
    """A file of custom data is wrong: the reason, and the line where it stands (from 1)."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class Source:
    """A parsed TOML file that can tell on which line something stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            message = str(error)
            line = text.count("\n") + 1
            if "(at line " in message:
                line = int(message.split("(at line ")[1].split(",")[0])
                message = message.split(" (at line ")[0]
            raise CustomDataError(_("not TOML: {reason}").format(reason=message), line) from None

    def line_of(self, needle: str, nth: int = 0) -> int | None:
        """The line (from 1) of the nth place where a text stands, None if it does not."""
        position = -1
        for _step in range(nth + 1):
            position = self.text.find(needle, position + 1)
            if position < 0:
                return None
        return self.text.count("\n", 0, position) + 1


def convert(value: object, kind: Any, reason: str, line: int | None) -> Any:
    """A value as a type that msgspec knows, bounds included.

    Raises CustomDataError with the reason and the line if it is anything else.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise CustomDataError(reason, line) from None


def built_in(game_id: str, name: str, read: Callable[[Source], T]) -> T:
    """The data of the file beside the rules. Raises CustomDataError if it is damaged."""
    folder = resources.files(f"{games.__name__}.{game_id}")
    return read(Source(folder.joinpath(name).read_text("utf-8")))


def of_user(game_id: str, name: str, read: Callable[[Source], T]) -> tuple[T | None, str | None]:
    """The user's own data, or None; and a notice if there is a file but it is refused."""
    path = paths.config() / game_id / name
    try:
        if not path.is_file():
            return None, None
        if path.stat().st_size > LARGEST:
            raise CustomDataError(_("larger than {count} bytes").format(count=LARGEST))
        return read(Source(path.read_text("utf-8"))), None
    except CustomDataError as error:
        where = str(path)
        if error.line:
            where = _("{file}, line {number}").format(file=path, number=error.line)
        return None, _refused(where, error.reason)
    except UnicodeDecodeError:
        return None, _refused(path, _("not UTF-8 text"))
    except (RecursionError, ValueError):
        return None, _refused(path, _("a value is nested too deeply or too long"))
    except OSError as error:
        return None, _refused(path, error.strerror or _("can't be read"))


def _refused(where: object, reason: str) -> str:
    return _("{file}: {reason}. Using the built-in version instead.").format(
        file=where, reason=reason
    )
