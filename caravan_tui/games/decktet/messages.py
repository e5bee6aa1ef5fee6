"""Texts below the board: the prompt, why cards are no play, and the result of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from caravan_tui.games.decktet.actions import (
    BANDIT,
    CARDS,
    PASS,
    bandit,
    kind_of,
    list_caravans,
    rank_of,
)
from caravan_tui.games.decktet.pieces import CODES, HIGH, LOW, NUMBERS, RANKS, SUITS, WILDS, worth
from caravan_tui.games.decktet.text import play_words, signed
from caravan_tui.games.decktet.view import DecktetView
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.i18n import _, _n, _p

LINE = 78
"""Columns of the line below the board at 80 × 24."""

KeyName = Callable[[str], str]
"""The key of a command, by its id, as the user reads it."""


def prompt(view: DecktetView, legal: Sequence[int], names: Sequence[str], key: KeyName) -> str:
    """What the acting seat is asked to do."""
    if not view["plays"]:
        text = _("You lead. Select a caravan and press {key}.")
        return text.format(key=key("decktet.play"))
    play, pass_key = play_words(view["plays"][-1]), key("decktet.pass")
    if view["out"] >= 0:
        return _last_chance(play, list(legal) == [PASS], names[view["out"]], pass_key)
    if list(legal) == [PASS]:
        text = _("You can't beat the {play}. {key}: pass")
    else:
        text = _("Beat the {play}, or press {key} to pass.")
    return text.format(play=play, key=pass_key)


def _last_chance(play: str, must_pass: bool, name: str, pass_key: str) -> str:
    """What the seat is asked whose opponent goes out; without the play where that is too long."""
    if must_pass:
        forms = [
            _("{name} goes out ({play}). You can't beat it: press {key} to pass."),
            _("{name} goes out. You can't beat it: press {key} to pass."),
        ]
    else:
        forms = [
            _("{name} goes out ({play}). Play once more or press {key} to pass."),
            _("{name} goes out. Play once more or press {key} to pass."),
        ]
    texts = [form.format(name=name, play=play, key=pass_key) for form in forms]
    return texts[0] if len(texts[0]) <= LINE else texts[1]


def rule(view: DecktetView) -> str:
    """The heading of RULES.md that fits the moment."""
    if view["out"] >= 0:
        return "Going out"
    if not view["plays"]:
        return "Caravans"
    return "Bandits" if kind_of(view["plays"][-1]) == BANDIT else "A season"


def part_words(mask: int, view: DecktetView, next_key: str) -> str:
    """How many cards are selected of a play that has them all and more."""
    chosen = mask.bit_count()
    last = view["plays"][-1] if view["plays"] else 0
    length = kind_of(last) if last else BANDIT
    if length != BANDIT and chosen < length:
        text = _("{chosen} of {count} cards selected · {key} completes the play")
        return text.format(chosen=chosen, count=length, key=next_key)
    text = _n(
        "{count} card selected · {key} completes the play",
        "{count} cards selected · {key} completes the play",
        chosen,
    )
    return text.format(count=chosen, key=next_key)


def why_no_play(mask: int, view: DecktetView) -> str:
    """Why the seat to act may not play these cards; empty for no cards.

    They must not be the cards of a legal play.
    """
    if not mask:
        return ""
    if bandit(mask):
        return _why_no_bandit(view)
    if not mask & NUMBERS:
        return _("A bandit is one Ace, one Crown, or one of each.")
    caravans = [play for play in list_caravans(mask) if play & CARDS == mask]
    if not caravans:
        return _why_no_caravan(mask)
    last = view["plays"][-1] if view["plays"] else 0
    if kind_of(last) == BANDIT:
        return _("Only a stronger bandit beats a bandit.")
    length = kind_of(last)
    if mask.bit_count() != length:
        text = _n("Play a caravan of {count} card.", "Play a caravan of {count} cards.", length)
        return text.format(count=length)
    text = _("Rank {rank} is too low. Play a rank above {last}.")
    return text.format(rank=rank_of(caravans[-1]), last=rank_of(last))


def _why_no_bandit(view: DecktetView) -> str:
    if not view["plays"]:
        return _("You can't open a season with a bandit.")
    return _("This bandit is too weak.")


def _why_no_caravan(mask: int) -> str:
    """Why these cards are not a caravan at all."""
    numbers = members(mask & NUMBERS)
    ranks = [RANKS[card] for card in numbers]
    for lower, upper in pairwise(ranks):
        if lower == upper:
            return _("A caravan can't have two cards of rank {rank}.").format(rank=lower)
    if mask.bit_count() > HIGH - LOW + 1:
        return _("A caravan has at most eight cards, one of each rank.")
    missing = ranks[-1] - ranks[0] + 1 - len(ranks) - (mask & WILDS).bit_count()
    if missing > 0:
        text = _n(
            "{count} rank is missing between {low} and {high}.",
            "{count} ranks are missing between {low} and {high}.",
            missing,
        )
        return text.format(count=missing, low=ranks[0], high=ranks[-1])
    for lower, upper in pairwise(numbers):
        if RANKS[lower] + 1 == RANKS[upper] and not SUITS[lower] & SUITS[upper]:
            text = _("{lower} and {upper} don't share a suit.")
            return text.format(lower=CODES[lower], upper=CODES[upper])
    return _("These cards can't be ordered so that neighbours share a suit.")


def result(view: DecktetView, names: Sequence[str]) -> tuple[list[str], list[list[str]]] | None:
    """Column titles and rows: the points of each hand and of the cards won in it."""
    if not view["results"]:
        return None
    columns = [_p("of a match", "Hand"), _("Out")]
    for name in names:
        columns += [name, _("cards won")]
    rows = []
    for number, hand in enumerate(view["results"], 1):
        out = hand["out"]
        row = [str(number), names[out] if out >= 0 else _("nobody")]
        market = mask_of(hand["market"])
        for seat in (0, 1):
            collected = worth(hand["taken"][seat], market)
            row += [signed(hand["points"][seat]), signed(collected)]
        rows.append(row)
    return columns, rows
