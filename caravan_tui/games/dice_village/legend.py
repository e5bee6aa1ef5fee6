"""What the signs of the table mean."""

from __future__ import annotations

from rich.style import Style

from caravan_tui.games.dice_village import text
from caravan_tui.games.dice_village.look import Look
from caravan_tui.games.dice_village.plan import TWO_COLUMNS, Plan
from caravan_tui.games.dice_village.rules import ENOUGH
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _

ENTRIES = 12
"""Signs that are explained."""


def all_rows(width: int) -> int:
    """Rows of the whole legend, with its title."""
    return 1 + (ENTRIES if width < TWO_COLUMNS else (ENTRIES + 1) // 2)


def _entries(ascii_only: bool, boxes: bool, lines: int) -> list[tuple[str, str]]:
    """Signs and words, what is met first on top."""
    stall, closed = ("|4|", "#4#") if ascii_only else ("│4│", "║4║")
    live, start = ("+", "*") if ascii_only else ("•", "☼")
    if lines == 1:
        sale = ("2c/3c", _("what a sale there earns the owner / another seat that sells"))
    else:
        words = _("what a sale there earns the owner; {visit}: another seat that sells")
        sale = (_("own"), words.format(visit=_("visit")))
    return [
        (stall if boxes else "(4)", _("a stall: a die that shows 4 is sold here")),
        (
            closed if boxes else "[4]",
            _("sold in this round, by the seat whose mark stands in front"),
        ),
        sale,
        ("2c 5f", _("2 coins, 5 favours, at every sale; --: nothing any more")),
        (_("+die"), _("once, when the merchant is added: one more caravan")),
        (_("+card"), _("once: the top merchant of the pile")),
        (_("+put"), _("once: a merchant of the hand is placed without dice")),
        ("{44}", _("dice of a seat that are still to be sold")),
        ("h2+1", _("merchants in the hand: two known to all, one unseen")),
        (
            f"3/{ENOUGH}",
            _("cards on the table; who has {number} makes this round the last").format(
                number=ENOUGH
            ),
        ),
        (
            f"{live}  {start}",
            _("{live} can be chosen now; {start} begins the round").format(live=live, start=start),
        ),
        ("1 - 6", ", ".join(text.goods(face) for face in range(1, 7))),
    ]


def draw(canvas: Canvas, look: Look, room: Plan, y: int, most: int) -> None:
    """The legend in so many rows, as much of it as they hold; the title gives way first."""
    columns = 2 if canvas.width >= TWO_COLUMNS else 1
    down = min(most, all_rows(canvas.width) - 1)
    if down < most or down < all_rows(canvas.width) - 1:
        canvas.put(1, y, _("What the signs mean"), look.styles["dim"] + Style(underline=True))
        down, y = min(down, most - 1), y + 1
    entries = _entries(look.ascii, room.boxes, room.lines)[: down * columns]
    for place, (sign, words) in enumerate(entries):
        x = 1 + place // down * (canvas.width // 2)
        canvas.put(x, y + place % down, sign, look.styles["bold"])
        canvas.put(x + 8, y + place % down, words, look.styles["dim"])
