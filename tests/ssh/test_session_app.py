"""What a session makes of the server's news."""

from __future__ import annotations

from pathlib import Path

import pytest

from caravan_tui.bus.lobby_messages import MatchStarted
from caravan_tui.hosts.remote import RemoteHost
from caravan_tui.sessions.session_app import SessionApp


def test_a_match_that_begins_calls_its_players_to_it_and_not_to_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only one of them is first to move."""
    app, calls = SessionApp(lambda: RemoteHost(Path(), "", "")), list[str]()
    monkeypatch.setattr(app, "alert", calls.append)
    monkeypatch.setattr(app, "call_attention", lambda title: calls.append(f"turn: {title}"))
    monkeypatch.setattr(app, "sit_down", lambda _news: None)
    app.receive_news(MatchStarted("m", "dice_village"))
    assert calls == ["Dice Village has begun."]
