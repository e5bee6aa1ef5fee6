"""What somebody wishes for a new match, looked at before anything is made of it."""

from __future__ import annotations

from ai import levels
from caravan_tui.bus.access import clean
from caravan_tui.bus.lobby_messages import SHORTEST_CLOCK, CreateMatch
from caravan_tui.engine.rng import LARGEST_SEED
from caravan_tui.games import registry
from caravan_tui.games.contract import OptionValue
from caravan_tui.ssh.accounts import LONGEST_NAME
from caravan_tui.ssh.person import RefuseError
from caravan_tui.ssh.rooms import OPEN, PERSON, WAIT
from caravan_tui.words import _

LONGEST_GRACE = 86_400
LONGEST_CLOCK = 86_400


def options_of(ask: CreateMatch) -> dict[str, OptionValue]:
    """The options that are wished for, all of them. Raises OptionError, RefuseError for what else
    cannot be, and UnknownGameError."""
    spec = registry.spec(ask.game)
    if len(ask.kinds) != len(ask.names):
        raise RefuseError(_("Seats and names do not fit."))
    options = spec.resolve(ask.options, len(ask.kinds))
    for kind in ask.kinds:
        if kind not in (OPEN, PERSON) and kind not in levels.ALL:
            raise RefuseError(_("There is no such level."))
    if PERSON not in ask.kinds:
        raise RefuseError(_("Take a seat yourself."))
    if ask.seed is not None and not 0 <= ask.seed <= LARGEST_SEED:
        raise RefuseError(_("This seed is not allowed."))
    if OPEN in ask.kinds and ask.absent != WAIT and ask.absent not in levels.ALL:
        raise RefuseError(_("There is no such level."))
    return options


def names_of(ask: CreateMatch, own: str) -> list[str]:
    """A name for each seat, none twice; the first person's is the account's own."""
    names: list[str] = []
    mine = True
    for kind, wished in zip(ask.kinds, ask.names, strict=True):
        name = clean(wished)[:LONGEST_NAME]
        if kind == OPEN:
            names.append("")
            continue
        if kind == PERSON:
            name = own if mine else name or _("Guest")
            mine = False
        else:
            name = name or levels.get(kind).title
        names.append(free_name(name, names))
    return names


def free_name(name: str, taken: list[str]) -> str:
    """This name, with a number if somebody at the table has it already."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name[: LONGEST_NAME - 2]} {number}"
    return free


def grace_of(ask: CreateMatch) -> int:
    """Seconds after which a level plays for who has gone."""
    return min(max(0, ask.grace), LONGEST_GRACE)


def clock_of(ask: CreateMatch) -> int:
    """Seconds a turn, 0 for no clock."""
    return min(max(SHORTEST_CLOCK, ask.clock), LONGEST_CLOCK) if ask.clock > 0 else 0
