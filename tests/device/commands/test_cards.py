"""`companion enrol`, `read --as cards` and `evaluate` on labelled cards."""

import json

import cv2
import pytest
from click.testing import CliRunner

from device.cli import main
from tests.vision.cards.builders import FACES, laid, photograph


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def folder(tmp_path):
    """Return a folder with the pictures of three cards and their labels."""
    rows = []
    for name in ("red-1-disc", "blue-3-square", "green-2-disc"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), photograph([laid(name, 0, 0)]))
        rows.append({"file": f"{name}.png", "kind": "cards", "cards": [{"id": name}]})
    (tmp_path / "labels.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return tmp_path


def test_a_deck_is_learnt_read_and_evaluated(folder, tmp_path):
    learnt = run("enrol", "mine", "--from", folder, "--data", tmp_path / "data")
    cv2.imwrite(str(tmp_path / "seen.png"), photograph([laid("green-2-disc", 30, 10, 160)]))
    seen = run("read", tmp_path / "seen.png", "--as", "cards", "--deck", "mine", "--data", tmp_path / "data", "--json")
    figures = run("evaluate", folder, "--deck", "mine", "--data", tmp_path / "data", "--json")

    assert (0, 0, 0) == (learnt.exit_code, seen.exit_code, figures.exit_code)
    assert "3 cards and backs in 3 views" in learnt.output
    assert ["green-2-disc"] == [card["id"] for card in json.loads(seen.output)["cards"]]
    assert [3, 3, 0] == [json.loads(figures.stdout)["cards"][0][key] for key in ("cards", "exact", "silently_wrong")]


def test_cards_are_told_in_words(folder, tmp_path):
    cv2.imwrite(str(tmp_path / "seen.png"), photograph([laid("red-1-disc", 0, 0)]))

    assert "card 1: red-1-disc" in run("read", tmp_path / "seen.png", "--as", "cards", "--deck", folder).output


def test_without_a_deck_cards_are_not_read(tmp_path):
    cv2.imwrite(str(tmp_path / "seen.png"), FACES["red-1-disc"])
    told = run("read", tmp_path / "seen.png", "--as", "cards")

    assert (2, "companion: cards are read against a deck: --deck NAME or --deck FOLDER\n") == (
        told.exit_code,
        told.output,
    )


@pytest.mark.parametrize("name", ["", ".hidden", "a/b"])
def test_a_deck_needs_a_name_that_a_folder_can_have(folder, tmp_path, name):
    assert 2 == run("enrol", name, "--from", folder, "--data", tmp_path).exit_code
