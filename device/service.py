"""The service of a running table, that the page and its buttons talk to.

Requests come from many threads; each counts once (`device.requests`) and is put into the inbox of the loop, reads what
was published last, or is handed to whoever does it: readings to `device.readings`, the camera to `device.camera`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.errors import BadEvent
from companion.events import By, Pressed, Resumed, SlotPressed
from companion.service import Answer, MatchPast, Snapshot
from companion.table import MOST_SLOTS, Player, Seat
from companion.texts import Message, say
from device.camera.handover import Handover
from device.hardware.clock import Clock
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.targets import SeatSlot, SharedSlot, Target
from device.inbox import Inbox, Work
from device.journal.history import earlier_matches
from device.journal.safe_mode import Journal
from device.match_service import MatchService
from device.publisher import StatePublisher
from device.readings import ReadingService
from device.requests import ANSWER_S, Requests
from vision.camera.live import Live


@dataclass(frozen=True)
class TableService:
    """Fulfils `companion.service.ServiceInterface`; any thread may call it."""

    inbox: Inbox
    publisher: StatePublisher
    readings: ReadingService
    store: Journal
    clock: Clock
    seed: Callable[[], int]
    """Draws the seed of a new match; it is journalled, so chance is part of the record."""
    handover: Handover | None = None
    """Lets the camera go and takes it back; None where there is no real one."""
    live: Live | None = None
    """The live picture; None without a camera."""
    _requests: Requests = field(default_factory=Requests)

    def now(self) -> int:
        """Return the table's monotonic time (ns)."""
        return self.clock.now()

    def snapshot(self) -> Snapshot:
        """Return the present state."""
        return self.publisher.snapshot()

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """Return the state as soon as it is newer than `version`, or what it is after `timeout_s`."""
        return self.publisher.wait(version, timeout_s)

    def start(self, game: str, players: tuple[Player, ...], options: Mapping[str, str], request: str) -> Answer:
        """Begin a match."""
        return self._asked(request, lambda matches: matches.start(game, players, options, self.seed()))

    def send(self, event: str, values: Mapping[str, Any], request: str) -> Answer:
        """Journal what a page sent; a press is a press, whichever button of the page it came from."""
        if event == Pressed.__name__:
            slot = None if values.get("slot") is None else _slot_in(values)
            return self.press(_seat_in(values), request, slot)
        if event == SlotPressed.__name__:
            return self.press_slot(_slot_in(values), request)
        if event == Resumed.__name__:
            return self._requests.once(request, lambda: self.inbox.go_on().result(ANSWER_S))
        return self._asked(request, lambda matches: matches.send(event, values))

    def press(self, seat: Seat, request: str, slot: int | None = None) -> Answer:
        """Press a call button on the page, or the seat's button for a slot, now."""
        return self._pressed(seat if slot is None else SeatSlot(seat, slot), request)

    def press_slot(self, slot: int, request: str) -> Answer:
        """Press a slot button that all seats share, on the page, now."""
        return self._pressed(SharedSlot(slot), request)

    def undo(self, request: str) -> Answer:
        """Take back the last change."""
        return self._asked(request, MatchService.undo)

    def redo(self, request: str) -> Answer:
        """Do again what was taken back."""
        return self._asked(request, MatchService.redo)

    def leave(self, request: str) -> Answer:
        """Close the match."""
        return self._asked(request, MatchService.leave)

    def read(self, zone: str, request: str) -> Answer:
        """Photograph `zone` and read it."""
        return self._requests.once(request, lambda: self.readings.read(zone))

    def upload(self, zone: str, photograph: bytes, request: str) -> Answer:
        """Read `zone` in a telephone's photograph."""
        return self._requests.once(request, lambda: self.readings.upload(zone, photograph))

    def release_camera(self, request: str) -> Answer:
        """Let the camera go, so that another program may have it."""
        return self._requests.once(request, lambda: self._handed_over(Handover.release))

    def take_camera_back(self, request: str) -> Answer:
        """Open the camera again."""
        return self._requests.once(request, lambda: self._handed_over(Handover.take_back))

    def frame(self) -> bytes | None:
        """Return the latest live picture as JPEG."""
        return None if self.live is None else self.live.jpeg()

    def picture(self, digest: str) -> bytes | None:
        """Return a photograph of the journal."""
        return self.store.picture(digest)

    def matches(self) -> tuple[MatchPast, ...]:
        """Return the earlier matches, the latest first."""
        return earlier_matches(self.store)

    def _asked(self, request: str, work: Work) -> Answer:
        return self._requests.once(request, lambda: self.inbox.ask(work).result(ANSWER_S))

    def _pressed(self, target: Target, request: str) -> Answer:
        press = RawPress(target, self.clock.now(), By.PAGE)
        return self._requests.once(request, lambda: self.inbox.press_and_wait(press).result(ANSWER_S))

    def _handed_over(self, which_way: Callable[[Handover], Message | None]) -> Answer:
        why = say("no camera looks at this table") if self.handover is None else which_way(self.handover)
        return Answer(why is None, self.publisher.snapshot().version, why)


def _seat_in(values: Mapping[str, Any]) -> Seat:
    seat = values.get("seat")
    if type(seat) is not int:
        raise BadEvent(f"Pressed.seat cannot be {seat!r}: it must be int")
    return Seat(seat)


def _slot_in(values: Mapping[str, Any]) -> int:
    slot = values.get("slot")
    if type(slot) is not int or not 1 <= slot <= MOST_SLOTS:
        raise BadEvent(f"slot cannot be {slot!r}: it must be a number from 1 to {MOST_SLOTS}")
    return slot
