"""What environments may show and take, as Gymnasium describes it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from matchday.engine.game import Game


def observation_space(game: Game) -> Any:
    """Describe an observation: every number within the bounds of its field."""
    low, high = ([getattr(spot, end) for spot in game.observation] for end in ("low", "high"))
    return spaces.Box(np.array(low, np.int32), np.array(high, np.int32), dtype=np.int32)


def masked_space(game: Game, *, more: int = 0) -> Any:
    """Describe an observation with the mask of legal actions beside it."""
    return spaces.Dict(
        {
            "observation": observation_space(game),
            "action_mask": spaces.Box(0, 1, (game.actions + more,), np.int8),
        }
    )
