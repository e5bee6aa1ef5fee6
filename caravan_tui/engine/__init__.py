"""A match in play: the only holder of a full state.

`match.py` plays, `record.py` is what is kept of a match, `rng.py` is chance, `trace.py` plays one
match to the end and tells every ply.
"""

from caravan_tui.engine.match import IllegalAction, Match, Ply, UndoRefused, actor_of
from caravan_tui.engine.record import PERSON, Record, Result, Seat

__all__ = [
    "PERSON",
    "IllegalAction",
    "Match",
    "Ply",
    "Record",
    "Result",
    "Seat",
    "UndoRefused",
    "actor_of",
]
