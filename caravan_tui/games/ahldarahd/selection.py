"""What is selected at the table: the list to choose from, the line that is marked, the amounts that
are set, and what of the list stays in sight. Knows no screen."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.actions import KIND, PAYLOAD
from caravan_tui.games.ahldarahd.choices import Entry, after_line, entries, label
from caravan_tui.games.ahldarahd.rows import Line, OfferRows, Target
from caravan_tui.games.contract import Event, View
from caravan_tui.words import _


class Selection:
    """The list of choices and the place in it."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.at = 0
        """The entry that is marked, -1 for none."""
        self.offer = OfferRows()
        self._amounts: dict[int, int] = {}
        """The amount that is set, by the kind of action."""
        self._jumped = ""
        """The group that was jumped to last."""

    @property
    def entry(self) -> Entry | None:
        """The entry that is marked."""
        return self.entries[self.at] if 0 <= self.at < len(self.entries) else None

    def begin(self, at: int) -> None:
        """Another question is asked: nothing is set, and this entry is marked."""
        self.at = at
        self.offer.forget()
        self._amounts = {}
        self._jumped = ""

    def take(
        self,
        legal: Sequence[int],
        interrupts: Sequence[int],
        view: View,
        place: int,
        names: Sequence[str],
    ) -> None:
        """List what may be chosen; `place` is the route on the map that is chosen, -1 none."""
        self.entries = entries(legal, interrupts, view, place, names)
        if any(entry.group == "way" for entry in self.entries):
            self.at = max(0, self.at)
        if legal and view["phase"] == "writing":
            self.offer.take(self.entries, view, names)
        else:
            self.offer.forget()
        building = view["phase"] == "building"
        least = -1 if building or self.offer.sight is not None else 0
        self.at = max(least, min(self.at, len(self.entries) - 1))

    def go_on(self, view: View, events: Sequence[Event], seat: int | None) -> None:
        """Mark what follows the line of an offer that this seat has just written, if it has."""
        written = after_line(self.entries, events, seat)
        if written >= 0:
            self.at = self.offer.marked(self.entries, view, written)

    def labels(self, view: View, names: Sequence[str]) -> list[str]:
        """What stands in each line of the list."""
        return [
            label(self.action(entry), view, names)
            if len(entry.actions) > 1 or not entry.label
            else entry.label
            for entry in self.entries
        ]

    def lines(self, view: View, labels: Sequence[str] = ()) -> list[Line]:
        """The rows of an offer that is being written; empty: a row an entry."""
        return self.offer.lines(self.entries, view, labels)

    def action(self, entry: Entry) -> int:
        """The action of an entry, with the amount that is set for it."""
        least, most = entry.actions[0], entry.actions[-1]
        if least == most:
            return least
        kind = least & KIND
        wanted = self._amounts.get(kind, least & PAYLOAD)
        return kind | max(least & PAYLOAD, min(wanted, most & PAYLOAD))

    def change(self, entry: Entry, by: int) -> str:
        """Raise or lower the amount of an entry; words where it goes no further."""
        wanted = (self.action(entry) & PAYLOAD) + by
        least, most = entry.actions[0] & PAYLOAD, entry.actions[-1] & PAYLOAD
        self._amounts[entry.actions[0] & KIND] = max(least, min(wanted, most))
        if wanted < least:
            return _("{gold} is the least").format(gold=least)
        if wanted > most:
            return _("{gold} is the most").format(gold=most)
        return ""

    def turn(self, by: int, view: View) -> None:
        """Mark the next entry, round and round; with none marked, go on from what is in sight."""
        before = self.at if self.at >= 0 or by > 0 else 0
        if self.at < 0 and (there := self.offer.marked(self.entries, view)) >= 0:
            before = there - by
        self.at = (before + by) % len(self.entries)
        self.follow()

    def jump(self, group: str) -> bool:
        """Mark an entry of a group, the next one if it was jumped to before; whether it has any."""
        self.follow()
        found = [number for number, entry in enumerate(self.entries) if entry.group == group]
        if not found:
            return False
        if self._jumped == group:
            later = [number for number in found if number > self.at]
            self.at = (later or found)[0]
        elif self.at not in found:
            self.at = found[0]
        self._jumped = group
        return True

    def first_of(self, group: str) -> Entry | None:
        """The first entry of a group."""
        return next((entry for entry in self.entries if entry.group == group), None)

    def point(self, action: int) -> None:
        """Mark the entry of an action, and set its amount."""
        for number, entry in enumerate(self.entries):
            if action in entry.actions:
                self.at = number
                self._amounts[entry.actions[0] & KIND] = action & PAYLOAD

    def follow(self) -> None:
        """What is in sight goes with the marked entry again."""
        self.offer.sight = None

    def hold(self, targets: Sequence[Target]) -> None:
        """The rows of an offer that are on the screen, by what can be clicked, stay there."""
        if self.offer.rows:
            self.offer.sight = self.offer.drawn(targets, self.entries)

    def leaf(self, to: int, targets: Sequence[Target], view: View) -> None:
        """Another page of the list: its first row is `to`."""
        if not self.offer.rows:
            self.at = to
            return
        here = self.offer.drawn(targets, self.entries).start
        self.offer.sight = range(to, to + abs(to - here))
        self.at = self.offer.marked(self.entries, view)
