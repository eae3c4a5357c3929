"""Cards on paper: true scale, every card as often as it is there, and each back behind its face."""

import numpy as np
import pypdfium2
import pytest

from companion.drawing.paths import Artwork, ellipse, filled, rectangle, regular
from companion.errors import BadInput
from vision.drawing.card_sheets import BLEED_MM, GAP_MM, MARK_FROM_MM, MARK_TO_MM, plan_of, print_sheets
from vision.drawing.pictures import DrawnCard

A4, LETTER = (210.0, 297.0), (215.9, 279.4)
PX = 8.0
"""Pixels of a millimetre of the pages that are looked at."""


def coloured(width, height, colour, dot=()):
    """A side in one colour that runs over its edge, with a black dot."""
    dots = tuple(filled(ellipse(*place, 2), "#000000") for place in dot)
    return Artwork(width, height, (filled(rectangle(-3, -3, width + 6, height + 6), colour), *dots))


def card(number, count=1, width=63.0, height=88.0, dot=((10, 12),)):
    """A card whose face tells its number by its red, and whose back by its blue."""
    shade = f"{20 * number:02x}"
    return DrawnCard(
        f"fair/c{number}",
        f"fair/b{number}",
        coloured(width, height, f"#{shade}ff00", dot),
        coloured(width, height, f"#00ff{shade}", dot),
        count,
    )


def printed(tmp_path, cards, paper=A4, **how):
    """The number of sheets, and the pages as pictures (r, g, b)."""
    file = tmp_path / "cards.pdf"
    sheets = print_sheets("The Fair", cards, paper, file, **how)
    document = pypdfium2.PdfDocument(file)
    try:
        sizes = [tuple(side * 25.4 / 72 for side in page.get_size()) for page in document]
        assert all(size == pytest.approx(paper, abs=0.01) for size in sizes)
        return sheets, [page.render(scale=PX * 25.4 / 72).to_numpy()[..., 2::-1].astype(int) for page in document]
    finally:
        document.close()


def at(page, x, y):
    """The colour of a place on the page, in millimetres."""
    return tuple(page[int(y * PX), int(x * PX)])


def numbers_on(page, plan, channel, *, behind=False):
    """Which card lies at every place of a page, 0 for none."""
    found = []
    for place in range(plan.each):
        x, y = plan.place(place, behind=behind)
        colour = at(page, x + 40, y + 40)
        found.append(0 if colour == (255, 255, 255) else round(colour[channel] / 20))
    return found


@pytest.mark.parametrize(
    ("paper", "piece", "columns", "rows"),
    [
        (A4, (63, 88), 3, 3),
        (LETTER, (63, 88), 3, 3),
        (A4, (60, 50), 3, 5),
        (LETTER, (60, 50), 3, 5),
        (A4, (180, 50), 1, 5),
        (A4, (43.3, 50), 4, 5),
    ],
)
def test_so_many_lie_on_a_sheet(paper, piece, columns, rows):
    plan = plan_of(paper, piece)

    assert (columns, rows) == (plan.columns, plan.rows)
    left, top = plan.place(0)
    assert min(left, top) >= 5


def test_a_card_that_is_larger_than_the_paper_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"a piece of 250 x 50 mm is larger than the paper"):
        print_sheets("The Fair", [card(1, width=250.0, height=50.0)], A4, tmp_path / "x.pdf")


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_every_card_is_there_as_often_as_in_the_deck_and_its_back_behind_it(tmp_path, paper):
    sheets, pages = printed(tmp_path, [card(1, 4), card(2, 3), card(3, 4)], paper)
    plan = plan_of(paper, (63, 88))

    assert (2, 4) == (sheets, len(pages))
    assert [1, 1, 1, 1, 2, 2, 2, 3, 3] == numbers_on(pages[0], plan, 0)
    assert [1, 1, 1, 1, 2, 2, 2, 3, 3] == numbers_on(pages[1], plan, 2, behind=True)
    assert [3, 3, 0, 0, 0, 0, 0, 0, 0] == numbers_on(pages[2], plan, 0)
    assert [3, 3, 0, 0, 0, 0, 0, 0, 0] == numbers_on(pages[3], plan, 2, behind=True)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_turned_over_its_long_edge_a_sheet_has_each_back_exactly_behind_its_face(tmp_path, paper):
    _, (faces, backs) = printed(tmp_path, [card(number, dot=()) for number in range(1, 6)], paper)
    turned = backs[:, ::-1]

    printed_on = (faces[..., 1] == 255) & (faces[..., 2] < 100)
    behind = (turned[..., 1] == 255) & (turned[..., 0] < 100)
    assert printed_on.mean() > 0.4
    assert (printed_on ^ behind).mean() < 0.0005
    for place in range(5):
        left, top = plan_of(paper, (63, 88)).place(place)
        red, blue = at(faces, left + 40, top + 40)[0], at(turned, left + 40, top + 40)[2]
        assert red == blue == 20 * (place + 1)


def test_the_print_is_in_true_scale_and_runs_over_the_cut(tmp_path):
    _, (page, _) = printed(tmp_path, [card(1, dot=((10, 10), (53, 78)))])
    left, top = plan_of(A4, (63, 88)).place(0)

    black = np.argwhere(
        page[int((top + 5) * PX) : int((top + 83) * PX), int(left * PX) : int((left + 63) * PX)].sum(axis=2) < 60
    )
    upper, lower = black[black[:, 0] < 40 * PX].mean(axis=0), black[black[:, 0] > 40 * PX].mean(axis=0)
    assert (68.0, 43.0) == pytest.approx(tuple((lower - upper) / PX), abs=0.05)
    green = np.flatnonzero((page[int((top + 40) * PX), :, 1] == 255) & (page[int((top + 40) * PX), :, 2] == 0))
    assert 63 + 2 * BLEED_MM == pytest.approx(len(green) / PX, abs=0.3)
    assert GAP_MM == 2 * BLEED_MM


def test_crop_marks_stand_in_the_margin_at_every_cut(tmp_path):
    _, (page, _) = printed(tmp_path, [card(1)])
    plan = plan_of(A4, (63, 88))
    left, top = plan.place(0)
    middle = (MARK_FROM_MM + MARK_TO_MM) / 2

    row = page[int((top - middle) * PX), :, 0]
    marks = [
        (run[0] + run[-1]) / 2 / PX
        for run in np.split(np.flatnonzero(row < 200), np.flatnonzero(np.diff(np.flatnonzero(row < 200)) > 1) + 1)
    ]
    edges = sorted(edge for column in range(3) for edge in (left + column * 65, left + column * 65 + 63))
    assert edges == pytest.approx(marks, abs=0.2)


def test_tiles_are_cut_along_their_outline(tmp_path):
    tile = Artwork(43.3, 50, (filled(rectangle(-3, -3, 50, 56), "#ff0000"),), regular(21.65, 25, 6, 25))
    _, (page, _) = printed(tmp_path, [DrawnCard("fair/t", "fair/u", tile, tile)], hexagons=True)
    left, top = plan_of(A4, (43.3, 50)).place(0)

    assert (255, 0, 0) == at(page, left + 15, top + 25)
    assert (255, 255, 255) == at(page, left + 2, top + 3)


def test_cards_of_several_sizes_lie_on_sheets_of_their_own(tmp_path):
    sheets, pages = printed(tmp_path, [card(1, 16, 60.0, 50.0), card(2, 1, 180.0, 50.0)])

    assert (3, 6) == (sheets, len(pages))


def test_two_prints_are_the_same_file_and_hold_no_picture(tmp_path):
    files = [tmp_path / name for name in ("a.pdf", "b.pdf")]
    for file in files:
        print_sheets("The Fair", [card(1), card(2)], A4, file)

    assert files[0].read_bytes() == files[1].read_bytes()
    assert b"/Subtype /Image" not in files[0].read_bytes()


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path):
    with pytest.raises(BadInput, match=r"cannot be written \(No such file or directory\)"):
        print_sheets("The Fair", [card(1)], A4, tmp_path / "nowhere" / "x.pdf")
