"""The networks that read cards, in torch: where cards lie, their corners, what tells faces apart."""

from __future__ import annotations

import torch  # type: ignore[import-not-found, unused-ignore]
from torch import nn  # type: ignore[import-not-found, unused-ignore]

from vision.training.nets import Net, Round, step

EMBEDDING = 128


class CardFinder(nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
    """(n, 3, h, w), multiples of 32, to (n, 2, h / 4, w / 4): the inner part of a card, any part of a card."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(step(3, 12, 2), step(12, 24, 2), Round(24))
        self.eighth = nn.Sequential(step(24, 40, 2), Round(40))
        self.sixteenth = nn.Sequential(step(40, 64, 2), Round(64), Round(64))
        self.coarsest = nn.Sequential(step(64, 80, 2), Round(80), Round(80, apart=2), Round(80, apart=3))
        self.down = nn.ModuleList([nn.Conv2d(80, 64, 1), nn.Conv2d(64, 40, 1), nn.Conv2d(40, 24, 1)])
        self.rounds = nn.ModuleList([Round(64), Round(40), nn.Sequential(Round(24), Round(24))])
        self.up = nn.Upsample(scale_factor=2)
        self.out = nn.Conv2d(24, 2, 1)

    def forward(self, x: Net) -> Net:
        """Return log odds."""
        quarter = self.quarter(x)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        x = self.coarsest(sixteenth)
        for finer, narrow, rounds in zip((sixteenth, eighth, quarter), self.down, self.rounds, strict=True):
            x = rounds(torch.relu(finer + self.up(narrow(x))))
        return self.out(x)


def corner_net() -> Net:
    """Return the fitter: a rough crop (n, 3, 128, 96) to the shifts of its corners (n, 8, 1, 1), in crop widths."""
    return nn.Sequential(
        step(3, 16, 2),
        step(16, 32, 2),
        Round(32),
        step(32, 48, 2),
        Round(48),
        step(48, 64, 2),
        Round(64),
        nn.Conv2d(64, 24, 1),
        nn.ReLU(),
        nn.Conv2d(24, 96, (8, 6)),
        nn.ReLU(),
        nn.Conv2d(96, 8, 1),
    )


def embedding_net() -> Net:
    """Return what tells faces apart: (n, 3, 96, 64) to (n, EMBEDDING, 1, 1), not yet of length 1."""
    return nn.Sequential(
        step(3, 24, 2),
        step(24, 40, 2),
        Round(40),
        step(40, 64, 2),
        Round(64),
        Round(64),
        step(64, 96, 2),
        Round(96),
        nn.Conv2d(96, 32, 1),
        nn.ReLU(),
        nn.Conv2d(32, EMBEDDING, (6, 4)),
    )
