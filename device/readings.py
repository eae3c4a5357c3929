"""Readings of the table: for a request, for the confirm button, and by itself as soon as a zone has come to rest.

One thread makes all readings, one after the other, so that the networks are loaded once and the loop never waits for a
picture. Whoever asks while several wait already is told to come again. Only the result is handed to the loop, which
drops it when the match has gone on meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import BoundedSemaphore
from typing import Protocol

from companion.effects import Announced, Cue, ReadRequest
from companion.errors import BadInput, CompanionError
from companion.events import Confirmed
from companion.service import Answer
from companion.texts import Message, plain, say
from device.camera.zone_reader import ZoneReader, ZoneReading
from device.inbox import Inbox
from device.match_service import MatchService
from device.publisher import StatePublisher
from device.requests import ANSWER_S
from vision.camera.capture import CaptureState, Health
from vision.camera.source import CameraTrouble

NOT_WANTED = say("nothing waits to be read there now")
MOST_WAITING = 4
"""So many requests of pages are read or wait for it; a photograph that waits is memory, and so is its thread."""
BUSY_S = 5
BUSY = say("several pictures are being read: try again in {seconds} seconds", seconds=BUSY_S)


class Running(Protocol):
    """Something that says how the camera fares; `vision.camera.capture.Capture` is one."""

    def health(self) -> Health:
        """Return how it fares."""


@dataclass(frozen=True)
class ReadingService:
    """Has zones read, and the readings journalled."""

    reader: ZoneReader
    publisher: StatePublisher
    inbox: Inbox
    now: Callable[[], int]
    capture: Running | None = None
    _executor: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "readings"))
    _places: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(MOST_WAITING))

    def read(self, zone: str) -> Answer:
        """Photograph `zone` and read it."""
        return self._in_turn(lambda: self._read(zone, self.reader.read_table))

    def upload(self, zone: str, photograph: bytes) -> Answer:
        """Read `zone` in a telephone's photograph."""
        return self._in_turn(lambda: self._read(zone, lambda request: self.reader.read_photograph(request, photograph)))

    def confirm(self, matches: MatchService) -> Answer:
        """Do what the confirm button means now: read what waits to be read, or agree with what is shown."""
        if (request := self._unread()) is None:
            return matches.feed(Confirmed(self.now()))
        self._executor.submit(self._read_for_the_button, request.zone)
        return Answer(accepted=True, version=self.publisher.snapshot().version)

    def read_what_rests(self) -> None:
        """Read a zone of the mat that waits to be read and has come to rest: once, until something moves there."""
        if self.capture is None or self.capture.health().state is not CaptureState.RUNNING:
            return
        if self.reader.monitor is None or (request := self._unread()) is None:
            return
        if self.reader.monitor.take(request.zone, request.seat):
            self._executor.submit(self._read_by_itself, request)

    def close(self) -> None:
        """Finish what is being read."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _in_turn(self, work: Callable[[], Answer]) -> Answer:
        """Have `work` done by the thread that reads, or say that too many wait for it."""
        if not self._places.acquire(blocking=False):
            return replace(self._refused(BUSY), retry_s=BUSY_S)
        try:
            return self._executor.submit(work).result()
        finally:
            self._places.release()

    def _read(self, zone: str, read: Callable[[ReadRequest], ZoneReading]) -> Answer:
        match = self.publisher.snapshot().match
        request = next((each for each in (match.read_requests if match else ()) if each.zone == zone), None)
        if request is None:
            return self._refused(NOT_WANTED)
        self.publisher.change(reading=zone)
        try:
            reading = read(request)
        except BadInput:
            raise
        except CameraTrouble as trouble:
            return self._refused(trouble.said)
        except CompanionError as error:
            return self._refused(plain(str(error)))
        finally:
            self.publisher.change(reading=None)
        return self.inbox.ask(lambda matches: self._if_requested(matches, request, reading)).result(ANSWER_S)

    def _if_requested(self, matches: MatchService, request: ReadRequest, reading: ZoneReading) -> Answer:
        """Take in a reading, unless the match has gone on and looks for something else by now: the next throw, say."""
        match = self.publisher.snapshot().match
        if match is None or request not in match.read_requests:
            return self._refused(NOT_WANTED)
        return matches.feed(reading.event, reading.jpeg)

    def _read_for_the_button(self, zone: str) -> None:
        """Read `zone`; whoever pressed a wired button is told of trouble by the table."""
        try:
            answer = self._read(zone, self.reader.read_table)
        except CompanionError as error:
            answer = self._refused(plain(str(error)))
        if answer.why is not None:
            trouble = (Announced(answer.why, Cue.UNREADABLE),)
            self.publisher.change(last=trouble)
            self.inbox.ask(lambda matches: self._announced(matches, trouble))

    def _announced(self, matches: MatchService, trouble: tuple[Announced, ...]) -> Answer:
        matches.announce(trouble)
        return Answer(accepted=True, version=self.publisher.snapshot().version)

    def _read_by_itself(self, request: ReadRequest) -> None:
        """Read for nobody in particular: what shows no die yet is left for the next rest, or for somebody who asks."""
        with suppress(CompanionError):
            reading = self.reader.read_table(request)
            if reading.event.observation.dice:
                self.inbox.ask(lambda matches: self._if_unread(matches, request, reading)).result(ANSWER_S)

    def _if_unread(self, matches: MatchService, request: ReadRequest, reading: ZoneReading) -> Answer:
        if self._unread() != request:
            return self._refused(NOT_WANTED)
        return matches.feed(reading.event, reading.jpeg)

    def _unread(self) -> ReadRequest | None:
        """Return the request whose zone nobody has read yet, if there is one."""
        match = self.publisher.snapshot().match
        if match is None:
            return None
        read = {each.zone for each in match.view.pictures if each.open}
        return next((request for request in match.read_requests if request.zone not in read), None)

    def _refused(self, why: Message) -> Answer:
        return Answer(accepted=False, version=self.publisher.snapshot().version, why=why)
