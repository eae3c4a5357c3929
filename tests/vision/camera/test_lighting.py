"""The light of a table whose exposure is locked: what lasts loosens it, and nothing else."""

from functools import reduce

import numpy as np
import pytest

from tests.vision.camera.fakes import SECOND
from vision.camera.lighting import ExposurePhase, Lighting, level_of


def lit(levels, *, busy=False):
    """The lighting after `levels`, two a second; the first second is bright."""
    feeds = enumerate((100.0, 100.0, 100.0, *levels), start=1)
    return reduce(lambda light, each: light.feed(each[1], each[0] * SECOND // 2, busy=busy), feeds, Lighting(0))


@pytest.mark.parametrize(
    ("levels", "phase"),
    [
        pytest.param([100.0] * 60, ExposurePhase.STEADY, id="nothing changes"),
        pytest.param([75.0] * 60, ExposurePhase.STEADY, id="a little darker"),
        pytest.param([60.0] * 10, ExposurePhase.STEADY, id="darker, not yet for long"),
        pytest.param([60.0] * 11, ExposurePhase.LOOSE, id="darker for five seconds"),
        pytest.param([140.0] * 11, ExposurePhase.LOOSE, id="the lamp goes on"),
        pytest.param([*[60.0] * 9, 100.0, *[60.0] * 9], ExposurePhase.STEADY, id="shadows that pass"),
        pytest.param([float(level) for level in range(100, 44, -2)], ExposurePhase.LOOSE, id="dusk"),
        pytest.param([60.0] * 17, ExposurePhase.SETTLED, id="three seconds later"),
    ],
)
def test_the_phase_follows_from_the_levels(levels, phase):
    assert phase is lit(levels).phase


def test_while_something_is_read_it_waits_and_then_loosens_at_once():
    waiting = lit([60.0] * 30, busy=True)

    assert ExposurePhase.STEADY is waiting.phase
    assert ExposurePhase.LOOSE is waiting.feed(60.0, 17 * SECOND).phase


def test_the_level_is_that_of_the_table_and_not_of_what_lies_on_it():
    table = np.full((400, 400, 3), 120, np.uint8)
    table[:150] = 255
    assert 120.0 == level_of(table)
