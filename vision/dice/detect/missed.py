"""Looking again for what the detector did not see beside other dice: pips like theirs that belong to none of them.

The known dice give the size of a pip, so that one search of a small picture is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Image
from vision.dice.classify.faces import classified
from vision.dice.confidence.scoring import of_another_die
from vision.dice.detect.consensus import Common
from vision.dice.detect.spots import Spots, Spotter
from vision.dice.face import Face, slants
from vision.dice.params import Params
from vision.dice.refine.contact_sheet import SearchPlace, search_places
from vision.operations import rescaled, resized, shrunk


@dataclass(frozen=True, slots=True)
class MissedDice:
    """The result of the second search."""

    faces: list[Face]
    """Dice that search and classifier agree on; their `detector_score` is 0, so that they are not sure by these two."""
    doubted: list[Face]
    """Faces that the lattice search finds and the classifier rejects."""
    cut: list[Floats]
    """Where the border may cut one."""


def find_missed(
    image: Image, faces: Sequence[Face], dismissed: Sequence[Face], common: Common, params: Params
) -> MissedDice:
    """Return the dice like `faces` that are not among them; what was `dismissed` already can only be doubted."""
    spots = _strays(image, faces, common, params)
    edge = float(np.median([face.edge for face in faces]))
    groups = _groups(spots.centre, edge, params)
    places = [SearchPlace(float(x), float(y), edge) for x, y in map(_middle, groups)]
    results, _ = search_places(image, places, params)
    best = [result.faces[0] for result in results if result.faces and of_another_die(result.faces[0], faces, params)]
    seen: list[Face] = []
    doubted: list[Face] = []
    for face in classified(image, best):
        updated = replace(face, detector_score=0.0)
        known = not of_another_die(updated, dismissed, params)
        if updated.probability >= params.missed.probability and not known and of_another_die(updated, seen, params):
            seen.append(updated)
        elif updated.fit >= params.missed.fit and (known or face.other is not None):
            doubted.append(updated)
    cut = [_middle(group) for group in groups if _cut(group, edge, image.shape, params)]
    return MissedDice(
        seen, doubted, [at for at in cut if all(np.hypot(*(at - face.centre)) > face.edge for face in seen)]
    )


def _strays(image: Image, faces: Sequence[Face], common: Common, params: Params) -> Spots:
    """Return the spots that match the pips of `faces` and lie on none of them."""
    p = params.missed
    # The 20th percentile: the smaller dice must remain readable, but one false small face must not set the scale.
    scale = min(p.edge / float(np.percentile([face.edge for face in faces], 20)), p.most_times)
    small = image
    if scale < p.least_gain:
        small = shrunk(image, scale)
    elif scale > 1 / p.least_gain:
        small = resized(image, scale)
    else:
        scale = 1.0
    spots = Spotter(small, replace(params.pips, levels=1, most=p.spots, spreads=p.spreads)).all()
    spots = replace(spots, centre=rescaled(spots.centre, scale), shape=spots.shape / scale**2)
    return spots.pick(_like(spots, faces, common, params))


def _like(
    spots: Spots, faces: Sequence[Face], common: Common, params: Params
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which spots are like the pips of `faces`, and far enough from all of them."""
    p = params.confidence
    sizes = np.log([2 * face.radius * face.edge for face in faces])
    contrast = np.abs(spots.inside - spots.around).max(axis=1)
    # A spot may match the pips of any of the dice, which need not be of one size.
    off = np.abs(np.log(np.maximum(spots.diameter, 1e-3))[:, None] - sizes[None]).min(axis=1, initial=9)
    like = (off < p.like_size) & (spots.calm > p.like_calm)
    like &= contrast > p.like_contrast * float(np.median([face.contrast for face in faces]))
    like &= np.hypot(*(slants(spots.shape) - common.slant).T) < p.like_slant
    for face in faces:
        like &= np.hypot(*(spots.centre - face.centre).T) > p.like_apart * face.reach
    return np.asarray(like, np.bool_)


def _groups(centres: Floats, edge: float, params: Params) -> list[Floats]:
    """Return the spots that may lie on one die, the larger groups first."""
    # Greedy grouping is enough: only the middle of a group is used, and the search there has a margin.
    left = np.ones(len(centres), bool)
    groups: list[Floats] = []
    for n, centre in enumerate(centres):
        if left[n]:
            near = left & (np.hypot(*(centres - centre).T) < params.missed.together * edge)
            left &= ~near
            groups.append(centres[near])
    return sorted(groups, key=len, reverse=True)[: params.missed.places]


def _middle(group: Floats) -> Floats:
    return np.asarray((group.min(axis=0) + group.max(axis=0)) / 2)


def _cut(group: Floats, edge: float, shape: tuple[int, ...], params: Params) -> bool:
    """Return whether spots lie so near to the border of the picture that it may cut their die."""
    x, y = _middle(group)
    rim = params.missed.rim * edge
    return len(group) >= params.missed.of_the_cut and (min(x, y) < rim or x > shape[1] - rim or y > shape[0] - rim)
