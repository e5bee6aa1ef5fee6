"""Cities, maps, routes, items and offers in words, from their notation names."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.pieces import COLOURS
from caravan_tui.games.kit.sentences import listed
from caravan_tui.i18n import _, _p, later

CITY_TITLES = {
    "pearls": later("Pearls"),
    "dyes": later("Dyes"),
    "spices": later("Spices"),
    "textiles": later("Textiles"),
    "salt": later("Salt"),
    "gems": later("Gems"),
    "ivory": later("Ivory"),
    "incense": later("Incense"),
    "metals": later("Metals"),
    "horses": later("Horses"),
}


def city_title(name: str) -> str:
    """The commodity of a city as it is written on its cards."""
    return _(CITY_TITLES[name]) if name in CITY_TITLES else name.capitalize()


def two_letters(names: Sequence[str]) -> list[str]:
    """Two letters for each name: its first, and of the later ones the first that tells it from all
    names before it."""
    short: list[str] = []
    for name in names:
        forms = [name[0] + letter for letter in name[1:] if letter.isalnum()]
        short.append(next((form for form in forms if form not in short), name[:2].ljust(2)))
    return short


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


def seat_title(seat: int, names: Sequence[str] = ()) -> str:
    """A seat by its name, or by its colour where there are no names."""
    return names[seat] if seat < len(names) else map_title(COLOURS[seat])


def route_title(name: str) -> str:
    """`Salt-Metals` from `salt-metals`."""
    return "-".join(city_title(city) for city in name.split("-"))


def place_title(name: str) -> str:
    """`Salt-Metals on the Red map` from `red:salt-metals`."""
    colour, route = name.split(":")
    return _("{route} on the {colour} map").format(
        route=route_title(route), colour=map_title(colour)
    )


def short_place_title(name: str, seat: int) -> str:
    """The same where there is little room: `Salt-Metals` on the seat's own map, else
    `Salt-Metals (Red)`."""
    colour, route = name.split(":")
    if seat < len(COLOURS) and colour == COLOURS[seat]:
        return route_title(route)
    return _("{route} ({colour})").format(route=route_title(route), colour=map_title(colour))


def item_title(name: str) -> str:
    """`a card of Salt`, `the Red Right of Passage`, `the Eyes of Shamesh`."""
    if name.startswith("card."):
        return card_title(name[5:])
    if name.startswith("right."):
        return _("the {colour} Right of Passage").format(colour=map_title(name[6:]))
    titles = {
        "shah": _("the favour of the Shah"),
        "eyes": _("the Eyes of Shamesh"),
        "queen": _("the Pirate Queen"),
    }
    return titles[name]


def card_title(city: str) -> str:
    """`a card of Salt` from `salt`."""
    return _("a card of {city}").format(city=city_title(city))


def short_item_title(name: str) -> str:
    """An item where there is little room: `Salt`, `Red Right`, `Eyes`."""
    if name.startswith("card."):
        return city_title(name[5:])
    if name.startswith("right."):
        return _("{colour} Right").format(colour=map_title(name[6:]))
    return {"shah": _("Shah"), "eyes": _("Eyes"), "queen": _("Queen")}[name]


def log_item_title(name: str) -> str:
    """An item in a line of the log: `a card of Salt`, `the Red Right`, `the Eyes`."""
    if name.startswith("card."):
        return card_title(name[5:])
    if name.startswith("right."):
        return _("the {colour} Right").format(colour=map_title(name[6:]))
    return {"shah": _("the Shah"), "eyes": _("the Eyes"), "queen": _("the Queen")}[name]


def line_title(line: str) -> str:
    """What a line of an offer names, without give or want: `3 gold`, `a card of Salt`."""
    return _line_title(line, is_short=False)


def short_line_title(line: str) -> str:
    """The same where there is little room: `3 gold`, `Salt`, `Red Right`, `Eyes`."""
    return _line_title(line, is_short=True)


def _line_title(line: str, is_short: bool) -> str:
    words = line.split()
    if words[1] == "gold":
        return _("{gold} gold").format(gold=words[2])
    item = f"card.{words[2]}" if words[1] == "card" else words[1]
    return short_item_title(item) if is_short else item_title(item)


def offer_title(lines: Sequence[str], is_short: bool = False) -> str:
    """Both sides of an offer: `3 gold for a card of Salt`, or `3 gold for Salt`."""
    gives = listed([_line_title(line, is_short) for line in lines if line.startswith("give")])
    wants = listed([_line_title(line, is_short) for line in lines if line.startswith("want")])
    if not wants:
        return _("{things} as a gift").format(things=gives)
    if not gives:
        return _("nothing for {things}").format(things=wants)
    return _("{gives} for {wants}").format(gives=gives, wants=wants)


def with_gold(card: str, gold: int) -> str:
    """`a card of Salt and 1 gold`, or the card alone."""
    return _("{card} and {gold} gold").format(card=card, gold=gold) if gold else card
