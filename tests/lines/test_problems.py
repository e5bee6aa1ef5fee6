"""Problems in line mode: asked, answered, explained, kept."""

from __future__ import annotations

import pytest

from caravan_tui.engine.problem import from_day, nobody, shipped
from caravan_tui.games import registry
from caravan_tui.hosts.local import LocalHost
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
    assert "Right, with a hint:" in text and "It comes again." in text


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
