"""Actions and events in notation and in words."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import EndNotice, Event, seat_name
from caravan_tui.games.decktet import events
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
    rank_of,
)
from caravan_tui.games.decktet.pieces import (
    CARD_OF_CODE,
    CODES,
    CROWNS,
    NUMBERS,
    RANKS,
    SUITS,
    WILDS,
    card_name,
    suit_name,
)
from caravan_tui.games.decktet.state import PLAY_STEP
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.kit.bitsets import members
from caravan_tui.i18n import _, _n, capital, later

LONGEST_LABEL = 14
"""Columns of the notice in the top line from which it names nobody: the keys stay beside it."""

RICH_SEASON = 4
"""Points of a season that others notice."""


def order(action: int) -> list[tuple[int, int]]:
    """The row of a caravan as (card, the rank that it stands for), by rising rank.

    Of the possible orders of its Aces and Crowns, the one whose notation sorts first. All orders
    have their Aces and Crowns at the same ranks and all codes have the same length, so trying the
    codes in order finds it.
    """
    mask, length, top = action & CARDS, kind_of(action), rank_of(action)
    at_rank = {RANKS[card]: card for card in members(mask & NUMBERS)}
    row: list[tuple[int, int]] = []
    _fill(row, top - length + 1, top, at_rank, sorted(members(mask & WILDS), key=CODES.__getitem__))
    return row


def _fill(
    row: list[tuple[int, int]], rank: int, top: int, at_rank: dict[int, int], wilds: list[int]
) -> bool:
    """Complete a row from a rank upwards. Whether that is possible."""
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


THEMES = {
    "Played": later("Playing cards"),
    "Passed": later("Passing"),
}
"""What problems are about, by the event that their answer begins with."""


def notation(action: int, view: DecktetView) -> str:
    return notation_of(action)


def notation_of(action: int) -> str:
    """The notation of an action: `4YK-AK=5-6LK`, `AM+CS`, `pass`, `deal 0 AM`."""
    kind = kind_of(action)
    if kind < BANDIT:
        return "-".join(
            CODES[card] if RANKS[card] else f"{CODES[card]}={rank}" for card, rank in order(action)
        )
    if kind == BANDIT:
        return "+".join(CODES[card] for card in members(action & CARDS))
    if kind == PASS_KIND:
        return "pass"
    if kind == LEADS_KIND:
        return f"leads {action & CARDS}"
    code = CODES[(action & CARDS).bit_length() - 1]
    return f"market {code}" if kind == MARKET_KIND else f"deal {kind - DEAL_KIND} {code}"


def parse(text: str, legal: Sequence[int], view: DecktetView) -> int | None:
    """The legal action that a text stands for, with its cards in any valid order, or None."""
    typed = " ".join(text.split()).upper()
    if typed == "PASS":
        action: int | None = PASS
    elif " " in typed:
        return next((option for option in legal if notation_of(option).upper() == typed), None)
    elif "+" in typed or (typed in CARD_OF_CODE and not RANKS[CARD_OF_CODE[typed]]):
        action = _read_bandit(typed.split("+"))
    else:
        action = _read_caravan(typed.split("-"))
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
    """The action of a row as written, None if the row is not valid."""
    mask, previous, suits = 0, 0, -1
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
        if (previous and rank != previous + 1) or not suits & SUITS[card]:
            return None
        mask |= 1 << card
        previous, suits = rank, SUITS[card]
    return caravan(mask, previous) if mask & NUMBERS else None


def season_mask(plays: Sequence[int]) -> int:
    """The cards of the plays of a season as a mask."""
    cards = 0
    for play in plays:
        cards |= play & CARDS
    return cards


def count_word(count: int) -> str:
    """A number of cards in words."""
    words = _("no one two three four five six seven eight").split()
    return words[count] if count < len(words) else str(count)


def play_words(action: int) -> str:
    """A play in words: 'caravan of three, rank 6', 'bandit: the Ace of Moons', 'pass'."""
    kind, cards = kind_of(action), members(action & CARDS)
    if kind < BANDIT:
        text = _("caravan of {count}, rank {rank}")
        return text.format(count=count_word(kind), rank=rank_of(action))
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


def short_play_words(action: int) -> str:
    """The kind of a play in a word or two, beside its cards, which have its ranks: 'one card',
    'three in a row', 'bandit'."""
    if kind_of(action) == 1:
        return _("one card")
    if kind_of(action) < BANDIT:
        return _("{count} in a row").format(count=count_word(kind_of(action)))
    return _("bandit") if rank_of(action) in (ACE, CROWN) else _("bandit of Ace and Crown")


def won_words(count: int, points: int) -> str:
    """Cards won and what they are worth: '8 cards won: +3'."""
    if not count:
        return _("no cards won")
    words = _n("{count} card won: {points}", "{count} cards won: {points}", count)
    return words.format(count=count, points=signed(points))


def describe(action: int, view: DecktetView, names: Sequence[str] = ()) -> str:
    kind = kind_of(action)
    if kind <= BANDIT:
        # cards first: they are what is left where there is little room
        return _("{cards}: {play}").format(cards=notation_of(action), play=short_play_words(action))
    if kind == PASS_KIND:
        return _("passes")
    if kind == LEADS_KIND:
        return _("{name} leads").format(name=seat_name(action & CARDS, names))
    card = card_name((action & CARDS).bit_length() - 1)
    if kind == MARKET_KIND:
        return _("turns up {card}").format(card=card)
    name = seat_name(kind - DEAL_KIND, names)
    return _("deals {card} to {name}").format(card=card, name=name)


def does(action: int, view: DecktetView, names: Sequence[str] = ()) -> str:
    """What its player does, with a verb also for cards that are played."""
    words = describe(action, view, names)
    return _("plays {cards}").format(cards=words) if kind_of(action) <= BANDIT else words


def abstains(action: int, view: DecktetView) -> bool:
    """Whether an action is a pass."""
    return kind_of(action) == PASS_KIND


def kind_of_move(action: int, view: DecktetView) -> str:
    """What sort of decision an action is: which play, or a pass; a lead is a decision of its
    own."""
    if not view["plays"]:
        return later("leading")
    if kind_of(action) == PASS_KIND:
        return later("passing")
    return later("playing bandits") if kind_of(action) == BANDIT else later("beating caravans")


def opening(turn: Sequence[tuple[int, DecktetView]]) -> str:
    """What is led, or what answers the lead."""
    action, view = turn[0]
    if kind_of(action) == PASS_KIND:
        return _("passes at first")
    words = _("answers: {play}") if view["plays"] else _("leads: {play}")
    return words.format(play=short_play_words(action))


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.Played(player, play, left):
            text = _n(
                "{name} plays a {play}: {cards}. {left} card left.",
                "{name} plays a {play}: {cards}. {left} cards left.",
                left,
            )
            words, cards = short_words(play), notation_of(play)
            return text.format(name=names[player], play=words, cards=cards, left=left)
        case events.Passed(player):
            return _("{name} passes.").format(name=names[player])
        case events.WentOut(player):
            return _("{name} goes out!").format(name=names[player])
        case events.SeasonEnded():
            return season_words(event, names)
        case events.LeaderSkipped(player):
            text = _("{name} has only Aces and Crowns and can't lead.")
            return text.format(name=names[player])
        case events.NobodyLeads():
            return _("Nobody can lead: the hand ends.")
        case events.HandStarted(number, leader):
            return _("Hand {number}: {name} leads.").format(number=number, name=names[leader])
        case events.FirstLeader(player):
            return _("{name} leads the first hand.").format(name=names[player])
        case events.MarketCard(card):
            return market_words(card)
        case events.PutAside(card):
            text = _("{card} is put aside: its suit is already in the market.")
            return capital(text.format(card=card_name(card)))
        case events.HandEnded(number, points=points, totals=totals):
            text = _(
                "Hand {number} is over: {first} {first_points}, {second} {second_points}. "
                "Totals: {first_total} to {second_total}."
            )
            return text.format(
                number=number,
                first=names[0],
                first_points=signed(points[0]),
                second=names[1],
                second_points=signed(points[1]),
                first_total=totals[0],
                second_total=totals[1],
            )
    return None


def shorten(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    match event:
        case events.Played(_, play):
            cards = notation_of(play).replace("-", " ")  # a long caravan breaks between cards
            return _("{play}: {cards}").format(play=short_words(play), cards=cards)
        case events.Passed():
            return _("passes")
        case events.WentOut():
            return _("goes out")
        case events.SeasonEnded(cards=cards, by_bandit=True):
            count = cards.bit_count()
            text = _n(
                "gets {count} card (a bandit was last)",
                "gets {count} cards (a bandit was last)",
                count,
            )
            return text.format(count=count)
        case events.SeasonEnded(cards=cards):
            count = cards.bit_count()
            text = _n("collects {count} card", "collects {count} cards", count)
            return text.format(count=count)
        case events.HandStarted(number, leader):
            text = _("hand {number}: {name} leads")
            return text.format(number=number, name=names[leader])
        case events.FirstLeader():
            return None
        case events.LeaderSkipped():
            return _("has only Aces and Crowns")
        case events.MarketCard(card):
            suit = suit_name(SUITS[card].bit_length() - 1)
            paid = _("{suit} pay 1 per card")
            return (paid if 1 << card & CROWNS else _("{suit} cost 1 per card")).format(suit=suit)
    sentence = narrate(event, names, seat)
    return sentence.removesuffix(".") if sentence else None


def gains(event: Event) -> list[tuple[int, str]]:
    """What the cards of a season are worth, and what a hand brought."""
    match event:
        case events.SeasonEnded(winner, points=points):
            return [(winner, f"{points:+d}" if points else "0")]
        case events.HandEnded(points=points):
            return [(player, signed(value)) for player, value in enumerate(points)]
    return []


def closes(event: Event) -> bool:
    return isinstance(event, events.SeasonEnded | events.HandEnded)


FEW_CARDS = 3
"""Cards in a hand from which on the end of the hand is announced."""


def near_end(view: DecktetView, names: Sequence[str]) -> EndNotice | None:
    """The last hand, and a hand that somebody may soon empty."""
    left = [wilds + numbers for wilds, numbers in zip(view["wilds"], view["numbers"], strict=True)]
    hands = view["options"]["hands"]
    # that an only hand is the last one is no news before somebody is out
    is_last = view["round"] == hands and (hands != 1 or view["out"] >= 0)
    fewest = left.index(min(left))
    if view["step"] == PLAY_STEP and view["out"] < 0 and left[fewest] <= FEW_CARDS:
        words = _n(
            "{name} has {count} card left. Going out ends the hand.",
            "{name} has {count} cards left. Going out ends the hand.",
            left[fewest],
        ).format(name=names[fewest], count=left[fewest])
        if is_last:
            words = _("Last hand.") + " " + words
        label = _("{name}: {count} left").format(name=names[fewest], count=left[fewest])
        if len(label) > LONGEST_LABEL:
            label = _n("{count} card left", "{count} cards left", left[fewest])
            label = label.format(count=left[fewest])
        return EndNotice(_("last hand") if is_last else label, words)
    if is_last:
        return EndNotice(_("last hand"), _("This is the last hand of the match."))
    return None


def season_words(season: events.SeasonEnded, names: Sequence[str]) -> str:
    """How a season ended, as a sentence."""
    count = season.cards.bit_count()
    if season.by_bandit:
        text = _n(
            "A bandit was last, so {name} gets {count} card, worth {points}.",
            "A bandit was last, so {name} gets {count} cards, worth {points}.",
            count,
        )
    else:
        text = _n(
            "{name} collects {count} card, worth {points}.",
            "{name} collects {count} cards, worth {points}.",
            count,
        )
    return text.format(name=names[season.winner], count=count, points=signed(season.points))


def records(event: Event) -> list[tuple[int, str, float]]:
    """The length of a caravan of several cards, the worth of a season, what a bandit cost the other
    seat, the points of a hand."""
    match event:
        case events.Played(player, play) if 1 < kind_of(play) != BANDIT:
            return [(player, later("longest caravan"), kind_of(play))]
        case events.SeasonEnded(winner=winner, points=value, by_bandit=True) if value < 0:
            return [
                (winner, later("best season"), value),
                (1 - winner, later("costliest bandit"), -value),
            ]
        case events.SeasonEnded(winner=winner, points=value):
            return [(winner, later("best season"), value)]
        case events.HandEnded(points=points):
            return [(seat, later("highest hand"), value) for seat, value in enumerate(points)]
    return []


def triumphs(event: Event) -> list[int]:
    """Going out, and a season that is worth much."""
    match event:
        case events.WentOut(player):
            return [player]
        case events.SeasonEnded(winner=winner, points=value) if value >= RICH_SEASON:
            return [winner]
    return []


def market_words(card: int) -> str:
    """What a card in the market means, as a sentence."""
    suit = suit_name(SUITS[card].bit_length() - 1)
    if 1 << card & CROWNS:
        text = _("{card} in the market: {suit} pay 1 per card.")
    else:
        text = _("{card} in the market: {suit} cost 1 per card.")
    return capital(text.format(card=card_name(card), suit=suit))


def short_words(action: int) -> str:
    """A play in words without its cards: 'caravan of three, rank 6', 'bandit'."""
    return _("bandit") if kind_of(action) == BANDIT else play_words(action)


def signed(points: int) -> str:
    """Points with their sign: '+3', '-2', '0'."""
    return f"{points:+d}" if points else "0"
