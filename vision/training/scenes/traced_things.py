"""Solid things that are no dice, for the path tracer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import bpy  # type: ignore[import-not-found, unused-ignore]
import numpy as np

from vision.render.objects import ObjectShape, SolidObject
from vision.render.table import linear
from vision.training.scenes.blender import Material, image, material

Made: TypeAlias = Callable[[], object]

RING_THICK = 0.18
"""Half the thickness of a ring, over its width."""
UNIT: dict[ObjectShape, Made] = {
    ObjectShape.BLOCK: lambda: bpy.ops.mesh.primitive_cube_add(size=1),
    ObjectShape.DISC: lambda: bpy.ops.mesh.primitive_cylinder_add(vertices=64, radius=0.5, depth=1),
    ObjectShape.BALL: lambda: bpy.ops.mesh.primitive_uv_sphere_add(segments=48, ring_count=24, radius=0.5),
    ObjectShape.STICK: lambda: bpy.ops.mesh.primitive_cylinder_add(radius=0.5, depth=1, rotation=(0, np.pi / 2, 0)),
    ObjectShape.RING: lambda: bpy.ops.mesh.primitive_torus_add(major_radius=0.5 - RING_THICK, minor_radius=RING_THICK),
}
"""Each shape, as it fits a cube of edge 1 (a ring is flatter)."""


def lay(thing: SolidObject) -> None:
    """Lay a thing on the table of the scene that Blender has open."""
    UNIT[thing.shape]()
    lying = bpy.context.object
    bpy.ops.object.transform_apply(rotation=True)
    long, wide, high = thing.size_mm
    lying.scale = (long, wide, high / (2 * RING_THICK) if thing.shape is ObjectShape.RING else high)
    bpy.ops.object.transform_apply(scale=True)
    if thing.shape in (ObjectShape.BLOCK, ObjectShape.DISC):
        bevel = lying.modifiers.new("soft", "BEVEL")
        bevel.width, bevel.segments = thing.soft * min(thing.size_mm), 4
        bevel.limit_method = "ANGLE"
    lying.data.polygons.foreach_set(
        "use_smooth", np.full(len(lying.data.polygons), thing.shape is not ObjectShape.BLOCK)
    )
    lying.rotation_euler = (0, 0, np.radians(thing.yaw_deg))
    lying.location = (thing.x_mm, thing.y_mm, high / 2)
    lying.data.materials.append(_surface(thing))


def _surface(thing: SolidObject) -> Material:
    """Return what a thing is made of."""
    made, nodes, links, surface = material("thing")
    surface.inputs["Base Color"].default_value = (*linear(thing.colour)[::-1].tolist(), 1.0)
    surface.inputs["Roughness"].default_value = 0.05 + 0.7 * (1 - thing.gloss) ** 2
    surface.inputs["Metallic"].default_value = 1.0 if thing.metal else 0.0
    if thing.cover is not None:
        picture = nodes.new("ShaderNodeTexImage")
        picture.image = image("cover", np.asarray((thing.cover[..., ::-1] / 255) ** 2.2, np.float32))
        links.new(picture.outputs["Color"], surface.inputs["Base Color"])
    return made
