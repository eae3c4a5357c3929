"""A few bytes that claim to be an enormous picture cost nothing: the header is read before anything is decoded.

What a decoder takes is measured in a process of its own: the most memory that it ever held, as the kernel counts it.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib

import cv2
import numpy as np
import pytest

HEAVY_MB = 10
"""A refusal takes no more than this beside the program itself."""

MEASURE = """
import sys
from pathlib import Path
import cv2, numpy as np
from companion.errors import BadInput
from vision.frame import decode

def most():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1000

ok, small = cv2.imencode(".png", np.zeros((64, 64, 3), np.uint8))
decode(small.tobytes())
data = Path(sys.argv[1]).read_bytes()
before = most()
try:
    image = decode(data, "x", reduced=True)
    answer = f"{image.shape[1]} x {image.shape[0]}"
except BadInput as error:
    answer = str(error)
print(round(most() - before, 1))
print(answer)
"""


def measured(data: bytes, folder) -> tuple[float, str]:
    """Return how many MB more than before it took to decode `data`, and what came of it."""
    (folder / "bomb").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(folder / "bomb")], capture_output=True, text=True, check=True, timeout=60
    )
    grown, answer = done.stdout.splitlines()
    return float(grown), answer


def gif(side: int) -> bytes:
    image = b"," + struct.pack("<4H", 0, 0, side, side) + b"\0" + b"\2\2\x44\1\0"
    return b"GIF89a" + struct.pack("<2H", side, side) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff" + image + b";"


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(side: int, rows: int = 100) -> bytes:
    body = zlib.compress(bytes(rows * (1 + 3 * side)), 9)
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def webp(body: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def webp_lossless(side: int) -> bytes:
    body = b"\x2f" + struct.pack("<I", side - 1 | (side - 1) << 14) + bytes(40)
    return webp(b"VP8L" + struct.pack("<I", len(body)) + body)


def webp_lossy(side: int) -> bytes:
    body = b"\x10\x02\x00\x9d\x01\x2a" + struct.pack("<2H", side, side) + bytes(40)
    return webp(b"VP8 " + struct.pack("<I", len(body)) + body)


def webp_canvas(side: int) -> bytes:
    size = (side - 1).to_bytes(3, "little")
    return webp(b"VP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size + size + bytes(40))


def jpeg(width: int, height: int, *, progressive: bool = False) -> bytes:
    """Return a small picture whose header claims that it is large: a decoder that lacks data fills up with grey."""
    flags = [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    data = bytearray(cv2.imencode(".jpg", np.full((64, 64, 3), 90, np.uint8), flags)[1].tobytes())
    at = data.index(b"\xff\xc2" if progressive else b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">2H", height, width)
    return bytes(data)


def other(extension: str) -> bytes:
    return cv2.imencode(extension, np.zeros((64, 64, 3), np.uint8))[1].tobytes()


def heic() -> bytes:
    return b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(200)


NOT_READ = "x: a {} picture is not read here; make a JPEG, PNG or WebP of it"


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        pytest.param(gif(30_000), NOT_READ.format("GIF"), id="GIF of 43 bytes"),
        pytest.param(gif(30_000)[:35], NOT_READ.format("GIF"), id="GIF of 35 bytes"),
        pytest.param(other(".bmp"), NOT_READ.format("BMP"), id="BMP"),
        pytest.param(other(".tiff"), NOT_READ.format("TIFF"), id="TIFF"),
        pytest.param(heic(), NOT_READ.format("HEIC"), id="HEIC"),
        pytest.param(png(30_000), "x: 30000 x 30000 pixels are too many; at most 25 megapixels", id="PNG"),
        pytest.param(
            png(2**31 - 1, 0), f"x: {2**31 - 1} x {2**31 - 1} pixels are too many; at most 25 megapixels", id="P"
        ),
        pytest.param(webp_lossless(16_384), "x: 16384 x 16384 pixels are too many; at most 25 megapixels", id="VP8L"),
        pytest.param(webp_lossy(16_383), "x: 16383 x 16383 pixels are too many; at most 25 megapixels", id="VP8"),
        pytest.param(webp_canvas(2**24), f"x: {2**24} x {2**24} pixels are too many; at most 25 megapixels", id="VP8X"),
        pytest.param(jpeg(65_000, 65_000), "x: 65000 x 65000 pixels are too many; at most 60 megapixels", id="JPEG"),
        pytest.param(
            jpeg(7_000, 7_000, progressive=True),
            "x: 7000 x 7000 pixels are too many; at most 25 megapixels",
            id="progressive JPEG",
        ),
        pytest.param(b"\xff\xd8" + bytes(3_000_000), "x: the file is damaged; copy the photograph again", id="zeros"),
        pytest.param(png(640)[:20], "x: the file is damaged; copy the photograph again", id="half a header"),
        pytest.param(webp_lossy(640)[:25], "x: the file is damaged; copy the photograph again", id="half a WebP"),
    ],
)
def test_a_bomb_is_refused_in_a_sentence_and_takes_no_memory(data, answer, tmp_path):
    grown, said = measured(data, tmp_path)

    assert answer == said
    assert grown <= HEAVY_MB


def test_a_large_photograph_is_decoded_smaller_where_it_is_made_smaller_anyway(tmp_path):
    grown, said = measured(jpeg(9_000, 6_600), tmp_path)

    assert "4500 x 3300" == said
    assert grown <= 120  # 59 megapixels are 178 MB, and as much again to turn them upright


@pytest.mark.parametrize("size", [(4608, 2592), (4000, 4000)])
def test_an_ordinary_photograph_is_decoded_as_it_is(size, tmp_path):
    assert f"{size[0]} x {size[1]}" == measured(jpeg(*size), tmp_path)[1]


def test_the_most_that_is_accepted_as_a_whole_stays_within_bounds(tmp_path):
    grown, said = measured(png(5_000, 5_000), tmp_path)

    assert "2500 x 2500" == said
    assert grown <= 220
