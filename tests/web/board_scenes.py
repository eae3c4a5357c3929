"""Boards as games show them: hexagonal tiles with three faces each, a field of cards, a hand."""

from __future__ import annotations

from math import sqrt

from companion.observations import Point
from companion.service import MatchShown
from companion.texts import plain, say
from companion.view import Action, Board, Piece, Standing, Stroke, Tone, View
from tests.web.scenes import ONE, TABLE, TWO, match, sheet

PLACES = tuple((q, r) for r, row in enumerate(((0, 1, 2), (0, 1, 2), (-1, 0, 1))) for q in row)
HALF = sqrt(3) / 2
FACES: dict[Tone, tuple[Point, ...]] = {
    Tone.YELLOW: ((0, -1), (HALF, -0.5), (0, 0), (-HALF, -0.5)),
    Tone.RED: ((-HALF, -0.5), (0, 0), (0, 1), (-HALF, 0.5)),
    Tone.BLUE: ((0, 0), (HALF, -0.5), (HALF, 0.5), (0, 1)),
}
CHOSEN = {(0, Tone.YELLOW), (1, Tone.YELLOW), (2, Tone.YELLOW)}


def tiles() -> Board:
    """Return nine tiles, three faces of which somebody has tapped."""
    pieces = [_face(at, tone) for at in range(len(PLACES)) for tone in FACES]
    row = tuple((q * HALF * 2, -0.5) for q in range(3))
    return Board(say("The nine tiles"), tuple(pieces), (Stroke(row, plain("4*5-8 = 12")),), notes=(say("tie"),))


def _face(at: int, tone: Tone) -> Piece:
    q, r = PLACES[at]
    x, y = HALF * 2 * (q + r / 2), 1.5 * r
    value = 1 + (at * 5 + list(FACES).index(tone)) % 9
    return Piece(
        tuple((x + dx, y + dy) for dx, dy in FACES[tone]),
        say("die {number}: {value}, {colour}", number=at + 1, value=value, colour=tone.value),
        label=plain(str(value)),
        tone=tone,
        standing=Standing.CHOSEN if (at, tone) in CHOSEN else Standing.USUAL,
        action=Action("DieTaken", say("Read"), values={"tile": at, "face": tone.value}),
    )


def field() -> Board:
    """Return nine rows of nine cards, most of them face down."""
    return Board(say("row 1: nothing"), tuple(_card(row, column) for row in range(9) for column in range(9)))


def _card(row: int, column: int) -> Piece:
    outline = tuple(
        (column + dx, (row + dy) * 1.4) for dx, dy in ((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95))
    )
    up = (row * 9 + column) % 17 == 3
    name = say("die {number}: {value}, {colour}", number=row * 9 + column, value=1, colour="x")
    if not up:
        return Piece(outline, name, tone=Tone.BACK)
    return Piece(outline, name, plain("Wendoung"), plain("02"), Tone.SKY, Standing.RIGHT)


def hand() -> Board:
    """Return the cards that only Ada sees."""
    tones = (Tone.RED, Tone.ORANGE, Tone.YELLOW, Tone.NAVY, Tone.SKY, Tone.GREEN)
    cards = (
        Piece(
            tuple((at + dx, dy) for dx, dy in ((0.05, 0), (0.95, 0), (0.95, 1.4), (0.05, 1.4))),
            plain(tone.value),
            label=plain("7"),
            small=plain("Tri"),
            tone=tone,
            action=Action("DieTaken", say("Read"), values={"card": at}, only_for=ONE),
        )
        for at, tone in enumerate(tones)
    )
    return Board(say("The square of {name}", name="Ada"), tuple(cards), seat=ONE, only_for=ONE)


def boards() -> MatchShown:
    """Return a moment with one board of every kind."""
    view = View(say("Roll and build!"), say("Look at it together: does it lie like that?"), turn=TWO,
                boards=(tiles(), field(), hand()), sheet=sheet())  # fmt: skip
    assert TABLE.seats[0] == ONE
    return match(view, read_requests=())
