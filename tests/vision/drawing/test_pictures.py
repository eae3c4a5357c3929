"""A folder of pictures of a deck: every side once, and a manifest of exactly one shape."""

import json

import cv2
import pytest

from companion.drawing.paths import Artwork, filled, rectangle
from companion.errors import BadInput
from vision.drawing.pictures import DrawnCard, write_pictures


def side(colour, width=63.0):
    return Artwork(width, 88.0, (filled(rectangle(-3, -3, width + 6, 94), colour),))


CARDS = [
    DrawnCard("fair/one", "fair/back", side("#ff0000"), side("#0000ff"), 4),
    DrawnCard("fair/two", "fair/back", side("#00ff00", 63.5), side("#0000ff")),
]


def test_the_manifest_names_every_card(tmp_path):
    assert 3 == write_pictures("fair", CARDS, tmp_path / "new" / "fair")
    assert {
        "deck": "fair",
        "cards": [
            {"id": "fair/one", "file": "one.png", "back": "back.png", "width_mm": 63, "height_mm": 88, "count": 4},
            {"id": "fair/two", "file": "two.png", "back": "back.png", "width_mm": 63.5, "height_mm": 88, "count": 1},
        ],
    } == json.loads((tmp_path / "new" / "fair" / "manifest.json").read_text())


def test_every_side_is_a_picture_of_300_pixels_an_inch(tmp_path):
    write_pictures("fair", CARDS, tmp_path)

    assert ["back.png", "manifest.json", "one.png", "two.png"] == sorted(each.name for each in tmp_path.iterdir())
    picture = cv2.imread(str(tmp_path / "one.png"))
    assert (1039, 744, 3) == picture.shape
    assert (0, 0, 255) == tuple(picture[500, 300]) == tuple(picture[0, 0]) == tuple(picture[-1, -1])


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(BadInput, match=r"file: cannot be written \((File exists|Not a directory)\)"):
        write_pictures("fair", CARDS, tmp_path / "file")
