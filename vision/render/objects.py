"""The objects of a rendered scene: dice, camera, appearance, and the ground truth of the picture.

Lengths are millimetres on the table (x right, y away from the viewer, z up), angles are degrees, pixels are x right
and y down with whole numbers in the middle of a pixel, colours are sRGB as (red, green, blue).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.observations import Colour, Quad

Rgb: TypeAlias = tuple[int, int, int]
Image: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float32]

BODIES: Mapping[Colour, Rgb] = {
    Colour.RED: (184, 24, 28),
    Colour.BLUE: (24, 62, 170),
    Colour.WHITE: (238, 236, 230),
    Colour.BLACK: (26, 26, 28),
    Colour.GREEN: (28, 120, 62),
    Colour.YELLOW: (238, 200, 52),
    Colour.OTHER: (150, 96, 168),
}
LIGHT_PIPS: Rgb = (244, 244, 238)
DARK_PIPS: Rgb = (20, 20, 22)


@dataclass(frozen=True, slots=True)
class Make:
    """How a die is made. Lengths other than `edge_mm` are shares of the edge."""

    edge_mm: float = 16.0
    corner: float = 0.12
    """Radius of the rounded edges and corners; 0.02 is a sharp casino die."""
    ball: float = 0.87
    """Radius of the ball that the cube is cut with; 0.87 leaves it whole, 0.68 is nearly round."""
    pip_radius: float = 0.09
    pip_spread: float = 0.26
    """From the middle of the face to the next pip, along the edge."""
    six_rows: float = 1.0
    """How far apart the two rows of a six are, over the pips of a four: most makers set them closer."""
    six_reach: float = 1.0
    """How long those rows are, over the same."""
    diagonal: float = 1.0
    """How far apart the outer pips of a two and of a three are, over the same: many lie nearer to the corners."""
    two: float = 1.0
    """How far apart the pips of a two are, over the outer ones of a three: some makers set them closer."""
    big_one: float = 1.0
    """The pip of the one is this much larger than the others."""
    near_two: float = 0.0
    """Asian dice: the pips of the two stand side by side, this far from the middle; 0 puts them into corners."""
    gloss: float = 0.35
    """0 is dull, 1 mirrors the lamp."""
    dent: float = 0.5
    """How deep the pips are cut; below 0 they are domes."""
    marble: float = 0.0
    """Strength of swirls in the material."""
    clear: float = 0.0
    """How much light shines through: bright rims, uneven depth."""
    ring: float = 0.0
    """Strength of a ring of letters that some casinos print round the one."""
    logo: float = 0.0
    """Strength of a mark that is printed into the middle of twos, threes and sixes."""
    print_seed: int = 1
    """Which letters and which mark."""
    ghost: float = 0.0
    """How clearly the pips of the hidden faces shine through a clear body."""
    rim: float = 0.0
    """Strength of the thin light along the border of a hollow face."""
    halo: float = 0.0
    """Strength of the light round pips."""
    halo_at: float = 1.15
    """How far from the middle of the pip that light is, in radii of the pip."""
    dish: float = 0.0
    """How far the faces lean towards their middle at their border, in radians: above 0 hollow, below 0 crowned."""


@dataclass(frozen=True, slots=True)
class VirtualDie:
    """A die on the virtual table. `value` is the upper face; 0 is a blank cube."""

    x_mm: float
    y_mm: float
    yaw_deg: float
    value: int
    colour: Colour = Colour.WHITE
    make: Make = Make()
    body: Rgb | None = None
    """Another shade than the usual one of `colour`."""
    pips: Rgb | None = None
    """Another colour than light pips on dark bodies and dark pips on light ones."""
    one: Rgb | None = None
    """The colour of the pip of the one, if it differs (Asian dice: red)."""
    swirl: Rgb | None = None
    """A second colour that runs through the body: marbled, pearly, flaked with metal."""
    swirl_size: float = 1.0
    """How large its patches are: 1 is fine veins, 4 a half of the die."""
    turn: int = 0
    """0 to 7: which of the two other pairs of values faces x, which way round, and the handedness."""
    z_mm: float = 0.0
    """Height of its lowest point above the table: a die that lies on another."""
    lean_deg: float = 0.0
    """A cocked die leans by this angle; it has no upper face."""
    lean_at_deg: float = 0.0
    """Which way it leans: 0 raises the far edge of a die of yaw 0, 45 a corner of it."""
    four: Rgb | None = None
    """The colour of the pips of the four, if it differs (Asian dice: red)."""

    @property
    def body_rgb(self) -> Rgb:
        """The colour of the body as drawn."""
        return self.body or BODIES[self.colour]

    @property
    def pip_rgb(self) -> Rgb:
        """The colour of the pips as drawn."""
        light = self.colour in (Colour.WHITE, Colour.YELLOW)
        return self.pips or (DARK_PIPS if light else LIGHT_PIPS)


@dataclass(frozen=True, slots=True)
class VirtualCamera:
    """Where the camera stands. Looking straight down with azimuth -90, y of the table points up in the picture."""

    distance_mm: float = 450.0
    tilt_deg: float = 0.0
    """Angle between the optical axis and the vertical; the camera stays at its distance from the target."""
    azimuth_deg: float = -90.0
    """The side of the table on which the camera stands, counted from x towards y."""
    roll_deg: float = 0.0
    focal: float = 1.0
    """Focal length in picture widths; 1.0 is the Pi's standard camera."""
    target_mm: tuple[float, float] = (0.0, 0.0)


class TableSurface(Enum):
    """The surface on which the dice lie."""

    PLAIN = "smooth, nearly one colour"
    WOOD = "grain along one direction"
    FELT = "fine dense fibres"
    CLOTH = "checks and stripes"
    CARPET = "coarse loops"
    PATCHES = "anything: blobs and edges of all sizes"
    SPECKLE = "grains of many colours"
    TWEED = "light and dark threads, crossing"


@dataclass(frozen=True, slots=True)
class Decal:
    """A flat thing on the table: a coin, a card, printed text. Alpha in the fourth channel (b, g, r, a)."""

    image: Image
    x_mm: float
    y_mm: float
    yaw_deg: float
    width_mm: float


class ObjectShape(Enum):
    """The shape of a thing that is no die."""

    BLOCK = "a box, a key, a plug, a domino"
    DISC = "a coin, a button, a draughtsman"
    BALL = "a marble, a pebble, a sweet"
    STICK = "a pen, a cable, a finger"
    RING = "a ring, a washer"


@dataclass(frozen=True, slots=True)
class SolidObject:
    """A solid thing on the table that is no die."""

    shape: ObjectShape
    x_mm: float
    y_mm: float
    yaw_deg: float
    size_mm: tuple[float, float, float]
    """Its length, width and height."""
    colour: Rgb
    gloss: float = 0.5
    soft: float = 0.1
    """How round the edges of a block or a disc are, over its shortest side."""
    metal: bool = False
    cover: Image | None = None
    """What is printed on it (b, g, r)."""


@dataclass(frozen=True, slots=True)
class LightPanel:
    """A window, a lamp or a bright wall, far away, that glossy faces mirror."""

    azimuth_deg: float
    height_deg: float
    wide: float = 0.3
    """Half its width, in radians."""
    high: float = 0.1
    """Half its height, in radians."""
    turn_deg: float = 0.0
    hole: float = 0.0
    """If it is not 0, this is a ring, as wide as that, round a dark hole of this radius: a ring lamp, a tent."""
    bright: float = 1.0
    """What a face of gloss 1 sends back of it: 1 is white."""


@dataclass(frozen=True, slots=True)
class SceneLight:
    """One lamp far away, and the light that comes from everywhere."""

    azimuth_deg: float = 40.0
    height_deg: float = 60.0
    """90 is straight above."""
    rgb: Rgb = (255, 246, 232)
    ambient: float = 0.45
    """Share of the light on the table that comes from everywhere."""
    ambient_rgb: Rgb = (236, 242, 255)
    softness: float = 0.25
    """0 is a point, 1 a whole window: how wide the lamp is, in radians."""
    exposure: float = 1.0
    """1 lets a white table come out just below white."""
    falloff: float = 0.15
    """How much darker the far side from the lamp and the corners are."""
    panels: tuple[LightPanel, ...] = ()


@dataclass(frozen=True, slots=True)
class Sensor:
    """What lens, sensor and encoder do to the picture."""

    blur_px: float = 0.5
    noise: float = 2.0
    """Standard deviation in grey levels at middle grey."""
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """White balance: gains of red, green, blue."""
    banding: float = 0.0
    """Amplitude of the dark bands of mains light, as a share."""
    jpeg: int | None = 90
    """Quality of the encoder; None leaves it out."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """How the table is dressed, lit and photographed."""

    table: TableSurface = TableSurface.FELT
    colours: tuple[Rgb, Rgb] = ((22, 92, 56), (30, 108, 68))
    """The two colours between which the surface wanders."""
    scale_mm: float = 60.0
    """Size of the grain: a check, a plank, a blob."""
    seed: int = 1
    """Which piece of that surface it is; the same seed is the same table from frame to frame."""
    decals: tuple[Decal, ...] = ()
    things: tuple[SolidObject, ...] = ()
    """Only the path tracer shows them; drawn pictures leave them out."""
    light: SceneLight = SceneLight()
    sensor: Sensor = Sensor()


@dataclass(frozen=True, slots=True)
class DieTruth:
    """What is true about one die of the picture, in the order of the dice given."""

    value: int
    colour: Colour
    corners: Quad
    """The upper face, clockwise in the picture; rounded edges are counted to the full cube."""
    in_view: bool
    """Whether the whole upper face lies in the picture."""
    upright: bool
    """Whether it has an upper face at all (not cocked)."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A picture (b, g, r) and the truth about it."""

    image: Image
    truth: tuple[DieTruth, ...] = field(default=())
