"""The rules of a game by number: sections, paragraphs and rulings, read aloud one at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from attrs import field, frozen
from markdown_it import MarkdownIt
from markdown_it.token import Token

from caravan_tui.games import registry
from caravan_tui.games.kit.sentences import ended
from caravan_tui.i18n import _, _n, language

_LABEL = re.compile(r"^([A-Z]-\d+|\d+)\b")
"""The number of a ruling or a rule, at the beginning of its paragraph."""


@frozen
class Section:
    """A part of the rules below its heading."""

    title: str
    paragraphs: list[str] = field(factory=list)


def sections(game: str) -> Sequence[Section]:
    """The rules of a game, in the user's language."""
    return _sections(game, language())


@lru_cache(maxsize=8)
def _sections(game: str, _language: str) -> Sequence[Section]:
    tokens = MarkdownIt("commonmark").enable("table").parse(registry.rules(game))
    found: list[Section] = []
    columns: list[str] = []
    cells: list[str] = []
    is_head = False
    for before, token in zip([None, *tokens], tokens, strict=False):
        match token.type:
            case "inline":
                text = _plain(token)
                kind = before.type if before is not None else ""
                if kind == "heading_open":
                    found.append(Section(text))
                elif kind == "th_open":
                    columns.append(text)
                elif kind == "td_open":
                    cells.append(text)
                elif found:
                    found[-1].paragraphs.append(ended(text))
            case "thead_open":
                columns, is_head = [], True
            case "thead_close":
                is_head = False
            case "tr_close" if not is_head and found:
                found[-1].paragraphs.append(_row(columns, cells))
            case _:
                pass
        if token.type == "tr_open":
            cells = []
    return [section for section in found if section.paragraphs]


def _plain(token: Token) -> str:
    """The text of a paragraph without its marks."""
    parts = [
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in token.children or ()
    ]
    return " ".join("".join(parts).split())


def _row(columns: Sequence[str], cells: Sequence[str]) -> str:
    """A row of a table as a sentence: `cost 2: ...; action: ...`."""
    parts = [
        f"{column}: {cell}" if column else cell
        for column, cell in zip(columns, cells, strict=False)
        if cell
    ]
    return ended("; ".join(parts))


def contents(game: str) -> list[str]:
    """The sections with their numbers, and how they are read."""
    parts = sections(game)
    lines = [_("The rules have {count} sections.").format(count=len(parts))]
    for number, section in enumerate(parts, 1):
        count = len(section.paragraphs)
        text = _n("{number}. {title}, {count} paragraph.", "{number}. {title}, {count} paragraphs.",
                  count)  # fmt: skip
        lines.append(text.format(number=number, title=section.title, count=count))
    lines.append(
        _("Type rules with a number, such as rules 2 or rules 2.1, a ruling's number, or a word.")
    )
    return lines


def read(game: str, place: str) -> list[str]:
    """What the rules say at a place: a section, a paragraph `4.2`, a ruling, or all that have a
    word."""
    parts = sections(game)
    wanted = place.strip().strip(".")
    if not wanted:
        return contents(game)
    if match := re.fullmatch(r"(\d+)(?:\.(\d+))?", wanted):
        number, paragraph = int(match[1]), int(match[2] or 0)
        if not 1 <= number <= len(parts):
            text = _("There are sections 1 to {count}. Type rules to hear them.")
            return [text.format(count=len(parts))]
        section = parts[number - 1]
        if not paragraph:
            return [f"{number}. {ended(section.title)}", *_numbered(number, section)]
        if paragraph > len(section.paragraphs):
            text = _("Section {number} has paragraphs 1 to {count}.")
            return [text.format(number=number, count=len(section.paragraphs))]
        return [section.paragraphs[paragraph - 1]]
    return _about(parts, wanted)


def _numbered(number: int, section: Section) -> list[str]:
    return [f"{number}.{place}: {text}" for place, text in enumerate(section.paragraphs, 1)]


def _about(parts: Sequence[Section], wanted: str) -> list[str]:
    """What is said of a ruling, a section by its title, or a word."""
    label = wanted.upper().removeprefix("RULE ").strip()
    for section in parts:
        for text in section.paragraphs:
            if (match := _LABEL.match(text)) and match[1] == label:
                return [text]
    for number, section in enumerate(parts, 1):
        if section.title.lower() == wanted.lower():
            return [f"{number}. {ended(section.title)}", *_numbered(number, section)]
    lines = [
        f"{number}.{place}: {text}"
        for number, section in enumerate(parts, 1)
        for place, text in enumerate(section.paragraphs, 1)
        if wanted.lower() in text.lower()
    ]
    if not lines:
        return [
            _("The rules say nothing of '{word}'. Type rules for the sections.").format(word=wanted)
        ]
    count = _n("{count} paragraph has '{word}'.", "{count} paragraphs have '{word}'.", len(lines))
    return [count.format(count=len(lines), word=wanted), *lines[:12]]
