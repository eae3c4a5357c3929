"""The pinhole: from millimetres on the table to pixels, and the ray behind every pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.render.objects import Floats, VirtualCamera

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pinhole:
    """A camera made ready for pictures of one size."""

    centre: Matrix
    axes: Matrix
    """Rows: right, down and forward of the picture, in table coordinates."""
    focal_px: float
    middle: tuple[float, float]

    @classmethod
    def of(cls, camera: VirtualCamera, size: tuple[int, int]) -> Pinhole:
        """Return the pinhole of `camera` for pictures of `size` (width, height)."""
        tilt, azimuth = np.radians(camera.tilt_deg), np.radians(camera.azimuth_deg)
        outward = np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])
        right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
        # The picture has y down, so right, down and forward are a right-handed basis.
        down = np.cross(-outward, right)
        roll = np.radians(camera.roll_deg)
        axes = np.stack(
            [right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll), -outward]
        )
        centre = np.array([*camera.target_mm, 0.0]) + camera.distance_mm * outward
        return cls(centre, axes, camera.focal * size[0], ((size[0] - 1) / 2, (size[1] - 1) / 2))

    @property
    def matrix(self) -> Matrix:
        """The 3 by 4 matrix from table points to pixels (homogeneous)."""
        inner = np.array([[self.focal_px, 0, self.middle[0]], [0, self.focal_px, self.middle[1]], [0, 0, 1]])
        outer = np.hstack([self.axes, (-self.axes @ self.centre)[:, None]])
        return np.asarray(inner @ outer)

    @property
    def plane(self) -> Matrix:
        """The homography from the table (z = 0, millimetres) to pixels."""
        return self.matrix[:, [0, 1, 3]]

    def project(self, points: Matrix) -> Matrix:
        """Return the pixels of table points, one row each."""
        homogeneous = np.hstack([points, np.ones((len(points), 1))]) @ self.matrix.T
        return np.asarray(homogeneous[:, :2] / np.maximum(homogeneous[:, 2:], 1e-6))

    def rays(self, x: slice, y: slice) -> Floats:
        """Return the direction behind every pixel of the window, shape (3, height * width); forward has length 1."""
        across = (np.arange(x.start, x.stop) - self.middle[0]) / self.focal_px
        along = (np.arange(y.start, y.stop) - self.middle[1]) / self.focal_px
        right, down, forward = self.axes
        rays = right[:, None, None] * across + down[:, None, None] * along[:, None] + forward[:, None, None]
        return np.asarray(rays.reshape(3, -1), np.float32)
