"""The words about an offer that is being written: what a thing is good for, what is named so far,
what cannot be added, and how it was withdrawn."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.actions import (
    CITIES,
    GIVE_GOLD,
    KIND,
    PAYLOAD,
    WANT_GOLD,
    WANT_ITEM,
)
from caravan_tui.games.ahldarahd.custom import from_plain
from caravan_tui.games.ahldarahd.moves import GROUPS, full_side
from caravan_tui.games.ahldarahd.pieces import COLOURS, line_name
from caravan_tui.games.ahldarahd.state import MOST_LINES, MOST_OFFERS
from caravan_tui.games.ahldarahd.text.items import use_of, why_item
from caravan_tui.games.ahldarahd.text.titles import map_title, offer_title
from caravan_tui.games.ahldarahd.view import AhldarahdView, cards_held, other_party
from caravan_tui.games.contract import LINE, KeyName
from caravan_tui.i18n import _, _n


def why_line(line: int, view: AhldarahdView, names: Sequence[str]) -> str:
    """What a thing that an offer may name is good for to who writes it, and whether the other
    player has it, as far as that is known."""
    trade = view["trade"]
    assert trade is not None
    seat = view["to_act"]
    other = other_party(trade, seat)
    kind, item = line & KIND, line & PAYLOAD
    if kind == GIVE_GOLD:
        text = _("You have {gold} gold. Left and Right set how much you give.")
        return text.format(gold=view["gold"][seat])
    if kind == WANT_GOLD:
        text = _("{name} has {gold} gold. Left and Right set how much you want.")
        return text.format(name=names[other], gold=view["gold"][other])
    if item >= CITIES:
        return use_of(item, view, seat)
    use = why_item(item, view, seat)
    if kind != WANT_ITEM:
        return use
    least, most = cards_held(view, other)[item]
    if not most:
        return _why_lacking(other, view, names)
    has = _("{name} has it.") if least else _("{name} may lack it.")
    longer = f"{use} {has.format(name=names[other])}"
    return longer if len(longer) <= LINE else use


def _why_lacking(seat: int, view: AhldarahdView, names: Sequence[str]) -> str:
    """Why a player cannot hold a card."""
    name, colour = names[seat], map_title(COLOURS[seat])
    if view["hands"][seat] == sum(view["known"][seat]):
        return _("{name} can't have it: you know each of their cards.").format(name=name)
    text = _("{name} can't have it: any hidden card is {colour}, and the {colour} one was seen.")
    words = text.format(name=name, colour=colour)
    if len(words) <= LINE:
        return words
    text = _("{name} can't have it: the {colour} one was seen elsewhere.")
    return text.format(name=name, colour=colour)


def withdrawn_words(is_counter: bool) -> str:
    """What is left after an offer was withdrawn that nobody has seen."""
    if is_counter:
        return _("Your counter-offer is withdrawn. Answer the offer, or counter it again.")
    return _("Your offer is withdrawn: nothing was sent, and it doesn't count.")


def costly_withdrawal(key: KeyName) -> str:
    """What withdrawing costs where it cannot be taken back, and how to do it all the same."""
    text = _("You can't undo it here: it uses up one of {count} offers. {key} again to withdraw.")
    return text.format(count=MOST_OFFERS, key=key("ahldarahd.withdraw"))


def bare_words(key: KeyName) -> str:
    """What an offer asks for that gives nothing, and how to send it all the same."""
    text = _("You give nothing for it. {key} or a click on Send sends it all the same.")
    return text.format(key=key("ahldarahd.yes"))


def why_not_line(
    view: AhldarahdView, group: str, names: Sequence[str], lines: Sequence[int]
) -> str:
    """Why a thing cannot be added to an offer of these lines."""
    if sum(GROUPS[line & KIND] == group for line in lines) >= MOST_LINES:
        return full_side(group)
    trade = view["trade"]
    assert trade is not None
    other = other_party(trade, view["to_act"])
    cards = view["hands"][other]
    text = _n("{name} has only {count} card.", "{name} has only {count} cards.", cards)
    return text.format(name=names[other], count=cards)


def offer_words(view: AhldarahdView, lines: Sequence[int]) -> str:
    """What an offer that is being written names so far; empty: nothing."""
    if not lines:
        return ""
    city_map = from_plain(view["custom"])
    offer = offer_title([line_name(city_map, line) for line in lines], is_short=True)
    text = _("You offer {offer}.").format(offer=offer)
    return text if len(text) <= LINE else offer
