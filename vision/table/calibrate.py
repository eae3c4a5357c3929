"""Calibration: where the mat lies, how well that is known, and what is wrong with what the camera sees.

    frames → markers, each at its median → one marker may be missing, or be left out → homography → bend of the lens
    → refused above 2 mm → patches: white balance, exposure, order of the colours

Without a mat the corners of a table can be tapped (`tapped`), or the whole picture is one zone (`vision.table.views`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.texts import Message, say
from vision.arrays import Image
from vision.table.inks import SWAPPED, Balance, Inks, Trouble, inks_of
from vision.table.lens import Lens, Points
from vision.table.markers import Seen, find_markers
from vision.table.mat import MarkerPosition, Mat
from vision.table.params import DEFAULT, FitParams, TableParams
from vision.table.pose import MatPose

Corners = Mapping[MarkerPosition, Points]
"""The corners of each marker in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A mat that was found."""

    pose: MatPose
    corners: Corners
    """Where its markers were seen."""
    error_mm: float
    """How far the corners of the markers lie from where they should be (root of the mean square)."""
    inks: Inks
    troubles_of_view: tuple[Trouble, ...] = ()
    """What is wrong with where the camera stands."""

    @property
    def mat(self) -> Mat:
        """The mat."""
        return self.pose.mat

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What makes reading harder: where the camera stands, the light, the order of the colours."""
        return (*self.troubles_of_view, *self.inks.troubles())

    @property
    def forbidding(self) -> tuple[Trouble, ...]:
        """Those with which no reading is sure: tops and sides, or red and blue, cannot be distinguished."""
        return (*self.troubles_of_view, *((SWAPPED,) if self.inks.swapped else ()))

    @property
    def balance(self) -> Balance:
        """The white balance."""
        return self.inks.balance

    @property
    def hidden(self) -> tuple[MarkerPosition, ...]:
        """The markers that were not seen, or not believed."""
        return tuple(place for place in MarkerPosition if place not in self.corners)


@dataclass(frozen=True, slots=True)
class CalibrationRefused:
    """No calibration: why, what to do, and the markers that are missing (None without any mat)."""

    trouble: Trouble
    hidden: tuple[MarkerPosition, ...] | None = None


def calibrate(frames: Sequence[Image], params: TableParams = DEFAULT) -> Calibration | CalibrationRefused:
    """Return how the mat lies in `frames`, which are pictures of one size from a camera that stands still."""
    found = _gathered(frames, params.fit)
    if isinstance(found, CalibrationRefused):
        return found
    mat, corners = found
    missing = tuple(place for place in MarkerPosition if place not in corners)
    if len(missing) > params.fit.hidden:
        return _cannot_see(missing)
    height, width = frames[0].shape[:2]
    fitted = _fitted(mat, corners, (width, height), params.fit)
    if isinstance(fitted, CalibrationRefused):
        return fitted
    pose, believed = fitted
    inks = inks_of(frames[-1], pose, params.ink)
    error_mm = float(np.sqrt(np.mean([away**2 for away in _away_mm(pose, believed).values()])))
    return Calibration(pose, believed, error_mm, inks, tuple(_of_view(pose, params.fit)))


def _gathered(frames: Sequence[Image], params: FitParams) -> tuple[Mat, Corners] | CalibrationRefused:
    """Return the mat of the frames, and the median of each corner over all frames in which its marker was seen."""
    seen = [each for each in map(find_markers, frames) if each is not None]
    if not seen:
        return CalibrationRefused(Trouble(say("I see no mat"), WAYS_OUT))
    # With two mats any homography would be that of one of them at random.
    if any(each.others or each.mat != seen[0].mat for each in seen):
        return CalibrationRefused(Trouble(say("there are two mats in the picture"), say("take one of them away")), ())
    return seen[0].mat, dict(_medians(seen, params.often * len(frames)))


WAYS_OUT = say("lay a printed mat under the camera, or tap the corners of the table on the page")


def _medians(seen: Sequence[Seen], least: float) -> Iterator[tuple[MarkerPosition, Points]]:
    for place in MarkerPosition:
        views = [each.corners[place] for each in seen if place in each.corners]
        if views and len(views) >= least:
            # The median of a few frames ignores one in which a hand or glare moved a corner.
            yield place, np.median(np.asarray(views, np.float64), axis=0)


def _cannot_see(missing: tuple[MarkerPosition, ...]) -> CalibrationRefused:
    cure = say("clear them; turn a lamp that is mirrored in them, or move the camera")
    return CalibrationRefused(Trouble(say("I cannot see {markers}", markers=named(missing)), cure), missing)


def named(places: Sequence[MarkerPosition]) -> Message:
    """Return a list of markers as a message."""
    *others, last = (place.label for place in places)
    named = last
    for each in reversed(others):
        named = say("{one}, {others}", one=each, others=named)
    return named


def _fitted(
    mat: Mat, corners: Corners, size: tuple[int, int], params: FitParams
) -> tuple[MatPose, Corners] | CalibrationRefused:
    """Return the pose that suits the markers, and those that it rests on; one that disagrees may be left out."""
    pose = fit(mat, corners, size, params)
    away = _away_mm(pose, corners)
    if max(away.values()) <= params.worst_mm:
        return pose, corners
    # Glare bends one marker: the worst one is left out first, and the others must fit within half of the tolerance.
    for left_out in sorted(corners, key=lambda place: -away[place]):
        others = {place: corners[place] for place in corners if place is not left_out}
        if len(MarkerPosition) - len(others) > params.hidden:
            break
        pose = fit(mat, others, size, params)
        if max(_away_mm(pose, others).values()) <= params.worst_mm / 2:
            return pose, others
    return CalibrationRefused(
        Trouble(
            say(
                "the mat does not fit: {marker} is off by {error} mm",
                marker=max(away, key=away.__getitem__).label,
                error=round(max(away.values()), 1),
            ),
            say("lay it flat, check how its sheets are joined, and measure the scale bar"),
        ),
        tuple(place for place in MarkerPosition if place not in corners),
    )


def _away_mm(pose: MatPose, corners: Corners) -> dict[MarkerPosition, float]:
    """Return how far each marker is from where it should be: its worst corner."""
    markers = pose.mat.markers
    return {
        place: float(np.linalg.norm(pose.to_mat(seen) - markers[place].corners, axis=1).max())
        for place, seen in corners.items()
    }


def fit(mat: Mat, corners: Corners, size: tuple[int, int], params: FitParams) -> MatPose:
    """Return the pose that suits the markers best, with a bent lens where that is clearly better."""
    there = np.concatenate([mat.markers[place].corners for place in corners])
    seen = np.concatenate([np.asarray(corners[place], np.float64) for place in corners])
    straight = _fit(mat, there, seen, Lens(size))
    error = _error_mm(straight, there, seen)
    # Distortion needs points all round: with fewer markers it would fit their errors.
    if error <= params.least_mm or len(corners) < len(MarkerPosition) - params.hidden:
        return straight
    bends = np.linspace(-params.most_bend, params.most_bend, 17)
    for _ in range(4):
        # A grid that is refined four times needs no derivative of the homography.
        best = min(bends, key=lambda bend: _error_mm(_fit(mat, there, seen, Lens(size, float(bend))), there, seen))
        step = bends[1] - bends[0]
        bends = np.linspace(best - step, best + step, 9)
    bent = _fit(mat, there, seen, Lens(size, float(best)))
    return bent if _error_mm(bent, there, seen) < params.better * error else straight


def _fit(mat: Mat, there: Points, seen: Points, lens: Lens) -> MatPose:
    matrix, _ = cv2.findHomography(there, lens.straight(seen), 0)
    if matrix is None:
        raise ValueError("markers never lie on one line")
    return MatPose(mat, np.asarray(matrix, np.float64), lens)


def _error_mm(pose: MatPose, there: Points, seen: Points) -> float:
    return float(np.sqrt(((pose.to_mat(seen) - there) ** 2).sum(axis=1).mean()))


def aslant(pose: MatPose, params: FitParams = DEFAULT.fit) -> Trouble | None:
    """Return what is wrong when the tilt of the camera is so great that sides of dice appear as large as tops."""
    if pose.tilt_deg <= params.flattest_deg:
        return None
    return Trouble(
        say("the camera looks from the side, by {angle} degrees", angle=round(pose.tilt_deg)),
        say("mount it higher, and let it look down"),
    )


def _of_view(pose: MatPose, params: FitParams) -> Iterator[Trouble]:
    """Yield what is wrong with where the camera stands."""
    if (trouble := aslant(pose, params)) is not None:
        yield trouble
    least = min(pose.px_per_mm(zone.rect) for zone in pose.mat.zones)
    if least < params.least_px:
        yield Trouble(
            say("a die of 16 mm is only {pixels} pixels wide", pixels=round(16 * least)),
            say("move the camera closer, or choose larger pictures"),
        )
