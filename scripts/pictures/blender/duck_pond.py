"""Renders a frame of the duck pond: blender --background --python duck_pond.py -- FOLDER PICTURE SCRIPTS [SAMPLES WIDTH]

FOLDER is that of `seiche run scenes/duck-pond.json --format gltf`, SCRIPTS the folder of seiche_blender.py.
"""

import math
import sys

import bpy
from mathutils import Vector

folder, picture, scripts, *rest = sys.argv[sys.argv.index("--") + 1 :]
samples = int(rest[0]) if rest else 40
width = int(rest[1]) if len(rest) > 1 else 720
sys.path.insert(0, scripts)
sys.dont_write_bytecode = True
import seiche_blender  # noqa: E402

HALF = 2.4
DEPTH = 0.6


def nodes_of(material):
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    return tree, tree.nodes.new("ShaderNodeOutputMaterial")


def water():
    """Clear water: light passes through the surface to the floor, which refractive caustics would need minutes for."""
    material = bpy.data.materials.new("clear water")
    tree, output = nodes_of(material)
    glass = tree.nodes.new("ShaderNodeBsdfGlass")
    glass.inputs["IOR"].default_value = 1.33
    glass.inputs["Roughness"].default_value = 0
    glass.inputs["Color"].default_value = (0.72, 0.93, 0.95, 1)
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    clear.inputs["Color"].default_value = (0.62, 0.86, 0.88, 1)
    path = tree.nodes.new("ShaderNodeLightPath")
    mix = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(path.outputs["Is Shadow Ray"], mix.inputs[0])
    tree.links.new(glass.outputs[0], mix.inputs[1])
    tree.links.new(clear.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], output.inputs["Surface"])
    return material


def tiles():
    """Small glazed tiles with joints."""
    material = bpy.data.materials.new("tiles")
    tree, output = nodes_of(material)
    coordinates = tree.nodes.new("ShaderNodeTexCoord")
    brick = tree.nodes.new("ShaderNodeTexBrick")
    brick.offset = 0
    brick.inputs["Scale"].default_value = 1
    brick.inputs["Brick Width"].default_value = 0.2
    brick.inputs["Row Height"].default_value = 0.2
    brick.inputs["Mortar Size"].default_value = 0.006
    brick.inputs["Color1"].default_value = (0.10, 0.40, 0.46, 1)
    brick.inputs["Color2"].default_value = (0.16, 0.50, 0.55, 1)
    brick.inputs["Mortar"].default_value = (0.62, 0.66, 0.64, 1)
    surface = tree.nodes.new("ShaderNodeBsdfPrincipled")
    surface.inputs["Roughness"].default_value = 0.3
    tree.links.new(coordinates.outputs["Object"], brick.inputs["Vector"])
    tree.links.new(brick.outputs["Color"], surface.inputs["Base Color"])
    tree.links.new(surface.outputs[0], output.inputs["Surface"])
    return material


def stone():
    material = bpy.data.materials.new("stone")
    tree, output = nodes_of(material)
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 6
    noise.inputs["Detail"].default_value = 8
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = (0.20, 0.17, 0.13, 1)
    ramp.color_ramp.elements[1].color = (0.40, 0.35, 0.28, 1)
    surface = tree.nodes.new("ShaderNodeBsdfPrincipled")
    surface.inputs["Roughness"].default_value = 0.8
    tree.links.new(noise.outputs["Fac"], ramp.inputs[0])
    tree.links.new(ramp.outputs[0], surface.inputs["Base Color"])
    tree.links.new(surface.outputs[0], output.inputs["Surface"])
    return material


def box(name, low, high, material):
    bpy.ops.mesh.primitive_cube_add(size=1, location=[(a + b) / 2 for a, b in zip(low, high)])
    thing = bpy.context.object
    thing.name = name
    thing.scale = [b - a for a, b in zip(low, high)]
    bpy.ops.object.transform_apply(location=True, scale=True)
    thing.data.materials.append(material)
    return thing


def basin():
    glazed, rim = tiles(), stone()
    box("floor", (-HALF - 0.3, -HALF - 0.3, -DEPTH - 0.1), (HALF + 0.3, HALF + 0.3, -DEPTH), glazed)
    for axis in (0, 1):
        for side in (-1, 1):
            low, high = [-HALF - 0.02, -HALF - 0.02, -DEPTH], [HALF + 0.02, HALF + 0.02, 0.06]
            low[axis], high[axis] = sorted((side * HALF, side * (HALF + 0.02)))
            box("wall", low, high, glazed)
            low, high = [-HALF - 30, -HALF - 30, -0.4], [HALF + 30, HALF + 30, 0.14]
            low[axis], high[axis] = sorted((side * (HALF + 0.02), side * (HALF + 30)))
            if axis == 1:
                low[0], high[0] = -HALF - 0.02, HALF + 0.02
            box("rim", low, high, rim)


def paint_ducks(objects):
    for thing in objects:
        if not thing.name.startswith("duck"):
            continue
        material = thing.data.materials[0]
        shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        shader.inputs["Roughness"].default_value = 0.28
        shader.inputs["Clearcoat"].default_value = 0.4


def light():
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes.new("ShaderNodeTexSky")
    sky.sky_type = "NISHITA"
    sky.sun_elevation = math.radians(24)
    sky.sun_rotation = math.radians(118)
    # A lamp in place of the disc of the sun: its small bright spot would take many samples to find.
    sky.sun_disc = False
    background = world.node_tree.nodes["Background"]
    background.inputs["Strength"].default_value = 0.13
    world.node_tree.links.new(sky.outputs[0], background.inputs[0])
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy = 3.2
    sun.angle = math.radians(1)
    sun.color = (1, 0.88, 0.72)
    lamp = bpy.data.objects.new("sun", sun)
    lamp.rotation_euler = (math.radians(52), 0, math.radians(62))
    bpy.context.scene.collection.objects.link(lamp)


def camera():
    data = bpy.data.cameras.new("camera")
    data.lens = 38
    data.dof.use_dof = True
    data.dof.aperture_fstop = 5.6
    view = bpy.data.objects.new("camera", data)
    view.location = (-0.3, -2.7, 0.72)
    target = Vector((0.55, 0.4, -0.12))
    view.rotation_euler = (target - view.location).to_track_quat("-Z", "Y").to_euler()
    data.dof.focus_distance = (Vector((0.5, -0.6, 0)) - view.location).length
    bpy.context.scene.collection.objects.link(view)
    bpy.context.scene.camera = view


bpy.ops.wm.read_factory_settings(use_empty=True)
objects = seiche_blender.import_run(folder)
scene = bpy.context.scene
scene.frame_set(scene.frame_end)
surface = bpy.data.objects["surface"]
surface.data.materials.clear()
surface.data.materials.append(water())
surface.modifiers.new("smooth", "SUBSURF").render_levels = 1
# The grid ends at the centres of the outermost cells: the wall is half a cell further out.
stretch = (HALF + 0.01) / (HALF - 0.015)
surface.scale = (stretch, stretch, 1)
paint_ducks(objects)
basin()
light()
camera()

scene.render.engine = "CYCLES"
scene.cycles.samples = samples
scene.cycles.use_denoising = False
scene.cycles.max_bounces = 8
scene.cycles.caustics_reflective = False
scene.cycles.caustics_refractive = False
scene.cycles.transmission_bounces = 8
scene.cycles.transparent_max_bounces = 8
scene.cycles.sample_clamp_indirect = 4
scene.cycles.adaptive_threshold = 0.03
scene.cycles.seed = 1
scene.view_settings.view_transform = "Filmic"
scene.view_settings.look = "Medium High Contrast"
scene.view_settings.exposure = 0.35
scene.render.resolution_x = width
scene.render.resolution_y = width * 9 // 16
scene.render.filepath = picture
scene.render.image_settings.file_format = "PNG"
bpy.ops.render.render(write_still=True)
