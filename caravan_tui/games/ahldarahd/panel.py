"""Draws what stands beside the maps: seats, centre, signs, and the cards that are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from caravan_tui.games.ahldarahd.look import Look
from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.signs import ROOMY, all_signs, count, right_letter, signs
from caravan_tui.games.ahldarahd.titles import city_title
from caravan_tui.games.contract import View
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.marks import short_name
from caravan_tui.words import _

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
        name = short_name(look.names[seat], ends[0] - len(str(numbers[0])) - x - 4)
        canvas.put(x + 1, row, f"{look.marks[seat]} {name}", styles[f"seat-{seat}"])
        for number, end in zip(numbers, ends, strict=True):
            text = str(number)
            canvas.put(end - len(text), row, text, styles["bold"])
        _held(canvas, view, look, seat, x + 3, row + 1, width - 3)
    row = y + 1 + many * (2 + gap)
    row = _centre(canvas, view, look, x + 1, row, width - 1, y + rows)
    below = signs(canvas, look, x + 1, row, width - 1, y + rows)
    if below == row:
        key = look.keyed(_("i: signs")) if look.keys else _("Signs")
        canvas.put(x + 1, y, key, styles["dim"])
        canvas.target(x + 1, y, len(key), 1, ("info", 0))
    return below


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
    long, short = (_("Right ") if rights == 1 else _("Rights ")) if rights else "", right_letter()
    camels = (_("camel down"), _("down")) if turned else ("", "")
    for camel, right in ((camels[0], long), (camels[0], short), (camels[1], short)):
        yield camel, joined, right if rights else ""
    yield camels[1], "+".join(word[:2] for word in favours), short if rights else ""


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
            at = canvas.put(at, y, long if width >= ROOMY - 1 else right_letter(), styles["base"])
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


def pages(view: View, look: Look, width: int, rows: int) -> int:
    """How many pages the signs and the cards that are known take beside the maps: 1 or 2."""
    blank = Canvas(width, rows, look.styles["base"])
    cards = known(blank, view, look, 0, 0, width)
    return 1 if cards + count(view, look, width - 1) <= rows else 2


def details(canvas: Canvas, view: View, look: Look, x: int, y: int, width: int, rows: int) -> int:
    """What the signs mean, and the cards that all have seen in each hand, and the discard: both,
    or a page each. The first row that is free."""
    end = y + rows
    canvas.target(x, y, width, rows, ("info", 0))
    if pages(view, look, width, rows) == 1:
        row = known(canvas, view, look, x, y, width, end)
        return all_signs(canvas, view, look, x, row, width - 1, end)
    if look.details == 1:
        return all_signs(canvas, view, look, x, y, width - 1, end)
    return known(canvas, view, look, x, y, width, end)


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
        more = "+" if sum(view["known"][seat]) else ""
        tail = [f"{more}{unseen}?"] if unseen else [] if more else ["-"]
        words = counted(here, view["known"][seat], letters).split() + tail
        if sum(len(word) + 1 for word in words) + 2 > width:
            words = counted(here, view["known"][seat], 3).split() + tail
        if row < end:
            canvas.put(x, row, look.marks[seat], styles[f"seat-{seat}"])
        row = _wrapped(canvas, words, x + 2, row, width - 2, end, styles["base"])
    if row < end:
        canvas.put(x, row, _("Discard"), styles["bold"])
    gone = (counted(here, view["discard"], letters) or "-").split()
    if sum(len(word) + 1 for word in gone) > 2 * width:
        gone = counted(here, view["discard"], 3).split()
    return _wrapped(canvas, gone, x, row + 1, width, end, styles["base"])


def _wrapped(
    canvas: Canvas, words: Sequence[str], x: int, y: int, width: int, end: int, style: Style
) -> int:
    """Words in as many rows as they need; the row after them."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            if y < end:
                canvas.put(x, y, line, style)
            y, line = y + 1, word
        else:
            line = f"{line} {word}".strip()
    if y < end:
        canvas.put(x, y, line, style)
    return y + 1


def counted(here: Board, cards: Sequence[int], letters: int) -> str:
    """`Sal2 Gem`: counts by commodity, the names cut short."""
    return " ".join(
        city_title(here.names[card])[:letters] + (str(count) if count > 1 else "")
        for card, count in enumerate(cards)
        if count
    )
