"""Who was first: presses in as they are delivered, events out in the order in which the buttons were touched.

    delivered (any order) --add--> held for settle + tolerance after its own edge --release--> Pressed, in edge order

The time of a press is the kernel's time of its first edge, so a press that was delivered late still takes its
rightful place, as long as it comes within `settle` of its edge. `release(now)` must be given a time that was read
*before* the queue of presses was emptied; otherwise a press could hide in the queue while a later one is released.

On a machine that is too busy, `settle` is not enough. The wired buttons therefore tell their `horizon`, before which
every press has been reported: nothing later than that is released, for as long as `PATIENCE` allows. What it was at the
end of the release before counts, because the queue was emptied since; and what it is now, because an edge that came
later than anybody expected takes it back.

A time is only as good as the way it came. A wired press is exact to `tolerance`. The page's time is the time at which
the server heard of it: the finger was there up to `page_lag` earlier. So two presses are a tie when the later one
may really have been the earlier:

    the later came by    tied when it is at most this much later
    button, simulation   tolerance
    USB encoder          8 ms (a slow encoder is asked 125 times a second)
    keyboard             20 ms (it scans its keys, then is asked like an encoder)
    page                 page_lag (100 ms unless configured)

A press whose contact opened again for long, or some of whose edges were lost, says itself how much earlier it may have
begun (`RawPress.unsure`): it ties with whatever was pressed meanwhile.

A page press that arrives *before* a wired one was truly first: its delay can only have made it look later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.chance import Lots
from companion.events import By, Confirmed, Event, Pressed, SlotPressed, Undone
from companion.table import Seat
from device.hardware.clock import MS
from device.hardware.config import RaceConfig
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot, Target, seat_of

_KEPT = 5_000 * MS
"""How long a released press is remembered, to tell the late and the nearly simultaneous from the rest."""


PATIENCE = 250 * MS
"""No press is held back for longer, whatever the horizon: a line that never comes to rest must not stop the table."""


@dataclass(frozen=True, slots=True)
class RawPress:
    """Somebody pressed `target`; `at` is the time of the first edge (or of arrival, for the page)."""

    target: Target
    at: int
    by: By
    unsure: int = 0
    """How much earlier it may have begun because its contact bounced for long, or because edges were lost (ns)."""


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """How much earlier than its stamp a press may really have been, by the way it came (ns)."""

    tolerance: int
    by: Mapping[By, int]

    @classmethod
    def of(cls, race: RaceConfig) -> Uncertainty:
        """Return the uncertainties of a table that is configured as `race`."""
        slow = {By.ENCODER: 8 * MS, By.KEYBOARD: 20 * MS, By.PAGE: race.page_lag}
        return cls(race.tolerance, slow)

    def tied(self, one: RawPress, other: RawPress) -> bool:
        """Whether nobody can say which of the two was first."""
        earlier, later = sorted((one, other), key=lambda press: press.at)
        return later.at - earlier.at <= max(self.tolerance, self.by.get(later.by, 0), later.unsure)


@dataclass
class Arbiter:
    """Holds presses back until none that is earlier can still be on its way. One thread owns it."""

    race: RaceConfig = field(default_factory=RaceConfig)
    horizon: Callable[[], int | None] = lambda: None
    """Tells before which time every wired press has been reported (`presses.buttons`); None when none can come."""
    _held: list[RawPress] = field(default_factory=list, init=False)
    _released: list[RawPress] = field(default_factory=list, init=False)
    _overtaken: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._uncertainty = Uncertainty.of(self.race)
        self._next_known = self.horizon()
        self._known: int | None = None
        self._asked: int | None = None

    @property
    def due(self) -> int | None:
        """When the next press can perhaps be released (ns), or None."""
        return min((self.settles_at(press.at) for press in self._held), default=None)

    def settled(self, at: int) -> bool:
        """Whether the latest `release` was the last word on every press made by `at`: a deadline has passed."""
        return self._asked is not None and self._is_past(at, self._asked)

    def settles_at(self, at: int) -> int:
        """Return when to call `release` so that perhaps every press that was made by `at` is settled (ns)."""
        earliest = at + self.race.settle + self.race.tolerance
        if self._asked is None or earliest > self._asked:
            return earliest
        return self._asked + MS  # the time has come, but the horizon stands before it

    @property
    def overtaken(self) -> int:
        """How many presses came so late that a later one had already been released: `settle` is too short."""
        return self._overtaken

    def add(self, press: RawPress) -> None:
        """Take in a press; the order in which presses are added does not matter."""
        self._held.append(press)

    def release(self, now: int) -> tuple[Event, ...]:
        """Return the presses that nothing can overtake any more, earliest first.

        One that was delivered too late comes out with its true time, tied with those that had wrongly gone before it.
        """
        horizon = self.horizon()
        self._known, self._next_known, self._asked = _earlier(self._next_known, horizon), horizon, now
        ripe = sorted((press for press in self._held if self._is_past(press.at, now)), key=_by_edge)
        self._held = [press for press in self._held if not self._is_past(press.at, now)]
        self._released = [press for press in self._released if press.at > now - _KEPT]
        events = tuple(self._event(press, ripe) for press in ripe)
        self._released += ripe
        return events

    def _is_past(self, at: int, now: int) -> bool:
        # `tolerance` longer than `settle`: whatever ties with a press of `at` must have been delivered too
        if at + self.race.settle + self.race.tolerance > now:
            return False
        return self._known is None or at + self.race.tolerance < self._known or at + PATIENCE <= now

    def _event(self, press: RawPress, ripe: list[RawPress]) -> Event:
        match press.target:
            case Control.CONFIRM:
                return Confirmed(press.at)
            case Control.UNDO:
                return Undone(press.at)
            case SharedSlot(slot):
                return SlotPressed(press.at, slot, press.by)
            case SeatSlot(seat, slot):
                return Pressed(press.at, seat, press.by, self._tied(press, ripe), slot)
            case seat:
                return Pressed(press.at, seat, press.by, self._tied(press, ripe))

    def _tied(self, press: RawPress, ripe: list[RawPress]) -> tuple[Seat, ...]:
        """Return the seats whose presses may have been before this one, or after it: nobody can say."""
        late_for = [gone for gone in self._released if gone.at > press.at]
        self._overtaken += bool(late_for)
        near = [other for other in (*self._released, *self._held, *ripe) if self._uncertainty.tied(press, other)]
        seats = {seat for other in (*late_for, *near) if (seat := seat_of(other.target)) is not None}
        return tuple(sorted(seat for seat in seats if seat != seat_of(press.target)))


def _earlier(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)


def _by_edge(press: RawPress) -> tuple[int, int, str]:
    # Equal times are a tie, and no game has anything but their order to go by. A lot draws it, for each instant anew:
    # no seat is preferred, and nobody gains by being delivered first. The journal keeps the order.
    return press.at, Lots(press.at, "equal times", str(press.target)).below(1 << 32), str(press.target)
