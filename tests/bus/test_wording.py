"""What is sent as a code with values is worded by the reader, whatever the code is."""

from __future__ import annotations

import errno

import pytest

from caravan_tui import i18n
from caravan_tui.bus import wording
from caravan_tui.bus.messages import Refused
from caravan_tui.bus.wording import word
from caravan_tui.engine.sentence import Sentence


def test_what_happened_while_somebody_was_away_is_told_in_one_line() -> None:
    def away(moves: int, played: int, turn: bool) -> str:
        values = {"game": "Sahara", "code": "ABCD", "moves": moves, "played": played}
        return word(Sentence("away", {**values, "turn": turn}))

    assert away(0, 0, False) == "Sahara (ABCD):"
    assert away(1, 0, True) == "Sahara (ABCD): 1 move since you left. It's your turn."
    assert away(5, 2, False) == (
        "Sahara (ABCD): 5 moves since you left. A computer player made 2 of them for you."
    )


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "0 minutes"),
        (60, "1 minute"),
        (2 * 3600 - 1, "119 minutes"),
        (2 * 3600, "2 hours"),
        (48 * 3600 - 1, "47 hours"),
        (48 * 3600, "2 days"),
    ],
)
def test_a_time_is_named_in_the_largest_unit_of_which_there_are_two(
    seconds: float, text: str
) -> None:
    assert wording.time_left(seconds) == text


def test_a_turn_that_waits_names_the_time_that_is_left_if_there_is_a_limit() -> None:
    turn = {"game": "Sahara", "code": "ABCD"}
    assert word(Sentence("turn_waits", {**turn, "left": -1})) == "It's your turn: Sahara (ABCD)."
    assert word(Sentence("turn_waits", {**turn, "left": 7200})) == (
        "It's your turn: Sahara (ABCD). Time left: 2 hours."
    )
    away = {**turn, "moves": 0, "played": 0, "turn": True, "left": 60}
    assert word(Sentence("away", away)).endswith("It's your turn. Time left: 1 minute.")


def test_the_title_of_a_game_is_a_value_in_the_readers_language() -> None:
    begun = Refused("", "match_begun", {"game": wording.title("dice_village"), "code": "ABCD"})
    assert word(begun) == "Dice Village (ABCD) has started."
    assert word(wording.title("chess")) == "chess"
    i18n.use("fr")
    assert word(begun) != "Dice Village (ABCD) has started."


def test_sentences_and_lists_within_values_are_worded_also_from_the_wire() -> None:
    inner = {"code": "disk_full", "values": {}}
    assert word(Sentence("save_failed", {"reason": inner})) == (
        "Couldn't save this match: The disk is full."
    )
    assert word(Sentence("nobody_to_agree", {"names": ["Ann", "Bo"]})).endswith("Away: Ann, Bo.")


@pytest.mark.parametrize(
    "sentence",
    [
        Sentence("of_tomorrow", {"x": 1}),
        Sentence("not_your_decision", {}),
        Sentence("away", {"moves": "many"}),
    ],
)
def test_a_code_of_another_version_is_its_own_text(sentence: Sentence) -> None:
    assert word(sentence) == sentence.code.replace("_", " ")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (OSError(errno.EDQUOT, "x"), "Your disk quota is used up."),
        (OSError(errno.EIO, "Input/output error"), "Input/output error."),
        (OSError("odd"), "odd."),
        (OSError(), "OSError."),
    ],
)
def test_an_error_of_the_system_is_a_sentence(error: OSError, text: str) -> None:
    assert word(wording.of_os_error(error)) == text
