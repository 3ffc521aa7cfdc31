// Runs a scene and gives its frames to a format, as a program would.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createSimulation, type SceneInput, type SimulationOptions } from 'seiche'
import { onTestFinished } from 'vitest'
import { describeBodies } from '../src/body-shapes.js'
import type { Format } from '../src/format.js'
import { type Frame, frameOf } from '../src/frame.js'
import { describeField, type RunInfo } from '../src/run-info.js'
import { type Selection, selectField, selectGrid } from '../src/selection.js'

/** Frames of a run, and the values that they were made from. */
export interface Written {
  readonly folder: string
  readonly run: RunInfo
  readonly frames: readonly Frame[]
  /** Entry of the manifest. */
  readonly notes: Readonly<Record<string, unknown>> | undefined
  path(name: string): string
}

/** Settings of {@link written}. */
export interface WrittenOptions {
  /** Number of frames. Default 3. */
  readonly frames?: number
  /** Steps from one frame to the next. Default 10. */
  readonly steps?: number
  /** Fields that are asked for. Default: none. */
  readonly fields?: readonly string[]
  readonly simulation?: SimulationOptions
  /** Records a part of the grid. */
  readonly selection?: Selection
}

/** Runs a scene and writes its frames into a folder that is removed after the test. */
export async function written(format: Format, scene: SceneInput, options: WrittenOptions = {}): Promise<Written> {
  const { frames: count = 3, steps = 10, fields: asked = [], selection } = options
  const folder = await mkdtemp(join(tmpdir(), 'seiche-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  using sim = await createSimulation(scene, { threads: 1, ...options.simulation })
  const { kind, grid } = sim
  const fields = format.fieldsFor({ scene: sim.scene, kind, grid }, sim.fieldNames, asked)
  const parts = new Map(fields.map((name) => [name, selectField(describeField(sim, name), selection ?? { stride: 1 })]))
  const selected = (frame: Frame): Frame => ({
    ...frame,
    values: async (name) => parts.get(name)!.pick(await frame.values(name)),
  })
  const frames: Frame[] = []
  for (let frame = 0; frame < count; frame++) {
    if (frame > 0) sim.step(steps)
    frames.push(selected(frameOf(sim, frame, fields)))
  }
  const run: RunInfo = {
    scene: sim.scene,
    kind,
    grid: selection ? selectGrid(grid, selection) : grid,
    selection,
    fields: Object.fromEntries(fields.map((name) => [name, parts.get(name)!.info])),
    frames: frames.map(({ frame, step, time }) => ({ frame, step, time })),
    bodies: describeBodies(sim.bodies),
  }
  const path = (name: string) => join(folder, name)
  const writer = await format.open(run, fields, {
    path: folder,
    async write(name, content) {
      await mkdir(dirname(path(name)), { recursive: true })
      await writeFile(path(name), content)
    },
  })
  for (const frame of frames) await writer.add(frame)
  const notes = await writer.finish()
  await writer.dispose?.()
  return { folder, run, frames, notes, path }
}
