"""Tutorials: every script can be played to its end, no move breaks one, a wrong script is told."""

from __future__ import annotations

import textwrap

import pytest

from caravan_tui.engine import Match, Seat
from caravan_tui.engine.tutorial import (
    NotAskedError,
    ScriptError,
    Tutorial,
    at_example,
    example_of,
    load,
    read,
    rehearse,
)
from caravan_tui.games import registry
from caravan_tui.screens.table.tutorial import key_commands
from caravan_tui.widgets.commands import keys_by_name

GAMES = registry.ids()

ROOM = 78
"""Columns of words at 80 × 24, where they have two lines and the hint has one."""

GOOD = """
seed = 3
seats = ["", "Zaid"]

[options]
hands = 1

[[step]]
say = "Read this."

[[step]]
say = "Lead a card."
ask = ["2WL | 4YK"]
hint = "2WL or 4YK."
then = ["pass"]

[[step]]
say = "Lead what you like."
ask = ["any"]
hint = "Any card."
"""


def play_on(tutorial: Tutorial) -> None:
    """One step forward, as the script wants it."""
    if tutorial.reading:
        tutorial.go_on()
    elif tutorial.answering:
        tutorial.answer()
    else:
        tutorial.play(tutorial.wanted()[0])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_tutorial_that_can_be_played_to_its_end_in_every_way(game: str) -> None:
    rehearse(load(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_is_of_one_sitting(game: str) -> None:
    script = load(game)
    assert 10 <= len(script.steps) <= 20
    assert sum(len(step.ask) for step in script.steps) <= 25


@pytest.mark.parametrize("game", GAMES)
def test_the_words_fit_below_the_board_at_80_columns(game: str) -> None:
    script, keys = load(game), keys_by_name(key_commands(game))
    for number, step in enumerate(script.steps, 1):
        words = f"{number}/{len(script.steps)}  {step.say.format_map(keys)}"
        assert len(textwrap.wrap(words, ROOM)) <= 2, words
        assert len(f"! {step.hint.format_map(keys)}") <= ROOM, step.hint


@pytest.mark.parametrize("game", GAMES)
def test_every_other_move_is_refused_with_the_hint_and_changes_nothing(game: str) -> None:
    tutorial = Tutorial(load(game), "Ann")
    refused = 0
    while not tutorial.finished:
        if tutorial.asked:
            before = list(tutorial.match.record.log)
            wanted = tutorial.wanted()
            assert wanted
            for action in [*tutorial.match.legal(tutorial.seat), -7, 1 << 40]:
                if action in wanted:
                    continue
                with pytest.raises(NotAskedError) as why:
                    tutorial.play(action)
                assert str(why.value) == tutorial.step.hint
                refused += 1
            assert tutorial.match.record.log == before
        else:
            with pytest.raises(NotAskedError):
                tutorial.play(0)
        play_on(tutorial)
    assert refused > 20
    with pytest.raises(NotAskedError):
        tutorial.play(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_is_a_legal_match_and_the_learner_leads_at_its_end(game: str) -> None:
    tutorial = Tutorial(load(game), "Ann")
    while not tutorial.finished:
        play_on(tutorial)
    scores = tutorial.match.scores
    assert scores[tutorial.seat] == max(scores) and len(set(scores)) > 1
    again = Match.from_record(tutorial.match.record)
    assert again.scores == scores


def test_words_that_are_read_wait_and_the_others_answer_in_turn() -> None:
    tutorial = Tutorial(read("decktet", GOOD), "Ann")
    assert tutorial.match.names == ["Ann", "Zaid"]
    assert tutorial.reading and not tutorial.asked and tutorial.number == 1
    tutorial.go_on()
    asked: list[tuple[str, ...]] = [tutorial.asked]
    assert asked == [("2WL", "4YK")] and len(tutorial.wanted()) == 2
    tutorial.play(tutorial.wanted()[1])
    assert tutorial.answering and tutorial.number == 2
    seat, _action, events = tutorial.answer()
    assert seat == 1 and events
    assert tutorial.asked == ("any",)
    assert tutorial.wanted() == tutorial.match.legal(0)
    tutorial.play(tutorial.wanted()[-1])
    assert tutorial.finished and tutorial.number == 3


@pytest.mark.parametrize("is_to_be_found", [False, True])
def test_the_cursor_starts_on_the_move_that_is_asked_for_unless_it_is_to_be_found(
    is_to_be_found: bool,
) -> None:
    found = GOOD.replace('hint = "2WL', 'find = true\nhint = "2WL', int(is_to_be_found))
    tutorial = Tutorial(read("decktet", found), "Ann")
    assert tutorial.start() is None, "words that are read ask for nothing"
    tutorial.go_on()
    start, wanted = tutorial.start(), tutorial.wanted()
    assert start in tutorial.match.legal(0)
    assert (start in wanted) != is_to_be_found and (is_to_be_found or start == wanted[0])
    while not tutorial.answering:
        tutorial.play(tutorial.wanted()[0])
    assert tutorial.wanted() == [] and tutorial.start() is None, "it is Zaid's move"


def test_every_text_is_given_to_translators_once_each_step() -> None:
    texts = list(read("decktet", GOOD).texts())
    assert texts[:3] == ["Read this.", "Lead a card.", "2WL or 4YK."]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_have_a_move_for_an_example(game: str) -> None:
    assert example_of(game) in list(load(game).texts())
    tutorial = at_example(game, "Ann")
    assert tutorial.wanted()
    assert tutorial.step.example == example_of(game)


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("seed = 3", "seed = "), 2, "not TOML"),
        (("seed = 3", "seed = 'x'"), 2, "whole number"),
        (('["", "Zaid"]', '["Ann", "Zaid"]'), 3, "learner"),
        (("hands = 1", "hands = 99"), 5, "hands"),
        (("hands = 1", "hands = 1\n[more]"), 7, "'more' is not known"),
        (("say = ", "words = "), 8, "no 'words'"),
        (('"Lead a card."', '""'), 11, "says something"),
        (('hint = "2WL or 4YK."', ""), 11, "has a hint"),
        (('["pass"]', '"pass"'), 11, "lists"),
        (('"Read this."', '"Read this."\nexample = "A move."'), 8, "asks for a move"),
        (('"Lead a card."', '"Lead a card."\nexample = 3'), 11, "an example is"),
        (('"Read this."', '"Read this."\nfind = true'), 8, "asks for a move"),
        (('"Lead a card."', '"Lead a card."\nfind = "it"'), 11, "true or false"),
        (("Lead a card.", "Lead {a card."), 11, "braces are for keys"),
        (("2WL or 4YK.", "2WL or {4YK}."), 11, "braces are for keys"),
    ],
)
def test_a_wrong_script_is_refused_with_its_line(
    change: tuple[str, str], line: int, reason: str
) -> None:
    with pytest.raises(ScriptError, match=reason) as error:
        read("decktet", GOOD.replace(*change, 1))
    assert error.value.line == line
    assert f"decktet/tutorial.toml, line {line}:" in str(error.value)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("2WL | 4YK", "9WY"), 11),
        (("2WL | 4YK", "2WL | 9WY"), 11),
        (('then = ["pass"]', 'then = ["AM"]'), 11),
        (('then = ["pass"]', ""), 17),
        (('then = ["pass"]', 'then = ["pass", "2WL", "pass", "pass"]'), 11),
    ],
)
def test_a_script_that_asks_for_what_is_not_legal_is_told_by_the_rehearsal(
    change: tuple[str, str], line: int
) -> None:
    script = read("decktet", GOOD.replace(*change, 1))
    with pytest.raises(ScriptError) as error:
        rehearse(script)
    assert error.value.line == line


def test_a_key_of_an_unknown_command_is_refused_with_its_line() -> None:
    script = read("decktet", GOOD.replace("Any card.", "Any card, then {play} or {fly}."))
    with pytest.raises(ScriptError, match="no command 'fly'") as error:
        script.check_keys({"play": "Enter"})
    assert error.value.line == 17


def test_the_name_of_the_learner_is_the_only_one_that_is_open() -> None:
    script = load(GAMES[0])
    match = Tutorial(script, "Bea").match
    assert [seat for seat in match.record.seats if seat.is_person] == [Seat("person", "Bea")]


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_that_was_left_anywhere_goes_on_there(game: str) -> None:
    script, places = load(game), []
    first = Tutorial(script, "Ada")
    while not first.finished:
        if not first.answering:
            places.append((first.number, list(first.moves), list(first.match.record.log)))
        play_on(first)
    for number, moves, log in places[:: max(1, len(places) // 8)]:
        again = Tutorial(script, "Ada")
        assert again.go_to(number, moves)
        assert (again.number, again.match.record.log, again.moves) == (number, log, moves)
        while not again.finished:
            play_on(again)


def test_moves_that_lead_nowhere_are_told() -> None:
    script = load("decktet")
    first = Tutorial(script, "Ada")
    while first.number < 6:
        play_on(first)
    assert not Tutorial(script, "Ada").go_to(6, [*first.moves[:-1], -7])
    assert not Tutorial(script, "Ada").go_to(6, first.moves[:-1])
    assert not Tutorial(script, "Ada").go_to(2, first.moves)
    assert not Tutorial(script, "Ada").go_to(99, first.moves)


def test_one_move_back_within_a_step_and_not_beyond() -> None:
    tutorial = Tutorial(load("sahara"), "Ada")
    tutorial.go_on()
    assert not tutorial.undo()
    before = list(tutorial.match.record.log)
    tutorial.play(tutorial.wanted()[0])
    assert tutorial.undo()
    assert tutorial.match.record.log == before and not tutorial.moves
    rest = Tutorial(load("sahara"), "Ada")
    while not tutorial.finished:
        play_on(tutorial)
    while not rest.finished:
        play_on(rest)
    assert tutorial.match.record.log == rest.match.record.log


def test_a_move_that_was_begun_is_taken_back_whole() -> None:
    tutorial = Tutorial(load("sahara"), "Ada")
    assert tutorial.previous() is None
    tutorial.go_on()
    before = list(tutorial.match.record.log)
    tutorial.play(tutorial.wanted()[0])
    assert tutorial.retract()
    assert tutorial.match.record.log == before
    assert not tutorial.retract()


def test_the_step_before_begins_where_it_began() -> None:
    tutorial = Tutorial(load("decktet"), "Ada")
    while tutorial.number < 4:
        play_on(tutorial)
    earlier = tutorial.previous()
    assert earlier is not None and earlier.number == 3
    assert earlier.moves == tutorial.moves[: len(earlier.moves)]
