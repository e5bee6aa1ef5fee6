"""What a notice is about. Every line for one account has a kind, or none: then it is for the screen
alone."""

from __future__ import annotations

from typing import Literal, get_args

from caravan_tui.bus.lobby_messages import MatchStarted, YourTurn
from caravan_tui.bus.messages import Message, Notice

Kind = Literal["turn", "invitation", "result", "talk"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_KIND_OF_CODE: dict[str, Kind] = {
    "match_begun": "invitation",
    "invited": "invitation",
    "rematch_wanted": "invitation",
    "tournament_table": "invitation",
    "match_ended": "result",
    "days_low": "turn",
    "own_days_up": "turn",
    "tournament_ended": "result",
    "talk_at_table": "talk",
    "talk_in_lobby": "talk",
}
"""By the code of a line, see `bus/wording.py`."""


def kind_of(message: Message) -> Kind | None:
    """What a message for one account is about; None if it calls nobody."""
    if isinstance(message, YourTurn):
        return "turn"
    if isinstance(message, MatchStarted):
        return "invitation"
    return _KIND_OF_CODE.get(message.code) if isinstance(message, Notice) else None
