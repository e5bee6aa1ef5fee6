"""What the signs of the board and of the words beside it mean, with a picture of each."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from caravan_tui.games.caravanserai import text
from caravan_tui.games.caravanserai.faces import LETTERS, Look
from caravan_tui.widgets.legend import Sign, explained
from caravan_tui.words import _

PICTURE = 5
"""Columns of a picture and the blank after it."""

_RED = 3


def signs(look: Look, width: int) -> list[Text]:
    """A line each, what is met first on top; the five colours side by side."""
    seat = (look.marks[0], look.seats[0])
    good = (LETTERS[_RED], look.goods[_RED])
    big = (LETTERS[_RED].upper(), look.goods[_RED])
    plain, key = Style(), look.accent + Style(reverse=True)
    rows: list[tuple[Sign, str]] = [
        ([("(", plain), good, (")", plain)], _("caravanserai")),
        ([("[", plain), big, ("]", plain)], _("with a good on it")),
        ([(look.glyph("►", ">"), look.accent), good, (look.glyph("◄", "<"), look.accent)],
         _("one to choose")),
        ([("1", key)], _("the key to go there")),
        ([(look.glyph("«", "{"), look.seats[0]), seat, ("C", look.seats[0]),
          (look.glyph("»", "}"), look.seats[0])], _("the head")),
        ([(look.glyph("°", "*"), look.seats[0]), seat, good], _("the tail")),
        ([("+", key), good], _("would be laid")),
        ([(look.glyph("○", "o"), look.accent)], _("could be covered")),
        ([seat, big], _("would not count")),
        ([(look.glyph("×", "x"), look.seats[0]), good], _("would come back")),
        ([seat, good], _("a good of a caravan")),
        ([seat, ("C", look.seats[0])], _("a camel")),
        ([seat, ("L", look.seats[0])], _("a lying camel")),
        ([(look.glyph("×", "x"), look.accent)], _("after a name: out")),
    ]  # fmt: skip
    head = [Text(_("Signs"), look.dim), *_colours(look, width)]
    return [*head, *explained(rows, PICTURE, look.dim)]


def _colours(look: Look, width: int) -> list[Text]:
    """The letters of the five colours with their words."""
    lines = []
    line = Text()
    for colour, letter in enumerate(LETTERS):
        word = text.colour_word(colour)
        if line.plain and len(line) + 4 + len(word) > width:
            lines.append(line)
            line = Text()
        line.append("  " if line.plain else "")
        line.append(letter, look.goods[colour])
        line.append(f" {word}", look.dim)
    return [*lines, line]
