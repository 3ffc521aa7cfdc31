// Small water in all surroundings, and cameras above it, at eye height, at the waterline and below: the subjects of golden pictures.

import { createSimulation, type SceneInput, type Simulation } from 'seiche'
import { rapier } from 'seiche/bodies'
import { FrameSender } from '../../src/worker/frames/frame-sender.js'
import type { BodyInfo, Frame, Port } from '../../src/worker/protocol.js'
import { infoOf } from '../../src/worker/simulation-info.js'
import type { PackedWater, ViewCamera } from '../pages/view-page.js'

/** Heights of cameras. */
export type CameraHeight = 'above' | 'eye' | 'waterline' | 'below'

export interface ViewScene {
  scene: SceneInput
  /** Steps before the picture. */
  steps: number
  /** Factor on the drawn heights [1]. Default 1. */
  heightScale?: number
  cameras: Partial<Record<CameraHeight, ViewCamera>>
}

const absorbing = { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' } as const

/**
 * Cameras in a basin of this width, length and depth [m]. Below the rim they are within the limits that the page sets to a camera.
 * @param level Height of the water where the camera is [m].
 */
function inBasin(width: number, length: number, depth: number, level = 0): ViewScene['cameras'] {
  const side = Math.min(width, length)
  const near = (height: number, towards: number): ViewCamera => ({
    position: [0.1 * side, height, 0.3 * side],
    target: [0, towards, 0],
  })
  return {
    above: { position: [0.6 * width, width, 1.1 * length], target: [0, 0, 0] },
    eye: { position: [-0.7 * width, 0.3 * width, 1.2 * length], target: [0, 0, 0] },
    waterline: near(level + 0.002 * side, level),
    below: near(-0.6 * depth, -0.2 * depth),
  }
}

/** Those cameras without the one at the waterline, which is seen in other basins: each costs seconds. */
function withBelow({ waterline: _, ...others }: ViewScene['cameras']): ViewScene['cameras'] {
  return others
}

/** Cameras over water without a rim, whose longer side is this [m]. */
function over(extent: number): ViewScene['cameras'] {
  return {
    above: { position: [0.4 * extent, 0.6 * extent, 0.6 * extent], target: [0, 0, 0] },
    eye: { position: [-0.5 * extent, 0.1 * extent, 0.6 * extent], target: [0, 0, 0] },
  }
}

/** Cameras in the middle of water without a floor. `level`: height of the water there [m]. */
function inOpenSea(level: number): ViewScene['cameras'] {
  return {
    waterline: { position: [0, level + 0.01, 0], target: [-10, level - 0.4, -7] },
    below: { position: [0, level - 3, 0], target: [-2.4, level, -1.7] },
  }
}

/** A lake on a hill, and the sea before it. */
const shore: SceneInput = {
  seiche: 1,
  grid: { cells: [64, 48], cellSize: 1.5 },
  timeStep: 1 / 60,
  solver: { type: 'shallow-water', manning: 0.03, foamLife: 3 },
  terrain: [
    {
      shape: 'profile',
      points: [
        [-48, 9],
        [-10, 6.5],
        [14, 5],
        [30, 0.5],
        [48, -2],
      ],
    },
    { shape: 'gaussian', center: [-14, 2], radius: 14, height: -5 },
    { shape: 'noise', seed: 21, scale: 20, octaves: 5, height: 1.5 },
  ],
  initial: { eta: [{ shape: 'box', center: [-14, 2], size: [44, 40], height: 5.4 }] },
  boundaries: { 'x+': 'absorb' },
}

export const viewScenes = {
  bath: {
    scene: {
      seiche: 1,
      grid: { cells: [48, 40], cellSize: 0.025 },
      solver: { type: 'columns', depth: 0.4 },
      initial: { eta: [{ shape: 'gaussian', center: [0.15, -0.1], radius: 0.09, height: 0.06 }] },
      bodies: [
        { shape: 'sphere', radius: 0.09, density: 300, position: [-0.25, 0, 0.05], color: '#e2603f' },
        { shape: 'box', size: [0.16, 0.1, 0.12], density: 600, position: [0.25, 0, 0.1], color: '#f2b531' },
      ],
      view: { setting: 'bath' },
    },
    steps: 24,
    cameras: inBasin(1.2, 1, 0.4, 0.0037),
  },
  pool: {
    scene: {
      seiche: 1,
      grid: { cells: [64, 48], cellSize: 0.15 },
      solver: { type: 'columns', depth: 1.6 },
      initial: { eta: [{ shape: 'gaussian', center: [1.2, -0.8], radius: 0.6, height: 0.4 }] },
      obstacles: [{ shape: 'disc', center: [-2.6, 0.8], radius: 0.7 }],
    },
    steps: 40,
    cameras: inBasin(9.6, 7.2, 1.6, 0.055),
  },
  pond: {
    scene: {
      seiche: 1,
      grid: { cells: [64, 48], cellSize: 0.1 },
      solver: { type: 'iwave', method: 'fft', depth: 0.8 },
      boundaries: absorbing,
      initial: { eta: [{ shape: 'gaussian', center: [-0.6, 0.4], radius: 0.35, height: 0.2 }] },
    },
    steps: 40,
    cameras: inBasin(6.4, 4.8, 0.8, 0.0105),
  },
  laboratory: {
    scene: {
      seiche: 1,
      grid: { cells: [64, 64], cellSize: 0.2 },
      solver: {
        type: 'iwave',
        method: 'fft',
        depth: 0.6,
        ambient: { type: 'waves', trains: [{ wavelength: 1.4, height: 0.09 }] },
      },
      boundaries: absorbing,
      obstacles: [
        { shape: 'box', center: [-3, -4.2], size: [0.8, 4.6] },
        { shape: 'box', center: [-3, 4.2], size: [0.8, 4.6] },
      ],
      view: { setting: 'laboratory' },
    },
    steps: 90,
    cameras: withBelow(inBasin(12.8, 12.8, 0.6)),
  },
  lake: {
    scene: {
      seiche: 1,
      grid: { cells: [96, 32], cellSize: 25 },
      solver: { type: 'columns', depth: 40 },
      timeStep: 0.5,
      initial: { eta: [{ shape: 'gaussian', center: [-300, 0], radius: 150, height: 4 }] },
    },
    steps: 40,
    heightScale: 5,
    cameras: { ...over(2400), below: { position: [150, -5, 60], target: [40, 150, -50] } },
  },
  harbor: {
    scene: {
      seiche: 1,
      grid: { cells: [64, 48], cellSize: 3 },
      timeStep: 1 / 30,
      solver: {
        type: 'iwave',
        method: 'fft',
        depth: 9,
        ambient: { type: 'waves', trains: [{ period: 5.4, height: 1.1, direction: 14 }] },
      },
      boundaries: absorbing,
      obstacles: [
        { shape: 'box', center: [-20, -45], size: [12, 54] },
        { shape: 'box', center: [-20, 45], size: [12, 54] },
        { shape: 'disc', center: [40, 12], radius: 9 },
      ],
    },
    steps: 90,
    cameras: { ...over(192), ...inOpenSea(-0.479) },
  },
  'open-water': {
    scene: {
      seiche: 1,
      grid: { cells: [64, 48], cellSize: 1 },
      timeStep: 1 / 30,
      solver: {
        type: 'iwave',
        method: 'fft',
        depth: 12,
        ambient: { type: 'waves', trains: [{ period: 3.2, height: 0.5, direction: 20 }] },
      },
      boundaries: absorbing,
    },
    steps: 60,
    cameras: { ...over(64), ...inOpenSea(-0.173) },
  },
  flume: {
    scene: {
      seiche: 1,
      grid: { cells: [160, 1], cellSize: 0.05 },
      solver: { type: 'columns', depth: 0.5 },
      initial: { eta: [{ shape: 'gaussian', center: [-1.5, 0], radius: 0.5, height: 0.2 }] },
    },
    steps: 30,
    cameras: {
      above: { position: [2, 4, 6], target: [0, -0.2, 0] },
      eye: { position: [0.5, 0.2, 7], target: [0, -0.2, 0] },
      // Through the glass, from under the level of the water.
      below: { position: [-2.6, -0.26, 1.5], target: [-1.2, -0.27, 0] },
    },
  },
  sea: {
    scene: {
      seiche: 1,
      grid: { cells: [64, 64], cellSize: 1.5 },
      solver: { type: 'ocean', windSpeed: 9, windDirection: 20, fetch: 80_000 },
      boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
    },
    steps: 30,
    cameras: {
      above: { position: [20, 30, 20], target: [0, 0, 0] },
      eye: { position: [30, 3.5, 12], target: [0, 1.5, 0] },
      ...inOpenSea(0.452),
    },
  },
  landscape: {
    scene: { ...shore, view: { setting: 'coast' } },
    steps: 60,
    cameras: {
      above: { position: [40, 60, 60], target: [0, 3, 0] },
      eye: { position: [34, 16, 46], target: [-6, 4, 0] },
      waterline: { position: [-14, 5.42, 2], target: [-4, 5.3, 10] },
      // The bed with its caustics, their mirror image, and the water that flows out.
      below: { position: [-6, 4.5, 1], target: [6, 4.6, 7] },
    },
  },
  block: {
    scene: { ...shore, view: { setting: 'block' } },
    steps: 60,
    cameras: { above: { position: [40, 60, 60], target: [0, 3, 0] } },
  },
} satisfies Record<string, ViewScene>

export type ViewSceneName = keyof typeof viewScenes

/** Runs the scene, and returns its last frame for the page. */
export async function simulate({ scene, steps, heightScale = 1 }: ViewScene): Promise<PackedWater> {
  const hasBodies = scene.bodies !== undefined
  const sim = (await createSimulation(scene, { threads: 1, rigidBodies: hasBodies ? rapier : undefined })) as Simulation
  sim.step(steps)
  const info = infoOf(sim, hasBodies)
  let [frame, bodies]: [PackedWater['frame'], BodyInfo[]] = [{}, []]
  const port: Port = {
    postMessage(message) {
      if (message.type === 'frame') frame = packed(message)
      if (message.type === 'bodies') bodies = [...message.bodies]
    },
  }
  new FrameSender(sim, info, port).sendIfPossible()
  return { info, bodies, frame, heightScale }
}

/**
 * The frame of the same water at rest: slopes, displacements, discharges and foam are 0, and so are the heights, except on terrain.
 * @param time Simulated time [s]; earlier than that of the frame, so that foam of its crests does not fade later.
 */
export function atRest({ frame, info }: PackedWater, time: number): PackedWater['frame'] {
  const still: PackedWater['frame'] = { ...frame, time }
  const { nx, nz } = info.grid
  if (!info.hasTerrain) still.heights = packFloats(new Float32Array(nx * nz))
  if (typeof frame.surfaceFields !== 'string') return still
  const fields = Buffer.from(frame.surfaceFields, 'base64')
  const bytes = 4 * nx * nz
  for (const [at, name] of info.surfaceFieldNames.entries())
    if (name !== 'depth') fields.fill(0, at * bytes, (at + 1) * bytes)
  return { ...still, surfaceFields: fields.toString('base64') }
}

function packed({ type: _, ...values }: Frame): PackedWater['frame'] {
  const frame: PackedWater['frame'] = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') frame[name] = value
    if (value instanceof Float32Array) frame[name] = packFloats(value)
  }
  return frame
}

function packFloats({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
