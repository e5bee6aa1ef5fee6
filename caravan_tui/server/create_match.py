"""Checks a client's request for a new match."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ai import levels
from caravan_tui.bus.lobby_messages import DAYS_A_MOVE, LONGEST_WAIT, SHORTEST_CLOCK, CreateMatch
from caravan_tui.bus.permissions import clean
from caravan_tui.cast.characters import character_of, named
from caravan_tui.engine import PERSON, Refusal, Seat
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.i18n import _
from caravan_tui.server.names import LONGEST_NAME, AccountNameError, are_alike, check_name
from caravan_tui.server.rooms import OPEN, WAIT


def resolve_options(ask: CreateMatch, programs: Collection[str] = ()) -> dict[str, OptionValue]:
    """Check a request and fill in the options that it leaves out. Raises OptionError,
    UnknownGameError, and Refusal for everything else.

    `programs`: the names of those that may have a seat.
    """
    spec = registry.spec(ask.game)
    if len(ask.kinds) != len(ask.names):
        raise Refusal("seats_and_names")
    options = spec.resolve(ask.options, len(ask.kinds))
    for kind, name in zip(ask.kinds, ask.names, strict=True):
        if kind == levels.PROGRAM.name:
            if name not in programs:
                raise Refusal("no_such_program", name=clean(name)[:LONGEST_NAME])
        elif kind not in (OPEN, PERSON) and kind not in levels.SHARED:
            raise Refusal("no_such_level")
    if PERSON not in ask.kinds:
        raise Refusal("take_a_seat")
    if ask.seed is not None and OPEN in ask.kinds:
        raise Refusal("seed_with_others")
    if ask.seed is not None and not 0 <= ask.seed <= LARGEST_SEED:
        raise Refusal("seed_not_allowed")
    if OPEN in ask.kinds and ask.absent != WAIT and ask.absent not in levels.SHARED:
        raise Refusal("no_such_level")
    if ask.days not in DAYS_A_MOVE:
        raise Refusal("days_a_move", days=[str(days) for days in DAYS_A_MOVE])
    return options


def check_seat_names(ask: CreateMatch, is_account_name: Callable[[str], bool]) -> None:
    """Raise Refusal if a guest or a computer player of a match between people has a name that no
    account could have, or that is taken for an account's. `is_account_name` tells the latter."""
    seats = list(zip(ask.kinds, map(clean, ask.names), strict=True))
    if PERSON in ask.kinds:
        del seats[ask.kinds.index(PERSON)]  # the account itself
    for kind, name in seats:
        if not name or kind in (OPEN, levels.PROGRAM.name) or character_of(kind, name) is not None:
            continue
        try:
            check_name(name[:LONGEST_NAME])
        except AccountNameError:
            raise Refusal("seat_name", name=name[:LONGEST_NAME]) from None
        if is_account_name(name[:LONGEST_NAME]):
            raise Refusal("seat_name", name=name[:LONGEST_NAME])


def seat_names(ask: CreateMatch, account_name: str, seed: int) -> list[str]:
    """A unique name for each seat, empty for an open one. The first person is the account.

    `seed`: decides the characters of computer players without a name.
    """
    names: list[str] = []
    is_first_person = True
    for kind, requested in zip(ask.kinds, ask.names, strict=True):
        name = clean(requested)[:LONGEST_NAME]
        if kind == OPEN:
            names.append("")
            continue
        if kind == PERSON:
            name = account_name if is_first_person else name or _("Guest")
            is_first_person = False
        names.append(unique_name(name, names) if name else "")
    taken = [Seat(kind, name) for kind, name in zip(ask.kinds, names, strict=True) if kind != OPEN]
    filled = iter(named(taken, seed))
    return ["" if kind == OPEN else next(filled).name for kind in ask.kinds]


def unique_name(name: str, taken: list[str]) -> str:
    """This name, with a number if somebody at the table has one like it already."""
    unique, number = name, 1
    while any(are_alike(unique, other) for other in taken):
        number += 1
        unique = f"{name[: LONGEST_NAME - 2]} {number}"
    return unique


def grace_seconds(ask: CreateMatch) -> int:
    """Seconds after which a stand-in plays for somebody who has left."""
    return min(max(0, ask.grace), LONGEST_WAIT)


def clock_seconds(ask: CreateMatch) -> int:
    """Seconds for a turn, 0 for no clock; a match by correspondence has none."""
    if ask.days:
        return 0
    return min(max(SHORTEST_CLOCK, ask.clock), LONGEST_WAIT) if ask.clock > 0 else 0
