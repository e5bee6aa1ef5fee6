"""The lobby in sentences."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from caravan_tui.bus.lobby_messages import MatchRow
from caravan_tui.bus.messages import Chat
from caravan_tui.hosts.base import Host
from caravan_tui.hosts.connection import LINES_KEPT
from caravan_tui.hosts.local import LocalHost
from caravan_tui.lines import home
from caravan_tui.lines.lobby import LobbyRoom
from caravan_tui.lines.table.room import Leaving
from tests.lines.scripted import ScriptedConsole


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
        notices = competitions = None

    room = LobbyRoom(Host.__new__(Host), Lobby(), None)  # type: ignore[arg-type]
    assert room._row(row) == words


def test_talk_is_still_said_once_older_lines_are_dropped() -> None:
    class Lobby:
        notices = competitions = None
        chat = tuple(Chat("", None, "Otto", str(number)) for number in range(LINES_KEPT))

    class Heard:
        lines: ClassVar[list[str]] = []

        def say(self, *texts: str) -> None:
            self.lines.extend(texts)

    lobby, heard = Lobby(), Heard()
    room = LobbyRoom(Host.__new__(Host), lobby, heard)  # type: ignore[arg-type]
    room._changed()
    assert len(heard.lines) == LINES_KEPT
    lobby.chat = (*lobby.chat[1:], Chat("", None, "Bea", "At last!"))
    room._changed()
    assert heard.lines[LINES_KEPT:] == ["Bea says: At last!"]


async def test_a_rematch_that_begins_at_once_is_sat_down_at(
    host: LocalHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also from a table of the lobby. What had begun, and is played, is not begun again later."""
    tables = [SimpleNamespace(match=name) for name in ("first", "rematch")]
    sat: list[str] = []
    rooms = iter([tables[0], None])

    class Table:
        def __init__(self, _host: object, _console: object, connection: Any) -> None:
            sat.append(connection.match)
            self.next_connection = tables[1] if connection is tables[0] else None
            self.reports = SimpleNamespace(unsaved="")

        async def run(self) -> Leaving:
            return Leaving.HOME

    class Lobby:
        has_quit = False

        def __init__(self, *_parts: object) -> None: ...

        async def run(self, _started: list[str]) -> object:
            return next(rooms)

    monkeypatch.setattr(home, "TableRoom", Table)
    monkeypatch.setattr(home, "LobbyRoom", Lobby)
    monkeypatch.setattr(LocalHost, "lobby", SimpleNamespace(notices=None, to_move=list))
    at_home = home.Home(host, ScriptedConsole())
    at_home.started = ["first", "other"]
    await at_home.open_lobby("")
    assert sat == ["first", "rematch"] and at_home.started == ["other"]
