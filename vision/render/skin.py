"""The surface of a die: body, pips, print, and its normal at each point. Lengths are edges of the die."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.render.dice import LATTICE, Hits, Ints, PlacedDie, faces, length, normals
from vision.render.marks import printed
from vision.render.objects import Floats, Make, VirtualDie
from vision.render.table import linear


@dataclass(frozen=True, slots=True)
class Skin:
    """Colour and shape of the surface at each hit."""

    albedo: Floats
    normal: Floats
    shine: Floats
    glint: Floats
    """Light of the lamp that curved rims throw at the camera."""


def skin(pose: PlacedDie, hits: Hits) -> Skin:
    """Return colour, outward direction and gloss of the die where it is seen."""
    die, make, points = pose.die, pose.die.make, hits.points
    face, across, along = _on_face(points)
    values = np.array(faces(die.value, die.turn))[face]
    cover, off_u, off_v = pips_at(values, across, along, make, hits.pixel)
    body = _body(pose, hits)
    pip = linear(die.pip_rgb)[:, None]
    colour = np.where(values == 1, linear(die.one)[:, None], pip) if die.one else pip
    colour = np.where(values == 4, linear(die.four)[:, None], colour) if die.four else colour
    albedo = body + (pip - body) * printed(make, values, across, along)
    albedo = albedo + (colour - albedo) * cover
    normal = _outward(points, face, make, cover, (off_u, off_v))
    glint = _rims(make, across, along) + _halos(make, values, across, along)
    return Skin(np.asarray(albedo, np.float32), normal, np.float32(make.gloss) * (1 - 0.5 * cover), glint)


def _outward(points: Floats, face: Ints, make: Make, cover: Floats, in_pip: tuple[Floats, Floats]) -> Floats:
    """Return the outward unit vectors: hollow or crowned faces, and pips cut into them."""
    normal = normals(points, make)
    axis, each = face // 2, np.arange(len(face))
    beside = [points[(axis + step) % 3, each] for step in (1, 2)]
    flat = np.maximum(*np.abs(beside)) < 0.5 - make.corner
    for step, along, off in zip((1, 2), beside, in_pip, strict=True):
        normal[(axis + step) % 3, each] -= 2 * make.dish * along * flat + make.dent * cover * off
    return np.asarray(normal / length(normal), np.float32)


def _body(pose: PlacedDie, hits: Hits) -> Floats:
    """Return the colour of the material, without the pips of this side."""
    die, make = pose.die, pose.die.make
    body = linear(die.body_rgb)[:, None] * _material(hits.points, make)
    if die.swirl is not None:
        body = body + (linear(die.swirl)[:, None] - body) * _swirled(hits.points, die)
    if make.ghost:
        shine = np.float32(make.ghost) * _behind(die, hits)
        body = body + shine * (linear(die.body_rgb)[:, None] * 1.5 + linear(die.pip_rgb)[:, None] * np.float32(0.25))
    return np.asarray(body, np.float32)


def _swirled(points: Floats, die: VirtualDie) -> Floats:
    """Return the share of the second colour: bands that fold into each other, other ones in each die."""
    start = np.array([die.x_mm, die.y_mm, die.yaw_deg], np.float32)[:, None]
    wave = np.array([[7, -3, 5], [4, 9, -2], [-5, 6, 11]], np.float32) @ (points / die.swirl_size) + start
    fine = np.array([[31, 17, -23], [-19, 37, 29]], np.float32) @ (points / die.swirl_size) + start[:2]
    folded = np.sin(wave[0] + np.float32(1.9) * np.sin(wave[1]) + np.float32(1.2) * np.sin(wave[2]))
    return np.asarray(np.clip(0.5 + 0.8 * folded + 0.25 * np.sin(fine[0] + 2 * np.sin(fine[1])), 0, 1), np.float32)


def _behind(die: VirtualDie, hits: Hits) -> Floats:
    """Return how much of each pixel shows a pip of a hidden face, through the bent ray."""
    inward = -hits.toward_camera - np.float32(0.55) * normals(hits.points, die.make)
    safe = np.where(np.abs(inward) < 1e-4, np.float32(1e-4), inward)
    inside = np.clip(hits.points, -0.499, 0.499)
    leave = ((0.5 * np.sign(safe) - inside) / safe).min(0)
    face, across, along = _on_face(inside + leave * inward)
    cover, _, _ = pips_at(np.array(faces(die.value, die.turn))[face], across, along, die.make, 2 * hits.pixel)
    return cover


def _rims(make: Make, u: Floats, v: Floats) -> Floats:
    """Return the thin light along the border of a hollow face, brighter on one side."""
    if not make.rim:
        return np.zeros(u.shape, np.float32)
    far = np.power(np.abs(u) ** 6 + np.abs(v) ** 6, 1 / 6)
    line = np.exp(-np.square((far - (0.47 - 0.6 * make.corner)) / 0.022))
    return np.asarray(make.rim * line * np.clip(0.5 + u + 0.7 * v, 0, 1), np.float32)


def _halos(make: Make, values: Ints, u: Floats, v: Floats) -> Floats:
    """Return the light round pips, brighter on one side."""
    if not make.halo:
        return np.zeros(u.shape, np.float32)
    column, row, off_u, off_v = _nearest(values, u, v, make)
    far = np.hypot(off_u, off_v) / np.float32(make.pip_radius)
    line = np.exp(-np.square((far - make.halo_at) / 0.16)) * LATTICE[values, column + 1, row + 1]
    return np.asarray(make.halo * line * np.clip(0.6 + (off_u - off_v) / (2 * make.pip_radius), 0, 1), np.float32)


def _on_face(points: Floats) -> tuple[Ints, Floats, Floats]:
    """Return for each point its face (0 to 5: +x, -x, +y, -y, +z, -z) and its place on it."""
    x, y, z = np.abs(points)
    axis = np.where(z >= np.maximum(x, y), 2, (y > x).astype(np.int64))
    each = np.arange(points.shape[1])
    face = 2 * axis + (points[axis, each] < 0)
    return face, points[(axis + 1) % 3, each], points[(axis + 2) % 3, each]


def pips_at(values: Ints, u: Floats, v: Floats, make: Make, pixel: float) -> tuple[Floats, Floats, Floats]:
    """Return how much of each pixel is pip, and where in the pip it is (from the middle, in radii).

    `values` are those of the faces, `u` and `v` the places on them, `pixel` the width of a pixel.
    """
    one = values == 1
    radius = np.where(one, make.pip_radius * make.big_one, make.pip_radius).astype(np.float32)
    column, row, *away = _nearest(values, u, v, make)
    off_u, off_v = (np.asarray(off / radius, np.float32) for off in away)
    there = LATTICE[values, column + 1, row + 1]
    if make.near_two:
        side = np.where(u < 0, -make.near_two, make.near_two)
        off_u, off_v = np.where(values == 2, (u - side) / radius, off_u), np.where(values == 2, v / radius, off_v)
        there |= values == 2
    edge = np.clip((1 - np.hypot(off_u, off_v)) * radius / np.float32(pixel) + 0.5, 0, 1)
    return np.asarray(edge * there, np.float32), np.asarray(off_u, np.float32), np.asarray(off_v, np.float32)


def _nearest(values: Ints, u: Floats, v: Floats, make: Make) -> tuple[Ints, Ints, Floats, Floats]:
    """Return column and row (-1, 0 or 1) of the nearest place for a pip, and how far away its middle is."""
    spread_u, spread_v = (np.float32(make.pip_spread) * shares[values] for shares in _shares(make))
    column, row = (
        np.where(values == 1, 0, np.clip(np.rint(along / spread), -1, 1)).astype(np.int64)
        for along, spread in ((u, spread_u), (v, spread_v))
    )
    return column, row, np.asarray(u - column * spread_u, np.float32), np.asarray(v - row * spread_v, np.float32)


def _shares(make: Make) -> tuple[Floats, Floats]:
    """Return how far out the pips of each value lie across and along, over those of a four."""
    across, along = np.ones((2, 7), np.float32)
    across[2:4] = along[2:4] = make.diagonal
    across[2] *= make.two
    along[2] *= make.two
    across[6], along[6] = make.six_rows, make.six_reach
    return across, along


def _material(points: Floats, make: Make) -> Floats:
    """Return brightness factors: swirls in the material, light in the rims of clear dice."""
    factor = np.ones(points.shape[1], np.float32)
    if make.marble:
        wave = np.array([[9, -4, 7], [5, 11, -3]], np.float32) @ points
        factor += np.float32(make.marble) * np.sin(wave[0] + np.float32(2.2) * np.sin(wave[1]))
    if make.clear:
        rim = np.sort(np.abs(points), axis=0)[1]
        glow = np.clip((rim - 0.36) / 0.1, 0, 1) ** 2 * (1 + np.sin(23 * points.sum(0)))
        factor += make.clear * (1.6 * glow - 0.4 * (rim < 0.3)).astype(np.float32)
    return np.maximum(factor, 0.05)
