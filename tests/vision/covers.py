"""What lies over dice in tests: hands, cups and cards, painted over a finished picture."""

from __future__ import annotations

import cv2
import numpy as np

SKINS = {"pale": (170, 196, 236), "tanned": (104, 140, 198), "dark": (54, 78, 120)}
"""B, G, R."""
FINGERS = ((-1.9, 3.4), (-0.65, 4.2), (0.65, 4.0), (1.9, 3.2))
"""How far from the middle of the hand, and how long; in edges of a die of 16 mm."""


def with_hand(picture, tip, edge, *, skin="tanned", towards=-90.0):
    """Return `picture` with a hand that points towards an angle (degrees, clockwise from the right), tips at `tip`."""
    turn = np.radians(towards)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    palm = np.array(tip) - 3.6 * edge * along
    mask = np.zeros(picture.shape[:2], np.uint8)

    def limb(start, end, breadth):
        ends = [palm + edge * (x * along + y * across) for x, y in (start, end)]
        pixels = [tuple(int(each) for each in np.rint(at)) for at in ends]
        cv2.line(mask, *pixels, 255, round(breadth * edge), cv2.LINE_AA)

    for off, length in FINGERS:
        limb((0, off), (length, off), 1.1)
    for off in (-1.6, -0.5, 0.5, 1.6):
        limb((-4, off), (0, off), 1.8)
    limb((-40, 0), (-4, 0), 4.0)
    return _painted(picture, mask, SKINS[skin], edge)


def with_cup(picture, at, radius, colour=(60, 90, 150)):
    """Return `picture` with a cup that stands at `at`, upside down."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.circle(mask, tuple(round(float(each)) for each in at), round(radius), 255, -1, cv2.LINE_AA)
    return _painted(picture, mask, colour, radius)


def _painted(picture, mask, colour, size):
    """Paint a round thing of one colour, darker towards its border, with its shadow and some grain."""
    height = cv2.distanceTransform(np.asarray(mask > 127, np.uint8), cv2.DIST_L2, 3) / (0.6 * size)
    lit = np.array(colour) * (0.6 + 0.4 * np.sqrt(np.clip(height, 0, 1)))[..., None]
    lit = lit + np.random.default_rng(1).normal(0, 2, (*mask.shape, 1))
    away = np.float32([[1, 0, 0.25 * size], [0, 1, 0.35 * size]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(mask, away, mask.shape[::-1]), (0, 0), 0.2 * size)[..., None] / 255
    over = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255
    return np.clip(picture * (1 - 0.4 * shadow) * (1 - over) + lit * over, 0, 255).astype(np.uint8)
