"""The probes of `companion check` that look at the table: the mat, its fit, sharpness, light, flicker, size of a die.

The camera is opened once, for a second, and all of them judge the same frames.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.store import holder
from companion.texts import Message, say
from device.checking.report import Finding, failed, missing, note, ok
from device.config import CameraSource, Config
from device.hardware.clock import MonotonicClock

if TYPE_CHECKING:
    from vision.arrays import Image
    from vision.camera.source import Source
    from vision.table.calibrate import Calibration, CalibrationRefused

FRAMES = 8
"""So many frames are taken: flicker shows between them."""
FRAME_S = 5.0
"""How long a camera may take to send its first picture."""
SHARP_PX = 4.0
"""An edge that is wider is out of focus."""
BLURRED_PX = 8.0
"""Where not even the sharpest edge is narrower, no mat can be found."""
NIGHT = 40.0
"""Where nothing is brighter, no mat can be found."""
STEADY = 0.06
"""Light that changes by a larger share flickers."""
LEAST_DIE_PX, GOOD_DIE_PX = 24.0, 32.0
"""Below the first a die cannot be read; above the second it can be read well."""
FINE_MM, MOST_MM = 1.0, 2.0
"""How well the markers must fit."""


@dataclass(frozen=True, slots=True, eq=False)
class CheckedTable:
    """What the camera sees."""

    frames: Sequence[Image]
    found: Calibration | CalibrationRefused

    @property
    def known(self) -> Calibration | None:
        """The mat, where there is one that fits."""
        from vision.table.calibrate import Calibration

        return self.found if isinstance(self.found, Calibration) else None


Opener = Callable[[Config], "Source"]


def _source(config: Config) -> Source:
    from device.camera.lamp import BorrowedLamp, lit
    from vision.camera.choose import SourceKind, SourceSettings, open_source

    wanted = config.camera
    where = str(wanted.path or "")
    kind = SourceKind(wanted.source.value)
    settings = SourceSettings(kind, wanted.index, where, where, size=wanted.size, mains_hz=wanted.mains_hz)
    return lit(open_source(settings, MonotonicClock().now), lambda: BorrowedLamp(config.lamps))


class TableProbes:
    """Looks at the table once for each configuration, and judges what it saw."""

    def __init__(self, opener: Opener = _source) -> None:
        self._opener = opener
        self._seen: tuple[Config, CheckedTable | Finding] | None = None

    @property
    def probes(self) -> Mapping[str, Callable[[Config], Finding]]:
        """All of them, by name."""
        judges = {
            "mat": judge_mat,
            "fit": judge_fit,
            "sharpness": judge_sharpness,
            "light": judge_light,
            "flicker": judge_flicker,
            "die size": judge_die,
        }
        return {name: self._probe(judge) for name, judge in judges.items()}

    def _probe(self, judge: Callable[[CheckedTable], Finding]) -> Callable[[Config], Finding]:
        def probe(config: Config) -> Finding:
            table = self._look(config)
            return table if isinstance(table, Finding) else judge(table)

        return probe

    def _look(self, config: Config) -> CheckedTable | Finding:
        if self._seen is None or self._seen[0] is not config:
            self._seen = config, self._looked(config)
        return self._seen[1]

    def _looked(self, config: Config) -> CheckedTable | Finding:
        """Return what the camera sees, or why nobody can look."""
        if config.camera.source in (CameraSource.NONE, CameraSource.SIMULATED):
            return note(say("there is no camera to look through"))
        if (pid := holder(config.data.dir)) is not None:
            return note(say("the companion that runs (pid {pid}) has the camera", pid=pid))
        from vision.camera.source import CameraTrouble
        from vision.table.calibrate import calibrate

        try:
            frames = _frames(self._opener(config))
        except CameraTrouble:
            return note(say("there is no camera to look through"))
        return CheckedTable(frames, calibrate(frames))


def _frames(source: Source) -> Sequence[Image]:
    """Return some frames of one size."""
    try:
        source.open()
        frames = [source.read(FRAME_S).image for _ in range(FRAMES)]
    finally:
        source.close()
    return [frame for frame in frames if frame.shape == frames[-1].shape]


NO_MAT = note(say("this needs a mat that fits"))


def judge_mat(table: CheckedTable) -> Finding:
    """Return which markers are seen."""
    from vision.table.calibrate import CalibrationRefused, named

    known = table.found
    if isinstance(known, CalibrationRefused):
        return missing(known.trouble.what, known.trouble.cure)
    text = say("the mat for {game}: {count} of 8 markers", game=known.mat.game, count=len(known.corners))
    if not known.hidden:
        return ok(text)
    return note(text, say("clear {markers}; turn a lamp that is mirrored there", markers=named(known.hidden)))


def judge_fit(table: CheckedTable) -> Finding:
    """Return how well the mat fits, and from where the camera looks."""
    from vision.table.calibrate import aslant

    if (known := table.known) is None:
        return NO_MAT
    angle = round(known.pose.tilt_deg)
    text = say("off by {error} mm; the camera looks {angle}° aslant", error=round(known.error_mm, 2), angle=angle)
    if (trouble := aslant(known.pose)) is not None:
        return failed(trouble.what, trouble.cure)
    if known.error_mm > FINE_MM:
        return note(text, say("lay the mat flat, and join its sheets exactly"))
    return ok(text)


def judge_sharpness(table: CheckedTable) -> Finding:
    """Return how sharp edges are; without a mat, whether that is why none is seen."""
    from vision.table.quality import edge_px, sharpest_px

    cure = say("focus the lens, wipe it, and fix the arm")
    if (known := table.known) is None:
        blurred = (sharpest_px(table.frames[-1]) or 0) > BLURRED_PX
        return failed(say("nothing in the picture is sharp"), cure) if blurred else NO_MAT
    width = edge_px(table.frames[-1], known)
    text = say("an edge is {pixels} pixels wide", pixels=round(width, 1))
    return ok(text) if width <= SHARP_PX else failed(text, cure)


def judge_light(table: CheckedTable) -> Finding:
    """Return how bright paper is, and whether its colours are right; without a mat, whether it is night."""
    from vision.table.inks import TOO_DARK
    from vision.table.quality import brightest_of

    if (known := table.known) is None:
        night = brightest_of(table.frames[-1]) < NIGHT
        return failed(TOO_DARK.what, TOO_DARK.cure) if night else NO_MAT
    for trouble in known.inks.troubles():
        return failed(trouble.what, trouble.cure)
    if known.inks.white is None:
        return note(say("something lies on the white patch"), say("take it away"))
    return ok(say("paper has {level} of 255", level=round(known.inks.white)))


def judge_flicker(table: CheckedTable) -> Finding:
    """Return how steady the light is."""
    from vision.table.quality import flicker_of

    share = flicker_of(table.frames)
    text = say("the light changes by {percent} %", percent=round(100 * share, 1))
    cure: Message = say("set [camera] mains_hz to the 50 or 60 of your mains; keep hands away while this looks")
    return ok(text) if share <= STEADY else failed(text, cure)


def judge_die(table: CheckedTable) -> Finding:
    """Return how large a die is in the picture."""
    from vision.table.quality import die_px

    if (known := table.known) is None:
        return NO_MAT
    width = die_px(known)
    text = say("a die of 16 mm is {pixels} pixels wide", pixels=round(width))
    cure = say("move the camera closer, or choose larger pictures: [camera] size")
    if width < LEAST_DIE_PX:
        return failed(text, cure)
    return ok(text) if width >= GOOD_DIE_PX else note(text, cure)


TABLE_PROBES = TableProbes().probes
