"""Cities, maps, routes, items and offers in words, from their notation; and what a payment is."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.map import Board, board
from caravan_tui.games.ahldarahd.names import COLOURS, map_name
from caravan_tui.games.contract import View
from caravan_tui.words import _, _p


def city_title(name: str) -> str:
    """The commodity of a city as it is written on its cards."""
    titles = {
        "pearls": _("Pearls"),
        "dyes": _("Dyes"),
        "spices": _("Spices"),
        "textiles": _("Textiles"),
        "salt": _("Salt"),
        "gems": _("Gems"),
        "ivory": _("Ivory"),
        "incense": _("Incense"),
        "metals": _("Metals"),
        "horses": _("Horses"),
    }
    return titles.get(name, name.capitalize())


def map_title(name: str) -> str:
    """A map, or the seat of that colour."""
    titles = {
        "red": _p("map", "Red"),
        "blue": _p("map", "Blue"),
        "green": _p("map", "Green"),
        "purple": _p("map", "Purple"),
        "orange": _p("map", "Orange"),
        "neutral": _p("map", "Neutral"),
    }
    return titles[name]


def seat_title(seat: int) -> str:
    """A seat by its colour."""
    return map_title(COLOURS[seat])


def route_title(name: str) -> str:
    """`Salt-Metals` from `salt-metals`."""
    return "-".join(city_title(city) for city in name.split("-"))


def place_title(name: str) -> str:
    """`Salt-Metals on the Red map` from `red:salt-metals`."""
    colour, route = name.split(":")
    return _("{route} on the {colour} map").format(
        route=route_title(route), colour=map_title(colour)
    )


def item_title(name: str) -> str:
    """An item in words, from its notation."""
    if name.startswith("card."):
        return _("a card of {city}").format(city=city_title(name[5:]))
    if name.startswith("right."):
        return _("the {colour} Right of Passage").format(colour=map_title(name[6:]))
    titles = {
        "shah": _("the favour of the Shah"),
        "eyes": _("the Eyes of Shamesh"),
        "queen": _("the Pirate Queen"),
    }
    return titles[name]


def line_title(line: str) -> str:
    """What a line of an offer names, without give or want: `3 gold`, `a card of Salt`."""
    words = line.split()
    if words[1] == "gold":
        return _("{gold} gold").format(gold=words[2])
    if words[1] == "card":
        return item_title(f"card.{words[2]}")
    return item_title(words[1])


def short_line_title(line: str) -> str:
    """The same where there is little room: `3 gold`, `Salt`, `Red Right`, `Eyes`."""
    words = line.split()
    if words[1] == "card":
        return city_title(words[2])
    if words[1].startswith("right."):
        return _("{colour} Right").format(colour=map_title(words[1][6:]))
    titles = {"shah": _("Shah"), "eyes": _("Eyes"), "queen": _("Queen")}
    return titles.get(words[1]) or line_title(line)


def short_item_title(name: str) -> str:
    """An item where there is little room: `Salt`, `Red Right`, `Eyes`, from its notation."""
    if name.startswith("card."):
        return city_title(name[5:])
    return short_line_title(f"give {name}")


def offer_title(lines: Sequence[str], short: bool = False) -> str:
    """Both sides of an offer in words: `3 gold for a card of Salt`; `short`: `3 gold for Salt`."""
    title = short_line_title if short else line_title
    gives = _listed([title(line) for line in lines if line.startswith("give")])
    wants = _listed([title(line) for line in lines if line.startswith("want")])
    if not wants:
        return _("{things} as a gift").format(things=gives)
    if not gives:
        return _("nothing for {things}").format(things=wants)
    return _("{gives} for {wants}").format(gives=gives, wants=wants)


def _listed(things: list[str]) -> str:
    if len(things) < 2:
        return "".join(things)
    return _("{things} and {last}").format(things=", ".join(things[:-1]), last=things[-1])


def with_gold(card: str, gold: int) -> str:
    """A card and what is paid beside it: `a card of Salt and 1 gold`, or the card alone."""
    return _("{card} and {gold} gold").format(card=card, gold=gold) if gold else card


def payment(view: View, seat: int, route: int) -> tuple[int, int]:
    """What a payment for a route costs this seat now: gold without a card, gold with one."""
    here: Board = board(view["house"])
    holder = view["eyes"] if here.land >> route & 1 else view["queen"]
    off = 1 if holder == seat else 0
    return max(0, here.price[route] - off), 1 - off


def map_names(view: View) -> list[str]:
    """The names of all maps of a match."""
    return [map_name(view["seats"], a_map) for a_map in range(len(view["routes"]))]
