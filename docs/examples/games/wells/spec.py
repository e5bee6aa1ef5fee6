"""The facts about the game that can be told without loading its rules."""

from __future__ import annotations

from caravan_tui.games.contract import Option, Spec

SPEC = Spec(
    id="wells",
    title="The Wells",
    designer="",
    summary="Lay your water skins one by one: the largest at each well takes its water.",
    min_seats=2,
    max_seats=4,
    rules_version=1,
    schema=1,
    minutes=5,
    weight=1,
    order=90,
    options=(
        Option(
            name="skins",
            title="Skins",
            help="How many skins each seat gets, and so how many wells there are.",
            default=4,
            low=2,
            high=5,
        ),
    ),
    round_word="round",
)
