"""The measuring stick: what counts as exact, as asked, and as silently wrong."""

import json
from pathlib import Path

import cv2
import pytest

from companion.errors import BadInput
from companion.observations import Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.texts import say
from tests.vision.flat import BLUE, RED, WHITE, Drawn
from vision.evaluation.figures import as_table, tallies
from vision.evaluation.labels import label_of, labels_under
from vision.evaluation.measure import PictureOutcome, is_exact, measure, pairs_of


def box(x, y, edge=40):
    return ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))


def die(value, x=0, y=0, colour=Colour.RED, *, sure=True, cell=None):
    return SeenDie(value, colour, box(x, y), 1.0, sure, cell)


def saw(*dice, kind=Kind.DICE, problems=()):
    return Observation(kind, dice, problems)


def label(**row):
    return label_of({"file": "a.jpg", "kind": "dice", **row}, Path("photos"), "photos")


def loose(*dice):
    rows = [
        {"value": value, "colour": "red", "corners": [list(p) for p in box(x, 0)], "cell": None, "in_view": seen}
        for value, x, seen in dice
    ]
    return label(kind="loose", dice=rows)


@pytest.mark.parametrize(
    ("seen", "exact"),
    [([2, 5], True), ([5, 2], True), ([5], False), ([2, 5, 5], False), ([2, 6], False), ([2, 5, None], True)],
)
def test_values_alone_are_compared_as_a_multiset(seen, exact):
    assert exact is is_exact(label(values="2-5"), saw(*(die(value) for value in seen)))


@pytest.mark.parametrize(
    ("seen", "exact"),
    [
        (saw(die(2, 0), die(4, 100)), True),
        (saw(die(4, 0), die(2, 100)), False),
        (saw(die(2, 0), die(4, 100, colour=Colour.BLUE)), False),
        (saw(die(2, 0), die(4, 100), die(6, 200)), True),
        (saw(die(2, 0), die(4, 100), die(1, 200, sure=False)), True),
        (saw(die(2, 0), die(4, 100), die(1, 200)), False),
        (saw(die(2, 0), die(4, 100), die(3, 400)), False),
    ],
    ids=["right", "swapped", "colour", "cut, right", "cut, asked", "cut, sure and wrong", "one too many"],
)
def test_loose_dice_are_compared_in_their_places(seen, exact):
    assert exact is is_exact(loose((2, 0, True), (4, 100, True), (6, 200, False)), seen)


def test_cells_and_colours_of_a_square_count():
    rows = [{"value": 3, "colour": "red", "corners": [list(p) for p in box(0, 0)], "cell": [0, 0], "in_view": True}]
    square = label(kind="cubo", dice=rows)

    assert is_exact(square, saw(die(3, cell=(0, 0)), kind=Kind.CUBO))
    assert not is_exact(square, saw(die(3, cell=(0, 1)), kind=Kind.CUBO))


def test_only_a_sure_mistake_is_silent():
    wrong, asking = saw(die(3)), saw(die(3), problems=(Problem.of(ProblemKind.NOTHING, say("I see no dice")),))

    verdicts = [PictureOutcome(label(values="2"), seen, False, 1.0, ()).silently_wrong for seen in (wrong, asking)]

    assert [True, False] == verdicts


@pytest.mark.parametrize("how", ["cocked", "stacked"])
def test_a_picture_with_a_die_that_does_not_lie_flat_is_right_when_it_is_asked_about(how):
    row = {"value": 3, "corners": [list(p) for p in box(0, 0)], how: True}
    unsettled = label(kind="loose", dice=[row])
    sure, asking = saw(die(3)), saw(die(3, sure=False))

    outcomes = [PictureOutcome(unsettled, seen, is_exact(unsettled, seen), 1.0, ()) for seen in (sure, asking)]

    assert [(False, True), (True, False)] == [(each.exact, each.silently_wrong) for each in outcomes]
    assert 0 == tallies(outcomes)["all", "all"].asked_though_right


def test_each_die_is_paired_with_what_was_seen_in_its_place():
    assert [(2, 2), (4, 0)] == list(pairs_of(loose((2, 0, True), (4, 100, True)), saw(die(2, 3), die(4, 300))))


def test_a_folder_is_measured_from_its_labels_to_its_table(tmp_path):
    picture = Drawn().die(150, 240, 80, 5, RED).die(320, 240, 80, 3, BLUE).die(480, 240, 80, 6, WHITE).picture()
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    rows = [{"file": "a.png", "kind": "dice", "values": "3-5-6"}, {"file": "b.png", "kind": "dice", "values": "1"}]
    rows.append({"file": "c.png", "kind": "cards", "cards": []})
    (tmp_path / "labels.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")

    labels = labels_under(tmp_path)
    outcomes = [measure(each) for each in labels if each.kind == "dice"]
    figures = tallies(outcomes)["all", "all"].to_json()

    assert ["dice", "dice", "cards"] == [each.kind for each in labels]
    assert (2, 1, 0) == (figures["photographs"], figures["exact"], figures["silently_wrong"])
    assert [f"{tmp_path / 'b.png'}: no such file"] == [each.error for each in outcomes if each.error]
    assert tmp_path.name in as_table(tallies(outcomes))


def test_a_folder_without_labels_and_a_broken_line_are_named(tmp_path):
    with pytest.raises(BadInput, match=r"no labels\.jsonl in or below this folder"):
        labels_under(tmp_path)

    (tmp_path / "labels.jsonl").write_text('{"file": "a.jpg"}\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"line 1: not a label \('kind'\)"):
        labels_under(tmp_path)
