import { spawnSync } from 'node:child_process'
import { createSimulation, type SceneInput, type SurfaceSimulation } from 'seiche'
import { describe, expect, it } from 'vitest'
import { hasPythonModule, hasTool } from '../../testing/external-tools.js'
import { runPython } from '../../testing/run-python.js'
import { type Written, written } from '../../testing/written.js'
import { exr } from './exr.js'

const hasReader = hasPythonModule('OpenImageIO', 'python3-openimageio')
const hasHeader = hasTool('exrheader', 'openexr')

const READ = `
import sys, json, OpenImageIO as oiio
image = oiio.ImageInput.open(sys.argv[1])
spec = image.spec()
pixels = image.read_image('float')
print(json.dumps({name: pixels[:, :, k].ravel().tolist() for k, name in enumerate(spec.channelnames)}))
`
/** Channels of a frame, by name, as OpenImageIO reads them. */
const channelsOf = (files: Written, frame: number) =>
  runPython(READ, files.path(exr.filesOf(frame, [])[0]!)) as Record<string, number[]>

const pool: SceneInput = {
  seiche: 1,
  name: 'Pool with a pile',
  grid: { cells: [24, 16], cellSize: 0.1 },
  timeStep: 0.02,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', center: [0.3, -0.2], radius: 0.3, height: 0.1 }] },
  obstacles: [{ shape: 'disc', center: [-0.8, 0.3], radius: 0.2 }],
}
const periodic = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const
const sea: SceneInput = {
  seiche: 1,
  grid: { cells: [32, 32], cellSize: 2 },
  solver: { type: 'ocean', windSpeed: 12, fetch: 200000, cascades: 1 },
  boundaries: periodic,
}
const beach: SceneInput = {
  seiche: 1,
  grid: { cells: [40, 12], cellSize: 0.5 },
  solver: { type: 'shallow-water' },
  terrain: [{ shape: 'plane', height: -1, slope: [0.2, 0] }],
  initial: { eta: [{ shape: 'gaussian', center: [-5, 0], radius: 2, height: 0.4 }] },
}

/** Runs the scene again to a frame, to ask the engine. */
async function at(scene: SceneInput, steps: number): Promise<SurfaceSimulation> {
  const sim = await createSimulation(scene, { threads: 1 })
  sim.step(steps)
  return sim as SurfaceSimulation
}

/** Calls with the number and the position of every open cell. */
function everyCell(sim: SurfaceSimulation, call: (cell: number, x: number, z: number) => void): void {
  const { nx, nz, cellSize } = sim.grid
  const open = sim.fieldNames.includes('openness') ? sim.field('openness').read() : undefined
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++)
      if (open?.[j * nx + i] !== 0) call(j * nx + i, (i + 0.5 - nx / 2) * cellSize, (j + 0.5 - nz / 2) * cellSize)
}

describe.skipIf(!hasReader || !hasHeader)('pictures in OpenEXR', () => {
  it('have the heights, normals and velocities that the engine gives, beside walls and solids too', async () => {
    const files = await written(exr, pool, { frames: 3, steps: 10 })
    const channels = channelsOf(files, 2)
    using sim = await at(pool, 20)
    expect(channels.height).toEqual([...sim.field('eta').read()])
    let steepest = 0
    everyCell(sim, (cell, x, z) => {
      const normal = sim.normalAt(x, z)
      for (const [axis, letter] of ['X', 'Y', 'Z'].entries())
        expect(channels[`normal.${letter}`]![cell]).toBeCloseTo(normal[axis]!, 5)
      steepest = Math.max(steepest, Math.abs(normal[0]))
    })
    expect(steepest).toBeGreaterThan(0.05)
    // The potential is half a substep older than the surface: the engine's query corrects it, the channel is the gradient of the field.
    const speeds = channels['velocity.X']!.map((u, cell) => Math.hypot(u, channels['velocity.Z']![cell]!))
    expect(Math.max(...speeds)).toBeGreaterThan(0.05)
    everyCell(sim, (cell, x, z) => {
      const [u, , w] = sim.velocityAt(x, z)
      expect(Math.abs(channels['velocity.X']![cell]! - u)).toBeLessThan(0.02)
      expect(Math.abs(channels['velocity.Z']![cell]! - w)).toBeLessThan(0.02)
    })
  })

  it('have the displacement, the normals and the foam of an ocean as they are', async () => {
    const files = await written(exr, sea, { frames: 2 })
    const channels = channelsOf(files, 1)
    const frame = files.frames[1]!
    for (const [channel, field, sign] of [
      ['height', 'eta', 1],
      ['displacement.X', 'dx', 1],
      ['displacement.Y', 'eta', 1],
      ['displacement.Z', 'dz', 1],
      ['R', 'dx', 1],
      ['G', 'dz', -1],
      ['B', 'eta', 1],
      ['normal.X', 'normalX', 1],
      ['normal.Y', 'normalY', 1],
      ['normal.Z', 'normalZ', 1],
      ['foam', 'foam', 1],
    ] as const) {
      const values = await frame.values(field)
      expect(channels[channel]).toEqual([...values].map((value) => sign * value))
    }
    expect(Math.max(...channels['displacement.X']!)).toBeGreaterThan(0)
  })

  it('have the velocity of water over terrain, and none on dry land', async () => {
    const files = await written(exr, beach, { frames: 2, steps: 30 })
    const channels = channelsOf(files, 1)
    using sim = await at(beach, 30)
    expect(channels.bed).toEqual([...sim.field('bed').read()])
    expect(channels.depth).toEqual([...sim.field('depth').read()])
    const dry = channels.depth!.filter((depth) => depth === 0).length
    expect(dry).toBeGreaterThan(20)
    expect(Math.max(...channels['velocity.X']!)).toBeGreaterThan(0.1)
    everyCell(sim, (cell, x, z) => {
      const velocity = sim.velocityAt(x, z)
      for (const [axis, letter] of ['X', 'Y', 'Z'].entries())
        expect(channels[`velocity.${letter}`]![cell]).toBeCloseTo(velocity[axis]!, 4)
    })
  })

  it('have the velocity of Kass and Miller at the centres of cells', async () => {
    const scene = { ...beach, solver: { type: 'kass-miller' } } as SceneInput
    const files = await written(exr, scene, { frames: 2, steps: 30 })
    const channels = channelsOf(files, 1)
    using sim = await at(scene, 30)
    expect(Math.max(...channels['velocity.X']!)).toBeGreaterThan(0.1)
    everyCell(sim, (cell, x, z) => {
      const velocity = sim.velocityAt(x, z)
      for (const [axis, letter] of ['X', 'Y', 'Z'].entries())
        expect(channels[`velocity.${letter}`]![cell]).toBeCloseTo(velocity[axis]!, 4)
    })
  })

  it('repeat without a seam: the normals of a periodic basin do not depend on where it is cut', async () => {
    const swell = (phase: number): SceneInput => ({
      ...pool,
      obstacles: [],
      boundaries: periodic,
      initial: { eta: [{ shape: 'wave', wavelength: 2.4, height: 0.1, phase }] },
    })
    const [middle, edge] = [await written(exr, swell(0), { frames: 1 }), await written(exr, swell(90), { frames: 1 })]
    const [a, b] = [channelsOf(middle, 0), channelsOf(edge, 0)]
    // The wave with the phase of a quarter is six cells further on: 18 cells back, around the edge.
    const ahead = 18
    expect(Math.max(...a['normal.X']!)).toBeGreaterThan(0.1)
    for (const name of ['height', 'normal.X', 'normal.Y', 'normal.Z'])
      for (let cell = 0; cell < 24 * 16; cell++) {
        const moved = Math.floor(cell / 24) * 24 + ((cell + ahead) % 24)
        expect(b[name]![cell]).toBeCloseTo(a[name]![moved]!, 5)
      }
  })

  it('of a part of the grid, and of every second cell, have its slopes and their place in the whole picture', async () => {
    const tilted: SceneInput = { ...pool, obstacles: [], initial: { eta: [{ shape: 'plane', slope: [0.1, 0.05] }] } }
    const normal = [-0.1, 1, -0.05].map((part) => part / Math.hypot(0.1, 1, 0.05))
    for (const [stride, region, window] of [
      [1, { x: [-0.9, 0.1], z: [-0.6, -0.1] }, 'dataWindow (type box2i): (3 2) - (12 6)'],
      [2, { x: [-0.8, 0.3], z: [-0.6, 0.3] }, 'dataWindow (type box2i): (2 1) - (7 5)'],
    ] as const) {
      const files = await written(exr, tilted, { frames: 1, selection: { region, stride } })
      const channels = channelsOf(files, 0)
      for (const [axis, letter] of ['X', 'Y', 'Z'].entries())
        for (const value of channels[`normal.${letter}`]!) expect(value).toBeCloseTo(normal[axis]!, 5)
      const { stdout } = spawnSync('exrheader', [files.path('frame_000000.exr')], { encoding: 'utf8' })
      expect(stdout).toContain(window)
      expect(stdout).toContain(`displayWindow (type box2i): (0 0) - (${24 / stride - 1} ${16 / stride - 1})`)
      expect(stdout).toContain('repeats (type string): "none"')
    }
  })

  it('of a fluid in 2-D stand upright, with the velocity at the centres', async () => {
    const scene: SceneInput = {
      seiche: 1,
      grid: { cells: [12, 8], cellSize: 0.1 },
      solver: { type: 'stable-fluids' },
      fluid: { dyes: { ink: { initial: [{ shape: 'sphere', center: [-0.3, 0.3], radius: 0.1 }] } } },
      events: [{ time: 0, type: 'stir', at: [0, 0], radius: 0.3, velocity: [1, 0] }],
    }
    const files = await written(exr, scene, { frames: 2, steps: 1, fields: ['ink'] })
    const channels = channelsOf(files, 0)
    const darkest = channels.ink!.indexOf(Math.max(...channels.ink!))
    // x = -0.3 is between columns 2 and 3; y = 0.3, near the top, is in lines 0 and 1.
    expect(Math.floor(darkest / 12)).toBeLessThan(2)
    expect([2, 3]).toContain(darkest % 12)
    using sim = await createSimulation(scene, { threads: 1 })
    sim.step(1)
    const moving = channelsOf(files, 1)
    for (const [i, j] of [
      [6, 4],
      [2, 1],
    ] as const) {
      const [x, y] = [(i + 0.5 - 6) * 0.1, (4 - 0.5 - j) * 0.1]
      const [u, v] = sim.velocityAt(x, y)
      expect(moving['velocity.X']![12 * j + i]).toBeCloseTo(u, 5)
      expect(moving['velocity.Y']![12 * j + i]).toBeCloseTo(v, 5)
    }
  })
})

describe.skipIf(!hasHeader)('exrheader', () => {
  it('shows unit, cell size, position and time', async () => {
    const files = await written(exr, sea, { frames: 2 })
    const { stdout } = spawnSync('exrheader', [files.path('frame_000001.exr')], { encoding: 'utf8' })
    for (const line of [
      'cellSize (type double): 2',
      'origin (type v2f): (-31 -31)',
      'worldSize (type v2f): (64 64)',
      'repeats (type string): "x z"',
      'step (type int): 10',
      'frame (type int): 1',
      'height=m',
      'foam=1',
    ])
      expect(stdout).toContain(line)
    expect(stdout).toMatch(/time \(type double\): 0\.16666/)
    expect(stdout).toMatch(/framesPerSecond \(type rational\): 1000\/167 /)
  })
})
