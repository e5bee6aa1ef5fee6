"""The rows of the list while an offer is written: each thing keeps its place until the offer is
sent, so that nothing moves under the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.ahldarahd.actions import GIVE_GOLD, KIND, SEND, WANT_GOLD, WITHDRAW
from caravan_tui.games.ahldarahd.choices import Entry, label
from caravan_tui.games.contract import View
from caravan_tui.words import _

Target = tuple[int, int, int, int, tuple[str, int]]
"""A place on the canvas and what a click there means."""


@frozen
class Row:
    """A row of the list: a thing that may be named, or could be earlier in this offer."""

    key: int
    """The action, or its kind where the amount is set in the row."""
    label: str


@frozen
class Line:
    """A row as it is drawn."""

    label: str
    entry: int
    """The number of the entry that it stands for, -1 for none now."""
    named: bool = False
    """Whether the offer has it already."""


def key_of(action: int) -> int:
    """What tells a row from the others."""
    kind = action & KIND
    return kind if kind in (GIVE_GOLD, WANT_GOLD) else action


class OfferRows:
    """The rows of the offer that is being written, and which of them stay in sight."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        """Empty while nothing is written."""
        self.sight: range | None = None
        """What stays in sight after a click; None: as the marked entry wants."""

    def forget(self) -> None:
        """No offer is written."""
        self.rows, self.sight = [], None

    def take(self, entries: Sequence[Entry], view: View, names: Sequence[str]) -> None:
        """Keep the rows as long as each entry has one, else make new ones, with a place for the
        sending from the beginning."""
        keys = [key_of(entry.actions[0]) for entry in entries]
        if self.rows and {row.key for row in self.rows} >= set(keys):
            return
        gold = {GIVE_GOLD: _("Give gold"), WANT_GOLD: _("Want gold")}
        self.sight = None
        self.rows = [
            Row(key, gold.get(key) or entry.label) for key, entry in zip(keys, entries, strict=True)
        ]
        if SEND not in keys and WITHDRAW in keys:
            self.rows.insert(keys.index(WITHDRAW), Row(SEND, label(SEND, view, names)))

    def lines(self, entries: Sequence[Entry], view: View, labels: Sequence[str] = ()) -> list[Line]:
        """The rows with what stands in them now."""
        at = {key_of(entry.actions[0]): number for number, entry in enumerate(entries)}
        trade = view["trade"] or {}
        there = {key_of(line): line for line in trade.get("lines") or ()}
        found = []
        for row in self.rows:
            number = at.get(row.key, -1)
            text = labels[number] if 0 <= number < len(labels) else row.label
            if row.key in there:
                text = label(there[row.key], view, ())
            found.append(Line(text, number, row.key in there))
        return found

    def drawn(self, targets: Sequence[Target], entries: Sequence[Entry]) -> range:
        """The rows that are on the screen, by what can be clicked there."""
        keys = [row.key for row in self.rows]
        found = []
        for *_box, (kind, value) in targets:
            if kind == "gone":
                found.append(value)
            elif kind == "entry":
                found.append(keys.index(key_of(entries[value].actions[0])))
        return range(min(found, default=0), max(found, default=-1) + 1)

    def marked(self, entries: Sequence[Entry], view: View, wanted: int = -1) -> int:
        """The entry to mark instead of one that is wanted (-1: any), where the rows stay: it, or
        one of its group, never one out of sight nor one that ends the offer; -1 for none."""
        if self.sight is None:
            return wanted
        page = self.lines(entries, view)[self.sight.start : self.sight.stop]
        here = [line.entry for line in page if line.entry >= 0]
        if wanted in here:
            return wanted
        groups = {"give", "want"} if wanted < 0 else {entries[wanted].group}
        return next((number for number in here if entries[number].group in groups), -1)
