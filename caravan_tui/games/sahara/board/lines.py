"""What the line below the board says of a space, of what is chosen, and of why nothing is."""

from __future__ import annotations

from caravan_tui.games.contract import KeyName
from caravan_tui.games.sahara import messages
from caravan_tui.games.sahara.board.choice import Choice
from caravan_tui.games.sahara.moves import CAMEL, PICK_UP, THEFT, Selectable
from caravan_tui.games.sahara.pieces import NAMES
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.i18n import _
from caravan_tui.widgets.board import Scene

MARGIN = 3
"""Columns of the line below the board that hold no words."""


WRONG_SIGN = 2
"""Columns more before what is refused."""


class SpaceLine:
    """The line about a space, which is worded anew where there is other room for it."""

    def __init__(self, choice: Choice, key: KeyName) -> None:
        self._choice, self._key = choice, key
        self._described = 0, "", ""
        """The space that was described last, what was said before it, and all the words."""

    def words(self, scene: Scene[SaharaView], space: int, width: int, heading: str = "") -> str:
        """What is on a space, and what choosing it would do, on a line of a width."""
        words = self._fitting(scene, space, width, heading)
        self._described = space, heading, words
        return words

    def cleared(self, scene: Scene[SaharaView], space: int, width: int) -> str:
        """That nothing is chosen any more, and what choosing a space would do."""
        cost = self._choice.cost_of_new_camel(space)
        if cost:
            words = messages.confirm_new_camel(space, cost, self._key)
            return _("Choice cleared. {words}").format(words=words)
        return self.words(scene, space, width, _("Choice cleared"))

    def reworded(self, scene: Scene[SaharaView], status: str, width: int) -> str:
        """The same line for another width, if it is about a space; else as it is."""
        space, heading, words = self._described
        if not words or status not in (words, words.replace("·", "-")):
            return status
        anew = self.words(scene, space, width, heading)
        return anew.replace("·", "-") if scene.ascii else anew

    def _fitting(self, scene: Scene[SaharaView], space: int, width: int, heading: str) -> str:
        """As much as there is room for."""
        place, *parts = messages.space_parts(scene.view, space, scene.names)
        choice = self._choice
        is_stuck = choice.has_stuck_load(space)
        effect = ""
        if not is_stuck:
            effect = messages.effect_words(choice.selected, choice.selectables, space, self._key)
        place = f"{heading} · {place}" if heading else place
        before, after = ([effect], []) if effect else ([], [])
        if is_stuck:
            after = [_("your goods can't move: their chain has no empty camel")]
        elif not effect and scene.my_turn and choice.selected is None:
            after = [messages.idle_words(self._key)]
        while parts and len(" · ".join([place, *before, *parts, *after])) > width - MARGIN:
            parts.pop()  # whole parts; what a key does stays
        return " · ".join([place, *before, *parts, *after])


def why_load_stays(scene: Scene[SaharaView], space: int, key: KeyName, width: int) -> str:
    """Why the goods on a space can't move, on a line of a width that is called wrong."""
    return messages.why_load_stays(scene.view, space, key, width - MARGIN - WRONG_SIGN)


def why_no_other(choice: Choice, key: KeyName) -> str:
    """Why the cursor leads nowhere else, and what leads on from there."""
    if choice.selected is not None and choice.selected.targets:
        return _("This is the only space where it can go.")
    if choice.supply is None:
        return _("This is the only space where you can do something.")
    text = _("Nothing to choose elsewhere. New camel: {key}, or click a space twice.")
    return text.format(key=key("sahara.camel"))


def why_no_camel(scene: Scene[SaharaView], space: int) -> str:
    """Why nothing can be done on a space while no camel can be set."""
    text = _("You have no camel left to set, and nothing to move on {space}.")
    if scene.view["supply"][scene.seat or 0]:
        text = _("You have nothing to move on {space}.")
    return text.format(space=NAMES[space])


def why_camel_cannot(
    scene: Scene[SaharaView], selected: Selectable | None, space: int, key: KeyName
) -> str:
    """Why the camels of a space do not take the good that is chosen; empty without a good, or
    without a camel."""
    if selected is None or selected.kind == CAMEL:
        return ""
    return messages.why_camel_cannot(scene.view, selected, space, key)


def why_not(selected: Selectable, space: int, key: KeyName) -> str:
    """Why choosing a space does nothing while something is selected."""
    if selected.actions:
        return messages.chosen_words(selected, key)
    return messages.why_not(selected, space)


def why_not_here(scene: Scene[SaharaView], choice: Choice, space: int, key: KeyName) -> str:
    """Why nothing can be done on a space with what is selected, or with what lies there; empty if
    something can."""
    if choice.selected is not None:
        return "" if choice.includes(space) else why_not(choice.selected, space, key)
    kinds = choice.kinds_on(space)
    reasons = []
    if PICK_UP not in kinds and messages.has_loose_good(scene.view, space):
        reasons.append(messages.why_no_pick_up(scene.view, space))
    if THEFT not in kinds and messages.has_good_of_others(scene.view, space):
        reasons.append(messages.why_no_theft(scene.view, space))
    return " ".join(reasons)
