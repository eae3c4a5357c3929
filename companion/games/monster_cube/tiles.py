"""Tiles of Monster Cube and where they lie, with their one-line notation: `0,0=5/2/9 1,0=4/6/1 …`.

A tile is a pointed hexagon drawn as a cube: yellow on top, red on the left, blue on the right. Nothing is ever turned.
Places are axial (q, r): E(+1,0) W(-1,0) NE(+1,-1) NW(0,-1) SE(0,+1) SW(-1,+1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from companion.errors import BadInput
from companion.observations import Axial, TileFace

NUMBERS = range(1, 10)
FACES: tuple[TileFace, ...] = (TileFace.YELLOW, TileFace.RED, TileFace.BLUE)
LETTERS = {"Y": TileFace.YELLOW, "R": TileFace.RED, "B": TileFace.BLUE}
LETTER_OF = {face: letter for letter, face in LETTERS.items()}

AROUND: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours of a place: E, NE, NW, W, SW, SE."""

ZIGZAG: tuple[Axial, ...] = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (-1, 2), (0, 2), (1, 2))
"""Three rows of three, the second shifted by half a tile, the third below the first."""
SLANTED: tuple[Axial, ...] = tuple((q, r) for r, q in product(range(3), range(3)))
"""Three rows of three, each shifted further."""
TILES = len(ZIGZAG)

_PLACE = re.compile(r"(-?\d{1,3}),(-?\d{1,3})")
_TILE = re.compile(r"(-?\d{1,3}),(-?\d{1,3})=([1-9])/([1-9])/([1-9])")


def add(place: Axial, step: Axial) -> Axial:
    """Return the place that lies `step` from `place`."""
    return place[0] + step[0], place[1] + step[1]


def neighbours(place: Axial) -> tuple[Axial, ...]:
    """Return the six places round `place`."""
    q, r = place
    return (q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)


def write_place(place: Axial) -> str:
    """Return the notation of `place`: `2,-1`."""
    return f"{place[0]},{place[1]}"


def parse_place(text: str) -> Axial:
    """Return the place written as `2,-1`; raise BadInput otherwise."""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise BadInput(f"{text!r} is no place of a tile: it is written q,r as in 2,-1")
    return int(found[1]), int(found[2])


class Tile(NamedTuple):
    """The numbers or pips of one tile."""

    yellow: int
    red: int
    blue: int

    def on(self, face: TileFace) -> int:
        """Return what `face` shows."""
        return self[FACES.index(face)]

    def __str__(self) -> str:
        return "/".join(str(number) for number in self)


class FaceAt(NamedTuple):
    """One face of the tile at `place`; its notation is `2,-1Y`."""

    place: Axial
    face: TileFace

    def __str__(self) -> str:
        return f"{write_place(self.place)}{LETTER_OF[self.face]}"

    @classmethod
    def parse(cls, text: str) -> FaceAt:
        """Return the face written as `2,-1Y`; raise BadInput otherwise."""
        letter = text[-1:].upper()
        if letter not in LETTERS:
            raise BadInput(f"{text!r} is no face: it ends with Y (yellow), R (red) or B (blue), as in 2,-1Y")
        return cls(parse_place(text[:-1]), LETTERS[letter])


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """Tiles on the table, by place."""

    lying: tuple[tuple[Axial, Tile], ...]
    at: Mapping[Axial, Tile] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.lying, key=lambda each: (each[0][1], each[0][0])))
        object.__setattr__(self, "lying", ordered)
        object.__setattr__(self, "at", dict(ordered))

    @classmethod
    def of(cls, tiles: Mapping[Axial, Tile]) -> Layout:
        """Return the layout of `tiles` by place."""
        return cls(tuple(tiles.items()))

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Return the layout written as `0,0=5/2/9 1,0=4/6/1 …`; raise BadInput with one clear line otherwise."""
        tiles: dict[Axial, Tile] = {}
        for part in text.split():
            found = _TILE.fullmatch(part)
            if found is None:
                raise BadInput(f"{part!r} is no tile: it is written q,r=yellow/red/blue with 1 to 9, as in 0,0=5/2/9")
            place = int(found[1]), int(found[2])
            if place in tiles:
                raise BadInput(f"two tiles lie at {write_place(place)}")
            tiles[place] = Tile(int(found[3]), int(found[4]), int(found[5]))
        if not tiles:
            raise BadInput("there are no tiles: write them as 0,0=5/2/9 1,0=4/6/1 …")
        return cls.of(tiles)

    def __str__(self) -> str:
        return " ".join(f"{write_place(place)}={tile}" for place, tile in self.lying)

    def __repr__(self) -> str:
        return f"Layout.parse({str(self)!r})"

    def __len__(self) -> int:
        return len(self.lying)

    @property
    def places(self) -> frozenset[Axial]:
        """Where tiles lie."""
        return frozenset(self.at)

    def number(self, face: FaceAt) -> int | None:
        """Return what `face` shows, or None where no tile lies."""
        tile = self.at.get(face.place)
        return None if tile is None else tile.on(face.face)

    def shifted(self, step: Axial) -> Layout:
        """Return the same tiles, all moved by `step`."""
        return Layout(tuple((add(place, step), tile) for place, tile in self.lying))

    def lonely(self) -> Iterator[Axial]:
        """Yield the places of all tiles that touch no other."""
        yield from (place for place in self.at if not any(near in self.at for near in neighbours(place)))

    @property
    def is_one_group(self) -> bool:
        """Whether one can walk from any tile to any other over tiles that touch."""
        return len(self.reached_from(self.lying[0][0])) == len(self) if self.lying else True

    def reached_from(self, start: Axial) -> frozenset[Axial]:
        """Return all places that can be walked to from `start` over tiles that touch."""
        reached, ahead = {start}, [start]
        while ahead:
            for near in neighbours(ahead.pop()):
                if near in self.at and near not in reached:
                    reached.add(near)
                    ahead.append(near)
        return frozenset(reached)


def laid(places: Iterable[Axial], tiles: Iterable[Tile]) -> Layout:
    """Return `tiles` laid in order on `places`."""
    return Layout(tuple(zip(places, tiles, strict=True)))
