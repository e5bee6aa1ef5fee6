"""Large letters of pixels, for a few words in a picture."""

from __future__ import annotations

import unicodedata

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix, parse

HEIGHT = 6
"""Pixels of a letter from top to foot; a shade of one more pixel lies below."""

_GAP, _SPACE = 1, 3
"""Columns between two letters, and of a blank."""

_SHADE = parse("#0b0a12")

_BELOW = ((1, 0), (0, 1), (1, 1))
_AROUND = tuple((right, down) for right in (-1, 0, 1) for down in (-1, 0, 1))
"""Where a dot casts its shade."""

_LETTERS = {
    "A": ".xx. x..x x..x xxxx x..x x..x",
    "B": "xxx. x..x xxx. x..x x..x xxx.",
    "C": ".xxx x... x... x... x... .xxx",
    "D": "xxx. x..x x..x x..x x..x xxx.",
    "E": "xxxx x... xxx. x... x... xxxx",
    "F": "xxxx x... xxx. x... x... x...",
    "G": ".xxx x... x... x.xx x..x .xxx",
    "H": "x..x x..x xxxx x..x x..x x..x",
    "I": "xxx .x. .x. .x. .x. xxx",
    "J": "..xx ...x ...x ...x x..x .xx.",
    "K": "x..x x.x. xx.. xx.. x.x. x..x",
    "L": "x... x... x... x... x... xxxx",
    "M": "x...x xx.xx x.x.x x...x x...x x...x",
    "N": "x...x xx..x x.x.x x..xx x...x x...x",
    "O": ".xx. x..x x..x x..x x..x .xx.",
    "P": "xxx. x..x x..x xxx. x... x...",
    "Q": ".xx. x..x x..x x..x x.xx .xxx",
    "R": "xxx. x..x x..x xxx. x.x. x..x",
    "S": ".xxx x... .xx. ...x ...x xxx.",
    "T": "xxxxx ..x.. ..x.. ..x.. ..x.. ..x..",
    "U": "x..x x..x x..x x..x x..x .xx.",
    "V": "x...x x...x x...x .x.x. .x.x. ..x..",
    "W": "x...x x...x x...x x.x.x xx.xx x...x",
    "X": "x..x x..x .xx. .xx. x..x x..x",
    "Y": "x...x .x.x. ..x.. ..x.. ..x.. ..x..",
    "Z": "xxxx ...x ..x. .x.. x... xxxx",
    "0": ".xx. x..x x..x x..x x..x .xx.",
    "1": ".x. xx. .x. .x. .x. xxx",
    "2": "xxx. ...x .xx. x... x... xxxx",
    "3": "xxx. ...x .xx. ...x ...x xxx.",
    "4": "x..x x..x xxxx ...x ...x ...x",
    "5": "xxxx x... xxx. ...x ...x xxx.",
    "6": ".xx. x... xxx. x..x x..x .xx.",
    "7": "xxxx ...x ..x. ..x. .x.. .x..",
    "8": ".xx. x..x .xx. x..x x..x .xx.",
    "9": ".xx. x..x .xxx ...x ...x .xx.",
    "-": "... ... xxx ... ... ...",
    "'": "x x . . . .",
    "!": "x x x x . x",
}
"""By sign: its rows from the top."""


def plain(text: str) -> str:
    """A text in capitals without accents, as these letters write it."""
    letters = unicodedata.normalize("NFKD", text.replace("’", "'").upper())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def can_write(text: str) -> bool:
    """Whether there is a letter for each sign of a text."""
    return all(letter == " " or letter in _LETTERS for letter in plain(text))


def width(text: str) -> int:
    """The columns of a text that can be written."""
    return sum(
        _SPACE if letter == " " else _LETTERS[letter].index(" ") + _GAP for letter in plain(text)
    )


def write(
    canvas: Canvas, x: int, py: int, text: str, top: Colour, low: Colour, *,
    has_shade: bool = True, scale: int = 1, is_outlined: bool = False,
) -> None:  # fmt: skip
    """Write a text with its top left pixel at `x`, `py`: from the colour `top` to `low`, with a
    dark shade to the right and below, which dark letters do without. `scale`: pixels of a dot;
    `is_outlined`: the shade goes all around, for grounds that change below the letters."""
    spots = set()
    for letter in plain(text):
        if letter == " ":
            x += scale * _SPACE
            continue
        rows = _LETTERS[letter].split(" ")
        spots |= {
            (x + scale * column + right, scale * line + down)
            for line, row in enumerate(rows)
            for column, sign in enumerate(row)
            if sign == "x"
            for right in range(scale)
            for down in range(scale)
        }
        x += scale * (len(rows[0]) + _GAP)
    shade = {
        (column + right, line + down)
        for column, line in (spots if has_shade else ())
        for right, down in (_AROUND if is_outlined else _BELOW)
    }
    for column, line in shade - spots:
        canvas.pixel(column, py + line, _SHADE, 0.75 if is_outlined else 0.6)
    for column, line in spots:
        canvas.pixel(column, py + line, mix(top, low, line / (scale * HEIGHT - 1)))
