"""Most makers set the two rows of a six closer together than the corners of a four, which the lattice search allows."""

import numpy as np
import pytest

from vision.dice.detect.lattice_search import find_faces
from vision.dice.params import DEFAULT
from vision.render.render import Appearance, Make, SceneLight, Sensor, TableSurface, VirtualCamera, VirtualDie, render

CLEAN = Appearance(
    TableSurface.PLAIN,
    ((96, 92, 90), (100, 96, 92)),
    light=SceneLight(softness=0.6),
    sensor=Sensor(0.4, 1.0, jpeg=None),
)


@pytest.mark.parametrize("tilt_deg", [0, 25, 40])
@pytest.mark.parametrize(("rows", "reach"), [(1.0, 1.0), (0.85, 1.0), (0.7, 1.1), (0.6, 1.2)])
def test_a_six_of_close_rows_is_explained_as_well_as_a_square_one(rows, reach, tilt_deg):
    die = VirtualDie(0, 0, 30, 6, make=Make(six_rows=rows, six_reach=reach, pip_radius=0.075))
    seen = render([die], VirtualCamera(220, tilt_deg), CLEAN, (640, 480), np.random.default_rng(5))
    best = find_faces(seen.image, DEFAULT).faces[0]

    corners = np.array(seen.truth[0].corners)
    assert 6 == best.value
    assert best.fit > 0.9
    assert np.linalg.norm(best.centre - corners.mean(0)) < 0.06 * best.edge
    long, short = (
        2 * float(np.linalg.norm(side)) for side in sorted((best.u, best.v), key=np.linalg.norm, reverse=True)
    )
    sides = sorted((float(np.linalg.norm(corners[n] - corners[n - 1])) for n in (1, 2)), reverse=True)
    assert [long, short] == pytest.approx(sides, rel=0.25)
