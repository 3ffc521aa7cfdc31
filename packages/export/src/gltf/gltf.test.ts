import { readFile } from 'node:fs/promises'
import { type Document, NodeIO } from '@gltf-transform/core'
import type { SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
import { describe, expect, it } from 'vitest'
import { validateGltf } from '../../testing/validate-gltf.js'
import { type Written, written } from '../../testing/written.js'
import { gltf } from './gltf.js'

const pool: SceneInput = {
  seiche: 1,
  name: 'Pool',
  grid: { cells: [24, 16], cellSize: 0.1 },
  timeStep: 0.02,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', center: [0.3, -0.2], radius: 0.3, height: 0.1 }] },
  obstacles: [{ shape: 'disc', center: [-0.8, 0.3], radius: 0.2 }],
}

async function documentOf(files: Written): Promise<Document> {
  const bytes = await readFile(files.path('animation.glb'))
  await validateGltf(bytes)
  return new NodeIO().readBinary(bytes)
}

const nodeNamed = (document: Document, name: string) =>
  document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name)

/** Times and values of an animated property of a node. */
function track(document: Document, name: string, path: string): { times: number[]; values: number[] } | undefined {
  const channel = document
    .getRoot()
    .listAnimations()
    .flatMap((animation) => animation.listChannels())
    .find((one) => one.getTargetNode()?.getName() === name && one.getTargetPath() === path)
  const sampler = channel?.getSampler()
  return sampler
    ? { times: [...sampler.getInput()!.getArray()!], values: [...sampler.getOutput()!.getArray()!] }
    : undefined
}

/** Heights of the surface at a time, from the base mesh, the targets and their weights, as a viewer computes them. */
function morphedHeights(document: Document, key: number): number[] {
  const primitive = nodeNamed(document, 'surface')!.getMesh()!.listPrimitives()[0]!
  const base = primitive.getAttribute('POSITION')!.getArray()!
  const targets = primitive.listTargets().map((target) => target.getAttribute('POSITION')!.getArray()!)
  const { values } = track(document, 'surface', 'weights')!
  const weights = values.slice(key * targets.length, (key + 1) * targets.length)
  return [...base].flatMap((value, k) =>
    k % 3 === 1 ? [value + targets.reduce((sum, target, t) => sum + weights[t]! * target[k]!, 0)] : [],
  )
}

describe('a glTF animation', () => {
  it('of few frames has a morph target for each, whose weights give the surface of each frame', async () => {
    const files = await written(gltf, pool, { frames: 5, steps: 10 })
    expect(files.notes).toEqual({ file: 'animation.glb', surface: 'morph targets' })
    const document = await documentOf(files)
    const { times } = track(document, 'surface', 'weights')!
    for (const [k, time] of times.entries()) expect(time).toBeCloseTo(0.2 * k, 6)
    const positions = nodeNamed(document, 'surface')!.getMesh()!.listPrimitives()[0]!.getAttribute('POSITION')!
    for (const key of [0, 2, 4]) {
      const eta = await files.frames[key]!.values('eta')
      const heights = morphedHeights(document, key)
      for (const [v, height] of heights.entries()) {
        const [x, , z] = positions.getElement(v, [0, 0, 0])
        const cell = Math.round(z / 0.1 + 7.5) * 24 + Math.round(x / 0.1 + 11.5)
        expect(height).toBeCloseTo(eta[cell]!, 6)
      }
    }
    expect(Math.max(...morphedHeights(document, 0))).toBeGreaterThan(2 * Math.max(...morphedHeights(document, 4)))
  })

  it('names its morph targets: Blender did not import targets with empty names', async () => {
    const document = await documentOf(await written(gltf, pool, { frames: 3 }))
    const [mesh] = document.getRoot().listMeshes()
    expect(mesh!.getExtras()).toEqual({ targetNames: ['frame 1', 'frame 2'] })
  })

  it('of many frames has a mesh for each, and shows one at a time', async () => {
    const files = await written(gltf, { ...pool, grid: { cells: [12, 8], cellSize: 0.2 } }, { frames: 130, steps: 1 })
    expect(files.notes).toMatchObject({ surface: 'baked meshes' })
    const document = await documentOf(files)
    const first = track(document, 'surface 0', 'scale')!
    expect(first.values).toEqual([1, 1, 1, 0, 0, 0])
    const middle = track(document, 'surface 70', 'scale')!
    expect(middle.times.map((time) => Math.round(time * 1000))).toEqual([0, 1400, 1420])
    expect(middle.values).toEqual([0, 0, 0, 1, 1, 1, 0, 0, 0])
    expect(nodeNamed(document, 'surface 70')!.getScale()).toEqual([0, 0, 0])
    expect(track(document, 'surface 129', 'scale')!.values).toEqual([0, 0, 0, 1, 1, 1])
    const eta = await files.frames[70]!.values('eta')
    const heights = [
      ...nodeNamed(document, 'surface 70')!.getMesh()!.listPrimitives()[0]!.getAttribute('POSITION')!.getArray()!,
    ].filter((_, k) => k % 3 === 1)
    expect(Math.max(...heights)).toBe(Math.max(...eta))
  })

  it('moves bodies with their real shapes, also one that falls in later', async () => {
    const scene: SceneInput = {
      ...pool,
      obstacles: [],
      solver: { type: 'iwave', depth: 1 },
      bodies: [
        { name: 'ball', shape: 'sphere', radius: 0.15, density: 300, position: [0, 0.4, 0], color: '#ff0000' },
        {
          name: 'block',
          shape: 'box',
          size: [0.3, 0.2, 0.2],
          density: 400,
          position: [0.6, 0.3, 0],
          rotation: { axis: [0, 0, 1], angle: 40 },
          angularVelocity: [0, 200, 300],
        },
      ],
      events: [
        {
          time: 0.45,
          type: 'addBody',
          body: { shape: 'capsule', radius: 0.05, height: 0.3, position: [-0.6, 0.3, 0] },
        },
      ],
    }
    const files = await written(gltf, scene, { frames: 8, steps: 10, simulation: { rigidBodies: rapier } })
    const document = await documentOf(files)
    for (const [index, name] of ['ball', 'block'].entries()) {
      const [position, rotation] = [track(document, name, 'translation')!, track(document, name, 'rotation')!]
      for (const [k, frame] of files.frames.entries()) {
        for (let axis = 0; axis < 3; axis++)
          expect(position.values[3 * k + axis]).toBeCloseTo(frame.bodies[index]!.position[axis]!, 5)
        const own = rotation.values.slice(4 * k, 4 * k + 4)
        const cosine = own.reduce((sum, part, axis) => sum + part * frame.bodies[index]!.rotation[axis]!, 0)
        expect(Math.abs(cosine)).toBeCloseTo(1, 5)
        // Neighbouring keys are on the same side: the body turns the short way.
        if (k > 0)
          expect(
            own.reduce((sum, part, axis) => sum + part * rotation.values[4 * (k - 1) + axis]!, 0),
          ).toBeGreaterThanOrEqual(0)
      }
    }
    expect(track(document, 'ball', 'translation')!.values[1]).toBeGreaterThan(0.3)
    const red = nodeNamed(document, 'ball')!.getMesh()!.listPrimitives()[0]!.getMaterial()!.getBaseColorFactor()
    expect(red).toEqual([1, 0, 0, 1])
    const later = track(document, 'body 2', 'scale')!
    expect(later.times.map((time) => Math.round(time * 10))).toEqual([0, 6])
    expect(later.values).toEqual([0, 0, 0, 1, 1, 1])
    expect(nodeNamed(document, 'body 2')!.getScale()).toEqual([0, 0, 0])
  })

  it('has the ground, and the surface of dry cells below it', async () => {
    const beach: SceneInput = {
      seiche: 1,
      grid: { cells: [40, 12], cellSize: 0.5 },
      solver: { type: 'shallow-water' },
      terrain: [{ shape: 'plane', slope: [0.2, 0] }],
      initial: { eta: [{ shape: 'gaussian', center: [-5, 0], radius: 2, height: 0.4 }] },
    }
    const files = await written(gltf, beach, { frames: 3, steps: 20 })
    const document = await documentOf(files)
    const ground = nodeNamed(document, 'ground')!.getMesh()!.listPrimitives()[0]!.getAttribute('POSITION')!
    const water = nodeNamed(document, 'surface')!.getMesh()!.listPrimitives()[0]!.getAttribute('POSITION')!
    const depth = await files.frames[0]!.values('depth')
    expect(ground.getCount()).toBe(40 * 12)
    let dry = 0
    for (let v = 0; v < water.getCount(); v++) {
      const [x, y, z] = water.getElement(v, [0, 0, 0])
      const cell = Math.round(z / 0.5 + 5.5) * 40 + Math.round(x / 0.5 + 19.5)
      if (depth[cell] === 0) {
        dry++
        expect(y).toBeLessThan(0.2 * x - 0.1)
      } else expect(y).toBeGreaterThan(0.2 * x)
    }
    expect(dry).toBeGreaterThan(200)
  })

  it('of a fluid has the surfaces of its dyes in their colours', async () => {
    const wax: SceneInput = {
      seiche: 1,
      grid: { cells: [16, 20, 12], cellSize: 0.05 },
      solver: { type: 'stable-fluids' },
      fluid: {
        dyes: { wax: { color: '#0000ff', initial: [{ shape: 'sphere', center: [0, 0, 0], radius: 0.2, soft: 0.05 }] } },
      },
      events: [{ time: 0, type: 'stir', at: [0, 0, 0], radius: 0.2, velocity: [2, 0, 0] }],
    }
    const files = await written(gltf, wax, { frames: 3, steps: 2 })
    const document = await documentOf(files)
    const meshes = document.getRoot().listMeshes()
    expect(meshes.map((mesh) => mesh.getName())).toEqual(['wax 0', 'wax 1', 'wax 2'])
    const arrays = meshes.map((mesh) => mesh.listPrimitives()[0]!.getAttribute('POSITION')!.getArray()!)
    expect(arrays[2]).not.toEqual(arrays[0])
    expect(meshes[0]!.listPrimitives()[0]!.getMaterial()!.getBaseColorFactor()).toEqual([0, 0, 1, 1])
  })

  it('of a single frame has no animation, and of dry land no surface', async () => {
    const one = await documentOf(await written(gltf, pool, { frames: 1 }))
    expect(one.getRoot().listAnimations()).toEqual([])
    expect(nodeNamed(one, 'surface')).toBeDefined()
  })

  it('is the same to the byte again', async () => {
    const [a, b] = [await written(gltf, pool), await written(gltf, pool)]
    expect(await readFile(a.path('animation.glb'))).toEqual(await readFile(b.path('animation.glb')))
  })

  it('is refused before the run if it would be too large, with advice', async () => {
    const frames = Array.from({ length: 2000 }, (_, frame) => ({ frame, step: frame, time: frame / 60 }))
    const eta = { unit: 'm', meaning: '', shape: [512, 512], origin: { x: 0, z: 0 }, cellSize: 1 }
    const run = {
      scene: {
        name: 'large',
        boundaries: {},
        grid: { cells: [512, 512], cellSize: 1 },
        solver: { type: 'columns' },
      } as never,
      kind: 'surface' as const,
      grid: { nx: 512, nz: 512, cellSize: 1 },
      fields: { eta },
      frames,
    }
    await expect(gltf.open(run, ['eta'], { path: '', write: async () => {} })).rejects.toThrow(
      'the glTF animation would have 12000 MiB, more than the 512 MiB that programs read well: write fewer frames (--every), fewer cells (--stride, --region), or a mesh for each frame (--format glb)',
    )
  })
})
