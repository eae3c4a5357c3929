"""The simulated table: every later frame shows what was laid, and the real readers read it."""

from threading import Thread

import numpy as np
import pytest

from companion.observations import Colour
from tests.vision.camera.fakes import PATIENT_S, FakeClock
from vision.camera import simulated
from vision.camera.capture import Capture
from vision.camera.simulated import SimulatedSource, Studio, studio_of
from vision.camera.source import NoFrame
from vision.render.render import VirtualCamera, VirtualDie

SMALL = Studio(camera=VirtualCamera(distance_mm=150.0), size=(160, 120), fps=5.0)
RED_FIVE = VirtualDie(0.0, 0.0, 10.0, 5, Colour.RED)
BLUE_TWO = VirtualDie(25.0, 0.0, 40.0, 2, Colour.BLUE)


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def source(clock):
    return SimulatedSource(clock, SMALL, pause=clock.pass_)


@pytest.fixture
def drawings(monkeypatch):
    """How often a table was drawn."""
    drawn, render = [], simulated.render
    monkeypatch.setattr(simulated, "render", lambda *scene: drawn.append(scene[0]) or render(*scene))
    return drawn


def reddest(frame):
    image = frame.image.astype(int)
    return int((image[:, :, 2] - image[:, :, 1]).max())


def test_what_is_laid_is_what_the_next_frame_shows(source):
    assert reddest(source.read(1.0)) < 60
    source.lay([RED_FIVE])
    assert reddest(source.read(1.0)) > 100
    source.clear()
    assert reddest(source.read(1.0)) < 60


def test_the_truth_about_the_table_is_known(source):
    source.lay([RED_FIVE, BLUE_TWO])
    assert [(5, Colour.RED, True), (2, Colour.BLUE, True)] == [(d.value, d.colour, d.in_view) for d in source.truth]


def test_a_table_is_drawn_once_and_every_frame_has_its_own_noise(source, drawings):
    source.lay([RED_FIVE])
    first, second = (source.read(1.0).image.astype(int) for _ in range(2))
    assert 1 == len(drawings)
    difference = np.abs(first - second)
    assert 1.0 < difference.mean() < 4.0
    assert difference.max() < 25


def test_the_same_seed_makes_the_same_pictures(clock):
    one, other = (SimulatedSource(clock, SMALL, pause=clock.pass_) for _ in range(2))
    assert all(np.array_equal(one.read(1.0).image, other.read(1.0).image) for _ in range(3))


def test_another_seed_is_another_table():
    assert studio_of(1, (64, 48)) != studio_of(2, (64, 48))
    assert (64, 48) == studio_of(2, (64, 48)).size


def test_five_frames_a_second_and_no_more(source, clock):
    times = [source.read(1.0).at for _ in range(4)]
    assert [200_000_000] * 3 == list(np.diff(times))
    with pytest.raises(NoFrame):
        source.read(0.1)


def test_new_dice_are_in_the_next_frame(source, clock):
    source.read(1.0)
    source.lay([RED_FIVE])
    assert clock() == source.read(1.0).at


def test_a_frame_from_after_the_laying_never_shows_the_dice_of_before(source, clock):
    for number in range(10):
        source.lay([RED_FIVE] if number % 2 else [])
        frame = source.still(clock(), 1.0)
        assert frame.at >= clock()
        assert (reddest(frame) > 100) == bool(number % 2)


def test_dice_may_be_laid_from_many_threads_while_the_capture_reads():
    clock = FakeClock()
    source = SimulatedSource(clock, SMALL, pause=clock.pass_)
    capture = Capture(source, clock)
    capture.start()

    def lay():
        for _ in range(20):
            source.lay([RED_FIVE])
            source.clear()

    threads = [Thread(target=lay) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENT_S)
    source.lay([RED_FIVE])
    assert reddest(capture.still(clock(), PATIENT_S)) > 100
    capture.stop()


def test_closing_keeps_the_dice(source):
    source.lay([RED_FIVE])
    source.read(1.0)
    source.close()
    source.close()
    source.open()
    assert reddest(source.read(1.0)) > 100
