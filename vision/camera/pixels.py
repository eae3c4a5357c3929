"""The pixel formats of libcamera, whose names give the order of bits and not that of the bytes in an array.

An array of the format named RGB888 holds b, g, r: right for OpenCV. One place knows that, and it is here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from vision.camera.source import Image, Size
from vision.frame import checked


class PixelFormat(StrEnum):
    """What a stream of a camera delivers."""

    RGB888 = "RGB888"
    """In the array: b, g, r."""
    BGR888 = "BGR888"
    """In the array: r, g, b."""
    XRGB8888 = "XRGB8888"
    """In the array: b, g, r, and a fourth byte."""
    XBGR8888 = "XBGR8888"
    """In the array: r, g, b, and a fourth byte."""
    YUV420 = "YUV420"
    """Brightness, then both colours at half the size, each in a plane of its own."""
    NV12 = "NV12"
    """Brightness, then both colours at half the size, side by side."""
    YUYV = "YUYV"
    """Brightness and colours in turn."""


# The names of DRM formats list the bits of a little-endian word from the top, so the bytes in memory are reversed.
_SWAPPED = frozenset({PixelFormat.BGR888, PixelFormat.XBGR8888})
_PLANES = {PixelFormat.YUV420: cv2.COLOR_YUV2BGR_I420, PixelFormat.NV12: cv2.COLOR_YUV2BGR_NV12}


def to_bgr(array: npt.NDArray[Any], form: PixelFormat, size: Size) -> Image:
    """Return the `array` of a stream of this format and `size` as b, g, r, without the padding of its lines.

    Raises:
        BadInput: the array cannot be of that format and size.

    """
    if form in _PLANES:
        return _from_planes(array, form, size)
    if form is PixelFormat.YUYV:
        _expect(array, form, size, array.dtype == np.uint8 and array.shape[2:] == (2,) and _covers(array, size))
        return _cropped(cv2.cvtColor(array, cv2.COLOR_YUV2BGR_YUYV), size)
    image = checked(array)
    _expect(array, form, size, _covers(image, size))
    return _cropped(cv2.cvtColor(image, cv2.COLOR_RGB2BGR) if form in _SWAPPED else image, size)


def _from_planes(array: npt.NDArray[Any], form: PixelFormat, size: Size) -> Image:
    """Return an image whose colours lie below its brightness, in one array half as high again."""
    tall = array.shape[0] == size[1] * 3 // 2 and array.ndim == 2
    _expect(array, form, size, array.dtype == np.uint8 and tall and array.shape[1] >= size[0])
    return _cropped(cv2.cvtColor(array, _PLANES[form]), size)


def _covers(image: npt.NDArray[Any], size: Size) -> bool:
    return bool(image.shape[1] >= size[0] and image.shape[0] >= size[1])


def _cropped(image: npt.NDArray[Any], size: Size) -> Image:
    # Lines of a stream may be padded at their end; OpenCV needs contiguous rows.
    return np.ascontiguousarray(image[: size[1], : size[0]], np.uint8)


def _expect(array: npt.NDArray[Any], form: PixelFormat, size: Size, fits: bool) -> None:
    if not fits:
        raise BadInput(f"an array of {array.shape} {array.dtype} is no {form} picture of {size[0]} x {size[1]}")
