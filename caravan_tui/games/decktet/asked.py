"""What is asked at the table, where the rules tell about it, and what the points came from."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.contract import View
from caravan_tui.games.decktet.actions import PASS, kind_of
from caravan_tui.games.decktet.cards import worth
from caravan_tui.games.decktet.text import play_words, signed
from caravan_tui.games.decktet.view import market_mask
from caravan_tui.words import _, _p


def prompt(view: View, legal: Sequence[int], names: Sequence[str]) -> str:
    """What the acting seat is asked."""
    if not view["plays"]:
        return _("You lead: choose a caravan and press Enter")
    last = view["plays"][-1]
    if view["out"] >= 0:
        text = _("{name} goes out with a {play}: one last play, or pass (p)")
        return text.format(name=names[view["out"]], play=play_words(last))
    if list(legal) == [PASS]:
        text = _("You cannot beat the {play}: pass (p)")
    else:
        text = _("Beat the {play}, or pass (p)")
    return text.format(play=play_words(last))


def rule(view: View) -> str:
    """The ruling that fits the moment."""
    if view["out"] >= 0:
        return "Going out"
    if not view["plays"]:
        return "Caravans"
    return "Bandits" if kind_of(view["plays"][-1]) > 8 else "A season"


def result(view: View, names: Sequence[str]) -> tuple[list[str], list[list[str]]] | None:
    """The points of each hand and what they are made of."""
    if not view["results"]:
        return None
    columns = [_p("of a match", "Hand"), _("Out")]
    for name in names:
        columns += [name, _("cards won")]
    rows = []
    for number, hand in enumerate(view["results"], 1):
        out = hand["out"]
        row = [str(number), names[out] if out >= 0 else _("nobody")]
        market = market_mask(hand["market"])
        for seat in (0, 1):
            collected = worth(hand["taken"][seat], market)
            row += [signed(hand["points"][seat]), signed(collected)]
        rows.append(row)
    return columns, rows
