"""Where the points of Caravan (Decktet) come from, and each hand counted line by line."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import OVER, Event
from caravan_tui.games.decktet.events import WentOut
from caravan_tui.games.decktet.pieces import OF_SUIT, SUITS, suit_name, worth
from caravan_tui.games.decktet.rules import GOING_OUT
from caravan_tui.games.decktet.view import DecktetView, ResultView
from caravan_tui.games.kit.bitsets import mask_of
from caravan_tui.games.scoring import Count, CountLine
from caravan_tui.i18n import _, _n


def sources(view: DecktetView) -> Sequence[CountLine]:
    out, left, won = [0, 0], [0, 0], [0, 0]
    for hand in view["results"]:
        market = mask_of(hand["market"])
        for seat in (0, 1):
            won[seat] += worth(hand["taken"][seat], market)
        seat = hand["out"]
        if seat >= 0:
            out[seat] += GOING_OUT
            left[seat] += hand["left"][1 - seat].bit_count()
    return (
        CountLine(_("out first"), out, [_times(points // GOING_OUT, GOING_OUT) for points in out]),
        CountLine(_("rival's cards"), left),
        CountLine(_("cards won"), won),
    )


def running(view: DecktetView) -> Sequence[int]:
    """What the cards won in the hand that is played would count now."""
    if len(view["results"]) >= view["round"]:
        return [0, 0]  # it is counted
    market = mask_of(view["market"])
    return [worth(taken, market) for taken in view["taken"]]


def _times(count: int, each: int) -> str:
    return f"{count} × {each}" if count else ""


def counts(events: Sequence[Event], view: DecktetView, names: Sequence[str]) -> Sequence[Count]:
    totals = [0, 0]
    counted = []
    for number, hand in enumerate(view["results"], 1):
        totals = [total + points for total, points in zip(totals, hand["points"], strict=True)]
        out = hand["out"]
        if out >= 0:
            title = _("Hand {number}: {name} went out first").format(number=number, name=names[out])
        else:
            title = _("Hand {number}: nobody could lead").format(number=number)
        after = (CountLine(_("All hands so far"), tuple(totals)),)
        counted.append(Count(title, _hand_lines(hand), _("This hand"), after))
    return counted


def _hand_lines(hand: ResultView) -> Sequence[CountLine]:
    """What a hand brought: going out, the cards that the other held, each suit of the market."""
    lines = []
    out = hand["out"]
    if out >= 0:
        held = hand["left"][1 - out].bit_count()
        is_out = [seat == out for seat in (0, 1)]
        lines = [
            CountLine(_("Out first"), [GOING_OUT if mine else None for mine in is_out]),
            CountLine(
                # D-5: who answered with the last card held one until then
                _("Cards the other still held") if held else _("The other's last card was played"),
                [held if mine else None for mine in is_out],
                [cards_words(held) if mine else "" for mine in is_out],
            ),
        ]
    for card in hand["market"]:
        suit = SUITS[card].bit_length() - 1
        worth_each = worth(OF_SUIT[suit], 1 << card) // OF_SUIT[suit].bit_count()
        won = [(taken & OF_SUIT[suit]).bit_count() for taken in hand["taken"]]
        if worth_each > 0:
            title = _("{suit} won (+1 each)").format(suit=suit_name(suit))
        else:
            title = _("{suit} won (-1 each)").format(suit=suit_name(suit))
        points = [worth_each * count for count in won]
        lines.append(CountLine(title, points, [cards_words(count) for count in won]))
    return lines


def cards_words(count: int) -> str:
    """A number of cards; nothing for none."""
    if not count:
        return ""
    return _n("{count} card", "{count} cards", count).format(count=count)


def ending(events: Sequence[Event], view: DecktetView, names: Sequence[str]) -> str:
    if view["to_act"] != OVER:
        return ""
    hands = len(view["results"])
    if hands > 1:
        return _("All {count} hands have been played.").format(count=hands)
    out = next((event.seat for event in events if isinstance(event, WentOut)), None)
    return "" if out is None else _("{name} went out first.").format(name=names[out])
