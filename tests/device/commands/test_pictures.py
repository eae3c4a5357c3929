"""`companion read` and `companion evaluate` as their users see them: what is printed, and the exit code."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli import main
from tests.vision.flat import BLUE, RED, WHITE, Drawn, square

MIXED = [RED, RED, BLUE, BLUE, WHITE, BLUE, RED, RED, BLUE]
NINE = (1, 5, 1, 4, 4, 4, 1, 3, 1)


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), square(NINE, bodies=MIXED).picture())
    return path


def test_a_square_is_printed_in_the_agreed_shape_with_its_score(photo):
    result = run("read", photo, "--as", "cubo", "--json")
    told = json.loads(result.stdout)

    assert (0, "a.png", "cubo", True, []) == (
        result.exit_code, told["file"], told["kind"], told["sure"], told["problems"],
    )  # fmt: skip
    assert list(NINE) == [die["value"] for die in told["dice"]]
    assert {"value", "colour", "cell", "confidence", "sure", "corners", "alternatives"} == set(told["dice"][0])
    assert (18, 6) == (told["score"]["total"], len(told["score"]["rows"]))


def test_in_words_it_says_what_each_row_is_worth(photo):
    result = run("read", photo, "--as", "cubo")

    assert "row 2, column 2: white 4" in result.stdout
    assert "  total 18" in result.stdout.splitlines()


def test_the_annotated_photograph_is_saved(photo, tmp_path):
    out = tmp_path / "seen.png"

    result = run("read", photo, "--as", "cubo", "--out", out)

    assert (0, (480, 640, 3)) == (result.exit_code, cv2.imread(str(out)).shape)
    assert not np.array_equal(cv2.imread(str(photo)), cv2.imread(str(out)))


def test_an_empty_table_is_a_no(tmp_path):
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), Drawn().picture())

    result = run("read", path, "--as", "dice", "--json")

    assert (1, ["I see no dice"]) == (result.exit_code, json.loads(result.stdout)["problems"])


def test_a_missing_photograph_is_one_line_and_the_others_are_read(photo, tmp_path):
    result = run("read", tmp_path / "none.jpg", photo, "--as", "cubo", "--json")

    assert (2, f"companion: {tmp_path / 'none.jpg'}: no such file\n") == (result.exit_code, result.stderr)
    assert "a.png" == json.loads(result.stdout)["file"]


def test_a_place_that_cannot_be_written_is_bad_input(photo, tmp_path):
    result = run("read", photo, "--as", "cubo", "--out", tmp_path / "none" / "seen.png")

    assert (2, f"companion: {tmp_path / 'none' / 'seen.png'}: cannot be written; does the folder exist?\n") == (
        result.exit_code,
        result.stderr,
    )


def test_evaluate_prints_one_line_a_source_and_saves_what_was_misread(photo, tmp_path):
    rows = [{"file": "a.png", "kind": "dice", "values": "6"}, {"file": "t.jpg", "kind": "tiles", "tiles": []}]
    (tmp_path / "labels.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")

    result = run("evaluate", tmp_path, "--save", tmp_path / "wrong")

    assert 0 == result.exit_code
    assert f"not read: 1 of {tmp_path.name} (no reader for tiles)" in result.stdout.splitlines()
    assert 1 == len(list((tmp_path / "wrong").iterdir()))


def test_evaluate_as_json(photo, tmp_path):
    row = {"file": "a.png", "kind": "dice", "values": "-".join(str(value) for value in sorted(NINE))}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row), encoding="utf-8")

    report = json.loads(run("evaluate", tmp_path, "--json").stdout)

    assert {"sources", "not_read", "failures"} == set(report)
    assert (1, 1) == (report["sources"][0]["photographs"], report["sources"][0]["exact"])


def test_evaluate_of_a_folder_without_labels_is_bad_input(tmp_path):
    result = run("evaluate", tmp_path)

    assert (2, f"companion: {tmp_path}: no labels.jsonl in or below this folder\n") == (result.exit_code, result.stderr)
