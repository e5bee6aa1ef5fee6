"""What a player can choose in a position, and what is chosen."""

from __future__ import annotations

from caravan_tui.games.sahara import messages
from caravan_tui.games.sahara.moves import (
    GOOD,
    PICK_UP,
    Selectable,
    lifted_camel,
    selectables,
)
from caravan_tui.games.sahara.pieces import SPACE_OF_NAME, STEPS, SUPPLY
from caravan_tui.games.sahara.view import SaharaView
from caravan_tui.widgets.board import Scene

CENTRE = SPACE_OF_NAME["d4"]


class Choice:
    """Something is selected first, then where it goes; knows no screen."""

    def __init__(self) -> None:
        self.selectables: dict[int, list[Selectable]] = {}
        """By space: what the user can select, the likeliest first."""
        self.selected: Selectable | None = None
        self._scene: Scene[SaharaView] | None = None

    def follow(self, scene: Scene[SaharaView]) -> None:
        """Find what can be selected in a position."""
        self._scene = scene
        self.selectables = selectables(scene.view, scene.legal, scene.names)
        self.drop()

    def drop(self) -> None:
        """Select nothing, but the camel that has been lifted in the match itself."""
        scene = self._scene
        self.selected = lifted_camel(scene.view) if scene is not None and self.must_set else None

    # What can be chosen

    @property
    def must_set(self) -> bool:
        """Whether a camel has been lifted in the match itself."""
        scene = self._scene
        return scene is not None and scene.my_turn and scene.view["lifted"] >= 0

    @property
    def can_clear(self) -> bool:
        """Whether there is a choice that the player may give up."""
        return self.selected is not None and not self.must_set

    @property
    def has_other(self) -> bool:
        """Whether something else can be selected on the space of the selection."""
        selected = self.selected
        return selected is not None and len(self.on(selected.space)) > 1 and not self.must_set

    @property
    def supply(self) -> Selectable | None:
        """A camel of the supply, if one can be set."""
        return self.selectables[SUPPLY][0] if SUPPLY in self.selectables else None

    @property
    def can_deliver(self) -> bool:
        """Whether a legal move brings a good to a city that wants it."""
        return any(thing.points for things in self.selectables.values() for thing in things)

    def on(self, space: int | None) -> list[Selectable]:
        """What can be selected on a space; on none, nothing."""
        return self.selectables.get(-1 if space is None else space, [])

    def kinds_on(self, space: int | None) -> set[int]:
        """The kinds of what can be selected on a space."""
        return {thing.kind for thing in self.on(space)}

    def includes(self, space: int) -> bool:
        """Whether choosing a space goes on with what is selected."""
        selected = self.selected
        return selected is not None and (space == selected.space or space in selected.targets)

    def cost_of_new_camel(self, space: int) -> int:
        """The actions that choosing a space would take to set a camel from the supply there; 0 if
        it would do something else: on a load that can't move, say why."""
        supply = self.supply
        if self.selected is not None or self.on(space) or supply is None:
            return 0
        if self.has_stuck_load(space):
            return 0
        return supply.costs.get(space, 0)

    def has_stuck_load(self, space: int) -> bool:
        """Whether nothing is selected, and the goods on the seat's camels on a space can't move."""
        scene = self._scene
        if scene is None or not scene.my_turn or self.selected is not None:
            return False
        return bool(messages.stuck_loads(scene.view, space)) and not self.on(space)

    # Where the cursor goes

    def spaces(self) -> list[int]:
        """The spaces where what is selected can go, or where something can be chosen; while nothing
        can, those with a good on which a camel of the supply can be set."""
        if self.selected is not None and self.selected.targets:
            return sorted(self.selected.targets)
        return self._choosable_spaces()

    def _choosable_spaces(self) -> list[int]:
        scene, supply = self._scene, self.supply
        spaces = [space for space in self.selectables if space != SUPPLY]
        if not spaces and supply is not None and scene is not None:
            spaces = [
                space for space in supply.targets if messages.has_loose_good(scene.view, space)
            ]
        return sorted(spaces)

    def likeliest_space(self) -> int:
        """Where the likeliest thing can be done, as near to the middle as that is, so that the key
        for choosing never wastes an action."""
        orders = {
            space: [thing.order for thing in self.on(space)][:1]
            for space in self._choosable_spaces()
        }
        return min(orders, key=lambda space: (orders[space], STEPS[CENTRE][space]), default=CENTRE)

    # Choosing

    def select_next(self, space: int | None) -> bool:
        """Select the next thing on a space; whether there is any."""
        things, selected = self.on(space), self.selected
        if not things:
            return False
        number = things.index(selected) + 1 if selected in things else 0
        self.selected = things[number % len(things)]
        return True

    def select_good(self, space: int) -> None:
        """Select a good that can be moved from a space, unless something else is selected."""
        if self.selected is None:
            self.selected = next((thing for thing in self.on(space) if thing.kind == GOOD), None)

    @property
    def is_pick_up(self) -> bool:
        """Whether a pick-up is selected."""
        return self.selected is not None and self.selected.kind == PICK_UP
