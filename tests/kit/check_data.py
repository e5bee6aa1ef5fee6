"""Checks of positions as data: copies, plain data, logs and records."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack

from caravan_tui.engine import Match, Record, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER, Event, Game, State
from caravan_tui.games.kit import fields
from caravan_tui.games.kit.fields import FieldSpec, Range, Row, Shared
from tests.kit.checking import NAMES, check, plain
from tests.kit.lines import BOUND, Case, digest, rich, step


@check
def clones_are_independent(case: Case, seed: int, effort: int) -> None:
    """A clone equals its origin, and later play changes no earlier clone."""
    line = rich(case, seed)
    game = line.game
    state = line.states[0].clone()
    kept: list[tuple[int, State, bytes]] = []
    dropped: list[tuple[int, State, bytes]] = []
    for ply, action in enumerate(line.actions[: 100 * effort]):
        twin = state.clone()
        mark = digest(game, state)
        assert digest(game, twin) == mark, f"ply {ply}: a clone differs from its origin"
        kept.append((ply, twin, mark))
        if len(kept) > 6:
            dropped.append(kept.pop(1 + ply % 5))
        state.apply(action)
        for clone_ply, old, before in kept:
            assert digest(game, old) == before, f"ply {ply} changed the clone of ply {clone_ply}"
        twin.clone().apply(action)
        assert digest(game, twin) == mark, f"ply {ply}: playing on a clone changed its origin"
    for clone_ply, old, before in dropped:
        assert digest(game, old) == before, f"later play changed the clone of ply {clone_ply}"


@check
def clones_are_field_by_field(case: Case, seed: int, effort: int) -> None:
    """A clone is of the same class, has the value of every declared field, and shares none of
    the lists, dicts and sets in them, except where a field is declared `Shared`. So does a
    position that was another and becomes this one."""
    line = rich(case, seed)
    state = line.game.setup(dict(case.options), case.seats)
    kind = type(state)
    kept = state.clone()
    for ply, action in enumerate(line.actions):
        if ply % (4 if effort == 1 else 1):
            state.apply(action)
            continue
        twin = state.clone()
        assert type(twin) is kind, f"ply {ply}: a clone of a {kind.__name__} is a {_kind(twin)}"
        kept.become(state)
        for copy, name, hint in (
            (c, *field)
            for c in (twin, kept)
            for field in fields.hints(kind)  # type: ignore[arg-type]
        ):
            mine, its = getattr(state, name), getattr(copy, name)
            assert mine == its, f"ply {ply}: {name} is {mine}, in the clone {its}"
            if Shared not in getattr(hint, "__metadata__", ()):
                common = _mutable(mine).keys() & _mutable(its).keys()
                assert not common, f"ply {ply}: a clone shares {name} with its origin"
        state.apply(action)


def _kind(value: object) -> str:
    return type(value).__name__


def _mutable(value: Any) -> dict[int, Any]:
    """The lists, dicts and sets in a value, by their identity."""
    containers = {id(value): value} if isinstance(value, list | dict | set) else {}
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(value, list | tuple | dict):
        for item in inner:
            containers |= _mutable(item)
    return containers


@check
def states_come_back_from_plain_data(case: Case, seed: int, effort: int) -> None:
    """encode → msgpack → decode gives the same position: data, actor, legal list, interrupts,
    scores; and it plays on the same."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(50 * effort, last=True):
        state = line.states[ply]
        data = game.encode(state)
        plain(data, f"ply {ply}: encoded", keys_are_text=False)
        packed = msgpack.packb(data)
        back = game.decode(msgpack.unpackb(packed, strict_map_key=False), game.spec.schema)
        assert digest(game, back) == packed, f"ply {ply}: decoded state differs"
        _same(state, back, f"ply {ply}: decoded state")
        if ply < len(line.actions):
            back.apply(line.actions[ply])
            assert digest(game, back) == digest(game, line.states[ply + 1]), (
                f"ply {ply}: the decoded state plays on otherwise"
            )


def _same(state: State, other: State, place: str) -> None:
    """Raise unless both positions answer the same."""
    assert state.to_act() == other.to_act(), f"{place}: another actor"
    assert state.scores() == other.scores(), f"{place}: other scores"
    assert state.interrupts() == other.interrupts(), f"{place}: other interrupts"
    if state.to_act() == OVER:
        assert state.outcome() == other.outcome(), f"{place}: other ranks"
    else:
        assert state.legal() == other.legal(), f"{place}: another legal list"


@check
def bad_plain_data_is_refused(case: Case, seed: int, effort: int) -> None:
    """`decode` raises ValueError, nothing else, on what is no position, and on other schemas.

    Damage that happens to look like another position may pass.
    """
    line = rich(case, seed)
    game = line.game
    schema = game.spec.schema
    rubbish: list[Any] = [
        None, 3, "x", b"x", [], {}, [1, 2], {"a": 1}, [[]] * 30, {"hands": None}
    ]  # fmt: skip
    for junk in rubbish:
        _refused(game, junk, schema, must=True)
    rnd = Random(seed)
    for ply in line.sample(12 * effort, last=True):
        data = msgpack.unpackb(digest(game, line.states[ply]), strict_map_key=False)
        _refused(game, data, schema + 1000, must=True)
        for _round in range(25):
            broken = msgpack.unpackb(msgpack.packb(data), strict_map_key=False)
            _damage(broken, rnd)
            _refused(game, broken, schema, must=False)


def _refused(game: Game[Any], data: Any, schema: int, must: bool) -> None:
    try:
        game.decode(data, schema)
    except ValueError as error:
        assert str(error).strip(), "a refusal without a reason"
        assert "\n" not in str(error), "a refusal of more than one line"
        return
    except Exception as error:
        raise AssertionError(f"decode of damaged data {data!r} led to {error!r}") from error
    assert not must, f"decode took {data!r} with schema {schema}"


@check
def declared_bounds_are_kept(case: Case, seed: int, effort: int) -> None:
    """`decode` refuses, for each declared field, a value just outside what it declares."""
    line = rich(case, seed)
    game = line.game
    kind: Any = type(line.states[0])
    for ply in line.sample(2 * effort, last=True):
        state = line.states[ply]
        data = game.encode(state) if fields.specs(kind) else {}
        for name, spec in fields.specs(kind).items():
            for wrong in _out_of_bounds(spec, data[name], state):
                try:
                    game.decode({**data, name: wrong}, game.spec.schema)
                except ValueError:
                    continue
                except Exception as error:
                    raise AssertionError(
                        f"ply {ply}: {name}: {wrong!r} led to {error!r}"
                    ) from error
                raise AssertionError(f"ply {ply}: {name}: took {wrong!r}")


def _out_of_bounds(spec: FieldSpec, data: Any, state: State) -> Iterator[Any]:
    """Plain data that a field must not take; `data` is what it has."""
    yield from (object, [[[]]] * 3, {"?": [1.5]})
    if isinstance(spec, Range):
        yield from (spec.low - 1, spec.high + 1, None, str(data), data + 0.5, True)
    elif isinstance(spec, Row):
        most = spec.length if spec.most is None else spec.most
        yield list(data) + list(data[:1] or [0]) * ((most(state) if callable(most) else most) + 1)
        least = spec.length(state) if callable(spec.length) else spec.length
        if least:
            yield list(data)[: least - 1]
        for wrong in _out_of_bounds(spec.item, data[0], state) if data else ():
            yield [wrong, *data[1:]]
    elif isinstance(spec, fields.Record):
        yield list(data)[1:]
        for place, item in enumerate(spec.items):
            for wrong in _out_of_bounds(item, data[place], state):
                yield [*data[:place], wrong, *data[place + 1 :]]


def _damage(data: Any, rnd: Random) -> None:
    """Change one thing somewhere in plain data."""
    while True:
        keys: list[Any] = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = rnd.choice(keys)
        inner = data[key]
        if isinstance(inner, dict | list) and inner and rnd.random() < 0.7:
            data = inner
            continue
        if rnd.random() < 0.2:
            del data[key]
        else:
            data[key] = rnd.choice([None, "x", -7, 1 << 40, [], {}, 1.5, [None], b""])
        return


@check
def a_match_replays_from_its_log(case: Case, seed: int, effort: int) -> None:
    """The log alone leads to equal positions at every ply, with and without a list for events."""
    line = rich(case, seed)
    game = line.game
    for wanted in (True, False):
        state = game.setup(dict(case.options), case.seats)
        for ply, action in enumerate(line.actions):
            assert digest(game, state) == digest(game, line.states[ply]), f"ply {ply} differs"
            events: list[Event] = []
            state.apply(action, events if wanted else None)
            if wanted:
                assert events == line.events[ply], f"ply {ply}: other events"
        assert digest(game, state) == digest(game, line.states[-1]), "the end differs"
        assert state.outcome() == line.states[-1].outcome(), "other ranks"


@check
def a_match_survives_saving_and_undo(case: Case, seed: int, effort: int) -> None:
    """Through the engine: a record restores the same match, undo and redo lead back to where they
    began, and the match then plays on."""
    known = registry.get
    registry.get = lambda name: case.game if name == case.game.spec.id else known(name)  # type: ignore[assignment]
    try:
        _save_and_undo(case, seed, 70 * effort)
    finally:
        registry.get = known


def _save_and_undo(case: Case, seed: int, plies: int) -> None:
    game = case.game
    seats = [Seat(name=name) for name in NAMES[: case.seats]]
    match = Match.new(game.spec.id, dict(case.options), seats, seed)
    moves = Random(seed)
    for number in range(min(plies, BOUND)):
        if match.over:
            break
        actor, action = step(match.state, moves, number, seed)
        match.act(actor, action)
        if number % 30 == 7:
            plain = msgpack.unpackb(msgpack.packb(match.record.to_plain()))
            back = Match.from_record(Record.from_plain(plain))
            assert digest(game, back.state) == digest(game, match.state), "the record differs"
            assert back.record.log == match.record.log, "the log differs"
        if match.why_no_undo(actor) is None:
            mark, log = digest(game, match.state), list(match.record.log)
            match.undo(actor)
            assert match.why_no_undo(actor) is None or match.can_redo(actor)
            replayed = game.setup(dict(case.options), case.seats)
            for done in match.record.log:
                replayed.apply(done)
            assert digest(game, match.state) == digest(game, replayed), "undo leads elsewhere"
            match.redo(actor)
            assert digest(game, match.state) == mark, "redo leads elsewhere"
            assert match.record.log == log, "redo wrote another log"
