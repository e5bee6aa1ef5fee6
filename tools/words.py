"""The catalogue of texts: what a user may read is gathered, and every language brought up to it.

    python -m tools.words

writes `caravan_tui/locale/caravan_tui.pot`, merges it into the `.po` of each language and compiles
the `.mo` that the program reads. `docs/translating.md` tells how a language is added.
"""

from __future__ import annotations

import ast
import inspect
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
from attrs import fields
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from caravan_tui import cli
from caravan_tui.engine import tutorial
from caravan_tui.games import registry
from caravan_tui.settings import Settings
from caravan_tui.words import DOMAIN, LOCALE

ROOT = Path(__file__).parents[1]
PACKAGES = ("ai", "caravan_tui", "saves")
TEMPLATE = LOCALE / f"{DOMAIN}.pot"

TEXTUAL = (
    "Theme", "Change the current theme", "Quit the application as soon as possible", "Keys",
    "Hide the keys and widget help panel", "Minimize", "Maximize", "Maximize the focused widget",
    "Show help for the focused widget and a summary of available keys", "Screenshot",
    "Minimize the widget and restore to normal size",
    "Save an SVG 'screenshot' of the current screen", "Dismiss menu",
)  # fmt: skip
"""What Textual's palette says of its own commands, and its lists of choices in the footer; the app
looks it up."""

HEAD = "# The texts of caravan_tui, gathered by `make words`."

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""A date for headers that must have one."""

NOISE = (
    b'"Project-Id', b'"Report-Msgid', b'"POT-Creation', b'"PO-Revision', b'"Last-Trans',
    b'"Language-Team', b'"Generated-By',
)  # fmt: skip
"""Lines of a header that say nothing or change with each run."""

Text = str | tuple[str, str]
"""A text, or the two of a plural."""

Found = tuple[Text, str | None]
"""A text with its context, if it has one."""

CLICK = (
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
"""What the reader of command lines says itself; it looks its texts up in this catalogue."""


def _constant(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        return node.value
    return None


def _called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def in_code(source: str) -> Iterator[Found]:
    """The texts of a Python source: those given to `_`, `_p`, `_n`, `later`, and what a `Command`
    tells. Raises ValueError, with its line, for a text that is put together before it is given."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name, given = _called(node), node.args
        if name == "_" and given:
            text = _constant(given[0])
            if text:
                yield text, None
            elif isinstance(given[0], ast.JoinedStr | ast.BinOp):
                raise ValueError(f"line {node.lineno}: a text is put together before it is given")
        elif name == "_n":
            one, many = _constant(given[0]), _constant(given[1])
            if one is None or many is None:
                raise ValueError(f"line {node.lineno}: a plural is given by its two texts")
            yield (one, many), None
        elif name == "_p":
            context, text = _constant(given[0]), _constant(given[1])
            if context is None or text is None:
                raise ValueError(
                    f"line {node.lineno}: a context and its text are given as they are"
                )
            yield text, context
        elif name == "later":
            for part in ast.walk(given[0]):
                text = _constant(part) if isinstance(part, ast.expr) else None
                if text:
                    yield text, None
        elif name == "Command":
            named = [word.value for word in node.keywords if word.arg in ("title", "help")]
            for part in [*given[3:5], *named]:
                text = _constant(part)
                if text:
                    yield text, None


def of_settings() -> Iterator[Text]:
    """What the settings say of themselves: helps, names, choices."""
    for attribute in fields(Settings):
        yield attribute.metadata["help"]
        if attribute.name != "keys":  # which the screen of settings leaves to the file
            yield attribute.name.replace("_", " ")
        yield from (choice for choice in attribute.metadata.get("choices", ()) if choice)


def of_games() -> Iterator[tuple[str, Text]]:
    """What the games say of themselves, and their tutorials, each with its file."""
    for game in registry.ids():
        spec, place = registry.spec(game), f"caravan_tui/games/{game}"
        yield f"{place}/spec.py", spec.title
        yield f"{place}/spec.py", spec.summary
        for option in spec.options:
            yield f"{place}/spec.py", option.title
            yield f"{place}/spec.py", option.help
            for choice in option.choices:
                if isinstance(choice, str):
                    yield f"{place}/spec.py", choice
        if tutorial.exists(game):
            for text in tutorial.load(game).texts():
                yield f"{place}/tutorial.toml", text


def of_command(command: click.Command) -> Iterator[Text]:
    """The help of a command, its options and its own commands."""
    if command.help:
        yield inspect.cleandoc(command.help)
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            yield inspect.cleandoc(option.help)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None:
                yield from of_command(found)


def texts() -> Iterator[tuple[str, Text, str | None]]:
    """Every text that a user may read: the file where it stands, the text, its context."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            place = file.relative_to(ROOT).as_posix()
            try:
                for found, context in in_code(file.read_text("utf-8")):
                    yield place, found, context
            except ValueError as error:
                raise ValueError(f"{place}: {error}") from None
    for text in of_settings():
        yield "caravan_tui/settings.py", text, None
    for place, text in of_games():
        yield place, text, None
    for text in of_command(cli.group):
        yield "the command line", text, None
    for text in CLICK:
        yield "click", text, None
    for text in TEXTUAL:
        yield "textual", text, None


def gathered() -> Catalog:
    """The template of every language."""
    catalog = Catalog(project=DOMAIN, charset="utf-8", header_comment=HEAD, fuzzy=False)
    for place, text, context in texts():
        catalog.add(text, locations=[(place, 0)], context=context)
    return catalog


def written(catalog: Catalog) -> bytes:
    """A catalogue as the text of a .po file, without dates and lines, which only make noise."""
    out = io.BytesIO()
    write_po(
        out, catalog, width=96, include_lineno=False, omit_header=False, sort_output=True,
        ignore_obsolete=True,
    )  # fmt: skip
    kept = [line for line in out.getvalue().splitlines(keepends=True) if not line.startswith(NOISE)]
    return b"".join(kept)


def compiled(po: Path) -> bytes:
    """The .mo of a .po."""
    with po.open("rb") as file:
        catalog = read_po(file, locale=po.parents[1].name)
    catalog.creation_date = catalog.revision_date = BEGINNING  # equal bytes from equal texts
    out = io.BytesIO()
    write_mo(out, catalog, use_fuzzy=False)
    return out.getvalue()


def languages() -> list[Path]:
    """The .po of every language."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def update(po: Path, template: Catalog) -> tuple[int, int]:
    """Bring a language up to the template and compile it; how many texts, how many without one."""
    with po.open("rb") as file:
        catalog = read_po(file, locale=po.parents[1].name)
    catalog.update(template, no_fuzzy_matching=True)
    po.write_bytes(written(catalog))
    po.with_suffix(".mo").write_bytes(compiled(po))
    missing = sum(1 for message in catalog if message.id and not _said(message))
    return len(catalog), missing


def _said(message: Message) -> bool:
    """Whether a text is translated, and nothing about it in doubt."""
    string = message.string
    return not message.fuzzy and (all(string) if isinstance(string, tuple | list) else bool(string))


def main() -> int:
    """Write it all, and tell what a language lacks."""
    template = gathered()
    TEMPLATE.write_bytes(written(template))
    for po in languages():
        count, missing = update(po, template)
        print(f"{po.parents[1].name}: {count} texts, {missing} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
