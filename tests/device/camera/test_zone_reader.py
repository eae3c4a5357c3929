"""The zone reader on a real print: zones of the mat, averaged frames, no reading where nobody knows what lies where."""

import cv2
import numpy as np
import pytest

from companion.effects import ReadRequest
from companion.errors import BadInput
from companion.observations import Colour, Kind
from companion.table import Seat
from companion.texts import say
from device.camera.table_monitor import TableMonitor, TableWithoutMat
from device.camera.zone_reader import FRAMES, ZoneReader
from tests.device.camera.on_the_mat import ADAS, CENTRE, NAME, SQUARE, THROWN, Showing, seen
from tests.vision.photographed import CUBO, dice_on, hide
from vision.camera.source import CameraTrouble, Frame
from vision.render.render import VirtualDie
from vision.table.mat import MarkerPosition
from vision.table.views import tapped


def reader_on(picture):
    camera = Showing(picture)
    return ZoneReader(camera, camera.clock.now, monitor=TableMonitor(camera))


def kept(sight):
    return cv2.imdecode(np.frombuffer(sight.jpeg, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("camera", ["above", "27 degrees, turned"])
def test_each_zone_is_read_by_itself_though_dice_lie_in_both(camera):
    reader = reader_on(seen(camera))
    centre, square = reader.read_table(CENTRE).event, reader.read_table(ADAS).event

    assert (THROWN, True) == (centre.observation.values, centre.observation.sure)
    assert (SQUARE, True) == (square.observation.values, square.observation.sure)


def test_the_photograph_that_is_kept_shows_the_zone_only_and_the_dice_lie_in_it_where_they_are_said_to():
    sight = reader_on(seen()).read_table(CENTRE)
    picture = kept(sight)
    zone = CUBO.zone_of("centre").rect

    assert pytest.approx(zone.height / zone.width, abs=0.05) == picture.shape[0] / picture.shape[1]
    for die in sight.event.observation.dice:
        x, y = (round(each) for each in die.centre)
        blue, _, red = picture[y - 12 : y + 12, x - 12 : x + 12].reshape(-1, 3).mean(axis=0)
        assert (die.colour is Colour.RED) == (red > blue)


def test_several_pictures_are_taken_for_one_reading():
    reader = reader_on(seen())
    reader.read_table(CENTRE)
    assert FRAMES == reader.camera.taken


def test_a_camera_that_was_bumped_between_two_readings_is_refused_while_it_swings():
    """While the camera swings, its old calibration does not hold, so nothing may be read with it."""
    reader = reader_on(seen())
    reader.read_table(CENTRE)
    frames = iter([seen(), seen(), seen(), seen("bumped")])
    reader.camera.still = lambda after_ns, timeout_s: Frame(next(frames), after_ns, NAME)

    with pytest.raises(CameraTrouble, match="the camera or the mat was moved: take your hands away"):
        reader.read_table(CENTRE)


def test_a_camera_that_was_bumped_and_rests_is_measured_anew_and_reads_right():
    reader = reader_on(seen())
    reader.read_table(CENTRE)
    reader.camera.picture = seen("bumped")
    again = reader.read_table(CENTRE).event.observation

    assert (THROWN, True) == (again.values, again.sure)


def test_with_two_markers_hidden_from_the_start_nothing_is_read():
    reader = reader_on(hide(seen(), CUBO, MarkerPosition.LEFT, MarkerPosition.TOP))
    with pytest.raises(CameraTrouble, match="I cannot see the marker in the middle of the upper side"):
        reader.read_table(CENTRE)


def test_a_seat_that_the_mat_does_not_have_is_said():
    look = ReadRequest("square-6", Kind.CUBO, say("The square of Fred"), Seat(6), 9)
    with pytest.raises(CameraTrouble, match="this mat has no place for seat 6"):
        reader_on(seen()).read_table(look)


def test_without_a_mat_the_whole_picture_is_read():
    table = np.full((480, 640, 3), 90, np.uint8)
    sight = reader_on(table).read_table(CENTRE)
    assert ("I see no dice",) == tuple(map(str, sight.event.observation.problems))
    assert (480, 640) == kept(sight).shape[:2]


def test_without_a_mat_the_corners_of_the_table_may_be_named():
    reader = reader_on(np.full((480, 640, 3), 90, np.uint8))
    reader.monitor.without = TableWithoutMat(tapped([(100, 80), (500, 80), (500, 380), (100, 380)], (640, 480)))
    assert (300, 400) == kept(reader.read_table(CENTRE)).shape[:2]


def test_swapped_colours_are_never_sure():
    """Where red and blue are swapped, every colour of a reading is wrong."""
    sight = reader_on(np.ascontiguousarray(seen()[..., ::-1])).read_table(CENTRE)
    assert not sight.event.observation.sure
    assert "red and blue are swapped in this camera's pictures" in map(str, sight.event.observation.problems)


def as_jpeg(picture):
    return cv2.imencode(".jpg", picture)[1].tobytes()


def test_a_telephones_photograph_of_the_mat_is_read_by_zones_too():
    sight = ZoneReader(None, lambda: 5).read_photograph(ADAS, as_jpeg(seen("35 degrees")))
    assert (SQUARE, True) == (sight.event.observation.values, sight.event.observation.sure)


@pytest.mark.parametrize("hidden", [2, 5, 7])
def test_a_telephones_photograph_with_half_a_mat_is_asked_about(hidden):
    half = hide(seen(), CUBO, *list(MarkerPosition)[:hidden])
    with pytest.raises(CameraTrouble, match="I cannot see the top left marker"):
        ZoneReader(None, lambda: 5).read_photograph(ADAS, as_jpeg(half))


ONE_MARKER = hide(seen(), CUBO, *list(MarkerPosition)[1:])


def test_with_one_marker_in_sight_nothing_is_read_and_it_is_asked():
    reader = reader_on(ONE_MARKER)
    with pytest.raises(CameraTrouble, match="I see only one marker of a mat: clear the others, or say on the page"):
        reader.read_table(CENTRE)


def test_one_marker_says_nothing_against_a_table_that_people_have_described():
    reader = reader_on(ONE_MARKER)
    reader.monitor.without = TableWithoutMat(chosen=True)
    assert ONE_MARKER.shape == kept(reader.read_table(CENTRE)).shape


def test_a_marker_that_is_seen_once_is_an_accident():
    reader = reader_on(np.full((1080, 1920, 3), 90, np.uint8))
    for picture in (ONE_MARKER, ONE_MARKER, reader.camera.picture):
        reader.monitor.observe(Frame(picture, reader.camera.clock.advance(10**9), NAME))

    assert None is reader.monitor.trouble


def test_a_telephones_photograph_without_a_mat_is_read_as_a_whole():
    sight = ZoneReader(None, lambda: 5).read_photograph(CENTRE, as_jpeg(np.full((480, 640, 3), 90, np.uint8)))
    assert (480, 640) == kept(sight).shape[:2]


def test_without_a_camera_the_ways_out_are_named():
    with pytest.raises(BadInput, match="take a photograph with a telephone"):
        ZoneReader(None, lambda: 5).read_table(CENTRE)


LEANS = "die 1 (a 3?) may lean or lie on another one: look at it, or throw it again"


@pytest.mark.parametrize(("lean_deg", "asked"), [(0, ()), (32, (LEANS,))])
def test_on_a_mat_a_die_alone_is_seen_to_lean(lean_deg, asked):
    (die,) = dice_on(CUBO, "centre", [VirtualDie(15, -20, 50, 3, Colour.BLUE, lean_deg=lean_deg)])
    sight = reader_on(seen("8 degrees", (die,))).read_table(CENTRE)

    assert asked == tuple(map(str, sight.event.observation.problems))


def test_an_upload_on_which_a_reader_fails_is_refused_in_words():
    def fails(image):
        raise cv2.error("OpenCV(5.0.0) resize.cpp:4223: error: (-215:Assertion failed) !dsize.empty()")

    reader = ZoneReader(None, lambda: 0, {CENTRE.kind: fails})
    photograph = cv2.imencode(".jpg", np.full((200, 300, 3), 90, np.uint8))[1].tobytes()

    with pytest.raises(BadInput, match="this picture cannot be read: take another one"):
        reader.read_photograph(CENTRE, photograph)
