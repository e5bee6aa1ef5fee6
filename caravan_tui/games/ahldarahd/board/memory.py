"""What the table remembers of what happened: bids, answers, and the routes that have changed."""

from __future__ import annotations

from collections.abc import Sequence

from caravan_tui.games.ahldarahd.actions import map_of
from caravan_tui.games.ahldarahd.events import (
    Bid,
    Building,
    Buy,
    Claim,
    Decline,
    Destroy,
    Destroyed,
    EndBuilding,
    Fall,
    Favour,
    FreeRoute,
    LoseCity,
    Open,
    Pay,
    Sell,
    Stale,
    Swept,
    TakeCity,
)
from caravan_tui.games.ahldarahd.view import AhldarahdView, changed_routes, last_bids
from caravan_tui.games.contract import Event
from caravan_tui.widgets.board import Scene

MOVES = Open | Bid | FreeRoute | Claim | Buy | Destroy | Pay | Sell | EndBuilding | Favour
"""Events that are moves of a seat: what the others did before it is old then."""


class Memory:
    """Follows the events of each position in turn."""

    def __init__(self) -> None:
        self.bids: dict[int, int] = {}
        """The last bids of this auction."""
        self.stale_city = ""
        """The card that was discarded before this bidding, as nobody bought one."""
        self.is_declined = False
        """Whether the last offer of this seat was declined, and nothing was decided since."""
        self.changed: frozenset[int] = frozenset()
        """Places of routes that the others have changed since this seat's last move."""
        self.last_maps: dict[int, int] = {}
        """By seat: the map on which it has changed a route, if it did in its newest turn."""
        self.growing: frozenset[int] = frozenset()
        """Places of routes that have just been laid."""
        self.follows = True
        """Whether the map with the latest change is shown; False while another was asked for."""

    def follow(self, scene: Scene[AhldarahdView], *, is_static: bool) -> None:
        """Take in what led to a position. `is_static`: it is looked at, not played."""
        for event in [*scene.past, *scene.events]:
            if isinstance(event, Stale | Building):
                self.stale_city = event.card if isinstance(event, Stale) else ""
        bids = last_bids(scene.past, {}) if scene.past else self.bids
        self.bids = last_bids(scene.events, {} if scene.view["auction"] is None else bids)
        for event in scene.events:
            if isinstance(event, Decline):
                self.is_declined = event.giver == scene.seat
            elif isinstance(event, MOVES) and event.seat == scene.seat:
                self.is_declined = False
        self._note_changes(scene, is_static=is_static)

    def _note_changes(self, scene: Scene[AhldarahdView], *, is_static: bool) -> None:
        """Remember which routes the others have changed since this seat's last move."""
        if scene.past or is_static:
            self.changed, self.last_maps = frozenset(), {}
        since = [*_last_step(scene.past), *scene.events]
        for event in scene.turn_events if is_static else since:
            if isinstance(event, MOVES) and event.seat == scene.seat and not is_static:
                self.changed, self.follows = frozenset(), True
            else:
                self.changed |= changed_routes(scene.view, [event])
        self._note_maps(scene.view, [*scene.past, *since, *scene.turn_events])
        laid = [event for event in scene.events if isinstance(event, FreeRoute | Claim | Buy)]
        self.growing = changed_routes(scene.view, laid)

    def _note_maps(self, view: AhldarahdView, happened: Sequence[Event]) -> None:
        """Remember on which map each seat has changed a route in its newest turn."""
        for event in happened:
            if not isinstance(event, MOVES):
                continue
            if places := changed_routes(view, [event]):
                self.last_maps[event.seat] = map_of(max(places))
            elif isinstance(event, Open | Bid | Favour):
                self.last_maps.pop(event.seat, None)  # its newest turn is on no map

    def map_to_follow(self, scene: Scene[AhldarahdView], *, is_static: bool) -> int:
        """The map of what the others have changed last, where it is to be shown; else -1."""
        if scene.my_turn or not (self.follows or is_static):
            return -1
        since = [*_last_step(scene.past), *scene.events]
        for event in reversed(scene.turn_events if is_static else since):
            if isinstance(event, MOVES) and event.seat == scene.seat and not is_static:
                continue
            if places := changed_routes(scene.view, [event]):
                return map_of(max(places))
        return -1


def _last_step(past: Sequence[Event]) -> list[Event]:
    """The events since the last route was laid or lost, if nothing else has happened since."""
    step: list[Event] = []
    for event in reversed(past):
        step.insert(0, event)
        if isinstance(event, FreeRoute | Claim | Buy | Destroy | Destroyed | Fall):
            return step
        if not isinstance(event, TakeCity | LoseCity | Swept):
            break
    return []
