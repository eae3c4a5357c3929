"""The tiles of one zone as a reader saw them and as people have corrected them since, until they can be believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.events import Saw
from companion.games.monster_cube.moves import link_faults
from companion.games.monster_cube.options import Linked
from companion.games.monster_cube.tiles import FACES, TILES, FaceAt, Layout, Tile
from companion.observations import Axial, Observation, Side
from companion.texts import Message, say

_OTHER_SIDE = {
    Side.NUMBERS: say("these rules are played with the numbers: turn the tiles over"),
    Side.PIPS: say("these rules are played with the dice: turn the tiles over"),
}


@dataclass(frozen=True, slots=True)
class TilesReading:
    """Nine tiles, or what was seen instead, and what keeps them from being believed."""

    zone: str
    side: Side
    """The side that must lie up."""
    values: Mapping[FaceAt, int | None]
    """What each face shows; None where nobody could read it."""
    doubtful: frozenset[FaceAt] = frozenset()
    """Faces about which the reader is not sure."""
    problems: tuple[Message, ...] = ()
    """What no tap on a face can answer: look again."""
    observation: Observation | None = None
    picture: str = ""
    tapped: FaceAt | None = None
    """The face whose value is about to be told."""

    @classmethod
    def of(cls, saw: Saw, side: Side) -> TilesReading:
        """Return the reading that `saw` brings."""
        seen = saw.observation
        places: list[Axial] = [tile.place for tile in seen.tiles if tile.place is not None]
        values: dict[FaceAt, int | None] = {}
        doubtful: set[FaceAt] = set()
        for tile in seen.tiles:
            for face, each in tile.faces.items():
                if tile.place is not None:
                    values[FaceAt(tile.place, face)] = each.value if _can_be(each.value, side) else None
                    if not each.sure:
                        doubtful.add(FaceAt(tile.place, face))
        problems = (*_odd_places(len(seen.tiles), places), *_odd_side(seen, side))
        problems = problems or _unanswered(seen, doubts=bool(doubtful))
        return cls(saw.zone, side, values, frozenset(doubtful), problems, seen, saw.picture)

    @classmethod
    def by_hand(cls, zone: str, side: Side, places: tuple[Axial, ...]) -> TilesReading:
        """Return nine tiles of which nobody knows anything yet; the first face is tapped."""
        values: dict[FaceAt, int | None] = {FaceAt(place, face): None for place in places for face in FACES}
        return cls(zone, side, values, tapped=FaceAt(places[0], FACES[0]))

    @property
    def unknown(self) -> tuple[FaceAt, ...]:
        """Every face that somebody must tap first."""
        return tuple(face for face, value in self.values.items() if value is None or face in self.doubtful)

    @property
    def layout(self) -> Layout | None:
        """The tiles, if nothing about them is open."""
        if self.problems or self.unknown or len(self.values) != TILES * len(FACES):
            return None
        places = {face.place for face in self.values}
        return Layout.of({place: self._tile(place) for place in places})

    def _tile(self, place: Axial) -> Tile:
        yellow, red, blue = (self.values[FaceAt(place, face)] or 0 for face in FACES)
        return Tile(yellow, red, blue)

    def doubts(self, linked: Linked) -> tuple[Message, ...]:
        """Return everything that keeps the tiles from being believed, in words."""
        layout = self.layout
        if layout is not None:
            return tuple(fault.what for fault in link_faults(layout, linked))
        if self.problems:
            return self.problems
        count = len(self.unknown)
        if count == 1:
            return (say("one face is not sure: tap it and say what it shows"),)
        return (say("{count} faces are not sure: tap them and say what they show", count=count),)

    def tapping(self, face: FaceAt) -> TilesReading | Message:
        """Return the reading with `face` tapped, or why that cannot be."""
        if face not in self.values:
            return say("there is no tile in that place")
        return replace(self, tapped=face)

    def told(self, value: int) -> TilesReading | Message:
        """Return the reading with the tapped face showing `value`; the next open face is tapped then."""
        if self.tapped is None:
            return say("tap a face first")
        if not _can_be(value, self.side):
            return say("a face shows 1 to {most}, not {value}", most=most_on(self.side), value=value)
        told = replace(
            self, values={**self.values, self.tapped: value}, doubtful=self.doubtful - {self.tapped}, tapped=None
        )
        return replace(told, tapped=next(iter(told.unknown), None))


def _unanswered(seen: Observation, *, doubts: bool) -> tuple[Message, ...]:
    """Return what no tap answers: with faces to be tapped anyway, only what is wrong between two tiles."""
    return tuple(problem for problem in seen.problems if not doubts or "other" in problem.values)


def most_on(side: Side) -> int:
    """Return the largest number on a side."""
    return 9 if side is Side.NUMBERS else 6


def _can_be(value: int | None, side: Side) -> bool:
    return value is not None and 1 <= value <= most_on(side)


def _odd_places(count: int, places: list[Axial]) -> Iterator[Message]:
    if count != TILES:
        yield say("{count} tiles were seen, but nine belong there", count=count)
    elif len(set(places)) != TILES:
        yield say("some tiles lie so oddly that I cannot tell who is beside whom: push them together")


def _odd_side(seen: Observation, side: Side) -> Iterator[Message]:
    if seen.side is not None and seen.side is not side:
        yield _OTHER_SIDE[side]
