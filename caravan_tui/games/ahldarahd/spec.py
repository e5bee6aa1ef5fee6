"""The facts about the game that can be told without loading its rules."""

from __future__ import annotations

from caravan_tui.games.spec import Option, Spec

SPEC = Spec(
    id="ahldarahd",
    title="Caravans of Ahldarahd",
    kind="auctions",
    short_title="Ahldarahd",
    designer="BlindLuck Studios",
    summary="Auction favours and cards, build routes on everyone's maps, hold cities. "
    "A game of deals.",
    min_seats=2,
    max_seats=5,
    rules_version=1,
    schema=2,
    minutes=90,
    weight=4,
    order=5,
    options=(
        Option(
            name="neutral",
            title="Neutral map",
            help="Add a map that everyone may build on. It scores like an opponent's.",
            default=False,
            seats=(2, 3, 4),
        ),
        Option(
            name="outsider",
            title="Night of the Outsider",
            help="Add black chips to the bank. They bring nights on which routes fall.",
            default=False,
        ),
    ),
    round_word="turn",
)
