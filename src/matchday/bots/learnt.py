"""What lies learnt in a game's folder: a value of tables (`learnt.json`) and a playing sense (`sense.json`).

Each holds for the rules and the box that it was learnt with; with other rules, other inputs or at another box nothing
was learnt, and bots play as without.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from matchday.bots import sense, value
from matchday.bots.sense import read_sense
from matchday.bots.value import Net, read_net
from matchday.engine.game import Game
from matchday.engine.record import raw


@dataclass(frozen=True, eq=False)
class Learnt:
    """What one file holds."""

    weights: Any
    """An array of one `Net` or `Sense`."""
    boxes: tuple[str, ...]
    """Digests of the box that it was learnt with, as each seat knows it."""
    digest: str
    about: dict[str, Any]
    """How it was made: command, seed, rules version, curve."""

    def fits(self, box: Any) -> bool:
        """Tell whether it was learnt with this box."""
        return box_digest(box) in self.boxes


NOTHING_LEARNT = Net.zeros(1)


def box_digest(box: Any) -> str:
    """Name a box by its bytes."""
    return hashlib.sha256(raw(box)).hexdigest()[:16]


@cache
def learnt(game: Game, path: Path | None = None) -> Learnt | None:
    """Read the value that was learnt with the rules as they are; None where there is nothing."""
    return read(game, path or game.folder / value.FILE, read_net, "features")


@cache
def learnt_sense(game: Game, path: Path | None = None) -> Learnt | None:
    """Read the playing sense that was learnt with the rules as they are; None where there is nothing."""
    return read(game, path or game.folder / sense.FILE, read_sense, "features", "clues")


def read(game: Game, path: Path, weights_in: Any, *inputs: str) -> Learnt | None:
    """Read one file, if it is of these rules and inputs."""
    if game.features is None or not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    about = json.loads(text)
    if about["rules"] != game.version or any(about[name] != inputs_of(game, name) for name in inputs):
        return None
    weights = weights_in(about.pop("weights"))
    weights.flags.writeable = False
    return Learnt(weights, tuple(about["boxes"]), hashlib.sha256(text.encode()).hexdigest()[:16], about)


def inputs_of(game: Game, name: str) -> dict[str, int]:
    """Give how many inputs each thing has that `features.py` lists, as "features" or as "clues"."""
    return dict(getattr(game.features, name.upper(), {}))


def net_for(game: Game, box: Any) -> Any:
    """Give what was learnt with this box, or nothing."""
    found, schooled = learnt(game), learnt_sense(game)
    if not found and not schooled:
        return NOTHING_LEARNT
    known = box_digest(box)
    return together(*(each if each and known in each.boxes else None for each in (found, schooled)))


@cache
def together(found: Learnt | None, schooled: Learnt | None) -> Any:
    """Put a value and a playing sense into one net."""
    if not found and not schooled:
        return NOTHING_LEARNT
    net = found.weights.copy() if found else Net.zeros(1)
    if schooled:
        net["sense"][0, 0] = schooled.weights[0]
    net.flags.writeable = False
    return net
