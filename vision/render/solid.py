"""Dice and environments for a path tracer: meshes, the textures of their faces, the map of the light round the table.

Lengths are edges of the die, in its own axes (see `vision.render.dice`); colours are linear light.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.render.dice import Hits, Ints, PlacedDie, distance, faces, normals
from vision.render.objects import Floats, Make, SceneLight
from vision.render.panels import share_of
from vision.render.skin import pips_at, skin
from vision.render.table import linear

LINES = 29
"""Lines of the mesh across a face; they lie closer towards its border."""
ENVIRONMENT_PX = (512, 256)
"""Width (all round) and height (from straight above to straight below) of the environment map."""
WHITE_OF_MIRROR = 9.0
"""How bright a panel is that a face of gloss 1 sends back as white: real lamps are brighter still, but smaller."""
BRIGHTEST = 60.0
"""The sun of a real place is no brighter than this, over the place as a whole: the tracer meets it too seldom."""
LEAST_PANEL = 0.04
"""Half the width of the smallest panel that the environment map can show, in radians."""
RIM = 0.03
"""A hollow face keeps at least this border."""


@dataclass(frozen=True, slots=True)
class FaceTextures:
    """All six faces of a die laid flat, shape (6, v, u): +x, -x, +y, -y, +z, -z."""

    albedo: Floats
    """Colour (b, g, r), of faces without light."""
    cover: Floats
    """Share of pip."""
    height: Floats
    """Above the flat face: dents or domes of pips, the hollow or the crown of the face, its rim."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A rounded cube."""

    points: Floats
    """Shape (n, 3)."""
    normals: Floats
    """The outward normal at each point."""
    places: Floats
    """Where each point lies in the texture (`atlas`), 0 to 1, the second upwards; shape (n, 2)."""
    polygons: Ints
    """Indices of points, counter-clockwise from outside; shape (m, 4)."""


def ground_of(pose: PlacedDie, side_px: int) -> FaceTextures:
    """Return the faces of a die, each from -0.5 to 0.5 along the two axes that follow its own."""
    make = replace(pose.die.make, ghost=0.0, clear=0.0)  # light shows what lies inside
    plain = replace(pose, die=replace(pose.die, make=make))
    line = np.asarray((np.arange(side_px) + 0.5) / side_px - 0.5, np.float32)
    v, u = (each.ravel() for each in np.meshgrid(line, line, indexing="ij"))
    albedos, covers, heights = [], [], []
    for face, value in enumerate(faces(pose.die.value, pose.die.turn)):
        points, values = _on_cube(face, u, v), np.full(len(u), value)
        hits = Hits(np.s_[:0, :0], np.arange(len(u)), points, points, np.ones(len(u), np.float32), 1 / side_px)
        cover, *off = pips_at(values, u, v, make, 1 / side_px)
        radius = np.float32(make.pip_radius * (make.big_one if value == 1 else 1))
        dent = np.float32(0.5 * make.dent) * radius * (np.minimum(off[0] ** 2 + off[1] ** 2, 1) - 1)
        albedos.append(skin(plain, hits).albedo.T.reshape(side_px, side_px, 3))
        covers.append(cover.reshape(side_px, side_px))
        heights.append((_hollow(u, v, make) + (cover > 0) * dent).reshape(side_px, side_px))
    return FaceTextures(*(np.asarray(each, np.float32) for each in (albedos, covers, heights)))


def _on_cube(face: int, u: Floats, v: Floats) -> Floats:
    """Return the points of a face of the cube, a hair outside it, shape (3, n)."""
    axis, sign = face // 2, 1 - 2 * (face % 2)
    points = np.empty((3, len(u)), np.float32)
    points[axis], points[(axis + 1) % 3], points[(axis + 2) % 3] = sign * 0.5001, u, v
    return points


def _hollow(u: Floats, v: Floats, make: Make) -> Floats:
    """Return the height of a hollow or crowned face; makes differ in whether its border is a square or a circle."""
    border = np.float32(0.5 - max(make.corner, RIM))
    far = np.hypot(u, v) if make.print_seed % 2 else np.maximum(np.abs(u), np.abs(v))
    inside = np.minimum(u * u + v * v, border * border)
    return np.asarray(np.float32(make.dish) * np.where(far < border, inside, border * border), np.float32)


def atlas(ground: Floats) -> Floats:
    """Return six faces (6, v, u, 3) as one texture, rows downwards: -y +z -z above +x -x +y, their v upwards."""
    rows = [np.concatenate(list(ground[first : first + 3]), axis=1) for first in (0, 3)]
    return np.concatenate(rows, axis=0)[::-1]


def mesh_of(make: Make, tile_px: int) -> Mesh:
    """Return the rounded cube; `tile_px` is the side of a face in the texture."""
    line = np.asarray(0.5 * np.sin(np.linspace(-np.pi / 2, np.pi / 2, LINES)), np.float32)
    along, across = (each.ravel() for each in np.meshgrid(line, line, indexing="ij"))
    index = np.arange(LINES * LINES).reshape(LINES, LINES)
    quads = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], axis=-1).reshape(-1, 4)
    points, polygons, places = [], [], []
    for face in range(6):
        axis = face // 2
        on = _drawn_in(_on_cube(face, across, along), make)
        points.append(on.T)
        polygons.append((quads[:, ::-1] if face % 2 else quads) + face * LINES * LINES)
        places.append(_in_texture(face, on[(axis + 1) % 3], on[(axis + 2) % 3], tile_px))
    everywhere = np.concatenate(points)
    outward = normals(np.ascontiguousarray(everywhere.T), make).T
    return Mesh(everywhere, outward, np.concatenate(places), np.concatenate(polygons))


def _drawn_in(cube: Floats, make: Make) -> Floats:
    """Return where the lines from the middle to points of the cube meet the rounded one, shape (3, n)."""
    low, high = np.full(cube.shape[1], 0.5, np.float32), np.ones(cube.shape[1], np.float32)
    for _ in range(18):
        half = np.asarray((low + high) / 2, np.float32)
        out = distance(cube * half, make) > 0
        low, high = np.where(out, low, half), np.where(out, half, high)
    return np.asarray(cube * low, np.float32)


def _in_texture(face: int, u: Floats, v: Floats, tile_px: int) -> Floats:
    """Return the places of points of a face in the texture, a pixel away from its neighbours."""
    margin = 1 / tile_px
    inside = margin + (1 - 2 * margin) * (np.stack([u, v], axis=1) + 0.5)
    return np.asarray((inside + np.array([face % 3, face // 3])) / np.array([3, 2]), np.float32)


def environment_of(light: SceneLight, chance: np.random.Generator, place: Floats | None = None) -> Floats:
    """Return the environment map, shape (256, 512, 3), (r, g, b): walls, windows, lamps.

    Rows go from straight above to straight below, columns round the table by way of y, x (the middle one) and -y.
    Walls are drawn by lot, or `place`: a photograph all round of a real one, in linear light (r, g, b), rows as here.
    """
    toward = _directions()
    environment = _drawn_environment(light, toward[2], chance) if place is None else _lit_as(light, place, chance)
    for panel in light.panels:
        seen = replace(panel, wide=max(panel.wide, LEAST_PANEL), high=max(panel.high, LEAST_PANEL))
        lit = panel.bright * WHITE_OF_MIRROR * linear(light.rgb)[::-1]
        environment += share_of(seen, toward)[..., None] * lit
    return np.asarray(environment, np.float32)


def _drawn_environment(light: SceneLight, upward: Floats, chance: np.random.Generator) -> Floats:
    """Return walls of uneven brightness, lighter above."""
    blobs = cv2.resize(chance.standard_normal((5, 9)), ENVIRONMENT_PX, interpolation=cv2.INTER_CUBIC)
    shades = np.exp(chance.uniform(0, 0.9) * blobs) * (0.35 + 0.65 * np.clip(upward + 0.3, 0, 1))
    return np.asarray(shades[..., None] * linear(light.ambient_rgb)[::-1] * light.ambient, np.float32)


def _lit_as(light: SceneLight, place: Floats, chance: np.random.Generator) -> Floats:
    """Return a real place, turned by lot, as bright as the light asks for."""
    here = np.asarray(cv2.resize(place, ENVIRONMENT_PX, interpolation=cv2.INTER_AREA), np.float32)
    here = np.roll(here[:, :: int(chance.choice([-1, 1]))], int(chance.integers(ENVIRONMENT_PX[0])), axis=1)
    # A sun of few pixels would be hit by few rays, which shows as white specks.
    here = np.minimum(here, np.float32(BRIGHTEST * brightness_of(here)))
    return np.asarray(here * np.float32(light.ambient / brightness_of(here)), np.float32)


def brightness_of(environment: Floats) -> float:
    """Return how bright the environment makes a white table: 1 is white."""
    high, wide = environment.shape[:2]
    above = np.pi / 2 - (np.arange(high) + 0.5) * (np.pi / high)
    # Lambert's cosine times the solid angle of a pixel in an equirectangular map.
    weight = np.clip(np.sin(above), 0, 1) * np.cos(above) * (np.pi / high) * (2 * np.pi / wide)
    return float((environment.mean(-1) * weight[:, None]).sum() / np.pi)


def _directions() -> Floats:
    """Return the direction of each pixel of the environment map, shape (3, height, width)."""
    wide, high = ENVIRONMENT_PX
    azimuth = np.pi - (np.arange(wide) + 0.5) * (2 * np.pi / wide)
    above = np.pi / 2 - (np.arange(high) + 0.5) * (np.pi / high)
    flat = np.stack([np.cos(azimuth), np.sin(azimuth)])[:, None, :] * np.cos(above)[None, :, None]
    upward = np.broadcast_to(np.sin(above)[None, :, None], (1, high, wide))
    return np.asarray(np.concatenate([flat, upward]), np.float32)
