"""The legal actions as a short list to choose from: one entry per thing, amounts inside an entry.

Routes are not in the list until one is chosen on the map; then the ways to pay for it are. An offer
that is being written is drafted here, and its lines are played when it is sent.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import define, frozen

from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BID,
    BUY,
    CITIES,
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
    map_of,
    route_of,
)
from caravan_tui.games.ahldarahd.actions import place as place_code
from caravan_tui.games.ahldarahd.custom import from_plain
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
from caravan_tui.games.ahldarahd.view import (
    AhldarahdView,
    cards_held,
    holder_of,
    open_lines,
    other_party,
    payment,
    right_price,
)
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

KEYED = ("no", "yes", "counter", "end")
"""Groups of choices of which a key plays the first one at once."""


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

    @property
    def is_button(self) -> bool:
        """Whether one click on it does what it says: an amount, an answer or an end, and what goes
        into an offer, which a click takes out again."""
        action = self.actions[0]
        return self.group in KEYED or action & KIND in AMOUNTS or is_thing(action)


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


def first_beside(view: AhldarahdView, map_index: int, open_places: Collection[int]) -> int:
    """The route on a map with which the seat to act may go on best: one into the smallest of the
    cities into which it has routes already, else the first; -1 without any."""
    city_map = from_plain(view["custom"])
    own = view["routes"][map_index][view["to_act"]]

    def order(route: int) -> tuple[int, int]:
        begun = [
            city_map.number[city]
            for city in city_map.ends[route]
            if own & city_map.routes_of[city]
            and not view["control"][map_index][view["to_act"]] >> city & 1
        ]
        return min(begun, default=99), route

    routes = [route_of(code) for code in open_places if map_of(code) == map_index]
    return min(routes, key=order, default=-1)


def card_places(legal: Sequence[int]) -> frozenset[int]:
    """The places of the free routes that can be had for a card."""
    return frozenset((action & PAYLOAD) >> 1 for action in legal if action & KIND == CLAIM)


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
    if kind == FAVOUR and payload == seat:
        return _("Keep the Shah")
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


# An offer while it is written: its things are chosen in any order, and played when it is sent

GOLD = (GIVE_GOLD, WANT_GOLD)
"""Kinds of lines with an amount; an offer has one of them at most."""


@frozen
class OfferRow:
    """Something that an offer may give or want."""

    entry: int
    """The number of its entry in the list of choices."""
    line: str
    """`give card salt`; of gold with its amount."""
    thing: str
    """What it names, in a word or two."""
    is_amount: bool = False
    is_chosen: bool = False
    is_open: bool = True
    """Whether it can be added, or taken out again."""
    held: int = 0
    """How many of a card that is wanted the other player is known to hold."""
    is_lacking: bool = False
    """Whether it is a card that the other player cannot hold."""
    is_uncertain: bool = False
    """Whether it is a card that the other player may hold or lack."""


def is_thing(line: int) -> bool:
    """Whether an action is a line of an offer."""
    return GIVE_GOLD <= line < SEND


def key_of(line: int) -> int:
    """What tells one thing of an offer from another: the line, of gold its kind."""
    return line & KIND if line & KIND in GOLD else line


def _by_doubt(lines: Sequence[int], view: AhldarahdView) -> list[int]:
    """What an offer may name: of what it wants, cards that the other player may lack after all
    else, and last those that it cannot hold."""
    trade = view["trade"]
    if trade is None:
        return list(lines)
    held = cards_held(view, other_party(trade, view["to_act"]))

    def doubt(line: int) -> int:
        item = line & PAYLOAD
        if line & KIND != WANT_ITEM or item >= CITIES:
            return 0
        least, most = held[item]
        return 0 if least else 1 if most else 2

    return sorted(lines, key=lambda line: (line & KIND, doubt(line)))


class Draft:
    """What has been chosen for an offer so far."""

    def __init__(self) -> None:
        self._chosen: list[int] = []
        """The lines, the one that was chosen last at the end."""
        self._written: list[int] = []
        """What the match had of the offer when it was shown last."""
        self._is_sending = False

    @property
    def lines(self) -> list[int]:
        """The lines in the order of the rules."""
        return sorted(self._chosen)

    def begin(self, written: Sequence[int]) -> None:
        """Begin with what the match has of the offer."""
        self._chosen, self._written, self._is_sending = list(written), list(written), False

    def follow(self, written: Sequence[int], view: AhldarahdView) -> None:
        """Take over lines that have been played elsewhere, as from the list of moves; begin anew
        where some of them were undone."""
        before, self._written = self._written, list(written)
        if self._is_sending:
            return
        if list(written[: len(before)]) != before:
            self.begin(written)
            return
        for line in written[len(before) :]:
            if line in self._chosen:
                continue
            if (lines := self._with(line, view)) is None:
                self.begin(written)
                return
            self._chosen = lines

    @property
    def is_sending(self) -> bool:
        """Whether the lines are being played, one after the other."""
        return self._is_sending

    def send(self) -> None:
        """Play the lines and send the offer, step by step; see `next_step`."""
        self._is_sending = True

    def next_step(self) -> int | None:
        """The next action of the sending; None: the last line that the match has is to be undone
        first, as the rules take the lines in one order alone."""
        lines, written = self.lines, self._written
        if lines == written:
            return SEND
        return lines[len(written)] if lines[: len(written)] == written else None

    def choices(self, view: AhldarahdView) -> list[int]:
        """Everything that the offer could name, the sending if it names something, and the
        withdrawal."""
        lines = _by_doubt(open_lines(view, ()), view)
        return [*lines, *([SEND] if self._chosen else []), WITHDRAW]

    def amount(self, kind: int) -> int:
        """The gold that a side gives."""
        return next((line & PAYLOAD for line in self._chosen if line & KIND == kind), 0)

    @property
    def is_bare(self) -> bool:
        """Whether the offer wants something and gives nothing."""
        groups = {GROUPS[line & KIND] for line in self._chosen}
        return groups == {"want"}

    def has(self, line: int) -> bool:
        """Whether a thing has been chosen."""
        return any(key_of(chosen) == key_of(line) for chosen in self._chosen)

    def can_toggle(self, line: int, view: AhldarahdView) -> bool:
        """Whether a thing can be added, or taken out again."""
        return self.has(line) or self._with(line, view) is not None

    def toggle(self, line: int, view: AhldarahdView) -> bool:
        """Add a thing, or take it out again; whether that can be. Gold of the other side makes way
        for gold."""
        lines = self._without(line) if self.has(line) else self._with(line, view)
        if lines is not None:
            self._chosen = lines
        return lines is not None

    def set_gold(self, kind: int, gold: int, view: AhldarahdView) -> bool:
        """Have one side give so much gold, and the other one none; whether that can be."""
        lines = self._with(kind | gold, view) if gold else self._without(kind)
        if lines is not None:
            self._chosen = lines
        return lines is not None

    def take_back(self) -> bool:
        """Take out what was added last, if the match does not have it yet; whether there was
        something."""
        if not self._chosen or self._chosen[-1] in self._written:
            return False
        self._chosen.pop()
        return True

    def _without(self, line: int) -> list[int]:
        """The lines without a thing; gold makes way for gold of either side."""
        if line & KIND in GOLD:
            return [chosen for chosen in self._chosen if chosen & KIND not in GOLD]
        return [chosen for chosen in self._chosen if chosen != line]

    def _with(self, line: int, view: AhldarahdView) -> list[int] | None:
        """The lines with one more; None if the rules do not allow it beside the others."""
        others = self._without(line)
        return [*others, line] if line in open_lines(view, others) else None


def offer_rows(
    draft: Draft, listed: Sequence[Sequence[int]], view: AhldarahdView
) -> list[OfferRow]:
    """What the offer may name; `listed`: the actions of each entry of the list of choices."""
    trade = view["trade"]
    if trade is None:
        return []
    held = cards_held(view, other_party(trade, view["to_act"]))
    city_map, rows, lines = from_plain(view["custom"]), [], draft.lines
    for number, actions in enumerate(listed):
        action = actions[0]
        if not is_thing(action):
            continue
        kind, payload = action & KIND, action & PAYLOAD
        is_amount = kind in GOLD
        amount = draft.amount(kind) if is_amount else 0
        name = line_name(city_map, kind | amount if amount else action)
        is_wanted_card = kind == WANT_ITEM and payload < CITIES
        least, most = held[payload] if is_wanted_card else (0, 1)
        row = OfferRow(
            entry=number,
            line=name,
            thing=_("{gold} gold").format(gold=0)
            if is_amount and not amount
            else short_line_title(name),
            is_amount=is_amount,
            is_chosen=bool(amount) or action in lines,
            is_open=draft.can_toggle(action, view),
            held=least,
            is_lacking=not most,
            is_uncertain=least == 0 < most and is_wanted_card,
        )
        rows.append(row)
    return rows


def full_side(group: str) -> str:
    """Why a side of an offer, `give` or `want`, takes nothing more."""
    if group == "give":
        return _("You give three things already. Take one out first.")
    return _("You want three things already. Take one out first.")


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
        """The text of each entry. That of an amount has the room of the longest one, so that what
        stands behind it stays where it is while the amount changes."""
        texts: list[str] = []
        for entry in self.entries:
            text = entry.label or label(self.action(entry), view, names)
            if len(entry.actions) > 1:
                text = text.ljust(max(len(label(action, view, names)) for action in entry.actions))
            texts.append(text)
        return texts

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

    def turn(self, by: int, first: Sequence[int] = ()) -> None:
        """Mark the next entry, round and round; of an offer the next thing, for its other entries
        are buttons. `first`: entries that come before the others, in this order."""
        every = range(len(self.entries))
        things = [number for number in every if self.is_thing(number)]
        numbers = things or [*first, *(number for number in every if number not in first)]
        if self.marked in numbers:
            self.marked = numbers[(numbers.index(self.marked) + by) % len(numbers)]
        else:
            self.marked = numbers[0 if by > 0 else -1]

    @property
    def group(self) -> str:
        """The group of the marked entry; empty: none is marked."""
        return "" if self.entry is None else self.entry.group

    def turn_within(self, group: str, by: int) -> None:
        """Mark the next entry of a group, round and round."""
        numbers = [number for number, entry in enumerate(self.entries) if entry.group == group]
        self.marked = numbers[(numbers.index(self.marked) + by) % len(numbers)]

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
