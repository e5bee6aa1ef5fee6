"""The facts about the toy."""

from caravan_tui.games.contract import Spec

SPEC = Spec("guess", "Guess", "", "A toy.", 2, 2, 1, 1, 1, 1, 99)
