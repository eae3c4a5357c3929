"""One reading of one zone, as the people and the reader have it by now: corrected, vouched for, or still open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.events import Corrected, Saw
from companion.games.cubo.judging import place_of
from companion.games.cubo.square import CELLS, FACES, MIDDLE
from companion.observations import Colour, Kind, Observation, Quad, SeenDie
from companion.texts import Message, say

EDGE = 60.0
"""Size of a die on the empty field on which people tap, in pixels of that field; it has no photograph."""
STEP = 100.0


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies in a zone, and what keeps it from being believed."""

    zone: str
    observation: Observation
    picture: str = ""
    """The digest of its photograph; empty when people tell the dice by hand."""
    tapped: bool = False
    """Somebody has said what an unsure die of it shows."""
    vouched: bool = False
    """The people say that it lies as shown."""

    @classmethod
    def of(cls, saw: Saw) -> Reading:
        """Return the reading that `saw` brings."""
        return cls(saw.zone, saw.observation, saw.picture)

    @property
    def unsure(self) -> tuple[Message, ...]:
        """The names of all dice that somebody must tap first."""
        dice = enumerate(self.observation.dice, start=1)
        return tuple(place_of(die, number) for number, die in dice if not die.sure or die.value not in FACES)

    def problems(self, expected: int) -> tuple[Message, ...]:
        """Return what the reader was uneasy about and nobody has answered yet; `expected` dice must lie there.

        Once somebody has tapped every unsure die and all dice are there, the reader's worries are answered.
        """
        answered = self.tapped and not self.unsure and self._count == expected
        return () if self.vouched or answered else self.observation.problems

    @property
    def _count(self) -> int:
        """How many dice matter: dice beside a square do not."""
        loose = self.observation.kind is Kind.DICE
        return sum(loose or die.cell is not None for die in self.observation.dice)

    def trusted(self, expected: int) -> bool:
        """Whether nothing about it is open."""
        return not self.unsure and not self.problems(expected)

    def corrected(self, event: Corrected) -> Reading | Message:
        """Return the reading with one die as somebody said it is, or why that cannot be."""
        dice = self.observation.dice
        if not 0 <= event.die < len(dice):
            return say("there is no die {number} in this picture", number=event.die + 1)
        if event.value not in FACES:
            return say("a die shows 1 to 6, not {value}", value=event.value)
        if event.cell is not None and event.cell not in CELLS:
            return say("a square has three rows of three places")
        old = dice[event.die]
        new = replace(
            old, value=event.value, colour=event.colour, cell=event.cell or old.cell, confidence=1.0, sure=True
        )
        return self._with_die(event.die, new)

    def _with_die(self, number: int, new: SeenDie) -> Reading:
        """Return the reading with die `number` as `new`; a die that it pushes out of its cell goes to the old cell."""
        old = self.observation.dice[number]
        dice = tuple(
            new if at == number else replace(die, cell=old.cell) if die.cell == new.cell != old.cell else die
            for at, die in enumerate(self.observation.dice)
        )
        tapped = self.tapped or not old.sure or old.value not in FACES
        return replace(self, observation=replace(self.observation, dice=dice), tapped=tapped, vouched=False)


def _corners(row: int, column: int) -> Quad:
    left, top = column * STEP + (STEP - EDGE) / 2, row * STEP + (STEP - EDGE) / 2
    return (left, top), (left + EDGE, top), (left + EDGE, top + EDGE), (left, top + EDGE)


def empty_centre(zone: str, dice: int) -> Reading:
    """Return a reading of `dice` dice side by side that nobody has read."""
    seen = tuple(SeenDie(None, Colour.OTHER, _corners(0, at), 0.0, sure=False) for at in range(dice))
    return Reading(zone, Observation(Kind.DICE, seen))


def empty_square(zone: str) -> Reading:
    """Return a reading of nine dice that nobody has read; only the colour of the middle one is known."""
    seen = tuple(
        SeenDie(None, Colour.WHITE if cell == MIDDLE else Colour.OTHER, _corners(*cell), 0.0, sure=False, cell=cell)
        for cell in CELLS
    )
    return Reading(zone, Observation(Kind.CUBO, seen))
