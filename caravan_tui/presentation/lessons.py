"""How far the user has come in a tutorial, in words."""

from __future__ import annotations

from caravan_tui.i18n import _
from saves.tutorial_progress import Progress


def is_begun(progress: Progress | None) -> bool:
    """Whether the user is in the middle of a tutorial."""
    return progress is not None and progress.is_begun


def how_far_words(progress: Progress | None) -> str:
    """How far the user has come in a tutorial; empty at its beginning."""
    if progress is not None and is_begun(progress):
        return _("step {step} of {steps}").format(step=progress.step, steps=progress.steps)
    return _("learnt") if progress is not None and progress.done else ""
