"""Where the tiles lie: the best explanation of all rhombi, and what it does not explain.

Three faces of three tiles have the outline of one tile upside down. Both hypotheses are followed to the end where
they are close; the right one needs fewer tiles for the same faces.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.observations import Axial
from vision.arrays import Floats, Image
from vision.tiles.detect.cubes import Cubes, find_cubes
from vision.tiles.detect.rhombi import Rhombi, find_rhombi
from vision.tiles.params import TileParams
from vision.tiles.pose import SEVEN, Marks, TileLattice, TilePose, fit_lattices, marks_of, nearest_place, pose_of
from vision.tiles.refine.search import inks_of, tiles_on, with_rhombi


@dataclass(frozen=True, slots=True)
class TileLayout:
    """The tiles of a picture, in its pixels."""

    lattice: TileLattice
    tiles: dict[Axial, TilePose]
    strays: tuple[TilePose, ...]
    """Tiles that fit no place."""
    whole: int
    """The number of tiles whose three faces all have the expected colours."""
    needed: int
    """The number of tiles that explain all faces."""

    def corners(self, pose: TilePose) -> Floats:
        """Return the corners of a tile in the picture, the top one first, clockwise."""
        return self.lattice.onto(pose.corners)


def find_layout(image: Image, params: TileParams) -> TileLayout | None:
    """Return where the tiles in `image` lie; None where there are none."""
    rhombi = find_rhombi(image, params.rhombi)
    cubes = find_cubes(rhombi, params.cubes)
    ways = fit_lattices(cubes, params.lattice)
    if not ways:
        return None
    most_tiles = len(ways[0][1])
    close = [way for way in ways if len(way[1]) >= params.search.close * most_tiles][: params.search.ways]
    if most_tiles == params.tiles:
        close = close[:1]
    found = [_followed(image, lattice, places, cubes, rhombi, params) for lattice, places in close]
    return max(found, key=lambda layout: 2 * layout.whole - layout.needed)


def _followed(
    image: Image, lattice: TileLattice, places: dict[int, Axial], cubes: Cubes, rhombi: Rhombi, params: TileParams
) -> TileLayout:
    """Return the layout that a first lattice leads to."""
    inks = inks_of(cubes, places, rhombi, params)
    lattice, marks = with_rhombi(lattice, marks_of(cubes, places), rhombi, inks, params)
    tiles, whole = tiles_on(image, lattice, marks, inks, params)
    joined, strays = _apart(cubes, lattice, tiles, marks, params)
    needed = len({*marks.taken, *tiles}) + len(joined) + len(strays)
    return TileLayout(lattice, {**tiles, **joined}, strays, whole, needed)


def _apart(
    cubes: Cubes, lattice: TileLattice, tiles: dict[Axial, TilePose], marks: Marks, params: TileParams
) -> tuple[dict[Axial, TilePose], tuple[TilePose, ...]]:
    """Return the cubes that lie beside the lattice: those that can only mean one place, and those that fit none."""
    joined: dict[Axial, TilePose] = {}
    strays: list[TilePose] = []
    flat = lattice.back(cubes.points).reshape(-1, len(SEVEN), 2)
    near = np.array([pose.middle for pose in tiles.values()]).reshape(-1, 2)
    for points in flat:
        pose = pose_of(SEVEN, points)
        size = float(np.linalg.norm(points[1:] - points[1:].mean(axis=0), axis=1).mean())
        whole = params.lattice.sizes[0] < size < params.lattice.sizes[1]
        others = np.vstack([near, *(each.middle[None] for each in (*joined.values(), *strays))])
        if not whole or np.linalg.norm(others - pose.middle, axis=1).min() < params.lattice.own:
            continue  # three faces of the tiles that are known already
        place, off = nearest_place(pose.middle, lattice.pitch)
        upright = abs(np.degrees(pose.turn)) < params.lattice.group_turned_deg
        if upright and off < params.lattice.group_off and place not in tiles and place not in joined:
            joined[place] = pose
        else:
            strays.append(pose)
    return joined, tuple(strays)


def overlapping(poses: list[TilePose], params: TileParams) -> list[tuple[int, int]]:
    """Return which tiles, counted from 0, lie one over the other."""
    middles = np.array([pose.middle for pose in poses])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    return [(a, b) for b in range(len(poses)) for a in range(b) if away[a, b] < params.lattice.overlap]
