"""The table monitor, which looks at the table by itself: what rests is read, what is wrong is told."""

import numpy as np
import pytest

from tests.device.camera.on_the_mat import ADAS_DICE, CENTRE, CENTRE_DICE, THROWN, Watched, watched
from tests.vision.photographed import CUBO, hide
from vision.camera.capture import CaptureState
from vision.camera.lighting import LOOSE
from vision.camera.source import CameraTrouble
from vision.table.mat import MarkerPosition


@pytest.fixture
def table(tmp_path):
    table = Watched(tmp_path)
    yield table
    table.match_service.store.close()


def test_dice_that_come_to_rest_in_the_zone_that_waits_are_read_once(table):
    """A zone is read only once its dice rest, not while they roll."""
    table.pass_(watched())
    assert [] == table.looked
    table.pass_(watched(dice=CENTRE_DICE), 40)
    assert ["centre"] == [look.zone for _, look in table.looked]

    work, look = table.looked[0]
    work(look)
    (picture,) = [
        each for each in table.match_service.publisher.snapshot().match.view.pictures if each.zone == "centre"
    ]
    assert sorted(THROWN) == sorted(picture.observation.values)


def test_dice_in_a_zone_that_nobody_waits_for_are_left_alone(table):
    table.pass_(watched())
    table.pass_(watched(dice=ADAS_DICE), 40)
    assert [] == table.looked


def test_a_zone_without_dice_brings_no_picture(table):
    work = table.readings._read_by_itself
    table.pass_(watched())
    work(CENTRE)
    assert () == table.match_service.publisher.snapshot().match.view.pictures


def test_a_bumped_camera_is_told_on_the_page_until_it_is_right_again(table):
    table.pass_(watched())
    assert [] == table.notices
    table.pass_(watched("bumped"), 8)
    assert ["the camera or the mat was moved"] == table.notices
    table.pass_(watched("bumped"), 20)
    assert [] == table.notices


GAINS = {"ColourGains": (1.81, 1.52), "LensPosition": 2.5, "ExposureTime": 20_000}


def test_white_balance_and_focus_are_locked_once_the_mat_is_known(table):
    """Automatic white balance, focus and exposure must not change what a zone shows during a match."""
    table.says = GAINS
    table.pass_(watched(), 40)
    kept = {"AwbEnable": False, "ColourGains": (1.81, 1.52), "AfMode": 0, "LensPosition": 2.5}
    assert [kept] == table.camera.steered
    assert [] == table.notices


EXPOSED = GAINS | {"AnalogueGain": 2.0}
EVENING = {"ColourGains": (1.4, 2.1), "LensPosition": 2.5, "ExposureTime": 40_000, "AnalogueGain": 4.0}
USED_TO = "the light has changed: the camera is getting used to it"


def dimmed(picture, share=0.5):
    return (picture * share).astype(np.uint8)


def test_when_the_evening_grows_dark_the_exposure_is_loosened_and_locked_anew_and_it_is_said(table):
    table.says = EXPOSED
    table.pass_(watched(), 40)
    table.pass_(dimmed(watched()), 60)
    assert [USED_TO] == table.notices
    assert LOOSE == table.camera.steered[-1]

    table.says = EVENING
    table.pass_(watched(), 40)  # the camera has chosen: as bright as before
    assert {"AeEnable": False, "ExposureTime": 40_000, "AnalogueGain": 4.0}.items() <= table.camera.steered[-1].items()
    assert (3, []) == (len(table.camera.steered), table.notices)


def test_nothing_is_read_while_the_camera_gets_used_to_the_light(table):
    table.says = EXPOSED
    table.pass_(watched(), 40)
    table.pass_(dimmed(watched()), 60)

    with pytest.raises(CameraTrouble, match=f"{USED_TO}: keep your hands away"):
        table.reader.read_table(CENTRE)


def test_while_something_is_being_read_the_exposure_stays_as_it_is(table):
    table.says = EXPOSED
    table.pass_(watched(), 40)
    with table.reader.lock:
        table.pass_(dimmed(watched()), 80)
    assert 1 == len(table.camera.steered)


def test_a_shadow_that_passes_changes_no_exposure(table):
    table.says = EXPOSED
    table.pass_(watched(), 40)
    for _ in range(3):
        table.pass_(dimmed(watched()), 30)
        table.pass_(watched(), 20)
    assert 1 == len(table.camera.steered)


def test_a_camera_that_does_not_keep_them_is_told(table):
    """A camera that ignores its controls must be reported, since its colours drift."""
    table.says = GAINS
    table.pass_(watched())
    table.says = GAINS | {"ColourGains": (1.2, 2.2)}
    table.pass_(watched(), 40)
    assert ["the camera does not keep its white balance and its focus"] == table.notices


def test_a_camera_that_tells_nothing_about_itself_is_not_steered(table):
    table.pass_(watched(), 40)
    assert ([], []) == (table.camera.steered, table.notices)


def test_a_hidden_marker_is_named_on_the_page(table):
    table.pass_(watched())
    table.pass_(hide(watched(), CUBO, MarkerPosition.BOTTOM))
    assert ["I cannot see the marker in the middle of the lower side"] == table.notices


def test_while_nothing_changes_the_page_is_not_told_anything_new(table):
    table.pass_(hide(watched(), CUBO, MarkerPosition.BOTTOM))
    version = table.match_service.publisher.snapshot().version
    table.pass_(hide(watched(), CUBO, MarkerPosition.BOTTOM))
    assert version == table.match_service.publisher.snapshot().version


def test_the_live_picture_is_cropped_to_the_mat(table):
    whole = watched()
    assert whole.shape == table.watch.crop(whole).shape
    table.pass_(whole)
    cropped = table.watch.crop(whole)
    assert cropped.shape[1] < 0.85 * whole.shape[1]
    assert pytest.approx(380 / 276, abs=0.03) == cropped.shape[1] / cropped.shape[0]


@pytest.mark.parametrize(("gap_s", "read_at_once"), [(0.1, True), (1.9, True), (2.0, False), (600, False)])
def test_after_a_time_without_pictures_a_zone_must_come_to_rest_anew_before_it_is_read(table, gap_s, read_at_once):
    """A zone that rested before the camera was released, or stalled, may have changed meanwhile."""
    table.pass_(watched())
    table.camera.picture = watched(dice=CENTRE_DICE)
    for _ in range(40):
        table.watch.observe(table.next_frame())

    table.watch.observe(table.next_frame(gap_s))
    table.notices_of_camera.publish()
    table.readings.read_what_rests()
    assert read_at_once == bool(table.looked)

    table.pass_(watched(dice=CENTRE_DICE), 40)
    assert ["centre"] == [look.zone for _, look in table.looked]


@pytest.mark.parametrize("state", [CaptureState.STALLED, CaptureState.CLOSED, CaptureState.OPENING])
def test_without_a_camera_that_runs_nothing_is_read_by_itself(table, state):
    """The last frame of a closed or failed camera must not be read."""
    table.pass_(watched())
    table.camera.state = state
    table.pass_(watched(dice=CENTRE_DICE), 40)
    assert [] == table.looked
