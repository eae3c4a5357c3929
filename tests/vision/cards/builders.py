"""Drawn cards for the tests: plain faces with a shape each, and a deck of them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.observations import CardFace
from vision.arrays import Image
from vision.cards.compare import FINE
from vision.cards.deck import CardView, LearntDeck
from vision.render.cards import VirtualCard
from vision.render.render import Appearance, SceneLight, Sensor, TableSurface, VirtualCamera, render

INKS = {"red": (40, 40, 210), "green": (60, 140, 30), "blue": (190, 70, 30)}
GREY_TABLE = Appearance(
    TableSurface.PLAIN, ((70, 72, 70), (84, 86, 84)), light=SceneLight(softness=0.6), sensor=Sensor(noise=1.5)
)


def face(count: int, ink: str = "red", shape: str = "disc") -> Image:
    """Return a cream card with `count` shapes of a colour in a column, and a bar at its top."""
    out = np.full((FINE[1] * 2, FINE[0] * 2, 3), (232, 244, 248), np.uint8)
    cv2.rectangle(out, (16, 14), (150, 50), INKS[ink], -1)
    for n in range(count):
        middle = (128, 200 + round((n - (count - 1) / 2) * 78))
        if shape == "disc":
            cv2.circle(out, middle, 34, INKS[ink], -1, cv2.LINE_AA)
        else:
            cv2.rectangle(out, (middle[0] - 30, middle[1] - 30), (middle[0] + 30, middle[1] + 30), INKS[ink], -1)
    return out


def back() -> Image:
    """Return a back: a dark lattice."""
    out = np.full((FINE[1] * 2, FINE[0] * 2, 3), (90, 40, 50), np.uint8)
    for x in range(0, 600, 40):
        cv2.line(out, (x, 0), (x - 300, 400), (160, 150, 170), 5, cv2.LINE_AA)
        cv2.line(out, (x - 300, 0), (x, 400), (160, 150, 170), 5, cv2.LINE_AA)
    return out


FACES = {
    f"{ink}-{count}-{shape}": face(count, ink, shape)
    for ink in INKS
    for count in (1, 2, 3)
    for shape in ("disc", "square")
}


def deck() -> LearntDeck:
    """Return the deck of all drawn faces and their back."""
    views = [CardView(name, CardFace.FRONT, small(art), 63, 88) for name, art in FACES.items()]
    return LearntDeck.of("drawn", (*views, CardView("drawn/back", CardFace.BACK, small(back()), 63, 88)))


def small(art: Image) -> Image:
    """Return a face at the size of a view."""
    return np.asarray(cv2.resize(art, FINE, interpolation=cv2.INTER_AREA), np.uint8)


def laid(name: str, x_mm: float, y_mm: float, yaw_deg: float = 0.0) -> VirtualCard:
    """Return a drawn card on the table; `back` lies face down."""
    art = back() if name == "drawn/back" else FACES[name]
    return VirtualCard(art, 63, 88, x_mm, y_mm, yaw_deg, id=name)


def photograph(
    cards: list[VirtualCard], look: Appearance = GREY_TABLE, wide_mm: float = 420, size: tuple[int, int] = (1280, 720)
) -> Image:
    """Return the cards as a camera above the table sees them."""
    return render((), VirtualCamera(distance_mm=wide_mm), look, size, np.random.default_rng(5), cards=cards).image
