"""Train a policy where the tables are: matches, observations, the net and its gradients never leave the GPU.

    pip install "matchday[cuda]" torch
    python examples/train_on_gpu.py super_goal --updates 300

Actor and critic with advantages over short stretches of play (A2C), against a seat that decides by lot. Tables and net
share the card's memory: the arrays of the batch become tensors by DLPack, without a copy.
"""

from __future__ import annotations

import argparse
import time

import torch
from torch import nn

import matchday as md


class Net(nn.Module):
    """What to do, and how it will end."""

    def __init__(self, low: torch.Tensor, high: torch.Tensor, actions: int, width: int = 256) -> None:
        super().__init__()
        self.register_buffer("middle", (high + low) / 2)
        self.register_buffer("scale", torch.log1p((high - low) / 2))
        self.body = nn.Sequential(nn.Linear(len(low), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Give the chances of all legal actions, and the reward to be expected."""
        away = seen.float() - self.middle
        features = self.body(away.sign() * torch.log1p(away.abs()) / self.scale)
        logits = self.policy(features).masked_fill(mask == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(features).squeeze(-1)


def main() -> None:
    """Train, and say how it goes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="super_goal")
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--stretch", type=int, default=16)
    asked = parser.parse_args()
    torch.manual_seed(1)
    batch = md.batch(asked.game, asked.tables, seed=1, players=[None, "random"], rotate=True, device="cuda")
    seen, masks, rewards, overs = map(torch.from_dlpack, (batch.observations, batch.masks, batch.rewards, batch.overs))
    low, high = (torch.tensor([float(getattr(spot, end)) for spot in batch.meanings]) for end in ("low", "high"))
    net = Net(low, high, masks.shape[1]).cuda()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    decided, won, played, started = 0, torch.zeros((), device="cuda"), torch.zeros((), device="cuda"), time.time()
    for update in range(1, asked.updates + 1):
        chances, values, bonuses, gains, ends = [], [], [], [], []
        for _ in range(asked.stretch):
            policy, value = net(seen, masks)
            action = policy.sample()
            chances.append(policy.log_prob(action))
            bonuses.append(policy.entropy())
            values.append(value)
            batch.step(action, checked=False)
            gains.append(rewards[:, 0].clone())
            ends.append(overs.float())
            won += (rewards[:, 0] > 0).sum()
            played += overs.sum()
        with torch.no_grad():
            ahead = net(seen, masks)[1]
            targets = []
            for gain, end in zip(reversed(gains), reversed(ends), strict=True):
                ahead = gain + (1 - end) * ahead
                targets.append(ahead)
            target = torch.stack(targets[::-1])
        value = torch.stack(values)
        advantage = (target - value).detach()
        loss = (
            -(torch.stack(chances) * advantage).mean()
            + 0.5 * (target - value).square().mean()
            - 0.01 * torch.stack(bonuses).mean()
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        decided += asked.tables * asked.stretch
        if update % max(1, asked.updates // 10) == 0:
            speed = decided / (time.time() - started)
            print(
                f"update {update}: won {float(won / played.clamp(min=1)):.1%} of the last {int(played):,} matches, "
                f"{speed / 1e6:.2f} M decisions/s",
                flush=True,
            )
            won.zero_()
            played.zero_()


if __name__ == "__main__":
    main()
