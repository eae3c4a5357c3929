"""Loading a photograph: what cannot be one is refused with a clear sentence before it costs anything."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.errors import BadInput
from vision.arrays import Image

MOST_PIXELS = 60_000_000
"""More than any camera of a game table; a larger one would only fill the memory."""
LEAST_SIDE = 16
"""A die of 24 pixels does not fit in less."""


def load(path: Path) -> Image:
    """Return the photograph `path` as B, G, R, upright as its EXIF says; raise BadInput if it is none."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: this is a folder, not a photograph") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    return decode(data, str(path))


def decode(data: bytes, name: str = "the photograph") -> Image:
    """Return the photograph in `data`; `name` is what to call it when it is none."""
    if not data:
        raise BadInput(f"{name}: the file is empty")
    size = size_of(data)
    if size is not None:
        _check_size(size, name)
    if data[:2] == b"\xff\xd8" and not _ends(data):
        raise BadInput(f"{name}: the file is cut off; copy the photograph again")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise BadInput(f"{name}: not a photograph that can be read (JPEG, PNG, WebP, BMP and TIFF can)")
    _check_size((image.shape[1], image.shape[0]), name)
    return np.asarray(image, np.uint8)


def _check_size(size: tuple[int, int], name: str) -> None:
    width, height = size
    if width * height > MOST_PIXELS:
        raise BadInput(f"{name}: {width} x {height} pixels are too many; at most {MOST_PIXELS // 1_000_000} megapixels")
    if min(width, height) < LEAST_SIDE:
        raise BadInput(f"{name}: {width} x {height} pixels are too few to show a die")


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height as the header of a PNG, JPEG, BMP or GIF says, or None where it does not."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:2] == b"BM" and len(data) >= 26:
        return int.from_bytes(data[18:22], "little"), abs(int.from_bytes(data[22:26], "little", signed=True))
    if data[:2] == b"\xff\xd8":
        return _size_of_jpeg(data)
    return None


def _size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    """Return the size in the frame header of a JPEG."""
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _ends(data: bytes) -> bool:
    """Return whether a JPEG has its end marker; phones may put more behind it."""
    return data.rfind(b"\xff\xd9") > data.rfind(b"\xff\xda") > 0


def checked(image: Image) -> Image:
    """Return `image` as B, G, R; a fourth channel is dropped, anything else is a mistake of the caller."""
    if image.ndim != 3 or image.shape[2] not in {3, 4} or image.dtype != np.uint8:
        raise BadInput(f"a picture is height x width x 3 bytes, not {image.dtype} of shape {image.shape}")
    return np.ascontiguousarray(image[:, :, :3])
