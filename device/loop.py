"""The loop: the one thread that owns the referee.

    drivers and requests --inbox--> arbiter --in the order of the edges--> match_service (journal, referee, publisher)

Whatever happens is put into the inbox (`device.inbox`) from any thread; the loop empties it, lets the arbiter order the
presses, and wakes the referee at its deadline: not before a press that was made in time can still be on its way.

While an input of somebody who plays is missing (`presses.attendance`), nobody can be first: the match pauses at the
moment until which everything is known, and no press after it counts until the match goes on.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Thread

from companion.effects import Refused
from companion.errors import CompanionError
from companion.events import Confirmed, Event, Pressed, Resumed, SlotPressed, Tick, Undone
from companion.service import Answer, Notice, NoticeLevel
from companion.table import Seat
from companion.texts import Message, say
from device.hardware.clock import SECOND, Clock
from device.hardware.presses.arbiter import Arbiter, RawPress
from device.hardware.presses.attendance import Absence, Attendance, Presence
from device.hardware.presses.targets import SharedSlot, target_of
from device.inbox import GoOn, Inbox, Job, Stop, Work
from device.match_service import MatchService

log = logging.getLogger(__name__)

LATE_PRESSES = "late-presses"
"""The key of the notice that presses come too late to be ordered."""
LONGEST_NAP = SECOND // 2
"""The loop looks round at least so often, and tells the watchdog that it lives."""


@dataclass
class Loop:
    """Runs in its own thread between `start` and `close`; tests call `turn` instead and move a fake clock."""

    match_service: MatchService
    arbiter: Arbiter
    clock: Clock
    inbox: Inbox = field(default_factory=Inbox)
    confirm: Work | None = None
    """What the confirm button does, beyond agreeing with what is shown."""
    tasks: tuple[Callable[[], None], ...] = ()
    """Done every turn, in this order: notices, lamps, the watchdog."""
    attendance: Attendance = field(default_factory=Attendance)
    _ignored_until: int = -1
    """No press by then counts: it was made in a pause."""
    _awaited: dict[RawPress, Future[Answer]] = field(default_factory=dict)
    _thread: Thread | None = None
    _ended: bool = False
    _late: int = 0
    """How many late presses have been told."""

    def turn(self) -> None:
        """Do everything that is due now."""
        now = self.clock.now()  # before the inbox is emptied: no press may hide in it behind a later one
        while (job := self.inbox.next()) is not None:
            self._take(job)
        for event in self.arbiter.release(now):
            self._released(event)
        self._publish_late_presses()
        if (deadline := self._deadline()) is not None and self.arbiter.settled(deadline):
            self._guarded(lambda: self.match_service.feed(Tick(deadline)))
        self._pause_or_resume(now)
        for task in self.tasks:
            task()

    def _publish_late_presses(self) -> None:
        """Say that presses came after a later one had been judged: `settle` is too short for this machine."""
        if (late := self.arbiter.overtaken) > self._late:
            self._late = late
            text = say("presses that came after a later one had been judged: {count}", count=late)
            cure = say("raise settle_ms in the section [race] of the configuration; such races are called ties")
            self.match_service.publisher.notice(Notice(LATE_PRESSES, NoticeLevel.WARNING, text, cure))

    def _pause_or_resume(self, now: int) -> None:
        """Pause the match, or let it go on."""
        match, missed = self.match_service.match, self._missed()
        if match is None:
            return
        if not missed and match.paused:
            self._guarded(lambda: self.match_service.feed(Resumed(now)))
        elif missed and not match.paused and self.arbiter.settled(since := _known_until(missed)):
            self._guarded(lambda: self.match_service.pause(since, missed[0].what))

    def _missed(self) -> tuple[Absence, ...]:
        """Return what is missing of those who play, as long as there is something to decide."""
        match = self.match_service.match
        missed = () if match is None else self.attendance.missed([each.seat for each in match.started.players])
        return missed if missed and match is not None and match.referee.view().result is None else ()

    def go_on(self) -> Answer:
        """Go on without what is missing: what people decide in a pause."""
        self._change_attendance(self.attendance.waive)
        self._pause_or_resume(self.clock.now())
        return Answer(accepted=True, version=self.match_service.publisher.snapshot().version)

    def nap_ns(self) -> int:
        """Return how long nothing is due, if nothing comes in."""
        due = [each for each in (self.arbiter.due, self._tick_due(), self._pause_due()) if each is not None]
        return max(0, min([LONGEST_NAP, *(each - self.clock.now() for each in due)]))

    def start(self) -> None:
        """Run in a thread of its own."""
        self._thread = Thread(target=self._run, name="loop", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop after what is in the inbox; may be called twice."""
        if self._thread is not None:
            self.inbox.stop()
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while not self._ended:
            if (job := self.inbox.next(self.nap_ns() / SECOND)) is not None:
                self._take(job)
            self.turn()

    def _take(self, job: Job) -> None:
        match job.content:
            case Stop():
                self._ended = True
            case RawPress() as press:
                self.arbiter.add(press)
                if job.answer is not None:
                    self._awaited[press] = job.answer
            case Absence() | Presence() as news:
                self._change_attendance(lambda: self.attendance.take(news))
            case GoOn():
                _settle(job.answer, self.go_on)
            case work:
                _settle(job.answer, lambda: work(self.match_service))

    def _released(self, event: Event) -> None:
        match event:
            case Pressed(at=at, seat=seat, by=by):
                future = self._awaited.pop(RawPress(target_of(event), at, by), None)
                _settle(future, lambda: self._pressed(event, seat))
            case SlotPressed(at=at, slot=slot, by=by):
                future = self._awaited.pop(RawPress(SharedSlot(slot), at, by), None)
                _settle(future, lambda: self._judged(event))
            case Confirmed(at=at) if self._absent_since() < at:
                self._guarded(self.go_on)
            case Confirmed():
                self._guarded(lambda: self._confirmed(event))
            case Undone():
                self._guarded(self.match_service.undo)

    def _confirmed(self, event: Confirmed) -> Answer:
        return self.match_service.feed(event) if self.confirm is None else self.confirm(self.match_service)

    def _pressed(self, event: Event, seat: Seat) -> Answer:
        match = self.match_service.match
        if match is None or all(player.seat != seat for player in match.started.players):
            version = self.match_service.publisher.snapshot().version
            return Answer(accepted=False, version=version, why=say("nobody plays on seat {seat}", seat=seat))
        return self._judged(event)

    def _judged(self, event: Event) -> Answer:
        """Let a press count, unless it was made while somebody could not be heard."""
        if self._absent_since() < event.at:
            return self._not_counted(event, say("this press does not count: {why}", why=self._missed()[0].what))
        if event.at <= self._ignored_until:
            return self._not_counted(event, say("this press does not count: it was made in the pause"))
        return self.match_service.feed(event)

    def _not_counted(self, event: Event, why: Message) -> Answer:
        snapshot = self.match_service.publisher.change(last=(Refused(event, why),))
        return Answer(accepted=False, version=snapshot.version, why=why)

    def _deadline(self) -> int | None:
        """When the referee wants to be woken, unless the match pauses before that."""
        deadline = None if self.match_service.match is None else self.match_service.match.deadline
        return None if deadline is None or self._absent_since() < deadline else deadline

    def _absent_since(self) -> float:
        """Return since when somebody who plays cannot be heard; for ever away when everybody can."""
        return min((absence.since for absence in self._missed()), default=math.inf)

    def _pause_due(self) -> int | None:
        match, missed = self.match_service.match, self._missed()
        return self.arbiter.settles_at(_known_until(missed)) if missed and match and not match.paused else None

    def _change_attendance(self, change: Callable[[], None]) -> None:
        """Make a change; when it ends a pause, everything that was pressed by now belongs to the pause."""
        missed = self._missed()
        change()
        if missed and not self._missed():
            self._ignored_until = self.clock.now()

    def _tick_due(self) -> int | None:
        """When a Tick may be sent: as soon as no press that was made in time can still be on its way."""
        deadline = self._deadline()
        return None if deadline is None else self.arbiter.settles_at(deadline)

    def _guarded(self, work: Callable[[], Answer]) -> None:
        _settle(None, work)


def _known_until(missed: tuple[Absence, ...]) -> int:
    """Return until when everybody was heard."""
    return min(absence.since for absence in missed)


def _settle(future: Future[Answer] | None, work: Callable[[], Answer]) -> None:
    """Do `work` and hand its answer, or its error, to whoever waits; an error never ends the loop."""
    try:
        answer = work()
    except Exception as error:
        if not isinstance(error, CompanionError):
            log.exception("an event could not be worked off")
        if future is not None:
            future.set_exception(error)
    else:
        if future is not None:
            future.set_result(answer)
