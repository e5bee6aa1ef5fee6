"""The commands of the replay."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

REPLAY = (
    Command("replay.next", "right,l", "step(1)", "Next", "One decision on.", footer=True,
            glyph="←→"),
    Command("replay.before", "left,h", "step(-1)", "Before", "One decision back."),
    Command("replay.turn", "down,j", "turn(1)", "Turn", "To the next turn.", footer=True,
            glyph="↑↓"),
    Command("replay.turn_before", "up,k", "turn(-1)", "Turn before", "To the turn before."),
    Command("replay.round", "pagedown,right_square_bracket", "round(1)", "Round",
            "To the next hand or round."),
    Command("replay.round_before", "pageup,left_square_bracket", "round(-1)", "Round before",
            "To the start of this hand or round, then of the one before."),
    Command("replay.first", "home,0", "first", "To the start", "To the start of the match."),
    Command("replay.last", "end,dollar_sign", "last", "End", "To the end of the match."),
    Command("replay.play", "space", "play", "Play", "Play by itself, or stop.", footer=True,
            glyph="Space"),
    Command("replay.faster", "plus,equals_sign,full_stop", "speed(1)", "Faster",
            "Play faster by itself."),
    Command("replay.slower", "minus,comma", "speed(-1)", "Slower", "Play slower by itself."),
    Command("replay.view", "v", "view", "View",
            "See with the eyes of the next seat; once the match is over also open: of whoever "
            "is to move.", footer=True),
    Command("replay.moves", "f4,m", "moves", "Moves", "Every move, to jump to one.", glyph="m"),
    Command("replay.branch", "b", "branch", "Branch",
            "Play on from here as a new match, with other luck.", footer=True),
    Command("replay.export", "e", "export", "Export",
            "Write the match as a text, this position as a picture, or all as an asciicast.",
            footer=True),
    Command("replay.analysis", "a,f8", "analysis", "Analyse",
            "How each seat's expected result went, and what was better.", footer=True, glyph="a"),
    Command("replay.log", "f3,o", "log", "Log", "The match in words.", glyph="o"),
    Command("replay.rules", "f1", "rules", "Rules", "The rules of the game."),
    Command("replay.keys", "f2", "keys", "Keys", "Every key of the replay.", footer=True),
    Command("replay.leave", "q,escape", "leave", "Back", "Back to where you came from.",
            footer=True, glyph="q"),
)  # fmt: skip
