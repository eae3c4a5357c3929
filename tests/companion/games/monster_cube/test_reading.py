"""What is made of a reading of the tiles: what a tap answers, and what has to be looked at again."""

from __future__ import annotations

from companion.events import PartAdded, PartRemoved, ReadingConfirmed, Saw
from companion.games.monster_cube.events import FaceTold
from companion.games.monster_cube.reading import TilesReading
from companion.observations import Kind, Observation, Problem, ProblemKind, SeenFace, SeenTile, Side, TileFace
from companion.reading import tile_at
from companion.texts import say
from tests.companion.games.monster_cube.table import after, new_match, play, said

PLACES = tuple((q, r) for r in range(3) for q in range(3))
CORNERS = ((0.0, 0.0),) * 6
OVERLAP = Problem.of(ProblemKind.OVERLAP, say("tiles {one} and {other} lie one over the other", one=1, other=2))
COVERED = Problem.of(ProblemKind.UNREADABLE, say("tile {tile} cannot be read; does something lie over it?", tile=1))


def reading(problem: Problem, *, sure: bool) -> TilesReading:
    tiles = tuple(
        SeenTile(
            place,
            SeenFace(5, 0.9, sure=sure or place != PLACES[0]),
            SeenFace(2, 0.9, sure=True),
            SeenFace(9, 0.9, sure=True),
            CORNERS,
        )
        for place in PLACES
    )
    return TilesReading.of(
        Saw(1, "tiles", Observation(Kind.TILES, (), (problem,), tiles, Side.NUMBERS), ""), Side.NUMBERS
    )


def test_tiles_that_lie_one_over_the_other_are_looked_at_again_whatever_is_tapped() -> None:
    assert (OVERLAP.sentence,) == reading(OVERLAP, sure=False).problems


def test_what_the_taps_answer_is_no_problem_afterwards() -> None:
    assert () == reading(COVERED, sure=False).problems


def test_a_problem_without_a_doubtful_face_stays() -> None:
    assert (COVERED.sentence,) == reading(COVERED, sure=True).problems


def picture(*places, problems=()):
    tiles = tuple(tile_at(place, (1 + at, 2, 9)) for at, place in enumerate(places))
    return Saw(1, "tiles", Observation(Kind.TILES, (), problems, tiles, Side.NUMBERS), "ab")


def boards(match):
    return [str(piece.name) for board in match.view().boards for piece in board.pieces]


def test_what_is_no_tile_is_taken_away() -> None:
    match = after(new_match(), picture(*PLACES, (3, 0)))
    assert not match.state.layouts

    assert "tiles" in after(match, PartRemoved(2, "tiles", 9)).state.layouts


def test_a_tile_that_was_missed_is_added_in_a_free_place_and_its_faces_are_told() -> None:
    match = after(new_match(), picture(*PLACES[:8]))
    assert "a free place" in boards(match)

    match = after(match, PartAdded(2, "tiles", place=PLACES[8]))
    assert (PLACES[8], TileFace.YELLOW) == match.state.readings["tiles"].tapped
    match = after(match, *(FaceTold(3, value) for value in (9, 8, 7)))

    assert (9, 8, 7) == tuple(match.state.layouts["tiles"].at[PLACES[8]])


def test_people_say_that_tiles_lie_as_shown_whatever_the_reader_is_uneasy_about() -> None:
    match = after(new_match(), picture(*PLACES, problems=(OVERLAP,)))
    assert "It lies as shown" in [str(action.label) for action in match.view().actions]

    assert "tiles" in after(match, ReadingConfirmed(2, "tiles")).state.layouts


def test_a_missing_tile_cannot_be_confirmed() -> None:
    match = after(new_match(), picture(*PLACES[:8]))

    _, effects = play(match, ReadingConfirmed(2, "tiles"))

    assert ["refused: 8 tiles were seen, but nine belong there"] == said(effects)
