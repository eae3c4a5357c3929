"""Tracking the mat: bumped cameras, hands over markers, glare on a marker."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.vision.photographed import CAMERAS, CUBO, LIGHTS, hide, photograph, to_pixels
from vision.render.render import VirtualCamera
from vision.table.follow import Follower, TrackingState
from vision.table.mat import PLAIN, MarkerPosition, mat_for

BUMPED = VirtualCamera(500, target_mm=(6, -4))
"""A bump against the arm: everything is about fifteen pixels further."""


@lru_cache
def seen(camera=CAMERAS["above"], mat=CUBO):
    return photograph(mat, camera=camera)


def follow(*pictures, follower=None):
    """Give a follower some pictures, one after the other."""
    follower = follower or Follower()
    for picture in pictures:
        follower = follower.feed(picture)
    return follower


@pytest.fixture(scope="module")
def right():
    return follow(*[seen()] * 3)


def furthest_px(follower, camera):
    places = np.array([zone.rect.centre for zone in CUBO.zones])
    return float(np.abs(follower.known.pose.to_picture(places) - to_pixels(places, camera=camera)).max())


TABLE = np.full((720, 1280, 3), 90, np.uint8)


def test_a_table_without_a_mat_has_none_and_may_be_scored():
    follower = follow(*[TABLE] * 20)
    assert (TrackingState.NO_MAT, None, None) == (follower.state, follower.trouble, follower.trouble_in(TABLE))


def test_a_mat_that_rests_is_known_after_three_frames(right):
    assert TrackingState.UNFIT == follow(seen()).state
    assert TrackingState.UNFIT == follow(seen(), seen()).state
    assert (TrackingState.RIGHT, None) == (right.state, right.trouble)
    assert furthest_px(right, CAMERAS["above"]) < 0.5


def test_nothing_is_scored_before_the_mat_is_known():
    follower = follow(seen())
    assert follower.trouble is not None
    assert follower.trouble_in(seen()) is not None


def test_a_mat_with_two_hidden_markers_is_asked_about_and_not_ignored():
    covered = hide(seen(), CUBO, MarkerPosition.LEFT, MarkerPosition.TOP)
    follower = follow(*[covered] * 5)

    message = "I cannot see the marker in the middle of the upper side, the marker in the middle of the left side"
    assert (TrackingState.UNFIT, message) == (follower.state, str(follower.trouble.what))
    assert TrackingState.RIGHT == follow(*[seen()] * 3, follower=follower).state


def test_a_hand_that_passes_changes_nothing_and_the_hidden_markers_are_named(right):
    covered = hide(seen(), CUBO, MarkerPosition.RIGHT, MarkerPosition.BOTTOM, MarkerPosition.BOTTOM_RIGHT)
    follower = follow(*[covered] * 50, follower=right)

    assert (TrackingState.RIGHT, right.known, None) == (follower.state, follower.known, follower.trouble)
    assert (MarkerPosition.BOTTOM_RIGHT, MarkerPosition.RIGHT, MarkerPosition.BOTTOM) == follower.hidden
    assert str(follower.note).startswith("I cannot see the bottom right marker, the marker in the middle of the right")
    assert follower.trouble_in(covered) is None


def test_when_the_hand_is_gone_nothing_is_hidden_any_more(right):
    follower = follow(hide(seen(), CUBO, MarkerPosition.TOP), seen(), follower=right)
    assert ((), None) == (follower.hidden, follower.note)


def test_a_bumped_camera_is_noticed_in_the_very_picture_that_would_be_read(right):
    """A picture of a moved mat must not be rectified with the old pose."""
    assert "the camera or the mat was moved" == str(right.trouble_in(seen(BUMPED)).what)


def test_a_bumped_camera_is_moved_after_two_frames_and_right_again_when_it_rests(right):
    """A bumped camera is reported, and calibrated again once it rests."""
    bumped = seen(BUMPED)
    states = [follow(*[bumped] * frames, follower=right).state for frames in (1, 2, 3)]
    assert [TrackingState.RIGHT, TrackingState.MOVED, TrackingState.RIGHT] == states
    again = follow(*[bumped] * 3, follower=right)
    assert furthest_px(again, BUMPED) < 0.6
    assert again.trouble_in(bumped) is None


def test_while_a_camera_swings_nothing_is_scored(right):
    follower = right
    for step in range(6):
        swinging = seen(VirtualCamera(500, target_mm=(6 + 2 * step, -4)))
        assert follower.trouble_in(swinging) is not None
        follower = follower.feed(swinging)
        assert follower.known is right.known
    assert TrackingState.MOVED == follower.state


def test_a_camera_that_is_put_back_is_right_again_at_once(right):
    moved = follow(*[seen(BUMPED)] * 2, follower=right)
    back = follow(seen(), follower=moved)
    assert (TrackingState.MOVED, TrackingState.RIGHT, right.known) == (moved.state, back.state, back.known)


@pytest.mark.parametrize(("moved_mm", "noticed"), [(0.0, False), (0.3, False), (2.5, True)])
def test_a_few_pixels_are_noticed_and_a_fraction_of_one_is_not(right, moved_mm, noticed):
    picture = seen(VirtualCamera(500, target_mm=(moved_mm, 0)))
    assert noticed == (right.trouble_in(picture) is not None)


def test_a_bumped_camera_with_two_markers_hidden_stays_moved_and_asks(right):
    covered = hide(seen(BUMPED), CUBO, MarkerPosition.TOP_LEFT, MarkerPosition.TOP_RIGHT, camera=BUMPED)
    follower = follow(*[covered] * 6, follower=right)
    assert (TrackingState.MOVED, "the camera or the mat was moved") == (follower.state, str(follower.trouble.what))


def test_glare_on_a_marker_is_no_bump(right):
    """A lamp is mirrored in one marker; the others still give the position of the mat."""
    for place in MarkerPosition:
        shiny = seen().astype(np.float32)
        glare = np.zeros(shiny.shape[:2], np.float32)
        x, y = to_pixels(CUBO.markers[place].corners[:1])[0]
        cv2.circle(glare, (round(x), round(y)), 30, 255, -1)
        shiny = np.clip(shiny + cv2.GaussianBlur(glare, (0, 0), 8)[..., None], 0, 255).astype(np.uint8)
        follower = follow(*[shiny] * 4, follower=right)
        assert (TrackingState.RIGHT, right.known) == (follower.state, follower.known)
        assert follower.trouble_in(shiny) is None


def test_another_lamp_is_no_bump(right):
    for light in LIGHTS.values():
        assert right.trouble_in(photograph(light=light)) is None


def test_the_mat_may_be_out_of_sight_for_a_moment_but_not_for_ever(right):
    """The last pose is kept while all markers are covered, and dropped when they stay covered."""
    away = follow(*[TABLE] * 9, follower=right)
    gone = follow(TABLE, follower=away)

    assert (TrackingState.RIGHT, right.known) == (away.state, away.known)
    assert (TrackingState.LOST, "I no longer see the mat") == (gone.state, str(gone.trouble.what))
    assert TrackingState.RIGHT == follow(seen(), follower=gone).state
    assert TrackingState.MOVED == follow(seen(BUMPED), follower=gone).state


def test_a_mat_for_another_game_takes_the_place_of_the_first(right):
    other = seen(CAMERAS["above"], mat_for(PLAIN))
    assert right.trouble_in(other) is not None
    follower = follow(*[other] * 3, follower=right)
    assert (TrackingState.RIGHT, PLAIN) == (follower.state, follower.known.mat.game)


def test_a_frame_changes_nothing_in_the_follower_itself(right):
    before = (right.state, right.known, right.hidden, right.frames, right.count)
    right.feed(seen(BUMPED))
    right.trouble_in(TABLE)
    assert before == (right.state, right.known, right.hidden, right.frames, right.count)
