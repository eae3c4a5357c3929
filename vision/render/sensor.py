"""From light to a file: lens blur, noise, white balance, bands of mains light, the JPEG encoder."""

from __future__ import annotations

import cv2
import numpy as np

from vision.render.objects import Floats, Image, Sensor

LEVELS = 4096
_SHARE = np.linspace(0, 1, LEVELS, dtype=np.float32)
_CURVE = np.where(_SHARE > 0.0031308, 1.055 * _SHARE ** (1 / 2.4) - 0.055, 12.92 * _SHARE) * 255
CURVE = np.asarray(_CURVE, np.float32)
"""sRGB grey levels for linear light in equal steps."""


def photograph(light: Floats, sensor: Sensor, chance: np.random.Generator) -> Image:
    """Return the picture (b, g, r) that the sensor makes of linear light."""
    if sensor.blur_px > 0.15:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur_px), np.float32)
    light = light * np.array(sensor.tint[::-1], np.float32)
    if sensor.banding:
        rows = np.arange(len(light)) * (2 * np.pi / 60) + chance.uniform(0, 2 * np.pi)
        light = light * (1 + sensor.banding * np.sin(rows)).astype(np.float32)[:, None, None]
    # A table is many times as fast as the power function of sRGB for every pixel.
    levels = CURVE[np.clip(light * (LEVELS - 1), 0, LEVELS - 1).astype(np.int32)]
    picture: Image = np.clip(levels + _grain(light.shape[:2], sensor.noise, chance), 0, 255).astype(np.uint8)
    return picture if sensor.jpeg is None else _encoded(picture, sensor.jpeg)


def _grain(shape: tuple[int, int], noise: float, chance: np.random.Generator) -> Floats:
    """Return noise in grey levels: one part common to the three colours, one of each."""
    # Normal noise is the slowest part of a picture, so one pool is drawn and repeated in shifted tiles.
    pool = chance.standard_normal((min(shape[0], 256), min(shape[1], 256) + 61, 4), np.float32) * np.float32(noise)
    grain = pool[:, :-61, :3] * np.float32(0.7) + pool[:, :-61, 3:] * np.float32(0.7)
    again = (-(-shape[0] // grain.shape[0]), -(-shape[1] // grain.shape[1]))
    tiles = [
        np.hstack([np.roll(grain, int(chance.integers(1 << 16)), (0, 1)) for _ in range(again[1])])
        for _ in range(again[0])
    ]
    return np.asarray(np.vstack(tiles)[: shape[0], : shape[1]])


def _encoded(picture: Image, quality: int) -> Image:
    """Return the picture as it comes back from a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture if decoded is None else np.asarray(decoded, np.uint8)
