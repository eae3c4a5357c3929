"""Films: a state is reported once, when it lasts, and nothing in between."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from companion.observations import Colour, Kind, Observation, SeenDie
from tests.vision.flat import Drawn
from vision.evaluation.labels import label_of
from vision.evaluation.measure import measure
from vision.film import frames_of, is_film, settled, states, values_of

SQUARE = ((0, 0), (9, 0), (9, 9), (0, 9))


def frame(*values):
    """A picture whose first pixels encode what is read in it; 9 is a die of which it is not sure."""
    picture = np.full((48, 64, 3), 90, np.uint8)
    picture[0, : len(values)] = np.array(values)[:, None]
    return picture


def read(picture):
    seen = [int(value) for value in picture[0, :, 0] if value < 90]
    return Observation(Kind.DICE, tuple(SeenDie(value, Colour.WHITE, SQUARE, 1.0, sure=value != 9) for value in seen))


def reported(*runs):
    frames = [frame(*values) for values, length in runs for _ in range(length)]
    return [values_of(seen) for seen in settled(frames, read)]


def test_ten_still_frames_a_hand_and_ten_more_are_two_results():
    assert [[1, 4], [3, 5]] == reported(((1, 4), 10), ((), 2), ((3, 5), 10))


def test_a_value_that_flips_in_one_frame_is_not_reported():
    assert [[1, 4]] == reported(((1, 4), 12), ((1, 6), 3), ((1, 4), 12))


def test_dice_that_still_roll_are_not_reported():
    assert [[2, 2]] == reported(((1, 4), 2), ((5, 6), 2), ((3, 3), 2), ((2, 2), 20))


def test_a_die_that_just_lies_there_is_reported_once():
    assert [[6]] == reported(((6,), 90))


def read_cells(picture):
    """The same, but the dice lie side by side in a square."""
    seen = read(picture)
    return Observation(Kind.CUBO, tuple(replace(die, cell=(0, n)) for n, die in enumerate(seen.dice)))


def test_two_dice_of_a_square_that_change_places_are_a_new_state():
    frames = [frame(*values) for values in ((1, 4), (4, 1)) for _ in range(10)]

    assert [(1, 4), (4, 1)] == [seen.values for seen in settled(frames, read_cells)]


def test_a_state_knows_the_frame_and_the_picture_that_were_read():
    (state,) = states([frame(1, 4)] * 10, read)

    assert ([1, 4], True) == (values_of(state.seen), np.array_equal(frame(1, 4), state.picture))
    assert state.frame in range(10)


@pytest.mark.parametrize(("name", "film"), [("a.mp4", True), ("A.MOV", True), ("a.jpg", False), ("mp4", False)])
def test_films_are_known_by_their_names(name, film):
    assert film == is_film(Path(name))


def film(path, *states):
    made = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 240))
    for state in states:
        drawn = Drawn(320, 240)
        for n, value in enumerate(state):
            drawn.die(90 + 130 * n, 120, 60, value)
        picture = drawn.picture()
        for _ in range(9):
            made.write(picture)
    made.release()
    return path


def test_a_film_is_measured_by_its_settled_states(tmp_path):
    film(tmp_path / "a.avi", (4, 1), (5, 3))

    outcome = measure(label_of({"file": "a.avi", "kind": "video", "values": "1-4>3-5"}, tmp_path, "films"))

    assert (True, (1, 4, 3, 5), "") == (outcome.exact, outcome.label.values, outcome.error)


def test_what_is_no_film_is_refused(tmp_path):
    path = tmp_path / "a.mp4"
    path.write_bytes(b"no film")

    with pytest.raises(BadInput, match="not a film that can be read"):
        list(frames_of(path))
