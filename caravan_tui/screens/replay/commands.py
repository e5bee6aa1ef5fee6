"""The commands of the replay."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

REPLAY = (
    Command("replay.next", "right,l", "step(1)", "Step", "Go one decision forward.", footer=True,
            glyph="←→"),
    Command("replay.before", "left,h", "step(-1)", "Previous", "Go one decision back."),
    Command("replay.turn", "down,j", "turn(1)", "Turn", "Go to the next turn.", footer=True,
            glyph="↑↓"),
    Command("replay.turn_before", "up,k", "turn(-1)", "Previous turn",
            "Go to the previous turn."),
    Command("replay.round", "pagedown,right_square_bracket", "round(1)", "Round",
            "Go to the next hand or round."),
    Command("replay.round_before", "pageup,left_square_bracket", "round(-1)", "Previous round",
            "Go to the start of this hand or round, then of the previous one."),
    Command("replay.first", "home,0", "first", "First", "Go to the start of the match."),
    Command("replay.last", "end,dollar_sign", "last", "End", "Go to the end of the match."),
    Command("replay.play", "space", "play", "Play", "Start or stop playing automatically.",
            footer=True, glyph="Space"),
    Command("replay.faster", "plus,equals_sign,full_stop", "speed(1)", "Faster", "Play faster."),
    Command("replay.slower", "minus,comma", "speed(-1)", "Slower", "Play slower."),
    Command("replay.view", "v", "view", "View",
            "See the match as the next player. Once it is over, also as whoever is to move.",
            footer=True),
    Command("replay.moves", "f4,m", "moves", "Moves", "Choose a move to go to.", glyph="m"),
    Command("replay.branch", "b", "branch", "Branch",
            "Play on from here as a new match, with new luck.", footer=True),
    Command("replay.export", "e", "export", "Export",
            "Save the match as text, recording or web page, or this position as a picture.",
            footer=True),
    Command("replay.analysis", "a,f8", "analysis", "Analyse",
            "Win probability over time, and better moves.", footer=True, glyph="a"),
    Command("replay.log", "f3,o", "log", "Log", "Show or hide the log.", glyph="o"),
    Command("replay.rules", "f1", "rules", "Rules", "Show the rules of the game."),
    Command("replay.keys", "f2,question_mark", "keys", "Keys", "Show every key of the replay.",
            footer=True),
    Command("replay.leave", "q,escape", "leave", "Back", "Go back to where you came from.",
            footer=True, glyph="q"),
)  # fmt: skip
