"""One face of a die in a picture: where it lies, what it shows, and how well that explains what is there."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from companion.observations import Point
from vision.arrays import Floats


def slants(shapes: Floats) -> Floats:
    """Return (n, 2): how ellipses (xx, xy, yy) are foreshortened; see `Face.slant`."""
    xx, xy, yy = shapes.T
    step = np.stack([xx - yy, 2 * xy], axis=1)
    strength = np.maximum(np.hypot(*step.T), 1e-6)
    length = np.arctanh(np.minimum(strength / np.maximum(xx + yy, 1e-6), 0.999))
    return np.asarray(step / strength[:, None] * length[:, None])


@dataclass(frozen=True, slots=True)
class ContextReading:
    """What the context classifier makes of one die."""

    probabilities: tuple[float, ...]
    """Eight: no upper face of a die, the values 1 to 6, a die without pips."""
    upon: float
    """Probability that the die, if it is one, lies on another one."""
    way: Point
    """From the middle of the upper face to that of the lower one, in pixels of the picture."""
    spread: float
    """How uncertain that is, in edges."""
    close: bool = False
    """Whether both networks classified it in four rotations."""

    @property
    def none(self) -> float:
        """Probability that this is no upper face of a die."""
        return self.probabilities[0]

    @property
    def stacked(self) -> float:
        """Probability that this is a die that shows a value, and lies on another one."""
        return self.upon * (1 - self.none - self.pipless)

    @property
    def pipless(self) -> float:
        """Probability that the die has numbers, or nothing, on its faces."""
        return self.probabilities[7]

    @property
    def value(self) -> int:
        """The likeliest value."""
        return int(np.argmax(self.probabilities[1:7])) + 1


@dataclass(frozen=True, slots=True)
class Face:
    """One face that may be an upper one: `centre ± u ± v`, in pixels of the picture it was found in."""

    centre: Floats
    u: Floats
    v: Floats
    value: int
    second: int
    fit: float
    margin: float
    even: float
    radius: float
    inside: Floats
    around: Floats
    pips: int
    """How many spots support it; 0 for a face that was derived from other faces or from the detector."""
    probability: float = 0.0
    """Probability that the network gives to `value`."""
    other: int | None = None
    """The value that the network would give; None for no face at all."""
    detector_score: float | None = 1.0
    """How far the detector believes in a die of this value here; 1 where it was not asked, None if none."""
    context: ContextReading | None = None
    """The answer of the context classifier; None before it has run."""
    plain: float = 0.0
    """How plainly pips show this value (`classify.pattern_fit.plainness`); only measured where it may help."""
    lean: float = 0.0
    """How far it leans away from how most others lie, in the uncertainty of that."""

    def scaled(self, times: float) -> Face:
        """Return it with a frame that is so many times as large."""
        return replace(self, u=self.u * times, v=self.v * times)

    @property
    def edge(self) -> float:
        """Edge of the square of the same area."""
        (ux, uy), (vx, vy) = self.u.tolist(), self.v.tolist()
        return float(2 * abs(ux * vy - uy * vx) ** 0.5)

    @property
    def reach(self) -> float:
        """The longer of the two edges: what is left of the true edge in the direction that is foreshortened least."""
        return 2 * max(math.hypot(*self.u.tolist()), math.hypot(*self.v.tolist()))

    @property
    def explained(self) -> bool:
        """Whether pips explain it; a face of the networks alone has none."""
        return self.fit > 0

    @property
    def contrast(self) -> float:
        """Grey levels between pips and body, in the channel where they differ most."""
        return float(np.abs(self.inside - self.around).max())

    @property
    def slant(self) -> Floats:
        """How it is foreshortened: the direction of the longer axis, doubled, as long as ln(long / short)."""
        (ux, uy), (vx, vy) = self.u.tolist(), self.v.tolist()
        xx, xy, yy = ux * ux + vx * vx, ux * uy + vx * vy, uy * uy + vy * vy
        strength = max(math.hypot(xx - yy, 2 * xy), 1e-6)
        length = math.atanh(min(strength / max(xx + yy, 1e-6), 0.999))
        return np.array([(xx - yy) / strength * length, 2 * xy / strength * length])

    @property
    def corners(self) -> Floats:
        """(4, 2): clockwise in the picture."""
        c, u, v = self.centre, self.u, self.v
        return np.stack([c - u - v, c + u - v, c + u + v, c - u + v])

    @property
    def merit(self) -> float:
        """How convincing it is by itself: how well explained, how even its body; more pips are less chance."""
        guessed = 0.7 if self.pips == 1 and self.value > 1 else 1.0
        return guessed * self.fit * self.even * (1 + 0.15 * (self.value - 1))


def apart(one: Face, other: Face, share: float) -> bool:
    """Return whether the middles of two faces are farther apart than this share of the larger edge."""
    return float(np.hypot(*(one.centre - other.centre))) > share * max(one.edge, other.edge)


def same_frame(one: Face, other: Face, share: float) -> bool:
    """Return whether two faces have nearly the same frame: `share` is of the edge, and of its logarithm."""
    away = float(np.hypot(*(one.centre - other.centre)))
    return away < share * other.edge and abs(float(np.log(one.edge / other.edge))) <= share
