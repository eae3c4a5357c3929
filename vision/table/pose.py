"""How a mat lies in the picture: from its millimetres to pixels and back, and a zone as seen from straight above."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Image
from vision.dice.pose.uprights import Uprights
from vision.table.lens import Lens, Points
from vision.table.mat import Mat, Rect
from vision.table.standpoint import Standpoint, standpoints

MOST_PX = 1600
"""The longest side of a zone's picture: more than the readers make use of."""


@dataclass(frozen=True, slots=True, eq=False)
class MatPose:
    """A mat in pictures of one camera that stands still."""

    mat: Mat
    matrix: Points
    """(3, 3): from millimetres on the mat to pixels behind a perfect lens."""
    lens: Lens

    def to_picture(self, points_mm: Points) -> Points:
        """Return the pixels of points on the mat, shape (n, 2)."""
        return self.lens.bent(_mapped(points_mm, self.matrix))

    def to_mat(self, pixels: Points) -> Points:
        """Return the millimetres of pixels, shape (n, 2)."""
        return _mapped(self.lens.straight(pixels), np.asarray(np.linalg.inv(self.matrix), np.float64))

    def scales_at(self, x: float, y: float) -> tuple[float, float]:
        """Return how many pixels a millimetre has at a point of the mat: in the longest direction and the shortest."""
        near = self.to_picture(np.array([[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]))
        stretch = np.stack([near[1] - near[0], near[3] - near[2]]) / 2
        most, least = np.linalg.svd(stretch, compute_uv=False)
        return float(most), float(least)

    def px_per_mm(self, rect: Rect) -> float:
        """Return how many pixels a millimetre of `rect` has where it has the fewest."""
        return min(self.scales_at(float(x), float(y))[1] for x, y in (*rect.corners, rect.centre))

    @property
    def tilt_deg(self) -> float:
        """The angle between the optical axis and the vertical, in degrees."""
        middle = (np.array(self.lens.size) - 1) / 2
        x, y = self.to_mat(middle[None])[0]
        return float(np.degrees(np.arctan(np.hypot(*self.lean(float(x), float(y))))))

    def lean(self, x: float, y: float) -> tuple[float, float]:
        """Return how far a thing seems to move on the mat, away from the camera, for every millimetre of its height."""
        return self.standpoints[0].lean(x, y)

    @property
    def standpoints(self) -> tuple[Standpoint, ...]:
        """Where the camera may stand, the likeliest first."""
        return standpoints(self.matrix, self.lens.size)

    def uprights(self, rect: Rect, height_mm: float) -> tuple[Uprights, ...]:
        """Return the cameras that may see things of a height in `rect` of the mat as seen from straight above."""
        return tuple(standpoint.uprights(rect, height_mm) for standpoint in self.standpoints)

    def window(self, border_mm: float = 10.0) -> tuple[slice, slice]:
        """Return the rows and columns of the picture in which the mat lies."""
        corners = self.to_picture(Rect(0, 0, self.mat.width, self.mat.height).shrunk(-border_mm).corners)
        low = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int)
        high = np.clip(np.ceil(corners.max(axis=0)) + 1, 0, self.lens.size).astype(int)
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def over(self, rect: Rect, border_mm: float = 0.0, height_mm: float = 0.0) -> Rect:
        """Return the part of the mat that what lies in `rect` hides from the camera, at a height over the mat."""
        return self.standpoints[0].over(rect, height_mm).shrunk(-border_mm)

    def above(self, image: Image, window: Rect) -> Image:
        """Return the part of `image` in which `window` of the mat lies, as seen from straight above."""
        scale = max(self.scales_at(float(x), float(y))[0] for x, y in (*window.corners, window.centre))
        scale = min(scale, MOST_PX / max(window.width, window.height))
        columns = window.x + (np.arange(max(1, round(window.width * scale))) + 0.5) / scale
        rows = window.y + (np.arange(max(1, round(window.height * scale))) + 0.5) / scale
        grid = np.stack(np.meshgrid(columns, rows), axis=-1)
        where = self.to_picture(grid.reshape(-1, 2)).reshape(grid.shape)
        x, y = (np.ascontiguousarray(where[..., axis], np.float32) for axis in (0, 1))
        return np.asarray(cv2.remap(image, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _mapped(points: Points, matrix: Points) -> Points:
    """Return points through a homography."""
    ends = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(ends[:, :2] / ends[:, 2:])
