"""Materials and pictures of Blender's, as the path tracer's scenes need them."""

from __future__ import annotations

from typing import TypeAlias

import bpy  # type: ignore[import-not-found, unused-ignore]
import numpy as np

from vision.render.objects import Floats

Material: TypeAlias = bpy.types.Material
Picture: TypeAlias = bpy.types.Image
Nodes: TypeAlias = bpy.types.Nodes
Links: TypeAlias = bpy.types.NodeLinks
Node: TypeAlias = bpy.types.Node


def material(name: str) -> tuple[Material, Nodes, Links, Node]:
    """Return a new material, its nodes, their links, and the node that all lead to."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    tree = made.node_tree
    return made, tree.nodes, tree.links, next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")


def image(name: str, picture: Floats) -> Picture:
    """Return linear light (rows downwards; r, g, b) as an image of Blender's, whose rows go up."""
    high, wide = picture.shape[:2]
    made = bpy.data.images.new(name, wide, high, float_buffer=True)
    made.colorspace_settings.name = "Non-Color"
    pixels = np.ones((high, wide, 4), np.float32)
    pixels[..., :3] = picture[::-1]
    made.pixels.foreach_set(pixels.ravel())
    made.update()
    return made
