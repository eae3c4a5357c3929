"""A telephone's photograph as a source."""

from threading import Thread

import cv2
import pytest

from companion.errors import BadInput
from tests.vision.camera.fakes import PATIENT_S, FakeClock, picture
from vision.camera.source import NoFrame
from vision.camera.upload import UploadSource


def photograph(shade):
    return cv2.imencode(".png", picture(shade))[1].tobytes()


@pytest.fixture
def source():
    source = UploadSource(FakeClock())
    source.open()
    return source


def test_a_photograph_is_handed_on_once(source):
    source.put(photograph(40))
    assert 40 == source.read(PATIENT_S).image[0, 0, 0]
    with pytest.raises(NoFrame):
        source.read(0.0)


def test_a_newer_one_replaces_one_that_was_not_read(source):
    source.put(photograph(40))
    source.put(photograph(50))
    assert 50 == source.read(PATIENT_S).image[0, 0, 0]


def test_whoever_waits_gets_it_when_it_comes(source):
    frames = []
    reader = Thread(target=lambda: frames.append(source.read(PATIENT_S)))
    reader.start()
    source.put(photograph(60))
    reader.join(PATIENT_S)
    assert [60] == [frame.image[0, 0, 0] for frame in frames]


@pytest.mark.parametrize("data", [b"", b"GIF89a", photograph(1)[:40]], ids=["empty", "no photograph", "cut off"])
def test_what_is_no_photograph_is_refused_and_the_one_before_is_kept(source, data):
    source.put(photograph(70))
    with pytest.raises(BadInput, match="^the uploaded photograph: "):
        source.put(data)
    assert 70 == source.read(0.0).image[0, 0, 0]


def test_closing_drops_what_was_not_read(source):
    source.put(photograph(80))
    source.close()
    source.close()
    with pytest.raises(NoFrame):
        source.read(0.0)
