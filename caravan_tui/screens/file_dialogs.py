"""Ask where to save a file, and save it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from caravan_tui import files
from caravan_tui.i18n import _
from caravan_tui.screens.base import BaseScreen
from caravan_tui.widgets.question import TextQuestion
from saves import errors


async def ask_path(
    screen: BaseScreen[Any],
    name: str,
    suffix: str = "",
    label: str = "",
    check: Callable[[Path], str | None] | None = None,
) -> Path | None:
    """Ask for a file that does not exist yet, in a folder that does. None if cancelled.

    `name`: the file's name if only a folder is given. `suffix`: added to a name without one.
    `check`: what else may be wrong with the file, or None.
    """

    def problem(text: str) -> str | None:
        path = full_path(text, name, suffix)
        reason = check(path) if check else None
        if reason is not None:
            return reason
        if path.exists():
            return _("{path} already exists.").format(path=path)
        if not path.parent.is_dir():
            return _("There is no folder {path}.").format(path=path.parent)
        return None

    text = await screen.app.push_screen_wait(
        TextQuestion(
            _("Export to"),
            label or _("File or folder:"),
            str(Path.home() / name),
            problem,
            replaces=False,  # a stray key would lose the folder
        )
    )
    return full_path(text, name, suffix) if text else None


def full_path(text: str, name: str, suffix: str) -> Path:
    """The file that the user means, from the root on: in a folder under its default name, with its
    suffix."""
    path = Path(text.strip() or name).expanduser().absolute()
    if path.is_dir():
        path = path / name
    return path if path.suffix else path.with_suffix(suffix)


def save_text(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises SaveError."""
    with errors.save_errors(path):
        files.write(path, text.encode())
