"""One die in the picture: where each ray meets the rounded cube, which pip lies there, and how the light falls.

Everything is measured in edges of the die, in its own axes: the cube reaches from -0.5 to 0.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.scene.camera import Matrix, Pinhole
from vision.scene.table import lamp_directions, linear
from vision.scene.words import Floats, Light, Make, VirtualDie

Ints: TypeAlias = npt.NDArray[np.int64]

PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
STEPS = 20
"""Steps along a ray; flat faces are met by the first."""
WHOLE = 0.866
"""A ball of this radius holds the whole cube."""


def _lattice() -> npt.NDArray[np.bool_]:
    """Return a table [value, column, row] of the places of pips."""
    table = np.zeros((7, 3, 3), np.bool_)
    for value, places in PIPS.items():
        for column, row in places:
            table[value, column + 1, row + 1] = True
    return table


LATTICE = _lattice()
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
TOP = np.array([[-0.5, -0.5, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5]])


def faces(value: int, turn: int) -> tuple[int, int, int, int, int, int]:
    """Return the values on +x, -x, +y, -y, +z, -z; opposite faces add to seven.

    >>> faces(6, 0)
    (2, 5, 3, 4, 6, 1)
    """
    if not value:
        return 0, 0, 0, 0, 0, 0
    one, other = (low for low in (1, 2, 3) if low not in (value, 7 - value))
    if turn & 1:
        one, other = other, one
    one = 7 - one if turn & 2 else one
    other = 7 - other if turn & 4 else other
    return one, 7 - one, other, 7 - other, value, 7 - value


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is: its middle, and its own axes as columns, in table coordinates."""

    die: VirtualDie
    middle: Matrix
    axes: Matrix

    @classmethod
    def of(cls, die: VirtualDie) -> Pose:
        """Return the pose of `die`, its lowest corner at its height over the table."""
        yaw, lean = np.radians(die.yaw_deg), np.radians(die.lean_deg)
        turned = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
        leaning = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        axes = turned @ leaning
        lift = -(CORNERS @ axes.T)[:, 2].min() * die.make.edge_mm
        return cls(die, np.array([die.x_mm, die.y_mm, die.z_mm + lift]), axes)

    def to_table(self, points: Matrix) -> Matrix:
        """Return points of the die in table coordinates."""
        return np.asarray(self.middle + points * self.die.make.edge_mm @ self.axes.T)

    @property
    def corners(self) -> Matrix:
        """The eight corners of the full cube on the table."""
        return self.to_table(CORNERS)


def faces_seen(pose: Pose, hole: Pinhole) -> list[tuple[int, int, Matrix]]:
    """Return the faces that look at the camera: number (4 is the upper one), value, corners on the table."""
    seen = []
    for number, value in enumerate(faces(pose.die.value, pose.die.turn)):
        axis, sign = number // 2, 1 - 2 * (number % 2)
        corners = pose.to_table(np.roll(TOP, axis + 1, axis=1) * sign)
        if (pose.axes[:, axis] * sign) @ (hole.eye - corners.mean(0)) > 0:
            seen.append((number, value, corners))
    return seen


def distance(points: Floats, make: Make) -> Floats:
    """Return how far points (3, n) lie outside the rounded cube (negative inside)."""
    beyond = np.abs(points) - np.float32(0.5 - make.corner)
    deepest = np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2])
    beyond = np.maximum(beyond, 0)
    beyond *= beyond
    cube = np.sqrt(beyond[0] + beyond[1] + beyond[2]) + np.minimum(deepest, 0) - np.float32(make.corner)
    if make.ball >= WHOLE:
        return np.asarray(cube, np.float32)
    return np.asarray(np.maximum(cube, _length(points) - np.float32(make.ball)), np.float32)


def normals(points: Floats, make: Make) -> Floats:
    """Return the outward unit vectors of the rounded cube at points of its surface."""
    beyond = np.maximum(np.abs(points) - np.float32(0.5 - make.corner), np.float32(1e-6))
    out = np.sign(points) * beyond
    out /= _length(out)
    if make.ball < WHOLE:
        far = _length(points)
        out = np.where(far > make.ball - 0.004, points / far, out)
    return np.asarray(out, np.float32)


def _length(vectors: Floats) -> Floats:
    return np.asarray(np.sqrt(vectors[0] * vectors[0] + vectors[1] * vectors[1] + vectors[2] * vectors[2]))


@dataclass(frozen=True, slots=True)
class Hits:
    """The pixels of a window in which a die is seen."""

    box: tuple[slice, slice]
    """Rows and columns of the window in the picture."""
    where: Ints
    """Index of each hit in the flattened window."""
    points: Floats
    toward_eye: Floats
    cover: Floats
    """Share of the pixel that the die covers."""
    pixel: float
    """Width of a pixel, in edges."""


def window(pose: Pose, hole: Pinhole, size: tuple[int, int]) -> tuple[slice, slice] | None:
    """Return the rows and columns that the die can touch, or None if it is out of the picture."""
    seen = hole.project(pose.corners)
    left, top = np.maximum(np.floor(seen.min(0)) - 2, 0).astype(int)
    right, bottom = np.minimum(np.ceil(seen.max(0)) + 3, size).astype(int)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def strike(pose: Pose, hole: Pinhole, size: tuple[int, int]) -> Hits | None:
    """Return where the rays of the picture meet the die."""
    box = window(pose, hole, size)
    if box is None:
        return None
    edge = pose.die.make.edge_mm
    rays = pose.axes.T.astype(np.float32) @ hole.rays(box[1], box[0])
    rays /= _length(rays)
    eye = ((hole.eye - pose.middle) @ pose.axes / edge).astype(np.float32)[:, None]
    pixel = float(np.linalg.norm(hole.eye - pose.middle) / edge / hole.focal_px)
    where, start, end = _slabs(eye, rays, pixel)
    rays = rays[:, where]
    points, nearest = _march(eye + start * rays, rays, end - start, pose.die.make, pixel)
    cover = np.clip(0.5 - nearest / pixel, 0, 1).astype(np.float32)
    met = cover > 0.02
    return Hits(box, where[met], points[:, met], -rays[:, met], cover[met], pixel)


def _slabs(eye: Floats, rays: Floats, pixel: float) -> tuple[Ints, Floats, Floats]:
    """Return the rays that meet the cube (a pixel larger), with the lengths at which they enter and leave it."""
    safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    near, far = (-0.5 - pixel - eye) / safe, (0.5 + pixel - eye) / safe
    enter, leave = np.minimum(near, far).max(0), np.maximum(near, far).min(0)
    where = np.flatnonzero(enter < leave)
    return where, enter[where], leave[where]


def _march(points: Floats, rays: Floats, room: Floats, make: Make, pixel: float) -> tuple[Floats, Floats]:
    """Walk along each ray to the surface; return the last points and the smallest distances on the way."""
    nearest = distance(points, make)
    going = np.arange(points.shape[1])
    walked = np.zeros(len(going), np.float32)
    for _ in range(STEPS):
        going = going[(nearest[going] > -0.45 * pixel) & (walked[going] < room[going])]
        if not len(going):
            break
        step = np.maximum(nearest[going] + pixel, 0.3 * pixel).astype(np.float32)
        ahead = points[:, going] + rays[:, going] * step
        here = distance(ahead, make)
        walked[going] += step
        closer = here < nearest[going]
        going = going[closer]
        points[:, going], nearest[going] = ahead[:, closer], here[closer]
    return points, nearest


@dataclass(frozen=True, slots=True)
class Skin:
    """Colour and shape of the surface at each hit."""

    albedo: Floats
    normal: Floats
    shine: Floats
    glint: Floats
    """Light of the lamp that curved rims throw at the camera."""


def skin(pose: Pose, hits: Hits) -> Skin:
    """Return colour, outward direction and gloss of the die where it is seen."""
    die, make, points = pose.die, pose.die.make, hits.points
    face, across, along = _on_face(points)
    values = np.array(faces(die.value, die.turn))[face]
    cover, off_u, off_v = _pips(values, across, along, make, hits.pixel)
    body = _body(pose, hits)
    pip = linear(die.pip_rgb)[:, None]
    colour = np.where(values == 1, linear(die.one)[:, None], pip) if die.one else pip
    printed = np.float32(make.ring) * _ring(values, across, along) if make.ring else np.float32(0)
    printed = np.maximum(printed, np.float32(make.logo) * _logo(values, across, along)) if make.logo else printed
    albedo = body + (pip - body) * printed
    albedo = albedo + (colour - albedo) * cover
    normal = normals(points, make)
    axis, each = face // 2, np.arange(len(face))
    normal[(axis + 1) % 3, each] -= make.dent * cover * off_u
    normal[(axis + 2) % 3, each] -= make.dent * cover * off_v
    normal /= _length(normal)
    glint = _rims(make, across, along) + _halos(make, values, across, along)
    return Skin(np.asarray(albedo, np.float32), normal, np.float32(make.gloss) * (1 - 0.5 * cover), glint)


def _body(pose: Pose, hits: Hits) -> Floats:
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
    wave = np.array([[7, -3, 5], [4, 9, -2], [-5, 6, 11]], np.float32) @ points + start
    fine = np.array([[31, 17, -23], [-19, 37, 29]], np.float32) @ points + start[:2]
    folded = np.sin(wave[0] + np.float32(1.9) * np.sin(wave[1]) + np.float32(1.2) * np.sin(wave[2]))
    return np.asarray(np.clip(0.5 + 0.8 * folded + 0.25 * np.sin(fine[0] + 2 * np.sin(fine[1])), 0, 1), np.float32)


def _behind(die: VirtualDie, hits: Hits) -> Floats:
    """Return how much of each pixel shows a pip of a hidden face, through the bent ray."""
    inward = -hits.toward_eye - np.float32(0.55) * normals(hits.points, die.make)
    safe = np.where(np.abs(inward) < 1e-4, np.float32(1e-4), inward)
    inside = np.clip(hits.points, -0.499, 0.499)
    leave = ((0.5 * np.sign(safe) - inside) / safe).min(0)
    face, across, along = _on_face(inside + leave * inward)
    cover, _, _ = _pips(np.array(faces(die.value, die.turn))[face], across, along, die.make, 2 * hits.pixel)
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
    column, row = _place(values, u, make), _place(values, v, make)
    off_u, off_v = (w - at * np.float32(make.pip_spread) for w, at in ((u, column), (v, row)))
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


def _pips(values: Ints, u: Floats, v: Floats, make: Make, pixel: float) -> tuple[Floats, Floats, Floats]:
    """Return how much of each pixel is pip, and where in the pip it is (from the middle, in radii)."""
    one = values == 1
    column, row = _place(values, u, make), _place(values, v, make)
    radius = np.where(one, make.pip_radius * make.big_one, make.pip_radius).astype(np.float32)
    spread = np.float32(make.pip_spread)
    off_u, off_v = (np.asarray((w - at * spread) / radius, np.float32) for w, at in ((u, column), (v, row)))
    edge = np.clip((1 - np.hypot(off_u, off_v)) * radius / np.float32(pixel) + 0.5, 0, 1)
    return np.asarray(edge * LATTICE[values, column + 1, row + 1], np.float32), off_u, off_v


def _place(values: Ints, along: Floats, make: Make) -> Ints:
    """Return the place of the nearest pip along one axis: -1, 0 or 1."""
    nearest = np.clip(np.rint(along / make.pip_spread), -1, 1)
    return np.where(values == 1, 0, nearest).astype(np.int64)


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


def _ring(values: Ints, u: Floats, v: Floats) -> Floats:
    """Return where the letters round the one are printed."""
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    letters = np.sin(14 * angle) + 0.8 * np.sin(31 * angle + 40 * far) > -0.2
    return np.asarray((values == 1) & (np.abs(far - 0.28) < 0.075) & letters, np.float32)


def _logo(values: Ints, u: Floats, v: Floats) -> Floats:
    """Return where a mark is printed into the middle of twos and sixes."""
    strokes = np.sin(70 * u + 3 * np.sin(40 * v)) + np.sin(45 * v) > 0.1
    return np.asarray(((values == 2) | (values == 6)) & (np.abs(u) < 0.075) & (np.abs(v) < 0.16) & strokes, np.float32)


def shade(pose: Pose, hits: Hits, light: Light, others: list[Pose]) -> Floats:
    """Return the light (linear, b g r) that each hit sends to the camera."""
    look = skin(pose, hits)
    axes = pose.axes.astype(np.float32)
    normal = axes @ look.normal
    eye = axes @ hits.toward_eye
    lamp = lamp_directions(light)[0].astype(np.float32)
    lit = np.maximum(lamp @ normal, 0)
    open_sky, open_lamp = _blocked(pose, hits, normal, lamp, others)
    sky = (0.62 + 0.38 * normal[2]) * open_sky
    key = linear(light.rgb)[:, None] * np.float32((1 - light.ambient) / lamp[2])
    around = linear(light.ambient_rgb)[:, None] * np.float32(light.ambient)
    out = look.albedo * (lit * open_lamp * key + sky * around)
    halfway = eye + lamp[:, None]
    halfway /= _length(halfway)
    sharp = 12 + 160 * pose.die.make.gloss * (1 - min(0.9, light.softness))
    glint = np.maximum((normal * halfway).sum(0), 0) ** np.float32(sharp) * open_lamp
    grazing = 0.04 + 0.5 * (1 - np.clip((normal * eye).sum(0), 0, 1)) ** 5
    out += look.glint * (open_lamp * key)
    out += look.shine * (glint * 1.2 * key + grazing * open_sky * around)
    return np.asarray(out, np.float32)


def _blocked(pose: Pose, hits: Hits, normal: Floats, lamp: Floats, others: list[Pose]) -> tuple[Floats, Floats]:
    """Return how open each hit is to the sky and to the lamp, past the table and the other dice."""
    edge = np.float32(pose.die.make.edge_mm)
    at = pose.axes.astype(np.float32) @ (hits.points * edge) + pose.middle.astype(np.float32)[:, None]
    sky = 0.35 + 0.65 * np.clip(at[2] / edge * 1.3 + np.maximum(normal[2], 0), 0, 1)
    sun = np.ones(at.shape[1], np.float32)
    low = np.flatnonzero((normal[2] < 0.97) | (at[2] < 0.8 * edge))
    for other in others:
        size = np.float32(other.die.make.edge_mm)
        if np.linalg.norm(other.middle - pose.middle) > 2.6 * max(edge, size):
            continue
        turned = other.axes.T.astype(np.float32)
        local = turned @ (at[:, low] - other.middle.astype(np.float32)[:, None]) / size
        out, ray = turned @ normal[:, low], (turned @ lamp)[:, None]
        near = distance(local + np.float32(0.22) * out, other.die.make)
        sky[low] *= np.clip(0.25 + near / 0.22, 0.12, 1)
        for far in (0.15, 0.4, 0.9):
            sun[low] *= np.clip(0.6 + distance(local + np.float32(far) * ray, other.die.make) / (0.3 * far), 0, 1)
    return sky.astype(np.float32), sun
