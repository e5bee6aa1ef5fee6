"""The commands of the table: their keys, and which of them the footer names when."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.games.ahldarahd.moves import Selection
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.i18n import later
from caravan_tui.widgets.board import Scene
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
        "ahldarahd.withdraw",
        "escape",
        "withdraw",
        "Withdraw",
        "Drop the offer you are writing, or leave the choice of a partner. Nothing is sent.",
    ),
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

PARTNER = later("Choose")
"""What the footer calls `pick` on who is offered a trade."""


@frozen
class KeyUse:
    """What decides which keys the footer names, and what it calls them."""

    phase: str
    """Of the match while the seat is to act, else empty."""
    groups: frozenset[str]
    """The groups of the choices."""
    has_choices: bool
    """Whether anything can be played, in turn or out of it."""
    marked_group: str
    """The group of the marked choice."""
    has_marked: bool
    """Whether the offer that is being written names the marked thing already."""
    has_trade_window: bool
    """Whether an offer is written in its window over the map."""
    has_signs: bool
    """Whether the signs stand beside the maps."""
    has_maps_to_show: bool
    """Whether a map can be shown, or a route be chosen on another one."""
    is_declined: bool
    """Whether the last offer was declined."""

    def names(self, action: str) -> bool:
        """Whether the footer names the key of an action."""
        is_writing = self.phase == "writing"
        if action == "answer('no')" and is_writing:
            return False  # the key at the foot of the offer does the same
        if action == "next_map(1)" and is_writing and self.has_trade_window:
            return False  # it stands there, too
        if action == "next_map(1)" and not self.has_maps_to_show:
            return False
        if group := GROUP_ACTIONS.get(action):
            return group in self.groups
        if action == "info" and self.has_signs:
            return False  # they are in sight
        if action in ("turn(1)", "info") and is_writing:
            return False  # the keys of the two sides lead there, and they need the room
        if action in ("turn(1)", "info") and self.phase == "answering":
            return False  # each answer has a key
        if action in ("pick", "turn(1)"):
            return self.has_choices
        return True

    def title(self, action: str) -> str:
        """What a key does now; empty: what it is usually called."""
        if action == "pick" and self.phase == "writing" and self.has_marked:
            return REMOVE
        if action == "pick" and self.marked_group == "offer":
            return PARTNER
        return FOOTER_TITLES.get((self.phase, action), "")


def key_use(
    scene: Scene[AhldarahdView],
    selection: Selection,
    *,
    has_trade_window: bool,
    has_signs: bool,
    has_maps_to_show: bool,
    is_declined: bool,
) -> KeyUse:
    """What the keys are of use for in a position."""
    return KeyUse(
        phase=scene.view["phase"] if scene.my_turn else "",
        groups=frozenset(entry.group for entry in selection.entries if entry.group != "way"),
        has_choices=bool(scene.legal or scene.interrupts),
        marked_group=selection.group,
        has_marked=selection.has_marked,
        has_trade_window=has_trade_window,
        has_signs=has_signs,
        has_maps_to_show=has_maps_to_show,
        is_declined=is_declined,
    )
