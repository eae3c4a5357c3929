"""Does a face end where a die ends? And how does it lie: its slant, as its pips and its frame show it.

Spots of a carpet or of a tablecloth may lie like pips, but nothing ends around them. A side of a die is slanted
otherwise than the tops, which all lie in one plane.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Image
from vision.dice.detect.spots import most_apart, sample
from vision.dice.face import Face
from vision.dice.params import BodyParams


def borders(image: Image, faces: list[Face], params: BodyParams) -> Floats:
    """Return for each face the share of directions in which its body ends near the edge of the face."""
    if not faces:
        return np.empty(0, np.float32)
    angles = np.linspace(0, 2 * np.pi, params.rays, endpoint=False)
    steps = np.arange(params.first, params.last, params.step)
    frame = np.stack([np.stack([face.u, face.v], axis=1) for face in faces])
    outward = np.einsum("nij,rj->nri", frame, np.stack([np.cos(angles), np.sin(angles)], axis=1))
    centre = np.stack([face.centre for face in faces])
    points = centre[:, None, None] + outward[:, :, None] * steps[:, None]
    around = np.stack([face.around for face in faces])
    away = most_apart(sample(image, points), around[:, None, None])
    contrast = np.array([np.abs(face.inside - face.around).max() for face in faces])
    changed = away > np.maximum(params.change * contrast, params.noise)[:, None, None]
    height, width = image.shape[:2]
    x, y = np.moveaxis(points, 3, 0)
    changed |= (x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)
    lasting = changed[..., :-1] & changed[..., 1:]
    return np.asarray(lasting.any(axis=2).mean(axis=1), np.float32)
