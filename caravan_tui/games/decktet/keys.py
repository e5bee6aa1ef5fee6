"""The keys of this game."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

COMMANDS = (
    Command("decktet.left", "left,h", "step(-1)", "Left", "The card to the left."),
    Command("decktet.right", "right,l", "step(1)", "Right", "The card to the right."),
    Command("decktet.first", "home", "edge(0)", "First", "The first card of the hand."),
    Command("decktet.last", "end", "edge(-1)", "Last", "The last card of the hand."),
    Command("decktet.toggle", "space", "toggle", "Choose", "Choose the card or put it back.", True),
    Command("decktet.raise", "up,k", "lift(True)", "Up", "Choose the card under the cursor."),
    Command("decktet.lower", "down,j", "lift(False)", "Down", "Put the card back."),
    Command("decktet.play", "enter", "play", "Play", "Play the chosen cards.", True),
    Command("decktet.pass", "p", "pass_", "Pass", "End the season.", True),
    Command(
        "decktet.next",
        "tab,n",
        "complete(1)",
        "Next play",
        "The next legal play that has all cards chosen by hand.",
        True,
    ),
    Command(
        "decktet.before",
        "shift+tab,b",
        "complete(-1)",
        "Play before",
        "The legal play before, of those that have all cards chosen by hand.",
    ),
    Command(
        "decktet.reading",
        "t",
        "reading",
        "Top rank",
        "Read the same cards as a caravan of another rank.",
    ),
    Command("decktet.clear", "x,escape,backspace", "clear", "Clear", "Put all cards back."),
    Command("decktet.seen", "v", "seen", "Cards seen", "Show which cards are gone."),
    *(
        Command(
            f"decktet.rank{rank}",
            str(rank) if rank > 1 else "1,a,c",
            f"rank({rank})",
            "Rank",
            "The next card of this rank; 1 is an Ace or a Crown.",
        )
        for rank in range(1, 10)
    ),
)
