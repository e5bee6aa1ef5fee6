"""Update the tables and the code in the pages of the manual: `python -m tools.doc_tables`.

A table is between `<!-- table: WHAT -->` and `<!-- end of table -->`, where WHAT is `keys PLACE`,
`options COMMAND`, `match-options GAME`, `levels`, `settings`, `metrics` or `deeds GAME` (`any`: of
no game). Code is between `<!-- code: FILE -->` and `<!-- end of code -->`. `FILE#PART` is the part
of the file between `# --8<-- [start:PART]` and `# --8<-- [end:PART]`, `FILE#-N` its first N
lines. With `--check` nothing is written, and the exit code is 1 if a page is out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent

import click

from ai.levels import LADDER
from bench import deeds as deed_shares
from caravan_tui import i18n
from caravan_tui.cli.main import group
from caravan_tui.command_index import all_commands
from caravan_tui.games import registry
from caravan_tui.probes.catalogue import FAMILIES
from caravan_tui.settings import SETTINGS
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.key_names import key_names
from saves.deeds import common_deeds

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

BLOCK = re.compile(r"(<!-- (table|code): ([^>]*?) -->\n)(.*?)(\n?<!-- end of \2 -->)", re.DOTALL)
"""Groups: opening comment, `table` or `code`, WHAT or FILE, content, closing comment."""


def row(*cells: str) -> str:
    """Format a row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|").strip() for cell in cells) + " |"


def rows(head: tuple[str, ...], body: Iterable[tuple[str, ...]]) -> str:
    """Format a Markdown table."""
    return "\n".join([row(*head), "|" + "---|" * len(head), *(row(*cells) for cells in body)])


def places() -> dict[str, Iterable[Command]]:
    """The commands by place: the first word of their ids, which for a board is the game's id."""
    commands_by_place: dict[str, Iterable[Command]] = {}
    for _title, commands in all_commands():
        listed = list(commands)
        commands_by_place[listed[0].id.partition(".")[0]] = listed
    return commands_by_place


def keys(place: str) -> str:
    """The table of a place's keys."""
    body: dict[str, list[str]] = {}
    for command in places()[place]:
        names = [f"`{name}`" for name in key_names(command.keys).split(" ")]
        body.setdefault(command.help or command.title, []).extend(names)
    return rows(("key", "what it does"), [(" ".join(names), text) for text, names in body.items()])


def options(name: str) -> str:
    """The table of a command's options. `name`: `trace`, or `saves show` for a subcommand."""
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
            record = parameter.get_help_record(click.Context(command))
            if record is not None:
                body.append((f"`{record[0]}`", record[1] or ""))
    return rows(("option", "what it does"), body)


def match_options(game_id: str) -> str:
    """The table of a game's options."""
    body = []
    for option in registry.spec(game_id).options:
        default = option.default
        if isinstance(default, dict):
            usual = ", ".join(f"{value} ({count} seats)" for count, value in default.items())
        else:
            usual = ("no", "yes")[default] if isinstance(default, bool) else str(default)
        seats = ", ".join(str(count) for count in option.seats)
        about = option.help + (f" For {seats} seats." if seats else "")
        body.append((f"`{option.name}`", option.allowed(), usual, about))
    return rows(("option", "values", "usual", "what it does"), body)


def levels(_what: str = "") -> str:
    """The table of the levels."""
    body = [
        (level.title, f"`{level.name}`", f"{level.iterations:,}", f"{level.temperature:g}")
        for level in LADDER
    ]
    return rows(("level", "name", "iterations a decision", "temperature"), body)


def settings(_what: str = "") -> str:
    """Every setting with its default."""
    body = []
    for setting in SETTINGS.values():
        usual = "" if setting.name == "keys" else setting.default
        default = str(usual).lower() if isinstance(usual, bool) else str(usual)
        about = setting.help
        if setting.choices:
            about += f" One of: {', '.join(setting.choices)}."
        elif setting.high:
            about += f" {setting.low} to {setting.high}."
        body.append((f"`{setting.name}`", f"`{default}`" if default else "", about))
    return rows(("setting", "default", "what it is"), body)


def metrics(_what: str = "") -> str:
    """Every metric of a server with its label."""
    body = [
        (f"`{family.name}`", family.kind, f"`{family.label}`" if family.label else "", family.about)
        for family in FAMILIES
    ]
    return rows(("metric", "kind", "label", "what it is"), body)


def deeds(game_id: str) -> str:
    """The deeds of a game that are not hidden, with how often computer players do them."""
    if game_id == "any":
        body = [(each.name, each.text) for each in common_deeds() if not each.is_hidden]
        return rows(("deed", "what to do"), body)
    shares = deed_shares.read()
    measured = [
        (deed.name, deed.text, *(f"{shares[deed.id][level]:.0f} %" for level in deed_shares.LEVELS))
        for deed in registry.get(game_id).deeds
        if not deed.is_hidden
    ]
    titles = [level.title for level in LADDER if level.name in deed_shares.LEVELS]
    return rows(("deed", "what to do", *titles), measured)


TABLES: dict[str, Callable[[str], str]] = {
    "keys": keys,
    "options": options,
    "match-options": match_options,
    "levels": levels,
    "settings": settings,
    "metrics": metrics,
    "deeds": deeds,
}


def code(what: str) -> str:
    """A file, or a part of it, as a block of code. Raises ValueError if the part is missing."""
    name, _hash, part = what.partition("#")
    lines = (ROOT / name).read_text("utf-8").splitlines()
    is_cut = False
    if part.startswith("-"):
        is_cut = int(part[1:]) < len(lines)
        lines = lines[: int(part[1:])]
    elif part:
        stripped = [line.strip() for line in lines]
        first = stripped.index(f"# --8<-- [start:{part}]")
        lines = lines[first + 1 : stripped.index(f"# --8<-- [end:{part}]")]
    lines = [line for line in lines if not line.strip().startswith("# --8<-- ")]
    body = dedent("\n".join(lines)).strip("\n") + ("\n..." if is_cut else "")
    language = {".py": "python", ".pl": "perl", ".toml": "toml"}[Path(name).suffix]
    return f"```{language}\n{body}\n```"


def filled(text: str) -> str:
    """Fill in the tables and code of a page. Raises KeyError for an unknown kind of table.

    Switches to English, the language of the manual.
    """
    i18n.use(None)

    def fill(block: re.Match[str]) -> str:
        if block[2] == "code":
            return block[1] + code(block[3]) + "\n<!-- end of code -->"
        kind, _space, what = block[3].partition(" ")
        return block[1] + TABLES[kind](what) + "\n<!-- end of table -->"

    return BLOCK.sub(fill, text)


def pages() -> list[Path]:
    """Every page of the manual."""
    return sorted(DOCS.rglob("*.md"))


def stale() -> list[Path]:
    """The pages that are out of date."""
    return [page for page in pages() if filled(text := page.read_text("utf-8")) != text]


def main() -> None:
    """Update the pages, or check them."""
    outdated = stale()
    if "--check" in sys.argv[1:]:
        print("\n".join(f"{page}: run python -m tools.doc_tables" for page in outdated))
        sys.exit(bool(outdated))
    for page in outdated:
        page.write_text(filled(page.read_text("utf-8")), "utf-8")
        print(page)


if __name__ == "__main__":
    main()
