"""The data set in memory, and the augmentation of its pictures in each batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.training.scenes.recipe import SIDE_PX

Pictures = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shard:
    """Five hundred pictures and the faces in each (see `vision.training.dice.dataset.Sample`)."""

    pictures: Pictures
    faces: tuple[Array, ...]


def shards(dataset: Path, seed: int) -> Iterator[Shard]:
    """Return the shards of one seed that are drawn so far."""
    for path in sorted(dataset.glob(f"{seed}-??????.npz")):
        with np.load(path) as stored:
            pictures, owner, faces = stored["pictures"], stored["owner"], stored["faces"]
        cuts = np.searchsorted(owner, np.arange(1, len(pictures)))
        yield Shard(pictures, tuple(np.split(faces, cuts)))


def in_view(faces: Array, beyond: float = 0.0) -> npt.NDArray[np.bool_]:
    """Return which faces lie in the picture, or reach out of it by `beyond` pixels at most."""
    corners = faces[:, :8]
    return np.asarray(((corners >= -beyond) & (corners <= SIDE_PX - 1 + beyond)).all(1))


def edges(faces: Array) -> Array:
    """Return the edge of each face in pixels: the root of its area."""
    quad = faces[:, :8].reshape(-1, 4, 2)
    following = np.roll(quad, -1, axis=1)
    area = (quad[..., 0] * following[..., 1] - quad[..., 1] * following[..., 0]).sum(1) / 2
    return np.asarray(np.sqrt(np.abs(area)), np.float32)


def relit(pictures: Array, chance: np.random.Generator) -> Array:
    """Return pictures (n, y, x, 3) with other gains, gamma, order of colours and noise."""
    count = len(pictures)
    share = pictures / np.float32(255)
    gamma = np.exp(chance.normal(0, 0.25, (count, 1, 1, 1))).astype(np.float32)
    gain = (chance.uniform(0.55, 1.35, (count, 1, 1, 1)) * chance.uniform(0.85, 1.15, (count, 1, 1, 3))).astype(
        np.float32
    )
    out = np.clip(share**gamma * gain, 0, 1) * np.float32(255)
    noise = np.where(chance.random((count, 1, 1, 1)) < 0.3, chance.uniform(0, 8, (count, 1, 1, 1)), 0)
    out += chance.standard_normal(out.shape, np.float32) * noise.astype(np.float32)
    for index in np.flatnonzero(chance.random(count) < 0.25):
        out[index] = out[index][..., chance.permutation(3)]
    for index in np.flatnonzero(chance.random(count) < 0.2):
        out[index] = _recoloured(out[index], chance)
    for index in np.flatnonzero(chance.random(count) < 0.07):
        out[index] = out[index].mean(-1, keepdims=True)
    return np.asarray(np.clip(out, 0, 255), np.float32)


def _recoloured(picture: Array, chance: np.random.Generator) -> Array:
    """Return a picture whose colours turn round the wheel, and whose light and dark may come closer together."""
    axis, turn = np.ones((3, 3)) / 3, chance.uniform(0, 2 * np.pi)
    cross = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / np.sqrt(3)
    wheel = axis + np.cos(turn) * (np.eye(3) - axis) + np.sin(turn) * cross
    flat = picture.reshape(-1, 3) @ wheel.T
    grey = flat.mean(1, keepdims=True)
    share = 1.0 if chance.random() < 0.5 else chance.uniform(0.15, 0.8)
    return np.asarray((flat - grey + grey.mean() + share * (grey - grey.mean())).reshape(picture.shape), np.float32)
