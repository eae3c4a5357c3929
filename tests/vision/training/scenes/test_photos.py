"""What lies under and beside the dice of the pool: photographs out of an album, and solid things that are no dice."""

import cv2
import numpy as np
import pytest

from vision.render.objects import ObjectShape, SceneLight, VirtualCamera, VirtualDie
from vision.render.solid import brightness_of, environment_of
from vision.training.dice.dataset import draw
from vision.training.scenes.photos import Album
from vision.training.scenes.recipe import Shares, plan
from vision.training.scenes.things import strewn


@pytest.fixture(name="folder")
def fixture_folder(tmp_path):
    chance = np.random.default_rng(1)
    for number in range(3):
        grain = chance.integers(0, 256, (20, 30, 3), np.uint8)
        cv2.imwrite(str(tmp_path / f"photo{number}.png"), cv2.resize(grain, (600, 400)))
    return tmp_path


def test_a_piece_of_an_album_is_opaque_and_as_wide_as_asked_for(folder):
    album = Album.of(folder)
    for seed in range(20):
        piece = album.piece(np.random.default_rng(seed), 150)
        assert ((150, 150, 4), 255) == (piece.shape, piece[..., 3].min())
        assert piece[..., :3].std() > 4


@pytest.mark.parametrize(
    "other",
    [
        np.full((400, 400, 3), 90, np.uint8),
        np.dstack([np.full((400, 400, 2), 128, np.uint8), np.full((400, 400), 255, np.uint8)])[..., ::-1],
        np.dstack([np.random.default_rng(2).integers(0, 256, (400, 400, 3), np.uint8), np.eye(400, dtype=np.uint8)]),
        np.random.default_rng(3).integers(0, 256, (64, 64, 3), np.uint8),
        np.random.default_rng(4).integers(0, 256, (400, 400), np.uint8),
    ],
    ids=["one colour", "map of slopes", "cut-out", "icon", "grey"],
)
def test_what_shows_no_surface_is_passed_over(folder, other):
    only = folder / "only"
    only.mkdir()
    cv2.imwrite(str(only / "other.png"), other)

    with pytest.raises(FileNotFoundError, match="hardly any photographs"):
        Album.of(only).piece(np.random.default_rng(1), 100)
    assert Album.of(folder).piece(np.random.default_rng(1), 100).shape == (100, 100, 4)


def test_an_empty_folder_is_no_album(tmp_path):
    with pytest.raises(FileNotFoundError, match="there are no photographs in"):
        Album.of(tmp_path)


def test_an_album_changes_the_table_and_nothing_else(folder):
    album, more = Album.of(folder), 0
    for seed in range(12):
        with_photos = plan(np.random.default_rng([seed, 5]), Shares(), album)
        without = plan(np.random.default_rng([seed, 5]), Shares())
        assert (with_photos.dice, with_photos.camera) == (without.dice, without.camera)
        added = len(with_photos.appearance.decals) - len(without.appearance.decals)
        assert [each.x_mm for each in with_photos.appearance.decals[added:]] == [
            each.x_mm for each in without.appearance.decals
        ]
        more += added > 0
    assert more >= 8


def test_the_same_number_of_a_seed_is_the_same_picture(folder):
    first, second = (draw(7, 3, album=Album.of(folder)) for _ in range(2))
    assert (first.picture == second.picture).all()


@pytest.mark.parametrize("tilt", [0, 30, 60])
def test_solid_things_lie_beside_the_dice_and_hide_none(tilt):
    dice = [VirtualDie(0, 0, 0, 5), VirtualDie(60, -20, 30, 2)]
    seen = set()
    for seed in range(40):
        for thing in strewn(np.random.default_rng(seed), dice, VirtualCamera(tilt_deg=tilt), 200, None):
            seen.add(thing.shape)
            away = min(np.hypot(thing.x_mm - die.x_mm, thing.y_mm - die.y_mm) for die in dice)
            shadow = thing.size_mm[2] * np.tan(np.radians(tilt))
            assert away > max(thing.size_mm[:2]) / 2 + 8 + shadow
            assert min(thing.size_mm) > 0
    assert set(ObjectShape) == seen


def test_a_real_place_is_as_bright_as_the_light_asks_for_and_keeps_its_windows():
    seen = np.full((64, 128, 3), 0.2, np.float32)
    seen[10:20, 40:50] = 5.0
    environment = environment_of(SceneLight(ambient=0.6), np.random.default_rng(1), seen)
    assert brightness_of(environment) == pytest.approx(0.6, rel=0.01)
    assert environment.max() > 10 * np.median(environment)
