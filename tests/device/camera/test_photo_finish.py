"""The photo finish: the picture nearest to the edge of a call, on fake time; and no other one in its place."""

from dataclasses import replace

import numpy as np
import pytest

from companion.effects import FINISH, Announced
from companion.events import By, Confirmed, Pressed, Redone, Saw, Undone
from companion.games.monster_cube.events import MoveWanted, TilesDealt
from companion.service import Snapshot
from companion.session import fold
from companion.store import Store
from companion.table import Player, Seat
from device.camera.photo_finish import PhotoFinish, PhotoFinishParams, Ring
from device.composition import RunOptions, running
from device.config import Config, DataConfig
from device.hardware.clock import MS, SECOND, FakeClock
from device.hardware.config import SoundConfig
from device.match_service import MatchService
from device.publisher import StatePublisher
from tests.vision.camera.fakes import A_CAMERA, PATIENT_S, picture
from vision.camera.source import Frame
from vision.frame import decode
from web.versions import view_version

ADA, BEN = Seat(1), Seat(2)
PLAYERS = (Player(ADA, "Ada"), Player(BEN, "Ben"))
FRAME = 33 * MS
WIDE = (1920, 1080)


class Table:
    """A match of Monster Cube in which everybody searches, a camera of thirty frames a second, and a loop by hand."""

    def __init__(self, folder):
        self.clock = FakeClock(100 * SECOND)
        self.asked = []
        publisher = StatePublisher(Snapshot(version=1, match=None))
        self.finish = PhotoFinish(publisher, None, self.asked.append, self.clock.now)
        self.match_service = MatchService(
            Store(folder),
            self.clock.now,
            lambda: "today",
            publisher,
            effect_listeners=(self.finish.effects_happened,),
        )
        self.match_service.start("monster-cube", PLAYERS, {}, 7)
        self.feed(TilesDealt(0))
        self.feed(Confirmed(0))
        self.shades = {}

    def feed(self, event):
        answer = self.match_service.feed(replace(event, at=self.clock.now()))
        assert answer.accepted, str(answer.why)

    def films(self, frames, size=(64, 48)):
        """Let `frames` pass, each of another shade."""
        for _ in range(frames):
            self.clock.advance(FRAME)
            shade = 10 * (len(self.shades) % 20 + 1)
            self.shades[self.clock.now()] = shade
            self.finish.turn(Frame(picture(shade, size), self.clock.now(), A_CAMERA))

    def waits(self, ns):
        """Let time pass in which the camera is silent."""
        self.clock.advance(ns)
        self.finish.turn(None)

    def presses(self, ago, seat=BEN):
        """Judge a press whose edge was `ago` nanoseconds before now."""
        at = self.clock.now() - ago
        assert self.match_service.feed(Pressed(at, seat, By.BUTTON)).accepted
        return at

    def works(self):
        """Do what the loop was asked to."""
        while self.asked:
            self.asked.pop(0)(self.match_service)

    @property
    def shown(self):
        """The shade of the photo finish on the page, or None where there is none."""
        digests = [
            each.picture for each in self.match_service.publisher.snapshot().match.view.pictures if each.zone == FINISH
        ]
        return round(float(decode(self.match_service.store.picture(digests[0])).mean())) if digests else None

    @property
    def notices(self):
        return [str(notice.text) for notice in self.match_service.publisher.snapshot().notices]

    def events(self):
        return [type(event) for event in self.match_service.store.events(self.match_service.number)]


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.match_service.store.close()


NOTHING = "there is no picture of the moment of the call: the camera sent none in time"


@pytest.mark.parametrize("ago_ms", [0, 3, 15, 18, 33, 50, 140, 400])
def test_the_frame_nearest_to_the_edge_is_shown(table, ago_ms):
    table.films(20)
    at = table.presses(ago_ms * MS)
    table.films(1)
    table.works()

    assert min(abs(each - at) for each in table.shades) <= FRAME // 2
    assert table.shades[min(table.shades, key=lambda each: abs(each - at))] == table.shown


def test_the_frame_after_the_edge_is_waited_for(table):
    table.films(10)
    table.clock.advance(30 * MS)
    table.presses(0)
    table.finish.turn(None)
    assert [] == table.asked  # 3 ms later there may be a nearer one

    table.films(1)
    table.works()
    assert 100 == table.shown


def test_the_picture_is_journalled_and_folds_to_the_same_match(table):
    table.films(5)
    table.presses(0)
    table.films(1)
    table.works()

    assert [Pressed, Saw] == table.events()[-2:]
    assert table.match_service.match == fold(table.match_service.store.events(table.match_service.number))


def test_the_loop_is_only_asked_once_the_picture_is_ready(table):
    table.films(5)
    table.presses(0)
    assert [] == table.asked

    table.films(1)
    assert 1 == len(table.asked)


def test_a_camera_that_fell_silent_before_the_call_gives_no_picture_and_it_is_said(table):
    table.films(10)
    table.waits(2 * SECOND)
    table.presses(0)
    table.waits(PhotoFinishParams().patience_ns)
    table.works()

    assert (None, [NOTHING]) == (table.shown, table.notices)
    assert Pressed is table.events()[-1]


def test_a_camera_that_falls_silent_at_the_call_gives_the_last_picture_before_it(table):
    table.films(10)
    table.presses(0)
    table.waits(PhotoFinishParams().patience_ns)
    table.works()

    assert (100, []) == (table.shown, table.notices)


def test_what_was_said_about_a_missing_picture_goes_with_the_next_one(table):
    table.presses(0)
    table.waits(PhotoFinishParams().patience_ns)
    table.works()
    assert [NOTHING] == table.notices

    table.feed(Undone(0))
    table.films(3)
    table.presses(0)
    table.films(1)
    table.works()
    assert [] == table.notices


def test_an_earlier_press_that_comes_late_has_a_picture_of_its_own(table):
    table.films(20)
    table.presses(20 * MS, BEN)
    table.films(1)
    table.works()
    earlier = table.presses(120 * MS, ADA)
    table.films(1)
    table.works()

    assert table.shades[min(table.shades, key=lambda each: abs(each - earlier))] == table.shown


def test_taking_back_takes_back_the_call_and_not_only_its_picture(table):
    table.films(5)
    table.presses(0)
    table.films(1)
    table.works()
    table.feed(Undone(0))

    assert None is table.match_service.match.referee.state.showing
    assert table.match_service.match.can_redo


def test_a_call_that_is_done_again_keeps_its_own_picture(table):
    table.films(5)
    table.presses(0)
    table.films(1)
    table.works()
    was = table.shown
    table.feed(Undone(0))
    table.films(10)
    table.feed(Redone(0))
    table.films(10)
    table.works()

    assert was == table.shown


def test_the_picture_takes_nothing_from_what_can_be_done_again(table):
    table.films(5)
    table.presses(0)
    table.films(1)
    table.works()
    table.feed(MoveWanted(0, wanted=True))
    for _ in range(2):
        table.feed(Undone(0))
    table.feed(Redone(0))
    table.works()

    assert table.match_service.match.can_redo


def test_the_picture_leaves_what_was_said_and_what_is_agreed_to_as_they_were(table):
    table.films(5)
    table.presses(0)
    said, mark = (
        table.match_service.publisher.snapshot().last,
        view_version(table.match_service.publisher.snapshot().match),
    )
    table.films(1)
    table.works()

    assert isinstance(said[0], Announced)
    assert said == table.match_service.publisher.snapshot().last
    assert mark == view_version(table.match_service.publisher.snapshot().match)


def test_the_picture_of_a_match_that_was_closed_is_thrown_away(table):
    table.films(5)
    table.presses(0)
    table.films(1)
    table.match_service.leave()
    table.works()

    assert Pressed is table.events()[-1]


def test_nothing_is_kept_while_no_press_counts(table):
    table.match_service.leave()
    table.films(10)

    assert 0 == table.finish.ring.nbytes


def test_the_ring_is_small_however_long_it_runs(table):
    table.films(60, WIDE)

    assert 36 * 960 * 540 * 3 == table.finish.ring.nbytes


def test_a_part_of_a_picture_does_not_keep_all_of_it_alive():
    ring = Ring()
    whole = np.zeros((1080, 1920, 3), np.uint8)
    ring.add(Frame(whole, 0, A_CAMERA), lambda image: image[100:200, 100:300])

    kept = ring.nearest(0).image
    assert (100, 200, 3) == kept.shape
    assert not np.shares_memory(kept, whole)


def test_a_table_without_a_camera_plays_on_without_a_picture(tmp_path):
    match_service = MatchService(Store(tmp_path), FakeClock(SECOND).now, lambda: "today")
    match_service.start("monster-cube", PLAYERS, {}, 7)
    for event in (TilesDealt(SECOND), Confirmed(SECOND), Pressed(2 * SECOND, BEN, By.BUTTON)):
        match_service.feed(event)

    assert ((), ()) == (
        match_service.publisher.snapshot().match.view.pictures,
        match_service.publisher.snapshot().notices,
    )
    match_service.store.close()


def test_the_simulated_table_freezes_the_moment_of_a_call(tmp_path):
    config = Config(data=DataConfig(tmp_path), sound=SoundConfig(volume=0))
    with running(config, RunOptions(simulate=True, seed=3)) as table:
        service = table.service
        service.start("monster-cube", PLAYERS, {}, "start")
        service.send("TilesDealt", {}, "deal")
        service.send("Confirmed", {}, "agree")
        table.camera.capture.fresh(service.now(), PATIENT_S)  # the first picture takes a while to draw
        before = service.snapshot().version
        assert service.press(BEN, "press").accepted
        while not (pictures := service.snapshot().match.view.pictures) and service.snapshot().version < before + 9:
            before = service.wait(before, PATIENT_S).version

        assert (540, 960, 3) == decode(service.picture(pictures[0].picture)).shape
        assert () == service.snapshot().notices
