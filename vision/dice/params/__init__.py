"""Every threshold of the readers, in one frozen record. Lengths are relative to the part that they measure.

Nothing in here is a number of pixels of a particular camera: a die is known by its own pips. The few pixel
values are the limits of what a sensor resolves at all (a pip of three pixels is a guess, not a pip).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.dice.params.lattice import (
    BodyParams,
    ContactSheetParams,
    FaceParams,
    LatticeSearchParams,
    PatternFitParams,
    PipParams,
    SinglePipParams,
    TemplateParams,
)
from vision.dice.params.stages import (
    CandidateParams,
    ClassifierParams,
    ColourParams,
    ConfidenceParams,
    ContextParams,
    FusionParams,
    MissedParams,
    SingleDieParams,
)

__all__ = [
    "DEFAULT",
    "BodyParams",
    "CandidateParams",
    "ClassifierParams",
    "ColourParams",
    "ConfidenceParams",
    "ContactSheetParams",
    "ContextParams",
    "FaceParams",
    "FusionParams",
    "LatticeSearchParams",
    "MissedParams",
    "Params",
    "PatternFitParams",
    "PipParams",
    "SingleDieParams",
    "SinglePipParams",
    "SquareParams",
    "TemplateParams",
]


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
    """A face of the lattice that fits this well is not searched again."""
    shifts: tuple[float, ...] = (-0.12, -0.06, 0.0, 0.06, 0.12)
    """How far a cell without a face is shifted while it is searched."""


@dataclass(frozen=True, slots=True)
class Params:
    """The readers' settings, one group a stage."""

    pips: PipParams = field(default_factory=PipParams)
    faces: FaceParams = field(default_factory=FaceParams)
    single_pips: SinglePipParams = field(default_factory=SinglePipParams)
    bodies: BodyParams = field(default_factory=BodyParams)
    templates: TemplateParams = field(default_factory=TemplateParams)
    pattern_fit: PatternFitParams = field(default_factory=PatternFitParams)
    lattice_search: LatticeSearchParams = field(default_factory=LatticeSearchParams)
    classifier: ClassifierParams = field(default_factory=ClassifierParams)
    colours: ColourParams = field(default_factory=ColourParams)
    square: SquareParams = SquareParams()
    confidence: ConfidenceParams = field(default_factory=ConfidenceParams)
    fusion: FusionParams = field(default_factory=FusionParams)
    contact_sheet: ContactSheetParams = field(default_factory=ContactSheetParams)
    candidates: CandidateParams = field(default_factory=CandidateParams)
    missed: MissedParams = field(default_factory=MissedParams)
    single_die: SingleDieParams = field(default_factory=SingleDieParams)
    context: ContextParams = field(default_factory=ContextParams)


DEFAULT = Params()
