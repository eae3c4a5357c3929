"""A folder of photographs as a camera: in the order of the names, and clear about what is no photograph."""

import cv2
import pytest

from tests.vision.camera.fakes import FakeClock, picture
from vision.camera.folder import FolderSource
from vision.camera.source import CameraTrouble, NoFrame


@pytest.fixture
def clock():
    return FakeClock()


def put(folder, *names):
    for shade, name in enumerate(names):
        cv2.imwrite(str(folder / name), picture(10 * shade))


def source_of(folder, clock, **how):
    source = FolderSource(folder, clock, pause=clock.pass_, **how)
    source.open()
    return source


def shades(source, count):
    return [int(source.read(1.0).image[0, 0, 0]) for _ in range(count)]


def test_the_pictures_come_in_the_order_of_their_names_and_numbers_count_as_numbers(tmp_path, clock):
    put(tmp_path, "1.png", "2.png", "10.png", "b.PNG", "C.png")
    (tmp_path / "notes.txt").write_text("no picture")
    assert [0, 10, 20, 30, 40] == shades(source_of(tmp_path, clock), 5)


def test_after_the_last_picture_it_begins_anew(tmp_path, clock):
    put(tmp_path, "a.png", "b.png")
    assert [0, 10, 0, 10, 0] == shades(source_of(tmp_path, clock), 5)


def test_without_loop_it_falls_silent_after_the_last(tmp_path, clock):
    put(tmp_path, "a.png", "b.png")
    source = source_of(tmp_path, clock, loop=False)
    assert [0, 10] == shades(source, 2)
    with pytest.raises(NoFrame):
        source.read(0.5)
    assert source.patience_s is None


def test_so_many_frames_a_second_and_no_more(tmp_path, clock):
    put(tmp_path, "a.png")
    source, began = source_of(tmp_path, clock, fps=4.0), clock()
    times = [source.read(1.0).at - began for _ in range(3)]
    assert [0, 250_000_000, 500_000_000] == times
    with pytest.raises(NoFrame):
        source.read(0.1)


def test_a_still_is_a_picture_from_after_the_instant(tmp_path, clock):
    put(tmp_path, "a.png", "b.png")
    source = source_of(tmp_path, clock)
    assert source.still(clock() + 400_000_000, 5.0).at >= 400_000_000


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda folder: None, "there is no folder {folder}: name one that holds pictures"),
        (lambda folder: folder.mkdir(), "the folder {folder} holds no picture: put photographs into it "),
        (lambda folder: folder.write_text("a file"), "there is no folder {folder}: name one that holds pictures"),
    ],
    ids=["absent", "empty", "a file"],
)
def test_a_folder_that_cannot_be_played_says_why(tmp_path, clock, make, text):
    folder = tmp_path / "photographs"
    make(folder)
    with pytest.raises(CameraTrouble) as trouble:
        source_of(folder, clock)
    assert str(trouble.value).startswith(text.format(folder=folder))


def test_a_file_that_is_no_picture_is_named_and_passed_over(tmp_path, clock):
    put(tmp_path, "a.png", "c.png")
    (tmp_path / "b.jpg").write_bytes(b"this is no photograph")
    source = source_of(tmp_path, clock)
    assert [0] == shades(source, 1)
    with pytest.raises(CameraTrouble, match=r"b\.jpg.*: take it out of the folder$"):
        source.read(1.0)
    source.close()
    source.open()
    assert [10] == shades(source, 1)
