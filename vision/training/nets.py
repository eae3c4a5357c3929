"""The networks in torch: thin 3 by 3 convolutions, small enough for a Raspberry Pi."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch  # type: ignore[import-not-found, unused-ignore]
from torch import nn  # type: ignore[import-not-found, unused-ignore]

Net: TypeAlias = Any
"""A network or a tensor: torch is not installed where this is type-checked."""


def step(inside: int, outside: int, stride: int = 1, apart: int = 1) -> Net:
    """Return a convolution of neighbours `apart` cells away, with its normalisation and bend."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, apart, apart, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Round(nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
    """A step that adds to what it was given."""

    def __init__(self, width: int, apart: int = 1) -> None:
        super().__init__()
        self.step = step(width, width, apart=apart)

    def forward(self, x: Net) -> Net:
        """Return `x` plus the features of this step."""
        return x + self.step(x)


class Around(nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
    """Rounds at half the size: the context decides whether a face is the upper one."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.far = nn.Sequential(
            step(width, inner, 2),
            Round(inner),
            Round(inner, apart=2),
            nn.Conv2d(inner, width, 1, bias=False),
            nn.BatchNorm2d(width),
            nn.Upsample(scale_factor=2),
        )

    def forward(self, x: Net) -> Net:
        """Return `x` plus the features of its context."""
        return torch.relu(x + self.far(x))


def face_net() -> Net:
    """Return the face classifier: (n, 3, 48, 48) to seven logits (none, 1 to 6), shape (n, 7, 1, 1)."""
    return nn.Sequential(
        step(3, 16, 2),
        Round(16),
        step(16, 56, 2),
        Round(56),
        Round(56),
        step(56, 96, 2),
        Round(96),
        nn.Conv2d(96, 7, 1),
        nn.AdaptiveAvgPool2d(1),
    )


def around_net(px: int = 72, outside: int = 12) -> Net:
    """Return a context classifier: (n, 3, px, px) to (n, outside, 1, 1), see `vision.dice.classify.context_network`.

    Unlike the face classifier its features must depend on the position in the patch: the die in the middle is meant.
    """
    return nn.Sequential(
        step(3, 16, 2),
        step(16, 32, 2),
        Round(32),
        step(32, 64, 2),
        Round(64),
        Round(64),
        step(64, 80, 2),
        Round(80),
        nn.Conv2d(80, outside, -(-px // 16)),
    )


def dice_net() -> Net:
    """Return the detector: (n, 3, h, w) to maps of 15 channels at an eighth of the size (`detect.maps.Channel`).

    Height and width are multiples of 16.
    """
    return nn.Sequential(
        step(3, 16, 2),
        step(16, 24, 2),
        Round(24),
        step(24, 56, 2),
        Round(56),
        Around(56, 64),
        Round(56),
        Round(56),
        nn.Conv2d(56, 15, 1),
    )


def export(net: Net, shape: tuple[int, int, int, int], path: Path) -> None:
    """Write the network as ONNX, its normalisations folded into the convolutions; any batch, height and width."""
    net = net.eval().to(memory_format=torch.contiguous_format)
    free = {0: "n", 2: "h", 3: "w"} if shape[2] != shape[3] else {0: "n"}
    torch.onnx.export(
        net,
        torch.zeros(shape),
        str(path),
        opset_version=13,
        dynamo=False,
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": free, "maps": free},
    )


def answer(net: Net, batch: npt.NDArray[np.float32]) -> Net:
    """Return what the network says of a batch, in the halved precision that is three times as fast to learn in."""
    pictures = torch.from_numpy(batch).to(memory_format=torch.channels_last)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        maps = net(pictures)
    return maps.float()


def rate(most: float, number: int, steps: int) -> float:
    """Return how fast to learn in step `number`: a short rise, then down along half a wave."""
    return float(most * min(1.0, number / 200) * max(0.004, (1 + np.cos(np.pi * number / steps)) / 2))
