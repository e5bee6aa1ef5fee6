"""Draws what stands beside the maps: seats, centre, signs, and the cards that are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.titles import city_title
from caravan_tui.games.contract import View
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.words import _, _p

ROOMY = 36
"""Columns from which there are words instead of short forms."""


KNOWN_ROWS = 4
"""Rows of the cards that are known, beside those of the seats."""


def seats(canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, rows: int) -> int:
    """A head, two rows a seat, the centre; what the signs mean where there is room. The first row
    that is free."""
    styles = look.styles
    many = view["seats"]
    roomy = width >= ROOMY
    heads = [_("points") if roomy else _("pts"), _("gold"), _("cards")]
    ends = _ends(heads, x + width)
    for head, end in zip(heads, ends, strict=True):
        canvas.put(end - len(head), y, head, styles["dim"])
    gap = 1 if rows >= 1 + 3 * many + 2 else 0
    for seat in range(many):
        row = y + 1 + seat * (2 + gap)
        acts = view["to_act"] == seat
        canvas.put(x, row, (">" if look.ascii else "►") if acts else " ", styles["accent"])
        numbers = (view["scores"][seat], view["gold"][seat], view["hands"][seat])
        name = _short(look.names[seat], ends[0] - len(str(numbers[0])) - x - 4)
        canvas.put(x + 1, row, f"{look.marks[seat]} {name}", styles[f"seat-{seat}"])
        for number, end in zip(numbers, ends, strict=True):
            text = str(number)
            canvas.put(end - len(text), row, text, styles["bold"])
        _held(canvas, view, look, seat, x + 3, row + 1, width - 3)
    row = y + 1 + many * (2 + gap)
    row = _centre(canvas, view, look, x + 1, row, width - 1, y + rows)
    below = signs(canvas, look, x + 1, row, width - 1, y + rows)
    if below == row:
        canvas.put(x + 1, y, _("i: signs"), styles["dim"])
    return below


def _short(name: str, room: int) -> str:
    """A name in so many columns; the number that tells seats of one name apart stays."""
    head, gap, tail = name.rpartition(" ")
    if len(name) > room and tail.isdigit():
        return head[: room - len(tail) - 1].rstrip() + gap + tail
    return name[:room]


def _ends(heads: Sequence[str], end: int) -> list[int]:
    """After which column each of the numbers ends."""
    found = []
    for head in reversed(heads):
        found.append(end)
        end -= len(head) + (2 if len(heads[0]) > 3 else 1)
    return found[::-1]


def _held(canvas: Canvas, view: View, look: Look, seat: int, x: int, y: int, width: int) -> None:
    """What a seat holds: a turned camel, favours, Rights; shorter words where it holds much."""
    styles = look.styles
    favours = [
        word
        for word, holder in (
            (_("Shah"), view["shah"]),
            (_("Eyes"), view["eyes"]),
            (_("Queen"), view["queen"]),
        )
        if holder == seat
    ]
    rights = [a_map for a_map, holder in enumerate(view["rights"]) if holder == seat]
    for camel, favour, right in _forms(bool(view["turned"][seat]), favours, len(rights)):
        if len(camel) + len(favour) + len(right) + len(rights) + 2 <= width:
            break
    at = x
    if camel:
        at = canvas.put(at, y, camel, styles["dim"]) + 1
    if favour:
        at = canvas.put(at, y, favour, styles["accent"]) + 1
    if rights:
        at = canvas.put(at, y, right, styles["base"])
        for a_map in rights:
            at = canvas.put(at, y, look.marks[a_map], styles[f"seat-{a_map}"])


def _forms(turned: bool, favours: Sequence[str], rights: int) -> Iterator[tuple[str, str, str]]:
    """Camel, favours and the word before the Rights, longest first."""
    joined = "+".join(favours)
    long, short = (_("Right ") if rights == 1 else _("Rights ")) if rights else "", _right()
    camels = (_("camel down"), _("down")) if turned else ("", "")
    for camel, right in ((camels[0], long), (camels[0], short), (camels[1], short)):
        yield camel, joined, right if rights else ""
    yield camels[1], "+".join(word[:2] for word in favours), short if rights else ""


def _right() -> str:
    """A Right of Passage in one letter."""
    return _p("a Right of Passage", "R")


def _centre(canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, end: int) -> int:
    """What lies in the centre, the deck, the bank's black chips; the row after them."""
    styles = look.styles
    if y < end:
        at = canvas.put(x, y, _("centre"), styles["dim"]) + 1
        for word, holder in ((_("Eyes"), view["eyes"]), (_("Queen"), view["queen"])):
            if holder < 0:
                at = canvas.put(at, y, word, styles["accent"]) + 1
        free = [a_map for a_map, holder in enumerate(view["rights"]) if holder < 0]
        if free:
            long = _("Right ") if len(free) == 1 else _("Rights ")
            at = canvas.put(at, y, long if width >= ROOMY - 1 else _right(), styles["base"])
            for a_map in free:
                at = canvas.put(at, y, look.marks[a_map], styles[f"seat-{a_map}"])
        elif view["eyes"] >= 0 and view["queen"] >= 0:
            canvas.put(at, y, _("is empty"), styles["dim"])
    if y + 1 < end:
        words = [_("deck {count}").format(count=view["deck"])]
        if view["last"]:
            words.append(_("LAST TURN"))
        if view["options"]["outsider"]:
            words.append(_("black {count}").format(count=view["black"]))
        if len(" ".join(words)) > width:
            del words[0]  # in the last turn it is empty
        canvas.put(x, y + 1, " ".join(words), styles["bold" if view["last"] else "base"])
    return y + 2


def signs(
    canvas: Canvas, look: Look, x: int, y: int, width: int, end: int, part: bool = False
) -> int:
    """What the signs of the maps mean, if there is room for all or a `part` will do; the row after
    them."""
    styles = look.styles
    land, sea = ("--", "~~") if look.ascii else ("──", "≈≈")
    mark = look.marks[0]
    dots = ".A.." if look.ascii else f"·{mark}··"
    if width >= ROOMY - 1:
        lines = [
            (land, _("a land route, with its price")),
            (sea, _("a sea route, with its price")),
            (mark, _("on a route: the seat that owns it")),
            (mark + _("Salt"), _("a city that this seat controls")),
            ("6", _("routes of a city; what it pays")),
            (_right() + mark, _("Right: to build on that map")),
            (dots, _("the cities of a map in a row")),
            (_("camel down"), _("has paid: may bid 0 only")),
        ]
        room = max(len(sign) for sign, _words in lines[:-1]) + 1
    else:
        lines = [
            (land, _("by land") + "  " + sea + " " + _("by sea")),
            (mark, _("owns route, holds city")),
            ("6", _("price; a city's routes")),
            (_right() + mark, _("may build on that map")),
            (dots, _("a map's cities")),
        ]
        room = 3
    spare = end - y - len(lines)
    if spare < 0 and not part:
        return y
    lines = lines[: end - y]
    row = y + (spare > 0)
    if spare > 1:
        canvas.put(x, row, _("Signs"), styles["dim"])
        row += 1
    for sign, words in lines:
        at = canvas.put(x, row, sign, styles["bold"])
        at = max(x + room, at + 1)
        canvas.put(at, row, words[: x + width - at], styles["dim"])
        row += 1
    return row


def details(canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, rows: int) -> int:
    """The cards that all have seen in each hand, and the discard; then the signs. The first row
    that is free."""
    row = known(canvas, view, look, x, y, width, y + rows)
    return signs(canvas, look, x, row, width - 1, y + rows, part=True)


def known(
    canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, end: int = 999
) -> int:
    """The cards that all have seen in each hand, and the discard; the row after them."""
    here = board(view["house"])
    styles = look.styles
    letters = 9 if width >= ROOMY else 3
    canvas.put(x, y, _("Cards known in the hands"), styles["bold"])
    row = y + 1
    for seat in range(view["seats"]):
        unseen = view["hands"][seat] - sum(view["known"][seat])
        tail = f"+{unseen}?" if sum(view["known"][seat]) else f"{unseen}?"
        held = counted(here, view["known"][seat], letters)
        if len(held) + len(tail) + 3 > width:
            held = counted(here, view["known"][seat], 3)
        at = canvas.put(x, row, look.marks[seat], styles[f"seat-{seat}"])
        text = f" {held} {tail}" if held else f" {tail}"
        canvas.put(at, row, text[: width - 1], styles["base"])
        row += 1
    canvas.put(x, row, _("Discard"), styles["bold"])
    gone = (counted(here, view["discard"], letters) or "-").split()
    if sum(len(word) + 1 for word in gone) > 2 * width:
        gone = counted(here, view["discard"], 3).split()
    line = ""
    for word in [*gone, ""]:
        if line and (not word or len(line) + 1 + len(word) > width):
            row += 1
            if row < end:
                canvas.put(x, row, line, styles["base"])
            line = word
        else:
            line = f"{line} {word}".strip()
    return row + 1


def counted(here: Board, cards: Sequence[int], letters: int) -> str:
    """`Sal2 Gem`: counts by commodity, the names cut short."""
    return " ".join(
        city_title(here.names[card])[:letters] + (str(count) if count > 1 else "")
        for card, count in enumerate(cards)
        if count
    )
