"""What computer players say: only about what everybody knows, and only now and then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from caravan_tui.bus.messages import Position
from caravan_tui.cast.characters import CAST, Character, Temper
from caravan_tui.cast.lines import LINES, Occasion
from caravan_tui.cast.remarks import (
    ROUNDS_OF_SILENCE,
    SHARE,
    Moment,
    Remark,
    Talker,
    moment_of,
)
from caravan_tui.engine import Match, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER

CALM = CAST[0]


def position(match: Match, seat: int | None, events: list[Any]) -> Position:
    """What a seat, or a spectator, is told of a position and of the events before it."""
    visible_events = [match.game.view_event(event, seat) for event in events]
    return Position(
        match.record.id, match.version, seat, match.view(seat), [],
        events=[event for event in visible_events if event is not None],
        over=match.over, ranks=list(match.ranks) if match.ranks else None,
    )  # fmt: skip


def moments(game: str, seats: int, seed: int, decisions: int) -> list[list[Moment]]:
    """The moments of a random match, as each seat makes them, and a spectator last."""
    match = Match.new(game, {}, [Seat(name=f"P{n}") for n in range(seats)], seed)
    rng = Random(seed)
    viewers = [*range(seats), None]
    heard: list[list[Moment]] = [[] for _viewer in viewers]
    for _number in range(decisions):
        known = sum(1 for _ply in match.plies())
        if match.over:
            break
        legal = match.legal(match.to_act)
        match.act(match.to_act, rng.choice(legal[:-1] or legal))  # the last one often ends a turn
        events = [event for ply in list(match.plies())[known:] for event in ply.events]
        for viewer, list_of in zip(viewers, heard, strict=True):
            list_of.append(moment_of(match.game, position(match, viewer, events)))
    return heard


def said(heard: list[Moment], seed: int = 3) -> list[Remark | None]:
    """What is said if the first player is the only person."""
    seats = len(heard[0].scores)
    talker = Talker(seed, dict(zip(range(1, seats), CAST, strict=False)))
    return [talker.hear(moment) for moment in heard]


@pytest.mark.parametrize("game", registry.ids())
def test_what_is_said_is_the_same_whatever_else_a_seat_knows(game: str) -> None:
    """A moment is made of what a seat is told, and yet the same for all: nothing hidden is in it,
    and a talker hears nothing but moments."""
    for heard in zip(*moments(game, max(2, registry.spec(game).min_seats), 11, 60), strict=True):
        assert all(moment == heard[0] for moment in heard)


@pytest.mark.parametrize("game", registry.ids())
def test_what_is_said_is_the_same_whatever_the_hidden_cards_are(game: str) -> None:
    """Imagine other hidden cards: the moment stays the same."""
    rules = registry.get(game)
    match = Match.new(game, {}, [Seat(), Seat(name="B")], 4)
    rng = Random(4)
    for number in range(40):
        if match.over:
            break
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
        for viewer in (0, 1, None):
            world = rules.determinize(match.view(viewer), Random(number))
            real = position(match, viewer, [])
            imagined = Position(
                real.match, real.version, viewer, rules.view(world, viewer), [], over=real.over,
                ranks=real.ranks,
            )  # fmt: skip
            assert moment_of(rules, imagined) == moment_of(rules, real)


def test_equal_moments_and_an_equal_seed_give_equal_remarks() -> None:
    heard = moments("sahara", 3, 5, 150)[0]
    remarks = said(heard)
    assert remarks == said(heard)
    assert remarks != said(heard, seed=4)


@pytest.mark.parametrize("game", registry.ids())
def test_characters_speak_now_and_then_and_then_are_silent_for_some_turns(game: str) -> None:
    heard = moments(game, max(2, registry.spec(game).min_seats), 11, 300)[0]
    turn, last = 0, -1000
    lines = 0
    for number, remark in enumerate(said(heard)):
        turn += number > 0 and heard[number].to_act != heard[number - 1].to_act
        if remark is not None:
            lines += 1
            if remark.occasion not in (Occasion.WON, Occasion.LOST):
                assert turn - last >= ROUNDS_OF_SILENCE * len(heard[0].scores) or last < 0
            last = turn
    assert 1 <= lines <= len(heard) / 4


# Occasions


class Table:
    """A match of three: a person in seat 0, who has just moved, and two characters."""

    def __init__(self, scores: tuple[float, ...] = (9, 5, 5), version: int = 10) -> None:
        self.now = Moment(version, 0, 2, scores)

    def occasions(self, **changes: Any) -> set[Occasion]:
        """What is remarked on, over many seeds, after a turn that changed this."""
        occasions = set()
        for seed in range(40):
            talker = Talker(seed, {1: CAST[0], 2: CAST[8]})
            talker.resume(self.now)
            talker._gains, talker._turns_silent = [2.0, 2.0, 2.0], 99
            after = {"version": self.now.version + 1, "to_act": 1, **changes}
            remark = talker.hear(evolve(self.now, **after))
            if remark is not None:
                occasions.add(remark.occasion)
                assert (
                    remark.text in LINES[remark.occasion][CAST[0 if remark.seat == 1 else 8].temper]
                )
        return occasions


def test_a_quiet_turn_gives_nobody_anything_to_say() -> None:
    assert Table().occasions() == set()
    assert Table().occasions(scores=(10, 5, 5)) == set(), "a usual gain"


def test_what_happens_in_public_gives_occasion() -> None:
    table = Table()
    assert table.occasions(losses=[(0, 2)]) == {Occasion.LOSS}
    assert table.occasions(losses=[(1, 0)]) == {Occasion.CATCH}
    assert table.occasions(losses=[(1, 2)]) == set(), "between computer players"
    assert table.occasions(scores=(9, 5, 14)) == {Occasion.LEAD, Occasion.OWN_GAIN}
    assert table.occasions(scores=(15, 5, 5)) == {Occasion.OTHERS_GAIN}
    assert table.occasions(triumphs=[2]) == {Occasion.OWN_GAIN}
    assert table.occasions(triumphs=[0]) == {Occasion.OTHERS_GAIN}
    assert table.occasions(round=3) == {Occasion.ROUND}
    assert table.occasions(ranks=(1, 2, 2)) == {Occasion.LOST}
    assert table.occasions(ranks=(2, 1, 2)) == {Occasion.WON}
    assert Table((5, 9, 5)).occasions(scores=(11, 9, 5)) == {
        Occasion.OVERTAKEN,
        Occasion.OTHERS_GAIN,
    }


def test_a_line_comes_again_only_after_the_others_for_its_occasion() -> None:
    talker = Talker(1, {1: CALM})
    texts = []
    for version in range(400):
        talker.resume(Moment(2 * version, 0, 2, (9, 5)))
        talker._turns_silent = 99
        remark = talker.hear(Moment(2 * version + 1, 1, 2, (9, 5), [(0, 1)]))
        texts += [remark.text] if remark else []
    lines = LINES[Occasion.LOSS][CALM.temper]
    rounds = [texts[start : start + len(lines)] for start in range(0, 40, len(lines))]
    assert all(set(some) == set(lines) for some in rounds)


def test_a_greeting_comes_first_and_only_where_a_match_begins() -> None:
    start = Moment(3, 0, 1, (0, 0))
    greeting = Talker(1, {1: CALM}).hear(start)
    assert greeting is not None and greeting.occasion is Occasion.START
    assert Talker(1, {1: CALM}).hear(evolve(start, scores=(4, 0))) is None
    assert Talker(1, {1: CALM}).hear(evolve(start, round=2)) is None


def test_nobody_says_anything_while_a_turn_lasts_or_chance_is_due() -> None:
    talker = Talker(1, {1: CALM})
    talker.hear(Moment(3, 0, 2, (3, 3)))
    talker._turns_silent = 99
    assert talker.hear(Moment(4, 0, 3, (3, 3), [(0, 1)])) is None
    assert talker.hear(Moment(5, CHANCE, 3, (3, 3))) is None
    assert [talker.hear(Moment(6, OVER, 3, (3, 3), ranks=(1, 1)))] != [None]


# Lines


@pytest.mark.parametrize("occasion", Occasion)
def test_every_temper_has_several_lines_for_every_occasion(occasion: Occasion) -> None:
    assert 0 < SHARE[occasion] <= 1
    for temper in Temper:
        lines = LINES[occasion][temper]
        assert len(set(lines)) >= 2
        assert all(line.isascii() and len(line) <= 40 for line in lines), lines


def test_no_line_is_said_by_two_tempers_or_on_two_occasions() -> None:
    lines = [line for tempers in LINES.values() for some in tempers.values() for line in some]
    assert len(lines) == len(set(lines))


def test_a_character_speaks_by_its_temper() -> None:
    eager = next(character for character in CAST if character.temper is Temper.EAGER)

    def greeting(character: Character) -> str:
        remark = Talker(1, {0: character}).hear(Moment(0, 0, 1, (0, 0)))
        assert remark is not None
        return remark.text

    assert greeting(eager) in LINES[Occasion.START][Temper.EAGER]
    assert greeting(CALM) in LINES[Occasion.START][Temper.CALM]
