import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Simulation, version } from 'seiche'
import { readNpy } from 'seiche/npy'
import { type FrameSchedule, frameFile } from '../commands/frame-schedule.js'
import type { Format, RangeOption } from '../option-values.js'
import { readBytes } from '../scene/read-bytes.js'
import { failed, reasonOf } from '../terminal/failure.js'
import { startProgress } from '../terminal/progress.js'
import type { Terminal } from '../terminal/terminal.js'
import type { AtomicFolder } from './atomic-folder.js'
import type { Pictures } from './manifest.js'
import { encodePng16, type GreyMapping, type GreyPicture, greyRange, greyRangeAround } from './png16.js'
import { encodeRelief, type Light, type ReliefGrid, type ReliefLook, ReliefStatistics } from './relief.js'

/** The field that a relief shows. */
export const surface = 'eta'
/** The field of the openness, in scenes with obstacles. */

export interface PictureOptions {
  simulation: Simulation
  formats: readonly Format[]
  /** Fields to write. */
  fields: readonly string[]
  ranges: readonly RangeOption[]
  light: Light
  /** Factor on slopes in the relief; undefined to choose one that shows this run's waves well. */
  exaggeration: number | undefined
}

/**
 * Makes pictures from the .npy files after the run. The range of values is known only then, and one range that fits exactly is used
 * for all frames.
 */
export class PictureMaker {
  readonly #options: PictureOptions
  readonly #largest = new Map<string, number>()
  readonly #grid: ReliefGrid
  readonly #statistics: ReliefStatistics

  constructor(options: PictureOptions) {
    const { grid, fieldNames } = options.simulation
    const openness = fieldNames.includes('openness') ? options.simulation.field('openness').read() : undefined
    this.#options = options
    this.#grid = { width: grid.nx, height: grid.nz, cellSize: grid.cellSize, openness }
    this.#statistics = new ReliefStatistics(this.#grid)
  }

  /** To be called with every frame of every recorded field. */
  readonly observe = (field: string, values: Float32Array): void => {
    const { formats, fields } = this.#options
    if (formats.includes('png16') && fields.includes(field)) {
      let largest = this.#largest.get(field) ?? 0
      for (const value of values) largest = Math.max(largest, Math.abs(value))
      this.#largest.set(field, largest)
    }
    if (formats.includes('relief') && field === surface) this.#statistics.add(values)
  }

  /** Files of one frame, in the order in which they are made. */
  files(frame: number): string[] {
    const { formats, fields } = this.#options
    return [
      ...(formats.includes('npy') ? fields.map((field) => frameFile(field, frame, 'npy')) : []),
      ...(formats.includes('png16') ? fields.map((field) => frameFile(field, frame, 'png')) : []),
      ...(formats.includes('relief') ? [frameFile('relief', frame, 'png')] : []),
    ]
  }

  /** On return every picture is on the disk, and .npy files that were not requested are removed. */
  async make(
    schedule: FrameSchedule,
    folder: AtomicFolder,
    terminal: Terminal,
    signal: AbortSignal,
  ): Promise<Pictures> {
    const { formats, fields } = this.#options
    const frames = schedule.frames.length
    if (!formats.includes('png16') && !formats.includes('relief')) return {}
    const mappings = formats.includes('png16') ? this.#mappings() : undefined
    const look = formats.includes('relief') ? this.#look() : undefined
    const clipped = new Map<string, number>()
    const progress = startProgress(terminal, 'drawing', frames)
    try {
      for (let frame = 0; frame < frames; frame++) {
        for (const field of recordedFields(fields, formats)) {
          await nextTurn()
          signal.throwIfAborted()
          const values = await this.#read(folder, field, frame)
          const mapping = mappings?.get(field)
          if (mapping) {
            const time = schedule.frames[frame]! * this.#options.simulation.timeStep
            const { png, clipped: count } = this.#grey(field, time, values, mapping)
            await folder.write(frameFile(field, frame, 'png'), png)
            clipped.set(field, (clipped.get(field) ?? 0) + count)
          }
          if (look && field === surface) {
            const png = encodeRelief(values, this.#grid, look, { Software: `seiche ${version}` })
            await folder.write(frameFile('relief', frame, 'png'), png)
          }
          if (!formats.includes('npy') || !fields.includes(field)) await folder.remove(frameFile(field, frame, 'npy'))
        }
        progress.update(frame + 1, `frame ${frame + 1} of ${frames}`)
      }
    } finally {
      progress.stop()
    }
    for (const [field, count] of clipped) {
      if (count > 0) terminal.warn(`${count} values of ${field} lie outside its --range and were clipped`)
    }
    return { ...(mappings && { png16: this.#describe(mappings, clipped) }), ...(look && { relief: look }) }
  }

  #mappings(): Map<string, GreyMapping> {
    return new Map(
      this.#options.fields.map((field) => {
        const given = this.#options.ranges.find((range) => (range.field ?? field) === field)
        const mapping = given ? greyRange(given.minimum, given.maximum) : greyRangeAround(this.#largest.get(field) ?? 0)
        return [field, mapping]
      }),
    )
  }

  #look(): ReliefLook {
    return this.#statistics.look(this.#options.light, this.#options.exaggeration)
  }

  #describe(mappings: Map<string, GreyMapping>, clipped: Map<string, number>): NonNullable<Pictures['png16']> {
    return Object.fromEntries(
      [...mappings].map(([field, mapping]) => {
        const { unit } = this.#options.simulation.field(field)
        return [field, { unit, ...mapping, clipped: clipped.get(field) ?? 0 }]
      }),
    )
  }

  /** Writes quantity and mapping into the file: a picture without its manifest can still be measured. */
  #grey(field: string, time: number, values: Float32Array, mapping: GreyMapping): GreyPicture {
    const { unit } = this.#options.simulation.field(field)
    return encodePng16(values, this.#grid.width, this.#grid.height, mapping, {
      Software: `seiche ${version}`,
      Description: `${field}${unit && ` [${unit}]`} = offset + scale * pixel`,
      field,
      unit,
      time: `${time} s`,
    })
  }

  async #read(folder: AtomicFolder, field: string, frame: number): Promise<Float32Array> {
    const path = join(folder.path, frameFile(field, frame, 'npy'))
    try {
      return Float32Array.from(readNpy(await readBytes(path)).data)
    } catch (error) {
      throw failed(`cannot read ${path} back: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** Fields to record for the requested formats. */
export function recordedFields(fields: readonly string[], formats: readonly Format[]): string[] {
  return formats.includes('relief') ? [...new Set([...fields, surface])] : [...fields]
}
