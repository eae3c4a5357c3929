"""Two readings of the same tiles: what has changed between them. Knows no game.

Places are told up to a common shift, so the second reading is laid over the first wherever most tiles agree. A tile
knows which of its faces is on top: whoever looks from the other side of the table reads the same places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.observations import Axial, Observation, SeenTile
from companion.texts import Message, say

Values: TypeAlias = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Stayed:
    """Every tile lies where it lay."""

    shift: Axial
    """What to add to a place of the second reading to have it in the first one's terms."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Exactly one tile lies elsewhere. Places are told in the terms of the first reading."""

    values: Values
    start: Axial
    end: Axial
    shift: Axial
    """What to add to a place of the second reading to have it in the first one's terms."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nobody can tell; somebody must be asked."""

    why: Message


def moved(before: Observation, after: Observation) -> Stayed | Moved | Unclear:
    """Return which tile has been moved between two readings; anything but exactly one, or none, is unclear."""
    for reading in (before, after):
        if not reading.sure or not reading.tiles:
            return Unclear(say("the tiles are not read with certainty"))
    if before.side is not after.side or len(before.tiles) != len(after.tiles):
        return Unclear(say("these are not the same tiles"))
    return moved_between(placed(before.tiles), placed(after.tiles))


def placed(tiles: Iterable[SeenTile]) -> dict[Axial, Values]:
    """Return the values of the tiles by their places."""
    return {tile.place: tile.values for tile in tiles if tile.place is not None}


def moved_between(before: Mapping[Axial, Values], after: Mapping[Axial, Values]) -> Stayed | Moved | Unclear:
    """Return which tile lies elsewhere in `after`; both are layouts without doubts."""
    if Counter(before.values()) != Counter(after.values()):
        return Unclear(say("these are not the same tiles"))
    found = [(_shifted(after, shift), shift) for shift in _shifts(before, after)]
    if stayed := [shift for tiles, shift in found if tiles == before]:
        return Stayed(stayed[0])
    moves = _distinct(move for tiles, shift in found if (move := _single(before, tiles, shift)) is not None)
    match moves:
        case [move]:
            return move
        case []:
            return Unclear(say("more than one tile lies elsewhere"))
    return Unclear(say("more than one tile may have been moved"))


def _shifts(before: Mapping[Axial, Values], after: Mapping[Axial, Values]) -> list[Axial]:
    """Return every shift that brings some tile where one with the same values was."""
    return sorted(
        {(q - a, r - b) for (q, r), values in before.items() for (a, b), others in after.items() if values == others}
    )


def _shifted(tiles: Mapping[Axial, Values], shift: Axial) -> dict[Axial, Values]:
    return {(q + shift[0], r + shift[1]): values for (q, r), values in tiles.items()}


def _single(before: Mapping[Axial, Values], after: Mapping[Axial, Values], shift: Axial) -> Moved | None:
    """Return the one tile that lies elsewhere, if exactly one does."""
    left = [place for place, values in before.items() if after.get(place) != values]
    come = [place for place, values in after.items() if before.get(place) != values]
    if len(left) != 1 or len(come) != 1 or before[left[0]] != after[come[0]]:
        return None
    return Moved(before[left[0]], left[0], come[0], shift)


def _distinct(moves: Iterable[Moved]) -> Sequence[Moved]:
    """Return the moves that differ in what happened on the table."""
    kept: dict[tuple[Values, Axial, Axial], Moved] = {}
    for move in moves:
        kept.setdefault((move.values, move.start, move.end), move)
    return list(kept.values())
