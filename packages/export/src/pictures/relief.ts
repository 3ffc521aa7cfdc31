// Shaded relief of the surface: pictures to look at, a file for each frame.

import { version } from 'seiche'
import type { Format, FormatOptions, FrameWriter, OutputFolder } from '../format.js'
import type { Frame } from '../frame.js'
import { frameFile } from '../frame-file.js'
import type { RunInfo } from '../run-info.js'
import { defaultLight, encodeRelief, type ReliefGrid, type ReliefLook, ReliefStatistics } from './relief-picture.js'
import { assertSurface } from './surface-only.js'

/** The field that is drawn. */
const surface = 'eta'
/** The field that is drawn as stone, in scenes with solids. */
const openness = 'openness'
/** The field that tells dry land, in scenes with terrain. */
const depth = 'depth'

/** 8-bit colour: the surface from above with light from one side, solids in the colour of stone, dry land in that of sand. */
export const relief: Format = {
  name: 'relief',
  summary: 'pictures of the surface from above, with light from one side',
  fieldsFor(run, available) {
    assertSurface(run)
    if (!available.includes(surface))
      throw new Error(`it needs the field ${surface}, and there is ${available.join(', ')}`)
    return [surface, openness, depth].filter((field) => available.includes(field))
  },
  filesOf: (frame) => [frameFile('relief', frame, 'png')],
  open: async (run, _fields, output, options = {}) => new ReliefPictures(run, output, options),
}

class ReliefPictures implements FrameWriter {
  readonly #reliefs: ReliefSurvey
  readonly #output: OutputFolder

  constructor(run: RunInfo, output: OutputFolder, options: FormatOptions) {
    this.#reliefs = new ReliefSurvey(run, options)
    this.#output = output
  }

  survey(frame: Frame): Promise<void> {
    return this.#reliefs.add(frame)
  }

  async add(frame: Frame): Promise<void> {
    const grid = await this.#reliefs.gridOf(frame)
    const png = encodeRelief(await frame.values(surface), grid, this.#reliefs.look, { Software: `seiche ${version}` })
    await this.#output.write(frameFile('relief', frame.frame, 'png'), png)
  }

  async finish(): Promise<Record<string, unknown>> {
    return { ...this.#reliefs.look }
  }
}

/** The look that all reliefs of a run share, and the grid of each. */
export class ReliefSurvey {
  readonly #run: RunInfo
  readonly #options: FormatOptions
  readonly #statistics = new ReliefStatistics()

  constructor(run: RunInfo, options: FormatOptions) {
    this.#run = run
    this.#options = options
  }

  async add(frame: Frame): Promise<void> {
    this.#statistics.add(await frame.values(surface), await this.gridOf(frame))
  }

  get look(): ReliefLook {
    return this.#statistics.look(this.#options.light ?? defaultLight, this.#options.exaggeration)
  }

  /** Solids may move: each frame has its own openness. */
  async gridOf(frame: Frame): Promise<ReliefGrid> {
    const { shape, cellSize } = this.#run.fields[surface]!
    const [height, width] = shape as [number, number]
    const values = async (name: string) => (name in this.#run.fields ? frame.values(name) : undefined)
    return { width, height, cellSize, openness: await values(openness), depth: await values(depth) }
  }
}
