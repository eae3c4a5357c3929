"""Judging: which faces look up, and which of them may be believed."""

from __future__ import annotations

import numpy as np

from companion.observations import Cell, Quad, SeenDie
from vision.colours import colour_of
from vision.finding import Face, Found
from vision.params import Params
from vision.pips import Floats


def upper_faces(found: Found, params: Params) -> list[Face]:
    """Return the faces of `found` that look up: of the size of the others, and not the side of a better one."""
    kept: list[Face] = []
    for face in found.faces:
        if found.edge is not None and abs(float(np.log(face.edge / found.edge))) > params.judge.size:
            continue
        if any(_side_of(face, other, params) for other in kept):
            continue
        kept.append(face)
    return kept


def _side_of(face: Face, other: Face, params: Params) -> bool:
    """Return whether `face` lies so near to a better and larger face that it can only be a side of the same die."""
    away = float(np.hypot(*(face.centre - other.centre)))
    return away < params.judge.side * other.edge and face.edge < params.judge.smaller * other.edge


def outside(face: Face, shape: tuple[int, ...]) -> bool:
    """Return whether a corner of the face lies out of a picture of `shape`."""
    x, y = face.corners.T
    slack = 0.06 * face.edge
    return bool(min(x.min(), y.min()) < -slack or x.max() > shape[1] + slack or y.max() > shape[0] + slack)


def seen_die(
    face: Face,
    white: Floats,
    scale: float,
    params: Params,
    *,
    cell: Cell | None = None,
    edge: float | None = None,
    cut: bool = False,
) -> SeenDie:
    """Return `face` as a die of the original picture; one that is `cut` by the border has no value."""
    confidence = confidence_of(face, edge, params)
    corners = (face.corners + 0.5) / scale - 0.5
    quad: Quad = tuple((float(x), float(y)) for x, y in corners)  # type: ignore[assignment]
    return SeenDie(
        None if cut else face.value,
        colour_of(face, white, params.colours),
        quad,
        confidence,
        not cut and confidence >= params.judge.sure,
        cell,
        (face.value, face.second) if cut else (face.second,),
    )


def confidence_of(face: Face, edge: float | None, params: Params) -> float:
    """Return between 0 and 1: how well explained, how clearly, how even, how like the others."""
    p = params.judge
    parts = [
        _ramp(face.fit, p.fit),
        _ramp(face.margin, p.margin),
        _ramp(face.even, p.even),
    ]
    if edge is not None:
        parts.append(_ramp(-abs(float(np.log(face.edge / edge))), p.unequal))
    return float(min(parts))


def _ramp(value: float, ends: tuple[float, float]) -> float:
    """Return 0 at the first end, 1 at the second, straight between."""
    low, high = ends
    return min(max((value - low) / (high - low), 0.0), 1.0)
