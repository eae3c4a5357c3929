"""Every threshold behind the lattice search. Lengths are in edges of a die unless named px."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClassifierParams:
    """How the face classifier counts."""

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
class ConfidenceParams:
    """From measurements to confidence: pairs are where it is 0 and where it is 1."""

    fit: tuple[float, float] = (0.45, 0.75)
    margin: tuple[float, float] = (0.0, 0.06)
    even: tuple[float, float] = (0.4, 0.75)
    even_of_many: tuple[float, float] = (0.2, 0.6)
    """The same for four pips and more."""
    unequal: tuple[float, float] = (-1.0, -0.3)
    steep: tuple[float, float] = (-0.65, -0.3)
    """How much its slant differs from the common one, negative."""
    probability: tuple[float, float] = (0.78, 0.95)
    probability_alone: tuple[float, float] = (0.9, 0.97)
    """The same for a face that only the networks see …"""
    detector_alone: tuple[float, float] = (0.5, 0.8)
    """… and how far the detector must believe in it."""
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
    """Probability that a face must have where the detector sees nothing at all."""
    trusted: float = 0.9
    """Probability that a face must have that the detector does not see beside others …"""
    alike: float = 0.35
    """… its edge may differ so much from the usual one (natural logarithm) …"""
    apart: float = 0.85
    """… and no other die may be nearer."""
    plain: float = 0.88
    """Fit from which on a face may be certain that the detector misses beside others."""
    undoubted: tuple[float, float] = (0.92, 0.99)
    """Probabilities between which the confidence rises of a face that the detector does not see."""
    believed: tuple[float, float] = (0.35, 0.65)
    """Scores of the detector between which the confidence in a face rises from 0 to 1."""


@dataclass(frozen=True, slots=True)
class CandidateParams:
    """How the two readers are asked about the places that the detector points at."""

    least_face: float = 0.12
    """The detector's own probability of a face from which on a place is considered at all …"""
    least: float = 0.08
    """… and the same times the probability that the face classifier sees one."""
    face: float = 0.3
    """A place of which the detector says this is looked at, and asked about, whatever the face classifier says."""
    refit: float = 0.3
    """Where the face classifier gives this probability to no face at all, other sizes of the place are tried …"""
    sizes: tuple[float, ...] = (0.85, 1.15, 1.3, 1.5)
    """… these times as large as the detector says …"""
    refitted: float = 0.6
    """… and taken if it reads the detector's value there with more than this probability."""
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
    agreed_share: float = 0.3
    """… over that of the best place of the picture …"""
    alone: float = 0.25
    """… and where they differ …"""
    alone_share: float = 0.37
    """… over that of the best place."""
    small_px: float = 36.0
    """The detector sees dice of shorter edges in the working picture less well …"""
    small_share: float = 0.75
    """… and this much of the shares above is enough for them."""
    by_trust: float = 4.0
    """How much more the size of a good place counts than that of a weak one."""
    spread: float = 0.45
    """How much the edges of the dice of one picture differ (natural logarithm) …"""
    unlike: float = 0.05
    """… and what is left of the weight of a place of quite another size."""
    certain_share: float = 0.5
    """A die of less weight than this, over that of the best place, is asked about."""
    tiny_px: float = 20.0
    """Of dice of shorter edges in the working picture the detector may miss one without a trace: people are asked."""
    least_px: float = 20.0
    """What is smaller than this, where the detector knows no dice, may be the grain of leather or wood: it is asked."""
    named: int = 6
    """No more doubtful places than this are named."""
    doubted: float = 0.2
    doubted_alone: float = 0.4
    """A place of less weight than a die's, but more than this, is asked about."""
    plain: float = 0.93
    """Probability from which on the network need not look at a face in another frame."""
    beyond_doubt: float = 0.93
    """Probability that both networks must give to a value whose pips the lattice reader does not see …"""
    contradicts: float = 0.7
    """… and how well pips of another value fit there at most."""
    convincing: float = 0.6
    """How convincing the face of a disputed place is at least, over the best one, if it may be believed."""
    clear: float = 0.4
    """Weight of an agreed place that shows that the detector knows dice like these."""


@dataclass(frozen=True, slots=True)
class MissedParams:
    """How dice are looked for that the detector did not see beside others. Lengths are in edges of a die."""

    edge: float = 30.0
    """The picture is shrunk until the smaller dice have this edge, in pixels: a pip is then about 6 wide."""
    most_times: float = 1.6
    """It is enlarged by no more than this …"""
    least_gain: float = 0.9
    """… and left as it is if that changes less."""
    spots: int = 150
    """No more spots than this are looked at in the whole picture …"""
    spreads: tuple[float, ...] = (1.5,)
    """… darker or lighter than their neighbourhood by this many mean deviations (see `PipParams.spreads`)."""
    together: float = 0.8
    """Spots nearer to each other than this may lie on one die."""
    places: int = 6
    """No more places than this are looked at."""
    rim: float = 0.75
    """So near to the border of the picture may lie what is left of a die that it cuts …"""
    of_the_cut: int = 2
    """… if so many of its pips are seen."""
    probability: float = 0.8
    """Probability that the network must give to a die that the detector missed."""
    fit: float = 0.8
    """Fit from which on a face that the network does not believe is asked about."""


@dataclass(frozen=True, slots=True)
class SingleDieParams:
    """How a picture is read that is hardly larger than one die. Lengths are over its longer side."""

    side: int = 160
    """Pictures of a longer side of less than this, in pixels, are read so if the detector knows no die in them."""
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
    """Another value is likely too from this share of what speaks for the best one, …"""
    undoubted: float = 0.985
    """… unless the network gives the best one this probability, …"""
    plain: float = 0.85
    """… its pips fit this well …"""
    margin: float = 0.1
    """… and so much better than those of any other value in its frame."""
    least_edge: float = 0.25
    """A die that the detector sees is at least so large: anything smaller is a pip, or print."""
    convincing: float = 1.0
    """What must speak for the die in the middle before other dice that the detector sees are forgotten …"""
    few: int = 3
    """… and no more than so many."""


@dataclass(frozen=True, slots=True)
class ContextParams:
    """How a die stands. In pairs, minus the measure where the confidence is 0 and where it is 1."""

    stacked: tuple[float, float] = (-0.625, -0.375)
    """Probability of a die that lies on another one."""
    none: tuple[float, float] = (-1.0, -0.7)
    """Probability that it is none."""
    other: tuple[float, float] = (-0.9, -0.5)
    """Probability of other values together."""
    lean: tuple[float, float] = (-2.65, -1.45)
    """How far it leans, see `Face.lean`."""
    evidence: tuple[float, float] = (3.1, 4.1)
    """The log odds that the face and context classifiers give to a value, added …"""
    weight_of_pips: float = 1.0
    """… to this, where pips explain it …"""
    pips: tuple[float, float] = (0.7, 0.85)
    """… as well as this …"""
    plain: tuple[float, float] = (0.4, 0.8)
    """… or so plainly, less this …"""
    weight_of_detector: float = 1.5
    """… where the detector tells another value: so much must it be …"""
    own: tuple[float, float] = (0.6, 0.8)
    """… while the context classifier gives at least this probability to it …"""
    probability: tuple[float, float] = (0.55, 0.75)
    """… and the face classifier this …"""
    hardly_none: tuple[float, float] = (-0.08, -0.04)
    """… and hardly any says that this is no upper face …"""
    large_enough: tuple[float, float] = (17.0, 23.0)
    """… of a die whose edge has so many pixels of the working picture: of smaller ones all see too little."""
    clear: float = 0.7
    """Where it gives less than this to the value of the others, it looks closely."""
    overlooked: float = 0.7
    """A find that it gives this probability of a value is a die, whatever the others say."""
    perhaps: float = 0.7
    """A find that it gives this probability of any value is asked about."""
    alike: float = 0.5
    """Edges of dice of one picture differ less than this (natural logarithm)."""
    better: float = 0.85
    """Probability from which on a doubtful place is a die, and its value taken where the others are not sure …"""
    open: float = 0.9
    """… and the face classifier gives less than this to theirs."""
    better_seen: float = 0.8
    """Where nothing else is sure, the proposal of the detector counts if this gives such a probability to its value."""
    dismissed: float = 0.65
    """Probability of no die from which on it dismisses a face …"""
    little: float = 0.1
    """… of which the others are no surer than this; …"""
    unfound: float = 0.7
    """… this is enough for one that the detector does not see …"""
    gone: float = 0.8
    """… and from which on nobody need be asked about that, unless the face classifier sees a value there …"""
    no_doubt: float = 0.65
    """… or about a place that was doubtful before …"""
    grain: float = 0.35
    """… or this, if it is as small as the grain of cloth and leather (`CandidateParams.least_px`)."""
    pipless: float = 0.5
    """Probability from which on people are told that this is a die without pips."""
    refit: float = 0.5
    """Where it gives this probability to no die, other sizes are tried …"""
    sizes: tuple[float, ...] = (0.8, 1.25, 1.5)
    """… these times as large."""
    again: float = 1.5
    """What leans farther than this is looked at closely."""
    least: int = 2
    """So many dice must be there to tell whether one of them leans."""
    spread: float = 0.06
    """How uncertain the way down is at best, in edges."""
    vague: float = 0.25
    """Ways of which the network says that they are this uncertain are twice as uncertain."""
    turn: float = -0.7
    """How much the way down changes from the middle of the picture to its border, twice: width over focal length …"""
    turn_spread: float = 0.4
    """… and how much cameras differ in that …"""
    turns: tuple[float, ...] = (-0.7, -0.4)
    """… so that these are tried first."""
    touching: float = 1.3
    """A neighbour nearer than this, in edges, hides a side …"""
    sideways: float = 0.25
    """… if the way down goes as far as this towards it."""
    excused: float = 1.0
    """What a die with a hidden side costs, in squares of the uncertainty."""
    most: float = 3.0
    """Ways further off than this do not count for how the camera looks."""
    rounds: int = 3
