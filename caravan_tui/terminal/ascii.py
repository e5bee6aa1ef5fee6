"""ASCII to the last character: what no widget draws plainly is replaced on its way out."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

SIGNS = {
    **dict.fromkeys("─━═╌╍┄┅┈┉╶╴╺╸▔", "-"),
    **dict.fromkeys("│┃║▌▐▎▊▏▕▍▋▉┆┇┊┋", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋┠┨┯┷", "+"),
    **dict.fromkeys("█▓▒■▀▄▆▅", "#"),
    **dict.fromkeys("░·∙⋅", "."),
    **dict.fromkeys("●•◆♦★☼", "*"),
    **dict.fromkeys("○◯", "o"),
    **dict.fromkeys("→►▶▸⇥»›", ">"),
    **dict.fromkeys("←◄◀◂«‹", "<"),
    **dict.fromkeys("↑▲△⌃", "^"),
    **dict.fromkeys("↓▼▽⌄", "v"),
    **dict.fromkeys("–—−‐‑", "-"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’‚", "'"),
    "…": "~", "±": "~", "▁": "_", "×": "x", "÷": ":", "⏎": "<", "≈": "~", "∞": "8", "§": "$",
    "♣": "&",
    "⌂": "@", "°": "o", "✓": "x", "✔": "x", "\xa0": " ", "œ": "e", "Œ": "E",
}  # fmt: skip
"""Signs that are drawn, and what stands for each in ASCII."""

LIGATURES = {"œ": "oe", "Œ": "OE"}
"""Letters that are two in ASCII where a blank after the word gives them its cell."""

_LIGATURE = re.compile(r"([œŒ])(\S*)( (?: |$))")


@lru_cache(4096)
def plain(text: str) -> str:
    """The text in ASCII, in as many cells: accents are dropped, what is unknown becomes `?`."""
    if text.isascii():
        return text
    text = _LIGATURE.sub(lambda word: LIGATURES[word[1]] + word[2] + word[3][1:], text)
    letters = []
    for letter in text:
        if letter.isascii():
            letters.append(letter)
            continue
        cells = cell_len(letter)
        base = SIGNS.get(letter) or "".join(
            part for part in unicodedata.normalize("NFKD", letter) if part.isascii()
        )
        if len(base) > cells or (cells and not base):
            base = base[:1] or "?"
        letters.append(base.ljust(cells)[:cells])
    return "".join(letters)


class AsciiFilter(LineFilter):
    """Draws every line of the screen in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line, of the same width."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(plain(segment.text), segment.style)
            for segment in segments
        ]
