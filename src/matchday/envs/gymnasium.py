"""Gymnasium environments: one seat of a game against bots (`pip install matchday[gymnasium]`).

    import gymnasium
    import matchday.envs.gymnasium

    env = gymnasium.make("matchday/kickards-v4", opponent="amateur")
    many = gymnasium.make_vec("matchday/kickards-v4", num_envs=1024, opponent="greedy")

A vector environment steps a batch: all its tables in one compiled call. Observations come as arrays, with the mask of
legal actions in `info["action_mask"]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from matchday.engine.errors import MatchdayError
from matchday.engine.game import Game
from matchday.engine.record import Array
from matchday.engine.runner import Mode
from matchday.envs import pictures
from matchday.envs.batch import Batch, batch
from matchday.envs.play import versioned
from matchday.envs.spaces import observation_space
from matchday.games import GAMES
from matchday.games import game as game_named

HUMAN = "human"


def forgives(illegal: str) -> bool:
    """Read what is done about an illegal action."""
    if illegal not in {"raise", "first"}:
        raise MatchdayError(f'illegal is "raise" or "first", not "{illegal}"')
    return illegal == "first"


def batch_for(
    game: Game,
    tables: int,
    *,
    opponent: str,
    seat: int | None,
    options: Mapping[str, Any] | None,
    data: Mapping[str, Any] | None,
    shaping: float,
    mode: Mode,
    threads: int | None = None,
) -> Batch:
    """Deal tables at which the caller has one seat and a bot has each of the others."""
    seats = int(game.box(options, data).seats)
    if seat is not None and not 0 <= seat < seats:
        raise MatchdayError(f"{game.name} has seats 0 to {seats - 1}, not {seat}")
    own = 0 if seat is None else seat
    players = [None if each == own else opponent for each in range(seats)]
    return batch(
        game,
        tables,
        players=players,
        rotate=seat is None,
        options=options,
        data=data,
        shaping=shaping,
        finals=True,
        threads=threads,
        mode=mode,
    )


class SeatEnv(gym.Env[Array, np.int64]):
    """One seat against bots of a level. `seat=None` changes sides from match to match.

    The reward is 1 for a win, -1 for a defeat, 0 for a draw, all at the end, plus `shaping` for every goal or point of
    lead as it falls. An illegal action raises, or with `illegal="first"` the first legal one is played in its place,
    for whoever cannot heed the mask (Gymnasium's `check_env` cannot).
    """

    metadata = {"render_modes": [HUMAN, *pictures.MODES], "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        opponent: str = "greedy",
        seat: int | None = 0,
        options: Mapping[str, Any] | None = None,
        *,
        data: Mapping[str, Any] | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
        illegal: str = "raise",
        mode: Mode = "compiled",
    ) -> None:
        game = versioned(game) if isinstance(game, str) else game
        if render_mode not in (None, HUMAN, *pictures.MODES):
            raise MatchdayError(f"no render mode {render_mode!r}: there are {', '.join([HUMAN, *pictures.MODES])}")
        self.is_forgiving = forgives(illegal)
        self.tables = batch_for(
            game, 1, opponent=opponent, seat=seat, options=options, data=data, shaping=shaping, mode=mode
        )
        self.own = 0 if seat is None else seat
        self.render_mode = render_mode
        self.observation_space = observation_space(game)
        self.action_space = spaces.Discrete(game.actions)
        self.is_dealt = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal a match; without a seed, the next one."""
        super().reset(seed=seed)
        if seed is not None:
            self.tables.reset(seed)
        elif not self.is_dealt:
            self.tables.reset(int(self.np_random.integers(1 << 31)))
        elif not self.tables.overs[0]:
            self.tables.skip()
        self.is_dealt = True
        return self.tables.observations[0].copy(), self.info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play an action; bots answer until the seat is asked again or the match is over."""
        played, mask = int(action), self.tables.masks[0]
        if self.is_forgiving and not (0 <= played < len(mask) and mask[played]):
            played = int(mask.argmax())
        self.tables.step([played])
        is_over = bool(self.tables.overs[0])
        known = (self.tables.finals if is_over else self.tables.observations)[0].copy()
        return known, float(self.tables.rewards[0, self.own]), is_over, False, {} if is_over else self.info()

    def info(self) -> dict[str, Any]:
        """Tell what may be played, and by which seat."""
        return {"action_mask": self.tables.masks[0].copy(), "seat": int(self.tables.seats[0])}

    def action_masks(self) -> Array:
        """Tell what may be played, as MaskablePPO asks for it."""
        return self.tables.masks[0].astype(bool)

    def render(self) -> Any:
        """Draw the table as the seat sees it: as text, HTML or pixels, or on the screen."""
        picture = self.tables.drawn(0)
        if self.render_mode == HUMAN:
            print(pictures.render(picture, "ansi"))
            return None
        return pictures.render(picture, self.render_mode or "ansi")


class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """Many of them, stepped by one call; a match that ends is followed by the next one in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        opponent: str = "greedy",
        seat: int | None = 0,
        options: Mapping[str, Any] | None = None,
        *,
        data: Mapping[str, Any] | None = None,
        shaping: float = 0.0,
        threads: int | None = None,
        mode: Mode = "compiled",
    ) -> None:
        game = versioned(game) if isinstance(game, str) else game
        self.tables = batch_for(
            game,
            num_envs,
            opponent=opponent,
            seat=seat,
            options=options,
            data=data,
            shaping=shaping,
            mode=mode,
            threads=threads,
        )
        self.own = 0 if seat is None else seat
        self.num_envs = num_envs
        self.single_observation_space = observation_space(game)
        self.single_action_space = spaces.Discrete(game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal new matches. One seed is enough: table `n` plays the matches `n`, `n + num_envs`, … of it."""
        if isinstance(seed, list):
            raise MatchdayError("a batch has one seed for all its tables: reset(seed=7)")
        self.tables.reset(seed)
        return self.tables.observations.copy(), {"action_mask": self.tables.masks.copy()}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action at every table."""
        self.tables.step(actions)
        overs = self.tables.overs.astype(bool)
        info: dict[str, Any] = {"action_mask": self.tables.masks.copy()}
        if overs.any():
            info |= {"final_obs": self.tables.finals.copy(), "_final_obs": overs}
        rewards = self.tables.rewards[:, self.own].astype(np.float64)
        return self.tables.observations.copy(), rewards, overs, np.zeros_like(overs), info

    def close_extras(self, **named: Any) -> None:
        """Let the threads go."""
        self.tables.close()


def register() -> None:
    """Register every game: `matchday/<name>-v<version>`."""
    for name in GAMES:
        game = game_named(name)
        known = f"matchday/{name}-v{game.version}"
        if known not in gym.registry:
            gym.register(
                known,
                entry_point="matchday.envs.gymnasium:SeatEnv",
                vector_entry_point="matchday.envs.gymnasium:SeatVectorEnv",
                kwargs={"game": name},
                disable_env_checker=True,
                order_enforce=True,
            )


register()
