"""What the lobby of a server rests on: this host alone, or a cluster of several."""

from __future__ import annotations

from attrs import frozen

from caravan_tui.bus.base import Bus
from caravan_tui.server.accounts import Accounts
from caravan_tui.server.config import Config
from caravan_tui.server.documents import Documents, FolderDocuments
from caravan_tui.server.homes import Homes
from caravan_tui.server.ledger import Ledger, LedgerFile
from caravan_tui.server.match_store import FolderStore, MatchStore
from caravan_tui.server.presence import Presence
from caravan_tui.server.results import Results
from caravan_tui.server.rooms import RoomFile, Rooms

DOCUMENTS, LEDGER = "competition", "played.jsonl"
"""Below the server's folder."""


@frozen
class Backend:
    """Where accounts, rooms and matches between people are stored, and how all are reached."""

    bus: Bus
    """Carries the tables of matches between people, the lobby and its news."""
    accounts: Accounts
    rooms: Rooms
    matches: MatchStore
    results: Results
    presence: Presence
    homes: Homes
    documents: Documents
    """Seasons, tournaments and daily matches."""
    ledger: Ledger
    """The matches that count for ratings."""


def single_host(config: Config, bus: Bus, accounts: Accounts) -> Backend:
    """Everything in the server's own folder."""
    return Backend(
        bus,
        accounts,
        RoomFile(config.home / "rooms.json"),
        FolderStore(config.home / "shared"),
        Results(accounts),
        Presence(),
        Homes(),
        FolderDocuments(config.home / DOCUMENTS),
        LedgerFile(config.home / LEDGER),
    )
