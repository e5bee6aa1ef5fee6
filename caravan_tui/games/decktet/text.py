"""Plays and events in notation and in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from caravan_tui.games.contract import Event, View
from caravan_tui.games.decktet.actions import (
    ACE,
    BANDIT,
    CARDS,
    CROWN,
    DEAL_KIND,
    LEADS_KIND,
    MARKET_KIND,
    MIXED_PAIR,
    PASS,
    PASS_KIND,
    bandit,
    caravan,
    kind_of,
    list_caravans,
    rank_of,
)
from caravan_tui.games.decktet.cards import (
    CARD_OF_CODE,
    CODES,
    CROWNS,
    HIGH,
    LOW,
    NUMBERS,
    RANKS,
    SUITS,
    WILDS,
    card_name,
    cards_of,
    suit_name,
)
from caravan_tui.words import _, _n


def order(action: int) -> list[tuple[int, int]]:
    """The row of a caravan: (card, the rank that it stands for), by rising rank.

    Of the orders in which its Aces and Crowns may stand, the one whose notation comes first as
    plain text. All orders have their Aces and Crowns at the same ranks and all their codes are of
    one length, so trying the codes in order finds it.
    """
    mask, length, top = action & CARDS, kind_of(action), rank_of(action)
    at_rank = {RANKS[card]: card for card in cards_of(mask & NUMBERS)}
    row: list[tuple[int, int]] = []
    _fill(
        row, top - length + 1, top, at_rank, sorted(cards_of(mask & WILDS), key=CODES.__getitem__)
    )
    return row


def _fill(
    row: list[tuple[int, int]], rank: int, top: int, at_rank: dict[int, int], wilds: list[int]
) -> bool:
    """Complete a row from a rank upwards; whether it can be done."""
    if rank > top:
        return True
    suits = SUITS[row[-1][0]] if row else -1
    for card in [at_rank[rank]] if rank in at_rank else wilds:
        if suits & SUITS[card]:
            row.append((card, rank))
            if _fill(row, rank + 1, top, at_rank, [wild for wild in wilds if wild != card]):
                return True
            row.pop()
    return False


def notation(action: int) -> str:
    """An action as the rules page writes it: `4YK-AK=5-6LK`, `AM+CS`, `pass`, `deal 0 AM`."""
    kind = kind_of(action)
    if kind < BANDIT:
        return "-".join(
            CODES[card] if RANKS[card] else f"{CODES[card]}={rank}" for card, rank in order(action)
        )
    if kind == BANDIT:
        return "+".join(CODES[card] for card in cards_of(action & CARDS))
    if kind == PASS_KIND:
        return "pass"
    if kind == LEADS_KIND:
        return f"leads {action & CARDS}"
    code = CODES[(action & CARDS).bit_length() - 1]
    return f"market {code}" if kind == MARKET_KIND else f"deal {kind - DEAL_KIND} {code}"


def parse(typed: str, legal: Sequence[int]) -> int | None:
    """The legal action that a text means, in any valid order of the cards, or None."""
    text = " ".join(typed.split()).upper()
    if text == "PASS":
        action: int | None = PASS
    elif " " in text:
        return next((option for option in legal if notation(option).upper() == text), None)
    elif "+" in text or (text in CARD_OF_CODE and not RANKS[CARD_OF_CODE[text]]):
        action = _read_bandit(text.split("+"))
    else:
        action = _read_caravan(text.split("-"))
    return action if action in legal else None


def _read_bandit(codes: list[str]) -> int | None:
    mask = 0
    for code in codes:
        card = CARD_OF_CODE.get(code.strip())
        if card is None or mask >> card & 1:
            return None
        mask |= 1 << card
    return bandit(mask)


def _read_caravan(tokens: list[str]) -> int | None:
    """The action of a row as it is written, None if the row itself is not a valid one."""
    mask, before, suits = 0, 0, -1
    for token in tokens:
        code, _equals, stands_for = token.strip().partition("=")
        card = CARD_OF_CODE.get(code)
        if card is None or mask >> card & 1:
            return None
        if RANKS[card]:
            rank = RANKS[card]
            if stands_for and stands_for != str(rank):
                return None
        elif len(stands_for) == 1 and stands_for in "23456789":
            rank = int(stands_for)
        else:
            return None
        if (before and rank != before + 1) or not suits & SUITS[card]:
            return None
        mask |= 1 << card
        before, suits = rank, SUITS[card]
    return caravan(mask, before) if mask & NUMBERS else None


def _count_word(count: int) -> str:
    words = _("no one two three four five six seven eight").split()
    return words[count] if count < len(words) else str(count)


def play_words(action: int) -> str:
    """What a play is: 'caravan of three, rank 6', 'bandit: the Ace of Moons', 'pass'."""
    kind, cards = kind_of(action), cards_of(action & CARDS)
    if kind < BANDIT:
        text = _("caravan of {count}, rank {rank}")
        return text.format(count=_count_word(kind), rank=rank_of(action))
    if kind == PASS_KIND:
        return _("pass")
    strength = rank_of(action)
    if strength in (ACE, CROWN):
        return _("bandit: {card}").format(card=card_name(cards[0]))
    if strength == MIXED_PAIR:
        text = _("bandit: {ace} with {crown}")
        return text.format(ace=card_name(cards[0]), crown=card_name(cards[1]))
    text = _("bandit: Ace and Crown of {suit}")
    return text.format(suit=suit_name(SUITS[cards[0]].bit_length() - 1))


def describe(action: int) -> str:
    """An action in words, without its subject."""
    kind = kind_of(action)
    if kind <= BANDIT:
        return _("plays a {play}").format(play=play_words(action))
    if kind == PASS_KIND:
        return _("passes")
    if kind == LEADS_KIND:
        return _("seat {seat} leads").format(seat=action & CARDS)
    card = card_name((action & CARDS).bit_length() - 1)
    if kind == MARKET_KIND:
        return _("turns up {card}").format(card=card)
    return _("deals {card} to seat {seat}").format(card=card, seat=kind - DEAL_KIND)


def why_no_play(mask: int, seen: View) -> str:
    """Why the seat to act may not play these cards, in a sentence.

    For cards that are not among the legal plays; empty for none.
    """
    if not mask:
        return ""
    as_bandit = bandit(mask)
    if as_bandit:
        return _why_no_bandit(seen)
    if not mask & NUMBERS:
        return _("A bandit is an Ace, a Crown, or one of each: these are too many")
    whole = [play for play in list_caravans(mask) if play & CARDS == mask]
    if not whole:
        return _why_no_caravan(mask)
    last = seen["plays"][-1] if seen["plays"] else 0
    if kind_of(last) == BANDIT:
        return _("Only a stronger bandit beats a bandit")
    length = kind_of(last)
    if mask.bit_count() != length:
        text = _n("It takes {count} card to beat it", "It takes {count} cards to beat it", length)
        return text.format(count=length)
    text = _("Too low: rank {rank}, and it takes more than {last}")
    return text.format(rank=rank_of(whole[-1]), last=rank_of(last))


def _why_no_bandit(seen: View) -> str:
    if not seen["plays"]:
        return _("A bandit may not open a season")
    return _("That bandit is too weak")


def _why_no_caravan(mask: int) -> str:
    """What keeps these cards from being a caravan at all."""
    numbers = cards_of(mask & NUMBERS)
    ranks = [RANKS[card] for card in numbers]
    for lower, upper in pairwise(ranks):
        if lower == upper:
            return _("Two cards of rank {rank} cannot stand in one caravan").format(rank=lower)
    if mask.bit_count() > HIGH - LOW + 1:
        return _("A caravan has at most eight cards, one of each rank")
    wilds = (mask & WILDS).bit_count()
    gaps = ranks[-1] - ranks[0] + 1 - len(ranks)
    if gaps > wilds:
        text = _n(
            "{count} rank is missing between {low} and {high}",
            "{count} ranks are missing between {low} and {high}",
            gaps - wilds,
        )
        return text.format(count=gaps - wilds, low=ranks[0], high=ranks[-1])
    for lower, upper in pairwise(numbers):
        if RANKS[lower] + 1 == RANKS[upper] and not SUITS[lower] & SUITS[upper]:
            text = _("{lower} and {upper} share no suit")
            return text.format(lower=CODES[lower], upper=CODES[upper])
    return _("In no order does each card share a suit with the next")


def narrate(event: Event, names: Sequence[str]) -> str | None:
    """A line of the log, None for an event that is not worth one."""
    kind = event[0]
    if kind in ("play", "pass", "out", "season", "cannot_lead", "nobody_leads"):
        return _narrate_play(event, names)
    if kind == "hand":
        text = _("Hand {number}: {name} leads.")
        return text.format(number=event[1], name=names[event[2]])
    if kind == "leads":
        return _("{name} leads the first hand.").format(name=names[event[1]])
    if kind == "market":
        return market_words(event[1])
    if kind == "aside":
        text = _("{card} is put aside: its suit is in the market already.")
        return _capital(text.format(card=card_name(event[1])))
    if kind == "hand_over":
        return _narrate_hand(event, names)
    return None


def market_words(card: int) -> str:
    """What a card in the market means, in a sentence."""
    suit = suit_name(SUITS[card].bit_length() - 1)
    if 1 << card & CROWNS:
        text = _("{card} in the market: {suit} pay 1 a card.")
    else:
        text = _("{card} in the market: {suit} cost 1 a card.")
    return _capital(text.format(card=card_name(card), suit=suit))


def _narrate_play(event: Event, names: Sequence[str]) -> str:
    kind = event[0]
    if kind == "play":
        _kind, seat, action, left = event
        text = _n(
            "{name} plays a {play}: {cards}. {left} card left.",
            "{name} plays a {play}: {cards}. {left} cards left.",
            left,
        )
        cards = notation(action)
        return text.format(name=names[seat], play=short_words(action), cards=cards, left=left)
    if kind == "pass":
        return _("{name} passes.").format(name=names[event[1]])
    if kind == "out":
        return _("{name} goes out!").format(name=names[event[1]])
    if kind == "cannot_lead":
        text = _("{name} holds only Aces and Crowns and cannot lead.")
        return text.format(name=names[event[1]])
    if kind == "nobody_leads":
        return _("Nobody can lead: the hand ends.")
    _kind, winner, cards, points, by_bandit = event
    count = cards.bit_count()
    if by_bandit:
        text = _n(
            "The bandit drives {count} card to {name}, worth {points}.",
            "The bandit drives {count} cards to {name}, worth {points}.",
            count,
        )
    else:
        text = _n(
            "{name} collects {count} card, worth {points}.",
            "{name} collects {count} cards, worth {points}.",
            count,
        )
    return text.format(name=names[winner], count=count, points=signed(points))


def short_words(action: int) -> str:
    """What a play is, without naming its cards: 'caravan of three, rank 6', 'bandit'."""
    return _("bandit") if kind_of(action) == BANDIT else play_words(action)


def _narrate_hand(event: Event, names: Sequence[str]) -> str:
    _kind, number, _out, _taken, _left, points, totals = event
    text = _("Hand {number} is over: {first} {first_points}, {second} {second_points}. ")
    text = text + _("Totals: {first_total} to {second_total}.")
    return text.format(
        number=number,
        first=names[0],
        first_points=signed(points[0]),
        second=names[1],
        second_points=signed(points[1]),
        first_total=totals[0],
        second_total=totals[1],
    )


def signed(points: int) -> str:
    """Points with their sign: '+3', '-2', '0'."""
    return f"{points:+d}" if points else "0"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def selection_words(mask: int, legal: Sequence[int], seen: View) -> tuple[str, list[int]]:
    """What a set of chosen cards is, and the legal plays that it makes, low ranks first.

    The words say why it is no play where it makes none; with several readings they name all.
    """
    plays = [action for action in legal if kind_of(action) <= BANDIT and action & CARDS == mask]
    if not plays:
        return why_no_play(mask, seen), []
    if len(plays) == 1:
        return play_words(plays[0]), plays
    text = _("caravan of {count}, rank {ranks}")
    either = _(" or ").join(str(rank_of(play)) for play in plays)
    return text.format(count=_count_word(kind_of(plays[0])), ranks=either), plays
