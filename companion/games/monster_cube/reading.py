"""The tiles of one zone as a reader saw them and as people have corrected them since, until they can be believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.events import Corrected, PartAdded, PartRemoved, Saw, ZoneEvent
from companion.games.monster_cube.events import FaceTold
from companion.games.monster_cube.moves import link_faults
from companion.games.monster_cube.options import Linked
from companion.games.monster_cube.tiles import FACES, TILES, FaceAt, Layout, Tile
from companion.observations import Axial, Kind, Observation, Problem, ProblemKind, SeenTile, Side
from companion.reading import Expected, Reading, tile_at
from companion.texts import Message, say

_OTHER_SIDE = {
    Side.NUMBERS: say("these rules are played with the numbers: turn the tiles over"),
    Side.PIPS: say("these rules are played with the dice: turn the tiles over"),
}


def nine_tiles(side: Side, places: tuple[Axial, ...] = ()) -> Expected:
    """Return what must lie in a zone: nine tiles, at `places` when they are typed by hand."""
    return Expected(Kind.TILES, TILES, range(1, most_on(side) + 1), places=places)


@dataclass(frozen=True, slots=True)
class TilesReading:
    """Nine tiles, or what was seen instead, and what keeps them from being believed."""

    reading: Reading
    side: Side
    """The side that must lie up."""
    tapped: FaceAt | None = None
    """The face whose value is about to be told."""

    @classmethod
    def begin(cls, event: ZoneEvent, side: Side, places: tuple[Axial, ...]) -> TilesReading | Message | None:
        """Return the reading with which `event` begins, why it is none, or None where another picture is wanted."""
        reading = Reading.begin(event, nine_tiles(side, places))
        if not isinstance(reading, Reading):
            return reading
        begun = cls(reading, side)
        return begun._next_tapped() if reading.by_hand else begun

    @classmethod
    def of(cls, saw: Saw, side: Side) -> TilesReading:
        """Return the reading that `saw`, a picture of tiles, brings."""
        return cls(Reading(saw.zone, nine_tiles(side), saw.observation, saw.picture), side)

    @classmethod
    def known(cls, zone: str, side: Side, layout: Layout) -> TilesReading:
        """Return tiles that are known as a reading, so that one that was misread can be corrected."""
        tiles = tuple(tile_at(place, (tile.yellow, tile.red, tile.blue)) for place, tile in layout.lying)
        seen = Observation(Kind.TILES, (), (), tiles, side)
        return cls(Reading(zone, nine_tiles(side), seen, by_hand=True), side)

    @property
    def zone(self) -> str:
        """Where the tiles lie."""
        return self.reading.zone

    @property
    def picture(self) -> str:
        """The digest of the photograph."""
        return self.reading.picture

    @property
    def observation(self) -> Observation | None:
        """What was seen in a photograph; None when the tiles are typed by hand."""
        return None if self.reading.by_hand else self.reading.observation

    @property
    def _tiles(self) -> tuple[SeenTile, ...]:
        return self.reading.observation.tiles

    @property
    def values(self) -> Mapping[FaceAt, int | None]:
        """What each face shows; None where nobody could read it."""
        possible = self.reading.expected.values
        return {
            FaceAt(tile.place, face): seen.value if seen.value in possible else None
            for tile in self._tiles
            if tile.place is not None
            for face, seen in tile.faces.items()
        }

    @property
    def unknown(self) -> tuple[FaceAt, ...]:
        """Every face that somebody must tap first."""
        possible = self.reading.expected.values
        return tuple(
            FaceAt(tile.place, face)
            for tile in self._tiles
            if tile.place is not None
            for face, seen in tile.faces.items()
            if not (seen.sure and seen.value in possible)
        )

    @property
    def oddities(self) -> tuple[Message, ...]:
        """What is odd about the tiles whatever they show: how many there are, where they lie, which side is up."""
        count, places = len(self._tiles), {tile.place for tile in self._tiles if tile.place is not None}
        odd: list[Message] = []
        if count != TILES:
            odd.append(say("{count} tiles were seen, but nine belong there", count=count))
        elif len(places) != TILES:
            odd.append(say("some tiles lie so oddly that I cannot tell who is beside whom: push them together"))
        if self.reading.observation.side not in (None, self.side):
            odd.append(_OTHER_SIDE[self.side])
        return tuple(odd)

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        """What the reader was uneasy about and no tap on a face can answer: look again, or say that it lies as shown.

        With faces to be tapped anyway, these are only what is wrong between two tiles.
        """
        if self.oddities:
            return ()
        answerable = bool(self.reading.unsure)
        problems = self.reading.problems
        return tuple(each for each in problems if not answerable or each.kind is ProblemKind.OVERLAP)

    @property
    def problems(self) -> tuple[Message, ...]:
        """What no tap on a face can answer, in words."""
        return self.oddities or tuple(problem.sentence for problem in self.open_problems)

    @property
    def layout(self) -> Layout | None:
        """The tiles, if nothing about them is open."""
        if self.problems or self.unknown or len(self.values) != TILES * len(FACES):
            return None
        return Layout.of({tile.place: Tile(*_values_of(tile)) for tile in self._tiles if tile.place is not None})

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

    def number_of(self, place: Axial) -> int:
        """Return the number of the tile at `place`, where one lies."""
        return next(number for number, tile in enumerate(self._tiles) if tile.place == place)

    def corrected(self, event: FaceTold) -> TilesReading | Message:
        """Return the reading with the tapped face showing a value; the next open face is tapped then."""
        if self.tapped is None:
            return say("tap a face first")
        place, face = self.tapped
        corrected = Corrected(event.at, self.zone, self.number_of(place), event.value, face=face)
        return self.changed(corrected)

    def changed(self, event: Corrected | PartRemoved | PartAdded) -> TilesReading | Message:
        """Return the reading after somebody said what is otherwise; the next open face is tapped then."""
        after = self.reading.changed(event)
        return after if isinstance(after, Message) else replace(self, reading=after)._next_tapped()

    def _next_tapped(self) -> TilesReading:
        return replace(self, tapped=next(iter(self.unknown), None))

    def confirmed(self, linked: Linked) -> TilesReading | Message:
        """Return the reading as the people say that it lies, or why they cannot."""
        doubts = self.doubts(linked)
        after = self.reading.confirming(
            doubts, None if self.open_problems and not self.unknown else next(iter(doubts), None)
        )
        return after if isinstance(after, Message) else replace(self, reading=after)


def _values_of(tile: SeenTile) -> tuple[int, int, int]:
    return tile.yellow.value or 0, tile.red.value or 0, tile.blue.value or 0


def most_on(side: Side) -> int:
    """Return the largest number on a side."""
    return 9 if side is Side.NUMBERS else 6
