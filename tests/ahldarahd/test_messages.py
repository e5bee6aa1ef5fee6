"""What the line below the board asks of a seat."""

from __future__ import annotations

from caravan_tui.games.ahldarahd.messages import prompt
from caravan_tui.games.ahldarahd.rules import AhldarahdState
from tests.ahldarahd.positions import GAME, KEYS, bidding, names, play

NAMES = ("Ada", "Zaid")


def asked(table: AhldarahdState) -> str:
    return prompt(GAME.view(table, table.to_act()), NAMES, KEYS.__getitem__)


def test_an_opening_bid_that_can_only_be_0_says_why() -> None:
    table = bidding(2)
    play(table, "open right.red")
    assert len(names(table)) > 1 and "Left and Right" in asked(table)
    turned, poor = table.clone(), table.clone()
    assert isinstance(turned, AhldarahdState) and isinstance(poor, AhldarahdState)
    turned.turned |= 1 << table.to_act()
    assert names(turned) == ["bid 0"]
    assert asked(turned) == "Your camel is turned, so you bid 0. Press Enter to bid."
    poor.gold[table.to_act()] = 0
    assert names(poor) == ["bid 0"]
    assert asked(poor) == "You have no gold, so you bid 0. Press Enter to bid."
