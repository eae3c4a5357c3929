"""Loading a photograph: what cannot be one is refused with a clear sentence before it costs anything.

A few bytes can claim to be a picture that fills the memory. So the size is read from the header of the three formats
that are accepted, by a few lines of our own: OpenCV cannot tell a size without decoding. No other format is decoded.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np

from companion.errors import BadInput
from vision.arrays import Image

MOST_PIXELS = 60_000_000
"""More than any camera of a game table; a larger one would only fill the memory."""
MOST_WHOLE_PIXELS = 25_000_000
"""The most of a format that is decoded as a whole, whatever size is wanted; it takes up to eight bytes a pixel."""
LARGE_PIXELS = 16_000_000
"""What is larger may be decoded at a half, a quarter or an eighth of its size."""
MOST_BYTES = 64_000_000
"""No photograph of so many pixels has a larger file."""
LEAST_SIDE = 16
"""A die of 24 pixels does not fit in less."""

REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}


class Format(StrEnum):
    """What a picture can be stored as, as far as its first bytes tell."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    GIF = "GIF"
    BMP = "BMP"
    TIFF = "TIFF"
    HEIC = "HEIC"
    AVIF = "AVIF"
    JPEG_2000 = "JPEG 2000"


ACCEPTED = frozenset({Format.JPEG, Format.PNG, Format.WEBP})

_BEGINNINGS = (
    (b"\xff\xd8", Format.JPEG),
    (b"\x89PNG\r\n\x1a\n", Format.PNG),
    (b"GIF8", Format.GIF),
    (b"BM", Format.BMP),
    (b"II*\0", Format.TIFF),
    (b"MM\0*", Format.TIFF),
    (b"II+\0", Format.TIFF),
    (b"MM\0+", Format.TIFF),
    (b"\0\0\0\x0cjP  ", Format.JPEG_2000),
    (b"\xff\x4f\xff\x51", Format.JPEG_2000),
)
_AVIF = (b"avif", b"avis")
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def load(path: Path, *, reduced: bool = False) -> Image:
    """Return the photograph `path` as B, G, R, upright as its EXIF says; raise BadInput if it is none."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BadInput(f"{path}: no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: this is a folder, not a photograph") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise BadInput(f"{str(path)!r}: no file can have such a name") from None
    return decode(data, str(path), reduced=reduced)


def decode(data: bytes, name: str = "the photograph", *, reduced: bool = False) -> Image:
    """Return the photograph in `data`; `name` is what to call it when it is none.

    With `reduced`, one of more than 16 megapixels is decoded smaller: for whoever makes it smaller anyway.
    """
    if not data:
        raise BadInput(f"{name}: the file is empty")
    if len(data) > MOST_BYTES:
        raise BadInput(f"{name}: the file is too large; at most {MOST_BYTES // 1_000_000} MB")
    form = format_of(data)
    if form is None:
        raise BadInput(f"{name}: not a photograph that can be read (JPEG, PNG and WebP can)")
    if form not in ACCEPTED:
        raise BadInput(f"{name}: a {form} picture is not read here; make a JPEG, PNG or WebP of it")
    size = size_of(data)
    if size is None:
        raise BadInput(f"{name}: the file is damaged; copy the photograph again")
    _check_size(size, name, MOST_PIXELS if _can_be_reduced(data, form) else MOST_WHOLE_PIXELS)
    if form is Format.JPEG and not _ends(data):
        raise BadInput(f"{name}: the file is cut off; copy the photograph again")
    flag = REDUCED.get(_reduction(size), cv2.IMREAD_COLOR) if reduced else cv2.IMREAD_COLOR
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    except cv2.error:  # what a decoder cannot cope with
        image = None
    if image is None:
        raise BadInput(f"{name}: the file is damaged; copy the photograph again")
    return np.asarray(image, np.uint8)


def _reduction(size: tuple[int, int]) -> int:
    """Return by how much a picture of `size` is decoded smaller, when that is wished."""
    return next((by for by in (1, 2, 4) if size[0] * size[1] / by**2 <= LARGE_PIXELS), 8)


def _can_be_reduced(data: bytes, form: Format) -> bool:
    """Whether the decoder makes it smaller without holding all of it in the memory: a JPEG, unless progressive."""
    return form is Format.JPEG and (frame := _frame_of_jpeg(data)) is not None and data[frame + 1] in (0xC0, 0xC1)


def _check_size(size: tuple[int, int], name: str, most: int = MOST_PIXELS) -> None:
    width, height = size
    if width * height > most:
        raise BadInput(f"{name}: {width} x {height} pixels are too many; at most {most // 1_000_000} megapixels")
    if min(width, height) < LEAST_SIDE:
        raise BadInput(f"{name}: {width} x {height} pixels are too few to show a die")


def format_of(data: bytes) -> Format | None:
    """Return what `data` begins like, or None."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return Format.WEBP
    if data[4:8] == b"ftyp":
        return Format.AVIF if data[8:12] in _AVIF else Format.HEIC if data[8:12] in _HEIC else None
    return next((form for beginning, form in _BEGINNINGS if data.startswith(beginning)), None)


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height as the header of a JPEG, PNG or WebP says, or None where it does not."""
    match format_of(data):
        case Format.JPEG:
            return _size_of_jpeg(data)
        case Format.PNG if data[12:16] == b"IHDR" and len(data) >= 24:
            return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        case Format.WEBP if len(data) >= 30:
            return _size_of_webp(data)
    return None


def _size_of_webp(data: bytes) -> tuple[int, int] | None:
    """Return the size in the first chunk of a WebP: of the canvas, of a lossy picture, or of a lossless one."""
    match data[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"VP8 " if data[23:26] == b"\x9d\x01\x2a":
            width, height = int.from_bytes(data[26:28], "little"), int.from_bytes(data[28:30], "little")
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L" if data[20] == 0x2F:
            bits = int.from_bytes(data[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return None


def _size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    """Return the size in the frame header of a JPEG."""
    at = _frame_of_jpeg(data)
    if at is None:
        return None
    return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")


def _frame_of_jpeg(data: bytes) -> int | None:
    """Return where the frame header of a JPEG begins, or None."""
    at = data.find(b"\xff", 2)
    while 0 <= at and at + 9 < len(data):
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            return at
        if marker in (0x00, 0x01, 0xFF) or 0xD0 <= marker <= 0xD8:
            at += 1 if marker == 0xFF else 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        at = data.find(b"\xff", at)
    return None


def _ends(data: bytes) -> bool:
    """Return whether a JPEG has its end marker; phones may put more behind it."""
    return data.rfind(b"\xff\xd9") > data.rfind(b"\xff\xda") > 0


def checked(image: Image) -> Image:
    """Return `image` as B, G, R; a fourth channel is dropped, anything else is a mistake of the caller."""
    if image.ndim != 3 or image.shape[2] not in {3, 4} or image.dtype != np.uint8:
        raise BadInput(f"a picture is height x width x 3 bytes, not {image.dtype} of shape {image.shape}")
    return np.ascontiguousarray(image[:, :, :3])
