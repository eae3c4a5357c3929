"""Counting one square: the tile is lifted, the square is read, a die may be exchanged, and it is counted.

    UNSEEN --picture--> SHOWN --confirmed--> counted        (Turn.counted)
             ^            |  corrected, vouched for, exchanged by tap, read again after an exchange by hand
             +-- afresh --+

Once a reading can be trusted it is the square as it lay under the tile: a later picture may differ from it by the
exchange and by nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.effects import Announced, Cue, Effect, Refused
from companion.events import Confirmed, Corrected, Event, PartAdded, PartRemoved, ReadingConfirmed, Saw, ZoneEvent
from companion.games.cubo.events import Exchanged
from companion.games.cubo.judging import Exchange, Judged, SquareFault, judge, judge_exchange
from companion.games.cubo.options import CuboOptions, WrongLayout
from companion.games.cubo.reading import SQUARE_OF_DICE, confirmed_by_people, unsure_dice
from companion.games.cubo.scoring import CountedSquare, score
from companion.games.cubo.square import AROUND, CELLS, Die, Square
from companion.observations import Cell, Colour
from companion.reading import Reading
from companion.table import Seat
from companion.texts import Message, Value, points_of, say

DICE = len(CELLS)

TurnVerdict: TypeAlias = "tuple[SquareCount, tuple[Effect, ...]]"


@dataclass(frozen=True, slots=True)
class Counted:
    """What a seat got in a round, and why."""

    seat: Seat
    points: int
    why: Message
    before: Square | None = None
    """As it lay under the tile."""
    sheet: CountedSquare | None = None
    """As it was counted; None when it was not worth counting."""
    taken: Die | None = None
    exchanged: Cell | None = None
    reading: Reading | None = None
    faults: tuple[SquareFault, ...] = ()
    tapped: Cell | None = None
    """Where an exchange was tapped, so that the photograph still shows the old die."""


@dataclass(frozen=True, slots=True)
class SquareCount:
    """The square of one seat while it is being counted."""

    seat: Seat
    name: str
    taken: Die | None
    """The die from the centre, or None."""
    reds: int
    """How many red dice belong to this seat, as far as the companion followed the exchanges."""
    options: CuboOptions
    first: Reading | None = None
    again: Reading | None = None
    """The square read again after an exchange by hand."""
    tapped: Cell | None = None
    """The cell in which people tapped the exchange."""
    before: Judged | None = field(init=False, compare=False)
    """The square as it lay under the tile."""
    exchange: Exchange | None = field(init=False, compare=False)
    """What was exchanged, by tap or by hand; None while there is no whole square."""
    sheet: CountedSquare | None = field(init=False, compare=False)
    """The square with its points, as it would be counted now; None while any die of it is unsure."""

    def __post_init__(self) -> None:
        # What follows from the rest is worked out once: the page asks for it many times.
        object.__setattr__(self, "before", judge(self.first.observation, self.options) if self.first else None)
        object.__setattr__(self, "exchange", self._find_exchange())
        object.__setattr__(self, "sheet", self._find_sheet())

    def _find_exchange(self) -> Exchange | None:
        if self.before is None or self.before.square is None:
            return None
        if self.tapped is not None and self.taken is not None:
            return Exchange(self.before.square.replaced(self.tapped, self.taken), self.tapped)
        if self.again is None:
            return Exchange(self.before.square, None)
        after = judge(self.again.observation, self.options)
        if after.square is None:
            return Exchange(self.before.square, None, after.faults)
        return judge_exchange(self.before.square, after.square, self.taken)

    def _find_sheet(self) -> CountedSquare | None:
        if self.exchange is None or self.layout_faults or self.exchange_faults or self._unsure:
            return None
        return score(self.exchange.after, self.options)

    @property
    def zone(self) -> str:
        """Where its square lies, for the eyes."""
        return f"square-{self.seat}"

    @property
    def current(self) -> Reading | None:
        """The reading that people look at now."""
        return self.again or self.first

    @property
    def layout_faults(self) -> tuple[SquareFault, ...]:
        """Every reason why the square, as it lay under the tile, does not count."""
        return self.before.faults if self.before else ()

    @property
    def exchange_faults(self) -> tuple[SquareFault, ...]:
        """Every reason why what was done afterwards is no exchange."""
        return self.exchange.faults if self.exchange else ()

    @property
    def _unsure(self) -> tuple[Message, ...]:
        """The names of all dice, in either picture, that somebody must tap first."""
        readings = (self.first, self.again)
        return tuple(die for reading in readings if reading is not None for die in unsure_dice(reading))

    @property
    def doubts(self) -> tuple[Message, ...]:
        """What people have to look at and vouch for before it is counted."""
        if self.current is None:
            return ()
        return (*(problem.sentence for problem in self.current.problems), *self.oddities)

    @property
    def oddities(self) -> tuple[Message, ...]:
        """What is odd about the square by the rules, however well it was read."""
        confirmed = any(each.confirmed for each in (self.first, self.again) if each is not None)
        return () if confirmed else self._odd_colours()

    def _odd_colours(self) -> tuple[Message, ...]:
        square = self.before.square if self.before else None
        if square is None or square.count(Colour.WHITE) != 1 or square.count(Colour.RED) == self.reds:
            return ()
        values: dict[str, Value] = {"name": self.name, "red": self.reds, "blue": len(AROUND) - self.reds}
        seen: dict[str, Value] = {"seen_red": square.count(Colour.RED), "seen_blue": square.count(Colour.BLUE)}
        return (
            say(
                "{name} should have {red} red and {blue} blue dice, but here lie {seen_red} red and {seen_blue} blue: "
                "is a colour misread, are dice mixed up, or was the die exchanged already?",
                **values,
                **seen,
            ),
        )

    @property
    def ready(self) -> bool:
        """Whether the people's agreement would be accepted now."""
        return self._why_not_yet() is None

    def _why_not_yet(self) -> Message | None:
        if self.current is None:
            return say("the square of {name} has not been read yet", name=self.name)
        if self._unsure:
            return say("I am not sure about {die}: tap it and say what it shows", die=self._unsure[0])
        if self.doubts:
            return say("{doubt} - look again, or say that it lies as shown", doubt=self.doubts[0])
        if self.exchange_faults:
            return say("this is no exchange: {fault}", fault=self.exchange_faults[0].what)
        if self.layout_faults and self.options.wrong_layout is WrongLayout.FIX:
            return say("put it right first: {fault}", fault=self.layout_faults[0].what)
        return None

    @property
    def hint(self) -> Message:
        """What to do next."""
        why = self._why_not_yet()
        if self.current is None:
            return say("Lift the tile and put the square under the camera.")
        if why is not None:
            return why
        if self.layout_faults:
            return say("This square does not count: look at the faults. Was it misread? Then tap the die.")
        if self.taken is not None and self.exchange is not None and self.exchange.cell is None:
            return say("Exchange one die for {die}, or leave the square as it is.", die=str(self.taken))
        return say("Is everything read right? Tap a die to correct it, then confirm.")

    def feed(self, event: Event) -> TurnVerdict:
        """Return the turn after `event`, and what the table must do about it."""
        match event:
            case Exchanged(cell=cell):
                return self._exchanged(event, cell)
            case Corrected() | PartRemoved() | PartAdded():
                return self._changed(event)
            case ReadingConfirmed():
                return self._confirmed(event)
            case ZoneEvent():
                return self._read(event)
        return self, ()

    def _read(self, event: ZoneEvent) -> TurnVerdict:
        reading = Reading.begin(event, SQUARE_OF_DICE)
        if isinstance(reading, Message):
            return self, (Refused(event, reading),)
        if isinstance(event, Saw) and reading is not None and self._known:
            return replace(self, again=reading, tapped=None), self._unreadable(reading)
        return replace(self, first=reading, again=None, tapped=None), self._unreadable(reading)

    def _unreadable(self, reading: Reading | None) -> tuple[Effect, ...]:
        if reading is None or reading.by_hand or reading.trusted:
            return ()
        return (Announced(say("I am not sure about the square of {name}.", name=self.name), Cue.UNREADABLE),)

    def _changed(self, event: Corrected | PartRemoved | PartAdded) -> TurnVerdict:
        if self.current is None:
            return self, (Refused(event, say("the square of {name} has not been read yet", name=self.name)),)
        changed = self.current.changed(event)
        if isinstance(changed, Message):
            return self, (Refused(event, changed),)
        return self._with_reading(changed), ()

    def _with_reading(self, reading: Reading) -> SquareCount:
        return replace(self, again=reading) if self.again else replace(self, first=reading)

    def _confirmed(self, event: ReadingConfirmed) -> TurnVerdict:
        confirmed = confirmed_by_people(self.current, self.doubts)
        if isinstance(confirmed, Message):
            return self, (Refused(event, confirmed),)
        return self._with_reading(confirmed), ()

    def _exchanged(self, event: Event, cell: Cell | None) -> TurnVerdict:
        why = self._why_no_exchange(cell)
        if why is not None:
            return self, (Refused(event, why),)
        return replace(self, tapped=cell, again=None), ()

    @property
    def needs_reading(self) -> bool:
        """Whether another picture can tell anything: of a known square only an exchange can."""
        return self.taken is not None or not self._known

    @property
    def _known(self) -> bool:
        """Whether nothing is open about the square as it lay under the tile."""
        return self.exchangeable and not replace(self, again=None).doubts

    @property
    def exchangeable(self) -> bool:
        """Whether the square, as it lay under the tile, is known and counts."""
        return self.first is not None and not self.first.unsure and self.before is not None and self.before.legal

    def _why_no_exchange(self, cell: Cell | None) -> Message | None:
        if cell is None:
            return None
        if self.taken is None:
            return say("{name} has taken no die from the centre", name=self.name)
        if cell not in AROUND:
            return say("the white die is never exchanged")
        if not self.exchangeable:
            return say("there is no square yet in which a die could be exchanged")
        return None

    def counted(self, event: Confirmed) -> Counted | Refused:
        """Return what the seat gets, if the people may agree with what is shown now."""
        why = self._why_not_yet()
        if why is not None:
            return Refused(event, why)
        square = self.before.square if self.before else None
        if self.sheet is None or self.exchange is None:
            fault = self.layout_faults[0].what
            why = say("{name}: the square is wrong, no points ({fault})", name=self.name, fault=fault)
            return Counted(self.seat, 0, why, square, taken=self.taken, reading=self.current, faults=self.layout_faults)
        total = self.sheet.total
        why = say("{name}: {points}", name=self.name, points=points_of(total))
        exchanged, tapped = self.exchange.cell, self.tapped
        return Counted(self.seat, total, why, square, self.sheet, self.taken, exchanged, self.current, tapped=tapped)
