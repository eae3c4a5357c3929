"""A table with the mat of Cubo under a camera that shows one picture until it is given another."""

from functools import lru_cache

import numpy as np

from companion.effects import Look
from companion.observations import Colour, Kind
from companion.store import Store
from companion.table import Seat
from companion.texts import say
from device.appliance import Appliance
from device.clock import FakeClock
from device.looking.eyes import Eyes
from device.looking.watch import Watch
from device.loop import Loop
from device.match_service import MatchService
from device.presses.arbiter import Arbiter
from tests.matches import PLAYERS
from tests.vision.photographed import CAMERAS, CUBO, dice_on, photograph
from vision.camera.capture import CaptureState, Health
from vision.camera.source import Frame
from vision.render.render import VirtualCamera, VirtualDie

NAME = say("the fake camera")
CENTRE = Look("centre", Kind.DICE, say("The centre dice"), dice=4)
ADAS = Look("square-1", Kind.CUBO, say("The square of Ada"), Seat(1), 9)
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
        self.loop = Loop(self.match_service, Arbiter(), self.clock)
        self.watch = Watch(self.camera)
        eyes = Eyes(self.camera, self.clock.now, watch=self.watch)
        self.appliance = Appliance(self.match_service, self.loop, eyes, self.clock, self.camera, lambda: 7)
        self.says = {}
        self.looked = []
        self.appliance._looking.submit = lambda work, look: self.looked.append((work, look))
        self.loop.ask = Done
        self.match_service.start("cubo", PLAYERS, {}, 7)

    def pass_(self, picture, frames=20):
        """Let frames pass, ten a second."""
        self.camera.picture = picture
        for _ in range(frames):
            self.watch.look(self.next_frame())
            self.appliance.look_after()

    def next_frame(self, after_s=0.1):
        """The camera's next frame."""
        self.camera.taken += 1
        at = self.clock.advance(round(after_s * 1e9))
        return Frame(self.camera.picture, at, NAME, says=self.says, number=self.camera.taken)

    @property
    def notices(self):
        return [str(each.text) for each in self.appliance.snapshot().notices]


class Done:
    """What the loop answers when the work is done at once."""

    def __init__(self, work):
        self.answer = work()

    def result(self, timeout_s):
        return self.answer
