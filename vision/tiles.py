"""Reading Monster Cube tiles: nine hexagons with three faces each, in one group or several, on any table.

rhombi of one colour → cubes of three → one plane and its places → six corners of each tile → two opinions on each face
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.observations import Axial, Hexagon, Kind, Observation, SeenFace, SeenTile, Side
from companion.texts import Message, say
from vision.arrays import Floats, Image
from vision.exposure import hopeless, with_faults
from vision.frame import checked
from vision.tiling.judge import read_face, shows_other_side, side_of
from vision.tiling.lattice import Pose
from vision.tiling.layout import Layout, find_layout, overlapping
from vision.tiling.opinions import Opinions, networks
from vision.tiling.params import DEFAULT, TileParams


@dataclass(frozen=True, slots=True)
class _Laid:
    """The tiles of a picture before they are read, in the order in which they are named."""

    places: list[Axial | None]
    poses: list[Pose]
    corners: list[Floats]
    """In the photograph."""
    inside: list[bool]
    """Whether the whole tile lies in the photograph."""


def read_tiles(image: Image, params: TileParams = DEFAULT) -> Observation:
    """Return the tiles in `image`, row by row as they lie, the yellow faces on top."""
    image = checked(image)
    why = hopeless(image)
    return with_faults(image, _read(image, params)) if why is None else Observation(Kind.TILES, (), (why,))


def _read(image: Image, params: TileParams) -> Observation:
    layout, scale = _best_layout(image, params)
    if layout is None or not layout.tiles:
        return Observation(Kind.TILES, (), (say("I see no tiles"),))
    laid = _in_order(layout, scale, image)
    opinions = networks().read(image, laid.corners)
    side, clear = side_of(opinions, params.belief)
    tiles = tuple(_seen(number, laid, opinions, side, params) for number in range(len(laid.places)))
    problems = (*_of_places(tiles, laid, params), *_of_faces(tiles, laid, opinions, side, params))
    doubt = () if clear else (say("I cannot tell whether numbers or pips lie up"),)
    return Observation(Kind.TILES, (), (*problems, *doubt), tiles, side)


def _best_layout(image: Image, params: TileParams) -> tuple[Layout | None, float]:
    """Return the layout in the first size in which all tiles are seen, else where most are, and what size that is."""
    best: tuple[Layout | None, float] = (None, 1.0)
    for long_side in params.rhombi.long_sides:
        work, scale = _resized(image, long_side)
        layout = find_layout(work, params)
        if layout is None:
            continue
        if best[0] is None or abs(layout.needed - params.tiles) < abs(best[0].needed - params.tiles):
            best = layout, scale
        if len(layout.tiles) == layout.needed == params.tiles:
            break
    return best


def _resized(image: Image, long_side: int) -> tuple[Image, float]:
    """Return `image` in another size, and how many of its pixels make one of the original."""
    scale = long_side / max(image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8), scale


def _in_order(layout: Layout, scale: float, image: Image) -> _Laid:
    """Return the tiles row by row, the first at (0, 0); those without a place come last."""
    order = sorted(layout.tiles, key=lambda place: (place[1], place[0]))
    first = order[0]
    places: list[Axial | None] = [(q - first[0], r - first[1]) for q, r in order]
    poses = [*(layout.tiles[place] for place in order), *layout.strays]
    corners = [np.asarray((layout.corners(pose) + 0.5) / scale - 0.5) for pose in poses]
    return _Laid([*places, *[None] * len(layout.strays)], poses, corners, [_is_inside(each, image) for each in corners])


def _is_inside(corners: Floats, image: Image) -> bool:
    size = np.array(image.shape[1::-1])
    return bool((corners >= -0.5).all() and (corners <= size - 0.5).all())


def _seen(number: int, laid: _Laid, opinions: Opinions, side: Side, params: TileParams) -> SeenTile:
    """Return one tile; one that is partly out of the picture is not read."""
    yellow, red, blue = (
        read_face(opinions, number, face, side, params.belief)
        if laid.inside[number]
        else SeenFace(None, 0.0, sure=False)
        for face in range(3)
    )
    return SeenTile(laid.places[number], yellow, red, blue, _hexagon(laid.corners[number]))


def _hexagon(corners: Floats) -> Hexagon:
    one, two, three, four, five, six = ((float(x), float(y)) for x, y in corners)
    return one, two, three, four, five, six


def _of_places(tiles: tuple[SeenTile, ...], laid: _Laid, params: TileParams) -> Iterator[Message]:
    """Yield what is wrong with where the tiles lie."""
    if len(tiles) != params.tiles:
        yield say("I see {seen} tiles instead of {wanted}", seen=len(tiles), wanted=params.tiles)
    for number, (tile, inside) in enumerate(zip(tiles, laid.inside, strict=True), start=1):
        if not inside:
            yield say("tile {tile} is partly out of the picture", tile=number)
        elif tile.place is None:
            yield say("tile {tile} lies between two places; push it against the others", tile=number)
    for one, other in overlapping(laid.poses, params):
        yield say("tiles {one} and {other} lie one over the other", one=one + 1, other=other + 1)


def _of_faces(
    tiles: tuple[SeenTile, ...], laid: _Laid, opinions: Opinions, side: Side, params: TileParams
) -> Iterator[Message]:
    """Yield what is wrong with what the tiles show."""
    turned_over = shows_other_side(opinions, side, params.belief)
    for number, tile in enumerate(tiles, start=1):
        if not laid.inside[number - 1]:
            continue
        if turned_over[number - 1]:
            yield say("tile {tile} shows its other side", tile=number)
        elif all(face.value is None for face in tile.faces.values()):
            yield say("tile {tile} cannot be read; does something lie over it?", tile=number)
