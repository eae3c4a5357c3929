"""A frame is a read-only colour picture; anything else is refused with a clear message."""

import numpy as np
import pytest

from companion.errors import BadInput, CompanionError
from companion.texts import say
from tests.vision.camera.fakes import A_CAMERA, SECOND, FakeClock, picture
from vision.camera.source import CameraTrouble, Frame, NoFrame, first_after, no_frame

RED = (0, 0, 255)


@pytest.mark.parametrize("channels", [3, 4])
def test_three_and_four_channels_are_a_picture_of_three(channels):
    """Cameras deliver three or four channels; readers get three."""
    array = np.zeros((24, 32, channels), np.uint8)
    array[:, :, :3] = RED
    frame = Frame(array, 7, A_CAMERA)
    assert ((24, 32, 3), (32, 24), RED) == (frame.image.shape, frame.size, tuple(frame.image[5, 5]))


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((24, 32), np.uint8),
        np.zeros((24, 32, 1), np.uint8),
        np.zeros((24, 32, 2), np.uint8),
        np.zeros((24, 32, 3), np.uint16),
    ],
    ids=["grey", "one channel", "two channels", "16 bits"],
)
def test_anything_else_is_refused_and_its_shape_is_named(array):
    """The message must name the shape, so that a wrong pixel format can be recognised."""
    with pytest.raises(BadInput) as refused:
        Frame(array, 7, A_CAMERA)
    assert str(array.shape) in str(refused.value)


def test_a_frame_that_is_shared_cannot_be_drawn_in():
    frame = Frame(picture(), 7, A_CAMERA, small=picture(size=(16, 12)))
    for image in (frame.image, frame.small):
        with pytest.raises(ValueError, match="read-only"):
            image[0, 0] = RED


def test_trouble_says_what_is_wrong_and_the_cure_and_is_an_error_of_ours_and_of_the_system():
    trouble = CameraTrouble(say("{camera} is hot", camera="it"), say("let it cool"))
    assert ("it is hot: let it cool", "it is hot", "let it cool") == (
        str(trouble),
        str(trouble.what),
        str(trouble.cure),
    )
    assert isinstance(trouble, CompanionError)
    assert isinstance(trouble, OSError)
    assert isinstance(no_frame(say("it")), TimeoutError)


def test_the_first_frame_after_an_instant_is_not_one_before_it():
    clock, ages = FakeClock(), iter([3, 2, 0, -1])

    def read(timeout_s):
        return Frame(picture(), clock() - next(ages), A_CAMERA)

    assert clock() == first_after(read, clock, clock(), 1.0).at


def test_a_source_that_only_gives_old_frames_is_given_up_in_time():
    clock = FakeClock()

    def read(timeout_s):
        clock.pass_(0.4)
        return Frame(picture(), clock() - 60 * SECOND, A_CAMERA)

    with pytest.raises(NoFrame, match="^a camera sends no picture: "):
        first_after(read, clock, clock(), 1.0)
