"""How the light falls on a die: lamp, sky, shadows of other dice, and what a glossy face mirrors."""

from __future__ import annotations

import numpy as np

from vision.render.dice import Hits, PlacedDie, distance, length
from vision.render.objects import Floats, LightPanel, SceneLight
from vision.render.panels import share_of
from vision.render.skin import skin
from vision.render.table import lamp_directions, linear


def shade(pose: PlacedDie, hits: Hits, light: SceneLight, others: list[PlacedDie]) -> Floats:
    """Return the light (linear, b g r) that each hit sends to the camera."""
    surface = skin(pose, hits)
    axes = pose.axes.astype(np.float32)
    normal = axes @ surface.normal
    to_camera = axes @ hits.toward_camera
    lamp = lamp_directions(light)[0].astype(np.float32)
    lit = np.maximum(lamp @ normal, 0)
    open_sky, open_lamp = _blocked(pose, hits, normal, lamp, others)
    sky = (0.62 + 0.38 * normal[2]) * open_sky
    key = linear(light.rgb)[:, None] * np.float32((1 - light.ambient) / lamp[2])
    around = linear(light.ambient_rgb)[:, None] * np.float32(light.ambient)
    out = surface.albedo * (lit * open_lamp * key + sky * around)
    # The Blinn-Phong model of a highlight.
    halfway = to_camera + lamp[:, None]
    halfway /= length(halfway)
    sharp = 12 + 160 * pose.die.make.gloss * (1 - min(0.9, light.softness))
    glint = np.maximum((normal * halfway).sum(0), 0) ** np.float32(sharp) * open_lamp
    # Schlick's approximation of Fresnel reflection: plastic mirrors more at grazing angles.
    grazing = 0.04 + 0.5 * (1 - np.clip((normal * to_camera).sum(0), 0, 1)) ** 5
    out += surface.glint * (open_lamp * key)
    out += surface.shine * (glint * 1.2 * key + grazing * open_sky * around)
    if light.panels:
        out += surface.shine * _mirrored(normal, to_camera, light.panels) * open_sky
    return np.asarray(out, np.float32)


def _mirrored(normal: Floats, to_camera: Floats, panels: tuple[LightPanel, ...]) -> Floats:
    """Return the light that a mirror with these outward directions sends to the camera."""
    ray = 2 * (normal * to_camera).sum(0) * normal - to_camera
    out = np.zeros(ray.shape[1], np.float32)
    for panel in panels:
        out += np.float32(panel.bright) * share_of(panel, ray)
    return out


def _blocked(
    pose: PlacedDie, hits: Hits, normal: Floats, lamp: Floats, others: list[PlacedDie]
) -> tuple[Floats, Floats]:
    """Return how open each hit is to the sky and to the lamp, past the table and the other dice."""
    edge = np.float32(pose.die.make.edge_mm)
    at = pose.axes.astype(np.float32) @ (hits.points * edge) + pose.middle.astype(np.float32)[:, None]
    sky = 0.35 + 0.65 * np.clip(at[2] / edge * 1.3 + np.maximum(normal[2], 0), 0, 1)
    sun = np.ones(at.shape[1], np.float32)
    low = np.flatnonzero((normal[2] < 0.97) | (at[2] < 0.8 * edge))
    for other in others:
        size = np.float32(other.die.make.edge_mm)
        if np.linalg.norm(other.middle - pose.middle) > 2.6 * max(edge, size):
            continue
        turned = other.axes.T.astype(np.float32)
        local = turned @ (at[:, low] - other.middle.astype(np.float32)[:, None]) / size
        out, ray = turned @ normal[:, low], (turned @ lamp)[:, None]
        # Ambient occlusion from one sample of the distance of the other die along the normal.
        near = distance(local + np.float32(0.22) * out, other.die.make)
        sky[low] *= np.clip(0.25 + near / 0.22, 0.12, 1)
        # Soft shadows from samples of that distance along the ray to the lamp.
        for far in (0.15, 0.4, 0.9):
            sun[low] *= np.clip(0.6 + distance(local + np.float32(far) * ray, other.die.make) / (0.3 * far), 0, 1)
    return sky.astype(np.float32), sun
