"""Draw pictures to learn from: `python -m vision.training.dice.dataset POOL --scenes 20000 --seed 11`.

A data set is a folder of shards of 500 pictures; of 100, if Blender's path tracer makes them (`--traced`: it takes
seconds for each; see `vision.training.scenes.traced`). Scene number i of seed s is always the same, whatever was drawn
before.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.render.camera import Pinhole
from vision.render.dice import PlacedDie, faces_seen
from vision.render.render import Appearance, Image, Rendered, VirtualCamera, VirtualDie
from vision.render.render import render as drawn
from vision.training.scenes.photos import Album
from vision.training.scenes.recipe import COLOURS, FLAT_DEG, SIDE_PX, ScenePlan, Shares, plan

SHARD, SHARD_TRACED = 500, 100
SIZE = (SIDE_PX, SIDE_PX)
FLATTEST, UPRIGHT_FLATTEST = 0.73, 0.45
"""Faces squeezed further are not asked about; in upright pictures the upper face is the one on top."""
COLUMNS = 14
USUAL = Shares()
Array = npt.NDArray[np.float32]
Renderer: TypeAlias = Callable[
    [Sequence[VirtualDie], VirtualCamera, Appearance, tuple[int, int], np.random.Generator], Rendered
]


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture and one row for each face that is turned to the camera.

    Columns of `faces`: eight pixel coordinates; value; 1 upper face of a die that lies flat on the table, 2 of one that
    leans, 3 of one that lies on another, 0 side face; colour; share covered, 1 also for faces seen so flat that a side
    face may be mistaken for the upper one; from the middle of the face to that of the opposite one, two coordinates.
    """

    picture: Image
    faces: Array


def draw(
    number: int, seed: int, shares: Shares = USUAL, render: Renderer = drawn, album: Album | None = None
) -> Sample:
    """Return the picture of one number, as `render` makes it."""
    chance = np.random.default_rng([seed, number])
    scene = plan(chance, shares, album)
    seen = render(scene.dice, scene.camera, scene.appearance, SIZE, chance)
    faces = truth(scene)
    picture = numbered(seen.image, faces, chance)
    return Sample(finish(_glinting(picture, faces, chance), chance), faces)


def numbered(picture: Image, faces: Array, chance: np.random.Generator) -> Image:
    """Return the picture with numbers on most of the blank dice: which must not be read as pips."""
    for face in faces[(faces[:, 8] == 0) & (chance.random(len(faces)) < 0.8)]:
        quad = face[:8].reshape(4, 2)
        label, side = np.zeros((64, 64), np.uint8), 63.0
        sign, scale = str(chance.integers(1, 21)), float(chance.uniform(0.8, 1.9))
        wide, high = cv2.getTextSize(sign, 0, scale, 4)[0]
        cv2.putText(label, sign, (32 - wide // 2, 32 + high // 2), 0, scale, 255, 4, cv2.LINE_AA)
        square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        flat = cv2.getPerspectiveTransform(np.roll(square, int(chance.integers(4)), axis=0), quad.astype(np.float32))
        share = cv2.warpPerspective(label, flat, SIZE, flags=cv2.INTER_LINEAR)[..., None] * np.float32(0.9 / 255)
        column, row = np.clip(quad.mean(0), 0, SIDE_PX - 1).astype(int)
        ink = np.float32(20 if picture[row, column].mean() > 100 else 235)
        picture = np.asarray(picture + share * (ink - picture), np.uint8)
    return picture


def _glinting(picture: Image, faces: Array, chance: np.random.Generator) -> Image:
    """Return the picture with the lamp mirrored in some upper faces: a white spot that is no pip."""
    spots = np.zeros(SIZE, np.float32)
    for face in faces[(faces[:, 9] == 1) & (chance.random(len(faces)) < 0.1)]:
        quad = face[:8].reshape(4, 2)
        edge = float(np.linalg.norm(quad[1] - quad[0]))
        x, y = quad.mean(0) + chance.normal(0, 0.15 * edge, 2)
        box = ((float(x), float(y)), tuple(edge * chance.uniform(0.04, 0.2, 2)), float(chance.uniform(0, 180)))
        cv2.ellipse(spots, box, float(chance.uniform(0.4, 1.5)), -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(spots, (0, 0), chance.uniform(0.4, 1.2)), np.float32)[..., None]
    bright = max(160.0, float(picture.max())) * chance.uniform(0.9, 1.2)
    return np.asarray(np.clip(picture + soft * (bright - picture), 0, 255), np.uint8)


def truth(scene: ScenePlan) -> Array:
    """Return the rows of all faces that are turned to the camera."""
    hole = Pinhole.of(scene.camera, SIZE)
    poses = [PlacedDie.of(die) for die in scene.dice]
    upright = scene.camera.tilt_deg >= FLAT_DEG
    rows = [row for pose in poses for row in _rows(pose, poses, hole, upright)]
    return np.array(rows, np.float32).reshape(-1, COLUMNS)


def _rows(pose: PlacedDie, poses: list[PlacedDie], hole: Pinhole, upright: bool) -> list[list[float]]:
    distance = float(np.linalg.norm(pose.middle - hole.centre))
    nearer = [other for other in poses if np.linalg.norm(other.middle - hole.centre) < distance]
    rows = []
    for axis, value, corners in faces_seen(pose, hole):
        quad = hole.project(corners)
        upper = axis == 4
        kind = _lies(pose.die) if upper and pose.die.value else 0
        cover = _covered(quad, nearer, hole) if upper else 0.0
        cover = max(cover, float(flatness(quad) < (UPRIGHT_FLATTEST if upright else FLATTEST)))
        through = hole.project(2 * pose.middle - corners).mean(0) - quad.mean(0)
        rows.append([*quad.ravel(), value, kind, COLOURS.index(pose.die.colour), cover, *through])
    return rows


def _lies(die: VirtualDie) -> int:
    """Return 1 for a die that lies flat on the table, 2 for one that leans, 3 for one on another one."""
    if die.z_mm:
        return 3
    return 2 if die.lean_deg else 1


def flatness(quad: npt.NDArray[np.float64]) -> float:
    """Return how much a face is squeezed by the view: 1 from above, the cosine of the angle otherwise."""
    sides = np.stack([quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]])
    large, small = np.linalg.svd(sides, compute_uv=False)
    return float(small / max(large, 1e-6))


def _covered(quad: npt.NDArray[np.float64], nearer: list[PlacedDie], hole: Pinhole) -> float:
    """Return the share of a face that nearer dice hide."""
    low = quad.min(0) - 1
    width, height = np.clip(np.ceil(quad.max(0) - low) + 2, 1, 600).astype(int)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.asarray(np.rint(quad - low), np.int32), 1)
    whole = int(mask.sum())
    for other in nearer:
        cv2.fillConvexPoly(mask, cv2.convexHull(np.asarray(np.rint(hole.project(other.corners) - low), np.int32)), 0)
    return 1 - int(mask.sum()) / max(whole, 1)


def finish(picture: Image, chance: np.random.Generator) -> Image:
    """Add what happens after the drawing: glare, a shadow across, enlarging, the encoder."""
    out = picture.astype(np.float32)
    if chance.random() < 0.15:
        out = _across(out, chance)
    for _ in range(int(chance.integers(0, 4)) if chance.random() < 0.2 else 0):
        out = _glare(out, chance)
    if chance.random() < 0.2:
        share = chance.uniform(0.5, 0.9)
        small = cv2.resize(out, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        out = np.asarray(cv2.resize(small, SIZE, interpolation=cv2.INTER_CUBIC), np.float32)
    if chance.random() < 0.2:
        out = _sharpened(out, chance)
    whole: Image = np.clip(out, 0, 255).astype(np.uint8)
    if chance.random() < 0.2:
        return whole
    _, data = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(25, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _sharpened(picture: Array, chance: np.random.Generator) -> Array:
    """Return the picture as phones and old video cameras make it: halos round edges, colours that run."""
    out = picture
    if chance.random() < 0.6:
        soft = cv2.GaussianBlur(out, (0, 0), chance.uniform(0.8, 2.0))
        out = np.asarray(out + chance.uniform(0.5, 2.5) * (out - soft), np.float32)
    if chance.random() < 0.6:
        light = out.mean(-1, keepdims=True)
        out = np.asarray(light + cv2.blur(out - light, (int(chance.integers(2, 8)), 1)), np.float32)
    return out


def _across(picture: Array, chance: np.random.Generator) -> Array:
    """Return the picture with the shadow of something outside it."""
    mask = np.ones(SIZE, np.float32)
    points = chance.uniform(-0.3, 1.3, (4, 2)) * SIDE_PX
    cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), float(chance.uniform(0.25, 0.8)))
    return np.asarray(picture * cv2.GaussianBlur(mask, (0, 0), chance.uniform(0.7, 12))[..., None], np.float32)


def _glare(picture: Array, chance: np.random.Generator) -> Array:
    """Return the picture with a small bright reflection."""
    mask = np.zeros(SIZE, np.float32)
    x, y = (int(v) for v in chance.integers(0, SIDE_PX, 2))
    axes = (int(chance.integers(2, 24)), int(chance.integers(2, 12)))
    cv2.ellipse(mask, (x, y), axes, float(chance.uniform(0, 180)), 0, 360, float(chance.uniform(60, 255)), -1)
    return np.asarray(picture + cv2.GaussianBlur(mask, (0, 0), chance.uniform(0.7, 8))[..., None], np.float32)


def main() -> None:
    """Draw the data set, shard by shard; shards that exist are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--scenes", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--unsettled", type=float, default=USUAL.unsettled, help="share of dice that do not lie flat")
    parser.add_argument("--casino", type=float, default=USUAL.casino, help="share of makes that are casino dice")
    parser.add_argument("--crowded", type=float, default=USUAL.crowded, help="share of scenes that are full of dice")
    parser.add_argument("--ringed", type=float, default=USUAL.ringed, help="share of scenes with a ring lamp")
    parser.add_argument("--strewn", type=float, default=USUAL.strewn, help="share of scenes with other solid things")
    parser.add_argument("--photos", type=Path, help="folder of photographs that tables and prints are cut out of")
    parser.add_argument("--traced", action="store_true", help="let Blender's path tracer make the pictures")
    asked = parser.parse_args()
    shares, shard = Shares(asked.unsettled, asked.casino, asked.crowded, asked.ringed, asked.strewn), SHARD
    render: Renderer = drawn
    if asked.traced:
        from vision.training.scenes import traced

        render, shard = traced.render, SHARD_TRACED
    try:
        album = Album.of(asked.photos) if asked.photos else None
    except FileNotFoundError as none:
        parser.error(str(none))
    cv2.setNumThreads(1)
    asked.dataset.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    for first in range(0, asked.scenes, shard):
        path = asked.dataset / f"{asked.seed}-{first:06d}.npz"
        if not path.exists():
            _save(path, [draw(number, asked.seed, shares, render, album) for number in range(first, first + shard)])
            print(path.name, f"{time.monotonic() - started:.0f} s", flush=True)


def _save(path: Path, samples: list[Sample]) -> None:
    owner = np.repeat(np.arange(len(samples)), [len(sample.faces) for sample in samples])
    faces = np.concatenate([sample.faces for sample in samples])
    half = path.with_suffix(".half.npz")
    np.savez(half, pictures=np.stack([sample.picture for sample in samples]), owner=owner, faces=faces)
    half.rename(path)


if __name__ == "__main__":
    main()
