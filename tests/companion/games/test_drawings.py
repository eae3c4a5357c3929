"""Every card and tile of every game is drawn, whatever an owner's deck says, and no two are alike."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from companion.decks.files import has_deck, physical_deck, shipped
from companion.drawing.creature_faces import EYES, MOUTHS
from companion.drawing.creature_parts import FEET, PATTERNS, TOPS
from companion.drawing.creature_traits import Traits
from companion.drawing.creatures import BODIES, creature
from companion.drawing.svg import write_svg
from companion.errors import BadInput
from companion.games.registry import GAMES, drawing_of

COLOUR = re.compile(r"#[0-9a-f]{6}")
DRAWINGS = {name: game.drawing for name, game in GAMES.items() if game.drawing is not None}
DECKS = {game: physical_deck(shipped(game)) for game in DRAWINGS}


def sides(game):
    """Every face and every back of a game, by name."""
    deck, drawing = DECKS[game], DRAWINGS[game]
    faces = {card.id: drawing.face(deck, card) for card in deck.cards}
    return faces, {card.back: drawing.back(deck, card) for card in deck.cards}


def test_every_game_with_a_deck_is_drawn():
    assert {game for game in GAMES if has_deck(game)} == set(DRAWINGS)


@pytest.mark.parametrize("game", DRAWINGS)
def test_every_side_is_drawn_in_its_size_and_its_own_way(game):
    faces, backs = sides(game)

    assert set(faces) == {card.id for card in DECKS[game].cards}
    for card in DECKS[game].cards:
        for art in (faces[card.id], backs[card.back]):
            assert (card.width_mm, card.height_mm) == (art.width_mm, art.height_mm)
    written = [write_svg(art) for art in (*faces.values(), *backs.values())]
    assert len(written) == len(set(written))


@pytest.mark.parametrize("game", DRAWINGS)
def test_a_drawing_is_only_paths_with_colours_and_runs_over_the_edge(game):
    faces, backs = sides(game)
    for art in (*faces.values(), *backs.values()):
        root = ET.fromstring(write_svg(art))
        assert {"path", "svg", "clipPath", "g"} >= {each.tag.rpartition("}")[2] for each in root.iter()}
        for figure in art.figures:
            assert all(COLOUR.fullmatch(colour) for colour in (figure.fill, figure.stroke) if colour is not None)
        first = [point for points, _ in art.figures[0].path.flattened() for point in points]
        assert min(x for x, _ in first) < -0.9
        assert max(x for x, _ in first) > art.width_mm + 0.9


@pytest.mark.parametrize("game", DRAWINGS)
def test_a_drawing_is_the_same_every_time(game):
    deck, card = DECKS[game], DECKS[game].cards[5]

    assert DRAWINGS[game].face(deck, card) == DRAWINGS[game].face(deck, card)


@pytest.mark.parametrize("game", DRAWINGS)
def test_cards_of_another_size_are_filled_as_well(game):
    text = re.sub(
        r"(width_mm|height_mm) = ([\d.]+)", lambda found: f"{found[1]} = {float(found[2]) / 2 + 12}", shipped(game)
    )
    deck = physical_deck(text)
    card = deck.cards[0]
    art = drawing_of(game).face(deck, card)

    points = [point for points, _ in art.figures[0].path.flattened() for point in points]
    for at, size in enumerate((card.width_mm, card.height_mm)):
        assert -3 < min(point[at] for point in points) < -1
        assert size + 1 < max(point[at] for point in points) < size + 3


def test_an_owners_symbols_that_nobody_has_drawn_become_runes():
    text = shipped("monster-rush").replace('"sword"', '"hammer"').replace('tone = "blue"', 'tone = "black"')
    deck = physical_deck(text)
    drawing = drawing_of("monster-rush")
    drawing.check(text)

    faces = [write_svg(drawing.face(deck, deck.card(f"normal-{name}"))) for name in ("hammer", "bow", "axe")]
    assert 3 == len(set(faces))
    assert write_svg(drawing.face(deck, deck.card("combo-hammer-bow")))


def test_the_sign_and_the_value_of_monad_stand_at_both_ends():
    deck = DECKS["monad"]
    art = DRAWINGS["monad"].face(deck, deck.card("red-tri"))
    band = {(round(x, 2), round(y, 2)) for f in art.figures for points, _ in f.path.flattened() for x, y in points}
    upper = {(x, y) for x, y in band if 3.5 < y < 16.5}

    assert len(upper) > 100
    assert sum((round(63 - x, 2), round(88 - y, 2)) in band for x, y in upper) > 0.95 * len(upper)


def test_thirteen_monsters_have_nothing_in_common():
    from companion.games.thirteen_monsters.drawing import MONSTERS

    for part in ("body", "eyes", "mouth", "top", "colour"):
        assert 13 == len({getattr(traits, part) for traits in MONSTERS}), part


def test_no_two_monsters_of_a_rush_are_made_of_the_same_parts():
    from companion.games.monster_rush.drawing import _traits

    made = [_traits(number) for number in range(1, 37)]
    assert 36 == len({(each.body, each.eyes, each.mouth, each.top) for each in made})


@pytest.mark.parametrize(
    "part",
    [
        *((f"body={name}") for name in BODIES),
        *((f"eyes={name}") for name in EYES),
        *((f"mouth={name}") for name in MOUTHS),
        *((f"top={name}") for name in TOPS),
        *((f"pattern={name}") for name in PATTERNS),
        *((f"feet={name}") for name in FEET),
    ],
)
def test_every_part_of_a_creature_stays_in_its_box(part):
    made = Traits("round", "#6bbf59", "#ffd166", "two", "smile", "horns")
    name, value = part.split("=")
    figures = creature(replace(made, **{name: value}))

    points = [point for figure in figures for points, _ in figure.path.flattened() for point in points]
    assert all(-63 <= x <= 63 and -3 <= y <= 152 for x, y in points)


def test_a_game_that_nobody_has_drawn_is_said():
    with pytest.raises(BadInput, match="there is no drawing of the cards of 'uno': only of monster-cube"):
        drawing_of("uno")
