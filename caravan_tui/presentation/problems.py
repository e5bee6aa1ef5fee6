"""How problems are called: stars, themes, how the user did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import product
from typing import Any

from ai.hint import advice_of
from ai.reasons import follow, reason_of_loss
from caravan_tui.cast.characters import level_title
from caravan_tui.engine import problem as problems
from caravan_tui.engine.problem import LEVELS, Problem
from caravan_tui.games import registry
from caravan_tui.i18n import _, capital
from caravan_tui.presentation.decisions import shares
from saves.problems import DayTried, Tried, Tries


def stars(problem: Problem, ascii_only: bool) -> str:
    """How hard a problem is, as stars; blanks for one of the user's own, of which nobody knows."""
    full, empty = ("*", ".") if ascii_only else ("★", "☆")
    if problem.level not in LEVELS:
        return " " * len(LEVELS)
    return full * problem.difficulty + empty * (len(LEVELS) - problem.difficulty)


def difficulty_words(problem: Problem) -> str:
    """How hard a problem is, in a word; '' for one of the user's own."""
    if problem.level not in LEVELS:
        return ""
    words = (_("Easy"), _("Moderate"), _("Hard"), _("Very hard"), _("Hardest"))
    return words[problem.difficulty - 1]


def theme(problem: Problem) -> str:
    """What a problem is about; a dash where its game has no word for it."""
    return registry.get(problem.game).theme_of(problem.kind) or "-"


def who_finds_it(problem: Problem) -> str:
    """How hard a problem is, and the weakest computer player that finds the move, as a sentence; of
    an own mistake that it is one."""
    title = level_title(problem.level)
    if not title:
        return _("From a match of yours.")
    text = _("{hard}: a {level} finds it.")
    return text.format(hard=difficulty_words(problem), level=title)


def called(word: str, words: str) -> str:
    """What is said of a move. `word`: what that is called."""
    return _("{word}: {words}").format(word=word, words=words)


def worth_of_answer(problem: Problem) -> list[str]:
    """What the best move is worth, as a sentence and a shorter one."""
    texts = [_("{chance} to win; any other move at most {other}."),
             _("{chance} to win; others up to {other}.")]  # fmt: skip
    if not problem.level:
        texts = [_("{chance} to win; your move in the match: {other}."), _("{chance} to win.")]
    other, chance = shares(problem.chance, problem.gap)
    return [text.format(chance=chance, other=other) for text in texts]


def refutation(problem: Problem, loss: float) -> str:
    """What a wrong move costs."""
    chance = shares(problem.chance, problem.gap)[1]
    text = _("Not the best move: {other} to win, the best one {chance}.")
    return text.format(other=shares(problem.chance, loss)[0], chance=chance)


def not_judged(key: str) -> str:
    """That a move could not be compared. `key`: the key or the command that tries again."""
    text = _("This move could not be judged in time. {key}: try again.")
    return text.format(key=key)


def loss_to_tell(problem: Problem, move: int, loss: float | None) -> float | None:
    """What is said of a move that is not the answer. `loss`: what the comparison found, None if it
    found nothing. None: nothing can be said, as of one's own mistake no other move is known."""
    if move == problem.tempting:
        return problem.tempting_loss
    if not problem.level:
        return loss
    # A short search may miss what the long ones that made the problem have seen.
    return max(loss or 0.0, problem.gap)


def reasons(
    problem: Problem, view: Any, line: Sequence[int], best_line: Sequence[int], names: Sequence[str]
) -> list[str]:
    """Why the move that begins a line is worse than the best one or, if it is the best one, why
    the tempting move is worse, in the game's words: a sentence, and a shorter one if there is one;
    none where the game has no words for it. `view`: of the seat before it."""
    game = registry.get(problem.game)
    if line[0] != problem.answer:
        words = reason_of_loss(game, view, line, best_line, names)
        return [f"{capital(words)}."] if words else []
    worse = problem.tempting_line or [problem.tempting]
    words = reason_of_loss(game, view, worse, line, names)
    if not words:
        return []
    if not problem.level:
        return [_("What you played {reason}.").format(reason=words)]
    described = game.describe(problem.tempting, view, names)
    return [
        _("The tempting move ({move}) {reason}.").format(move=described, reason=words),
        _("The tempting move {reason}.").format(reason=words),
    ]


def reasons_of_end(
    problem: Problem, view: Any, line: Sequence[int], best_line: Sequence[int], names: Sequence[str]
) -> list[str]:
    """Why a move is worse than the best one with the same first step: a sentence and a shorter one.
    `view`: of the seat before it."""
    short = _("It begins like the best move, but goes on worse.")
    words = reason_of_loss(registry.get(problem.game), view, line, best_line, names)
    text = _("It begins like the best move, but {reason}.")
    return [text.format(reason=words), short] if words else [short]


def reasons_later(
    problem: Problem, view: Any, wordings: Sequence[str], names: Sequence[str], is_right: bool
) -> list[str]:
    """That a move is worse because of what it comes to as play may go on: a sentence, and shorter
    ones. `wordings`: what it comes to, and the same in fewer words; `is_right`: the best move is
    shown, and the tempting one is meant."""
    texts = [_("If play goes on as expected, it {reason}."), _("In the end it {reason}.")]
    if is_right and not problem.level:
        texts = [_("If play goes on as expected, what you played {reason}."),
                 _("In the end what you played {reason}.")]  # fmt: skip
    elif is_right:
        texts = [_("If play goes on as expected, the tempting move ({move}) {reason}."),
                 _("If play goes on as expected, the tempting move {reason}."),
                 _("In the end the tempting move {reason}.")]  # fmt: skip
    move = registry.get(problem.game).describe(problem.tempting, view, names)
    return [text.format(move=move, reason=reason) for reason, text in product(wordings, texts)]


def brings(problem: Problem, view: Any, line: Sequence[int], names: Sequence[str]) -> list[str]:
    """What the move that begins a line brings, in the game's words, a sentence each. `view`: of
    the seat before it."""
    game = registry.get(problem.game)
    followed = follow(game, view, line)
    if not followed.turn:
        return []
    return list(game.advice_for(followed.turn, followed.after, names).reasons)


def hints(
    problem: Problem, view: Any, best_line: Sequence[int], names: Sequence[str]
) -> list[list[str]]:
    """The hints before the one that shows the move: that the tempting move is not the best one,
    and why; then what the best one brings, or what it is about. Each in several sentences to choose
    from, the best one first. `view`: of the seat before it."""
    clues = [_("A clue: {gain}").format(gain=gain)
             for gain in brings(problem, view, best_line, names)]  # fmt: skip
    name = theme(problem)
    if name != "-":
        clues.append(_("It is about: {theme}.").format(theme=name))
    return [_tempting_hints(problem, view, best_line, names), *([clues] if clues else [])]


def how_it_begins(problem: Problem, view: Any, names: Sequence[str]) -> str:
    """What to do, as a sentence. `view`: of the seat before it."""
    turn = [(problem.answer, view)]
    return advice_of(registry.get(problem.game), turn, names).steps[0]


def answer_moves(
    problem: Problem, view: Any, best_line: Sequence[int], names: Sequence[str]
) -> list[str]:
    """The best move in the words of advice, as sentences: the whole turn as far as it is known,
    then ever fewer of its steps, at last the first one. `view`: of the seat before it."""
    game = registry.get(problem.game)
    turn = follow(game, view, best_line).turn or [(problem.answer, view)]
    steps = advice_of(game, turn, names).steps
    begun = (f"{' '.join(steps[:count])} …" for count in range(len(steps) - 1, 1, -1))
    return list(dict.fromkeys((" ".join(steps), *begun, steps[0])))


def naming_answer(word: str, moves: Sequence[str], worth: Sequence[str], briefly: str) -> list[str]:
    """What is said where the best move is shown: which it is, and what it is worth; the longest
    text first, for as much room as there is. `word`: what it is called; `briefly`: its first
    decision, as it is told of a player."""
    texts = [f"{move} {value}" for move, value in product(moves, worth)]
    texts += [*moves, f"{briefly}. {worth[-1]}", f"{briefly}.", worth[-1]]
    return [called(word, text) for text in texts]


def _tempting_hints(
    problem: Problem, view: Any, best_line: Sequence[int], names: Sequence[str]
) -> list[str]:
    game = registry.get(problem.game)
    notation = game.notation(problem.tempting, view)
    described = game.describe(problem.tempting, view, names)
    # the sentence has a colon already
    move = described.replace(f"{notation}: ", f"{notation}, ", 1)
    worse = problem.tempting_line or [problem.tempting]
    reason = reason_of_loss(game, view, worse, best_line, names)
    with_reason = [_("Tempting: {move}. But it {reason}."), _("The tempting move {reason}.")]
    without = _("Tempting, but not the best: {move}.")
    if not problem.level:
        with_reason = [_("You played: {move}. But it {reason}."), _("What you played {reason}.")]
        without = _("You played, but it was not the best: {move}.")
    sentences = [text.format(move=move, reason=reason) for text in with_reason if reason]
    return [*sentences, without.format(move=move)]


def state_mark(tried: Tried | None, today: date, ascii_only: bool) -> str:
    """A sign for how the user did with a problem."""
    if tried is None:
        return "." if ascii_only else "·"
    if tried.is_due(today):
        return "!"
    return ("+" if ascii_only else "✓") if tried.was_solved else ("x" if ascii_only else "✗")


def state_words(tried: Tried | None, today: date) -> str:
    """How the user did with a problem, in a few words."""
    if tried is None:
        return _("new")
    if tried.is_due(today):
        return _("try again")
    if tried.due is None:
        return _("solved")
    days = (tried.due - today).days
    return _("again tomorrow") if days == 1 else _("again in {days} days").format(days=days)


def day_words(tried: DayTried | None) -> str:
    """How the user did with a problem of the day, in a word."""
    if tried is None:
        return _("new")
    return _("solved") if tried.is_solved else _("not solved")


def days_tried(tries: Tries, today: date) -> tuple[int, int]:
    """How many of the problems of a day were tried, and how many there are: one a game."""
    games = problems.games()
    return sum(tries.on_day(game_id, today) is not None for game_id in games), len(games)


def of_day_words(tries: Tries, today: date) -> str:
    """How many of the problems of a day were tried, in words."""
    tried, count = days_tried(tries, today)
    return _("Of the day: {tried} of {count} tried").format(tried=tried, count=count)
