"""A table with the mat of Cubo under a camera that shows one picture until it is given another."""

from functools import lru_cache
from threading import Lock

import numpy as np

from companion.effects import ReadRequest
from companion.observations import Colour, Kind
from companion.store import Store
from companion.table import Seat
from companion.texts import say
from device.camera.notices import CameraNotices
from device.camera.table_monitor import TableMonitor
from device.camera.zone_reader import ZoneReader
from device.hardware.clock import FakeClock
from device.match_service import MatchService
from device.readings import ReadingService
from tests.matches import PLAYERS
from tests.vision.photographed import CAMERAS, CUBO, dice_on, photograph
from vision.camera.capture import CaptureState, Health
from vision.camera.source import Frame
from vision.render.render import VirtualCamera, VirtualDie

NAME = say("the fake camera")
CENTRE = ReadRequest("centre", Kind.DICE, say("The centre dice"), dice=4)
ADAS = ReadRequest("square-1", Kind.CUBO, say("The square of Ada"), Seat(1), 9)
BUMPED = VirtualCamera(500, target_mm=(9, -5))
THROWN = (6, 3, 2, 5)
CENTRE_DICE = dice_on(
    CUBO,
    "centre",
    [
        VirtualDie(-20, -55, 20, 6, Colour.RED),
        VirtualDie(15, -20, 50, 3, Colour.BLUE),
        VirtualDie(-10, 25, 70, 2, Colour.RED),
        VirtualDie(18, 55, 10, 5, Colour.BLUE),
    ],
)
SQUARE = (5, 3, 1, 6, 4, 2, 1, 5, 6)
ADAS_DICE = dice_on(
    CUBO,
    "seat-1",
    [
        VirtualDie(
            (at % 3 - 1) * 16.6,
            (at // 3 - 1) * 16.6,
            0,
            value,
            Colour.WHITE if at == 4 else (Colour.RED, Colour.BLUE)[at % 2],
        )
        for at, value in enumerate(SQUARE)
    ],
)


@lru_cache
def seen(camera="above", dice=CENTRE_DICE + ADAS_DICE, size=(1920, 1080)):
    return photograph(camera=CAMERAS.get(camera, BUMPED), dice=dice, size=size)


def watched(camera="above", dice=()):
    """What a camera streams, smaller than what is read."""
    return seen(camera, dice, (1280, 720))


class Showing:
    """A camera that shows one picture until it is given another; each frame has noise of its own."""

    camera = NAME

    def __init__(self, picture, clock=None):
        self.picture = picture
        self.clock = clock or FakeClock(1_000)
        self.taken = 0
        self.steered = []
        self.state = CaptureState.RUNNING

    def still(self, after_ns, timeout_s):
        self.taken += 1
        return self.frame(after_ns)

    def frame(self, at):
        noise = np.random.default_rng(self.taken).integers(-3, 4, self.picture.shape[:2])[..., None]
        return Frame(np.clip(self.picture + noise, 0, 255).astype(np.uint8), at, NAME, number=self.taken)

    def steer(self, controls):
        self.steered.append(controls)

    def health(self):
        return Health(self.state, NAME)

    def latest(self):
        return None


class Watched:
    """A match of two on the mat, whose centre dice wait to be read."""

    def __init__(self, folder):
        self.clock = FakeClock(1_000)
        self.camera = Showing(watched(), self.clock)
        self.match_service = MatchService(Store(folder), self.clock.now, lambda: "today")
        publisher, reading = self.match_service.publisher, Lock()
        self.watch = TableMonitor(self.camera, reading=reading.locked)
        self.reader = ZoneReader(self.camera, self.clock.now, monitor=self.watch, lock=reading)
        self.says = {}
        self.looked = []
        self.readings = ReadingService(
            self.reader, publisher, AtOnce(self.match_service), self.clock.now, self.camera, Noting(self.looked)
        )
        self.notices_of_camera = CameraNotices(self.camera, publisher, self.watch)
        self.match_service.start("cubo", PLAYERS, {}, 7)

    def pass_(self, picture, frames=20):
        """Let frames pass, ten a second."""
        self.camera.picture = picture
        for _ in range(frames):
            self.watch.observe(self.next_frame())
            self.notices_of_camera.publish()
            self.readings.read_what_rests()

    def next_frame(self, after_s=0.1):
        """The camera's next frame."""
        self.camera.taken += 1
        at = self.clock.advance(round(after_s * 1e9))
        return Frame(self.camera.picture, at, NAME, says=self.says, number=self.camera.taken)

    @property
    def notices(self):
        return [str(each.text) for each in self.match_service.publisher.snapshot().notices]


class Noting:
    """An executor that only notes what it is asked to do."""

    def __init__(self, work):
        self.work = work

    def submit(self, work, look):
        self.work.append((work, look))

    def shutdown(self, **how):
        pass


class AtOnce:
    """An inbox whose work is done at once."""

    def __init__(self, match_service):
        self.match_service = match_service

    def ask(self, work):
        return Done(work(self.match_service))


class Done:
    """What the loop answers when the work is done at once."""

    def __init__(self, answer):
        self.answer = answer

    def result(self, timeout_s):
        return self.answer
