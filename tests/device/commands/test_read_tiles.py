"""`companion read --as tiles`: the fixed JSON, words for people, the annotated photograph."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli import main
from vision.evaluation.tiles import shifted

RENDERED = Path(__file__).parent.parent.parent / "pictures" / "tiles"
LAYOUT = RENDERED / "tiles-9202-005.jpg"
TRUTH = {row["file"]: row for row in map(json.loads, (RENDERED / "labels.jsonl").read_text().splitlines())}


def run(*arguments):
    return CliRunner().invoke(main, [str(each) for each in arguments])


def values(tiles):
    return shifted({(tile["q"], tile["r"]): (tile["yellow"], tile["red"], tile["blue"]) for tile in tiles})


def test_a_layout_is_printed_in_the_fixed_schema():
    told = run("read", LAYOUT, "--as", "tiles", "--json")
    shown = json.loads(told.stdout)

    assert 0 == told.exit_code
    assert ["file", "kind", "sure", "problems", "side", "tiles"] == list(shown)
    assert (LAYOUT.name, "tiles", True, [], "numbers") == tuple(shown[key] for key in list(shown)[:5])
    assert values(TRUTH[LAYOUT.name]["tiles"]) == values(shown["tiles"])
    assert [6] * 9 == [len(tile["corners"]) for tile in shown["tiles"]]


def test_a_layout_is_told_tile_by_tile():
    told = run("read", LAYOUT, "--as", "tiles")
    lines = told.stdout.splitlines()

    assert f"{LAYOUT.name}: sure" == lines[0]
    assert 9 == sum(line.startswith("  tile ") for line in lines)
    assert "  tile 1 at 0,0: yellow" == lines[1][:23]


def test_what_the_tiles_show_is_drawn_on_the_photograph(tmp_path):
    run("read", LAYOUT, "--as", "tiles", "--out", tmp_path / "seen.png")
    drawn, photograph = cv2.imread(str(tmp_path / "seen.png")), cv2.imread(str(LAYOUT))

    assert photograph.shape == drawn.shape
    assert (drawn != photograph).any()


@pytest.mark.parametrize("photograph", [np.full((720, 1280, 3), 60, np.uint8), np.full((40, 30, 3), 200, np.uint8)])
def test_no_tiles_is_a_question(tmp_path, photograph):
    cv2.imwrite(str(tmp_path / "bare.png"), photograph)
    told = run("read", tmp_path / "bare.png", "--as", "tiles")

    assert (1, ["bare.png: please check", "  I see no tiles"]) == (told.exit_code, told.stdout.splitlines())


def test_tiles_are_evaluated_like_dice(tmp_path):
    (tmp_path / LAYOUT.name).write_bytes(LAYOUT.read_bytes())
    (tmp_path / "labels.jsonl").write_text(json.dumps(TRUTH[LAYOUT.name]) + "\n")
    told = run("evaluate", tmp_path, "--json")
    source = json.loads(told.stdout)["sources"][0]

    assert (1, 1, 0, 0, 27) == tuple(source[key] for key in ("photographs", "exact", "asked", "silently_wrong", "dice"))
