"""The choices of a narrow table in groups: what is alike stands in a row behind one heading."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, field, frozen

from caravan_tui.games.ahldarahd.actions import (
    CLAIM,
    COUNTER,
    END,
    FAVOUR,
    INTERRUPT,
    KIND,
    OFFER,
    OPEN,
    PAYLOAD,
    RIGHT_ITEM,
    SELL,
    SHAH_ITEM,
    route_of,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import KEYED, Entry, place_of
from caravan_tui.games.ahldarahd.pieces import COLOURS, item_name
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title, short_item_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, holder_of, payment, right_price
from caravan_tui.i18n import _
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.marks import short_name

ARROWS = 4
"""Columns of the arrows behind an amount."""

GAP = 2
"""Columns between two groups on a row."""


@frozen
class Cell:
    """A choice in a word or two, behind the heading of its group."""

    entry: int
    words: str
    short: str
    """The same where there is little room."""
    cap: str = ""
    """The key that plays it at once."""
    is_amount: bool = False

    def text(self, is_short: bool) -> str:
        """The words, long or short."""
        return self.short if is_short else self.words

    def width(self, is_short: bool) -> int:
        """Columns with the pointer before, and a blank behind where the words are long."""
        cap = len(self.cap) + 1 if self.cap else 0
        return len(self.text(is_short)) + 2 - is_short + cap + ARROWS * self.is_amount


@frozen
class Group:
    """Choices that are alike."""

    head: str
    """Empty where each choice speaks for itself."""
    cells: list[Cell] = field(factory=list)

    def width(self, is_short: bool, head_width: int) -> int:
        """Columns of the group; `head_width`: of its heading, at least."""
        head = max(len(self.head), head_width) + 1 if self.head else 0
        return head + sum(cell.width(is_short) for cell in self.cells)


def groups(view: AhldarahdView, look: Look) -> list[Group]:
    """The choices that are no cards on the table, grouped; those of a group follow each other in
    the list."""
    listed: list[Group] = []
    for number, (entry, label) in enumerate(zip(look.entries, look.labels, strict=True)):
        if number in look.on_cards:
            continue
        head, words, short = _words(view, look, entry, label)
        cap = ""
        if look.key and entry.group in KEYED:
            name = look.key(f"ahldarahd.{entry.group}")
            cap = f"[{name}]" if look.ascii else f" {name} "
        cell = Cell(number, words, short, cap, is_amount=len(entry.actions) > 1)
        if head and listed and listed[-1].head == head:
            listed[-1].cells.append(cell)
        else:
            listed.append(Group(head, [cell]))
    return listed


def _words(view: AhldarahdView, look: Look, entry: Entry, label: str) -> tuple[str, str, str]:
    """The heading of a choice, and the choice behind it, long and short."""
    city_map = from_plain(view["custom"])
    kind, payload = entry.actions[0] & KIND, entry.actions[0] & PAYLOAD
    if kind == OPEN:
        return _item_words(view, look, payload)
    if kind in (OFFER, INTERRUPT):
        partner = payload & 7
        name = f"{look.marks[partner]} {short_name(look.names[partner], 10)}"
        return _("Trade with"), name, look.marks[partner]
    if kind == FAVOUR:
        return _("Who builds first"), short_name(look.names[payload], 10), look.marks[payload]
    if kind == SELL:
        name, gold = map_title(COLOURS[payload]), right_price(view, payload)
        words = _("{colour}, for {gold} gold").format(colour=name, gold=gold)
        return _("Sell a Right"), words, f"{look.marks[payload]} {gold}"
    if kind == CLAIM:
        route = route_of(place_of(entry.actions[0], view))
        city = city_title(city_map.names[city_map.ends[route][entry.actions[0] & 1]])
        _by_gold, gold = payment(view, view["to_act"], route)
        words = _("{card} + {gold} gold").format(card=city, gold=gold) if gold else city
        return _("Claim with"), words, city
    short = {COUNTER: _("Counter"), END: _("End")}
    return "", label, short.get(kind, label)


def _item_words(view: AhldarahdView, look: Look, item: int) -> tuple[str, str, str]:
    """Something that may be put up for auction, and who holds it."""
    name = item_name(from_plain(view["custom"]), item)
    if item < RIGHT_ITEM:
        return _("Card of"), short_item_title(name), short_item_title(name)
    title = map_title(COLOURS[item - RIGHT_ITEM]) if item < SHAH_ITEM else short_item_title(name)
    head = _("Right to") if item < SHAH_ITEM else _("Favour")
    holder = holder_of(view, item)
    if holder < 0:
        return head, _("{thing} (unowned)").format(thing=title), title
    short = f"{title} {look.marks[holder]}"
    return head, f"{short} {short_name(look.names[holder], 10)}", short


Rows = list[list[Group]]
"""The groups on each row."""


def rows_of(listed: Sequence[Group], width: int, most: int) -> Rows:
    """The groups in rows of a width, at most as many as there is room for if that can be."""
    heads = _head_width(listed)
    rows: Rows = []
    for is_short in (False, True):
        rows = [[group] for group in listed]
        while len(rows) > most and _join(rows, width, is_short, heads):
            pass
        if len(rows) <= most:
            break
    return rows


def _head_width(listed: Sequence[Group]) -> int:
    return max((len(group.head) for group in listed), default=0)


def _width(row: Sequence[Group], is_short: bool, heads: int) -> int:
    """Columns of a row; only its first heading is lined up with the others."""
    return sum(
        group.width(is_short, heads if not n else 0) for n, group in enumerate(row)
    ) + GAP * (len(row) - 1)


def _join(rows: Rows, width: int, is_short: bool, heads: int) -> bool:
    """Put the last two rows that fit together on one; whether there were any."""
    for number in reversed(range(len(rows) - 1)):
        if _width([*rows[number], *rows[number + 1]], is_short, heads) <= width:
            rows[number] += rows.pop(number + 1)
            return True
    return False


def draw_choices(
    canvas: Canvas, view: AhldarahdView, look: Look, y: int, most: int, width: int
) -> int:
    """Draw the choices in at most so many rows, the marked one visible; returns the row after."""
    listed = groups(view, look)
    if not listed:
        return y
    rows = rows_of(listed, width, most)
    heads = _head_width([row[0] for row in rows])  # those further right are not lined up
    holders = [row for row in rows if _has_holders(row, look)]
    if any(_width(row, False, heads) > width for row in holders):
        for row in holders:  # who holds what is written in one way
            row[:] = [_in_short(group) for group in row]
    first = 0
    if len(rows) > most:
        marked = next((n for n, row in enumerate(rows) if look.marked in _entries(row)), 0)
        first = max(0, min(marked - most // 2, len(rows) - most))
        _draw_turns(canvas, look, rows, first, y, most, width)
    for number, row in enumerate(rows[first : first + most]):
        x = 1 if row[0].head else 0  # the words line up, with the pointer before them
        is_short = _width(row, False, heads) > width
        _draw_row(canvas, look, row, x, y + number, is_short, heads)
    return y + min(most, len(rows))


def _has_holders(row: Sequence[Group], look: Look) -> bool:
    """Whether a row has Rights or favours that may be put up for auction."""
    actions = [look.entries[cell.entry].actions[0] for group in row for cell in group.cells]
    return any(action & KIND == OPEN and action & PAYLOAD >= RIGHT_ITEM for action in actions)


def _in_short(group: Group) -> Group:
    """A group with short words alone."""
    return evolve(group, cells=[evolve(cell, words=cell.short) for cell in group.cells])


def choices_width(view: AhldarahdView, look: Look, most: int, width: int) -> int:
    """The columns that the choices take in an area."""
    rows = rows_of(groups(view, look), width, most)
    heads = _head_width([row[0] for row in rows])
    return max((1 + _width(row, False, heads) for row in rows), default=0)


def _entries(row: Sequence[Group]) -> list[int]:
    return [cell.entry for group in row for cell in group.cells]


def _draw_turns(
    canvas: Canvas, look: Look, rows: Rows, first: int, y: int, most: int, width: int
) -> None:
    """Signs of what is above and below the rows that fit."""
    signs = ("^", "v") if look.ascii else ("▲", "▼")
    for sign, row_y, number in (
        (signs[0], y, first - 1), (signs[1], y + most - 1, first + most),
    ):  # fmt: skip
        if 0 <= number < len(rows):
            canvas.put(width - 2, row_y, sign, canvas.pens.palette.accent, bold=True)
            canvas.add_target(width - 3, row_y, 3, 1, ("turn", _entries(rows[number])[0]))


def _draw_row(
    canvas: Canvas, look: Look, row: Sequence[Group], x: int, y: int, is_short: bool, heads: int
) -> None:
    colours = canvas.pens.palette
    for number, group in enumerate(row):
        if group.head:
            start, pad = x, heads if not number else len(group.head)
            x = canvas.put(x, y, group.head.ljust(pad), colours.soft) + 1
            _add_label(canvas, look, group, start, y, x - start)
        for cell in group.cells:
            x = _draw_cell(canvas, look, cell, x, y, is_short)
        x += GAP


def _add_label(canvas: Canvas, look: Look, group: Group, x: int, y: int, width: int) -> None:
    """Have a click on the heading of a group act as on its choice; with several it marks one."""
    entries = [cell.entry for cell in group.cells]
    if len(entries) == 1:
        canvas.add_target(x, y, width, 1, ("beside", entries[0]))
    else:
        marked = look.marked if look.marked in entries else entries[0]
        canvas.add_target(x, y, width, 1, ("group", marked))


def _draw_cell(canvas: Canvas, look: Look, cell: Cell, x: int, y: int, is_short: bool) -> int:
    """A choice with its pointer, key and arrows; returns the column after it."""
    colours = canvas.pens.palette
    words = cell.text(is_short)
    if cell.entry == look.marked:
        canvas.put(x, y, ">" if look.ascii else "►", colours.accent, bold=True)
        end = canvas.put(x + 1, y, words, colours.ink, colours.accent, bold=True)
    else:
        end = canvas.put(x + 1, y, words, colours.text)
    if cell.cap:
        end = canvas.put(end + 1, y, cell.cap, colours.accent, colours.raised, bold=True)
    canvas.add_target(end, y, 1, 1, ("beside", cell.entry))
    canvas.add_target(x, y, end - x, 1, ("entry", cell.entry))
    if cell.is_amount:
        less, more = ("<", ">") if look.ascii else ("◄", "►")
        canvas.put(end + 1, y, less, colours.accent, bold=True)
        canvas.put(end + 3, y, more, colours.accent, bold=True)
        canvas.add_target(end, y, 2, 1, ("less", cell.entry))
        canvas.add_target(end + 2, y, 3, 1, ("more", cell.entry))
        end += ARROWS
    return end + (not is_short)


def entry_beside(view: AhldarahdView, look: Look, width: int, most: int, by: int) -> int:
    """The choice above or below the marked one, -1 if there is none. Cards are a row above the
    others."""
    rows = [_entries(row) for row in rows_of(groups(view, look), width, most)]
    if look.on_cards:
        rows.insert(0, list(look.on_cards))
    here = next((n for n, row in enumerate(rows) if look.marked in row), -1)
    if here < 0:
        return -1
    other = rows[(here + by) % len(rows)]
    return other[min(rows[here].index(look.marked), len(other) - 1)]
