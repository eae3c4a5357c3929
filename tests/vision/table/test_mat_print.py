"""The printed mat: the file that a printer gets is a mat in true scale, on any paper, with or without colour."""

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli import main
from tests.vision.printed import pages_of, sheet_of
from vision.table.markers import find_markers
from vision.table.mat import MATS, MATS_OF, Ink, MarkerPosition, mat_for
from vision.table.mat_print import EDGE_MM, OVERLAP_MM, Paper, cut, print_mat

CUBO = mat_for("cubo")
every_mat = pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.game)
every_paper = pytest.mark.parametrize("paper", Paper, ids=lambda paper: paper.label)


@every_mat
def test_the_markers_of_the_print_are_where_the_data_say(mat):
    px_per_mm = 4.0 if mat.width < 600 else 2.0
    seen = find_markers(sheet_of(mat, px_per_mm))

    assert mat == seen.mat
    assert set(MarkerPosition) == set(seen.corners)
    for place, corners in seen.corners.items():
        found_mm = (corners + 0.5) / px_per_mm
        assert pytest.approx(mat.markers[place].corners, abs=0.25) == found_mm


@pytest.mark.parametrize("ink", Ink)
def test_a_patch_has_its_colour(ink):
    x, y = (round(4 * each) for each in CUBO.patches[ink].centre)
    assert pytest.approx(ink.rgb, abs=1) == tuple(sheet_of(CUBO)[y, x, ::-1])


def test_the_scale_bar_changes_its_colour_every_centimetre():
    bar = CUBO.bar
    line = sheet_of(CUBO)[round(4 * (bar.y + bar.height / 2)), :, 0].astype(int)
    inside = line[round(4 * bar.x) + 6 : round(4 * (bar.x + bar.width)) - 6]
    changes = np.flatnonzero(np.abs(np.diff(inside)) > 100) + round(4 * bar.x) + 6

    assert pytest.approx([4 * (bar.x + 10 * each) for each in range(1, 10)], abs=1.1) == [*changes]


def test_without_colour_it_is_a_mat_all_the_same():
    grey = cv2.cvtColor(cv2.cvtColor(sheet_of(CUBO), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert set(MarkerPosition) == set(find_markers(grey).corners)


@every_mat
@every_paper
def test_the_sheets_cover_the_mat_and_overlap(mat, paper):
    plan = cut(mat, paper)
    for sheet in plan.sheets:
        assert sheet.part.width <= plan.paper[0] - 2 * EDGE_MM + 1e-9
        assert sheet.part.height <= plan.paper[1] - 2 * EDGE_MM + 1e-9
    last = plan.sheets[-1].part
    assert pytest.approx((mat.width, mat.height)) == (last.x + last.width, last.y + last.height)
    for column in range(1, plan.columns):
        left, right = plan.sheets[column - 1].part, plan.sheets[column].part
        assert pytest.approx(OVERLAP_MM) == left.x + left.width - right.x


@pytest.mark.parametrize(
    ("game", "paper", "sheets"),
    [
        ("cubo", Paper.A3, 1),
        ("cubo", Paper.A4, 2),
        ("cubo", Paper.LETTER, 2),
        ("monster-rush", Paper.A3, 4),
        ("thirteen-monsters", Paper.A4, 15),
    ],
)
def test_so_many_sheets_are_printed(tmp_path, game, paper, sheets):
    assert sheets == print_mat(mat_for(game), paper, tmp_path / "mat.pdf")
    pages = pages_of(tmp_path / "mat.pdf", 0.5)
    assert sheets == len(pages)
    wide, high = cut(mat_for(game), paper).paper
    assert pytest.approx((wide / 2, high / 2), abs=1) == (pages[0].shape[1], pages[0].shape[0])


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_each_of_several_sheets_can_be_measured_before_it_is_cut(tmp_path, paper):
    """The scale bar of the mat may run over two of them."""
    print_mat(mat_for("monster-cube"), paper, tmp_path / "mat.pdf")
    plan = cut(mat_for("monster-cube"), paper)
    for sheet, page in zip(plan.sheets, pages_of(tmp_path / "mat.pdf", 8.0), strict=True):
        top = EDGE_MM + sheet.part.height + 3.5
        assert top + 4 < plan.paper[1]
        left = round(8 * (EDGE_MM + 8)) - 8
        bar = page[round(8 * (top + 0.75)), left : left + 8 * 105, 0].astype(int) < 220
        edges = np.flatnonzero(np.diff(bar)) / 8
        assert pytest.approx(100, abs=0.5) == edges[-1] - edges[0]


def test_two_prints_of_the_same_mat_are_the_same_file(tmp_path):
    files = [tmp_path / "one.pdf", tmp_path / "other.pdf"]
    for file in files:
        print_mat(CUBO, Paper.A4, file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_it_is_drawn_with_vectors_and_holds_no_picture(tmp_path):
    print_mat(CUBO, Paper.A4, tmp_path / "mat.pdf")
    assert b"/Image" not in (tmp_path / "mat.pdf").read_bytes().replace(b"/ImageB /ImageC /ImageI", b"")


@pytest.mark.parametrize("game", MATS_OF)
def test_the_command_prints_a_mat_for_every_game(tmp_path, game):
    out = tmp_path / "mat.pdf"
    done = CliRunner().invoke(main, ["print", "mat", "--game", game, "--paper", "letter", "--out", str(out)])

    assert 0 == done.exit_code, done.output
    assert b"%PDF" == out.read_bytes()[:4]
    assert "print at 100 %" in done.output


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path):
    out = tmp_path / "nowhere" / "mat.pdf"
    done = CliRunner().invoke(main, ["print", "mat", "--game", "cubo", "--out", str(out)])

    assert (2, f"companion: {out}: cannot be written (No such file or directory)\n") == (done.exit_code, done.stderr)


def test_an_unknown_game_is_bad_usage(tmp_path):
    done = CliRunner().invoke(main, ["print", "mat", "--game", "chess", "--out", str(tmp_path / "mat.pdf")])
    assert 2 == done.exit_code
