"""Every threshold of calibration, tracking and stillness in one frozen record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FitParams:
    """When a mat fits the picture."""

    hidden: int = 1
    """So many markers may be out of sight, and no more: with fewer points a mistake would not show."""
    often: float = 0.5
    """A marker counts when it was found in this share of the frames."""
    worst_mm: float = 2.0
    """A marker that lies further from where it should be refuses the fit."""
    most_bend: float = 0.4
    """Strongest distortion of the lens that is fitted, at the corner of the picture."""
    better: float = 0.85
    """A bent lens is only believed when it brings the error below this share of that of a straight one."""
    least_mm: float = 0.05
    """A straight lens whose error is below this is kept: a better fit would be a fit of noise."""
    flattest_deg: float = 40.0
    """A camera of greater tilt sees the sides of the dice nearly as large as their tops."""
    least_px: float = 1.5
    """Pixels for a millimetre below which a die of 16 mm cannot be read."""


@dataclass(frozen=True, slots=True)
class InkParams:
    """How the patches of known colour are measured."""

    inner: float = 0.5
    """Share of a patch that is measured, in its middle."""
    uneven: float = 14.0
    """Spread of grey levels above which something lies on a patch."""
    pure: float = 1.25
    """A colour is one when its strongest channel is so much stronger, against white, than the opposite one."""
    brightest: float = 250.0
    """White above this has lost its details."""
    darkest: float = 70.0
    """White below this is too dark to distinguish colours."""
    contrast: float = 60.0
    """Least distance from black to white."""
    most_gain: float = 2.5
    """White balance is corrected by no more than this."""


@dataclass(frozen=True, slots=True)
class StandParams:
    """Where a camera may stand over a mat (`vision.table.standpoint`)."""

    focal: float = 0.95
    """The usual focal length, in widths of the picture."""
    focal_spread: float = 0.3
    """Standard deviation of focal lengths between cameras (natural logarithm)."""
    unequal: float = 0.004
    """So much longer may a print come out in one direction than in the other, or a sheet be bent."""
    reach: float = 3.5
    grid: int = 141
    """So many focal lengths are tried, so many spreads around the usual one."""
    steps: tuple[float, ...] = (0.0, -0.7, 0.7, -1.4, 1.4, -2.1, 2.1)
    """Which of them are kept, in the uncertainty that is left of the likeliest one."""


@dataclass(frozen=True, slots=True)
class TopParams:
    """Which faces are tops, in a picture rectified to the view from straight above."""

    border_mm: float = 2.0
    """Margin that is cut out round a zone: tops are nearer to the camera than the mat, and appear larger."""
    height_mm: float = 16.0
    """How high the tops of the dice are."""
    upright: float = 0.18
    """Below this lean (10 degrees) sides are too narrow to be read."""
    square: float = 0.84
    """Area of a top over the square of its longer side; at 40 degrees a side has less."""
    squarer: float = 0.06
    """A top is so much more square than the side below it."""
    apart: float = 0.97
    """Two dice never lie closer than this, in edges."""
    near: float = 1.2
    """A face with too few pips to show its shape may be a side when it is closer to a top than this, in edges."""
    below: float = 0.6
    """Such a face is a side only in the direction of the camera, by at least this cosine."""


@dataclass(frozen=True, slots=True)
class StillParams:
    """When a zone is still (`vision.table.still`). Changes are natural logarithms of brightness."""

    block: int = 8
    """Side of a block in pixels of the small picture."""
    dark: float = 12.0
    """Added to every brightness, so that noise in the dark counts little."""
    change: float = 0.07
    """Least change of a block that counts."""
    over_noise: float = 5.0
    """Least change of a block over the median change of the frame, which is noise and flicker."""
    moving: int = 2
    """So many changed blocks are motion, or something that lies there."""
    reaching: int = 2
    """So many blocks of the rim that differ from the clear table are a hand, or a sleeve."""
    calm: int = 6
    """A zone is still after so many frames without a change."""
    rim: int = 2
    """Blocks at the edge of the picture that are the rim of a table without a mat."""
    line_mm: float = 3.0
    """The printed line round a zone, and what a block beside it sees of it."""
    stain: float = 0.06
    """A block of an empty zone differs by less from the even grey."""
    follow: float = 0.05
    """The clear table follows the light by this share with every frame."""


@dataclass(frozen=True, slots=True)
class FollowParams:
    """When the mat has moved (`vision.table.follow`)."""

    least: int = 2
    """Least number of markers that have moved; a single one may be a false detection."""
    drift: float = 0.0025
    """A marker is elsewhere when it has moved by this share of the width of the picture: 3 pixels of 1280."""
    twice: int = 2
    """Number of frames in a row that must find the mat elsewhere."""
    frames: int = 3
    """So many frames in which the markers rest are fitted."""
    rest_px: float = 1.0
    """Markers that move by less from frame to frame rest."""
    patience: int = 10
    """After so many frames without any marker the mat is lost."""


@dataclass(frozen=True, slots=True)
class AnchorParams:
    """When a camera without a mat has moved (`vision.table.anchor`)."""

    width: int = 640
    """Pictures are compared in this width."""
    points: int = 160
    """Greatest number of features that are tracked."""
    quality: float = 0.03
    """Least quality of a feature, over the best one."""
    clearest: float = 1e-4
    """Least quality of the best feature: below it there is only noise."""
    apart_px: float = 10.0
    """Least distance between two features."""
    least: int = 12
    """Least number of features from which a movement is measured."""
    margin: float = 0.04
    """Features further from the table than this share of the width lie beside it, where nothing is laid or taken."""
    reach_px: int = 21
    """Side of the window in which a feature is tracked; each pyramid level doubles its reach."""
    back_px: float = 0.7
    """Greatest forward-backward error of a feature: a wrong match does not return to its start."""
    moved_px: float = 2.0
    """Least displacement of a feature that has moved, in pixels of the reduced picture."""
    most: float = 0.6
    """Share of displaced features, of those that were tracked, from which on the camera has moved."""
    found: float = 0.3
    """Least share of features that must be tracked; with fewer the result is unknown."""
    twice: int = 2
    """Number of frames in a row that must show a movement."""
    patience: int = 10
    """After so many frames without a result the position of the table is unknown."""


@dataclass(frozen=True, slots=True)
class AverageParams:
    """Which frames are averaged (`vision.table.average`)."""

    least_px: float = 0.1
    """A smaller shift is left as it is."""
    most_px: float = 4.0
    """A larger one is no trembling."""
    block: int = 16
    """Side of the blocks that are compared, in pixels."""
    change: float = 0.12
    """Least difference of a block that shows something else (natural logarithm)."""
    over_noise: float = 6.0
    """Least difference over the usual one of the blocks."""
    stray: float = 0.001
    """Share of such blocks that does not matter."""


@dataclass(frozen=True, slots=True)
class TableParams:
    """All of it."""

    fit: FitParams = FitParams()
    ink: InkParams = InkParams()
    stand: StandParams = StandParams()
    top: TopParams = TopParams()
    still: StillParams = StillParams()
    follow: FollowParams = FollowParams()
    anchor: AnchorParams = AnchorParams()
    average: AverageParams = AverageParams()


DEFAULT = TableParams()
