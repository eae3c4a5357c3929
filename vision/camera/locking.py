"""Keeping white balance and focus as they were when the table was measured, and noticing when a camera does not.

Automatic white balance turns red dice into orange ones when a hand comes in, and autofocus follows the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

MANUAL_FOCUS = 0
"""libcamera's AfMode for a lens that stays where it is put."""
TOLERANCE = 0.03
"""A camera that rounds keeps its word."""


def locked(says: Mapping[str, Any]) -> dict[str, Any]:
    """Return the controls that keep what a frame `says`: nothing for a camera that tells nothing."""
    controls: dict[str, Any] = {}
    if "ColourGains" in says:
        controls |= {"AwbEnable": False, "ColourGains": tuple(says["ColourGains"])}
    if "LensPosition" in says:
        controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": float(says["LensPosition"])}
    return controls


def kept(controls: Mapping[str, Any], says: Mapping[str, Any]) -> bool:
    """Whether a frame `says` what the `controls` ask for; what it does not tell is believed."""
    return all(
        np.allclose(says[name], controls[name], rtol=TOLERANCE, atol=1e-3)
        for name in ("ColourGains", "LensPosition")
        if name in controls and name in says
    )
