"""The keys of this game."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

COMMANDS = (
    Command("sahara.left", "left,h", "cursor(-1,0)", "Left", "The cursor a space left."),
    Command("sahara.right", "right,l", "cursor(1,0)", "Right", "The cursor a space right."),
    Command("sahara.up", "up,k", "cursor(0,-1)", "Up", "The cursor a space up."),
    Command("sahara.down", "down,j", "cursor(0,1)", "Down", "The cursor a space down."),
    Command("sahara.take", "enter", "take", "Choose",
            "Choose what is under the cursor, then the space where it goes. A pick-up or a theft "
            "is done when it is chosen a second time.", footer=True),
    Command("sahara.other", "space", "other", "Other",
            "The next thing that can be done from the same space.", footer=True),
    Command("sahara.next", "tab,n", "next(1)", "Next",
            "The next space where something can be done, or a chosen thing can go.", footer=True),
    Command("sahara.previous", "shift+tab,b", "next(-1)", "Previous", "The one before."),
    Command("sahara.camel", "c", "camel", "Camel", "Take a camel from the supply.", footer=True),
    Command("sahara.pick", "p", "do_kind(1)", "Pick up",
            "Pick up the good under the cursor."),
    Command("sahara.steal", "s", "do_kind(2)", "Steal",
            "Steal a good under the cursor; with several, choose by space."),
    Command("sahara.end", "e", "end_turn", "End", "End the turn.", footer=True),
    Command("sahara.signs", "i", "signs", "Signs",
            "What the signs mean, in place of the seats, and back."),
    Command("sahara.drop", "escape", "drop", "Drop", "Drop what is chosen."),
    Command("sahara.back", "backspace", "back", "Back", "Drop what is chosen, or undo."),
)  # fmt: skip
