"""The keys of this game."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

COMMANDS = (
    Command("dice_village.left", "left,h", "go(-1,0)", "Left", "The cursor to the left."),
    Command("dice_village.right", "right,l", "go(1,0)", "Right", "The cursor to the right."),
    Command("dice_village.up", "up,k", "go(0,-1)", "Up", "The cursor up."),
    Command("dice_village.down", "down,j", "go(0,1)", "Down", "The cursor down."),
    Command("dice_village.next", "tab,n", "next(1)", "Next",
            "The next village, merchant or side that can be chosen, with what it brings.",
            footer=True),
    Command("dice_village.before", "shift+tab,p", "next(-1)", "Before",
            "The one before that can be chosen."),
    Command("dice_village.take", "enter,space", "take", "Choose",
            "Sell at the village, add or buy the merchant, or mark the die under the cursor.",
            footer=True),
    *(
        Command(f"dice_village.die{n}", str(n), f"die({n})", "Mark",
                "Mark this die, for a reroll or a turn.")
        for n in range(1, 7)
    ),
    Command("dice_village.reroll", "e", "reroll", "Reroll",
            "Pay 1 favour and roll the marked dice again.", footer=True),
    Command("dice_village.up_face", "t", "turn(0)", "Turn up",
            "Pay 2 favours and turn the marked die up by one; 6 becomes 1."),
    Command("dice_village.down_face", "b", "turn(1)", "Turn down",
            "Pay 2 favours and turn the marked die down by one; 1 becomes 6."),
    Command("dice_village.sell", "s", "sell", "Sell",
            "Make the sale at your own village.", footer=True),
    Command("dice_village.done", "d", "done", "Done",
            "End the step: the rest to the market, buy no more, or give up a free placement.",
            footer=True),
    Command("dice_village.signs", "i", "signs", "Signs",
            "What the signs mean, in place of the villages where there is no room, and back."),
    Command("dice_village.clear", "x,escape,backspace", "clear", "Clear", "Unmark all dice."),
)  # fmt: skip
