"""Which game to learn: the list of all tutorials, those still to be learnt first."""

from __future__ import annotations

from caravan_tui.games import registry
from caravan_tui.i18n import _
from caravan_tui.presentation.lessons import how_far_words, is_begun
from caravan_tui.widgets.chooser import Choice, Chooser
from saves.tutorial_progress import Progress, load, unlearned


def effort_words(weight: int) -> str:
    """How much there is to learn in a game of a weight from 1 to 5."""
    return {
        1: _("very easy"),
        2: _("easy"),
        3: _("medium"),
        4: _("demanding"),
    }.get(weight, _("hard"))


class LessonChooser(Chooser):
    """Lists the games; returns the index of one in `games`."""

    def __init__(self) -> None:
        waiting, progress = unlearned(), load()
        learnt = [game for game in registry.by_ease() if game not in waiting]
        self.games = [*waiting, *learnt]
        super().__init__(
            _("Learn a game in ten minutes, the easiest first"),
            [
                Choice(
                    registry.game_name(game),
                    aside=_what_it_takes(game, progress.get(game)),
                    group=_heading(game in waiting) if learnt else "",
                )
                for game in self.games
            ],
        )


def _what_it_takes(game: str, progress: Progress | None) -> str:
    """How far its tutorial has come, or what the game is like."""
    if is_begun(progress):
        return how_far_words(progress)
    return _("{effort} · {minutes} min a match").format(
        effort=effort_words(registry.spec(game).weight), minutes=registry.spec(game).minutes
    )


def _heading(is_waiting: bool) -> str:
    return _("Still to learn") if is_waiting else _("Learnt: play it again")
