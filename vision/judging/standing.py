"""How each die stands: whether it lies flat on the table, as a network says that sees it with its surroundings.

A die that leans, or lies on another one, is asked about: people agree on its value, or it is thrown again.

    the way down of each die → the one camera that would see most of them lie flat → who does not

Seen by one camera, the upright edges of all dice that lie flat run towards one point, the vanishing point of the
upright direction: in edges of the dice, their way down is a + k · (place - middle of the picture).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Floats, Image
from vision.face import Face
from vision.network.surroundings import SurroundingsNetwork
from vision.params import Params, StandingParams

_own = threading.local()


def with_standing(image: Image, faces: Sequence[Face], *, twice: bool = False) -> list[Face]:
    """Return `faces` with what the reader of surroundings says about each, at first sight or after looking `twice`."""
    standings = _network().look(image, [face.corners for face in faces], twice=twice)
    return [replace(face, standing=standing) for face, standing in zip(faces, standings, strict=True)]


def with_leans(image: Image, faces: Sequence[Face], params: Params) -> list[Face]:
    """Return `faces` with how far their dice lean away from how most others lie; those that do are seen twice."""
    p = params.standing
    off = leans(faces, image.shape, p)
    leaning = [n for n, each in enumerate(off) if each > p.again]
    told = list(faces)
    for n, face in zip(leaning, with_standing(image, [faces[n] for n in leaning], twice=True), strict=True):
        told[n] = face
    off = leans(told, image.shape, p) if leaning else off
    return [replace(face, lean=float(each)) for face, each in zip(told, off, strict=True)]


def unsettled(face: Face, params: Params) -> bool:
    """Return whether people must look how this die lies."""
    p = params.standing
    return face.lean > sum(p.lean) / -2 or (face.standing is not None and face.standing.upon > sum(p.upon) / -2)


def leans(faces: Sequence[Face], shape: tuple[int, ...], params: StandingParams) -> Floats:
    """Return how many times farther than measured each way down is from that of a die that lies flat."""
    if len(faces) < params.least:
        return np.zeros(len(faces))
    ways, places, spreads = _measured(faces, shape, params)
    down, turn = _camera(ways, places, spreads, params)
    off = _off(ways, places, spreads, down, turn)
    agreed = off < params.most
    # where no more than half of the dice agree, nobody knows which of them lie flat
    return np.asarray(off if 2 * agreed.sum() > len(off) else np.full(len(off), off.max()))


def _measured(faces: Sequence[Face], shape: tuple[int, ...], params: StandingParams) -> tuple[Floats, Floats, Floats]:
    """Return ways down in edges, places in widths of the picture from its middle, and the uncertainty of the ways."""
    standings = [face.standing for face in faces if face.standing is not None]
    long = np.array([face.edge * np.exp(np.hypot(*face.slant) / 2) for face in faces])
    ways = np.array([standing.way for standing in standings]) / long[:, None]
    middle = np.array([shape[1], shape[0]]) / 2
    places = (np.stack([face.centre for face in faces]) - middle) / max(shape[:2])
    told = np.array([standing.spread for standing in standings])
    # what the network can hardly tell it tells worse than it says: squares hide the sides of their dice
    return ways, places, np.hypot(told * (1 + (told / params.vague) ** 4), params.spread)


def _camera(ways: Floats, places: Floats, spreads: Floats, params: StandingParams) -> tuple[Floats, float]:
    """Return the way down in the middle of the picture, and how it changes across it, as most dice say."""
    turn = params.turn
    guesses = [way - turn * place for way, place in zip(ways, places, strict=True)]
    cost = [np.minimum(_off(ways, places, spreads, guess, turn) ** 2, params.most**2).sum() for guess in guesses]
    down = guesses[int(np.argmin(cost))]
    for _ in range(params.rounds):
        weights = np.where(_off(ways, places, spreads, down, turn) < params.most, 1, 1e-3) / spreads**2
        centre = np.average(places, axis=0, weights=weights)
        mean = np.average(ways, axis=0, weights=weights)
        aside, off = places - centre, ways - mean
        prior, data = 1 / params.turn_spread**2, weights[:, None] * aside
        turn = float(((data * off).sum() + prior * params.turn) / ((data * aside).sum() + prior))
        down = mean - turn * centre
    return down, turn


def _off(ways: Floats, places: Floats, spreads: Floats, down: Floats, turn: float) -> Floats:
    """Return how far each way is from that of a die that lies flat, in its own uncertainty."""
    return np.asarray(np.hypot(*(ways - down - turn * places).T) / spreads)


def _network() -> SurroundingsNetwork:
    """Return the network of this thread; it is loaded when it is first needed."""
    if not hasattr(_own, "network"):
        _own.network = SurroundingsNetwork()
    return _own.network  # type: ignore[no-any-return]
