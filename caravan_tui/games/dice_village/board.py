"""The table of Dice Village: a cursor over villages, merchants and dice, and keys for favours."""

from __future__ import annotations

from functools import partial

from textual import events

from caravan_tui.games.contract import View
from caravan_tui.games.dice_village import asked, outline
from caravan_tui.games.dice_village.actions import (
    ADD,
    BUY,
    DONE,
    DOWN,
    MARKET,
    PLACE,
    REROLL,
    SELL,
    SHIFT,
    SKIP,
    TURN,
    UP,
    VALUE,
    VILLAGE,
    dice_of,
    pack,
)
from caravan_tui.games.dice_village.cards import VILLAGES
from caravan_tui.games.dice_village.keys import COMMANDS
from caravan_tui.games.dice_village.look import Item, Look
from caravan_tui.games.dice_village.paint import paint
from caravan_tui.games.dice_village.rules import PLACING, SPENDING
from caravan_tui.widgets.board import Shown
from caravan_tui.widgets.canvas import Canvas
from caravan_tui.widgets.commands import bindings, keyed
from caravan_tui.widgets.dice import tumbling
from caravan_tui.widgets.painted_board import PaintedBoard
from caravan_tui.words import _

_ENDS = (MARKET, DONE, SKIP)


class Board(PaintedBoard):
    """A cursor goes over all that lies on the table; the line below says what it would do."""

    COMMANDS = COMMANDS
    BINDINGS = bindings(COMMANDS)
    LOOKING = frozenset({"go", "signs"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bd_cursor: Item | None = None
        self._bd_chosen: list[int] = []
        self._bd_picked = -1
        self._bd_pointed: int | None = None
        self._bd_signs = False
        """Whether the signs are explained in place of the villages."""

    # the position

    def refresh_board(self, shown: Shown) -> None:
        """Take over a position: drop what no longer fits, let the dice roll."""
        self._bd_chosen = []
        self._bd_picked = -1
        self._bd_pointed = None
        items = self._bd_moves(shown)
        if items and self._bd_cursor not in items:
            self._bd_cursor = next(iter(items))
        elif not items and self._bd_cursor is not None and self._bd_cursor[0] != "village":
            self._bd_cursor = None
        seat = self._bd_seat(shown)
        rolled = [e for e in shown.events if e[0] == "roll" and e[1] == seat]
        self.move(bool(rolled))
        self.repaint()
        if shown.my_turn and self._bd_cursor is not None:
            self._bd_tell()

    def not_played(self) -> None:
        """Marks and a chosen side stay."""
        self.repaint()
        self._bd_tell()

    def _bd_seat(self, shown: Shown) -> int:
        """Whose dice and hand lie at the bottom."""
        return asked.person(shown.view, shown.seat)

    def _bd_faces(self, shown: Shown) -> list[int]:
        """The faces of the dice that lie there."""
        return asked.free_dice(shown.view, shown.seat)

    def _bd_moves(self, shown: Shown) -> dict[Item, int]:
        """What can be chosen by the cursor, and the action that follows; a side that is to be
        placed free comes before its village."""
        found: dict[Item, int] = {}
        first = self._bd_seat(shown) * VILLAGES
        for action in shown.legal:
            kind, value = action >> SHIFT, action & VALUE
            if kind == VILLAGE:
                found[("village", value)] = action
            elif kind == ADD:
                found[("side", value)] = action
            elif kind == BUY:
                found[("row", value)] = action
            elif kind == PLACE and self._bd_picked < 0:
                found.setdefault(("side", value >> 2), action)
            elif kind == PLACE and value >> 2 == self._bd_picked:
                found[("village", first + (value & 3))] = action
        row = shown.view["row"]
        if any(kind == "row" for kind, _value in found):  # from left to right
            found = dict(sorted(found.items(), key=lambda item: row.index(item[0][1])))
        return found

    # drawing

    def preview(self, action: int | None) -> None:
        """Point at a move of the list or of a hint."""
        shown = self.shown
        self._bd_pointed = action
        if shown is not None and action is not None:
            kind, value = action >> SHIFT, action & VALUE
            if kind == VILLAGE:
                self._bd_cursor = ("village", value)
            elif kind in (ADD, PLACE):
                self._bd_cursor = ("side", outline.merchant_of(action))
            elif kind == BUY:
                self._bd_cursor = ("row", value)
        self.repaint()

    def paint(self, shown: Shown, width: int, height: int) -> Canvas:
        """The whole table."""
        return paint(shown.view, self._bd_look(shown), width, height)

    def _bd_look(self, shown: Shown) -> Look:
        moves = self._bd_moves(shown)
        faces = self._bd_faces(shown)
        pointed = self._bd_pointed
        under = moves.get(self._bd_cursor) if self._bd_cursor else None
        action = under if pointed is None else pointed
        used: list[int] = []
        if action is not None and shown.my_turn:
            for face in outline.dice_for(shown.view, action):
                places = [n for n, f in enumerate(faces) if f == face and n not in used]
                used += places[:1]
        return Look(
            names=shown.names,
            styles=self.theme_styles(),
            seat=self._bd_seat(shown),
            cursor=self._bd_cursor,
            chosen=tuple(self._bd_chosen),
            used=tuple(used),
            picked=self._bd_picked,
            live=frozenset(moves),
            buttons=[(keyed(self.screen, label), on) for label, on, _do in self._bd_doing(shown)],
            keyed=partial(keyed, self.screen),
            keys=self.can_focus,
            rolling=tumbling(len(faces), self.frame) if self.frame else None,
            ascii=shown.ascii,
            signs=self._bd_signs,
        )

    def _bd_doing(self, shown: Shown) -> list[tuple[str, bool, str]]:
        """The buttons: what they say, whether they do something, and the action they run."""
        if self.only_looks or not self.can_focus:
            return []
        kinds = {action >> SHIFT for action in shown.legal}
        end = {
            SPENDING: _("d Buy no more"),
            PLACING: _("d Give up placing"),
        }.get(shown.view["phase"], _("d Rest to market"))
        return [
            (_("s Sell"), SELL in kinds, "sell"),
            (_("e Reroll marked"), REROLL in kinds and bool(self._bd_chosen), "reroll"),
            (_("t Turn up"), TURN in kinds and len(self._bd_chosen) == 1, "turn(0)"),
            (_("b Turn down"), TURN in kinds and len(self._bd_chosen) == 1, "turn(1)"),
            (end, any(kind in kinds for kind in _ENDS), "done"),
        ]

    def _bd_tell(self) -> None:
        """Say what lies under the cursor, and what Enter would do."""
        shown, item = self.shown, self._bd_cursor
        if shown is None or item is None:
            return
        action = self._bd_moves(shown).get(item)
        if action is None:
            self.say(asked.item_words(shown.view, item, shown.names, shown.seat))
        else:
            self.say(asked.choice_words(shown.view, item, action, shown.names))

    def _bd_marked(self, shown: Shown) -> list[int]:
        """The faces of the marked dice."""
        faces = self._bd_faces(shown)
        return [faces[place] for place in sorted(self._bd_chosen)]

    # keys

    def action_go(self, across: int, down: int) -> None:
        """To the nearest thing in this direction."""
        canvas = self.painted()
        if canvas is None:
            return
        spots = {
            item: (x + w / 2, y + h / 2)
            for x, y, w, h, item in canvas.targets
            if self.can_go_to(item)
        }
        if self._bd_cursor not in spots:
            self._bd_cursor = next(iter(spots), None)
        else:
            x, y = spots[self._bd_cursor]
            best, best_far = None, 1e9
            for item, (a, b) in spots.items():
                along = (a - x) * across + (b - y) * 2 * down
                aside = abs(b - y) * 3 if across else abs(a - x) * 0.5
                if along > 0.4 and (not across or abs(b - y) < 1.6):
                    far = along + aside
                    if far < best_far:
                        best, best_far = item, far
            if best is None:
                self.say(_("Nothing lies further that way"))
                return
            self._bd_cursor = best
        self._bd_pointed = None
        self.repaint()
        self._bd_tell()

    def action_next(self, by: int) -> None:
        """The next thing that can be chosen."""
        shown = self.asked()
        if shown is None:
            return
        items = list(self._bd_moves(shown))
        if not items:
            self.say(asked.nothing_to_choose(shown.view), True)
            return
        at = items.index(self._bd_cursor) + by if self._bd_cursor in items else 0
        self._bd_cursor = items[at % len(items)]
        self._bd_pointed = None
        self.repaint()
        self._bd_tell()

    def action_take(self) -> None:
        """Choose what lies under the cursor."""
        item = self._bd_cursor
        if item is None:
            self.say(_("Choose with the arrows or Tab first"), True)
            return
        if item[0] == "die":
            self.action_die(item[1] + 1)
            return
        shown = self.asked()
        if shown is None:
            return
        action = self._bd_moves(shown).get(item)
        if action is None:
            self.say(asked.why_not(shown.view, item, shown.names, shown.seat), True)
        elif action >> SHIFT == PLACE and item[0] == "side":
            self._bd_picked = item[1]
            self._bd_cursor = next(iter(self._bd_moves(shown)))
            self.repaint()
            self._bd_tell()
        else:
            self.choose(action)

    def action_die(self, number: int) -> None:
        """Mark a die, or take the mark off."""
        shown = self.shown
        if shown is None:
            return
        place = number - 1
        if place >= len(self._bd_faces(shown)):
            self.say(_("There is no die {number} left").format(number=number), True)
            return
        if place in self._bd_chosen:
            self._bd_chosen.remove(place)
        else:
            self._bd_chosen.append(place)
        self._bd_pointed = None
        self.repaint()
        if self.asked():
            self.say(*asked.marked_words(shown.view, self._bd_marked(shown), shown.legal))

    def action_reroll(self) -> None:
        """Roll the marked dice again."""
        shown = self.asked()
        if shown is None:
            return
        marked = self._bd_marked(shown)
        action = pack(REROLL, dice_of(marked))
        if marked and action in shown.legal:
            self.choose(action)
        else:
            self.say(asked.why_no_favour(shown.view, marked, False), True)

    def action_turn(self, way: int) -> None:
        """Turn the marked die by one."""
        shown = self.asked()
        if shown is None:
            return
        marked = self._bd_marked(shown)
        action = pack(TURN, marked[0] * 2 + (DOWN if way else UP)) if len(marked) == 1 else -1
        if action in shown.legal:
            self.choose(action)
        else:
            self.say(asked.why_no_favour(shown.view, marked, True), True)

    def action_sell(self) -> None:
        """Make the sale at your own village."""
        shown = self.asked()
        if shown is None:
            return
        if pack(SELL) in shown.legal:
            self.choose(pack(SELL))
        else:
            self.say(_("No sale waits: choose a village first"), True)

    def action_done(self) -> None:
        """End the step."""
        shown = self.asked()
        if shown is None:
            return
        for kind in _ENDS:
            if pack(kind) in shown.legal:
                self.choose(pack(kind))
                return
        self.say(_("Finish the sale first: s sells"), True)

    def action_signs(self) -> None:
        """What the signs mean, or the villages again."""
        self._bd_signs = not self._bd_signs
        self.repaint()

    def action_clear(self) -> None:
        """Unmark all dice, and forget the side that was to be placed."""
        idle = not self._bd_chosen and self._bd_picked < 0
        self._bd_chosen = []
        self._bd_picked = -1
        self._bd_pointed = None
        self.repaint()
        self.say(_("No die is marked") if idle else "")

    # the pointer

    def can_go_to(self, target: Item) -> bool:
        """Buttons and signs have keys of their own."""
        return target[0] not in ("do", "signs")

    def go_to(self, target: Item) -> None:
        """Put the cursor on something and say what it is."""
        self._bd_cursor = target
        self._bd_pointed = None
        self.repaint()
        self._bd_tell()

    def on_click(self, event: events.Click) -> None:
        """The first click shows, the second chooses; dice and buttons at once."""
        item, shown = self.under(event), self.shown
        if item is None or shown is None:
            return
        self.focus()
        if item[0] == "signs":
            self.action_signs()
        elif item[0] == "do":
            name = self._bd_doing(shown)[item[1]][2]
            if name.startswith("turn"):
                self.action_turn(1 if "1" in name else 0)
            else:
                getattr(self, f"action_{name}")()
        elif item[0] == "die":
            self._bd_cursor = item
            self.action_die(item[1] + 1)
        elif item == self._bd_cursor:
            self.action_take()
        else:
            self.go_to(item)

    # for the table

    def prompt(self, shown: Shown) -> str:
        """What is asked."""
        return asked.prompt(shown.view)

    def rule(self, shown: Shown) -> str:
        """The ruling that fits the moment."""
        return asked.rule(shown.view)

    def result(self, view: View) -> tuple[list[str], list[list[str]]] | None:
        """What decides."""
        assert self.shown is not None
        return asked.result(view, self.shown.names)
