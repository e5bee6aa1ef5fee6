"""The facts about the game that do not need its rules."""

from __future__ import annotations

from caravan_tui.games.spec import Option, Spec

SPEC = Spec(
    id="caravanserai",
    title="Caravanserai",
    kind="hexagons",
    designer="",
    summary="Lead the longest caravan across a desert of hexagons, and trade where it rests.",
    min_seats=1,
    max_seats=6,
    rules_version=1,
    schema=2,
    minutes=30,
    weight=2,
    order=4,
    options=(
        Option(
            name="expert",
            title="Expert",
            help="Blocks start with a single good, and once per placement a lying camel may "
            "replace a block.",
            default=False,
        ),
    ),
    round_word="round",
    secrets=False,
)
