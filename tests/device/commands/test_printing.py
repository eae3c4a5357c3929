"""`companion print cards|tiles`: what is written, how different the cards are, and every refusal in one line."""

import json
from itertools import combinations

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

from companion.decks.files import shipped
from companion.observations import Side
from device.cli import main
from device.deck_files import deck_called, drawn
from vision.drawing.raster import rasterise
from vision.tiles.read import read_tiles

DECKS = ("monad", "monster-cube", "monster-rush", "thirteen-monsters")
SMALL = (24, 32)
"""Columns and rows of the thumbnails by which cards are compared."""
SEEN_PX = 120
"""So many pixels a card is wide in a picture of a whole table."""


def run(*words):
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def thumbnails(name):
    """Every face and every back of a deck as a camera far away sees it: Lab, and grey of mean 0 and deviation 1."""
    deck = deck_called(name)
    found = {}
    for card in drawn(deck, deck.cards):
        for side, art in ((card.id, card.face), (card.back_id, card.back)):
            if side in found or art.cut is not None:
                continue
            seen = cv2.resize(rasterise(art, SEEN_PX * 25.4 / art.width_mm), SMALL, interpolation=cv2.INTER_AREA)
            grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(float)
            lab = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
            found[side] = lab, (grey - grey.mean()) / grey.std(), art.width_mm / art.height_mm
    return found


@pytest.mark.parametrize("name", DECKS)
def test_any_two_sides_differ_in_colour_and_in_grey_also_upside_down(name):
    found = thumbnails(name)
    for (one, (lab, grey, shape)), (other, (lab2, grey2, shape2)) in combinations(found.items(), 2):
        if shape != shape2:
            continue
        for turn in (slice(None), slice(None, None, -1)):
            distance = np.abs(lab - lab2[turn, turn]).mean()
            alike = (grey * grey2[turn, turn]).mean()
            assert distance > 3.5, (one, other, distance)
            assert alike < 0.93, (one, other, alike)


def test_colours_of_monad_are_told_by_their_grey_values_too():
    deck = deck_called("monad")
    greys = []
    for colour in ("red", "orange", "yellow", "navy", "sky", "green"):
        (card,) = drawn(deck, [deck.card(f"{colour}-unit")])
        picture = cv2.cvtColor(rasterise(card.face, 50), cv2.COLOR_BGR2GRAY)
        greys.append(float(np.median(picture[8:30, 40:50])))

    assert min(abs(a - b) for a, b in combinations(greys, 2)) > 12


@pytest.mark.parametrize("name", DECKS)
def test_the_cards_are_printed_on_both_sides(tmp_path, name):
    for paper in ("A4", "Letter"):
        result = run("print", "cards", "--deck", name, "--paper", paper, "--out", tmp_path / "cards.pdf")

        assert (0, "") == (result.exit_code, result.stderr)
        document = pypdfium2.PdfDocument(tmp_path / "cards.pdf")
        assert f"{len(document) // 2} x {paper}, faces and backs; print at 100 %" in result.stdout
        document.close()


def test_the_pictures_of_a_deck_come_with_their_manifest(tmp_path):
    result = run("print", "cards", "--deck", "monad", "--png", tmp_path / "monad")

    assert f"{tmp_path / 'monad'}: 40 pictures of 38 cards, at 300 pixels an inch\n" == result.stdout
    manifest = json.loads((tmp_path / "monad" / "manifest.json").read_text())
    assert ["deck", "cards"] == list(manifest)
    assert {
        "id": "monad/red-tri",
        "file": "red-tri.png",
        "back": "back.png",
        "width_mm": 63,
        "height_mm": 88,
        "count": 1,
    } in manifest["cards"]
    assert 68 == sum(card["count"] for card in manifest["cards"])
    assert all((tmp_path / "monad" / card[side]).is_file() for card in manifest["cards"] for side in ("file", "back"))


def test_the_tiles_are_printed_and_drawn(tmp_path):
    result = run("print", "tiles", "--deck", "monster-cube", "--out", tmp_path / "t.pdf", "--png", tmp_path / "t")

    assert 0 == result.exit_code
    assert "72 pictures of 36 tiles" in result.stdout
    assert "36 tiles on 2 x A4" in result.stdout


def laid(deck, series, *, behind):
    """Nine tiles of a series as they lie on a grey table, and what is on them."""
    radius = 95.0
    table = np.full((720, 960, 3), (150, 160, 155), np.uint8)
    cards = drawn(deck, [deck.card(f"tile-{series}{index}") for index in range(1, 10)])
    for number, card in enumerate(cards):
        column, row = number % 3, number // 3
        art = card.back if behind else card.face
        tile = rasterise(art, 25.4 * radius * 2 / art.height_mm)
        height, width = tile.shape[:2]
        left = round(280 + (column + 0.5 * (row % 2)) * radius * 3**0.5 * 1.02 - width / 2)
        top = round(150 + row * 1.5 * radius * 1.02 - height / 2)
        corners = [
            (width / 2 + radius * 0.985 * np.sin(a), height / 2 - radius * 0.985 * np.cos(a))
            for a in np.arange(6) * np.pi / 3
        ]
        inside = cv2.fillPoly(np.zeros((height, width), np.uint8), [np.rint(corners).astype(np.int32)], 1) > 0
        table[top : top + height, left : left + width][inside] = tile[inside]
    return cv2.GaussianBlur(table, (0, 0), 1.1)


@pytest.mark.parametrize("series", "AC")
@pytest.mark.parametrize(("side", "field"), [(Side.NUMBERS, "numbers"), (Side.PIPS, "dice")])
def test_our_tiles_are_read_out_of_the_box(series, side, field):
    deck = deck_called("monster-cube")
    seen = read_tiles(laid(deck, series, behind=side is Side.PIPS))

    assert (side, True) == (seen.side, seen.sure)
    assert sorted(deck.card(f"tile-{series}{index}").fields[field] for index in range(1, 10)) == sorted(
        tile.values for tile in seen.tiles
    )


def test_an_owners_file_is_printed_with_its_own_values(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped("monster-cube").replace("code = 1, stars = 1", "code = 1, stars = 3"))
    for name, deck in (("ours", "monster-cube"), ("mine", mine)):
        assert 0 == run("print", "cards", "--deck", deck, "--png", tmp_path / name).exit_code

    changed = [
        f.name for f in (tmp_path / "ours").glob("*.png") if f.read_bytes() != (tmp_path / "mine" / f.name).read_bytes()
    ]
    assert ["code-01.png"] == changed


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("cards", "--deck", "monda", "--out", "x.pdf"),
            "there is no deck 'monda' - did you mean 'monad'?, or name a .toml file",
        ),
        (("cards", "--deck", "cubo", "--out", "x.pdf"), "there is no deck 'cubo'"),
        (("tiles", "--deck", "monad", "--out", "x.pdf"), "the deck 'monad' has no tiles"),
        (
            ("cards", "--deck", "nowhere.toml", "--out", "x.pdf"),
            "the deck nowhere.toml cannot be read: No such file or directory",
        ),
        (
            ("cards", "--deck", "monad", "--out", "nowhere/x.pdf"),
            "nowhere/x.pdf: cannot be written (No such file or directory)",
        ),
        (("cards", "--deck", "monad"), "say where to write to: --out FILE.pdf, or --png FOLDER"),
        (("cards", "--deck", "monad", "--out", "x.pdf", "--paper", "A3"), "'A3' is not one of"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    result = run("print", *words)

    assert 2 == result.exit_code
    assert why in result.stderr.splitlines()[-1]
    assert [] == list(tmp_path.iterdir())


def test_a_deck_that_the_rules_refuse_is_not_printed(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped("monster-cube").replace("code = 2,", "code = 3,", 1))
    result = run("print", "cards", "--deck", mine, "--out", tmp_path / "x.pdf")

    assert 2 == result.exit_code
    assert 1 == len(result.stderr.splitlines())
    assert "cannot be used: " in result.stderr
    assert not (tmp_path / "x.pdf").exists()
