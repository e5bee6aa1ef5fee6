"""The help of a moment names the mouse beside the keys."""

from __future__ import annotations

import pytest

from caravan_tui.cli.preview import random_match
from caravan_tui.games import registry
from caravan_tui.games.contract import Moment


@pytest.mark.parametrize("game", registry.ids())
def test_the_help_says_that_a_click_does_as_well_as_a_key(game: str) -> None:
    match = random_match(game, 2, 7, 12 if game == "sahara" else 0)  # when goods lie about
    seat = match.to_act
    view = match.view(seat)
    moment = Moment(view, match.legal(seat), ("Ann", "Bo"), lambda command: command)
    can = match.game.help_for(moment).can
    assert any("click" in line for line in can), can
