// Blender reads what `seiche run` writes: scale, axes and motion are those of the run.

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Recording } from '@seiche/export'
import type { SceneInput } from 'seiche'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exportRun } from '../../cli/src/commands/export.js'
import { run } from '../../cli/src/commands/run.js'
import { capturedTerminal } from '../../cli/src/testing/captured-terminal.js'
import { hasBlender, runBlender } from '../testing/run-blender.js'

/** Runs a scene as the command line does. Returns the folder. */
async function runScene(scene: SceneInput, formats: string[], steps: number, fields?: string[]): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'seiche-blender-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const path = join(root, 'scene.json')
  await writeFile(path, JSON.stringify(scene))
  const out = join(root, 'out')
  await run(path, { out, formats: ['npy', ...formats], every: { steps }, fields }, capturedTerminal().terminal)
  return out
}

type Point = [number, number, number]

/** Vertices of the object `surface` at frames 1, 2 and 3, with all modifiers and shape keys. */
const VERTICES = `
seiche_blender.import_run(folder)
result = {'fps': bpy.context.scene.render.fps / bpy.context.scene.render.fps_base, 'frames': []}
surface = bpy.data.objects['surface']
for frame in (1, 2, 3):
  bpy.context.scene.frame_set(frame)
  bpy.context.view_layer.update()
  now = surface.evaluated_get(bpy.context.evaluated_depsgraph_get())
  result['frames'].append([list(now.matrix_world @ v.co) for v in now.to_mesh().vertices])
`
interface Vertices {
  fps: number
  frames: Point[][]
}

const sea: SceneInput = {
  seiche: 1,
  grid: { cells: [32, 24], cellSize: 2 },
  timeStep: 1 / 24,
  duration: 4 / 24,
  solver: { type: 'ocean', windSpeed: 12, fetch: 200000, cascades: 1 },
  boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
}

const pool: SceneInput = {
  seiche: 1,
  grid: { cells: [24, 16], cellSize: 0.1 },
  timeStep: 0.02,
  duration: 0.6,
  solver: { type: 'iwave', depth: 1 },
  initial: { eta: [{ shape: 'gaussian', center: [0.3, -0.2], radius: 0.3, height: 0.1 }] },
  bodies: [
    { name: 'ball', shape: 'sphere', radius: 0.15, density: 300, position: [0.5, 0.4, -0.3] },
    {
      name: 'block',
      shape: 'box',
      size: [0.3, 0.2, 0.2],
      position: [-0.6, 0.3, 0.2],
      rotation: { axis: [0, 1, 0], angle: 30 },
      angularVelocity: [0, 200, 0],
    },
  ],
}

describe.skipIf(!hasBlender())('Blender', () => {
  it('displaces a grid by the pictures of an ocean, at the scale of the scene', async () => {
    const folder = await runScene(sea, ['exr'], 1, ['eta', 'dx', 'dz'])
    const { frames, fps } = (await runBlender(VERTICES, folder)) as Vertices
    expect(fps).toBeCloseTo(24, 5)
    const recording = await Recording.open(folder)
    const pictures = frames.map((vertices) => vertices.map(([, , height]) => height))
    expect(pictures[0]).not.toEqual(pictures[2])
    for (const [k, vertices] of frames.entries()) {
      const frame = await recording.frame(k)
      const [eta, dx, dz] = await Promise.all(['eta', 'dx', 'dz'].map((name) => frame.values(name)))
      // The grid ends at a copy of its first cells, where a copy of the object begins.
      expect(vertices.length).toBe(33 * 25)
      for (const [v, [x, y, z]] of vertices.entries()) {
        const [i, j] = [v % 33, Math.floor(v / 33)]
        const cell = (j % 24) * 32 + (i % 32)
        expect(x).toBeCloseTo((i - 15.5) * 2 + dx![cell]!, 4)
        expect(y).toBeCloseTo(-((j - 11.5) * 2 + dz![cell]!), 4)
        expect(z).toBeCloseTo(eta![cell]!, 4)
      }
    }
    expect(Math.max(...pictures[0]!)).toBeGreaterThan(0.2)
  })

  it('imports an animation whose vertices move as the water does, and bodies as they do', async () => {
    const folder = await runScene(pool, ['gltf'], 10)
    const script = `${VERTICES}
for name in ('ball', 'block'):
  poses = []
  for frame in (1, 2, 3):
    bpy.context.scene.frame_set(frame)
    bpy.context.view_layer.update()
    matrix = bpy.data.objects[name].matrix_world
    poses.append({'at': list(matrix.translation), 'x': list(matrix.to_3x3() @ __import__('mathutils').Vector((1, 0, 0)))})
  result[name] = poses
result['radius'] = max(v.co.length for v in bpy.data.objects['ball'].data.vertices)
`
    const result = (await runBlender(script, folder)) as Vertices & {
      ball: { at: Point; x: Point }[]
      block: { at: Point; x: Point }[]
      radius: number
    }
    const recording = await Recording.open(folder)
    const moved = result.frames[0]!.map(([, , z], v) => Math.abs(z - result.frames[2]![v]![2]))
    expect(Math.max(...moved)).toBeGreaterThan(0.02)
    for (const [k, vertices] of result.frames.entries()) {
      const frame = await recording.frame(k)
      const eta = await frame.values('eta')
      expect(vertices.length).toBe(24 * 16)
      for (const [x, y, z] of vertices) {
        const cell = Math.round(-y / 0.1 + 7.5) * 24 + Math.round(x / 0.1 + 11.5)
        expect(z).toBeCloseTo(eta[cell]!, 5)
      }
      for (const [index, name] of (['ball', 'block'] as const).entries()) {
        const { position, rotation } = frame.bodies[index]!
        const { at, x } = result[name][k]!
        expect(at[0]).toBeCloseTo(position[0], 4)
        expect(at[1]).toBeCloseTo(-position[2], 4)
        expect(at[2]).toBeCloseTo(position[1], 4)
        // The body's own x axis after the rotation.
        const [a, b, c, w] = rotation
        expect(x[0]).toBeCloseTo(1 - 2 * (b * b + c * c), 4)
        expect(x[1]).toBeCloseTo(-2 * (a * c - w * b), 4)
        expect(x[2]).toBeCloseTo(2 * (a * b + w * c), 4)
      }
    }
    expect(result.radius).toBeCloseTo(0.15, 5)
  })

  it('imports an animation that was exported from a recording', async () => {
    const folder = await runScene(pool, [], 10)
    const out = `${folder}-animation`
    await exportRun(folder, { out, formats: ['gltf'], frames: [1, 3] }, capturedTerminal().terminal)
    const { frames } = (await runBlender(VERTICES, out)) as Vertices
    const eta = await (await (await Recording.open(folder)).frame(2)).values('eta')
    expect(Math.max(...frames[1]!.map(([, , z]) => z))).toBeCloseTo(Math.max(...eta), 5)
  })

  it('reads volumes of smoke upright, at the scale of the scene', async () => {
    const smoke: SceneInput = {
      seiche: 1,
      grid: { cells: [16, 24, 12], cellSize: 0.1 },
      timeStep: 0.02,
      duration: 0.06,
      solver: { type: 'stable-fluids' },
      fluid: { dyes: { smoke: { initial: [{ shape: 'sphere', center: [0.3, 0.8, -0.2], radius: 0.2 }] } } },
    }
    const folder = await runScene(smoke, ['vdb'], 1)
    const script = `
volume = seiche_blender.import_run(folder)[0]
bpy.context.view_layer.update()
volume.data.grids.load()
grid = volume.data.grids['density']
corners = [list(volume.matrix_world @ __import__('mathutils').Vector(corner)) for corner in volume.bound_box]
result = {'error': volume.data.grids.error_message, 'type': grid.data_type, 'low': [min(c[k] for c in corners) for k in range(3)],
  'high': [max(c[k] for c in corners) for k in range(3)], 'frames': volume.data.frame_duration}
`
    const result = (await runBlender(script, folder)) as { error: string; type: string; low: Point; high: Point }
    expect(result).toMatchObject({ error: '', type: 'FLOAT', frames: 4 })
    // The ball lies in one leaf of 8³ voxels, whose box Blender shows: x from 0.05 to 0.75, y from 0.45 to 1.15 and z from -0.55 to 0.15 m,
    // in Blender's axes x, -z, y.
    for (const [axis, [low, high]] of [
      [0.05, 0.75],
      [-0.15, 0.55],
      [0.45, 1.15],
    ].entries()) {
      expect(result.low[axis]).toBeCloseTo(low!, 5)
      expect(result.high[axis]).toBeCloseTo(high!, 5)
    }
  })

  it('imports the meshes of a frame from PLY and OBJ', async () => {
    const folder = await runScene({ ...pool, bodies: [] }, ['ply', 'obj'], 10)
    const script = `
result = {}
bpy.ops.import_mesh.ply(filepath=folder + '/surface_000001.ply')
ply = bpy.context.object
result['ply'] = [list(v.co) for v in ply.data.vertices]
result['uv'] = len(ply.data.uv_layers)
bpy.ops.import_scene.obj(filepath=folder + '/surface_000001.obj', axis_forward='-Z', axis_up='Y', split_mode='OFF')
obj = bpy.context.selected_objects[0]
bpy.context.view_layer.update()
result['obj'] = [list(obj.matrix_world @ v.co) for v in obj.data.vertices]
`
    const result = (await runBlender(script, folder)) as { ply: Point[]; obj: Point[]; uv: number }
    const eta = await (await (await Recording.open(folder)).frame(1)).values('eta')
    expect(result.ply.length).toBe(24 * 16)
    expect(result.uv).toBe(1)
    for (const [x, y, z] of result.ply)
      expect(y).toBeCloseTo(eta[Math.round(z / 0.1 + 7.5) * 24 + Math.round(x / 0.1 + 11.5)]!, 6)
    expect(result.obj.length).toBe(24 * 16)
    for (const [x, y, z] of result.obj)
      expect(z).toBeCloseTo(eta[Math.round(-y / 0.1 + 7.5) * 24 + Math.round(x / 0.1 + 11.5)]!, 5)
  })
})
