"""A moved camera is noticed without a mat, or the page says that it cannot be noticed."""

from functools import lru_cache

import numpy as np
import pytest

from tests.vision.photographed import LIGHTS, WOOD
from vision.render.render import Appearance, TableSurface, VirtualCamera, render
from vision.table.anchor import BARE, COVERED, Hold, anchored

SHARES = ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
HERE = VirtualCamera(500)


@lru_cache
def seen(camera=HERE, light="day", table=TableSurface.CARPET):
    appearance = Appearance(table, WOOD, light=LIGHTS[light])
    return render((), camera, appearance, (1280, 720), np.random.default_rng(1)).image


def noisy(picture, seed=3):
    return np.clip(picture + np.random.default_rng(seed).normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def covered(picture, share=1.0):
    """Cover the middle of the picture with cards, or so much of it."""
    picture = picture.copy()
    height, width = picture.shape[:2]
    x, y = round(width * share / 2), round(height * share / 2)
    picture[height // 2 - y : height // 2 + y, width // 2 - x : width // 2 + x] = (200, 190, 180)
    return picture


def fed(anchor, picture, frames):
    for _ in range(frames):
        anchor = anchor.feed(picture)
    return anchor


@pytest.fixture(scope="module")
def anchor():
    return anchored(seen(), SHARES)


def test_a_camera_that_stands_still_is_held_and_there_is_nothing_to_say(anchor):
    after = fed(anchor, noisy(seen()), 20)
    assert (Hold.HELD, None, None) == (after.hold, after.trouble, after.note)
    assert after.trouble_in(noisy(seen(), 4)) is None


@pytest.mark.parametrize("light", LIGHTS)
def test_another_lamp_is_no_bump(anchor, light):
    assert anchor.trouble_in(noisy(seen(light=light))) is None


@pytest.mark.parametrize(
    "bumped",
    [VirtualCamera(500, target_mm=(3, 2)), VirtualCamera(520), VirtualCamera(500, 0, -90, 2)],
    ids=["aside", "higher", "turned"],
)
def test_b15_a_bumped_camera_is_noticed_in_the_very_picture_that_would_be_read_and_stays_noticed(anchor, bumped):
    picture = noisy(seen(bumped))
    assert "the camera or the table was moved" == str(anchor.trouble_in(picture).what)
    assert [Hold.HELD, Hold.MOVED, Hold.MOVED] == [fed(anchor, picture, frames).hold for frames in (1, 2, 9)]


def test_a_camera_that_is_put_back_is_held_again(anchor):
    moved = fed(anchor, seen(VirtualCamera(500, target_mm=(3, 2))), 3)
    assert (Hold.MOVED, Hold.HELD) == (moved.hold, moved.feed(noisy(seen())).hold)


def test_a_fraction_of_a_millimetre_is_no_bump(anchor):
    assert anchor.trouble_in(noisy(seen(VirtualCamera(500, target_mm=(0.4, 0))))) is None


def test_what_lies_on_the_table_is_no_bump(anchor):
    after = fed(anchor, covered(noisy(seen()), 0.5), 20)
    assert (Hold.HELD, None, None) == (after.hold, after.trouble, after.note)


def test_a_camera_that_looks_elsewhere_is_lost_after_a_while_and_never_read_from(anchor):
    elsewhere = covered(seen())
    assert "the table does not look as it did when its corners were tapped" == str(anchor.trouble_in(elsewhere).what)
    assert [Hold.HELD, Hold.LOST] == [fed(anchor, elsewhere, frames).hold for frames in (9, 10)]
    assert Hold.HELD == fed(anchor, elsewhere, 12).feed(noisy(seen())).hold


def test_where_only_the_table_has_details_cards_may_cover_them_and_that_is_said():
    bare = np.full_like(seen(), 120)
    bare[200:520, 340:940] = seen()[200:520, 340:940]
    anchor = anchored(bare, SHARES)
    after = fed(anchor, covered(bare, 0.8), 20)
    assert (False, Hold.HELD, None, COVERED) == (anchor.beside, after.hold, after.trouble, after.note)
    shifted = np.roll(bare, 12, axis=1)
    assert "the camera or the table was moved" == str(anchor.trouble_in(shifted).what)


def test_a_picture_without_details_says_that_it_cannot_notice_anything():
    anchor = anchored(seen(table=TableSurface.PLAIN), SHARES)
    after = fed(anchor, seen(VirtualCamera(500, target_mm=(20, 10)), table=TableSurface.PLAIN), 20)
    assert (None, BARE) == (after.trouble, after.note)


def test_a_picture_of_another_shape_shows_nothing_of_the_table(anchor):
    assert anchor.trouble_in(np.zeros((480, 640, 3), np.uint8)) is not None


def test_a_frame_changes_nothing_in_the_anchor_itself(anchor):
    before = (anchor.hold, anchor.count, anchor.covered)
    fed(anchor, seen(VirtualCamera(520)), 5)
    anchor.trouble_in(seen(VirtualCamera(520)))
    assert before == (anchor.hold, anchor.count, anchor.covered)
