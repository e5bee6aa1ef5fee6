"""What an item is good for: a card, a Right, a favour."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.actions import EYES_ITEM, QUEEN_ITEM, RIGHT_ITEM, SHAH_ITEM
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.text.titles import city_title, map_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, holder_of, map_names, right_price
from caravan_tui.games.kit.bitsets import members
from caravan_tui.i18n import _


def why_item(item: int, view: AhldarahdView, seat: int) -> str:
    """What an item that is put up for auction is good for, told to the seat."""
    city_map = from_plain(view["custom"])
    if item < RIGHT_ITEM:
        held = sum(
            1 for route in members(view["routes"][seat][seat]) if item in city_map.ends[route]
        )
        city, need = city_title(city_map.names[item]), city_map.need[item]
        if held >= need:
            return _("Pays, with 1 gold, a route into {city}.").format(city=city)
        text = _("Pays a route into {city}: {need} win it, you own {held}.")
        return text.format(city=city, held=held, need=need)
    if holder_of(view, item) == seat:
        return _("You hold it, and lose it if somebody else wins it.")
    return use_of(item, view, seat)


def merit_of(item: int, view: AhldarahdView) -> str:
    """What a Right or a favour is good for, to whoever has it."""
    if item < SHAH_ITEM:
        text = _("Whoever holds it may build there, or sell it for {gold} gold.")
        return text.format(gold=right_price(view, item - RIGHT_ITEM))
    return {
        SHAH_ITEM: _("The Shah's winner says who opens and builds first."),
        EYES_ITEM: _("Whoever holds the Eyes pays 1 gold less for each route by land."),
        QUEEN_ITEM: _("Whoever holds the Queen pays 1 gold less for each route by sea."),
    }[item]


def use_of(item: int, view: AhldarahdView, seat: int) -> str:
    """What a Right or a favour is good for to a seat."""
    if item == RIGHT_ITEM + seat:
        return _("Holding this Right keeps the others off your map.")
    if item < SHAH_ITEM:
        text = _("With it you build on {colour}, or sell it for {gold} gold.")
        colour = map_title(map_names(view)[item - RIGHT_ITEM])
        return text.format(colour=colour, gold=right_price(view, item - RIGHT_ITEM))
    return {
        SHAH_ITEM: _("The Shah's winner says who opens and builds first."),
        EYES_ITEM: _("With them each route by land costs you 1 gold less."),
        QUEEN_ITEM: _("With her each route by sea costs you 1 gold less."),
    }[item]
