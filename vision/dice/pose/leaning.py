"""Pose of each die: whether it lies flat on the table, measured from the context classifier's way down.

A die that leans, or lies on another one, is never sure: the players agree on its value, or it is thrown again.

    the way down of each die → the camera for which most dice lie flat → the dice that do not

The way down is the vector in the picture from the middle of the upper face to that of the lower one, in edges. Under a
pinhole camera it is a + k · (place - principal point) for every die that lies flat: a is the tilt of the camera, k is
about minus the width of the picture over the focal length. Without a mat, a and k are fitted to most of the dice. On a
mat the camera is known, so that even a single die can be compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image
from vision.dice.classify.context_network import ContextNetwork
from vision.dice.face import Face
from vision.dice.params import ContextParams, Params
from vision.dice.pose.uprights import Uprights
from vision.inference import per_thread

Flags: TypeAlias = npt.NDArray[np.bool_]

HERE = 1e-6
"""Distances below this are those of a die to itself."""

_network = per_thread(ContextNetwork)


def with_context(image: Image, faces: Sequence[Face], *, closely: bool = False) -> list[Face]:
    """Return `faces` with the context classifier's answer, `closely` with both networks in four rotations."""
    standings = _network().classify(image, [face.corners for face in faces], closely=closely)
    return [replace(face, context=context) for face, context in zip(faces, standings, strict=True)]


def with_leans(image: Image, faces: Sequence[Face], params: Params, uprights: Sequence[Uprights] = ()) -> list[Face]:
    """Return `faces` with the lean of their dice against most others; those that lean are classified closely.

    `uprights` are the cameras that may have taken the picture, where that is known.
    """
    p = params.context
    first = leans(faces, image.shape, p, uprights)
    leaning = [n for n, each in enumerate(first) if each > p.again]
    updated = list(faces)
    for n, face in zip(leaning, with_context(image, [faces[n] for n in leaning], closely=True), strict=True):
        updated[n] = face
    off = leans(updated, image.shape, p, uprights) if leaning else first
    close = [face.context is not None and face.context.close for face in faces]
    off = np.where(close, np.maximum(first, off), off)  # of two close answers the greater lean counts
    return [replace(face, lean=float(each)) for face, each in zip(updated, off, strict=True)]


def unsettled(face: Face, params: Params) -> bool:
    """Return whether this die leans or is stacked, so that its value is not sure."""
    p = params.context
    return face.lean > sum(p.lean) / -2 or (face.context is not None and face.context.stacked > sum(p.stacked) / -2)


def leans(
    faces: Sequence[Face], shape: tuple[int, ...], params: ContextParams, uprights: Sequence[Uprights] = ()
) -> Floats:
    """Return the distance of each way down from that of a die that lies flat, over its uncertainty."""
    if len(faces) < (1 if uprights else params.least):
        return np.zeros(len(faces))
    measured = _Ways.of(faces, shape, params)
    if uprights:
        (off,), _ = measured.off([_likeliest(measured, uprights, params)], params)
        return np.asarray(off)
    # Without a known camera the dice themselves must determine it.
    (off,), _ = measured.off([_camera(measured, params)], params)
    # where no more than half of the dice agree, either half may be the one that lies flat: all of them are asked about
    return off if 2 * (off < params.most).sum() > len(off) else np.full(len(off), off.max())


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways down that were measured, one row a die."""

    ways: Floats
    """In edges."""
    places: Floats
    """In widths of the picture, from its middle."""
    spreads: Floats
    """The uncertainty of the ways."""
    towards: Floats
    """(n, n, 2): the direction from each die to each other."""
    near: Flags
    """(n, n): whether two dice are so near that one may hide the side of the other."""

    @classmethod
    def of(cls, faces: Sequence[Face], shape: tuple[int, ...], params: ContextParams) -> _Ways:
        """Return the ways of `faces` in a picture of `shape`."""
        standings = [face.context for face in faces if face.context is not None]
        # `edge` is the root of the area; the longer half-axis is the edge without foreshortening.
        long = np.array([face.edge * np.exp(np.hypot(*face.slant) / 2) for face in faces])
        ways = np.array([context.way for context in standings]) / long[:, None]
        centres = np.stack([face.centre for face in faces])
        places = (centres - np.array([shape[1], shape[0]]) / 2) / max(shape[:2])
        updated = np.array([context.spread for context in standings])
        # the network underestimates its uncertainty where it is large, so that grows with the fourth power
        spreads = np.hypot(updated * (1 + (updated / params.vague) ** 4), params.spread)
        neighbours = (centres[None] - centres[:, None]) / long[:, None, None]
        away = np.maximum(np.hypot(neighbours[..., 0], neighbours[..., 1]), HERE)
        near = (away > HERE) & (away < params.touching)
        return cls(ways, places, spreads, neighbours / away[..., None], near)

    def off(self, views: Sequence[Uprights], params: ContextParams) -> tuple[Floats, Flags]:
        """Return how far each way is from that of a die that lies flat, and which dice have a hidden side: (views, n).

        Where a neighbour hides the side that faces the camera, the part of the way towards it is unknown and ignored.
        """
        wanted = np.stack([view.at(self.places) for view in views])
        # For each hypothesis of the camera, the residuals of all dice.
        rest = self.ways - wanted
        hides = self.near & (np.einsum("ijc,kic->kij", self.towards, wanted) > params.sideways)
        for other in np.flatnonzero(hides.any(axis=(0, 1))):
            beyond = np.minimum((rest * self.towards[:, other]).sum(axis=2), 0.0) * hides[..., other]
            rest -= beyond[..., None] * self.towards[:, other]
        return np.asarray(np.hypot(rest[..., 0], rest[..., 1]) / self.spreads), np.asarray(hides.any(axis=2))


def _camera(measured: _Ways, params: ContextParams) -> Uprights:
    """Return the camera that explains most dice whose sides are visible: a robust fit with a prior on `turn`."""
    ways, places = measured.ways, measured.places
    # Each die gives one hypothesis per `turn` under which it lies flat: an exhaustive RANSAC over at most some
    # dozen dice.
    guesses = [
        Uprights(way - turn * place, turn, ((turn - params.turn) / params.turn_spread) ** 2)
        for turn in params.turns
        for way, place in zip(ways, places, strict=True)
    ]
    view = _likeliest(measured, guesses, params)
    # Iteratively reweighted least squares; the weight is small, not 0, so that a fit of no inliers stays defined.
    for _ in range(params.rounds):
        (off,), (hidden,) = measured.off([view], params)
        weights = np.where(~hidden & (off < params.most), 1, 1e-3) / measured.spreads**2
        centre, mean = np.average(places, axis=0, weights=weights), np.average(ways, axis=0, weights=weights)
        # Few dice close together hardly determine `turn`, so its prior is part of the least squares.
        prior, data = 1 / params.turn_spread**2, weights[:, None] * (places - centre)
        turn = ((data * (ways - mean)).sum() + prior * params.turn) / ((data * (places - centre)).sum() + prior)
        view = Uprights(mean - turn * centre, float(turn))
    return view


def _likeliest(measured: _Ways, views: Sequence[Uprights], params: ContextParams) -> Uprights:
    """Return the view that explains the ways best; each side that it takes for hidden has a cost."""
    off, hidden = measured.off(views, params)
    costs = (np.minimum(off**2, params.most**2) + params.excused * hidden).sum(axis=1)
    return views[int((costs + [view.unlikely for view in views]).argmin())]
