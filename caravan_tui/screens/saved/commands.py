"""The commands of the list of saved matches."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

SAVED = (
    Command("saved.resume", "g,enter", "resume", "Open match",
            "Resume the match, or see how it ended.", footer=True, glyph="Enter"),
    Command("saved.replay", "v", "replay", "Replay", "Replay the match move by move.",
            footer=True),
    Command("saved.analysis", "a", "analysis", "Analyse",
            "Win probability over time, and better moves.", footer=True),
    Command("saved.rename", "n", "rename", "Name", "Rename the match.",
            footer=True, palette_title="Rename"),
    Command("saved.duplicate", "c", "duplicate", "Copy", "Copy the match.",
            footer=True),
    Command("saved.delete", "d,delete", "delete", "Delete", "Move the match to the trash.",
            footer=True),
    Command("saved.undelete", "u", "undelete", "Undo", "Restore the match you deleted last."),
    Command("saved.export", "e", "export", "Export", "Save the match to a file.",
            footer=True),
    Command("saved.import", "i", "import", "Import", "Import a match from a file.",
            footer=True),
    Command("saved.filter", "slash,f", "filter", "Filter", "Show only matches with these words.",
            footer=True, glyph="/"),
    Command("saved.sort", "s", "sort", "Sort", "Sort by another column.", footer=True),
    Command("saved.keys", "f2,question_mark", "keys", "Keys", "Show every key of this screen.",
            footer=True),
    Command("saved.back", "escape,q", "back", "Back", "Go back home.", footer=True, glyph="esc"),
    Command("saved.down", "j", "down", "Down"),
    Command("saved.up", "k", "up", "Up"),
)  # fmt: skip

ROOMY = frozenset({"rename", "duplicate", "export", "import"})
"""Actions that only the footer of a wide terminal has room for; F2 always names them."""
