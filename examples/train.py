"""Train a small net against the greedy bot, in NumPy alone: policy gradient with a baseline, over a batch of tables.

    python examples/train.py --minutes 5 --out net.npz

The net sees the observation (scaled) and the mask of legal actions, has one hidden layer, and gives a preference for
each action. It changes seats from match to match.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import matchday as md
from matchday.envs.batch import Batch

HIDDEN = 128


class Net:
    """One hidden layer, with Adam's moments beside each weight."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.weights = {
            "in": (dice.normal(size=(inputs + actions, HIDDEN)) / np.sqrt(inputs + actions)).astype(np.float32),
            "in0": np.zeros(HIDDEN, np.float32),
            "out": np.zeros((HIDDEN, actions + 1), np.float32),  # the last one is the value
            "out0": np.zeros(actions + 1, np.float32),
        }
        self.scale = np.ones((2, inputs), np.float32)
        self.scale[0] = 0
        self.moments = {name: [np.zeros_like(each), np.zeros_like(each)] for name, each in self.weights.items()}
        self.steps = 0

    def seen(self, known: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Scale what is known, and put the mask beside it."""
        scaled = np.clip((known - self.scale[0]) / self.scale[1], -3, 3)
        return np.concatenate([scaled, masks], axis=1, dtype=np.float32)

    def forward(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Give the hidden layer, the chances of legal actions, and the value."""
        hidden = np.maximum(seen @ self.weights["in"] + self.weights["in0"], 0)
        out = hidden @ self.weights["out"] + self.weights["out0"]
        wishes = np.where(masks > 0, out[:, :-1], -1e9)
        chances = np.exp(wishes - wishes.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), np.tanh(out[:, -1])

    def learn(self, seen: np.ndarray, masks: np.ndarray, actions: np.ndarray, gains: np.ndarray, rate: float) -> None:
        """Make actions likelier that went better than was thought, and think better next time."""
        hidden, chances, values = self.forward(seen, masks)
        ahead = (gains - values) / max(1e-3, float((gains - values).std()))
        pull = chances * ahead[:, None]
        pull[np.arange(len(actions)), actions] -= ahead
        surprise = chances * (np.log(np.maximum(chances, 1e-9)) + 1)
        pull += 0.01 * (surprise - chances * surprise.sum(axis=1, keepdims=True))  # stay curious
        back = np.concatenate([pull, (0.5 * (values - gains) * (1 - values**2))[:, None]], axis=1) / len(actions)
        inner = (back @ self.weights["out"].T) * (hidden > 0)
        self.descend(
            {"out": hidden.T @ back, "out0": back.sum(axis=0), "in": seen.T @ inner, "in0": inner.sum(axis=0)}, rate
        )

    def descend(self, slopes: dict[str, np.ndarray], rate: float) -> None:
        """Take a step of Adam."""
        self.steps += 1
        for name, slope in slopes.items():
            first, second = self.moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = first / (1 - 0.9**self.steps) / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
            self.weights[name] -= (rate * step).astype(np.float32)

    def save(self, path: Path) -> None:
        """Keep the net."""
        np.savez(path, scale=self.scale, **self.weights)


def load(path: Path) -> Net:
    """Find it again."""
    kept = np.load(path)
    actions = kept["out0"].shape[0] - 1
    net = Net(kept["in"].shape[0] - actions, actions, 0)
    net.scale = kept["scale"]
    net.weights = {name: kept[name] for name in net.weights}
    return net


def picked(chances: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """Draw an action of each row."""
    return np.minimum((chances.cumsum(axis=1) < dice.random(len(chances))[:, None]).sum(axis=1), chances.shape[1] - 1)


def watch(tables: Batch, net: Net, steps: int) -> None:
    """See how large the numbers are that the net will be shown."""
    seen = []
    for _ in range(steps):
        seen.append(tables.observations.copy())
        tables.step(tables.sample())
    numbers = np.concatenate(seen).astype(np.float32)
    net.scale = np.stack([numbers.mean(axis=0), np.maximum(numbers.std(axis=0), 1)])


def main(arguments: list[str] | None = None) -> Net:
    """Train for some minutes; tell how it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="pilka_w_grze")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--tables", type=int, default=512)
    parser.add_argument("--length", type=int, default=64, help="decisions at each table between two lessons")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--lessons", type=int, default=10**9)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--shaping", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--plain", action="store_true", help="without the compiler; slow")
    asked = parser.parse_args(arguments)
    tables = md.batch(
        asked.game,
        asked.tables,
        asked.seed,
        players=[None, asked.opponent],
        rotate=True,
        shaping=asked.shaping,
        mode="plain" if asked.plain else "compiled",
    )
    dice = np.random.default_rng(asked.seed)
    net = Net(tables.observations.shape[1], tables.masks.shape[1], asked.seed)
    watch(tables, net, asked.length)
    started, told, wins, ends = time.monotonic(), time.monotonic(), 0, 0
    for lesson in range(asked.lessons):
        if time.monotonic() - started > 60 * asked.minutes:
            break
        course = []
        for _ in range(asked.length):
            masks = tables.masks.copy()
            seen = net.seen(tables.observations, masks)
            _, chances, values = net.forward(seen, masks)
            actions = picked(chances, dice)
            tables.step(actions)
            rewards, overs = tables.rewards[:, 0].copy(), tables.overs.astype(bool)
            course.append((seen, masks, actions, values, rewards, overs))
            wins, ends = wins + int((rewards[overs] > 0.5).sum()), ends + int(overs.sum())
        _, _, ahead = net.forward(net.seen(tables.observations, tables.masks), tables.masks)
        gains, later = [], ahead
        for *_, values, rewards, overs in reversed(course):
            later = rewards + np.where(overs, 0, 0.99 * (0.9 * later + 0.1 * values))
            gains.append(np.clip(later, -1.5, 1.5))
        parts = [np.concatenate(part) for part in list(zip(*course, strict=True))[:3]]
        net.learn(*parts, np.concatenate(gains[::-1]), asked.rate)
        if ends and time.monotonic() - told > 15:
            print(f"lesson {lesson}: {wins / ends:.1%} of the last {ends} matches won", flush=True)
            told, wins, ends = time.monotonic(), 0, 0
    if asked.out:
        net.save(asked.out)
    return net


if __name__ == "__main__":
    main()
