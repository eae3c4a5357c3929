"""The camera is let go, so that another program may have it, and taken back; the table goes on meanwhile."""

import json
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from companion.service import Holder, Snapshot
from device.camera.handover import Handover
from device.composition import RunOptions, running
from device.config import CameraConfig, CameraSource, Config, DataConfig
from device.publisher import StatePublisher
from tests.device.camera.seen_table import AT_ONCE, SeenTable
from tests.vision.camera.fake_picamera2 import Pi
from tests.vision.camera.fakes import PATIENT_S, FakeClock, Numbered
from vision.camera.capture import Capture, CaptureParams, CaptureState
from vision.camera.live import jpeg
from vision.camera.picamera import PicameraSettings, PicameraSource

NOT_PATIENT = CaptureParams(read_s=0.01, pauses_s=(0.0,), join_s=0.01)
GREY = jpeg(np.full((120, 160, 3), 127, np.uint8), 90)


def until(true):
    """Wait until something is so."""
    limit = time.monotonic() + PATIENT_S
    while not true():
        assert time.monotonic() < limit
        threading.Event().wait(0.002)


@contextmanager
def handing_over(source, clock, params=AT_ONCE):
    """A camera that runs, and the handover of it."""
    capture = Capture(source, clock, params)
    handover = Handover(capture, StatePublisher(Snapshot(1, None, live=True)))
    capture.start()
    assert capture.wait_newer(0, PATIENT_S) is not None
    yield handover
    capture.stop()


def pi_camera(pi):
    return PicameraSource(pi.clock, PicameraSettings(size=(64, 48), small=(32, 24)), pi.make)


def told(handover):
    snapshot = handover.publisher.snapshot()
    return snapshot.holder, snapshot.live


def test_a_released_camera_can_be_had_by_a_second_owner_at_once_and_be_taken_back():
    pi = Pi(FakeClock())
    with handing_over(pi_camera(pi), pi.clock) as handover:
        began = time.monotonic()
        assert None is handover.release()
        second = pi_camera(pi)
        second.open()
        assert time.monotonic() - began < 2
        assert (Holder.RELEASED, False) == told(handover)

        second.close()
        assert None is handover.take_back()
        assert handover.capture.wait_newer(0, PATIENT_S) is not None
        assert (Holder.OURS, True) == told(handover)


def test_while_the_other_program_keeps_it_that_is_told_and_it_is_opened_as_soon_as_it_is_free():
    pi = Pi(FakeClock())
    with handing_over(pi_camera(pi), pi.clock) as handover:
        handover.release()
        second = pi_camera(pi)
        second.open()
        assert None is handover.take_back()
        until(lambda: handover.capture.health().state is CaptureState.STALLED)
        assert "the Pi camera 0 is used by another program" == str(handover.capture.health().what)

        second.close()
        assert handover.capture.wait_newer(0, PATIENT_S) is not None


def test_releasing_and_taking_back_twice_is_doing_it_once():
    clock = FakeClock()
    camera = Numbered(clock)
    with handing_over(camera, clock) as handover:
        assert [None, None] == [handover.release(), handover.release()]
        assert (1, False) == (camera.opened, camera.open_now)
        assert [None, None] == [handover.take_back(), handover.take_back()]
        assert handover.capture.wait_newer(0, PATIENT_S) is not None
        assert 2 == camera.opened


def test_a_camera_that_hangs_is_not_called_released_before_it_has_let_go():
    clock, let_go = FakeClock(), threading.Event()
    camera = Numbered(clock, allowed=1)
    camera.silent = lambda timeout_s: let_go.wait(PATIENT_S)
    with handing_over(camera, clock, NOT_PATIENT) as handover:
        assert "the fake camera does not answer: it is released as soon as it does" == str(handover.release())
        assert (Holder.OURS, True) == told(handover)
        assert str(handover.take_back()).startswith("the fake camera does not answer and cannot be closed: unplug it")

        let_go.set()
        until(lambda: handover.publish_holder() is Holder.RELEASED)
        assert (Holder.RELEASED, False) == told(handover)


@pytest.fixture
def table(tmp_path):
    table = SeenTable(tmp_path)
    table.start()
    yield table
    table.close()


def test_the_page_tells_who_has_the_camera_and_shows_no_old_picture(table):
    assert 200 == table.visitor.change("/api/camera/release").status
    assert ("released", False) == (table.state["camera"], table.state["live"])
    assert (204, False) == (table.visitor.get("/live.jpg").status, table.camera.open_now)

    assert 200 == table.visitor.change("/api/camera/take-back").status
    assert ("ours", True) == (table.state["camera"], table.state["live"])
    assert table.capture.wait_newer(0, PATIENT_S) is not None
    assert 200 == table.visitor.get("/live.jpg").status


def test_while_it_is_released_nothing_is_read_by_it_and_photographs_and_typing_still_count(table):
    table.visitor.change("/api/camera/release")
    refused = table.visitor.change("/api/read", zone="centre")
    assert 409 == refused.status
    assert "the fake camera is closed: take the camera back first" == refused.json["why"]
    assert [] == table.state["match"]["pictures"]

    assert 200 == table.visitor.upload("centre", GREY).status
    assert [6, 2, 1, 5] == [die["value"] for die in table.state["match"]["pictures"][0]["dice"]]
    corrected = {"zone": "centre", "part": 0, "value": 3, "colour": "blue"}
    assert 200 == table.visitor.change("/api/send", event="Corrected", values=corrected).status
    assert 3 == table.state["match"]["pictures"][0]["dice"][0]["value"]


def test_the_refusal_is_said_in_the_language_of_the_page(table):
    table.visitor.change("/api/camera/release")
    body = {"zone": "centre", "request": "a-request-in-french"}
    reply = table.visitor.post("/api/read", body, Cookie="language=fr")
    assert str(reply.json["why"]).endswith(" est fermée : reprenez d\N{RIGHT SINGLE QUOTATION MARK}abord la caméra")


def test_what_waits_for_a_picture_is_refused_when_the_camera_is_released_under_it(table):
    asked = threading.Event()

    def never(after_ns, timeout_s):
        asked.set()
        until(lambda: table.capture._stopping.is_set())
        raise AssertionError("the camera was stopped under its feet")

    table.camera.still = never
    replies = []
    reading = threading.Thread(target=lambda: replies.append(table.visitor.change("/api/read", zone="centre")))
    reading.start()
    assert asked.wait(PATIENT_S)
    assert 200 == table.visitor.change("/api/camera/release").status
    reading.join(PATIENT_S)
    assert [409] == [reply.status for reply in replies]
    assert ("released", None) == (table.state["camera"], table.state["reading"])


def test_a_table_without_a_camera_has_none_to_release(tmp_path):
    table = SeenTable(tmp_path, has_handover=False)
    table.start()
    reply = table.visitor.change("/api/camera/release")
    table.close()
    assert (409, "no camera looks at this table") == (reply.status, reply.json["why"])


@pytest.mark.parametrize("way", ["release", "take-back"])
def test_only_our_own_page_may_hand_it_over(table, way):
    body = json.dumps({"request": "a-request-of-somebody"}).encode()
    assert 403 == table.visitor.ask("POST", f"/api/camera/{way}", body).status
    assert 405 == table.visitor.get(f"/api/camera/{way}").status
    assert "ours" == table.state["camera"]


@pytest.mark.parametrize(
    ("camera", "holder"),
    [
        (CameraConfig(CameraSource.UVC, path=Path("/dev/video99")), Holder.OURS),
        (CameraConfig(CameraSource.SIMULATED), None),
        (CameraConfig(CameraSource.NONE), None),
    ],
)
def test_only_a_real_camera_can_be_handed_over(tmp_path, camera, holder):
    config = Config(camera=camera, data=DataConfig(tmp_path))
    with running(config, RunOptions(simulate=False)) as table:
        until(lambda: table.service.snapshot().holder is holder)
        assert (holder is not None) == (table.camera.handover is not None)
