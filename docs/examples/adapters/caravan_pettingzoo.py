"""Every game of caravan_tui as an environment of PettingZoo (AEC).

    import caravan_pettingzoo
    env = caravan_pettingzoo.env("sahara", seats=3)

An observation has the view of the agent's seat as a vector (`observation`), the number of each
legal move in bits (`moves`) and which actions are legal (`action_mask`). The reward comes at the
end, from -1 for the last to 1 for the first. A move that a seat may play out of turn (a trade in
Caravans of Ahldarahd) is not offered.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from caravan_position import (
    ACTION_BITS,
    FEATURES,
    Position,
    features,
    most_moves,
    seat_counts,
)
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from caravan_tui.games.contract import CHANCE, OVER

BITS = np.arange(ACTION_BITS, dtype=np.int64)


def env(game: str, render_mode: str | None = None, **kwargs: Any) -> AECEnv:
    """The environment with PettingZoo's checks around it. See CaravanEnv for the arguments."""
    raw = CaravanEnv(game, render_mode=render_mode, **kwargs)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


class CaravanEnv(AECEnv):
    """A match. Agents are `seat_0`, `seat_1` ..."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        render_mode: str | None = None,
        **options: bool | int | str,
    ) -> None:
        """Raises UnknownGameError, or OptionError for options or seats that the game has not."""
        super().__init__()
        self.metadata = {
            "render_modes": ["ansi", "human"],
            "name": f"caravan_{game}",
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.game, self.options = game, options
        self.seats = seats if seats is not None else seat_counts(game)[0]
        self.position = Position(game, self.seats, options)
        self.random = Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        most = most_moves(game)
        self.action_spaces = {agent: spaces.Discrete(most) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (FEATURES,), np.float32),
                    "moves": spaces.Box(0, 1, (most, ACTION_BITS), np.int8),
                    "action_mask": spaces.Box(0, 1, (most,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. With a seed, chance is the same each time."""
        if seed is not None or not self.agents:
            self.random = Random(seed)
        self.position = Position(self.game, self.seats, self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act, then all chance that is due.

        Raises ValueError for an action that is not legal; nothing has changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose an action")
        self.position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        if self.position.actor == OVER:
            self.rewards = dict(zip(self.agents, self.position.utilities(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Play chance, and find out whose decision comes."""
        while self.position.actor == CHANCE:
            self.position.play(self.position.draw(self.random))
        if self.position.actor != OVER:
            self.agent_selection = self.possible_agents[self.position.actor]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know; it has legal moves if it is the one to act."""
        seat, most = self.possible_agents.index(agent), most_moves(self.game)
        moves = np.zeros((most, ACTION_BITS), np.int8)
        mask = np.zeros(most, np.int8)
        if self.position.actor == seat:
            choices = np.array(self.position.choices, np.int64)
            moves[: len(choices)] = choices[:, None] >> BITS & 1
            mask[: len(choices)] = 1
        observation = features(self.position.view(seat))
        return {"observation": observation, "moves": moves, "action_mask": mask}

    def render(self) -> str | None:
        """What a spectator sees, in sentences: returned by `ansi`, printed by `human`."""
        view = self.position.view(None)
        regions = self.position.game.regions_of(view, self.possible_agents)
        text = "\n".join(f"{region.title}: {' '.join(region.sentences)}" for region in regions)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""
