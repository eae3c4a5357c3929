"""Solid things beside the dice that are none: boxes, coins, draughtsmen, balls, pens, cables, rings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.render.objects import Image, ObjectShape, Rgb, SolidObject, VirtualCamera, VirtualDie
from vision.training.scenes.photos import Album

LEAST_SIDE, LARGEST_SIDE = 0.4, 5.0
"""The longer side of a thing, in edges of a die."""
TRIES = 12


def strewn(
    chance: np.random.Generator, dice: Sequence[VirtualDie], camera: VirtualCamera, reach_mm: float, album: Album | None
) -> tuple[SolidObject, ...]:
    """Return things on the table that hide no die from the camera: the truth has no record of covered dice."""
    out: list[SolidObject] = []
    edge_mm = max((die.make.edge_mm for die in dice), default=16.0)
    wanted = int(chance.integers(1, 7))
    for _ in range(TRIES):
        thing = _thing(chance, edge_mm, reach_mm, album)
        if len(out) < wanted and all(_apart(thing, die, camera) for die in dice):
            out.append(thing)
    return tuple(out)


def _thing(chance: np.random.Generator, edge_mm: float, reach_mm: float, album: Album | None) -> SolidObject:
    shape = tuple(ObjectShape)[int(chance.integers(len(ObjectShape)))]
    long = edge_mm * float(np.exp(chance.uniform(np.log(LEAST_SIDE), np.log(LARGEST_SIDE))))
    wide, high = (long * float(share) for share in chance.uniform((0.3, 0.05), (1.0, 0.7)))
    if shape in (ObjectShape.DISC, ObjectShape.RING):
        wide, high = long, long * float(chance.uniform(0.03, 0.4))
    elif shape is ObjectShape.BALL:
        wide, high = long * float(chance.uniform(0.7, 1)), long * float(chance.uniform(0.5, 1))
    elif shape is ObjectShape.STICK:
        wide = high = edge_mm * float(chance.uniform(0.1, 0.9))
        long *= 3
    x, y = (float(at) for at in chance.uniform(-1.3 * reach_mm, 1.3 * reach_mm, 2))
    printed = album is not None and chance.random() < 0.6
    return SolidObject(
        shape, x, y, float(chance.uniform(0, 360)), (long, wide, high), _colour(chance),
        gloss=float(chance.uniform(0, 1)), soft=float(chance.uniform(0.02, 0.3)),
        metal=bool(chance.random() < (0.6 if shape in (ObjectShape.DISC, ObjectShape.RING) else 0.1)),
        cover=_cover(chance, album) if printed and album else None,
    )  # fmt: skip


def _cover(chance: np.random.Generator, album: Album) -> Image:
    return np.asarray(album.piece(chance, 192)[..., :3], np.uint8)


def _colour(chance: np.random.Generator) -> Rgb:
    """Return black, white, a grey, or any colour."""
    if chance.random() < 0.5:
        level = int(chance.choice([18, 240, int(chance.integers(30, 230))]))
        return level, level, level
    red, green, blue = (int(level) for level in chance.integers(0, 256, 3))
    return red, green, blue


def _apart(thing: SolidObject, die: VirtualDie, camera: VirtualCamera) -> bool:
    """Return whether the thing lies beside the die, and so far that it does not hide it."""
    away = float(np.hypot(thing.x_mm - die.x_mm, thing.y_mm - die.y_mm))
    half = max(thing.size_mm[:2]) / 2
    shade = thing.size_mm[2] * float(np.tan(np.radians(min(camera.tilt_deg + 15, 75))))
    return away > half + 0.8 * die.make.edge_mm + shade
