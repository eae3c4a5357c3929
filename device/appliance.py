"""The appliance: puts the parts together, and is the service that the page talks to.

Requests come from many threads; each is turned into work for the loop, or reads the board. Only reading a photograph
is done in the thread that asked for it, so that the loop never waits for the eyes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from companion.effects import Announced, Cue, Look
from companion.errors import BadEvent, BadInput, CompanionError
from companion.events import By, Confirmed, Pressed, Resumed, SlotPressed
from companion.service import Answer, Level, MatchPast, Notice, Snapshot
from companion.session import fold
from companion.table import MOST_SLOTS, Player, Seat
from companion.texts import Message, plain, say
from device.clock import Clock
from device.learn.school import School
from device.looking.corners import Corners
from device.looking.eyes import Eyes, Sight
from device.looking.handover import Handover
from device.loop import Loop
from device.match_service import MatchService
from device.presses.arbiter import RawPress
from device.presses.targets import SeatSlot, SharedSlot, Target
from device.publisher import StatePublisher
from vision.camera.capture import Capture, CaptureState
from vision.camera.live import Live
from vision.camera.source import CameraTrouble
from vision.table.inks import Trouble
from web.selftest import Workbench

ANSWER_S = 10.0
"""Nothing that the loop does takes anywhere near as long; a request that waited so long is told so."""
REMEMBERED_REQUESTS = 500
CAMERA_STALLED = "camera-stalled"
"""The key of the notice that the camera fell silent."""
MAT = "mat"
"""The key of the notice about the mat: moved, lost, or hidden in part."""

ASTRAY = Trouble(
    say("the camera does not keep its white balance and its focus"),
    say("restart the companion; if that does not help, look at every reading with care"),
)


class Requests:
    """Remembers what became of the latest requests, so that a double tap or a reload counts once."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, Future[Answer]] = OrderedDict()
        self._lock = Lock()

    def once(self, request: str, work: Callable[[], Answer]) -> Answer:
        """Return the answer of `work`, or of the earlier one with the same `request`; empty ones are never the same."""
        with self._lock:
            earlier = self._answers.get(request) if request else None
            if earlier is None:
                answer = self._answers[request or f"#{len(self._answers)}"] = Future()
                while len(self._answers) > REMEMBERED_REQUESTS:
                    self._answers.popitem(last=False)
        if earlier is not None:
            return earlier.result(ANSWER_S)
        try:
            answer.set_result(work())
        except Exception as error:  # noqa: BLE001 - handed on to everybody who asked
            answer.set_exception(error)
        return answer.result()


@dataclass
class Appliance:
    """The service of a running table (`companion.service.ServiceInterface`)."""

    match_service: MatchService
    loop: Loop
    eyes: Eyes
    clock: Clock
    capture: Capture | None
    seed: Callable[[], int]
    """Draws the seed of a new match; it is journalled, so chance is part of the record."""
    corners: Corners | None = None
    """Where people say how the table lies without a mat; None where no camera looks at a real one."""
    handover: Handover | None = None
    """Lets the camera go and takes it back; None where there is no real one."""
    bench: Workbench | None = None
    """The self-test of buttons, lamps and sounds."""
    school: School | None = None
    """Where the buttons are learnt; None on the simulated table."""
    _requests: Requests = field(default_factory=Requests)
    _looking: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "eyes"))

    def __post_init__(self) -> None:
        watch = self.eyes.watch
        if self.capture is None or watch is None:
            self._live = None if self.capture is None else Live(self.capture)
        else:
            self._live = Live(self.capture, crop=watch.crop)

    @property
    def publisher(self) -> StatePublisher:
        """What everybody is shown."""
        return self.match_service.publisher

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
        return self._asked(request, lambda: self.match_service.start(game, players, options, self.seed()))

    def send(self, event: str, values: Mapping[str, Any], request: str) -> Answer:
        """Journal what a page sent; a press is a press, whichever button of the page it came from."""
        if event == Pressed.__name__:
            slot = None if values.get("slot") is None else _slot_in(values)
            return self.press(_seat_in(values), request, slot)
        if event == SlotPressed.__name__:
            return self.press_slot(_slot_in(values), request)
        if event == Resumed.__name__:
            return self._asked(request, self.loop.go_on)
        return self._asked(request, lambda: self.match_service.send(event, values))

    def press(self, seat: Seat, request: str, slot: int | None = None) -> Answer:
        """Press a call button on the page, or the seat's button for a slot, now."""
        return self._pressed(seat if slot is None else SeatSlot(seat, slot), request)

    def press_slot(self, slot: int, request: str) -> Answer:
        """Press a slot button that all seats share, on the page, now."""
        return self._pressed(SharedSlot(slot), request)

    def _pressed(self, target: Target, request: str) -> Answer:
        press = RawPress(target, self.clock.now(), By.PAGE)
        return self._requests.once(request, lambda: self.loop.press_and_wait(press).result(ANSWER_S))

    def undo(self, request: str) -> Answer:
        """Take back the last change."""
        return self._asked(request, self.match_service.undo)

    def redo(self, request: str) -> Answer:
        """Do again what was taken back."""
        return self._asked(request, self.match_service.redo)

    def leave(self, request: str) -> Answer:
        """Close the match."""
        return self._asked(request, self.match_service.leave)

    def read(self, zone: str, request: str) -> Answer:
        """Photograph `zone` and read it."""
        return self._requests.once(request, lambda: self._seen(zone, self.eyes.look))

    def upload(self, zone: str, photograph: bytes, request: str) -> Answer:
        """Read `zone` in a telephone's photograph."""
        return self._requests.once(request, lambda: self._seen(zone, lambda look: self.eyes.look_at(look, photograph)))

    def release_camera(self, request: str) -> Answer:
        """Let the camera go, so that another program may have it."""
        return self._requests.once(request, lambda: self._handed_over(Handover.release))

    def take_camera_back(self, request: str) -> Answer:
        """Open the camera again."""
        return self._requests.once(request, lambda: self._handed_over(Handover.take_back))

    def _handed_over(self, which_way: Callable[[Handover], Message | None]) -> Answer:
        if self.handover is None:
            return self._refused(say("no camera looks at this table"))
        why = which_way(self.handover)
        return Answer(why is None, self.publisher.snapshot().version, why)

    def confirm(self) -> Answer:
        """Do what the confirm button means now: read what waits to be read, or agree with what is shown."""
        if (look := self._unread()) is None:
            return self.match_service.feed(Confirmed(self.clock.now()))
        self._looking.submit(self._see_for_the_button, look.zone)
        return Answer(accepted=True, version=self.publisher.snapshot().version)

    def _see_for_the_button(self, zone: str) -> None:
        """Read `zone`; whoever pressed a wired button hears of trouble from the table."""
        try:
            answer = self._seen(zone, self.eyes.look)
        except CompanionError as error:
            answer = self._refused(plain(str(error)))
        if answer.why is not None:
            told = (Announced(answer.why, Cue.UNREADABLE),)
            self.publisher.change(last=told)
            self.match_service.tell(told)

    def look_after(self) -> None:
        """Tell how camera and mat fare, and read what has come to rest; the loop calls this every turn."""
        if self.capture is None:
            return
        if self.handover is not None:
            self.handover.tell()
        health = self.capture.health()
        if health.state is CaptureState.STALLED and health.what is not None:
            self.publisher.notice(Notice(CAMERA_STALLED, Level.ERROR, health.what, health.cure))
        else:
            self.publisher.withdraw(CAMERA_STALLED)
        if health.state is CaptureState.RUNNING:
            self._tell_about_the_mat()
            self._look_by_itself()
        elif health.state is CaptureState.CLOSED:
            self.publisher.withdraw(MAT)

    def _tell_about_the_mat(self) -> None:
        if (watch := self.eyes.watch) is None:
            return
        if (trouble := watch.trouble) is not None:
            self._notice(Notice(MAT, Level.WARNING, trouble.what, trouble.cure))
        elif watch.astray:
            self._notice(Notice(MAT, Level.WARNING, ASTRAY.what, ASTRAY.cure))
        elif (note := watch.note) is not None:
            self._notice(Notice(MAT, Level.INFO, note))
        else:
            self.publisher.withdraw(MAT)

    def _notice(self, notice: Notice) -> None:
        """Say `notice`, unless it is being said: each turn would put it last, and so change the page."""
        if notice not in self.publisher.snapshot().notices:
            self.publisher.notice(notice)

    def _look_by_itself(self) -> None:
        """Read a zone of the mat that waits to be read and has come to rest: once, until something moves there."""
        if self.eyes.watch is None or (look := self._unread()) is None:
            return
        if self.eyes.watch.take(look.zone, look.seat):
            self._looking.submit(self._see_by_itself, look)

    def _see_by_itself(self, look: Look) -> None:
        """Read for nobody in particular: what shows no die yet is left for the next rest, or for somebody who asks."""
        with suppress(CompanionError):
            sight = self.eyes.look(look)
            if sight.event.observation.dice:
                self.loop.ask(lambda: self._still_wanted(look, sight)).result(ANSWER_S)

    def _still_wanted(self, look: Look, sight: Sight) -> Answer:
        if self._unread() != look:
            return self._refused(say("nothing waits to be read there now"))
        return self.match_service.feed(sight.event, sight.jpeg)

    def close(self) -> None:
        """Finish what the eyes are reading."""
        self._looking.shutdown(wait=True, cancel_futures=True)

    def frame(self) -> bytes | None:
        """Return the latest live picture as JPEG."""
        return None if self._live is None else self._live.jpeg()

    def picture(self, digest: str) -> bytes | None:
        """Return a photograph of the journal."""
        return self.match_service.store.picture(digest)

    def matches(self) -> tuple[MatchPast, ...]:
        """Return the earlier matches, the latest first."""
        past = []
        for row in self.match_service.store.matches():
            match = fold(self.match_service.store.events(row.number))
            view = match.referee.view()
            totals = view.sheet.totals if view.sheet else {}
            winners = view.result.winners if view.result else ()
            over = view.result is not None
            past.append(MatchPast(row.number, row.game, match.started.players, totals, over, winners))
        return tuple(past)

    def _asked(self, request: str, work: Callable[[], Answer]) -> Answer:
        return self._requests.once(request, lambda: self.loop.ask(work).result(ANSWER_S))

    def _unread(self) -> Look | None:
        """Return the look whose zone nobody has read yet, if there is one."""
        match = self.publisher.snapshot().match
        if match is None:
            return None
        read = {each.zone for each in match.view.pictures if each.open}
        return next((look for look in match.looks if look.zone not in read), None)

    def _seen(self, zone: str, look_at: Callable[[Look], Sight]) -> Answer:
        match = self.publisher.snapshot().match
        look = next((each for each in (match.looks if match else ()) if each.zone == zone), None)
        if look is None:
            return self._refused(say("nothing waits to be read there now"))
        self.publisher.change(reading=zone)
        try:
            sight = look_at(look)
        except BadInput:
            raise
        except CameraTrouble as trouble:
            return self._refused(trouble.said)
        except CompanionError as error:
            return self._refused(plain(str(error)))
        finally:
            self.publisher.change(reading=None)
        return self.loop.ask(lambda: self._if_looked_for(look, sight)).result(ANSWER_S)

    def _if_looked_for(self, look: Look, sight: Sight) -> Answer:
        """Take in a reading, unless the match has gone on and looks for something else by now: the next throw, say."""
        match = self.publisher.snapshot().match
        if match is None or look not in match.looks:
            return self._refused(say("nothing waits to be read there now"))
        return self.match_service.feed(sight.event, sight.jpeg)

    def _refused(self, why: Message) -> Answer:
        return Answer(accepted=False, version=self.publisher.snapshot().version, why=why)


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
