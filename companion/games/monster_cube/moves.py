"""Moving one tile: where it may go, and in words everything that is wrong with a move, a layout or a claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from companion.errors import BadInput
from companion.games.monster_cube.options import Linked
from companion.games.monster_cube.tiles import FaceAt, Layout, Tile, neighbours, parse_place, write_place
from companion.observations import Axial
from companion.texts import Message, say

# What can be wrong with a claim, a move or a layout, in words that a child understands.


class ClaimFaultKind(Enum):
    """Every kind of mistake."""

    NOT_THREE = "not three faces"
    SAME_FACE = "a face named twice"
    NO_TILE = "a place without a tile"
    ONE_TILE = "three faces of one tile"
    NOT_IN_LINE = "one colour, but not three tiles in one line"
    NOT_TOUCHING = "one colour in one line of tiles, but the faces do not touch"
    BENT = "faces side by side, but not in one line"
    TWO_TILES = "two tiles where three are needed"
    NOT_ADJACENT = "faces that do not lie together"
    NOT_ALLOWED_HERE = "a combination that this rule set does not have"
    WRONG_NUMBERS = "a formula with other numbers than the faces show"
    WRONG_FORM = "a formula that the rules do not have"
    WRONG_VALUE = "a formula that makes something else"
    IMPOSSIBLE = "three numbers that cannot make the code"
    NOT_MOVED = "a move that moves nothing"
    TAKEN = "a move to a place where a tile lies"
    ALONE = "a tile that touches no other"
    TORN = "tiles in more than one group"
    NOT_USED = "a moved tile that is not used"
    MUST_MOVE = "no move where one is needed"
    TOO_LATE = "time is over"
    NO_FACES = "nothing was shown"
    MORE_THAN_ONE = "more than one tile elsewhere"
    FOREIGN = "a tile that was not there before"
    MISSING = "a tile that is gone"


@dataclass(frozen=True, slots=True)
class ClaimFault:
    """One thing that is wrong, and how to say it."""

    kind: ClaimFaultKind
    what: Message


# Moving one tile (MC-14, MC-15): where it may go, what is wrong with a move, and which move two readings tell.


class Move(NamedTuple):
    """One tile goes from `start` to `end`; its notation is `2,2>3,-1`."""

    start: Axial
    end: Axial

    def __str__(self) -> str:
        return f"{write_place(self.start)}>{write_place(self.end)}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move written as `2,2>3,-1`; raise BadInput otherwise."""
        start, sign, end = text.partition(">")
        if not sign:
            raise BadInput(f"{text!r} is no move: it is written from>to, as in 2,2>3,-1")
        return cls(parse_place(start.strip()), parse_place(end.strip()))


def moved(layout: Layout, move: Move | None) -> Layout:
    """Return `layout` after `move`; a move that cannot be made changes nothing."""
    if move is None or move.start not in layout.at or move.end in layout.at:
        return layout
    tiles = {place: tile for place, tile in layout.lying if place != move.start}
    return Layout.of({**tiles, move.end: layout.at[move.start]})


def unmoved(face: FaceAt, move: Move | None) -> FaceAt:
    """Return where `face` was before `move`."""
    return FaceAt(move.start, face.face) if move is not None and face.place == move.end else face


def move_faults(layout: Layout, move: Move, linked: Linked) -> Iterator[ClaimFault]:
    """Yield everything that is wrong with `move`, except what it is used for."""
    if move.start not in layout.at:
        yield ClaimFault(
            ClaimFaultKind.NO_TILE, say("there is no tile to move at {place}", place=write_place(move.start))
        )
    if move.start == move.end:
        yield ClaimFault(ClaimFaultKind.NOT_MOVED, say("the tile lies where it was: it was not moved"))
    elif move.end in layout.at:
        yield ClaimFault(ClaimFaultKind.TAKEN, say("the tile cannot go there: another one lies in that place"))
    elif move.start in layout.at:
        yield from link_faults(moved(layout, move), linked)


def link_faults(layout: Layout, linked: Linked) -> Iterator[ClaimFault]:
    """Yield why the tiles do not hold together: "all must stay linked to at least one other" (MC-15)."""
    lonely = tuple(layout.lonely())
    for place in lonely:
        yield ClaimFault(
            ClaimFaultKind.ALONE, say("the tile {tile} touches no other tile now", tile=str(layout.at[place]))
        )
    if linked is Linked.ONE_GROUP and not lonely and not layout.is_one_group:
        yield ClaimFault(ClaimFaultKind.TORN, say("the tiles are torn into groups: all must hold together"))


def free_places(layout: Layout) -> tuple[Axial, ...]:
    """Return the places beside the tiles, row by row: nowhere else a moved tile would touch another."""
    beside = {near for place in layout.at for near in neighbours(place)} - layout.at.keys()
    return tuple(sorted(beside, key=lambda each: (each[1], each[0])))


def destinations(layout: Layout, start: Axial, linked: Linked) -> tuple[Axial, ...]:
    """Return where the tile at `start` may go."""
    if start not in layout.at:
        return ()
    if linked is Linked.ONE_GROUP:
        moves = (Move(start, end) for end in free_places(layout))
        return tuple(move.end for move in moves if not any(link_faults(moved(layout, move), linked)))
    rest = layout.at.keys() - {start}
    # Only those that had no other neighbour than the moved tile can be left alone by it: it must go beside them.
    left = [place for place in neighbours(start) if place in rest and rest.isdisjoint(neighbours(place))]
    return tuple(end for end in free_places(layout) if _touches(end, rest, left))


def _touches(end: Axial, rest: Set[Axial], left: list[Axial]) -> bool:
    """Whether a tile at `end` touches one of the `rest`, and all that would be `left` alone."""
    near = neighbours(end)
    return not rest.isdisjoint(near) and all(place in near for place in left)


def legal_moves(layout: Layout, linked: Linked) -> tuple[Move, ...]:
    """Return every legal move of one tile."""
    return tuple(Move(start, end) for start, _ in layout.lying for end in destinations(layout, start, linked))


@dataclass(frozen=True, slots=True)
class MoveRead:
    """What two readings tell: one move, no move, or why it is neither."""

    move: Move | None
    faults: tuple[ClaimFault, ...] = ()


def read_move(before: Layout, after: Layout) -> MoveRead:
    """Return the move that turned `before` into `after`.

    A reader knows places only up to a common shift, so the shift under which most tiles stay where they were is
    believed. Exactly one tile elsewhere is a move; anything else is for people to say.
    """
    foreign = tuple(_foreign(before, after))
    if foreign:
        return MoveRead(None, foreign)
    shift = _best_shift(before, after)
    if shift is None:
        what = say("more than one tile lies elsewhere: only one may be moved")
        return MoveRead(None, (ClaimFault(ClaimFaultKind.MORE_THAN_ONE, what),))
    now = after.shifted(shift)
    gone = [place for place, tile in before.lying if now.at.get(place) != tile]
    come = [place for place, tile in now.lying if before.at.get(place) != tile]
    return MoveRead(Move(gone[0], come[0]) if gone else None)


def _foreign(before: Layout, after: Layout) -> Iterator[ClaimFault]:
    """Yield the tiles that were not there before, and those that are gone."""
    had, have = Counter(before.at.values()), Counter(after.at.values())
    for tile in (have - had).elements():
        yield ClaimFault(ClaimFaultKind.FOREIGN, say("the tile {tile} was not there before", tile=str(tile)))
    for tile in (had - have).elements():
        yield ClaimFault(ClaimFaultKind.MISSING, say("the tile {tile} is missing", tile=str(tile)))


def _best_shift(before: Layout, after: Layout) -> Axial | None:
    """Return the one shift of `after` under which at most one tile lies elsewhere, or None."""
    where: dict[Tile, list[Axial]] = {}
    for place, tile in before.lying:
        where.setdefault(tile, []).append(place)
    shifts = Counter((q - at[0], r - at[1]) for at, tile in after.lying for q, r in where[tile])
    best = [shift for shift, count in shifts.items() if count >= len(before) - 1]
    whole = [shift for shift in best if shifts[shift] == len(before)]
    found = whole or best
    return found[0] if len(found) == 1 else None
