"""Reading Monster Cube tiles: nine hexagons with three faces each, in one group or several, on any table.

detect      areas of one colour with four corners, and cubes of three of them
refine      one layout explains most cubes; places that are still free are searched
classify    two small networks read each face
pose        the plane of the table, and how each tile lies on it
confidence  which side lies up, and which faces may be believed
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.observations import Axial, Hexagon, Kind, Observation, Problem, ProblemKind, SeenFace, SeenTile, Side
from companion.texts import say
from vision.arrays import Floats, Image
from vision.exposure import hopeless, with_faults
from vision.frame import checked
from vision.operations import rescaled, resized_between
from vision.tiles.classify.networks import FaceProbabilities, tile_classifiers
from vision.tiles.confidence import read_face, shows_other_side, side_of
from vision.tiles.params import DEFAULT, TileParams
from vision.tiles.pose import TilePose
from vision.tiles.refine.layout import TileLayout, find_layout, overlapping


@dataclass(frozen=True, slots=True)
class _Laid:
    """The tiles of a picture before they are read, in the order in which they are named."""

    places: list[Axial | None]
    poses: list[TilePose]
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
        return Observation(Kind.TILES, (), (Problem.of(ProblemKind.NOTHING, say("I see no tiles")),))
    laid = _in_order(layout, scale, image)
    probabilities = tile_classifiers().read(image, laid.corners)
    side, clear = side_of(probabilities, params.belief)
    tiles = tuple(_seen(number, laid, probabilities, side, params) for number in range(len(laid.places)))
    problems = (*_of_places(tiles, laid, params), *_of_faces(tiles, laid, probabilities, side, params))
    doubt = () if clear else (Problem.of(ProblemKind.OTHER_SIDE, say("I cannot tell whether numbers or pips lie up")),)
    return Observation(Kind.TILES, (), (*problems, *doubt), tiles, side)


def _best_layout(image: Image, params: TileParams) -> tuple[TileLayout | None, float]:
    """Return the layout in the first size in which all tiles are seen, else where most are, and what size that is."""
    best: tuple[TileLayout | None, float] = (None, 1.0)
    for long_side in params.rhombi.long_sides:
        work, scale = resized_between(image, long_side, long_side)
        layout = find_layout(work, params)
        if layout is None:
            continue
        if best[0] is None or abs(layout.needed - params.tiles) < abs(best[0].needed - params.tiles):
            best = layout, scale
        if len(layout.tiles) == layout.needed == params.tiles:
            break
    return best


def _in_order(layout: TileLayout, scale: float, image: Image) -> _Laid:
    """Return the tiles row by row, the first at (0, 0); those without a place come last."""
    order = sorted(layout.tiles, key=lambda place: (place[1], place[0]))
    first = order[0]
    places: list[Axial | None] = [(q - first[0], r - first[1]) for q, r in order]
    poses = [*(layout.tiles[place] for place in order), *layout.strays]
    corners = [rescaled(layout.corners(pose), scale) for pose in poses]
    return _Laid([*places, *[None] * len(layout.strays)], poses, corners, [_is_inside(each, image) for each in corners])


def _is_inside(corners: Floats, image: Image) -> bool:
    size = np.array(image.shape[1::-1])
    return bool((corners >= -0.5).all() and (corners <= size - 0.5).all())


def _seen(number: int, laid: _Laid, probabilities: FaceProbabilities, side: Side, params: TileParams) -> SeenTile:
    """Return one tile; one that is partly out of the picture is not read."""
    yellow, red, blue = (
        read_face(probabilities, number, face, side, params.belief)
        if laid.inside[number]
        else SeenFace(None, 0.0, sure=False)
        for face in range(3)
    )
    return SeenTile(laid.places[number], yellow, red, blue, _hexagon(laid.corners[number]))


def _hexagon(corners: Floats) -> Hexagon:
    one, two, three, four, five, six = ((float(x), float(y)) for x, y in corners)
    return one, two, three, four, five, six


def _of_places(tiles: tuple[SeenTile, ...], laid: _Laid, params: TileParams) -> Iterator[Problem]:
    """Yield what is wrong with where the tiles lie."""
    if len(tiles) != params.tiles:
        what = say("I see {seen} tiles instead of {wanted}", seen=len(tiles), wanted=params.tiles)
        yield Problem.of(ProblemKind.COUNT, what)
    for number, (tile, inside) in enumerate(zip(tiles, laid.inside, strict=True), start=1):
        if not inside:
            yield Problem.of(ProblemKind.CUT, say("tile {tile} is partly out of the picture", tile=number))
        elif tile.place is None:
            what = say("tile {tile} lies between two places; push it against the others", tile=number)
            yield Problem.of(ProblemKind.UNSETTLED, what)
    for one, other in overlapping(laid.poses, params):
        what = say("tiles {one} and {other} lie one over the other", one=one + 1, other=other + 1)
        yield Problem.of(ProblemKind.OVERLAP, what)


def _of_faces(
    tiles: tuple[SeenTile, ...], laid: _Laid, probabilities: FaceProbabilities, side: Side, params: TileParams
) -> Iterator[Problem]:
    """Yield what is wrong with what the tiles show."""
    turned_over = shows_other_side(probabilities, side, params.belief)
    for number, tile in enumerate(tiles, start=1):
        if not laid.inside[number - 1]:
            continue
        if turned_over[number - 1]:
            yield Problem.of(ProblemKind.OTHER_SIDE, say("tile {tile} shows its other side", tile=number))
        elif all(face.value is None for face in tile.faces.values()):
            what = say("tile {tile} cannot be read; does something lie over it?", tile=number)
            yield Problem.of(ProblemKind.UNREADABLE, what)
