"""How each die stands: whether it lies flat on the table, as a network says that sees it with its surroundings.

A die that leans, or lies on another one, is asked about: people agree on its value, or it is thrown again.

    the way down of each die → the one camera that would see most of them lie flat → who does not

Where nobody knows the camera, most dice tell how it looks. On a mat it is known, as well as the mat tells it: then even
a die alone is held against it.
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
"""No die is as near as this to another."""

_network = per_thread(ContextNetwork)


def with_context(image: Image, faces: Sequence[Face], *, closely: bool = False) -> list[Face]:
    """Return `faces` with what the context classifier says about each, at first sight or looking `closely`."""
    standings = _network().classify(image, [face.corners for face in faces], closely=closely)
    return [replace(face, context=context) for face, context in zip(faces, standings, strict=True)]


def with_leans(image: Image, faces: Sequence[Face], params: Params, uprights: Sequence[Uprights] = ()) -> list[Face]:
    """Return `faces` with how far their dice lean away from how most others lie; those that do are looked at closely.

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
    off = np.where(close, np.maximum(first, off), off)  # of two close looks the one counts that sees it lean
    return [replace(face, lean=float(each)) for face, each in zip(updated, off, strict=True)]


def unsettled(face: Face, params: Params) -> bool:
    """Return whether people must look how this die lies."""
    p = params.context
    return face.lean > sum(p.lean) / -2 or (face.context is not None and face.context.stacked > sum(p.stacked) / -2)


def leans(
    faces: Sequence[Face], shape: tuple[int, ...], params: ContextParams, uprights: Sequence[Uprights] = ()
) -> Floats:
    """Return how many times farther than measured each way down is from that of a die that lies flat."""
    if len(faces) < (1 if uprights else params.least):
        return np.zeros(len(faces))
    measured = _Ways.of(faces, shape, params)
    if uprights:
        (off,), _ = measured.off([_likeliest(measured, uprights, params)], params)
        return np.asarray(off)
    (off,), _ = measured.off([_camera(measured, params)], params)
    # where no more than half of the dice agree, nobody knows which of them lie flat
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
    """(n, n): whether they stand so near that one may hide the side of the other."""

    @classmethod
    def of(cls, faces: Sequence[Face], shape: tuple[int, ...], params: ContextParams) -> _Ways:
        """Return the ways of `faces` in a picture of `shape`."""
        standings = [face.context for face in faces if face.context is not None]
        long = np.array([face.edge * np.exp(np.hypot(*face.slant) / 2) for face in faces])
        ways = np.array([context.way for context in standings]) / long[:, None]
        centres = np.stack([face.centre for face in faces])
        places = (centres - np.array([shape[1], shape[0]]) / 2) / max(shape[:2])
        updated = np.array([context.spread for context in standings])
        # what the network can hardly tell it tells worse than it says
        spreads = np.hypot(updated * (1 + (updated / params.vague) ** 4), params.spread)
        neighbours = (centres[None] - centres[:, None]) / long[:, None, None]
        away = np.maximum(np.hypot(neighbours[..., 0], neighbours[..., 1]), HERE)
        near = (away > HERE) & (away < params.touching)
        return cls(ways, places, spreads, neighbours / away[..., None], near)

    def off(self, views: Sequence[Uprights], params: ContextParams) -> tuple[Floats, Flags]:
        """Return how far each way is from that of a die that lies flat, and which dice have a hidden side: (views, n).

        Where a neighbour hides the side that the camera would see, nobody can tell how far the die goes down there.
        """
        wanted = np.stack([view.at(self.places) for view in views])
        rest = self.ways - wanted
        hides = self.near & (np.einsum("ijc,kic->kij", self.towards, wanted) > params.sideways)
        for other in np.flatnonzero(hides.any(axis=(0, 1))):
            beyond = np.minimum((rest * self.towards[:, other]).sum(axis=2), 0.0) * hides[..., other]
            rest -= beyond[..., None] * self.towards[:, other]
        return np.asarray(np.hypot(rest[..., 0], rest[..., 1]) / self.spreads), np.asarray(hides.any(axis=2))


def _camera(measured: _Ways, params: ContextParams) -> Uprights:
    """Return how the camera looks, as most dice say whose sides can be seen."""
    ways, places = measured.ways, measured.places
    guesses = [
        Uprights(way - turn * place, turn, ((turn - params.turn) / params.turn_spread) ** 2)
        for turn in params.turns
        for way, place in zip(ways, places, strict=True)
    ]
    view = _likeliest(measured, guesses, params)
    for _ in range(params.rounds):
        (off,), (hidden,) = measured.off([view], params)
        weights = np.where(~hidden & (off < params.most), 1, 1e-3) / measured.spreads**2
        centre, mean = np.average(places, axis=0, weights=weights), np.average(ways, axis=0, weights=weights)
        prior, data = 1 / params.turn_spread**2, weights[:, None] * (places - centre)
        turn = ((data * (ways - mean)).sum() + prior * params.turn) / ((data * (places - centre)).sum() + prior)
        view = Uprights(mean - turn * centre, float(turn))
    return view


def _likeliest(measured: _Ways, views: Sequence[Uprights], params: ContextParams) -> Uprights:
    """Return the view that explains the ways best; a side that must be hidden is no good explanation either."""
    off, hidden = measured.off(views, params)
    costs = (np.minimum(off**2, params.most**2) + params.excused * hidden).sum(axis=1)
    return views[int((costs + [view.unlikely for view in views]).argmin())]
