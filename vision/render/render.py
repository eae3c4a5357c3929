"""Draw dice on a table as a camera sees them, with the exact truth: `render(dice, camera, appearance, size, chance)`.

Plain numpy and OpenCV, no 3D package: each die is a rounded cube that every pixel's ray is followed to; table, shadows
and flat things are drawn through the camera's homography. Nine dice at 1280 by 720 take about a tenth of a second.
All chance comes from the generator that is passed in: the same seed draws the same picture.

    >>> table = [VirtualDie(0, 0, yaw_deg=10, value=5, colour=Colour.RED)]
    >>> seen = render(table, VirtualCamera(), Appearance(), (320, 240), np.random.default_rng(7))
    >>> seen.image.shape, seen.truth[0].value, seen.truth[0].in_view
    ((240, 320, 3), 5, True)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.observations import Colour
from vision.operations import quad_of
from vision.render.camera import Matrix, Pinhole
from vision.render.cards import VirtualCard, paint_cards
from vision.render.dice import TOP, PlacedDie, strike
from vision.render.objects import (
    Appearance,
    Decal,
    DieTruth,
    Floats,
    Image,
    LightPanel,
    Make,
    Rendered,
    Rgb,
    SceneLight,
    Sensor,
    TableSurface,
    VirtualCamera,
    VirtualDie,
)
from vision.render.sensor import photograph
from vision.render.shading import shade
from vision.render.table import albedo, lamp_directions, linear, shadows
from vision.render.tiles import VirtualTile, paint_tiles

__all__ = [
    "Appearance",
    "Colour",
    "Decal",
    "DieTruth",
    "Image",
    "LightPanel",
    "Make",
    "Rendered",
    "Rgb",
    "SceneLight",
    "Sensor",
    "TableSurface",
    "VirtualCamera",
    "VirtualDie",
    "VirtualTile",
    "render",
    "truth_of",
]


def render(
    dice: Sequence[VirtualDie],
    camera: VirtualCamera,
    appearance: Appearance,
    size: tuple[int, int],
    chance: np.random.Generator,
    tiles: Sequence[VirtualTile] = (),
    cards: Sequence[VirtualCard] = (),
) -> Rendered:
    """Return the picture of `size` (width, height) that `camera` takes, and the truth about the dice in it.

    The truth about tiles and cards comes from `vision.render.tiles.tile_truth` and `vision.render.cards.card_truth`.
    """
    hole = Pinhole.of(camera, size)
    poses = [PlacedDie.of(die) for die in dice]
    canvas = _ground([*(pose.corners for pose in poses), *(tile.prism for tile in tiles)], appearance, hole, size)
    paint_cards(canvas, cards, appearance.light, hole)
    paint_tiles(canvas, tiles, appearance.light, hole)
    for pose in sorted(poses, key=lambda each: -float(np.linalg.norm(each.middle - hole.centre))):
        _paint(canvas, pose, poses, appearance.light, hole)
    canvas *= _falloff(appearance.light, hole, size)[..., None] * np.float32(appearance.light.exposure)
    return Rendered(photograph(canvas, appearance.sensor, chance), truth_of(dice, camera, size))


def truth_of(dice: Sequence[VirtualDie], camera: VirtualCamera, size: tuple[int, int]) -> tuple[DieTruth, ...]:
    """Return what is true about each die, without drawing anything."""
    hole = Pinhole.of(camera, size)
    return tuple(_truth(PlacedDie.of(die), hole, size) for die in dice)


def _truth(pose: PlacedDie, hole: Pinhole, size: tuple[int, int]) -> DieTruth:
    seen = hole.project(pose.to_table(TOP))
    inside = bool((seen >= 0).all() and (seen <= np.array(size) - 1).all())
    upright = bool(pose.die.value) and abs(pose.die.lean_deg) < 1
    return DieTruth(pose.die.value, pose.die.colour, quad_of(seen), inside, upright)


def _ground(boxes: list[Matrix], appearance: Appearance, hole: Pinhole, size: tuple[int, int]) -> Floats:
    """Return the lit table with all shadows, without what throws them."""
    light = appearance.light
    lamp, sky = shadows(boxes, light, hole, size)
    key, around = linear(light.rgb) * (1 - light.ambient), linear(light.ambient_rgb) * light.ambient
    lit = lamp[..., None] * key
    lit += sky[..., None] * around
    lit *= albedo(appearance, hole, size)
    return np.asarray(lit, np.float32)


def _paint(canvas: Floats, pose: PlacedDie, poses: list[PlacedDie], light: SceneLight, hole: Pinhole) -> None:
    """Paint one die over what lies behind it."""
    hits = strike(pose, hole, (canvas.shape[1], canvas.shape[0]))
    if hits is None:
        return
    colour = shade(pose, hits, light, [other for other in poses if other is not pose])
    part = canvas[hits.box]
    rows, columns = np.divmod(hits.where, part.shape[1])
    behind = part[rows, columns]
    part[rows, columns] = behind + (colour.T - behind) * hits.cover[:, None]


def _falloff(light: SceneLight, hole: Pinhole, size: tuple[int, int]) -> Floats:
    """Return how the light dims away from the lamp and in the corners of the picture."""
    across, along = (np.linspace(-1, 1, n, dtype=np.float32) for n in size)
    lamp = hole.axes @ lamp_directions(light)[0]
    slope = 0.5 * (lamp[0] * across[None, :] + lamp[1] * along[:, None]) - 0.35
    corner = -0.25 * (across[None, :] ** 2 + along[:, None] ** 2)
    return np.asarray(np.maximum(1 + light.falloff * (slope + corner), 0.05), np.float32)
