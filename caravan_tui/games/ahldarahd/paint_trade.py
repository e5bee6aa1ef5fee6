"""Draws a trade: both sides in a line, and in a window over the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from caravan_tui.games.ahldarahd.layout import Area
from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.names import line_name
from caravan_tui.games.ahldarahd.titles import line_title, offer_title, short_line_title
from caravan_tui.games.contract import View
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _

WINDOW = 50
"""Columns of the window at most."""

LEFT_OVER = 24
"""Columns of a map beside the window that would be of no use: it takes them as well."""


def _parties(view: View) -> tuple[int, int]:
    """Who gives what the lines call given, and the other side: a counter-offer is written by the
    seat that was asked."""
    trade = view["trade"]
    giver, taker = trade["from"], trade["to"]
    if trade["offer"] and (trade["writing"] or trade["lines"] is not None):
        return taker, giver
    return giver, taker


def strip(canvas: Canvas, view: View, look: Look, here: Board, y: int) -> None:
    """Both sides of an offer, as far as this seat may see it."""
    styles = look.styles
    trade = view["trade"]
    giver, taker = _parties(view)
    canvas.target(0, y, canvas.width, 1, ("window", 1))
    at = canvas.put(0, y, look.marks[giver], styles[f"seat-{giver}"])
    if trade["lines"] is None:
        text = _("prepares a counter-offer to") if trade["offer"] else _("prepares an offer to")
        at = canvas.put(at + 1, y, text, styles["bold"])
        canvas.put(at + 1, y, look.marks[taker], styles[f"seat-{taker}"])
        return
    lines = [line_name(here, line) for line in trade["lines"]]
    gives, wants = _sides(lines, line_title)
    arrow = "=" if look.ascii else "↔"
    word = _("gives")
    if len(f"  {word} {gives} {arrow}   {word} {wants}") > canvas.width:
        gives, wants = _sides(lines, short_line_title)
    at = canvas.put(at + 1, y, word + " ", styles["dim"])
    at = canvas.put(at, y, gives, styles["accent"])
    at = canvas.put(at + 1, y, arrow, styles["dim"])
    at = canvas.put(at + 1, y, look.marks[taker], styles[f"seat-{taker}"])
    at = canvas.put(at + 1, y, word + " ", styles["dim"])
    at = canvas.put(at, y, wants, styles["accent"])
    if trade["offer"]:
        first = offer_title([line_name(here, line) for line in trade["offer"]])
        text = _("(first: {offer})").format(offer=first)
        if at + 2 + len(text) <= canvas.width:
            canvas.put(at + 2, y, text, styles["dim"])


def _sides(lines: Sequence[str], title: Callable[[str], str]) -> tuple[str, str]:
    """What an offer gives and what it wants, listed."""
    gives = [title(line) for line in lines if line.startswith("give")]
    wants = [title(line) for line in lines if line.startswith("want")]
    return ", ".join(gives) or "-", ", ".join(wants) or "-"


def window(canvas: Canvas, view: View, look: Look, free: Area, over: Area) -> None:
    """Both sides of an offer one beside the other, with what is left to each; in the region that
    is free if it is large enough, else over the map. Nothing where this seat may not see it."""
    trade = view["trade"]
    if trade is None or trade["lines"] is None:
        return
    here = board(view["house"])
    styles = look.styles
    giver, taker = _parties(view)
    lines = [line_name(here, line) for line in trade["lines"]]
    gives = [line for line in lines if line.startswith("give")]
    wants = [line for line in lines if line.startswith("want")]
    # The own side on the left, that of the other one on the right.
    sides = [(giver, gives, wants), (taker, wants, gives)]
    if view["seat"] == taker:
        sides.reverse()
    first = (
        offer_title([line_name(here, line) for line in trade["offer"]]) if trade["offer"] else ""
    )
    rows = max(1, len(gives), len(wants)) + 4 + bool(first)
    place = free if free.height >= rows and free.width >= 40 else over
    width = min(WINDOW, place.width)
    if place is over and place.width - width < LEFT_OVER:
        width = place.width
    x = place.x + (place.width - width) // 2
    y = place.y if place is free else place.y + max(0, (place.height - rows) // 2)
    _frame(canvas, look, x, y, width, rows, _title(view, look, giver, taker))
    half = (width - 4) // 2
    for side, (seat, lost, had) in enumerate(sides):
        left = x + 2 + side * (half + 1)
        name = f"{look.marks[seat]} {look.names[seat]}"
        words = _("{name} gives").format(name=name)
        canvas.put(left, y + 1, words[:half], styles[f"seat-{seat}"])
        for row, line in enumerate(lost or [""], y + 2):
            text = line_title(line) if line else "-"
            if len(text) > half:
                text = short_line_title(line)
            canvas.put(left, row, text[:half], styles["accent"])
        gold, cards = view["gold"][seat], view["hands"][seat]
        gold += _gold(had) - _gold(lost)
        cards += _cards(had) - _cards(lost)
        has = _("gold {gold}, cards {cards}").format(gold=gold, cards=cards)
        after = _("then {things}").format(things=has)
        if len(after) > half:
            after = has
        canvas.put(left, y + rows - 2 - bool(first), after[:half], styles["dim"])
    if first:
        text = _("first: {offer}").format(offer=first)
        canvas.put(x + 2, y + rows - 2, text[: width - 4], styles["dim"])
    canvas.target(x, y, width, rows, ("window", 1))
    _buttons(canvas, look, x + 2, y + rows - 1, bool(trade["writing"]))


def _buttons(canvas: Canvas, look: Look, x: int, y: int, writing: bool) -> None:
    """What can be answered at once, in the frame of the window."""
    there = {entry.group for entry in look.entries}
    for group, words in (
        ("yes", _("y Send") if writing else _("y Accept")),
        ("counter", _("c Counter")),
        ("no", _("p Withdraw") if writing else _("p Decline")),
    ):
        if group in there:
            text = f"[{look.keyed(words)}]"
            canvas.put(x, y, text, look.styles["bold"])
            canvas.target(x, y, len(text), 1, ("say", group))
            x += len(text) + 1


def _title(view: View, look: Look, giver: int, taker: int) -> str:
    """What the window is about, for this seat."""
    trade = view["trade"]
    if trade["writing"]:
        return _("Your counter-offer") if trade["offer"] else _("Your offer")
    if view["seat"] == taker:
        words = _("{name} counters") if trade["offer"] else _("{name} offers you a trade")
        return words.format(name=look.names[giver])
    words = _("{name} counters") if trade["offer"] else _("{name} offers a trade")
    return words.format(name=look.names[giver])


def _frame(canvas: Canvas, look: Look, x: int, y: int, width: int, rows: int, title: str) -> None:
    """An empty window with its title."""
    across, down, corners = ("=", "|", "++++") if look.ascii else ("═", "║", "╔╗╚╝")
    style = look.styles["accent"]
    canvas.put(x, y, corners[0] + across * (width - 2) + corners[1], style)
    for row in range(y + 1, y + rows - 1):
        canvas.put(x, row, down + " " * (width - 2) + down, style)
    canvas.put(x, y + rows - 1, corners[2] + across * (width - 2) + corners[3], style)
    canvas.put(x + 2, y, f" {title} "[: width - 4], look.styles["cursor"])


def _gold(lines: Sequence[str]) -> int:
    """Gold of one side."""
    return sum(int(line.split()[2]) for line in lines if line.split()[1] == "gold")


def _cards(lines: Sequence[str]) -> int:
    """Cards of one side."""
    return sum(line.split()[1] == "card" for line in lines)
