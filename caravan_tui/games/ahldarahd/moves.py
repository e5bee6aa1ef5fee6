"""The legal actions as a short list to choose from: one entry per thing, amounts inside an entry.

Routes are not in the list until one is chosen on the map; then the ways to pay for it are.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, frozen

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    BUY,
    CLAIM,
    COUNTER,
    DECLINE,
    DESTROY,
    DISCARD,
    END,
    FALL,
    FAVOUR,
    FREE,
    GIVE_GOLD,
    GIVE_ITEM,
    INTERRUPT,
    KIND,
    NOTHING,
    OFFER,
    OPEN,
    PASS,
    PAY,
    PAYLOAD,
    PLEDGE,
    RIGHT_ITEM,
    SELL,
    SEND,
    SHAH_ITEM,
    WANT_GOLD,
    WANT_ITEM,
    WITHDRAW,
    route_of,
)
from caravan_tui.games.ahldarahd.actions import place as place_code
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.events import Line
from caravan_tui.games.ahldarahd.pieces import COLOURS, item_name, line_name
from caravan_tui.games.ahldarahd.text.actions import describe
from caravan_tui.games.ahldarahd.text.titles import (
    city_title,
    map_title,
    route_title,
    short_item_title,
    short_line_title,
    with_gold,
)
from caravan_tui.games.ahldarahd.view import AhldarahdView, holder_of, payment, right_price
from caravan_tui.games.contract import Event
from caravan_tui.i18n import _, capital

NO_PLACE = -1

GROUPS = {
    OFFER: "offer",
    INTERRUPT: "offer",
    SELL: "sell",
    END: "end",
    GIVE_GOLD: "give",
    GIVE_ITEM: "give",
    WANT_GOLD: "want",
    WANT_ITEM: "want",
    PASS: "no",
    DECLINE: "no",
    WITHDRAW: "no",
    ACCEPT: "yes",
    SEND: "yes",
    COUNTER: "counter",
}
"""The groups of entries that have keys of their own, by kind of action."""

AMOUNTS = frozenset({BID, PLEDGE, GIVE_GOLD, WANT_GOLD})
"""Kinds of actions of which one entry stands for all amounts."""


@define
class Entry:
    """A line to choose: one action, or one of several amounts."""

    label: str
    """Empty where it depends on the amount."""
    actions: list[int]
    group: str = ""
    """`way` (to pay for the chosen route), one of `GROUPS`, or empty."""


def place_of(action: int, view: AhldarahdView) -> int:
    """The place of the route that an action is about, NO_PLACE if it is about none."""
    kind = action & KIND
    if kind == CLAIM:
        return (action & PAYLOAD) >> 1
    if kind in (BUY, DESTROY, FALL):
        return action & PAYLOAD
    if kind == FREE:
        return place_code(view["active"], action & PAYLOAD)
    return NO_PLACE


def places(legal: Sequence[int], view: AhldarahdView) -> set[int]:
    """The places of the routes that legal actions are about."""
    return {place_of(action, view) for action in legal} - {NO_PLACE}


def entries(
    legal: Sequence[int],
    interrupts: Sequence[int],
    view: AhldarahdView,
    place: int,
    names: Sequence[str],
) -> list[Entry]:
    """The list for this moment; `place` is the route chosen on the map, or NO_PLACE."""
    listed: list[Entry] = []
    amounts: dict[int, Entry] = {}
    for action in legal:
        kind = action & KIND
        action_place = place_of(action, view)
        if action_place >= 0:
            if action_place == place:
                listed.append(Entry(_way(action, view), [action], "way"))
        elif kind in amounts:
            amounts[kind].actions.append(action)
        else:
            words = "" if kind in AMOUNTS else label(action, view, names)
            entry = Entry(words, [action], GROUPS.get(kind, ""))
            listed.append(entry)
            if kind in AMOUNTS:
                amounts[kind] = entry
    listed += [
        Entry(_("Offer {name} a trade").format(name=names[action & 7]), [action], "offer")
        for action in interrupts
    ]
    return listed


def label(action: int, view: AhldarahdView, names: Sequence[str]) -> str:
    """An action in the few words of a list."""
    city_map = from_plain(view["custom"])
    kind = action & KIND
    payload = action & PAYLOAD
    seat = view["to_act"]
    if kind in (BID, PLEDGE):
        text = _("Bid {gold}, keep {left}") if kind == BID else _("Pledge {gold}, keep {left}")
        return text.format(gold=payload, left=view["gold"][seat] - payload)
    if kind == OPEN:
        return _item(payload, view) + _holder(payload, view, names)
    if kind in (GIVE_GOLD, GIVE_ITEM):
        return _("Give {thing}").format(thing=short_line_title(line_name(city_map, action)))
    if kind in (WANT_GOLD, WANT_ITEM):
        return _("Want {thing}").format(thing=short_line_title(line_name(city_map, action)))
    if kind == OFFER:
        return _("Offer {name} a trade").format(name=names[payload])
    if kind == FAVOUR:
        return _("{name} gets the Shah").format(name=names[payload])
    if kind == SELL:
        return _("Sell the {colour} Right for {gold} gold").format(
            colour=map_title(COLOURS[payload]), gold=right_price(view, payload)
        )
    if kind == PAY and (destruction := view["destroy"]):
        by_gold, with_card = payment(view, seat, route_of(destruction["place"]))
        if not payload:
            return _("Pay {gold} gold").format(gold=by_gold)
        return _("Pay with {payment}").format(
            payment=with_gold(city_title(city_map.names[payload - 1]), with_card)
        )
    if kind == DISCARD:
        return _("Discard {city}").format(city=city_title(city_map.names[payload]))
    words = {
        PASS: _("Pass"),
        END: _("End the building"),
        SEND: _("Send the offer"),
        WITHDRAW: _("Withdraw it"),
        ACCEPT: _("Accept"),
        DECLINE: _("Decline"),
        COUNTER: _("Make a counter-offer"),
        NOTHING: _("Give nothing"),
    }
    return words.get(kind) or capital(describe(action, view))


def _item(item: int, view: AhldarahdView) -> str:
    """An item that may be put up for auction, in a word or two."""
    if item < RIGHT_ITEM:
        city = from_plain(view["custom"]).names[item]
        return _("Card of {city}").format(city=city_title(city))
    if item < SHAH_ITEM:
        map_index = item - RIGHT_ITEM
        name, gold = map_title(COLOURS[map_index]), right_price(view, map_index)
        text = _("{colour} Right, worth {gold}") if gold else _("{colour} Right")
        return text.format(colour=name, gold=gold)
    return short_item_title(item_name(from_plain(view["custom"]), item))


def _holder(item: int, view: AhldarahdView, names: Sequence[str]) -> str:
    """` (Anna)` for an item that a seat holds."""
    if item < RIGHT_ITEM:
        return ""
    seat = holder_of(view, item)
    return f" ({names[seat]})" if seat >= 0 else ""


def _way(action: int, view: AhldarahdView) -> str:
    """What an action does with the chosen route, with the price."""
    city_map = from_plain(view["custom"])
    kind = action & KIND
    route = route_of(place_of(action, view))
    title = route_title(city_map.route_name(route))
    by_gold, with_card = payment(view, view["to_act"], route)
    if kind == CLAIM:
        city = city_title(city_map.names[city_map.ends[route][action & 1]])
        return _("Claim with {payment}").format(payment=with_gold(city, with_card))
    if kind == BUY:
        return _("Buy for {gold} gold").format(gold=by_gold)
    if kind == DESTROY:
        return _("Destroy: twice {gold} gold or {card}").format(
            gold=by_gold, card=with_gold(_("a card"), with_card)
        )
    if kind == FALL:
        return _("Remove {route}").format(route=title)
    return _("Lay the free route {route}").format(route=title)


def next_entry(listed: Sequence[Entry], events: Sequence[Event], seat: int | None) -> int:
    """The entry to mark after this seat has added a line to its offer, -1 if it has not.

    What it may want comes after what it gives, then the sending, never the withdrawal.
    """
    for event in events:
        if isinstance(event, Line) and event.seat == seat:
            for group in ("want", "yes") if event.line.startswith("give") else ("yes",):
                for number, entry in enumerate(listed):
                    if entry.group == group:
                        return number
    return -1


# The rows of an offer

Target = tuple[int, int, int, int, tuple[str, int]]
"""Column, line, width and height on the canvas, and what a click there means."""


@frozen
class OfferRow:
    """A line that may be added to an offer, or could have been earlier."""

    key: int
    """The action, or its kind where the amount is set in the row."""
    label: str


@frozen
class ListRow:
    """A row of the list as it is drawn."""

    label: str
    entry: int
    """The number of its entry, -1 if it cannot be chosen now."""
    is_named: bool = False
    """Whether the offer has it already."""
    key: int = 0
    """Of the row of an offer; see `OfferRow`."""
    thing: str = ""
    """What the row of an offer names, without give or want."""


def _thing(action: int, view: AhldarahdView) -> str:
    """What a line of an offer names in a word or two; the kind alone of gold: `gold`."""
    if action in (GIVE_GOLD, WANT_GOLD):
        return _("gold")
    if GROUPS.get(action & KIND) not in ("give", "want"):
        return ""
    return short_line_title(line_name(from_plain(view["custom"]), action))


def row_key(action: int) -> int:
    """The key of an action's row."""
    kind = action & KIND
    return kind if kind in (GIVE_GOLD, WANT_GOLD) else action


class OfferRows:
    """The rows of the list while an offer is written.

    Each thing keeps its row until the offer is sent, so that nothing moves under the pointer.
    """

    def __init__(self) -> None:
        self.rows: list[OfferRow] = []
        """Empty while nothing is written."""
        self.visible: range | None = None
        """The rows that stay visible after a click; None: those around the marked entry."""

    def clear(self) -> None:
        """Forget the rows: no offer is written."""
        self.rows, self.visible = [], None

    def update(self, listed: Sequence[Entry], view: AhldarahdView, names: Sequence[str]) -> None:
        """Keep the rows as long as each entry has one, else make new ones.

        The sending has a row from the beginning.
        """
        keys = [row_key(entry.actions[0]) for entry in listed]
        if self.rows and {row.key for row in self.rows} >= set(keys):
            return
        gold = {GIVE_GOLD: _("Give gold"), WANT_GOLD: _("Want gold")}
        self.visible = None
        self.rows = [
            OfferRow(key, gold.get(key) or entry.label)
            for key, entry in zip(keys, listed, strict=True)
        ]
        if SEND not in keys and WITHDRAW in keys:
            self.rows.insert(keys.index(WITHDRAW), OfferRow(SEND, label(SEND, view, names)))

    def list_rows(
        self,
        listed: Sequence[Entry],
        view: AhldarahdView,
        labels: Sequence[str] = (),
        actions: Sequence[int] = (),
    ) -> list[ListRow]:
        """The rows with what is in them now; `labels` and `actions` are those of the entries."""
        numbers = {row_key(entry.actions[0]): number for number, entry in enumerate(listed)}
        trade = view["trade"]
        lines = {row_key(line): line for line in (trade["lines"] if trade else None) or ()}
        drawn = []
        for row in self.rows:
            number = numbers.get(row.key, -1)
            text = labels[number] if 0 <= number < len(labels) else row.label
            action = actions[number] if 0 <= number < len(actions) else row.key
            if row.key in lines:
                action = lines[row.key]
                text = label(action, view, ())
            thing = _thing(action, view)
            drawn.append(ListRow(text, number, row.key in lines, row.key, thing))
        return drawn

    def on_screen(self, targets: Sequence[Target], listed: Sequence[Entry]) -> range:
        """The rows that are on the screen, found by what can be clicked there."""
        keys = [row.key for row in self.rows]
        numbers = []
        for *_box, (kind, value) in targets:
            if kind == "gone":
                numbers.append(value)
            elif kind == "entry":
                numbers.append(keys.index(row_key(listed[value].actions[0])))
        return range(min(numbers, default=0), max(numbers, default=-1) + 1)

    def entry_to_mark(self, listed: Sequence[Entry], view: AhldarahdView, wanted: int = -1) -> int:
        """The entry to mark instead of one that is wanted (-1: any), so that the rows stay.

        It, or a visible one of its group, never one that ends the offer; -1 for none.
        """
        if self.visible is None:
            return wanted
        page = self.list_rows(listed, view)[self.visible.start : self.visible.stop]
        candidates = [row.entry for row in page if row.entry >= 0]
        if wanted in candidates:
            return wanted
        groups = {"give", "want"} if wanted < 0 else {listed[wanted].group}
        return next((number for number in candidates if listed[number].group in groups), -1)


# The selection


class Selection:
    """The list of choices, the marked entry, the amounts that are set, and which rows stay visible.

    Knows no screen.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.marked = 0
        """The number of the marked entry, -1 for none."""
        self.offer = OfferRows()
        self._amounts: dict[int, int] = {}
        """The amount that is set, by the kind of action."""
        self._last_group = ""
        """The group that was jumped to last."""

    @property
    def entry(self) -> Entry | None:
        """The marked entry."""
        return self.entries[self.marked] if 0 <= self.marked < len(self.entries) else None

    @property
    def gold(self) -> int:
        """The gold that is set in the marked entry, -1 if it has none to set."""
        entry = self.entry
        if entry is None or entry.actions[0] & KIND not in AMOUNTS:
            return -1
        return self.action(entry) & PAYLOAD

    def reset(self, marked: int) -> None:
        """Begin a new decision: no amounts are set, and this entry is marked."""
        self.marked = marked
        self.offer.clear()
        self._amounts = {}
        self._last_group = ""

    def update(
        self,
        legal: Sequence[int],
        interrupts: Sequence[int],
        view: AhldarahdView,
        place: int,
        names: Sequence[str],
    ) -> None:
        """List what may be chosen; `place` is the route chosen on the map, or NO_PLACE."""
        self.entries = entries(legal, interrupts, view, place, names)
        if any(entry.group == "way" for entry in self.entries):
            self.marked = max(0, self.marked)
        if legal and view["phase"] == "writing":
            self.offer.update(self.entries, view, names)
        else:
            self.offer.clear()
        is_building = view["phase"] == "building"
        least = -1 if is_building or self.offer.visible is not None else 0
        self.marked = max(least, min(self.marked, len(self.entries) - 1))

    def mark_next(self, view: AhldarahdView, events: Sequence[Event], seat: int | None) -> None:
        """Mark what follows the line of an offer that this seat has just written, if it has."""
        following = next_entry(self.entries, events, seat)
        if following >= 0:
            self.marked = self.offer.entry_to_mark(self.entries, view, following)

    def labels(self, view: AhldarahdView, names: Sequence[str]) -> list[str]:
        """The text of each entry."""
        return [entry.label or label(self.action(entry), view, names) for entry in self.entries]

    def list_rows(self, view: AhldarahdView, labels: Sequence[str] = ()) -> list[ListRow]:
        """The rows of an offer that is being written; empty: one row per entry."""
        actions = [self.action(entry) for entry in self.entries]
        return self.offer.list_rows(self.entries, view, labels, actions)

    def action(self, entry: Entry) -> int:
        """The action of an entry, with the amount that is set for it."""
        least, most = entry.actions[0], entry.actions[-1]
        if least == most:
            return least
        kind = least & KIND
        wanted = self._amounts.get(kind, least & PAYLOAD)
        return kind | max(least & PAYLOAD, min(wanted, most & PAYLOAD))

    def change(self, entry: Entry, by: int) -> str:
        """Raise or lower the amount of an entry; a sentence if it goes no further."""
        wanted = (self.action(entry) & PAYLOAD) + by
        least, most = entry.actions[0] & PAYLOAD, entry.actions[-1] & PAYLOAD
        self._amounts[entry.actions[0] & KIND] = max(least, min(wanted, most))
        if wanted < least:
            return _("The minimum is {gold}.").format(gold=least)
        if wanted > most:
            return _("The maximum is {gold}.").format(gold=most)
        return ""

    def turn(self, by: int, view: AhldarahdView) -> None:
        """Mark the next entry, round and round; with none marked, start from a visible one."""
        before = self.marked if self.marked >= 0 or by > 0 else 0
        if self.marked < 0:
            visible = self.offer.entry_to_mark(self.entries, view)
            if visible >= 0:
                before = visible - by
        self.marked = (before + by) % len(self.entries)
        self.follow()

    def jump(self, group: str) -> bool:
        """Mark an entry of a group, the next one if it was jumped to before; whether it has any."""
        self.follow()
        numbers = [number for number, entry in enumerate(self.entries) if entry.group == group]
        if not numbers:
            return False
        if self._last_group == group:
            later = [number for number in numbers if number > self.marked]
            self.marked = (later or numbers)[0]
        elif self.marked not in numbers:
            self.marked = numbers[0]
        self._last_group = group
        return True

    def first_of(self, group: str) -> Entry | None:
        """The first entry of a group."""
        return next((entry for entry in self.entries if entry.group == group), None)

    def point(self, action: int) -> None:
        """Mark the entry of an action, and set its amount."""
        for number, entry in enumerate(self.entries):
            if action in entry.actions:
                self.marked = number
                self._amounts[entry.actions[0] & KIND] = action & PAYLOAD

    def follow(self) -> None:
        """Keep the marked entry visible from now on, not the rows."""
        self.offer.visible = None

    def hold(self, targets: Sequence[Target]) -> None:
        """Keep the rows of an offer visible that are on the screen now (those with targets)."""
        if self.offer.rows:
            self.offer.visible = self.offer.on_screen(targets, self.entries)

    def turn_page(self, first: int, targets: Sequence[Target], view: AhldarahdView) -> None:
        """Go to another page of the list, by the number of its first row."""
        if not self.offer.rows:
            self.marked = first
            return
        before = self.offer.on_screen(targets, self.entries).start
        self.offer.visible = range(first, first + abs(first - before))
        self.marked = self.offer.entry_to_mark(self.entries, view)
