"""Looking back: every step, who may see what, branches, and the match as a text."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from attrs import evolve

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.playback import Playback, branch, copy_of, in_one_text, open_views
from caravan_tui.engine.transcript import OPEN, transcript
from caravan_tui.games import registry
from caravan_tui.games.contract import OVER
from caravan_tui.games.sahara.events import TurnEnded, TurnStarted

NAMES = ("Ann", "Bea", "Cid", "Dan", "Eve", "Fay")


def at_random(game: str, decisions: int, seed: int, people: int = 1) -> Match:
    """A match after so many random decisions, or over; the first seats are people's."""
    count = max(2, registry.spec(game).min_seats)
    seats = [Seat("person" if n < people else "trader", NAMES[n]) for n in range(count)]
    match = Match.new(game, {}, seats, seed)
    rng = Random(seed)
    while decisions and not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        decisions -= 1
    return match


def played(game: str, decisions: int, seed: int = 5, people: int = 1) -> Match:
    """A match that runs after so many random decisions: some end at once when seats are idle."""
    matches = (
        at_random(game, decisions, candidate_seed, people)
        for candidate_seed in range(seed, seed + 100)
    )
    return next(match for match in matches if not match.over)


@cache
def ended(game: str) -> Match:
    """A match to its end that has some length; not to be changed."""
    matches = (at_random(game, 6000, seed) for seed in range(1, 30))
    return next(match for match in matches if match.over and match.version > 100)


@pytest.mark.parametrize("game", registry.ids())
def test_every_step_is_the_position_that_a_replay_of_the_log_gives(game: str) -> None:
    match = played(game, 60)
    back = Playback(copy_of(match))
    assert back.steps[-1].ply == match.version
    for number, step in enumerate(back.steps):
        state = match.position_at(step.ply)
        assert state.to_act() == step.actor >= OVER
        for seat in (None, 0, 1):
            assert match.game.view(state, seat) == back.view(number, seat)
    assert [ply.ply for step in back.steps for ply in step.plies] == list(range(match.version))


@pytest.mark.parametrize("game", registry.ids())
def test_a_step_is_one_decision_with_the_chance_that_followed(game: str) -> None:
    back = Playback(copy_of(played(game, 40)))
    assert len(back.steps) == 41
    for step in back.steps[1:]:
        actors = [ply.actor for ply in step.plies]
        assert actors[0] >= 0
        assert all(actor < 0 for actor in actors[1:])


@pytest.mark.parametrize("game", registry.ids())
def test_turns_and_rounds_lead_on_and_back_and_stop_at_the_ends(game: str) -> None:
    back = Playback(copy_of(ended(game)))
    for go in (back.turn, back.round):
        number, seen = 0, [0]
        while number != back.last:
            after = go(number, True)
            assert after > number
            number = after
            seen.append(number)
        assert len(seen) <= len(back.steps)
        while number:
            before = go(number, False)
            assert before < number
            number = before
    rounds = [step.round for step in back.steps]
    first = back.round(back.last, False)
    assert rounds[first] == rounds[back.last - 1]
    assert first == 0 or rounds[first - 1] != rounds[first]


def test_the_step_of_an_action_is_where_it_was_decided() -> None:
    back = Playback(copy_of(played("dice_village", 50)))
    for number, step in enumerate(back.steps[:-1]):
        assert back.at_ply(step.ply) == number
    assert back.at_ply(0) == 0
    assert back.at_ply(10**6) == back.last


def test_what_is_looked_back_at_stays_while_the_match_is_played_on() -> None:
    match = played("decktet", 30)
    back = Playback(copy_of(match))
    view, last = back.view(back.last, 0), back.last
    for _ in range(10):
        match.act(match.to_act, match.legal(match.to_act)[0])
    assert back.last == last and back.match.version < match.version
    assert back.view(back.last, 0) == view


def test_while_a_match_with_secrets_runs_only_ones_own_view_is_open() -> None:
    match = played("decktet", 20)
    assert open_views(match, [0]) == [0, None]
    assert open_views(match, [0, 1]) == [None]
    assert open_views(match, []) == [None]
    assert open_views(played("sahara", 20), [0]) == [0, 1, None]
    assert open_views(ended("decktet"), [0]) == [0, 1, None]


def test_a_branch_goes_on_from_there_and_leaves_the_match_as_it_was() -> None:
    match = ended("dice_village")
    before = match.record.to_plain()
    back = Playback(copy_of(match))
    step = back.steps[back.last // 2]
    new = branch(match, step.ply)
    assert match.record.to_plain() == before
    assert new.record.id != match.record.id
    assert new.record.log == match.record.log[: step.ply]
    assert new.view(0) == back.view(back.last // 2, 0)
    assert not new.over and new.record.result is None
    new.act(new.to_act, new.legal(new.to_act)[0])


def test_a_branch_counts_as_assisted_and_has_its_own_luck() -> None:
    match = played("dice_village", 30)
    seeds = {branch(match, match.version).record.seed for _ in range(3)}
    assert len(seeds) == 3 and match.record.seed not in seeds
    assert branch(match, match.version).record.assisted


def test_a_branch_may_seat_others() -> None:
    match = ended("decktet")
    seats = [Seat("trader", "Ann"), Seat("person", "Bea")]
    assert branch(match, Playback(copy_of(match)).steps[3].ply, seats).record.seats == seats


def test_nothing_branches_off_the_end() -> None:
    match = ended("decktet")
    with pytest.raises(ValueError, match="over at this point"):
        branch(match, match.version)


@pytest.mark.parametrize("game", registry.ids())
def test_the_text_has_every_decision_in_order_with_its_notation(game: str) -> None:
    match = ended(game)
    back = Playback(copy_of(match))
    text = transcript(back, OPEN)
    numbers = [line.split(".")[0].strip() for line in text.splitlines() if line[4:5] == "."]
    decisions = [ply for step in back.steps for ply in step.plies if ply.actor >= 0]
    assert numbers == [str(n + 1) for n in range(len(decisions))]
    rows = [line for line in text.splitlines() if line[4:5] == "."]
    for row, ply in zip(rows, decisions, strict=True):
        view = match.game.view(ply.before, ply.actor)
        assert match.names[ply.actor] in row
        assert row.endswith(match.game.notation(ply.action, view))
    assert f"seed={match.record.seed}" in text


def test_the_text_of_a_running_match_tells_no_seed_and_is_never_open() -> None:
    back = Playback(copy_of(played("decktet", 10, seed=987654321)))
    assert "987654321" not in transcript(back, 0)
    with pytest.raises(ValueError, match="While a match is in progress"):
        transcript(back, OPEN)


@pytest.mark.parametrize("game", [name for name in registry.ids() if registry.spec(name).secrets])
def test_what_a_seat_cannot_know_is_in_no_line_of_its_text(game: str) -> None:
    """The hidden part of a world is imagined anew: the text of the seat stays the same."""
    decisions, seed = {"dice_village": (150, 9)}.get(game, (40, 5))  # a draw takes that long
    match = played(game, decisions, seed)
    back = Playback(copy_of(match))
    hidden = 0
    for step in back.steps:
        for ply in step.plies:
            seat = 0
            if back.is_known(ply, seat):
                continue
            text = " ".join(
                str(match.game.narrate(event, match.names, seat))
                for event in match.events_for(ply.events, seat)
            )
            secret = match.game.notation(ply.action, match.game.view(ply.before, ply.actor))
            assert back.notation(ply, seat) is None
            assert secret not in text
            hidden += 1
    assert hidden


def test_another_card_in_the_hand_of_the_other_seat_changes_no_line_of_a_seat() -> None:
    match = played("decktet", 4)
    lines = transcript(Playback(copy_of(match)), 0)
    compared = 0
    for ply in match.plies():
        if ply.actor >= 0 or ply.before.observed(ply.action, 0) == ply.action:
            continue
        for other in ply.before.legal():
            log = list(match.record.log)
            log[ply.ply] = other
            try:
                changed = Match.from_record(evolve(match.record, log=log))
            except ValueError:
                continue  # that card was dealt or played later
            if changed.view(1) != match.view(1):
                assert transcript(Playback(changed), 0) == lines
                compared += 1
    assert compared > 5


def test_lines_of_the_log_make_one_text_with_a_stop_between_them() -> None:
    assert in_one_text([]) == ""
    assert (
        in_one_text(["Ann rolls 3.", "Bo passes", "Ann wins!"])
        == "Ann rolls 3. Bo passes. Ann wins!"
    )


def test_what_a_seat_has_seen_so_far_is_what_it_saw_at_every_step() -> None:
    back = Playback(copy_of(played("decktet", 12)))
    for seat in (0, 1, None):
        past = [event for number in range(back.last + 1) for event in back.events(number, seat)]
        assert back.past(back.last, seat) == past
        assert back.past(0, seat) == back.events(0, seat)
        lines = [line for number in range(back.last + 1) for line in back.lines(number, seat)]
        assert lines and all(lines)
    assert not back.over


@pytest.mark.parametrize("game", registry.ids())
def test_the_events_of_a_turn_are_those_of_its_steps_and_of_one_seat(game: str) -> None:
    back = Playback(copy_of(played(game, 40)))
    assert back.turn_events(0, None) == []
    for number in range(1, back.last + 1):
        events = back.turn_events(number, 0)
        first = number
        while len(events) > sum(len(back.events(step, 0)) for step in range(first, number + 1)):
            first -= 1
        steps = range(first, number + 1)
        assert events == [event for step in steps for event in back.events(step, 0)]
        assert len({back.steps[step - 1].actor for step in steps}) == 1


def test_what_was_decided_is_told_without_whose_turn_begins_if_there_is_more() -> None:
    playback = Playback(ended("sahara"))
    ends = [
        number
        for number, step in enumerate(playback.steps)
        if any(isinstance(event, TurnStarted) for ply in step.plies for event in ply.events)
        and any(isinstance(event, TurnEnded) and event.left
                for ply in step.plies for event in ply.events)
    ]  # fmt: skip
    assert ends
    for number in ends:
        lines = playback.decided_lines(number, 0)
        assert any("ends the turn" in line for line in lines), lines
        assert not any(line.startswith("Turn ") for line in lines), lines
