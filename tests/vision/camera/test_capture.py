"""One thread owns the camera; everybody reads the latest frame; nothing hangs, and nothing piles up.

Real threads, no sleeping: a test waits for a condition, and the clock is one that the test moves.
"""

import threading
import time
from threading import Thread

import pytest

from tests.vision.camera.fakes import PATIENT_S, SECOND, FakeClock, Numbered
from vision.camera.capture import Capture, CaptureParams, CaptureState
from vision.camera.source import CameraTrouble, NoFrame, say

AT_ONCE = CaptureParams(read_s=0.01, pauses_s=(0.0,), join_s=PATIENT_S)


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def camera(clock):
    return Numbered(clock)


@pytest.fixture
def capture(camera, clock):
    capture = Capture(camera, clock, AT_ONCE)
    yield capture
    capture.stop()


def until(true):
    """Wait until something is so; it may be so much later on a busy machine, but not never."""
    limit = time.monotonic() + PATIENT_S
    while not true():
        assert time.monotonic() < limit
        threading.Event().wait(0.001)


def together(*works):
    threads = [Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENT_S)
    assert not any(thread.is_alive() for thread in threads)


def test_a_camera_is_opened_when_the_capture_starts_and_not_before(capture, camera):
    """One owner opens the camera, and only when it is needed."""
    assert (CaptureState.CLOSED, 0) == (capture.health().state, camera.opened)
    capture.start()
    capture.start()
    assert capture.wait_newer(0, PATIENT_S) is not None
    assert (CaptureState.RUNNING, 1) == (capture.health().state, camera.opened)


def test_before_the_first_frame_the_camera_is_opening(clock):
    capture = Capture(Numbered(clock, allowed=0), clock, AT_ONCE)
    capture.start()
    assert (CaptureState.OPENING, None) == (capture.health().state, capture.latest())
    capture.stop()


def test_many_readers_share_one_open_camera_and_each_sees_rising_numbers(capture, camera):
    """One owner opens the camera once for many readers, and no reader is starved."""
    seen = {"reader": [], "page": [], "telephone": []}

    def watch(numbers):
        while len(numbers) < 20:
            frame = capture.wait_newer(numbers[-1] if numbers else 0, PATIENT_S)
            assert frame is not None
            numbers.append(frame.number)

    capture.start()
    together(*(lambda numbers=numbers: watch(numbers) for numbers in seen.values()))
    assert all(numbers == sorted(set(numbers)) for numbers in seen.values())
    assert (1, 1) == (camera.opened, len(camera.readers))


def test_a_slow_reader_gets_the_latest_frame_and_no_queue(clock):
    """A slow phone must not make a queue grow."""
    camera = Numbered(clock, allowed=50)
    capture = Capture(camera, clock, AT_ONCE)
    capture.start()
    until(lambda: camera.frames == 50)
    until(lambda: capture.latest() is not None and capture.latest().number == 50)
    assert 50 == capture.wait_newer(3, PATIENT_S).number
    capture.stop()


def test_nothing_newer_is_no_frame(clock):
    capture = Capture(Numbered(clock, allowed=1), clock, AT_ONCE)
    capture.start()
    assert 1 == capture.wait_newer(0, PATIENT_S).number
    assert capture.wait_newer(1, 0.01) is None
    capture.stop()


def test_a_fresh_frame_was_exposed_after_the_instant(clock):
    camera = Numbered(clock, allowed=3)
    capture = Capture(camera, clock, AT_ONCE)
    capture.start()
    until(lambda: capture.latest() is not None and capture.latest().number == 3)
    clock.pass_(0.5)
    assert capture.fresh(clock(), 0.01) is None
    camera.allow()
    assert (4, clock()) == ((frame := capture.fresh(clock(), PATIENT_S)).number, frame.at)
    capture.stop()


def test_a_still_is_taken_by_the_thread_that_owns_the_camera(capture, camera, clock):
    capture.start()
    frame = capture.still(clock() + 5, PATIENT_S)
    assert ((64, 48), clock() + 5) == (frame.size, frame.at)
    assert {threading.get_ident()}.isdisjoint(camera.readers)


def test_a_still_of_a_closed_camera_is_refused(capture):
    with pytest.raises(CameraTrouble, match="^the fake camera is closed: take the camera back first$"):
        capture.still(0, PATIENT_S)


def test_a_still_that_does_not_come_in_time_is_an_error_and_the_stream_goes_on(capture, camera):
    def never(after_ns, timeout_s):
        raise NoFrame(say("nothing"), say("wait"))

    camera.still = never
    capture.start()
    with pytest.raises(NoFrame, match="^nothing: wait$"):
        capture.still(0, PATIENT_S)
    assert capture.wait_newer(capture.latest().number if capture.latest() else 0, PATIENT_S) is not None
    assert 1 == camera.opened


def test_a_camera_that_fails_at_a_still_is_opened_again(capture, camera):
    def broken(after_ns, timeout_s):
        raise CameraTrouble(say("the mode cannot be changed"), say("use another size"))

    camera.still = broken
    capture.start()
    with pytest.raises(CameraTrouble, match="^the mode cannot be changed: use another size$"):
        capture.still(0, PATIENT_S)
    until(lambda: camera.opened > 1)


def test_whatever_a_driver_raises_at_a_still_is_reported_at_once(capture, camera, clock):
    def broken(after_ns, timeout_s):
        raise ZeroDivisionError("no frame buffer")

    camera.still = broken
    capture.start()
    with pytest.raises(CameraTrouble, match=r"^the fake camera failed: ZeroDivisionError: no frame buffer: check"):
        capture.still(0, PATIENT_S)


def test_two_seconds_of_silence_are_a_stall_and_the_camera_is_opened_again(clock):
    camera = Numbered(clock, allowed=1)
    camera.silent = lambda timeout_s: clock.pass_(0.5)
    capture = Capture(camera, clock, AT_ONCE)
    capture.start()
    until(lambda: camera.opened == 3)
    health = capture.health()
    assert CaptureState.STALLED == health.state
    assert "the fake camera sends no picture" == str(health.what)
    assert "check its cable and its power; it is opened again by itself" == str(health.cure)
    camera.allow(1000)
    until(lambda: capture.health().state is CaptureState.RUNNING)
    assert capture.health().what is None
    capture.stop()


@pytest.mark.parametrize(
    ("silent_s", "state"), [(0.0, CaptureState.RUNNING), (1.999, CaptureState.RUNNING), (2.0, CaptureState.STALLED)]
)
def test_a_call_into_the_camera_that_hangs_is_seen_as_a_stall_from_outside(clock, silent_s, state):
    camera, let_go = Numbered(clock, allowed=1), threading.Event()
    camera.silent = lambda timeout_s: let_go.wait(PATIENT_S)
    capture = Capture(camera, clock, AT_ONCE)
    capture.start()
    assert capture.wait_newer(0, PATIENT_S) is not None
    clock.pass_(silent_s)
    assert state is capture.health().state
    let_go.set()
    capture.stop()


def test_a_camera_that_hangs_keeps_its_thread_and_gets_no_second_one(clock):
    camera, let_go = Numbered(clock, allowed=1), threading.Event()
    camera.silent = lambda timeout_s: let_go.wait(PATIENT_S)
    capture = Capture(camera, clock, CaptureParams(read_s=0.01, pauses_s=(0.0,), join_s=0.01))
    capture.start()
    assert capture.wait_newer(0, PATIENT_S) is not None
    capture.stop()
    before = threading.active_count()
    for _ in range(5):
        with pytest.raises(CameraTrouble, match="^the fake camera does not answer and cannot be closed: unplug it"):
            capture.start()
    assert before == threading.active_count()
    let_go.set()
    until(lambda: not camera.open_now and capture.health().state is CaptureState.CLOSED)
    capture.start()
    capture.stop()


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("no frame buffer"), OSError("no such device"), ValueError("shape")]
)
def test_whatever_a_driver_raises_the_thread_lives_and_tries_again(clock, error):
    camera = Numbered(clock)
    read, errors = camera.read, [error, error]
    camera.read = lambda timeout_s: read(timeout_s) if not errors else (_ for _ in ()).throw(errors.pop())
    capture = Capture(camera, clock, AT_ONCE)
    capture.start()
    assert capture.wait_newer(0, PATIENT_S) is not None
    assert 3 == camera.opened
    capture.stop()


def test_what_a_driver_raised_is_reported_with_a_cure(clock):
    camera = Numbered(clock)
    camera.open_error = CameraTrouble(say("it is used by another program"), say("close that program"))
    capture = Capture(camera, clock, AT_ONCE)
    capture.start()
    until(lambda: capture.health().state is CaptureState.STALLED)
    assert "it is used by another program" == str(capture.health().what)
    assert "close that program" == str(capture.health().cure)
    capture.stop()
    assert (CaptureState.CLOSED, None) == (capture.health().state, capture.health().what)


def test_the_pauses_before_it_is_opened_again_grow_and_a_frame_makes_them_short_again(clock):
    camera = Numbered(clock, allowed=0)
    camera.silent = clock.pass_
    pauses = []

    def pause(stopping, seconds):
        pauses.append(seconds)
        if len(pauses) == 4:
            camera.allow()
        if len(pauses) == 6:
            stopping.set()

    capture = Capture(camera, clock, CaptureParams(pauses_s=(1.0, 2.0, 4.0)), pause)
    capture.start()
    until(lambda: capture.health().state is CaptureState.CLOSED)
    assert [1.0, 2.0, 4.0, 4.0, 1.0, 2.0] == pauses


@pytest.mark.parametrize("call", ["open", "read", "still", "close"])
def test_while_the_camera_is_called_everybody_else_gets_an_answer(capture, camera, call):
    """The lock is never held during a call into the camera: its own threads may need us, and it may hang."""
    answers, done = [], getattr(camera, call)

    def ask():
        answers.append((capture.health().camera, capture.wait_newer(10**9, 0.0)))

    def called(*arguments):
        asking = Thread(target=ask)
        asking.start()
        asking.join(PATIENT_S)
        return done(*arguments)

    setattr(camera, call, called)
    capture.start()
    assert capture.still(0, PATIENT_S) is not None
    capture.stop()
    assert [] == [answer for answer in answers if answer != (camera.name, None)]
    assert answers


def test_stopping_and_starting_twenty_times_with_three_viewers_is_quick(capture, camera):
    """No lock is held while the camera is called."""
    over = threading.Event()

    def view():
        number = 0
        while not over.is_set():
            frame = capture.wait_newer(number, 0.05)
            number = frame.number if frame else number

    viewers = [Thread(target=view) for _ in range(3)]
    for viewer in viewers:
        viewer.start()
    took = []
    for round_ in range(1, 21):
        began = time.monotonic()
        capture.start()
        assert capture.wait_newer(capture.latest().number if capture.latest() else 0, PATIENT_S) is not None
        capture.stop()
        assert (round_, False) == (camera.opened, camera.open_now)
        took.append(time.monotonic() - began)
    over.set()
    for viewer in viewers:
        viewer.join(PATIENT_S)
    assert max(took) < 3


def test_a_released_camera_can_be_had_by_another_program_and_be_taken_back(capture, camera):
    """Stopping the capture closes the camera, so that another program can open it."""
    capture.start()
    number = capture.wait_newer(0, PATIENT_S).number
    capture.stop()
    camera.open()
    camera.close()
    capture.start()
    assert capture.wait_newer(0, PATIENT_S).number > number


def test_a_picture_of_before_it_was_released_is_not_taken_for_one_of_now(capture):
    """Neither the latest frame nor a waiting caller gets a frame from before the release."""
    capture.start()
    assert capture.wait_newer(0, PATIENT_S) is not None
    capture.stop()
    assert (None, None, None) == (capture.latest(), capture.wait_newer(0, 0.0), capture.fresh(0, 0.0))


def test_stopping_wakes_everybody_who_waits_for_a_frame(clock):
    capture = Capture(Numbered(clock, allowed=0), clock, AT_ONCE)
    capture.start()
    answers = []
    waiting = [Thread(target=lambda: answers.append(capture.wait_newer(0, 10 * PATIENT_S))) for _ in range(3)]
    for thread in waiting:
        thread.start()
    capture.stop()
    for thread in waiting:
        thread.join(PATIENT_S)
    assert [None, None, None] == answers


def test_no_age_is_taken_from_the_wall_clock(capture, clock, monkeypatch):
    """The wall clock may be set by hours while the camera runs."""
    monkeypatch.setattr(time, "time", lambda: pytest.fail("the wall clock was read"))
    capture.start()
    first = capture.wait_newer(0, PATIENT_S)
    assert capture.wait_newer(first.number, PATIENT_S) is not None
    assert CaptureState.RUNNING == capture.health().state


def test_a_source_that_may_be_silent_runs_as_soon_as_it_is_open(clock):
    camera = Numbered(clock, allowed=0)
    camera.patience_s = None
    camera.silent = lambda timeout_s: clock.pass_(1.0)
    capture = Capture(camera, clock, AT_ONCE)
    capture.start()
    until(lambda: clock() > 1010 * SECOND)
    assert (CaptureState.RUNNING, 1) == (capture.health().state, camera.opened)
    capture.stop()
