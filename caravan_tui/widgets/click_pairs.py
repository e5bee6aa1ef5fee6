"""Which click plays: the first one on a target selects it, the second one plays."""

from __future__ import annotations

from typing import Any


class ClickPairs:
    """Remembers the target of the click before."""

    def __init__(self) -> None:
        self._clicked: Any = None
        """The target of the click before, with no key and no position since; None: none."""
        self._is_chain_spent = False
        """Whether the clicks in quick succession of which the last one is a part have done
        something, so that the next of them plays nothing."""

    def is_second(self, target: Any, chain: int = 1) -> bool:
        """Whether the click before this one was on the same target. A third click counts as a
        first one again.

        `chain`: its number among clicks in quick succession, from 1. They play once at most, and
        not at all where the first of them did something else: nobody has read what the next one
        would do.
        """
        if chain == 1:
            self._is_chain_spent = False
        is_second = target is not None and target == self._clicked and not self._is_chain_spent
        self._clicked = None if is_second else target
        self._is_chain_spent |= is_second
        return is_second

    def spend_chain(self) -> None:
        """Have clicks that quickly follow this one play nothing."""
        self._is_chain_spent = True

    def forget(self) -> None:
        """Take the next click as a first one."""
        self._clicked = None

    def includes(self, *targets: Any) -> bool:
        """Whether the next click on one of these is a second one."""
        return self._clicked is not None and self._clicked in targets
