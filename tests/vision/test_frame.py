"""What cannot be a photograph is refused in one clear sentence, before it costs anything."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from tests.vision.flat import Drawn
from vision.frame import checked, decode, load, size_of
from vision.operations import shrunk


def encoded(picture, extension=".png"):
    return cv2.imencode(extension, picture)[1].tobytes()


def png_header(width, height):
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "x: the file is empty"),
        (b"hello", "x: not a photograph that can be read (JPEG, PNG and WebP can)"),
        (encoded(np.zeros((1, 1, 3), np.uint8)), "x: 1 x 1 pixels are too few to show a die"),
        (png_header(12000, 9000), "x: 12000 x 9000 pixels are too many; at most 25 megapixels"),
        (encoded(Drawn().picture(), ".jpg")[:9000], "x: the file is cut off; copy the photograph again"),
    ],
    ids=["empty", "words", "one pixel", "100 megapixels", "truncated"],
)
def test_what_is_no_photograph_is_refused_with_the_reason(data, reason):
    with pytest.raises(BadInput) as caught:
        decode(data, "x")

    assert reason == str(caught.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    for path, reason in ((tmp_path / "a.jpg", "no such file"), (tmp_path, "this is a folder, not a photograph")):
        with pytest.raises(BadInput) as caught:
            load(path)

        assert f"{path}: {reason}" == str(caught.value)


@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp"])
def test_the_size_is_known_before_anything_is_decoded(extension):
    assert (640, 480) == size_of(encoded(Drawn().picture(), extension))


def test_a_photograph_comes_back_as_it_was(tmp_path):
    picture = Drawn().picture()
    (tmp_path / "a.png").write_bytes(encoded(picture))

    assert np.array_equal(picture, load(tmp_path / "a.png"))


@pytest.mark.parametrize("shape", [(8, 8), (8, 8, 2)])
def test_a_picture_of_another_shape_is_the_callers_mistake(shape):
    with pytest.raises(BadInput, match="height x width x 3 bytes"):
        checked(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("scale", [0.16, 0.25, 0.3, 0.5, 0.7, 1.0])
@pytest.mark.parametrize("shape", [(720, 1280), (450, 641), (63, 200)])
def test_a_shrunk_picture_is_nearly_what_area_means_make_of_it(shape, scale):
    picture = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 256, (*shape, 3), np.uint8), (0, 0), 3)

    at_once = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)

    assert at_once.shape == shrunk(picture, scale).shape
    assert np.abs(at_once.astype(int) - shrunk(picture, scale)).max() <= 4
