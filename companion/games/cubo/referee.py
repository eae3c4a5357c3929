"""Referee for a match of Cubo: timestamped events in, effects out.

    START --centre read--> ROUND --all have called and chosen--> COUNT --all squares counted--> ROUND_END
      ^                      (round.py)                            (counting.py)                    |
      +----------------------------------- confirmed, the left neighbour starts ------------------+
                                                                     after six rounds --> GAME_OVER

A sure reading of the centre goes on by itself: nothing hangs on it yet, it is shown all the time, it may be read
again until the start call, and any of its dice may be corrected by a tap until the round is counted. An unsure one
does not hold up the start call either, but no die is taken before it is known. A square is never counted without
the people's agreement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.effects import Announced, Cue, Effect, Lamp, ReadRequest
from companion.events import (
    Begins,
    Confirmed,
    Corrected,
    Event,
    PartAdded,
    PartRemoved,
    Pressed,
    ReadingConfirmed,
    Saw,
    Started,
    Tick,
    ZoneEvent,
)
from companion.games.cubo import views
from companion.games.cubo.counting import DICE, Counted, SquareCount
from companion.games.cubo.events import DieDeclined, DieTaken, Exchanged, Forfeited, Rolled
from companion.games.cubo.judging import SET_REDS, is_whole_set
from companion.games.cubo.options import CuboOptions
from companion.games.cubo.reading import confirmed_by_people
from companion.games.cubo.round import CuboRound, RoundPhase
from companion.games.cubo.state import CENTRE, CENTRE_DICE, LOOSE_DICE, ROUNDS, CuboPhase, CuboState, PastRound
from companion.observations import Colour, Kind
from companion.options import read_options
from companion.reading import Reading
from companion.referee import MATCH_IS_OVER, NOT_NOW, seated, why_nobody
from companion.table import Seat
from companion.texts import Message, say
from companion.view import View

MatchVerdict: TypeAlias = "tuple[CuboMatch, tuple[Effect, ...]]"

SEATS = range(2, 5)
"""How many may play."""

_AT_THE_BUTTONS = (Pressed, Rolled, DieTaken, DieDeclined, Forfeited)
_NOTHING_TO_CONFIRM = say("there is nothing to confirm now")
_NOT_READ = say("the centre dice have not been read yet")


@dataclass(frozen=True, slots=True)
class CuboMatch(CuboState):
    """One match. `feed` leaves it untouched and returns the match that follows."""

    @property
    def deadline(self) -> int | None:
        """When the loop must wake us, or None."""
        return self.round.deadline if self.round and self.phase is CuboPhase.ROUND else None

    @property
    def read_requests(self) -> tuple[ReadRequest, ...]:
        """What can be read now: the centre until it is known and the round has begun, then the square being counted."""
        if self.turn is not None:
            title = say("The square of {name}", name=self.turn.name)
            request = ReadRequest(self.turn.zone, Kind.CUBO, title, self.turn.seat, DICE, self.number)
            return (request,) if self.turn.needs_reading else ()
        if self.centre_open:
            return (ReadRequest(CENTRE, Kind.DICE, say("The centre dice"), dice=CENTRE_DICE, occasion=self.number),)
        return ()

    def lamp(self, seat: Seat) -> Lamp:
        """Return what the lamp of `seat` shows."""
        return views.lamp(self, seat)

    def view(self) -> View:
        """Return what the page shows."""
        return views.view(self)

    def feed(self, event: Event) -> MatchVerdict:
        """Return the match after `event`, and what the table must do about it."""
        if (nobody := why_nobody(event, self.table)) is not None:
            return self.refuse(event, nobody)
        match self.phase:
            case CuboPhase.START:
                return self._at_start(event)
            case CuboPhase.ROUND:
                return self._in_round(event)
            case CuboPhase.COUNT:
                return self._in_count(event)
            case CuboPhase.ROUND_END:
                return self._at_round_end(event)
            case CuboPhase.GAME_OVER:
                return self.refuse(event, MATCH_IS_OVER)

    # START: "the start player rolls the four dice in the centre".

    def _at_start(self, event: Event) -> MatchVerdict:
        match event:
            case Begins(seat=seat) if not self.past:
                return replace(self, start=seat), ()
            case ZoneEvent(zone=zone) if zone == CENTRE:
                return self._centre_fed(event)
            case Confirmed():
                why = views.why_centre_waits(self)
                return self.refuse(event, why) if why is not None else (self._ready(), ())
            case Pressed():
                return self._pressed_at_start(event)
        return self.refuse(event, NOT_NOW)

    def _pressed_at_start(self, event: Pressed) -> MatchVerdict:
        """The start call never waits for the camera: what is unsure in the centre can be tapped while people build."""
        if self.centre is None:
            return self.refuse(event, _NOT_READ)
        ready, effects = self._ready()._fed(event)
        begun = ready.round is not None and ready.round.began is not None
        return ready if begun else self, effects

    def _ready(self) -> CuboMatch:
        names = {player.seat: player.name for player in self.table.players}
        order = self.table.clockwise_from(self.start)
        return replace(self, phase=CuboPhase.ROUND, round=CuboRound(order, names, self.options, self.centre_count))

    # The centre dice: read, corrected, vouched for.

    def _centre_fed(self, event: ZoneEvent) -> MatchVerdict:
        """Take in what is said about the centre dice."""
        if isinstance(event, Corrected):
            return self._centre_corrected(event)
        if isinstance(event, ReadingConfirmed):
            return self._centre_confirmed(event)
        if not self.centre_open:
            return self.refuse(event, say("the centre dice are known; tap one to correct it"))
        reading: Reading | Message | None
        if isinstance(event, PartRemoved | PartAdded):
            reading = self.centre.changed(event) if self.centre else _NOT_READ
        else:
            reading = Reading.begin(event, LOOSE_DICE)
        return self.refuse(event, reading) if isinstance(reading, Message) else self._centre_read(reading, event)

    def _centre_read(self, reading: Reading | None, event: ZoneEvent) -> MatchVerdict:
        after = self._with_centre(reading)
        if after.centre_trusted:
            return (after._ready() if after.phase is CuboPhase.START else after), ()
        unsure = Announced(say("I am not sure about the centre dice."), Cue.UNREADABLE)
        return after, (unsure,) if isinstance(event, Saw) else ()

    def _with_centre(self, centre: Reading | None) -> CuboMatch:
        """Return the match with `centre` as the reading; before the start call that leads back to START."""
        after = replace(self, centre=centre)
        if after.round is None or after.round.phase is RoundPhase.READY:
            return replace(after, phase=CuboPhase.START, round=None)
        return replace(after, round=replace(after.round, dice=after.centre_count))

    def _centre_corrected(self, event: Corrected) -> MatchVerdict:
        corrected = self.centre.changed(event) if self.centre else _NOT_READ
        if isinstance(corrected, Message):
            return self.refuse(event, corrected)
        after = replace(self, centre=corrected)
        if after.turn is not None:
            after = replace(after, turn=replace(after.turn, taken=after.taken_by(after.turn.seat)))
        return after, ()

    def _centre_confirmed(self, event: ReadingConfirmed) -> MatchVerdict:
        confirmed = confirmed_by_people(self.centre, self.centre_doubts)
        if isinstance(confirmed, Message):
            return self.refuse(event, confirmed)
        after = replace(self, centre=confirmed)
        return (after._ready() if after.phase is CuboPhase.START else after), ()

    # ROUND: everybody rolls, builds, calls and chooses.

    def _in_round(self, event: Event) -> MatchVerdict:
        if isinstance(event, DieTaken) and (why := self._why_no_die(event)) is not None:
            return self.refuse(event, why)
        if isinstance(event, _AT_THE_BUTTONS):
            return self._fed(event)
        timed, effects = self._fed(Tick(event.at))
        after, more = timed._aside(event) if timed.phase is CuboPhase.ROUND else timed.feed(event)
        return after, (*effects, *more)

    def _fed(self, event: Event) -> MatchVerdict:
        """Hand `event` to the round; when everybody has chosen, the counting begins."""
        if self.round is None:
            return self, ()
        after, effects = self.round.feed(event)
        return replace(self, round=after)._counting_if_settled(), effects

    def _why_no_die(self, event: DieTaken) -> Message | None:
        """Return why nobody can take a die now: what it shows must be known first."""
        if not self.centre_trusted:
            return views.why_centre_waits(self)
        if 0 <= event.die < len(self.centre_dice) and self.centre_dice[event.die] is None:
            return say("die {number} in the centre is no die of Cubo", number=event.die + 1)
        return None

    def _aside(self, event: Event) -> MatchVerdict:
        """Judge an event that is not about the buttons while a round runs."""
        if isinstance(event, ZoneEvent) and event.zone == CENTRE:
            return self._centre_fed(event)
        waits = self.round is not None and self.round.phase is RoundPhase.READY
        if isinstance(event, Begins) and waits and not self.past:
            return replace(self, start=event.seat)._ready(), ()
        return self.refuse(event, _NOTHING_TO_CONFIRM if isinstance(event, Confirmed) else NOT_NOW)

    def _counting_if_settled(self) -> CuboMatch:
        if self.round is None or not self.round.settled:
            return self
        return replace(self, phase=CuboPhase.COUNT, counted=(), turn=None)._next_turn()

    # COUNT: "all players count their points, beginning with the start player".

    def _next_turn(self) -> CuboMatch:
        """Return the match with the next square to count; seats without a call get nothing."""
        if self.round is None:
            return self
        done = {each.seat for each in self.counted}
        for seat in self.round.order:
            if seat in done:
                continue
            if seat in self.round.called:
                return replace(self, turn=self._turn_of(seat))
            return replace(self, counted=(*self.counted, self._without_square(seat)))._next_turn()
        return self._round_ended(self.round)

    def _turn_of(self, seat: Seat) -> SquareCount:
        return SquareCount(seat, self.table.name(seat), self.taken_by(seat), self.reds[seat], self.options)

    def _without_square(self, seat: Seat) -> Counted:
        name = self.table.name(seat)
        if self.round is not None and seat in self.round.gave_up:
            return Counted(seat, 0, say("{name} gave up this round: no points", name=name))
        return Counted(seat, 0, say("{name} did not call in time: no points", name=name))

    def _in_count(self, event: Event) -> MatchVerdict:
        turn = self.turn
        if turn is None:
            return self.refuse(event, NOT_NOW)
        if isinstance(event, Pressed):
            return self._pressed_while_counting(event)
        if isinstance(event, Corrected) and event.zone == CENTRE:
            return self._centre_fed(event)
        return self._in_turn(turn, event)

    def _in_turn(self, turn: SquareCount, event: Event) -> MatchVerdict:
        match event:
            case ZoneEvent(zone=zone) if zone == turn.zone:
                return self._turn_fed(turn, event)
            case Exchanged(seat=seat) if seat == turn.seat:
                return self._turn_fed(turn, event)
            case Confirmed():
                return self._confirmed(turn, event)
            case Forfeited(seat=seat) if seat == turn.seat:
                why = say("{name} shows no square: no points", name=turn.name)
                return self._with_counted(Counted(seat, 0, why, taken=turn.taken), Cue.TIME_OVER)
        return self.refuse(event, say("the square of {name} is being counted now", name=turn.name))

    def _pressed_while_counting(self, event: Pressed) -> MatchVerdict:
        """Judge a press that was delivered late: made in time, it counts as long as no square has been looked at."""
        if self.round is None or self._has_counted(self.round):
            return self.refuse(event, say("the round is over"))
        after, effects = self.round.feed(event)
        if after.calls == self.round.calls:
            return replace(self, round=after), effects
        back = replace(self, round=after, phase=CuboPhase.ROUND, turn=None, counted=())
        return back._counting_if_settled(), effects

    def _has_counted(self, played: CuboRound) -> bool:
        """Whether the square of anybody who called has been looked at, or given up."""
        is_read = self.turn is None or self.turn.current is not None
        return is_read or any(each.seat in played.called for each in self.counted)

    def _turn_fed(self, turn: SquareCount, event: Event) -> MatchVerdict:
        after, effects = turn.feed(event)
        return replace(self, turn=after), effects

    def _confirmed(self, turn: SquareCount, event: Confirmed) -> MatchVerdict:
        counted = turn.counted(event)
        return self._with_counted(counted, Cue.POINTS) if isinstance(counted, Counted) else (self, (counted,))

    def _with_counted(self, counted: Counted, cue: Cue) -> MatchVerdict:
        after = replace(self, counted=(*self.counted, counted), turn=None)._next_turn()
        effects = (Announced(counted.why, cue),)
        if after.phase is CuboPhase.GAME_OVER:
            return after, (*effects, Announced(views.victory(after), Cue.WON))
        return after, effects

    def _round_ended(self, played: CuboRound) -> CuboMatch:
        past = (*self.past, PastRound(self.start, self.counted, self.centre_dice, played))
        phase = CuboPhase.GAME_OVER if len(past) == ROUNDS else CuboPhase.ROUND_END
        return replace(self, phase=phase, turn=None, past=past, reds=self._reds_after())

    def _reds_after(self) -> Mapping[Seat, int]:
        """Return the red dice of each set: "the replaced die is put in the centre", so sets drift."""
        if not self.colours_drift:
            return self.reds
        squares = {each.seat: each.sheet.square if each.sheet else each.before for each in self.counted}
        return {
            seat: square.count(Colour.RED) if square is not None and is_whole_set(square) else self.reds[seat]
            for seat, square in ((seat, squares.get(seat)) for seat in self.table.seats)
        }

    # ROUND_END: "the left neighbour of the start player becomes start player".

    def _at_round_end(self, event: Event) -> MatchVerdict:
        if not isinstance(event, Confirmed):
            return self.refuse(event, say("confirm the sheet first, then the next round begins"))
        start = self.table.after(self.start)
        after = replace(self, phase=CuboPhase.START, start=start, centre=None, round=None, counted=())
        return after, (
            Announced(say("Round {number}: {name} starts.", number=after.number, name=self.table.name(start)), Cue.GO),
        )


def begin(started: Started) -> CuboMatch:
    """Return a new match; the first seat starts until somebody says who is the oldest."""
    table = seated(started, "Cubo", SEATS)
    options = read_options(CuboOptions, started.options)
    return CuboMatch(table, options, table.seats[0], dict.fromkeys(table.seats, SET_REDS))
