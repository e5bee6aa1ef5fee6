"""What a player is warned of first and does by asking for it once more."""

from __future__ import annotations

from attrs import frozen


@frozen
class NewCamel:
    """To set a camel of the supply on a space, for more than the usual action."""

    space: int


@frozen
class EndOfTurn:
    """To end a turn without an action, or with a delivery left."""


Costly = NewCamel | EndOfTurn
