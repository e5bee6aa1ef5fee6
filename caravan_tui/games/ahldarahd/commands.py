"""The commands of the table: their keys, and what the footer names when."""

from __future__ import annotations

from caravan_tui.i18n import later
from caravan_tui.widgets.commands import Command

COMMANDS = (
    Command("ahldarahd.up", "up,k", "go(0,-1)", "Up", "On the map or in the list."),
    Command("ahldarahd.down", "down,j", "go(0,1)", "Down", "On the map or in the list."),
    Command("ahldarahd.left", "left,h", "go(-1,0)", "Left", "On the map, or a smaller amount."),
    Command("ahldarahd.right", "right,l", "go(1,0)", "Right", "On the map, or a larger amount."),
    Command(
        "ahldarahd.pick", "enter,space", "pick", "Do it", "Play the selected choice.", footer=True
    ),
    Command(
        "ahldarahd.next", "tab,n", "turn(1)", "Next", "The next choice in the list.", footer=True
    ),
    Command("ahldarahd.before", "shift+tab,b", "turn(-1)", "Previous", "The previous choice."),
    Command("ahldarahd.map", "v", "next_map(1)", "Map", "Show the next map.", footer=True),
    Command("ahldarahd.map_back", "V", "next_map(-1)", "Previous map", "Show the previous map."),
    Command("ahldarahd.route", "z", "next_route", "Route", "Go to the next route you can choose."),
    Command(
        "ahldarahd.trade",
        "t",
        "jump('offer')",
        "Trade",
        "Offer a trade, or show the current one again.",
        footer=True,
    ),
    Command("ahldarahd.sell", "s", "jump('sell')", "Sell", "Sell a Right of Passage."),
    Command("ahldarahd.end", "e", "end_building", "End", "End the building.", footer=True),
    Command("ahldarahd.yes", "y", "answer('yes')", "Yes", "Accept or send an offer.", footer=True),
    Command("ahldarahd.no", "p", "answer('no')", "Pass", "Pass, decline or withdraw.", footer=True),
    Command(
        "ahldarahd.counter",
        "c",
        "answer('counter')",
        "Counter",
        "Make a counter-offer.",
        footer=True,
    ),
    Command(
        "ahldarahd.give",
        "g",
        "jump('give')",
        "Give",
        "Choose what your offer gives.",
        footer=True,
    ),
    Command(
        "ahldarahd.want",
        "d",
        "jump('want')",
        "Want",
        "Choose what your offer wants.",
        footer=True,
    ),
    Command(
        "ahldarahd.info",
        "i",
        "info",
        "Signs",
        "Show what the signs mean, and the known and discarded cards.",
        footer=True,
    ),
    *(
        Command(
            f"ahldarahd.map{number}",
            str(number),
            f"map({number - 1})",
            "Map",
            "Show the map with this number.",
        )
        for number in range(1, 7)
    ),
)

GROUP_ACTIONS = {
    "jump('offer')": "offer",
    "end_building": "end",
    "answer('yes')": "yes",
    "answer('no')": "no",
    "answer('counter')": "counter",
    "jump('give')": "give",
    "jump('want')": "want",
}
"""Actions that the footer names while there is a choice of their group."""

FOOTER_TITLES = {
    ("opening", "pick"): later("Put up"),
    ("first bid", "pick"): later("Bid"),
    ("raising", "pick"): later("Bid"),
    ("writing", "pick"): later("Add"),
    ("writing", "answer('yes')"): later("Send"),
    ("writing", "answer('no')"): later("Withdraw"),
    ("answering", "answer('yes')"): later("Accept"),
    ("answering", "answer('no')"): later("Decline"),
}
"""What the footer calls an action in a phase."""

REMOVE = later("Remove")
"""What the footer calls `pick` on what an offer names already."""
