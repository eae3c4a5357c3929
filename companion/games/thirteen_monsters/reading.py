"""The dice of one throw as a reader saw them and as people have corrected them, until they can be believed."""

from __future__ import annotations

from companion.games.thirteen_monsters.dice import FACES
from companion.observations import Kind, SeenDie
from companion.reading import Expected, Reading
from companion.texts import Message, say


def thrown_dice(count: int) -> Expected:
    """Return what must lie on the table after a throw of `count` dice."""
    return Expected(Kind.DICE, count, range(min(FACES), max(FACES) + 1))


def doubts(reading: Reading) -> tuple[Message, ...]:
    """Return everything that keeps the dice from being believed, in words."""
    if not reading.complete:
        return (
            say(
                "{seen} dice were seen, but {thrown} were thrown: put the others out of sight and look again",
                seen=len(reading.parts),
                thrown=reading.expected.count or 0,
            ),
        )
    return _unsure(reading) or tuple(problem.sentence for problem in reading.problems)


def _unsure(reading: Reading) -> tuple[Message, ...]:
    dice = ((number, reading.parts[number]) for number in reading.unsure)
    return tuple(
        say("die {number} (marked {mark}) is not sure: tap it", number=number + 1, mark=die.mark)
        for number, die in dice
        if isinstance(die, SeenDie)
    )


def values(reading: Reading) -> tuple[int, ...]:
    """Return what the dice show; nothing as long as something about them is open."""
    return () if doubts(reading) else tuple(value for value in reading.observation.values if value is not None)


def confirmed(reading: Reading) -> Reading | Message:
    """Return the reading as the people say that it is, or why they cannot."""
    found = doubts(reading)
    return reading.confirming(found, None if reading.complete and not reading.unsure else found[0])
