"""The facts about the toy."""

from caravan_tui.games.spec import Option, Spec

SPEC = Spec(
    id="bids",
    title="Bids",
    summary="A toy.",
    min_seats=2,
    max_seats=2,
    options=(Option("fault", "Fault", "", "none", ("none", "crash", "hang", "raise", "slow")),),
)
