"""An offer while it is written: its things are chosen in any order, and played when it is sent."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    GIVE_GOLD,
    KIND,
    PAYLOAD,
    SEND,
    WANT_GOLD,
    WANT_ITEM,
    WITHDRAW,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.pieces import line_name
from caravan_tui.games.ahldarahd.text.titles import short_line_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, open_lines
from caravan_tui.i18n import _

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
    """How many of a card that is wanted everybody knows the other player to hold."""


def is_thing(line: int) -> bool:
    """Whether an action is a line of an offer."""
    return GIVE_GOLD <= line < SEND


def key_of(line: int) -> int:
    """What tells one thing of an offer from another: the line, of gold its kind."""
    return line & KIND if line & KIND in GOLD else line


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
        return [*open_lines(view, ()), *([SEND] if self._chosen else []), WITHDRAW]

    def amount(self, kind: int) -> int:
        """The gold that a side gives."""
        return next((line & PAYLOAD for line in self._chosen if line & KIND == kind), 0)

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
    seat = view["to_act"]
    known = view["known"][trade["to"] if seat == trade["from"] else trade["from"]]
    city_map, rows, lines = from_plain(view["custom"]), [], draft.lines
    for number, actions in enumerate(listed):
        action = actions[0]
        if not is_thing(action):
            continue
        kind, payload = action & KIND, action & PAYLOAD
        is_amount = kind in GOLD
        amount = draft.amount(kind) if is_amount else 0
        name = line_name(city_map, kind | amount if amount else action)
        row = OfferRow(
            entry=number,
            line=name,
            thing=_("gold") if is_amount and not amount else short_line_title(name),
            is_amount=is_amount,
            is_chosen=bool(amount) or action in lines,
            is_open=draft.can_toggle(action, view),
            held=known[payload] if kind == WANT_ITEM and payload < CITIES else 0,
        )
        rows.append(row)
    return rows


def full_side(group: str) -> str:
    """Why a side of an offer, `give` or `want`, takes nothing more."""
    if group == "give":
        return _("You give three things already. Take one out first.")
    return _("You want three things already. Take one out first.")
