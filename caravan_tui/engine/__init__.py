"""A match in play: the only holder of a full state.

`match.py` plays, `record.py` is what is kept of a match, `rng.py` is chance. `playback.py` looks
back at a match position by position, `transcript.py` is a match as a text, `trace.py` plays one to
the end and tells every ply, `tutorial.py` plays a script.
"""

from caravan_tui.engine.match import IllegalAction, Match, Ply, UndoRefused, actor_of
from caravan_tui.engine.record import PERSON, Record, Result, Seat
from caravan_tui.engine.sentence import Refusal, Sentence

__all__ = [
    "PERSON",
    "IllegalAction",
    "Match",
    "Ply",
    "Record",
    "Refusal",
    "Result",
    "Seat",
    "Sentence",
    "UndoRefused",
    "actor_of",
]
