"""Hexagonal Monster Cube tiles on the drawn table: thin prisms, printed on their upper side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.observations import Axial, Hexagon, Side
from vision.render.camera import Matrix, Pinhole
from vision.render.canvas import coverage, window_around
from vision.render.objects import Floats, Rgb, SceneLight, VirtualCamera
from vision.render.table import lamp_directions, linear
from vision.render.tile_art import HEXAGON, USUAL, TileMake, Values, kept_art

CARDBOARD: Rgb = (190, 186, 178)
LEAST_ART_PX, MOST_ART_PX = 24, 640


@dataclass(frozen=True, slots=True)
class VirtualTile:
    """A tile on the virtual table. At a yaw of 0 its yellow face points away from the viewer."""

    x_mm: float
    y_mm: float
    yaw_deg: float
    values: Values
    """Yellow, red, blue."""
    side: Side = Side.NUMBERS
    make: TileMake = USUAL
    printed: Callable[[int], Floats] | None = None
    """Its art at a size, if that is not drawn in plain strokes."""

    def art(self, size: int) -> Floats:
        """Return what is printed on it, `size` pixels square."""
        return self.printed(size) if self.printed else kept_art(self.values, self.side, self.make, size)

    def corners(self, z_mm: float) -> Matrix:
        """Return the six corners at a height, in table coordinates, clockwise as seen from above, the top first."""
        yaw = np.radians(self.yaw_deg)
        turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
        flat = self.make.radius_mm * (HEXAGON * (1, -1)) @ turn.T + (self.x_mm, self.y_mm)
        return np.column_stack([flat, np.full(6, z_mm)])

    @property
    def prism(self) -> Matrix:
        """The twelve corners, in table coordinates."""
        return np.vstack([self.corners(0.0), self.corners(self.make.thick_mm)])


@dataclass(frozen=True, slots=True)
class TileTruth:
    """What is true about one tile of the picture, in the order of the tiles given."""

    values: Values
    side: Side
    corners: Hexagon
    in_view: bool


def laid(
    tiles: Sequence[tuple[Axial, Values]],
    *,
    side: Side = Side.NUMBERS,
    make: TileMake = USUAL,
    middle_mm: tuple[float, float] = (0.0, 0.0),
    yaw_deg: float = 0.0,
    gap_mm: float = 0.5,
) -> tuple[VirtualTile, ...]:
    """Return tiles on their places (q, r), the middle of them all on `middle_mm`."""
    pitch = make.radius_mm * 3**0.5 + gap_mm
    flat = np.array([(pitch * (q + r / 2), -pitch * 3**0.5 / 2 * r) for (q, r), _ in tiles], float).reshape(-1, 2)
    yaw = np.radians(yaw_deg)
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    places = (flat - flat.mean(axis=0)) @ turn.T + middle_mm if len(flat) else flat
    return tuple(
        VirtualTile(float(x), float(y), yaw_deg, values, side, make)
        for (x, y), (_, values) in zip(places, tiles, strict=True)
    )


def tile_truth(tiles: Sequence[VirtualTile], camera: VirtualCamera, size: tuple[int, int]) -> tuple[TileTruth, ...]:
    """Return what is true about each tile, without drawing anything."""
    hole = Pinhole.of(camera, size)
    return tuple(_truth(tile, hole, size) for tile in tiles)


def _truth(tile: VirtualTile, hole: Pinhole, size: tuple[int, int]) -> TileTruth:
    seen = hole.project(tile.corners(tile.make.thick_mm))
    inside = bool((seen >= 0).all() and (seen <= np.array(size) - 1).all())
    one, two, three, four, five, six = ((float(x), float(y)) for x, y in seen)
    return TileTruth(tile.values, tile.side, (one, two, three, four, five, six), inside)


def paint_tiles(canvas: Floats, tiles: Sequence[VirtualTile], light: SceneLight, hole: Pinhole) -> None:
    """Paint tiles onto the lit table, those furthest from the camera first."""
    away = [float(np.linalg.norm((tile.x_mm, tile.y_mm, 0.0) - hole.centre)) for tile in tiles]
    for at in np.argsort(away)[::-1]:
        _paint_sides(canvas, tiles[at], light, hole)
        _paint_top(canvas, tiles[at], light, hole)


def _paint_sides(canvas: Floats, tile: VirtualTile, light: SceneLight, hole: Pinhole) -> None:
    """Paint the cardboard that shows between the printed side and the table."""
    top, foot = tile.corners(tile.make.thick_mm), tile.corners(0.0)
    lamp = lamp_directions(light)[0]
    for at in range(6):
        after = (at + 1) % 6
        edge = top[after] - top[at]
        outward = np.array([-edge[1], edge[0], 0.0]) / np.linalg.norm(edge)
        if outward @ (hole.centre - top[at]) <= 0:
            continue
        lit = linear(light.rgb) * np.float32((1 - light.ambient) * max(0.0, float(outward @ lamp)))
        lit = (lit + linear(light.ambient_rgb) * np.float32(0.6 * light.ambient)) * linear(CARDBOARD)
        _fill(canvas, hole.project(np.stack([top[at], top[after], foot[after], foot[at]])), lit)


def _paint_top(canvas: Floats, tile: VirtualTile, light: SceneLight, hole: Pinhole) -> None:
    """Paint the printed side."""
    corners = hole.project(tile.corners(tile.make.thick_mm))
    across = float(np.linalg.norm(corners - np.roll(corners, 3, axis=0), axis=1).max())
    size = int(np.clip(round(across / 8) * 8, LEAST_ART_PX, MOST_ART_PX))
    share = np.asarray(tile.art(size) / 255, np.float32)
    flat = np.where(share > 0.04045, ((share + 0.055) / 1.055) ** 2.4, share / 12.92).astype(np.float32)
    flat *= linear(light.rgb) * np.float32(1 - light.ambient) + linear(light.ambient_rgb) * np.float32(light.ambient)
    onto, _ = cv2.findHomography((HEXAGON + 1) * size / 2 - 0.5, corners)
    _lay(canvas, flat, np.asarray(onto, float), corners)


def _fill(canvas: Floats, points: Matrix, colour: Floats) -> None:
    if (box := window_around(points, canvas.shape)) is not None:
        canvas[box] += (colour - canvas[box]) * coverage(points, box)[..., None]


def _lay(canvas: Floats, flat: Floats, onto: Matrix, outline: Matrix) -> None:
    """Lay a flat picture through a homography, where `outline` says that it is."""
    if (box := window_around(outline, canvas.shape)) is None:
        return
    shift = np.array([[1, 0, -box[1].start], [0, 1, -box[0].start], [0, 0, 1]], float)
    window = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    seen = cv2.warpPerspective(flat, shift @ onto, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    canvas[box] += (seen - canvas[box]) * coverage(outline, box)[..., None]
