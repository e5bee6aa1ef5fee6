"""What a seat may know, and how to imagine the rest."""

from __future__ import annotations

from random import Random
from typing import TypedDict

from attrs import frozen

from caravan_tui.games import contract
from caravan_tui.games.dice_village.custom import from_plain, to_plain
from caravan_tui.games.dice_village.events import MerchantDrawn
from caravan_tui.games.dice_village.pieces import VILLAGES_EACH, village_title
from caravan_tui.games.dice_village.rules import DiceVillageState, first_position
from caravan_tui.games.dice_village.spec import SPEC
from caravan_tui.games.kit.bitsets import mask_of, members
from caravan_tui.games.kit.views import common


class VillageView(TypedDict):
    """A village. Sides are numbered `merchant * 2 + side`."""

    left: list[int]
    """The sides on its left, from the village outward."""
    right: list[int]
    """The sides on its right, from the village outward."""
    sold: int
    """0 if it is open, else 1 + the seat whose dice are on it."""


class PersonView(TypedDict):
    """What a seat has."""

    coins: int
    favours: int
    dice: int
    """How many dice the seat has."""
    free: int
    """Its unplaced dice, packed (`actions.py`)."""
    laid: int
    """Its cards on the table."""
    hand: list[int]
    """The merchants in hand that the viewer knows, ascending."""
    secret: list[int]
    """Those of the viewer's merchants that other seats do not know."""
    unseen: int
    """How many merchants in hand the viewer does not know."""
    villages: list[VillageView]


class DiceVillageView(contract.View):
    """A position as a seat sees it. Only merchants drawn from the pile are hidden (V-7)."""

    phase: int
    """What is due (`state.py`)."""
    start: int
    """The seat with the start marker, -1 not known yet."""
    turn: int
    """How many seats have finished the current step."""
    filling_for: int
    """The phase that follows when the row is full."""
    row: list[int]
    """Merchants for sale, the oldest first."""
    deck: int
    """How many merchants are in the pile."""
    village: int
    """The village where a sale is under way, as `owner * 3 + nth`; -1 none."""
    added: list[int]
    """Sides added in this sale, in order."""
    rewards: list[int]
    """Free rewards that are still due, in order."""
    rolling: int
    """Dice to be rolled again, packed."""
    people: list[PersonView]
    """By seat."""


def view(state: DiceVillageState, seat: int | None) -> DiceVillageView:
    return {
        **common(SPEC, state, seat, {}, state.round, to_plain(state.cards)),
        "phase": state.phase,
        "start": state.start,
        "turn": state.turn,
        "filling_for": state.filling_for,
        "row": list(state.row),
        "deck": state.deck.bit_count(),
        "village": state.village,
        "added": list(state.added),
        "rewards": list(state.rewards),
        "rolling": state.rolling,
        "people": [_person(state, owner, owner == seat) for owner in range(state.seats)],
    }


def _person(state: DiceVillageState, seat: int, is_viewer: bool) -> PersonView:
    hand, hidden = state.hand[seat], state.hidden[seat]
    first = seat * VILLAGES_EACH
    return {
        "coins": state.coins[seat],
        "favours": state.favours[seat],
        "dice": state.dice[seat],
        "free": state.free[seat],
        "laid": state.laid[seat],
        "hand": members(hand if is_viewer else hand & ~hidden),
        "secret": members(hidden) if is_viewer else [],
        "unseen": 0 if is_viewer else hidden.bit_count(),
        "villages": [
            {
                "left": list(state.left_sides[village]),
                "right": list(state.right_sides[village]),
                "sold": state.sold_by[village],
            }
            for village in range(first, first + VILLAGES_EACH)
        ],
    }


def view_event(event: contract.Event, seat: int | None) -> contract.Event:
    if isinstance(event, MerchantDrawn) and event.seat != seat:
        return MerchantDrawn(event.seat, None)
    return event


def conceals(view: DiceVillageView, seat: int) -> bool:
    """Whether a seat has merchants in hand that the viewer does not know (V-7)."""
    return view["people"][seat]["unseen"] > 0


def determinize(view: DiceVillageView, rng: Random) -> DiceVillageState:
    """Imagine a state that the view allows, uniformly at random: the merchants that the seat has
    not seen are dealt to the unseen places of the hands, and the rest is the pile."""
    cards = from_plain(view["custom"])
    state = first_position(cards, view["seats"])
    state.own_villages()
    state.phase = view["phase"]
    state.start = view["start"]
    state.turn = view["turn"]
    state.round = view["round"]
    state.filling_for = view["filling_for"]
    state.row = list(view["row"])
    state.village = view["village"]
    state.added = tuple(view["added"])
    state.rewards = tuple(view["rewards"])
    state.rolling = view["rolling"]
    known = mask_of(state.row)
    places = 0
    for seat, person in enumerate(view["people"]):
        state.coins[seat] = person["coins"]
        state.favours[seat] = person["favours"]
        state.dice[seat] = person["dice"]
        state.free[seat] = person["free"]
        state.laid[seat] = person["laid"]
        state.hand[seat] = mask_of(person["hand"])
        state.hidden[seat] = mask_of(person["secret"])
        known |= state.hand[seat]
        places += person["unseen"]
        for number, village in enumerate(person["villages"], seat * VILLAGES_EACH):
            left, right = village["left"], village["right"]
            state.left_sides[number] = tuple(left)
            state.right_sides[number] = tuple(right)
            state.sold_by[number] = village["sold"]
            if left or right:
                state.tally_village(number)
                known |= mask_of([side >> 1 for side in left + right])
    dealt = rng.sample(members(cards.all_merchants & ~known), places)
    for seat, person in enumerate(view["people"]):
        for _ in range(person["unseen"]):
            bit = 1 << dealt.pop()
            state.hand[seat] |= bit
            state.hidden[seat] |= bit
            known |= bit
    state.deck = cards.all_merchants & ~known
    return state


# Queries on views


@frozen
class Stall:
    """A stall of a village."""

    face: int
    side: int
    """The merchant's side, -1 for the village's own card."""


OWN_STALLS = 2
"""The stalls of a village's own card."""


@frozen
class Village:
    """A village as it lies on the table, with what a sale there takes and earns."""

    number: int
    """`owner * 3 + nth`."""
    name: str
    """As people read it: `3+4`."""
    stalls: list[Stall]
    """From left to right."""
    left: int
    """How many stalls are to the left of the village's own card."""
    coins: int
    """Coins for the owner at a sale."""
    favours: int
    """Favours for the owner at a sale."""
    visitor: int
    """Coins for a visitor at a sale."""
    seller: int
    """The seat whose dice are here, -1 if the village is open."""

    @property
    def owner(self) -> int:
        """The seat that owns the village."""
        return self.number // VILLAGES_EACH

    @property
    def right(self) -> int:
        """How many stalls are to the right of it."""
        return len(self.stalls) - self.left - OWN_STALLS

    @property
    def faces(self) -> list[int]:
        """The faces of all stalls."""
        return [stall.face for stall in self.stalls]


def village_of(view: DiceVillageView, number: int) -> Village:
    """The village with this number."""
    cards = from_plain(view["custom"])
    owner, nth = divmod(number, VILLAGES_EACH)
    village = view["people"][owner]["villages"][nth]
    left, right = village["left"], village["right"]
    sides = left + right
    low, high = cards.village_faces[nth]
    stalls = [Stall(cards.face[side], side) for side in reversed(left)]
    stalls += [Stall(low, -1), Stall(high, -1)]
    stalls += [Stall(cards.face[side], side) for side in right]
    return Village(
        number=number,
        name=village_title(cards.village_names[nth]),
        stalls=stalls,
        left=len(left),
        coins=cards.village_coins[nth] + sum(cards.coins[side] for side in sides),
        favours=sum(cards.favours[side] for side in sides),
        visitor=cards.village_visitor_coins[nth] + sum(cards.visitor_coins[s] for s in sides),
        seller=village["sold"] - 1,
    )


def active(view: DiceVillageView) -> int:
    """The seat whose step it is, also while chance is due in it."""
    return (view["start"] + view["turn"]) % view["seats"]


def person_at_bottom(view: DiceVillageView) -> int:
    """The seat whose dice and hand are at the bottom: the viewer's, for a spectator the active."""
    if view["seat"] is not None:
        return view["seat"]
    return active(view) if view["start"] >= 0 else 0
