"""The commands of the analysis screen."""

from __future__ import annotations

from caravan_tui.presentation.decisions import KINDS
from caravan_tui.widgets.commands import Command
from caravan_tui.widgets.page_tabs import page_commands

COMMANDS = (
    Command("analysis.look", "v,enter", "look", "Replay", "Show this moment in the replay.",
            footer=True, glyph="Enter"),
    Command("analysis.board", "space,b", "board", "Board",
            "Show the position of the selected move, or the curve and the list.",
            footer=True, glyph="Space"),
    Command("analysis.list", "tab,s", "list", "List",
            "Show the costliest moves, the turning points, every move, or skill and luck.",
            footer=True, glyph="Tab"),
    *page_commands("analysis.list", "pick", len(KINDS)),
    Command("analysis.retry", "t", "retry", "Retry",
            "Try another move at this decision: see what it is worth, and what follows.",
            footer=True, palette_title="Try another move"),
    Command("analysis.mistakes", "m", "mistakes", "My mistakes",
            "Practise your mistakes and blunders: those of analysed matches become problems."),
    Command("analysis.seat", "p", "seat", "Player", "Choose whose decisions are listed.",
            footer=True),
    Command("analysis.stop", "x", "stop", "Stop", "Stop the analysis.", footer=True),
    Command("analysis.start", "x", "start", "Start", "Start the analysis.", footer=True),
    Command("analysis.rules", "f1", "rules", "Rules", "Show the rules of the game."),
    Command("analysis.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("analysis.back", "escape,q", "back", "Back",
            "Go back. The analysis is kept until you quit, finished or not.", footer=True,
            glyph="esc"),
    Command("analysis.down", "j,down", "down", "Down"),
    Command("analysis.up", "k,up", "up", "Up"),
)  # fmt: skip
