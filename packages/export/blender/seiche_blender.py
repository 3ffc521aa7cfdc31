"""Imports runs of Seiche into Blender (3.4 or later).

    blender --python seiche_blender.py -- FOLDER

or, in Blender's Python console, `import seiche_blender; seiche_blender.import_run("FOLDER")`. FOLDER is the folder of a finished run, or of
an export: its manifest.json or export.json says which formats are there. Lengths are in metres. Seiche has y up, Blender has z up: (x, y, z) becomes (x, -z, y).
"""

import json
import math
import os
import sys

import bpy
import numpy


def import_run(folder):
    """Imports everything that a run has for Blender: an animation, else pictures; volumes. Returns the new objects."""
    manifest = read_manifest(folder)
    formats = manifest["formats"]
    set_frames(manifest)
    objects = []
    if "gltf" in formats:
        objects += import_animation(folder)
    elif "exr" in formats and manifest["kind"] == "surface":
        objects.append(import_surface(folder))
    if "vdb" in formats:
        objects.append(import_volume(folder))
    if not objects:
        raise ValueError(f"{folder} has no format that Blender reads: run the scene with --format gltf, exr or vdb")
    return objects


def read_manifest(folder):
    """The manifest of a finished run, or the description of an export."""
    names = [name for name in ("manifest.json", "export.json") if os.path.exists(os.path.join(folder, name))]
    if not names:
        raise ValueError(f"{folder} is not the folder of a Seiche run: it has no manifest.json")
    path = os.path.join(folder, names[0])
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    if manifest.get("format") not in ("seiche-run", "seiche-export"):
        raise ValueError(f"{path} does not describe a Seiche run")
    return manifest


def file_of(folder, manifest, stem, extension):
    """Path of the file of the first frame."""
    return os.path.join(os.path.abspath(folder), f"{stem}_{manifest['frames'][0]['frame']:06}.{extension}")


def set_frames(manifest):
    """Gives the scene the frame rate of the run, and as many frames: frame 1 of Blender is the first of the run."""
    frames = manifest["frames"]
    scene = bpy.context.scene
    scene.frame_start = 1
    scene.frame_end = len(frames)
    if len(frames) > 1:
        rate = (len(frames) - 1) / (frames[-1]["time"] - frames[0]["time"])
        # Blender has whole frames per second, and a divisor.
        scene.render.fps = max(1, math.ceil(rate))
        scene.render.fps_base = scene.render.fps / rate


def import_animation(folder):
    """Imports animation.glb: surface, ground and bodies."""
    # Debian's Blender 3.4 has a NumPy without this old name, which its importer uses.
    if "bool" not in numpy.__dict__:
        numpy.bool = bool
    before = set(bpy.data.objects)
    scene = bpy.context.scene
    bpy.ops.import_scene.gltf(filepath=os.path.join(os.path.abspath(folder), "animation.glb"))
    objects = [one for one in bpy.data.objects if one not in before]
    # The importer begins at frame 0 of Blender.
    for data in [one for one in objects] + [one.data.shape_keys for one in objects if has_shape_keys(one)]:
        shift(data.animation_data, scene.frame_start)
    return objects


def has_shape_keys(thing):
    return thing.type == "MESH" and thing.data.shape_keys is not None


def shift(animation, frames):
    """Moves the keys of actions and strips."""
    actions = []
    if animation and animation.action:
        actions.append(animation.action)
    for track in animation.nla_tracks if animation else []:
        actions += [strip.action for strip in track.strips]
    for action in actions:
        if action.get("seiche_shifted"):
            continue
        action["seiche_shifted"] = True
        for curve in action.fcurves:
            for key in curve.keyframe_points:
                key.co.x += frames
                key.handle_left.x += frames
                key.handle_right.x += frames


def import_surface(folder):
    """A grid with a vertex for each cell, displaced by the sequence of EXR pictures. Returns its object.

    A periodic grid ends at a copy of its first cells: copies of the object at the distance of its width fit together.
    """
    manifest = read_manifest(folder)
    field = manifest["fields"]["eta"]
    rows, columns = field["shape"]
    size, origin = field["cellSize"], field["origin"]
    across = columns + repeats(manifest, "x-")
    along = rows + repeats(manifest, "z-")
    mesh = bpy.data.meshes.new("surface")
    vertices = [(origin["x"] + i * size, -(origin["z"] + j * size), 0) for j in range(along) for i in range(across)]
    # Counter-clockwise seen from above.
    faces = [
        (j * across + i, (j + 1) * across + i, (j + 1) * across + i + 1, j * across + i + 1)
        for j in range(along - 1)
        for i in range(across - 1)
    ]
    mesh.from_pydata(vertices, [], faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    # A vertex lies at the centre of its pixel; the first row of the picture is its top.
    layer = mesh.uv_layers.new(name="cells")
    places = [(k % across, k // across) for face in faces for k in face]
    layer.data.foreach_set(
        "uv", [value for i, j in places for value in ((i + 0.5) / columns, 1 - (j + 0.5) / rows)]
    )
    surface = bpy.data.objects.new("surface", mesh)
    bpy.context.scene.collection.objects.link(surface)

    texture = bpy.data.textures.new("displacement", "IMAGE")
    texture.image = sequence_of(folder, manifest)
    # By default a texture sets negative values to 0.
    texture.use_clamp = False
    texture.use_interpolation = False
    texture.use_mipmap = False
    texture.filter_size = 0.1
    texture.extension = "REPEAT"
    texture.image_user.frame_start = 1
    texture.image_user.frame_duration = len(manifest["frames"])
    texture.image_user.frame_offset = manifest["frames"][0]["frame"] - 1
    texture.image_user.use_auto_refresh = True
    modifier = surface.modifiers.new("displacement", "DISPLACE")
    modifier.texture = texture
    modifier.texture_coords = "UV"
    modifier.uv_layer = "cells"
    # R, G and B are metres along the picture's right, its top and out of its plane: x, y and z here.
    modifier.direction = "RGB_TO_XYZ"
    modifier.space = "LOCAL"
    modifier.mid_level = 0
    modifier.strength = 1
    return surface


def repeats(manifest, edge):
    """Whether the picture repeats beyond an edge: the whole of a periodic grid was recorded."""
    scene = manifest["scene"]
    is_periodic = scene["solver"]["type"] == "ocean" or scene["boundaries"][edge] == "periodic"
    return is_periodic and manifest["selection"] is None


def sequence_of(folder, manifest):
    image = bpy.data.images.load(file_of(folder, manifest, "frame", "exr"))
    image.colorspace_settings.name = "Non-Color"
    image.source = "SEQUENCE" if len(manifest["frames"]) > 1 else "FILE"
    return image


def import_volume(folder):
    """The sequence of OpenVDB volumes. Returns its object, turned from y up to z up."""
    manifest = read_manifest(folder)
    frames = manifest["frames"]
    data = bpy.data.volumes.new("volume")
    data.filepath = file_of(folder, manifest, "volume", "vdb")
    data.is_sequence = len(frames) > 1
    data.frame_start = 1
    data.frame_duration = len(frames)
    data.frame_offset = frames[0]["frame"] - 1
    volume = bpy.data.objects.new("volume", data)
    volume.rotation_euler = (math.pi / 2, 0, 0)
    bpy.context.scene.collection.objects.link(volume)
    return volume


if __name__ == "__main__" and "--" in sys.argv:
    import_run(sys.argv[sys.argv.index("--") + 1])
