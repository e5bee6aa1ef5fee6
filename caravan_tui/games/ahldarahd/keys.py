"""The keys of this game."""

from __future__ import annotations

from caravan_tui.widgets.commands import Command

COMMANDS = (
    Command("ahldarahd.up", "up,k", "go(0,-1)", "Up", "On the map or in the list."),
    Command("ahldarahd.down", "down,j", "go(0,1)", "Down", "On the map or in the list."),
    Command("ahldarahd.left", "left,h", "go(-1,0)", "Left", "On the map, or a smaller amount."),
    Command("ahldarahd.right", "right,l", "go(1,0)", "Right", "On the map, or a larger amount."),
    Command("ahldarahd.pick", "enter,space", "pick", "Do it", "Do what is marked.", True),
    Command("ahldarahd.next", "tab,n", "turn(1)", "Next", "The next choice of the list.", True),
    Command("ahldarahd.before", "shift+tab,b", "turn(-1)", "Before", "The choice before."),
    Command("ahldarahd.map", "v", "next_map(1)", "Map", "Show the next map.", True),
    Command("ahldarahd.map_back", "V", "next_map(-1)", "Map before", "Show the map before."),
    Command(
        "ahldarahd.route", "z", "next_route", "Route", "The next route that can be had on the map."
    ),
    Command(
        "ahldarahd.trade",
        "t",
        "jump('offer')",
        "Trade",
        "Offer a trade; during one, its window again.",
        True,
    ),
    Command("ahldarahd.sell", "s", "jump('sell')", "Sell", "Sell a Right of Passage."),
    Command("ahldarahd.end", "e", "end_building", "End", "End the building.", True),
    Command("ahldarahd.yes", "y", "say_now('yes')", "Yes", "Accept or send an offer."),
    Command("ahldarahd.no", "p", "say_now('no')", "Pass", "Pass, decline or withdraw."),
    Command("ahldarahd.counter", "c", "say_now('counter')", "Counter", "Make a counter-offer."),
    Command("ahldarahd.give", "g", "jump('give')", "Give", "To what the offer gives."),
    Command("ahldarahd.want", "d", "jump('want')", "Want", "To what the offer wants."),
    Command(
        "ahldarahd.info",
        "i",
        "info",
        "Cards, signs",
        "Show the cards that are known and gone, and what the signs mean.",
    ),
    *(
        Command(
            f"ahldarahd.map{number}",
            str(number),
            f"map({number - 1})",
            "Map",
            "The map of this number.",
        )
        for number in range(1, 7)
    ),
)
