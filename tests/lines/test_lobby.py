"""The lobby in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.hosts.base import Host
from caravan_tui.lines.lobby import LobbyRoom


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"owner": "Anna"}, "CWKZ: Caravan · cards by Anna, with Ben and Cara; being played."),
        (
            {"owner": "", "event": "Card Cup", "round": 2},
            "CWKZ: Caravan · cards, Card Cup, round 2, with Ben and Cara; being played.",
        ),
    ],
)
def test_a_match_is_said_with_who_made_it_or_the_round_it_belongs_to(
    facts: dict[str, Any], words: str
) -> None:
    row = MatchRow(
        "0" * 32, "CWKZ", "decktet", names=["Ben", "Cara"], kinds=["person"] * 2,
        present=[True] * 2, started=True, over=False, watchers=[], idle=0, own_seats=[], to_act=0,
        private=False, absent="wait", grace=0, clock=0, **facts,
    )  # fmt: skip

    class Lobby:
        notices = None

    room = LobbyRoom(Host.__new__(Host), Lobby(), None)  # type: ignore[arg-type]
    assert room._row(row) == words
