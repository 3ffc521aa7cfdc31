// Runs a scene and gives its frames to a format, as a program would.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createSimulation, type SceneInput, type SimulationOptions } from 'seiche'
import { onTestFinished } from 'vitest'
import { describeBodies } from '../src/body-shapes.js'
import type { Format } from '../src/format.js'
import { type Frame, frameOf } from '../src/frame.js'
import { describeField, type FieldInfo, type RunInfo } from '../src/run-info.js'

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
  /** Records a part of a surface: its first cell, its size and the distance between recorded cells. */
  readonly part?: Part
}

interface Part {
  readonly i: number
  readonly j: number
  readonly nx: number
  readonly nz: number
  readonly stride: number
}

/** Runs a scene and writes its frames into a folder that is removed after the test. */
export async function written(format: Format, scene: SceneInput, options: WrittenOptions = {}): Promise<Written> {
  const { frames: count = 3, steps = 10, fields: asked = [], part } = options
  const folder = await mkdtemp(join(tmpdir(), 'seiche-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  using sim = await createSimulation(scene, { threads: 1, ...options.simulation })
  const { kind, grid } = sim
  const fields = format.fieldsFor({ scene: sim.scene, kind, grid }, sim.fieldNames, asked)
  const frames: Frame[] = []
  for (let frame = 0; frame < count; frame++) {
    if (frame > 0) sim.step(steps)
    frames.push(partOf(frameOf(sim, frame, fields), sim.grid.nx, part))
  }
  const run: RunInfo = {
    scene: sim.scene,
    kind,
    grid,
    fields: Object.fromEntries(fields.map((name) => [name, partInfo(describeField(sim, name), part)])),
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

function partInfo(info: FieldInfo, part: Part | undefined): FieldInfo {
  if (!part) return info
  const { origin, cellSize } = info
  return {
    ...info,
    shape: [part.nz, part.nx],
    origin: { x: origin.x + part.i * cellSize, z: (origin.z ?? 0) + part.j * cellSize },
    cellSize: cellSize * part.stride,
  }
}

function partOf(frame: Frame, columns: number, part: Part | undefined): Frame {
  if (!part) return frame
  const { i, j, nx, nz, stride } = part
  const values = async (field: string) => {
    const all = await frame.values(field)
    return Float32Array.from(
      { length: nx * nz },
      (_, k) => all[(j + stride * Math.floor(k / nx)) * columns + i + stride * (k % nx)]!,
    )
  }
  return { ...frame, values }
}
