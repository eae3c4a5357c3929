"""The same scenes as `vision.render.render` draws, lit as light really goes: by Blender's path tracer, Cycles.

Rendered pictures have one lamp, a sky and distant panels. Here dice mirror the table, the environment and each other,
light bleeds and shines through them, and pips are dents. It takes seconds where drawing takes hundredths, so only a
part of the data set is made so. Needs `pip install bpy` (5.0, CPython 3.11). Lengths are millimetres, as everywhere in
scenes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import bpy  # type: ignore[import-not-found, unused-ignore]
import cv2
import numpy as np

from vision.render.camera import Pinhole
from vision.render.dice import PlacedDie
from vision.render.objects import Appearance, Floats, Rendered, SceneLight, VirtualCamera, VirtualDie
from vision.render.sensor import photograph
from vision.render.solid import FaceTextures, atlas, brightness_of, environment_of, ground_of, mesh_of
from vision.render.table import albedo, linear
from vision.training.scenes.blender import Material, image, material
from vision.training.scenes.traced_things import lay

Scene: TypeAlias = bpy.types.Scene

TILE_PX = 160
"""Side of a face in the texture of a die; three faces lie in each of two rows."""
REAL_PLACES = 0.5
"""Share of the scenes in a real environment map; the others have a drawn one."""
SAMPLES = 8
"""Paths to a pixel; what grain they leave is smoothed away, and a camera adds its own."""


def render(
    dice: Sequence[VirtualDie],
    camera: VirtualCamera,
    appearance: Appearance,
    size: tuple[int, int],
    chance: np.random.Generator,
) -> Rendered:
    """Return the picture of `size` (width, height) that `camera` takes of `dice`, traced, without ground truth."""
    hole = Pinhole.of(camera, size)
    scene = _empty(size, int(chance.integers(1 << 30)))
    brightness = _lit(scene, appearance.light, chance)
    _seen_by(scene, hole, size)
    _table(scene, appearance, hole, size, chance)
    for thing in appearance.things:
        lay(thing)
    for die in dice:
        _die(scene, PlacedDie.of(die), chance)
    scene.view_settings.exposure = float(np.log2(appearance.light.exposure / brightness))
    return Rendered(photograph(_traced(scene), appearance.sensor, chance))


def _empty(size: tuple[int, int], seed: int) -> Scene:
    """Return a scene with nothing in it, ready for the path tracer."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "PNG", "16"
    scene.render.image_settings.compression = 0
    scene.render.dither_intensity = 0.0
    scene.view_settings.view_transform = "Raw"
    cycles = scene.cycles
    cycles.samples, cycles.seed, cycles.max_bounces = SAMPLES, seed, 6
    cycles.use_adaptive_sampling = False
    cycles.use_denoising, cycles.denoising_quality = True, "BALANCED"
    cycles.denoising_prefilter, cycles.denoising_input_passes = "NONE", "RGB_ALBEDO_NORMAL"
    cycles.sample_clamp_indirect = 8.0
    return scene


def _traced(scene: Scene) -> Floats:
    """Return the linear light (b, g, r; 1 is white) that the camera gets."""
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder, "traced.png"))
        bpy.ops.render.render(write_still=True)
        seen = cv2.imread(scene.render.filepath, cv2.IMREAD_UNCHANGED)
    if seen is None:
        raise RuntimeError("the path tracer left no picture")
    return np.asarray(seen[..., :3], np.float32) / np.float32(65535)


def _lit(scene: Scene, light: SceneLight, chance: np.random.Generator) -> float:
    """Add the lamp and the environment map; return how bright they make a white table."""
    azimuth, height = np.radians([light.azimuth_deg, light.height_deg])
    lamp = bpy.data.lights.new("lamp", "SUN")
    lamp.color = linear(light.rgb)[::-1].tolist()
    lamp.energy = float(np.pi * (1 - light.ambient) / np.sin(height))
    lamp.angle = float(max(0.02, light.softness))
    hung = bpy.data.objects.new("lamp", lamp)
    hung.rotation_euler = (np.pi / 2 - height, 0.0, azimuth + np.pi / 2)
    scene.collection.objects.link(hung)
    environment = environment_of(light, chance, _place(chance) if chance.random() < REAL_PLACES else None)
    scene.world = bpy.data.worlds.new("room")
    scene.world.use_nodes = True
    nodes, links = scene.world.node_tree.nodes, scene.world.node_tree.links
    picture = nodes.new("ShaderNodeTexEnvironment")
    picture.image = image("room", environment)
    links.new(picture.outputs["Color"], nodes["Background"].inputs["Color"])
    return float((1 - light.ambient) + brightness_of(environment))


def _place(chance: np.random.Generator) -> Floats:
    """Return one of the places, photographed all round, that Blender brings along for its studio lights (CC0)."""
    folder = Path(bpy.utils.resource_path("LOCAL"), "datafiles", "studiolights", "world")
    paths = sorted(folder.glob("*.exr"))
    seen = bpy.data.images.load(str(paths[int(chance.integers(len(paths)))]))
    wide, high = seen.size
    pixels = np.empty(high * wide * 4, np.float32)
    seen.pixels.foreach_get(pixels)
    return np.ascontiguousarray(pixels.reshape(high, wide, 4)[::-1, :, :3])


def _seen_by(scene: Scene, hole: Pinhole, size: tuple[int, int]) -> None:
    """Put the camera where `hole` is."""
    camera = bpy.data.cameras.new("camera")
    camera.sensor_width, camera.sensor_fit = 36.0, "HORIZONTAL"
    camera.lens = 36.0 * hole.focal_px / size[0]
    camera.clip_start, camera.clip_end = 1.0, 1e5
    standing = bpy.data.objects.new("camera", camera)
    right, down, forward = hole.axes
    placed = np.eye(4)
    placed[:3] = np.stack([right, -down, -forward, hole.centre], axis=1)
    standing.matrix_world = placed.T.tolist()
    scene.collection.objects.link(standing)
    scene.camera = standing


def _table(
    scene: Scene, appearance: Appearance, hole: Pinhole, size: tuple[int, int], chance: np.random.Generator
) -> None:
    """Lay the table, painted as the camera sees it: the picture is thrown back onto it from where the camera stands."""
    reach = 30 * float(np.linalg.norm(hole.centre))
    mesh = bpy.data.meshes.new("table")
    mesh.from_pydata([(x * reach, y * reach, 0.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], [], [(0, 1, 2, 3)])
    made, nodes, links, surface = material("table")
    picture = nodes.new("ShaderNodeTexImage")
    picture.image = image("table", albedo(appearance, hole, size)[..., ::-1])
    picture.extension = "MIRROR"
    at = nodes.new("ShaderNodeTexCoord")
    links.new(at.outputs["Window"], picture.inputs["Vector"])
    links.new(picture.outputs["Color"], surface.inputs["Base Color"])
    surface.inputs["Roughness"].default_value = float(chance.uniform(0.25, 1))
    surface.inputs["Specular IOR Level"].default_value = float(chance.choice([0.0, 0.2, 0.5]))
    mesh.materials.append(made)
    scene.collection.objects.link(bpy.data.objects.new("table", mesh))


def _die(scene: Scene, pose: PlacedDie, chance: np.random.Generator) -> None:
    """Put one die where it lies."""
    edge_mm, solid = pose.die.make.edge_mm, mesh_of(pose.die.make, TILE_PX)
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata(solid.points.tolist(), [], solid.polygons.tolist())
    layer = mesh.uv_layers.new(name="face")
    layer.data.foreach_set("uv", solid.places[solid.polygons.ravel()].ravel())
    mesh.polygons.foreach_set("use_smooth", np.ones(len(solid.polygons), bool))
    mesh.normals_split_custom_set_from_vertices(solid.normals.tolist())
    mesh.materials.append(_surface(pose, ground_of(pose, TILE_PX), chance))
    lying = bpy.data.objects.new("die", mesh)
    placed = np.eye(4)
    placed[:3, :3], placed[:3, 3] = pose.axes * edge_mm, pose.middle
    lying.matrix_world = placed.T.tolist()
    scene.collection.objects.link(lying)


def _surface(pose: PlacedDie, ground: FaceTextures, chance: np.random.Generator) -> Material:
    """Return the material of a die: colours, dents, how clear and how glossy it is."""
    make = pose.die.make
    made, nodes, links, surface = material("die")
    colour = nodes.new("ShaderNodeTexImage")
    colour.image, colour.extension = image("colour", atlas(ground.albedo[..., ::-1])), "EXTEND"
    links.new(colour.outputs["Color"], surface.inputs["Base Color"])
    height = nodes.new("ShaderNodeTexImage")
    height.image, height.extension = image("height", atlas(np.repeat(ground.height[..., None], 3, -1))), "EXTEND"
    height.interpolation = "Cubic"
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Distance"].default_value = make.edge_mm
    links.new(height.outputs["Color"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], surface.inputs["Normal"])
    surface.inputs["Roughness"].default_value = float(0.04 + 0.6 * (1 - make.gloss) ** 2)
    surface.inputs["Specular IOR Level"].default_value = float(chance.uniform(0.35, 0.7))
    surface.inputs["Coat Weight"].default_value = float(make.gloss * (chance.random() < 0.3))
    surface.inputs["Metallic"].default_value = float(chance.uniform(0.3, 1) if chance.random() < 0.04 else 0.0)
    if make.clear:
        opaque = nodes.new("ShaderNodeTexImage")
        clear = np.minimum(1.0, 0.4 + 0.7 * make.clear) * (1 - ground.cover)
        opaque.image, opaque.extension = image("clear", atlas(np.repeat(clear[..., None], 3, -1))), "EXTEND"
        links.new(opaque.outputs["Color"], surface.inputs["Transmission Weight"])
    elif chance.random() < 0.25:
        surface.inputs["Subsurface Weight"].default_value = float(chance.uniform(0.1, 0.6))
        surface.inputs["Subsurface Scale"].default_value = float(0.1 * make.edge_mm)
    return made
