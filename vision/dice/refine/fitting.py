"""Faces in frames that were moved onto them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

from vision.arrays import Floats, Image
from vision.dice.face import Face
from vision.dice.refine.network import Fitter

_own = threading.local()


def fitted(image: Image, faces: Sequence[Face]) -> list[Face]:
    """Return `faces` in the frames that the fitter finds where theirs were."""
    quads = _fitter().fit(image, [face.corners for face in faces])
    return [_framed(face, quad) for face, quad in zip(faces, quads, strict=True)]


def _framed(face: Face, corners: Floats) -> Face:
    """Return `face` with the frame of four corners, clockwise."""
    first, second, third, fourth = corners
    return replace(
        face,
        centre=corners.mean(axis=0),
        u=(second + third - first - fourth) / 4,
        v=(third + fourth - first - second) / 4,
    )


def _fitter() -> Fitter:
    """Return the fitter of this thread; it is loaded when it is first needed."""
    if not hasattr(_own, "fitter"):
        _own.fitter = Fitter()
    return _own.fitter  # type: ignore[no-any-return]
