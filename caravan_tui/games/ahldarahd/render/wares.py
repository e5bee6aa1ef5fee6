"""Draws what can be auctioned, and your hand: as cards where there is room, else in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    CLAIM,
    DISCARD,
    EYES_ITEM,
    GIVE_ITEM,
    KIND,
    OPEN,
    PAY,
    PAYLOAD,
    QUEEN_ITEM,
    RIGHT_ITEM,
    SHAH_ITEM,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import place_of
from caravan_tui.games.ahldarahd.pieces import item_name
from caravan_tui.games.ahldarahd.render.legend import right_letter
from caravan_tui.games.ahldarahd.render.look import Look
from caravan_tui.games.ahldarahd.render.panel import deck_words, put_centre
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, map_names, right_price
from caravan_tui.i18n import _, _p
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.colours import Colour, mix
from caravan_tui.widgets.drawing.depth import Pens
from caravan_tui.widgets.marks import short_name

DIM = 0.4
"""Share of the ground in a card that cannot be chosen; its words stay readable."""

MOST_APART = 8
"""The most blank columns beside the usual two between a hand and the open cards on its row."""

LEAST_WARE = 8
"""Columns of a card at least."""

NARROW_WARE = 3
"""Columns of a Right where there is little room."""

TERSE, TERSEST = 1, 2
"""How short what a favour does is said where there is less room, and where there is least."""


@frozen
class Ware:
    """Something that can be auctioned, as a card."""

    item: int
    head: str
    name: str
    low: str
    tone: Colour
    """Of the head."""
    width: int


def draw_cards(
    canvas: Canvas, view: AhldarahdView, look: Look, y: int, has_cards: bool, *, has_button: bool
) -> None:
    """The open cards, oldest first, and your hand; with cards of paper also favours and Rights.
    `has_button`: how to see the signs."""
    if not has_cards:
        draw_card_row(canvas, view, look, y, canvas.width)
        return
    colours = canvas.pens.palette
    x = canvas.put(1, y, _("Auction items"), colours.text, bold=True)
    x = canvas.put(x + 2, y, deck_words(view, canvas.width), colours.soft)
    wares = _fitting(canvas.pens, view, look, canvas.width)
    every = len(list(_wares(canvas.pens, view, look)))
    if look.has_rail and (len(wares) < every or any(w.width == NARROW_WARE for w in wares)):
        x = canvas.put(x + 2, y, _("unowned:"), colours.soft) + 1
        x = put_centre(canvas, view, look, x, y, canvas.width - x)
    if look.has_rail and look.key and has_button:
        button = _("{key}: signs").format(key=look.key("ahldarahd.info"))
        if x + len(button) + 2 < canvas.width:
            left = canvas.width - len(button) - 1
            canvas.put(left, y, button, colours.soft)
            canvas.add_target(left, y, len(button), 1, ("info", 0))
    entries = item_entries(look)
    x = 1
    for ware in wares:
        _draw_ware(canvas, view, look, ware, x, y + 1, entries.get(ware.item, -1), bool(entries))
        x += ware.width + 1
    hand = view["hand"]
    if hand is not None:
        x = canvas.put(1, y + 4, _("Hand"), colours.text, bold=True) + 1
        if not any(hand):
            canvas.put(x, y + 4, "-", colours.soft)
        _put_hand(canvas, view, look, x, y + 4, *_hand_form(view, canvas.width - x))


def item_entries(look: Look) -> dict[int, int]:
    """The entry that puts each item up for auction."""
    return {
        entry.actions[0] & PAYLOAD: number
        for number, entry in enumerate(look.entries)
        if entry.actions[0] & KIND == OPEN
    }


def entries_on_cards(pens: Pens, view: AhldarahdView, look: Look, width: int) -> list[int]:
    """The entries that put an item up for auction, from left to right, where each has its card:
    a list need not name them again. Empty where some have none."""
    entries = item_entries(look)
    drawn = [ware.item for ware in _fitting(pens, view, look, width)]
    if not entries.keys() <= set(drawn):
        return []
    return [entries[item] for item in dict.fromkeys(drawn) if item in entries]


def card_entries(view: AhldarahdView, look: Look) -> dict[int, int]:
    """The entry that a card of your hand is used in, by its city."""
    entries: dict[int, int] = {}
    for number, entry in enumerate(look.entries):
        action = entry.actions[0]
        kind, payload = action & KIND, action & PAYLOAD
        if kind == PAY and payload:
            entries[payload - 1] = number
        elif kind == DISCARD or (kind == GIVE_ITEM and payload < CITIES):
            entries[payload] = number
        elif kind == CLAIM:
            ends = from_plain(view["custom"]).ends[place_of(action, view) & 63]
            entries[ends[action & 1]] = number
    return entries


# Cards


def _fitting(pens: Pens, view: AhldarahdView, look: Look, width: int) -> list[Ware]:
    """The wares that there is room for: favours and Rights say less first, the favours least after
    the Rights, as "-1" does not say of what; then they become narrow, then go."""
    for has_short_rights, terseness in (
        (False, 0), (False, TERSE), (True, 0), (True, TERSE), (True, TERSEST),
    ):  # fmt: skip
        wares = list(_wares(pens, view, look, terseness))
        if has_short_rights:
            wares = [_in_short(look, ware) if _is_right(ware) else ware for ware in wares]
        if _fit(wares, width):
            break
    if not _fit(wares, width):
        wares = [ware if ware.item < CITIES else _with_mark_alone(ware) for ware in wares]
    if not _fit(wares, width):
        wares = [_narrow(look, ware) if _is_right(ware) else ware for ware in wares]
    for first, last in ((RIGHT_ITEM, SHAH_ITEM), (SHAH_ITEM, QUEEN_ITEM + 1)):
        if not _fit(wares, width):
            wares = [ware for ware in wares if not first <= ware.item < last]
    return wares


def _is_right(ware: Ware) -> bool:
    return RIGHT_ITEM <= ware.item < SHAH_ITEM


def _in_short(look: Look, ware: Ware) -> Ware:
    """A Right without the name of its map, which has the same mark."""
    head = f"{look.marks[ware.item - RIGHT_ITEM]} {_p('item', 'Right')}"
    name = _("to build")
    width = max(9, len(name) + 2, len(head) + 2, len(ware.low) + 2)
    return evolve(ware, head=head, name=name, width=width)


def _with_mark_alone(ware: Ware) -> Ware:
    """The ware with the mark of its holder in place of the name."""
    low = ware.low if len(ware.low) < LEAST_WARE else _("{mark} holds").format(mark=ware.low[0])
    width = max(LEAST_WARE, len(ware.name) + 2, len(ware.head) + 2, len(low) + 2)
    return evolve(ware, low=low, width=width)


def _narrow(look: Look, ware: Ware) -> Ware:
    """A Right in letters and marks."""
    head = right_letter() + look.marks[ware.item - RIGHT_ITEM]
    return evolve(
        ware,
        width=NARROW_WARE,
        head=head,
        name="",
        low=ware.low[:1] if ware.low != _("unowned") else "-",
    )


def _width(wares: list[Ware]) -> int:
    return sum(ware.width + 1 for ware in wares)


def _fit(wares: list[Ware], width: int) -> bool:
    """Whether there is room for wares behind a margin."""
    return _width(wares) <= width - 1


def _wares(pens: Pens, view: AhldarahdView, look: Look, terseness: int = 0) -> Iterator[Ware]:
    """Everything as a card. `terseness`: how short is said what a favour does."""
    colours = pens.palette
    for card in view["row"]:
        yield _card(pens, view, card)
    first = (_("goes first"), _("goes first"), _("first"))
    land = (_("land costs 1 less"), _("land 1 less"), _("land -1"))
    sea = (_("sea costs 1 less"), _("sea 1 less"), _("sea -1"))
    for item, name, forms, holder in (
        (SHAH_ITEM, _("Shah"), first, view["shah"]),
        (EYES_ITEM, _("Eyes"), land, view["eyes"]),
        (QUEEN_ITEM, _("Queen"), sea, view["queen"]),
    ):
        what = forms[terseness]
        low = _holder(look, holder)
        width = max(9, len(what) + 2, len(low) + 2)
        yield Ware(item, name, what, low, colours.favour, width)
    for map_index, holder in enumerate(view["rights"]):
        name = _("build there")
        low = _holder(look, holder)
        right = _("{colour} Right").format(colour=map_title(map_names(view)[map_index]))
        head = f"{look.marks[map_index]} {right}"
        width = max(9, len(name) + 2, len(head) + 2, len(low) + 2)
        yield Ware(RIGHT_ITEM + map_index, head, name, low, colours.seat[map_index], width)


def draw_offered(
    canvas: Canvas, view: AhldarahdView, look: Look, lines: Sequence[str], x: int, y: int, room: int
) -> bool:
    """What lines of an offer name, as cards side by side; whether there was room for them."""
    city_map, colours = from_plain(view["custom"]), canvas.pens.palette
    items = {
        item_name(city_map, ware.item): ware for ware in _wares(canvas.pens, view, look, TERSE)
    }
    wares = []
    for line in lines:
        kind, name = line.split()[1:] if line.count(" ") > 1 else (line.split()[1], "")
        if kind == "gold":
            wares.append(Ware(-1, _("gold"), name, "", colours.gold, LEAST_WARE))
        elif kind == "card":
            wares.append(_card(canvas.pens, view, city_map.names.index(name)))
        else:
            ware = items[kind]  # who holds it is plain from the side that it stands on
            worth = right_price(view, ware.item - RIGHT_ITEM) if ware.item < SHAH_ITEM else 0
            low = _("worth {gold}").format(gold=worth) if worth else ""
            wares.append(evolve(ware, low=low, width=max(ware.width, len(low) + 2)))
    if _width(wares) - 1 > room:
        return False
    for ware in wares:
        _draw_ware(canvas, view, look, ware, x, y, -1, False)
        x += ware.width + 1
    if not wares:
        canvas.put(x, y, "-", colours.soft)
    return True


def _card(pens: Pens, view: AhldarahdView, card: int) -> Ware:
    """A card of a commodity, with what its city pays."""
    city_map = from_plain(view["custom"])
    name = city_title(city_map.names[card])
    pays = _("pays {gold}").format(gold=city_map.number[card])
    width = max(LEAST_WARE, len(name) + 2, len(pays) + 2)
    return Ware(card, _("card"), name, pays, pens.palette.primary, width)


def _holder(look: Look, seat: int) -> str:
    """The mark and name of who holds an item."""
    return _("unowned") if seat < 0 else f"{look.marks[seat]} {short_name(look.names[seat], 10)}"


def _draw_ware(
    canvas: Canvas, view: AhldarahdView, look: Look, ware: Ware, x: int, y: int, entry: int,
    is_choosing: bool,
) -> None:  # fmt: skip
    """A card of paper with a coloured head; lit if it is chosen, dim if it cannot be."""
    colours = canvas.pens.palette
    auction = view["auction"]
    is_chosen = auction is not None and auction["item"] == ware.item
    is_chosen = is_chosen or 0 <= entry == look.marked
    dim = 0.0 if is_chosen or entry >= 0 else DIM if is_choosing or auction else 0.12
    paper = mix(colours.paper[0], colours.ground, dim)
    tone = colours.accent if is_chosen else mix(ware.tone, colours.ground, dim)
    ink = colours.paper_ink
    pad = " " if ware.width > NARROW_WARE else ""
    head = f"{pad}{ware.head}"
    if is_chosen:
        head = (">" if look.ascii else "►") + ware.head
    canvas.put(x, y, head[: ware.width].ljust(ware.width), colours.ink, tone, bold=True)
    name = f"{pad}{ware.name}".ljust(ware.width)
    canvas.put(x, y + 1, name[: ware.width], ink, paper, bold=True)
    low = f" {ware.low}".ljust(ware.width)
    canvas.put(x, y + 2, low[: ware.width], mix(ink, paper, 0.25 * (1 - dim)), paper)
    if entry >= 0:
        canvas.add_target(x, y, ware.width, 3, ("entry", entry))


# Words


def draw_card_row(
    canvas: Canvas, view: AhldarahdView, look: Look, y: int, width: int, *,
    needs_open: bool = True, row_below: int = -1,
) -> None:  # fmt: skip
    """Your hand and the open cards on a row, cut short only where they need the room; what need
    not be there goes to the row below where that is free, else it is left out before."""
    colours = canvas.pens.palette
    city_map = from_plain(view["custom"])
    row = view["row"] if needs_open or not item_entries(look) else []
    names = [city_title(city_map.names[card]) for card in row]
    has_open = needs_open or bool(row)
    x = 1
    hand_head = "" if view["hand"] is None else _("Hand") + " "
    open_head = ("  " if hand_head else "") + _("Open") + " " if has_open else ""
    for row_letters, hand_letters, pad in (
        (9, 9, 2), (9, 9, 0), (4 * needs_open, 9, 0), (4 * needs_open, 4, 0),
        (3 * needs_open, 3, 0),
    ):  # fmt: skip
        if not row_letters:
            has_open, open_head = False, ""
        room = width - x - len(hand_head) - len(open_head)
        taken = sum(len(name[:row_letters]) + pad + 1 for name in names if row_letters) or 2
        if taken - 1 + _hand_width(view, hand_letters, pad) <= room:
            break
    if view["hand"] is not None:
        x = canvas.put(x, y, hand_head, colours.text, bold=True)
        if not any(view["hand"]):
            x = canvas.put(x, y, "-", colours.soft) + 1
        x = _put_hand(canvas, view, look, x, y, hand_letters, pad) - 1
    if has_open and hand_head:  # apart, else they would be taken for cards of the hand
        x += max(0, min(width - x - len(open_head) - taken + 1, MOST_APART))
    if not has_open:
        if row_below < 0 or not names:
            return
        x, y, open_head, row_letters, pad = 1, row_below, _("Open") + " ", 9, 0
    entries = item_entries(look)
    auction = view["auction"]
    x = canvas.put(x, y, open_head, colours.text, bold=True)
    for card, name in zip(row, names, strict=True):
        entry = entries.get(card, -1)
        is_chosen = 0 <= entry == look.marked or (auction is not None and auction["item"] == card)
        x = _put_word(canvas, x, y, name[:row_letters], pad, is_chosen, entry,
                      is_dim=entry < 0) + 1  # fmt: skip
    if not names:
        canvas.put(x, y, "-", colours.soft)


def _hand_words(view: AhldarahdView, letters: int) -> list[tuple[int, str]]:
    """The cards of your hand, `2 Gems` for two of them, the names cut to a number of letters."""
    names = from_plain(view["custom"]).names
    return [
        (card, (f"{count} " if count > 1 else "") + city_title(names[card])[:letters])
        for card, count in enumerate(view["hand"] or ())
        if count
    ]


def _hand_width(view: AhldarahdView, letters: int, pad: int) -> int:
    words = _hand_words(view, letters)
    return sum(len(word) + pad + 1 for _card, word in words) or 1


def _hand_form(view: AhldarahdView, room: int) -> tuple[int, int]:
    """Letters and padding of the cards of a hand that fit."""
    for form in ((9, 2), (9, 0), (4, 0)):
        if _hand_width(view, *form) <= room:
            return form
    return 3, 0


def _put_hand(
    canvas: Canvas, view: AhldarahdView, look: Look, x: int, y: int, letters: int, pad: int
) -> int:
    """The cards of your hand; returns the column after them and a blank."""
    entries = card_entries(view, look)
    for card, word in _hand_words(view, letters):
        entry = entries.get(card, -1)
        is_chosen = 0 <= entry == look.marked
        x = _put_word(canvas, x, y, word, pad, is_chosen, entry, is_dim=False) + 1
    return x


def _put_word(
    canvas: Canvas, x: int, y: int, word: str, pad: int, is_chosen: bool, entry: int, *,
    is_dim: bool,
) -> int:  # fmt: skip
    """A card in a word on paper; the column after it."""
    colours = canvas.pens.palette
    blank = " " * (pad // 2)
    text = f"{blank}{word}{blank}"
    ground: Colour | None
    if not canvas.pens.has_pixels:
        ink, ground = (colours.ink, colours.accent) if is_chosen else (colours.text, None)
    elif is_chosen:
        ink, ground = colours.ink, colours.accent
    else:
        dim = DIM if is_dim else 0.1 if entry < 0 else 0.0
        ink, ground = colours.paper_ink, mix(colours.paper[0], colours.ground, dim)
    end = canvas.put(x, y, text, ink, ground, bold=True)
    if entry >= 0:
        canvas.add_target(x, y, len(text), 1, ("entry", entry))
    return end
