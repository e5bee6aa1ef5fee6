"""What has changed on the board of late: by whom, where, and along which path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from caravan_tui.games.contract import Event
from caravan_tui.games.sahara.events import (
    CamelSet,
    Delivered,
    GoodDrawn,
    Moved,
    PickedUp,
    Refilled,
    Stolen,
)
from caravan_tui.games.sahara.pieces import SUPPLY
from caravan_tui.games.sahara.render.walk import Walk
from caravan_tui.games.sahara.view import SaharaView, path
from caravan_tui.widgets.board import Scene

MOVES = CamelSet | PickedUp | Stolen | Moved | Delivered
"""Events that change what is on the board."""

FRAMES = 4
"""Frames in which the newest move is lit."""

MOST_FRAMES = 6
"""Frames in which a good runs along a chain, however long that is."""


class RecentChanges:
    """Follows the events of each position in turn; knows no screen."""

    def __init__(self) -> None:
        self._changed: dict[int, int] = {}
        self._ghosts: set[tuple[int, int]] = set()
        self._fresh: set[int] = set()
        self._refilled: dict[int, int] = {}
        """By space with a new good or more demand: for how many ends of the viewer's turns it is
        still marked."""
        self._had_turn = False
        """Whether the position before was of the viewer's turn."""
        self._moved_good = 0
        self._path: list[int] = []
        """The spaces along which the good of the newest move has gone."""
        self._walk: Walk | None = None

    @property
    def changed(self) -> Mapping[int, int]:
        """By space where something has happened since the viewer's last move: the seat."""
        return self._changed

    @property
    def ghosts(self) -> Set[tuple[int, int]]:
        """Seats and the spaces that their camels have left since then."""
        return self._ghosts

    def spaces_of(self, seat: int) -> Set[int]:
        """The spaces on which a seat has changed something since then."""
        changed = {space for space, mover in self._changed.items() if mover == seat}
        return changed | {space for mover, space in self._ghosts if mover == seat}

    @property
    def fresh(self) -> Set[int]:
        """The spaces of the newest move."""
        return self._fresh

    @property
    def refilled(self) -> frozenset[int]:
        """Spaces with a new good or more demand, up to the end of the viewer's next turn."""
        return frozenset(self._refilled)

    @property
    def walk(self) -> Walk | None:
        """The way of the camel that the newest move has set; None if it has set none."""
        return self._walk

    @property
    def frames(self) -> int:
        """The frames in which the newest move is shown; 0 if there is none."""
        return max(FRAMES, min(MOST_FRAMES, len(self._path))) if self._fresh else 0

    def runner(self, frames_left: int) -> tuple[int, int] | None:
        """The good that runs along a chain, and where it is; None if none does. `frames_left`: of
        those in which the newest move is shown."""
        if not frames_left or not self._path:
            return None
        spaces, done = self._path, max(0, self.frames - frames_left)
        return self._moved_good, spaces[min(len(spaces) - 1, done * len(spaces) // self.frames)]

    def follow(self, scene: Scene[SaharaView], *, is_static: bool) -> None:
        """Take in what led to a position: what the others have done since this seat's last move;
        where the match is looked back at (`is_static`), what was done in the turn that is shown."""
        happened = scene.turn_events if is_static else scene.events
        if scene.past or is_static:
            self._changed, self._ghosts = {}, set()
            self._refilled, self._had_turn = {}, False
        self._fresh, self._path, self._walk = set(), [], None
        for event in scene.events:
            if isinstance(event, CamelSet) and event.source != event.space:
                self._walk = Walk(event.seat, event.source, event.space)
            if isinstance(event, Moved | Delivered):
                self._moved_good = event.good
                self._path = path(scene.view, event.seat, event.source, event.target)
            if isinstance(event, MOVES):
                self._fresh.add(_space_of(event))
        for event in happened:
            if not isinstance(event, MOVES):
                continue
            if event.seat == scene.seat and not is_static:
                self._changed, self._ghosts = {}, set()
                self._note_ghost(event)
            else:
                self._mark(event)
        refilled = _refilled_spaces(happened)
        if not is_static:
            self._fresh.update(refilled)
        self._note_refill(refilled, has_turn=scene.view["to_act"] == scene.seat)
        lifted = scene.view["lifted"]
        if 0 <= lifted < SUPPLY:  # it stands on no space until it is set
            self._ghosts.add((scene.view["actor"], lifted))

    def _mark(self, event: MOVES) -> None:
        """Mark where something has happened, and where a good or a camel has come from."""
        self._changed[_space_of(event)] = event.seat
        if isinstance(event, Moved | Delivered):
            self._changed[event.source] = event.seat
        self._note_ghost(event)

    def _note_ghost(self, event: MOVES) -> None:
        """Remember where a camel has stood, until the viewer's next move."""
        if isinstance(event, CamelSet) and event.source not in (SUPPLY, event.space):
            self._ghosts.add((event.seat, event.source))

    def _note_refill(self, spaces: Sequence[int], *, has_turn: bool) -> None:
        """Remember where goods and demand are new, up to the end of the viewer's next turn."""
        was_own, self._had_turn = self._had_turn, has_turn
        self._refilled |= dict.fromkeys(spaces, 2 if was_own else 1)
        if was_own and not has_turn:
            left = {space: turns - 1 for space, turns in self._refilled.items()}
            self._refilled = {space: turns for space, turns in left.items() if turns}


def _space_of(event: MOVES) -> int:
    """The space that an event is about: of a good that moves, the one where it goes."""
    return event.target if isinstance(event, Moved | Delivered) else event.space


def _refilled_spaces(events: Sequence[Event]) -> list[int]:
    """The spaces with a new good or more demand; not those of the start of the match."""
    spaces: list[int] = []
    for event in events:
        if isinstance(event, Refilled):
            spaces += event.spaces
        elif isinstance(event, GoodDrawn) and spaces:
            spaces.append(event.space)
    return spaces
