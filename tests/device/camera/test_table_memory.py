"""What is remembered of the table between two starts: the mat, the tapped corners, or that nobody knows any more."""

from dataclasses import replace

import numpy as np
import pytest

from companion.errors import CompanionError
from device.camera.table_memory import FILE, FORGOTTEN, MISSING, Remembered, TableMemory, chosen_in
from vision.table.mat import PLAIN, mat_for
from vision.table.views import Tapped, Whole

SIZE = (640, 360)
TABLE = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)
CORNERS = ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
CONFIGURED = ((10, 10), (630, 10), (630, 350), (10, 350))
CUBO = mat_for("cubo")


def again(tmp_path):
    """What the next start knows."""
    return TableMemory(tmp_path)


def test_at_the_very_first_start_the_whole_picture_is_the_table(tmp_path):
    ground = TableMemory(tmp_path).ground((), SIZE)
    assert (Whole(), None, None) == (ground.view, ground.anchor, ground.asks)


def test_corners_of_the_configuration_are_used_where_nobody_has_tapped_any(tmp_path):
    view = TableMemory(tmp_path).ground(CONFIGURED, SIZE).view
    assert ((10.0, 10.0), SIZE) == (view.corners[0], view.size)


def test_tapped_corners_are_there_again_after_a_restart_with_what_the_camera_saw(tmp_path):
    TableMemory(tmp_path).keep(Remembered(choice=chosen_in(TABLE, CORNERS, ())))
    ground = again(tmp_path).ground((), SIZE)

    assert (Tapped(((160.0, 90.0), (480.0, 90.0), (480.0, 270.0), (160.0, 270.0)), SIZE), None) == (
        ground.view,
        ground.asks,
    )
    assert (None, None) == (ground.anchor.trouble_in(TABLE), ground.anchor.note)
    assert ground.anchor.trouble_in(np.roll(TABLE, 9, axis=1)) is not None


@pytest.mark.parametrize("corners", [(), CORNERS])
def test_what_was_said_on_the_page_wins_over_the_configuration(tmp_path, corners):
    TableMemory(tmp_path).keep(Remembered(choice=chosen_in(TABLE, corners, CONFIGURED)))
    view = again(tmp_path).ground(CONFIGURED, SIZE).view
    assert (Whole() if not corners else (160.0, 90.0)) == (view.corners[0] if corners else view)


def test_a_configuration_that_was_changed_later_wins_over_what_was_tapped(tmp_path):
    TableMemory(tmp_path).keep(Remembered(choice=chosen_in(TABLE, CORNERS, ())))
    assert (10.0, 10.0) == again(tmp_path).ground(CONFIGURED, SIZE).view.corners[0]


def test_a_mat_that_lay_here_is_asked_about_when_it_is_not_seen(tmp_path):
    TableMemory(tmp_path).saw(CUBO)
    assert ("cubo", MISSING) == (again(tmp_path).now.mat, again(tmp_path).ground(CONFIGURED, SIZE).asks)


def test_a_mat_is_written_down_once_and_the_tapped_corners_stay_beside_it(tmp_path):
    memory = TableMemory(tmp_path)
    memory.keep(Remembered(choice=chosen_in(TABLE, CORNERS, ())))
    memory.saw(CUBO)
    written = (tmp_path / FILE).stat().st_mtime_ns
    memory.saw(CUBO)
    assert (written, CORNERS) == ((tmp_path / FILE).stat().st_mtime_ns, again(tmp_path).now.choice.corners)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"mat": "chess", "choice": null}', '{"mat": null, "choice": {"corners": [[0, 0]]}}'],
    ids=["empty", "half", "a list", "nothing in it", "an unknown mat", "one corner"],
)
def test_what_cannot_be_understood_is_asked_about_and_not_taken_for_the_whole_picture(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    memory = TableMemory(tmp_path)
    assert FORGOTTEN == memory.ground(CONFIGURED, SIZE).asks

    memory.keep(Remembered(choice=chosen_in(TABLE, CORNERS, ())))
    assert memory.ground((), SIZE).asks is None


def test_a_power_cut_while_writing_leaves_the_old(tmp_path, monkeypatch):
    """Until the new file is in its place, the old one is whole."""
    memory = TableMemory(tmp_path)
    memory.keep(Remembered(choice=chosen_in(TABLE, CORNERS, ())))

    def cut(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", cut)
    with pytest.raises(CompanionError, match="cannot be written .No space left on device.: where the table lies is"):
        memory.keep(replace(memory.now, mat="cubo"))
    memory.saw(mat_for(PLAIN))

    assert (None, CORNERS) == (again(tmp_path).now.mat, again(tmp_path).now.choice.corners)
