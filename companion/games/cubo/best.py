"""The best square that nine dice allow, exactly, and the best one with an exchange for a die from the centre.

A row through two corners and the edge between them, or through two opposite edges and the white die, is looked up in
tables made by `scoring`, so the two cannot disagree. The search goes over the ways to set four corners in a circle,
the most promising first, and stops as soon as no other way can be better; only then it fills the four edges.

Whoever has the choice of a centre die plans the square for it: he takes one of the four, and one of his eight coloured
dice is left over. So a square with an exchange is a square of eight out of these nine dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import TypeAlias

from companion.errors import BadInput
from companion.games.cubo.judging import DICE_AROUND
from companion.games.cubo.options import CuboOptions
from companion.games.cubo.scoring import DEFAULT, CountedSquare, score, score_row
from companion.games.cubo.square import FACES, ROWS, Die, Square
from companion.observations import Cell, Colour

KINDS = tuple(Die(colour, value) for colour in (Colour.RED, Colour.BLUE) for value in FACES)
"""The twelve kinds of coloured dice; the search knows a die by its place in here."""

CORNERS: tuple[Cell, ...] = ((0, 0), (0, 2), (2, 2), (2, 0))
EDGES: tuple[Cell, ...] = ((0, 1), (1, 2), (2, 1), (1, 0))
"""Clockwise; each lies between the corner of the same number and the next one."""

Number: TypeAlias = int
"""A kind of die, as its place in KINDS."""
Ring: TypeAlias = tuple[Number, Number, Number, Number]
"""Four corners, or four edges, clockwise."""
Points: TypeAlias = "tuple[tuple[int, ...], ...]"


@dataclass(frozen=True, slots=True)
class Best:
    """A best square: how to lay it, and which exchange completes it."""

    laid: Square
    """As it goes under the tile."""
    sheet: CountedSquare
    """As it counts in the end."""
    taken: Die | None = None
    """The die to take from the centre, or None."""
    cell: Cell | None = None
    """Where the taken die goes."""

    @property
    def total(self) -> int:
        """The points."""
        return self.sheet.total


def best_square(dice: Sequence[Die], centre: Sequence[Die] = (), options: CuboOptions = DEFAULT) -> Best:
    """Return the best square of nine `dice`; with `centre`, the best one with or without an exchange.

    Raises:
        BadInput: the dice are not one white and eight red or blue ones, or one of the centre is white.

    """
    white, coloured = _sorted_out(dice)
    if any(die.colour is Colour.WHITE for die in centre):
        raise BadInput("there is no white die in the centre: it is never exchanged")
    return _best(white, coloured, tuple(sorted(set(centre))), options)


def _sorted_out(dice: Sequence[Die]) -> tuple[Die, tuple[Die, ...]]:
    whites = [die for die in dice if die.colour is Colour.WHITE]
    coloured = tuple(sorted(die for die in dice if die.colour is not Colour.WHITE))
    if len(whites) != 1 or len(coloured) != DICE_AROUND:
        raise BadInput(
            f"a square is made of one white die and eight red or blue ones, not of {len(whites)} and {len(coloured)}"
        )
    return whites[0], coloured


@lru_cache(maxsize=256)
def _best(white: Die, coloured: tuple[Die, ...], centre: tuple[Die, ...], options: CuboOptions) -> Best:
    own = tuple(KINDS.index(die) for die in coloured)
    search = _Search(_tables(options), white.value)
    search.over([own])
    # An exchange must be worth it: only what is better than the best square without one replaces it.
    search.over([(*own, KINDS.index(die)) for die in centre])
    return _with_exchange(search.square(white), coloured, options)


def _with_exchange(final: Square, coloured: tuple[Die, ...], options: CuboOptions) -> Best:
    """Return how to lay `final` out of the own dice, of which it may lack one."""
    own = Counter(coloured)
    foreign = [cell for cell in (*CORNERS, *EDGES) if Counter(final.dice)[final[cell]] > own[final[cell]]]
    if not foreign:
        return Best(final, score(final, options))
    cell, taken = foreign[0], final[foreign[0]]
    (spare,) = (own + Counter([taken]) - Counter(final.dice)).elements()
    return Best(final.replaced(cell, spare), score(final, options), taken, cell)


@dataclass(frozen=True, slots=True)
class _Tables:
    """Points of every row there is: side[corner][corner][edge], and middle[white][edge][opposite edge]."""

    side: tuple[Points, ...]
    middle: tuple[Points, ...]


@lru_cache(maxsize=16)
def _tables(options: CuboOptions) -> _Tables:
    def points(*dice: Die) -> int:
        return score_row(ROWS[0], (dice[0], dice[1], dice[2]), options).points

    whites = [Die(Colour.WHITE, value) for value in FACES]
    side = tuple(tuple(tuple(points(a, b, c) for b in KINDS) for c in KINDS) for a in KINDS)
    middle = tuple(tuple(tuple(points(a, white, b) for b in KINDS) for a in KINDS) for white in whites)
    return _Tables(side, middle)


_PAIRS = {dice: tuple(permutations(range(dice), 2)) for dice in (4, 5)}


class _Search:
    """The best square found so far, over one pool of dice after another."""

    def __init__(self, tables: _Tables, white: int) -> None:
        self.side = tables.side
        self.middle = tables.middle[white - 1]
        self.points = -1
        self.corners: Ring = (0, 0, 0, 0)
        self.edges: Ring = (0, 0, 0, 0)

    def square(self, white: Die) -> Square:
        """Return the best square found so far."""
        (a, c, i, g), (b, f, h, d) = self.corners, self.edges
        around = [KINDS[number] for number in (a, b, c, d, f, g, h, i)]
        return Square((*around[:4], white, *around[4:]))

    def over(self, pools: Sequence[tuple[Number, ...]]) -> None:
        """Search all squares of eight dice out of any of `pools`, the most promising corners first."""
        promising = sorted((way for pool in pools for way in self._promising(pool)), reverse=True)
        for bound, corners, pool in promising:
            if bound <= self.points:
                break
            rest = list(pool)
            for corner in corners:
                rest.remove(corner)
            self._fill(corners, rest)

    def _promising(self, pool: tuple[Number, ...]) -> Iterator[tuple[int, Ring, tuple[Number, ...]]]:
        """Yield every ring of corners that may beat the best square, with a bound on its points."""
        kinds = sorted(set(pool))
        bound = {(a, c): max(self.side[a][c][b] for b in kinds) for a in kinds for c in kinds}
        middles = self._middle_bound(pool)
        worst = self.points - middles
        for a, b, c, d in set(combinations(sorted(pool), 4)):
            ab, ac, ad, bc, bd, cd = bound[a, b], bound[a, c], bound[a, d], bound[b, c], bound[b, d], bound[c, d]
            for most, ring in (
                (ab + bc + cd + ad, (a, b, c, d)),
                (ab + bd + cd + ac, (a, b, d, c)),
                (ac + bc + bd + ad, (a, c, b, d)),
            ):
                if most > worst:
                    yield most + middles, ring, pool

    def _middle_bound(self, pool: tuple[Number, ...]) -> int:
        """Return the most that the two rows through the white die can be worth."""
        pairs = sorted((self.middle[a][b] for a, b in combinations(pool, 2)), reverse=True)
        return pairs[0] + pairs[1]

    @staticmethod
    def _fill_bound(sides: list[list[int]], middles: list[list[int]]) -> int:
        """Return the most that edges can add: every side has one die, and every die lies at one side."""
        by_side = sum(map(max, sides))
        by_die: int = sum(sorted([max(points) for points in zip(*sides, strict=True)])[-4:])
        pairs = sorted([row[opposite] for edge, row in enumerate(middles) for opposite in range(edge)])
        return min(by_side, by_die) + pairs[-1] + pairs[-2]

    def _fill(self, corners: Ring, rest: list[Number]) -> None:
        """Set the edges between `corners` with four dice of `rest`, the best way."""
        p, q, r, s = corners
        sides = [
            [row[edge] for edge in rest] for row in (self.side[p][q], self.side[q][r], self.side[r][s], self.side[s][p])
        ]
        middles = [[self.middle[edge][opposite] for opposite in rest] for edge in rest]
        if self._fill_bound(sides, middles) <= self.points:
            return
        top, right, bottom, left = sides
        places = _PAIRS[len(rest)]
        upright = sorted([(top[x] + bottom[y] + middles[x][y], x, y) for x, y in places], reverse=True)
        across = sorted([(right[x] + left[y] + middles[x][y], x, y) for x, y in places], reverse=True)
        for points, x, y in upright:
            if points + across[0][0] <= self.points:
                return
            for more, v, w in across:
                if points + more <= self.points:
                    break
                if v not in (x, y) and w not in (x, y):
                    self.points, self.corners = points + more, corners
                    self.edges = (rest[x], rest[v], rest[y], rest[w])
                    break
