"""Help for the moment in The Wells: what you can do now, and what it is worth."""

from __future__ import annotations

from caravan_tui.games.contract import Help, Moment
from caravan_tui.i18n import _


def help_now(moment: Moment) -> Help:
    if not moment.legal:
        return Help()
    largest = max(moment.view["laid"])
    goal = _("The largest skin takes the water.")
    if largest:
        goal = _("You take the water with a skin larger than {skin}.").format(skin=largest)
    play = _("Choose a skin; {key} or a second click lays it.").format(key=moment.key("wells.play"))
    return Help(can=(play, goal))
