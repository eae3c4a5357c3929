"""The eyes on a real print: zones of the mat, averaged frames, and no reading where nobody knows what lies where."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.effects import Look
from companion.errors import BadInput
from companion.observations import Colour, Kind
from companion.store import Store
from companion.table import Seat
from companion.texts import say
from device.appliance import Appliance
from device.clock import FakeClock
from device.eyes import FRAMES, Eyes
from device.keeper import Keeper
from device.loop import Loop
from device.presses.arbiter import Arbiter
from device.watch import Ground, Watch
from tests.matches import PLAYERS
from tests.vision.photographed import CAMERAS, CUBO, dice_on, hide, photograph
from vision.camera.capture import Health, State
from vision.camera.lighting import LOOSE
from vision.camera.source import CameraTrouble, Frame
from vision.scene.render import Camera, VirtualDie
from vision.table.mat import Place
from vision.table.views import tapped

NAME = say("the fake camera")
CENTRE = Look("centre", Kind.DICE, say("The centre dice"), dice=4)
ADAS = Look("square-1", Kind.CUBO, say("The square of Ada"), Seat(1), 9)
BUMPED = Camera(500, target_mm=(9, -5))
THROWN = (6, 3, 2, 5)
CENTRE_DICE = dice_on(
    CUBO,
    "centre",
    [
        VirtualDie(-20, -55, 20, 6, Colour.RED),
        VirtualDie(15, -20, 50, 3, Colour.BLUE),
        VirtualDie(-10, 25, 70, 2, Colour.RED),
        VirtualDie(18, 55, 10, 5, Colour.BLUE),
    ],
)
SQUARE = (5, 3, 1, 6, 4, 2, 1, 5, 6)
ADAS_DICE = dice_on(
    CUBO,
    "seat-1",
    [
        VirtualDie(
            (at % 3 - 1) * 16.6,
            (at // 3 - 1) * 16.6,
            0,
            value,
            Colour.WHITE if at == 4 else (Colour.RED, Colour.BLUE)[at % 2],
        )
        for at, value in enumerate(SQUARE)
    ],
)


@lru_cache
def seen(camera="above", dice=CENTRE_DICE + ADAS_DICE, size=(1920, 1080)):
    return photograph(camera=CAMERAS.get(camera, BUMPED), dice=dice, size=size)


def watched(camera="above", dice=()):
    """What a camera streams, smaller than what is read."""
    return seen(camera, dice, (1280, 720))


class Showing:
    """A camera that shows one picture until it is given another; each frame has noise of its own."""

    camera = NAME

    def __init__(self, picture, clock=None):
        self.picture = picture
        self.clock = clock or FakeClock(1_000)
        self.taken = 0
        self.steered = []

    def still(self, after_ns, timeout_s):
        self.taken += 1
        return self.frame(after_ns)

    def frame(self, at):
        noise = np.random.default_rng(self.taken).integers(-3, 4, self.picture.shape[:2])[..., None]
        return Frame(np.clip(self.picture + noise, 0, 255).astype(np.uint8), at, NAME, number=self.taken)

    def steer(self, controls):
        self.steered.append(controls)

    def health(self):
        return Health(State.RUNNING, NAME)

    def latest(self):
        return None


def eyes_on(picture):
    camera = Showing(picture)
    return Eyes(camera, camera.clock.now, watch=Watch(camera))


def kept(sight):
    return cv2.imdecode(np.frombuffer(sight.jpeg, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("camera", ["above", "27 degrees, turned"])
def test_each_zone_is_read_by_itself_though_dice_lie_in_both(camera):
    eyes = eyes_on(seen(camera))
    centre, square = eyes.look(CENTRE).event, eyes.look(ADAS).event

    assert (THROWN, True) == (centre.observation.values, centre.observation.sure)
    assert (SQUARE, True) == (square.observation.values, square.observation.sure)


def test_the_photograph_that_is_kept_shows_the_zone_only_and_the_dice_lie_in_it_where_they_are_said_to():
    sight = eyes_on(seen()).look(CENTRE)
    picture = kept(sight)
    zone = CUBO.zone_of("centre").rect

    assert pytest.approx(zone.height / zone.width, abs=0.05) == picture.shape[0] / picture.shape[1]
    for die in sight.event.observation.dice:
        x, y = (round(each) for each in die.centre)
        blue, _, red = picture[y - 12 : y + 12, x - 12 : x + 12].reshape(-1, 3).mean(axis=0)
        assert (die.colour is Colour.RED) == (red > blue)


def test_several_pictures_are_taken_for_one_reading():
    eyes = eyes_on(seen())
    eyes.look(CENTRE)
    assert FRAMES == eyes.camera.taken


def test_a_camera_that_was_bumped_between_two_readings_is_refused_while_it_swings():
    """B15."""
    eyes = eyes_on(seen())
    eyes.look(CENTRE)
    frames = iter([seen(), seen(), seen(), seen("bumped")])
    eyes.camera.still = lambda after_ns, timeout_s: Frame(next(frames), after_ns, NAME)

    with pytest.raises(CameraTrouble, match="the camera or the mat was moved: take your hands away"):
        eyes.look(CENTRE)


def test_a_camera_that_was_bumped_and_rests_is_measured_anew_and_reads_right():
    eyes = eyes_on(seen())
    eyes.look(CENTRE)
    eyes.camera.picture = seen("bumped")
    again = eyes.look(CENTRE).event.observation

    assert (THROWN, True) == (again.values, again.sure)


def test_with_two_markers_hidden_from_the_start_nothing_is_read():
    eyes = eyes_on(hide(seen(), CUBO, Place.LEFT, Place.TOP))
    with pytest.raises(CameraTrouble, match="I cannot see the marker in the middle of the upper side"):
        eyes.look(CENTRE)


def test_a_seat_that_the_mat_does_not_have_is_said():
    look = Look("square-6", Kind.CUBO, say("The square of Fred"), Seat(6), 9)
    with pytest.raises(CameraTrouble, match="this mat has no place for seat 6"):
        eyes_on(seen()).look(look)


def test_without_a_mat_the_whole_picture_is_read():
    table = np.full((480, 640, 3), 90, np.uint8)
    sight = eyes_on(table).look(CENTRE)
    assert ("I see no dice",) == tuple(map(str, sight.event.observation.problems))
    assert (480, 640) == kept(sight).shape[:2]


def test_without_a_mat_the_corners_of_the_table_may_be_named():
    eyes = eyes_on(np.full((480, 640, 3), 90, np.uint8))
    eyes.watch.without = Ground(tapped([(100, 80), (500, 80), (500, 380), (100, 380)], (640, 480)))
    assert (300, 400) == kept(eyes.look(CENTRE)).shape[:2]


def test_swapped_colours_are_never_sure():
    """D10."""
    sight = eyes_on(np.ascontiguousarray(seen()[..., ::-1])).look(CENTRE)
    assert not sight.event.observation.sure
    assert "red and blue are swapped in this camera's pictures" in map(str, sight.event.observation.problems)


def as_jpeg(picture):
    return cv2.imencode(".jpg", picture)[1].tobytes()


def test_a_telephones_photograph_of_the_mat_is_read_by_zones_too():
    sight = Eyes(None, lambda: 5).look_at(ADAS, as_jpeg(seen("35 degrees")))
    assert (SQUARE, True) == (sight.event.observation.values, sight.event.observation.sure)


@pytest.mark.parametrize("hidden", [2, 5, 7])
def test_a_telephones_photograph_with_half_a_mat_is_asked_about(hidden):
    half = hide(seen(), CUBO, *list(Place)[:hidden])
    with pytest.raises(CameraTrouble, match="I cannot see the top left marker"):
        Eyes(None, lambda: 5).look_at(ADAS, as_jpeg(half))


ONE_MARKER = hide(seen(), CUBO, *list(Place)[1:])


def test_with_one_marker_in_sight_nothing_is_read_and_it_is_asked():
    eyes = eyes_on(ONE_MARKER)
    with pytest.raises(CameraTrouble, match="I see only one marker of a mat: clear the others, or say on the page"):
        eyes.look(CENTRE)


def test_one_marker_says_nothing_against_a_table_that_people_have_described():
    eyes = eyes_on(ONE_MARKER)
    eyes.watch.without = Ground(chosen=True)
    assert ONE_MARKER.shape == kept(eyes.look(CENTRE)).shape


def test_a_marker_that_is_seen_once_is_an_accident():
    eyes = eyes_on(np.full((1080, 1920, 3), 90, np.uint8))
    for picture in (ONE_MARKER, ONE_MARKER, eyes.camera.picture):
        eyes.watch.look(Frame(picture, eyes.camera.clock.advance(10**9), NAME))

    assert None is eyes.watch.trouble


def test_a_telephones_photograph_without_a_mat_is_read_as_a_whole():
    sight = Eyes(None, lambda: 5).look_at(CENTRE, as_jpeg(np.full((480, 640, 3), 90, np.uint8)))
    assert (480, 640) == kept(sight).shape[:2]


def test_without_a_camera_the_ways_out_are_named():
    with pytest.raises(BadInput, match="take a photograph with a telephone"):
        Eyes(None, lambda: 5).look(CENTRE)


# The appliance, which looks by itself


class Watched:
    """A match of two on the mat, whose centre dice wait to be read."""

    def __init__(self, folder):
        self.clock = FakeClock(1_000)
        self.camera = Showing(watched(), self.clock)
        self.keeper = Keeper(Store(folder), self.clock.now, lambda: "today")
        self.loop = Loop(self.keeper, Arbiter(), self.clock)
        self.watch = Watch(self.camera)
        eyes = Eyes(self.camera, self.clock.now, watch=self.watch)
        self.appliance = Appliance(self.keeper, self.loop, eyes, self.clock, self.camera, lambda: 7)
        self.says = {}
        self.looked = []
        self.appliance._looking.submit = lambda work, look: self.looked.append((work, look))
        self.loop.ask = Done
        self.keeper.start("cubo", PLAYERS, {}, 7)

    def pass_(self, picture, frames=20):
        """Let frames pass, ten a second."""
        self.camera.picture = picture
        for _ in range(frames):
            self.camera.taken += 1
            at, number = self.clock.advance(100_000_000), self.camera.taken
            self.watch.look(Frame(picture, at, NAME, says=self.says, number=number))
            self.appliance.look_after()

    @property
    def notices(self):
        return [str(each.text) for each in self.appliance.snapshot().notices]


class Done:
    """What the loop answers when the work is done at once."""

    def __init__(self, work):
        self.answer = work()

    def result(self, timeout_s):
        return self.answer


@pytest.fixture
def table(tmp_path):
    table = Watched(tmp_path)
    yield table
    table.keeper.store.close()


def test_dice_that_come_to_rest_in_the_zone_that_waits_are_read_once(table):
    """A10: and not before."""
    table.pass_(watched())
    assert [] == table.looked
    table.pass_(watched(dice=CENTRE_DICE), 40)
    assert ["centre"] == [look.zone for _, look in table.looked]

    work, look = table.looked[0]
    work(look)
    (picture,) = [each for each in table.appliance.snapshot().match.view.pictures if each.zone == "centre"]
    assert sorted(THROWN) == sorted(picture.observation.values)


def test_dice_in_a_zone_that_nobody_waits_for_are_left_alone(table):
    table.pass_(watched())
    table.pass_(watched(dice=ADAS_DICE), 40)
    assert [] == table.looked


def test_a_zone_without_dice_brings_no_picture(table):
    work = table.appliance._see_by_itself
    table.pass_(watched())
    work(CENTRE)
    assert () == table.appliance.snapshot().match.view.pictures


def test_a_bumped_camera_is_told_on_the_page_until_it_is_right_again(table):
    table.pass_(watched())
    assert [] == table.notices
    table.pass_(watched("bumped"), 8)
    assert ["the camera or the mat was moved"] == table.notices
    table.pass_(watched("bumped"), 20)
    assert [] == table.notices


GAINS = {"ColourGains": (1.81, 1.52), "LensPosition": 2.5, "ExposureTime": 20_000}


def test_white_balance_and_focus_are_locked_once_the_mat_is_known(table):
    """A13, A14, D17."""
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
        table.appliance.eyes.look(CENTRE)


def test_while_something_is_being_read_the_exposure_stays_as_it_is(table):
    table.says = EXPOSED
    table.pass_(watched(), 40)
    with table.appliance.eyes._reading:
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
    """A13, D17."""
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
    table.pass_(hide(watched(), CUBO, Place.BOTTOM))
    assert ["I cannot see the marker in the middle of the lower side"] == table.notices


def test_while_nothing_changes_the_page_is_not_told_anything_new(table):
    table.pass_(hide(watched(), CUBO, Place.BOTTOM))
    version = table.appliance.snapshot().version
    table.pass_(hide(watched(), CUBO, Place.BOTTOM))
    assert version == table.appliance.snapshot().version


def test_the_live_picture_is_cropped_to_the_mat(table):
    whole = watched()
    assert whole.shape == table.watch.crop(whole).shape
    table.pass_(whole)
    cropped = table.watch.crop(whole)
    assert cropped.shape[1] < 0.85 * whole.shape[1]
    assert pytest.approx(380 / 276, abs=0.03) == cropped.shape[1] / cropped.shape[0]
