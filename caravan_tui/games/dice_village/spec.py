"""The facts about the game that are known without loading its rules."""

from __future__ import annotations

from caravan_tui.games.spec import Spec

SPEC = Spec(
    id="dice_village",
    title="Dice Village",
    kind="dice",
    designer="",
    summary="Roll your caravans, sell their goods at the villages, and win merchants for your "
    "own: nine cards on the table end it.",
    min_seats=2,
    max_seats=4,
    rules_version=1,
    schema=2,
    minutes=30,
    weight=2,
    order=3,
    round_word="round",
)
