"""The colour of a die's body, whatever the light.

A lamp tints everything alike. A die carries its own grey card: white pips on a red or blue body, or a white body
with dark pips. Colours are judged after dividing by that white, so that a warm lamp does not turn blue into black.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.observations import Colour
from vision.arrays import Floats
from vision.dice.face import Face
from vision.dice.params import ColourParams

HUES: tuple[tuple[float, Colour], ...] = (
    (12, Colour.RED),
    (19, Colour.OTHER),
    (37, Colour.YELLOW),
    (85, Colour.GREEN),
    (93, Colour.OTHER),
    (134, Colour.BLUE),
    (158, Colour.OTHER),
    (181, Colour.RED),
)
"""Upper ends of the hues, in OpenCV's half degrees."""


def white_of(faces: list[Face], params: ColourParams) -> Floats:
    """Return the colour (B, G, R, the brightest 1) of the light, as the white parts of the dice show it."""
    lights = []
    for face in faces:
        light = np.maximum(np.where(_light_pips(face), face.inside, face.around), 1.0)
        cast = light / light.max()
        if cast.min() > params.cast and light.max() > params.lit:
            lights.append(cast)
    return np.asarray(np.median(lights, axis=0) if lights else np.ones(3), np.float32)


def colour_of(face: Face, white: Floats, params: ColourParams) -> Colour:
    """Return the colour of the body of `face` under the light `white`."""
    body = face.around / white
    brightest = max(float(body.max()), 1.0)
    saturation = 1 - float(body.min()) / brightest
    if _light_pips(face):
        depth = brightest / max(float((face.inside / white).max()), 1.0)
        if saturation < params.grey or (brightest - float(body.min())) < params.least * float(face.inside.max()):
            return Colour.BLACK if depth < params.black else Colour.OTHER
    elif saturation < params.pale:
        return Colour.WHITE
    return _hue(body)


def _light_pips(face: Face) -> bool:
    return bool(face.inside.sum() > face.around.sum())


def _hue(body: Floats) -> Colour:
    """Return the name of the hue of a saturated colour."""
    scaled = np.clip(body / max(float(body.max()), 1.0) * 255, 0, 255).astype(np.uint8)
    hue = int(cv2.cvtColor(scaled[None, None], cv2.COLOR_BGR2HSV)[0, 0, 0])
    return next(colour for end, colour in HUES if hue < end)
