"""A match whose centre dice wait to be read by a camera, and its page on a real port."""

from companion.observations import Colour, Kind, Observation
from companion.store import Store
from device.camera.handover import Handover
from device.camera.notices import CameraNotices
from device.camera.table_monitor import TableMonitor
from device.camera.zone_reader import ZoneReader
from device.hardware.clock import MonotonicClock
from device.hardware.presses.arbiter import Arbiter
from device.inbox import Inbox
from device.loop import Loop
from device.match_service import MatchService
from device.readings import ReadingService
from device.service import TableService
from tests.matches import PLAYERS, seen_die
from tests.vision.camera.fakes import PATIENT_S, Numbered
from tests.web.visitor import TOKEN, Visitor
from vision.camera.capture import Capture, CaptureParams
from vision.camera.live import Live
from web.app import create_app
from web.serve import PageServer

AT_ONCE = CaptureParams(read_s=0.01, pauses_s=(0.0,), join_s=PATIENT_S)
THROWN = Observation(Kind.DICE, tuple(seen_die(value, Colour.RED) for value in (6, 2, 1, 5)))


class SeenTable:
    """Whatever the camera shows, its reader sees four dice."""

    def __init__(self, folder, has_handover=True):
        self.clock = MonotonicClock()
        self.camera = Numbered(self.clock.now)
        self.capture = Capture(self.camera, self.clock.now, AT_ONCE)
        self.match_service = MatchService(Store(folder), self.clock.now, lambda: "today")
        publisher, inbox, monitor = self.match_service.publisher, Inbox(), TableMonitor(self.capture)
        handover = Handover(self.capture, publisher) if has_handover else None
        reader = ZoneReader(self.capture, self.clock.now, {Kind.DICE: lambda image: THROWN}, monitor)
        self.readings = ReadingService(reader, publisher, inbox, self.clock.now, self.capture)
        notices = CameraNotices(self.capture, publisher, monitor, handover)
        self.loop = Loop(
            self.match_service,
            Arbiter(),
            self.clock,
            inbox,
            self.readings.confirm,
            (notices.publish, self.readings.read_what_rests),
        )
        live = Live(self.capture, crop=monitor.crop)
        self.service = TableService(
            inbox, publisher, self.readings, self.match_service.store, self.clock, lambda: 7, handover, live
        )
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
        self.readings.close()
        self.match_service.store.close()

    @property
    def state(self):
        return self.visitor.get("/api/snapshot").json
