"""The table under the dice: surfaces, flat things on it, and the shadows that fall on it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.render.camera import Matrix, Pinhole
from vision.render.objects import Appearance, Decal, Floats, Image, Rgb, SceneLight, TableSurface

TILE_PX = 512
"""Side of the square piece of surface that is drawn once and repeated as in a mirror."""


def linear(rgb: Rgb) -> Floats:
    """Return an sRGB colour as linear light, in the order b, g, r."""
    share = np.array(rgb[::-1], np.float32) / 255
    return np.asarray(np.where(share > 0.04045, ((share + 0.055) / 1.055) ** 2.4, share / 12.92), np.float32)


def clouds(chance: np.random.Generator, across: int, along: int) -> Floats:
    """Return smooth noise between 0 and 1 with about `across` by `along` blobs on the tile."""
    grid = chance.random((max(2, along), max(2, across)), np.float32)
    return np.asarray(cv2.resize(grid, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC))


def _wood(chance: np.random.Generator) -> Floats:
    long = sum((clouds(chance, 2 + n // 30, n) for n in (24, 60, 170)), np.zeros((TILE_PX, TILE_PX), np.float32))
    return np.asarray(long / 3 + 0.15 * np.sin(12 * clouds(chance, 2, 9)), np.float32)


def _felt(chance: np.random.Generator) -> Floats:
    fine = chance.random((TILE_PX, TILE_PX), np.float32)
    return np.asarray(0.6 * cv2.GaussianBlur(fine, (0, 0), 0.8) + 0.4 * clouds(chance, 40, 40))


def _cloth(chance: np.random.Generator) -> Floats:
    row, column = np.mgrid[0:TILE_PX, 0:TILE_PX] // 128 % 2
    pattern = (row ^ column, row, (row + column) / 2)[chance.integers(3)]
    return np.asarray(pattern + 0.12 * (chance.random((TILE_PX, TILE_PX), np.float32) - 0.5), np.float32)


def _carpet(chance: np.random.Generator) -> Floats:
    loops = cv2.GaussianBlur(chance.random((TILE_PX, TILE_PX), np.float32), (0, 0), 2.0)
    return np.asarray(np.clip((loops - 0.5) * 5 + 0.5, 0, 1) * 0.8 + 0.2 * clouds(chance, 6, 6))


def _patches(chance: np.random.Generator) -> Floats:
    levels = (clouds(chance, n, n) for n in (4, 11, 37))
    return np.asarray(sum((level > chance.uniform(0.3, 0.7)).astype(np.float32) for level in levels) / 3, np.float32)


def _plain(chance: np.random.Generator) -> Floats:
    return np.asarray(0.7 * clouds(chance, 3, 3) + 0.3 * clouds(chance, 60, 60))


def _speckle(chance: np.random.Generator) -> Floats:
    blur, hard = float(chance.uniform(1.0, 4.0)), float(chance.uniform(1.5, 4.0))
    grains = cv2.GaussianBlur(chance.random((TILE_PX, TILE_PX, 3), np.float32), (0, 0), blur)
    return np.asarray(np.clip((grains - 0.5) * (hard * 3.5 * blur) * 0.29 + 0.5, 0, 1), np.float32)


def _tweed(chance: np.random.Generator) -> Floats:
    high, wide = (int(n) for n in chance.integers(2, 7, 2))
    coarse = (TILE_PX // wide, TILE_PX // high)
    threads = cv2.resize(chance.random((coarse[1], coarse[0]), np.float32), (TILE_PX, TILE_PX))
    crossing = np.sin(np.arange(TILE_PX) * (np.pi / high))[:, None] * np.sin(np.arange(TILE_PX) * (np.pi / wide))
    return np.asarray(np.clip(2.2 * (threads - 0.5) + 0.5 + 0.45 * crossing, 0, 1), np.float32)


SURFACES = {
    TableSurface.PLAIN: _plain,
    TableSurface.WOOD: _wood,
    TableSurface.FELT: _felt,
    TableSurface.CLOTH: _cloth,
    TableSurface.CARPET: _carpet,
    TableSurface.PATCHES: _patches,
    TableSurface.SPECKLE: _speckle,
    TableSurface.TWEED: _tweed,
}


@lru_cache(maxsize=8)
def surface(table: TableSurface, colours: tuple[Rgb, Rgb], seed: int) -> Floats:
    """Return the tile of a surface in linear light, shape (TILE_PX, TILE_PX, 3)."""
    drawn = SURFACES[table](np.random.default_rng(seed))
    mix = np.clip(drawn if drawn.ndim == 3 else drawn[..., None], 0, 1)
    return np.asarray(linear(colours[0]) * (1 - mix) + linear(colours[1]) * mix, np.float32)


def _placed(scale: float, yaw_deg: float, x: float, y: float) -> Matrix:
    """Return the matrix that scales, turns and moves picture coordinates to the table."""
    cos, sin = scale * np.cos(np.radians(yaw_deg)), scale * np.sin(np.radians(yaw_deg))
    return np.array([[cos, sin, x], [sin, -cos, y], [0, 0, 1]])


def albedo(appearance: Appearance, hole: Pinhole, size: tuple[int, int]) -> Floats:
    """Return the table as the camera sees it in even light, without dice."""
    tile = surface(appearance.table, appearance.colours, appearance.seed)
    to_table = _placed(appearance.scale_mm / 128, appearance.seed * 37 % 180, -appearance.scale_mm, appearance.scale_mm)
    # A reflected border repeats the tile without a seam.
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REFLECT
    ground = np.asarray(
        cv2.warpPerspective(tile, hole.plane @ to_table, size, flags=flags, borderMode=border), np.float32
    )
    for decal in appearance.decals:
        _lay(ground, decal, hole)
    return ground


def _lay(ground: Floats, decal: Decal, hole: Pinhole) -> None:
    """Paint one flat thing onto the ground."""
    height, width = decal.image.shape[:2]
    centred = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1]])
    to_table = _placed(decal.width_mm / width, decal.yaw_deg, decal.x_mm, decal.y_mm) @ centred
    size = (ground.shape[1], ground.shape[0])
    seen: Image = np.asarray(cv2.warpPerspective(decal.image, hole.plane @ to_table, size, flags=cv2.INTER_AREA))
    rows, columns = np.nonzero(seen[..., 3])
    if not len(rows):
        return
    box = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    part = seen[box].astype(np.float32) / 255
    alpha = part[..., 3:]
    ground[box] = ground[box] * (1 - alpha) + part[..., :3] ** 2.2 * alpha


def lamp_directions(light: SceneLight, rays: int = 5) -> Matrix:
    """Return unit vectors to points spread over the lamp; the first one is its middle."""
    azimuth, height = np.radians(light.azimuth_deg), np.radians(light.height_deg)
    middle = np.array([np.cos(height) * np.cos(azimuth), np.cos(height) * np.sin(azimuth), np.sin(height)])
    turn = np.arange(rays - 1) * (2 * np.pi / (rays - 1))
    around = np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1) * light.softness * 0.5
    spread = np.vstack([middle, middle + around])
    spread[:, 2] = np.maximum(spread[:, 2], 0.12)
    return np.asarray(spread / np.linalg.norm(spread, axis=1, keepdims=True))


def shadows(boxes: list[Matrix], light: SceneLight, hole: Pinhole, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """Return the share of the lamp and of the sky that reaches each pixel of the table (drawn at half size)."""
    half = (max(1, size[0] // 2), max(1, size[1] // 2))
    lamp = np.zeros((half[1], half[0]), np.float32)
    sky, edge_px = np.zeros_like(lamp), 1.0
    # A wide lamp is a few points; the blur afterwards hides the steps between their shadows.
    for towards in lamp_directions(light):
        mask = np.zeros(lamp.shape, np.uint8)
        for corners in boxes:
            _fill(mask, _thrown(corners, towards), hole)
        lamp += mask / np.float32(255 * 5)
    for corners in boxes:
        mask = np.zeros(lamp.shape, np.uint8)
        base = _fill(mask, corners * (1, 1, 0), hole)
        edge_px = max(edge_px, float(np.sqrt(abs(cv2.contourArea(base)))))
        sky = np.maximum(sky, mask / np.float32(255))
    return _soft(lamp, edge_px * light.softness * 0.22, size), _soft(0.75 * sky, edge_px * 0.16, size)


def _soft(shadow: Floats, blur_px: float, size: tuple[int, int]) -> Floats:
    """Return the light that a shadow of half size leaves, blurred and at full size."""
    blurred = cv2.GaussianBlur(shadow, (0, 0), max(0.6, blur_px))
    return np.asarray(1 - cv2.resize(blurred, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _thrown(corners: Matrix, towards: Matrix) -> Matrix:
    """Return where the light throws the corners of a box onto the table."""
    # The shadow of a convex body is the convex hull of the shadows of its corners.
    fallen = corners - towards * (corners[:, 2:] / towards[2])
    return np.asarray(np.vstack([fallen, corners[corners[:, 2] < 1.0]]) * (1, 1, 0))


def _fill(mask: Image, points: Matrix, hole: Pinhole) -> Image:
    """Fill the convex hull of table points in a mask of half size; return the hull."""
    # Half size in sixteenths of a pixel: fillConvexPoly takes fixed-point coordinates with a shift of 4.
    hull = cv2.convexHull(np.asarray(hole.project(points) * 8, np.int32))
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)
    return np.asarray(hull // 16)
