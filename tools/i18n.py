"""Collect every text that a user may read, and update the catalogue of each language.

    python -m tools.i18n

writes `caravan_tui/locale/caravan_tui.pot`, merges it into the `.po` file of each language, and
compiles the `.mo` files that the program reads. `docs/translating.md` explains how to add a
language.

Babel's own extractor finds calls, but not two texts in one `Command`, nor texts in data, and it
silently skips an f-string, which is an error here.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from caravan_tui.cli import main as cli
from caravan_tui.engine import tutorial
from caravan_tui.games import registry
from caravan_tui.i18n import DOMAIN, LOCALE
from caravan_tui.settings import SETTINGS

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("ai", "caravan_tui", "saves")
TEMPLATE: Final = LOCALE / f"{DOMAIN}.pot"

TEXTUAL: Final = (
    "Theme", "Quit", "Keys",
    "Hide the keys and widget help panel", "Minimize", "Maximize", "Maximize the focused widget",
    "Show help for the focused widget and a summary of available keys", "Screenshot",
    "Minimize the widget and restore to normal size",
    "Dismiss menu",
)  # fmt: skip
"""Texts of Textual's palette and footer, which the app translates."""

APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|[{«])")
"""An apostrophe between two words of French."""

BLANK = re.compile(r"(?<=[\w)}]) (?=[;:?!»])|(?<=«) ")
"""A blank that must not break."""

CLICK: Final = (
    "Usage:", "Options", "Commands", "[OPTIONS]", "COMMAND [ARGS]...", "required",
    "default: {default}", "Show this message and exit.", "Show the version and exit.",
    "Missing argument", "Missing option", "Missing argument {param_hint}",
    "Missing option {param_hint}", "Missing command.", "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})", "No such option: {name}",
    "No such command {name!r}.", "Option {name!r} requires an argument.",
    "Option {name!r} does not take a value.", "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}", "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.", "{name} {filename!r} does not exist.",
    "Try '{command} {option}' for help.",
)  # fmt: skip
"""Texts of click, which looks them up in this catalogue."""

HEADER_COMMENT: Final = "# The texts of caravan_tui, collected by `make words`."

FIXED_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""For headers that must have a date, so that equal texts compile to equal bytes."""

IGNORED_HEADERS: Final = (
    b'"Project-Id', b'"Report-Msgid', b'"POT-Creation', b'"PO-Revision', b'"Last-Trans',
    b'"Language-Team', b'"Generated-By',
)  # fmt: skip
"""Header lines without information, or that change with each run."""

Text = str | tuple[str, str]
"""A text, or the singular and the plural of one."""


def texts_in_code(source: str) -> Iterator[tuple[Text, str | None]]:
    """Find the texts of a Python source, each with its context.

    These are the arguments of `_`, `_p`, `_n` and `later`, the titles and help of a `Command`,
    and the word and help of a `LineCommand`.
    Raises ValueError, with the line, if an argument is not a literal.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        arguments = node.args
        match _function_name(node):
            case "_" if arguments:
                text = _literal(arguments[0])
                if text:
                    yield text, None
                elif isinstance(arguments[0], ast.JoinedStr | ast.BinOp):
                    raise ValueError(f"line {node.lineno}: the argument of _ is not a literal")
            case "_n":
                singular, plural = _literal(arguments[0]), _literal(arguments[1])
                if not singular or not plural:
                    raise ValueError(f"line {node.lineno}: an argument of _n is not a literal")
                yield (singular, plural), None
            case "_p":
                context, text = _literal(arguments[0]), _literal(arguments[1])
                if not context or not text:
                    raise ValueError(f"line {node.lineno}: an argument of _p is not a literal")
                yield text, context
            case "later":
                yield from _literals(ast.walk(arguments[0]))
            case "Command":
                keywords = [
                    each.value
                    for each in node.keywords
                    if each.arg in ("title", "help", "palette_title")
                ]
                yield from _literals([*arguments[3:5], *keywords])
            case "LineCommand":
                yield from ((text, "line command") for text, _none in _literals(arguments[:1]))
                yield from _literals([arguments[1], *arguments[3:4]])


def _function_name(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _literal(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
    return None


def _literals(nodes: Iterable[ast.AST]) -> Iterator[tuple[Text, None]]:
    for node in nodes:
        text = _literal(node)
        if text:
            yield text, None


def texts_of_settings() -> Iterator[Text]:
    """The texts of the settings: helps, names, choices."""
    for setting in SETTINGS.values():
        yield setting.help
        if setting.name != "keys":  # which the settings screen leaves to the file
            yield setting.title
        yield from setting.choices
        yield from setting.labels.values()


def texts_of_games() -> Iterator[tuple[str, Text]]:
    """The texts of the games' specs and tutorials, each with its file."""
    for game in registry.ids():
        spec, folder = registry.spec(game), f"caravan_tui/games/{game}"
        yield f"{folder}/spec.py", spec.title
        yield f"{folder}/spec.py", spec.summary
        yield f"{folder}/spec.py", spec.kind
        for option in spec.options:
            yield f"{folder}/spec.py", option.title
            yield f"{folder}/spec.py", option.help
            for choice in option.choices:
                if isinstance(choice, str):
                    yield f"{folder}/spec.py", choice
        if tutorial.exists(game):
            for text in tutorial.load(game).texts():
                yield f"{folder}/tutorial.toml", text


def texts_of_command(command: click.Command) -> Iterator[Text]:
    """The help of a command, its options and its subcommands."""
    if command.help:
        yield inspect.cleandoc(command.help)
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            yield inspect.cleandoc(option.help)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None:
                yield from texts_of_command(child)


def all_texts() -> Iterator[tuple[str, Text, str | None]]:
    """Every text that a user may read: its file, the text and its context."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            try:
                for text, context in texts_in_code(file.read_text("utf-8")):
                    yield name, text, context
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
    for text in texts_of_settings():
        yield "caravan_tui/settings.py", text, None
    for name, text in texts_of_games():
        yield name, text, None
    for text in texts_of_command(cli.group):
        yield "the command line", text, None
    for text in CLICK:
        yield "click", text, None
    for text in TEXTUAL:
        yield "textual", text, None


def template() -> Catalog:
    """The catalogue of all texts, without translations."""
    catalog = Catalog(project=DOMAIN, charset="utf-8", header_comment=HEADER_COMMENT, fuzzy=False)
    for name, text, context in all_texts():
        catalog.add(text, locations=[(name, 0)], context=context)
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    """A catalogue as a .po file without dates and line numbers, so that it changes with its texts
    only."""
    out = io.BytesIO()
    write_po(
        out, catalog, width=96, include_lineno=False, omit_header=False, sort_output=True,
        ignore_obsolete=True,
    )  # fmt: skip
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(IGNORED_HEADERS))


def mo_bytes(po: Path) -> bytes:
    """Compile a .po file."""
    with po.open("rb") as file:
        catalog = read_po(file, locale=po.parents[1].name)
    catalog.creation_date = catalog.revision_date = FIXED_DATE
    out = io.BytesIO()
    write_mo(out, catalog, use_fuzzy=False)
    return out.getvalue()


def po_files() -> list[Path]:
    """The .po file of every language."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def update(po: Path, texts: Catalog) -> tuple[int, int]:
    """Update and compile a language; returns the numbers of texts and of missing translations."""
    with po.open("rb") as file:
        catalog = read_po(file, locale=po.parents[1].name)
    catalog.update(texts, no_fuzzy_matching=True)
    if catalog.locale_identifier == "fr":
        for message in catalog:
            set_french(message)
    po.write_bytes(po_bytes(catalog))
    po.with_suffix(".mo").write_bytes(mo_bytes(po))
    missing = sum(1 for message in catalog if message.id and not _is_translated(message))
    return len(catalog), missing


def set_french(message: Message) -> None:
    """Set apostrophes, and the blanks at high signs and guillemets, as French typography wants."""
    string = message.string
    if isinstance(string, str):
        message.string = _french(string)
    elif string:
        message.string = tuple(map(_french, string))


def _french(text: str) -> str:
    return APOSTROPHE.sub("’", BLANK.sub("\xa0", text))


def _is_translated(message: Message) -> bool:
    translation = message.string
    plurals = translation if isinstance(translation, tuple | list) else [translation]
    return not message.fuzzy and all(plurals)


def main() -> int:
    """Update everything, and print how many translations are missing."""
    texts = template()
    TEMPLATE.write_bytes(po_bytes(texts))
    for po in po_files():
        count, missing = update(po, texts)
        print(f"{po.parents[1].name}: {count} texts, {missing} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
