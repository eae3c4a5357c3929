"""From the edges of one button to presses: the only place where contact bounce is dealt with.

    FREE --closes--> TOUCHED --closed for 3 ms--> DOWN --opens--> LEAVING --open for 20 ms--> FREE
                        | opens                     ^----closes-----'
                        v
                     BRIDGED --closes within 2 ms--> TOUCHED,  --stays open--> noise, FREE
    FREE --an edge says that it opened: the kernel saw both edges of a bounce at once--> BRIDGED
    HELD (closed when we first looked, or nobody knows since when) --open for 50 ms--> FREE

A press has the time of the first edge of its touch. There is no clock in here: edges come with their time, and the
owner samples the level no later than `due`, because edges can be lost and no state may stick. A touch counts only for
as long as it is *proven*: by its opening edge, or by a sample that finds the button closed when every edge must have
been heard of. When a sample contradicts us, that is a doubt; it is believed when no edge explains it in time.
We never invent the time of a press: when its first edge was lost, the button is HELD, and `lost` says so.

A sample can only say that no edge came for a while; an edge that comes even later knows better. So whatever became FREE
by a sample remembers what it was, and goes back to it when an edge proves that it closed again in time.

A contact may also open for longer before it rests. A pulse that was no press and is followed within 10 ms by a press is
the first contact of that press, which has its time; when the press comes later, up to 20 ms, nobody can say: the press
has its own time, and `earliest` says how much earlier it may really have begun. So it does when edges may have been
lost: the kernel keeps no more than 16 of one line, and throws the oldest away.

The kernel stamps an edge at once, but reads the level that it reports a moment later. When a contact bounces meanwhile,
its first edge is reported as an opening: of a line that was open. That time is the first edge of a touch all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from device.hardware.clock import MS, SECOND


@dataclass(frozen=True, slots=True)
class ContactParams:
    """Every time that matters to a contact (ns)."""

    contact: int = 3 * MS
    """A touch shorter than this is induced by a lamp or a long wire; the shortest tap of a finger is longer."""
    bridge: int = 2 * MS
    """A touch may open for less than this, as contacts do when they bounce; it must be closed half of the time."""
    first_contact: int = 10 * MS
    """A pulse that was open for less than this before a press was the first contact of that press."""
    unsure: int = 20 * MS
    """A pulse that was open for less than this before a press may have been its first contact: nobody can say."""
    kept_edges: int = 16
    """So many edges of one line the kernel keeps; of a burst of as many, older ones may have been lost."""
    release: int = 20 * MS
    """So long it must be open before it can be pressed again: letting go bounces too."""
    hold_off: int = 50 * MS
    """Nobody presses again so soon after the first edge."""
    free: int = 50 * MS
    """So long a button that was held when we first looked must be open before it counts."""
    delivery: int = 3 * MS
    """So long an edge may be on its way (2.4 ms were measured): a sample proves nothing younger than this."""
    late: int = 10 * MS
    """So long the next edge of a bounce may be on its way on a busy machine: no touch is given up before."""
    lost: int = 40 * MS
    """An opening edge that was not delivered after this time was lost."""
    lost_press: int = 200 * MS
    """So long a busy machine may take to deliver a closing edge; giving it up costs somebody his press."""
    sample: int = 25 * MS
    """The level is compared with what we believe at least so often."""
    noises: int = 5
    """So many touches that were no presses within `noise_window` are a noisy line."""
    noise_window: int = 60 * SECOND
    stuck: int = 30 * SECOND
    """Nobody leans on a button for so long."""
    notice_for: int = 10 * SECOND
    """How long a lost press is told."""


PARAMS = ContactParams()


class ContactPhase(Enum):
    """What a contact is doing."""

    FREE = "open; the next touch may be a press"
    TOUCHED = "closed, not yet for long enough to be a press"
    BRIDGED = "opened within a touch, perhaps only for a moment"
    DOWN = "pressed; it has counted"
    LEAVING = "open again, not yet for long enough to be free"
    HELD = "closed without a first edge; it does not count until it was seen open"


@dataclass(frozen=True, slots=True)
class Pulse:
    """A touch that was no press by itself; it may have been the first contact of the press that follows."""

    began: int
    earliest: int
    """When it may have begun, where an even earlier pulse may belong to it."""
    ended: int


@dataclass(frozen=True, slots=True)
class ContactFilter:
    """One contact at one moment; `edge` and `sample` leave it untouched and return the one that follows."""

    phase: ContactPhase
    closed: bool
    """What we believe the level to be."""
    since: int
    """When that level began."""
    looked: int
    """When it was sampled last."""
    params: ContactParams = PARAMS
    first: int | None = None
    """The first edge of the present or latest touch."""
    proven: int = 0
    """How long the present touch was closed before `since` (ns)."""
    agreed: int = 0
    """When we last knew the level for certain: by an edge, or by a sample that found what we believed."""
    doubt: int | None = None
    """When a sample first contradicted us."""
    glimpsed: int | None = None
    """When a sample last found it closed although no edge had said so."""
    noise: tuple[int, ...] = ()
    """The latest touches that were no presses."""
    pulse: Pulse | None = None
    """The latest touch that was no press."""
    began: int | None = None
    """The first contact of the present or latest touch, when that was a pulse before it."""
    unsure_since: int | None = None
    """When the present or latest touch may have begun, if that may have been before its first contact."""
    edges: int = 0
    """How many edges came since it was last found free."""
    lossy_at: int | None = None
    """When it was noticed that edges may have been lost, until it is found free again."""
    lost_at: int | None = None
    """When a press was noticed whose first edge was lost."""
    before: ContactFilter | None = None
    """What it was before a sample found that nothing more would come of it."""

    @classmethod
    def at_start(cls, at: int, closed: bool, params: ContactParams = PARAMS) -> ContactFilter:
        """Return the contact as it was found at `at`: pressed already, or free."""
        return cls(
            ContactPhase.HELD if closed else ContactPhase.FREE, closed, since=at, looked=at, params=params, agreed=at
        )

    @property
    def due(self) -> int:
        """When the level must be sampled next (ns)."""
        return min(self.looked + self.params.sample, self._settled_at())

    @property
    def horizon(self) -> int:
        """Every press that began before this has been reported, or never will be (ns)."""
        if self.phase in (ContactPhase.TOUCHED, ContactPhase.BRIDGED) and self.first is not None:
            return self.earliest
        if self.doubt is not None and not self.closed:
            return self.agreed
        known = self.looked - self.params.delivery
        if self.phase is ContactPhase.FREE and self.pulse is not None and known < self.pulse.ended + self.params.unsure:
            return min(known, self.pulse.earliest)  # it may be the first contact of a press that is still to come
        return known

    @property
    def earliest(self) -> int:
        """When the present or latest touch may have begun at the earliest; it counts from its first contact (ns)."""
        known = min(each for each in (self.unsure_since, self._start) if each is not None)
        return known if self.lossy_at is None else min(known, self._start - self.params.lost)

    @property
    def _start(self) -> int:
        """The first contact of the present or latest touch: the time of its press."""
        return (self.first or 0) if self.began is None else self.began

    def with_losses(self, at: int) -> ContactFilter:
        """Return the contact when it is noticed at `at` that edges of it may have been lost."""
        return replace(self, lossy_at=at)

    @property
    def held(self) -> bool:
        """Whether somebody should let go: it is closed, and would not count."""
        return self.phase is ContactPhase.HELD and self.closed

    def noisy(self, now: int) -> bool:
        """Whether the line is so noisy that somebody should look at its cable."""
        return len(self.noise) == self.params.noises and now - self.noise[0] <= self.params.noise_window

    def stuck(self, now: int) -> bool:
        """Whether it has been closed for longer than anybody presses."""
        return self.closed and now - self.since >= self.params.stuck

    def lost(self, now: int) -> bool:
        """Whether a press was lately noticed that could not count, because nobody knows when it began."""
        return self.lost_at is not None and now - self.lost_at < self.params.notice_for

    def edge(self, at: int, closed: bool) -> tuple[ContactFilter, int | None]:
        """Return the contact after an edge, and the time of the press that it proves, if it does."""
        if at < self.since:
            return self, None  # older than what we know already: the level will tell
        sure = replace(self, doubt=None, agreed=max(self.agreed, at), edges=self.edges + 1)
        if closed == self.closed:
            return sure._repeated(at), None  # the edge between was lost
        return sure._closes(at) if closed else sure._opens(at)

    def sample(self, at: int, closed: bool) -> tuple[ContactFilter, int | None]:
        """Return the contact after its level was read, and the time of the press that this proves, if it does."""
        seen = replace(self, looked=at)
        if closed != self.closed:
            return seen._contradicted(at)
        if self.phase is ContactPhase.FREE:
            lossy = self.lossy_at is not None and at - self.lossy_at < self.params.late
            seen = replace(seen, edges=0, lossy_at=self.lossy_at if lossy else None)
        return replace(seen, doubt=None, agreed=at)._agreed(at)

    def _settled_at(self) -> int:
        """When a sample would change the phase, or end a doubt."""
        params = self.params
        if self.doubt is not None:
            return self.looked + 2 * MS
        match self.phase:
            case ContactPhase.TOUCHED:
                return max((self.first or 0) + params.contact + params.delivery, self.looked + MS)
            case ContactPhase.BRIDGED:
                return max((self.first or 0) + params.contact, self.looked + MS)
            case ContactPhase.LEAVING:
                return self.since + params.release + params.delivery
            case ContactPhase.HELD if not self.closed:
                return self.since + params.free + params.delivery
            case ContactPhase.FREE if self.pulse is not None and self.looked < (end := self._pulse_over(self.pulse)):
                return end
        return self.looked + params.sample

    def _pulse_over(self, pulse: Pulse) -> int:
        """When a sample would show that nothing followed `pulse`."""
        return pulse.ended + self.params.unsure + self.params.delivery

    def _repeated(self, at: int) -> ContactFilter:
        """Make sense of an edge to the level that we believed in."""
        if self.phase is not ContactPhase.FREE or self._holds_off(at):
            return self
        if self.glimpsed is not None and 0 < at - self.glimpsed < self.params.lost_press:
            return replace(self, lost_at=at, glimpsed=None)  # the end of a press whose beginning was lost
        return replace(self._begun(at), phase=ContactPhase.BRIDGED, since=at, before=None)

    def _closes(self, at: int) -> tuple[ContactFilter, int | None]:
        """Obey a closing edge."""
        return replace(self._revived(at), glimpsed=None)._closed_at(at)

    def _revived(self, at: int) -> ContactFilter:
        """Return what it was before a sample made it FREE, if it closed again at `at` before that could be."""
        was = self.before
        if self.phase is not ContactPhase.FREE or was is None or at - was.since >= was._grace:
            return replace(self, before=None)
        noise = self.noise[:-1] if was.phase is ContactPhase.BRIDGED else self.noise
        return replace(was, looked=self.looked, agreed=self.agreed, lost_at=self.lost_at, noise=noise)

    @property
    def _grace(self) -> int:
        """How long it must stay open until nothing more comes of this phase."""
        match self.phase:
            case ContactPhase.BRIDGED:
                return self.params.bridge
            case ContactPhase.LEAVING:
                return self.params.release
            case ContactPhase.HELD:
                return self.params.free
        return 0

    def _closed_at(self, at: int) -> tuple[ContactFilter, int | None]:
        match self.phase:
            case ContactPhase.BRIDGED if at - self.since < self.params.bridge:
                return replace(self, phase=ContactPhase.TOUCHED, closed=True, since=at), None
            case ContactPhase.BRIDGED:
                return self._noise(self.first or at)._touch(at), None
            case ContactPhase.LEAVING if at - self.since < self.params.release:
                return replace(self, phase=ContactPhase.DOWN, closed=True, since=at), None
            case ContactPhase.HELD if at - self.since < self.params.free:
                return replace(self, closed=True, since=at), None
        return self._touch(at), None

    def _touch(self, at: int) -> ContactFilter:
        """Begin a touch, unless it comes too soon after the last one to be anything but a bounce."""
        if self.phase is not ContactPhase.BRIDGED and self._holds_off(at):
            return replace(self, phase=ContactPhase.DOWN, closed=True, since=at)
        return replace(self._begun(at), phase=ContactPhase.TOUCHED, closed=True, since=at)

    def _begun(self, at: int) -> ContactFilter:
        """Return it with a touch that begins at `at`, and what the pulse before it says about its beginning."""
        fresh = replace(self, first=at, proven=0, began=None, unsure_since=None)
        pulse, params = self.pulse, self.params
        if pulse is None or at - pulse.ended >= params.unsure:
            return fresh
        if at - pulse.ended < params.first_contact and at - pulse.began < params.unsure:
            return replace(fresh, began=pulse.began, unsure_since=pulse.earliest)
        return replace(fresh, unsure_since=max(pulse.earliest, at - params.lost))

    def _holds_off(self, at: int) -> bool:
        """Whether `at` is so soon after the last touch that it is a bounce of it."""
        return self.first is not None and at - self.first < self.params.hold_off

    def _opens(self, at: int) -> tuple[ContactFilter, int | None]:
        """Obey an opening edge."""
        opened = replace(self, closed=False, since=at)
        match self.phase:
            case ContactPhase.TOUCHED if self._is_press(at):
                return replace(opened, phase=ContactPhase.LEAVING), self._start
            case ContactPhase.TOUCHED:
                return replace(opened, phase=ContactPhase.BRIDGED, proven=self.proven + at - self.since), None
            case ContactPhase.DOWN:
                return replace(opened, phase=ContactPhase.LEAVING), None
        return opened, None

    def _is_press(self, until: int) -> bool:
        """Whether a touch that was certainly closed at `until` is a press."""
        span = until - (self.first or 0)
        return span >= self.params.contact and 2 * (self.proven + until - self.since) >= span

    def _agreed(self, at: int) -> tuple[ContactFilter, int | None]:
        """Obey a sample that found what we believed."""
        known = at - self.params.delivery  # what is younger may still be on its way
        lasted = known - self.since
        match self.phase:
            case ContactPhase.TOUCHED if self._is_press(known):
                return replace(self, phase=ContactPhase.DOWN), self._start
            case ContactPhase.BRIDGED if at - self.since >= self._grace + self.params.late:
                return self._noise(self.first or at)._freed(first=None), None
            case ContactPhase.LEAVING | ContactPhase.HELD if not self.closed and lasted >= self._grace:
                return self._freed(self.first), None
        return self, None

    def _freed(self, first: int | None) -> ContactFilter:
        """Return it as FREE, remembering what it was."""
        return replace(self, phase=ContactPhase.FREE, first=first, before=replace(self, before=None))

    def _contradicted(self, at: int) -> tuple[ContactFilter, int | None]:
        """Obey a sample that found the opposite of what we believed."""
        if self.doubt is None:
            return replace(self, doubt=at, glimpsed=self.glimpsed if self.closed else at), None
        if at - self.doubt < self._patience():
            return self, None
        return (self._opened_unseen(), None) if self.closed else self._closed_unseen()

    def _patience(self) -> int:
        if self.closed or self.phase is ContactPhase.BRIDGED:  # what was lost is no first edge
            return self.params.lost
        return self.params.lost_press

    def _closed_unseen(self) -> tuple[ContactFilter, int | None]:
        """Believe that it closed and the edge was lost."""
        closed = replace(self, closed=True, since=self.doubt or 0, doubt=None)
        opened_for = closed.since - self.since
        match self.phase:
            case ContactPhase.HELD:
                return closed, None
            case ContactPhase.BRIDGED if opened_for <= self.params.contact:  # a burst of bounces can lose edges
                return replace(closed, phase=ContactPhase.DOWN), self._start
            case ContactPhase.LEAVING if opened_for < self.params.release:
                return replace(closed, phase=ContactPhase.DOWN), None
        return replace(closed, phase=ContactPhase.HELD, lost_at=closed.since), None  # a press, but nobody knows of when

    def _opened_unseen(self) -> ContactFilter:
        """Believe that it opened and the edge was lost, some time before the sample that said so."""
        opened = replace(self, closed=False, since=self.doubt or 0, doubt=None)
        match self.phase:
            case ContactPhase.TOUCHED:  # it was never proven to be long enough
                return replace(opened._noise(self.first or 0), phase=ContactPhase.FREE, first=None)
            case ContactPhase.DOWN:
                return replace(opened, phase=ContactPhase.LEAVING)
        return opened

    def _noise(self, at: int) -> ContactFilter:
        """Remember that something touched the line which was no press."""
        pulse = Pulse(self._start, self.earliest, ended=self.since)
        return replace(self, noise=(*self.noise, at)[-self.params.noises :], pulse=pulse)
