"""Hints and analysis say what the search found, in words, and blame nobody for what was hidden."""

import asyncio
from random import Random

import msgpack
import pytest
from attrs import evolve

from ai.analysis import ITERATIONS, OTHER_SEED, Analysis, Point, _swings, analyse, clear_loss
from ai.grades import MoveMark, Verdict
from ai.hint import Hint, advise, explain, question
from ai.luck import Luck
from ai.search import choose
from ai.service import Progress
from caravan_tui.bus.messages import Candidate, SearchRequest, SearchResult
from caravan_tui.engine import Match, Record, Seat
from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER
from caravan_tui.games.decktet.text import short_play_words
from caravan_tui.games.sahara import actions as sahara
from caravan_tui.games.sahara.rules import SaharaState
from tests.ahldarahd.positions import GAME, building, dealt
from tests.ai.beginning import Begin
from tests.support.matches import first_position, played


async def search_here(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
    return choose(
        request.game, request.view, request.level, request.seed, request.iterations, request.style
    )


def test_a_hint_speaks_of_the_move_in_words_and_of_no_numbers_of_the_search(
    toys: str, begin: Begin
) -> None:
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    ask = question(game, view)
    result = choose(ask.game, ask.view, ask.level, ask.seed, 400)
    hint = explain(game, view, result, names=["Ada", "Bo"])
    assert hint.turn == [result.action] == [hint.action]
    assert hint.steps == [f"Bids {result.action}"]
    lines = hint.lines()
    assert lines[0] == hint.steps[0]
    assert not any("%" in line or "search" in line for line in lines)


def test_a_hint_says_how_sure_it_is(toys: str, begin: Begin) -> None:
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    actions = begin("bids").legal()

    def hint_for(*results: float, visits: int = 40, most: int = 90) -> Hint:
        candidates = [
            Candidate(act, visits if number else most, [result, 1 - result])
            for number, (act, result) in enumerate(zip(actions, results, strict=False))
        ]
        return explain(game, view, SearchResult("", actions[0], candidates=candidates))

    assert hint_for(0.6, 0.5).sure == "It is clearly the best."
    assert hint_for(0.6, 0.56).sure == "It is a little better than anything else."
    close = hint_for(0.6, 0.59)
    assert close.sure == "It is a close call."
    assert close.lines()[-1] == f"About as good: Bids {actions[1]}"
    assert hint_for(0.6, 0.9, visits=1).sure == "Nothing better was found."
    assert hint_for(0.6, 0.55, visits=1).sure == "Nothing better was found.", "it may be as good"
    assert hint_for(1.0, 0.95, visits=4, most=900).sure == "Nothing better was found."
    assert hint_for(1.0, 0.95, visits=40, most=900).sure == "It is better than anything else."
    assert hint_for(0.6, 0.4, visits=1).sure == "It is by far the best move.", "hardly looked at"
    assert hint_for(0.6).sure == "It is by far the best move."
    assert hint_for().sure == "No other move was compared.", "nothing was compared"
    late = SearchResult("", actions[0], fallback=True)
    assert explain(game, view, late).sure.startswith("This is only a guess")
    state = begin("bids")
    while len(state.legal()) > 1 or state.to_act() != 0:
        chance = state.to_act() == CHANCE
        state.apply(state.draw(Random(1)) if chance else state.legal()[0])
    alone = SearchResult("", state.legal()[0])
    assert explain(game, game.view(state, 0), alone).sure == "There is no other move."


def test_moves_that_are_called_the_same_are_told_apart() -> None:
    """Caravans of the same length and rank: only their cards differ."""
    game = registry.get("decktet")
    state = game.setup(game.spec.resolve({}, 2), 2)
    rng = Random(4)
    while state.to_act() == CHANCE:
        state.apply(state.draw(rng))
    view = game.view(state, state.to_act())
    by_words: dict[str, list[int]] = {}
    for action in state.legal():
        by_words.setdefault(short_play_words(action), []).append(action)
    alike = max(by_words.values(), key=len)[:2]
    tried = [Candidate(action, 9, [0.5, 0.5]) for action in alike]
    lines = explain(game, view, SearchResult("", alike[0], 27, candidates=tried)).lines()
    assert game.notation(alike[0], view) in lines[0]
    assert game.notation(alike[1], view) in lines[-1]


@pytest.mark.parametrize("name", registry.ids())
def test_hints_work_at_decisions_of_every_game(name: str) -> None:
    game, state = first_position(name)
    rng = Random(5)
    decisions = 0
    while decisions < 24 and state.to_act() >= CHANCE:
        if state.to_act() == CHANCE:
            state.apply(state.draw(rng))
            continue
        legal = state.legal()
        if decisions % 6 == 5:
            view = game.view(state, state.to_act())
            result = choose(game, view, "master", 1, 40)
            hint = explain(game, view, result, names=["Ada", "Bo"])
            assert hint.turn[0] == result.action
            assert hint.steps and all(hint.lines())
        state.apply(rng.choice(legal))
        decisions += 1


def played_match() -> Match:
    match = Match.new("bids", {}, [Seat(), Seat("porter")], 11)
    rng = Random(2)
    while not match.over:
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    return match


async def test_an_analysis_follows_every_seat_and_judges_ones_own_decisions(toys: str) -> None:
    match = played_match()
    reports: list[tuple[int, int]] = []
    result = await analyse(
        match.record,
        search_here,
        0,
        iterations=80,
        others=20,
        progress=lambda *counts: reports.append(counts),
    )
    assert reports == [(done, 6) for done in range(1, 7)]
    assert [point.ply for point in result.points] == sorted(point.ply for point in result.points)
    assert result.points[-1].ply == match.version
    assert len(result.points) == 5  # two rounds with a choice, and the result
    winner = match.ranks.index(1)  # type: ignore[union-attr]
    assert result.points[-1].values[winner] >= 0.5
    assert {verdict.seat for verdict in result.verdicts} == {0}
    assert len(result.verdicts) == 2
    for verdict in result.verdicts:
        assert verdict.played_words == f"bids {verdict.played}"
        assert verdict.loss >= 0.0
        if verdict.played == verdict.preferred:
            assert verdict.loss == 0.0
    assert len(result.curve(1)) == 5
    changes = [abs(turn.change) for turn in result.swings]
    assert changes and changes == sorted(changes, reverse=True)


async def test_decisions_whose_searches_were_not_answered_in_time_are_counted(toys: str) -> None:
    async def too_late(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        return SearchResult(request.id, 0, fallback=True)

    result = await analyse(played_match().record, too_late, 0, iterations=80, others=20)
    assert not result.verdicts
    assert set(result.unanswered.values()) == {0} and len(result.unanswered) == 2
    assert result.copy().unanswered == result.unanswered


def points(*rows: tuple[int, int, float]) -> list[Point]:
    """Ply, actor and what seat 0 expects there, of two seats."""
    return [Point(ply, actor, [value, 1 - value]) for ply, actor, value in rows]


def test_a_turn_is_the_biggest_jump_from_one_point_to_the_next_where_all_is_open() -> None:
    seen = points((0, 0, 0.5), (1, 1, 0.52), (2, 0, 0.3), (3, OVER, 0.35))
    (turn, *_less) = _swings(Analysis(seen), secrets=False)
    assert (turn.ply, turn.seat) == (1, 0)
    assert turn.change == pytest.approx(-0.22)


@pytest.mark.parametrize("secrets", [False, True])
def test_a_point_that_the_next_one_takes_back_is_no_turn(secrets: bool) -> None:
    step = 2 if secrets else 1
    values = (0.5, 0.72, 0.5, 0.48, 0.2, 0.2)
    seen = points(*((step * ply, 0 if secrets else ply % 2, v) for ply, v in enumerate(values)))
    turn, *less = _swings(Analysis(seen), secrets)
    assert abs(turn.change) == pytest.approx(0.28)
    assert all(abs(other.change) < 0.03 for other in less), less


def test_seats_that_know_different_things_make_no_turn_by_judging_in_turn() -> None:
    """Each of the two believes to be ahead all the time; only the last decisions change it."""
    seen = points((0, 0, 0.7), (1, 1, 0.3), (2, 0, 0.7), (3, 1, 0.3), (4, 0, 0.9), (5, OVER, 1.0))
    turns = _swings(Analysis(seen), secrets=True)
    assert (turns[0].ply, turns[0].seat) == (4, 1)
    assert turns[0].change == pytest.approx(-0.7)
    assert (turns[1].ply, turns[1].seat) == (3, 0)
    assert turns[1].change == pytest.approx(0.2)
    assert all(turn.change == pytest.approx(0.0) for turn in turns[2:])


def judged(ply: int, seat: int, loss: float) -> Verdict:
    """A decision that gave something away."""
    return Verdict(ply, seat, 1, 2, "one", "two", loss, 0.7)


def test_a_turn_is_told_at_the_move_that_caused_it_and_not_at_the_one_after() -> None:
    seen = points((0, 0, 0.7), (2, 1, 0.7), (4, 0, 0.4), (6, 1, 0.4), (8, OVER, 0.4))
    mine, answer, draw = 0, 2, 3

    def cause(verdicts: list[Verdict], *lucks: Luck) -> int:
        analysis = Analysis(seen, verdicts=verdicts, lucks=list(lucks))
        (turn, *_less) = analysis.swings_of(0, secrets=True)
        assert turn.change == pytest.approx(-0.3)
        return turn.ply

    assert cause([judged(mine, 0, 0.25)]) == mine, "the rest is not the other's doing"
    assert cause([judged(mine, 0, 0.0)]) == answer, "nothing was wrong with one's own move"
    assert cause([], Luck(draw, [-0.2, 0.2], [0.0, 0.0])) == draw
    assert cause([judged(mine, 0, 0.2)], Luck(draw, [0.2, -0.2], [0.0, 0.0])) == answer


def test_a_curve_of_its_own_turns_where_its_turning_points_are() -> None:
    seen = points((0, 0, 0.7), (2, 1, 0.7), (5, 0, 0.4), (6, OVER, 0.0))
    drawn = Analysis(seen, lucks=[Luck(3, [-0.3, 0.3], [0.0, 0.0])])
    assert drawn.own_curve(0) == [(-1, 0.7), (3, 0.4), (5, 0.0)]
    blundered = Analysis(seen, verdicts=[judged(0, 0, 0.3)])
    assert blundered.own_curve(0)[1] == (2, 0.4), "the verdict has the fall before it"


def test_what_others_lose_is_told_at_the_move_that_lost_most() -> None:
    seen = [Point(ply, actor, [value, 0.3, 0.3]) for ply, actor, value in
            ((0, 0, 0.3), (1, 1, 0.3), (2, 2, 0.3), (3, 0, 0.6), (4, OVER, 0.6))]  # fmt: skip
    analysis = Analysis(seen, verdicts=[judged(1, 1, 0.2)])
    assert analysis.swings_of(0, secrets=True)[0].ply == 1
    assert Analysis(seen).swings_of(0, secrets=True)[0].ply == 2, "the last one, as nobody knows"


def test_the_swings_of_a_seat_are_its_own_alone() -> None:
    analysis = Analysis(points((0, 0, 0.5), (1, 1, 0.52), (2, 0, 0.3), (3, OVER, 0.35)))
    for seat, change in ((0, -0.22), (1, 0.22)):
        (turn, *less) = analysis.swings_of(seat, secrets=False)
        assert turn.ply == 1
        assert turn.change == pytest.approx(change)
        assert {other.seat for other in [turn, *less]} == {seat}
    assert {turn.seat for turn in analysis.swings_of(1, secrets=True)} == {1}
    assert Analysis().swings_of(0, secrets=False) == []


async def test_an_analysis_of_a_match_that_runs_looks_at_no_view_of_another_seat(toys: str) -> None:
    match = Match.new("bids", {}, [Seat(), Seat("porter")], 11)
    match.act(0, match.legal(0)[0])
    match.act(1, match.legal(1)[0])
    asked: list[SearchRequest] = []

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        asked.append(request)
        return await search_here(request)

    reports: list[tuple[int, int]] = []
    result = await analyse(
        match.record, ask, seats=[0], iterations=10, progress=lambda *counts: reports.append(counts)
    )
    assert {msgpack.unpackb(search.view)["seat"] for search in asked} == {0}
    assert [point.actor for point in result.points] == [0]
    assert reports == [(1, 1)]


async def test_an_analysis_asks_with_the_view_of_the_seat_that_decided(toys: str) -> None:
    asked: list[SearchRequest] = []

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        asked.append(request)
        return await search_here(request)

    await analyse(played_match().record, ask, iterations=10, others=10)
    whole = [search for search in asked if search.level != "greedy" and not search.moves]
    assert [search.seat for search in sorted(whole, key=lambda each: each.seed)] == [0, 1, 0, 1]
    for search in asked:
        assert msgpack.unpackb(search.view)["seat"] == search.seat
        assert search.match == ""


def test_a_loss_within_the_error_of_the_searches_is_none() -> None:
    def move(value: float, visits: int) -> Candidate:
        return Candidate(0, visits, [value, 1 - value])

    assert clear_loss(move(0.6, 600), move(0.5, 600), 0) == pytest.approx(0.1)
    assert clear_loss(move(0.6, 20), move(0.5, 20), 0) == 0.0, "too few tries to tell"
    assert clear_loss(move(0.5, 600), move(0.6, 600), 0) == 0.0
    assert clear_loss(move(1.0, 600), move(0.99, 600), 0) == 0.0, "hardly worth telling"


async def test_a_played_move_that_the_search_left_out_is_compared_with_the_best(toys: str) -> None:
    match, asked = played_match(), []

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        asked.append(request)
        values = {move: 0.9 - 0.02 * move for move in range(40)}
        moves = request.moves or [min(values)]
        tried = [Candidate(move, 600, [values[move]] * 2) for move in moves]
        return SearchResult(request.id, moves[0], 600, candidates=tried)

    result = await analyse(match.record, ask)
    assert result.verdicts
    for point, verdict in zip(result.points, result.verdicts, strict=False):
        alone = [search.moves for search in asked if search.seed - verdict.ply == OTHER_SEED]
        is_best = verdict.played == verdict.preferred
        assert alone == ([] if is_best else [[verdict.preferred], [verdict.played]])
        assert verdict.chance == point.values[verdict.seat], "the curve and the verdict agree"
        if verdict.is_error:
            assert verdict.remaining == pytest.approx(0.9 - 0.02 * verdict.played)


@pytest.mark.parametrize(
    ("first", "alone", "gap", "loss"),
    [
        (0.001, 0.012, 0.012, 0.0),  # too little for a mark, but it counts in a grade
        (0.015, 0.009, 0.0, 0.0),
        (0.015, -0.03, 0.0, 0.0),
        (0.05, 0.06, 0.06, 0.06),
    ],
)
async def test_a_grade_counts_what_a_comparison_of_the_two_moves_confirms(
    toys: str, first: float, alone: float, gap: float, loss: float
) -> None:
    """`first`, `alone`: what the played move seems to lose in a search of all moves, in one of it
    alone."""
    match = played_match()
    played = {ply.ply: ply.action for ply in match.plies()}

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        move = played[request.seed % OTHER_SEED]
        values = {move + 1: 0.9, move: 0.9 - first}
        if request.moves:
            values = {request.moves[0]: 0.9 - alone if request.moves[0] == move else 0.9}
        tried = [Candidate(each, 10**6, [value] * 2) for each, value in values.items()]
        return SearchResult(request.id, tried[0].action, 600, candidates=tried)

    result = await analyse(match.record, ask)
    assert result.verdicts
    for verdict in result.verdicts:
        assert verdict.gap == pytest.approx(gap)
        assert verdict.loss == pytest.approx(loss)


@pytest.mark.parametrize(
    ("is_assisted", "longer", "cost", "mark"),
    [
        (True, 0.0, 0.0, MoveMark.GOOD),
        (True, 0.07, 0.07, MoveMark.MISTAKE),
        (False, 0.0, 0.2, MoveMark.BLUNDER),
    ],
)
async def test_after_hints_an_error_is_one_only_if_searches_as_long_as_theirs_confirm_it(
    toys: str, is_assisted: bool, longer: float, cost: float, mark: MoveMark
) -> None:
    """`longer`: what the played move loses in these; in all others it seems to be a blunder."""
    match = played_match()
    match.record.assisted = is_assisted
    played = {ply.ply: ply.action for ply in match.plies()}
    hint = question(match.game, match.view(0))

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        move = played[request.seed % OTHER_SEED]
        is_as_a_hint = (request.level, request.iterations) == (hint.level, hint.iterations)
        loss = longer if is_as_a_hint else 0.2
        values = {each: 0.9 - loss * (each == move) for each in request.moves or [move + 1, move]}
        tried = [Candidate(each, 2000, [value] * 2) for each, value in values.items()]
        return SearchResult(request.id, tried[0].action, 2000, candidates=tried)

    result = await analyse(match.record, ask)
    assert result.verdicts
    for verdict in result.verdicts:
        assert verdict.mark in (mark, MoveMark.BEST)
        assert verdict.cost == pytest.approx(cost)


@pytest.mark.parametrize(
    ("obvious_value", "moves", "abstains", "mark"),
    [
        (0.5, 3, False, MoveMark.BRILLIANT),
        (0.88, 3, False, MoveMark.BEST),
        (0.5, 2, False, MoveMark.BEST),  # there was hardly a choice
        (0.5, 3, True, MoveMark.BEST),  # a pass
    ],
)
async def test_the_best_move_is_brilliant_if_the_obvious_one_is_clearly_worse(
    toys: str,
    monkeypatch: pytest.MonkeyPatch,
    obvious_value: float,
    moves: int,
    abstains: bool,
    mark: MoveMark,
) -> None:
    """`moves`: how many the search considers; `abstains`: whether the best one does nothing."""
    match = played_match()
    played = {ply.ply: ply.action for ply in match.plies()}
    game = evolve(registry.get("bids"), abstains=lambda _action, _view: abstains)

    def of_record(record: Record) -> Match:
        again = replayed(record)
        again.game = game
        return again

    replayed = Match.from_record
    monkeypatch.setattr(Match, "from_record", of_record)

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        best = played[request.seed % OTHER_SEED]
        obvious = best + 1
        if request.level == "greedy":
            return SearchResult(request.id, obvious)
        value = obvious_value if request.moves == [obvious] else 0.9
        tried = request.moves or [best, *range(best + 2, best + 1 + moves)]
        candidates = [Candidate(move, 600, [value] * 2) for move in tried]
        return SearchResult(request.id, tried[0], 600, candidates=candidates)

    result = await analyse(match.record, ask)
    assert result.verdicts
    assert {verdict.mark for verdict in result.verdicts} == {mark}


@pytest.mark.parametrize("is_played", [True, False])
async def test_of_a_decision_with_one_sensible_move_only_another_one_is_judged(
    toys: str, is_played: bool
) -> None:
    """Such a decision is not searched, and was taken for one without an answer in time."""
    match = played_match()
    played = {ply.ply: ply.action for ply in match.plies()}

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        best = played[request.seed % OTHER_SEED] + (not is_played)
        move = request.moves[0] if request.moves else best
        mine = 0.7 if move == best else 0.5
        values = [mine if seat == request.seat else 1 - mine for seat in range(2)]
        tried = [Candidate(move, 600, values)] if request.moves else []
        return SearchResult(request.id, move, candidates=tried)

    result = await analyse(match.record, ask)
    assert not result.unanswered
    marks = {verdict.mark for verdict in result.verdicts}
    assert marks == (set() if is_played else {MoveMark.BLUNDER})


@pytest.mark.parametrize(
    ("game", "words"),
    [("sahara", "end"), ("decktet", "pass"), ("dice_village", "done"), ("ahldarahd", "end")],
)
def test_a_game_names_what_does_nothing(game: str, words: str) -> None:
    match = played(game, 0)
    rng, known = Random(1), registry.get(game)
    for _ply in range(800):
        if match.over:
            break
        view = match.view(match.to_act)
        for action in match.legal(match.to_act):
            if known.notation(action, view) == words:
                assert known.abstains(action, view)
                return
            assert not known.abstains(action, view) or known.notation(action, view) in (
                "pass", "skip", "nothing", "decline", "withdraw",
            )  # fmt: skip
        match.act(match.to_act, rng.choice(match.legal(match.to_act)))
    pytest.fail("the match never came to it")


def test_a_search_of_one_move_tries_it_even_if_the_evaluator_would_not(
    toys: str, begin: Begin
) -> None:
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    for action in begin("bids").legal():
        result = choose(game, view, "master", 1, 30, moves=[action])
        assert [(tried.action, tried.visits) for tried in result.candidates] == [(action, 30)]


async def test_an_analysis_can_be_cancelled(toys: str) -> None:
    count = 0
    is_second = asyncio.Event()

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        nonlocal count
        count += 1
        if count == 2:
            is_second.set()
            await asyncio.Event().wait()
        return await search_here(request)

    task = asyncio.create_task(analyse(played_match().record, ask, iterations=10, others=10))
    await is_second.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert count == 2


async def test_a_hint_tells_a_move_in_steps_to_its_end() -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bo")], 3)
    seat = match.to_act
    asked: list[SearchRequest] = []

    async def quickly(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        asked.append(request)
        return choose(request.game, request.view, request.level, request.seed, 60)

    view = match.view(seat)
    result = await advise(match.game, view, quickly, 3.0)
    hint = explain(match.game, view, result, names=match.names)
    # the first turn begins with a camel from the supply: where it goes is what is worth knowing
    assert match.game.notation(hint.action, view) == "lift supply"
    assert len(asked) == 2 and all(ask.seat == seat for ask in asked)
    assert [ask.steps for ask in asked] == [[], hint.turn[:1]], "so that it takes nothing back"
    assert len(hint.turn) == 2, "the first turn has one action, of two steps"
    assert hint.steps[0].startswith("Set a camel from the supply on ")


async def test_a_hint_is_as_sure_as_the_first_step_that_was_compared_with_others() -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bo")], 3)
    chances = {sahara.SET + 30: 0.6, sahara.SET + 24: 0.5}

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        if not request.steps:  # nothing else was worth a look
            return SearchResult(request.id, sahara.LIFT_SUPPLY, 1)
        tried = [Candidate(action, 40, [won, 1 - won]) for action, won in chances.items()]
        return SearchResult(request.id, sahara.SET + 30, 80, candidates=tried)

    view = match.view(match.to_act)
    result = await advise(match.game, view, ask, 3.0)
    assert result.action == sahara.LIFT_SUPPLY
    hint = explain(match.game, view, result, names=match.names)
    assert hint.turn == [sahara.LIFT_SUPPLY, sahara.SET + 30]
    assert hint.sure.startswith("It is clearly the best.")
    chances[sahara.SET + 24] = 0.59
    hint = explain(match.game, view, await advise(match.game, view, ask, 3.0), names=match.names)
    assert hint.sure == "It is a close call."
    assert len(hint.others) == 1 and "d4" in hint.others[0]


def test_a_hint_calls_no_step_of_its_own_turn_an_alternative() -> None:
    table = dealt(2)
    view = GAME.view(table, 0)
    legal = {GAME.notation(action, view): action for action in table.legal()}
    first, second = legal["free dyes-spices"], legal["free textiles-incense"]
    other = legal["free pearls-dyes"]

    def hint_with(*rivals: int) -> Hint:
        candidates = [Candidate(action, 40, [0.6, 0.4]) for action in (first, *rivals)]
        result = SearchResult("", first, candidates=candidates, line=[first, second])
        return explain(GAME, view, result, names=("Ada", "Bo"))

    hint = hint_with(second)
    assert hint.turn == [first, second]
    assert hint.others == [] and hint.sure == "It is by far the best move."
    hint = hint_with(second, other)
    assert hint.sure == "It is a close call.", "another turn is about as good"
    assert len(hint.others) == 1 and "Pearls-Dyes" in hint.others[0]


def test_a_turn_that_could_end_at_once_has_its_end_as_an_alternative() -> None:
    table = building(2)
    table.gold[table.to_act()] = 20
    view = GAME.view(table, table.to_act())
    legal = {GAME.notation(action, view): action for action in table.legal()}
    end = legal["end"]
    first = next(action for name, action in legal.items() if name.startswith("buy"))
    candidates = [Candidate(action, 40, [0.6, 0.6]) for action in (first, end)]
    result = SearchResult("", first, candidates=candidates, line=[first, end])
    hint = explain(GAME, view, result, names=("Ada", "Bo"))
    assert hint.turn == [first, end]
    assert hint.sure == "It is a close call." and hint.others


async def test_a_hint_takes_no_step_of_its_turn_back() -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bo")], 3)
    assert isinstance(match.state, SaharaState)
    while match.state.turn < 5:
        match.act(match.to_act, choose("sahara", match.view(match.to_act), "greedy", 1).action)
    seat = match.to_act
    first = [sahara.LIFT_SUPPLY, sahara.SET + 24]
    back = [sahara.LIFT + 24, sahara.SET + 30]
    asked: list[SearchRequest] = []

    async def dithering(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        asked.append(request)
        line = [*first, *back] if len(asked) == 1 else [sahara.END]
        return SearchResult(request.id, line[0], 1, line=line)

    result = await advise(match.game, match.view(seat), dithering, 3.0)
    assert result.line == [*first, sahara.END]
    assert asked[-1].steps == first


async def test_a_hint_ends_in_no_half_move_where_no_search_is_answered() -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bo")], 3)
    view = match.view(match.to_act)

    async def busy(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        return SearchResult(request.id, sahara.LIFT_SUPPLY, 1, fallback=True)

    result = await advise(match.game, view, busy, 0.0)
    assert result.line[0] == sahara.LIFT_SUPPLY
    assert sahara.SET <= result.line[-1] < sahara.PICK
    hint = explain(match.game, view, result, names=match.names)
    assert hint.steps[0].startswith("Set a camel from the supply on ")


def test_an_alternative_of_a_hint_is_a_whole_move() -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bo")], 3)
    assert isinstance(match.state, SaharaState)
    while match.state.turn < 9:
        match.act(match.to_act, choose("sahara", match.view(match.to_act), "greedy", 1).action)
    view, legal = match.view(match.to_act), match.legal(match.to_act)
    lift = next(action for action in legal if sahara.LIFT <= action < sahara.LIFT_SUPPLY)
    candidates = [Candidate(action, 40, [0.5, 0.5]) for action in (sahara.END, lift)]
    result = SearchResult("", sahara.END, 80, candidates=candidates)
    hint = explain(match.game, view, result, names=match.names)
    assert hint.others and hint.others[0].startswith("Move your camel from ")
    assert " to " in hint.others[0]


@pytest.mark.parametrize(("seconds", "target"), [(3.0, 30), (0.0, 24)])
async def test_a_hint_searches_each_further_step_as_an_analysis_will_while_there_is_time(
    seconds: float, target: int
) -> None:
    match = Match.new("sahara", {}, [Seat("person", "Ann"), Seat("person", "Bo")], 3)
    asked: list[SearchRequest] = []

    async def ask(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        asked.append(request)
        line = [sahara.SET + 30] if request.steps else [sahara.LIFT_SUPPLY, sahara.SET + 24]
        return SearchResult(request.id, line[0], 1, line=line)

    result = await advise(match.game, match.view(match.to_act), ask, seconds)
    assert result.line == [sahara.LIFT_SUPPLY, sahara.SET + target]
    assert [further.iterations for further in asked[1:]] == [ITERATIONS] * (target == 30)


@pytest.mark.parametrize("answered", [1, 2, 3])
async def test_a_hint_that_no_worker_has_answered_is_looked_for_once_more(
    toys: str, begin: Begin, answered: int
) -> None:
    """`answered`: the search that is the first to be answered."""
    game = registry.get("bids")
    view = game.view(begin("bids"), 0)
    asked: list[SearchRequest] = []

    async def busy(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
        asked.append(request)
        action = begin("bids").legal()[0]
        return SearchResult(request.id, action, fallback=len(asked) < answered)

    result = await advise(game, view, busy, 3.0)
    assert len(asked) == min(answered, 2)
    assert result.fallback == (answered > 2)
