"""Photographs of a printed mat: the raster of its PDF on the drawn table, under any camera and any light."""

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.printed import sheet_of
from vision.render.camera import Pinhole
from vision.render.render import Appearance, Decal, SceneLight, Sensor, TableSurface, VirtualCamera, render
from vision.table.mat import mat_for

CUBO = mat_for("cubo")
SIZE = (1280, 720)
CAMERAS = {
    "above": VirtualCamera(500),
    "8 degrees": VirtualCamera(520, 8, -90, 3),
    "18 degrees from the left": VirtualCamera(540, 18, 180, 90),
    "27 degrees, turned": VirtualCamera(600, 27, -75, 10),
    "35 degrees": VirtualCamera(540, 35, -90, target_mm=(0, -6)),
}
LIGHTS = {
    "day": SceneLight(),
    "lamp": SceneLight(120, 40, (255, 190, 120), ambient=0.25, falloff=0.45),
    "dim": SceneLight(exposure=0.45),
    "cold": SceneLight(200, 70, (190, 215, 255), ambient=0.6),
    "two lamps": SceneLight(30, 35, softness=0.9, ambient=0.35, falloff=0.3),
}
WOOD = ((120, 78, 44), (160, 108, 66))


def on_the_table(mat=CUBO, print_=None):
    """The mat as a flat thing on the table, its middle in the middle of the table."""
    sheet = sheet_of(mat) if print_ is None else print_
    solid = np.dstack([sheet, np.full(sheet.shape[:2], 255, np.uint8)])
    return Decal(solid, 0, 0, 0, mat.width)


def photograph(mat=CUBO, *, camera=CAMERAS["above"], light=LIGHTS["day"], dice=(), **how):
    """What a camera sees of a mat on a wooden table. `how`: print_, sensor, seed, size."""
    sensor = how.get("sensor", Sensor())
    appearance = Appearance(
        TableSurface.WOOD, WOOD, decals=(on_the_table(mat, how.get("print_")),), light=light, sensor=sensor
    )
    return render(dice, camera, appearance, how.get("size", SIZE), np.random.default_rng(how.get("seed", 1))).image


def to_pixels(points_mm, mat=CUBO, camera=CAMERAS["above"], size=SIZE):
    """Where points of the mat truly are in the picture."""
    points = np.asarray(points_mm, float)
    on_table = np.column_stack([points[:, 0] - mat.width / 2, mat.height / 2 - points[:, 1], np.zeros(len(points))])
    return Pinhole.of(camera, size).project(on_table)


def dice_on(mat, zone, dice):
    """Dice at places within a zone (millimetres from its middle, y down), where the table has them."""
    x, y = next(each for each in mat.zones if each.name == zone).rect.centre
    return tuple(replace(die, x_mm=x + die.x_mm - mat.width / 2, y_mm=mat.height / 2 - y - die.y_mm) for die in dice)


def hide(image, mat, *places, camera=CAMERAS["above"], colour=(90, 120, 160)):
    """Lay something over markers."""
    hidden = image.copy()
    for place in places:
        corners = to_pixels(mat.markers[place].shrunk(4).corners, mat, camera, image.shape[1::-1])
        cv2.fillConvexPoly(hidden, np.rint(corners).astype(np.int32), colour)
    return hidden
