"""Renders a frame of an ocean: blender --background --python sea.py -- FOLDER PICTURE SCRIPTS [SAMPLES WIDTH]

FOLDER is that of `seiche run scenes/ocean-gale.json --format exr`, SCRIPTS the folder of seiche_blender.py.
"""

import math
import sys

import bpy
from mathutils import Vector

folder, picture, scripts, *rest = sys.argv[sys.argv.index("--") + 1 :]
samples = int(rest[0]) if rest else 48
width = int(rest[1]) if len(rest) > 1 else 640
sys.path.insert(0, scripts)
sys.dont_write_bytecode = True
import seiche_blender  # noqa: E402

bpy.ops.wm.read_factory_settings(use_empty=True)
surface = seiche_blender.import_run(folder)[0]
scene = bpy.context.scene
scene.frame_set(scene.frame_end)
# Three tiles in each direction: the ocean repeats without a seam.
field = seiche_blender.read_manifest(folder)["fields"]["eta"]
for axis, cells in ((0, field["shape"][1]), (1, field["shape"][0])):
    tiles = surface.modifiers.new("tiles", "ARRAY")
    tiles.count = 3
    tiles.use_relative_offset = False
    tiles.use_constant_offset = True
    tiles.constant_offset_displace = [cells * field["cellSize"] if k == axis else 0 for k in range(3)]
    tiles.use_merge_vertices = False

water = bpy.data.materials.new("water")
water.use_nodes = True
shader = water.node_tree.nodes["Principled BSDF"]
shader.inputs["Base Color"].default_value = (0.004, 0.05, 0.07, 1)
shader.inputs["Roughness"].default_value = 0.12
shader.inputs["IOR"].default_value = 1.33
surface.data.materials.append(water)

world = bpy.data.worlds.new("sky")
scene.world = world
world.use_nodes = True
sky = world.node_tree.nodes.new("ShaderNodeTexSky")
sky.sky_type = "NISHITA"
sky.sun_disc = False
sky.sun_elevation = math.radians(7)
sky.ozone_density = 4
sky.sun_rotation = math.radians(20)
background = world.node_tree.nodes["Background"]
background.inputs["Strength"].default_value = 0.045
world.node_tree.links.new(sky.outputs[0], background.inputs[0])
# A lamp in place of the disc of the sun: its small bright spot would take many samples to find.
sun = bpy.data.lights.new("sun", "SUN")
sun.energy = 1.2
sun.angle = math.radians(2)
sun.color = (1, 0.62, 0.32)
lamp = bpy.data.objects.new("sun", sun)
direction = Vector((math.sin(math.radians(20)), math.cos(math.radians(20)), math.tan(math.radians(7))))
lamp.rotation_euler = direction.to_track_quat("Z", "Y").to_euler()
scene.collection.objects.link(lamp)

lens = bpy.data.cameras.new("camera")
lens.lens = 50
lens.clip_end = 5000
camera = bpy.data.objects.new("camera", lens)
camera.location = (300, -200, 16)
camera.rotation_euler = (Vector((345, 0, -14)) - camera.location).to_track_quat("-Z", "Y").to_euler()
scene.collection.objects.link(camera)
scene.camera = camera

scene.render.engine = "CYCLES"
scene.cycles.samples = samples
scene.cycles.use_denoising = False
scene.cycles.max_bounces = 3
scene.cycles.caustics_reflective = False
scene.cycles.sample_clamp_indirect = 4
scene.cycles.seed = 1
scene.view_settings.view_transform = "Filmic"
scene.view_settings.look = "Medium High Contrast"
scene.render.resolution_x = width
scene.render.resolution_y = width * 9 // 16
scene.render.filepath = picture
scene.render.image_settings.file_format = "PNG"
bpy.ops.render.render(write_still=True)
