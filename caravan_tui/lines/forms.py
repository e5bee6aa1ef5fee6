"""Questions of line mode one after the other: a number or a word is the answer, Enter the usual."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from caravan_tui.bus.lobby_messages import DAYS_A_MOVE
from caravan_tui.games import registry
from caravan_tui.games.contract import Option, OptionError, OptionValue, Spec
from caravan_tui.i18n import _, _n, _p
from caravan_tui.lines import commands
from caravan_tui.lines.console import Console


class LeftError(Exception):
    """The user has left the questions, or no more lines come."""


def leaving() -> set[str]:
    """The answers that leave the questions, in English and in the user's language."""
    own = (_p("answer", "back"), _p("answer", "cancel"), _p("answer", "quit"),
           _p("line command", "home"))  # fmt: skip
    return {"back", "cancel", "quit", "home", *(word.lower() for word in own)}


async def choose(
    console: Console, question: str, choices: Sequence[tuple[str, str]], usual: int = 0
) -> str:
    """Have one of several things chosen, by number or by the beginning of its title or name.

    `choices`: title and name. Raises LeftError.
    """
    lines = [f"{number}. {title}." for number, (title, _name) in enumerate(choices, 1)]
    text = _("{question} Enter alone chooses {usual}.")
    console.say(question, *lines, text.format(question="", usual=choices[usual][0]).strip())
    while True:
        answer = await ask(console)
        if not answer:
            return choices[usual][1]
        wanted = answer.lower()
        if number := commands.number(wanted, 1, len(choices)):
            return choices[number - 1][1]
        fits = [name for title, name in choices if wanted in (name.lower(), title.lower())] or [
            name
            for title, name in choices
            if any(word.startswith(wanted) for word in title.lower().split())
        ]
        if len(fits) == 1:
            return fits[0]
        count = len(choices)
        console.say(_("Choose a number from 1 to {count}, or back.").format(count=count))


async def choose_days(console: Console) -> int:
    """How many days a move may take; 0: no match by correspondence. Raises LeftError."""
    lengths = [
        (_n("{count} day", "{count} days", days).format(count=days), str(days))
        if days
        else (_("no limit of days"), "0")
        for days in DAYS_A_MOVE
    ]
    return int(await choose(console, _("How long may a move take?"), lengths))


async def ask(console: Console) -> str:
    """An answer. Raises LeftError for `back` and at the end of input."""
    answer = await console.read()
    if answer is None or answer.lower() in leaving():
        raise LeftError
    return answer


async def count(console: Console, question: str, low: int, high: int, usual: int) -> int:
    """A number in bounds. Raises LeftError."""
    if low == high:
        return low
    text = _("{question} From {low} to {high}; Enter alone is {usual}.")
    console.say(text.format(question=question, low=low, high=high, usual=usual))
    while True:
        answer = await ask(console)
        if not answer:
            return usual
        number = commands.number(answer, low, high)
        if number is not None:
            return number
        console.say(_("Type a number from {low} to {high}.").format(low=low, high=high))


async def game(console: Console) -> str:
    """One of the games. Raises LeftError."""
    games = [(registry.game_name(game), game) for game in registry.ids()]
    return await choose(console, _("Which game?"), games)


@frozen
class NewTable:
    """A match as it was put together by answers."""

    game: str
    kinds: Sequence[str]
    """Of each seat, a kind of those that were offered."""
    options: dict[str, OptionValue]


async def new_table(
    console: Console,
    kinds: Sequence[tuple[str, str]],
    usual: str,
    first: str,
    asks_first: bool = False,
    named: str = "",
) -> NewTable:
    """Have a match put together. Raises LeftError.

    `kinds`: title and name of each player that can have a seat; `usual`: the one that Enter
    chooses; `first`: who has the first seat, unless that is asked, too;
    `named`: the id of a game that was typed before.
    """
    chosen = named or await game(console)
    spec = registry.spec(chosen)
    likely = max(spec.min_seats, min(2, spec.max_seats))
    seats = await count(console, _("How many players?"), spec.min_seats, spec.max_seats, likely)
    names = [name for _title, name in kinds]
    players = [] if asks_first else [first]
    for seat in range(len(players), seats):
        question = _("Who is player {number}?").format(number=seat + 1)
        number = names.index(usual if seat else first)
        players.append(await choose(console, question, kinds, number))
    return NewTable(chosen, players, await options(console, spec, seats))


async def options(console: Console, spec: Spec, seats: int) -> dict[str, OptionValue]:
    """The options of a match. Raises LeftError."""
    values: dict[str, str | OptionValue] = {}
    for option in spec.options:
        if not option.seats or seats in option.seats:
            values[option.name] = await _option(console, option, seats)
    return spec.resolve(values, seats)


async def _option(console: Console, option: Option, seats: int) -> OptionValue:
    usual = option.default_for(seats)
    shown = {True: _("yes"), False: _("no")}.get(usual, usual) if isinstance(usual, bool) else usual
    text = _("{title}: {help} Allowed: {allowed}; Enter alone is {usual}.")
    console.say(
        text.format(
            title=_(option.title), help=_(option.help), allowed=option.allowed(), usual=shown
        )
    )
    while True:
        answer = await ask(console)
        if not answer:
            return usual
        word = {_("yes"): "yes", _("no"): "no"}.get(answer.lower(), answer)
        try:
            return option.read(word)
        except OptionError as error:
            console.say(str(error))
