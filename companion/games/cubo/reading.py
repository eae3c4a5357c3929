"""What a reading of a square must bring, and the names by which people find its dice."""

from __future__ import annotations

from companion.games.cubo.judging import place_of
from companion.games.cubo.square import CELLS, MIDDLE
from companion.observations import Kind, SeenDie
from companion.reading import Expected, Reading
from companion.texts import Message, say

SQUARE_OF_DICE = Expected(Kind.CUBO, len(CELLS), cells=CELLS, middle=MIDDLE)


def unsure_dice(reading: Reading) -> tuple[Message, ...]:
    """Return the names of all dice that somebody must tap first."""
    dice = ((number, reading.parts[number]) for number in reading.unsure)
    return tuple(place_of(die, number + 1) for number, die in dice if isinstance(die, SeenDie))


def confirmed_by_people(reading: Reading | None, doubts: tuple[Message, ...]) -> Reading | Message:
    """Return the reading as the people say that it lies, or why they cannot; `doubts` are what is odd about it."""
    if reading is None:
        return say("there is nothing to vouch for")
    unsure = unsure_dice(reading)
    return reading.confirming(doubts, say("tap {die} first", die=unsure[0]) if unsure else None)
