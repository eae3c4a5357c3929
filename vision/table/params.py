"""Every threshold of the table's eyes in one frozen record: calibration, following, stillness."""

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
    """Strongest distortion of the lens that is looked for, at the corner of the picture."""
    better: float = 0.85
    """A bent lens is only believed when it brings the error below this share of that of a straight one."""
    least_mm: float = 0.05
    """… and not when the straight one is as good as this already."""
    flattest_deg: float = 40.0
    """A camera that looks more obliquely sees the sides of the dice nearly as large as their tops."""
    least_px: float = 1.5
    """Pixels for a millimetre below which a die of 16 mm cannot be read."""


@dataclass(frozen=True, slots=True)
class InkParams:
    """What the patches of known colour tell."""

    inner: float = 0.5
    """Share of a patch that is looked at, in its middle."""
    uneven: float = 14.0
    """Spread of grey levels above which something lies on a patch."""
    pure: float = 1.25
    """A colour is one when its strongest channel is so much stronger, against white, than the opposite one."""
    brightest: float = 250.0
    """White above this has lost its details."""
    darkest: float = 70.0
    """White below this is too dark to tell colours."""
    contrast: float = 60.0
    """Least distance from black to white."""
    most_gain: float = 2.5
    """White balance is corrected by no more than this."""


@dataclass(frozen=True, slots=True)
class StandParams:
    """Where a camera may stand over a mat (`vision.table.standpoint`)."""

    focal: float = 0.95
    """The usual focal length, in widths of the picture …"""
    focal_spread: float = 0.3
    """… and how much lenses differ in it (natural logarithm)."""
    unequal: float = 0.004
    """So much longer may a print come out in one direction than in the other, or a sheet be bent."""
    reach: float = 3.5
    grid: int = 141
    """So many focal lengths are tried, so many spreads around the usual one."""
    steps: tuple[float, ...] = (0.0, -0.7, 0.7, -1.4, 1.4, -2.1, 2.1)
    """Which of them are kept, in the uncertainty that is left of the likeliest one."""


@dataclass(frozen=True, slots=True)
class TopParams:
    """Which faces look up, in a picture as seen from straight above."""

    border_mm: float = 2.0
    """So much round a zone is looked at too: tops are nearer to the camera than the mat, and look larger."""
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
    """A face whose few pips do not tell its shape may be a side when it is closer to a top than this, …"""
    below: float = 0.6
    """… and in the direction of the camera (cosine)."""


@dataclass(frozen=True, slots=True)
class StillParams:
    """When a zone is still (`vision.table.still`). Changes are natural logarithms of brightness."""

    block: int = 8
    """Side of a block in pixels of the small picture."""
    dark: float = 12.0
    """Added to every brightness, so that noise in the dark counts little."""
    change: float = 0.07
    """A block that changed by more has changed …"""
    over_noise: float = 5.0
    """… and by so much more than the blocks of the frame usually do."""
    moving: int = 2
    """So many changed blocks are motion, or something that lies there."""
    reaching: int = 2
    """So many blocks of the rim that do not look clear are a hand, or a sleeve."""
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
    """So many markers tell where the mat is; a single one may be an accident."""
    drift: float = 0.0025
    """A marker is elsewhere when it has moved by this share of the width of the picture: 3 pixels of 1280."""
    twice: int = 2
    """So many looks in a row must find it elsewhere."""
    frames: int = 3
    """So many frames in which the markers rest are fitted."""
    rest_px: float = 1.0
    """Markers that move by less from look to look rest."""
    patience: int = 10
    """After so many looks without any marker the mat is lost."""


@dataclass(frozen=True, slots=True)
class AnchorParams:
    """When a camera without a mat has moved (`vision.table.anchor`)."""

    width: int = 640
    """Pictures are compared in this width."""
    points: int = 160
    """So many details are looked for, at most."""
    quality: float = 0.03
    """A detail is at least this share as clear as the clearest one."""
    clearest: float = 1e-4
    """Where even the clearest detail is weaker, there is none: noise."""
    apart_px: float = 10.0
    """Details are so far from each other."""
    least: int = 12
    """Fewer details tell nothing."""
    margin: float = 0.04
    """Details further from the table than this share of the width lie beside it: nobody plays there."""
    reach_px: int = 21
    """Side of the window in which a detail is found again; each halving of the picture doubles its reach."""
    back_px: float = 0.7
    """A detail that is followed there and back arrives where it began, or it is another one."""
    moved_px: float = 2.0
    """Details that moved by more (of 640 pixels in width) …"""
    most: float = 0.6
    """… speak for a moved camera when they are this share of those that were found again."""
    found: float = 0.3
    """When fewer of them are found again, nobody can say."""
    twice: int = 2
    """So many looks in a row must say that it has moved."""
    patience: int = 10
    """After so many looks that say nothing, nobody knows any more where the table is."""


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
    """A block that differs by more (natural logarithm) shows something else …"""
    over_noise: float = 6.0
    """… and by so much more than blocks usually do."""
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
