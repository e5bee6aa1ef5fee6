"""The Enter after a tutorial that was left half-way, which may have been meant for that."""

from __future__ import annotations


class AfterLesson:
    """Keeps one Enter from beginning a match, until the cursor moves."""

    def __init__(self) -> None:
        self._takes_next = False

    def lesson_left(self) -> None:
        """A tutorial was left a moment ago: take the next Enter."""
        self._takes_next = True

    def forget(self) -> None:
        """Whoever has done something else here means this screen."""
        self._takes_next = False

    def takes_enter(self) -> bool:
        """Whether this Enter is to begin nothing; the next one may."""
        takes, self._takes_next = self._takes_next, False
        return takes
