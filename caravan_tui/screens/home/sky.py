"""The caravan at dusk above the home screen, and the same in characters without pixels."""

from __future__ import annotations

from textual.timer import Timer

from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix, parse
from caravan_tui.widgets.drawing.pennant import SIGNS, draw_pennant
from caravan_tui.widgets.drawing.sand import DUSK, NOON, Panorama
from caravan_tui.widgets.drawing.sprites import HOLE, Sprite, sprite
from caravan_tui.widgets.drawn import Drawn, pens_of

SKY = (
    r"     .         *             .                     .         *          .     ",
    r"  *        .        C  A  R  A  V  A  N   _   T  U  I            _         *  ",
    r"       .                  .              *               .     (_)    .       ",
    r"  .           _/\_/'   _/\_/'   _/\_/'   _/\_/'   _/\_/'    __..--.._     .   ",
    r"__..--''--.._/|__|\__./|__|\__./|__|\__./|__|\__./|__|\_..--'        ''--..___",
)

STARS = (
    "          .                        *             ",
    "                    .                 ",
    "    *                                  .         ",
    "                .                             ",
    "_",
)
"""What is repeated beside each row of the sky where the terminal is wider."""


LOW, HIGH = 7, 15
"""Rows of the picture, and those from TALL rows of the terminal on."""

TALL = 32
"""Rows of a terminal in which the picture is high."""

STEPS = 40
"""Columns that the caravan walks before it rests."""

STEP_SECONDS = 0.5

LEADER, FLAG_ROW = 51, 2
"""Where the first camel of SKY flies its pennant."""

_NIGHT = (parse("#ffe9b0"), parse("#f0913c"), parse("#120d14"))
_DAY = (parse("#7c3f12"), parse("#c2701f"), parse("#6b4a2a"))
"""The title at its top and at its foot; camels and their rope."""

_LIT = parse("#d9a05b")
"""Camels of the low picture, which walk below the crests: a shadow would look like a dune there."""

_SHADE = parse("#0b0a12")


class Sky(Drawn):
    """A caravan on the dunes below the title."""

    DEFAULT_CSS = """
    Sky { height: auto; width: 100%; color: $primary; }
    """

    steps_left = 0
    """Columns that the caravan is still away from its resting place."""

    rows_below: int | None = None
    """Rows that are needed below: in a terminal with more of them the picture is higher, up to
    three fifths of it. None: all of them."""

    pennant = ""
    """The journey of the road whose pennant the leader flies; empty: none."""

    _timer: Timer | None = None

    def walk(self) -> None:
        """Let the caravan walk to its resting place, where there are colours enough for it."""
        self.rest()
        if pens_of(self.app, self.app.has_class("-ascii")).has_tones:
            self.steps_left = STEPS
            self._timer = self.set_interval(STEP_SECONDS, self._step)
            self.redraw()

    def fly(self, pennant: str) -> None:
        """Have the leader fly the pennant of a journey."""
        if pennant != self.pennant:
            self.pennant = pennant
            self.redraw()

    def rest(self) -> None:
        """Show the caravan at its resting place at once."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.steps_left:
            self.steps_left = 0
            self.redraw_changes()

    def _step(self) -> None:
        if self.steps_left <= 1:
            self.rest()
        else:
            self.steps_left -= 1
            self.redraw_changes()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Its rows; Textual asks for them with what is around it."""
        return self.rows

    @property
    def rows(self) -> int:
        """As high as the terminal allows and what is below leaves; as many rows as the characters
        have without pixels."""
        if not pens_of(self.app, self.app.has_class("-ascii")).has_pixels:
            return len(SKY)
        rows = self.app.size.height
        if rows < TALL:
            return LOW
        spare = 0 if self.rows_below is None else rows - self.rows_below
        return max(HIGH, min(spare, rows * 3 // 5))

    def reserve(self, rows: int | None) -> None:
        """Keep so many rows free for what is below."""
        if rows != self.rows_below:
            self.rows_below = rows
            self.refresh(layout=True)

    def draw(self, canvas: Canvas) -> None:
        """Draw the panorama with the caravan and the title."""
        colours = canvas.pens.palette
        if not canvas.pens.has_pixels:
            for y, row in enumerate(sky(canvas.width).split("\n")):
                canvas.put(0, y, row, colours.primary)
            staff = max(0, canvas.width - len(SKY[0])) // 2 + LEADER
            canvas.put(staff, FLAG_ROW, SIGNS.get(self.pennant, ""), colours.accent, bold=True)
            return
        is_high = canvas.height >= HIGH
        panorama = Panorama(canvas, 0, canvas.height, DUSK if colours.dark else NOON)
        title = sprite("title")
        x, py = (canvas.width - title.width) // 2, 3 if is_high else 1
        panorama.draw(town=is_high, starless=range(x - 1, x + title.width + 1))
        top, low, dark = _NIGHT if colours.dark else _DAY
        coat = dark if is_high or not colours.dark else _LIT
        middle = canvas.width * 0.52 - self.steps_left
        camels = [coat] * (6 if canvas.width > 100 else 4)
        leader = panorama.caravan(camels, middle, dark, below=py + title.height + 1)
        if self.pennant:
            draw_pennant(canvas, leader[0] + 2, leader[1] + 1, self.pennant)
        _draw_title(canvas, x, py, title, top, low, has_shade=colours.dark)


def _draw_title(
    canvas: Canvas, x: int, py: int, title: Sprite, top: Colour, low: Colour, has_shade: bool
) -> None:
    """Letters of pixels, lighter above, with a shade to the right and below, which dark letters do
    without."""
    spots = [
        (column, line)
        for line, row in enumerate(title.rows)
        for column, name in enumerate(row)
        if name != HOLE
    ]
    for column, line in spots if has_shade else ():
        for right, down in ((1, 0), (0, 1), (1, 1)):
            if (column + right, line + down) not in spots:
                canvas.pixel(x + column + right, py + line + down, _SHADE, 0.6)
    for column, line in spots:
        canvas.pixel(x + column, py + line, mix(top, low, line / (title.height - 1)))


def sky(width: int) -> str:
    """The caravan under the stars, and the desert to both sides of it."""
    rows = []
    for number, row in enumerate(SKY):
        beside = max(0, width - len(row))
        left = beside // 2
        far = STARS[number] * (beside // len(STARS[number]) + 1)
        rows.append(far[:left][::-1] + row + far[left:beside])
    return "\n".join(rows)
