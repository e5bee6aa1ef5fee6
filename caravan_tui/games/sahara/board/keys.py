"""The commands of the table: their keys, and which of them the footer names when."""

from __future__ import annotations

from collections.abc import Set

from attrs import frozen

from caravan_tui.games.sahara.moves import PICK_UP, THEFT
from caravan_tui.widgets.commands import Command

COMMANDS = (
    Command("sahara.left", "left,h", "cursor(-1,0)", "Left", "Move the cursor."),
    Command("sahara.right", "right,l", "cursor(1,0)", "Right", "Move the cursor."),
    Command("sahara.up", "up,k", "cursor(0,-1)", "Up", "Move the cursor."),
    Command("sahara.down", "down,j", "cursor(0,1)", "Down", "Move the cursor."),
    Command(
        "sahara.take",
        "enter",
        "take",
        "Choose",
        "Choose what is under the cursor, then the space where it goes. Choose a pick-up or a "
        "theft twice to do it.",
        footer=True,
    ),
    Command(
        "sahara.other",
        "space",
        "other",
        "Other",
        "Choose something else on the same space.",
        footer=True,
    ),
    Command(
        "sahara.next",
        "tab,n",
        "next(1)",
        "Next",
        "Go to the next space where you can do something, or where your choice can go.",
        footer=True,
    ),
    Command("sahara.previous", "shift+tab,b", "next(-1)", "Previous", "Go to the previous one."),
    Command("sahara.camel", "c", "camel", "Camel", "Take a camel from the supply.", footer=True),
    Command(
        "sahara.pick",
        "p",
        "do_kind(1)",
        "Pick up",
        "Pick up the good under the cursor.",
        footer=True,
    ),
    Command(
        "sahara.steal",
        "s",
        "do_kind(2)",
        "Steal",
        "Steal a good under the cursor. If there are several, choose one of them.",
        footer=True,
    ),
    Command("sahara.end", "e", "end_turn", "End", "End your turn.", footer=True),
    Command(
        "sahara.signs", "i", "signs", "Signs", "Show what the signs mean, or the players again."
    ),
    Command("sahara.drop", "escape", "drop", "Drop", "Clear your choice."),
    Command(
        "sahara.back",
        "backspace",
        "back",
        "Back",
        "Clear your choice, or undo a step of your turn.",
    ),
)

ACTIONS = frozenset(command.action for command in COMMANDS)
"""What the keys of the board do."""


@frozen
class KeyUse:
    """What decides which keys the footer names."""

    is_own_turn: bool
    has_selected: bool
    """Whether something is selected: only what goes on with it is named then."""
    has_other: bool
    """Whether something else can be selected on the space of the selection."""
    kinds_below: Set[int]
    """The kinds of what can be selected under the cursor."""
    has_supply: bool
    """Whether a camel of the supply can be set."""
    can_end: bool

    def names(self, action: str) -> bool:
        """Whether the footer names the key of an action of the board."""
        if not self.is_own_turn:
            return False
        if self.has_selected:
            return {"take": True, "next(1)": True, "other": self.has_other}.get(action, False)
        return {
            "take": True,
            "next(1)": not self.kinds_below & {PICK_UP, THEFT},  # beside their keys is no room
            "camel": self.has_supply,
            "end_turn": self.can_end,
            f"do_kind({PICK_UP})": PICK_UP in self.kinds_below,
            f"do_kind({THEFT})": THEFT in self.kinds_below,
        }.get(action, False)
