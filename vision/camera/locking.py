"""Keeping white balance, focus and exposure as they were when the table was measured, and noticing when they change.

Automatic white balance turns red dice into orange ones when a hand comes in, autofocus follows the hand, and an
automatic exposure that is no multiple of the period of the lamps (10 ms at 50 Hz) paints dark bands over the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

MANUAL_FOCUS = 0
"""libcamera's AfMode for a lens that stays where it is put."""
LOWEST_GAIN = 1.0
EASY_GAIN = 2.0
"""Every sensor can do this much."""
TOLERANCE = {"ColourGains": 0.03, "LensPosition": 0.03, "ExposureTime": 0.03, "AnalogueGain": 0.08}
"""A camera that rounds keeps its word: exposures are whole rows, and high gains have coarse steps."""


def locked(metadata: Mapping[str, Any], mains_hz: int) -> dict[str, Any]:
    """Return the controls that keep what the `metadata` of a frame has: nothing for a camera without any."""
    controls: dict[str, Any] = {}
    if "ColourGains" in metadata:
        controls |= {"AwbEnable": False, "ColourGains": tuple(metadata["ColourGains"])}
    if "LensPosition" in metadata:
        controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": float(metadata["LensPosition"])}
    if "ExposureTime" in metadata and "AnalogueGain" in metadata:
        exposure_us, gain = steady(
            metadata["ExposureTime"], metadata["AnalogueGain"], mains_hz, metadata.get("FrameDuration")
        )
        controls |= {"AeEnable": False, "ExposureTime": exposure_us, "AnalogueGain": gain}
    return controls


def steady(exposure_us: float, gain: float, mains_hz: int, frame_us: float | None = None) -> tuple[int, float]:
    """Return exposure and gain that are as bright, with an exposure of whole periods in which lamps flicker.

    In sunlight, which is brighter than one period allows, everything stays as it is: the sun does not flicker.
    """
    # Lamps flicker twice in each period of the mains, at both peaks of the voltage.
    period_us = 1e6 / (2 * mains_hz)
    light = exposure_us * gain
    for periods in _periods(exposure_us / period_us, frame_us and frame_us / period_us):
        # The gain can be raised but not lowered below 1, so an exposure that is too long for the light is
        # skipped.
        if light >= LOWEST_GAIN * periods * period_us * 0.99:
            most = max(gain, EASY_GAIN)
            return round(periods * period_us), round(min(max(light / (periods * period_us), LOWEST_GAIN), most), 3)
    return round(exposure_us), round(float(gain), 3)


def _periods(wanted: float, most: float | None) -> Iterator[int]:
    """Yield how many periods an exposure may last: as long or a little longer than now, else shorter."""
    longer = int(np.ceil(wanted - 0.02))
    if most is None or longer <= most:
        yield longer
    yield from range(min(longer - 1, int(most or longer)), 0, -1)


def kept(controls: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    """Whether the `metadata` of a frame has what the `controls` ask for; a control that it lacks is taken for set."""
    return all(
        np.allclose(metadata[name], controls[name], rtol=tolerance, atol=1e-3)
        for name, tolerance in TOLERANCE.items()
        if name in controls and name in metadata
    )
