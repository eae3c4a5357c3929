"""One round of Cubo at the buttons, from the start call to the choice of the centre dice.

    READY --start call--> FREE --Cubo!--> LOCKED --all but one--> COUNTDOWN --last Cubo!, or six seconds--> OVER

The phase is not stored: it follows from what has happened (start call, calls, players who gave up, time), so a press
that is delivered late still counts by its own time. With two players the first call leads to COUNTDOWN at once.
There is no clock in here: the loop wakes us with a Tick no earlier than `deadline`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations
from typing import TypeAlias

from companion.effects import Announced, Cue, Effect, Refused
from companion.events import Call, Event, Pressed, are_tied
from companion.games.cubo.events import DieDeclined, DieTaken, Forfeited, Rolled
from companion.games.cubo.options import CountDown, CuboOptions, LastRoll, RollingEnds
from companion.table import Seat
from companion.texts import Message, say

TOO_EARLY = 500_000_000
"""ns; whoever hammers his button before the start call is locked out for so long after it."""
COUNTDOWN = 6_000_000_000
"""Nanoseconds: "6 - 5 - 4 - 3 - 2 - 1 - Cubo"."""
SECOND = 1_000_000_000

_START_FIRST = say("the round has not begun: wait for the start player's Cubo")
_OVER = say("the round is over")


class RoundPhase(Enum):
    """Where a round stands."""

    READY = "waiting for the start call"
    FREE = "everyone may still re-roll"
    LOCKED = "somebody has called Cubo: no more re-rolls"
    COUNTDOWN = "six seconds for the last player"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player who has called wants from the centre: a die by its number, or None for none."""

    seat: Seat
    at: int
    die: int | None


@dataclass(frozen=True, slots=True)
class CuboRound:
    """One round. `feed` leaves it untouched and returns the round that follows."""

    order: tuple[Seat, ...]
    """All seats, clockwise from the start player."""
    names: Mapping[Seat, str]
    options: CuboOptions
    dice: int
    """How many dice lie in the centre."""
    began: int | None = None
    calls: tuple[Call, ...] = ()
    """In the order in which they count."""
    early: frozenset[Seat] = frozenset()
    """Who pressed before the start call."""
    late: tuple[Call, ...] = ()
    choices: tuple[Choice, ...] = ()
    gave_up: Mapping[Seat, int] = field(default_factory=dict)
    """Who plays no longer in this round, since when."""
    last_rolls: frozenset[Seat] = frozenset()
    """Who has rolled the dice that were in hand at the call."""
    timed_out: bool = False

    @property
    def start(self) -> Seat:
        """The start player."""
        return self.order[0]

    @property
    def called(self) -> tuple[Seat, ...]:
        """Who has called in time, in the order that counts."""
        return tuple(call.seat for call in self.calls)

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """Who has neither called nor given up."""
        return tuple(seat for seat in self.order if seat not in self.called and seat not in self.gave_up)

    @property
    def phase(self) -> RoundPhase:
        """Where the round stands."""
        if self.began is None:
            return RoundPhase.READY
        if self.timed_out or not self.open_seats:
            return RoundPhase.OVER
        if self.closes is not None:
            return RoundPhase.COUNTDOWN
        return RoundPhase.FREE if self.stopped_at is None else RoundPhase.LOCKED

    @property
    def stopped_at(self) -> int | None:
        """When re-rolling ended, or None."""
        stops = self.options.rolling_ends is RollingEnds.FIRST_CALL
        times = [call.at for call in self.calls if stops or call.seat == self.start]
        return min(times, default=None)

    @property
    def closes(self) -> int | None:
        """When the six seconds of the last player end, or None while more than one is open.

        "As soon as all players but one have taken a die" - taking is optional, so a call is what counts, unless the
        table takes the sentence at its word.
        """
        if not self.calls or len(self.open_seats) > 1:
            return None
        moments = [*(call.at for call in self.calls), *self.gave_up.values()]
        if self.options.countdown is CountDown.TAKEN:
            if self.chooser is not None:
                return None
            moments += [choice.at for choice in self.choices]
        return max(moments) + COUNTDOWN

    @property
    def deadline(self) -> int | None:
        """When the loop must wake us, or None."""
        return self.closes if self.phase is RoundPhase.COUNTDOWN else None

    @property
    def chooser(self) -> Seat | None:
        """Whose choice of a centre die is next: dice are chosen in the order of the calls."""
        settled = {choice.seat for choice in self.choices}
        if not self.dice_left:
            return None
        return next((seat for seat in self.called if seat not in settled), None)

    @property
    def dice_left(self) -> tuple[int, ...]:
        """The numbers of the dice that still lie in the centre."""
        gone = {choice.die for choice in self.choices}
        return tuple(die for die in range(self.dice) if die not in gone)

    @property
    def settled(self) -> bool:
        """Whether the round is over and everybody has chosen."""
        return self.phase is RoundPhase.OVER and self.chooser is None

    def die_of(self, seat: Seat) -> int | None:
        """Return the number of the centre die that `seat` took."""
        return next((choice.die for choice in self.choices if choice.seat == seat), None)

    def feed(self, event: Event) -> RoundVerdict:
        """Return the round after `event`, and what the table must do about it."""
        deadline = self.deadline
        if deadline is None or event.at < deadline:
            return self._judged(event)
        # The six seconds are over, whether or not a Tick has told us: a call on the stroke of six is late.
        over = replace(self, timed_out=True)
        after, effects = over._judged(event)
        return after, (over._time_over(), *effects)

    def _judged(self, event: Event) -> RoundVerdict:
        match self.phase, event:
            case RoundPhase.READY, Pressed(seat=seat) if seat == self.start:
                return replace(self, began=event.at), (Announced(say("Cubo! Everybody rolls."), Cue.GO),)
            case RoundPhase.READY, Pressed(seat=seat) if seat not in self.early:
                early = say("{name} pressed too early: wait for the start player's Cubo", name=self.names[seat])
                return replace(self, early=self.early | {seat}), (Announced(early, Cue.REFUSED),)
            case RoundPhase.READY, _ if not _is_idle(event):
                return self, (Refused(event, _START_FIRST),)
            case _, Pressed():
                return self._pressed(event)
            case _, Rolled():
                return self._rolled(event)
            case _, DieTaken() | DieDeclined():
                return self._chosen(event)
            case _, Forfeited():
                return self._given_up(event)
        return self, ()

    def _pressed(self, event: Pressed) -> RoundVerdict:
        """Take a call: the square of `seat` is covered and may not be changed any more."""
        why = self._why_no_call(event)
        if why is not None:
            return self, (Refused(event, why),)
        call = Call.of(event)
        closes = self.closes
        if closes is not None and event.at >= closes:
            return self._too_late(call, closes)
        after = replace(self, calls=in_order((*self.calls, call), self.order), timed_out=False)
        called = Announced(after._call_sentence(event.seat), Cue.CALL)
        return after, (called, *after._tie_announcements(call), *after._count_down_begins(self))

    def _tie_announcements(self, call: Call) -> tuple[Effect, ...]:
        """Return the announcement of the tie rule for every earlier call that cannot be told from `call`."""
        return tuple(
            Announced(self._tie_rule(first, second), Cue.CALL)
            for first, second in combinations(self.calls, 2)
            if call in (first, second) and are_tied(first, second) and self._is_nearer(first, second)
        )

    def _is_nearer(self, one: Call, other: Call) -> bool:
        """Whether `one` sits nearer to the start player, clockwise."""
        return self.order.index(one.seat) < self.order.index(other.seat)

    def _tie_rule(self, first: Call, second: Call) -> Message:
        return say(
            "{first} and {second} called at the same moment: {first} sits nearer to the start player and comes first.",
            first=self.names[first.seat],
            second=self.names[second.seat],
        )

    def _why_no_call(self, event: Pressed) -> Message | None:
        name = self.names[event.seat]
        if event.seat in self.called:
            return say("{name} has already called Cubo", name=name)
        if event.seat in self.gave_up:
            return say("{name} has given up this round", name=name)
        if any(call.seat == event.seat for call in self.late):
            return say("{name} was too late", name=name)
        if self.began is not None and event.at <= self.began:
            return say("{name} pressed before the round began", name=name)
        if event.seat in self.early and self.began is not None and event.at < self.began + TOO_EARLY:
            return say("{name} pressed too early, before the start call", name=name)
        return None

    def _too_late(self, call: Call, closes: int) -> RoundVerdict:
        seconds = f"{(call.at - closes) / SECOND:.3f}"
        what = say("{name} called {seconds} s too late: no points", name=self.names[call.seat], seconds=seconds)
        return replace(self, late=(*self.late, call)), (Announced(what, Cue.REFUSED),)

    def _call_sentence(self, seat: Seat) -> Message:
        name = self.names[seat]
        if self.phase is RoundPhase.OVER:
            return say("Cubo! {name} made it. All squares are covered.", name=name)
        if self.stopped_at is None:
            return say("Cubo! {name} is ready. The others may still re-roll.", name=name)
        return say("Cubo! {name} is ready. No more re-rolls.", name=name)

    def _count_down_begins(self, before: CuboRound) -> tuple[Effect, ...]:
        """Return the announcement of the count-down if it begins with this round and not with the one `before`."""
        if self.phase is not RoundPhase.COUNTDOWN or before.phase is RoundPhase.COUNTDOWN:
            return ()
        name = self.names[self.open_seats[0]]
        return (Announced(say("Six seconds for {name}: 6 - 5 - 4 - 3 - 2 - 1 - Cubo!", name=name), Cue.COUNT_DOWN),)

    def _time_over(self) -> Effect:
        names = ", ".join(self.names[seat] for seat in self.open_seats)
        return Announced(say("Time is over: no points for {names} in this round.", names=names), Cue.TIME_OVER)

    @property
    def may_roll_freely(self) -> bool:
        """Whether whoever is not ready may roll as often as he likes."""
        last = self.options.last_roll is LastRoll.LAST_MAY_REROLL and self.phase is RoundPhase.COUNTDOWN
        return self.stopped_at is None or last

    def may_roll(self, seat: Seat) -> bool:
        """Whether `seat` may roll now; after the call only dice that were in hand, once."""
        return self.began is not None and self._why_no_roll(seat) is None

    def _why_no_roll(self, seat: Seat, at: int | None = None) -> Message | None:
        """Return why `seat` may not roll at the moment `at`, by default now."""
        if seat in self.called:
            return say("{name} has covered the square: it stays as it is", name=self.names[seat])
        if self.phase is RoundPhase.OVER or seat in self.gave_up:
            return _OVER
        if self.may_roll_freely or (at is not None and self.stopped_at is not None and at < self.stopped_at):
            return None
        if seat in self.last_rolls:
            return say("{name} has had the last roll already", name=self.names[seat])
        return None

    def _rolled(self, event: Rolled) -> RoundVerdict:
        why = self._why_no_roll(event.seat, event.at)
        if why is not None:
            return self, (Refused(event, why),)
        if self.stopped_at is None or event.at < self.stopped_at:
            return self, ()
        # "Whoever has the dice in hand when another says Cubo may roll them one last time."
        return replace(self, last_rolls=self.last_rolls | {event.seat}), ()

    def _chosen(self, event: DieTaken | DieDeclined) -> RoundVerdict:
        why = self._why_no_choice(event)
        if why is not None:
            return self, (Refused(event, why),)
        die = event.die if isinstance(event, DieTaken) else None
        after = replace(self, choices=(*self.choices, Choice(event.seat, event.at, die)))
        return after, after._count_down_begins(self)

    def _why_no_choice(self, event: DieTaken | DieDeclined) -> Message | None:
        name = self.names[event.seat]
        if event.seat not in self.called:
            return say("{name} has not called Cubo in time and takes no die", name=name)
        if any(choice.seat == event.seat for choice in self.choices):
            return say("{name} has chosen already", name=name)
        if isinstance(event, DieTaken) and event.die not in self.dice_left:
            return say("die {number} does not lie in the centre", number=event.die + 1)
        if self.chooser not in (None, event.seat):
            return say("{first} called before {name} and chooses first", first=self._chooser_name, name=name)
        return None

    @property
    def _chooser_name(self) -> str:
        return self.names[self.chooser] if self.chooser is not None else ""

    def _given_up(self, event: Forfeited) -> RoundVerdict:
        name = self.names[event.seat]
        if event.seat not in self.open_seats or self.phase is RoundPhase.OVER:
            return self, (Refused(event, say("{name} is not playing for a call any more", name=name)),)
        after = replace(self, gave_up={**self.gave_up, event.seat: event.at})
        what = Announced(say("{name} gives up this round: no points.", name=name), Cue.TIME_OVER)
        return after, (what, *after._count_down_begins(self))


RoundVerdict: TypeAlias = "tuple[CuboRound, tuple[Effect, ...]]"


def _is_idle(event: Event) -> bool:
    """Whether `event` asks nothing of a round."""
    return not isinstance(event, Pressed | Rolled | DieTaken | DieDeclined | Forfeited)


def in_order(calls: Iterable[Call], clockwise: tuple[Seat, ...]) -> tuple[Call, ...]:
    """Return `calls` as they count: by time; two that are tied, by who sits nearer to the start player clockwise.

    Only neighbours in time that are tied with each other change places, so nobody overtakes a call that was
    certainly earlier.
    """
    ordered = sorted(calls, key=lambda call: (call.at, clockwise.index(call.seat)))
    for _ in range(len(ordered)):
        for at in range(len(ordered) - 1):
            first, second = ordered[at], ordered[at + 1]
            if are_tied(first, second) and clockwise.index(second.seat) < clockwise.index(first.seat):
                ordered[at], ordered[at + 1] = second, first
    return tuple(ordered)
