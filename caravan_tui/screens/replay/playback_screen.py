"""The base of the screens that look back at a match."""

from __future__ import annotations

from typing import Any

from caravan_tui.cast.characters import faces
from caravan_tui.engine.playback import Playback
from caravan_tui.games.contract import OVER
from caravan_tui.screens.base import BaseScreen
from caravan_tui.widgets.board import Scene


class PlaybackScreen(BaseScreen[None]):
    """A screen on the steps of a match. Replay and analysis of a match lead to each other."""

    def __init__(self, playback: Playback, people: list[int]) -> None:
        """`people`: the seats of the people at this terminal."""
        super().__init__()
        self.playback = playback
        self.people = people

    @property
    def is_over_same_match(self) -> bool:
        """Whether the screen below shows the same match, so that closing this one leads there."""
        below = self.app.screen_stack[-2]
        return isinstance(below, PlaybackScreen) and below.playback is self.playback


def scene_at(
    playback: Playback, step: int, seat: int | None, ascii_only: bool, animate: bool = False
) -> Scene[Any]:
    """A step of a match as a seat, or with None a spectator, saw it; nothing can be played.

    `animate`: only the events since the step before are given, to be animated.
    """
    match = playback.match
    kinds = [player.kind for player in match.record.seats]
    return Scene(
        game=playback.game,
        view=playback.view(step, seat),
        legal=[],
        interrupts=[],
        seat=seat,
        names=match.names,
        kinds=kinds,
        faces=faces(kinds, match.names),
        events=playback.events(step, seat) if animate else [],
        past=[] if animate else playback.past(step, seat),
        turn_events=playback.turn_events(step, seat),
        ascii=ascii_only,
        animate=animate,
        over=playback.steps[step].actor == OVER,
    )
