"""The drawn pictures of a game: the sign beside its name in lists, and the emblem on its card."""

from __future__ import annotations

from functools import cache

from rich.style import Style
from rich.text import Text

from caravan_tui.games import registry
from caravan_tui.widgets.drawing.canvas import HALF, Canvas
from caravan_tui.widgets.drawing.colours import as_hex
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.drawing.sprites import Sprite, parse_sprite
from caravan_tui.widgets.drawn import Drawn

SIGN_WIDTH, SIGN_ROWS = 7, 3
"""Columns and rows of a sign; its last row is half empty, so that signs in a list do not touch."""

EMBLEM_WIDTH, EMBLEM_ROWS = 44, 7
"""Columns and rows of an emblem."""

LOW_HALF = "▄"
"""Ink below, nothing above."""


@cache
def game_sprite(game_id: str, name: str) -> Sprite | None:
    """A picture of a game, `sign` or `emblem`; None if it has none, or is not installed."""
    text = registry.sprite_text(game_id, name) if game_id in registry.ids() else ""
    return parse_sprite(text) if text else None


def sign_text(game_id: str, pens: Pens) -> Text:
    """The sign of a game as a cell of a list, with nothing behind it; without pixels in letters."""
    sign = game_sprite(game_id, "sign")
    if sign is None:
        return Text()
    if not pens.has_pixels:
        return Text("\n".join(sign.sign), no_wrap=True)
    colours = sign.colours(pens.palette.dark)
    own = {name: as_hex(pens.reduce(colour)) for name, colour in colours.items()}
    text = Text(no_wrap=True)
    rows = [*sign.rows, ("",) * sign.width][: 2 * SIGN_ROWS]
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        for top, low in zip(above, below, strict=True):
            if top and low:
                text.append(HALF, Style(color=own[top], bgcolor=own[low]))
            elif top:
                text.append(HALF, own[top])
            else:
                text.append(LOW_HALF if low else " ", own.get(low, ""))
        text.append("\n")
    text.rstrip()
    return text


def beside_sign(game_id: str, lines: Text, pens: Pens, ground: str = "") -> Text:
    """Lines of text with the sign of a game at their left. `ground`: a colour behind the sign, so
    that it is seen under a cursor of its own colour, too."""
    sign = sign_text(game_id, pens).split("\n")
    text = Text()
    for number, line in enumerate(lines.split("\n")):
        row = sign[number] if number < len(sign) else Text()
        text.append("\n" if number else "")
        row.append(" " * (SIGN_WIDTH + 1 - row.cell_len))
        if ground:
            row.stylize_before(Style(bgcolor=ground))
        text.append_text(row).append_text(line)
    return text


class GameSign(Drawn):
    """The sign of a game by itself, as beside its name in lists."""

    DEFAULT_CSS = f"""
    GameSign {{ width: {SIGN_WIDTH}; height: {SIGN_ROWS}; }}
    """

    def __init__(self, game_id: str) -> None:
        super().__init__()
        self.game_id = game_id

    def draw(self, canvas: Canvas) -> None:
        """Draw it on the surface of a card; without pixels in letters."""
        canvas.fill(0, 0, canvas.width, canvas.height, canvas.pens.palette.surface)
        sign = game_sprite(self.game_id, "sign")
        if sign is None:
            return
        if canvas.pens.has_pixels:
            canvas.sprite(0, 0, sign, sign.colours(canvas.pens.palette.dark))
            return
        for row, letters in enumerate(sign.sign):
            canvas.put(0, row, letters, canvas.pens.palette.soft)


class Emblem(Drawn):
    """The emblem of a game, in the middle of its room. It is drawn for this size, so that nothing
    is cut off where a board would be."""

    DEFAULT_CSS = f"""
    Emblem {{ width: 100%; height: {EMBLEM_ROWS}; }}
    """

    def __init__(self, game_id: str = "") -> None:
        super().__init__()
        self.game_id = game_id

    def show(self, game_id: str) -> None:
        """Show the emblem of a game; empty: nothing."""
        if game_id != self.game_id:
            self.game_id = game_id
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw it on the surface of a card."""
        canvas.fill(0, 0, canvas.width, canvas.height, canvas.pens.palette.surface)
        emblem = game_sprite(self.game_id, "emblem")
        if emblem is not None:
            left = (canvas.width - emblem.width) // 2
            canvas.sprite(left, 0, emblem, emblem.colours(canvas.pens.palette.dark))
