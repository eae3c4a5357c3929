"""The detector of dice: it proposes upper faces anywhere in a picture, at any size from 18 pixels on.

A small network detects them at several sizes, non-maximum suppression keeps one of each place, and the face classifier
reads them. Both networks give probabilities; what to believe is for `vision.dice.confidence` to say.

    for face in DiceDetector().propose(image):
        face.corners, face.value, face.score, face.reading.value, face.reading.confidence

How the networks were made, and how far they can be trusted: docs/network.md.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.observations import Point, Quad
from vision.arrays import Image
from vision.dice.classify.face_network import FaceClassifier, FaceReading, face_classifier
from vision.dice.detect.network import Detections
from vision.dice.detect.pyramid import LevelParams, Pyramid
from vision.dice.params import DEFAULT
from vision.inference import per_thread
from vision.operations import Flags, quad_of, suppressed_rows


@dataclass(frozen=True, slots=True)
class DetectorParams:
    """Every threshold of the detector."""

    levels: LevelParams = LevelParams()  # noqa: RUF009 - it is frozen
    most_places: int = 160
    """No more places than this are read, the likeliest first: in a checked cloth thousands are a little like dice."""
    least_score: float = 0.25
    """Detections of a lower score are dropped."""
    same_face: float = 0.5
    """Of two detections whose middles are closer than this share of the larger edge, the better one is kept."""
    plain_value: float = 0.99
    """A detection whose value has this probability in one rotation is not classified in a second one."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An upper face that the detector found, in pixels of the picture."""

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
    """What the face classifier says about these corners: the networks share no weights."""

    @property
    def score(self) -> float:
        """How far this is to be believed: a face, of this value, as both networks say."""
        own = self.face * max(self.probabilities)
        return own * self.reading.probabilities[self.value] if self.value else own

    @property
    def agreed(self) -> bool:
        """Whether both networks name the same value."""
        return self.value is not None and self.value == self.reading.value


class DiceDetector:
    """Finds upper faces anywhere in a picture. One instance belongs to one thread."""

    def __init__(self, params: DetectorParams | None = None, classifier: FaceClassifier | None = None) -> None:
        self.params = params or DetectorParams()
        self.classifier = classifier or FaceClassifier()
        self._pyramid = Pyramid(self.params.levels, self.params.least_score)

    def propose(self, image: Image) -> tuple[Proposal, ...]:
        """Return the upper faces in a picture, best first, each place once."""
        return self._chosen(image, self._pyramid.detect(image).above(self.params.least_score))

    def _chosen(self, image: Image, found: Detections) -> tuple[Proposal, ...]:
        """Return one proposal for each place, the best detection of all levels."""
        middles, edges = found.quads.mean(1), found.edges
        values = found.chances.argmax(1)

        def overlapping(row: int) -> Flags:
            apart = np.linalg.norm(middles - middles[row], axis=1)
            return np.asarray(apart < self.params.same_face * np.maximum(edges, edges[row]))

        order = np.argsort(-found.score * found.chances.max(1))
        kept = [
            (row, 1 + int((suppressed & (values == values[row])).sum()))
            for row, suppressed in suppressed_rows(order, overlapping, len(edges), self.params.most_places)
        ]
        quads = [found.quads[row] for row, _ in kept]
        readings = self.classifier.read_all(image, quads, self.params.plain_value)
        return tuple(
            _proposal(found, best, levels, reading) for (best, levels), reading in zip(kept, readings, strict=True)
        )


def _proposal(found: Detections, row: int, levels: int, reading: FaceReading) -> Proposal:
    quad, chances = found.quads[row], found.chances[row]
    cosine, sine = found.numbers[row, 3:]
    x, y = quad.mean(0)
    best = int(chances.argmax())
    return Proposal(
        centre=(float(x), float(y)),
        edge_px=float(found.edges[row]),
        angle_deg=float(np.degrees(np.arctan2(sine, cosine)) / 4),
        corners=quad_of(quad),
        value=best + 1 if best < 6 else None,
        probabilities=tuple(float(chance) for chance in chances),
        face=float(found.score[row]),
        levels=levels,
        reading=reading,
    )


detector = per_thread(
    lambda: DiceDetector(DetectorParams(least_score=DEFAULT.candidates.least_face), face_classifier())
)
