"""Every threshold of the lattice search. Lengths are relative to the part that they measure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PipParams:
    """Where a compact spot may be a pip."""

    long_side: int = 1600
    """Larger photographs are reduced to this; a die of 24 pixels in one of 1280 keeps its 24 pixels."""
    short_side: int = 160
    """Smaller ones (a crop of a single die) are enlarged to this."""
    window: int = 23
    """Side of the neighbourhood that a spot is compared with, in pixels of its pyramid level."""
    levels: int = 4
    """Pyramid levels; each sees spots twice as large as the one before."""
    spreads: tuple[float, ...] = (0.8, 1.5)
    """A spot is darker or lighter than the mean of its neighbourhood by this many mean deviations.

    The second one separates pips that melt with a glare or with each other.
    """
    floor: float = 7.0
    """A spot also differs from its neighbourhood by this many grey levels; smaller differences are noise."""
    least_px: float = 3.4
    """Smallest diameter of a spot on its level."""
    most_px: float = 17.0
    """Largest diameter of a spot on its level; larger ones are seen on the next."""
    fill: float = 0.86
    """How much of its ellipse of inertia a spot fills at least."""
    large_px: float = 14.0
    """From this diameter on the outline of a spot distinguishes a disc from a square."""
    rim: float = 1.13
    """Radius of the circle on which corners are sampled, over that of a disc of equal area: only squares reach it."""
    corners: float = 0.1
    """Least share of that circle that the corners of a square cover."""
    fourfold: float = 0.5
    """Least share of the four quarter turns that show a corner; glare that merges with a pip covers one side only."""
    flattest: float = 0.36
    """Shortest over longest axis: pips of faces seen more obliquely are not read."""
    contrast: float = 14.0
    """Least distance in colour between a spot and what surrounds it."""
    same_size: float = 0.5
    """Spots in one place whose diameters differ less than this (natural logarithm) are one."""
    most: int = 400
    """At most this many spots are kept, the strongest first."""


@dataclass(frozen=True, slots=True)
class FaceParams:
    """Which spots belong to one face."""

    lattice: float = 0.26
    """Distance of a corner pip from the middle lines of the face, over its edge."""
    nearest: float = 1.0
    """Least distance of two pips, in pip diameters."""
    furthest: float = 6.2
    """Greatest distance of two pips of a face, in pip diameters."""
    alike: float = 1.55
    """Largest over smallest pip of a face."""
    same_step: float = 0.8
    """Cosine between the steps in colour from body to pip, at least."""
    same_paint: float = 0.35
    """How much the colours of two pips on a marbled body may differ, over their contrast."""
    fainter: float = 0.3
    """Contrast of the fainter pip over that of the stronger, at least: glare takes some of it."""
    same_body: float = 0.45
    """How much the colours around two pips may differ, over their contrast."""
    middle: float = 0.2
    """How far apart the middles of the two diagonals may be, over a half diagonal."""
    skew: float = 0.42
    """Cosine between the diagonals on the die, which is 0 in truth."""
    skew_of_six: float = 0.72
    """The same for a 6: on some dice its two rows stand close together."""
    skew_of_rows: float = 0.15
    """From here on the four corners may be those of such a 6, and a square frame is read as well."""
    stretch: float = 1.5
    """Longer over shorter diagonal on the die, which is 1 in truth."""


@dataclass(frozen=True, slots=True)
class SinglePipParams:
    """When a single spot is the pip of a 1. Lengths are in radii of the spot."""

    rays: int = 32
    turns: int = 15
    """How many orientations of the square are tried in a quarter turn."""
    first: float = 1.6
    """Where a ray starts."""
    step: float = 0.25
    changes: tuple[tuple[float, int], ...] = ((0.35, 2), (0.2, 2), (0.12, 2), (0.35, 8))
    """A ray ends where the colour leaves the body's by this share of the contrast of the pip, for so many steps.

    Each is tried. The last one runs over print and veins; it cannot see the joint of two dice.
    """
    noise: float = 8.0
    """The colour also changes by at least this many grey levels."""
    least: float = 2.3
    """Least half edge: the big red one."""
    most: float = 8.5
    """Greatest half edge."""
    rounded: float = 1.15
    """How far from the middle the corners of a very round die are, at least, in half edges."""
    tolerance: float = 0.14
    """How far a ray may end from the side of the square."""
    better: float = 0.05
    """How much squarer a fainter border must be than a stronger one."""
    square: float = 0.62
    """Least share of the rays that end on the square, when nothing is known of its size."""
    square_of_print: float = 0.42
    """The same for a face that stays unsure anyway: print round the pip hides the sides."""
    square_of_known_edge: float = 0.4
    """The same where other dice give the size."""
    within: float = 0.12
    """Most share of the rays that end well inside a square of known size."""


@dataclass(frozen=True, slots=True)
class BodyParams:
    """Where the body of a die ends. Lengths are in half edges of the face."""

    rays: int = 24
    first: float = 0.85
    last: float = 2.0
    step: float = 0.07
    change: float = 0.15
    """The body ends where its colour changes by this share of the contrast of the pips."""
    noise: float = 8.0
    """The colour also changes by at least this many grey levels."""


@dataclass(frozen=True, slots=True)
class TemplateParams:
    """How a straightened face is read."""

    patch: int = 20
    """Side of the straightened patch, in pixels."""
    radii: tuple[float, ...] = (0.075, 0.1, 0.14)
    """Radii of pips, over the edge, that the patterns are drawn with."""
    off: float = 0.3
    """A pixel of the body is no further than this from its colour, over the contrast of the pips."""


@dataclass(frozen=True, slots=True)
class PatternFitParams:
    """How pip patterns are fitted to a face whose frame is known. Positions of pips are over those of a four."""

    side: int = 24
    """Side of the straightened patch, in pixels."""
    inner: float = 0.8
    """Half edge of the part of the patch that is compared, in half edges of the face."""
    lattice: float = 0.25
    """Distance of a corner pip from the middle lines of the face, over its edge."""
    radii: tuple[float, ...] = (0.075, 0.095, 0.12)
    """Radii of pips, over the edge."""
    twos: tuple[float, ...] = (0.6, 0.75, 0.9, 1.0, 1.15)
    """Distances of the pips of a two from the middle."""
    threes: tuple[float, ...] = (0.8, 0.9, 1.0, 1.15)
    """Distances of the outer pips of a three from the middle."""
    fours: tuple[float, ...] = (0.9, 1.0, 1.1)
    """Distances of the corner pips of a four and a five from the middle."""
    rows: tuple[float, ...] = (0.6, 0.7, 0.8, 0.9, 1.0)
    """Distances of the two rows of a six from the middle line."""
    lengths: tuple[float, ...] = (1.0, 1.15)
    """Distances of the ends of these rows from the middle."""
    turns_deg: tuple[float, ...] = (-10.0, 0.0, 10.0)
    """Rotations of the frame that are tried."""
    sizes: tuple[float, ...] = (0.85, 1.0, 1.15)
    """Scales of the frame that are tried."""
    shifts: tuple[tuple[float, float], ...] = ((0, 0), (0.12, 0), (-0.12, 0), (0, 0.12), (0, -0.12))
    """Shifts of the frame that are tried, in half edges."""


@dataclass(frozen=True, slots=True)
class LatticeSearchParams:
    """Which candidates are faces at all."""

    fit: float = 0.55
    margin: float = 0.01
    even: float = 0.6
    fit_of_marbled: float = 0.8
    even_of_marbled: float = 0.3
    """The same for four pips and more that fit this well: no seam runs through them, the body is of many colours."""
    least_radius: float = 0.055
    """Pips of more than one are not smaller than this, over the edge; smaller ones lie on two dice."""
    most_radius: float = 0.165
    """Pips of more than one are not larger than this, over the edge; larger ones are neighbours in a smaller frame."""
    most_radius_of_two: float = 0.21
    """The same for a 2: on some dice its pips stand close."""
    own: float = 1.24
    """A pip belongs to a face only within this distance of its middle, in half edges."""
    own_size: float = 0.3
    """A pip belongs to a face only if its diameter differs less than this from the others (natural logarithm)."""
    own_slant: float = 0.35
    """A pip belongs to a face only if its slant differs less than this from that of the face."""
    own_paint: float = 0.35
    """A pip belongs to a face only if its colour differs less than this from the others, over the contrast."""
    third_row: float = 0.22
    """How near to its place a pip of a third row must lie, in half edges."""
    stranger: float = 0.6
    """What is left of a face with more pips than its value."""
    kernel: float = 0.1
    """How much the edges of dice of one make differ in a picture (natural logarithm)."""
    kernel_slant: float = 0.16
    """How much their slants differ."""
    steep: float = 0.4
    """Slants beyond this are rather those of sides."""
    odd_slant: float = 0.55
    """How much less convincing a face is that does not lie in the common plane."""
    strong: float = 0.6
    """Faces of less contrast than this share of the strongest count less for the common plane: a cloth is faint."""
    odd: float = 0.45
    """How much less convincing a face is whose edge is not the common one."""
    large: float = 64.0
    """If the common edge is longer than this (pixels), the finest level, for small dice, is left out."""
    apart: float = 0.6
    """Two faces whose centres are nearer than this share of the larger edge claim the same place."""


@dataclass(frozen=True, slots=True)
class ContactSheetParams:
    """How candidate places are searched at one common size."""

    edge: float = 44.0
    """Edge of a die on the contact sheet, in pixels: a pip is then about 9 wide."""
    tile: int = 84
    """Side of the place of one die there."""
    levels: int = 2
    """Pyramid levels: pips, and the big red ones."""
    least_px: float = 3.8
    """Smallest diameter of a pip on the sheet."""
    spots: int = 40
    """At most this many spots are kept for each place."""
    near: float = 0.4
    """A face belongs to a place only if their middles are nearer than this, in edges."""
    size: float = 0.5
    """A face belongs to a place only if their edges differ less than this (natural logarithm)."""
    near_of_one: float = 0.25
    """The same for the pip of a 1."""
    of_a_value: int = 2
    """No more faces of one value than this are compared in each place."""
