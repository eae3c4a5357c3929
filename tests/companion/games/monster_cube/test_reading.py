"""What is made of a reading of the tiles: what a tap answers, and what has to be looked at again."""

from __future__ import annotations

from companion.events import Saw
from companion.games.monster_cube.reading import TilesReading
from companion.observations import Kind, Observation, Problem, ProblemKind, SeenFace, SeenTile, Side
from companion.texts import say

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
