"""Where the cards on the table of Dice Village lie, each round's coins, and what breaks ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import define, field

from caravan_tui.games.contract import OVER, Event
from caravan_tui.games.dice_village import events as happened
from caravan_tui.games.dice_village.custom import from_plain
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH, village_title
from caravan_tui.games.dice_village.rules import LAST_ROUND_CARDS, PRICE, REROLL_PRICE, TURN_PRICE
from caravan_tui.games.dice_village.state import FIRST_FAVOURS
from caravan_tui.games.dice_village.view import DiceVillageView, VillageView
from caravan_tui.games.scoring import Count, CountLine
from caravan_tui.i18n import _

COLOURS: Final = ("adobe-1", "oasis", "palm")
"""Of the villages: neither that of coins nor that of favours, which are no points."""


def sources(view: DiceVillageView) -> Sequence[CountLine]:
    names = from_plain(view["custom"]).village_names
    return [
        CountLine(
            _("village {name}").format(name=village_title(names[nth])),
            [_cards(person["villages"][nth]) for person in view["people"]],
            colour=COLOURS[nth],
        )
        for nth in range(VILLAGES_EACH)
    ]


def _cards(village: VillageView) -> int:
    """The cards of a village: its own and its merchants."""
    return 1 + len(village["left"]) + len(village["right"])


def tie_breaks(view: DiceVillageView) -> Sequence[CountLine]:
    return (
        CountLine(_("coins"), [person["coins"] for person in view["people"]]),
        CountLine(_("favours"), [person["favours"] for person in view["people"]]),
    )


def ending(events: Sequence[Event], view: DiceVillageView, names: Sequence[str]) -> str:
    if view["to_act"] != OVER:
        return ""
    ninth = next((event.seat for event in events if isinstance(event, happened.NinthCard)), None)
    if ninth is not None:
        text = _("{name} laid the ninth card in round {number}, which made it the last.")
        return text.format(name=names[ninth], number=view["round"])
    if max(view["scores"]) >= LAST_ROUND_CARDS:
        return _("Nine cards on the table made round {number} the last.").format(
            number=view["round"]
        )
    return _("Round {number} is the last of every match.").format(number=view["round"])


# The count of a round

FEW_COINS = 3
"""Coins that a seat earned in a round, at most, where nobody bought: little has happened."""


@define
class _Round:
    """What happened in a round, by seat."""

    number: int
    home: list[int]
    """Coins of sales at the seat's own villages."""
    visits: list[int]
    """Coins of sales at villages of others."""
    visitors: list[int]
    """Coins that visitors brought."""
    bought: list[int]
    """Merchants bought."""
    ninth: int = field(default=-1)
    """The seat that laid the ninth card, -1 none."""


def counts(events: Sequence[Event], view: DiceVillageView, names: Sequence[str]) -> Sequence[Count]:
    seats = range(view["seats"])
    coins, favours = [0 for _seat in seats], [FIRST_FAVOURS for _seat in seats]
    cards = [VILLAGES_EACH for _seat in seats]
    counted: list[Count] = []
    current: _Round | None = None

    def close() -> None:
        """Count the round that is over."""
        if current is not None:
            counted.append(_count(current, names, coins, favours, cards))

    for event in events:
        if isinstance(event, happened.RoundStarted):
            close()
            home, visits, visitors, bought = ([0 for _seat in seats] for _line in range(4))
            current = _Round(event.number, home, visits, visitors, bought)
        elif isinstance(event, happened.MatchEnded):
            close()
        elif current is not None:
            _add(event, current, coins, favours, cards)
    return counted


def _add(
    event: Event, current: _Round, coins: list[int], favours: list[int], cards: list[int]
) -> None:
    """Add what an event brings to its round, and to what the seats have."""
    match event:
        case happened.SoldAtHome(seat=seat, coins=earned, favours=gained):
            current.home[seat] += earned
            coins[seat] += earned
            favours[seat] += gained
        case happened.Visited(seat=seat, coins=earned):
            current.visits[seat] += earned
            coins[seat] += earned
        case happened.OwnerPaid(seat=seat, coins=earned, favours=gained):
            current.visitors[seat] += earned
            coins[seat] += earned
            favours[seat] += gained
        case happened.MerchantBought(seat=seat):
            current.bought[seat] += 1
            coins[seat] -= PRICE
        case happened.SoldAtMarket(seat=seat, goods=goods):
            favours[seat] += goods
        case happened.Rerolled(seat=seat):
            favours[seat] -= REROLL_PRICE
        case happened.DieTurned(seat=seat):
            favours[seat] -= TURN_PRICE
        case happened.MerchantAdded(seat=seat) | happened.MerchantPlaced(seat=seat):
            cards[seat] += 1
        case happened.NinthCard(seat=seat):
            current.ninth = seat


def _count(
    current: _Round,
    names: Sequence[str],
    coins: Sequence[int],
    favours: Sequence[int],
    cards: Sequence[int],
) -> Count:
    title = _("Round {number}").format(number=current.number)
    if current.ninth >= 0:
        title = _("Round {number}: {name} laid the ninth card").format(
            number=current.number, name=names[current.ninth]
        )
    details = [f"{number} × {PRICE}" if number else "" for number in current.bought]
    paid = [-PRICE * number for number in current.bought]
    lines = (
        CountLine(_("Sales at home"), current.home),
        CountLine(_("Sales on visits"), current.visits),
        CountLine(_("Earned from visitors"), current.visitors),
        CountLine(_("Merchants bought"), paid, details),
    )
    after = (
        CountLine(_("Coins in all"), tuple(coins)),
        CountLine(_("Favours in all"), tuple(favours)),
        CountLine(_("Cards on the table"), tuple(cards)),
    )
    moved = max(sum(line.of(seat) for line in lines) for seat in range(len(names)))
    is_brief = current.ninth < 0 and not any(current.bought) and moved <= FEW_COINS
    return Count(title, lines, _("Coins this round"), after, is_brief)
