"""The Pi's camera for real: picamera2 on libcamera, in the root that `make test-camera` makes.

Not collected by `make test`: it needs that root. The pictures are ours, so colours, order and times can be checked.
"""

import inspect
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from companion.service import Holder, Snapshot
from device.camera.handover import Handover
from device.publisher import StatePublisher
from tests.rig.virtual_camera import Picamera2, VirtualPicamera2, provide
from tests.vision.camera.fake_picamera2 import SIGNATURES
from vision.camera.capture import Capture, CaptureParams, CaptureState
from vision.camera.locking import kept, locked
from vision.camera.picamera import PicameraSettings, PicameraSource
from vision.camera.pixels import PixelFormat
from vision.camera.source import CameraTrouble, NoFrame

RED, BLUE = (36, 28, 200), (190, 60, 30)
MS = 1_000_000


def _picture(number):
    """A red and a blue half, and a white bar whose place tells the number."""
    picture = np.empty((720, 1280, 3), np.uint8)
    picture[:, :640], picture[:, 640:] = RED, BLUE
    picture[40:120, 40 + 120 * number : 120 + 120 * number] = 255
    return picture


provide([_picture(number) for number in range(10)])
SETTINGS = PicameraSettings(
    size=(1280, 720),
    small=(640, 360),
    format=PixelFormat.NV12,
    small_format=PixelFormat.NV12,
    fps=30,
    controls={"ExposureTime": 20_000, "LensPosition": 3.0},
)


def source_of(settings=SETTINGS):
    return PicameraSource(time.monotonic_ns, settings, VirtualPicamera2)


@pytest.fixture
def source():
    source = source_of()
    source.open()
    yield source
    source.close()


def number_in(image):
    """Which of the ten pictures this is."""
    bar = image[image.shape[0] // 9, :, 1].astype(int) * (1280 / image.shape[1])
    scale = 1280 / image.shape[1]
    return round((float(np.argmax(bar > 200 * scale)) * scale - 40) / 120)


def trouble_in_reading(source):
    """What a read of at most a second raises, if anything."""
    try:
        source.read(1)
    except CameraTrouble as trouble:
        return trouble
    return None


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_stand_in_of_the_fast_tests_has_the_signatures_of_the_real_class(name):
    assert SIGNATURES[name] == ", ".join(inspect.signature(getattr(Picamera2, name)).parameters)


def test_both_streams_come_from_one_frame_in_their_sizes(source):
    frame = source.read(2)
    assert ((1280, 720), (360, 640, 3)) == (frame.size, frame.small.shape)
    assert number_in(frame.image) == number_in(frame.small)


def test_red_is_red_and_blue_is_blue_in_both_streams(source):
    frame = source.read(2)
    for image in (frame.image, frame.small):
        rows, columns = image.shape[:2]
        assert np.abs(image[rows // 2, columns // 4].astype(int) - RED).max() < 25
        assert np.abs(image[rows // 2, 3 * columns // 4].astype(int) - BLUE).max() < 25


def test_frames_follow_each_other_and_carry_the_time_of_their_exposure(source):
    frames = [source.read(2) for _ in range(12)]
    times = [frame.at for frame in frames]

    assert sorted(set(times)) == times
    assert len({number_in(frame.image) for frame in frames}) > 3
    assert 0 <= time.monotonic_ns() - times[-1] < 1000 * MS
    assert "SensorTimestamp" in frames[-1].says


def test_controls_that_the_camera_lacks_are_named_and_do_no_harm(source):
    source.read(2)
    assert {"ExposureTime", "LensPosition"} >= set(source.missing)


def test_a13_a14_locking_sets_what_the_camera_advertises_and_names_what_it_does_not(source):
    said = source.read(2).says | {"ColourGains": (1.8, 1.5), "ExposureTime": 13_000, "AnalogueGain": 4.0}
    controls = locked(said, 50)
    advertised = set(source._camera.camera_controls)
    source.steer(controls)
    after = [source.read(2), source.still(0, 4), source.read(2)]

    assert {"AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"} <= set(controls)
    assert set(controls) - advertised == set(source.missing) & set(controls)
    assert all(kept(controls, frame.says) for frame in after)


@pytest.mark.parametrize("ahead_ms", [0, 150, 400])
def test_a_still_was_exposed_after_the_edge_it_was_asked_for(source, ahead_ms):
    edge = time.monotonic_ns() + ahead_ms * MS
    frame = source.still(edge, 3)
    assert 0 <= frame.at - edge < 500 * MS


def test_a_second_owner_is_told_who_has_it(source):
    with pytest.raises(CameraTrouble, match="is used by another program"):
        source_of().open()


def test_a_stalled_camera_is_given_up_in_time_and_leaves_no_job_behind(source):
    source.read(2)
    camera = source._camera
    camera.camera.stop()
    for _ in range(3):
        before = time.monotonic()
        with pytest.raises(NoFrame):
            source.read(0.4)
        assert time.monotonic() - before < 1.5
    assert 0 == len(camera._job_list)


def test_after_a_stall_it_opens_again(source):
    source.read(2)
    source._camera.camera.stop()
    with pytest.raises(NoFrame):
        source.read(0.3)
    before = time.monotonic()
    try:
        source.close()
    except Exception:  # noqa: BLE001 - libcamera was stopped under its feet; the capture does not mind either
        source._camera = None
    assert time.monotonic() - before < 3
    source.open()
    assert (1280, 720) == source.read(3).size


def test_an_error_in_the_cameras_own_thread_does_not_hang_anybody(source):
    def die(request):
        source._camera.pre_callback = None
        raise RuntimeError("the callback died")

    source.read(2)
    source._camera.pre_callback = die
    before = time.monotonic()
    while not isinstance(trouble_in_reading(source), CameraTrouble):
        assert time.monotonic() - before < 4
    source.close()
    assert time.monotonic() - before < 8


def test_a_larger_still_changes_the_mode_and_comes_back():
    source = source_of(replace(SETTINGS, size=(640, 360), small=None, still=(1280, 720)))
    source.open()
    try:
        sizes = [source.read(2).size, source.still(0, 4).size, source.read(2).size]
    finally:
        source.close()
    assert [(640, 360), (1280, 720), (640, 360)] == sizes


def test_d19_a_released_camera_is_had_by_a_second_owner_within_two_seconds_and_is_taken_back():
    """The handover of the page's button, on the real Picamera2, which has one owner at a time."""
    capture = Capture(source_of(), time.monotonic_ns, CaptureParams(pauses_s=(0.1,)))
    handover, second = Handover(capture, StatePublisher(Snapshot(1, None))), source_of()
    capture.start()
    try:
        assert capture.wait_newer(0, 8) is not None, capture.health()
        with pytest.raises(CameraTrouble, match="is used by another program"):
            second.open()

        before = time.monotonic()
        assert None is handover.release()
        second.open()
        assert time.monotonic() - before < 2
        assert (1280, 720) == second.read(2).size
        assert (Holder.RELEASED, None) == (handover.publish_holder(), capture.latest())
        second.close()

        before = time.monotonic()
        assert None is handover.take_back()
        assert capture.wait_newer(0, 8) is not None, capture.health()
        assert time.monotonic() - before < 3
        assert Holder.OURS is handover.publish_holder()
    finally:
        second.close()
        capture.stop()


def test_twenty_times_stopped_and_opened_again_and_no_thread_stays_behind():
    capture = Capture(source_of(), time.monotonic_ns, CaptureParams(pauses_s=(0.1,)))
    slowest, threads = 0.0, []
    for _ in range(20):
        before = time.monotonic()
        number = capture.latest().number if capture.latest() else 0
        capture.start()
        assert capture.wait_newer(number, 8) is not None, capture.health()
        capture.stop()
        slowest = max(slowest, time.monotonic() - before)
        threads.append(threading.active_count())
    assert CaptureState.CLOSED is capture.health().state
    assert slowest < 3
    assert threads[-1] <= threads[1] + 1
