"""Cards on the drawn table: printed sheets with round corners, sleeved or not, one over the other as they are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.observations import Quad
from vision.arrays import Ints
from vision.render.camera import Matrix, Pinhole
from vision.render.canvas import coverage, window_around
from vision.render.objects import Floats, Image, SceneLight, VirtualCamera
from vision.render.table import lamp_directions, linear

SHADE = 0.3
"""How much darker the table is in the thin shadow beside a card."""
HIGHEST_ART_PX = 900


@dataclass(frozen=True, slots=True, eq=False)
class VirtualCard:
    """A card on the virtual table. At a yaw of 0 its top points away from the viewer."""

    art: Image
    """What lies up, (b, g, r), its top row first."""
    width_mm: float
    height_mm: float
    x_mm: float = 0.0
    y_mm: float = 0.0
    yaw_deg: float = 0.0
    id: str | None = None
    """What it is; None for a foreign card."""
    face_down: bool = False
    sleeve_mm: float = 0.0
    """How far a clear sleeve stands out on every side; 0 is none."""
    glare: float = 0.0
    """How strongly the card or its sleeve mirrors a lamp in a stripe across it."""
    corner_mm: float = 3.0
    """Radius of its corners."""

    def outline(self, margin_mm: float = 0.0) -> Matrix:
        """Return its corners in table coordinates, its top left first, clockwise as seen from above."""
        wide, high = self.width_mm / 2 + margin_mm, self.height_mm / 2 + margin_mm
        yaw = np.radians(self.yaw_deg)
        turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
        flat = np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)]) @ turn.T
        return np.column_stack([flat + np.array((self.x_mm, self.y_mm)), np.zeros(4)])


@dataclass(frozen=True, slots=True)
class CardTruth:
    """What is true about one card of the picture, in the order of the cards given."""

    id: str | None
    face_down: bool
    corners: Quad
    """The card's top left first, clockwise."""
    in_view: bool
    visible: float
    """The share of it that no other card covers."""


def card_truth(cards: Sequence[VirtualCard], camera: VirtualCamera, size: tuple[int, int]) -> tuple[CardTruth, ...]:
    """Return what is true about each card, without drawing anything."""
    hole = Pinhole.of(camera, size)
    owner = np.full((size[1], size[0]), -1, np.int16)
    outlines = [hole.project(card.outline()) for card in cards]
    for number, points in enumerate(outlines):
        cv2.fillConvexPoly(owner, np.rint(points).astype(np.int32), number)
    return tuple(_truth(n, cards[n], points, owner) for n, points in enumerate(outlines))


def _truth(number: int, card: VirtualCard, seen: Matrix, owner: Ints) -> CardTruth:
    high, wide = owner.shape
    inside = bool((seen >= 0).all() and (seen <= (wide - 1, high - 1)).all())
    whole = cv2.contourArea(seen.astype(np.float32))
    one, two, three, four = ((float(x), float(y)) for x, y in seen)
    share = float((owner == number).sum()) / max(1.0, whole)
    return CardTruth(card.id, card.face_down, (one, two, three, four), inside, min(1.0, share))


def paint_cards(canvas: Floats, cards: Sequence[VirtualCard], light: SceneLight, hole: Pinhole) -> None:
    """Paint cards onto the lit table, each over those before it."""
    lamp = lamp_directions(light)[0]
    for number, card in enumerate(cards):
        away = -lamp[:2] / max(0.3, lamp[2]) * (0.5 + 0.35 * (number % 3))
        _darken(canvas, hole.project(card.outline(0.3 + card.sleeve_mm) + np.array((*away, 0.0))), light)
        if card.sleeve_mm:
            _veil(canvas, hole.project(card.outline(card.sleeve_mm)), light)
        _print(canvas, card, light, hole)


def _darken(canvas: Floats, points: Matrix, light: SceneLight) -> None:
    if (box := window_around(points, canvas.shape, 3)) is not None:
        shade = cv2.GaussianBlur(coverage(points, box), (0, 0), 1.0 + 2 * light.softness)[..., None]
        canvas[box] *= 1 - np.float32(SHADE) * shade


def _veil(canvas: Floats, points: Matrix, light: SceneLight) -> None:
    """Paint the clear border of a sleeve: a little brighter than what lies under it, its rim more so."""
    if (box := window_around(points, canvas.shape, 3)) is None:
        return
    inside = coverage(points, box)
    rim = inside - cv2.erode(inside, np.ones((3, 3), np.uint8))
    white = linear(light.rgb) * np.float32(0.5)
    canvas[box] += (white - canvas[box]) * (0.16 * inside + 0.3 * rim)[..., None]


def _print(canvas: Floats, card: VirtualCard, light: SceneLight, hole: Pinhole) -> None:
    corners = hole.project(card.outline())
    if (box := window_around(corners, canvas.shape, 3)) is None:
        return
    art = _lit(_sized(card.art, corners), card, light)
    high, wide = art.shape[:2]
    onto, _ = cv2.findHomography(np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) - 0.5, corners)
    shift = np.array([[1, 0, -box[1].start], [0, 1, -box[0].start], [0, 0, 1]], float)
    window = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    matrix = shift @ np.asarray(onto, float)
    seen = cv2.warpPerspective(art, matrix, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(_sheet(wide, high, card), matrix, window, flags=cv2.INTER_LINEAR)
    cover = np.minimum(coverage(corners, box), mask)[..., None]
    canvas[box] += (seen - canvas[box]) * cover


def _sized(art: Image, corners: Matrix) -> Image:
    """Return the art at about the size at which it is seen: shrunk pixels must not flicker."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    wide, high = max(sides[0], sides[2]), max(sides[1], sides[3])
    size = (int(np.clip(wide, 8, HIGHEST_ART_PX)), int(np.clip(high, 8, HIGHEST_ART_PX)))
    smaller = size[0] < art.shape[1]
    return np.asarray(cv2.resize(art, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR), np.uint8)


_LEVELS = np.arange(256) / 255
_LINEAR = np.where(_LEVELS > 0.04045, ((_LEVELS + 0.055) / 1.055) ** 2.4, _LEVELS / 12.92).astype(np.float32)


def _lit(art: Image, card: VirtualCard, light: SceneLight) -> Floats:
    """Return the light that a printed sheet sends back, with the stripe of a lamp that it mirrors."""
    flat = _LINEAR[art] * (
        linear(light.rgb) * np.float32(1 - light.ambient) + linear(light.ambient_rgb) * np.float32(light.ambient)
    )
    if card.glare:
        high, wide = art.shape[:2]
        row, column = np.mgrid[0:high, 0:wide].astype(np.float32)
        slope = np.radians(card.x_mm * 7 + card.y_mm * 3)
        along = (column / wide - 0.5) * np.cos(slope) + (row / high - 0.5) * np.sin(slope)
        middle = ((card.x_mm * 13 + card.y_mm * 29) % 10) / 10 - 0.5
        stripe = np.exp(-(((along - middle) / 0.09) ** 2))
        flat += (np.float32(card.glare) * linear(light.rgb)) * stripe[..., None].astype(np.float32)
    return np.asarray(flat, np.float32)


def _sheet(wide: int, high: int, card: VirtualCard) -> Floats:
    """Return the sheet with its round corners: 1 inside, 0 outside."""
    radius = round(card.corner_mm / card.width_mm * wide)
    mask = np.zeros((high, wide), np.float32)
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 1.0, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 1.0, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1)
    return mask
