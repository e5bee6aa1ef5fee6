"""The commands that every table has, whatever the game."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

TABLE = (
    Command("table.rules", "f1", "rules", "Rules", "The rules, opened where the moment is."),
    Command("table.keys", "f2", "keys", "Keys", "Every key of this table."),
    Command("table.log", "f3,o", "log", "Log", "The match in words."),
    Command("table.moves", "f4,m", "moves", "Moves", "A list of all legal moves.", footer=True,
            glyph="m"),
    Command("table.hint", "f5,question_mark", "hint", "Hint",
            "The best move and why; the match is then marked assisted.", footer=True, glyph="?"),
    Command("table.why", "f6,w", "why", "Why", "What a computer seat considered."),
    Command("table.jump", "semicolon", "jump", "Jump",
            "Letters over everything that the cursor can go to; type one to go there.", glyph=";"),
    Command("table.back", "pageup", "scroll_log(-1)", "Log back", "The log a page back."),
    Command("table.forth", "pagedown", "scroll_log(1)", "Log on", "The log a page on."),
    Command("table.type", "colon", "type", "Type", "Type a move in notation.", glyph=":"),
    Command("table.undo", "u", "undo", "Undo", "Take back your last decision.", footer=True),
    Command("table.redo", "r", "redo", "Redo", "Play again what you took back."),
    Command("table.hurry", "f", "hurry", "Hurry", "The thinking seat moves now."),
    Command("table.replay", "f7", "replay", "Replay", "Look back at the match, move by move."),
    Command("table.talk", "f8,T", "talk", "Talk", "Say something to the others at the table."),
    Command("table.again", "f9", "again", "Restart",
            "The same match from its start: same seats, same deal; it counts as assisted."),
    Command("table.leave", "q", "leave", "Leave", "Back home; the match is saved.", footer=True),
)  # fmt: skip
