"""The words of the toy."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.bids.view import BidsView
from caravan_tui.games.contract import Event


def notation(action: int, view: BidsView) -> str:
    return f"bid {action}"


def describe(action: int, view: BidsView, names: Sequence[str] = ()) -> str:
    return f"bids {action}"


def narrate(event: Event, names: Sequence[str], seat: int | None) -> str | None:
    return None
