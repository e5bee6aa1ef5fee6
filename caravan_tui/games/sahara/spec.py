"""The facts about the game that are known without its rules."""

from __future__ import annotations

from caravan_tui.games.spec import Option, Spec

SPEC = Spec(
    id="sahara",
    title="Caravan",
    kind="camels",
    designer="Joseph Huber",
    summary="Link your camels into chains across the desert and pass goods along them to the "
    "cities that want them.",
    min_seats=2,
    max_seats=4,
    rules_version=1,
    schema=2,
    minutes=45,
    weight=2,
    order=2,
    options=(
        Option(
            name="camels",
            title="Camels",
            help="Camels for each player. Six make an easier match, good for a first one.",
            default=5,
            choices=(5, 6),
        ),
        Option(
            name="goods",
            title="Goods",
            help="full: 48 goods in the bag. short: 32, for a shorter match or fewer players.",
            default={2: "short", 3: "short", 4: "full"},
            choices=("full", "short"),
        ),
    ),
    round_word="turn",
    secrets=False,
)
