"""Write `become` of the positions of all games anew: `python -m tools.copying`.

The method copies every field that the class declares; written out, it is compiled with the class.
With `--check` nothing is written, and the exit code is 1 if one does not fit its fields.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from caravan_tui.games import registry
from caravan_tui.games.kit import fields

METHOD = re.compile(
    r"    # Made by `python -m tools\.copying`\.\n    def become\(.*?\n(?=\n|\Z)", re.DOTALL
)


def states() -> list[ModuleType]:
    """The `state` module of each game of this package."""
    return [import_module(f"caravan_tui.games.{game_id}.state") for game_id in registry.ids()]


def position_class(module: ModuleType) -> Any:
    """The position that a `state` module declares."""
    return next(
        kind
        for name, kind in vars(module).items()
        if name.endswith("Position") and kind.__module__ == module.__name__
    )


def method(kind: Any) -> str:
    """The source of `become` for a position class."""
    lines = ["# Made by `python -m tools.copying`.", "def become(self, other: Self) -> None:"]
    lines += ["    " + line for line in fields.assignments(kind, "self", "other")]
    return "".join(f"    {line}\n" for line in lines)


def updated(module: ModuleType) -> tuple[Path, str, str]:
    """The source file of a `state` module, its text, and what the text should be."""
    assert module.__file__ is not None
    path = Path(module.__file__)
    path = path.with_name(path.name.partition(".")[0] + ".py")
    text = path.read_text("utf-8")
    made = method(position_class(module))
    return path, text, METHOD.sub(lambda _found: made, text, count=1)


def main(arguments: list[str]) -> int:
    """Write what has changed, or with `--check` say whether something has."""
    stale = [(path, new) for path, text, new in map(updated, states()) if text != new]
    for path, new in stale:
        print(f"{path.parent.name}: become does not fit the fields of the position")
        if "--check" not in arguments:
            path.write_text(new, "utf-8")
    return int(bool(stale) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
