"""The second reader of dice: two small networks of our own, run by OpenCV, that know nothing of the first reader.

`propose` finds upper faces anywhere in a picture, at any size from 18 pixels on; `read` reads one face whose corners
somebody else has found. Both give probabilities; what to believe is for the judge to say (`vision.params`).

    network = FaceNetwork()
    for face in network.propose(image):
        face.corners, face.value, face.score, face.reading.value, face.reading.confidence
    network.read(image, corners).value

How the networks were made, and how far they can be trusted: docs/network.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Point, Quad
from vision.network.maps import LEAST_EDGE, MOST_EDGE, STRIDE, Channel, corners
from vision.network.patch import levelled, rectify
from vision.network.run import MODELS, load, run, softmax

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Corners: TypeAlias = "Sequence[Point] | npt.NDArray[np.floating]"


@dataclass(frozen=True, slots=True)
class NetworkParams:
    """Every threshold of the second reader."""

    most_places: int = 160
    """No more places than this are read, the likeliest first: in a checked cloth thousands are a little like dice."""
    most_px: int = 1280
    """Larger pictures are shrunk to this length of their long side first."""
    tiny_px: int = 160
    """Smaller pictures are crops of one or two dice: table is added around them."""
    tiny_scales: tuple[float, ...] = (0.7, 1.0, 1.4)
    """The sizes at which they are looked at."""
    most_levels: int = 5
    """The picture is halved less often than this …"""
    least_level_px: int = 48
    """… and the coarsest level is not smaller than this."""
    least_score: float = 0.25
    """Weaker finds are not reported."""
    same_face: float = 0.5
    """Two finds whose middles are closer than this share of the larger edge are one face."""
    plain_value: float = 0.99
    """A find whose value has this probability in one turn is not seen in a second one, which hardly ever disagrees."""
    clear_score: float = 0.6
    """A find that may decide that the finest level is not needed."""
    coarse_edge_px: float = 60.0
    """If all clear finds of the coarser levels are larger than this, the finest one, for small dice, is left out."""
    fine_edge_px: float = 27.0
    """If all clear finds so far are smaller than this, in pixels of the last level, the next one cannot see them …"""
    fine_score: float = 0.8
    """… and is left out if one of them has this score, and is thus no pip of a die that is itself too large."""
    closer_edge_px: float = 34.0
    """If the finest level sees dice smaller than this, it is followed by a look from twice as near."""
    closer_score: float = 0.4
    """A find that is worth that look."""
    closer_most_px: int = 2600
    """A part of the picture that would become larger than this is not looked at from nearer."""


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What the face reader makes of one face."""

    probabilities: tuple[float, ...]
    """Seven: no face of a die, then the values 1 to 6."""

    @property
    def value(self) -> int | None:
        """The likeliest value; None if it is likelier no face at all."""
        return int(np.argmax(self.probabilities)) or None

    @property
    def confidence(self) -> float:
        """The probability of what `value` says."""
        return max(self.probabilities)


@dataclass(frozen=True, slots=True)
class Proposal:
    """An upper face that the finder found, in pixels of the picture."""

    centre: Point
    edge_px: float
    angle_deg: float
    """Direction of an edge, from -45 to 45."""
    corners: Quad
    """Clockwise in the picture, as seen in perspective."""
    value: int | None
    """The likeliest value; None for a die that leans."""
    probabilities: tuple[float, ...]
    """Seven: the values 1 to 6, then cocked; they add to 1."""
    face: float
    """Probability that an upper face lies here at all."""
    levels: int
    """How many levels of the pyramid found it with this value."""
    reading: FaceReading
    """What the face reader says about these corners: the networks share no weights."""

    @property
    def score(self) -> float:
        """How far this is to be believed: a face, of this value, as both networks say."""
        own = self.face * max(self.probabilities)
        return own * self.reading.probabilities[self.value] if self.value else own

    @property
    def agreed(self) -> bool:
        """Whether both networks name the same value."""
        return self.value is not None and self.value == self.reading.value


@dataclass(frozen=True, slots=True)
class _Found:
    """Finds before their choice, one row each."""

    score: Floats
    quads: Floats
    numbers: Floats
    chances: Floats


@dataclass(frozen=True, slots=True)
class _Finder:
    """The finder for pictures of one size, and the memory of its input: fresh memory costs more than to fill it."""

    net: Any
    framed: Image
    blob: Floats

    @classmethod
    def of(cls, height: int, width: int) -> _Finder:
        """Return one for pictures of this size."""
        blob = np.empty((1, 3, height, width), np.float32)
        return cls(load(MODELS / "dice.onnx"), np.empty((height, width, 3), np.uint8), blob)

    def maps(self, level: Image) -> Floats:
        """Return what the finder says of a picture that is at most as large as its own."""
        rims = 0, len(self.framed) - level.shape[0], 0, self.framed.shape[1] - level.shape[1]
        cv2.copyMakeBorder(level, *rims, cv2.BORDER_REPLICATE, self.framed)
        return np.asarray(run(self.net, exposed(self.framed, self.blob))[0], np.float32)


class FaceNetwork:
    """The two networks, loaded once. One instance belongs to one thread."""

    def __init__(self, params: NetworkParams | None = None) -> None:
        self.params = params or NetworkParams()
        self._finders: dict[tuple[int, int], _Finder] = {}

    @cached_property
    def _reader(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "face.onnx")

    def read(self, image: Image, corners: Corners) -> FaceReading:
        """Return what the face between four corners (clockwise) shows."""
        return self.read_all(image, [corners])[0]

    def read_all(self, image: Image, quads: Sequence[Corners]) -> tuple[FaceReading, ...]:
        """Return what each of several faces of a picture shows, each seen in two turns."""
        return self._read_all(image, quads, plain=np.inf)

    def _read_all(self, image: Image, quads: Sequence[Corners], plain: float) -> tuple[FaceReading, ...]:
        """Return what each of several faces shows; a value of this probability in one turn needs no second one."""
        if not quads:
            return ()
        patches = np.stack([rectify(image, quad) for quad in quads])
        chances = self._chances(patches)
        unclear = np.flatnonzero(chances[:, 1:].max(axis=1) < plain)
        if len(unclear):
            chances[unclear] = (chances[unclear] + self._chances(np.rot90(patches[unclear], axes=(1, 2)))) / 2
        return tuple(FaceReading(tuple(float(chance) for chance in row)) for row in chances)

    def _chances(self, patches: Image) -> Floats:
        """Return (n, 7): what the face reader says of patches, as probabilities."""
        return softmax(run(self._reader, levelled(patches)).reshape(len(patches), 7))

    def propose(self, image: Image) -> tuple[Proposal, ...]:
        """Return the upper faces in a picture, best first, each place once."""
        fit = min(1.0, self.params.most_px / max(image.shape[:2]))
        base = _resized(image, fit)
        if max(base.shape[:2]) <= self.params.tiny_px:
            found = self._around(base)
        else:
            found = self._halves(base, fit)
            found += self._closer(image, 2 * fit, found)
        return self._chosen(image, found)

    def _halves(self, base: Image, fit: float) -> list[_Found]:
        """Return the finds of each level, half of the picture, half of that and so on, in pixels of the picture.

        Where they show that the whole picture, or the coarsest levels, have nothing to add, these are left out.
        """
        found: list[_Found] = []
        level = base
        for depth in range(1, self.params.most_levels):
            if max(level.shape[:2]) // 2 < self.params.least_level_px:
                break
            level = _resized(level, 0.5)
            found.append(self._find(level, fit / 2**depth))
            if depth >= 2 and self._fine_enough(found, fit / 2**depth):
                break
        if not self._coarse_enough(found, fit):
            found.append(self._find(base, fit))
        return found

    def _fine_enough(self, found: list[_Found], scale: float) -> bool:
        """Return whether these levels found dice, and all so small that levels of less than `scale` would not."""
        edges = self._clear_edges(found)
        best = max(float((each.score * each.chances.max(1)).max(initial=0)) for each in found)
        return best >= self.params.fine_score and max(edges, default=np.inf) * scale < self.params.fine_edge_px

    def _coarse_enough(self, found: list[_Found], fit: float) -> bool:
        """Return whether these levels found dice, and all so large that the finest level has nothing to add."""
        edges = self._clear_edges(found)
        return bool(edges) and min(edges) * fit >= self.params.coarse_edge_px

    def _clear_edges(self, found: list[_Found]) -> list[float]:
        """Return the edges of the clear finds, in pixels of the picture."""
        return [float(edge) for each in found for edge in _edges(each.quads)[each.score > self.params.clear_score]]

    def _around(self, crop: Image) -> list[_Found]:
        """Return the finds in a picture hardly larger than a die, with some table added around it, at several sizes."""
        rim = max(crop.shape[:2]) // 2
        framed = np.asarray(cv2.copyMakeBorder(crop, rim, rim, rim, rim, cv2.BORDER_REPLICATE), np.uint8)
        return [self._find(_resized(framed, scale), scale, (-rim, -rim)) for scale in self.params.tiny_scales]

    def _closer(self, image: Image, scale: float, found: list[_Found]) -> list[_Found]:
        """Return what a closer look shows where the finest level saw small dice."""
        quads = np.concatenate([each.quads[each.score > self.params.closer_score] for each in found])
        small = quads[_edges(quads) * scale < 2 * self.params.closer_edge_px]
        if not len(small):
            return []
        rim = 3 * float(_edges(small).max())
        left, top = np.maximum(small.min((0, 1)) - rim, 0).astype(int)
        right, bottom = np.minimum(small.max((0, 1)) + rim, image.shape[1::-1]).astype(int)
        if max(right - left, bottom - top) * scale > self.params.closer_most_px:
            return []
        part = _resized(np.ascontiguousarray(image[top:bottom, left:right]), scale)
        return [self._find(part, scale, (int(left), int(top)))]

    def _find(self, level: Image, scale: float, origin: tuple[int, int] = (0, 0)) -> _Found:
        """Return the finds of one level, `scale` times the size of the part of the picture that begins at `origin`."""
        height, width = (-(-side // 16) * 16 for side in level.shape[:2])
        if (height, width) not in self._finders:
            if len(self._finders) > 12:
                self._finders.clear()
            self._finders[height, width] = _Finder.of(height, width)
        found = _decoded(self._finders[height, width].maps(level), scale, self.params.least_score)
        return replace(found, quads=found.quads + np.array(origin, np.float32))

    def _chosen(self, image: Image, found: list[_Found]) -> tuple[Proposal, ...]:
        """Return one proposal for each place, the best find of all levels."""
        score, quads, numbers, chances = (
            np.concatenate([getattr(each, name) for each in found]) for name in ("score", "quads", "numbers", "chances")
        )
        middles, edges = quads.mean(1), _edges(quads)
        left = list(np.argsort(-score * chances.max(1)))
        kept: list[tuple[int, int]] = []
        while left and len(kept) < self.params.most_places:
            best = left.pop(0)
            apart = np.linalg.norm(middles[left] - middles[best], axis=1)
            same = apart < self.params.same_face * np.maximum(edges[left], edges[best])
            alike = chances[left].argmax(1) == chances[best].argmax()
            kept.append((best, 1 + int((same & alike).sum())))
            left = [each for each, gone in zip(left, same, strict=True) if not gone]
        readings = self._read_all(image, [quads[best] for best, _ in kept], self.params.plain_value)
        return tuple(
            _proposal(quads[best], numbers[best], chances[best], float(score[best]), levels, reading)
            for (best, levels), reading in zip(kept, readings, strict=True)
        )


def _resized(image: Image, share: float) -> Image:
    if share == 1:
        return image
    way = cv2.INTER_AREA if share < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=way), np.uint8)


def exposed(image: Image, blob: Floats | None = None) -> Floats:
    """Return a picture as the finder's input, perhaps in a `blob` of its size: dim ones brightened, 0 in the middle."""
    blue, green, red = cv2.split(image)
    brightest = np.maximum(np.maximum(blue[::4, ::4], green[::4, ::4]), red[::4, ::4])
    gain = 1 / max(_quantile(brightest.ravel(), 0.99), 40.0)
    table = np.asarray(gain * np.arange(256) - 0.5, np.float32)
    blob = np.empty((1, 3, *image.shape[:2]), np.float32) if blob is None else blob
    for channel, plane in zip((blue, green, red), blob[0], strict=True):
        cv2.LUT(channel, table, plane)
    return blob


def _quantile(values: npt.NDArray[np.uint8], share: float) -> float:
    """Return what `np.quantile` does, many times as fast."""
    below, part = divmod(share * (len(values) - 1), 1)
    first = int(below)
    last = min(first + 1, len(values) - 1)
    low, high = np.partition(values, [first, last])[[first, last]].tolist()
    return float(low + part * (high - low))


def _decoded(maps: Floats, scale: float, least: float) -> _Found:
    """Return the peaks of the maps as faces, in pixels of a picture that the level is `scale` times as large as."""
    odds = maps[Channel.FACE]
    peak = (odds > np.log(least / (1 - least))) & (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8)))
    rows, columns = np.divmod(np.flatnonzero(peak), odds.shape[1])
    cells = maps[:, rows, columns].T
    middles = (np.stack([columns, rows], axis=1) + cells[:, Channel.X : Channel.Y + 1]) * STRIDE
    quads = corners(middles, cells[:, Channel.SIZE : Channel.SIZE + 5])
    sized = _edges(quads)
    fits = (sized > 0.8 * LEAST_EDGE) & (sized < 1.25 * MOST_EDGE)
    chances = softmax(cells[:, Channel.ONE : Channel.COCKED + 1])
    whole = np.asarray((quads + 0.5) / scale - 0.5, np.float32)
    face = 1 / (1 + np.exp(-cells[fits, Channel.FACE]))
    return _Found(face, whole[fits], cells[fits, Channel.SIZE : Channel.SIZE + 5], chances[fits])


def _edges(quads: Floats) -> Floats:
    """Return the edge of each face: the root of its area."""
    (x, y), (z, w) = np.moveaxis(quads[:, 2:] - quads[:, :2], 0, -1)
    return np.asarray(np.sqrt(np.abs(x * w - y * z) / 2), np.float32)


def _proposal(
    quad: Floats, numbers: Floats, chances: Floats, face: float, levels: int, reading: FaceReading
) -> Proposal:
    x, y = quad.mean(0)
    first, second, third, fourth = ((float(a), float(b)) for a, b in quad)
    best = int(chances.argmax())
    return Proposal(
        centre=(float(x), float(y)),
        edge_px=float(_edges(quad[None])[0]),
        angle_deg=float(np.degrees(np.arctan2(numbers[4], numbers[3])) / 4),
        corners=(first, second, third, fourth),
        value=best + 1 if best < 6 else None,
        probabilities=tuple(float(chance) for chance in chances),
        face=face,
        levels=levels,
        reading=reading,
    )
