"""The second reader of dice: two small networks of our own, run by OpenCV, that know nothing of the first reader.

`propose` finds upper faces anywhere in a picture, at any size from 18 pixels on; `read` reads one face whose corners
somebody else has found. Both give probabilities; what to believe is for the judge to say (`vision.dice.params`).

    network = FaceNetwork()
    for face in network.propose(image):
        face.corners, face.value, face.score, face.reading.value, face.reading.confidence
    network.read(image, corners).value

How the networks were made, and how far they can be trusted: docs/network.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.observations import Point, Quad
from vision.dice.detect.network import Finds, Floats, Image
from vision.dice.detect.pyramid import LevelParams, Pyramid
from vision.dice.patches import levelled, rectify
from vision.inference import MODELS, load, run, softmax

Corners: TypeAlias = "Sequence[Point] | npt.NDArray[np.floating]"


@dataclass(frozen=True, slots=True)
class NetworkParams:
    """Every threshold of the second reader."""

    levels: LevelParams = LevelParams()  # noqa: RUF009 - it is frozen
    most_places: int = 160
    """No more places than this are read, the likeliest first: in a checked cloth thousands are a little like dice."""
    least_score: float = 0.25
    """Weaker finds are not reported."""
    same_face: float = 0.5
    """Two finds whose middles are closer than this share of the larger edge are one face."""
    plain_value: float = 0.99
    """A find whose value has this probability in one turn is not seen in a second one, which hardly ever disagrees."""


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


class FaceNetwork:
    """The two networks, loaded once. One instance belongs to one thread."""

    def __init__(self, params: NetworkParams | None = None) -> None:
        self.params = params or NetworkParams()
        self._pyramid = Pyramid(self.params.levels, self.params.least_score)

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
        return self._chosen(image, self._pyramid.finds(image).above(self.params.least_score))

    def _chosen(self, image: Image, found: Finds) -> tuple[Proposal, ...]:
        """Return one proposal for each place, the best find of all levels."""
        middles, edges = found.quads.mean(1), found.edges
        left = list(np.argsort(-found.score * found.chances.max(1)))
        kept: list[tuple[int, int]] = []
        while left and len(kept) < self.params.most_places:
            best = left.pop(0)
            apart = np.linalg.norm(middles[left] - middles[best], axis=1)
            same = apart < self.params.same_face * np.maximum(edges[left], edges[best])
            alike = found.chances[left].argmax(1) == found.chances[best].argmax()
            kept.append((best, 1 + int((same & alike).sum())))
            left = [each for each, gone in zip(left, same, strict=True) if not gone]
        readings = self._read_all(image, [found.quads[best] for best, _ in kept], self.params.plain_value)
        return tuple(
            _proposal(found, best, levels, reading) for (best, levels), reading in zip(kept, readings, strict=True)
        )


def _proposal(found: Finds, row: int, levels: int, reading: FaceReading) -> Proposal:
    quad, chances = found.quads[row], found.chances[row]
    cosine, sine = found.numbers[row, 3:]
    x, y = quad.mean(0)
    first, second, third, fourth = ((float(a), float(b)) for a, b in quad)
    best = int(chances.argmax())
    return Proposal(
        centre=(float(x), float(y)),
        edge_px=float(found.edges[row]),
        angle_deg=float(np.degrees(np.arctan2(sine, cosine)) / 4),
        corners=(first, second, third, fourth),
        value=best + 1 if best < 6 else None,
        probabilities=tuple(float(chance) for chance in chances),
        face=float(found.score[row]),
        levels=levels,
        reading=reading,
    )
