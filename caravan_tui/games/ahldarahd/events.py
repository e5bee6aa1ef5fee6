"""What happens in Caravans of Ahldarahd, for the log and for animations.

Maps, cities, routes and items have their notation names (`pieces`), so that a log reads right on a
custom map too: `route` is `red:salt-metals`, `lines` are `give gold 3`.
"""

from __future__ import annotations

from caravan_tui.games import contract


class Deal(contract.Event):
    seat: int
    card: str | None
    """The commodity, None where the card is hidden."""


class StartShah(contract.Event):
    """A seat gets the favour of the Shah by lot."""

    seat: int


class FreeRoute(contract.Event):
    seat: int
    route: str


class Turn(contract.Event):
    number: int


class Stale(contract.Event):
    """No card was auctioned in the turn before, so the oldest is discarded."""

    card: str


class Reveal(contract.Event):
    card: str
    colour: str
    """Of the card's back."""


class Bidding(contract.Event):
    """The bidding of a turn begins."""

    first_seat: int
    is_last_turn: bool


class Open(contract.Event):
    """A seat puts an item up for auction."""

    seat: int
    item: str
    holder: int
    """-1: it lies in the row of cards or in the centre."""


class Bid(contract.Event):
    seat: int
    gold: int


class Pass(contract.Event):
    seat: int
    is_forced: bool
    """The seat could not raise and was not asked."""
    has_paid: bool = False
    """It could not because it has paid in this turn; else it has too little gold."""


class Win(contract.Event):
    """An auction ends."""

    seat: int
    item: str
    gold: int
    holder: int
    """Who loses the item; -1: it came from the row of cards or the centre."""


class Favour(contract.Event):
    """The winner of the Shah names who gets its favour."""

    seat: int
    favourite: int


class Building(contract.Event):
    """The building of a turn begins."""

    first_seat: int


class Claim(contract.Event):
    seat: int
    route: str
    card: str
    gold: int


class Buy(contract.Event):
    seat: int
    route: str
    gold: int


class Destroy(contract.Event):
    """A seat begins to pay for a destruction."""

    seat: int
    route: str
    owner: int


class Pay(contract.Event):
    """One of the two payments for a destruction."""

    seat: int
    card: str | None
    gold: int


class Destroyed(contract.Event):
    seat: int
    route: str
    owner: int


class Sell(contract.Event):
    """A Right of Passage is sold to the bank."""

    seat: int
    colour: str
    gold: int


class TakeCity(contract.Event):
    seat: int
    map: str
    city: str
    gold: int


class LoseCity(contract.Event):
    seat: int
    map: str
    city: str


class Swept(contract.Event):
    """A route falls because another seat took one of its cities."""

    seat: int
    route: str


class EndBuilding(contract.Event):
    seat: int


class Prepare(contract.Event):
    """A seat begins to write an offer."""

    seat: int
    partner: int
    is_interrupt: bool


class Line(contract.Event):
    """A line is added to an offer that is being written."""

    seat: int
    line: str


class Offer(contract.Event):
    """An offer is sent."""

    seat: int
    partner: int
    lines: list[str]
    is_counter: bool


class Withdraw(contract.Event):
    seat: int
    partner: int
    is_counter: bool


class Trade(contract.Event):
    """An offer is accepted."""

    giver: int
    """Who wrote the offer."""
    partner: int
    """Who accepts it."""
    lines: list[str]


class Decline(contract.Event):
    seat: int
    giver: int
    """Who wrote the offer."""


class Counter(contract.Event):
    """A seat begins to write a counter-offer."""

    seat: int
    partner: int


class BlackChips(contract.Event):
    """Gold was drawn from the bank, black chips perhaps among it."""

    seat: int
    count: int


class Night(contract.Event):
    """The Night of the Outsider falls on a city."""

    city: str


class SafeNight(contract.Event):
    """Nobody is threatened in the city."""

    city: str


class NoNight(contract.Event):
    """Black chips were drawn, but the deck is empty."""


class Discard(contract.Event):
    """A card averts the night."""

    seat: int
    card: str
    had_pledges: bool


class Pledge(contract.Event):
    seat: int
    gold: int
    total: int
    """Of all pledges so far."""


class Nothing(contract.Event):
    """A seat gives nothing to avert the night."""

    seat: int


class Ransom(contract.Event):
    """The pledges avert the night."""

    pledges: list[int]
    """Gold of each seat."""


class NotAverted(contract.Event):
    city: str
    had_pledges: bool


class Fall(contract.Event):
    seat: int
    route: str


class Over(contract.Event):
    """The match ends."""


EVENTS = (
    Deal | StartShah | FreeRoute | Turn | Stale | Reveal | Bidding | Open | Bid | Pass | Win
    | Favour | Building | Claim | Buy | Destroy | Pay | Destroyed | Sell | TakeCity | LoseCity
    | Swept | EndBuilding | Prepare | Line | Offer | Withdraw | Trade | Decline | Counter
    | BlackChips | Night | SafeNight | NoNight | Discard | Pledge | Nothing | Ransom
    | NotAverted | Fall | Over
)  # fmt: skip
