"""The messages between the hosts of a cluster. No session may send them."""

from __future__ import annotations

from caravan_tui.bus.fields import Base, Id, fresh_id
from caravan_tui.bus.lobby_messages import (
    AdminRequest,
    CreateMatch,
    Hello,
    JoinMatch,
    LeaveTable,
    ListMatches,
    MakeWatchPage,
    Rematch,
    Resign,
    RevokeWatchPage,
    WatchMatch,
)
from caravan_tui.engine.sentence import Sentence


def host_topic(host: str) -> str:
    """Where one host takes requests of the others."""
    return f"host.{host}"


class Relay(Base, frozen=True):
    """What a session asks at the door of one host, for the host that serves the match. `names`,
    `options`, `has_code` and `is_led_back` are what the door has made of it. Answered as the
    request itself, by News for a Hello, or by Refused with `not_here`."""

    account: Id
    ask: (
        CreateMatch
        | JoinMatch
        | WatchMatch
        | LeaveTable
        | Resign
        | Rematch
        | ListMatches
        | Hello
        | MakeWatchPage
        | RevokeWatchPage
        | AdminRequest
    )
    names: list[str] = []
    options: dict[str, bool | int | str] = {}
    has_code: bool = False
    is_led_back: bool = False
    id: Id = fresh_id()


class News(Base, frozen=True):
    """What happened in the matches of an account that a host serves."""

    id: Id
    lines: list[Sentence]


class TakeMatch(Base, frozen=True):
    """The host that sends this serves a match no longer; whoever reads it is to take it."""

    match: Id


class EndSession(Base, frozen=True):
    """The account continues at another host: its session here is to end. Answered by Done once
    its seats are free."""

    account: Id
    reason: str
    id: Id = fresh_id()


class Reconnected(Base, frozen=True):
    """The host has lost its connection to the broker, with whatever was under way there, and has a
    new one: nobody is to wait for its answers to what was asked before."""

    host: Id


HostMessage = Relay | News | TakeMatch | EndSession | Reconnected
"""What may travel between hosts."""
