"""A table without a mat, from the page to the reading: corners are tapped, count at once, and after a restart."""

import cv2
import numpy as np
import pytest

from companion.effects import ReadRequest
from companion.errors import BadInput
from companion.observations import Kind, Observation
from companion.texts import say
from device.camera.corners import Corners
from device.camera.table_memory import TableMemory
from device.camera.table_monitor import TableMonitor, TableMonitorParams
from device.camera.zone_reader import ZoneReader
from device.hardware.clock import FakeClock
from tests.vision.photographed import CUBO, hide, photograph
from vision.camera.source import CameraTrouble, Frame
from vision.table.mat import MarkerPosition

NAME = say("the fake camera")
NO_DICE = Observation(Kind.DICE, ())
CENTRE = ReadRequest("centre", Kind.DICE, say("The centre dice"), dice=4)
SPOTS = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)
TABLE = cv2.convertScaleAbs(cv2.GaussianBlur(SPOTS, (0, 0), 4).astype(np.float32) - 127, alpha=8)
CORNERS = [(0.25, 0.25), (0.25, 0.75), (0.75, 0.75), (0.75, 0.25)]


class Still:
    """A camera that shows one picture until it is given another."""

    def __init__(self, picture):
        self.picture = picture
        self.number = 0

    def latest(self):
        return None if self.picture is None else self.frame()

    def still(self, after_ns, timeout_s):
        return self.frame(after_ns)

    def frame(self, at=0):
        self.number += 1
        return Frame(self.picture.copy(), at, NAME, number=self.number)

    def steer(self, controls):
        raise AssertionError("a camera that says nothing is not steered")


class Evening:
    """A companion from its start on."""

    def __init__(self, folder, picture=TABLE, configured=()):
        self.camera = Still(picture)
        self.clock = FakeClock(1)
        self.memory = TableMemory(folder)
        size = (640, 360)
        self.watch = TableMonitor(
            self.camera, TableMonitorParams(), self.memory.ground(configured, size), self.memory.saw
        )
        self.told = []
        self.corners = Corners(
            self.camera, self.watch, self.memory, configured, size, lambda: self.told.append("changed")
        )
        self.reader = ZoneReader(self.camera, self.clock.now, {Kind.DICE: lambda image: NO_DICE}, self.watch)

    def look_on(self, looks=4):
        for _ in range(looks):
            self.watch.observe(self.camera.frame(self.clock.advance(500_000_000)))

    def says(self):
        return [str(each) for each in self.corners.shown().says]

    def read_size(self):
        """How large the picture is that would be read."""
        kept = cv2.imdecode(np.frombuffer(self.reader.read_table(CENTRE).jpeg, np.uint8), cv2.IMREAD_COLOR)
        return kept.shape[1::-1]


def test_without_anything_the_whole_picture_is_read_and_that_is_said(tmp_path):
    evening = Evening(tmp_path)
    evening.look_on()
    assert ["No mat is seen: the whole picture is read."] == evening.says()
    assert (640, 360) == evening.read_size()


def test_tapped_corners_count_at_once_and_after_a_restart(tmp_path):
    evening = Evening(tmp_path)
    evening.corners.choose(CORNERS)
    assert ((320, 180), ["changed"]) == (evening.read_size(), evening.told)
    assert ["No mat is seen: what lies within the tapped corners is read."] == evening.says()

    tomorrow = Evening(tmp_path)
    assert (320, 180) == tomorrow.read_size()
    assert sorted(CORNERS) == sorted(tomorrow.corners.shown().corners)


def test_the_whole_picture_may_be_chosen_against_the_configuration(tmp_path):
    configured = ((160, 90), (480, 90), (480, 270), (160, 270))
    evening = Evening(tmp_path, configured=configured)
    assert ["No mat is seen: what lies within the corners of the configuration is read."] == evening.says()
    assert (320, 180) == evening.read_size()

    evening.corners.choose([])
    assert (640, 360) == evening.read_size()
    assert (640, 360) == Evening(tmp_path, configured=configured).read_size()


def test_what_is_no_table_is_named_and_changes_nothing(tmp_path):
    evening = Evening(tmp_path)
    tiny = [(0.1, 0.1), (0.12, 0.1), (0.12, 0.12), (0.1, 0.12)]
    assert ["that is too small for a table"] == [str(each).split(":")[0] for each in evening.corners.faults(tiny)]
    with pytest.raises(BadInput, match="that is too small for a table"):
        evening.corners.choose(tiny)
    assert ((640, 360), []) == (evening.read_size(), evening.told)


@pytest.mark.parametrize("ask", [lambda corners: corners.faults(CORNERS), lambda corners: corners.choose(CORNERS)])
def test_before_the_first_picture_nothing_can_be_tapped(tmp_path, ask):
    corners = Evening(tmp_path, picture=None).corners
    assert corners.picture() is None
    with pytest.raises(BadInput, match="there is no picture of the table yet"):
        ask(corners)


def test_the_picture_to_tap_in_is_all_of_it_though_the_live_picture_is_cropped_to_the_table(tmp_path):
    evening = Evening(tmp_path)
    evening.corners.choose(CORNERS)
    shown = cv2.imdecode(np.frombuffer(evening.corners.picture(), np.uint8), cv2.IMREAD_COLOR)
    assert ((360, 640), (181, 321)) == (shown.shape[:2], evening.watch.crop(TABLE).shape[:2])


def test_b15_a_camera_that_was_bumped_is_told_and_nothing_is_read_until_the_corners_are_right(tmp_path):
    evening = Evening(tmp_path)
    evening.corners.choose(CORNERS)
    evening.look_on()
    assert evening.watch.trouble is None
    evening.camera.picture = np.roll(TABLE, 12, axis=1)

    with pytest.raises(CameraTrouble, match="the camera or the table was moved: put it back, or tap the corners"):
        evening.reader.read_table(CENTRE)
    evening.look_on(12)
    assert ["the camera or the table was moved"] == evening.says()[:1]

    evening.corners.choose(CORNERS)
    assert (320, 180) == evening.read_size()


def test_b15_a_camera_that_was_moved_while_the_companion_was_off_is_noticed(tmp_path):
    Evening(tmp_path).corners.choose(CORNERS)
    with pytest.raises(CameraTrouble, match="the camera or the table was moved"):
        Evening(tmp_path, np.roll(TABLE, 12, axis=1)).reader.read_table(CENTRE)


def test_b15_corners_of_the_configuration_are_held_against_the_first_picture(tmp_path):
    evening = Evening(tmp_path, configured=((160, 90), (480, 90), (480, 270), (160, 270)))
    evening.look_on()
    assert (320, 180) == evening.read_size()
    evening.camera.picture = np.roll(TABLE, 12, axis=1)
    with pytest.raises(CameraTrouble, match="the camera or the table was moved"):
        evening.reader.read_table(CENTRE)


MAT = photograph()
ALL_HIDDEN = hide(MAT, CUBO, *MarkerPosition)


def test_a_mat_that_is_seen_needs_no_corners_and_wins(tmp_path):
    evening = Evening(tmp_path, MAT)
    evening.corners.choose(CORNERS)
    evening.look_on()
    assert evening.corners.shown().mat
    assert ["A mat lies there and tells where everything is: nothing needs to be tapped."] == evening.says()


def test_when_all_markers_of_a_known_mat_are_hidden_from_the_start_it_is_asked_and_nothing_is_read(tmp_path):
    Evening(tmp_path, MAT).look_on()
    evening = Evening(tmp_path, ALL_HIDDEN)
    evening.look_on()

    assert ["I do not see the mat that belongs to this table"] == evening.says()[:1]
    with pytest.raises(
        CameraTrouble, match="the mat that belongs to this table: clear its markers, or say on the page"
    ):
        evening.reader.read_table(CENTRE)

    evening.camera.picture = MAT
    evening.look_on()
    assert evening.watch.trouble is None


def test_people_who_play_without_their_mat_say_so_once(tmp_path):
    Evening(tmp_path, MAT).look_on()
    evening = Evening(tmp_path, TABLE)
    evening.corners.choose([])
    assert (640, 360) == evening.read_size()
    assert ["No mat is seen: the whole picture is read."] == Evening(tmp_path, TABLE).says()


def test_a_mat_that_is_taken_away_is_asked_about_until_somebody_says_how_to_look(tmp_path):
    evening = Evening(tmp_path, MAT)
    evening.look_on()
    evening.camera.picture = TABLE
    evening.look_on(12)
    assert (["I no longer see the mat"], False) == (evening.says()[:1], evening.corners.shown().mat)

    evening.corners.choose(CORNERS)
    evening.look_on()
    assert (320, 180) == evening.read_size()
