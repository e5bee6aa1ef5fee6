"""What every game must keep, as functions that raise AssertionError.

Each takes a case (game, seats, options), a seed and an effort: 1 looks at some positions of a
match, 10 at ten times as many. `CHECKS` has them all by name; `toys.BROKEN` has a game that each
of them catches.
"""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgpack

from caravan_tui.engine import Match, Record, Seat, rng
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, COMMON_KEYS, OVER, Event, Game, State, View
from tests.kit.lines import BOUND, Case, choices, digest, pack, play, rich, seen, step

Check = Callable[[Case, int, int], None]

CHECKS: dict[str, Check] = {}

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"]


def check(function: Check) -> Check:
    """Enter a check."""
    CHECKS[function.__name__] = function
    return function


@check
def matches_end(case: Case, seed: int, effort: int) -> None:
    """Random matches end within a bound, with a score and a rank for each seat."""
    for number in range(2 * effort):
        line = play(case, seed + number, guided=number % 2 == 1)
        for state in (line.states[0], line.states[len(line.states) // 2], line.states[-1]):
            scores = state.scores()
            assert len(scores) == case.seats, f"{len(scores)} scores for {case.seats} seats"
            assert all(math.isfinite(score) for score in scores), f"scores {scores}"
        ranks = line.states[-1].outcome()
        assert len(ranks) == case.seats, f"{len(ranks)} ranks for {case.seats} seats"
        for rank in ranks:
            better = sum(other < rank for other in ranks)
            assert rank == better + 1, f"ranks {ranks}: a shared rank uses up the next ones"


@check
def legal_is_a_clean_list(case: Case, seed: int, effort: int) -> None:
    """`legal()` is a list of ints, not empty, without duplicates, the same when asked again."""
    line = rich(case, seed)
    for ply in line.sample(200 * effort):
        state = line.states[ply]
        legal = state.legal()
        assert type(legal) is list, f"ply {ply}: legal() is a {type(legal).__name__}"
        assert legal, f"ply {ply}: nothing is legal"
        assert all(type(action) is int for action in legal), f"ply {ply}: an action is no int"
        assert len(set(legal)) == len(legal), f"ply {ply}: an action is listed twice"
        assert all(-(1 << 63) <= action < 1 << 64 for action in legal), f"ply {ply}: too large"
        assert state.legal() == legal, f"ply {ply}: another order when asked again"
        assert state.clone().legal() == legal, f"ply {ply}: another order in a clone"


@check
def looking_changes_nothing(case: Case, seed: int, effort: int) -> None:
    """legal, interrupts, view, scores, draw, observed and encode leave the position as it is."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(40 * effort, last=True):
        state = line.states[ply]
        before = digest(game, state)
        state.to_act()
        if state.to_act() != OVER:
            actions = state.legal()
            state.observed(actions[0], 0)
        else:
            state.outcome()
        state.interrupts()
        state.scores()
        for seat in line.everybody:
            game.view(state, seat)
        state.clone()
        assert digest(game, state) == before, f"ply {ply}: looking at a position changed it"


@check
def order_is_the_same_under_another_hash_seed(case: Case, seed: int, effort: int) -> None:
    """A match is the same, legal lists, views and words included, under two hash seeds."""
    hash_seeds_agree(where(case.game), [case], seed, 100 * effort)


def where(game: Game) -> str:
    """How another process finds the game: its id, or the name of a toy."""
    name = type(game).__name__
    return f"toy:{name}" if type(game).__module__.endswith("toys") else f"game:{game.spec.id}"


def hash_seeds_agree(place: str, cases: Iterable[Case], seed: int, plies: int) -> None:
    """Play these cases of a game in two processes with different hash seeds and compare."""
    root = Path(__file__).parents[2]
    arguments = [place, str(seed), str(plies), repr([(c.seats, c.options) for c in cases])]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.kit.fingerprint", *arguments],
            cwd=root,
            env={"PYTHONHASHSEED": number, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in ("1", "2")
    ]
    outputs = [process.communicate(timeout=300)[0].splitlines() for process in running]
    assert all(process.returncode == 0 for process in running), "a process failed"
    for one, other in zip(*outputs, strict=True):
        assert one == other, f"differs under another hash seed: {one} / {other}"
    assert outputs[0], "nothing was compared"


@check
def every_legal_action_applies(case: Case, seed: int, effort: int) -> None:
    """Every legal action and interrupt can be played, and somebody or chance is next."""
    line = rich(case, seed)
    rnd = Random(seed)
    for ply in line.sample(60 * effort):
        state = line.states[ply]
        everything = list(choices(state))
        for _actor, action in _some(everything, 40, rnd):
            after = state.clone()
            try:
                after.apply(action)
                actor = after.to_act()
                following = [] if actor == OVER else after.legal()
            except Exception as error:
                raise AssertionError(f"ply {ply}: action {action} raised {error!r}") from error
            assert OVER <= actor < case.seats, f"ply {ply}: {action} asks seat {actor}"
            assert following or actor == OVER, f"ply {ply}: nothing is legal after {action}"


@check
def clones_are_independent(case: Case, seed: int, effort: int) -> None:
    """Earlier clones keep their digest whatever is played later; a clone equals its origin."""
    line = rich(case, seed)
    game = line.game
    state = line.states[0].clone()
    kept: list[tuple[int, State, bytes]] = []
    dropped: list[tuple[int, State, bytes]] = []
    for ply, action in enumerate(line.actions[: 250 * effort]):
        twin = state.clone()
        mark = digest(game, state)
        assert digest(game, twin) == mark, f"ply {ply}: a clone differs from its origin"
        kept.append((ply, twin, mark))
        if len(kept) > 12:
            dropped.append(kept.pop(1 + ply % 11))
        state.apply(action)
        for at, old, before in kept:
            assert digest(game, old) == before, f"ply {ply} changed the clone of ply {at}"
        twin.clone().apply(action)
        assert digest(game, twin) == mark, f"ply {ply}: playing on a clone changed its origin"
    for at, old, before in dropped:
        assert digest(game, old) == before, f"later play changed the clone of ply {at}"


@check
def states_come_back_from_plain_data(case: Case, seed: int, effort: int) -> None:
    """encode → msgpack → decode gives the same position at every ply: data, actor, legal list,
    interrupts, scores; and it plays on the same."""
    line = rich(case, seed)
    game = line.game
    for ply, state in enumerate(line.states):
        data = game.encode(state)
        _plain(data, f"ply {ply}: encoded", keys_are_text=False)
        packed = msgpack.packb(data)
        back = game.decode(msgpack.unpackb(packed, strict_map_key=False), game.spec.schema)
        assert digest(game, back) == packed, f"ply {ply}: decoded state differs"
        _same(state, back, f"ply {ply}: decoded state")
        if ply < len(line.actions):
            back.apply(line.actions[ply])
            assert digest(game, back) == digest(game, line.states[ply + 1]), (
                f"ply {ply}: the decoded state plays on otherwise"
            )


@check
def bad_plain_data_is_refused(case: Case, seed: int, effort: int) -> None:
    """`decode` raises ValueError, nothing else, on what is no position, and on other schemas.

    Damage that happens to look like another position may pass.
    """
    line = rich(case, seed)
    game = line.game
    schema = game.spec.schema
    for junk in (None, 3, "x", b"x", [], {}, [1, 2], {"a": 1}, [[]] * 30, {"hands": None}):
        _refused(game, junk, schema, must=True)
    rnd = Random(seed)
    for ply in line.sample(12 * effort, last=True):
        data = msgpack.unpackb(digest(game, line.states[ply]), strict_map_key=False)
        _refused(game, data, schema + 1000, must=True)
        for _round in range(25):
            broken = msgpack.unpackb(msgpack.packb(data), strict_map_key=False)
            _damage(broken, rnd)
            _refused(game, broken, schema, must=False)


def _refused(game: Game, data: Any, schema: int, must: bool) -> None:
    try:
        game.decode(data, schema)
    except ValueError as error:
        assert str(error).strip(), "a refusal without a reason"
        assert "\n" not in str(error), "a refusal of more than one line"
        return
    except Exception as error:
        raise AssertionError(f"decode of damaged data {data!r} led to {error!r}") from error
    assert not must, f"decode took {data!r} with schema {schema}"


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
    """The log alone leads to equal positions at every ply, whether events are wanted or not."""
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
def nothing_uses_the_global_generator(case: Case, seed: int, effort: int) -> None:
    """Playing, looking and imagining are the same however the global generator is disturbed."""
    marks = []
    saved = random.getstate()
    try:
        for burn in (1, 2):
            random.seed(burn)
            game = case.game
            state = game.setup(dict(case.options), case.seats)
            moves = rng.stream(seed, "kit")
            told: list[bytes] = [digest(game, state)]
            ply = 0
            while state.to_act() != OVER and ply < 400 * effort:
                for _turn in range(1 + (burn * ply) % 3):
                    random.random()
                _actor, action = step(state, moves, ply, seed)
                if ply % 20 == 0:
                    seat = ply // 20 % case.seats
                    world = game.determinize(seen(game, state, seat), Random(ply))
                    told.append(digest(game, world))
                state.apply(action, [])
                told.append(digest(game, state))
                ply += 1
            marks.append(told)
    finally:
        random.setstate(saved)
    for ply, (one, other) in enumerate(zip(*marks, strict=True)):
        assert one == other, f"the global generator changes what happens, near ply {ply}"


@check
def chance_draws_what_it_lists(case: Case, seed: int, effort: int) -> None:
    """At CHANCE every draw is one of `legal()`, all of them can come (of few), drawing moves
    nothing, and the same generator draws the same."""
    line = rich(case, seed)
    game = line.game
    at_chance = [ply for ply, actor in enumerate(line.actors) if actor == CHANCE]
    rnd = Random(seed)
    missing: set[tuple[int, int]] = set()
    met: set[tuple[int, int]] = set()
    for ply in _some(at_chance, 40 * effort, rnd):
        state = line.states[ply]
        before = digest(game, state)
        legal = set(state.legal())
        tries = 400 if len(legal) == 2 else 12
        drawn = [state.draw(Random(number * 7919 + ply)) for number in range(tries)]
        assert set(drawn) <= legal, f"ply {ply}: drew {set(drawn) - legal}, which is not listed"
        missing |= {(len(legal), one) for one in legal - set(drawn)} if tries > 12 else set()
        met |= {(len(legal), one) for one in drawn}
        assert state.draw(Random(ply)) == drawn[0], f"ply {ply}: the same generator drew otherwise"
        assert digest(game, state) == before, f"ply {ply}: drawing changed the position"
    never = missing - met
    assert not never, f"listed, but never drawn: {sorted(one for _count, one in never)}"


@check
def views_are_plain_data(case: Case, seed: int, effort: int) -> None:
    """A view is plain data with the common keys, right ones, and no seed or log."""
    line = rich(case, seed)
    game = line.game
    options = dict(case.options)
    for ply in line.sample(60 * effort, last=True):
        state = line.states[ply]
        for seat in line.everybody:
            view = game.view(state, seat)
            place = f"ply {ply}, view of {seat}"
            _plain(view, place)
            missing = [key for key in COMMON_KEYS if key not in view]
            assert not missing, f"{place}: no {missing}"
            assert view["game"] == game.spec.id, f"{place}: game is {view['game']}"
            assert view["seat"] == seat, f"{place}: seat is {view['seat']}"
            assert view["seats"] == case.seats, f"{place}: seats is {view['seats']}"
            assert view["options"] == options, f"{place}: options are {view['options']}"
            assert view["house"] is None, f"{place}: a house of the user's where there is none"
            assert view["to_act"] == state.to_act(), f"{place}: to_act is {view['to_act']}"
            assert view["scores"] == list(state.scores()), f"{place}: scores {view['scores']}"
            assert type(view["round"]) is int and view["round"] >= 0, f"{place}: round"


def _plain(data: Any, place: str, keys_are_text: bool = True) -> None:
    """Raise unless this is dicts, lists, text, numbers, flags and None, of exactly these types."""
    kind = type(data)
    if kind is dict:
        for key, value in data.items():
            if keys_are_text:
                assert type(key) is str, f"{place}: the key {key!r} is not text"
                assert key not in ("seed", "log", "rng"), f"{place}: holds a {key}"
            _plain(value, f"{place}.{key}", keys_are_text)
    elif kind is list:
        for value in data:
            _plain(value, place, keys_are_text)
    elif kind is int:
        assert -(1 << 63) <= data < 1 << 64, f"{place}: {data} is too large for msgpack"
    elif kind is float:
        assert math.isfinite(data), f"{place}: {data}"
    else:
        assert data is None or kind in (str, bool, bytes), f"{place}: holds a {kind.__name__}"
        assert kind is not bytes or not keys_are_text, f"{place}: holds bytes"


@check
def views_are_built_from_nothing(case: Case, seed: int, effort: int) -> None:
    """Nothing in a view is part of the state or of another view: scribbling in it harms nobody."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(30 * effort, last=True):
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
    for ply in line.sample(40 * effort, last=True):
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


def _difference(one: Any, other: Any, place: str = "view") -> str:
    """Where two pieces of plain data differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return f"{place} has other keys: {list(one)} / {list(other)}"
        for key in one:
            if one[key] != other[key]:
                return _difference(one[key], other[key], f"{place}.{key}")
    return f"{place} was {one!r}, is {other!r}"


@check
def imagined_worlds_differ(case: Case, seed: int, effort: int) -> None:
    """A seat from which something was hidden imagines more than one world."""
    lines = [play(case, seed + number) for number in range(3)]
    for seat in lines[0].everybody:
        places = [
            (line, ply + 1)
            for line in lines
            for ply in line.hidden(seat)
            if ply + 1 < len(line.states)
        ]
        if not places:
            continue
        for line, ply in _some(places, 30 * effort, Random(seed)):
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
    for ply in line.sample(12 * effort):
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
def events_tell_nothing_hidden(case: Case, seed: int, effort: int) -> None:
    """Where the position after an action looks the same to a seat, so do the events it is told,
    whatever is hidden, and whichever of several actions that look alike was played."""
    line = rich(case, seed)
    game = line.game
    rnd = Random(seed)
    for ply in line.sample(30 * effort):
        state = line.states[ply]
        actor = state.to_act()
        for seat in line.everybody:
            world = game.determinize(seen(game, state, seat), Random(ply))
            pairs = [(line.actors[ply], line.actions[ply])]
            pairs += _some(list(choices(state)), 6, rnd)
            for who, action in pairs:
                if who == seat:
                    continue
                twins = [(state, other) for other in _alike(state, who, action, state, seat)]
                twins += [(world, other) for other in _alike(state, who, action, world, seat)]
                shown, told = _after(game, state, action, seat)
                for origin, other in _some(twins, 6, rnd):
                    shown_there, told_there = _after(game, origin, other, seat)
                    if shown_there == shown:
                        assert told_there == told, (
                            f"ply {ply}: actor {actor}, action {action} or {other}: seat {seat} "
                            f"is told {told} or {told_there}, though its view is the same"
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
    game: Game, state: State, action: int, seat: int | None
) -> tuple[bytes, list[Event | None]]:
    """The view of a seat after an action, and the events as it is told them."""
    after = state.clone()
    events: list[Event] = []
    after.apply(action, events)
    told = [game.view_event(event, seat) for event in events]
    return pack(game.view(after, seat)), [event for event in told if event is not None]


@check
def what_looks_alike_is_alike(case: Case, seed: int, effort: int) -> None:
    """Actions with the same `observed` answer leave a seat with the same view and the same
    events; an actor tells its own actions apart."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(40 * effort):
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
                for group in groups.values():
                    seen_after = {repr(_after(game, state, one, seat)) for one in group[:8]}
                    assert len(seen_after) == 1, f"ply {ply}: {group} look alike to {seat}?"


@check
def events_are_plain_facts(case: Case, seed: int, effort: int) -> None:
    """An event is a tuple of a kind and plain data, also as each seat is told it."""
    line = rich(case, seed)
    for ply, events in enumerate(line.events):
        for event in events:
            for seat in line.everybody:
                shown = line.game.view_event(event, seat)
                for fact in (event, shown) if shown is not None else (event,):
                    place = f"ply {ply}: event {fact!r}"
                    assert type(fact) is tuple, f"{place} is a {type(fact).__name__}"
                    assert fact and type(fact[0]) is str, f"{place} has no kind"
                    _plain_fact(list(fact), place)


def _plain_fact(data: Any, place: str) -> None:
    """Like a view, but tuples are as good as lists."""
    if type(data) in (list, tuple):
        for value in data:
            _plain_fact(value, place)
    else:
        _plain(data, place)


@check
def every_action_is_told(case: Case, seed: int, effort: int) -> None:
    """Every action writes an event; the actor, and whoever is told anything of it, reads a line.
    Events that travelled through msgpack are narrated the same."""
    line = rich(case, seed)
    game = line.game
    names = NAMES[: case.seats]
    for ply, events in enumerate(line.events):
        actor = line.actors[ply]
        if actor != CHANCE:
            assert events, f"ply {ply}: action {line.actions[ply]} of {actor} writes no event"
        for seat in line.everybody:
            shown = [event for event in (game.view_event(e, seat) for e in events) if event]
            lines = [_line(game, event, names, seat, f"ply {ply}") for event in shown]
            if actor != CHANCE and (shown or seat == actor):
                assert any(lines), f"ply {ply}: seat {seat} reads nothing of {shown}"
            travelled = [tuple(msgpack.unpackb(msgpack.packb(event))) for event in shown]
            again = [_line(game, event, names, seat, f"ply {ply}") for event in travelled]
            assert again == lines, f"ply {ply}: after msgpack {lines} reads {again}"


def _line(game: Game, event: Event, names: list[str], seat: int | None, place: str) -> str | None:
    try:
        text = game.narrate(event, names, seat)
    except Exception as error:
        raise AssertionError(f"{place}: narrating {event!r} to {seat}: {error!r}") from error
    if text is not None:
        assert type(text) is str and text.strip(), f"{place}: {event!r} reads {text!r}"
        assert "\n" not in text, f"{place}: {event!r} takes more than a line"
    return text


@check
def notation_is_unique_and_comes_back(case: Case, seed: int, effort: int) -> None:
    """Every action has a notation of one line, no two legal ones share one, reading it gives the
    action back, reading rubbish gives nothing; every action of a seat is described."""
    line = rich(case, seed)
    game = line.game
    rnd = Random(seed)
    for ply in line.sample(40 * effort):
        state = line.states[ply]
        actor = state.to_act()
        _notes(game, state.legal(), seen(game, state, None if actor == CHANCE else actor), ply, rnd)
        for seat, actions in state.interrupts().items():
            _notes(game, actions, seen(game, state, seat), ply, rnd)


def _notes(game: Game, legal: list[int], view: View, ply: int, rnd: Random) -> None:
    notes = [game.notation(action, view) for action in legal]
    for action, note in zip(legal, notes, strict=True):
        assert type(note) is str and note.strip() == note != "", f"ply {ply}: {action} is {note!r}"
        assert "\n" not in note, f"ply {ply}: the notation of {action} takes more than a line"
    lower = [" ".join(note.split()).lower() for note in notes]
    assert len(set(lower)) == len(lower), f"ply {ply}: two actions share a notation: {notes}"
    if view["seat"] is None:
        return
    for action, note in _some(list(zip(legal, notes, strict=True)), 25, rnd):
        for text in (note, f"  {note.upper()} "):
            read = game.parse(text, legal, view)
            assert read == action, f"ply {ply}: '{text}' is read as {read}, not {action}"
        words = game.describe(action, view)
        assert type(words) is str and words.strip(), f"ply {ply}: {note} is described {words!r}"
        assert "\n" not in words, f"ply {ply}: {note} is described in more than a line"
    for rubbish in ("", " ", "?", "no such move", notes[0] + "#", "-", "\x00", "9" * 50):
        try:
            read = game.parse(rubbish, legal, view)
        except Exception as error:
            raise AssertionError(f"ply {ply}: reading {rubbish!r}: {error!r}") from error
        assert read is None, f"ply {ply}: {rubbish!r} is read as {read}"


@check
def interrupts_belong_to_others(case: Case, seed: int, effort: int) -> None:
    """Interrupts are offered, by rising seat, to seats other than the one to act, while one is to
    act; no action of theirs means something for somebody else."""
    line = rich(case, seed)
    for ply, state in enumerate(line.states):
        offered = state.interrupts()
        if not offered:
            continue
        actor = state.to_act()
        assert actor >= 0, f"ply {ply}: interrupts, though no seat is to act"
        assert list(offered) == sorted(offered), f"ply {ply}: seats {list(offered)} do not rise"
        assert actor not in offered, f"ply {ply}: seat {actor} interrupts itself"
        assert all(0 <= seat < case.seats for seat in offered), f"ply {ply}: {list(offered)}"
        everything = [action for _seat, action in choices(state)]
        assert len(set(everything)) == len(everything), f"ply {ply}: an action of two seats"


@check
def a_match_is_kept_and_taken_back(case: Case, seed: int, effort: int) -> None:
    """Through the engine: a record comes back to the same match, taking back and playing again
    ends where it began, and the match then plays to its end."""
    known = registry.get
    registry.get = lambda name: case.game if name == case.game.spec.id else known(name)  # type: ignore[assignment]
    try:
        _keep_and_take_back(case, seed, 150 * effort)
    finally:
        registry.get = known


def _keep_and_take_back(case: Case, seed: int, plies: int) -> None:
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
            assert digest(game, match.state) == mark, "playing again leads elsewhere"
            assert match.record.log == log, "playing again wrote another log"


def _same(one: State, other: State, place: str) -> None:
    """Raise unless both positions answer the same."""
    assert one.to_act() == other.to_act(), f"{place}: another actor"
    assert one.scores() == other.scores(), f"{place}: other scores"
    assert one.interrupts() == other.interrupts(), f"{place}: other interrupts"
    if one.to_act() == OVER:
        assert one.outcome() == other.outcome(), f"{place}: other ranks"
    else:
        assert one.legal() == other.legal(), f"{place}: another legal list"


def _some(items: list[Any], most: int, rnd: Random) -> list[Any]:
    """At most so many of these, in order."""
    if len(items) <= most:
        return items
    return [items[at] for at in sorted(rnd.sample(range(len(items)), most))]
