"""What the line below the board says of a route, of an item, and of what a key leads to."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd import advice, messages
from caravan_tui.games.ahldarahd.actions import (
    ACCEPT,
    BUY,
    CLAIM,
    FREE,
    KIND,
    OFFER,
    OPEN,
    PAYLOAD,
    SELL,
)
from caravan_tui.games.ahldarahd.board.map_cursor import MapCursor
from caravan_tui.games.ahldarahd.board.writing import is_writing
from caravan_tui.games.ahldarahd.moves import Entry, Selection, places
from caravan_tui.games.ahldarahd.text import items, offers
from caravan_tui.games.ahldarahd.view import AhldarahdView
from caravan_tui.games.contract import KeyName
from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene


def way_line(
    scene: Scene[AhldarahdView], selection: Selection, cursor: MapCursor, key: KeyName
) -> str:
    """What the first way to have the route under the cursor is, and what it brings; empty: there
    is none."""
    way = selection.first_of("way")
    if way is None:
        return ""
    gain, progress = _gains(scene, cursor, way)
    has_more = sum(entry.group == "way" for entry in selection.entries) > 1
    return messages.way_words(way.label, gain, key, has_more, progress)


def clicked_line(
    scene: Scene[AhldarahdView], selection: Selection, cursor: MapCursor, key: KeyName
) -> str | None:
    """What the marked choice, which was clicked, would do; None where the line of the thing says
    enough."""
    entry = selection.entry
    if entry is None or entry.actions[0] & KIND == OPEN:
        return None
    gains: list[str] = []
    if entry.group == "way":
        gain, progress = _gains(scene, cursor, entry)
        gains = [gain, *progress]
    return messages.choice_words(entry.label, gains, key)


def _gains(scene: Scene[AhldarahdView], cursor: MapCursor, way: Entry) -> tuple[str, Sequence[str]]:
    """What a way to have the route under the cursor brings: its cities, else how far it leads, the
    longest words first."""
    if way.actions[0] & KIND not in (FREE, CLAIM, BUY):
        return "", ()
    route = scene.view, cursor.map_index, cursor.route
    return advice.gain_words(*route), messages.progress_words(*route)


def why_not(scene: Scene[AhldarahdView], cursor: MapCursor, key: KeyName) -> str:
    """Why nothing can be done with the route under the cursor, and how to go on."""
    view, legal = scene.view, scene.legal
    reason = messages.why_not(view, legal, scene.seat, cursor.map_index, cursor.route)
    return messages.with_way_on(reason, view, legal, key)


def item_line(scene: Scene[AhldarahdView], selection: Selection) -> str | None:
    """What the marked thing is good for, while the user chooses what to auction or writes an offer;
    None where there is nothing to say of it."""
    entry, view = selection.entry, scene.view
    if entry is None or not scene.my_turn:
        return None
    if is_writing(scene) and selection.is_thing(selection.marked):
        return offers.why_line(entry.actions[0], view, scene.names)
    if view["phase"] == "opening":
        kind, item = entry.actions[0] & KIND, entry.actions[0] & PAYLOAD
        return items.why_item(item, view, scene.seat or 0) if kind == OPEN else ""
    if view["auction"]:
        return messages.terms_of_auction(view)
    return None


def jump_line(group: str, key: KeyName) -> str:
    """How to go on with the entries of a group, the first of which has just been marked."""
    pick = key("ahldarahd.pick")
    if group == "offer":
        text = _("Choose a partner with the arrows and press {pick}, or {back} to go back.")
        return text.format(pick=pick, back=key("ahldarahd.withdraw"))
    return _("Press {pick} to choose it.").format(pick=pick)


def unbuilt_line(key: KeyName) -> str:
    """The warning before a building ends with nothing built."""
    text = _("You have built nothing yet. Press {route} to find a route, or {end} again to end.")
    return text.format(route=key("ahldarahd.route"), end=key("ahldarahd.end"))


def unmarked_line(scene: Scene[AhldarahdView], selection: Selection, key: KeyName) -> str:
    """Why choosing does nothing while nothing is marked."""
    if scene.my_turn and scene.view["phase"] == "building" and not places(scene.legal, scene.view):
        return prompt(scene, "", key)  # the arrows lead to no route that can be had
    if not selection.entries:
        return _("Choose a route with the arrows.")
    text = _("Nothing is selected. Choose a route with the arrows, or press {next}.")
    return text.format(next=key("ahldarahd.next"))


def prompt(scene: Scene[AhldarahdView], stale_city: str, key: KeyName) -> str:
    """What the seat to act is asked for. `stale_city`: the card that was discarded before."""
    if scene.view["phase"] == "opening" and stale_city:
        return messages.prompt_after_stale(stale_city, key)
    can_accept = not scene.legal or ACCEPT in scene.legal
    can_build = not scene.my_turn or bool(places(scene.legal, scene.view))
    can_sell = not scene.my_turn or any(action & KIND == SELL for action in scene.legal)
    can_trade = not scene.my_turn or has_trades(scene)
    return messages.prompt(scene.view, scene.names, key, can_accept, can_build, can_sell, can_trade)


def has_trades(scene: Scene[AhldarahdView]) -> bool:
    """Whether the seat to act may make an offer, and both it and another one hold something."""
    view = scene.view
    owners = {*view["rights"], view["shah"], view["eyes"], view["queen"]}
    holders = [
        seat
        for seat in range(view["seats"])
        if view["gold"][seat] or view["hands"][seat] or seat in owners
    ]
    may_offer = any(action & KIND == OFFER for action in scene.legal)
    return may_offer and view["to_act"] in holders and len(holders) > 1


def answers(scene: Scene[AhldarahdView], key: KeyName) -> list[str]:
    """How offers were answered on the way to a position."""
    texts = [messages.answer_words(event, scene.names, scene.seat, key) for event in scene.events]
    return [text for text in texts if text]
