"""Every threshold of the readers, in one frozen record. Lengths are relative to the part that they measure.

Nothing in here is a number of pixels of a particular camera: a die is known by its own pips. The few pixel
values are the limits of what a sensor resolves at all (a pip of three pixels is a guess, not a pip).
"""

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
    """… and by this many grey levels: below it there is nothing but noise."""
    least_px: float = 3.4
    """Smallest diameter of a spot on its level."""
    most_px: float = 17.0
    """Largest diameter of a spot on its level; larger ones are seen on the next."""
    fill: float = 0.86
    """How much of its ellipse of inertia a spot fills at least."""
    large_px: float = 14.0
    """From this diameter on the outline of a spot can tell a disc from a square."""
    rim: float = 1.13
    """Just outside a disc, over its radius, where the corners of a square still are …"""
    corners: float = 0.1
    """… this share of the rim at least …"""
    fourfold: float = 0.5
    """… every quarter turn; a glare that melts with a pip is on one side only."""
    flattest: float = 0.36
    """Shortest over longest axis: pips of faces seen more obliquely are not read."""
    contrast: float = 14.0
    """Least distance in colour between a spot and what surrounds it."""
    same_size: float = 0.5
    """Spots in one place whose diameters differ less than this (natural logarithm) are one."""
    most: int = 400
    """No more spots than this are looked at, the strongest first."""


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
    stretch: float = 1.5
    """Longer over shorter diagonal on the die, which is 1 in truth."""


@dataclass(frozen=True, slots=True)
class OneParams:
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
    """… and by this many grey levels."""
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
    """The same, for a face that nobody would be sure of: print round the pip hides the sides."""
    square_of_known_edge: float = 0.4
    """The same, when other dice tell the size."""
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
    """… and by this many grey levels."""


@dataclass(frozen=True, slots=True)
class ReadParams:
    """How a straightened face is read."""

    patch: int = 20
    """Side of the straightened patch, in pixels."""
    radii: tuple[float, ...] = (0.075, 0.1, 0.14)
    """Radii of pips, over the edge, that the patterns are drawn with."""
    off: float = 0.3
    """A pixel of the body is no further than this from its colour, over the contrast of the pips."""


@dataclass(frozen=True, slots=True)
class FindParams:
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
    """Pips within this of the middle of a face, in half edges, are its own …"""
    own_size: float = 0.3
    """… if their diameters differ less than this (natural logarithm) …"""
    own_slant: float = 0.35
    """… they are foreshortened like it …"""
    own_paint: float = 0.35
    """… and their colours differ less than this, over the contrast."""
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
    """Faces of less contrast than this share of the strongest tell less about the others: a cloth is faint."""
    odd: float = 0.45
    """How much less convincing a face is whose edge is not the common one."""
    large: float = 64.0
    """If the common edge is longer than this (pixels), the finest level, for small dice, is left out."""
    apart: float = 0.6
    """Two faces whose centres are nearer than this share of the larger edge claim the same place."""


@dataclass(frozen=True, slots=True)
class SecondParams:
    """How the opinion of the network counts."""

    agreed: float = 0.8
    """Probability from which on a face is settled."""
    sizes: tuple[float, ...] = (1.25, 0.8)
    """Other sizes of a frame that the network may look at."""
    agreed_of_two: float = 0.96
    """The same for a 2."""
    rivals: int = 5
    """How many other frames of a place are tried."""
    same: float = 0.12
    """Frames of one value whose middles and edges differ less than this are one."""
    alone: float = 0.35
    """How well a face that only the network sees counts as explained."""
    trusted: float = 0.6
    """Probability from which on the network may name a face that nobody else sees."""
    doubted: float = 0.5
    """A face of less is dropped, if the first reader has little confidence in it either …"""
    refused: float = 0.03
    """… and one of even less in any case."""
    spots: int = 8
    """How many left-over spots are tried as ones."""
    edges: tuple[float, ...] = (5.0, 6.5, 8.5)
    """Edges that are tried for a spot of another make, in its diameters."""
    turns: int = 3
    """… in how many turns of the die."""
    least: float = 0.25
    """What remains of a face that the network does not believe at all."""


@dataclass(frozen=True, slots=True)
class ColourParams:
    """How the colour of a body is named."""

    cast: float = 0.35
    """A white under any lamp still has this share of its brightest channel in the others."""
    lit: float = 40.0
    """Darker than this (grey levels) a white part tells nothing about the lamp."""
    pale: float = 0.42
    """Saturation of a white body with dark pips, at most: ivory is white."""
    grey: float = 0.25
    """Saturation of a black or grey body with light pips, at most."""
    black: float = 0.6
    """How bright a black body is at most, over its light pips."""
    least: float = 0.05
    """Least difference of the channels of a coloured body, over the brightness of its light pips."""


@dataclass(frozen=True, slots=True)
class SquareParams:
    """The lattice of a square of three by three dice. Lengths are in edges of a die."""

    least: int = 5
    """Faces that must lie on a lattice before it is one."""
    nearest: float = 0.8
    furthest: float = 1.7
    """Distance of the middles of two neighbours."""
    skew: float = 0.35
    """Cosine between rows and columns, which is 0 in truth."""
    unequal: float = 0.3
    """How much distances and edges may differ (natural logarithm)."""
    unequal_cell: float = 0.2
    """How much the edge of a die may differ from what the lattice says (natural logarithm)."""
    off: float = 0.2
    """How far the middle of a die may lie from its cell's."""
    most: int = 40
    """How many faces are tried for the lattice, the best first."""
    same: float = 0.25
    """Faces nearer than this to a better one are not tried."""
    askew: float = 0.3
    """Tangent between a side of a die and the lattice, at most."""
    stray: float = 0.16
    """A face further than this from its cell does not belong to it."""
    clear: float = 0.88
    """A face of the lattice that fits this well is not looked at again."""
    shifts: tuple[float, ...] = (-0.12, -0.06, 0.0, 0.06, 0.12)
    """How far a cell without a face is moved while it is looked at."""


@dataclass(frozen=True, slots=True)
class JudgeParams:
    """From measurements to confidence: pairs are where it is 0 and where it is 1."""

    fit: tuple[float, float] = (0.45, 0.75)
    margin: tuple[float, float] = (0.0, 0.06)
    even: tuple[float, float] = (0.45, 0.85)
    even_of_many: tuple[float, float] = (0.2, 0.6)
    """The same for four pips and more."""
    unequal: tuple[float, float] = (-1.0, -0.3)
    steep: tuple[float, float] = (-0.65, -0.3)
    """How much its slant differs from the common one, negative."""
    opinion: tuple[float, float] = (0.6, 0.95)
    sure: float = 0.5
    little: float = 0.3
    """Confidence of the first reader below which the second one decides alone."""
    size: float = 0.45
    """A face whose edge differs more than this from the common one (natural logarithm) is none."""
    side: float = 0.78
    """The middle of a side is nearer than this to that of its upper face, over the longer edge; two tops are not."""
    border: float = 0.55
    """Share of the directions in which the body of a die must end near its edge."""
    plain: float = 0.85
    border_of_plain: float = 0.25
    """The same for a face of four pips or more that fits this well."""
    like_size: float = 0.3
    """A spot is like a pip if its diameter differs less than this (natural logarithm) …"""
    like_calm: float = 0.8
    """… its surroundings are as even as this …"""
    like_contrast: float = 0.6
    """… its contrast is this share of the pips' …"""
    like_slant: float = 0.3
    """… and it lies in the common plane."""
    far: float = 1.15
    """A spot further than this from all faces cannot be on the side of one, over the longer edge …"""
    far_calm: float = 0.9
    """… and may be a pip if its surroundings are as even as this."""
    like_apart: float = 0.74
    """It belongs to no face if it is further than this from the middle of each, over the longer edge."""
    size_if_agreed: float = 0.9
    """The same where the network has no doubt: dice of several sizes lie on one table."""
    faint_if_agreed: float = 0.15
    faint: float = 0.3
    """Pips of less contrast than this share of the usual one are no pips."""


@dataclass(frozen=True, slots=True)
class FusionParams:
    """How the two readers become one answer. Lengths are in edges of a die."""

    least_face: float = 0.25
    """A find of the network with a lower probability of a face is none …"""
    least: float = 0.1
    """… and one with a lower score."""
    alone: float = 0.2
    """Score from which on a find counts that the lattice reader does not see."""
    same: float = 0.5
    """A face and a find whose middles are nearer than this are one die."""
    likelier: float = 0.4
    """Of two values, the network's counts if its score is more than this share of the other's probability."""
    other_size: float = 0.8
    """A find alone whose edge differs more than this from the usual one (natural logarithm) is none."""
    trusted_alone: float = 0.9
    """Probability that a face must have where the finder sees nothing at all."""
    trusted: float = 0.9
    """Probability that a face must have that the finder does not see beside others …"""
    alike: float = 0.35
    """… its edge may differ so much from the usual one (natural logarithm) …"""
    apart: float = 0.85
    """… and no other die may be nearer."""
    plain: float = 0.88
    """Fit from which on a face may be certain that the finder misses beside others."""
    undoubted: tuple[float, float] = (0.92, 0.99)
    """Probabilities between which the confidence rises of a face that the finder does not see."""
    believed: tuple[float, float] = (0.35, 0.65)
    """Scores of the finder between which the confidence in a face rises from 0 to 1."""


@dataclass(frozen=True, slots=True)
class CloserParams:
    """How places are looked at more closely."""

    edge: float = 44.0
    """Edge of a die on the contact sheet, in pixels: a pip is then about 9 wide."""
    tile: int = 84
    """Side of the place of one die there."""
    levels: int = 2
    """Pyramid levels: pips, and the big red ones."""
    least_px: float = 3.8
    """Smallest diameter of a pip on the sheet."""
    spots: int = 40
    """No more spots than this are looked at for each place."""
    near: float = 0.4
    """A face whose middle is nearer than this to that of the place, in edges, is its …"""
    size: float = 0.5
    """… if their edges differ less than this (natural logarithm)."""
    near_of_one: float = 0.25
    """The same for the pip of a 1."""
    of_a_value: int = 2
    """No more faces of one value than this are compared in each place."""


@dataclass(frozen=True, slots=True)
class PlaceParams:
    """How the two readers are heard about the places that the finder points at."""

    least_face: float = 0.12
    """The finder's own probability of a face from which on a place is considered at all …"""
    least: float = 0.08
    """… and the same times the probability that the reader of faces sees one."""
    face: float = 0.42
    """A place of which the finder says this is looked at, and asked about, whatever the reader of faces says."""
    most: int = 64
    """No more places than this are looked at, the likeliest first."""
    rivals: int = 3
    """How many values of the lattice reader the network is asked about where they differ."""
    doubt: float = 0.05
    """What is left of a value that one of the three does not name."""
    unseen: float = 0.3
    """How well a value counts as explained that the lattice reader does not see."""
    disputed: float = 0.5
    """How much less a disputed place weighs where two claim one body."""
    agreed: float = 0.1
    """Weight from which on a place is a die, where both readers name its value …"""
    agreed_share: float = 0.4
    """… over that of the best place of the picture …"""
    alone: float = 0.25
    """… and where they differ …"""
    alone_share: float = 0.45
    """… over that of the best place."""
    small_px: float = 36.0
    """The finder sees dice of shorter edges in the working picture less well …"""
    small_share: float = 0.75
    """… and this much of the shares above is enough for them."""
    certain_share: float = 0.6
    """A die of less weight than this, over that of the best place, is asked about."""
    tiny_px: float = 30.0
    """Of dice of shorter edges in the working picture the finder may miss one without a trace: they are asked about."""
    doubted: float = 0.2
    doubted_alone: float = 0.4
    """A place of less weight than a die's, but more than this, is asked about."""
    plain: float = 0.93
    """Probability from which on the network need not look at a face in another frame."""
    convincing: float = 0.6
    """How convincing the face of a disputed place is at least, over the best one, if it may be believed."""
    clear: float = 0.4
    """Weight of an agreed place that shows that the finder knows dice like these."""


@dataclass(frozen=True, slots=True)
class MissedParams:
    """How dice are looked for that the finder did not see beside others. Lengths are in edges of a die."""

    edge: float = 30.0
    """The picture is shrunk until the smaller dice have this edge, in pixels: a pip is then about 6 wide."""
    most_times: float = 1.6
    """It is enlarged by no more than this …"""
    least_gain: float = 0.9
    """… and left as it is if that changes less."""
    spots: int = 150
    """No more spots than this are looked at in the whole picture."""
    together: float = 0.8
    """Spots nearer to each other than this may lie on one die."""
    places: int = 6
    """No more places than this are looked at."""
    rim: float = 0.75
    """So near to the border of the picture may lie what is left of a die that it cuts …"""
    of_the_cut: int = 2
    """… if so many of its pips are seen."""
    opinion: float = 0.8
    """Probability that the network must give to a die that the finder missed."""
    fit: float = 0.8
    """Fit from which on a face that the network does not believe is asked about."""


@dataclass(frozen=True, slots=True)
class CropParams:
    """How a picture is read that is hardly larger than one die. Lengths are over its longer side."""

    side: int = 160
    """Pictures of a longer side of less than this, in pixels, are read so if the finder knows no die in them."""
    edges: tuple[float, ...] = (0.5, 0.62, 0.76)
    """The edges that are tried."""
    shift: float = 0.08
    """How far from the middle it is looked."""
    of_a_value: int = 4
    """No more frames of one value than this are compared."""
    same: float = 0.12
    """Frames whose middles (in edges) and edges (natural logarithm) differ less than this are one."""
    least: float = 0.02
    """Probability below which the network has refused a face."""
    trusted_one: float = 0.85
    """Probability from which on a pip in the middle is a 1, though nobody sees its sides."""
    fit_of_one: float = 0.8
    """How well such a 1 counts as explained."""
    pip: tuple[float, float] = (0.09, 0.3)
    """Least and greatest diameter of its pip …"""
    central: float = 0.22
    """… how far from the middle it may lie …"""
    contrast: float = 40.0
    """… and its contrast, in grey levels, at least."""
    slant: float = 0.4
    """How slanted the upper face of a die may be seen (see `Face.slant`)."""
    rival: float = 0.4
    """Another value is likely too from this share of what speaks for the best one."""


@dataclass(frozen=True, slots=True)
class Params:
    """The readers' settings, one group a stage."""

    pips: PipParams = PipParams()
    faces: FaceParams = FaceParams()
    ones: OneParams = OneParams()
    bodies: BodyParams = BodyParams()
    read: ReadParams = ReadParams()
    find: FindParams = FindParams()
    second: SecondParams = SecondParams()
    colours: ColourParams = ColourParams()
    square: SquareParams = SquareParams()
    judge: JudgeParams = JudgeParams()
    fusion: FusionParams = FusionParams()
    closer: CloserParams = CloserParams()
    places: PlaceParams = PlaceParams()
    missed: MissedParams = MissedParams()
    crop: CropParams = CropParams()


DEFAULT = Params()
