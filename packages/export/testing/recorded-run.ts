// Short runs whose frames are kept in memory, as input of writers in tests.

import { createSimulation, type SceneInput } from 'seiche'
import { type Frame, frameOf } from '../src/frame.js'
import { describeField, type RunInfo } from '../src/run-info.js'

/** Surface water, wider than deep: swapped rows and columns are noticed. */
export const pool: SceneInput = {
  seiche: 1,
  name: 'Test pool, 8 × 6 cells',
  grid: { cells: [8, 6], cellSize: 0.25 },
  timeStep: 0.02,
  duration: 0.4,
  solver: { type: 'columns', depth: 0.5 },
  initial: { eta: [{ shape: 'gaussian', center: [0.3, -0.2], radius: 0.3, height: 0.1 }] },
  obstacles: [{ shape: 'disc', center: [-0.6, 0.4], radius: 0.3 }],
  probes: [
    { name: 'middle', at: [0, 0] },
    { name: 'east end', at: [0.8, 0.1] },
  ],
}

/** A fluid in a flat box, with a dye that is named like a coordinate. */
export const box: SceneInput = {
  seiche: 1,
  name: 'Test box',
  grid: { cells: [6, 8], cellSize: 0.125 },
  timeStep: 0.02,
  duration: 0.2,
  solver: { type: 'stable-fluids' },
  fluid: {
    dyes: { ink: {}, x: {} },
    temperature: {},
    emitters: [{ shape: 'sphere', center: [0.1, -0.2], radius: 0.2, dyes: { ink: 4, x: 1 }, heat: 50 }],
  },
}

/** A fluid in a volume, with another number of cells along each axis. */
export const volume: SceneInput = {
  seiche: 1,
  name: 'Test volume',
  grid: { cells: [6, 8, 4], cellSize: 0.125 },
  timeStep: 0.02,
  duration: 0.2,
  solver: { type: 'stable-fluids' },
  fluid: {
    dyes: { smoke: {} },
    emitters: [
      { shape: 'sphere', center: [0.1, -0.2, 0.1], radius: 0.2, dyes: { smoke: 4 }, velocity: [0.2, 0.5, 0.1] },
    ],
  },
}

/** A run and its frames. */
export interface RecordedRun {
  readonly run: RunInfo
  readonly frames: readonly Frame[]
}

/**
 * Runs a scene and keeps some of its frames.
 *
 * @param scene The scene.
 * @param fields Fields of the frames.
 * @param steps Steps after which frames are taken.
 */
export async function recordRun(
  scene: SceneInput,
  fields: readonly string[],
  steps: readonly number[] = [0, 5, 10],
): Promise<RecordedRun> {
  using simulation = await createSimulation(scene, { threads: 1 })
  const frames = steps.map((step, frame) => {
    simulation.step(step - simulation.stepCount)
    return frameOf(simulation, frame, fields)
  })
  const run: RunInfo = {
    scene: simulation.scene,
    kind: simulation.kind,
    grid: simulation.grid,
    fields: Object.fromEntries(fields.map((name) => [name, describeField(simulation, name)])),
    frames: frames.map(({ frame, step, time }) => ({ frame, step, time })),
  }
  return { run, frames }
}

/** Two frames of made-up values, for large grids. */
export function largeRun(nz: number, nx: number): RecordedRun {
  const grid = { nx, nz, cellSize: 1 }
  const values = (frame: number) => Float32Array.from({ length: nx * nz }, (_, k) => ((k % 1009) + frame) / 8)
  const times = [0, 1].map((frame) => ({ frame, step: frame, time: frame }))
  return {
    run: {
      scene: { name: 'large', solver: { type: 'columns' } } as RunInfo['scene'],
      kind: 'surface',
      grid,
      fields: {
        eta: {
          unit: 'm',
          meaning: 'elevation',
          shape: [nz, nx],
          origin: { x: 0.5 - nx / 2, z: 0.5 - nz / 2 },
          cellSize: 1,
        },
      },
      frames: times,
    },
    frames: times.map((time) => ({ ...time, bodies: [], probes: [], values: async () => values(time.frame) })),
  }
}
