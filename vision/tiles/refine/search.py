"""Search of the places where a tile may lie: the plane is known, and so are the three colours in this light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.observations import Axial, TileFace
from vision.arrays import Floats, Image, Ints
from vision.render.tile_art import RHOMBI
from vision.tiles.detect.cubes import Cubes, tints
from vision.tiles.detect.rhombi import Rhombi
from vision.tiles.params import TileParams
from vision.tiles.pose import SEVEN, Marks, TileLattice, TilePose, middles, nearest_place, refitted, turned

PROBES = np.array([(a, b) for a in (0.14, 0.32, 0.5, 0.68, 0.86) for b in (0.14, 0.5, 0.86) if (a, b) != (0.5, 0.5)])
"""Where on a face its colour is sampled, along its two edges: print covers the middle."""


CORNERS_OF = {TileFace.YELLOW: (6, 1, 2, 0), TileFace.RED: (6, 0, 4, 5), TileFace.BLUE: (0, 2, 3, 4)}
"""Which of the seven points of a tile are the corners of a face, clockwise."""


@dataclass(frozen=True, slots=True)
class FaceInks:
    """The colours of the three faces in this picture: tint and brightness of each, (3, 3)."""

    faces: Floats
    light: float
    """What a difference of brightness counts beside one of tint."""

    @property
    def scale(self) -> Floats:
        """What tint and brightness count."""
        return np.array([1.0, 1.0, self.light])

    @property
    def apart(self) -> float:
        """The difference between the two faces that are most alike."""
        return float(np.linalg.norm((self.faces - np.roll(self.faces, 1, axis=0)) * self.scale, axis=1).min())

    def away(self, seen: Floats) -> Floats:
        """Return how far colours (…, 3) are from each face's, (…, 3)."""
        return np.asarray(np.linalg.norm((seen[..., None, :] - self.faces) * self.scale, axis=-1))

    def like(self, seen: Floats) -> Floats:
        """Return for three faces (…, 3, 3) the difference to the right colour over that to the nearest wrong one."""
        away = self.away(seen)
        # A ratio to the nearest wrong colour, so that pale and saturated prints need no thresholds of their
        # own.
        others = np.where(np.eye(3, dtype=bool), np.inf, away).min(axis=-1)
        return np.asarray(np.diagonal(away, axis1=-2, axis2=-1) / np.maximum(others, 1e-6))

    def contrast(self, seen: Floats) -> Floats:
        """Return for three faces (…, 3, 3) how much of the usual difference is left between the two most alike.

        The glare of a lamp pales all three, but it leaves each difference its direction.
        """
        # Projected on the usual difference: what is left of it is the share that glare has not covered.
        usual = (self.faces[[0, 1, 2]] - self.faces[[1, 2, 0]]) * self.scale
        found = (seen[..., [0, 1, 2], :] - seen[..., [1, 2, 0], :]) * self.scale
        return np.asarray(((found * usual).sum(axis=-1) / np.square(usual).sum(axis=-1)).min(axis=-1))


def inks_of(cubes: Cubes, places: dict[int, Axial], rhombi: Rhombi, params: TileParams) -> FaceInks:
    """Return the colours of the faces of the known tiles."""
    faces = cubes.faces[list(places)]
    return FaceInks(np.median(tints(rhombi.colours[faces], params.cubes.dark), axis=0), params.search.light)


def with_rhombi(
    lattice: TileLattice, marks: Marks, rhombi: Rhombi, inks: FaceInks, params: TileParams
) -> tuple[TileLattice, Marks]:
    """Return the lattice and its marks when every rhombus that is a face of some place has its say."""
    colours = tints(rhombi.colours, params.cubes.dark)
    faces = inks.away(colours).argmin(axis=1)
    for _ in range(params.search.rounds):
        more = _marks_of(lattice, marks, rhombi, faces, params)
        same = len(more.seen) == len(marks.seen)
        lattice, marks = refitted(lattice.pitch, more), more
        if same:
            break
    return lattice, marks


def _marks_of(lattice: TileLattice, marks: Marks, rhombi: Rhombi, faces: Ints, params: TileParams) -> Marks:
    """Return the corners of all rhombi that lie where a face of their colour may be."""
    known = lattice.pitch * middles(np.array(marks.taken))
    flat = lattice.back(rhombi.corners).reshape(-1, 4, 2)
    best: dict[tuple[Axial, int], tuple[float, int, Ints]] = {}
    for at, corners in enumerate(flat):
        true = SEVEN[list(CORNERS_OF[tuple(TileFace)[faces[at]]])]
        middle = corners.mean(axis=0) - true.mean(axis=0)
        if np.linalg.norm(known - middle, axis=1).min() > params.lattice.reach:
            continue
        place, _ = nearest_place(middle, lattice.pitch)
        where = np.linalg.norm((corners - lattice.middle(place))[:, None] - true, axis=2)
        which = where.argmin(axis=1)
        off = float(where.min(axis=1).max())
        if len(set(which.tolist())) == 4 and off < best.get((place, faces[at]), (params.search.corner, 0, which))[0]:
            best[place, faces[at]] = off, at, which
    return _gathered(best, rhombi)


def _gathered(best: dict[tuple[Axial, int], tuple[float, int, Ints]], rhombi: Rhombi) -> Marks:
    """Return the marks of the rhombi that were chosen for faces of places."""
    places = [place for place, _ in best for _ in range(4)]
    points = [CORNERS_OF[tuple(TileFace)[face]][at] for (_, face), (_, _, which) in best.items() for at in which]
    seen = np.array([rhombi.corners[at] for _, at, _ in best.values()]).reshape(-1, 2)
    return Marks(np.array(places).reshape(-1, 2), np.array(points, int), seen)


@dataclass(frozen=True, slots=True)
class FaceColours:
    """The colours of the three faces of tiles, one row a tile."""

    middle: Floats
    """(n, 3, 3): tint and brightness of each face; nothing where it lies outside the picture."""
    spread: Floats
    """(n,): how uneven they are: print covers little of a face, a pattern of the table all of it."""


def face_colours(image: Image, lattice: TileLattice, poses: Floats, inks: FaceInks, dark: float) -> FaceColours:
    """Return the colours of the faces of tiles with `poses` (n, 3): x, y, turn."""
    spots = np.concatenate([_spots(face) for face in TileFace])
    flat = np.stack([(x, y) + spots @ turned(turn) for x, y, turn in poses])
    at = np.rint(lattice.onto(flat)).astype(int)
    inside = ((at >= 0) & (at < (image.shape[1], image.shape[0]))).all(axis=1).reshape(len(poses), 3, len(PROBES))
    x, y = np.clip(at, 0, np.array(image.shape[1::-1]) - 1).T
    seen = tints(image[y, x].astype(float), dark).reshape(len(poses), 3, len(PROBES), 3) * inks.scale
    known = inside.mean(axis=2) > 0.5
    middle = np.median(seen, axis=2)
    uneven = np.median(np.linalg.norm(seen - middle[:, :, None], axis=3), axis=2).max(axis=1)
    return FaceColours(np.where(known[..., None], middle / inks.scale, np.nan), uneven)


def _spots(face: TileFace) -> Floats:
    """Return the points of a face at which its colour is sampled."""
    corner, one, _, other = RHOMBI[face]
    return np.asarray(corner + PROBES @ np.stack([one - corner, other - corner]))


def tiles_on(
    image: Image, lattice: TileLattice, marks: Marks, inks: FaceInks, params: TileParams
) -> tuple[dict[Axial, TilePose], int]:
    """Return the pose of the tile on each occupied place, and how many have three faces of the right colours."""
    taken = marks.taken
    places = [*taken, *_free_places(taken, params.search.steps)]
    flat = lattice.pitch * middles(np.array(places))
    poses = [lattice.pose(marks, place) for place in taken] + [TilePose(middle, 0.0) for middle in flat[len(taken) :]]
    seen = face_colours(image, lattice, np.array([(*p.middle, p.turn) for p in poses]), inks, params.cubes.dark)
    contrast = inks.contrast(seen.middle)
    with np.errstate(invalid="ignore"):
        fitting = (inks.like(seen.middle) < params.search.like).sum(axis=1)
        even = seen.spread < params.search.rough + params.search.uneven * np.maximum(contrast, 0) * inks.apart
    faces = np.zeros(len(places), int)
    faces[: len(taken)] = [len(marks.of(place)[0]) // 4 for place in taken]
    marked = (faces > 0) & ((fitting + faces >= 3) | (contrast > params.search.faint))
    there = (faces >= 2) | marked | ((contrast > params.search.contrast) & even)
    whole = int((there & ((fitting == len(TileFace)) | (faces == len(TileFace)))).sum())
    return {place: pose for place, pose, lies in zip(places, poses, there, strict=True) if lies}, whole


def _free_places(taken: list[Axial], steps: int) -> list[Axial]:
    """Return the places within `steps` of a taken one that nothing takes."""
    span = range(-steps, steps + 1)
    around = [(a, b) for a in span for b in span if abs(a + b) <= steps]
    return sorted({(q + a, r + b) for q, r in taken for a, b in around} - set(taken))
