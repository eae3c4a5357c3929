"""The contact sheet: places where a die may lie, cut out, scaled to one size, and searched in one pass.

The places come from the detector or from the lattice of a square. On the contact sheet every die
has nearly the same edge, whatever the camera and however many sizes of dice lie on the table: a pip has its usual
size there, small dice are enlarged before pips are searched, and nothing is searched where there is no die.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from vision.arrays import Floats, Image, Ints
from vision.dice.classify.templates import Readings, read_frames
from vision.dice.detect.consensus import NOTHING_IN_COMMON, Common, common_of, worth
from vision.dice.detect.frames import FaceFrames, joined, pairs_of
from vision.dice.detect.lattice_search import face_at, fair, frames_of_many, without_strangers
from vision.dice.detect.single_pips import frames_of_ones
from vision.dice.detect.spots import Spots, Spotter
from vision.dice.face import Face
from vision.dice.params import ContactSheetParams, Params
from vision.operations import framed


@dataclass(frozen=True, slots=True)
class SearchPlace:
    """Where a die may lie, in pixels of the picture."""

    x: float
    y: float
    edge: float


@dataclass(frozen=True, slots=True)
class PlaceFaces:
    """What was seen in one place, in pixels of the picture."""

    faces: list[Face]
    """All faces that were read there, the most convincing first."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """One place on the contact sheet: a pixel of the picture is `scale` pixels of the sheet."""

    left: int
    top: int
    scale: float
    origin: Floats
    """The pixel of the picture that lies at the tile's corner."""
    middle: Floats
    """On the sheet."""

    def to_picture(self, points: Floats) -> Floats:
        """Return points of the sheet in pixels of the picture."""
        # Half a pixel is added before scaling and subtracted after it: coordinates are those of pixel
        # middles.
        x = (0.5 - self.left) / self.scale - 0.5 + self.origin[0]
        y = (0.5 - self.top) / self.scale - 0.5 + self.origin[1]
        return np.asarray(points / self.scale + (x, y))


def search_places(image: Image, places: list[SearchPlace], params: Params) -> tuple[list[PlaceFaces], Common]:
    """Return what is seen in each of `places`, and what most of them have in common on the contact sheet."""
    p = params.contact_sheet
    if not places:
        return [], NOTHING_IN_COMMON
    sheet, tiles = _sheet(image, places, p)
    pips = replace(params.pips, levels=p.levels, least_px=p.least_px, most=p.spots * len(places))
    spots = Spotter(sheet, pips).all()
    faces = _of_many(sheet, spots, tiles, params)
    common = common_of([_best(each) for each in faces if each], params.lattice_search)
    # A 1 needs the common size of the other dice, so ones are searched after them.
    for mine, ones in zip(faces, _of_one(sheet, spots, tiles, common, params), strict=True):
        mine += ones
    common = common_of([_best(each) for each in faces if each], params.lattice_search)
    return [_faces_of_place(*each, common, params) for each in zip(tiles, faces, strict=True)], common


def _best(faces: list[Face]) -> Face:
    return max(faces, key=lambda face: face.merit)


Table: TypeAlias = "list[list[Face]]"
"""The faces of each tile."""


def _of_many(sheet: Image, spots: Spots, tiles: list[_Tile], params: Params) -> Table:
    """Return the better faces of more than one pip in the middle of each tile."""
    pairs = pairs_of(spots, params.faces)
    tile = spots.centre // params.contact_sheet.tile
    pairs = pairs[(tile[pairs[:, 0]] == tile[pairs[:, 1]]).all(axis=1)]
    table: Table = [[] for _ in tiles]
    kinds = frames_of_many(spots, pairs, params.faces)
    frames, where, kind = _in_the_middle([frames for frames, _ in kinds], tiles, params.contact_sheet)
    readings = read_frames(sheet, frames, params.templates, params.faces)
    for number, (_, values) in enumerate(kinds):
        rows = np.flatnonzero(kind == number)
        _add_better(table, frames.pick(rows), readings.pick(rows), values, where[rows], params)
    return _without_strangers(table, spots, tiles, params)


def _of_one(sheet: Image, spots: Spots, tiles: list[_Tile], common: Common, params: Params) -> Table:
    """Return the better faces of one pip in the middle of each tile."""
    where = _tile_of(spots.centre, tiles, params.contact_sheet)
    middle = np.hypot(*(spots.centre - np.array([tile.middle for tile in tiles])[where]).T)
    few = spots.pick(middle < params.contact_sheet.near_of_one * params.contact_sheet.edge)
    ones, square = frames_of_ones(sheet, few, common.edge or params.contact_sheet.edge, params.single_pips)
    readings = read_frames(sheet, ones, params.templates, params.faces)
    table: Table = [[] for _ in tiles]
    where = _tile_of(ones.centre, tiles, params.contact_sheet)
    _add_better(table, ones, replace(readings, even=readings.even * square), (1,), where, params)
    return _without_strangers(table, spots, tiles, params)


def _without_strangers(table: Table, spots: Spots, tiles: list[_Tile], params: Params) -> Table:
    """Return `table` with less convincing faces where more spots of their tile lie on them than their value says."""
    where = np.repeat(np.arange(len(tiles)), [len(faces) for faces in table])
    places = where, _tile_of(spots.centre, tiles, params.contact_sheet)
    faces = iter(without_strangers([face for each in table for face in each], spots, params, places))
    return [[next(faces) for _ in each] for each in table]


def _tile_of(points: Floats, tiles: list[_Tile], params: ContactSheetParams) -> Ints:
    """Return on which tile each of `points` lies."""
    across = max(tile.left for tile in tiles) // params.tile + 1
    column, row = np.asarray(points // params.tile, np.int64).reshape(-1, 2).T
    return np.asarray(np.clip(row * across + column, 0, len(tiles) - 1), np.int64)


def _in_the_middle(
    tables: list[FaceFrames], tiles: list[_Tile], params: ContactSheetParams
) -> tuple[FaceFrames, Ints, Ints]:
    """Return the frames that lie in the middle of a tile and have nearly its size, in which tile, from which table."""
    frames, table = joined(tables), np.repeat(np.arange(len(tables)), [len(each) for each in tables])
    where = _tile_of(frames.centre, tiles, params)
    away = np.hypot(*(frames.centre - np.array([tile.middle for tile in tiles])[where]).T)
    keep = (away < params.near * params.edge) & (np.abs(np.log(frames.edge / params.edge)) < params.size)
    return frames.pick(keep), where[keep], table[keep]


def _add_better(
    table: Table, frames: FaceFrames, readings: Readings, values: tuple[int, ...], where: Ints, params: Params
) -> None:
    """Add to `table` the few most convincing faces of each tile and value."""
    good = np.flatnonzero(fair(frames, readings, values, params))
    merit = (
        readings.fit[good]
        * readings.even[good]
        * np.exp(-np.abs(np.log(frames.edge[good] / params.contact_sheet.edge)))
    )
    taken: Counter[tuple[int, int]] = Counter()
    for i in good[np.argsort(-merit)]:
        key = int(where[i]), int(readings.value[i])
        taken[key] += 1
        if taken[key] <= params.contact_sheet.of_a_value:
            table[key[0]].append(face_at(frames, readings, int(i)))


def _sheet(image: Image, places: list[SearchPlace], params: ContactSheetParams) -> tuple[Image, list[_Tile]]:
    """Return the contact sheet of `places`, and where each lies on it."""
    across = int(np.ceil(len(places) ** 0.5))
    down = -(-len(places) // across)
    sheet = np.zeros((down * params.tile, across * params.tile, 3), np.uint8)
    tiles = []
    for number, place in enumerate(places):
        row, column = divmod(number, across)
        top, left = row * params.tile, column * params.tile
        part, origin = _cut(image, place, params)
        scale = params.tile / part.shape[0]
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        size = (params.tile, params.tile)
        sheet[top : top + params.tile, left : left + params.tile] = cv2.resize(part, size, interpolation=way)
        middle = np.array([left, top]) + params.tile / 2
        tiles.append(_Tile(left, top, scale, origin, middle))
    return sheet, tiles


def _cut(image: Image, place: SearchPlace, params: ContactSheetParams) -> tuple[Image, Floats]:
    """Return a square part of `image` round `place`, its border repeated where it reaches out, and its first pixel."""
    side = max(4, round(place.edge * params.tile / params.edge))
    left, top = round(place.x - side / 2), round(place.y - side / 2)
    height, width = image.shape[:2]
    rims = max(-top, 0), max(top + side - height, 0), max(-left, 0), max(left + side - width, 0)
    part = image[max(top, 0) : top + side, max(left, 0) : left + side]
    # A repeated border is even, so that no spots arise beyond the picture.
    return framed(part, rims), np.array([left, top], np.float64)


def _faces_of_place(tile: _Tile, faces: list[Face], common: Common, params: Params) -> PlaceFaces:
    """Return what of the sheet belongs to `tile`, in pixels of the picture."""
    ordered = sorted(faces, key=lambda face: worth(face, common, params.lattice_search), reverse=True)
    return PlaceFaces([_to_picture(face, tile) for face in ordered])


def _to_picture(face: Face, tile: _Tile) -> Face:
    return replace(face, centre=tile.to_picture(face.centre), u=face.u / tile.scale, v=face.v / tile.scale)
