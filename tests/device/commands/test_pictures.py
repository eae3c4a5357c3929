"""`companion read` and `companion evaluate` on pictures that are right, and on everything that is none."""

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.games.cubo.square import CELLS
from companion.observations import Colour, Kind, Observation
from device.cli import main
from device.commands import pictures
from tests.matches import seen_die
from tests.vision.flat import Drawn

RENDERED = Path(__file__).parent.parent.parent / "pictures" / "dice"
SQUARE = RENDERED / "cubo-777-000.jpg"
TRUTH = {row["file"]: row for row in map(json.loads, (RENDERED / "labels.jsonl").read_text().splitlines())}


def run(*arguments):
    return CliRunner().invoke(main, [str(each) for each in arguments])


def png_header(width, height):
    """The first bytes of a PNG that says how large it is, and then ends."""
    data = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + data + struct.pack(">I", zlib.crc32(data))


def test_a_square_is_printed_in_the_fixed_schema_with_its_score():
    told = run("read", SQUARE, "--as", "cubo", "--json")
    shown = json.loads(told.stdout)

    assert 0 == told.exit_code
    assert (SQUARE.name, "cubo", True, []) == (shown["file"], shown["kind"], shown["sure"], shown["problems"])
    assert [list(cell) for cell in CELLS] == [die["cell"] for die in shown["dice"]]
    true = {tuple(die["cell"]): (die["value"], die["colour"]) for die in TRUTH[SQUARE.name]["dice"]}
    assert true == {tuple(die["cell"]): (die["value"], die["colour"]) for die in shown["dice"]}
    assert {"value", "colour", "cell", "confidence", "sure", "corners"} <= set(shown["dice"][0])
    assert sum(row["points"] for row in shown["score"]["rows"]) == shown["score"]["total"]
    assert {"cells", "kind", "points", "colour"} <= set(shown["score"]["rows"][0])


def test_several_photographs_are_one_line_each_and_the_worst_decides_the_exit_code(tmp_path):
    told = run("read", SQUARE, tmp_path / "none.jpg", SQUARE, "--as", "cubo", "--json")

    assert (2, 2) == (told.exit_code, len(told.stdout.splitlines()))
    assert f"companion: {tmp_path / 'none.jpg'}: no such file\n" == told.stderr


def test_what_was_seen_is_drawn_on_the_photograph(tmp_path):
    told = run("read", SQUARE, "--as", "cubo", "--out", tmp_path / "seen.png")
    drawn = cv2.imread(str(tmp_path / "seen.png"))

    assert 0 == told.exit_code
    assert (720, 1280, 3) == drawn.shape
    assert np.abs(drawn.astype(int) - cv2.imread(str(SQUARE))).max() > 100


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b"holiday", "not a photograph"),
        (SQUARE.read_bytes()[:20_000], "cut off"),
        (png_header(1, 1), "too few"),
        (png_header(10_000, 10_000), "too many"),
    ],
)
@pytest.mark.parametrize("kind", ["cubo", "dice"])
def test_what_is_no_photograph_gets_one_clear_line(tmp_path, data, words, kind):
    file = tmp_path / "photo.jpg"
    file.write_bytes(data)
    told = run("read", file, "--as", kind)

    assert 2 == told.exit_code
    assert words in told.stderr
    assert ("", 1) == (told.stdout, len(told.stderr.splitlines()))


def test_an_empty_table_is_said_and_never_sure(tmp_path):
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), np.full((720, 1280, 3), (60, 90, 60), np.uint8))
    told = run("read", file, "--as", "cubo", "--json")
    shown = json.loads(told.stdout)

    assert (1, False, [], None) == (told.exit_code, shown["sure"], shown["dice"], shown["score"])
    assert ["I see no dice"] == shown["problems"]


def square(middle=Colour.WHITE, corner=Colour.RED):
    """Nine dice that a reader is sure of."""
    colours = {(1, 1): middle, (0, 0): corner}
    dice = tuple(seen_die(3, colours.get(cell, Colour.RED if sum(cell) % 2 else Colour.BLUE), cell) for cell in CELLS)
    return Observation(Kind.CUBO, dice)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (square(middle=Colour.RED, corner=Colour.WHITE), "white"),
        (square(corner=Colour.GREEN), "green"),
    ],
)
def test_a_square_that_cannot_count_is_never_given_points(monkeypatch, seen, words):
    monkeypatch.setitem(pictures.READERS, Kind.CUBO, lambda image: seen)
    told = run("read", SQUARE, "--as", "cubo", "--json")
    shown = json.loads(told.stdout)

    assert (1, None) == (told.exit_code, shown["score"])
    assert any(words in fault for fault in shown["faults"]), shown["faults"]


def film(path, *throws):
    """A film in which each throw lies for a third of a second; none is an empty table."""
    made = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (320, 240))
    for throw in throws:
        drawn = Drawn(320, 240)
        for n, value in enumerate(throw):
            drawn.die(90 + 130 * n, 120, 60, value)
        for _ in range(9):
            made.write(drawn.picture())
    made.release()
    return path


def test_a_film_is_told_state_by_state(tmp_path):
    told = run("read", film(tmp_path / "a.avi", (4, 1), (5, 3)), "--as", "dice", "--json", "--out", tmp_path / "b.png")
    shown = [json.loads(line) for line in told.stdout.splitlines()]

    assert [("a.avi", {1, 4}), ("a.avi", {3, 5})] == [(s["file"], {d["value"] for d in s["dice"]}) for s in shown]
    assert shown[0]["frame"] < 9 <= shown[1]["frame"]
    assert (240, 320, 3) == cv2.imread(str(tmp_path / "b.png")).shape
    assert f"a.avi, frame {shown[0]['frame']}: " in run("read", tmp_path / "a.avi", "--as", "dice").stdout


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"no film", 2, "not a film that can be read"),
        (None, 2, "no such file"),
        ("empty", 1, "nothing lies there for long enough to be read"),
    ],
)
def test_a_film_without_dice_gets_one_clear_line(tmp_path, content, code, words):
    path = tmp_path / "a.avi"
    if content == "empty":
        film(path, ())
    elif content:
        path.write_bytes(content)
    told = run("read", path, "--as", "dice", "--json")

    assert (code, "", f"companion: {path}: {words}\n") == (told.exit_code, told.stdout, told.stderr)


def test_evaluate_prints_the_table_and_the_report(tmp_path):
    labels = [TRUTH[SQUARE.name], {"file": "cards.jpg", "kind": "cards", "cards": []}]
    (tmp_path / SQUARE.name).write_bytes(SQUARE.read_bytes())
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))

    report = json.loads(run("evaluate", tmp_path, "--json").stdout)
    told = run("evaluate", tmp_path)

    (source,) = [each for each in report["sources"] if each["source"] != "all"]
    assert (tmp_path.name, "cubo", 1, 1) == (source["source"], source["kind"], source["photographs"], source["exact"])
    assert [{"source": tmp_path.name, "kind": "cards", "photographs": 1}] == report["not_read"]
    assert 0 == told.exit_code
    assert "not read: 1 of" in told.stdout


@pytest.mark.parametrize("text", [None, "{", '{"kind": "cubo"}'])
def test_evaluate_says_what_is_wrong_with_a_folder_in_one_line(tmp_path, text):
    if text is not None:
        (tmp_path / "labels.jsonl").write_text(text)
    told = run("evaluate", tmp_path)

    assert 2 == told.exit_code
    assert 1 == len(told.stderr.splitlines()), told.stderr


def broken(image):
    """A reader whose mathematics fails on a small picture."""
    if image.shape[1] < 100:
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return Observation(Kind.DICE, (seen_die(3, Colour.RED),))


def test_a_picture_on_which_a_reader_fails_costs_itself_alone(tmp_path, monkeypatch):
    monkeypatch.setitem(pictures.READERS, Kind.DICE, broken)
    for name, side in (("one.png", 200), ("two.png", 50), ("three.png", 200)):
        cv2.imwrite(str(tmp_path / name), np.full((200, side, 3), 90, np.uint8))
    told = run("read", *(tmp_path / name for name in ("one.png", "two.png", "three.png")), "--as", "dice", "--json")

    assert ["one.png", "three.png"] == [json.loads(line)["file"] for line in told.stdout.splitlines()]
    assert f"companion: {tmp_path / 'two.png'}: this picture cannot be read (ZeroDivisionError)\n" == told.stderr
    assert 2 == told.exit_code


def test_bad_pictures_in_a_batch_are_told_and_the_good_one_is_read(tmp_path):
    square = cv2.imread(str(SQUARE))
    cv2.imwrite(str(tmp_path / "strip.png"), cv2.resize(square, (3000, 20)))
    cv2.imwrite(str(tmp_path / "black.png"), np.zeros_like(square))
    told = run("read", tmp_path / "strip.png", tmp_path / "black.png", SQUARE, "--as", "cubo", "--json")
    strip, black, good = (json.loads(line) for line in told.stdout.splitlines())

    assert ["the picture is too narrow to show a die"] == strip["problems"]
    assert ["the picture is too dark: give the table more light, or the camera more time"] == black["problems"]
    assert (True, 1) == (good["sure"], told.exit_code)
