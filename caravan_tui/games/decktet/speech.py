"""Caravan (Decktet) in sentences, for line mode: from views, never from a state."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import Region
from caravan_tui.games.decktet.actions import BANDIT, CARDS, PASS, kind_of
from caravan_tui.games.decktet.messages import why_no_play
from caravan_tui.games.decktet.pieces import (
    CARD_OF_CODE,
    CODES,
    NUMBERS,
    RANKS,
    SUITS,
    WILDS,
    card_name,
    suit_name,
    worth,
)
from caravan_tui.games.decktet.state import PLAY_STEP
from caravan_tui.games.decktet.text import (
    market_words,
    order,
    play_words,
    season_mask,
    short_words,
    signed,
)
from caravan_tui.games.decktet.view import DecktetView, unseen
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.games.kit.sentences import listed, sentence
from caravan_tui.i18n import _, _n


def regions(view: DecktetView, names: Sequence[str]) -> Sequence[Region]:
    me = view["seat"]
    parts = [
        Region("market", _("The market"), _market(view)),
        Region("season", _("This season"), _season(view, names)),
    ]
    if view["hand"] is not None and me is not None:
        parts.append(Region("hand", _("Your hand"), _hand(view["hand"]), me))
    parts += [
        Region(f"player {seat + 1}", name, _player(view, seat, name), seat)
        for seat, name in enumerate(names)
    ]
    if view["step"] == PLAY_STEP:
        hidden = unseen(view)
        words = _n(
            "{count} card that you have not seen: {cards}.",
            "{count} cards that you have not seen: {cards}.",
            hidden.bit_count(),
        ).format(count=hidden.bit_count(), cards=_codes(hidden))
        parts.append(Region("unseen", _("Cards not seen yet"), [words]))
    parts.append(Region("hands", _("Hands of the match"), _results(view, names)))
    return parts


def _codes(cards: int) -> str:
    """Cards by their codes, as they are typed."""
    return listed([CODES[card] for card in members(cards)], _("none"))


def card_words(card: int) -> str:
    """A card with its code first, as it is typed: `4YK, the Battle, rank 4, Wyrms and Knots`."""
    suits = listed([suit_name(suit) for suit in range(6) if SUITS[card] >> suit & 1])
    if not RANKS[card]:
        return f"{CODES[card]}, {card_name(card)}"
    text = _("{code}, {card}, rank {rank}, {suits}")
    return text.format(code=CODES[card], card=card_name(card), rank=RANKS[card], suits=suits)


def _market(view: DecktetView) -> list[str]:
    lines = [market_words(card) for card in view["market"]]
    if view["turned"] >= 0:
        text = _("{card} was turned up and put aside.")
        lines.append(sentence(text.format(card=card_name(view["turned"]))))
    return lines or [_("The market is not turned up yet.")]


def _season(view: DecktetView, names: Sequence[str]) -> list[str]:
    if view["step"] != PLAY_STEP:
        return [_("The cards are being dealt.")]
    leader, plays = view["leader"], view["plays"]
    lines = [
        _("Hand {number} of {count}. {name} leads this season.").format(
            number=view["round"], count=view["options"]["hands"], name=names[leader]
        )
    ]
    for number, play in enumerate(plays):
        text = _("{name} plays a {play}: {cards}.")
        name = names[(leader + number) % 2]
        lines.append(text.format(name=name, play=short_words(play), cards=_cards_of(play)))
    if plays:
        points = worth(season_mask(plays), mask_of(view["market"]))
        lines.append(
            _("The cards of this season are worth {points}.").format(points=signed(points))
        )
    else:
        lines.append(_("No cards are played yet."))
    if view["out"] >= 0:
        lines.append(_("{name} goes out!").format(name=names[view["out"]]))
    return lines


def _cards_of(play: int) -> str:
    """The cards of a play, Aces and Crowns with the rank that they stand for: `4YK, AK as 5`."""
    if kind_of(play) >= BANDIT:
        return listed([CODES[card] for card in members(play & CARDS)])
    text = _("{card} as {rank}")
    return listed(
        CODES[card] if RANKS[card] else text.format(card=CODES[card], rank=rank)
        for card, rank in order(play)
    )


def _hand(hand: int) -> list[str]:
    count = hand.bit_count()
    if not count:
        return [_("Your hand is empty.")]
    text = _n("You hold {count} card.", "You hold {count} cards.", count)
    cards = [*members(hand & NUMBERS), *members(hand & WILDS)]
    return [text.format(count=count), *(sentence(card_words(card)) for card in cards)]


def _player(view: DecktetView, seat: int, name: str) -> list[str]:
    wilds, numbers, taken = view["wilds"][seat], view["numbers"][seat], view["taken"][seat]
    held = _("{name} holds {count} cards: {numbers} number cards, {wilds} Aces and Crowns.")
    lines = [held.format(name=name, count=wilds + numbers, numbers=numbers, wilds=wilds)]
    if view["scores"][seat] or view["results"]:
        text = _("Total of the finished hands: {points}.")
        lines.append(text.format(points=f"{view['scores'][seat]:g}"))
    if taken:
        text = _n(
            "Collected in this hand: {count} card, worth {points}: {cards}.",
            "Collected in this hand: {count} cards, worth {points}: {cards}.",
            taken.bit_count(),
        )
        points = signed(worth(taken, mask_of(view["market"])))
        lines.append(text.format(count=taken.bit_count(), points=points, cards=_codes(taken)))
    played = view["played"][seat]
    if played:
        lines.append(_("Played in this hand: {cards}.").format(cards=_codes(played)))
    return lines


def _results(view: DecktetView, names: Sequence[str]) -> list[str]:
    text = _("Hand {number}: {first} {first_points}, {second} {second_points}.")
    lines = [
        text.format(
            number=number,
            first=names[0],
            first_points=signed(result["points"][0]),
            second=names[1],
            second_points=signed(result["points"][1]),
        )
        for number, result in enumerate(view["results"], 1)
    ]
    for number, result in enumerate(view["results"], 1):
        if result["out"] >= 0:
            out = _("In hand {number} {name} went out.")
            lines.append(out.format(number=number, name=names[result["out"]]))
    return lines or [_("No hand is finished yet.")]


def question(view: DecktetView, legal: Sequence[int], names: Sequence[str]) -> str:
    plays = view["plays"]
    if not plays:
        return _("You lead: play a caravan, such as 4YK, or 4YK-AK=5-6LK.")
    play = play_words(plays[-1])
    if view["out"] >= 0:
        name = names[view["out"]]
        if list(legal) == [PASS]:
            return _("{name} goes out ({play}). You can't beat it: pass.").format(
                name=name, play=play
            )
        return _("{name} goes out ({play}). Play once more, or pass.").format(name=name, play=play)
    if list(legal) == [PASS]:
        return _("You can't beat the {play}: pass.").format(play=play)
    return _("Beat the {play}, or pass.").format(play=play)


def why_not(entry: str, legal: Sequence[int], view: DecktetView, names: Sequence[str]) -> str:
    typed = entry.upper().replace("+", " ").replace("-", " ").replace(",", " ").split()
    codes = [word.partition("=")[0] for word in typed]
    if codes == ["PASS"]:
        return _("You lead this season, so you must play.") if not view["plays"] else ""
    if not codes or any(code not in CARD_OF_CODE for code in codes):
        return ""
    cards = mask_of(CARD_OF_CODE[code] for code in codes)
    lacking = cards & ~(view["hand"] or 0)
    if lacking:
        return _("You don't hold {cards}.").format(cards=_codes(lacking))
    if any(action & CARDS == cards for action in legal if action < PASS):
        return _("Write a caravan with its cards by rising rank and Aces and Crowns with the rank "
                 "that they stand for, such as 4YK-AK=5-6LK.")  # fmt: skip
    return why_no_play(cards, view)
