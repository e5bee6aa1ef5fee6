"""The facts about the toy."""

from caravan_tui.games.spec import Spec

SPEC = Spec(id="guess", title="Guess", summary="A toy.", min_seats=2, max_seats=2)
