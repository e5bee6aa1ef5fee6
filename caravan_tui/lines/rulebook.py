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
from caravan_tui.i18n import _, _n, _p, language

_LABEL = re.compile(r"[A-Z]-\d+|\d+")
"""The number of a ruling or a rule, in bold at the beginning of its paragraph."""


@frozen
class Section:
    """A part of the rules below its heading."""

    title: str
    paragraphs: list[str] = field(factory=list)
    labels: dict[int, str] = field(factory=dict)
    """The number of a ruling or a rule, by the place of its paragraph, from 1."""

    def said(self, place: int) -> str:
        """A paragraph, begun with its ruling or rule if it is one: `D-9: Aces and ...`."""
        text, label = self.paragraphs[place - 1], self.labels.get(place, "")
        if label.isdecimal():
            label = _("rule {number}").format(number=label)
        return f"{label}: {text}" if label else text


def sections(game: str) -> Sequence[Section]:
    """The rules of a game, in the user's language."""
    return _sections(game, language())


@lru_cache(maxsize=8)
def _sections(game: str, _language: str) -> Sequence[Section]:
    tokens = MarkdownIt("commonmark").enable("table").parse(registry.rules(game))
    sections: list[Section] = []
    columns: list[str] = []
    cells: list[str] = []
    is_head = False
    for before, token in zip([None, *tokens], tokens, strict=False):
        match token.type:
            case "inline":
                text = _plain(token)
                kind = before.type if before is not None else ""
                if kind == "heading_open":
                    sections.append(Section(text))
                elif kind == "th_open":
                    columns.append(text)
                elif kind == "td_open":
                    cells.append(text)
                elif sections:
                    label = _label(token)
                    sections[-1].paragraphs.append(ended(text.removeprefix(label).lstrip()))
                    if label:
                        sections[-1].labels[len(sections[-1].paragraphs)] = label
            case "thead_open":
                columns, is_head = [], True
            case "thead_close":
                is_head = False
            case "tr_close" if not is_head and sections:
                sections[-1].paragraphs.append(_row(columns, cells))
            case _:
                pass
        if token.type == "tr_open":
            cells = []
    return [section for section in sections if section.paragraphs]


def _plain(token: Token) -> str:
    """The text of a paragraph without its marks."""
    parts = [
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in token.children or ()
    ]
    return " ".join("".join(parts).split())


def _label(token: Token) -> str:
    """The number of the ruling or the rule that a paragraph is; empty if it is none."""
    first = [child for child in token.children or () if child.content or child.nesting][:2]
    is_bold = len(first) == 2 and first[0].type == "strong_open"
    return first[1].content if is_bold and _LABEL.fullmatch(first[1].content) else ""


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
    label = next((each for part in parts for each in part.labels.values() if "-" in each), "")
    text = _("Type rules with a number, such as rules 2 or rules 2.1, a ruling such as {ruling}, "
             "or a word.")  # fmt: skip
    return [*lines, text.format(ruling=f"{_p('line command', 'rules')} {label}")]


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
        return [_capital(section.said(paragraph))]
    return _about(parts, wanted)


def _numbered(number: int, section: Section) -> list[str]:
    return [_line(number, section, place) for place in range(1, len(section.paragraphs) + 1)]


def _line(number: int, section: Section, place: int) -> str:
    """A paragraph with its number: `5.1, rule 7: A Crown ...`."""
    sign = ", " if place in section.labels else ": "
    return f"{number}.{place}{sign}{section.said(place)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _about(parts: Sequence[Section], wanted: str) -> list[str]:
    """What is said of a ruling, a section by its title, or a word."""
    label = wanted.upper()
    for word in ("RULING", "RULE", _("rule {number}").format(number="").upper()):
        label = label.removeprefix(word.strip()).strip()
    for number, section in enumerate(parts, 1):
        for place, known in section.labels.items():
            if known == label:
                return [_line(number, section, place)]
    for number, section in enumerate(parts, 1):
        if section.title.lower() == wanted.lower():
            return [f"{number}. {ended(section.title)}", *_numbered(number, section)]
    lines = [
        _line(number, section, place)
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
