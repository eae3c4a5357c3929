"""Everything that is so in a match of Cubo at one moment, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.games.cubo.counting import Counted, SquareCount
from companion.games.cubo.judging import SET_REDS, colour_name
from companion.games.cubo.options import Colours, CuboOptions
from companion.games.cubo.round import CuboRound, RoundPhase
from companion.games.cubo.square import FACES, Die
from companion.observations import Colour, Kind
from companion.reading import Expected, Reading
from companion.referee import MatchBase
from companion.table import Seat
from companion.texts import Message, say

ROUNDS = 6
CENTRE = "centre"
CENTRE_DICE = 4
LOOSE_DICE = Expected(Kind.DICE, CENTRE_DICE)
"""What must lie in the centre."""
CENTRE_REDS = 2


class CuboPhase(Enum):
    """Where a match stands; `referee` has the diagram."""

    START = "the centre dice are rolled and read"
    ROUND = "everybody rolls, builds and calls"
    COUNT = "the squares are counted one by one"
    ROUND_END = "the sheet is read out"
    GAME_OVER = "the match is over"


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round that has been counted."""

    start: Seat
    counted: tuple[Counted, ...]
    """In the order in which they were counted, the start player first."""
    centre: tuple[Die | None, ...]
    round: CuboRound

    def points(self, seat: Seat) -> int:
        """Return what `seat` got."""
        return next(each.points for each in self.counted if each.seat == seat)


@dataclass(frozen=True, slots=True)
class CuboState(MatchBase):
    """One match at one moment."""

    options: CuboOptions
    start: Seat
    """The start player of this round."""
    reds: Mapping[Seat, int]
    """How many of the eight coloured dice of each set are red; exchanges make them drift."""
    phase: CuboPhase = CuboPhase.START
    centre: Reading | None = None
    round: CuboRound | None = None
    turn: SquareCount | None = None
    counted: tuple[Counted, ...] = ()
    past: tuple[PastRound, ...] = ()

    @property
    def is_round_over(self) -> bool:
        """Whether nothing of the round is open: it is counted, and the next one has not begun."""
        return self.phase in (CuboPhase.ROUND_END, CuboPhase.GAME_OVER)

    @property
    def number(self) -> int:
        """The number of the round that is being played, or was played last."""
        return len(self.past) + (0 if self.is_round_over else 1)

    @property
    def centre_reds(self) -> int:
        """How many red dice must lie in the centre: all that are in nobody's set."""
        return SET_REDS * len(self.table.seats) + CENTRE_REDS - sum(self.reds.values())

    @property
    def is_balanced(self) -> bool:
        """Whether the sets can be as they were seen; if not, dice are mixed up and no colour can be expected."""
        return 0 <= self.centre_reds <= CENTRE_DICE

    @property
    def centre_dice(self) -> tuple[Die | None, ...]:
        """The dice of the centre, by number; None where one cannot be a die of Cubo."""
        return tuple(_die_of(die.colour, die.value) for die in self.centre.observation.dice) if self.centre else ()

    @property
    def centre_count(self) -> int:
        """How many dice lie in the centre, as far as anybody has seen."""
        return len(self.centre.observation.dice) if self.centre is not None else CENTRE_DICE

    @property
    def centre_doubts(self) -> tuple[Message, ...]:
        """What people have to look at and vouch for before the centre dice are believed."""
        if self.centre is None or self.is_round_over:
            return ()
        return (*(problem.sentence for problem in self.centre.problems), *self.centre_oddities)

    @property
    def centre_oddities(self) -> tuple[Message, ...]:
        """What is odd about the centre dice by the rules, however well they were read."""
        if self.centre is None or self.centre.confirmed or self.is_round_over:
            return ()
        dice = self.centre.observation.dice
        if len(dice) != CENTRE_DICE:
            return (
                say(
                    "{count} dice were seen in the centre, but {expected} belong there",
                    count=len(dice),
                    expected=CENTRE_DICE,
                ),
            )
        seen = {colour: sum(die.colour is colour for die in dice) for colour in Colour}
        foreign = [colour for colour in Colour if seen[colour] and colour not in (Colour.RED, Colour.BLUE)]
        if foreign:
            return (say("no die in the centre can be {colour}", colour=colour_name(foreign[0])),)
        if seen[Colour.RED] == self.centre_reds or not self.is_balanced:
            return ()
        return (
            say(
                "{red} red and {blue} blue dice should lie in the centre, but {seen_red} red and {seen_blue} blue "
                "were seen: is a colour misread, or are dice mixed up?",
                red=self.centre_reds,
                blue=CENTRE_DICE - self.centre_reds,
                seen_red=seen[Colour.RED],
                seen_blue=seen[Colour.BLUE],
            ),
        )

    @property
    def centre_trusted(self) -> bool:
        """Whether the centre dice may be believed as they are shown."""
        return self.centre is not None and not self.centre.unsure and not self.centre_doubts

    @property
    def centre_open(self) -> bool:
        """Whether the centre dice may be read afresh: until the start call, and afterwards as long as they are unknown.

        Once a die is taken its number stands for it, so the dice can be corrected but not counted anew.
        """
        if self.phase is CuboPhase.START:
            return True
        if self.phase is not CuboPhase.ROUND or self.round is None:
            return False
        taken = any(choice.die is not None for choice in self.round.choices)
        return self.round.phase is RoundPhase.READY or not (self.centre_trusted or taken)

    def taken_by(self, seat: Seat) -> Die | None:
        """Return the die that `seat` took from the centre."""
        number = self.round.die_of(seat) if self.round else None
        return self.centre_dice[number] if number is not None else None

    @property
    def colours_drift(self) -> bool:
        """Whether exchanges change the sets for good."""
        return self.options.colours is Colours.DRIFT

    def total(self, seat: Seat) -> int:
        """Return all points of `seat` so far, with those of the round that is being counted."""
        running = () if self.is_round_over else self.counted
        return sum(past.points(seat) for past in self.past) + sum(each.points for each in running if each.seat == seat)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Everybody with the most points: "in case of a tie the victory is shared"."""
        most = max(self.total(seat) for seat in self.table.seats)
        return tuple(seat for seat in self.table.seats if self.total(seat) == most)


def _die_of(colour: Colour, value: int | None) -> Die | None:
    return Die(colour, value) if colour in (Colour.RED, Colour.BLUE) and value in FACES and value else None
