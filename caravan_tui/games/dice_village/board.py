"""The table of Dice Village: a cursor over villages, merchants and dice, and keys for favours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from attrs import evolve
from textual import events

from caravan_tui.games.contract import Event
from caravan_tui.games.dice_village import messages, moves
from caravan_tui.games.dice_village.actions import (
    DOWN,
    PLACE,
    REROLL,
    SELL,
    SHIFT,
    TURN,
    UP,
    VILLAGE,
    pack,
)
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.events import OwnerPaid, Rerolled, Rolled, SoldAtHome, Visited
from caravan_tui.games.dice_village.moves import ENDS, Item, Selection
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH
from caravan_tui.games.dice_village.render.layout import Layout, layout
from caravan_tui.games.dice_village.render.look import Look
from caravan_tui.games.dice_village.render.table import (
    always_has_legend,
    draw_table,
    layout_with_legend,
    seat_card,
    seats_end,
)
from caravan_tui.games.dice_village.state import SELLING
from caravan_tui.games.dice_village.view import DiceVillageView, person_at_bottom
from caravan_tui.i18n import _
from caravan_tui.widgets.board import MarkedRegion, Scene, Showcase
from caravan_tui.widgets.commands import Command, key_name
from caravan_tui.widgets.drawing.canvas import Canvas
from caravan_tui.widgets.drawing.dice import tumbling
from caravan_tui.widgets.drawing.seats import SeatCard
from caravan_tui.widgets.drawn_board import DrawnBoard, LitRegion
from caravan_tui.widgets.still_board import StillBoard

COMMANDS = (
    Command("dice_village.left", "left,h", "go(-1,0)", "Left", "Move the cursor."),
    Command("dice_village.right", "right,l", "go(1,0)", "Right", "Move the cursor."),
    Command("dice_village.up", "up,k", "go(0,-1)", "Up", "Move the cursor."),
    Command("dice_village.down", "down,j", "go(0,1)", "Down", "Move the cursor."),
    Command(
        "dice_village.next",
        "tab,n",
        "next(1)",
        "Next",
        "Go to the next village, merchant or side that you can choose.",
        footer=True,
    ),
    Command(
        "dice_village.before",
        "shift+tab,p",
        "next(-1)",
        "Previous",
        "Go to the previous village, merchant or side that you can choose.",
    ),
    Command(
        "dice_village.take",
        "enter,space",
        "take",
        "Choose",
        "Sell at the village, add or buy the merchant, or mark the die under the cursor.",
        footer=True,
    ),
    *(
        Command(
            f"dice_village.die{number}",
            str(number),
            f"die({number})",
            "Mark",
            "Mark or unmark this die, to reroll or turn it.",
        )
        for number in range(1, 7)
    ),
    Command(
        "dice_village.reroll",
        "e",
        "reroll",
        "Reroll",
        "Pay 1 favour and reroll the marked dice.",
        footer=True,
    ),
    Command(
        "dice_village.up_face",
        "t",
        "turn(0)",
        "Turn up",
        "Pay 2 favours and turn the marked die up by one. 6 becomes 1.",
    ),
    Command(
        "dice_village.down_face",
        "b",
        "turn(1)",
        "Turn down",
        "Pay 2 favours and turn the marked die down by one. 1 becomes 6.",
    ),
    Command(
        "dice_village.sell",
        "s",
        "sell",
        "Sell",
        "Make the sale at your own village, or sell at the village under the cursor.",
        footer=True,
    ),
    Command(
        "dice_village.done",
        "d",
        "done",
        "Done",
        "End the step: take the rest to the market, stop buying, or skip a free placement.",
        footer=True,
    ),
    Command(
        "dice_village.signs",
        "i",
        "signs",
        "Signs",
        "Show or hide what the signs mean.",
        footer=True,
    ),
    Command("dice_village.clear", "x,escape,backspace", "clear", "Clear", "Unmark all dice."),
)


LINE_MARGIN = 2
"""Columns of the line below the board that hold no words."""

ROLL_FRAMES = 5
"""Frames of dice that roll, before they lie."""


class Board(DrawnBoard[DiceVillageView]):
    """A cursor moves over everything on the table. The line below says what choosing it does."""

    COLUMNS_ASIDE = 42
    ROWS_ASIDE = 12
    MOST_ROWS = 36
    MOVED_BY_PREVIEW = ("selection",)
    SHOWCASE = Showcase(seats=3, seed=7, moves=60, x=0, y=3, width=35, height=10, least_width=72)
    SHOWCASE_OF_TWO = evolve(SHOWCASE, y=7, height=5)
    """One village: above and below it, cards and dice would be cut."""
    COMMANDS = COMMANDS
    SPECTATOR_ACTIONS = frozenset({"go", "signs"})
    SELECTING_ACTIONS = frozenset({"next", "die", "clear"})

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.selection = Selection()
        self._previewed: int | None = None
        self._shows_signs = False
        self._had_legend = False
        """Whether the footer leaves out the key of the legend, as that is on the table."""
        self._has_warned = False
        """Whether the user was told that dice can still be sold."""
        self._has_chosen_village = False
        """Whether the user has just chosen a village: a sale there that no merchant can join is
        made at once."""
        self._changed: set[int] = set()
        """Villages where the others have sold since this seat's last move."""

    def _key(self, command: str) -> str:
        """The key of a command as the user reads it."""
        return key_name(self, f"dice_village.{command}")

    # Drawing

    def refresh_board(self, scene: Scene[DiceVillageView]) -> None:
        """Take over a position: drop marks, and let the dice roll."""
        self.selection.update(scene.view, scene.legal)
        self._previewed = None
        seat = person_at_bottom(scene.view)
        self._note_changes(scene)
        if any(isinstance(event, Rolled) and event.seat == seat for event in scene.events):
            self.animate_frames(ROLL_FRAMES)
        super().refresh_board(scene)
        self._has_warned = False
        if scene.my_turn:
            self._describe_cursor()
        if result := messages.sale_result(scene.view, scene.events, scene.names):
            self.show_status(result)
        rolled = [event for event in scene.events if isinstance(event, Rolled | Rerolled)]
        if scene.my_turn and any(isinstance(event, Rerolled) for event in rolled):
            last = rolled[-1]
            if isinstance(last, Rolled) and last.seat == seat:
                self.show_status(messages.rerolled(last))
        if self._has_chosen_village and scene.legal == [pack(SELL)]:
            self.call_after_refresh(self.action_sell)
        self._has_chosen_village = False

    def showcase(self, scene: Scene[DiceVillageView] | None) -> Showcase:
        """Two villages below each other; of two seats, which are side by side, one."""
        is_of_two = scene is not None and scene.view["seats"] == 2
        return self.SHOWCASE_OF_TWO if is_of_two else self.SHOWCASE

    def offers(self, action: str) -> bool:
        """Leave to the buttons beside the dice what these name, and no key to signs in sight;
        there is something to choose only where the cursor is on it."""
        if action == "signs":
            return not self._has_legend
        if action == "take":
            return self.selection.cursor is not None
        return self.is_read_only or action not in ("reroll", "sell", "done")

    @property
    def _has_legend(self) -> bool:
        """Whether the legend is on the table even if it is not asked for."""
        return self.scene is not None and always_has_legend(self._usual_layout(self.scene))

    def redraw(self) -> None:
        """Draw everything anew, and let the footer name what the keys do there."""
        super().redraw()
        self.name_keys()

    def draw_anew(self) -> None:
        """Draw for the present size, and let the footer name what can be done there."""
        super().draw_anew()
        if self._has_legend != self._had_legend:
            self._had_legend = self._has_legend
            self.refresh_bindings()

    def move_cancelled(self) -> None:
        """Keep the dice marked and the side picked."""
        self.redraw()
        self._describe_cursor()

    def _choices(self, scene: Scene[DiceVillageView]) -> dict[Item, int]:
        return moves.choices(scene.view, scene.legal, self.selection.picked)

    @property
    def current_action(self) -> int | None:
        cursor = self.selection.cursor
        if self.scene is None or cursor is None:
            return None
        return self._choices(self.scene).get(cursor)

    def place_restored(self) -> None:
        self.redraw()
        self._describe_cursor()

    def preview(self, action: int | None) -> None:
        """Put the cursor on what an action is chosen on."""
        self._previewed = action
        item = None if action is None else moves.item_of(action)
        if item is not None:
            self.selection.cursor = item
        self.redraw()

    def unplayed_region(self, columns: int) -> MarkedRegion:
        scene, width = self.scene, self.size.width
        if scene is None:
            return super().unplayed_region(columns)
        where, look = self.table_layout(scene), self._look(scene)
        x = max(width - columns, seats_end(where, scene.view, look) + 1)
        person = scene.view["people"][look.seat]
        sides = [("side", 2 * merchant + half) for merchant in person["hand"] for half in (0, 1)]
        dice = [("die", place) for place in range(person["dice"])]
        held = self.regions_now([*sides, *dice])
        low = self.size.height // 2
        # Dice beside a village leave too few rows above them.
        x = max([x, *(left + across for left, y, across, _rows in held if y - 1 < low)])
        rows = [y - 1 for left, y, across, _rows in held if left + across > x]  # with their title
        foot = min(rows, default=self.size.height)
        return x, where.top, max(0, width - x), max(0, foot - where.top)

    @property
    def marked_regions(self) -> Sequence[MarkedRegion]:
        scene, action, cursor = self.scene, self._previewed, self.selection.cursor
        if scene is None or action is None:
            return []
        used: list[Item] = [("die", place) for place in moves.dice_used(scene.view, action)]
        return self.regions_now(used if cursor is None else [*used, cursor])

    def way_to(self, action: int) -> str:
        if self.scene is None:
            return ""
        marked = sorted(self.selection.marked)
        return messages.way_to(self.scene.view, marked, action, partial(key_name, self))

    def start_at(self, action: int) -> None:
        scene = self.scene
        if scene is None:
            return
        item, faces = moves.item_of(action), moves.faces_used(scene.view, action)
        if item is None and faces:
            item = ("die", moves.free_faces(scene.view).index(faces[0]))
        self.selection.cursor = item
        self.redraw()
        self._describe_cursor()

    def _note_changes(self, scene: Scene[DiceVillageView]) -> None:
        """Remember where the others have sold since this seat's last move; where the match is
        looked back at, where goods were sold in the turn that is shown."""
        if scene.past or self.is_static:
            self._changed = set()
        names = from_plain(scene.view["custom"]).village_names
        for event in scene.turn_events if self.is_static else scene.events:
            match event:
                case Visited(seat, owner, village):
                    sold = owner * VILLAGES_EACH + names.index(village)
                case SoldAtHome(seat, village):
                    sold = seat * VILLAGES_EACH + names.index(village)
                case _:
                    continue
            if seat == scene.seat and not self.is_static:
                self._changed = set()
            else:
                self._changed.add(sold)

    def table_layout(self, scene: Scene[DiceVillageView]) -> Layout:
        """Where everything lies at the present size, above the legend where both have room."""
        usual = self._usual_layout(scene)
        if not self._shows_signs or always_has_legend(usual):
            return usual
        width, height = self.size
        seats, dice = scene.view["seats"], self._dice_below(scene)
        return layout_with_legend(seats, width, height, self.pens.has_pixels, dice) or usual

    def _usual_layout(self, scene: Scene[DiceVillageView]) -> Layout:
        """Where everything lies while nobody asks for the legend."""
        dice = self._dice_below(scene)
        return layout(scene.view["seats"], *self.size, self.pens.has_pixels, dice)

    @staticmethod
    def _dice_below(scene: Scene[DiceVillageView]) -> int:
        """The dice of the seat at the bottom, sold ones too."""
        return scene.view["people"][person_at_bottom(scene.view)]["dice"]

    def draw(self, canvas: Canvas, scene: Scene[DiceVillageView]) -> None:
        draw_table(canvas, self.table_layout(scene), scene.view, self._look(scene))

    def turn_region(self, canvas: Canvas, scene: Scene[DiceVillageView], seat: int) -> MarkedRegion:
        """The line of what it has, above its villages."""
        where, view = self.table_layout(scene), scene.view
        first = person_at_bottom(view) if view["seat"] is not None else 0
        x, y = where.seat((seat - first) % view["seats"])
        return x, y, where.column - 1, where.head

    def target_won_at(self, scene: Scene[DiceVillageView], event: Event, seat: int) -> Item | None:
        """The village where goods were sold."""
        match event:
            case (
                Visited(_, owner, village) | OwnerPaid(owner, village) | SoldAtHome(owner, village)
            ):
                names = from_plain(scene.view["custom"]).village_names
                return "village", owner * VILLAGES_EACH + names.index(village)
        return None

    def cursor_targets(self) -> Collection[Item]:
        selection = self.selection
        marked: list[Item] = [("die", place) for place in selection.marked]
        return marked if selection.cursor is None else [*marked, selection.cursor]

    def lit_targets(self, scene: Scene[DiceVillageView], name: str) -> Collection[Item]:
        """`village 1.16` and `m32` as in the notation, `villages 1` by the seat, `row`, `hand`,
        `dice`, `buttons`."""
        view = scene.view
        kind, _space, rest = name.partition(" ")
        groups = {"row": "row", "hand": "side", "dice": "die", "buttons": "do"}
        if name in groups:
            canvas = self._canvas
            targets = [] if canvas is None else [target for *_where, target in canvas.targets]
            return [item for item in targets if item[0] == groups[name]]
        if kind == "villages":
            first = int(rest) * VILLAGES_EACH
            return [("village", first + nth) for nth in range(VILLAGES_EACH)]
        cards = from_plain(view["custom"])
        if kind == "village":
            owner, _dot, village = rest.partition(".")
            nth = cards.village_names.index(village)
            return [("village", int(owner) * VILLAGES_EACH + nth)]
        if kind in cards.names:
            merchant = cards.names.index(kind)
            return [("row", merchant), ("side", 2 * merchant), ("side", 2 * merchant + 1)]
        return []

    def lit_regions(
        self, canvas: Canvas, scene: Scene[DiceVillageView], name: str
    ) -> Sequence[LitRegion]:
        """Also `coins`: what the seat at the bottom has, above its villages; none where the rail
        says it, which is never dimmed."""
        if name != "coins":
            return super().lit_regions(canvas, scene, name)
        if self.has_rail and self.pens.has_pixels:
            return []
        where = self.table_layout(scene)
        x, y = where.seat(0)
        return [(x, y, where.column - 1, where.head)]

    def rows_explained(self, seat: int) -> Sequence[int]:
        scene = self.scene
        if scene is None or self.has_rail:
            return ()
        where, look = self.table_layout(scene), self._look(scene)
        first = look.seat if scene.view["seat"] is not None else 0
        top = where.seat((seat - first) % scene.view["seats"])[1]
        return [*range(where.top - 1), *range(top, top + where.block)]  # what it bought, and sold

    def seat_cards(self, scene: Scene[DiceVillageView]) -> list[SeatCard]:
        look, colours = self._look(scene), self.pens.palette
        return [seat_card(scene.view, look, seat, colours) for seat in range(scene.view["seats"])]

    def _look(self, scene: Scene[DiceVillageView]) -> Look:
        selection, choices = self.selection, self._choices(scene)
        action = self._previewed
        if action is None and selection.cursor is not None:
            action = choices.get(selection.cursor)
        used = [] if action is None or not scene.my_turn else moves.dice_used(scene.view, action)
        dice = len(moves.free_faces(scene.view))
        return Look(
            names=scene.names,
            changed=frozenset(self._changed),
            seat=person_at_bottom(scene.view),
            cursor=selection.cursor,
            marked=tuple(selection.marked),
            used=tuple(used),
            picked=selection.picked,
            choosable=frozenset(choices),
            has_rail=self.has_rail,
            buttons=[
                (self._key(command), label, is_on) for label, is_on, command in self._buttons(scene)
            ],
            rolling=tumbling(dice, self.frame) if self.frame else None,
            ascii=scene.ascii,
            show_signs=self._shows_signs,
            signs_key=self._key("signs") if self.can_focus else "",
            is_still=isinstance(self.parent, StillBoard),
        )

    def _buttons(self, scene: Scene[DiceVillageView]) -> list[tuple[str, bool, str]]:
        """The label of each button, whether it is enabled, and the command it runs. In your step
        those that have no use in it are left out; else all keep their places."""
        if self.is_read_only or not self.can_focus:
            return []
        kinds = {action >> SHIFT for action in scene.legal}
        marked = len(self.selection.marked)
        reroll, up, down = messages.price_labels()
        buttons = [
            (_("Sell"), SELL in kinds or VILLAGE in kinds, "sell"),
            (reroll, REROLL in kinds and marked > 0, "reroll"),
            (up, TURN in kinds and marked == 1, "up_face"),
            (down, TURN in kinds and marked == 1, "down_face"),
            (messages.done_label(scene.view), any(kind in kinds for kind in ENDS), "done"),
        ]
        if scene.my_turn and scene.view["phase"] != SELLING:
            return [button for button in buttons if button[1]]
        return buttons

    def _describe_cursor(self) -> None:
        """Say what is under the cursor, and what choosing it would do."""
        scene, item = self.scene, self.selection.cursor
        if scene is None or item is None:
            return
        action = self._choices(scene).get(item)
        key = partial(key_name, self)
        if action is None:
            self.show_status(messages.item_words(scene.view, item, scene.names, key))
        else:
            was_clicked = self.clicks.includes(item)
            words = messages.choice_words(scene.view, item, action, scene.names, key, was_clicked)
            self.show_status(words)

    # The cursor

    def action_go(self, across: int, down: int) -> None:
        """Move the cursor to the nearest item in a direction."""
        canvas = self.current_canvas()
        if canvas is None:
            return
        centres: dict[Item, tuple[float, float]] = {
            item: (x + width / 2, y + height / 2)
            for x, y, width, height, item in canvas.targets
            if self.can_go_to(item)
        }
        cursor = self.selection.cursor
        if cursor is None or cursor not in centres:
            cursor = next(iter(centres), None)
        else:
            cursor = moves.nearest(centres, cursor, across, down)
            if cursor is None:
                self.show_status(_("There is nothing that way."))
                return
        self._move_cursor(cursor)

    def action_next(self, by: int) -> None:
        """Move the cursor to the next (1) or previous (-1) item that can be chosen."""
        scene = self.require_turn()
        if scene is None:
            return
        items = list(self._choices(scene))
        if not items:
            words = messages.nothing_to_choose(scene.view, partial(key_name, self))
            self.show_status(words, is_error=True)
            return
        self.selection.step(by, items)
        self._move_cursor(self.selection.cursor)

    def _move_cursor(self, item: Item | None) -> None:
        self.selection.cursor = item
        self._previewed = None
        self.redraw()
        self._describe_cursor()

    def can_go_to(self, target: Item) -> bool:
        """Buttons and signs have keys of their own."""
        return target[0] not in ("do", "signs")

    def go_to(self, target: Item) -> None:
        """Put the cursor on an item and say what it is."""
        self._move_cursor(target)

    # Moves

    def action_take(self) -> None:
        """Choose what is under the cursor."""
        item = self.selection.cursor
        if item is None:
            self._say_nothing_is_chosen()
            return
        if item[0] == "die":
            self.action_die(item[1] + 1)
            return
        scene = self.require_turn()
        if scene is None:
            return
        action = self._choices(scene).get(item)
        if action is None:
            words = messages.why_not(scene.view, item, scene.names, partial(key_name, self))
            self.show_status(words, is_error=True)
        elif action >> SHIFT == PLACE and item[0] == "side":
            self.selection.picked = item[1]
            self._move_cursor(next(iter(self._choices(scene))))
        else:
            self._has_chosen_village = action >> SHIFT == VILLAGE
            self.choose(action)

    def _say_nothing_is_chosen(self) -> None:
        """Say that the cursor is on nothing, and which keys help."""
        scene = self.require_turn()
        if scene is None:
            return
        if self._choices(scene):
            words = _("Choose something with the arrows or {key} first.")
            words = words.format(key=self._key("next"))
        else:
            words = messages.nothing_to_choose(scene.view, partial(key_name, self))
        self.show_status(words, is_error=True)

    def action_die(self, number: int) -> None:
        """Mark or unmark a die."""
        scene = self.scene
        if scene is None:
            return
        if number > len(moves.free_faces(scene.view)):
            words = _("There is no die {number}.").format(number=number)
            self.show_status(words, is_error=True)
            return
        self.selection.toggle_die(number - 1)
        self._previewed = None
        self.redraw()
        if self.require_turn():
            faces = self.selection.marked_faces(scene.view)
            key = partial(key_name, self)
            self.show_status(*messages.marked_words(scene.view, faces, scene.legal, key))

    def action_reroll(self) -> None:
        """Reroll the marked dice."""
        scene = self.require_turn()
        if scene is None:
            return
        action = moves.reroll_of(self.selection.marked_faces(scene.view), scene.legal)
        if action is not None:
            self.choose(action)
        else:
            self.show_status(messages.why_no_favour(scene.view, is_turn=False), is_error=True)

    def action_turn(self, direction: int) -> None:
        """Turn the marked die UP or DOWN by one."""
        scene = self.require_turn()
        if scene is None:
            return
        faces = self.selection.marked_faces(scene.view)
        action = moves.turn_of(faces, direction, scene.legal)
        if action is not None:
            self.choose(action)
        else:
            self.show_status(messages.why_no_favour(scene.view, is_turn=True), is_error=True)

    def action_sell(self) -> None:
        """Make the sale at your own village, or sell at the village under the cursor, or at the
        only one that takes your dice."""
        scene = self.require_turn()
        if scene is None:
            return
        choices = self._choices(scene)
        villages = [item for item, action in choices.items() if action >> SHIFT == VILLAGE]
        if pack(SELL) in scene.legal:
            self.choose(pack(SELL))
        elif self.selection.cursor in villages:
            self.action_take()
        elif len(villages) == 1:
            self._move_cursor(villages[0])
            self.action_take()
        elif villages:
            self.show_status(_("Choose a village that takes your dice first."), is_error=True)
        else:
            self.show_status(_("No village takes these dice yet."), is_error=True)

    def action_done(self) -> None:
        """End the step."""
        scene = self.require_turn()
        if scene is None:
            return
        for kind in ENDS:
            if pack(kind) not in scene.legal:
                continue
            villages = sum(action >> SHIFT == VILLAGE for action in scene.legal)
            if villages and not self._has_warned:
                self._has_warned = True
                words = messages.confirm_unsold(villages, partial(key_name, self))
                self.show_status(words, is_error=True)
            else:
                self.choose(pack(kind))
            return
        words = _("Finish the sale first. Press {key} or click Sell.")
        self.show_status(words.format(key=self._key("sell")), is_error=True)

    @property
    def shows_legend(self) -> bool:
        """Whether the legend takes the place of the villages."""
        return self._shows_signs and not self._has_legend

    def close_legend(self) -> None:
        """Show the villages again."""
        self.action_signs()

    def action_signs(self) -> None:
        """Show or hide the legend, or say that it is on the table."""
        if self._has_legend:
            self.show_status(_("The signs are already on screen."))
            return
        self.drop_refusal()
        self._shows_signs = not self._shows_signs
        self.redraw()

    def action_clear(self) -> None:
        """Unmark all dice, and drop the side that was to be placed."""
        was_empty = self.selection.is_empty
        self.selection.clear()
        self._previewed = None
        self.redraw()
        if was_empty:
            self.leave_question()
        self.show_status(_("No dice are marked.") if was_empty else "")

    def on_click(self, event: events.Click) -> None:
        """Choose with the second click on an item; dice, which are only marked, and buttons need
        only one."""
        item, scene = self.target_of(event), self.scene
        if item is None or scene is None:
            return
        self.focus()
        kind, value = item
        is_second = self.clicks.is_second(item)
        if kind == "signs":
            self.action_signs()
        elif kind == "do":
            self._press(self._buttons(scene)[value][2])
        elif kind == "die":
            self.selection.cursor = item
            self.action_die(value + 1)
        elif is_second and item == self.selection.cursor:
            self.action_take()
        else:
            self.go_to(item)

    def _press(self, command: str) -> None:
        """Run the command of a button."""
        run: dict[str, Callable[[], None]] = {
            "sell": self.action_sell,
            "reroll": self.action_reroll,
            "up_face": partial(self.action_turn, UP),
            "down_face": partial(self.action_turn, DOWN),
            "done": self.action_done,
        }
        run[command]()

    # Words for the table

    def prompt(self, scene: Scene[DiceVillageView]) -> str:
        room = self.app.size.width - LINE_MARGIN
        key = partial(key_name, self)
        return messages.prompt(
            scene.view, scene.legal, scene.names, key, room, ascii_only=scene.ascii
        )

    def why_not_here(self, scene: Scene[DiceVillageView]) -> str:
        item = self.selection.cursor
        if not scene.my_turn or item is None or item[0] in ("die", "do", "signs"):
            return ""
        if item in self._choices(scene):
            return ""
        return messages.why_not(scene.view, item, scene.names, partial(key_name, self))

    def drop_selection(self) -> None:
        self.selection.clear()
        self._previewed = None
        self.redraw()

    def rule(self, scene: Scene[DiceVillageView]) -> str:
        return messages.rule(scene.view)

    def result(self, view: DiceVillageView) -> tuple[list[str], list[list[str]]] | None:
        return messages.result(view, self.scene.names) if self.scene else None
