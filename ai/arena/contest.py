"""Matches between computer seats, many at a time: seats rotated, chance the same for each rotation.

A match here is played with the contract alone: each seat is given the bytes of its view.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Generator, Mapping
from functools import partial
from itertools import combinations
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import msgspec
from attrs import Factory, asdict, field, frozen
from msgspec import Meta

from ai import levels
from ai.own_turn import OwnTurn
from ai.programs.process import PREFIX, Program, read_command
from ai.search import NO_MOVE, Searcher, choose
from ai.spread import SpreadError, spread
from ai.views import pack
from caravan_tui.bus.messages import SearchRequest
from caravan_tui.engine import rng
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER, Event, OptionValue, State
from caravan_tui.games.evaluator import Evaluator
from caravan_tui.i18n import _

LONGEST = 100_000
"""Actions after which a match is given up as endless."""


class ArenaError(ValueError):
    """The contest cannot be held like this; the text is one line for the user."""


@frozen
class Player:
    """Who sits in a seat: a level, a personality, iterations other than the level's."""

    level: str
    style: str | None = None
    iterations: int | None = None
    command: str = ""
    """What starts the program that plays."""

    @classmethod
    def parse(cls, text: str) -> Player:
        """`LEVEL`, `LEVEL:STYLE`, `LEVEL@ITERATIONS`, both, iterations alone, or `cmd:COMMAND`.

        A number alone plays the most visited move as the highest level does. Raises
        UnknownLevelError, ArenaError, or ProgramError if a command starts no program.
        """
        if text.strip().startswith(PREFIX):
            command = text.strip().removeprefix(PREFIX)
            read_command(command)
            return cls(levels.PROGRAM.name, command=command)
        head, at_sign, count = text.strip().partition("@")
        name, colon, style = head.partition(":")
        if name.isdecimal() and not (at_sign or colon):
            name, at_sign, count = levels.MASTER.name, "@", name
        level = levels.get(name)
        counted = count.isdecimal() and int(count) > 0 and level.iterations
        if (at_sign and not counted) or (colon and not style):
            raise ArenaError(
                _("'{text}' is not a player. Write LEVEL, LEVEL:STYLE or LEVEL@ITERATIONS.").format(
                    text=text
                )
            )
        return cls(name, style or None, int(count) if count else None)

    def strength(self, game: str) -> list[float]:
        """What makes the level: iterations in this game, temperature, reach, whether it takes what
        is obvious, and what it sees of the weights where that is not all."""
        if self.command:
            return []
        knowledge = registry.evaluator(game, self.style)
        level = levels.get(self.level).suited(knowledge)
        budget = self.iterations if self.iterations and level.iterations else level.iterations
        sight = registry.sight(game, self.level)
        return [budget, level.temperature, level.reach, level.takes_obvious, *sight.values()]

    @property
    def label(self) -> str:
        """The text that `parse` reads."""
        if self.command:
            return PREFIX + self.command
        style = f":{self.style}" if self.style else ""
        return f"{self.level}{style}" + (f"@{self.iterations}" if self.iterations else "")


@frozen
class Contest:
    """What is to be played."""

    game: str
    players: tuple[Player, ...]
    matches: int
    """Matches of each set of players that sits down together."""
    seed: int = 1
    options: Mapping[str, OptionValue] = field(factory=dict)
    table: int = 0
    """Seats at a table; with fewer than players every combination plays. 0: all players."""
    seconds: float | None = None
    """Cap of a decision; without one the contest is the same on every machine."""

    @property
    def seats(self) -> int:
        """Seats at a table."""
        return self.table or len(self.players)

    def tables(self) -> list[tuple[int, ...]]:
        """The sets of players that sit down together, by index."""
        return list(combinations(range(len(self.players)), self.seats))

    def check(self) -> Contest:
        """The contest with all options resolved. Raises a ValueError of one line."""
        game = registry.get(self.game)
        if self.seats > len(self.players):
            raise ArenaError(
                _("A table of {count} seats needs {count} players or more.").format(
                    count=self.seats
                )
            )
        options = game.spec.resolve(self.options, self.seats)
        for player in self.players:
            levels.get(player.level)
            registry.evaluator(self.game, player.style)
        return Contest(
            self.game, self.players, self.matches, self.seed, options, self.seats, self.seconds
        )

    def plain(self) -> dict[str, Any]:
        """The contest as plain data, without the number of matches: what a resumed run repeats."""
        return {
            "game": self.game,
            "rules": registry.get(self.game).spec.rules_version,
            "players": [player.label for player in self.players],
            "strengths": [player.strength(self.game) for player in self.players],
            "seed": self.seed,
            "options": dict(self.options),
            "table": self.seats,
            "seconds": self.seconds,
        }

    def order(self, number: int) -> tuple[int, ...]:
        """Who sits where in a match, by index of the player.

        Matches go round the tables; each table turns by one seat from match to match.
        """
        tables = self.tables()
        seated = tables[number % len(tables)]
        turn = (number // len(tables)) % len(seated)
        return seated[turn:] + seated[:turn]

    def match_seed(self, number: int) -> int:
        """The seed of chance in a match: the same for every rotation of a table."""
        tables = len(self.tables())
        turns = (number // tables) // self.seats
        return rng.stream(self.seed, "arena", turns).getrandbits(48)

    @property
    def total(self) -> int:
        """All matches of the contest."""
        return self.matches * len(self.tables())


@frozen
class Played:
    """One match of a contest; the lists go by seat."""

    number: int
    order: list[int]
    """The player of each seat."""
    scores: list[float]
    ranks: list[int]
    plies: int
    decisions: list[int]
    seconds: list[float]
    slowest: list[float]
    """Seconds of the slowest decision."""
    faults: list[int] = Factory(list)
    """Decisions that a program got wrong or was late with; empty where none plays."""


_Count = Annotated[int, Meta(ge=0)]


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the file of a contest: see `Played`."""

    number: _Count
    order: list[int]
    scores: list[int | float]
    ranks: list[Annotated[int, Meta(ge=1)]]
    plies: _Count
    decisions: list[int | float]
    seconds: list[int | float]
    slowest: list[int | float]
    faults: list[_Count] = []


Watch = Callable[[State, list[Event]], None]
"""Told of the first position, and then of every position before which something has happened."""


def play(contest: Contest, number: int, watch: Watch | None = None) -> Played:
    """Play one match of a contest to its end. Raises ArenaError if it does not end."""
    game = registry.get(contest.game)
    order = contest.order(number)
    seed = contest.match_seed(number)
    seats = len(order)
    players = [contest.players[index] for index in order]
    thinking = [rng.stream(contest.seed, f"arena seat {index}", number) for index in order]
    searchers: list[list[Searcher]] = [[] for _ in order]
    turns = [OwnTurn() for _ in order]
    decisions, spent, slowest = [0] * seats, [0.0] * seats, [0.0] * seats
    programs = [
        Program(read_command(player.command), thinking[seat].getrandbits(32))
        if player.command
        else None
        for seat, player in enumerate(players)
    ]
    listens = [
        not player.command
        and type(registry.evaluator(contest.game, player.style)).interrupt
        is not Evaluator.interrupt
        for player in players
    ]
    state: State = game.setup(contest.options, seats)

    def ask(seat: int) -> int:
        player, program = players[seat], programs[seat]
        view = pack(game.view(state, seat))
        began = perf_counter()
        if program is not None:
            request = SearchRequest(contest.game, view, seat, player.level, 0)
            action = program.choose(
                request, contest.seconds, continues=bool(turns[seat].steps)
            ).action
            turns[seat].add(action)
        else:
            action = choose(
                game,
                view,
                player.level,
                thinking[seat].getrandbits(32),
                player.iterations,
                player.style,
                contest.seconds,
                searchers[seat],
                turn=turns[seat],
            ).action
        took = perf_counter() - began
        if action != NO_MOVE:
            for other, turn in enumerate(turns):
                if other != seat:
                    turn.end()
            decisions[seat] += 1
            spent[seat] += took
            slowest[seat] = max(slowest[seat], took)
        return action

    listening = [seat for seat in range(seats) if listens[seat]]
    try:
        ply = play_out(state, seed, ask, listening, watch)
    finally:
        for program in programs:
            if program is not None:
                program.close()
    return Played(
        number,
        list(order),
        [float(score) for score in state.scores()],
        list(state.outcome()),
        ply,
        decisions,
        spent,
        slowest,
        [len(program.faults) if program is not None else 0 for program in programs]
        if any(programs)
        else [],
    )


def play_out(
    state: State,
    seed: int,
    ask: Callable[[int], int],
    listening: Collection[int] = (),
    watch: Watch | None = None,
) -> int:
    """Play a match to its end in place. The number of actions.

    Args:
        seed: of chance.
        ask: gives the action of a seat in this position; out of turn it may be NO_MOVE.
        listening: the seats that are asked out of turn.

    Raises ArenaError if the match does not end.
    """
    ply = 0
    events: list[Event] | None = None
    if watch is not None:
        watch(state, events := [])
    while (actor := state.to_act()) != OVER:
        if ply >= LONGEST:
            text = _("The match with seed {seed} did not end within {count} actions.")
            raise ArenaError(text.format(seed=seed, count=LONGEST))
        if watch is not None and events:
            watch(state, events)
            events.clear()
        if actor == CHANCE:
            state.apply(state.draw(rng.chance(seed, ply)), events)
            ply += 1
            continue
        action = NO_MOVE
        for seat in state.interrupts() if listening else ():
            if seat in listening:
                action = ask(seat)
                if action != NO_MOVE:
                    break
        if action == NO_MOVE:
            action = ask(actor)
        state.apply(action, events)
        ply += 1
    if watch is not None and events:
        watch(state, events)
    return ply


def run(
    contest: Contest, jobs: int = 1, out: Path | None = None, scheduler: str | None = None
) -> Generator[Played, None, None]:
    """Play the matches of a checked contest, in the order in which they end; `jobs` and `scheduler`
    as in `spread`.

    With `out` every match is written to that file when it ends, and the matches already in it are
    given first and not played again. Leaving the iterator ends the processes at once.
    Raises ArenaError if the file cannot be used or belongs to another contest, or a process dies.
    """
    done: dict[int, Played] = {}
    if out is not None:
        done = read(out, contest)
        yield from (done[number] for number in sorted(done))
    waiting = [number for number in range(contest.total) if number not in done]
    keep = _writer(out)
    matches = spread(partial(play, contest), waiting, jobs, scheduler)
    try:
        for played in matches:
            keep(played)
            yield played
    except SpreadError as error:
        raise ArenaError(str(error)) from None
    finally:
        matches.close()


def _writer(out: Path | None) -> Callable[[Played], None]:
    def keep(played: Played) -> None:
        if out is not None:
            try:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(played)) + "\n")
            except OSError as error:
                raise _unusable(out, error) from None

    return keep


def read(out: Path, contest: Contest) -> dict[int, Played]:
    """The matches that a file holds, by number; the file is begun if it is not there.

    A line that was cut short when the run was killed is dropped. Raises ArenaError if the file
    cannot be read or written, is of another contest, or was changed.
    """
    try:
        return _read(out, contest)
    except OSError as error:
        raise _unusable(out, error) from None


def _unusable(out: Path, error: OSError) -> ArenaError:
    return ArenaError(f"{out}: {error.strerror or error}")


def _read(out: Path, contest: Contest) -> dict[int, Played]:
    head = contest.plain()
    if not out.exists() or not out.stat().st_size:
        out.write_text(json.dumps(head) + "\n", encoding="utf-8")
        return {}
    lines = out.read_bytes().decode("utf-8", "replace").splitlines() or [""]
    if _plain(lines[0]) != json.loads(json.dumps(head)):
        text = _("{file} belongs to another contest. Choose another file or delete this one.")
        raise ArenaError(text.format(file=out))
    done: dict[int, Played] = {}
    whole = [lines[0]]
    for number, line in enumerate(lines[1:], 2):
        data = _plain(line)
        if data is None:
            continue
        played = _played(data, contest)
        if played is None:
            text = _("{file}, line {number}: not a match of this contest. Delete the line or file.")
            raise ArenaError(text.format(file=out, number=number))
        whole.append(line)
        if played.number < contest.total:
            done[played.number] = played
    if len(whole) < len(lines) or not out.read_bytes().endswith(b"\n"):
        out.write_text("\n".join(whole) + "\n", encoding="utf-8")
    return done


def _played(data: Any, contest: Contest) -> Played | None:
    """A line of the file as a match, if it is one that this contest could have."""
    try:
        played = msgspec.convert(data, _Line)
    except msgspec.ValidationError:
        return None
    seats = contest.seats
    by_seat = (played.scores, played.ranks, played.decisions, played.seconds, played.slowest)
    if any(len(values) != seats or not all(map(isfinite, values)) for values in by_seat):
        return None
    if played.order != list(contest.order(played.number)) or max(played.ranks) > seats:
        return None
    return Played(**msgspec.structs.asdict(played))


def _plain(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
