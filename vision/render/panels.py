"""What glossy faces mirror: windows, lamps, bright walls far away, and ring lamps and tents round the camera."""

from __future__ import annotations

import numpy as np

from vision.render.objects import Floats, LightPanel


def share_of(panel: LightPanel, toward: Floats) -> Floats:
    """Return how much of what is seen in each of these directions, unit vectors of shape (3, ...), is `panel`."""
    azimuth, height, turn = np.radians([panel.azimuth_deg, panel.height_deg, panel.turn_deg])
    middle = np.array([np.cos(height) * np.cos(azimuth), np.cos(height) * np.sin(azimuth), np.sin(height)])
    side = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    above = np.cross(middle, side)
    first, second = side * np.cos(turn) + above * np.sin(turn), above * np.cos(turn) - side * np.sin(turn)
    # The projections below are the same for the direction opposite to the panel, which must not count.
    before = (_along(middle, toward) > 0).astype(np.float32)
    across, upward = _along(first, toward), _along(second, toward)
    if panel.hole:
        away = np.hypot(across, upward)
        return np.asarray(before * _within(away, panel.wide) * (1 - _within(away, panel.hole)), np.float32)
    return np.asarray(before * _within(np.abs(across), panel.wide) * _within(np.abs(upward), panel.high), np.float32)


def _along(axis: Floats, toward: Floats) -> Floats:
    return np.asarray(np.tensordot(axis.astype(np.float32), toward, 1), np.float32)


def _within(away: Floats, half: float) -> Floats:
    """Return 1 within `half`, 0 beyond, with a soft border."""
    return np.asarray(np.clip((half - away) / (0.15 * half + 0.01) + 0.5, 0, 1), np.float32)
