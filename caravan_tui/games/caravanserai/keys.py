"""The keys of this game."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

COMMANDS = (
    Command("caravanserai.left", "left,h", "cursor(-1,0)", "Left", "The cursor a cell left."),
    Command("caravanserai.right", "right,l", "cursor(1,0)", "Right", "The cursor a cell right."),
    Command("caravanserai.up", "up,k", "cursor(0,-1)", "Up", "The cursor a row up."),
    Command("caravanserai.down", "down,j", "cursor(0,1)", "Down", "The cursor a row down."),
    Command("caravanserai.next", "tab,n", "option(1)", "Next",
            "The next step that can be chosen, with its preview.", footer=True),
    Command("caravanserai.previous", "shift+tab,p", "option(-1)", "Previous",
            "The step before in the list."),
    Command("caravanserai.take", "enter,space", "take", "Choose",
            "Take the selected step, or the cell under the cursor: a direction, a caravanserai, "
            "or the placements that end there.", footer=True),
    Command("caravanserai.pick", "1,2,3,4,5,6,7,8,9,0", "pick", "By number",
            "Take a step of the list by its number.", glyph="1-0"),
    Command("caravanserai.camel", "c", "camel", "Camel", "End the placement with a camel.",
            footer=True),
    Command("caravanserai.heads", "g", "heads", "Heads", "The cursor to the next caravan's head."),
    Command("caravanserai.signs", "i", "signs", "Signs",
            "What the signs mean, in place of the seats, and back.", footer=True),
    Command("caravanserai.back", "backspace", "back", "Step back",
            "Take back the last step of the placement."),
    Command("caravanserai.drop", "escape", "drop", "Drop", "Drop the selection."),
)  # fmt: skip
