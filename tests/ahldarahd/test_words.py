"""The words of the log."""

from __future__ import annotations

from caravan_tui.engine.tutorial import load
from caravan_tui.games.ahldarahd import events, text
from caravan_tui.screens.table.summary import since_own_move
from caravan_tui.widgets.log import Line


def test_who_won_the_shah_and_at_what_price_stays_in_the_line() -> None:
    names = ["Ann", "Leila", "Root"]
    steps = [
        events.Open(1, "shah", -1), events.Bid(1, 1), events.Win(1, "shah", 1, -1),
        events.Favour(1, 2),
    ]  # fmt: skip
    words = tuple(text.shorten(event, names, 0) or "" for event in steps)
    (item,) = since_own_move([Line(1, "Leila", words)], 0, 78)
    assert item.text.startswith("Leila ")
    assert "for 1 gold" in item.text and item.text.endswith("gives the Shah to Root")


def test_what_a_thing_does_is_said_in_the_step_that_asks_to_put_it_up() -> None:
    asked = [step for step in load("ahldarahd").steps if ("open eyes",) in step.ask]
    assert [step for step in asked if "costs you 1 gold less" in step.say] == asked != []
