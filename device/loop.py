"""The loop: the one thread that owns the referee.

    drivers and requests --inbox--> arbiter --in the order of the edges--> keeper (journal, referee, bulletin)

Whatever happens is put into the inbox from any thread; the loop empties it, lets the arbiter order the presses, and
wakes the referee at its deadline: not before a press that was made in time can still be on its way.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

from companion.errors import CompanionError
from companion.events import Confirmed, Event, Pressed, SlotPressed, Tick, Undone
from companion.table import Seat
from companion.texts import say
from device.arbiter import Arbiter, RawPress
from device.clock import SECOND, Clock
from device.keeper import Keeper
from device.targets import SharedSlot, target_of
from web.desk import Answer

log = logging.getLogger(__name__)

Work = Callable[[], Answer]
_Job: TypeAlias = "tuple[Work | RawPress, Future[Answer] | None]"

LONGEST_NAP = SECOND // 2
"""The loop looks round at least so often, and tells the watchdog that it lives."""


@dataclass
class Loop:
    """Runs in its own thread between `start` and `close`; tests call `turn` instead and move a fake clock."""

    keeper: Keeper
    arbiter: Arbiter
    clock: Clock
    confirm: Work | None = None
    """What the confirm button does, beyond agreeing with what is shown."""
    alive: Callable[[], None] = lambda: None
    """Called every turn, for the watchdog."""
    _inbox: SimpleQueue[_Job | None] = field(default_factory=SimpleQueue)
    _awaited: dict[RawPress, Future[Answer]] = field(default_factory=dict)
    _thread: Thread | None = None
    _ended: bool = False

    def press(self, press: RawPress) -> None:
        """Take in a press from a driver: it only stamps and enqueues."""
        self._inbox.put((press, None))

    def press_and_wait(self, press: RawPress) -> Future[Answer]:
        """Take in a press whose sender wants to know what became of it."""
        future: Future[Answer] = Future()
        self._inbox.put((press, future))
        return future

    def ask(self, work: Work) -> Future[Answer]:
        """Have `work` done in the thread that owns the referee."""
        future: Future[Answer] = Future()
        self._inbox.put((work, future))
        return future

    def turn(self) -> None:
        """Do everything that is due now."""
        now = self.clock.now()  # before the inbox is emptied: no press may hide in it behind a later one
        while not self._inbox.empty():
            self._take(self._inbox.get())
        for event in self.arbiter.release(now):
            self._released(event)
        if (deadline := self._deadline()) is not None and self.arbiter.settled(deadline):
            self._guarded(lambda: self.keeper.feed(Tick(deadline)))
        self.alive()

    def nap_ns(self) -> int:
        """Return how long nothing is due, if nothing comes in."""
        due = [each for each in (self.arbiter.due, self._tick_due()) if each is not None]
        return max(0, min([LONGEST_NAP, *(each - self.clock.now() for each in due)]))

    def start(self) -> None:
        """Run in a thread of its own."""
        self._thread = Thread(target=self._run, name="loop", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop after what is in the inbox; may be called twice."""
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while not self._ended:
            with suppress(Empty):
                self._take(self._inbox.get(timeout=self.nap_ns() / SECOND))
            self.turn()

    def _take(self, job: _Job | None) -> None:
        match job:
            case None:
                self._ended = True
            case RawPress() as press, future:
                self.arbiter.add(press)
                if future is not None:
                    self._awaited[press] = future
            case work, future:
                _settle(future, work)

    def _released(self, event: Event) -> None:
        match event:
            case Pressed(at=at, seat=seat, by=by):
                future = self._awaited.pop(RawPress(target_of(event), at, by), None)
                _settle(future, lambda: self._pressed(event, seat))
            case SlotPressed(at=at, slot=slot, by=by):
                future = self._awaited.pop(RawPress(SharedSlot(slot), at, by), None)
                _settle(future, lambda: self.keeper.feed(event))
            case Confirmed():
                self._guarded(self.confirm or (lambda: self.keeper.feed(event)))
            case Undone():
                self._guarded(self.keeper.undo)

    def _pressed(self, event: Event, seat: Seat) -> Answer:
        match = self.keeper.match
        if match is None or all(player.seat != seat for player in match.started.players):
            version = self.keeper.bulletin.snapshot().version
            return Answer(accepted=False, version=version, why=say("nobody plays on seat {seat}", seat=seat))
        return self.keeper.feed(event)

    def _deadline(self) -> int | None:
        return None if self.keeper.match is None else self.keeper.match.deadline

    def _tick_due(self) -> int | None:
        """When a Tick may be sent: as soon as no press that was made in time can still be on its way."""
        deadline = self._deadline()
        return None if deadline is None else self.arbiter.settles_at(deadline)

    def _guarded(self, work: Work) -> None:
        _settle(None, work)


def _settle(future: Future[Answer] | None, work: Work) -> None:
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
