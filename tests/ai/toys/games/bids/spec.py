"""The facts about the toy."""

from caravan_tui.games.contract import Option, Spec

SPEC = Spec(
    "bids",
    "Bids",
    "",
    "A toy.",
    2,
    2,
    1,
    1,
    1,
    1,
    99,
    (Option("fault", "Fault", "", "none", ("none", "crash", "hang", "raise", "slow")),),
)
