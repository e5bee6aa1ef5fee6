"""The facts about the game that can be told without loading its rules."""

from __future__ import annotations

from caravan_tui.games.spec import Option, Spec

SPEC = Spec(
    id="decktet",
    title="Caravan (Decktet)",
    kind="cards",
    designer="P. D. Magnus",
    summary="Win the cards of the suits that pay, leave those that cost, and be first to "
    "empty your hand.",
    min_seats=2,
    max_seats=2,
    rules_version=1,
    schema=2,
    minutes=20,
    weight=2,
    order=1,
    options=(
        Option(
            name="hands",
            title="Hands",
            help="How many are played in a match. The higher total wins.",
            default=5,
            low=1,
            high=9,
        ),
    ),
    round_word="hand",
)
