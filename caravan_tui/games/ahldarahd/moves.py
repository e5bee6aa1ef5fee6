"""The legal actions as a short list to choose from: one entry per thing, amounts inside an entry.

Routes are not in the list until one is chosen on the map; then the ways to pay for it are.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

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
from caravan_tui.games.ahldarahd.offer import (
    GOLD,
    Draft,
    OfferRow,
    full_side,
    is_thing,
    offer_rows,
)
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

    @property
    def is_gold_of_offer(self) -> bool:
        """Whether it is the gold that a side of an offer gives."""
        return self.actions[0] & KIND in GOLD


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


Target = tuple[int, int, int, int, tuple[str, int]]
"""Column, line, width and height on the canvas, and what a click there means."""


# The selection


class Selection:
    """The list of choices, the marked entry, the amounts that are set, and which rows stay visible.

    Knows no screen.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.marked = 0
        """The number of the marked entry, -1 for none."""
        self.draft = Draft()
        """What is chosen for the offer that is being written."""
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

    def reset(self, marked: int, written: Sequence[int] = ()) -> None:
        """Begin a new decision: no amounts are set, and this entry is marked. `written`: what the
        match has of an offer."""
        self.marked = marked
        self.draft.begin(written)
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
        trade = view["trade"]
        if legal and view["phase"] == "writing" and trade is not None:
            self.draft.follow(trade["lines"] or (), view)
            legal = self.draft.choices(view)
        self.entries = entries(legal, interrupts, view, place, names)
        if any(entry.group == "way" for entry in self.entries):
            self.marked = max(0, self.marked)
        least = -1 if view["phase"] == "building" else 0
        self.marked = max(least, min(self.marked, len(self.entries) - 1))

    def labels(self, view: AhldarahdView, names: Sequence[str]) -> list[str]:
        """The text of each entry."""
        return [entry.label or label(self.action(entry), view, names) for entry in self.entries]

    def offer_rows(self, view: AhldarahdView) -> list[OfferRow]:
        """What the offer that is being written may name; empty: none is."""
        if not any(entry.actions[0] == WITHDRAW for entry in self.entries):
            return []
        return offer_rows(self.draft, [entry.actions for entry in self.entries], view)

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

    def change_gold(self, entry: Entry, by: int, view: AhldarahdView) -> str:
        """Raise or lower the gold of a side of an offer, none included; a sentence if it goes no
        further."""
        kind, most = entry.actions[0] & KIND, entry.actions[-1] & PAYLOAD
        gold = self.draft.amount(kind) + by
        if gold < 0:
            return _("The minimum is {gold}.").format(gold=0)
        if gold > most:
            return _("The maximum is {gold}.").format(gold=most)
        self._amounts[kind] = gold
        return "" if self.draft.set_gold(kind, gold, view) else full_side(entry.group)

    def toggle(self, entry: Entry, view: AhldarahdView) -> bool:
        """Add a thing to an offer, or take it out again; whether that can be."""
        return self.draft.toggle(self.action(entry), view)

    def is_thing(self, number: int) -> bool:
        """Whether an entry is something that an offer may name."""
        return is_thing(self.entries[number].actions[0])

    @property
    def has_marked(self) -> bool:
        """Whether the offer that is being written names the marked thing already."""
        entry = self.entry
        return entry is not None and self.draft.has(entry.actions[0])

    def drafted(self, view: AhldarahdView) -> AhldarahdView:
        """The view with the offer as it is chosen so far."""
        trade = view["trade"]
        if trade is None or not self.offer_rows(view):
            return view
        return {**view, "trade": {**trade, "lines": self.draft.lines}}

    def turn(self, by: int) -> None:
        """Mark the next entry, round and round; of an offer the next thing, for its other entries
        are buttons."""
        things = [number for number in range(len(self.entries)) if self.is_thing(number)]
        numbers = things or list(range(len(self.entries)))
        if self.marked in numbers:
            self.marked = numbers[(numbers.index(self.marked) + by) % len(numbers)]
        else:
            self.marked = numbers[0 if by > 0 else -1]

    def jump(self, group: str) -> bool:
        """Mark an entry of a group, the next one if it was jumped to before; whether it has any."""
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
