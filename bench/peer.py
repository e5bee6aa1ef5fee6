"""Any of our games as a Python game of OpenSpiel, so that its searches run on our kernels.

The wrapper is as lean as OpenSpiel allows: information states are told apart by what the seats
have observed, as short texts, and not by a text of the whole view.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from ai.mcts import rollout
from ai.views import pack
from caravan_tui.games.contract import CHANCE, OVER, Game, State, View
from caravan_tui.games.evaluator import Evaluator


class PeerGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The frame that OpenSpiel wants around a state."""

    def __init__(self, seats: int) -> None:
        kind = pyspiel.GameType(
            short_name="caravan_peer",
            long_name="caravan peer",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=1 << 30,
            max_chance_outcomes=64,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=10_000,
        )
        super().__init__(kind, facts, {})


class PeerState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """One of our states in OpenSpiel's clothes."""

    def __init__(self, game: PeerGame, state: State, knowledge: Evaluator[Any], seats: int) -> None:
        super().__init__(game)
        self.state = state
        self.knowledge = knowledge
        self.seen = [""] * seats
        """What tells the information states of each seat apart: its view at the root, then all
        that it has observed."""

    def current_player(self) -> int:
        actor = self.state.to_act()
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.knowledge.moves(self.state, self.state.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        legal = self.state.legal()
        return [(action, 1.0 / len(legal)) for action in legal]

    def _apply_action(self, action: int) -> None:
        state, seen = self.state, self.seen
        for seat in range(len(seen)):
            seen[seat] += f"{state.observed(action, seat)},"
        state.apply(action)

    def information_state_string(self, player: int | None = None) -> str:
        return self.seen[self.current_player() if player is None else player]

    def is_terminal(self) -> bool:
        return self.state.to_act() == OVER

    def returns(self) -> list[float]:
        return self.knowledge.utility(self.state)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return "|".join(self.seen)


class PeerEvaluator:
    """Our knowledge as OpenSpiel's search asks for it."""

    def __init__(self, knowledge: Evaluator[Any], seed: int) -> None:
        self.knowledge = knowledge
        self.rng = Random(seed)

    def prior(self, wrapped: PeerState) -> list[tuple[int, float]]:
        moves = wrapped.legal_actions()
        priors = self.knowledge.priors(wrapped.state, moves)
        if priors is None:
            return [(move, 1.0 / len(moves)) for move in moves]
        return list(zip(moves, priors, strict=True))

    def evaluate(self, wrapped: PeerState) -> list[float]:
        depth = self.knowledge.ROLLOUT_DEPTH
        return rollout(wrapped.state.clone(), self.knowledge, self.rng, False, depth)


class PeerSearch:
    """OpenSpiel's information-set search of one view, as often as wanted."""

    def __init__(
        self, game: Game[Any], knowledge: Evaluator[Any], view: View, iterations: int
    ) -> None:
        seats = view["seats"]
        frame = PeerGame(seats)
        rng = Random(1)

        def imagine(*_: Any) -> PeerState:
            wrapped = PeerState(frame, game.determinize(view, rng), knowledge, seats)
            for seat in range(seats):
                if seat != view["seat"]:
                    wrapped.seen[seat] = str(hash(pack(game.view(wrapped.state, seat))))
            return wrapped

        self.iterations = iterations
        self.root = imagine()
        policy = ismcts.ChildSelectionPolicy
        has_priors = type(knowledge).priors is not Evaluator.priors
        self.bot = ismcts.ISMCTSBot(
            game=frame,
            evaluator=PeerEvaluator(knowledge, 2),
            uct_c=0.2,
            max_simulations=iterations,
            random_state=np.random.RandomState(3),
            child_selection_policy=policy.PUCT if has_priors else policy.UCT,
        )
        self.bot.set_resampler(imagine)

    def run(self) -> int:
        """Search once; how many iterations that was."""
        self.bot.run_search(self.root)
        return self.iterations
