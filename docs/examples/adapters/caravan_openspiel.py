"""Every game of caravan_tui as a game of OpenSpiel.

    import caravan_openspiel, pyspiel
    game = pyspiel.load_game("caravan_decktet(hands=1)")

The parameters are `players` and the options of the game. A move that a seat may play out of turn
(a trade in Caravans of Ahldarahd) is not offered: OpenSpiel has one player to act at a time.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel
from caravan_position import (
    FEATURES,
    MOST_ACTIONS,
    MOST_CHANCES,
    Position,
    facts,
    features,
    most_moves,
    seat_counts,
)

from caravan_tui.games import registry
from caravan_tui.games.contract import CHANCE, OVER


class CaravanGame(pyspiel.Game):
    """A game with its number of players and options. Each game has a class of its own: OpenSpiel
    keeps it until after Python has ended, which a function would not survive."""

    caravan_id: str
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raises OptionError for options that the game has not."""
        params, game = params or {}, self.caravan_id
        self.seats = int(params.get("players", seat_counts(game)[0]))
        self.options = {name: value for name, value in params.items() if name != "players"}
        Position(game, self.seats, self.options)  # it says what is wrong with them
        info = pyspiel.GameInfo(
            num_distinct_actions=most_moves(game),
            max_chance_outcomes=MOST_CHANCES,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> CaravanState:
        return CaravanState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> CaravanObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CaravanObserver(kind, params)


class CaravanState(pyspiel.State):
    """A position; what `Position` does, by OpenSpiel's names."""

    def __init__(self, game: CaravanGame) -> None:
        super().__init__(game)
        self.position = Position(game.caravan_id, game.seats, game.options)

    def current_player(self) -> int:
        actor = self.position.actor
        if actor == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.position.choices)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chances()

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.notation(action)

    def is_terminal(self) -> bool:
        return self.position.actor == OVER

    def returns(self) -> list[float]:
        return self.position.utilities()

    def __str__(self) -> str:
        return " ".join(map(str, self.position.log))


class CaravanObserver:
    """What a player knows: the view of its seat, or with perfect recall all that it has seen.

    Without private information that is a spectator's view; the private part alone is what the
    seat's view has beyond a spectator's.
    """

    def __init__(self, kind: pyspiel.IIGObservationType, params: Any) -> None:
        if params:
            raise ValueError(f"an observer has no parameters: {params}")
        self.kind = kind
        self.tensor = np.zeros(FEATURES, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: CaravanState, player: int) -> None:
        self.tensor[:] = features(self._known(state, player))

    def string_from(self, state: CaravanState, player: int) -> str:
        if self.kind.perfect_recall and self._has_private:
            return f"{player}:" + ",".join(map(str, state.position.observed[player]))
        known = self._known(state, player)
        return json.dumps(known) if known else ""

    @property
    def _has_private(self) -> bool:
        return self.kind.private_info != pyspiel.PrivateInfoType.NONE

    def _known(self, state: CaravanState, player: int) -> Any:
        public = state.position.view(None)
        if not self._has_private:
            return public if self.kind.public_info else {}
        view = state.position.view(player)
        if self.kind.public_info:
            return view
        everybody = {*facts(public), f".seat={player}"}
        return [fact for fact in facts(view) if fact not in everybody]


def _register(game: str) -> None:
    spec, seats = registry.spec(game), seat_counts(game)
    parameters: dict[str, Any] = {"players": seats[0]}
    for option in spec.options:
        parameters[option.name] = option.default_for(seats[0])
    kind = pyspiel.GameType(
        short_name=f"caravan_{game}",
        long_name=f"caravan_tui {spec.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if spec.secrets
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )
    name = f"CaravanGame_{game}"
    own_class = type(name, (CaravanGame,), {"caravan_id": game, "kind": kind})
    globals()[name] = own_class  # where pickle looks for it
    pyspiel.register_game(kind, own_class)


for _game in registry.ids():
    _register(_game)
