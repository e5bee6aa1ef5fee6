"""The facts about the game that are known without loading its rules."""

from caravan_tui.games.spec import Option, Spec

SPEC = Spec(
    id="wells",
    title="The Wells",
    summary="Lay your water skins one by one: the largest at each well takes its water.",
    min_seats=2,
    max_seats=4,
    minutes=5,
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
)
