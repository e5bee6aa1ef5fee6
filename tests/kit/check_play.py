"""Checks of play: what is legal, chance, and that nothing else has a say."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from caravan_tui.engine import rng
from caravan_tui.games.contract import CHANCE, OVER, Game
from tests.kit.checking import check, some
from tests.kit.lines import Case, choices, digest, play, rich, seen, step
from tests.kit.toys import SPEC as TOY


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
    for ply in line.sample(100 * effort):
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
def every_legal_action_applies(case: Case, seed: int, effort: int) -> None:
    """Every legal action and interrupt can be played, and somebody or chance is next."""
    line = rich(case, seed)
    rnd = Random(seed)
    for ply in line.sample(30 * effort):
        state = line.states[ply]
        everything = list(choices(state))
        for _actor, action in some(everything, 40, rnd):
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
def chance_draws_what_it_lists(case: Case, seed: int, effort: int) -> None:
    """At CHANCE every draw is one of `legal()`, all of them can come (of few), drawing moves
    nothing, and the same generator draws the same."""
    line = rich(case, seed)
    game = line.game
    at_chance = [ply for ply, actor in enumerate(line.actors) if actor == CHANCE]
    rnd = Random(seed)
    missing: set[tuple[int, int]] = set()
    met: set[tuple[int, int]] = set()
    for ply in some(at_chance, 40 * effort, rnd):
        state = line.states[ply]
        before = digest(game, state)
        legal = set(state.legal())
        tries = 400 if len(legal) == 2 else 12
        drawn = [state.draw(Random(number * 7919 + ply)) for number in range(tries)]
        assert set(drawn) <= legal, f"ply {ply}: drew {set(drawn) - legal}, which is not listed"
        missing |= {(len(legal), action) for action in legal - set(drawn)} if tries > 12 else set()
        met |= {(len(legal), action) for action in drawn}
        assert state.draw(Random(ply)) == drawn[0], f"ply {ply}: the same generator drew otherwise"
        assert digest(game, state) == before, f"ply {ply}: drawing changed the position"
    never = missing - met
    assert not never, f"listed, but never drawn: {sorted(action for _count, action in never)}"


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
            marks_of_run: list[bytes] = [digest(game, state)]
            ply = 0
            while state.to_act() != OVER and ply < 200 * effort:
                for _turn in range(1 + (burn * ply) % 3):
                    random.random()
                _actor, action = step(state, moves, ply, seed)
                if ply % 20 == 0:
                    seat = ply // 20 % case.seats
                    world = game.determinize(seen(game, state, seat), Random(ply))
                    marks_of_run.append(digest(game, world))
                state.apply(action, [])
                marks_of_run.append(digest(game, state))
                ply += 1
            marks.append(marks_of_run)
    finally:
        random.setstate(saved)
    for ply, (mark, other) in enumerate(zip(*marks, strict=True)):
        assert mark == other, f"the global generator changes what happens, near ply {ply}"


@check
def queries_change_nothing(case: Case, seed: int, effort: int) -> None:
    """legal, interrupts, view, scores, draw, observed and encode leave the position as it is."""
    line = rich(case, seed)
    game = line.game
    for ply in line.sample(20 * effort, last=True):
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
        assert digest(game, state) == before, f"ply {ply}: a query changed the position"


@check
def order_is_the_same_under_another_hash_seed(case: Case, seed: int, effort: int) -> None:
    """A match is the same, legal lists, views and words included, under two hash seeds."""
    hash_seeds_agree([case], seed, 100 * effort)


def where(game: Game[Any]) -> str:
    """How another process finds the game: its id, or the name of a toy."""
    return f"toy:{game.spec.title}" if game.spec.id == TOY.id else f"game:{game.spec.id}"


def hash_seeds_agree(cases: Iterable[Case], seed: int, plies: int) -> None:
    """Play these cases in two processes with different hash seeds and compare."""
    root = Path(__file__).parents[2]
    setups = [(where(case.game), case.seats, case.options) for case in cases]
    arguments = [str(seed), str(plies), repr(setups)]
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
    outputs = [process.communicate()[0].splitlines() for process in running]
    assert all(process.returncode == 0 for process in running), "a process failed"
    for line, other in zip(*outputs, strict=True):
        assert line == other, f"differs under another hash seed: {line} / {other}"
    assert outputs[0], "nothing was compared"
