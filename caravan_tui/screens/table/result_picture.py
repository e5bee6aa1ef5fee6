"""A picture above the result: the winner's caravan at dawn, or at dusk for those who lost; by
daylight in light themes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import frozen
from rich.cells import cell_len
from textual.timer import Timer

from caravan_tui.widgets.drawing import letters
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import mix, parse
from caravan_tui.widgets.drawing.sand import DAWN, DUSK, EVENING, NOON, Panorama
from caravan_tui.widgets.drawn import Drawn, pens_of

LEAST, MOST, MOST_TALL = 4, 15, 24
"""Rows of the picture; with fewer there is none. On a tall terminal it may be higher."""

TALL = 44
"""Rows of a tall terminal."""

DOUBLE = 17
"""Rows from which on the letters are twice as large."""

WIDE, MOST_NARROW = 100, 11
"""Columns from which large camels have room beside the words; rows at most where there are fewer,
and from which on the caravan then has room below the words."""

PLAIN_ROWS = 3
"""Rows of the picture without pixels."""

CAMELS = 4

CAMEL_STEP = 13
"""Columns of a small camel with its rope."""

LOW = 8
"""Rows below which there is no room for the sun, and none for the caravan below large words."""

CONFETTI = 40
"""Pixels of confetti for a win."""

FRAMES = 12
"""How often the confetti falls by a pixel."""

FRAME_SECONDS = 0.1

_SHADOW = parse("#120d14")
_BRIGHT = (parse("#fffdf2"), parse("#ffe08a"))
_DULL = (parse("#fffdf2"), parse("#d9cfe0"))
"""The large words at their top and at their foot: after a win, and after a loss."""


@frozen
class _Place:
    """Where large words stand."""

    x: int
    py: int
    """Their top row of pixels."""
    scale: int
    columns: range
    """The columns that they take, with their outline."""

    @property
    def foot(self) -> int:
        """The row of pixels below them and their shade."""
        return self.py + self.scale * (letters.HEIGHT + 1) + 1


class ResultPicture(Drawn):
    """Dunes with the caravan of each winner, and who has won in large letters."""

    DEFAULT_CSS = """
    ResultPicture { width: 100%; height: 0; }
    """

    def __init__(self, winners: Sequence[int], has_lost: bool, words: str) -> None:
        """`has_lost`: whether those who look have lost; `words`: `You win`, `Shared` ..."""
        super().__init__()
        self.winners = winners
        self.has_lost = has_lost
        self.words = words
        self.fallen = 0
        """How many pixels the confetti has fallen."""
        self._falling: Timer | None = None

    def rows_of(self, room: int) -> int:
        """The rows that it takes of these; none if they are too few."""
        if not pens_of(self.app, self.app.has_class("-ascii")).has_pixels:
            return PLAIN_ROWS if room >= PLAIN_ROWS else 0
        width, height = self.app.size
        most = MOST if width >= WIDE else MOST_NARROW
        most = MOST_TALL if width >= WIDE and height >= TALL else most
        return min(room, most) if room >= LEAST else 0

    def take(self, room: int) -> None:
        """Be as high as these rows allow."""
        self.styles.height = self.rows_of(room)

    def let_confetti_fall(self) -> None:
        """Let the confetti fall for a moment, where there are colours enough for it."""
        has_tones = pens_of(self.app, self.app.has_class("-ascii")).has_tones
        if has_tones and not self.has_lost:
            self._falling = self.set_interval(FRAME_SECONDS, self._fall, repeat=FRAMES)

    def rest(self) -> None:
        """Let the confetti lie where it is."""
        if self._falling is not None:
            self._falling.stop()
            self._falling = None

    def _fall(self) -> None:
        self.fallen += 1
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture; words and a caravan of characters where there are no pixels."""
        if not canvas.pens.has_pixels:
            self._draw_plain(canvas)
            return
        colours = canvas.pens.palette
        won, lost = (DAWN, DUSK) if colours.dark else (NOON, EVENING)
        panorama = Panorama(canvas, 0, canvas.height, lost if self.has_lost else won)
        has_letters = letters.can_write(self.words)
        has_letters = has_letters and 4 + letters.width(self.words) <= canvas.width
        left = 0  # of the caravan
        is_low = canvas.height < LOW
        if has_letters and (is_low or (canvas.height < MOST_NARROW and canvas.width < WIDE)):
            left = 4 + letters.width(self.words)
        camels = min(CAMELS, (canvas.width - left) // CAMEL_STEP)
        if not camels:
            has_letters, left, camels = has_letters and not is_low, 0, CAMELS
        place = self._place_of_letters(canvas) if has_letters else _Place(0, 0, 1, range(0))
        panorama.draw(town=False, starless=place.columns, sun=not is_low)
        count = max(1, camels // len(self.winners))
        caravan = [colours.seat[seat] for seat in self.winners for _number in range(count)]
        middle = (left + canvas.width) / 2
        if not left and canvas.width < WIDE:
            middle = canvas.width * 0.55  # the words are at the left
        if not self.has_lost and canvas.pens.has_tones:
            self._draw_confetti(canvas, place)  # behind the camels: on them it looks like dirt
        below = 0 if left or not has_letters else place.foot
        panorama.caravan(caravan[:camels], middle, _SHADOW, below)
        top, low = _DULL if self.has_lost else _BRIGHT
        if has_letters:
            letters.write(
                canvas, place.x, place.py, self.words, top, low, scale=place.scale,
                is_outlined=True,
            )  # fmt: skip
        else:
            canvas.put(2, 1, f" {self.words} ", top, _SHADOW, bold=True)

    def _place_of_letters(self, canvas: Canvas) -> _Place:
        """Where the large words stand, and how large they are."""
        width = letters.width(self.words)
        scale = 2 if canvas.height >= DOUBLE and 2 * width < canvas.width else 1
        x = (canvas.width - scale * width) // 2 if canvas.width >= WIDE else 3
        py = 1 if canvas.height < MOST_NARROW else 3
        return _Place(x, py, scale, range(x - 2, x + scale * width + 2))

    def _draw_confetti(self, canvas: Canvas, place: _Place) -> None:
        """Single pixels in the colours of all seats, in the sky around the words."""
        colours = canvas.pens.palette
        rng = Random(len(self.winners) + canvas.width)
        foot = place.foot
        for number in range(CONFETTI):
            x, py = rng.randrange(canvas.width), rng.randrange(2 * canvas.height)
            py = (py + self.fallen) % max(1, int(canvas.height * 1.3))
            if x not in place.columns or py >= foot:
                canvas.pixel(x, py, mix(colours.seat[number % 6], colours.paper[0], 0.2))

    def _draw_plain(self, canvas: Canvas) -> None:
        """The words, and a camel for each seat that has won."""
        colours = canvas.pens.palette
        words = " ".join(self.words.upper())
        if cell_len(words) > canvas.width - 4:
            words = self.words
        canvas.put((canvas.width - cell_len(words)) // 2, 0, words, colours.accent, bold=True)
        count = max(1, CAMELS // len(self.winners))
        seats = [seat for seat in self.winners for _number in range(count)][:CAMELS]
        x = (canvas.width - 8 * len(seats)) // 2
        canvas.put(0, 2, "_" * canvas.width, colours.faint)
        for place, seat in enumerate(seats):
            ink = colours.seat[seat]
            canvas.put(x + 8 * place, 1, " _/\\_/'", ink, bold=True)
            canvas.put(x + 8 * place, 2, f"/|_{canvas.pens.mark(seat)}|\\", ink, bold=True)
