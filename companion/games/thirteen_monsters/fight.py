"""A fight: one after the other throws five dice, "the attacker first" (TM-22, TM-28, TM-29).

    THROWN --all dice are known--> CHOOSING --put aside, take back--> CHOOSING
      ^                               |  |
      +-------- thrown again ---------+  +--stopped, or no throw left--> the next fighter, or the fight is over

What a throw shows is read in a picture, or told die by die. Nothing is counted before somebody says that it is right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.events import Corrected, Event, PartAdded, PartRemoved, ReadingConfirmed, ReadingRestarted, ZoneEvent
from companion.games.thirteen_monsters.cards import Monster, Pair
from companion.games.thirteen_monsters.dice import DICE, FACES, score
from companion.games.thirteen_monsters.events import ZONE, DieTold, PutAside, ThrownAgain
from companion.games.thirteen_monsters.options import ThirteenOptions
from companion.games.thirteen_monsters.reading import confirmed, thrown_dice, values
from companion.reading import Reading
from companion.table import Seat
from companion.texts import Message, say


@dataclass(frozen=True, slots=True)
class Fighter:
    """Somebody who throws."""

    seat: Seat
    throws: int
    """How often he may throw."""
    monster: Monster | None = None
    """With what he fights; None where he defends a free pair."""


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """The five dice of whoever throws now."""

    throw: int = 1
    """The number of this throw."""
    aside: tuple[int, ...] = ()
    """Dice that were put aside before this throw, and lie there."""
    typed: tuple[int, ...] = ()
    """What people said that the dice of this throw show."""
    reading: Reading | None = None
    keep: frozenset[int] = frozenset()
    """Dice that stay aside in the next throw, by their number in `dice`."""

    @property
    def thrown(self) -> int:
        """How many dice were thrown this time."""
        return DICE - len(self.aside)

    @property
    def face_up(self) -> tuple[int, ...]:
        """What the dice of this throw show, as far as it is known."""
        return self.typed or (values(self.reading) if self.reading is not None else ())

    @property
    def dice(self) -> tuple[int, ...]:
        """All dice that are known: those that were put aside first."""
        return (*self.aside, *self.face_up)

    @property
    def complete(self) -> bool:
        """Whether all five dice are known."""
        return len(self.dice) == DICE

    def again(self) -> ThrownDice:
        """Return the dice after all were thrown again that are not put aside."""
        aside = tuple(self.dice[number] for number in sorted(self.keep))
        return ThrownDice(self.throw + 1, aside, keep=frozenset(range(len(aside))))


@dataclass(frozen=True, slots=True)
class Fight:
    """One fight. `feed` leaves it untouched, and returns what follows, or why nothing does."""

    fighters: tuple[Fighter, ...]
    """In the order in which they throw."""
    options: ThirteenOptions
    target: Pair | None = None
    """The pair that is attacked; None in a death match."""
    hand: ThrownDice = ThrownDice()
    results: tuple[tuple[int, ...], ...] = ()
    """The dice of those who have thrown."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of those who have thrown."""
        return tuple(score(dice, self.options) for dice in self.results)

    @property
    def over(self) -> bool:
        """Whether everybody has thrown."""
        return len(self.results) == len(self.fighters)

    @property
    def fighter(self) -> Fighter:
        """Who throws now; the last one when the fight is over."""
        return self.fighters[min(len(self.results), len(self.fighters) - 1)]

    @property
    def throws_left(self) -> int:
        """How often the fighter may still throw after this throw."""
        return self.fighter.throws - self.hand.throw

    @property
    def points(self) -> int:
        """What the dice are worth as they lie."""
        return score(self.hand.dice, self.options)

    @property
    def attacker_wins(self) -> bool:
        """Whether the attacker wins; in a draw he does: "A draw? The attacker wins!" (TM-30)."""
        return self.scores[0] >= self.scores[1]

    def feed(self, event: Event) -> Fight | Message:
        """Return the fight after something was said about its dice, or why that cannot be."""
        seat = getattr(event, "seat", self.fighter.seat)
        if seat != self.fighter.seat:
            return say("somebody else throws now")
        if getattr(event, "zone", ZONE) != ZONE:
            return say("no dice are thrown there")
        match event:
            case ZoneEvent() | DieTold():
                return self._with(self._learnt(event))
            case PutAside(die=die):
                return self._with(self._put_aside(die))
            case ThrownAgain():
                return self._with(self._thrown_again())
        return say("somebody is throwing dice: that is settled first")

    def _with(self, hand: ThrownDice | Message) -> Fight | Message:
        return hand if isinstance(hand, Message) else replace(self, hand=hand)

    # What the dice show.

    def _learnt(self, event: ZoneEvent | DieTold) -> ThrownDice | Message:
        match event:
            case DieTold(value=value):
                return self._with_typed(value)
            case Corrected() | PartRemoved() | PartAdded():
                return self._read_again(lambda reading: reading.changed(event))
            case ReadingConfirmed():
                return self._read_again(confirmed)
            case ReadingRestarted():
                return self._untold
        return self._begin_reading(event)

    @property
    def _untold(self) -> ThrownDice:
        """The hand with nothing known about this throw."""
        return replace(self.hand, typed=(), reading=None, keep=frozenset(range(len(self.hand.aside))))

    def _with_typed(self, value: int) -> ThrownDice | Message:
        if value not in FACES:
            return say("a die shows 1 to 6, not {value}", value=value)
        if self.hand.complete:
            return say("all five dice are known")
        reading = self.hand.reading
        if reading is not None:
            return say("these dice were read in a picture: tap one there to correct it, or look afresh")
        return replace(self.hand, typed=(*self.hand.typed, value))

    def _begin_reading(self, event: ZoneEvent) -> ThrownDice | Message:
        if self.hand.complete or self.hand.typed:
            return say("what this throw shows was said already: look afresh first")
        reading = Reading.begin(event, thrown_dice(self.hand.thrown))
        return reading if isinstance(reading, Message) else replace(self.hand, reading=reading)

    def _read_again(self, change: Callable[[Reading], Reading | Message]) -> ThrownDice | Message:
        if self.hand.reading is None:
            return say("no dice have been read yet")
        reading = change(self.hand.reading)
        return reading if isinstance(reading, Message) else replace(self.hand, reading=reading)

    # What becomes of them.

    def _put_aside(self, die: int) -> ThrownDice | Message:
        if not self.hand.complete:
            return _UNKNOWN
        if not 0 <= die < DICE:
            return say("there are five dice")
        return replace(self.hand, keep=self.hand.keep ^ {die})

    def _thrown_again(self) -> ThrownDice | Message:
        if not self.hand.complete:
            return _UNKNOWN
        if self.throws_left <= 0:
            return say("that was the last throw")
        if len(self.hand.keep) == DICE:
            return say("all dice are put aside: take one back, or stop")
        return self.hand.again()

    def stopped(self) -> Fight | Message:
        """Return the fight with these dice counted, or why they cannot be."""
        if not self.hand.complete:
            return _UNKNOWN
        return replace(self, results=(*self.results, self.hand.dice), hand=ThrownDice())


_UNKNOWN = say("what all five dice show must be known first")
