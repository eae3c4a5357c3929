"""Detection of hands that reach into the picture: what a hand covers cannot be read, so the reading is not sure.

    skin that is not the colour of the table → parts as broad as a finger → those that reach in from the border

The colours of the table are those round the dice. Where it is skin-coloured itself (oak, terracotta, a pink cloth),
only the shade of a hand distinguishes it: two in three rendered hands are detected there, and a bowl of the same wood
may pass for one. A die that is partly visible is asked about by the other stages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Observation, Problem, ProblemKind
from companion.texts import say
from vision.arrays import Floats, Image
from vision.dice.face import Face
from vision.operations import shrunk

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HandParams:
    """Lengths are in edges of a die; colours are Y, Cr and Cb of OpenCV."""

    side_px: int = 200
    """Longer side of the reduced picture that is segmented."""
    # The chromaticity of human skin is narrow whatever its lightness, so Cr and Cb are bounded and Y hardly is.
    least: tuple[int, int, int] = (36, 136, 80)
    most: tuple[int, int, int] = (255, 180, 130)
    """Human skin of any tone lies between these colours, under any usual lamp."""
    redder: int = 8
    """The Cr of skin is greater than its Cb by at least this."""
    bins: tuple[int, int, int] = (16, 6, 6)
    """Widths of the classes into which colours are sorted."""
    ring: float = 1.7
    """Pixels nearer to the middle of a die than this, but not on a die, are samples of the table."""
    body: float = 1.0
    """Pixels nearer to the middle of a die than this belong to the die."""
    share: float = 0.02
    """A class of colours is present round a die if it has this share there."""
    of_the_dice: float = 0.5
    """A class belongs to the table if it is present round this share of the dice."""
    finger: float = 0.2
    """Half the breadth of a finger, at least."""
    area: float = 2.5
    """What is smaller than this is no hand."""
    rim: float = 0.8
    """A hand crosses the border of the picture on at least this length."""
    depth: float = 2.0
    """A hand reaches in at least this deep."""
    depth_over_rim: float = 0.5
    """Least depth over the length on which a hand crosses the border: strips along the border are table."""
    glare: int = 235
    """A lamp that the table mirrors is at least this bright (Y)."""
    of_glare: float = 0.03
    """Least share of such bright pixels in and round the glow of a lamp."""
    grain: float = 9.0
    """Neighbouring pixels of skin differ by no more than this (Y, the middle one of all): carpet and leaves do."""
    corners: int = 1
    """A hand covers no more corners of the picture than this."""


DEFAULT = HandParams()


def with_hands(seen: Observation, image: Image, faces: Sequence[Face], scale: float) -> Observation:
    """Return `seen` with a question about each hand in `image`, which is `scale` times the size of the original."""
    questions = tuple(_question(place / scale) for place in hands_over(image, faces))
    return replace(seen, problems=(*seen.problems, *questions)) if questions else seen


def _question(place: Floats) -> Problem:
    x, y = (round(float(each)) for each in place)
    what = say("near {x}, {y} a hand may cover dice: please take it away, or count the dice yourselves", x=x, y=y)
    return Problem.of(ProblemKind.COVERED, what)


def hands_over(image: Image, faces: Sequence[Face], params: HandParams = DEFAULT) -> list[Floats]:
    """Return where hands reach into `image`; without `faces`, round which the table is sampled, nothing is found."""
    scale = min(1.0, params.side_px / max(image.shape[:2]))
    edge = float(np.median([face.edge for face in faces])) * scale if faces else 0.0
    # Below two pixels the reduced picture has no finger left after opening.
    if edge < 2:
        return []
    colours = np.asarray(cv2.cvtColor(shrunk(image, scale), cv2.COLOR_BGR2YCrCb), np.uint8)
    skin = _skin(colours, params)
    if not skin.any():
        return []
    # Oak and terracotta have the chromaticity of skin: whatever also lies round the dice is table.
    skin &= ~_table(colours, faces, scale, params) & ~_near(faces, params.body, scale, skin.shape)
    return [place / scale for place in _reaching_in(skin, colours[..., 0], edge, params)]


def _skin(colours: Image, params: HandParams) -> Mask:
    """Return which pixels have the colour of skin."""
    likely = cv2.inRange(colours, np.array(params.least), np.array(params.most)) > 0
    return np.asarray(likely & (colours[..., 1].astype(np.int16) - colours[..., 2] > params.redder), np.bool_)


def _near(faces: Sequence[Face], reach: float, scale: float, shape: tuple[int, ...]) -> Mask:
    """Return which pixels are nearer to the middle of a face than `reach`."""
    drawn = np.zeros(shape[:2], np.uint8)
    for face in faces:
        x, y = (round(float(each) * scale) for each in face.centre)
        cv2.circle(drawn, (x, y), max(1, round(reach * face.edge * scale)), 1, -1)
    return np.asarray(drawn > 0, np.bool_)


def _table(colours: Image, faces: Sequence[Face], scale: float, params: HandParams) -> Mask:
    """Return which pixels have a colour that lies round many of the dice, or nearly one."""
    most = [255 // width + 1 for width in params.bins]
    luma, red, blue = np.moveaxis(colours // np.array(params.bins, np.uint8), 2, 0).astype(np.intp)
    classes = (red * most[2] + blue) * most[0] + luma
    votes = np.zeros((most[1], most[2], most[0]), np.float32)
    dice = _near(faces, params.body, scale, colours.shape)
    for face in faces:
        around = classes[_near([face], params.ring, scale, colours.shape) & ~dice]
        seen, counts = np.unique(around, return_counts=True)
        # A class must lie round many dice, so that a hand beside one of them is not learnt as table.
        votes.ravel()[seen[counts > params.share * len(around)]] += 1
    # Neighbouring classes count as well: the table is lit unevenly.
    nearly = cv2.dilate(votes, np.ones((3, 3)))
    nearly = cv2.dilate(nearly.reshape(-1, most[0]), np.ones((1, 5))).reshape(votes.shape)
    return np.asarray(nearly.ravel()[classes] >= params.of_the_dice * len(faces), np.bool_)


def _reaching_in(skin: Mask, luma: Image, edge: float, params: HandParams) -> list[Floats]:
    """Return the middles of the parts of `skin` that are as broad as fingers and reach in over the border."""
    side = 2 * max(1, round(params.finger * edge)) + 1
    finger = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    # Opening removes everything narrower than a finger: grain, threads, rims of dice.
    broad = cv2.morphologyEx(skin.astype(np.uint8), cv2.MORPH_OPEN, finger)
    count, parts, stats, middles = cv2.connectedComponentsWithStats(broad)
    large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= params.area * edge * edge]
    glare, grain = np.asarray(luma >= params.glare, np.bool_), _grain(luma)
    return [
        np.asarray(middles[n], np.float64)
        for n in large
        if _reaches_in(parts == n, edge, params)
        and not _round_a_lamp(parts == n, glare, side, params)
        and float(np.median(grain[parts == n])) <= params.grain
    ]


def _grain(luma: Image) -> Floats:
    """Return how much each pixel and its eight neighbours differ."""
    light = luma.astype(np.float32)
    # Variance as mean of squares minus square of mean: two box filters instead of a loop.
    mean = cv2.blur(light, (3, 3))
    return np.asarray(np.sqrt(np.maximum(cv2.blur(light * light, (3, 3)) - mean * mean, 0)), np.float32)


def _round_a_lamp(part: Mask, glare: Mask, side: int, params: HandParams) -> bool:
    """Return whether a part of the picture is the glow round a lamp that the table mirrors."""
    wider = cv2.dilate(part.astype(np.uint8), np.ones((2 * side + 1, 2 * side + 1), np.uint8)) > 0
    return int((wider & glare).sum()) > params.of_glare * int(part.sum())


def _reaches_in(part: Mask, edge: float, params: HandParams) -> bool:
    """Return whether a part of the picture crosses its border and comes in deeper than a strip along it would."""
    rim = int(part[0].sum() + part[-1].sum() + part[:, 0].sum() + part[:, -1].sum())
    y, x = np.nonzero(part)
    # A hand comes from outside: it crosses the border and is deeper than a strip along it.
    inward = np.minimum(np.minimum(x, part.shape[1] - 1 - x), np.minimum(y, part.shape[0] - 1 - y))
    depth = int(inward.max())
    corners = int(part[[0, 0, -1, -1], [0, -1, 0, -1]].sum())
    deep = depth >= max(params.depth * edge, params.depth_over_rim * rim)
    return rim >= params.rim * edge and deep and corners <= params.corners
