"""Drawn tiles to learn from: any make, typeface, table, lamp and camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Drawing  # type: ignore[import-not-found, unused-ignore]
from PIL import ImageDraw, ImageFont

from companion.observations import Side
from vision.arrays import Floats, Image
from vision.render.camera import Pinhole
from vision.render.render import Appearance, Rgb, SceneLight, Sensor, TableSurface, VirtualCamera, VirtualTile, render
from vision.render.tile_art import GLYPH_PX, Glyph, TileMake, art, drawn, with_rim
from vision.render.tiles import laid as laid_out

SIZE = (330, 300)
PALETTES: tuple[tuple[Rgb, Rgb, Rgb], ...] = (
    ((250, 208, 40), (206, 40, 44), (40, 90, 190)),
    ((255, 224, 80), (226, 66, 52), (58, 130, 210)),
    ((232, 186, 30), (170, 28, 40), (28, 60, 140)),
)
BLANK = 0


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font file and how its numbers are written; None is the plain strokes of the simulated table."""

    path: Path | None
    em: float
    """Size of its letters, in shares of the square that a number is drawn in."""
    underlined: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and what is true about its tiles."""

    picture: Image
    tiles: tuple[VirtualTile, ...]
    corners: tuple[Floats, ...]
    covered: Image
    """255 where a hand lies over the tiles."""


@lru_cache(maxsize=512)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


def written(value: int, side: Side, make: TileMake, face: Typeface) -> Glyph:
    """Return a number in a typeface, or the pips of a die, or nothing."""
    if value == BLANK:
        return np.zeros((GLYPH_PX, GLYPH_PX, 2), np.uint8)
    if side is Side.PIPS or face.path is None:
        return drawn(value, side, make)
    layer = Drawing.new("L", (GLYPH_PX, GLYPH_PX))
    pen, middle = ImageDraw.Draw(layer), GLYPH_PX / 2
    pen.text((middle, middle), str(value), font=_font(face.path, round(GLYPH_PX * face.em)), fill=255, anchor="mm")
    if face.underlined and value in {6, 9}:
        low = GLYPH_PX * (0.5 + 0.47 * face.em)
        pen.line([(0.36 * GLYPH_PX, low), (0.64 * GLYPH_PX, low)], fill=255, width=round(0.06 * GLYPH_PX * face.em))
    return with_rim(np.asarray(layer, np.uint8), make.rim_width)


def shade(chance: np.random.Generator, rgb: Rgb, spread: float) -> Rgb:
    """Return a colour near `rgb`."""
    red, green, blue = (int(each) for each in np.clip(rgb + chance.normal(0, spread, 3), 0, 255))
    return red, green, blue


def random_make(chance: np.random.Generator) -> TileMake:
    """Return how a set of tiles may be printed."""
    yellow, red, blue = (shade(chance, each, 10) for each in PALETTES[int(chance.integers(len(PALETTES)))])
    dark, light = shade(chance, (18, 18, 22), 8), shade(chance, (248, 248, 246), 5)
    is_dark = chance.random() < 0.4
    return TileMake(
        yellow,
        red,
        blue,
        digit=dark if is_dark else light,
        rim=light if is_dark and chance.random() < 0.35 else dark,
        rim_width=float(chance.choice([0.0, 0.015, 0.03, 0.05], p=[0.45, 0.25, 0.25, 0.05])),
        outline=float(chance.choice([0.0, 0.01, 0.016, 0.03], p=[0.4, 0.2, 0.3, 0.1])),
        follows_face=chance.random() < 0.5,
        turned=chance.random() < 0.2,
        height=float(chance.uniform(0.34, 0.68)),
        weight=float(chance.uniform(0.025, 0.13)),
    )


def random_typeface(chance: np.random.Generator, typefaces: Sequence[Path]) -> Typeface:
    """Return a typeface, in one of twelve cases the plain strokes."""
    path = None if chance.random() < 1 / 12 else typefaces[int(chance.integers(len(typefaces)))]
    return Typeface(path, float(chance.uniform(0.56, 0.9)), chance.random() < 0.3)


def random_camera(chance: np.random.Generator) -> VirtualCamera:
    """Return a camera that shows the radius of a tile 24 to 110 pixels long."""
    radius_px = float(np.exp(chance.uniform(np.log(24), np.log(110))))
    focal = float(chance.uniform(0.9, 1.4)) * 1280 / SIZE[0]
    return VirtualCamera(
        distance_mm=25 * focal * SIZE[0] / radius_px,
        tilt_deg=float(chance.uniform(0, 36)),
        azimuth_deg=float(chance.uniform(0, 360)),
        focal=focal,
    )


def random_appearance(chance: np.random.Generator) -> Appearance:
    """Return a table, a lamp and a sensor."""
    colours = tuple(shade(chance, (110, 90, 70), 50) for _ in range(2))
    warm = (255, int(chance.uniform(170, 255)), int(chance.uniform(110, 255)))
    dim = chance.random() < 0.25
    red, green, blue = (float(gain) for gain in chance.uniform(0.86, 1.14, 3))
    return Appearance(
        table=tuple(TableSurface)[int(chance.integers(5))],
        colours=(colours[0], colours[1]),
        scale_mm=float(chance.uniform(15, 120)),
        seed=int(chance.integers(200)),
        light=SceneLight(
            azimuth_deg=float(chance.uniform(0, 360)),
            height_deg=float(chance.uniform(30, 88)),
            rgb=warm if chance.random() < 0.7 else (225, 238, 255),
            ambient=float(chance.uniform(0.15, 0.85)),
            exposure=float(chance.uniform(0.03, 0.3) if dim else chance.uniform(0.4, 1.5)),
            falloff=float(chance.uniform(0, 0.6)),
        ),
        sensor=Sensor(
            blur_px=float(chance.uniform(0.2, 0.9) + (chance.uniform(0, 1.2) if chance.random() < 0.15 else 0)),
            noise=float(chance.uniform(0.5, 6)),
            tint=(red, green, blue),
            jpeg=None,
        ),
    )


def scene(chance: np.random.Generator, typefaces: Sequence[Path]) -> Scene:
    """Return three tiles side by side, with what is printed on them, seen by any camera."""
    make, face = random_make(chance), random_typeface(chance, typefaces)
    side = Side.NUMBERS if chance.random() < 0.7 else Side.PIPS
    most = 9 if side is Side.NUMBERS else 6
    values = chance.integers(1, most + 1, (3, 3)) * (chance.random((3, 3)) > 0.05)
    places = [((0, 0), (1, 0), (0, 1)), ((0, 0), (1, 0), (1, -1))][int(chance.integers(2))]
    laid = laid_out(
        [(place, (int(a), int(b), int(c))) for place, (a, b, c) in zip(places, values, strict=True)],
        side=side,
        make=make,
        yaw_deg=float(chance.uniform(0, 360)),
        gap_mm=float(chance.choice([0.2, 1.0, 2.5])),
    )
    camera, appearance = random_camera(chance), random_appearance(chance)
    laid = tuple(replace(tile, printed=_printed(tile, face)) for tile in laid)
    seen = render((), camera, appearance, SIZE, chance, laid)
    hole = Pinhole.of(camera, SIZE)
    corners = tuple(np.asarray(hole.project(tile.corners(tile.make.thick_mm))) for tile in laid)
    picture, covered = _covered(_glinting(seen.image, chance), chance)
    return Scene(_encoded(picture, chance), laid, corners, covered)


def _printed(tile: VirtualTile, face: Typeface) -> Callable[[int], Floats]:
    """Return the art of a tile at any size, in a typeface."""

    def glyph(value: int, side: Side, make: TileMake) -> Glyph:
        return written(value, side, make, face)

    return lambda size: art(tile.values, tile.side, tile.make, size, glyph)


def _glinting(picture: Image, chance: np.random.Generator) -> Image:
    """Return the picture with the lamp mirrored somewhere on it, sometimes."""
    if chance.random() > 0.3:
        return picture
    at, reach = chance.uniform(0.1, 0.9, 2) * SIZE, float(chance.uniform(12, 130))
    x, y = np.arange(SIZE[0])[None, :] - at[0], np.arange(SIZE[1])[:, None] - at[1]
    glow = float(chance.uniform(20, 320)) * np.exp(-(x**2 + y**2) / (2 * reach**2))
    warm = np.array([1.0, 0.95, 0.85]) if chance.random() < 0.5 else np.ones(3)
    return np.asarray(np.clip(picture + glow[..., None] * warm[::-1], 0, 255), np.uint8)


def _covered(picture: Image, chance: np.random.Generator) -> tuple[Image, Image]:
    """Return the picture with a hand, a sleeve or a card over some of it, sometimes, and where that lies."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    if chance.random() < 0.15:
        a, b = chance.uniform(0, 1, (2, 2)) * SIZE
        thick = int(chance.uniform(20, 90))
        cv2.line(mask, tuple(int(v) for v in a), tuple(int(v) for v in b), 255, thick, cv2.LINE_AA)
    skin = np.array(shade(chance, (205, 150, 120), 40)[::-1]) * float(picture.mean() / 128 + 0.3)
    share = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    return np.asarray(np.clip(picture + share * (skin - picture), 0, 255), np.uint8), np.asarray(mask, np.uint8)


def _encoded(picture: Image, chance: np.random.Generator) -> Image:
    """Return the picture as it comes back from a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(55, 97))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
