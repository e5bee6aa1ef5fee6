"""A tutorial: a scripted match in which one seat learns by doing and the others play by the script.

The script of a game is `tutorial.toml` in its folder:

    seed = 7                        # every card, die and good of the match
    seats = ["", "Zaid"]            # the learner's seat has no name of its own
    [options]                       # as in a set-up
    hands = 1
    [[step]]
    say = "Words to read."          # shown while the step lasts
    light = ["d2", "cities"]        # what it speaks of, in the board's names: the rest is dimmed
    ask = ["lift supply", "set d4 | set e4"]   # moves in order; ` | ` between moves that will do
    hint = "Shown when another move is tried."
    then = ["end"]                  # what the other seats, or the learner's own, play after it
    example = "What the rules say of the move, which they show as an example."
    find = true                     # the cursor starts elsewhere: the learner goes to the move

A step without `ask` is only read. `any` asks for any legal move.

A key in `say` or `hint` is a field with the name of its command: `Press {camel} for a camel` names
the key of `<game>.camel`, or that of a command that every tutorial has, such as `{hint}`. `{{` is a
brace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from string import Formatter
from typing import Annotated, Any

from attrs import frozen
from msgspec import Meta

from caravan_tui.engine.match import Match
from caravan_tui.engine.record import Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import Event, OptionError, OptionValue
from caravan_tui.games.custom_data import CustomDataError, Source, convert

ANY = "any"
"""In a script: whatever is legal."""

_KEYS = ("say", "light", "ask", "hint", "then", "example", "find")

_Words = Annotated[str, Meta(pattern=r"\S")]
_Tables = Annotated[list[dict[str, Any]], Meta(min_length=1)]


class ScriptError(ValueError):
    """A script is wrong: the reason, and the line where it stands (from 1)."""

    def __init__(self, game: str, line: int | None, reason: str) -> None:
        super().__init__(f"{game}/tutorial.toml, line {line or 1}: {reason}")
        self.line = line


class NotAskedError(ValueError):
    """A legal move, but not the one that the step asks for. The text is the step's hint."""


@frozen
class Step:
    """A few words, and what is to be done."""

    say: str
    """English; translated when it is shown, as `hint`."""
    ask: tuple[tuple[str, ...], ...]
    """The moves in order, each in the notations that will do; none: only words to read."""
    hint: str
    then: tuple[str, ...]
    """What is played after it, in notation, by whoever is to act."""
    line: int
    """Its line in the script, from 1."""
    light: tuple[str, ...] = ()
    """What is lit on the board, by the names that the board knows; none: all of it."""
    example: str = ""
    """What the rules say of its first move, which they show as an example."""
    is_to_be_found: bool = False
    """Whether the cursor starts elsewhere than on its moves, so that no key alone plays them."""


@frozen
class Script:
    """A whole tutorial as it was written."""

    game: str
    seed: int
    seats: tuple[str, ...]
    options: dict[str, OptionValue]
    steps: tuple[Step, ...]

    @property
    def learner(self) -> int:
        """The seat that learns."""
        return self.seats.index("")

    def check_keys(self, names: Collection[str]) -> None:
        """Raise ScriptError if a text names the key of another command than these."""
        for step in self.steps:
            for text in (step.say, step.hint):
                for field in key_fields(text):
                    if field not in names:
                        raise ScriptError(self.game, step.line, f"there is no command '{field}'")

    def texts(self) -> Iterator[str]:
        """Every English text that is shown: what a translation needs."""
        for step in self.steps:
            yield step.say
            if step.hint:
                yield step.hint
            if step.example:
                yield step.example


def key_fields(text: str) -> list[str]:
    """The commands whose keys a text names: `{undo}` is the field `undo`.

    Raises ValueError for any other brace than a plain field, `{{` or `}}`.
    """
    fields = []
    for _literal, field, spec, conversion in Formatter().parse(text):
        if field is not None:
            if spec or conversion or not field.isidentifier():
                raise ValueError(f"'{{{field}}}' is no name of a command")
            fields.append(field)
    return fields


def read(game: str, text: str) -> Script:
    """The script that a text holds. Raises ScriptError; whether the moves are legal is told by
    `rehearse`."""
    try:
        return _read(game, Source(text))
    except CustomDataError as error:
        raise ScriptError(game, error.line, error.reason) from None


def _read(game: str, source: Source) -> Script:
    data = source.data
    for key in data:
        if key not in ("seed", "seats", "options", "step"):
            raise CustomDataError(f"'{key}' is not known", source.line_of(key))
    seed = convert(data.get("seed"), int, "seed is a whole number", source.line_of("seed"))
    reason = "seats are names, and one of them, the learner's, is empty"
    seats = convert(data.get("seats"), list[str], reason, source.line_of("seats"))
    if seats.count("") != 1:
        raise CustomDataError(reason, source.line_of("seats"))
    try:
        options = registry.spec(game).resolve(data.get("options", {}), len(seats))
    except OptionError as error:
        raise CustomDataError(str(error), source.line_of("[options]")) from None
    tables = convert(data.get("step"), _Tables, "there is no step", source.line_of("[[step]]"))
    steps = tuple(
        _step(table, source.line_of("[[step]]", index) or 1) for index, table in enumerate(tables)
    )
    return Script(game, seed, tuple(seats), options, steps)


def _step(table: dict[str, Any], line: int) -> Step:
    for key in table:
        if key not in _KEYS:
            raise CustomDataError(f"a step has no '{key}'; it has {', '.join(_KEYS)}", line)
    say = convert(table.get("say"), _Words, "a step says something", line)
    reason = "light is a list of names"
    light = convert(table.get("light", []), list[_Words], reason, line)
    reason = "ask and then are lists of moves in notation"
    ask = convert(table.get("ask", []), list[str], reason, line)
    then = convert(table.get("then", []), list[str], reason, line)
    hint = ""
    if ask:
        hint = convert(table.get("hint"), _Words, "a step that asks has a hint", line)
    for text in (say, hint):
        try:
            key_fields(text)
        except ValueError:
            reason = "braces are for keys, as in {undo}; write {{ for a brace"
            raise CustomDataError(reason, line) from None
    example = table.get("example")
    if example is not None:
        example = convert(example, _Words, "an example is what the rules say of a move", line)
        if not ask:
            raise CustomDataError("a step with an example asks for a move", line)
    is_to_be_found = convert(table.get("find", False), bool, "find is true or false", line)
    if is_to_be_found and not ask:
        raise CustomDataError("a step whose move is to be found asks for a move", line)
    accepted = tuple(tuple(move.strip() for move in moves.split("|")) for moves in ask)
    return Step(
        say.strip(),
        accepted,
        hint.strip(),
        tuple(then),
        line,
        tuple(light),
        (example or "").strip(),
        is_to_be_found,
    )


def exists(game: str) -> bool:
    """Whether a game has a tutorial."""
    return bool(registry.tutorial(game))


def load(game: str) -> Script:
    """The tutorial of a game. Raises ScriptError if it has none or it is wrong."""
    text = registry.tutorial(game)
    if not text:
        raise ScriptError(game, None, "this game has no tutorial")
    return read(game, text)


def example_of(game: str) -> str:
    """What the rules of a game say of the move that they show as an example; empty: they show none.
    Raises ScriptError if the script is wrong."""
    if not exists(game):
        return ""
    return next((step.example for step in load(game).steps if step.example), "")


def at_example(game: str, name: str) -> Tutorial:
    """The tutorial of a game that has an example, just before its move, which is `wanted()[0]`.

    `name`: the learner's. Raises ScriptError if the script is wrong."""
    tutorial = Tutorial(load(game), name)
    while not tutorial.step.example:
        if tutorial.reading:
            tutorial.go_on()
        elif tutorial.answering:
            tutorial.answer()
        else:
            tutorial.play(tutorial.wanted()[0])
    return tutorial


class Tutorial:
    """A script in play: which step it is, what it accepts, what the others answer.

    Nothing that a learner does can break it: a move that is not asked for changes nothing.
    """

    def __init__(self, script: Script, name: str) -> None:
        """`name` is the learner's."""
        self.script = script
        self.name = name
        self.seat = script.learner
        seats = [
            Seat("person" if number == self.seat else "script", other_name or name)
            for number, other_name in enumerate(script.seats)
        ]
        self.match = Match.new(script.game, script.options, seats, script.seed)
        self.game = self.match.game
        self._index = 0
        self._read = False
        self._done = 0
        self._answered = 0
        self._open = 0
        self._moves_before = [0]
        self.moves: list[int] = []
        """What the learner has played."""

    @property
    def number(self) -> int:
        """The number of the step, from 1."""
        return min(self._index + 1, len(self.script.steps))

    @property
    def step(self) -> Step:
        """The step; the last one also when all is done."""
        return self.script.steps[self.number - 1]

    @property
    def finished(self) -> bool:
        """Whether every step is done."""
        return self._index == len(self.script.steps)

    @property
    def asked(self) -> tuple[str, ...]:
        """The notations of which one is asked for now; none while there is something to read, or
        the others answer."""
        if self.finished or self._done == len(self.step.ask):
            return ()
        return self.step.ask[self._done]

    @property
    def reading(self) -> bool:
        """Whether the step only wants to be read: `go_on` is next."""
        return not self.finished and not self.step.ask and not self._read

    @property
    def answering(self) -> bool:
        """Whether a scripted move is next: `answer`."""
        return not self.finished and not self.reading and not self.asked

    def wanted(self) -> list[int]:
        """The legal actions that the step accepts."""
        if self.match.to_act != self.seat:
            return []
        if ANY in self.asked:
            return self.match.legal(self.seat)
        actions = (self.action_of(notation) for notation in self.asked)
        return [action for action in actions if action is not None]

    def start(self) -> int | None:
        """The action that the cursor starts on, None if there is none: the first that the step
        accepts, or, where that is to be found, the first of the others."""
        wanted = self.wanted()
        if not self.step.is_to_be_found:
            return next(iter(wanted), None)
        others = [action for action in self.match.legal(self.seat) if action not in wanted]
        return next(iter(others or wanted), None)

    def action_of(self, notation: str) -> int | None:
        """The action of the seat to act that a notation means, None if it is not legal; `any` is
        the first one."""
        seat = self.match.to_act
        legal = self.match.legal(seat)
        if not legal or notation == ANY:
            return legal[0] if legal else None
        return self.game.parse(notation, legal, self.match.view(seat))

    def play(self, action: int) -> list[Event]:
        """The learner's move; what happened, not projected.

        Raises NotAskedError with the hint, and changes nothing, if the step asks for another one.
        """
        if action not in self.wanted():
            raise NotAskedError(self.step.hint)
        is_whole = self.game.commits(action, self.match.view(self.seat))
        events = self.match.act(self.seat, action)
        self._open = 0 if is_whole else self._open + 1
        self.moves.append(action)
        self._done += 1
        self._next()
        return events

    def undo(self) -> bool:
        """Take back the learner's last move of this step; whether there was one to take back."""
        if not self.asked or not self._done or self.match.why_no_undo(self.seat) is not None:
            return False
        self.match.undo(self.seat)
        self.moves.pop()
        self._done -= 1
        self._open = max(0, self._open - 1)
        return True

    def retract(self) -> bool:
        """Take back the steps of a move that this step has begun but not finished; whether there
        were any."""
        has_steps = self._open > 0
        while self._open and self.undo():
            pass
        return has_steps

    def previous(self) -> Tutorial | None:
        """The tutorial at the step before this one, None at the first."""
        if self.number == 1:
            return None
        number = self.number - 1
        earlier = Tutorial(self.script, self.name)
        earlier.go_to(number, self.moves[: self._moves_before[number - 1]])
        return earlier

    def go_to(self, number: int, moves: Sequence[int]) -> bool:
        """From the beginning to a step, by these moves of the learner; whether they lead there.

        If they do not, as after a change of the script, the tutorial stands where they failed.
        """
        left = list(moves)
        while not self.finished and (self._index < number - 1 or left):
            try:
                if self.reading:
                    self.go_on()
                elif self.answering:
                    self.answer()
                elif not left:
                    return False
                else:
                    self.play(left.pop(0))
            except (NotAskedError, ScriptError):
                return False
        return self.number == number and not self.finished and not left

    def go_on(self) -> None:
        """The learner has read the words."""
        if self.reading:
            self._read = True
            self._next()

    def answer(self) -> tuple[int, int, list[Event]]:
        """Play the next scripted move: the seat, the action, and what happened, not projected.

        Raises ScriptError if the script is wrong.
        """
        step, match = self.step, self.match
        notation = step.then[self._answered]
        seat = match.to_act
        action = self.action_of(notation)
        if action is None:
            raise ScriptError(
                self.script.game, step.line, f"'{notation}' is not legal for seat {seat}"
            )
        self._answered += 1
        events = match.act(seat, action)
        self._next()
        return seat, action, events

    def _next(self) -> None:
        """On to the next step once everything of this one is played."""
        step = self.step
        if not self.asked and not self.reading and self._answered == len(step.then):
            self._index += 1
            self._moves_before.append(len(self.moves))
            self._done = self._answered = self._open = 0
            self._read = False


def rehearse(script: Script) -> None:
    """Play a script to its end, once for each move that will do.

    Raises ScriptError, with the line of the step, where nothing that is asked is legal, where a
    scripted move is not, and for a move that is asked but legal in none of these matches.
    """
    places = [
        (index, move, choice)
        for index, step in enumerate(script.steps)
        for move, moves in enumerate(step.ask)
        for choice in range(len(moves))
    ]
    legal = _rehearse(script, None)
    for place in places:
        if place[2]:
            legal |= _rehearse(script, place)
    for place in places:
        if place not in legal:
            step = script.steps[place[0]]
            notation = step.ask[place[1]][place[2]]
            raise ScriptError(script.game, step.line, f"'{notation}' is not legal here")


def _rehearse(script: Script, other: tuple[int, int, int] | None) -> set[tuple[int, int, int]]:
    """Play the first legal move of each step, but another one in one place (step, move, choice).

    Returns the places whose moves were legal.
    """
    tutorial = Tutorial(script, "")
    seen: set[tuple[int, int, int]] = set()
    while not tutorial.finished:
        if tutorial.reading:
            tutorial.go_on()
        elif tutorial.answering:
            tutorial.answer()
        else:
            if tutorial.match.to_act != tutorial.seat:
                raise ScriptError(script.game, tutorial.step.line, "it is not the learner's move")
            actions: dict[int, int] = {}
            for choice, notation in enumerate(tutorial.asked):
                action = tutorial.action_of(notation)
                if action is not None:
                    actions[choice] = action
                    seen.add((tutorial._index, tutorial._done, choice))
            if not actions:
                raise ScriptError(
                    script.game, tutorial.step.line, f"'{tutorial.asked[0]}' is not legal here"
                )
            is_other = other is not None and other[:2] == (tutorial._index, tutorial._done)
            wanted = other[2] if other is not None and is_other else -1
            tutorial.play(actions.get(wanted, next(iter(actions.values()))))
    return seen
