"""The picture of a table, from the command line: bad input gets a line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from caravan_tui.cli.preview import main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("nosuch", "There is no game 'nosuch'"),
        ("decktet --seats 3", "decktet is for 2 players, not 3"),
        ("decktet --size 80", "--size is columns x rows, like 80x24"),
        ("decktet --option hands=99", "'99' is not allowed for option hands"),
        ("decktet --level godlike", "There is no level 'godlike'"),
    ],
)
def test_a_picture_of_what_cannot_be_is_refused_in_a_line(arguments: str, words: str) -> None:
    result = CliRunner().invoke(main, [*arguments.split(), "--shot", "never.svg"])
    assert result.exit_code == 2
    assert words in result.output


def test_no_picture_is_left_in_the_folder_one_is_in_without_being_asked_for() -> None:
    result = CliRunner().invoke(main, ["decktet"])
    assert result.exit_code == 2
    assert "Missing option '--shot'" in result.output
