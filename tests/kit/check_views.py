"""Checks of views, imagined worlds and projected events: nobody learns what is hidden."""

from __future__ import annotations

from random import Random
from types import BuiltinFunctionType
from typing import Any, TypedDict, get_type_hints, is_typeddict

import msgpack
import msgspec

from caravan_tui.games import contract
from caravan_tui.games.contract import CHANCE, COMMON_KEYS, OVER, Event, Game, State
from tests.kit.checking import check, plain, some
from tests.kit.lines import Case, choices, digest, pack, play, rich, seen, step


@check
def views_are_plain_data(case: Case, seed: int, effort: int) -> None:
    """A view is plain data with the common keys, right ones, and no seed or log."""
    line = rich(case, seed)
    game = line.game
    options = dict(case.options)
    for ply in line.sample(25 * effort, last=True):
        state = line.states[ply]
        for seat in line.everybody:
            view = game.view(state, seat)
            place = f"ply {ply}, view of {seat}"
            plain(view, place)
            missing = [key for key in COMMON_KEYS if key not in view]
            assert not missing, f"{place}: no {missing}"
            assert view["game"] == game.spec.id, f"{place}: game is {view['game']}"
            assert view["seat"] == seat, f"{place}: seat is {view['seat']}"
            assert view["seats"] == case.seats, f"{place}: seats is {view['seats']}"
            assert view["options"] == options, f"{place}: options are {view['options']}"
            assert view["custom"] is None, f"{place}: custom data where there is none"
            assert view["to_act"] == state.to_act(), f"{place}: to_act is {view['to_act']}"
            assert view["scores"] == list(state.scores()), f"{place}: scores {view['scores']}"
            assert type(view["round"]) is int and view["round"] >= 0, f"{place}: round"


@check
def views_have_their_declared_keys(case: Case, seed: int, effort: int) -> None:
    """`view` returns a TypedDict that extends `contract.View`; views have its keys, no others,
    with values of its types; `determinize` takes the same."""
    line = rich(case, seed)
    game = line.game
    if isinstance(game.view, BuiltinFunctionType):
        return  # compiled: mypyc keeps no annotations, and those of the source are the same
    declared = _hints(game.view).get("return")
    assert is_typeddict(declared), "view returns no TypedDict"
    assert contract.View.__annotations__.keys() <= declared.__annotations__.keys()
    taken = _hints(game.determinize).get("view")
    assert taken is declared, f"determinize takes a {taken}, not what view returns"
    # On Python 3.14 msgspec looks for the names of `View` in the module of the game.
    typed_dict: Any = TypedDict
    resolved = typed_dict("Resolved", get_type_hints(declared, include_extras=True))
    for ply in line.sample(10 * effort, last=True):
        for seat in line.everybody:
            place = f"ply {ply}, view of {seat}"
            view = seen(game, line.states[ply], seat)
            try:
                read = msgspec.convert(view, resolved)
            except msgspec.ValidationError as error:
                raise AssertionError(f"{place}: {error}") from None
            assert read == view, f"{place}: not as declared: {_difference(view, read)}"


def _hints(part: Any) -> dict[str, Any]:
    """The annotations of a function, or of that in a `partial`."""
    return get_type_hints(getattr(part, "func", part))


@check
def views_are_built_from_nothing(case: Case, seed: int, effort: int) -> None:
    """No data of a view is shared with the state or another view: changing it changes neither."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(12 * effort, last=True):
        state = line.states[ply]
        before = digest(game, state)
        for seat in line.everybody:
            first = pack(game.view(state, seat))
            _scribble(game.view(state, seat))
            assert digest(game, state) == before, f"ply {ply}: the view of {seat} holds the state"
            assert pack(game.view(state, seat)) == first, f"ply {ply}: views of {seat} share data"


def _scribble(data: Any) -> None:
    if isinstance(data, dict):
        for value in data.values():
            _scribble(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            _scribble(value)
        data.append("scribble")


@check
def views_do_not_know_what_is_hidden(case: Case, seed: int, effort: int) -> None:
    """Change all that is hidden from a seat, and its view stays byte for byte the same; so do
    who acts, its legal list in its order, and its interrupts."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(15 * effort, last=True):
        state = line.states[ply]
        actor = state.to_act()
        for seat in line.everybody:
            view = seen(game, state, seat)
            before = pack(view)
            for number in range(2):
                place = f"ply {ply}, seat {seat}, world {number}"
                world = game.determinize(view, Random(number + 17 * ply))
                assert pack(view) == before, f"{place}: determinize changed the view"
                again = game.view(world, seat)
                assert pack(again) == before, f"{place}: {_difference(view, again)}"
                assert world.to_act() == actor, f"{place}: another seat is to act"
                if seat is None:
                    continue
                if seat == actor:
                    assert world.legal() == state.legal(), f"{place}: another legal list"
                mine = list(state.interrupts().get(seat, ()))
                there = list(world.interrupts().get(seat, ()))
                assert mine == there, f"{place}: other interrupts"


def _difference(value: Any, other: Any, place: str = "view") -> str:
    """Where two pieces of plain data differ first."""
    if isinstance(value, dict) and isinstance(other, dict):
        if list(value) != list(other):
            return f"{place} has other keys: {list(value)} / {list(other)}"
        for key in value:
            if value[key] != other[key]:
                return _difference(value[key], other[key], f"{place}.{key}")
    return f"{place} was {value!r}, is {other!r}"


@check
def imagined_worlds_differ(case: Case, seed: int, effort: int) -> None:
    """A seat from which something was hidden imagines more than one world."""
    lines = [play(case, seed + number) for number in range(2)]
    for seat in lines[0].everybody:
        places = [
            (line, ply + 1)
            for line in lines
            for ply in line.hidden(seat)
            if ply + 1 < len(line.states)
        ]
        if not places:
            continue
        for line, ply in some(places, 30 * effort, Random(seed)):
            game = line.game
            view = seen(game, line.states[ply], seat)
            worlds = {digest(game, game.determinize(view, Random(number))) for number in range(6)}
            if len(worlds) > 1:
                break
        else:
            raise AssertionError(f"seat {seat} imagines one world only, though much is hidden")


@check
def imagined_worlds_play_on(case: Case, seed: int, effort: int) -> None:
    """A world made from a view is a whole position: it can be seen, kept and played on."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(5 * effort):
        for seat in line.everybody:
            place = f"ply {ply}, world of {seat}"
            try:
                world = game.determinize(seen(game, line.states[ply], seat), Random(ply))
                back = game.decode(msgpack.unpackb(digest(game, world)), game.spec.schema)
                assert digest(game, back) == digest(game, world), f"{place} is not kept well"
                moves = Random(seed)
                for number in range(30):
                    if world.to_act() == OVER:
                        break
                    world.apply(step(world, moves, number, seed)[1], [])
                    game.view(world, line.everybody[number % len(line.everybody)])
            except AssertionError as error:
                raise AssertionError(f"{place}: {error}") from error
            except Exception as error:
                raise AssertionError(f"{place} breaks: {error!r}") from error


@check
def events_reveal_nothing_hidden(case: Case, seed: int, effort: int) -> None:
    """Where the position after an action looks the same to a seat, so do the events it is told,
    whatever is hidden, and whichever of several actions that look alike was played."""
    line = rich(case, seed)
    game = line.game
    rnd = Random(seed)
    for ply in line.sample(8 * effort):
        state = line.states[ply]
        actor = state.to_act()
        for seat in line.everybody:
            world = game.determinize(seen(game, state, seat), Random(ply))
            pairs = [(line.actors[ply], line.actions[ply])]
            pairs += some(list(choices(state)), 6, rnd)
            for who, action in pairs:
                if who == seat:
                    continue
                twins = [(state, other) for other in _alike(state, who, action, state, seat)]
                twins += [(world, other) for other in _alike(state, who, action, world, seat)]
                view, events = _after(game, state, action, seat)
                for origin, other in some(twins, 6, rnd):
                    view_there, events_there = _after(game, origin, other, seat)
                    if view_there == view:
                        assert events_there == events, (
                            f"ply {ply}: actor {actor}, action {action} or {other}: seat {seat} "
                            f"is told {events} or {events_there}, though its view is the same"
                        )


def _alike(state: State, actor: int, action: int, world: State, seat: int | None) -> list[int]:
    """What the actor could play in a world that looks to a seat like this action here; of chance
    everything, as hidden outcomes are told apart by what they show."""
    if world.to_act() == actor:
        legal = world.legal()
    else:
        legal = world.interrupts().get(actor, [])
    if actor == CHANCE:
        return legal
    if seat is None:
        return [other for other in legal if other == action]
    token = state.observed(action, seat)
    return [other for other in legal if world.observed(other, seat) == token]


def _after(
    game: Game[Any], state: State, action: int, seat: int | None
) -> tuple[bytes, list[Event | None]]:
    """The view of a seat after an action, and the events as it is told them."""
    after = state.clone()
    events: list[Event] = []
    after.apply(action, events)
    viewed_events = [game.view_event(event, seat) for event in events]
    return pack(game.view(after, seat)), [event for event in viewed_events if event is not None]


def _first_difference(
    one: tuple[bytes, list[Event | None]], other: tuple[bytes, list[Event | None]]
) -> str:
    """Where two outcomes of `_after` differ: in the view, else in the events."""
    if one[0] != other[0]:
        return _difference(msgpack.unpackb(one[0]), msgpack.unpackb(other[0]))
    return f"the events were {one[1]}, are {other[1]}"


@check
def what_looks_alike_is_alike(case: Case, seed: int, effort: int) -> None:
    """Actions with the same `observed` answer leave a seat with the same view and the same
    events; an actor tells its own actions apart."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(10 * effort):
        state = line.states[ply]
        by_actor: dict[int, list[int]] = {}
        for actor, action in choices(state):
            by_actor.setdefault(actor, []).append(action)
        for actor, actions in by_actor.items():
            for seat in range(case.seats):
                groups: dict[int, list[int]] = {}
                for action in actions:
                    groups.setdefault(state.observed(action, seat), []).append(action)
                assert seat != actor or len(groups) == len(actions), (
                    f"ply {ply}: seat {seat} cannot tell its own actions apart"
                )
                assert actor == CHANCE or not state.OPEN_MOVES or groups.keys() == set(actions), (
                    f"ply {ply}: OPEN_MOVES, and a move of {actor} is hidden from {seat}"
                )
                for group in groups.values():
                    view = game.view(state, actor if actor >= 0 else None)
                    first, *others = group[:8]
                    after = _after(game, state, first, seat)
                    for action in others:
                        other = _after(game, state, action, seat)
                        assert repr(other) == repr(after), (
                            f"ply {ply}: '{game.notation(first, view)}' and "
                            f"'{game.notation(action, view)}' look alike to seat {seat}, but then "
                            f"{_first_difference(after, other)}"
                        )
