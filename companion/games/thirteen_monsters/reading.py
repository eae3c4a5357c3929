"""The dice of one throw as a reader saw them and as people have corrected them, until they can be believed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.events import Corrected, Saw
from companion.games.thirteen_monsters.dice import FACES
from companion.observations import Kind, Observation
from companion.texts import Message, say


@dataclass(frozen=True, slots=True)
class ThrowReading:
    """What lies on the table after a throw of `expected` dice, and what keeps it from being believed."""

    expected: int
    observation: Observation
    picture: str
    answered: bool = False
    """Somebody has said what an unsure die of it shows."""
    vouched: bool = False
    """The people say that they lie as shown."""

    @classmethod
    def of(cls, saw: Saw, expected: int) -> ThrowReading | Message:
        """Return the reading that `saw` brings, or why it is none."""
        if saw.observation.kind is not Kind.DICE:
            return say("this is no picture of loose dice")
        return cls(expected, saw.observation, saw.picture)

    @property
    def _unread(self) -> tuple[int, ...]:
        dice = enumerate(self.observation.dice)
        return tuple(number for number, die in dice if not die.sure or die.value not in FACES)

    @property
    def doubts(self) -> tuple[Message, ...]:
        """Everything that keeps the dice from being believed, in words."""
        dice = self.observation.dice
        seen = len(dice)
        if seen != self.expected:
            return (
                say(
                    "{seen} dice were seen, but {thrown} were thrown: put the others out of sight and look again",
                    seen=seen,
                    thrown=self.expected,
                ),
            )
        unread = tuple(
            say("die {number} (marked {mark}) is not sure: tap it", number=number + 1, mark=dice[number].mark)
            for number in self._unread
        )
        return unread or (() if self.vouched or self.answered else self.observation.problems)

    @property
    def values(self) -> tuple[int, ...]:
        """What the dice show; nothing as long as something about them is open."""
        return () if self.doubts else tuple(value for value in self.observation.values if value is not None)

    def told(self, event: Corrected) -> ThrowReading | Message:
        """Return the reading with one die as somebody said it is, or why that cannot be."""
        dice = self.observation.dice
        if not 0 <= event.die < len(dice):
            return say("there is no die {number} in this picture", number=event.die + 1)
        if event.value not in FACES:
            return say("a die shows 1 to 6, not {value}", value=event.value)
        new = replace(dice[event.die], value=event.value, colour=event.colour, confidence=1.0, sure=True)
        after = replace(self.observation, dice=(*dice[: event.die], new, *dice[event.die + 1 :]))
        return replace(self, observation=after, answered=self.answered or event.die in self._unread)

    def vouching(self) -> ThrowReading | Message:
        """Return the reading as the people say that it is, or why they cannot."""
        if len(self.observation.dice) != self.expected or self._unread:
            return self.doubts[0]
        return replace(self, vouched=True) if self.doubts else say("there is nothing to vouch for")
