"""PettingZoo environments for every game and option (`pip install matchday[pettingzoo]`).

As with PettingZoo's own, a name has a version, which is raised whenever the same moves could lead to another table:

    from matchday.envs.pettingzoo import kickards_v4

    env = kickards_v4.env(options={"format": "tie"})

`env` and `raw_env` ask one seat after the other (AEC), `parallel_env` all who owe a decision at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.runner import Mode
from matchday.envs import pictures
from matchday.envs.play import Play, versioned, versioned_name
from matchday.envs.spaces import masked_space

HUMAN = "human"


class Seats:
    """What both kinds of environments share: a match, its agents, its pictures."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any] | None = None,
        *,
        data: Mapping[str, Any] | None = None,
        shaping: float = 0.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        mode: Mode = "compiled",
        more: int = 0,
    ) -> None:
        self.match = Play(game, options, data=data, mode=mode)
        self.shaping, self.max_cycles, self.render_mode, self.more = shaping, max_cycles, render_mode, more
        self.metadata: dict[str, Any] = {
            "name": f"matchday/{versioned_name(game)}",
            "render_modes": [HUMAN, *pictures.MODES],
            "is_parallelizable": bool(more),
            "render_fps": 2,
        }
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise MatchdayError(f"no render mode {render_mode!r}: there are {', '.join([HUMAN, *pictures.MODES])}")
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space(game, more=more) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.actions + more) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Describe what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Describe what an agent may do."""
        return self.action_spaces[agent]

    def seen(self, agent: str) -> dict[str, Any]:
        """Give what an agent knows, and what it may do."""
        seat = self.seat_of[agent]
        mask = self.match.mask(seat, more=self.more)
        if self.more and not mask.any():
            mask[-1] = 1
        return {"observation": self.match.observation(seat), "action_mask": mask}

    def gained(self, before: list[float]) -> list[float]:
        """Give the rewards since the leads were as `before`."""
        now = self.match.leads() if self.shaping else before
        ends = self.match.rewards() if not self.match.waiting else [0.0] * self.match.seats
        return [self.shaping * (late - early) + end for early, late, end in zip(before, now, ends, strict=True)]

    def render(self) -> Any:
        """Draw the table as the seat that is asked sees it: as text, HTML or pixels, or on the screen."""
        seat = min(self.match.waiting, default=0)
        if self.render_mode == HUMAN:
            print(pictures.render(self.match.drawn(seat), "ansi"))
            return None
        return pictures.render(self.match.drawn(seat), self.render_mode or "ansi")

    def close(self) -> None:
        """Do nothing: no window is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"]).rpartition("/")[2]


class TurnEnv(Seats, AECEnv):
    """One agent after the other. Where several choose in secret, they are asked in the order of their seats."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a match; without a seed, the next one."""
        self.match.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.agent_selection = self.asked()

    def asked(self) -> str:
        """Name the agent that decides next."""
        return self.possible_agents[min(self.match.waiting, default=0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """Give what an agent knows."""
        return self.seen(agent)

    def step(self, action: Any) -> None:
        """Play an action for the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self.match.leads() if self.shaping else [0.0] * self.match.seats
        self.match.play(self.seat_of[agent], int(action))
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.gained(before), strict=True))
        self._accumulate_rewards()
        if not self.match.waiting:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.asked()
        self._deads_step_first()


class TogetherEnv(Seats, ParallelEnv):
    """All agents at once. Whoever is not asked plays the last action, which does nothing; the mask says so.

    An illegal action raises, or with `illegal="first"` the first legal one is played in its place.
    """

    def __init__(self, game: Game, *arguments: Any, illegal: str = "raise", **named: Any) -> None:
        super().__init__(game, *arguments, more=1, **named)
        if illegal not in {"raise", "first"}:
            raise MatchdayError(f'illegal is "raise" or "first", not "{illegal}"')
        self.is_forgiving = illegal == "first"
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Any:
        """Deal a match; without a seed, the next one."""
        self.match.begin(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return {agent: self.seen(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Any:
        """Play the actions of all who are asked."""
        before = self.match.leads() if self.shaping else [0.0] * self.match.seats
        asked = self.match.waiting
        chosen = {seat: self.chosen(seat, int(actions[self.possible_agents[seat]])) for seat in asked}
        for seat, action in chosen.items():
            self.match.play(seat, action)
        self.cycles += 1
        is_over = not self.match.waiting
        is_late = not is_over and self.max_cycles is not None and self.cycles >= self.max_cycles
        agents, gained = self.agents, self.gained(before)
        self.agents = [] if is_over or is_late else agents
        return (
            {agent: self.seen(agent) for agent in agents},
            {agent: gained[self.seat_of[agent]] for agent in agents},
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_late),
            {agent: {} for agent in agents},
        )

    def chosen(self, seat: int, action: int) -> int:
        """Look at an action before anybody's is played; one that is illegal raises, or is replaced."""
        legal = self.match.legal(seat)
        if action not in legal:
            if not self.is_forgiving:
                raise MatchdayError(f"seat_{seat}: action {action} is none of the legal ones, {legal}")
            return legal[0]
        return action


class Versioned:
    """The environments of one game, as PettingZoo's modules offer them."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def raw_env(self, **named: Any) -> TurnEnv:
        """Make the AEC environment; an illegal action raises."""
        return TurnEnv(self.game, **named)

    def env(self, **named: Any) -> Any:
        """Make the AEC environment as PettingZoo's classics come: whoever plays an illegal action loses."""
        env = wrappers.TerminateIllegalWrapper(self.raw_env(**named), illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))

    def parallel_env(self, **named: Any) -> TogetherEnv:
        """Make the environment in which all who are asked choose at once."""
        return TogetherEnv(self.game, **named)

    def __repr__(self) -> str:
        return f"<PettingZoo environments of matchday/{versioned_name(self.game)}>"


def __getattr__(name: str) -> Versioned:
    """Find the environments of a game by its versioned name."""
    if name.startswith("_"):
        raise AttributeError(name)
    try:
        return Versioned(versioned(name))
    except MatchdayError as error:
        raise AttributeError(str(error)) from None
