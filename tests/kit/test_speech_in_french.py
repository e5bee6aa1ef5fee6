"""What games say of a position, in the other language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from caravan_tui import i18n
from caravan_tui.games import registry
from tests.kit.check_speech import decisions_are_asked_in_sentences, positions_are_said_in_sentences
from tests.kit.lines import few_cases


@pytest.fixture(autouse=True)
def _in_french() -> Iterator[None]:
    i18n.use("fr")
    yield
    i18n.use(None)


@pytest.mark.parametrize("game_id", registry.ids())
def test_positions_and_questions_can_be_heard_in_french(game_id: str) -> None:
    for case in few_cases(registry.get(game_id)):
        positions_are_said_in_sentences(case, 5, 1)
        decisions_are_asked_in_sentences(case, 5, 1)
