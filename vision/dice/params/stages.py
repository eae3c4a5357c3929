"""Every threshold behind the lattice search. Lengths are in edges of a die unless named px."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClassifierParams:
    """How the output of the face classifier is used."""

    agreed: float = 0.8
    """Probability from which on a face is settled."""
    sizes: tuple[float, ...] = (1.25, 0.8)
    """Other sizes of a frame that are classified too."""
    agreed_of_two: float = 0.96
    """The same for a 2."""
    rivals: int = 5
    """How many other frames of a place are tried."""
    same: float = 0.12
    """Frames of one value whose middles and edges differ less than this are one."""
    alone: float = 0.35
    """The fit that is assumed for a face that only the network detects."""
    trusted: float = 0.6
    """Probability from which on the classifier alone may add a face."""
    doubted: float = 0.5
    """A face of less probability is dropped if the lattice search gives it little confidence too."""
    refused: float = 0.03
    """A face of less probability than this is always dropped."""
    spots: int = 8
    """How many left-over spots are tried as ones."""
    edges: tuple[float, ...] = (5.0, 6.5, 8.5)
    """Edges that are tried for a spot of another make, in its diameters."""
    turns: int = 3
    """How many rotations of the die are tried for such a spot."""
    least: float = 0.25
    """The factor that remains for a face to which the classifier gives probability 0."""


@dataclass(frozen=True, slots=True)
class ColourParams:
    """How the colour of a body is named."""

    cast: float = 0.35
    """A white under any lamp still has this share of its brightest channel in the others."""
    lit: float = 40.0
    """Darker than this (grey levels) a white part does not show the colour of the light."""
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
    """The same for a face that only the networks detect."""
    detector_alone: tuple[float, float] = (0.5, 0.8)
    """Score of the detector for such a face."""
    sure: float = 0.5
    little: float = 0.3
    """Confidence of the lattice search below which the classifier decides alone."""
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
    """A spot is like a pip only if its diameter differs less than this (natural logarithm)."""
    like_calm: float = 0.8
    """A spot is like a pip only if its neighbourhood is as even as this."""
    like_contrast: float = 0.6
    """A spot is like a pip only if its contrast is this share of the pips'."""
    like_slant: float = 0.3
    """A spot is like a pip only if its slant differs less than this from the common one."""
    far: float = 1.15
    """A spot further than this from all faces cannot be on the side of one, over the longer edge."""
    far_calm: float = 0.9
    """A spot that far away may be a pip if its neighbourhood is as even as this."""
    like_apart: float = 0.74
    """It belongs to no face if it is further than this from the middle of each, over the longer edge."""
    size_if_agreed: float = 0.9
    """The same where the classifier agrees: dice of several sizes lie on one table."""
    faint_if_agreed: float = 0.15
    faint: float = 0.3
    """Pips of less contrast than this share of the usual one are no pips."""


@dataclass(frozen=True, slots=True)
class FusionParams:
    """How faces of the lattice search and proposals of the detector are fused. Lengths are in edges of a die."""

    least_face: float = 0.25
    """A proposal with a lower probability of a face is dropped."""
    least: float = 0.1
    """A proposal with a lower score is dropped."""
    alone: float = 0.2
    """Score from which on a proposal counts that the lattice search does not find."""
    same: float = 0.5
    """A face and a proposal whose middles are nearer than this are one die."""
    likelier: float = 0.4
    """Of two values, the detector's counts if its score is more than this share of the other's probability."""
    other_size: float = 0.8
    """A proposal without pips whose edge differs more than this from the usual one (natural logarithm) is dropped."""
    trusted_alone: float = 0.9
    """Least probability of a face where the detector proposes nothing at all."""
    trusted: float = 0.9
    """Least probability of a face that the detector does not propose beside others."""
    alike: float = 0.35
    """Greatest difference between the edge of such a face and the usual one (natural logarithm)."""
    apart: float = 0.85
    """Least distance of such a face from every other die."""
    plain: float = 0.88
    """Fit from which on a face that the detector misses beside others may be sure."""
    undoubted: tuple[float, float] = (0.92, 0.99)
    """Probabilities between which the confidence rises of a face that the detector does not propose."""
    believed: tuple[float, float] = (0.35, 0.65)
    """Scores of the detector between which the confidence in a face rises from 0 to 1."""


@dataclass(frozen=True, slots=True)
class CandidateParams:
    """How the candidates of the detector are searched and classified."""

    least_face: float = 0.12
    """The detector's own probability of a face from which on a place is a candidate."""
    least: float = 0.08
    """The same times the probability that the face classifier gives to a face."""
    face: float = 0.3
    """A place of this detector score is searched, and asked about, whatever the face classifier answers."""
    refit: float = 0.3
    """Where the face classifier gives this probability to "no face", other sizes of the place are tried."""
    sizes: tuple[float, ...] = (0.85, 1.15, 1.3, 1.5)
    """The sizes that are tried, over the detector's."""
    refitted: float = 0.6
    """Another size is taken if the classifier gives the detector's value more than this probability there."""
    most: int = 64
    """At most this many places are searched, the likeliest first."""
    rivals: int = 3
    """How many values of the lattice search are classified where the two differ."""
    doubt: float = 0.05
    """Added to each of the three scores, so that one zero does not exclude a value."""
    unseen: float = 0.3
    """The share of the best fit that is assumed for a value that the lattice search does not find."""
    disputed: float = 0.5
    """Factor on the weight of a disputed place where two candidates overlap."""
    agreed: float = 0.1
    """Weight from which on a place is a die where both stages give the same value."""
    agreed_share: float = 0.3
    """The same over the weight of the best place of the picture."""
    alone: float = 0.25
    """Weight from which on a place is a die where the stages differ."""
    alone_share: float = 0.37
    """The same over the weight of the best place."""
    small_px: float = 36.0
    """The detector's scores are lower for dice of shorter edges in the working picture."""
    small_share: float = 0.75
    """Factor on the shares above for dice that small."""
    by_trust: float = 4.0
    """How much more the size of a good place counts than that of a weak one."""
    spread: float = 0.45
    """How much the edges of the dice of one picture differ (natural logarithm)."""
    unlike: float = 0.05
    """Factor on the weight of a place of quite another size."""
    certain_share: float = 0.5
    """A die of less weight than this, over that of the best place, is asked about."""
    tiny_px: float = 20.0
    """The detector may miss dice of shorter edges in the working picture entirely: the reading is not sure."""
    least_px: float = 20.0
    """A smaller candidate, where no clear die is detected, may be the grain of leather or wood: it is asked about."""
    named: int = 6
    """No more doubtful places than this are named."""
    doubted: float = 0.2
    doubted_alone: float = 0.4
    """A place of less weight than a die's, but more than this, is asked about."""
    plain: float = 0.93
    """Probability from which on a face is not classified in another frame."""
    beyond_doubt: float = 0.93
    """Least probability of both networks for a value whose pips the lattice search does not find."""
    contradicts: float = 0.7
    """Greatest fit of the pips of another value there."""
    convincing: float = 0.6
    """Least worth of the face of a disputed place, over the best one, if it may be sure."""
    clear: float = 0.4
    """Weight of an agreed place from which on the detector's result is used for the whole picture."""


@dataclass(frozen=True, slots=True)
class MissedParams:
    """How dice are searched that the detector missed beside others. Lengths are in edges of a die."""

    edge: float = 30.0
    """The picture is shrunk until the smaller dice have this edge, in pixels: a pip is then about 6 wide."""
    most_times: float = 1.6
    """The picture is enlarged by no more than this."""
    least_gain: float = 0.9
    """The picture is not resized by a factor between this and 1."""
    spots: int = 150
    """At most this many spots are kept in the whole picture."""
    spreads: tuple[float, ...] = (1.5,)
    """How many mean deviations a spot differs from its neighbourhood (see `PipParams.spreads`)."""
    together: float = 0.8
    """Spots nearer to each other than this may lie on one die."""
    places: int = 6
    """At most this many places are searched."""
    rim: float = 0.75
    """Distance from the border of the picture within which a die that it cuts may lie."""
    of_the_cut: int = 2
    """Least number of pips of a die that the border cuts."""
    probability: float = 0.8
    """Least probability, by the classifier, of a die that the detector missed."""
    fit: float = 0.8
    """Fit from which on a face that the classifier rejects is asked about."""


@dataclass(frozen=True, slots=True)
class SingleDieParams:
    """How a picture is read that is hardly larger than one die. Lengths are over its longer side."""

    side: int = 160
    """Pictures of a shorter longer side than this, in pixels, are read so if the detector finds no clear die."""
    edges: tuple[float, ...] = (0.5, 0.62, 0.76)
    """The edges that are tried."""
    shift: float = 0.08
    """Distances of the search places from the middle."""
    of_a_value: int = 4
    """No more frames of one value than this are compared."""
    same: float = 0.12
    """Frames whose middles (in edges) and edges (natural logarithm) differ less than this are one."""
    least: float = 0.02
    """Probability below which the network has refused a face."""
    trusted_one: float = 0.85
    """Probability from which on a pip in the middle is a 1 although the sides of the face are not visible."""
    fit_of_one: float = 0.8
    """The fit that is assumed for such a 1."""
    pip: tuple[float, float] = (0.09, 0.3)
    """Least and greatest diameter of the pip of such a 1."""
    central: float = 0.22
    """Greatest distance of that pip from the middle."""
    contrast: float = 40.0
    """Least contrast of that pip, in grey levels."""
    slant: float = 0.4
    """How slanted the upper face of a die may be seen (see `Face.slant`)."""
    rival: float = 0.4
    """Another value is a rival from this share of the score of the best one."""
    undoubted: float = 0.985
    """There is no rival to a value of this probability by the classifier that also fits plainly."""
    plain: float = 0.85
    """Least fit of the pips of a value without a rival."""
    margin: float = 0.1
    """Least difference between that fit and the fit of any other value in its frame."""
    least_edge: float = 0.25
    """Least size of a proposal that counts: anything smaller is a pip, or print."""
    convincing: float = 1.0
    """Least score of the die in the middle if other proposals are to be dropped."""
    few: int = 3
    """Greatest number of other proposals that are dropped."""


@dataclass(frozen=True, slots=True)
class ContextParams:
    """How the context classifier is used. Pairs are minus the measure where the confidence is 0 and where it is 1."""

    stacked: tuple[float, float] = (-0.625, -0.375)
    """Probability of a die that lies on another one."""
    none: tuple[float, float] = (-1.0, -0.7)
    """Probability that it is none."""
    other: tuple[float, float] = (-0.9, -0.5)
    """Sum of the probabilities of the other values."""
    lean: tuple[float, float] = (-2.65, -1.45)
    """How far it leans, see `Face.lean`."""
    evidence: tuple[float, float] = (3.1, 4.1)
    """The evidence for a value: log odds of the face classifier and of the context classifier, summed."""
    weight_of_pips: float = 1.0
    """Added to the evidence where pips explain the value."""
    pips: tuple[float, float] = (0.7, 0.85)
    """Fits of the lattice search between which that weight rises from 0 to 1."""
    plain: tuple[float, float] = (0.4, 0.8)
    """Margins of the pattern fit between which that weight rises from 0 to 1."""
    weight_of_detector: float = 1.5
    """Subtracted from the evidence where pips led to the frame and the detector gives another value."""
    own: tuple[float, float] = (0.6, 0.8)
    """Probabilities of the context classifier between which the confidence rises."""
    probability: tuple[float, float] = (0.55, 0.75)
    """Probabilities of the face classifier between which the confidence rises."""
    hardly_none: tuple[float, float] = (-0.08, -0.04)
    """Minus the probability of "no upper face" between which the confidence rises."""
    large_enough: tuple[float, float] = (17.0, 23.0)
    """Edges in pixels of the working picture between which the confidence rises: smaller dice show too little."""
    clear: float = 0.7
    """A face whose value gets less probability than this is classified again with both networks in four rotations."""
    overlooked: float = 0.7
    """A proposal with this probability of a value is a die, whatever the other stages answer."""
    perhaps: float = 0.7
    """A proposal with this probability of any value is asked about."""
    alike: float = 0.5
    """Edges of dice of one picture differ less than this (natural logarithm)."""
    better: float = 0.85
    """Probability from which on a doubtful place is a die, and its value replaces an unsure one."""
    open: float = 0.9
    """A value is replaced only if the face classifier gives it less probability than this."""
    better_seen: float = 0.8
    """Where nothing else is sure, a proposal of the detector counts from this probability of its value."""
    dismissed: float = 0.65
    """Probability of "no die" from which on a face is dismissed."""
    little: float = 0.1
    """A face is dismissed only if its confidence is no greater than this."""
    unfound: float = 0.7
    """Probability of "no die" that dismisses a face that the detector does not propose."""
    gone: float = 0.8
    """Probability of "no die" from which on a dismissed face is not asked about either."""
    no_doubt: float = 0.65
    """Probability of "no die" from which on a doubtful place is not asked about."""
    grain: float = 0.35
    """The same for a place as small as the grain of cloth and leather (`CandidateParams.least_px`)."""
    pipless: float = 0.5
    """Probability from which on a die without pips is reported."""
    refit: float = 0.5
    """Where "no die" has this probability, other sizes of the frame are tried."""
    sizes: tuple[float, ...] = (0.8, 1.25, 1.5)
    """The sizes that are tried, over that of the frame."""
    again: float = 1.5
    """A die that leans farther than this is classified again with both networks in four rotations."""
    least: int = 2
    """Least number of dice from which a lean can be measured without a known camera."""
    spread: float = 0.06
    """How uncertain the way down is at best, in edges."""
    vague: float = 0.25
    """The network underestimates large uncertainties: at this one the true uncertainty is twice as large."""
    turn: float = -0.7
    """Minus the width of the picture over the focal length: the change of the way down across the picture."""
    turn_spread: float = 0.4
    """Standard deviation of `turn` between cameras."""
    turns: tuple[float, ...] = (-0.7, -0.4)
    """The values of `turn` that the search starts from."""
    touching: float = 1.3
    """A neighbour nearer than this, in edges, may hide a side."""
    sideways: float = 0.25
    """A neighbour hides a side if the way down goes at least this far towards it."""
    excused: float = 1.0
    """What a die with a hidden side costs, in squares of the uncertainty."""
    most: float = 3.0
    """Ways further off than this do not count in the estimate of the camera."""
    rounds: int = 3
