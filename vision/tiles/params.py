"""Every threshold of reading tiles, one group a stage. Lengths without a unit are radii of a tile."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RhombusParams:
    """How areas of one colour with four corners are found."""

    long_sides: tuple[int, ...] = (960, 1600)
    """Pictures are brought to this length first; where that does not show the tiles, to the next."""
    steps: tuple[int, ...] = (40, 70, 110)
    """Greatest gradient within a face, one pass each: strict passes first, tolerant ones after them."""
    least_px: int = 150
    most_share: float = 0.03
    """A face is larger than this many pixels, and no larger than this share of the picture."""
    filled: float = 0.75
    """Share of its convex outline that a face fills: print reaches into it from the rim at most."""
    square: tuple[float, float] = (0.85, 1.15)
    """Area of the outline over that of its four corners."""
    rims_px: tuple[float, ...] = (3.0, 2.6, 2.2)
    """Width of the steep rim that belongs to a face, at each step."""
    slender: float = 2.2
    """Longest side over the shortest, at most."""
    uneven: float = 1.5
    """A side over its opposite, at most."""
    coloured: float = 0.08
    """How far the channels of its colour lie apart, over the brightest."""
    slanted: float = 0.12
    """Least cosine between two sides: the checks of a cloth are square."""
    straightest: float = 0.2
    """Least sine of an angle."""
    same: float = 0.15
    """Two detections nearer than this, over the root of the area, are one face."""


@dataclass(frozen=True, slots=True)
class CubeParams:
    """Which three rhombi make a cube."""

    apart: float = 0.22
    """How far shared corners may lie from each other, over the side of a rhombus."""
    sizes: float = 0.35
    """How much the sides may differ (natural logarithm)."""
    tint: float = 0.25
    """Least difference of the tints (natural logarithm of blue or green over red) that distinguishes the colours."""
    dark: float = 6.0
    """Grey levels added before tints are taken: in the dark they say little."""


@dataclass(frozen=True, slots=True)
class LatticeParams:
    """How tiles lie side by side on one plane."""

    off: float = 0.3
    """How far a tile may lie from its place."""
    turned_deg: float = 15.0
    """How far it may be turned."""
    sizes: tuple[float, float] = (0.75, 1.3)
    """Its radius as the plane shows it."""
    reach: float = 2.6
    """A tile further than this from all known ones is judged only when the plane is known better."""
    rounds: int = 6
    own: float = 1.15
    """A cube whose middle is nearer than this to a known tile is made of the faces of known tiles."""
    group_off: float = 0.5
    """Greatest distance of a separate tile from the nearest place of the lattice."""
    group_turned_deg: float = 14.0
    """Greatest rotation of a separate tile against the lattice: beyond it the place is ambiguous."""
    overlap: float = 1.56
    """Tiles whose middles are nearer than this lie one over the other; neighbours are 1.73 apart."""


@dataclass(frozen=True, slots=True)
class SearchParams:
    """Where else tiles are searched once the plane is known."""

    close: float = 0.4
    """A second hypothesis is followed if it has this share of the tiles of the best one."""
    ways: int = 3
    """Greatest number of hypotheses that are followed."""
    steps: int = 7
    """How many places away from known tiles."""
    like: float = 0.62
    """Difference to the right colour over that to the nearest wrong one, at most."""
    light: float = 0.5
    """What a difference of brightness counts beside one of tint."""
    contrast: float = 0.09
    """Share of the usual difference that is left between any two faces of a pale tile, at least."""
    faint: float = 0.05
    """The same for a tile one of whose faces was found."""
    rough: float = 0.12
    uneven: float = 0.4
    """How uneven faces without clear edges may be: by so much in any case, and more where more is left of it."""
    rounds: int = 4
    corner: float = 0.3
    """Corners of a rhombus lie so near to those of the face that it is."""


@dataclass(frozen=True, slots=True)
class BeliefParams:
    """From the probabilities of two networks to one answer."""

    agreed: float = 0.7
    """Least probability that the more hesitant of two agreeing networks gives to a certain face."""
    readable: float = 0.08
    """Both together must give the best value so much, or it is not even proposed."""
    side: float = 3.0
    """By how much (natural logarithm, each face) one side of the tiles must be likelier than the other."""
    other_side: float = 0.5
    """A tile of which each face gives so little to the common side lies the other way up."""
    likely: float = 0.01
    """Values less likely than this are no alternatives."""


@dataclass(frozen=True, slots=True)
class TileParams:
    """The settings of the reader of tiles."""

    tiles: int = 9
    """How many lie on the table."""
    rhombi: RhombusParams = RhombusParams()
    cubes: CubeParams = CubeParams()
    lattice: LatticeParams = LatticeParams()
    search: SearchParams = SearchParams()
    belief: BeliefParams = BeliefParams()


DEFAULT = TileParams()
