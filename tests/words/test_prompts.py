"""What a board asks is whole on one line of the smallest terminal, in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from caravan_tui import i18n
from caravan_tui.cli.preview import random_match
from caravan_tui.engine import Match
from caravan_tui.games import registry
from caravan_tui.games.ahldarahd import messages as ahldarahd
from caravan_tui.games.caravanserai import messages as caravanserai
from caravan_tui.games.decktet import messages as decktet
from caravan_tui.games.dice_village import messages as dice_village
from caravan_tui.games.sahara import messages as sahara
from caravan_tui.widgets.commands import keys_by_name

ROOM = 78
"""Columns of the line of the question at 80 × 24."""

Key = Callable[[str], str]

PROMPTS: dict[str, Callable[[Any, Match, Key], str]] = {
    "ahldarahd": lambda view, match, key: ahldarahd.prompt(view, match.names, key),
    "caravanserai": lambda view, match, key: caravanserai.prompt(view),
    "decktet": lambda view, match, key: decktet.prompt(
        view, match.legal(match.to_act), match.names, key
    ),
    "dice_village": lambda view, match, key: dice_village.prompt(
        view, match.legal(match.to_act), match.names, key
    ),
    "sahara": lambda view, match, key: sahara.prompt(view, key),
}


@pytest.fixture(params=["en", "fr"])
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    i18n.use(request.param)
    yield
    i18n.use(None)


@pytest.mark.usefixtures("_language")
@pytest.mark.parametrize("game", registry.ids())
def test_every_prompt_fits_its_line_at_80_columns(game: str) -> None:
    keys = keys_by_name(registry.board(game).COMMANDS)
    prompts = set()
    for seed in range(3):
        for plies in range(0, 100, 9):
            match = random_match(game, 2, seed, plies, level="greedy")
            if match.to_act >= 0:
                view = match.view(match.to_act)
                text = PROMPTS[game](view, match, lambda command: keys[command.rpartition(".")[2]])
                prompts.add(text)
    assert prompts
    assert not [text for text in prompts if len(text) > ROOM]
