"""The base of every game's events. It stands apart from the contract, which imports positions."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True)
class Event(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A fact for animation and narration. A game's events are subclasses with plain fields."""
