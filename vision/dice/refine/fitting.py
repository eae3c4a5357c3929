"""Faces in frames that were moved onto them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.arrays import Floats, Image
from vision.dice.face import Face
from vision.dice.refine.network import FrameRefiner
from vision.inference import per_thread
from vision.operations import half_axes_of

_refiner = per_thread(FrameRefiner)


def fitted(image: Image, faces: Sequence[Face]) -> list[Face]:
    """Return `faces` in refined frames."""
    quads = _refiner().refine(image, [face.corners for face in faces])
    return [_framed(face, quad) for face, quad in zip(faces, quads, strict=True)]


def _framed(face: Face, corners: Floats) -> Face:
    """Return `face` with the frame of four corners, clockwise."""
    u, v = half_axes_of(corners)
    return replace(face, centre=corners.mean(axis=0), u=u, v=v)
