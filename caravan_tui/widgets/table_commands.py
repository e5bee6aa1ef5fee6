"""The commands that every table has, whatever the game."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

TABLE = (
    Command("table.rules", "f1", "rules", "Rules", "Open the rules at the part that applies now."),
    Command("table.keys", "f2", "keys", "Keys", "Show every key of this table."),
    Command("table.log", "f3,o", "log", "Log", "Show or hide the match log.", glyph="o"),
    Command("table.moves", "f4,m", "moves", "Moves", "List all legal moves.",
            footer=True, glyph="m"),
    Command("table.help", "question_mark", "help", "Help",
            "Say what you can do now, with which keys, what you can't do and why.",
            footer=True, glyph="?"),
    Command("table.hint", "f5,H", "hint", "Hint",
            "Show the best turn and why. Marks the match as assisted.", footer=True, glyph="H"),
    Command("table.why", "f6,w", "why", "Why", "Show what a computer player considered.",
            footer=True, glyph="w"),
    Command("table.jump", "semicolon", "jump", "Jump",
            "Show letters over everything the cursor can go to. Type one to go there.", glyph=";"),
    Command("table.back", "pageup", "scroll_log(-1)", "Log up", "Scroll the log up."),
    Command("table.forth", "pagedown", "scroll_log(1)", "Log down", "Scroll the log down."),
    Command("table.type", "colon", "type", "Type", "Type a move in notation.", glyph=":"),
    Command("table.undo", "u", "undo", "Undo", "Undo your last decision.", footer=True),
    Command("table.redo", "r", "redo", "Redo", "Redo what you have undone."),
    Command("table.hurry", "f", "hurry", "Hurry", "Make the computer player move now."),
    Command("table.replay", "f7", "replay", "Replay", "Replay the match move by move."),
    Command("table.count", "equals_sign", "count", "Count",
            "Show how hands or rounds were counted, and where the points come from.", glyph="="),
    Command("table.players", "f10,P", "players", "Players",
            "Show who plays: level, style and your record."),
    Command("table.talk", "f8,T", "talk", "Chat",
            "Chat with people, or read what computer players have said.", footer=True, glyph="T"),
    Command("table.again", "f9", "again", "Restart",
            "Restart with the same players and deal. Marks the match as assisted."),
    Command("table.result", "enter", "result", "Result",
            "Show the result of a match that is over.", footer=True, glyph="Enter"),
    Command("table.leave", "q", "leave", "Leave", "Go back. The match is saved.", footer=True),
)  # fmt: skip
