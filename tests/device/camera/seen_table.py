"""A match whose centre dice wait to be read by a camera, and its page on a real port."""

from companion.observations import Colour, Kind, Observation
from companion.store import Store
from device.camera.handover import Handover
from device.camera.table_monitor import TableMonitor
from device.camera.zone_reader import ZoneReader
from device.hardware.clock import MonotonicClock
from device.hardware.presses.arbiter import Arbiter
from device.loop import Loop
from device.match_service import MatchService
from device.service import TableService
from tests.matches import PLAYERS, seen_die
from tests.vision.camera.fakes import PATIENT_S, Numbered
from tests.web.visitor import TOKEN, Visitor
from vision.camera.capture import Capture, CaptureParams
from web.app import create_app
from web.serve import PageServer

AT_ONCE = CaptureParams(read_s=0.01, pauses_s=(0.0,), join_s=PATIENT_S)
THROWN = Observation(Kind.DICE, tuple(seen_die(value, Colour.RED) for value in (6, 2, 1, 5)))


class SeenTable:
    """Whatever the camera shows, its reader sees four dice."""

    def __init__(self, folder):
        self.clock = MonotonicClock()
        self.camera = Numbered(self.clock.now)
        self.capture = Capture(self.camera, self.clock.now, AT_ONCE)
        self.match_service = MatchService(Store(folder), self.clock.now, lambda: "today")
        self.loop = Loop(self.match_service, Arbiter(), self.clock)
        eyes = ZoneReader(self.capture, self.clock.now, {Kind.DICE: lambda image: THROWN}, TableMonitor(self.capture))
        self.service = TableService(self.match_service, self.loop, eyes, self.clock, self.capture, lambda: 7)
        self.service.handover = Handover(self.capture, self.match_service.publisher)
        self.loop.alive = self.service.look_after
        self.server = PageServer(create_app(self.service, token=TOKEN), "127.0.0.1", 0)
        self.visitor = Visitor(self.server.port)

    def start(self):
        self.capture.start()
        assert self.capture.wait_newer(0, PATIENT_S) is not None
        self.loop.start()
        self.server.start()
        self.service.start("cubo", PLAYERS, {}, "start")

    def close(self):
        self.server.close()
        self.loop.close()
        self.capture.stop()
        self.service.close()
        self.match_service.store.close()

    @property
    def state(self):
        return self.visitor.get("/api/snapshot").json
