"""Writes the tables and the code of the pages from the program itself: `python -m docs.tables`.

A table stands between `<!-- table: WHAT -->` and `<!-- end of table -->`; WHAT is `keys PLACE`,
`options COMMAND`, `match-options GAME`, `levels` or `settings`. Code stands between
`<!-- code: FILE -->` and `<!-- end of code -->`; `FILE#PART` is what stands in the file between
`# --8<-- [start:PART]` and `# --8<-- [end:PART]`, `FILE#-N` its first N lines. With `--check`
nothing is written, and the exit code is 1 if a page is not as it should be.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent

import click
from attrs import fields

from caravan_tui import words
from caravan_tui.games import registry
from caravan_tui.widgets.commands import Command

DOCS = Path(__file__).parent

ROOT = DOCS.parent

TABLE = re.compile(r"(<!-- (table|code): ([^>]*?) -->\n)(.*?)(\n?<!-- end of \2 -->)", re.DOTALL)
"""What it is, and what shall be in it, are the second and third group."""


def row(*cells: str) -> str:
    """A row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|").strip() for cell in cells) + " |"


def rows(head: tuple[str, ...], body: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    return "\n".join([row(*head), "|" + "---|" * len(head), *(row(*cells) for cells in body)])


def places() -> dict[str, Iterable[Command]]:
    """The commands of each place: a game's id, or the first word of its commands' ids."""
    from caravan_tui.help import all_commands

    found: dict[str, Iterable[Command]] = {}
    for _title, commands in all_commands():
        listed = list(commands)
        found[listed[0].id.partition(".")[0]] = listed
    return found


def keys(place: str) -> str:
    """What each key does there."""
    from caravan_tui.widgets.commands import key_names

    body: dict[str, list[str]] = {}
    for command in places()[place]:
        names = [f"`{name}`" for name in key_names(command.keys).split(" ")]
        body.setdefault(command.help or command.title, []).extend(names)
    return rows(("key", "what it does"), [(" ".join(names), said) for said, names in body.items()])


def options(name: str) -> str:
    """The options of a command of the command line, `saves show` for one below another."""
    from caravan_tui.cli import group

    command: click.Command | None = group
    context = click.Context(group)
    for word in name.split():
        assert isinstance(command, click.Group), name
        command = command.get_command(context, word)
        assert command is not None, name
    assert command is not None
    body = []
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name != "help":
            said = parameter.get_help_record(click.Context(command))
            if said is not None:
                body.append((f"`{said[0]}`", said[1] or ""))
    return rows(("option", "what it does"), body)


def match_options(game_id: str) -> str:
    """The options of a match of a game."""
    body = []
    for option in registry.spec(game_id).options:
        default = option.default
        if isinstance(default, dict):
            usual = ", ".join(f"{value} ({count} seats)" for count, value in default.items())
        else:
            usual = {True: "yes", False: "no"}.get(default, str(default))  # type: ignore[call-overload]
        seats = ", ".join(str(count) for count in option.seats)
        about = option.help + (f" For {seats} seats." if seats else "")
        body.append((f"`{option.name}`", option.allowed(), usual, about))
    return rows(("option", "values", "usual", "what it does"), body)


def levels(_what: str = "") -> str:
    """The levels that people meet."""
    from ai.levels import LADDER

    body = [
        (level.title, f"`{level.name}`", f"{level.iterations:,}", f"{level.temperature:g}")
        for level in LADDER
    ]
    return rows(("level", "name", "iterations a decision", "temperature"), body)


def settings(_what: str = "") -> str:
    """Every setting with its default."""
    from caravan_tui.settings import Settings

    body = []
    for attribute in fields(Settings):
        meta = attribute.metadata
        usual = "" if attribute.name == "keys" else getattr(Settings(), attribute.name)
        said = str(usual).lower() if isinstance(usual, bool) else str(usual)
        about = meta["help"]
        if meta.get("choices"):
            about += f" One of: {', '.join(meta['choices'])}."
        elif meta.get("high"):
            about += f" {meta['low']} to {meta['high']}."
        body.append((f"`{attribute.name}`", f"`{said}`" if said else "", about))
    return rows(("setting", "default", "what it is"), body)


MAKERS: dict[str, Callable[[str], str]] = {
    "keys": keys,
    "options": options,
    "match-options": match_options,
    "levels": levels,
    "settings": settings,
}


def code(what: str) -> str:
    """A file, or a part of it, as a block of code. Raises ValueError if there is no such part."""
    place, _hash, part = what.partition("#")
    lines = (ROOT / place).read_text("utf-8").splitlines()
    more = False
    if part.startswith("-"):
        more = int(part[1:]) < len(lines)
        lines = lines[: int(part[1:])]
    elif part:
        marks = [line.strip() for line in lines]
        first = marks.index(f"# --8<-- [start:{part}]")
        lines = lines[first + 1 : marks.index(f"# --8<-- [end:{part}]")]
    lines = [line for line in lines if not line.strip().startswith("# --8<-- ")]
    body = dedent("\n".join(lines)).strip("\n") + ("\n..." if more else "")
    language = {".py": "python", ".toml": "toml"}[Path(place).suffix]
    return f"```{language}\n{body}\n```"


def filled(text: str) -> str:
    """A page with its tables as they should be. Raises KeyError for a table that nobody makes.

    The manual is English, whatever was spoken before.
    """
    words.use(None)

    def fill(found: re.Match[str]) -> str:
        if found[2] == "code":
            return found[1] + code(found[3]) + "\n<!-- end of code -->"
        kind, _space, what = found[3].partition(" ")
        return found[1] + MAKERS[kind](what) + "\n<!-- end of table -->"

    return TABLE.sub(fill, text)


def pages() -> list[Path]:
    """Every page, the rules of the games left out."""
    return sorted(DOCS.rglob("*.md"))


def stale() -> list[Path]:
    """The pages whose tables are not as they should be."""
    return [page for page in pages() if filled(text := page.read_text("utf-8")) != text]


def main() -> None:
    """Write the tables, or check them."""
    found = stale()
    if "--check" in sys.argv[1:]:
        print("\n".join(f"{page}: python -m docs.tables writes it anew" for page in found))
        sys.exit(bool(found))
    for page in found:
        page.write_text(filled(page.read_text("utf-8")), "utf-8")
        print(page)


if __name__ == "__main__":
    main()
