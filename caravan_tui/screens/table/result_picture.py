"""A picture above the result: the winner's caravan at dawn, or at dusk for those who lost."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import mix, parse
from caravan_tui.widgets.drawing.sand import DAWN, DUSK, NOON, Panorama
from caravan_tui.widgets.drawing.seats import PORTRAIT_WIDTH, draw_portrait
from caravan_tui.widgets.drawn import Drawn

LEAST, MOST = 4, 9
"""Rows of the picture; with fewer there is none."""

CAMELS = 4

CONFETTI = 26
"""Pixels of confetti for a win."""

_SHADOW = parse("#120d14")


class ResultPicture(Drawn):
    """Dunes with the caravan of each winner, and their portraits."""

    DEFAULT_CSS = """
    ResultPicture { width: 100%; height: 0; }
    """

    def __init__(self, winners: Sequence[int], has_won: bool) -> None:
        """`has_won`: whether the viewer is one of the winners."""
        super().__init__()
        self.winners = winners
        self.has_won = has_won

    def set_rows(self, rows: int) -> None:
        """Take this many rows, at most MOST; none if they are too few."""
        self.styles.height = min(rows, MOST) if rows >= LEAST else 0

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture; portraits only where there are no pixels."""
        colours = canvas.pens.palette
        dawn = DAWN if colours.dark else NOON
        panorama = Panorama(canvas, 0, canvas.height, dawn if self.has_won else DUSK)
        panorama.draw(town=False)
        count = max(1, CAMELS // len(self.winners))
        caravan = [colours.seat[seat] for seat in self.winners for _number in range(count)]
        panorama.caravan(caravan[:CAMELS], canvas.width * 0.5, _SHADOW)
        if self.has_won and canvas.pens.has_tones:
            self._draw_confetti(canvas)
        for number, seat in enumerate(self.winners[:4]):
            draw_portrait(canvas, 2 + number * (PORTRAIT_WIDTH + 1), 1, seat)

    def _draw_confetti(self, canvas: Canvas) -> None:
        """Single pixels in the colours of all seats, in the sky."""
        colours = canvas.pens.palette
        rng = Random(len(self.winners) + canvas.width)
        for number in range(CONFETTI):
            x, py = rng.randrange(canvas.width), rng.randrange(canvas.height)
            canvas.pixel(x, py, mix(colours.seat[number % 6], colours.paper[0], 0.2))
