"""Problems in line mode: asked, answered, explained, kept."""

from __future__ import annotations

import pytest

from caravan_tui.engine.problem import Problem, from_day, nobody, shipped
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
from caravan_tui.lines import problems
from caravan_tui.lines.entries import Moves
from caravan_tui.presentation.problem_lines import is_half
from saves import daily
from saves import problems as kept
from tests.lines.scripted import said_at_home


def notation(game: str, number: int, action: int) -> str:
    """A move in a shipped problem as it is typed."""
    problem = shipped(game)[number]
    match = problem.position(nobody(problem.seats))
    return match.game.notation(action, match.view(match.to_act))


@pytest.mark.parametrize("game", registry.ids())
async def test_the_right_answer_is_explained_and_kept(host: LocalHost, game: str) -> None:
    problem = shipped(game)[0]
    kind = registry.spec(game).kind
    text = await said_at_home(host, f"problems {kind}", notation(game, 0, problem.answer), "home")
    assert "Right answer:" in text and "What may follow:" in text
    tried = kept.load().of(problem)
    assert tried is not None and (tried.solved, tried.failed) == (1, 0)
    again = await said_at_home(host, f"problems {kind}")
    assert "Problem 2 of" in again, "the next one that is new"


@pytest.mark.parametrize("game", registry.ids())
async def test_the_tempting_move_is_refuted_and_only_the_first_answer_counts(
    host: LocalHost, game: str
) -> None:
    problem = shipped(game)[0]
    wrong, right = (notation(game, 0, move) for move in (problem.tempting, problem.answer))
    kind = registry.spec(game).kind
    text = await said_at_home(host, f"problems {kind} 1", wrong, "again", right, "next", "home")
    assert "Not the best move:" in text and "Right this time:" in text and "Problem 2 of" in text
    tried = kept.load().of(problem)
    assert tried is not None and (tried.solved, tried.failed) == (0, 1)


def first_with_halves() -> tuple[int, Problem]:
    """The first camels' problem whose answer lifts a camel and sets it, and its number."""
    for number, problem in enumerate(shipped("sahara"), 1):
        match = problem.position(nobody(problem.seats), [problem.answer])
        if is_half(match, problem.position(nobody(problem.seats)).to_act):
            return number, problem
    raise AssertionError("no problem lifts a camel")


def steps_typed(problem: Problem) -> list[str]:
    """The camel of the best move, its space, and a space where it might be set as well."""
    lifted = problem.position(nobody(problem.seats), [problem.answer])
    view = lifted.view(lifted.to_act)
    best = problem.best_line[1]
    other = next(action for action in lifted.legal(lifted.to_act) if action != best)
    before = problem.position(nobody(problem.seats))
    lift = lifted.game.notation(problem.answer, before.view(before.to_act))
    return [lift, *(lifted.game.notation(action, view) for action in (best, other))]


async def test_a_camel_that_is_lifted_is_judged_once_it_is_set(host: LocalHost) -> None:
    number, problem = first_with_halves()
    lift, space, _other = steps_typed(problem)
    text = await said_at_home(host, f"problems camels {number}", lift, space, "home")
    assert "Find the best move." in text
    assert text.index("Set the lifted camel on a space") < text.index("Right answer:")
    tried = kept.load().of(problem)
    assert tried is not None and (tried.solved, tried.failed) == (1, 0)


async def test_a_whole_move_of_the_list_is_judged_at_once(host: LocalHost) -> None:
    number, problem = first_with_halves()
    match = problem.position(nobody(problem.seats))
    moves = Moves.of(match.game, match.view(match.to_act), match.legal(match.to_act), match.names)
    row = next(
        row for row, move in enumerate(moves.rows, 1)
        if list(move.actions) == problem.best_line[:2]
    )  # fmt: skip
    text = await said_at_home(host, f"problems camels {number}", str(row), "home")
    assert "Right answer:" in text


async def test_a_camel_that_is_lifted_can_be_taken_back_before_it_is_set(host: LocalHost) -> None:
    number, problem = first_with_halves()
    lift, space, _other = steps_typed(problem)
    typed = f"problems camels {number}", lift, "again", lift, space, "home"
    text = await said_at_home(host, *typed)
    assert text.count("Find the best move.") == 2 and "Right answer:" in text


async def test_the_right_camel_on_a_worse_space_counts_as_not_solved(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judged(*_parts: object) -> float:
        return problem.gap

    monkeypatch.setattr(problems, "loss_of_end", judged)
    number, problem = first_with_halves()
    lift, _space, other = steps_typed(problem)
    text = await said_at_home(host, f"problems camels {number}", lift, other, "home")
    assert "Not the best move:" in text and "It begins like the best move, but " in text
    tried = kept.load().of(problem)
    assert tried is not None and (tried.solved, tried.failed) == (0, 1)


async def test_a_hint_and_the_solution_count_as_not_solved(host: LocalHost) -> None:
    text = await said_at_home(
        host, "problems camels", "hint", "hint", "solution", "home", "problems"
    )
    assert "Type hint once more" in text and "The best move:" in text
    tried = kept.load().of(shipped("sahara")[0])
    assert tried is not None and (tried.solved, tried.failed) == (0, 1)


async def test_a_right_answer_after_a_hint_is_said_to_come_again(host: LocalHost) -> None:
    right = notation("sahara", 0, shipped("sahara")[0].answer)
    text = await said_at_home(host, "problems camels", "hint", "hint", right, "home")
    assert text.count("With a hint it counts as missed.") == 1
    assert "Right, with a hint:" in text and "You will see it again." in text


async def test_the_problems_of_the_day_go_through_all_games(host: LocalHost) -> None:
    today = from_day("sahara", daily.today())
    match = today[0].position(nobody(today[0].seats))
    answer = match.game.notation(today[0].answer, match.view(match.to_act))
    text = await said_at_home(
        host, "problems day camels", answer, *["next"] * len(today), "problems"
    )
    assert text.count("The problem of the day:") == len(registry.ids())
    assert "That was the last problem of this list." in text
    assert "the problem of the day: solved." in text


async def test_what_is_no_list_of_problems_is_said_in_a_line(host: LocalHost) -> None:
    text = await said_at_home(
        host, "problems chess", "problems camels 9999", "problems again", "problems mistakes"
    )
    assert "chess" in text and "Type a number from 1 to" in text
    assert "Nothing to try again today." in text and "No mistakes yet." in text


async def test_a_match_plays_on_from_a_problem_that_was_answered(host: LocalHost) -> None:
    text = await said_at_home(host, "problems camels", "play on", "solution", "play on", "home")
    assert "Answer this one first." in text
    assert "Type help for the commands, board for the table." in text
    (entry,) = (await host.listing()).entries
    assert entry.header is not None and entry.header.game == "sahara"
